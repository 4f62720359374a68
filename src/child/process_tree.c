// SPDX-License-Identifier: MIT
#include "child/process_tree.h"

#include "base/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Stat {
    pid_t pid, parent;
    uint64_t resident_bytes;
    bool below; // it descends from the root
} Stat;

typedef struct StatList {
    Stat *items;
    size_t count, capacity;
} StatList;

// The fields of /proc/PID/stat behind the name, which may itself hold blanks and parentheses:
//   1234 (a name) S ppid pgrp session ... field 24 resident pages
static bool stat_read(pid_t pid, Stat *stat) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return false;
    text[length] = 0;
    char *behind = strrchr(text, ')');
    int parent;
    unsigned long long pages;
    if (!behind || sscanf(behind + 1,
                          " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                          "%*d %*u %*u %llu",
                          &parent, &pages) != 2)
        return false;
    *stat = (Stat){pid, parent, pages * (uint64_t)sysconf(_SC_PAGESIZE), false};
    return true;
}

static void list_all(StatList *list) {
    DIR *folder = opendir("/proc");
    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        Stat stat;
        if (!isdigit((unsigned char)entry->d_name[0]) || !stat_read(atoi(entry->d_name), &stat))
            continue;
        list->items = mem_grow(list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = stat;
    }
    closedir(folder);
}

static bool is_below(const StatList *list, pid_t pid) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].pid == pid)
            return list->items[i].below;
    return false;
}

ProcessTree process_tree_read(pid_t root) {
    StatList list = {0};
    ProcessTree tree = {0};
    list_all(&list);
    // Generations may be listed in any order, so descent is handed down until nothing is new.
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < list.count; i++) {
            Stat *stat = &list.items[i];
            if (stat->below || (stat->parent != root && !is_below(&list, stat->parent)))
                continue;
            grew = stat->below = true;
            tree.count++;
            tree.resident_bytes += stat->resident_bytes;
        }
    }
    free(list.items);
    return tree;
}
