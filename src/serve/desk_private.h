// SPDX-License-Identifier: MIT
// What the files of the desk share.
#ifndef SERVE_DESK_PRIVATE_H
#define SERVE_DESK_PRIVATE_H

#include "base/json.h"
#include "serve/desk.h"
#include "serve/rate.h"
#include "serve/value.h"

struct Desk {
    House *house;
    uint64_t number;
    Rate rate;
    Outbox outbox;
    // What is being thought about for it, if anything is.
    Worker *worker;
    int64_t asked; // the page's number for it
    Game *game;
    int lines; // of an analysis
    // The analysis under way as it was last told, to be kept when it ends.
    Info heard[BOUND_LINES];
    int heard_count;
    uint64_t heard_nodes;
    int64_t heard_ms;
};

// Puts what was heard of the analysis under way into the store.
void desk_keep(Desk *desk);

// An answer under way: `Answer a = answer_begin(desk, "view", ask); ... answer_send(&a);`
typedef struct Answer {
    Desk *desk;
    Text text;
    Json json;
} Answer;

// The answer must stay where it is: json points into it.
void answer_begin(Answer *answer, Desk *desk, const char *type, int64_t ask);
void answer_send(Answer *answer);
void answer_field(Answer *answer, const char *key, const char *text);
void answer_int(Answer *answer, const char *key, int64_t value);

// A question is answered with true, or refused with a sentence.
typedef bool (*QuestionFn)(Desk *desk, const Value *question, int64_t ask, Error *err);

bool ask_hello(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_look(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_choose(Desk *desk, const Value *question, int64_t ask, Error *err); // desk_think.c
bool ask_analyse(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_review(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_stop(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_rest(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_scores(Desk *desk, const Value *question, int64_t ask, Error *err); // desk_library.c
bool ask_save(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_open(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_delete(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_games(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_replies(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_get(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_set(Desk *desk, const Value *question, int64_t ask, Error *err);
bool ask_import(Desk *desk, const Value *question, int64_t ask, Error *err); // desk_record.c
bool ask_export(Desk *desk, const Value *question, int64_t ask, Error *err);

#endif
