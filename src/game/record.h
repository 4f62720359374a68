// SPDX-License-Identifier: MIT
// A game record: a tree of moves with comments, as SGF has it. The simpler formats are trees with
// one branch. Reading keeps what a program wrote, even moves the rules forbid; whether they can be
// played is asked when the record is replayed into a Position.
//
// What a format cannot hold: whatever would change the position on the board (a set-up stone, a
// pass, the other game) is refused with a sentence; what only tells the story (variations,
// comments, names, times, swap choices where the stones stay) is left out. So writing a tree to a
// one-line format keeps the main line.
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include "base/text.h"
#include "game/position.h"

typedef struct RecordNode RecordNode;
typedef struct Record Record;

typedef struct RecordStone {
    Move cell;
    Cell value;
} RecordStone;

// An SGF property that means nothing to us, kept with its escapes so that it is written back as it
// was.
typedef struct RecordProperty {
    char *name;
    char **values;
    size_t value_count;
} RecordProperty;

struct RecordNode {
    RecordNode *parent, *next_sibling;
    RecordNode *first_child, *last_child; // the first child is the main line
    Move move;           // MOVE_NONE: a node without a move (the root, or a comment on its own)
    Side side;           // who moved
    RecordStone *stones; // set up here (AB, AW, AE)
    size_t stone_count, stone_capacity;
    int to_move;     // PL: a Side, or -1
    int64_t time_ms; // the move took (PSQ), -1 when unknown
    char *comment;   // may be NULL
    RecordProperty *properties;
    size_t property_count, property_capacity;
};

struct Record {
    const GameType *type;
    int rule; // index into type->rules
    int width, height;
    char *black, *white, *date, *event, *result; // as written; may be NULL. result is SGF's RE
    char *opening; // likewise: how the game was begun, SGF's ON; ours are those of opening_parse()
    RecordNode *root;
};

typedef enum RecordFormat { RECORD_SGF, RECORD_PSQ, RECORD_TEXT, RECORD_HEXWORLD } RecordFormat;

// What the caller knows about a record that does not say it itself (a plain move list has neither
// game nor size). Fields that are NULL or 0 are not known. Where the record says otherwise, that is
// an error: `contradiction` in the sentence.
typedef struct RecordHints {
    const GameType *const *games; // NULL-ended, the games there are; required
    const GameType *game;
    const char *rule;
    int width, height;
} RecordHints;

// The record must have a rule and size of its game. Its root holds no move yet.
Record *record_new(const GameType *type, int rule, int width, int height);
void record_free(Record *record); // NULL is fine

// Appends a child to `parent` (as its last, so the first one added is the main line) and returns
// it.
RecordNode *record_add(Record *record, RecordNode *parent, Move move, Side side);
// Takes a node out that is its parent's only child; its children take its place.
void record_cut(RecordNode *node);
void record_set_text(char **field, const char *text); // frees what was there
void record_add_stone(RecordNode *node, Move cell, Cell value);
void record_add_property(RecordNode *node, RecordProperty property); // takes what it points to

// The next node in the order of the file: down the main line first, then the variations; NULL after
// the last. Needs no recursion, however deep the tree.
RecordNode *record_next(const RecordNode *node);

// Whose turn it is after this move by this side: the same one's after a change of colours.
Side record_side_after(Move move, Side side);

// A new record from what the text says and the caller knows. `game` and `rule` are NULL and the
// sizes 0 where the text is silent. NULL with a sentence on a contradiction, an unknown rule or an
// impossible size.
Record *record_start(const RecordHints *hints, const GameType *game, const char *rule, int width,
                     int height, Error *err);

// By extension: .sgf (and Little Golem's .hsgf), .psq, .txt (a move list) and .hexworld; false when
// it is none of them.
bool record_format_of(const char *path, RecordFormat *format);

// NULL with a sentence (and a line number where there are lines) when the text is not such a
// record.
Record *record_parse(RecordFormat format, const char *text, size_t length, const RecordHints *hints,
                     Error *err);
// Makes what stands in a file UTF-8, by the charset an SGF names (CA). For readers of files that hold
// several records: record_parse() expects it done, record_read() does it.
bool record_decode(RecordFormat format, Text *text, Error *err);
Record *record_read(const char *path, const RecordHints *hints, Error *err);
// False when the format cannot hold the record (a Hex game as PSQ) or the file cannot be written.
bool record_print(const Record *record, RecordFormat format, Text *out, Error *err);
bool record_write(const Record *record, const char *path, Error *err);

// The main line replayed by the rules. Moves after the end of the game and moves on occupied points
// are an error that names the move; a forbidden move of renju stands and loses. A resignation ends
// the replay. Where the same side moves twice the other one passes in between, so that sides always
// alternate. NULL with a sentence otherwise.
Position *record_replay(const Record *record, Error *err);
// The other way: the set-up stones and moves of a position as a record with one line.
Record *record_of(const Position *position);

#endif
