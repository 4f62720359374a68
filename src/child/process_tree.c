// SPDX-License-Identifier: MIT
#include "child/process_tree.h"

#include "base/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Stat {
    TreeMember member;
    pid_t parent, group;
    bool ours;
} Stat;

typedef struct StatList {
    Stat *items;
    size_t count, capacity;
} StatList;

// The fields of /proc/PID/stat behind the name, which may itself hold blanks and parentheses:
//   1234 (a name) S ppid pgrp session ... field 22 starttime, field 24 resident pages
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
    char state;
    int parent, group;
    unsigned long long started, pages;
    if (!behind || sscanf(behind + 1,
                          " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                          "%*d %llu %*u %llu",
                          &state, &parent, &group, &started, &pages) != 5)
        return false;
    *stat = (Stat){.parent = parent, .group = group};
    stat->member = (TreeMember){pid, started, pages * (uint64_t)sysconf(_SC_PAGESIZE)};
    return true;
}

static void list_all(StatList *list) {
    DIR *folder = opendir("/proc");
    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        Stat stat;
        if (isdigit((unsigned char)entry->d_name[0]) && stat_read(atoi(entry->d_name), &stat))
            *MEM_MORE(list->items, list->count, list->capacity) = stat;
    }
    closedir(folder);
}

static const Stat *find(const StatList *list, pid_t pid) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].member.pid == pid)
            return &list->items[i];
    return NULL;
}

// No process is older than the leader it descends from, so few environments need to be read.
static bool is_marked(const Stat *stat, const Stat *leader, const ChildMark *mark) {
    return (!leader || stat->member.started >= leader->member.started) &&
           mark_is_on(stat->member.pid, mark, 1);
}

static void add_member(ProcessTree *tree, TreeMember member) {
    *MEM_MORE(tree->members, tree->count, tree->capacity) = member;
}

void process_tree_read(ProcessTree *tree, pid_t leader, const ChildMark *mark) {
    StatList list = {0};
    list_all(&list);
    const Stat *first = find(&list, leader);
    for (size_t i = 0; i < list.count; i++) {
        Stat *stat = &list.items[i];
        stat->ours = stat == first || stat->group == leader || is_marked(stat, first, mark);
    }
    // Generations may be listed in any order, so the mark is handed down until nothing is new.
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < list.count; i++) {
            Stat *stat = &list.items[i];
            const Stat *parent = stat->ours ? NULL : find(&list, stat->parent);
            if (parent && parent->ours)
                grew = stat->ours = true;
        }
    }
    tree->count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (list.items[i].ours)
            add_member(tree, list.items[i].member);
    free(list.items);
}

void process_tree_merge(ProcessTree *tree, const ProcessTree *more) {
    size_t before = tree->count;
    for (size_t i = 0; i < more->count; i++) {
        TreeMember member = more->members[i];
        size_t at = 0;
        while (at < before &&
               (tree->members[at].pid != member.pid || tree->members[at].started != member.started))
            at++;
        if (at == before)
            add_member(tree, member);
    }
}

void process_tree_kill(const ProcessTree *tree) {
    for (size_t i = 0; i < tree->count; i++) {
        Stat now;
        if (stat_read(tree->members[i].pid, &now) && now.member.started == tree->members[i].started)
            kill(tree->members[i].pid, SIGKILL);
    }
}
