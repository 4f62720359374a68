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
#include "protocol/gtp_state.h"

// --- what can be seen ---

typedef void ShowFn(Gtp *t, const Position *position, const Annotations *seen, Side side);

// Shows what can be seen of the position as it is, or closely: with the side that was asked for to
// move.
static bool look(Gtp *t, bool closely, ShowFn *show) {
    Side side;
    if (!gtp_side_arg(t, 0, &side))
        return false;
    if (closely)
        gtp_settle_swap(t, side);
    Game *game = closely && game_position(t->game)->to_move != side ? gtp_game_for(t, side)
                                                                    : game_clone(t->game);
    Annotations seen = {.closely = closely};
    position_annotate(game_position(game), &seen);
    show(t, game_position(game), &seen, side);
    annotations_free(&seen);
    game_free(game);
    return true;
}

// Those of one kind; paths of one side.
static void show_marks(Gtp *t, const Position *position, const Annotations *seen, Side side) {
    (void)position;
    for (size_t i = 0; i < seen->count; i++) {
        const Mark *mark = &seen->marks[i];
        if ((int)mark->kind == t->detail && (t->detail != MARK_PATH || mark->side == side))
            gtp_add_move(t, mark->cell);
    }
}

bool gtp_run_marks(Gtp *t) {
    return look(t, false, show_marks);
}

// The two ends are stones, which come first, or edges; what else the group has is the carrier.
static void add_connection(Gtp *t, const Position *position, const Move *cells,
                           const Group *group) {
    static const char *const edges[2][2] = {{"north", "south"}, {"west", "east"}};
    size_t at = 0;
    text_addf(&t->out, "%s%s", t->out.length ? "\n" : "", side_name(group->side));
    for (int far = 0; far < 2; far++)
        if (group->edges & (far ? GROUP_FAR : GROUP_NEAR))
            text_addf(&t->out, " %s", edges[group->side][far]);
    for (; at < group->count && position_at(position, cells[at]) != CELL_EMPTY; at++)
        gtp_add_move(t, cells[at]);
    text_add(&t->out, " full tengen [");
    for (; at < group->count; at++)
        gtp_add_move(t, cells[at]);
    text_add(&t->out, " ] [ ]");
}

static void show_connections(Gtp *t, const Position *position, const Annotations *seen, Side side) {
    for (size_t i = 0; i < seen->group_count; i++) {
        const Group *group = &seen->groups[i];
        if (group->kind == MARK_CONNECTION && group->side == side)
            add_connection(t, position, seen->cells + group->first, group);
    }
}

bool gtp_run_connections(Gtp *t) {
    return look(t, false, show_connections);
}

static const char *const inferior_words[MARK_KINDS][2] = {
    [MARK_DEAD] = {"fdb", "fdw"},
    [MARK_CAPTURED] = {"fcb", "fcw"},
    [MARK_INFERIOR] = {"id[]", "id[]"},
    [MARK_OUTSIDE] = {"x", "x"},
};

static void show_inferior(Gtp *t, const Position *position, const Annotations *seen, Side side) {
    (void)position, (void)side;
    for (size_t i = 0; i < seen->count; i++) {
        const Mark *mark = &seen->marks[i];
        const char *word = inferior_words[mark->kind][mark->side];
        if (!word)
            continue;
        gtp_add_move(t, mark->cell);
        text_addf(&t->out, " %s", word);
    }
}

bool gtp_run_inferior(Gtp *t) {
    return look(t, true, show_inferior);
}

static void show_mustplay(Gtp *t, const Position *position, const Annotations *seen, Side side) {
    (void)side;
    bool ruled_out[BOARD_CELLS] = {false};
    for (size_t i = 0; i < seen->count; i++) {
        const Mark *mark = &seen->marks[i];
        if (inferior_words[mark->kind][mark->side] && mark->kind != MARK_INFERIOR)
            ruled_out[mark->cell] = true;
    }
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    for (size_t i = 0; i < count; i++)
        if (!ruled_out[moves[i]])
            gtp_add_move(t, moves[i]);
}

bool gtp_run_mustplay(Gtp *t) {
    return look(t, true, show_mustplay);
}

// Of an empty board, whatever stands on this one.
bool gtp_run_swap_map(Gtp *t) {
    const Sent *sent = &t->sent;
    Position *empty = position_new(sent->type, sent->rule, sent->width, sent->height, NULL);
    Move moves[MOVES_MAX];
    size_t count = position_moves(empty, moves), known = 0;
    int swaps = 0;
    text_add(&t->out, "INFLUENCE");
    for (size_t i = 0; i < count; i++) {
        position_play(empty, moves[i], NULL);
        double win = swapmap_kept(t->setup.registry, empty);
        position_undo(empty);
        if (win < 0)
            continue;
        known++;
        swaps += win > 0.5;
        gtp_add_move(t, moves[i]);
        text_addf(&t->out, " %.2f", win);
    }
    text_addf(&t->out, "\nTEXT swap %d of %zu first stones", swaps, count);
    position_free(empty);
    return known || error_set(&t->err, "no swap map of this board is kept; tengen analyze "
                                       "--swap-map makes one");
}

// --- what was thought ---

void gtp_draw_variation(Gtp *t) {
    const Line *line = &t->candidates[0];
    for (size_t i = 0; t->candidate_count && i < line->pv_length; i++)
        gtp_add_move(t, line->pv[i]);
}

