// SPDX-License-Identifier: MIT
// What engines thought of positions. Everything is kept the way the canonical form lies and turned
// on the way in and out.
#include "base/memory.h"
#include "game/canonical.h"
#include "game/coord.h"
#include "game/notation.h"
#include "store/sql.h"

#include <stdlib.h>
#include <string.h>

void stored_analysis_free(StoredAnalysis *analysis) {
    free(analysis->engine);
    free(analysis->limits);
    free(analysis->lines);
    *analysis = (StoredAnalysis){0};
}

// The canonical form as text, to tell apart what shares a key.
static char *form_text(const Position *position, Canonical canonical) {
    Position *form = position_canonical_form(position, canonical);
    Text text = {0};
    position_print(form, &text);
    position_free(form);
    return text_take(&text);
}

// --- lines ---

static void write_pv(const Position *position, Canonical canonical, const Line *line, Text *out) {
    char word[COORD_CHARS];
    for (size_t i = 0; i < line->pv_length; i++) {
        Move move = canonical_move(position, canonical, line->pv[i]);
        text_addf(out, "%s%s", i ? " " : "",
                  coord_print_move(position->type, position->height, move, word));
    }
}

// False when a word is no move of this board: the file was changed by another program.
static bool read_pv(const Position *position, Canonical canonical, const char *text, Line *line) {
    char word[COORD_CHARS];
    for (line->pv_length = 0; *text; line->pv_length++) {
        size_t length = strcspn(text, " ");
        Move move;
        if (length >= sizeof word || line->pv_length == PV_MAX)
            return false;
        memcpy(word, text, length);
        word[length] = '\0';
        if (!coord_parse_move(position->type, position->width, position->height, word, &move))
            return false;
        line->pv[line->pv_length] = canonical_move_back(position, canonical, move);
        text += length + (text[length] == ' ');
    }
    return line->pv_length > 0;
}

// A board to play lines on. One stone that was set up is the first move: Hex may answer it by a swap.
static Position *board_of(const Position *position) {
    Ply first[BOARD_POINTS];
    if (position->ply_count || position->stones != 1 || position->to_move != SIDE_WHITE)
        return position_clone(position);
    position_stones(position, first);
    Position *board = position_new(position->type, position_rule(position), position->width,
                                   position->height, NULL);
    if (first[0].side == SIDE_BLACK && position_play(board, first[0].move, NULL))
        return board;
    position_free(board);
    return position_clone(position);
}

// A line that cannot be played is another position's, or of a broken engine.
static bool check_line(const Position *position, const Line *line, Error *err) {
    Position *board = board_of(position);
    bool good = true;
    for (size_t i = 0; good && i < line->pv_length; i++)
        good = position_play(board, line->pv[i], err);
    position_free(board);
    return good;
}

static bool check_lines(const Position *position, const StoredAnalysis *analysis, Error *err) {
    Error why = {""};
    for (size_t i = 0; i < analysis->line_count; i++) {
        if (!analysis->lines[i].pv_length)
            return error_set(err, "line %zu of the analysis has no move", i + 1);
        if (!check_line(position, &analysis->lines[i], &why))
            return error_set(err, "line %zu of the analysis cannot be played: %s", i + 1, why.text);
    }
    return true;
}

static bool keep_line(Store *store, int64_t analysis, size_t rank, const Line *line,
                      const Position *position, Canonical canonical, Error *err) {
    Text pv = {0};
    write_pv(position, canonical, line, &pv);
    bool good = sql_do(store, err,
                       "INSERT INTO lines (analysis, rank, score, drawn, win, visits, pv)"
                       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                       sql_int(analysis), sql_int(rank), sql_int(line->score), sql_int(line->drawn),
                       sql_real(line->win), sql_int(line->visits), sql_chars(text_chars(&pv)));
    text_free(&pv);
    return good;
}

static bool read_lines(Store *store, int64_t id, const Position *position, Canonical canonical,
                       StoredAnalysis *analysis, Error *err) {
    sqlite3_stmt *statement = sql_ask(store,
                                      "SELECT score, drawn, win, visits, pv FROM lines"
                                      " WHERE analysis = ?1 ORDER BY rank",
                                      sql_int(id));
    size_t capacity = 0;
    bool failed;
    while (sql_row(store, statement, &failed, err)) {
        Line *line = MEM_MORE(analysis->lines, analysis->line_count, capacity);
        *line = (Line){.score = sqlite3_column_int(statement, 0),
                       .drawn = sqlite3_column_int(statement, 1),
                       .win = sqlite3_column_double(statement, 2),
                       .visits = sqlite3_column_int64(statement, 3)};
        if (!read_pv(position, canonical, sql_text(statement, 4), line)) {
            sql_end(statement);
            return error_set(err, "a line of an analysis in the database '%.200s' is no line",
                             store->path);
        }
    }
    return !failed && check_lines(position, analysis, err);
}

// --- in ---

static bool is_proven(const StoredAnalysis *analysis) {
    return analysis->lines[0].drawn || score_is_proven(analysis->lines[0].score);
}

static bool is_sound(Store *store, int64_t id, const Position *position, Canonical canonical) {
    StoredAnalysis known = {0};
    bool sound = read_lines(store, id, position, canonical, &known, NULL);
    stored_analysis_free(&known);
    return sound;
}

