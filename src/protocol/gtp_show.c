// SPDX-License-Identifier: MIT
// What a controller may want to see or turn: the board, the result, parameters.
#include "game/coord.h"
#include "game/diagram.h"
#include "protocol/gtp_state.h"

bool gtp_run_showboard(Gtp *t, Text *out, Error *err) {
    (void)err;
    text_add(out, "\n");
    DiagramStyle style = {.cursor = MOVE_NONE};
    diagram_draw(game_position(t->game), &style, out);
    text_addf(out, "%s to move", side_name(game_position(t->game)->to_move));
    return true;
}

bool gtp_run_final_score(Gtp *t, Text *out, Error *err) {
    switch (game_result(t->game)) {
    case RESULT_BLACK:
        text_add(out, "B+");
        return true;
    case RESULT_WHITE:
        text_add(out, "W+");
        return true;
    case RESULT_DRAW:
        text_add(out, "0");
        return true;
    default:
        return error_set(err, "cannot score");
    }
}

bool gtp_run_all_legal_moves(Gtp *t, Text *out, Error *err) {
    (void)err;
    static const Move swaps[] = {MOVE_SWAP_PIECES, MOVE_SWAP_SIDES};
    const Position *position = game_position(t->game);
    Move moves[MOVES_MAX + 2];
    size_t count = position_moves(position, moves);
    for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
        if (game_check(t->game, swaps[i], NULL) == VERDICT_LEGAL)
            moves[count++] = swaps[i];
    char word[COORD_CHARS];
    for (size_t i = 0; i < count; i++)
        text_addf(out, "%s%s", i ? " " : "", move_print(position, moves[i], word));
    return true;
}

// --- parameters ---

bool gtp_run_param_game(Gtp *t, Text *out, Error *err) {
    if (t->arg_count == 0) {
        text_addf(out, "\n[bool] allow_swap %d\n[string] game_time ", t->swap);
        if (t->main_ms == LIMIT_NONE)
            text_add(out, "none");
        else
            text_addf(out, "%.1f", (double)t->main_ms / 1000);
        return true;
    }
    if (t->arg_count == 2 && text_same(t->args[0], "allow_swap")) {
        t->args++;
        return gtp_run_swap(t, out, err);
    }
    double seconds;
    if (t->arg_count == 2 && text_same(t->args[0], "game_time")) {
        if (text_same(t->args[1], "none"))
            t->main_ms = LIMIT_NONE;
        else if (text_to_double(t->args[1], &seconds) && seconds >= 0 && seconds < 1e9)
            t->main_ms = (int64_t)(seconds * 1000);
        else
            return error_set(err, "game_time takes seconds or none, not '%.40s'", t->args[1]);
        t->clock_ms[SIDE_BLACK] = t->clock_ms[SIDE_WHITE] = t->main_ms;
        return true;
    }
    return error_set(err, "param_game takes allow_swap 0|1, game_time SECONDS|none, or nothing");
}

#define PLACE(field) offsetof(GtpOptions, field)
static const Option engine_parameters[] = {
    {"time", OPTION_DURATION, PLACE(time_ms), "5s|500ms", 0, 0, "per move"},
    {"depth", OPTION_INT, PLACE(depth), "N", 1, DEPTH_MAX, "plies"},
    {"nodes", OPTION_INT, PLACE(nodes), "N", 1, INT64_MAX, "stones placed by the search"},
    {"level", OPTION_INT, PLACE(level), "1..10", 1, LEVEL_MAX, "strength, 10 is full"},
    {"ponder", OPTION_INT, PLACE(ponder), "0|1", 0, 1, "think on the opponent's time"},
    {"live_gfx", OPTION_INT, PLACE(live), "0|1", 0, 1, "draw while thinking, as HexGui likes it"},
    {0},
};

bool gtp_run_param_tengen(Gtp *t, Text *out, Error *err) {
    if (t->arg_count == 2 && text_same(t->args[1], "none"))
        for (const Option *row = engine_parameters; row->name; row++)
            if (text_same(row->name, t->args[0]) && row->offset < PLACE(level)) {
                *(int64_t *)((char *)&t->options + row->offset) = LIMIT_NONE;
                return true;
            }
    if (t->arg_count == 2)
        return option_set(engine_parameters, &t->options, t->args[0], t->args[1], err);
    if (t->arg_count)
        return error_set(err, "param_tengen takes a name and a value, or nothing");
    for (const Option *row = engine_parameters; row->name; row++) {
        int64_t value = *(int64_t *)((char *)&t->options + row->offset);
        text_addf(out, "\n[string] %s ", row->name);
        if (value == LIMIT_NONE)
            text_add(out, "none");
        else
            text_addf(out, "%lld%s", (long long)value, row->kind == OPTION_DURATION ? "ms" : "");
    }
    return true;
}

// The one parameter HexGui sets, unasked, before it has a position solved.
bool gtp_run_param_dfpn(Gtp *t, Text *out, Error *err) {
    if (!t->arg_count) {
        text_addf(out, "\n[bool] use_guifx %lld", (long long)t->options.live);
        return true;
    }
    int64_t on;
    if (t->arg_count != 2 || !text_same(t->args[0], "use_guifx") || !text_to_int(t->args[1], &on) ||
        on < 0 || on > 1)
        return error_set(err, "param_dfpn takes use_guifx 0|1, or nothing");
    t->options.live = on;
    return true;
}
