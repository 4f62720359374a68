// SPDX-License-Identifier: MIT
// A subcommand is one row: its words, its options and the function that runs it. Parsing, range
// checks, `tengen help`, `tengen CMD --help` and the man page all come from these rows.
//
// To add a command: write src/cli/NAME.c with a `const Command NAME_command`, declare it below and
// add one row to the table in commands.c. Nothing else needs to know.
//
//     typedef struct ConvertOptions {
//         CommonOptions common; // always first
//         bool force;
//     } ConvertOptions;
//
//     static const Option options[] = {
//         {"force", OPTION_FLAG, offsetof(ConvertOptions, force), .help = "write over OUT"},
//         {0},
//     };
//
//     static int run(const Call *call) {
//         const ConvertOptions *given = call->options;
//         ...
//         return call_error(call, EXIT_USAGE);
//     }
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/option.h"
#include "cli/common.h"
#include "engine/registry.h"

#include <stdio.h>

// What a run ends with.
enum {
    EXIT_GOOD = 0,    // done, and the answer is good
    EXIT_BAD = 1,     // done, and it is not: a failed test, "unknown"
    EXIT_USAGE = 2,   // wrong input; one line said what was wrong and what is accepted
    EXIT_MACHINE = 3, // a file, memory or a child process failed
};

typedef struct Command Command;

// One run of a command. Everything belongs to main.c.
typedef struct Call {
    const Command *command;
    const Registry *registry;
    const void *options; // the command's own struct, which begins with CommonOptions:
    const CommonOptions *common;
    char **words; // what was no option; within min_words .. max_words
    size_t word_count;
    FILE *log;  // of --log, NULL without it
    Error *err; // for call_error()
} Call;

struct Command {
    const char *name;
    const char *usage;   // behind the name: "POSITION"
    const char *summary; // one line for the overview
    const char *details; // paragraphs for `help CMD` and the man page; lines of up to 79 characters
    unsigned common;     // the COMMON_ bits of the options it takes
    const Option *options;    // its own, NULL for none; offsets are into the struct of `size` bytes
    size_t size;              // of its own struct; 0 when CommonOptions is all it needs
    const void *defaults;     // a struct like that, for its own fields; NULL: all zero
    const char *game;         // where no option names one; NULL: it has none of its own
    int min_words, max_words; // words that are no options; max_words -1: any number
    int (*run)(const Call *call); // returns one of the codes above
};

// All commands, in the order help lists them; ends with NULL.
extern const Command *const command_table[];
const Command *command_find(const char *name);
void command_names(Text *out); // of all of them, with commas

// Parses argv (what stands behind the command's name), runs the command and returns its exit code.
int command_run(const Command *command, const Registry *registry, int argc, char **argv);

// The options a command takes, common ones first, as one table. free() releases it.
Option *command_options(const Command *command);

// Says "tengen NAME: sentence" on stderr and returns `code`, so that `return call_fail(...)` reads
// well. Says nothing once output is lost: that is told when the program ends.
int call_fail(const Call *call, int code, const char *format, ...) PRINTF_LIKE(3, 4);
int call_error(const Call *call, int code); // the same with the sentence of call->err

// Hands the text to stdout now, so that a reader sees it as it comes, and empties it. False when
// it is no longer taken (closed pipe, full disk): stop working; main.c says why and exits with
// 3, or ends as quietly as other programs do when their reader has gone.
bool output_flush(Text *text);
bool output_end(Text *text); // the same, and releases it
// Did a write fail because who read our output has gone, as `head` goes? Nothing is wrong then.
bool output_is_unread(void);

// Prints the command's page on stdout; returns an exit code.
int help_print(const Command *command);

// Each lives in the file of its name, those of protocols in protocols.c.
extern const Command bench_command, convert_command, db_command, eval_command, gomocup_command,
    gtp_command, help_command, lab_command, play_command, selfplay_command, serve_command,
    train_command, tune_command, analyze_command, solve_command, suite_command, match_command,
    openings_command;

#endif
