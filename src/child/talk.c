// SPDX-License-Identifier: MIT
#include "child/talk.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Player *talk_create(size_t size, const PlayerType *type, const char *command, const char *interrupt,
                    Error *err) {
    size_t count;
    char **words = words_split(command, &count, err);
    if (!words)
        return NULL;
    if (!count) {
        words_free(words);
        error_set(err, "'%s:' needs a command line behind the colon, as in %s:./program",
                  type->name, type->name);
        return NULL;
    }
    Text path = {0};
    bool found = process_find(words[0], &path, err);
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
    int group = process_id(talk->process);
    process_free(talk->process, grace_ms);
    janitor_forget(talk->settings.janitor, group);
    talk->process = NULL;
}

void talk_destroy(Talk *talk, const char *farewell) {
    if (talk->process) {
        process_look(talk->process);
        process_write(talk->process, farewell, strlen(farewell),
                      clock_now_us() + talk->settings.end_ms * 1000, NULL);
        end_process(talk, talk->settings.end_ms);
    }
    words_free(talk->words);
    free(talk->told.plies);
    text_free(&talk->line);
    free(talk);
}

void talk_turn(Talk *talk) {
    talk->message[0] = 0;
    talk->failure = CHILD_FINE;
}

bool talk_start(Talk *talk, Error *err) {
    ProcessSetup setup = {.words = talk->words,
                          .own_folder = talk->settings.own_folder,
                          .pass_stderr = talk->settings.pass_stderr};
    talk->told.count = 0;
    talk->process = process_start(&setup, err);
    if (talk->process)
        janitor_watch(talk->settings.janitor, process_id(talk->process),
                      process_mark(talk->process));
    return talk->process != NULL;
}

void talk_break_off(Talk *talk) {
    end_process(talk, 0);
    talk->told.count = 0;
}

Patience talk_patience(int64_t milliseconds) {
    int64_t now = clock_now_us();
    return (Patience){.since_us = now, .until_us = now + milliseconds * 1000};
}

Patience talk_turn_patience(const Talk *talk, const Turn *turn) {
    int64_t limit = turn->limits.time_ms, clock = turn->limits.clock_ms;
    if (clock != LIMIT_NONE && (limit == LIMIT_NONE || clock < limit))
        limit = clock;
    Patience patience = talk_patience(limit == LIMIT_NONE ? talk->settings.silence_ms
                                                          : limit + talk->settings.margin_ms);
    patience.stop = turn->stop;
    return patience;
}

// Why a line could not be read or written, as the end of a sentence about the program.
static bool explain(Talk *talk, ProcessEvent event, const Patience *patience, bool writing,
                    Error *err) {
    static const ChildFailure failures[] = {[PROCESS_DONE] = CHILD_FINE,
                                            [PROCESS_LATE] = CHILD_SILENT,
                                            [PROCESS_STOPPED] = CHILD_STOPPED,
                                            [PROCESS_CLOSED] = CHILD_DIED};
    talk->failure = failures[event];
    Text how = {0};
    switch (event) {
    case PROCESS_DONE:
        break;
    case PROCESS_LATE:
        if (patience->interrupted) {
            text_add(&how, "was stopped before it had answered");
            break;
        }
        text_addf(&how, writing ? "read nothing for %lld ms" : "was silent for %lld ms",
                  (long long)((clock_now_us() - patience->since_us) / 1000));
        break;
    case PROCESS_STOPPED:
        text_add(&how, "was stopped before it had answered");
        break;
    case PROCESS_CLOSED:
        if (process_alive(talk->process, &how))
            text_addf(&how, "closed its %s", writing ? "input" : "output");
        break;
    }
    error_set(err, "'%.200s' is out: it %s", talk->words[0], text_chars(&how));
    text_free(&how);
    talk_break_off(talk);
    return false;
}

