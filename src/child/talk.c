// SPDX-License-Identifier: MIT
#include "child/talk.h"

#include "base/clock.h"
#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

Player *talk_create(size_t size, const PlayerType *type, const char *command, const char *interrupt,
                    Error *err) {
    size_t count;
    char **words = words_split(command, &count, err);
    if (!words)
        return NULL;
    Text path = {0};
    bool found = count ? process_find(words[0], &path, err)
                       : error_set(err,
                                   "'%s:' needs a command line behind the colon, as in "
                                   "%s:./program",
                                   type->name, type->name);
    text_free(&path);
    if (!found) {
        words_free(words);
        return NULL;
    }
    Talk *talk = mem_new(size);
    talk->player.type = type;
    talk->words = words;
    talk->interrupt = interrupt;
    talk->settings = CHILD_SETTINGS;
    return &talk->player;
}

static void end_process(Talk *talk, int64_t grace_ms) {
    process_free(talk->process, grace_ms);
    talk->process = NULL;
}

void talk_destroy(Talk *talk, const char *farewell) {
    if (talk->process) {
        process_write(talk->process, farewell, strlen(farewell),
                      clock_now_us() + talk->settings.end_ms * 1000, NULL);
        end_process(talk, talk->settings.end_ms);
    }
    words_free(talk->words);
    free(talk->sent.plies);
    text_free(&talk->line);
    free(talk);
}

void talk_turn(Talk *talk) {
    talk->message[0] = 0;
    talk->failure = PLAYER_FINE;
}

bool talk_alive(const Talk *talk) {
    return talk->process && process_alive(talk->process, NULL);
}

bool talk_start(Talk *talk, Error *err) {
    ProcessSetup setup = {.words = talk->words,
                          .own_folder = talk->settings.own_folder,
                          .pass_stderr = talk->settings.pass_stderr};
    talk->sent.count = 0;
    talk->process = process_start(&setup, err);
    return talk->process != NULL;
}

void talk_break_off(Talk *talk) {
    end_process(talk, 0);
    talk->sent.count = 0;
}

Deadline talk_deadline(int64_t milliseconds) {
    int64_t now = clock_now_us();
    return (Deadline){.since_us = now, .until_us = now + milliseconds * 1000};
}

Deadline talk_turn_deadline(const Talk *talk, const Ask *turn) {
    int64_t limit = turn->limits.time_ms, clock = turn->limits.clock_ms;
    if (clock != LIMIT_NONE && (limit == LIMIT_NONE || clock < limit))
        limit = clock;
    Deadline deadline = talk_deadline(limit == LIMIT_NONE ? talk->settings.silence_ms
                                                          : limit + talk->settings.margin_ms);
    deadline.stop = turn->stop;
    return deadline;
}

bool talk_fail(Talk *talk, PlayerFailure failure, Error *err, const char *format, ...) {
    Text how = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(&how, format, arguments);
    va_end(arguments);
    error_set(err, "'%.200s' is out: it %s", talk->words[0], text_chars(&how));
    text_free(&how);
    talk->failure = failure;
    talk_break_off(talk);
    return false;
}

// Why a line could not be read or written, as the end of a sentence about the program.
static bool explain(Talk *talk, ProcessEvent event, const Deadline *deadline, bool writing,
                    Error *err) {
    static const PlayerFailure failures[] = {[PROCESS_DONE] = PLAYER_FINE,
                                             [PROCESS_LATE] = PLAYER_SILENT,
                                             [PROCESS_STOPPED] = PLAYER_STOPPED,
                                             [PROCESS_CLOSED] = PLAYER_DIED};
    Text how = {0};
    if (event == PROCESS_LATE && !deadline->interrupted)
        text_addf(&how, writing ? "read nothing for %lld ms" : "was silent for %lld ms",
                  (long long)((clock_now_us() - deadline->since_us) / 1000));
    else if (event != PROCESS_CLOSED)
        text_add(&how, "was stopped before it had answered");
    else if (process_alive(talk->process, &how))
        text_addf(&how, "closed its %s", writing ? "input" : "output");
    talk_fail(talk, failures[event], err, "%s", text_chars(&how));
    text_free(&how);
    return false;
}

bool talk_send(Talk *talk, const Deadline *deadline, Error *err, const char *format, ...) {
    Text lines = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(&lines, format, arguments);
    va_end(arguments);
    return talk_send_text(talk, deadline, &lines, err);
}

bool talk_send_text(Talk *talk, const Deadline *deadline, Text *lines, Error *err) {
    ProcessEvent event = process_write(talk->process, text_chars(lines), lines->length,
                                       deadline->until_us, deadline->stop);
    text_free(lines);
    return event == PROCESS_DONE || explain(talk, event, deadline, true, err);
}

