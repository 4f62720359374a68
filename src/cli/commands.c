// SPDX-License-Identifier: MIT
// The table of all commands, and how one of them is run.
#include "cli/command.h"

#include "base/memory.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A row a line, so that additions do not meet.
// clang-format off
const Command *const command_table[] = {
    &play_command,
    &serve_command,
    &analyze_command,
    &solve_command,
    &eval_command,
    &suite_command,
    &match_command,
    &selfplay_command,
    &train_command,
    &tune_command,
    &openings_command,
    &lab_command,
    &bench_command,
    &convert_command,
    &db_command,
    &gomocup_command,
    &gtp_command,
    &help_command,
    NULL,
};
// clang-format on

const Command *command_find(const char *name) {
    for (const Command *const *row = command_table; *row; row++)
        if (strcmp((*row)->name, name) == 0)
            return *row;
    return NULL;
}

void command_names(Text *out) {
    for (const Command *const *row = command_table; *row; row++)
        text_addf(out, "%s%s", out->length ? ", " : "", (*row)->name);
}

Option *command_options(const Command *command) {
    size_t own = 0;
    while (command->options && command->options[own].name)
        own++;
    Option *table = mem_new_array(own + COMMON_ROWS_MAX + 1, sizeof *table);
    // A command's own options come first: they are what it is about.
    if (own)
        memcpy(table, command->options, own * sizeof *table);
    common_rows(command->common, table + own);
    return table;
}

int call_fail(const Call *call, int code, const char *format, ...) {
    if (ferror(stdout)) // that is told at the end; what else fails follows from it
        return code;
    char line[sizeof((Error *)0)->text];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    Error sentence; // replaces control characters in what was quoted
    error_set(&sentence, "%s", line);
    fprintf(stderr, "tengen %s: %s\n", call->command->name, sentence.text);
    return code;
}

int call_error(const Call *call, int code) {
    return call_fail(call, code, "%s", call->err->text);
}

bool output_flush(Text *text) {
    if (text->length)
        fwrite(text->chars, 1, text->length, stdout);
    text_clear(text);
    return fflush(stdout) == 0 && !ferror(stdout);
}

bool output_end(Text *text) {
    bool taken = output_flush(text);
    text_free(text);
    return taken;
}

bool output_is_unread(void) {
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return ferror(stdout) && poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP));
}

static int wrong_words(const Call *call) {
    const Command *command = call->command;
    if ((int)call->word_count < command->min_words)
        return call_fail(call, EXIT_USAGE, "something is missing; type: tengen %s %s",
                         command->name, command->usage);
    return call_fail(call, EXIT_USAGE, "'%.60s' is one word too many; type: tengen %s %s",
                     call->words[command->max_words], command->name, command->usage);
}

// What is written to a log is looked at when it ends: no answer is held back for it. Some of it may
// have failed long ago, then the reason is lost.
static int close_log(const Call *call, int code) {
    bool lost = ferror(call->log);
    if (fclose(call->log) == 0 && !lost)
        return code;
    call_fail(call, EXIT_MACHINE, "cannot write the log '%.200s': %s", call->common->log_path,
              lost ? "a part of it is lost" : strerror(errno));
    return EXIT_MACHINE;
}

// Everything between parsing and freeing.
static int run_parsed(Call *call, CommonOptions *common) {
    const Command *command = call->command;
    if (common->help)
        return help_print(command);
    if (!common_resolve(common, registry_games(call->registry), call->err))
        return call_error(call, EXIT_USAGE);
    if (!common->game && command->game)
        common->game = registry_game(call->registry, command->game, NULL);
    int words = (int)call->word_count;
    if (words < command->min_words || (command->max_words >= 0 && words > command->max_words))
        return wrong_words(call);
    if (common->log_path) {
        call->log = fopen(common->log_path, "a");
        if (!call->log)
            return call_fail(call, EXIT_MACHINE, "cannot write the log '%.200s': %s",
                             common->log_path, strerror(errno));
        setvbuf(call->log, NULL, _IOLBF, 0);
    }
    int code = command->run(call);
    return call->log ? close_log(call, code) : code;
}

int command_run(const Command *command, const Registry *registry, int argc, char **argv) {
    CommonOptions *options = mem_new(command->size ? command->size : sizeof *options);
    if (command->defaults)
        memcpy(options, command->defaults, command->size);
    *options = common_defaults;
    Option *table = command_options(command);
    TextList rest = {0};
    Error err = {0};
    Call call = {.command = command,
                 .registry = registry,
                 .options = options,
                 .common = options,
                 .err = &err};
    int code;
    if (!options_parse(table, options, argc, argv, &rest, &err)) {
        code = call_error(&call, EXIT_USAGE);
    } else {
        call.words = rest.items;
        call.word_count = rest.count;
        code = run_parsed(&call, options);
    }
    list_free(&rest);
    options_free(table, options);
    free(table);
    free(options);
    return code;
}
