// SPDX-License-Identifier: MIT
#include "match/archive.h"

#include "base/memory.h"
#include "game/coord.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- match.json ---

const char *archive_setting(const Archive *archive, const char *name) {
    const char *value = value_get_text(archive->settings, name);
    return value ? value : "";
}

// A setting that must be there. False with a sentence.
static bool need(const Archive *archive, const char *name, const char **value, Error *err) {
    *value = value_get_text(archive->settings, name);
    return *value || error_set(err,
                               "match.json in '%.200s' does not say '%s': it is not of a match of "
                               "ours",
                               archive->folder, name);
}

static void split_lines(const char *text, TextList *list) {
    char *copy = mem_copy_text(text), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));)
        list_add(list, line);
    free(copy);
}

static bool read_players(Archive *archive, Error *err) {
    const char *names, *specs;
    if (!need(archive, "names", &names, err) || !need(archive, "players", &specs, err))
        return false;
    split_lines(names, &archive->names);
    split_lines(specs, &archive->specs);
    archive->context.names = archive->names.items;
    archive->context.player_count = archive->names.count;
    return (archive->names.count >= 2 && archive->names.count == archive->specs.count) ||
           error_set(err, "match.json in '%.200s' names %zu players and has %zu of them",
                     archive->folder, archive->names.count, archive->specs.count);
}

static bool read_board(Archive *archive, const GameType *const *games, Error *err) {
    PlayedContext *context = &archive->context;
    const char *game, *size;
    if (!need(archive, "game", &game, err) || !need(archive, "size", &size, err) ||
        !need(archive, "rule", &context->rule, err))
        return false;
    context->type = game_named(games, game);
    Position *board =
        context->type && size_parse(size, &context->width, &context->height)
            ? position_new(context->type, context->rule, context->width, context->height, NULL)
            : NULL;
    bool ok = board != NULL;
    position_free(board);
    return ok ||
           error_set(err, "match.json in '%.100s' is about %.30s, %.30s on %.30s: no such game",
                     archive->folder, game, context->rule, size);
}

static bool parse_anchor(Archive *archive, const char *text) {
    const char *equals = strrchr(text, '=');
    if (!equals || !text_to_double(equals + 1, &archive->anchor_elo))
        return false;
    size_t length = (size_t)(equals - text);
    for (size_t i = 0; i < archive->context.player_count; i++) {
        const char *both[] = {archive->names.items[i], archive->specs.items[i]};
        for (int k = 0; k < 2; k++)
            if (strlen(both[k]) == length && memcmp(both[k], text, length) == 0)
                archive->anchor = (int)i;
    }
    return archive->anchor >= 0;
}

static bool read_plan(Archive *archive, Error *err) {
    size_t players = archive->context.player_count;
    const char *sprt = archive_setting(archive, "sprt");
    const char *anchor = archive_setting(archive, "anchor"), *wrong = NULL;
    int64_t number = 0;
    if (!text_to_int(archive_setting(archive, "games"), &number) || number < 0 ||
        number > INT32_MAX)
        wrong = "games";
    Sprt test;
    if (*sprt && (players != 2 || !sprt_parse(sprt, &test)))
        wrong = "sprt";
    else
        standing_begin(&archive->standing, players, *sprt ? &test : NULL);
    if (*anchor && !parse_anchor(archive, anchor))
        wrong = "anchor";
    Schedule schedule = {.players = players,
                         .gauntlet = strcmp(archive_setting(archive, "gauntlet"), "on") == 0,
                         .rounds = number / 2};
    archive->total = schedule_games(&schedule);
    return !wrong ||
           error_set(err, "match.json in '%.200s' has no sensible '%s'", archive->folder, wrong);
}

// --- games.jsonl ---

static void take_game(Played *played, void *user) {
    Archive *archive = user;
    *MEM_MORE(archive->games, archive->count, archive->capacity) = *played;
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
    for (size_t i = 0; i < archive->count; i++)
        if (archive->games[i].number != (int64_t)i ||
            !standing_add(&archive->standing, &archive->games[i]))
            break;
    // A match that was gone on with for fewer games than it had keeps those it has.
    if (archive->standing.games > archive->total)
        archive->total = archive->standing.games;
}

bool archive_read(Archive *archive, const char *folder, const GameType *const *games, Error *err) {
    *archive = (Archive){
        .folder = mem_copy_text(folder), .settings = journal_settings(folder, NULL), .anchor = -1};
    struct stat found;
    bool ok;
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        ok = error_set(err, "there is no folder '%.200s'; give the one a match was kept in (--out)",
                       folder);
    else if (!value_get_text(archive->settings, "version"))
        ok = error_set(err,
                       "there is no match in the folder '%.200s'; give one a match was kept in "
                       "(--out)",
                       folder);
    else
        ok = read_players(archive, err) && read_board(archive, games, err) &&
             read_plan(archive, err) &&
             journal_read(folder, &archive->context, take_game, archive, err);
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
    list_free(&archive->names);
    list_free(&archive->specs);
    value_free(archive->settings);
    free(archive->folder);
    *archive = (Archive){0};
}
