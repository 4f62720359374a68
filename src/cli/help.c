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

static void write_rules(const Registry *registry, Text *out) {
    for (const GameType *const *game = registry_games(registry); *game; game++) {
        text_addf(out, "%s, boards from %dx%d to %dx%d (%d unless --size says otherwise):\n",
                  (*game)->name, (*game)->min_size, (*game)->min_size, (*game)->max_size,
                  (*game)->max_size, (*game)->default_size);
        for (const RuleInfo *rule = (*game)->rules; rule->name; rule++)
            text_addf(out, "  %-11s %s\n", rule->name, rule->summary);
        text_add_char(out, '\n');
    }
    text_add(out, "Openings of Gomoku (--opening):\n"
                  "  free        nothing is restricted\n"
                  "  pro         Black begins in the centre; Black's second stone lies outside\n"
                  "              the central 5x5\n"
                  "  longpro     the same with 7x7\n"
                  "  swap        the first player puts three stones, the second picks a colour\n"
                  "  swap2       likewise, or the second puts two more and passes the choice on\n"
                  "\n"
                  "Hex (--swap): after the first stone the second player may take it over.\n"
                  "  pieces      it changes colour and is mirrored (square boards)\n"
                  "  sides       the players change sides, the board stays\n");
}

static void write_players(const Registry *registry, Text *out) {
    text_add(out,
             "A player SPEC is name[:key=value,...], or cmd: and htp: with a command line that\n"
             "is split as a shell would; no shell is run. What a SPEC sets wins over the\n"
             "command's own limits.\n"
             "\n  " SEAT_HUMAN "   a person; `tengen play` and the page only\n");
    for (size_t i = 0; i < registry_player_count(registry); i++) {
        const PlayerType *type = registry_player_at(registry, i);
        text_addf(out, "\n  %s%s   %s\n", type->name, type->is_command ? ":COMMAND LINE" : "",
                  type->summary);
        for (const Option *option = type->options; option && option->name; option++)
            text_addf(out, "    %s=%-*s %s\n", option->name, (int)(20 - strlen(option->name)),
                      option->values ? option->values : "N", option->help);
    }
}

static void write_exit(const Registry *registry, Text *out) {
    (void)registry;
    text_add(out, "  0   done, and the answer is good\n"
                  "  1   done, and it is not: a failed test, \"unknown\"\n"
                  "  2   wrong input; one line says what was wrong and what is accepted\n"
                  "  3   the machine failed: a file being written, memory, a child process\n"
                  "141   who read the output has gone, as head does; nothing is said\n");
}

const Topic help_topics[] = {
    {"position", "how a POSITION is written", write_position},
    {"rules", "the games, their rules and openings", write_rules},
    {"players", "who can play: the SPECs of --player", write_players},
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
    text_add(out, text_ends(text_chars(out), "\n") ? "\nOptions:\n" : "\n\nOptions:\n");
    Option *options = command_options(command);
    options_help(options, out);
    free(options);
}

int help_print(const Command *command) {
    Text out = {0};
    write_command(command, &out);
    output_end(&out);
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
    command_names(&known);
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
    if (given->man && word)
        code =
            call_fail(call, EXIT_USAGE, "--man is the manual of all commands, and takes no word");
    else if (given->man)
        man_page(call->registry, &out);
    else if (!word)
        write_overview(&out);
    else if (command)
        write_command(command, &out);
    else if (topic)
        topic->write(call->registry, &out);
    else
        code = unknown_topic(call, word);
    output_end(&out);
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
