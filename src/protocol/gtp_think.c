// SPDX-License-Identifier: MIT
// genmove and its kin, and the clocks.
#include "base/clock.h"
#include "protocol/gtp_state.h"

// Kept back from a clock for the way of the answer.
enum { MARGIN_MS = 50 };

// --- clocks ---

static bool seconds_arg(Gtp *t, size_t index, int64_t *ms) {
    double seconds;
    if (!text_to_double(t->args[index], &seconds) || seconds > 1e9)
        return error_set(&t->err, "'%.40s' is not a time in seconds", t->args[index]);
    *ms = seconds < 0 ? 0 : (int64_t)(seconds * 1000);
    return true;
}

static bool stones_arg(Gtp *t, int64_t *stones) {
    return (text_to_int(t->args[2], stones) && *stones >= 0) ||
           error_set(&t->err, "'%.40s' is not a number of stones", t->args[2]);
}

void gtp_reset_clocks(Gtp *t) {
    t->clocks[SIDE_BLACK] = t->clocks[SIDE_WHITE] = game_clock_of(t->main_ms, t->increment_ms);
}

static int64_t left_ms(const Gtp *t, Side side) {
    return game_clock_left_ms(&t->clocks[side], (Seat)side, 0);
}

bool gtp_run_time_settings(Gtp *t) {
    int64_t main_ms, byo_ms, stones;
    if (!seconds_arg(t, 0, &main_ms) || !seconds_arg(t, 1, &byo_ms) || !stones_arg(t, &stones))
        return false;
    // A period without stones is GTP's way of saying "no limit".
    bool unlimited = byo_ms > 0 && stones == 0;
    t->byo_ms = unlimited || stones == 0 ? LIMIT_NONE : byo_ms / stones;
    t->main_ms = unlimited ? LIMIT_NONE : main_ms;
    t->increment_ms = 0;
    gtp_reset_clocks(t);
    return true;
}

// Sets a clock; asked with less, tells what is left.
bool gtp_run_time_left(Gtp *t) {
    Side side = SIDE_BLACK;
    if (t->arg_count && !gtp_side_arg(t, 0, &side))
        return false;
    if (t->arg_count < 2) {
        for (Side colour = SIDE_BLACK; colour <= SIDE_WHITE; colour++) {
            if (t->arg_count && colour != side)
                continue;
            text_addf(&t->out, "%s%s: ", t->out.length ? ", " : "", side_name(colour));
            if (!t->clocks[colour].on)
                text_add(&t->out, "no limit");
            else
                text_addf(&t->out, "%.1f", (double)left_ms(t, colour) / 1000);
        }
        return true;
    }
    int64_t left, stones = 0;
    if (!seconds_arg(t, 1, &left) || (t->arg_count > 2 && !stones_arg(t, &stones)))
        return false;
    if (stones > 0) { // in overtime: this much for so many stones
        t->byo_ms = left / stones;
        left = 0;
    }
    t->clocks[side] = game_clock_of(left, t->increment_ms);
    return true;
}

static int64_t without(int64_t limit, int64_t margin) {
    return limit > 2 * margin ? limit - margin : limit / 2;
}

static Limits limits_for(const Gtp *t, Side side) {
    Limits limits = t->options.limits;
    int64_t clock = left_ms(t, side);
    if (clock == LIMIT_NONE)
        return limits;
    if (t->byo_ms != LIMIT_NONE && clock <= t->byo_ms) { // it may run out: overtime follows
        limits.time_ms = without(t->byo_ms, MARGIN_MS);
    } else { // a clock takes the place of the time per move
        limits.time_ms = LIMIT_NONE;
        limits.clock_ms = without(clock, MARGIN_MS);
        limits.increment_ms = t->byo_ms != LIMIT_NONE ? t->byo_ms : t->increment_ms;
    }
    return limits;
}

// --- on the thinking thread ---

static void note_info(Gtp *t, const Info *info) {
    if (info->multipv < 1 || info->multipv > CANDIDATES_MAX || !info->line.pv_length)
        return;
    t->candidates[info->multipv - 1] = info->line;
    if (t->candidate_count < (size_t)info->multipv)
        t->candidate_count = (size_t)info->multipv;
    if (t->options.live)
        gtp_draw_live(t, info);
}

// A proof, or that there is none yet; never a guess.
static bool say_proof(Gtp *t) {
    const Line *line = &t->candidates[0];
    bool is_known = line->drawn || score_is_proven(line->score);
    Side winner = line->score > 0 ? t->asked_side : side_other(t->asked_side);
    if (t->answer == ANSWER_LINE && !is_known)
        return error_set(&t->err, "not solved within the limits");
    if (t->answer == ANSWER_LINE)
        gtp_draw_variation(t);
    else
        text_add(&t->out, line->drawn ? "draw" : is_known ? side_name(winner) : "unknown");
    return true;
}

