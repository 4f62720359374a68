// SPDX-License-Identifier: MIT
// The file of a tuning: how it is done, then what every pair of games came to.
//
//     tune 1
//     game gomoku
//     ...
//     param RAZOR_MARGIN=120:40:300:20 whole
//     results
//     wl
//     dw
//
// A pair's line has two letters: how the player with the parameters moved by plus fared in the
// first seat and in the second. Where the parameters stand follows from that alone (tune.h), so
// nothing else is kept. The file only ever grows by whole lines, so a sudden end leaves half a line at
// most, which is dropped when the file is opened again.
#ifndef MATCH_TUNE_FILE_H
#define MATCH_TUNE_FILE_H

#include "base/option.h"
#include "match/spsa.h"

typedef struct TuneHead {
    char *game, *rule, *size;
    char *player;   // SPEC, to which the parameters are added
    char *openings; // "even", or which list
    int64_t nodes, games;
    char *rate;      // as text; a number in `spsa`
    TextList params; // likewise
    Spsa spsa;
} TuneHead;

typedef struct TunePair {
    char games[2]; // 'w', 'd' or 'l'
} TunePair;

// How it is done and what is known. Zero-initialised is empty.
typedef struct TuneLog {
    TuneHead head;
    TunePair *pairs;
    size_t count, capacity;
} TuneLog;

void tune_head_free(TuneHead *head);
void tune_log_free(TuneLog *log);
int tune_pair_result(TunePair pair); // wins less losses, -2 .. 2

typedef struct TuneFile TuneFile;

// Opens the file or begins it. One that is there must have been begun with this head, but for the
// seed where that is left open: then `head` gets the file's. The log gets a copy of the head and
// what is in the file. NULL with a sentence; *broken then says whether the machine failed and not
// the caller. No other program may write to it meanwhile.
TuneFile *tune_file_open(const char *path, TuneHead *head, bool seed_open, TuneLog *log,
                         bool *broken, Error *err);
bool tune_file_add(TuneFile *file, TunePair pair, Error *err);
bool tune_file_close(TuneFile *file, Error *err); // false: the disk did not take it all

// A file's text, which it cuts into pieces; `path` is its name in sentences, *whole gets the length of
// its whole lines. False with a sentence; free the log all the same.
bool tune_file_parse(const char *path, Text *text, TuneLog *log, size_t *whole, Error *err);
// Reads a file for a report, whoever writes to it.
bool tune_file_read(const char *path, TuneLog *log, Error *err);

#endif
