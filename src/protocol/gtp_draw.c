// SPDX-License-Identifier: MIT
// What a GUI draws: its menu, what can be seen on the board, and what a thought looks like.
//
// Each answer has a form that HexGui and GoGui know by the type in the menu:
//
//   plist     a1 b2                                cells
//   var       a1 b2                                moves in turn, numbered
//   pspairs   a1 53% b2 51%                        a word on each cell
//   gfx       VAR.. LABEL.. INFLUENCE.. TEXT..     GoGui draws all of it. HexGui takes the pairs
//                                                  between INFLUENCE and TEXT for shades from 0 to
//                                                  1 and what follows TEXT for its status line, so
//                                                  these two come last and in this order
//   inferior  a1 fdb b2 fcw c3 id[] d4 x           dead, captured, dominated, out of the question
//   vc        black north c3 full tengen [ b2 c2 ] [ ]
//                                                  a connection: ends, carrier, stones
//
// Live graphics are paragraphs of their own before the answer; HexGui reads them from stdout.
#include "base/clock.h"
#include "engine/swapmap.h"
#include "game/coord.h"
#include "protocol/gtp_state.h"

#include <stdio.h>

// --- what can be seen ---

// The marks of the position with this side to move, or whoever's turn it is (-1).
static Position *look(Gtp *t, int side, Annotations *annotations) {
    if (side >= 0)
        gtp_settle_swap(t, (Side)side);
    Game *game = side < 0 || (int)game_position(t->game)->to_move == side
                     ? game_clone(t->game)
                     : gtp_game_for(t, (Side)side);
    Position *position = position_clone(game_position(game));
    game_free(game);
    position_annotate(position, annotations);
    return position;
}

static void add_marks(Gtp *t, MarkKind kind, int side, Text *out) {
    Annotations annotations = {0};
    Position *position = look(t, -1, &annotations);
    char word[COORD_CHARS];
    for (size_t i = 0; i < annotations.count; i++) {
        const Mark *mark = &annotations.marks[i];
        if (mark->kind == kind && (side < 0 || (int)mark->side == side))
            text_addf(out, "%s%s", out->length ? " " : "", move_print(position, mark->cell, word));
    }
    annotations_free(&annotations);
    position_free(position);
}

bool gtp_run_winning_path(Gtp *t, Text *out, Error *err) {
    (void)err;
    add_marks(t, MARK_WINNING, -1, out);
    return true;
}

bool gtp_run_shortest_path(Gtp *t, Text *out, Error *err) {
    Side side;
    if (!gtp_side_arg(t, 0, &side, err))
        return false;
    add_marks(t, MARK_PATH, (int)side, out);
    return true;
}

bool gtp_run_forbidden(Gtp *t, Text *out, Error *err) {
    (void)err;
    add_marks(t, MARK_FORBIDDEN, -1, out);
    return true;
}

// The two ends are stones, which come first, or edges; what else the group has is the carrier.
static void add_connection(const Position *position, const Annotations *annotations,
                           const Group *group, Text *out) {
    static const char *const edges[2][2] = {{"north", "south"}, {"west", "east"}};
    char word[COORD_CHARS];
    const Move *cells = annotations->cells + group->first;
    size_t at = 0;
    text_addf(out, "%s%s", out->length ? "\n" : "", side_name(group->side));
    for (int far = 0; far < 2; far++)
        if (group->edges & (far ? GROUP_FAR : GROUP_NEAR))
            text_addf(out, " %s", edges[group->side][far]);
    for (; at < group->count && position_at(position, cells[at]) != CELL_EMPTY; at++)
        text_addf(out, " %s", move_print(position, cells[at], word));
    text_add(out, " full tengen [");
    for (; at < group->count; at++)
        text_addf(out, " %s", move_print(position, cells[at], word));
    text_add(out, " ] [ ]");
}

bool gtp_run_connections(Gtp *t, Text *out, Error *err) {
    Side side;
    if (!gtp_side_arg(t, 0, &side, err))
        return false;
    Annotations annotations = {0};
    Position *position = look(t, -1, &annotations);
    for (size_t i = 0; i < annotations.group_count; i++) {
        const Group *group = &annotations.groups[i];
        if (group->kind == MARK_CONNECTION && group->side == side)
            add_connection(position, &annotations, group, out);
    }
    annotations_free(&annotations);
    position_free(position);
    return true;
}

