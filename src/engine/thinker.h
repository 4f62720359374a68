// SPDX-License-Identifier: MIT
// Thinking elsewhere, reporting here: one thread that lets a Player choose or runs any other work,
// and keeps what it says until the front end fetches it.
//
// Any thread may stop, wait or poll, but one at a time may ask or run, and one at a time poll.
#ifndef ENGINE_THINKER_H
#define ENGINE_THINKER_H

#include "engine/player.h"

typedef struct Thinker Thinker;

// `wake` (may be NULL) runs whenever there is something new: on the thinking thread or one of the
// engine's, never on two at a time. It may poll, so that answers are written by the thread that
// found them; it must not wait, and it may ask only once the answer is there.
Thinker *thinker_new(void (*wake)(void *user), void *user);
void thinker_free(Thinker *thinker); // stops and waits first; NULL is fine

// Lets the player choose in a copy of ask->game, and returns at once. The time begins to run now
// unless ask->start_us says otherwise; stop flag and listener are the Thinker's own. What is under
// way is stopped, and nothing more is heard of it: thinker_wait() first to have its answer.
//
// With ask->ponder the player, once it has answered and `wake` has returned, goes on to think about
// the position after the answer and the reply it expects, on the opponent's time, until asked
// again, stopped or waited for. It is in use meanwhile: do one of these before touching it.
void thinker_ask(Thinker *thinker, Player *player, const Ask *ask);

// Any other work, on the thinking thread. It heeds ask->stop, and what it reports by ask->on_info
// (with ask->user) or thinker_post() is polled like a player's.
typedef bool (*ThinkerBody)(Thinker *thinker, const Ask *ask, void *argument, Choice *choice,
                            Error *err);
// As thinker_ask(). `release` (may be NULL) gets the argument when the body has ended, or will
// never begin.
void thinker_run(Thinker *thinker, ThinkerBody body, void *argument,
                 void (*release)(void *argument));
void thinker_post(Thinker *thinker, void *item); // from a body; takes what free() will release

void thinker_stop(Thinker *thinker); // the answer comes as usual, within milliseconds
// Until nothing is under way and the last `wake` has returned; ends the pondering.
void thinker_wait(Thinker *thinker);
// The same for a thought alone, until that moment of clock_now_us(). True when it is idle.
bool thinker_wait_until(Thinker *thinker, int64_t moment_us);
bool thinker_busy(Thinker *thinker);               // not while it ponders
int64_t thinker_slowest_stop_us(Thinker *thinker); // the longest it ever took to end when asked to

// One thing that was said: a report, or what a body has posted.
typedef struct Said {
    struct Said *next;
    Info info;
    void *item; // NULL: it is a report. The Thinker's, until the next poll
} Said;

typedef struct ThinkerUpdate {
    const Said *said; // since the last poll, in order; until the next poll
    bool done;        // this is the answer; it can be polled again until the next ask
    bool stopped;     // ... because it was asked to
    bool ok;          // a player has chosen, or what the body returned; else err says why
    Choice choice;
    Error err;
} ThinkerUpdate;
bool thinker_poll(Thinker *thinker, ThinkerUpdate *update); // false: nothing is new

#endif
