// SPDX-License-Identifier: MIT
#include "store/digest.h"

#include "base/memory.h"
#include "base/rng.h"
#include "engine/opening.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// --- days ---

static int digits(const char *text, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (!isdigit((unsigned char)text[i]))
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return isdigit((unsigned char)text[count]) ? -1 : value;
}

bool day_parse(const char *text, char day[DAY_CHARS]) {
    static const int month_days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int length = 4;
    while (isspace((unsigned char)*text))
        text++;
    if (digits(text, 4) <= 0)
        return false;
    if (text[4] == '-') {
        int month = digits(text + 5, 2);
        if (month < 1 || month > 12)
            return false;
        length = 7;
        if (text[7] == '-') {
            int of_month = digits(text + 8, 2);
            if (of_month < 1 || of_month > month_days[month - 1])
                return false;
            length = 10;
        }
    }
    memcpy(day, text, (size_t)length);
    day[length] = '\0';
    return true;
}

void day_of_time(int64_t time_ms, char day[DAY_CHARS]) {
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    if (!strftime(day, DAY_CHARS, "%Y-%m-%d", &parts))
        memcpy(day, "0001-01-01", DAY_CHARS);
}

// --- the fingerprint ---

// Two 64-bit hashes with different seeds: two games do not collide in both.
typedef struct Mixer {
    uint64_t one, two;
} Mixer;

static void mix_word(Mixer *mixer, uint64_t word) {
    mixer->one = rng_mix(mixer->one + word + 0x9e3779b97f4a7c15u);
    mixer->two = rng_mix((mixer->two ^ word) * 0xd6e8feb86659fd93u + 1);
}

// White space does not count, nor whether a text is empty or not there: formats differ in what they
// make of it, and a game must be known again when it comes back from its SGF.
static void mix_text(Mixer *mixer, const char *text) {
    for (; text && *text; text++)
        if (!isspace((unsigned char)*text))
            mix_word(mixer, (unsigned char)*text);
    mix_word(mixer, 256);
}

// The board at the end and the moves that led there say where it began.
static void mix_game(Mixer *mixer, const Position *last) {
    for (int y = 0; y < last->height; y++)
        for (int x = 0; x < last->width; x++)
            mix_word(mixer, (uint64_t)position_at(last, move_at(x, y)));
    for (size_t i = 0; i < last->ply_count; i++)
        mix_word(mixer, (uint64_t)last->plies[i].side << 32 | (uint16_t)last->plies[i].move);
    mix_word(mixer, (uint64_t)last->to_move);
}

static void take_fingerprint(Digest *digest, const Record *record) {
    Mixer mixer = {1, 2};
    mix_text(&mixer, record->type->name);
    mix_text(&mixer, record->type->rules[record->rule].name);
    mix_word(&mixer, (uint64_t)record->width << 32 | (uint64_t)record->height);
    mix_text(&mixer, record->black);
    mix_text(&mixer, record->white);
    mix_text(&mixer, record->event);
    mix_text(&mixer, record->date);
    mix_word(&mixer, (uint64_t)digest->result);
    mix_game(&mixer, digest->last);
    for (int i = 0; i < 8; i++) {
        digest->fingerprint[i] = (uint8_t)(mixer.one >> 8 * i);
        digest->fingerprint[8 + i] = (uint8_t)(mixer.two >> 8 * i);
    }
}

// --- the whole ---

// SGF's RE: "B+R", "W+5", "0", "Draw".
static Result result_of_text(const char *text) {
    if (!text)
        return RESULT_NONE;
    while (isspace((unsigned char)*text))
        text++;
    if (*text && text[1] == '+')
        return *text == 'B' || *text == 'b'   ? RESULT_BLACK
               : *text == 'W' || *text == 'w' ? RESULT_WHITE
                                              : RESULT_NONE;
    return strcmp(text, "0") == 0 || text_same(text, "draw") || text_same(text, "jigo")
               ? RESULT_DRAW
               : RESULT_NONE;
}

// By the rules where the board says it (a forbidden move of renju loses whatever the record
// claims), by a resignation, or as the record claims.
static Result find_result(const Record *record, const Position *last) {
    Result result = position_result(last);
    if (result != RESULT_NONE)
        return result;
    if ((result = result_of_text(record->result)) != RESULT_NONE)
        return result;
    for (const RecordNode *node = record->root; node; node = node->first_child)
        if (node->move == MOVE_RESIGN)
            return side_wins(side_other(node->side));
    return RESULT_NONE;
}

// A change of colours may have been swap or swap2, unless it must have answered the first stone.
static const char *find_opening(const Position *last) {
    for (size_t i = 0; i < last->ply_count; i++) {
        Move move = last->plies[i].move;
        if (move == MOVE_PUT_TWO)
            return opening_name(OPENING_SWAP2);
        if (move == MOVE_SWAP_PIECES)
            return opening_name(OPENING_SWAP_PIECES);
        if (move == MOVE_SWAP_SIDES && game_offers(last->type, OPENING_SWAP_SIDES))
            return opening_name(OPENING_SWAP_SIDES);
    }
    return NULL;
}

bool digest_make(Digest *digest, const Record *record, Error *err) {
    *digest = (Digest){.last = record_replay(record, err)};
    if (!digest->last)
        return false;
    digest->history = mem_new_array(digest->last->ply_count + 1, sizeof *digest->history);
    position_canonical_history(digest->last, digest->history);
    digest->result = find_result(record, digest->last);
    digest->opening = find_opening(digest->last);
    if (!record->date || !day_parse(record->date, digest->day))
        digest->day[0] = '\0';
    take_fingerprint(digest, record);
    return true;
}

void digest_free(Digest *digest) {
    position_free(digest->last);
    free(digest->history);
}

int64_t index_key(Canonical canonical, const RuleInfo *rule) {
    uint64_t name = 0; // by its name: the order of rules may change
    for (const char *c = rule->name; *c; c++)
        name = rng_mix(name + (unsigned char)*c);
    return (int64_t)(canonical.key ^ name);
}

int64_t digest_key(const Digest *digest, size_t ply) {
    const Position *last = digest->last;
    return index_key(digest->history[ply], &last->type->rules[last->rule]);
}

Move digest_next(const Digest *digest, size_t ply) {
    const Position *last = digest->last;
    if (ply >= last->ply_count)
        return MOVE_NONE;
    return canonical_move(last, digest->history[ply], last->plies[ply].move);
}
