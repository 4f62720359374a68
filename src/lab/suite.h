// SPDX-License-Identifier: MIT
// Suites: positions with known answers, one test a line, anything behind # a comment:
//
//     rule|size|position|side|expect|source
//     renju|15|B:f8,g8,h6,h7;W:a1|b|forbidden:h8=33|two open threes
//
//   expect                       passes when
//   forbidden:h8=33,...          Black may not play there, for that reason (6, 44, 33 joined by +;
//                                `any` for whatever reason)
//   legal:f8,...                 Black may play there
//   allforbidden:f8=33,k5=44     exactly these empty points are forbidden (none after the colon)
//   vcf:win                      a win by fours alone was found, and its line holds by the rules
//   vcf:none                     it is proven that there is none
//   win, loss                    proven for the side to move
//   best:h8,g9                   the engine's move is one of these
//   result:black|white|draw|none how the game stands
//
// Words behind a ; in `expect` are facts for deeper checks and are kept as they are. What the
// engine cannot prove within its limits is "unknown", and a test that needs the proof fails.
#ifndef LAB_SUITE_H
#define LAB_SUITE_H

#include "engine/engine.h"
#include "engine/registry.h"

typedef enum SuiteKind {
    SUITE_FORBIDDEN,
    SUITE_LEGAL,
    SUITE_ALL_FORBIDDEN,
    SUITE_VCF,
    SUITE_WIN,
    SUITE_LOSS,
    SUITE_BEST,
    SUITE_RESULT,
} SuiteKind;

// A cell an expectation names, and why it is forbidden ("" where no reason is given).
typedef struct SuitePoint {
    Move cell;
    char reason[16];
} SuitePoint;

typedef struct SuiteTest {
    size_t line; // in its file, from 1
    Position *position;
    SuiteKind kind;
    bool want_win;      // of SUITE_VCF
    Result want_result; // of SUITE_RESULT
    SuitePoint *points;
    size_t point_count, point_capacity;
    char *expect, *facts, *source; // as written; facts is "" when there are none
} SuiteTest;

typedef struct Suite {
    SuiteTest *tests;
    size_t count, capacity;
} Suite;

// Appends the tests of a text. False with a sentence that names the line; what was read before it
// stays in the suite.
bool suite_parse(Suite *suite, const Registry *registry, const char *text, Error *err);
bool suite_read(Suite *suite, const Registry *registry, const char *path, Error *err);
void suite_free(Suite *suite);

typedef struct SuiteOutcome {
    bool passed;
    bool is_open;   // unknown, but the search would go on from here, with what others proved since
    char came[256]; // what was found, in a few words
    uint64_t nodes;
    int64_t time_ms;
} SuiteOutcome;

// Runs one test within the limits of the ask, with its flag and listener. What the engine proved in
// the tests before may help it; a test of its choice begins afresh.
void suite_run(const SuiteTest *test, Engine *engine, const Ask *ask, SuiteOutcome *outcome);

#endif
