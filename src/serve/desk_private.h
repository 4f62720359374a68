// SPDX-License-Identifier: MIT
// What the files of the desk share.
#ifndef SERVE_DESK_PRIVATE_H
#define SERVE_DESK_PRIVATE_H

#include "base/value.h"
#include "engine/game_clock.h"
#include "serve/answer.h"
#include "serve/desk.h"
#include "serve/rate.h"
#include "serve/store_queue.h"

// A client session.
struct Desk {
    House *house;
    const HouseSetup *setup; // the house's
    uint64_t number;
    Rate rate;
    Outbox outbox;
    Answer answer; // being written
    // The search under way for it, if any.
    PageWorker *worker;
    int64_t asked;    // the page's number for it
    int64_t thoughts; // the desk's own number for it: how many there have been
    Game *game;
    GameClock clock; // of the player who thinks
    int64_t began_us;
    int lines; // of an analysis
    // The last lines of the analysis under way, to be stored when it ends.
    Info heard[BOUND_LINES];
    int heard_count;
    // Tasks for the store that are not done yet, and those of them that write.
    int waiting, writing;
};

// Puts the last lines of the analysis under way into the store. // desk_analyses.c
void desk_keep(Desk *desk);
// The same for what was found of this position; takes the game over.
void desk_keep_lines(Desk *desk, Game *game, const Info *lines, int count);
// What the store knows of the position that is being analysed is told when it is found.
void desk_recall(Desk *desk, int64_t ask);

// Nothing is being thought about any more; the log says how that came.        // desk_think.c
void desk_rest(Desk *desk, const char *how);

// Hands a task to the store's threads and takes it over; what a page reads after it has written is
// what it wrote. False with a sentence when too much waits. The answer comes by desk_deliver().
bool desk_queue(Desk *desk, StoreTask *task, Error *err);

// Ends desk->answer and puts it into the outbox.
void desk_send(Desk *desk);
void desk_refuse_ask(Desk *desk, int64_t ask, const char *reason); // ask -1: no question's

// The limits a question states; `otherwise_ms` when it states none.
Limits desk_limits(const Value *question, int64_t otherwise_ms);
// Sets an engine to work; takes the game over. False with a sentence when all are busy.
bool desk_begin(Desk *desk, Game *game, Job *job, int64_t ask, Error *err);
void desk_tell_choice(Desk *desk, const Choice *choice); // desk_play.c

// A question is answered with true, or refused with a sentence.
typedef bool QuestionFn(Desk *desk, const Value *question, int64_t ask, Error *err);

QuestionFn ask_look, ask_choose, ask_clock;             // desk_play.c
QuestionFn ask_analyse, ask_review, ask_stop, ask_rest; // desk_think.c

// Those that are answered on another thread, see store_queue.h.
StoreFn ask_scores, ask_save, ask_open, ask_delete, ask_games, ask_replies, ask_get, ask_set;
StoreFn ask_import, ask_export; // desk_record.c

// Lines of a search, as the fields of an answer.
void write_infos(const Position *position, const Info *lines, int count, Json *json);

#endif