static void say_answer(Gtp *t, bool ok, const Choice *choice) {
    // Whether a flag has fallen is the controller's affair: what a move adds is added all the same.
    GameClock *clock = &t->clocks[t->asked_side];
    if (t->answer == ANSWER_GENMOVE &&
        !game_clock_charge(clock, (Seat)t->asked_side, clock_now_us() - t->asked_us, 0))
        clock->left_us[t->asked_side] = clock->increment_us;
    // A player that reported nothing has at least its move to show.
    if (ok && !t->candidate_count) {
        t->candidates[0] = choice->has_info
                               ? choice->info.line
                               : (Line){.win = 0.5, .pv = {choice->move}, .pv_length = 1};
        t->candidate_count = 1;
    }
    if (ok && t->answer == ANSWER_VARIATION)
        gtp_draw_variation(t);
    else if (ok && t->answer == ANSWER_CANDIDATES)
        gtp_draw_candidates(t);
    else if (ok && t->answer == ANSWER_WIN_RATES)
        gtp_draw_win_rates(t);
    else if (ok && (t->answer == ANSWER_WINNER || t->answer == ANSWER_LINE))
        ok = say_proof(t);
    else if (ok && t->answer == ANSWER_SWAP)
        text_addf(&t->out, "%s, %.0f%%", move_is_stone(choice->move) ? "stay" : "swap",
                  100 * (choice->has_info ? choice->info.line.win : 0.5));
    else if (ok)
        gtp_add_move(t, choice->move);
    if (ok && t->answer == ANSWER_GENMOVE && choice->move != MOVE_RESIGN)
        gtp_push(t, t->asked_side, choice->move);
    gtp_respond(t, ok);
}

void gtp_hear(void *user) {
    Gtp *t = user;
    ThinkerUpdate update;
    thinker_poll(t->thinker, &update);
    for (const Said *said = update.said; said; said = said->next)
        note_info(t, &said->info);
    if (update.done) {
        t->err = update.err;
        say_answer(t, update.ok, &update.choice);
    }
}

// --- on the feeding thread ---

// A game that is over takes no thought.
static bool say_over(Gtp *t, GtpAnswer answer) {
    if (answer == ANSWER_GENMOVE || answer == ANSWER_REG)
        text_add(&t->out, "resign");
    else if (answer == ANSWER_WINNER)
        text_add(&t->out, result_name(game_result(t->game)));
    return true;
}

// Takes the game.
static bool ask_about(Gtp *t, Game *game, GtpAnswer answer, int64_t multipv) {
    Side side = game_position(game)->to_move;
    bool ok = t->begun || player_begin(t->player, game, &t->err);
    if (ok) {
        t->begun = true;
        t->answer = answer;
        t->asked_side = side;
        t->asked_us = clock_now_us();
        t->drawn_us = t->asked_us;
        t->candidate_count = 0;
        t->deferred = true;
        Ask ask = {.game = game, .limits = limits_for(t, side)};
        Limits *limits = &ask.limits;
        limits->multipv = multipv;
        limits->prove = answer == ANSWER_WINNER || answer == ANSWER_LINE;
        t->endless = limits->time_ms == LIMIT_NONE && limits->clock_ms == LIMIT_NONE &&
                     limits->depth == LIMIT_NONE && limits->nodes == LIMIT_NONE;
        ask.ponder = t->options.ponder && answer == ANSWER_GENMOVE;
        thinker_ask(t->thinker, t->player, &ask);
    }
    game_free(game);
    return ok;
}

bool gtp_run_ask(Gtp *t) {
    GtpAnswer answer = (GtpAnswer)t->detail;
    bool several = answer == ANSWER_CANDIDATES || answer == ANSWER_WIN_RATES;
    Side side;
    if (!gtp_side_arg(t, 0, &side))
        return false;
    gtp_settle_swap(t, side);
    if (game_over(t->game))
        return say_over(t, answer);
    return ask_about(
        t, game_position(t->game)->to_move == side ? game_clone(t->game) : gtp_game_for(t, side),
        answer, several ? CANDIDATES_MAX / 2 : 1);
}

// As if the rule were on, whatever it is.
bool gtp_run_swap_verdict(Gtp *t) {
    bool is_on = t->setup.swap;
    t->setup.swap = true;
    Game *game = gtp_game_for(t, SIDE_WHITE);
    t->setup.swap = is_on;
    Phase phase = game_phase(game);
    if (phase.may_swap_pieces || phase.may_swap_sides)
        return ask_about(t, game, ANSWER_SWAP, 1);
    game_free(game);
    return error_set(&t->err, "a swap answers the first stone, in games that have one");
}