bool talk_send(Talk *talk, const Patience *patience, Error *err, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *lines = mem_new((size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(lines, (size_t)length + 1, format, arguments);
    va_end(arguments);
    ProcessEvent event =
        process_write(talk->process, lines, (size_t)length, patience->until_us, patience->stop);
    free(lines);
    return event == PROCESS_DONE || explain(talk, event, patience, true, err);
}

static bool hurry(Talk *talk, Patience *patience) {
    int64_t now = clock_now_us();
    patience->interrupted = true;
    patience->stop = NULL;
    if (now + INTERRUPT_MS * 1000 < patience->until_us)
        patience->until_us = now + INTERRUPT_MS * 1000;
    return process_write(talk->process, talk->interrupt, strlen(talk->interrupt),
                         patience->until_us, NULL) == PROCESS_DONE;
}

bool talk_read(Talk *talk, Patience *patience, Error *err) {
    // Asked here too: a program that talks without end always has a line ready.
    if (patience->stop && stop_raised(patience->stop))
        hurry(talk, patience);
    ProcessEvent event =
        process_read_line(talk->process, &talk->line, patience->until_us, patience->stop);
    if (event == PROCESS_STOPPED && hurry(talk, patience))
        event = process_read_line(talk->process, &talk->line, patience->until_us, NULL);
    if (event != PROCESS_DONE)
        return explain(talk, event, patience, false, err);
    text_add(&talk->line, "");
    talk->said = text_trim(talk->line.chars);
    // An endless stream of lines must not outlast the turn either.
    if (clock_now_us() <= patience->until_us)
        return true;
    if (patience->interrupted)
        return explain(talk, PROCESS_LATE, patience, false, err);
    error_set(err, "'%.200s' is out: it gave no answer for %lld ms", talk->words[0],
              (long long)((clock_now_us() - patience->since_us) / 1000));
    talk->failure = CHILD_SILENT;
    talk_break_off(talk);
    return false;
}

bool talk_refuse(Talk *talk, Error *err, const char *expected) {
    error_set(err, "'%.200s' is out: it answered '%.80s' where %s was expected", talk->words[0],
              talk->said, expected);
    talk->failure = CHILD_NONSENSE;
    talk_break_off(talk);
    return false;
}

void told_add(Told *told, Ply ply) {
    told->plies = mem_grow(told->plies, told->count, &told->capacity, sizeof *told->plies);
    told->plies[told->count++] = ply;
}

// What stood on the board before the first move, as two lists of cells.
static void set_up_stones(const Position *position, Told stones[2]) {
    Position *start = position_clone(position);
    while (start->ply_count)
        position_undo(start);
    for (int y = 0; start->stones && y < start->height; y++)
        for (int x = 0; x < start->width; x++) {
            Cell cell = position_at(start, move_at(x, y));
            if (cell == CELL_EMPTY)
                continue;
            Side side = cell == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE;
            told_add(&stones[side], (Ply){move_at(x, y), side});
        }
    position_free(start);
}

static void swap_stone(Ply *stone) {
    *stone = (Ply){move_at(move_y(stone->move), move_x(stone->move)), side_other(stone->side)};
}

void told_list(const Position *position, Told *list) {
    Told stones[2] = {{0}, {0}};
    list->count = 0;
    set_up_stones(position, stones);
    for (size_t i = 0; i < stones[SIDE_BLACK].count || i < stones[SIDE_WHITE].count; i++)
        for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++)
            if (i < stones[side].count)
                told_add(list, stones[side].plies[i]);
    free(stones[SIDE_BLACK].plies);
    free(stones[SIDE_WHITE].plies);
    for (size_t i = 0; i < position->ply_count; i++) {
        Ply ply = position->plies[i];
        if (move_is_stone(ply.move))
            told_add(list, ply);
        else if (ply.move == MOVE_SWAP_PIECES)
            swap_stone(&list->plies[list->count - 1]);
    }
}

int told_continues(const Told *told, const Told *list) {
    if (told->count > list->count)
        return -1;
    for (size_t i = 0; i < told->count; i++)
        if (told->plies[i].move != list->plies[i].move ||
            told->plies[i].side != list->plies[i].side)
            return -1;
    return (int)(list->count - told->count);
}

void child_player_configure(Player *player, const ChildSettings *settings) {
    ((Talk *)player)->settings = *settings;
}

const char *child_player_message(const Player *player) {
    return ((const Talk *)player)->message;
}

ChildFailure child_player_failure(const Player *player) {
    return ((const Talk *)player)->failure;
}

uint64_t child_player_memory(const Player *player) {
    const Talk *talk = (const Talk *)player;
    return talk->process ? process_memory(talk->process) : 0;
}

int child_player_process(const Player *player) {
    const Talk *talk = (const Talk *)player;
    return talk->process && process_alive(talk->process, NULL) ? process_id(talk->process) : 0;
}