static bool hurry(Talk *talk, Deadline *deadline) {
    int64_t now = clock_now_us();
    deadline->interrupted = true;
    deadline->stop = NULL;
    if (now + INTERRUPT_MS * 1000 < deadline->until_us)
        deadline->until_us = now + INTERRUPT_MS * 1000;
    return process_write(talk->process, talk->interrupt, strlen(talk->interrupt),
                         deadline->until_us, NULL) == PROCESS_DONE;
}

bool talk_read(Talk *talk, Deadline *deadline, Error *err) {
    // Asked here too: a program that talks without end always has a line ready.
    if (deadline->stop && stop_raised(deadline->stop))
        hurry(talk, deadline);
    ProcessEvent event =
        process_read_line(talk->process, &talk->line, deadline->until_us, deadline->stop);
    if (event == PROCESS_STOPPED && hurry(talk, deadline))
        event = process_read_line(talk->process, &talk->line, deadline->until_us, NULL);
    if (event != PROCESS_DONE)
        return explain(talk, event, deadline, false, err);
    text_add(&talk->line, "");
    talk->said = text_trim(talk->line.chars);
    // An endless stream of lines must not outlast the turn either.
    if (clock_now_us() <= deadline->until_us)
        return true;
    if (deadline->interrupted)
        return explain(talk, PROCESS_LATE, deadline, false, err);
    return talk_fail(talk, PLAYER_SILENT, err, "gave no answer for %lld ms",
                     (long long)((clock_now_us() - deadline->since_us) / 1000));
}

bool talk_refuse(Talk *talk, Error *err, const char *expected) {
    return talk_fail(talk, PLAYER_NONSENSE, err, "answered '%.80s' where %s was expected",
                     talk->said, expected);
}

void sent_add(SentMoves *sent, Ply ply) {
    *MEM_MORE(sent->plies, sent->count, sent->capacity) = ply;
}

void sent_copy(SentMoves *sent, const SentMoves *from) {
    sent->count = 0;
    for (size_t i = 0; i < from->count; i++)
        sent_add(sent, from->plies[i]);
}

// What stood on the board before the first move, the sides in turn.
static void add_set_up(const Position *position, SentMoves *list) {
    Position *start = position_clone(position);
    while (start->ply_count)
        position_undo(start);
    Ply all[BOARD_POINTS];
    size_t count = position_stones(start, all), at[2] = {0, 0};
    while (list->count < count)
        for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
            while (at[side] < count && all[at[side]].side != side)
                at[side]++;
            if (at[side] < count)
                sent_add(list, all[at[side]++]);
        }
    position_free(start);
}

static void swap_stone(Ply *stone) {
    assert(move_is_stone(stone->move));
    *stone = (Ply){move_at(move_y(stone->move), move_x(stone->move)), side_other(stone->side)};
}

void sent_list(const Position *position, SentMoves *list) {
    list->count = 0;
    add_set_up(position, list);
    assert(list->count <= BOARD_POINTS);
    for (size_t i = 0; i < position->ply_count; i++) {
        Ply ply = position->plies[i];
        if (move_is_stone(ply.move))
            sent_add(list, ply);
        else if (ply.move == MOVE_SWAP_PIECES)
            swap_stone(&list->plies[list->count - 1]);
    }
}

int sent_continues(const SentMoves *sent, const SentMoves *list) {
    assert(sent->count <= sent->capacity || !sent->count);
    if (sent->count > list->count)
        return -1;
    for (size_t i = 0; i < sent->count; i++)
        if (sent->plies[i].move != list->plies[i].move ||
            sent->plies[i].side != list->plies[i].side)
            return -1;
    return (int)(list->count - sent->count);
}

void talk_configure(Player *player, const PlayerHosting *hosting) {
    ChildSettings *settings = &((Talk *)player)->settings;
    *settings = CHILD_SETTINGS;
    settings->own_folder = true;
    settings->threads = hosting->threads;
    settings->hash_bytes = hosting->hash_bytes;
    if (settings->margin_ms < hosting->margin_ms)
        settings->margin_ms = hosting->margin_ms;
}

const char *talk_message(const Player *player) {
    return ((const Talk *)player)->message;
}

PlayerFailure talk_failure(const Player *player) {
    return ((const Talk *)player)->failure;
}

uint64_t talk_memory(const Player *player) {
    const Talk *talk = (const Talk *)player;
    return talk->process ? process_memory(talk->process) : 0;
}
