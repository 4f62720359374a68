// SPDX-License-Identifier: MIT
#include "cli/session.h"

#include "base/clock.h"
#include "base/memory.h"
#include "cli/kept.h"
#include "engine/game_clock.h"
#include "engine/thinker.h"
#include "game/coord.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct Session {
    SessionSetup setup;
    KeptList opened; // where setup.start is of, if it was opened here
    Game *game;
    Player *players[2]; // NULL: a person sits there
    Player *adviser;    // for hints, made when first asked
    Thinker *thinker;
    bool begun; // the players have been told of a game
    bool thinking, hinting;
    bool has_info; // the best line of the present thinker, as it was last polled
    Info info;
    GameClock clock;
    int timed_out;   // a Seat, or -1
    bool threats;    // are drawn
    char *saved;     // the file it was saved to last, may be NULL
    bool safe;       // and it stands there as it stands here
    char *kept;      // the file it is kept in, NULL before the first choice
    Error unkept;    // why it is not, "" when it is or need not be
    bool warned;     // the person has been told
    size_t begun_at; // how many choices were made before it began
};

// --- making and ending ---

static void log_line(const Session *session, const char *text) {
    if (session->setup.log)
        fprintf(session->setup.log, "%s\n", text);
}

static bool begin_players(Session *session, Error *err) {
    for (int seat = 0; seat < 2; seat++) {
        Player *player = session->players[seat];
        if (player && !player_begin(player, session->game, err))
            return false;
    }
    session->timed_out = -1;
    session->begun_at = game_choices(session->game);
    free(session->kept);
    session->kept = session->setup.keep_in ? mem_copy_text(session->setup.keep_in) : NULL;
    session->setup.keep_in = NULL;
    session->safe = session->warned = false;
    session->unkept = (Error){""};
    session->clock =
        game_clock_of(session->setup.limits.clock_ms, session->setup.limits.increment_ms);
    game_clock_start(&session->clock, game_actor(session->game), clock_now_us());
    log_line(session, "new game");
    return true;
}

static bool new_game(Session *session, Error *err) {
    const SessionSetup *setup = &session->setup;
    Game *game = setup->start ? game_resume(position_clone(setup->start), setup->opening)
                              : game_new(setup->board.game, setup->board.rule, setup->board.width,
                                         setup->board.height, setup->opening, err);
    if (!game)
        return false;
    game_free(session->game);
    session->game = game;
    return true;
}

Session *session_new(const SessionSetup *setup, Error *err) {
    Session *session = mem_new(sizeof *session);
    session->setup = *setup;
    session->thinker = thinker_new(setup->wake, setup->user);
    bool ok = new_game(session, err);
    for (int seat = 0; ok && seat < 2; seat++) {
        if (seat_is_human(setup->specs[seat]))
            continue;
        session->players[seat] =
            registry_player(setup->registry, setup->specs[seat], &setup->defaults, err);
        ok = session->players[seat] != NULL;
    }
    if (ok)
        return session;
    session_free(session);
    return NULL;
}

static void forget_thinking(Session *session) {
    session->thinking = session->hinting = session->has_info = false;
}

// Thinking and pondering are stopped and what was found is thrown away.
static void drop_thinking(Session *session) {
    thinker_stop(session->thinker);
    thinker_wait(session->thinker);
    forget_thinking(session);
}

static void end_players(Session *session) {
    for (int seat = 0; session->begun && seat < 2; seat++)
        if (session->players[seat])
            player_end(session->players[seat]);
}

void session_free(Session *session) {
    if (!session)
        return;
    drop_thinking(session);
    thinker_free(session->thinker);
    end_players(session);
    for (int seat = 0; seat < 2; seat++)
        player_free(session->players[seat]);
    player_free(session->adviser);
    game_free(session->game);
    free(session->saved);
    free(session->kept);
    kept_free(&session->opened);
    free(session);
}

bool session_begin(Session *session, Error *err) {
    drop_thinking(session);
    end_players(session);
    session->begun = true;
    return new_game(session, err) && begin_players(session, err);
}