static const char *inferior_word(const Mark *mark) {
    switch (mark->kind) {
    case MARK_DEAD:
        return mark->side == SIDE_BLACK ? "fdb" : "fdw";
    case MARK_CAPTURED:
        return mark->side == SIDE_BLACK ? "fcb" : "fcw";
    case MARK_INFERIOR:
        return "id[]";
    case MARK_OUTSIDE:
        return "x";
    default:
        return NULL;
    }
}

bool gtp_run_inferior(Gtp *t, Text *out, Error *err) {
    Side side;
    if (!gtp_side_arg(t, 0, &side, err))
        return false;
    Annotations annotations = {.closely = true};
    Position *position = look(t, (int)side, &annotations);
    char word[COORD_CHARS];
    for (size_t i = 0; i < annotations.count; i++) {
        const Mark *mark = &annotations.marks[i];
        const char *means = inferior_word(mark);
        if (means)
            text_addf(out, "%s%s %s", out->length ? " " : "",
                      move_print(position, mark->cell, word), means);
    }
    annotations_free(&annotations);
    position_free(position);
    return true;
}

bool gtp_run_mustplay(Gtp *t, Text *out, Error *err) {
    Side side;
    if (!gtp_side_arg(t, 0, &side, err))
        return false;
    Annotations annotations = {.closely = true};
    Position *position = look(t, (int)side, &annotations);
    bool ruled_out[BOARD_CELLS] = {false};
    for (size_t i = 0; i < annotations.count; i++)
        if (inferior_word(&annotations.marks[i]) && annotations.marks[i].kind != MARK_INFERIOR)
            ruled_out[annotations.marks[i].cell] = true;
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    char word[COORD_CHARS];
    for (size_t i = 0; i < count; i++)
        if (!ruled_out[moves[i]])
            text_addf(out, "%s%s", out->length ? " " : "", move_print(position, moves[i], word));
    annotations_free(&annotations);
    position_free(position);
    return true;
}

// Of an empty board, whatever stands on this one.
bool gtp_run_swap_map(Gtp *t, Text *out, Error *err) {
    const Sent *sent = &t->sent;
    Position *empty = position_new(sent->type, sent->rule, sent->width, sent->height, NULL);
    Move moves[MOVES_MAX];
    size_t count = position_moves(empty, moves), known = 0;
    int swaps = 0;
    char word[COORD_CHARS];
    text_add(out, "INFLUENCE");
    for (size_t i = 0; i < count; i++) {
        position_play(empty, moves[i], NULL);
        double win = swapmap_kept(t->registry, empty);
        position_undo(empty);
        if (win < 0)
            continue;
        known++;
        swaps += win > 0.5;
        text_addf(out, " %s %.2f", move_print(empty, moves[i], word), win);
    }
    text_addf(out, "\nTEXT swap %d of %zu first stones", swaps, count);
    position_free(empty);
    return known || error_set(err, "no swap map of this board is kept; tengen analyze --swap-map "
                                   "makes one");
}

// --- what was thought ---

void gtp_draw_variation(const Gtp *t, const Position *position, Text *out) {
    char word[COORD_CHARS];
    const Line *line = &t->candidates[0];
    for (size_t i = 0; t->candidate_count && i < line->pv_length; i++)
        text_addf(out, "%s%s", i ? " " : "", move_print(position, line->pv[i], word));
}

// Stones only: what comes behind a swap is another board.
static void add_coloured_variation(const Gtp *t, const Position *position, const Line *line,
                                   Text *out) {
    char word[COORD_CHARS];
    Side side = t->asked_side;
    text_add(out, "VAR");
    for (size_t i = 0; i < line->pv_length && move_is_stone(line->pv[i]); i++) {
        text_addf(out, " %c %s", side == SIDE_BLACK ? 'B' : 'W',
                  move_print(position, line->pv[i], word));
        side = side_other(side);
    }
}

static const char *chance_word(const Line *line, char *word, size_t room) {
    if (score_is_proven(line->score))
        return line->score > 0 ? "W" : "L";
    snprintf(word, room, "%.0f%%", line->win * 100);
    return word;
}

static void add_chances(const Gtp *t, const Position *position, Text *out) {
    char word[COORD_CHARS], chance[16];
    for (size_t i = 0; i < t->candidate_count; i++) {
        const Line *line = &t->candidates[i];
        if (line->pv_length && move_is_stone(line->pv[0]))
            text_addf(out, "%s%s %s", out->length ? " " : "",
                      move_print(position, line->pv[0], word),
                      chance_word(line, chance, sizeof chance));
    }
}

