// SPDX-License-Identifier: MIT
#include "gomoku/judge.h"

#include "base/file.h"
#include "base/memory.h"
#include "gomoku/line_net_file.h"
#include "gomoku/weights_text.h"

#include <stdlib.h>

static bool read_net(Judge *judge, GomokuRule rule, const Text *file, const char *path,
                     Error *err) {
    judge->own_net = line_net_parse(text_chars(file), file->length, path, rule, err);
    judge->net = judge->own_net;
    return judge->net != NULL;
}

// A file that is no network is taken for weights.
static bool read_file(Judge *judge, GomokuRule rule, const char *path, Weights *weights,
                      Error *err) {
    Text file = {0};
    bool ok = file_read(path, &file, err);
    if (ok)
        ok = line_net_is_file(text_chars(&file), file.length)
                 ? read_net(judge, rule, &file, path, err)
                 : weights_read(path, rule, weights, err);
    text_free(&file);
    return ok;
}

Judge *judge_new(GomokuRule rule, const char *path, Error *err) {
    Judge *judge = mem_new(sizeof *judge);
    Weights *weights = mem_copy(weights_of_rule(rule), sizeof *weights);
    bool ok = true;
    if (path)
        ok = read_file(judge, rule, path, weights, err);
    else
        judge->net = line_net_of_rule(rule);
    if (ok) {
        judge->evaluation = evaluation_new(rule, weights);
    } else {
        judge_free(judge);
        judge = NULL;
    }
    free(weights);
    return judge;
}

void judge_free(Judge *judge) {
    if (!judge)
        return;
    evaluation_free(judge->evaluation);
    line_net_free(judge->own_net);
    free(judge);
}
