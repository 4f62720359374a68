// SPDX-License-Identifier: MIT
// A message to the page while it is written:
// `Json *json = answer_begin(&answer, "view", ask); ... answer_end(&answer);`
#ifndef SERVE_ANSWER_H
#define SERVE_ANSWER_H

#include "base/json.h"

// Zero-initialised is empty. Must stay where it is once begun: json points into it.
typedef struct Answer {
    Text text;
    Json json;
} Answer;

// `ask` is the page's number of the question, -1 for none. What was written before is forgotten.
static inline Json *answer_begin(Answer *answer, const char *type, int64_t ask) {
    text_clear(&answer->text);
    answer->json = (Json){.out = &answer->text};
    json_begin_object(&answer->json);
    json_put_text(&answer->json, "type", type);
    if (ask >= 0)
        json_put_int(&answer->json, "ask", ask);
    return &answer->json;
}

static inline void answer_end(Answer *answer) {
    json_end_object(&answer->json);
}

#endif
