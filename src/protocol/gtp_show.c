// SPDX-License-Identifier: MIT
// What a controller may want to see or turn: the board, the result, parameters.
#include "game/diagram.h"
#include "protocol/gtp_state.h"

bool gtp_run_showboard(Gtp *t) {
    text_add(&t->out, "\n");
    DiagramStyle style = {.cursor = MOVE_NONE};
    diagram_draw(game_position(t->game), &style, &t->out);
    text_addf(&t->out, "%s to move", side_name(game_position(t->game)->to_move));
    return true;
}

bool gtp_run_final_score(Gtp *t) {
    static const char *const scores[] = {"", "B+", "W+", "0"};
    const char *score = scores[game_result(t->game)];
    text_add(&t->out, score);
    return *score || error_set(&t->err, "cannot score");
}

bool gtp_run_all_legal_moves(Gtp *t) {
    static const Move swaps[] = {MOVE_SWAP_PIECES, MOVE_SWAP_SIDES};
    Move moves[MOVES_MAX + 2];
    size_t count = position_moves(game_position(t->game), moves);
    for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
        if (game_check(t->game, swaps[i], NULL) == VERDICT_LEGAL)
            moves[count++] = swaps[i];
    for (size_t i = 0; i < count; i++)
        gtp_add_move(t, moves[i]);
    return true;
}

// --- parameters ---

bool gtp_run_param_game(Gtp *t) {
    if (t->arg_count == 0) {
        text_addf(&t->out, "\n[bool] allow_swap %d\n[string] game_time ", t->setup.swap);
        if (t->main_ms == LIMIT_NONE)
            text_add(&t->out, "none");
        else
            text_addf(&t->out, "%.1f", (double)t->main_ms / 1000);
        return true;
    }
    if (t->arg_count == 2 && text_same(t->args[0], "allow_swap")) {
        t->args++;
        return gtp_run_swap(t);
    }
    double seconds;
    if (t->arg_count == 2 && text_same(t->args[0], "game_time")) {
        if (text_same(t->args[1], "none"))
            t->main_ms = LIMIT_NONE;
        else if (text_to_double(t->args[1], &seconds) && seconds >= 0 && seconds < 1e9)
            t->main_ms = (int64_t)(seconds * 1000);
        else
            return error_set(&t->err, "game_time takes seconds or none, not '%.40s'", t->args[1]);
        gtp_reset_clocks(t);
        return true;
    }
    return error_set(&t->err,
                     "param_game takes allow_swap 0|1, game_time SECONDS|none, or nothing");
}

#define PLACE(field) offsetof(GtpOptions, field)
static const Option engine_parameters[] = {
    {"time", OPTION_DURATION, PLACE(limits.time_ms), "5s|500ms", 1, TIME_MAX_MS, "per move"},
    {"depth", OPTION_INT, PLACE(limits.depth), "N", 1, DEPTH_MAX, "plies"},
    {"nodes", OPTION_INT, PLACE(limits.nodes), "N", 1, INT64_MAX, "stones placed by the search"},
    {"level", OPTION_INT, PLACE(limits.level), "1..10", 1, LEVEL_MAX, "strength, 10 is full"},
    {"ponder", OPTION_INT, PLACE(ponder), "0|1", 0, 1, "think on the opponent's time"},
    {"live_gfx", OPTION_INT, PLACE(live), "0|1", 0, 1, "draw while thinking, as HexGui likes it"},
    {0},
};

bool gtp_run_param_tengen(Gtp *t) {
    if (t->arg_count == 2 && text_same(t->args[1], "none"))
        for (const Option *row = engine_parameters; row->name; row++)
            if (text_same(row->name, t->args[0]) && row->offset < PLACE(limits.level)) {
                *(int64_t *)((char *)&t->options + row->offset) = LIMIT_NONE;
                return true;
            }
    if (t->arg_count == 2)
        return option_set(engine_parameters, &t->options, t->args[0], t->args[1], &t->err);
    if (t->arg_count)
        return error_set(&t->err, "param_tengen takes a name and a value, or nothing");
    for (const Option *row = engine_parameters; row->name; row++) {
        int64_t value = *(int64_t *)((char *)&t->options + row->offset);
        text_addf(&t->out, "\n[string] %s ", row->name);
        if (value == LIMIT_NONE)
            text_add(&t->out, "none");
        else
            text_addf(&t->out, "%lld%s", (long long)value,
                      row->kind == OPTION_DURATION ? "ms" : "");
    }
    return true;
}

// The one parameter HexGui sets, unasked, before it has a position solved.
bool gtp_run_param_dfpn(Gtp *t) {
    if (!t->arg_count) {
        text_addf(&t->out, "\n[bool] use_guifx %lld", (long long)t->options.live);
        return true;
    }
    int64_t on;
    if (t->arg_count != 2 || !text_same(t->args[0], "use_guifx") || !text_to_int(t->args[1], &on) ||
        on < 0 || on > 1)
        return error_set(&t->err, "param_dfpn takes use_guifx 0|1, or nothing");
    t->options.live = on;
    return true;
}
