// SPDX-License-Identifier: MIT
#include "match/journal.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "match/json_reader.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct Journal {
    char *folder;
    const PlayedContext *context;
    int file; // games.jsonl, appended to and locked
    pthread_mutex_t mutex;
};

static char *path_of(const char *folder, const char *name) {
    Text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    return text_take(&path);
}

// --- the folder ---

static bool make_folder(const char *path, Error *err) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    return error_set(err, "cannot make the folder '%.200s': %s", path, strerror(errno));
}

// What a run leaves that was cut off before it began: a half-written match.json, an empty games/.
static bool is_debris(const char *name) {
    return text_starts(name, "match.json.") || strcmp(name, "games") == 0;
}

// Files that were being written when a run was cut off keep their temporary names: NAME.sgf.0123...
static void sweep_games(const char *folder) {
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (strstr(entry->d_name, ".sgf.") || strstr(entry->d_name, ".psq.")) {
            char *path = path_of(folder, entry->d_name);
            unlink(path);
            free(path);
        }
    if (entries)
        closedir(entries);
}

static bool check_empty(const char *folder, bool resume, Error *err) {
    DIR *entries = opendir(folder);
    if (!entries)
        return error_set(err, "cannot read the folder '%.200s': %s", folder, strerror(errno));
    bool ok = true;
    for (struct dirent *entry; ok && (entry = readdir(entries));)
        ok = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
             (resume && is_debris(entry->d_name));
    closedir(entries);
    if (!ok && resume)
        error_set(err, "there is no match in the folder '%.200s' to go on with", folder);
    else if (!ok)
        error_set(err, "the folder '%.200s' is not empty; give another one, or --resume", folder);
    return ok;
}

// --- match.json ---

static bool write_settings(const char *path, const JournalSetting *settings, size_t count,
                           Error *err) {
    Text text = {0};
    Json json = {.out = &text};
    json_begin_object(&json);
    for (size_t i = 0; i < count; i++) {
        json_key(&json, settings[i].name);
        json_text(&json, settings[i].value);
    }
    json_end_object(&json);
    text_add_char(&text, '\n');
    bool ok = file_write(path, text.chars, text.length, err);
    text_free(&text);
    return ok;
}

// The text as match.json gives it back: bytes that are no UTF-8 are written as '?'.
static char *as_kept(const char *value) {
    Text text = {0};
    Json json = {.out = &text};
    json_text(&json, value);
    JsonTree tree;
    char *kept = NULL;
    if (json_read(&tree, text.chars, text.length, NULL)) {
        kept = mem_copy_text(json_to_text(tree.root));
        json_tree_free(&tree);
    }
    text_free(&text);
    return kept ? kept : mem_copy_text("");
}

static bool same_setting(const JsonValue *root, const JournalSetting *setting, const char *folder,
                         Error *err) {
    const char *was = json_to_text(json_get(root, setting->name));
    char *is = as_kept(setting->value);
    bool same = !setting->fixed || (was && strcmp(was, is) == 0);
    if (!same && was)
        error_set(err,
                  "the match in '%.100s' is played with %s '%.100s', not '%.100s'; --resume takes "
                  "the same options",
                  folder, setting->name, was, is);
    else if (!same)
        error_set(err, "match.json in '%.100s' does not say '%s'", folder, setting->name);
    free(is);
    return same;
}

static bool compare_settings(const char *folder, const char *path, const JournalSetting *settings,
                             size_t count, Error *err) {
    Text text = {0};
    JsonTree tree = {0};
    bool ok = file_read(path, &text, err) && json_read(&tree, text_chars(&text), text.length, err);
    for (size_t i = 0; i < count && ok; i++)
        ok = same_setting(tree.root, &settings[i], folder, err);
    json_tree_free(&tree);
    text_free(&text);
    return ok;
}

char *journal_setting(const char *folder, const char *name) {
    char *path = path_of(folder, "match.json"), *value = NULL;
    Text text = {0};
    JsonTree tree;
    if (file_read(path, &text, NULL) && json_read(&tree, text_chars(&text), text.length, NULL)) {
        value = mem_copy_text(json_to_text(json_get(tree.root, name)));
        json_tree_free(&tree);
    }
    text_free(&text);
    free(path);
    return value;
}

// --- games.jsonl ---

// Hands out every complete line; *good is where the last of them ends. A last line that is no game
// or has no end was never finished; any other that is no game means that this is not our file.
static bool read_games(const char *path, const PlayedContext *context, JournalFn on_game,
                       void *user, off_t *good, Error *err) {
    *good = 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT || error_set(err, "cannot read '%.200s': %s", path, strerror(errno));
    char *text = NULL;
    size_t capacity = 0, line = 0;
    bool ok = true;
    for (ssize_t length; ok && (length = getline(&text, &capacity, file)) > 0;) {
        Played played;
        Error why = {""};
        line++;
        if (text[length - 1] == '\n' &&
            played_parse(&played, context, text, (size_t)length - 1, &why)) {
            on_game(&played, user);
            *good += length;
        } else {
            int more = getc(file);
            ok = more == EOF || error_set(err, "%.150s:%zu: %s", path, line, why.text);
            break;
        }
    }
    free(text);
    fclose(file);
    return ok;
}

