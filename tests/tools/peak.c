// SPDX-License-Identifier: MIT
// Runs a program and writes the most memory it had resident, in MB, to a file: peak FILE PROGRAM
// [ARGS...]. Ends as the program does.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 2;
    FILE *file = fopen(argv[1], "w");
    if (!file || fprintf(file, "%ld\n", used.ru_maxrss / 1024) < 0 || fclose(file) != 0)
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
