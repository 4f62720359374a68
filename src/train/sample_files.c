// SPDX-License-Identifier: MIT
#include "train/sample_files.h"

#include "base/memory.h"

#include <stdlib.h>

enum { HELD_OUT = 10 }; // one game in this many is held out for validation

typedef struct SampleFile {
    SampleReader *reader; // NULL before its first game and at its end
    SamplePlace place;    // where a reader that is not there yet begins
    int64_t number;       // of the next game
    int64_t length;       // in games, 0 before it is known
    bool ended;
} SampleFile;

struct SampleFiles {
    const TextList *paths;
    const GameType *const *games;
    SampleBoard board;
    SampleFile items[];
};

SampleFiles *sample_files_new(const TextList *paths, const GameType *const *games) {
    SampleFiles *files = mem_new(sizeof *files + paths->count * sizeof *files->items);
    files->paths = paths;
    files->games = games;
    return files;
}

static void close_file(SampleFile *file) {
    samples_end(file->reader);
    file->reader = NULL;
}

void sample_files_free(SampleFiles *files) {
    if (!files)
        return;
    for (size_t i = 0; i < files->paths->count; i++)
        close_file(&files->items[i]);
    free(files);
}

void sample_files_begin(SampleFiles *files) {
    for (size_t i = 0; i < files->paths->count; i++) {
        close_file(&files->items[i]);
        files->items[i] = (SampleFile){.length = files->items[i].length};
    }
}

// NULL when all are at their ends.
static SampleFile *furthest_behind(SampleFiles *files) {
    SampleFile *best = NULL;
    double least = 0;
    for (size_t i = 0; i < files->paths->count; i++) {
        SampleFile *file = &files->items[i];
        double shown = ((double)file->number + 1) / (double)(file->length + 1);
        if (file->ended || (best && shown >= least))
            continue;
        best = file;
        least = shown;
    }
    return best;
}

static bool open_file(SampleFiles *files, SampleFile *file, Error *err) {
    if (file->reader)
        return true;
    file->reader = samples_read(files->paths->items[file - files->items], files->games, err);
    return file->reader && samples_go_on(file->reader, file->place, err);
}

bool sample_files_next(SampleFiles *files, SampleGame *game, bool *held_out, Error *err) {
    for (SampleFile *file; (file = furthest_behind(files));) {
        if (!open_file(files, file, err))
            return false;
        if (samples_next(file->reader, game, err)) {
            files->board = *samples_board(file->reader);
            *held_out = file->number++ % HELD_OUT == HELD_OUT - 1;
            return true;
        }
        if (err->text[0])
            return false;
        close_file(file);
        file->length = file->number;
        file->ended = true;
    }
    return false;
}

const SampleBoard *sample_files_board(const SampleFiles *files) {
    return &files->board;
}

void sample_files_keep(SampleFiles *files, Checkpoint *checkpoint) {
    for (size_t i = 0; i < files->paths->count; i++) {
        SampleFile *file = &files->items[i];
        if (file->reader)
            file->place = samples_place(file->reader);
        checkpoint_keep(checkpoint, &file->place, sizeof file->place);
        checkpoint_keep(checkpoint, &file->number, sizeof file->number);
        checkpoint_keep(checkpoint, &file->length, sizeof file->length);
        checkpoint_keep(checkpoint, &file->ended, sizeof file->ended);
    }
}