bool journal_read(const char *folder, const PlayedContext *context, JournalFn on_game, void *user,
                  Error *err) {
    char *path = path_of(folder, "games.jsonl");
    off_t good;
    bool ok = read_games(path, context, on_game, user, &good, err);
    free(path);
    return ok;
}

static int open_games(const char *folder, Error *err) {
    char *path = path_of(folder, "games.jsonl");
    int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        error_set(err, "cannot open '%.200s': %s", path, strerror(errno));
    else if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        error_set(err, "another match is being played in the folder '%.200s'", folder);
        close(file);
        file = -1;
    }
    free(path);
    return file;
}

// Everything that makes the folder ours, with the file locked.
static bool take_up(Journal *journal, bool begun, const JournalSetting *settings, size_t count,
                    JournalFn on_game, void *user, bool *broken, Error *err) {
    char *settings_path = path_of(journal->folder, "match.json");
    char *games_path = path_of(journal->folder, "games.jsonl");
    char *games_folder = path_of(journal->folder, "games");
    bool ok = true;
    if (begun) {
        off_t good;
        ok = compare_settings(journal->folder, settings_path, settings, count, err) &&
             read_games(games_path, journal->context, on_game, user, &good, err);
        if (ok && ftruncate(journal->file, good) != 0) {
            *broken = true;
            ok = error_set(err, "cannot write '%.200s': %s", games_path, strerror(errno));
        }
    }
    // A match that goes on may have become longer, or have been given an anchor.
    if (ok && !write_settings(settings_path, settings, count, err)) {
        *broken = true;
        ok = false;
    }
    if (ok && !make_folder(games_folder, err)) {
        *broken = true;
        ok = false;
    }
    if (ok && begun)
        sweep_games(games_folder);
    free(settings_path);
    free(games_path);
    free(games_folder);
    return ok;
}

Journal *journal_open(const char *folder, bool resume, const JournalSetting *settings,
                      size_t setting_count, const PlayedContext *context, JournalFn on_game,
                      void *user, bool *broken, Error *err) {
    *broken = false;
    if (!make_folder(folder, err)) {
        *broken = true;
        return NULL;
    }
    char *settings_path = path_of(folder, "match.json");
    bool begun = resume && access(settings_path, F_OK) == 0;
    free(settings_path);
    if (!begun && !check_empty(folder, resume, err))
        return NULL;
    Journal *journal = mem_new(sizeof *journal);
    journal->folder = mem_copy_text(folder);
    journal->context = context;
    pthread_mutex_init(&journal->mutex, NULL);
    journal->file = -1;
    // match.json is written first: a folder with a games.jsonl always has its settings.
    bool ok = begun || take_up(journal, false, settings, setting_count, NULL, NULL, broken, err);
    if (ok) {
        journal->file = open_games(folder, err);
        ok = journal->file >= 0;
    }
    if (ok && begun)
        ok = take_up(journal, true, settings, setting_count, on_game, user, broken, err);
    if (ok)
        return journal;
    journal_close(journal);
    return NULL;
}

void journal_close(Journal *journal) {
    if (!journal)
        return;
    if (journal->file >= 0)
        close(journal->file);
    pthread_mutex_destroy(&journal->mutex);
    free(journal->folder);
    free(journal);
}

static bool write_record(const Journal *journal, const Played *played, const Record *record,
                         const char *extension, Error *err) {
    Text path = {0};
    text_addf(&path, "%s/games/%05lld.%s", journal->folder, (long long)played->number + 1,
              extension);
    bool ok = record_write(record, path.chars, err);
    text_free(&path);
    return ok;
}

static bool append(Journal *journal, const Text *line, Error *err) {
    pthread_mutex_lock(&journal->mutex);
    ssize_t written = write(journal->file, line->chars, line->length);
    bool ok = written == (ssize_t)line->length;
    int why = written >= 0 ? ENOSPC : errno;
    pthread_mutex_unlock(&journal->mutex);
    if (ok && fdatasync(journal->file) == 0)
        return true;
    return error_set(err, "cannot write '%.200s/games.jsonl': %s", journal->folder,
                     strerror(ok ? errno : why));
}

bool journal_add(Journal *journal, const Played *played, const Position *last, Error *err) {
    Record *record = played_record(played, journal->context, last);
    bool ok = write_record(journal, played, record, "sgf", err);
    // PSQ cannot hold hexagons nor stones that were set up; the SGF has those games all the same.
    Text psq = {0};
    if (ok && record_print(record, RECORD_PSQ, &psq, NULL))
        ok = write_record(journal, played, record, "psq", err);
    text_free(&psq);
    record_free(record);
    Text line = {0};
    played_print(played, journal->context, &line);
    ok = ok && append(journal, &line, err);
    text_free(&line);
    return ok;
}
