// SPDX-License-Identifier: MIT
#include "search/info_text.h"

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
    if (info->line.pv_length) // a beat may come before the first line
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

static void put_proven(const Line *line, Json *json) {
    char proven[24];
    json_put_text(json, "proven", info_proven(line, proven));
}

static void put_pv(const Position *position, const Line *line, Json *json) {
    char word[COORD_CHARS];
    json_put_array(json, "pv");
    for (size_t i = 0; i < line->pv_length; i++)
        json_text(json, move_print(position, line->pv[i], word));
    json_end_array(json);
}

void info_json(const Position *position, const Info *info, Json *json) {
    json_begin_object(json);
    json_put_int(json, "depth", info->depth);
    json_put_int(json, "multipv", info->multipv);
    json_put_int(json, "score", info->line.score);
    json_put_number(json, "win", info->line.win, 4);
    put_proven(&info->line, json);
    json_put_int(json, "nodes", (int64_t)info->nodes);
    json_put_int(json, "nps", nodes_a_second(info));
    json_put_int(json, "time_ms", info->time_ms);
    if (info->line.visits >= 0)
        json_put_int(json, "visits", info->line.visits);
    if (info->beat)
        json_put_bool(json, "beat", true);
    put_pv(position, &info->line, json);
    json_end_object(json);
}

void info_line_json(const Position *position, const Line *line, int depth, Json *json) {
    json_begin_object(json);
    json_put_number(json, "win", line->win, 4);
    json_put_int(json, "score", line->score);
    put_proven(line, json);
    json_key(json, "visits");
    if (line->visits >= 0)
        json_int(json, line->visits);
    else
        json_null(json);
    json_put_int(json, "depth", depth);
    put_pv(position, line, json);
    json_end_object(json);
}