// Every player is asked by the game itself; those who know it go back to the present one if another
// does not.
static bool all_know(Session *session, const Position *position, Error *err) {
    Game *game = game_from_position(position_clone(position));
    bool known = true;
    for (int seat = 0; known && seat < 2; seat++)
        known = !session->players[seat] || player_begin(session->players[seat], game, err);
    for (int seat = 0; !known && seat < 2; seat++)
        if (session->players[seat])
            player_begin(session->players[seat], session->game, NULL);
    game_free(game);
    return known;
}

bool session_open(Session *session, const char *path, Error *err) {
    KeptList read = {0};
    if (!kept_read(path, registry_games(session->setup.registry), &read, err))
        return false;
    drop_thinking(session);
    if (!all_know(session, read.items[0].position, err)) {
        kept_free(&read);
        return false;
    }
    player_free(session->adviser); // of another game perhaps
    session->adviser = NULL;
    kept_free(&session->opened);
    session->opened = read;
    session->setup.start = read.items[0].position;
    session->setup.opening = read.items[0].opening;
    session->setup.keep_in = kept_owns(path) ? session->opened.items[0].path : NULL;
    return session_begin(session, err);
}

// --- what it knows ---

const Game *session_game(const Session *session) {
    return session->game;
}

bool session_is_person(const Session *session, Seat seat) {
    return !session->players[seat];
}

SessionTurn session_turn(const Session *session) {
    if (session_result(session) != RESULT_NONE)
        return TURN_OVER;
    return session_is_person(session, game_actor(session->game)) ? TURN_PERSON : TURN_PLAYER;
}

const char *session_name(const Session *session, Seat seat) {
    bool both = session_is_person(session, SEAT_FIRST) && session_is_person(session, SEAT_SECOND);
    if (session_is_person(session, seat))
        return both ? "a person" : "you";
    return session->players[seat]->spec;
}

Result session_result(const Session *session) {
    if (session->timed_out >= 0)
        return side_wins(side_other(game_seat_side(session->game, (Seat)session->timed_out)));
    return game_result(session->game);
}

const char *session_reason(const Session *session) {
    return session->timed_out >= 0 ? "time" : game_result_reason(session->game);
}

int64_t session_clock_ms(const Session *session, Seat seat) {
    return game_clock_left_ms(&session->clock, seat, clock_now_us());
}

// --- on paper ---

static bool is_fresh(const Session *session) {
    return game_choices(session->game) <= session->begun_at && session->timed_out < 0;
}

static void name_side(const Session *session, Side side, char **field) {
    Seat seat = game_seat_side(session->game, SEAT_FIRST) == side ? SEAT_FIRST : SEAT_SECOND;
    bool person = session_is_person(session, seat);
    record_set_text(field, person ? SEAT_HUMAN : session->players[seat]->spec);
}

static void add_result(const Session *session, Record *record) {
    Result result = session_result(session);
    if (result == RESULT_NONE)
        return;
    Text text = {0};
    if (result == RESULT_DRAW)
        text_add(&text, "0");
    else
        text_addf(&text, "%c+%s", result == RESULT_BLACK ? 'B' : 'W',
                  session->timed_out >= 0                              ? "T"
                  : position_result(game_position(session->game)) == 0 ? "R"
                                                                       : "");
    record_set_text(&record->result, text_chars(&text));
    text_free(&text);
}

static bool write_record(const Session *session, const char *path, Error *err) {
    Record *record = record_of(game_position(session->game));
    name_side(session, SIDE_BLACK, &record->black);
    name_side(session, SIDE_WHITE, &record->white);
    if (game_opening(session->game) != OPENING_FREE)
        record_set_text(&record->opening, opening_name(game_opening(session->game)));
    char day[32];
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) && strftime(day, sizeof day, "%Y-%m-%d", &local))
        record_set_text(&record->date, day);
    add_result(session, record);
    bool ok = record_write(record, path, err);
    record_free(record);
    return ok;
}

