// SPDX-License-Identifier: MIT
// Who wins? Depth-first proof-number search (df-pn; Nagai 2002) on what is known about a position:
// fill-in and must-play cut the moves, connections end games early, and a refutation of one move
// refutes every move outside the cells it needs.
//
// A node looks at its most promising moves only (1 + a third of those open, after Henderson 2010)
// and at the next one when one of them has lost, so that proof numbers stay small.
#ifndef HEX_SOLVER_H
#define HEX_SOLVER_H

#include "hex/proofbook.h"
#include "hex/rates.h"
#include "search/info.h"
#include "search/pool.h"
#include "search/stop.h"

typedef struct HexSolver HexSolver;

typedef struct HexSolverNews {
    uint32_t proof, disproof; // of the root
    uint64_t nodes;           // positions visited
    Move line[PV_MAX];        // what looks best at the moment
    size_t length;
} HexSolverNews;

typedef struct HexSolverOrder {
    HexStones stones; // neither side has won
    Side to_move;
    StopFlag *stop;
    int64_t nodes;    // LIMIT_NONE: as many as it takes
    int64_t until_us; // ends soon after this moment of clock_now_us(); 0: it may take its time
    Pool *pool;       // all its threads work
    // Called now and then by one of them, and once at the end. May be NULL.
    void (*on_news)(const HexSolverNews *news, void *user);
    void *user;
    int64_t news_us;   // at least this long between two
    struct Beat *beat; // to be told where nodes are counted; may be NULL
} HexSolverOrder;

typedef struct HexAnswer {
    Result winner; // RESULT_NONE: stopped before it was known
    HexSet proof;  // cells the winner needs; everything else could be the loser's
    // The game as it may go on, to its end: the winner's moves all win, the loser resists. Shorter
    // when the order was stopped on the way, and the winner's first move may be missing then.
    Move line[BOARD_POINTS];
    size_t length;
    int plies;      // it lasts, at most if the line does not go to the end
    int plies_most; // ... however the loser resists
    uint64_t nodes; // positions visited
} HexAnswer;

// `grid` and `memory`, of which it takes `bytes`, must outlive it. Remembers what it found from
// one question to the next.
HexSolver *hex_solver_new(const HexGrid *grid, Memory *memory, size_t bytes);
void hex_solver_free(HexSolver *solver);
ProofBook *hex_solver_book(HexSolver *solver);             // to clear, save or load
const HexRates *hex_solver_rates(const HexSolver *solver); // of all questions so far
// One question at a time.
void hex_solver_solve(HexSolver *solver, const HexSolverOrder *order, HexAnswer *answer);

#endif
