// SPDX-License-Identifier: MIT
// What can be learned in a game, behind one table of functions, and a whole training run over it.
//
// A game's trainer makes a Fit for a rule: parameters and whatever it takes to follow a game
// through its positions. What it knows already is what it starts from, and what it stays with where
// the games say little. The run shows it every game of the files, several times over; a tenth of
// the games is kept apart, and what it expects of these is its score.
#ifndef TRAIN_TRAINER_H
#define TRAIN_TRAINER_H

#include "base/option.h"
#include "train/checkpoint.h"
#include "train/samples.h"
#include "train/score.h"

typedef struct Fit Fit;

typedef struct FitSettings {
    int64_t passes;        // over all games
    int64_t batch;         // positions to a step
    int64_t blend_percent; // of a target is what the search thought, the rest what came of the game
    int64_t waiting;       // positions that chance draws from, for a network; 0: as usual
    int64_t rate_percent;  // how long steps are, of the usual ones
    uint64_t seed;         // of that chance
    char *start;           // weights to start from, a file; NULL: those typed in
    bool network;          // where a game has both: a network, not tables
    double score_scale;    // what its scores mean in these games (calibrate.h); the run fills it in
} FitSettings;

#define FIT_SETTINGS                                                                               \
    { .passes = 12, .batch = 1024, .rate_percent = 100, .seed = 1 }

// What to learn where the game came out like this and the search gave that score.
double fit_target(const FitSettings *settings, double came, int score);

typedef struct Trainer {
    const GameType *game;
    bool network; // it learns one
    // `positions`: how many there are about to be in one pass. NULL with a sentence when the file
    // to start from is none.
    Fit *(*create)(int rule, const FitSettings *settings, double positions, Error *err);
    void (*destroy)(Fit *fit);
    // Learns from one game; `speed` falls from 1 to 0 over the run. With a score it learns nothing
    // and adds to that what it expects of the game.
    void (*follow)(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed,
                   Score *score);
    // What it expected of the positions that it has learned from since this was asked last, before it did.
    Score (*learned)(Fit *fit);
    // Adds what follow() has left to be judged together; NULL: it leaves nothing.
    void (*judge_rest)(Fit *fit, Score *score);
    // The numbers are what they will be: from now on the fit judges by what it would write.
    void (*settle)(Fit *fit);
    // As a weights file below a note.
    void (*write)(const Fit *fit, const char *note, Text *out);
    // All that learning goes on from, beside what create() makes of the same settings.
    void (*keep)(Fit *fit, Checkpoint *checkpoint);
} Trainer;

extern const Trainer gomoku_trainer;
extern const Trainer gomoku_line_trainer;
extern const Trainer hex_trainer;

// How far a run is.
typedef struct TrainProgress {
    int64_t pass, passes;   // from 0
    int64_t positions, all; // shown, in all passes
} TrainProgress;

// How well it does by now, on the games held out and on those it learns from.
typedef struct TrainReport {
    int64_t pass;      // from 1
    int64_t positions; // shown, in all passes
    Score learned;     // since the last report, of each position before it was learned from
    Score held_out;
} TrainReport;

typedef struct TrainResult TrainResult;

typedef struct TrainOrder {
    const GameType *const *games;
    const TextList *paths; // sample files, of one game and rule
    const GameType *game;  // NULL: that of the files
    int rule;              // -1: that of the files
    FitSettings settings;
    const char *command; // for the note: how to do it again
    // Where the run is kept as it goes, and gone on with when it is there; NULL: nowhere.
    const char *checkpoint;
    int64_t checkpoint_ms; // between two
    // Called after every game that is read; may be NULL. False: stop, and keep what was learned.
    bool (*on_game)(const TrainProgress *progress, void *user);
    // Called with the newest of result->reports: after every pass, and after so many positions; may be NULL.
    void (*on_report)(const TrainResult *result, void *user);
    int64_t report_positions; // 0: after passes only
    void *user;
} TrainOrder;

struct TrainResult {
    SampleBoard board;
    int64_t games, held_out;
    int64_t positions; // in one pass
    Score before;      // of the numbers learning starts from
    Score after;
    Text weights; // the file
    TrainReport *reports;
    size_t report_count, report_capacity;
    bool stopped; // as on_game() asked
    bool broken;  // the checkpoint could not be written
};

void train_result_free(TrainResult *result); // what it holds

// False with a sentence when the files are none of that kind, the checkpoint is one of another run, or it was
// stopped. Without files, the result is what learning starts from. The same files and settings give the same
// weights, however often the run was ended on the way, even by force. When all is kept in another place, the
// caller removes the checkpoint.
bool train_run(const TrainOrder *order, TrainResult *result, Error *err);

// The scores as a page of text: losses, calibration, moves.
void train_print(const TrainResult *result, Text *out);

#endif
