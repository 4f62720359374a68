// SPDX-License-Identifier: MIT
// `tengen db import`: files, folders and matches into the database. First all sources are listed,
// then read in batches, each of which is on the disk before it counts.
#include "cli/db.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "game/notation.h"
#include "game/sgf.h"
#include "match/archive.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A batch is small, and a pause follows it: others write to the library meanwhile, and what was done
// is there when we are ended early. A sync for each game would take ten times as long.
enum { BATCH_GAMES = 100, BATCH_US = 100000, PAUSE_MS = 10 };
enum { DRAW_US = 100000, BAR_CHARS = 30 };

typedef struct Source {
    char *path;
    bool match; // the folder of a match, else a record
} Source;

typedef struct Import {
    const Call *call;
    Store *store;
    RecordHints hints;
    const StopFlag *stop;
    bool interrupted;
    Source *sources;
    size_t count, capacity;
    bool progress;
    // Games: what is to be done and what was done, kept on the disk and still in the batch.
    int64_t expected, done;
    int64_t added, known, refused, batch_added, batch_games;
    int64_t batch_us, drawn_us;
    bool failed; // the database: nothing more can be done
    Error err;
} Import;

// --- which sources there are ---

static char *path_in(const char *folder, const char *name) {
    Text path = {0};
    size_t length = strlen(folder);
    text_addf(&path, "%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
    return text_take(&path);
}

static bool is_there(const char *folder, const char *name) {
    char *path = path_in(folder, name);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

static void add_source(Import *import, const char *path, bool match) {
    *MEM_MORE(import->sources, import->count, import->capacity) =
        (Source){mem_copy_text(path), match};
}

static bool is_match(const char *folder) {
    return is_there(folder, "match.json") && is_there(folder, "games.jsonl");
}

// Is this a record one would want from a folder? A .txt may be anything; the runner writes a game
// as .sgf, which holds more, and as .psq.
static bool is_wanted(const char *folder, const char *name) {
    RecordFormat format;
    if (!record_format_of(name, &format) || format == RECORD_TEXT)
        return false;
    if (format != RECORD_PSQ)
        return true;
    Text twin = {0};
    text_add_bytes(&twin, name, strlen(name) - strlen(".psq"));
    text_add(&twin, ".sgf");
    bool wanted = !is_there(folder, twin.chars);
    text_free(&twin);
    return wanted;
}

static bool list_folder(Import *import, const char *folder, int depth);

// Links to folders are not followed: they may lead in circles. Pipes and devices are no records,
// whatever they are called.
static bool list_entry(Import *import, const char *folder, const char *name, bool in_match,
                       int depth) {
    char *path = path_in(folder, name);
    struct stat about;
    bool good = true;
    if (name[0] == '.' || lstat(path, &about) != 0)
        ;
    else if (S_ISDIR(about.st_mode))
        good = (in_match && strcmp(name, "games") == 0) || list_folder(import, path, depth + 1);
    else if ((S_ISREG(about.st_mode) || S_ISLNK(about.st_mode)) && is_wanted(folder, name))
        add_source(import, path, false);
    free(path);
    return good;
}

static bool list_folder(Import *import, const char *folder, int depth) {
    struct dirent **entries;
    if (depth > 64)
        return error_set(&import->err, "'%.200s' is too deep a folder", folder);
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return error_set(&import->err, "cannot read the folder '%.200s': %s", folder,
                         strerror(errno));
    bool match = is_match(folder), good = true;
    if (match)
        add_source(import, folder, true);
    for (int i = 0; i < count; i++) {
        good = good && list_entry(import, folder, entries[i]->d_name, match, depth);
        free(entries[i]);
    }
    free(entries);
    return good;
}

static bool list_word(Import *import, const char *word) {
    struct stat about;
    RecordFormat format;
    if (stat(word, &about) != 0)
        return error_set(&import->err, "cannot read '%.200s': %s", word, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return list_folder(import, word, 0);
    const char *slash = strrchr(word, '/'), *name = slash ? slash + 1 : word;
    if (strcmp(name, "games.jsonl") == 0) {
        Text folder = {0};
        text_add_bytes(&folder, word, (size_t)(name - word));
        add_source(import, folder.length ? folder.chars : ".", true);
        text_free(&folder);
        return true;
    }
    if (!record_format_of(word, &format))
        return error_set(&import->err,
                         "what is '%.200s'? A record ends in .sgf, .hsgf, .psq, .txt or .hexworld; "
                         "a match has a games.jsonl",
                         word);
    add_source(import, word, false);
    return true;
}

// --- what is seen of it ---

static void erase_bar(const Import *import) {
    if (import->progress)
        fputs("\r\x1b[K", stderr);
}

static void draw_bar(Import *import) {
    if (!import->progress || clock_now_us() - import->drawn_us < DRAW_US)
        return;
    import->drawn_us = clock_now_us();
    int64_t expected = import->expected > import->done ? import->expected : import->done;
    int filled = expected ? (int)(import->done * BAR_CHARS / expected) : 0;
    char bar[BAR_CHARS + 1] = {0};
    for (int i = 0; i < BAR_CHARS; i++)
        bar[i] = i < filled ? '#' : '.';
    fprintf(stderr, "\r\x1b[K[%s] %" PRId64 " of %" PRId64, bar, import->done, expected);
}

// --- the work ---

static bool finish_batch(Import *import) {
    if (import->failed)
        return false;
    if (!store_commit(import->store, &import->err)) {
        import->failed = true;
        return false;
    }
    import->added += import->batch_added;
    import->batch_added = import->batch_games = 0;
    return true;
}

static bool start_batch(Import *import) {
    import->batch_us = clock_now_us();
    if (!store_begin(import->store, &import->err))
        import->failed = true;
    return !import->failed;
}

// Takes the record of one game; without one, says why.
static void take_record(Import *import, Record *record, const char *path, const char *opening,
                        Error *err) {
    int64_t id;
    StoreNote note = {.opening = opening, .source = path};
    StoreVerdict verdict =
        record ? store_import(import->store, record, &note, &id, err) : STORE_REFUSED;
    record_free(record);
    switch (verdict) {
    case STORE_ADDED:
        import->batch_added++;
        break;
    case STORE_KNOWN:
        import->known++;
        break;
    case STORE_REFUSED:
        import->refused++;
        erase_bar(import);
        call_fail(import->call, EXIT_BAD, "%.200s: %s", path, err->text);
        break;
    case STORE_FAILED:
        import->failed = true;
        import->err = *err;
        return;
    }
    import->done++;
    if (++import->batch_games >= BATCH_GAMES || clock_now_us() - import->batch_us > BATCH_US)
        if (finish_batch(import)) {
            clock_sleep_ms(PAUSE_MS);
            start_batch(import);
        }
    draw_bar(import);
}

static void take_text(Import *import, const char *path, RecordFormat format, const Text *text) {
    const char *at = text_chars(text), *end = at + text->length;
    while (at && !import->failed) {
        Error err = {""};
        Record *record = record_parse(format, at, (size_t)(end - at), &import->hints, &err);
        at = format == RECORD_SGF ? sgf_next_tree(at, (size_t)(end - at)) : NULL;
        import->expected += at != NULL;
        take_record(import, record, path, NULL, &err);
    }
}

static void take_file(Import *import, const char *path) {
    Text text = {0};
    Error err = {""};
    RecordFormat format;
    if (record_format_of(path, &format) && file_read(path, &text, &err) &&
        record_decode(format, &text, &err))
        take_text(import, path, format, &text);
    else
        take_record(import, NULL, path, NULL, &err);
    text_free(&text);
}

// A game of a match, played again to its end.
static Record *played_again(const Archive *archive, const Played *played, Error *err) {
    const PlayedContext *context = &archive->context;
    Position *last = position_parse(context->type, context->rule, context->width, context->height,
                                    played->start, (int)played->to_move, err);
    bool good = last != NULL;
    for (size_t i = 0; good && i < played->move_count && played->moves[i].move != MOVE_RESIGN; i++)
        good = position_play(last, played->moves[i].move, err);
    Record *record = good ? played_record(played, context, last) : NULL;
    position_free(last);
    return record;
}

static void take_match(Import *import, const char *folder) {
    Archive archive;
    Error err = {""};
    if (!archive_read(&archive, folder, import->hints.games, &err)) {
        take_record(import, NULL, folder, NULL, &err);
        return;
    }
    import->expected += (int64_t)archive.count - 1;
    const char *opening = archive_setting(&archive, "opening");
    for (size_t i = 0; i < archive.count && !import->failed && !stop_raised(import->stop); i++) {
        Record *record = played_again(&archive, &archive.games[i], &err);
        take_record(import, record, folder, *opening ? opening : NULL, &err);
    }
    archive_free(&archive);
}

static void work(Watch *watch, const Ask *ask, void *argument) {
    Import *import = argument;
    (void)watch;
    import->stop = ask->stop;
    import->expected = (int64_t)import->count;
    if (!start_batch(import))
        return;
    for (size_t i = 0; i < import->count && !import->failed && !stop_raised(import->stop); i++)
        (import->sources[i].match ? take_match : take_file)(import, import->sources[i].path);
    finish_batch(import);
    erase_bar(import);
}

// --- the verb ---

static int report(Import *import) {
    Text out = {0};
    if (import->call->common->json) {
        Json json = json_line(&out);
        json_put_int(&json, "added", import->added);
        json_put_int(&json, "known", import->known);
        json_put_int(&json, "refused", import->refused);
        json_end_line(&json);
    } else if (!import->call->common->quiet) {
        text_addf(&out,
                  "%" PRId64 " games added, %" PRId64 " known already, %" PRId64 " refused%s\n",
                  import->added, import->known, import->refused,
                  import->interrupted ? "; interrupted" : "");
    }
    output_end(&out);
    if (import->failed)
        return call_fail(import->call, EXIT_MACHINE, "%s", import->err.text);
    return import->refused || import->interrupted ? EXIT_BAD : EXIT_GOOD;
}

int db_import(const DbRun *run) {
    const Call *call = run->call;
    Import import = {.call = call,
                     .hints = common_hints(call->common, registry_games(call->registry)),
                     .progress = terminal_is(stderr) && !call->common->quiet};
    int code = EXIT_GOOD;
    for (size_t i = 0; i < run->count && code == EXIT_GOOD; i++)
        if (!list_word(&import, run->words[i]))
            code = call_fail(call, EXIT_USAGE, "%s", import.err.text);
    if (code == EXIT_GOOD) {
        import.store = store_open(run->given->path, STORE_CREATE, import.hints.games, call->err);
        if (import.store)
            import.interrupted = !watch_once(work, &import, NULL);
        code = import.store ? report(&import) : call_error(call, EXIT_MACHINE);
        store_close(import.store);
    }
    for (size_t i = 0; i < import.count; i++)
        free(import.sources[i].path);
    free(import.sources);
    return code;
}