static void add_influence(const Gtp *t, const Position *position, Text *out) {
    char word[COORD_CHARS];
    text_add(out, "\nINFLUENCE");
    for (size_t i = 0; i < t->candidate_count; i++) {
        const Line *line = &t->candidates[i];
        if (line->pv_length && move_is_stone(line->pv[0]))
            text_addf(out, " %s %.3f", move_print(position, line->pv[0], word), line->win);
    }
}

void gtp_draw_win_rates(const Gtp *t, const Position *position, Text *out) {
    add_chances(t, position, out);
}

void gtp_draw_candidates(const Gtp *t, const Position *position, Text *out) {
    if (!t->candidate_count)
        return;
    Text labels = {0};
    add_coloured_variation(t, position, &t->candidates[0], out);
    add_chances(t, position, &labels);
    text_addf(out, "\nLABEL %s", text_chars(&labels));
    add_influence(t, position, out);
    text_addf(out, "\nTEXT %.0f%% ", t->candidates[0].win * 100);
    gtp_draw_variation(t, position, out);
    text_free(&labels);
}

// Four pictures a second are enough for any eye.
enum { LIVE_US = 250000 };

// HexGui's own forms: "uct" shows the line, chances and visits, "dfpn" a solver's line.
void gtp_draw_live(Gtp *t, const Position *position, const Info *info) {
    int64_t now = clock_now_us();
    const Line *best = &t->candidates[0];
    if (now - t->drawn_us < LIVE_US || !best->pv_length || !move_is_stone(best->pv[0]))
        return;
    t->drawn_us = now;
    bool solves = t->answer == ANSWER_WINNER || t->answer == ANSWER_LINE;
    char word[COORD_CHARS];
    Text out = {0};
    text_addf(&out, "gogui-gfx:\n%s\n", solves ? "dfpn" : "uct");
    add_coloured_variation(t, position, best, &out);
    if (!solves)
        add_influence(t, position, &out);
    text_add(&out, "\nLABEL");
    for (size_t i = 0; !solves && i < t->candidate_count; i++)
        if (t->candidates[i].visits >= 0 && t->candidates[i].pv_length &&
            move_is_stone(t->candidates[i].pv[0]))
            text_addf(&out, " %s %lld", move_print(position, t->candidates[i].pv[0], word),
                      (long long)t->candidates[i].visits);
    text_addf(&out, "\nTEXT %.1f s, %llu nodes", (double)info->time_ms / 1000,
              (unsigned long long)info->nodes);
    if (solves)
        text_addf(&out, ", %u to prove, %u to disprove", info->proof, info->disproof);
    text_add(&out, "\n\n");
    outlet_write(&t->outlet, out.chars);
    text_free(&out);
}

// --- the menu ---

// Type / label / command. HexGui puts the colour to move for %m and asks for one for %c.
static const char hex_menu[] = "gfx/Candidates/tengen-candidates %m\n"
                               "pspairs/Win Rates/tengen-win_rates %m\n"
                               "var/Principal Variation/tengen-variation %m\n"
                               "string/Winner/tengen-winner %m\n"
                               "var/Winning Line/tengen-winning_line %m\n"
                               "vc/Connections/tengen-connections %c\n"
                               "inferior/Inferior Cells/tengen-inferior %m\n"
                               "plist/Must Play/tengen-mustplay %m\n"
                               "plist/Shortest Path/tengen-shortest_path %c\n"
                               "gfx/Swap Map/tengen-swap_map\n"
                               "string/Swap/tengen-swap\n";
static const char gomoku_menu[] = "gfx/Candidates/tengen-candidates %m\n"
                                  "pspairs/Win Rates/tengen-win_rates %m\n"
                                  "var/Principal Variation/tengen-variation %m\n"
                                  "string/Winner/tengen-winner %m\n"
                                  "plist/Forbidden Points/tengen-forbidden\n";
static const char common_menu[] = "plist/Winning Path/tengen-winning_path\n"
                                  "plist/Legal Moves/all_legal_moves\n"
                                  "string/Final Score/final_score\n"
                                  "string/Show Board/showboard\n"
                                  "param/Game Options/param_game\n"
                                  "param/Engine Options/param_tengen";

bool gtp_run_analyze_commands(Gtp *t, Text *out, Error *err) {
    (void)err;
    text_addf(out, "\n%s%s", t->sent.type->hexagonal ? hex_menu : gomoku_menu, common_menu);
    return true;
}
