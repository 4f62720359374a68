// SPDX-License-Identifier: MIT
#include "match/archive.h"

#include "base/memory.h"
#include "game/coord.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- match.json ---

// A setting that must be there. NULL with a sentence.
static char *need(const char *folder, const char *name, Error *err) {
    char *value = journal_setting(folder, name);
    if (!value)
        error_set(err, "match.json in '%.200s' does not say '%s': it is not of a match of ours",
                  folder, name);
    return value;
}

static void list_release(char **list) {
    for (char **item = list; item && *item; item++)
        free(*item);
    free(list);
}

// Lines as a NULL-ended list.
static char **split_lines(const char *text, size_t *count) {
    *count = 1;
    for (const char *c = text; *c; c++)
        *count += *c == '\n';
    char **list = mem_new_array(*count + 1, sizeof *list);
    for (size_t i = 0; i < *count; i++) {
        size_t length = strcspn(text, "\n");
        list[i] = mem_new(length + 1);
        memcpy(list[i], text, length);
        text += length + 1;
    }
    return list;
}

static bool read_players(Archive *archive, Error *err) {
    char *names = need(archive->folder, "names", err);
    char *specs = names ? need(archive->folder, "players", err) : NULL;
    size_t name_count = 0, spec_count = 0;
    if (specs) {
        archive->names = split_lines(names, &name_count);
        archive->specs = split_lines(specs, &spec_count);
    }
    free(names);
    free(specs);
    if (!spec_count)
        return false;
    archive->context.names = archive->names;
    archive->context.player_count = name_count;
    if (name_count >= 2 && name_count == spec_count)
        return true;
    return error_set(err, "match.json in '%.200s' names %zu players and has %zu of them",
                     archive->folder, name_count, spec_count);
}

static const GameType *find_game(const GameType *const *games, const char *name) {
    for (; *games; games++)
        if (strcmp((*games)->name, name) == 0)
            return *games;
    return NULL;
}

static bool read_board(Archive *archive, const GameType *const *games, Error *err) {
    PlayedContext *context = &archive->context;
    char *game = need(archive->folder, "game", err);
    char *size = game ? need(archive->folder, "size", err) : NULL;
    archive->rule = size ? need(archive->folder, "rule", err) : NULL;
    bool ok = archive->rule != NULL;
    if (ok) {
        context->type = find_game(games, game);
        context->rule = archive->rule;
        ok = context->type && size_parse(size, &context->width, &context->height);
        Position *board =
            ok ? position_new(context->type, context->rule, context->width, context->height, NULL)
               : NULL;
        ok = board != NULL;
        position_free(board);
        if (!ok)
            error_set(err, "match.json in '%.100s' is about %.30s, %.30s on %.30s: no such game",
                      archive->folder, game, archive->rule, size);
    }
    free(game);
    free(size);
    return ok;
}

static bool parse_sprt(const char *text, Sprt *sprt) {
    char low[32] = "";
    const char *comma = strchr(text, ',');
    if (!comma || (size_t)(comma - text) >= sizeof low)
        return false;
    memcpy(low, text, (size_t)(comma - text));
    *sprt = (Sprt){.alpha = 0.05, .beta = 0.05};
    return text_to_double(low, &sprt->elo0) && text_to_double(comma + 1, &sprt->elo1) &&
           sprt->elo0 < sprt->elo1;
}

static bool parse_anchor(Archive *archive, const char *text) {
    const char *equals = strrchr(text, '=');
    if (!equals || !text_to_double(equals + 1, &archive->anchor_elo))
        return false;
    size_t length = (size_t)(equals - text);
    for (size_t i = 0; i < archive->context.player_count; i++) {
        const char *both[] = {archive->names[i], archive->specs[i]};
        for (int k = 0; k < 2; k++)
            if (strlen(both[k]) == length && memcmp(both[k], text, length) == 0)
                archive->anchor = (int)i;
    }
    return archive->anchor >= 0;
}

static bool read_plan(Archive *archive, Error *err) {
    size_t players = archive->context.player_count;
    char *games = archive_setting(archive, "games"),
         *gauntlet = archive_setting(archive, "gauntlet");
    char *sprt = archive_setting(archive, "sprt"), *anchor = archive_setting(archive, "anchor");
    const char *wrong = NULL;
    int64_t number = 0;
    archive->anchor = -1;
    if (!text_to_int(games, &number) || number < 0 || number > INT32_MAX)
        wrong = "games";
    archive->has_sprt = *sprt != '\0';
    if (archive->has_sprt && (players != 2 || !parse_sprt(sprt, &archive->sprt)))
        wrong = "sprt";
    if (*anchor && !parse_anchor(archive, anchor))
        wrong = "anchor";
    Schedule schedule = {
        .players = players, .gauntlet = strcmp(gauntlet, "on") == 0, .rounds = number / 2};
    archive->total = schedule_games(&schedule);
    free(games);
    free(gauntlet);
    free(sprt);
    free(anchor);
    return !wrong ||
           error_set(err, "match.json in '%.200s' has no sensible '%s'", archive->folder, wrong);
}

char *archive_setting(const Archive *archive, const char *name) {
    char *value = journal_setting(archive->folder, name);
    return value ? value : mem_copy_text("");
}

// --- games.jsonl ---

static void take_game(Played *played, void *user) {
    Archive *archive = user;
    archive->games =
        mem_grow(archive->games, archive->count, &archive->capacity, sizeof *archive->games);
    archive->games[archive->count++] = *played;
}

static int by_number(const void *a, const void *b) {
    const Played *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static void drop_repetitions(Archive *archive) {
    size_t kept = 0;
    for (size_t i = 0; i < archive->count; i++)
        if (kept && archive->games[kept - 1].number == archive->games[i].number)
            played_free(&archive->games[i]);
        else
            archive->games[kept++] = archive->games[i];
    archive->count = kept;
}

static void count_games(Archive *archive) {
    standing_begin(&archive->standing, archive->context.player_count,
                   archive->has_sprt ? &archive->sprt : NULL);
    for (size_t i = 0; i < archive->count; i++)
        if (archive->games[i].number != (int64_t)i ||
            !standing_add(&archive->standing, &archive->games[i]))
            break;
    // A match that was gone on with for fewer games than it had keeps those it has.
    if (archive->standing.games > archive->total)
        archive->total = archive->standing.games;
}

bool archive_read(Archive *archive, const char *folder, const GameType *const *games, Error *err) {
    *archive = (Archive){.folder = mem_copy_text(folder), .anchor = -1};
    struct stat found;
    char *version = NULL;
    bool ok;
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        ok = error_set(err, "there is no folder '%.200s'; give the one a match was kept in (--out)",
                       folder);
    else if (!(version = journal_setting(folder, "version")))
        ok = error_set(err,
                       "there is no match in the folder '%.200s'; give one a match was kept in "
                       "(--out)",
                       folder);
    else
        ok = read_players(archive, err) && read_board(archive, games, err) &&
             read_plan(archive, err) &&
             journal_read(folder, &archive->context, take_game, archive, err);
    free(version);
    if (!ok) {
        archive_free(archive);
        return false;
    }
    if (archive->count)
        qsort(archive->games, archive->count, sizeof *archive->games, by_number);
    drop_repetitions(archive);
    count_games(archive);
    return true;
}

void archive_free(Archive *archive) {
    for (size_t i = 0; i < archive->count; i++)
        played_free(&archive->games[i]);
    free(archive->games);
    standing_free(&archive->standing);
    list_release(archive->names);
    list_release(archive->specs);
    free(archive->rule);
    free(archive->folder);
    *archive = (Archive){0};
}