// Stones only: what comes behind a swap is another board.
static void add_coloured_variation(Gtp *t) {
    const Line *line = &t->candidates[0];
    Side side = t->asked_side;
    text_add(&t->out, "VAR");
    for (size_t i = 0; i < line->pv_length && move_is_stone(line->pv[i]); i++) {
        text_addf(&t->out, " %c", side == SIDE_BLACK ? 'B' : 'W');
        gtp_add_move(t, line->pv[i]);
        side = side_other(side);
    }
}

// One thing about every candidate that is a stone, behind it.
typedef enum CandidateWord { WORD_CHANCE, WORD_SHADE, WORD_VISITS } CandidateWord;

static void add_candidates(Gtp *t, CandidateWord word) {
    for (size_t i = 0; i < t->candidate_count; i++) {
        const Line *line = &t->candidates[i];
        if (!line->pv_length || !move_is_stone(line->pv[0]) ||
            (word == WORD_VISITS && line->visits < 0))
            continue;
        gtp_add_move(t, line->pv[0]);
        if (word == WORD_VISITS)
            text_addf(&t->out, " %lld", (long long)line->visits);
        else if (word == WORD_SHADE)
            text_addf(&t->out, " %.3f", line->win);
        else if (score_is_proven(line->score))
            text_add(&t->out, line->score > 0 ? " W" : " L");
        else
            text_addf(&t->out, " %.0f%%", line->win * 100);
    }
}

void gtp_draw_win_rates(Gtp *t) {
    add_candidates(t, WORD_CHANCE);
}

void gtp_draw_candidates(Gtp *t) {
    if (!t->candidate_count)
        return;
    add_coloured_variation(t);
    text_add(&t->out, "\nLABEL ");
    add_candidates(t, WORD_CHANCE);
    text_add(&t->out, "\nINFLUENCE");
    add_candidates(t, WORD_SHADE);
    text_addf(&t->out, "\nTEXT %.0f%% ", t->candidates[0].win * 100);
    gtp_draw_variation(t);
}

// Four pictures a second are enough for any eye.
enum { LIVE_US = 250000 };

// HexGui's own forms: "uct" shows the line, chances and visits, "dfpn" a solver's line.
void gtp_draw_live(Gtp *t, const Info *info) {
    int64_t now = clock_now_us();
    const Line *best = &t->candidates[0];
    if (now - t->drawn_us < LIVE_US || !best->pv_length || !move_is_stone(best->pv[0]))
        return;
    t->drawn_us = now;
    bool solves = t->answer == ANSWER_WINNER || t->answer == ANSWER_LINE;
    text_addf(&t->out, "gogui-gfx:\n%s\n", solves ? "dfpn" : "uct");
    add_coloured_variation(t);
    if (!solves) {
        text_add(&t->out, "\nINFLUENCE");
        add_candidates(t, WORD_SHADE);
    }
    text_add(&t->out, "\nLABEL");
    if (!solves)
        add_candidates(t, WORD_VISITS);
    text_addf(&t->out, "\nTEXT %.1f s, %llu nodes", (double)info->time_ms / 1000,
              (unsigned long long)info->nodes);
    if (solves)
        text_addf(&t->out, ", %u to prove, %u to disprove", info->proof, info->disproof);
    text_add(&t->out, "\n\n");
    outlet_write(&t->outlet, t->out.chars);
    text_clear(&t->out);
}

// --- the menu ---

// Type / label / command. HexGui puts the colour to move for %m and asks for one for %c.
static const struct {
    const char *row;
    unsigned marks;    // for games that have one of these
    unsigned openings; // ... or offer one of these
} menu[] = {
    {"gfx/Candidates/tengen-candidates %m", 0, 0},
    {"pspairs/Win Rates/tengen-win_rates %m", 0, 0},
    {"var/Principal Variation/tengen-variation %m", 0, 0},
    {"string/Winner/tengen-winner %m", 0, 0},
    {"var/Winning Line/tengen-winning_line %m", 0, 0},
    {"plist/Forbidden Points/tengen-forbidden", 1u << MARK_FORBIDDEN, 0},
    {"vc/Connections/tengen-connections %c", 1u << MARK_CONNECTION, 0},
    {"inferior/Inferior Cells/tengen-inferior %m", 1u << MARK_INFERIOR, 0},
    {"plist/Must Play/tengen-mustplay %m", 1u << MARK_OUTSIDE, 0},
    {"plist/Shortest Path/tengen-shortest_path %c", 1u << MARK_PATH, 0},
    {"gfx/Swap Map/tengen-swap_map", 0, 1u << OPENING_SWAP_SIDES},
    {"string/Swap/tengen-swap", 0, 1u << OPENING_SWAP_SIDES},
    {"plist/Winning Path/tengen-winning_path", 0, 0},
    {"plist/Legal Moves/all_legal_moves", 0, 0},
    {"string/Final Score/final_score", 0, 0},
    {"string/Show Board/showboard", 0, 0},
    {"param/Game Options/param_game", 0, 0},
    {"param/Engine Options/param_tengen", 0, 0},
};

bool gtp_run_analyze_commands(Gtp *t) {
    const GameType *type = t->sent.type;
    for (size_t i = 0; i < sizeof menu / sizeof *menu; i++)
        if (!(menu[i].marks | menu[i].openings) || menu[i].marks & type->marks ||
            menu[i].openings & type->openings)
            text_addf(&t->out, "\n%s", menu[i].row);
    return true;
}
