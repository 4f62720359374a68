// SPDX-License-Identifier: MIT
// Another program that holds the database for so many milliseconds, for faults.mjs: lock FILE MS
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    sqlite3 *file = NULL;
    if (argc != 3 || sqlite3_open(argv[1], &file) != SQLITE_OK)
        return 2;
    sqlite3_busy_timeout(file, 5000);
    int code = sqlite3_exec(file, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK ? 0 : 1;
    if (!code)
        usleep((useconds_t)atoi(argv[2]) * 1000);
    sqlite3_exec(file, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(file);
    return code;
}
