// SPDX-License-Identifier: MIT
// Where it begins: find the command, run it, make sure that what it said has arrived.
#include "cli/command.h"
#include "cli/compose.h"
#include "tengen.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

static int no_such_command(const char *name) {
    Text known = {0};
    command_names(&known);
    Error sentence; // replaces control characters in the name
    error_set(&sentence, "there is no command '%.60s'; there are: %s", name, text_chars(&known));
    fprintf(stderr, "tengen: %s\n", sentence.text);
    text_free(&known);
    return EXIT_USAGE;
}

// GUIs start a Gomocup program under a name like pbrain-tengen and pass no arguments.
static bool called_as_brain(const char *program) {
    const char *slash = strrchr(program, '/');
    return text_starts(slash ? slash + 1 : program, "pbrain-");
}

static bool asks_version(const char *word) {
    return strcmp(word, "--version") == 0 || strcmp(word, "-v") == 0 ||
           strcmp(word, "version") == 0;
}

static int print_version(char **more) {
    if (*more) {
        Error sentence; // makes control characters in the word harmless
        error_set(&sentence, "'%.60s' is one word too many; type: tengen --version", *more);
        fprintf(stderr, "tengen: %s\n", sentence.text);
        return EXIT_USAGE;
    }
    puts("tengen " TENGEN_VERSION);
    return EXIT_GOOD;
}

static int dispatch(const Registry *registry, int argc, char **argv) {
    if (argc > 0 && called_as_brain(argv[0]) && command_find("gomocup"))
        return command_run(command_find("gomocup"), registry, argc - 1, argv + 1);
    if (argc < 2)
        return command_run(&help_command, registry, 0, NULL);
    if (asks_version(argv[1]))
        return print_version(argv + 2);
    bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    const Command *command = help ? &help_command : command_find(argv[1]);
    return command ? command_run(command, registry, argc - 2, argv + 2) : no_such_command(argv[1]);
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");
    // A closed pipe, ours or a child's, is an error to report and not a silent death.
    signal(SIGPIPE, SIG_IGN);
    Registry *registry = compose_registry();
    int code = dispatch(registry, argc, argv);
    registry_free(registry);
    bool flushed = fflush(stdout) == 0;
    if (output_is_unread()) { // as the signal would have ended us: the shell knows what it means
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (!flushed || ferror(stdout)) {
        // An earlier write may have been the one that failed; what errno said then is gone.
        fprintf(stderr, "tengen: cannot write the output: %s\n",
                flushed ? "a part of it is lost" : strerror(errno));
        code = EXIT_MACHINE;
    }
    return code;
}
