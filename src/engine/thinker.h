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
void thinker_wait(Thinker *thinker); // until on_done has returned; at once when idle
bool thinker_busy(Thinker *thinker);

#endif
