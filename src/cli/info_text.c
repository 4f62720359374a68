// SPDX-License-Identifier: MIT
// One search report in three dresses: a piece of a line, a whole line, a JSON object.
#include "cli/info_text.h"

#include "base/json.h"
#include "game/coord.h"

#include <inttypes.h>
#include <stdio.h>

const char *info_proven(const Line *line, char out[24]) {
    out[0] = '\0';
    if (line->drawn)
        snprintf(out, 24, "draw");
    else if (score_is_proven(line->score))
        snprintf(out, 24, "%s %d", line->score > 0 ? "win" : "loss", score_plies(line->score));
    return out[0] ? out : NULL;
}

void info_score(const Line *line, Text *out) {
    char proven[24];
    if (info_proven(line, proven))
        text_add(out, proven);
    else
        text_addf(out, "%+d", line->score);
}

void info_count(uint64_t count, Text *out) {
    if (count < 1000)
        text_addf(out, "%" PRIu64, count);
    else if (count < 1000000)
        text_addf(out, "%.1fk", (double)count / 1e3);
    else
        text_addf(out, "%.1fM", (double)count / 1e6);
}

void info_pv(const Position *position, const Line *line, size_t most, Text *out) {
    char word[COORD_CHARS];
    for (size_t i = 0; i < line->pv_length && i < most; i++)
        text_addf(out, "%s%s", i ? " " : "", move_print(position, line->pv[i], word));
}

void info_line(const Position *position, const Info *info, size_t pv_most, Text *out) {
    Text score = {0};
    info_score(&info->line, &score);
    text_addf(out, "depth %-2d  %6s  %3.0f%%  ", info->depth, text_chars(&score),
              100 * info->line.win);
    text_clear(&score);
    info_count(info->nodes, &score);
    text_addf(out, "%6s nodes  ", text_chars(&score));
    text_free(&score);
    info_pv(position, &info->line, pv_most, out);
}

static int64_t nodes_a_second(const Info *info) {
    int64_t time = info->time_ms > 0 ? info->time_ms : 1;
    return (int64_t)((double)info->nodes * 1000 / (double)time);
}

void info_json(const Position *position, const Info *info, Text *out) {
    Json json = {.out = out};
    char proven[24], word[COORD_CHARS];
    json_begin_object(&json);
    json_key(&json, "depth");
    json_int(&json, info->depth);
    json_key(&json, "multipv");
    json_int(&json, info->multipv);
    json_key(&json, "score");
    json_int(&json, info->line.score);
    json_key(&json, "win");
    json_number(&json, info->line.win, 4);
    json_key(&json, "proven");
    json_text(&json, info_proven(&info->line, proven));
    json_key(&json, "nodes");
    json_int(&json, (int64_t)info->nodes);
    json_key(&json, "nps");
    json_int(&json, nodes_a_second(info));
    json_key(&json, "time_ms");
    json_int(&json, info->time_ms);
    if (info->line.visits >= 0) {
        json_key(&json, "visits");
        json_int(&json, info->line.visits);
    }
    json_key(&json, "pv");
    json_begin_array(&json);
    for (size_t i = 0; i < info->line.pv_length; i++)
        json_text(&json, move_print(position, info->line.pv[i], word));
    json_end_array(&json);
    json_end_object(&json);
}
