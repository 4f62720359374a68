// SPDX-License-Identifier: MIT
// `tengen help`: the overview, a command's page and the topics several commands share. All of it is
// drawn from the tables of commands, options, games and players, so it cannot fall behind.
#include "cli/help.h"

#include "tengen.h"

#include <stdlib.h>
#include <string.h>

const char help_intro[] =
    "Gomoku, Renju and Hex: exact rules, an opponent, analysis and the protocols\n"
    "that other programs speak.\n";

static void write_position(const Registry *registry, Text *out) {
    (void)registry;
    text_add(out, "  \"h8 i9 g7\"        moves in order, Black first\n"
                  "  \"B:h8,i9;W:g7\"    stones, in any number: a study position\n"
                  "  -                 the empty board\n"
                  "  game.sgf          the end of a record: .sgf, .psq, .txt or .hexworld\n"
                  "\n"
                  "Columns are a, b, c ... with no letter skipped. In Gomoku rows count from\n"
                  "the bottom: h8 is the centre of 15x15. In Hex a1 is the top left corner;\n"
                  "Black joins top and bottom, White left and right. A record brings its own\n"
                  "game, rule and size; an option that contradicts it is an error.\n");
}

static void write_exit(const Registry *registry, Text *out) {
    (void)registry;
    text_add(out, "  0   done, and the answer is good\n"
                  "  1   done, and it is not: a failed test, \"unknown\"\n"
                  "  2   wrong usage; one line says what was wrong and what is accepted\n"
                  "  3   the machine failed: a file, memory, a child process\n");
}

const Topic help_topics[] = {
    {"position", "how a POSITION is written", write_position},
    {"exit", "what the exit codes mean", write_exit},
    {0},
};

static void write_overview(Text *out) {
    text_addf(out, "tengen %s\n\n%s\n", TENGEN_VERSION, help_intro);
    for (const Command *const *row = command_table; *row; row++) {
        char left[64];
        snprintf(left, sizeof left, "%-8s %s", (*row)->name, (*row)->usage);
        text_addf(out, "  tengen %-26s %s\n", left, (*row)->summary);
    }
    text_add(out, "\nMore:\n");
    text_addf(out, "  tengen help %-21s %s\n", "COMMAND", "its page, with all options");
    for (const Topic *topic = help_topics; topic->name; topic++)
        text_addf(out, "  tengen help %-21s %s\n", topic->name, topic->summary);
    text_addf(out, "  tengen %-26s %s\n", "--version", "which version this is");
}

static void write_command(const Command *command, Text *out) {
    text_addf(out, "tengen %s%s%s\n\n%s%s%s", command->name, *command->usage ? " " : "",
              command->usage, command->summary, command->details ? "\n\n" : "\n",
              command->details ? command->details : "");
    text_add(out, "\nOptions:\n");
    Option *options = command_options(command);
    options_help(options, out);
    free(options);
}

int help_print(const Command *command) {
    Text out = {0};
    write_command(command, &out);
    output_flush(&out);
    text_free(&out);
    return EXIT_GOOD;
}

typedef struct HelpOptions {
    CommonOptions common;
    bool man;
} HelpOptions;

static const Option options[] = {
    {"man", OPTION_FLAG, offsetof(HelpOptions, man), NULL, 0, 0,
     "the manual page, as troff source for tengen.1"},
    {0},
};

static const Topic *topic_find(const char *name) {
    for (const Topic *topic = help_topics; topic->name; topic++)
        if (strcmp(topic->name, name) == 0)
            return topic;
    return NULL;
}

static int unknown_topic(const Call *call, const char *name) {
    Text known = {0};
    for (const Command *const *row = command_table; *row; row++)
        text_addf(&known, "%s%s", known.length ? ", " : "", (*row)->name);
    for (const Topic *topic = help_topics; topic->name; topic++)
        text_addf(&known, ", %s", topic->name);
    call_fail(call, EXIT_USAGE, "there is no page on '%.60s'; there are: %s", name,
              text_chars(&known));
    text_free(&known);
    return EXIT_USAGE;
}

static int run(const Call *call) {
    const HelpOptions *given = call->options;
    Text out = {0};
    int code = EXIT_GOOD;
    const char *word = call->word_count ? call->words[0] : NULL;
    const Command *command = word ? command_find(word) : NULL;
    const Topic *topic = word ? topic_find(word) : NULL;
    if (given->man)
        man_page(call->registry, &out);
    else if (!word)
        write_overview(&out);
    else if (command)
        write_command(command, &out);
    else if (topic)
        topic->write(call->registry, &out);
    else
        code = unknown_topic(call, word);
    output_flush(&out);
    text_free(&out);
    return code;
}

const Command help_command = {
    .name = "help",
    .usage = "[COMMAND|TOPIC]",
    .summary = "this overview, or a page on one thing",
    .options = options,
    .size = sizeof(HelpOptions),
    .max_words = 1,
    .run = run,
};