// After every change. A game that nobody has moved in is not worth a file.
static void keep(Session *session) {
    session->safe = session->warned = false;
    session->unkept = (Error){""};
    if (!session->setup.keep || (!session->kept && is_fresh(session)))
        return;
    if (!session->kept)
        session->kept = kept_new_path(&session->unkept);
    if (session->kept)
        write_record(session, session->kept, &session->unkept);
}

const char *session_kept(const Session *session) {
    return session->unkept.text[0] ? NULL : session->kept;
}

bool session_may_go(Session *session, Error *err) {
    if (!session->unkept.text[0] || session->safe || session->warned || is_fresh(session))
        return true;
    session->warned = true;
    return error_set(err,
                     "this game is kept nowhere (%.300s); save it, or do that again to lose it",
                     session->unkept.text);
}

// --- moving ---

static void log_choice(const Session *session, Seat seat, Move move) {
    char word[COORD_CHARS];
    if (session->setup.log)
        fprintf(session->setup.log, "%s %s %s %" PRId64 " ms\n",
                side_name(game_seat_side(session->game, seat)), session_name(session, seat),
                move_print(game_position(session->game), move, word),
                (clock_now_us() - session->clock.since_us) / 1000);
}

// A choice made too late does not count.
static bool press_clock(Session *session) {
    Seat seat = game_actor(session->game);
    if (game_clock_press(&session->clock, clock_now_us()))
        return true;
    session->timed_out = (int)seat;
    keep(session);
    return false;
}

static bool play(Session *session, Move move, Error *err) {
    if (game_check(session->game, move, err) != VERDICT_LEGAL)
        return false;
    Seat seat = game_actor(session->game);
    if (!press_clock(session))
        return error_set(err, "the clock has run out");
    log_choice(session, seat, move);
    if (!game_play(session->game, move, false, err))
        return false;
    if (session_turn(session) != TURN_OVER)
        game_clock_start(&session->clock, game_actor(session->game), clock_now_us());
    keep(session);
    return true;
}

bool session_play(Session *session, Move move, Error *err) {
    if (session_turn(session) == TURN_OVER)
        return error_set(err, "the game is over");
    if (session_turn(session) == TURN_PLAYER)
        return error_set(err, "it is not your turn");
    // Judged before the hint is given up: a slip of the finger should not stop it.
    if (game_check(session->game, move, err) != VERDICT_LEGAL)
        return false;
    drop_thinking(session);
    return play(session, move, err);
}

bool session_undo(Session *session, Error *err) {
    if (session->timed_out >= 0)
        return error_set(err, "time cannot be taken back");
    Game *back = game_clone(session->game);
    bool found = false;
    while (!found && game_undo(back))
        found = session_is_person(session, game_actor(back));
    if (!found) {
        game_free(back);
        return error_set(err, "there is no move of yours to take back");
    }
    drop_thinking(session);
    game_free(session->game);
    session->game = back;
    game_clock_start(&session->clock, game_actor(back), clock_now_us());
    log_line(session, "undo");
    keep(session);
    return true;
}

bool session_toggle_threats(Session *session) {
    return session->threats = !session->threats;
}

bool session_shows_threats(const Session *session) {
    return session->threats;
}

bool session_save(Session *session, const char *path, bool replace, Error *err) {
    bool ours = session->saved && strcmp(session->saved, path) == 0;
    if (!replace && !ours && access(path, F_OK) == 0)
        return error_set(err, "'%.200s' is there already; save! %.200s replaces it", path, path);
    if (!write_record(session, path, err))
        return false;
    session->safe = true;
    if (!ours) {
        free(session->saved);
        session->saved = mem_copy_text(path);
    }
    return true;
}

// --- thinking ---

static void start(Session *session, Player *player) {
    Seat other = game_actor(session->game) == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
    Ask ask = {.game = session->game, .limits = session->setup.limits};
    ask.limits.clock_ms = session_clock_ms(session, game_actor(session->game));
    if (session->hinting)
        ask.limits.level = LEVEL_MAX; // advice is always the best there is
    ask.ponder = session->setup.ponder && !session->hinting && session_is_person(session, other);
    assert(!session->thinking);
    session->thinking = true;
    session->has_info = false;
    thinker_ask(session->thinker, player, &ask);
}