// Takes what was known away if the new one is to stand in its place.
static bool make_room(Store *store, const Position *position, Canonical canonical,
                      const StoredAnalysis *analysis, bool *wanted, Error *err) {
    sqlite3_stmt *statement =
        sql_ask(store,
                "SELECT id, depth, nodes, proven FROM analyses"
                " WHERE key = ?1 AND rule = ?2 AND engine = ?3 AND line_count = ?4",
                sql_int(canonical.key), sql_chars(position_rule(position)),
                sql_chars(analysis->engine), sql_int(analysis->line_count));
    bool failed;
    *wanted = true;
    if (!sql_row(store, statement, &failed, err))
        return !failed;
    int64_t id = sqlite3_column_int64(statement, 0), nodes = sqlite3_column_int64(statement, 2);
    int depth = sqlite3_column_int(statement, 1);
    bool proven = sqlite3_column_int(statement, 3), proves = is_proven(analysis);
    sql_end(statement);
    bool saw_less =
        analysis->depth < depth || (analysis->depth == depth && (int64_t)analysis->nodes < nodes);
    *wanted = proves || (!proven && !saw_less) || !is_sound(store, id, position, canonical);
    return !*wanted || sql_do(store, err, "DELETE FROM analyses WHERE id = ?1", sql_int(id));
}

static bool keep_head(Store *store, int64_t key, const char *form, const Position *position,
                      const StoredAnalysis *analysis, Error *err) {
    return sql_do(store, err,
                  "INSERT INTO analyses (key, game, rule, width, height, stones, to_move, engine,"
                  " limits, depth, selective, nodes, time, proven, line_count, made)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                  sql_int(key), sql_chars(position->type->name), sql_chars(position_rule(position)),
                  sql_int(position->width), sql_int(position->height), sql_chars(form),
                  sql_int(position->to_move), sql_chars(analysis->engine),
                  sql_chars(analysis->limits), sql_int(analysis->depth),
                  sql_int(analysis->selective_depth), sql_int(analysis->nodes),
                  sql_int(analysis->time_ms), sql_int(is_proven(analysis)),
                  sql_int(analysis->line_count), sql_int(sql_now_ms()));
}

static bool keep_whole(Store *store, const Position *position, const StoredAnalysis *analysis,
                       Error *err) {
    Canonical canonical = position_canonical(position);
    bool wanted;
    if (!make_room(store, position, canonical, analysis, &wanted, err))
        return false;
    if (!wanted)
        return true;
    char *form = form_text(position, canonical);
    bool good = keep_head(store, (int64_t)canonical.key, form, position, analysis, err);
    int64_t id = sqlite3_last_insert_rowid(store->file);
    for (size_t i = 0; good && i < analysis->line_count; i++)
        good = keep_line(store, id, i, &analysis->lines[i], position, canonical, err);
    free(form);
    return good;
}

bool store_keep_analysis(Store *store, const Position *position, const StoredAnalysis *analysis,
                         Error *err) {
    if (!analysis->line_count || !analysis->engine)
        return error_set(err, "an analysis needs an engine and at least one line");
    if (!check_lines(position, analysis, err) || !sql_begin(store, err))
        return false;
    return sql_end_write(store, keep_whole(store, position, analysis, err), err);
}

// --- out ---

static bool read_head(Store *store, const Position *position, int64_t key, const char *form,
                      const char *engine, size_t lines, StoredAnalysis *analysis, int64_t *id,
                      Error *err) {
    sqlite3_stmt *statement =
        sql_ask(store,
                "SELECT id, engine, limits, depth, selective, nodes, time, made FROM analyses"
                " WHERE key = ?1 AND rule = ?2 AND stones = ?3 AND (?4 IS NULL OR engine = ?4)"
                " ORDER BY min(line_count, ?5) DESC, proven DESC, depth DESC, nodes DESC, made DESC"
                " LIMIT 1",
                sql_int(key), sql_chars(position_rule(position)), sql_chars(form),
                sql_chars(engine), sql_int(lines));
    bool failed;
    if (!sql_row(store, statement, &failed, err))
        return !failed;
    *id = sqlite3_column_int64(statement, 0);
    *analysis = (StoredAnalysis){.engine = sql_copy_text(statement, 1),
                                 .limits = sql_copy_text(statement, 2),
                                 .depth = sqlite3_column_int(statement, 3),
                                 .selective_depth = sqlite3_column_int(statement, 4),
                                 .nodes = (uint64_t)sqlite3_column_int64(statement, 5),
                                 .time_ms = sqlite3_column_int64(statement, 6),
                                 .made_ms = sqlite3_column_int64(statement, 7)};
    sql_end(statement);
    return true;
}

bool store_find_analysis(Store *store, const Position *position, const char *engine, size_t lines,
                         StoredAnalysis *analysis, bool *found, Error *err) {
    Canonical canonical = position_canonical(position);
    char *form = form_text(position, canonical);
    int64_t id = 0;
    *analysis = (StoredAnalysis){0};
    bool good = read_head(store, position, (int64_t)canonical.key, form, engine, lines, analysis,
                          &id, err) &&
                (!id || read_lines(store, id, position, canonical, analysis, err));
    free(form);
    *found = good && id && analysis->line_count;
    if (!*found)
        stored_analysis_free(analysis);
    return good;
}
