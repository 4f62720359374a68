// SPDX-License-Identifier: MIT
#include "cli/kept.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/player.h"
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// "played/" beside the library.
static char *folder(Error *err) {
    char *library = store_default_path(NULL);
    if (!library) {
        error_set(err, "neither HOME nor XDG_DATA_HOME is set");
        return NULL;
    }
    Text path = {0};
    text_add_bytes(&path, library, (size_t)(strrchr(library, '/') + 1 - library));
    text_add(&path, "played/");
    free(library);
    return text_take(&path);
}

static bool make_folders(char *path, Error *err) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!good)
            error_set(err, "cannot make the folder '%.200s': %s", path, strerror(errno));
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

char *kept_new_path(Error *err) {
    char *place = folder(err);
    if (!place)
        return NULL;
    Text path = {0};
    char moment[32] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(moment, sizeof moment, "%Y-%m-%d-%H%M%S", &local);
    bool good = make_folders(place, err);
    // By name they are in order of time; the process tells two terminals apart, a number two games.
    for (int i = 1; good && (i == 1 || access(text_chars(&path), F_OK) == 0); i++) {
        text_clear(&path);
        text_addf(&path, "%s%s-%d-%d.sgf", place, moment, (int)getpid(), i);
    }
    free(place);
    if (good)
        return text_take(&path);
    text_free(&path);
    return NULL;
}

bool kept_owns(const char *path) {
    char *place = folder(NULL);
    bool owns = place && strncmp(path, place, strlen(place)) == 0;
    free(place);
    return owns;
}

// --- games to go on with ---

enum { FILES_READ = 200, GAMES_FOUND = 20 }; // a menu is no library

static bool is_person(const char *name) {
    return name && text_same(name, SEAT_HUMAN);
}

// NULL for a game that is over; err says what is wrong with the file.
static Position *unfinished(const Record *record, Error *err) {
    Position *position = record_replay(record, err);
    if (!position || (!record->result && position_result(position) == RESULT_NONE))
        return position;
    position_free(position);
    error_set(err, "that game is over");
    return NULL;
}

// Another program's word for an opening is not ours.
static OpeningKind opening_of(const Record *record) {
    OpeningKind opening = OPENING_FREE;
    bool known = record->opening && opening_parse(record->opening, &opening, NULL);
    return known ? opening : OPENING_FREE;
}

OpeningKind kept_opening(const char *path, const GameType *const *games) {
    Record *record = record_read(path, &(RecordHints){.games = games}, NULL);
    OpeningKind opening = record ? opening_of(record) : OPENING_FREE;
    record_free(record);
    return opening;
}

bool kept_read(const char *path, const GameType *const *games, KeptList *list, Error *err) {
    Record *record = record_read(path, &(RecordHints){.games = games}, err);
    Position *position = record ? unfinished(record, err) : NULL;
    if (position) {
        list->items = mem_grow(list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = (KeptGame){
            .path = mem_copy_text(path),
            .position = position,
            .opening = opening_of(record),
            .people = {is_person(record->black), is_person(record->white)},
        };
    }
    record_free(record);
    return position != NULL;
}

static void drop_last(KeptList *list) {
    KeptGame *last = &list->items[--list->count];
    free(last->path);
    position_free(last->position);
}

static int newest_first(const struct dirent **a, const struct dirent **b) {
    return strcmp((*b)->d_name, (*a)->d_name);
}

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".sgf") == 0;
}

void kept_find(const GameType *const *games, KeptList *list) {
    char *place = folder(NULL);
    struct dirent **entries = NULL;
    int count = place ? scandir(place, &entries, is_record, newest_first) : 0;
    for (int i = 0; i < count; i++) {
        Text path = {0};
        text_addf(&path, "%s%s", place, entries[i]->d_name);
        bool wanted = i < FILES_READ && list->count < GAMES_FOUND;
        // One whose moves were all taken back is no game.
        if (wanted && kept_read(text_chars(&path), games, list, NULL) &&
            !list->items[list->count - 1].position->ply_count)
            drop_last(list);
        text_free(&path);
        free(entries[i]);
    }
    free(entries);
    free(place);
}

void kept_free(KeptList *list) {
    while (list->count)
        drop_last(list);
    free(list->items);
    *list = (KeptList){0};
}
