// SPDX-License-Identifier: MIT
// A Player thinking on a thread of its own, so that a front end can go on reading commands.
#ifndef ENGINE_THINKER_H
#define ENGINE_THINKER_H

#include "engine/player.h"

typedef struct Thinker Thinker;

// Called on the thinking thread when the player has chosen (ok) or could not (err says why).
typedef void (*ThinkerDone)(bool ok, const Choice *choice, const Error *err, void *user);

Thinker *thinker_new(void);
void thinker_free(Thinker *thinker); // stops and waits first
// Starts thinking about a private copy of the game. Waits for the last order to end if there is
// one.
void thinker_start(Thinker *thinker, Player *player, const Game *game, const Limits *limits,
                   InfoFn on_info, ThinkerDone on_done, void *user);
void thinker_stop(Thinker *thinker); // raise the flag; the answer comes as usual
// Until on_done has returned; at once when idle. Ends the pondering.
void thinker_wait(Thinker *thinker);
bool thinker_busy(Thinker *thinker); // not while it ponders

// Whether the orders from now on are followed by pondering: once on_done has returned, the player
// goes on to think about the position after the answer and the reply it expects, on the opponent's
// time, until thinker_wait(), thinker_start() or thinker_stop() is called. Off at first. The player
// is in use meanwhile: call one of these before touching it.
void thinker_set_ponder(Thinker *thinker, bool on);

#endif
