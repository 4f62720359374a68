// SPDX-License-Identifier: MIT
#include "match/journal.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

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
    char *folder, *settings, *games, *records; // paths of the folder and of what is in it
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
    Json json = json_line(&text);
    for (size_t i = 0; i < count; i++)
        json_put_text(&json, settings[i].name, settings[i].value);
    json_end_line(&json);
    bool ok = file_write(path, text.chars, text.length, err);
    text_free(&text);
    return ok;
}

// The text as match.json gives it back: bytes that are no UTF-8 are written as '?'.
static char *as_kept(const char *value) {
    Text text = {0};
    Json json = {.out = &text};
    json_begin_array(&json);
    json_text(&json, value);
    json_end_array(&json);
    Value *root = value_parse(text.chars, text.length, NULL);
    char *kept = mem_copy_text(value_text(value_at(root, 0)));
    value_free(root);
    text_free(&text);
    return kept ? kept : mem_copy_text("");
}

static bool same_setting(const Value *root, const JournalSetting *setting, const char *folder,
                         Error *err) {
    const char *was = value_get_text(root, setting->name);
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

Value *journal_settings(const char *folder, Error *err) {
    char *path = path_of(folder, "match.json");
    Text text = {0};
    Value *root =
        file_read(path, &text, err) ? value_parse(text_chars(&text), text.length, err) : NULL;
    text_free(&text);
    free(path);
    return root;
}

static bool compare_settings(const char *folder, const JournalSetting *settings, size_t count,
                             Error *err) {
    Value *root = journal_settings(folder, err);
    bool ok = root != NULL;
    for (size_t i = 0; i < count && ok; i++)
        ok = same_setting(root, &settings[i], folder, err);
    value_free(root);
    return ok;
}

// --- games.jsonl ---

// Hands out every complete line; *good is where the last of them ends. A last line that is no game
// or has no end was never finished; any other that is no game means that this is not our file.
static bool read_games(const char *path, const PlayedContext *context, JournalFn on_game,
                       void *user, off_t *good, Error *err) {
    *good = 0;
    Error none;
    FILE *file = file_open(path, &none);
    if (!file)
        return errno == ENOENT || error_set(err, "%s", none.text);
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

static bool open_games(Journal *journal, Error *err) {
    journal->file = open(journal->games, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (journal->file < 0)
        return error_set(err, "cannot open '%.200s': %s", journal->games, strerror(errno));
    return flock(journal->file, LOCK_EX | LOCK_NB) == 0 ||
           error_set(err, "another match is being played in the folder '%.200s'", journal->folder);
}

// Everything that makes the folder ours, with the file locked.
static bool take_up(Journal *journal, bool begun, const JournalSetting *settings, size_t count,
                    JournalFn on_game, void *user, bool *broken, Error *err) {
    off_t good;
    if (begun && (!compare_settings(journal->folder, settings, count, err) ||
                  !read_games(journal->games, journal->context, on_game, user, &good, err)))
        return false;
    if (begun && ftruncate(journal->file, good) != 0)
        *broken = !error_set(err, "cannot write '%.200s': %s", journal->games, strerror(errno));
    // A match that goes on may have become longer, or have been given an anchor.
    *broken = *broken || !write_settings(journal->settings, settings, count, err) ||
              !make_folder(journal->records, err);
    if (begun && !*broken)
        sweep_games(journal->records);
    return !*broken;
}

Journal *journal_open(const char *folder, bool resume, const JournalSetting *settings,
                      size_t setting_count, const PlayedContext *context, JournalFn on_game,
                      void *user, bool *broken, Error *err) {
    Journal *journal = mem_new(sizeof *journal);
    *journal = (Journal){.folder = mem_copy_text(folder),
                         .settings = path_of(folder, "match.json"),
                         .games = path_of(folder, "games.jsonl"),
                         .records = path_of(folder, "games"),
                         .context = context,
                         .file = -1};
    pthread_mutex_init(&journal->mutex, NULL);
    *broken = !make_folder(folder, err);
    bool begun = resume && access(journal->settings, F_OK) == 0;
    // match.json is written first: a folder with a games.jsonl always has its settings.
    bool ready =
        !*broken &&
        (begun || (check_empty(folder, resume, err) &&
                   take_up(journal, false, settings, setting_count, NULL, NULL, broken, err)));
    if (ready && open_games(journal, err) &&
        (!begun || take_up(journal, true, settings, setting_count, on_game, user, broken, err)))
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
    free(journal->settings);
    free(journal->games);
    free(journal->records);
    free(journal);
}

static bool write_record(const Journal *journal, const Played *played, const Record *record,
                         const char *extension, Error *err) {
    Text path = {0};
    text_addf(&path, "%s/%05lld.%s", journal->records, (long long)played->number + 1, extension);
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