void session_go(Session *session) {
    if (!session->thinking && session_turn(session) == TURN_PLAYER)
        start(session, session->players[game_actor(session->game)]);
}

bool session_ask_hint(Session *session, Error *err) {
    if (session_turn(session) != TURN_PERSON)
        return error_set(err, session_turn(session) == TURN_OVER ? "the game is over"
                                                                 : "it is not your turn");
    if (session->thinking)
        return error_set(err, "the engine is looking already");
    if (!session->adviser) {
        PlayerDefaults defaults = session->setup.defaults;
        defaults.level = LEVEL_MAX;
        session->adviser = registry_player(session->setup.registry, "tengen", &defaults, err);
        if (!session->adviser || !player_begin(session->adviser, session->game, err))
            return false;
    }
    session->hinting = true;
    start(session, session->adviser);
    return true;
}

bool session_thinking(const Session *session) {
    return session->thinking;
}

bool session_hinting(const Session *session) {
    return session->hinting;
}

void session_stop(Session *session) {
    if (session->thinking)
        thinker_stop(session->thinker);
}

// Hears what is new; true when it is the answer.
static bool collect(Session *session, ThinkerUpdate *update) {
    thinker_poll(session->thinker, update);
    for (const Said *said = update->said; said; said = said->next)
        if (said->info.multipv == 1) {
            session->info = said->info;
            session->has_info = true;
        }
    return session->thinking && update->done;
}

SessionNews session_news(Session *session, Choice *choice, Error *err) {
    ThinkerUpdate update;
    if (session_turn(session) != TURN_OVER && game_clock_fell(&session->clock, clock_now_us())) {
        press_clock(session);
        drop_thinking(session);
        return NEWS_TIME;
    }
    if (!collect(session, &update))
        return NEWS_NONE;
    *choice = update.choice;
    *err = update.err;
    bool hint = session->hinting;
    forget_thinking(session); // but let it ponder
    if (!update.ok)
        return NEWS_FAILED;
    if (hint)
        return NEWS_HINT;
    if (play(session, choice->move, err))
        return NEWS_MOVE;
    drop_thinking(session);
    return NEWS_FAILED;
}

bool session_info(Session *session, Info *info) {
    ThinkerUpdate update;
    collect(session, &update);
    if (session->thinking && session->has_info)
        *info = session->info;
    return session->thinking && session->has_info;
}

// --- words ---

void session_guide(const Session *session, Text *out) {
    const Position *position = game_position(session->game);
    Phase phase = game_phase(session->game);
    const char *mine = position->to_move == SIDE_BLACK ? "black" : "white";
    if (phase.placing && position->stones < 3)
        text_addf(out, "Lay out an opening: black, white, black. Put a %s stone (%d of 3)", mine,
                  position->stones + 1);
    else if (phase.placing)
        text_addf(out, "Put a %s stone (%d of 2); then the opponent chooses a colour", mine,
                  position->stones - 2);
    else if (phase.may_swap_pieces)
        text_add(out, "Play a stone, or type swap to take over the first stone");
    else if (phase.may_swap_sides && opening_is_swap(game_opening(session->game)))
        text_add(out, "Play a stone, or type swap to take Black's side");
    else if (phase.may_swap_sides)
        text_addf(out, "Play a %s stone to keep that colour, or type swap to take the other%s",
                  mine,
                  phase.may_put_two ? ", or put-two to add two stones and pass the choice on" : "");
    else if (phase.centre_only)
        text_add(out, "Black begins in the centre");
    else if (phase.clear_centre)
        text_addf(out, "Put this stone outside the central %dx%d", phase.clear_centre,
                  phase.clear_centre);
    else
        text_addf(out, "%s to move", position->to_move == SIDE_BLACK ? "Black" : "White");
}
