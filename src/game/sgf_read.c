// SPDX-License-Identifier: MIT
// The reader of SGF: the first game tree of a collection into a Record. Nested variations live on a
// stack of our own, so that a million brackets are a matter of memory, not of recursion.
#include "game/sgf.h"

#include "base/memory.h"
#include "game/coord.h"
#include "game/formats.h"
#include "game/sgf_lexer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `AB[aa:zz]` sets up a whole board in ten characters, and a node takes two: beyond this many it is
// an attack on our memory, not a game.
enum { STONES_MAX = 1 << 20, NODES_MAX = 1 << 22 };

typedef struct SgfReader {
    SgfLexer lexer;
    Record *record;
    RecordNode *node;
    RecordNode **branches; // where each open bracket goes back to
    size_t branch_count, branch_capacity;
    Text word; // of the value at hand
    size_t stones, nodes;
    const RecordNode *setup_node;   // whose stones `setup_at` counts
    uint16_t setup_at[BOARD_CELLS]; // index + 1 of a cell among its stones
    bool two_letters;               // it has points like "aa"
    Error *err;
} SgfReader;

// The value as a trimmed C string, valid until the next call.
static char *read_word(SgfReader *reader, SgfValue value) {
    text_clear(&reader->word);
    sgf_value_read(value, true, &reader->word);
    text_add(&reader->word, "");
    return reader->word.length ? text_trim(reader->word.chars) : "";
}

static bool fail_value(SgfReader *reader, const char *word, const char *accepted) {
    return error_set(reader->err, "line %d: %s[%.40s]: %s", reader->lexer.line, reader->lexer.name,
                     word, accepted);
}

// --- points and moves ---

static bool read_point(SgfReader *reader, const char *word, Move *cell) {
    const Record *record = reader->record;
    if (isalpha((unsigned char)word[0]) && isalpha((unsigned char)word[1]) && !word[2]) {
        int x = tolower((unsigned char)word[0]) - 'a', y = tolower((unsigned char)word[1]) - 'a';
        if (x >= record->width || y >= record->height)
            return false;
        reader->two_letters = true;
        *cell = move_at(x, y);
        return true;
    }
    return record_cell(record, word, cell);
}

static bool fail_point(SgfReader *reader, const char *word) {
    char accepted[80];
    snprintf(accepted, sizeof accepted, "not a point of the %dx%d board", reader->record->width,
             reader->record->height);
    return fail_value(reader, word, accepted);
}

static bool read_move(SgfReader *reader, const char *word, Move *move) {
    const Record *record = reader->record;
    if (read_point(reader, word, move) || record_move(record, word, move))
        return true;
    bool pass = text_same(word, "tt") && !record->type->sgf_words; // FF[3]'s
    if (*word && !pass && !text_same(word, "forfeit"))
        return fail_point(reader, word);
    // Out of time or gone: the game is lost as by resigning.
    *move = !*word || pass ? MOVE_PASS : MOVE_RESIGN;
    return true;
}

// A node holds one move. Programs that write `;B[aa]W[bb]` mean two nodes.
static bool add_move(SgfReader *reader, const char *word, char colour) {
    Move move;
    if (!read_move(reader, word, &move))
        return false;
    if (reader->node->move != MOVE_NONE)
        reader->node = record_add(reader->record, reader->node, MOVE_NONE, SIDE_BLACK);
    reader->node->move = move;
    reader->node->side = colour == 'B' ? SIDE_BLACK : SIDE_WHITE;
    return true;
}

static bool apply_move(SgfReader *reader) {
    const char *word = read_word(reader, reader->lexer.values[0]);
    if (reader->lexer.value_count > 1)
        return fail_value(reader, word, "a node has one move of a colour, not several");
    return add_move(reader, word, reader->lexer.name[0]);
}

static bool apply_choice(SgfReader *reader) {
    const char *word = read_word(reader, reader->lexer.values[0]);
    if ((*word != 'B' && *word != 'W') || word[1] != ':')
        return fail_value(reader, word, "a choice is written B:word or W:word");
    return add_move(reader, word + 2, *word);
}

// --- set-up ---

static bool set_up(SgfReader *reader, Move cell, Cell value) {
    RecordNode *node = reader->node;
    if (reader->setup_node != node) {
        reader->setup_node = node;
        memset(reader->setup_at, 0, sizeof reader->setup_at);
    }
    uint16_t at = reader->setup_at[cell];
    if (at) { // said twice in one node: the last word counts
        node->stones[at - 1].value = value;
        return true;
    }
    if (++reader->stones > STONES_MAX)
        return error_set(reader->err, "line %d: the record sets up more than %d stones",
                         reader->lexer.line, STONES_MAX);
    record_add_stone(node, cell, value);
    reader->setup_at[cell] = (uint16_t)node->stone_count;
    return true;
}

static bool apply_stones(SgfReader *reader) {
    char kind = reader->lexer.name[1];
    Cell value = kind == 'B' ? CELL_BLACK : kind == 'W' ? CELL_WHITE : CELL_EMPTY;
    for (size_t i = 0; i < reader->lexer.value_count; i++) {
        char *word = read_word(reader, reader->lexer.values[i]);
        if (!*word) // AE[] says nothing, and some programs say it
            continue;
        char *colon = strchr(word, ':');
        if (colon)
            *colon = '\0';
        Move from, to;
        if (!read_point(reader, word, &from))
            return fail_point(reader, word);
        to = from;
        if (colon && !read_point(reader, colon + 1, &to))
            return fail_point(reader, colon + 1);
        // Corners may come the other way round, as rows that count from the bottom do.
        int left = move_x(from) < move_x(to) ? move_x(from) : move_x(to);
        int right = move_x(from) + move_x(to) - left;
        int top = move_y(from) < move_y(to) ? move_y(from) : move_y(to);
        int bottom = move_y(from) + move_y(to) - top;
        for (int y = top; y <= bottom; y++)
            for (int x = left; x <= right; x++)
                if (!set_up(reader, move_at(x, y), value))
                    return false;
    }
    return true;
}

static bool apply_player(SgfReader *reader) {
    const char *word = read_word(reader, reader->lexer.values[0]);
    char first = (char)tolower((unsigned char)*word);
    if (first == 'b' || first == '1')
        reader->node->to_move = SIDE_BLACK;
    else if (first == 'w' || first == '2')
        reader->node->to_move = SIDE_WHITE;
    else
        return fail_value(reader, word, "the player to move is B or W");
    return true;
}

// --- the rest ---

static bool apply_comment(SgfReader *reader) {
    Text text = {0};
    for (size_t i = 0; i < reader->lexer.value_count; i++)
        sgf_value_read(reader->lexer.values[i], false, &text);
    record_set_text(&reader->node->comment, text_chars(&text));
    text_free(&text);
    return true;
}

static bool apply_time(SgfReader *reader) {
    int64_t time;
    const char *word = read_word(reader, reader->lexer.values[0]);
    if (!text_to_int(word, &time) || time < 0)
        return fail_value(reader, word, "milliseconds are a number from 0");
    reader->node->time_ms = time;
    return true;
}

static bool keep(SgfReader *reader) {
    const SgfLexer *lexer = &reader->lexer;
    RecordProperty property = {.name = mem_copy_text(lexer->name),
                               .values = mem_new_array(lexer->value_count, sizeof(char *)),
                               .value_count = lexer->value_count};
    for (size_t i = 0; i < lexer->value_count; i++) {
        SgfValue value = lexer->values[i];
        char *copy = mem_new(value.length + 1);
        for (size_t k = 0; k < value.length; k++)
            copy[k] = value.chars[k] ? value.chars[k] : ' ';
        property.values[i] = copy;
    }
    record_add_property(reader->node, property);
    return true;
}

static const struct {
    const char *name;
    bool (*apply)(SgfReader *reader);
} properties[] = {
    {"B", apply_move},    {"W", apply_move},    {"AB", apply_stones},
    {"AW", apply_stones}, {"AE", apply_stones}, {"PL", apply_player},
    {"C", apply_comment}, {"MS", apply_time},   {"CHOICE", apply_choice},
};

// What stands once in a record and not in a node of the tree.
static bool apply_info(SgfReader *reader) {
    Record *record = reader->record;
    const struct {
        const char *name;
        char **field;
    } info[] = {{"PB", &record->black}, {"PW", &record->white},   {"DT", &record->date},
                {"EV", &record->event}, {"ON", &record->opening}, {"RE", &record->result}};
    for (size_t i = 0; i < sizeof info / sizeof *info; i++)
        if (strcmp(reader->lexer.name, info[i].name) == 0) {
            text_clear(&reader->word);
            sgf_value_read(reader->lexer.values[0], true, &reader->word);
            record_set_text(info[i].field, text_chars(&reader->word));
            return true;
        }
    return false;
}

// --- rules by their names in the world ---

// Letters and digits of the text, in small letters, against this table. The numbers are Gomocup's
// bits, which c-gomoku-cli writes.
static const struct {
    const char *rule, *wordings[10];
} rule_wordings[] = {
    {"freestyle",
     {"freestyle", "freestylegomoku", "gomokufreestyle", "gomoku", "freegomoku", "fiveormore",
      "fiveormorewins", "0"}},
    {"standard",
     {"standard", "standardgomoku", "gomokustandard", "exactlyfive", "exactlyfivewins", "exactfive",
      "exact5", "exactly5", "1"}},
    {"renju", {"renju", "freerenju", "rif", "renjurif", "4"}},
    {"caro", {"caro", "gomokucaro", "8"}},
    {"caro-exact", {"caroexact", "exactcaro", "9"}},
};

static const char *rule_of(const GameType *type, const char *text) {
    char plain[32];
    size_t length = 0;
    for (; *text && length + 1 < sizeof plain; text++)
        if (isalnum((unsigned char)*text))
            plain[length++] = (char)tolower((unsigned char)*text);
    plain[length] = '\0';
    for (size_t i = 0; i < sizeof rule_wordings / sizeof *rule_wordings; i++)
        for (const char *const *word = rule_wordings[i].wordings; *word; word++)
            if (strcmp(plain, *word) == 0 &&
                (!type || game_rule_index(type, rule_wordings[i].rule) >= 0))
                return rule_wordings[i].rule;
    for (const RuleInfo *rule = type ? type->rules : NULL; rule && rule->name; rule++)
        if (text_same(plain, rule->name))
            return rule->name;
    return NULL;
}

// --- the root, read ahead: no point can be read before game and size are known ---

typedef struct SgfRoot {
    const GameType *game, *of_event;
    int width, height;
    char rule[64]; // RU as it stands, cut
} SgfRoot;

static bool fail_game(SgfReader *reader, const char *word, const RecordHints *hints) {
    Text known = {0};
    for (const GameType *const *game = hints->games; *game; game++)
        text_addf(&known, "%d is %s, ", (*game)->sgf_game, (*game)->name);
    text_add(&known, "else name the game yourself");
    fail_value(reader, word, text_chars(&known));
    text_free(&known);
    return false;
}

static bool read_root_property(SgfReader *reader, const RecordHints *hints, SgfRoot *root) {
    const char *name = reader->lexer.name;
    char *word = read_word(reader, reader->lexer.values[0]);
    if (strcmp(name, "GM") == 0) {
        int64_t number;
        root->game = text_to_int(word, &number) && number >= 0 && number < 100
                         ? record_sgf_game(hints, (int)number)
                         : NULL;
        // KataGomo writes its Gomoku as GM[1], Go: it can be read when the caller names the game.
        if (!root->game && !hints->game)
            return fail_game(reader, word, hints);
    } else if (strcmp(name, "SZ") == 0) {
        char *colon = strchr(word, ':');
        if (colon)
            *colon = 'x';
        if (!size_parse(word, &root->width, &root->height))
            return fail_value(reader, word, "a size is columns, or columns:rows");
    } else if (strcmp(name, "RU") == 0) {
        snprintf(root->rule, sizeof root->rule, "%s", word);
    } else if (strcmp(name, "EV") == 0) {
        char *dot = strchr(word, '.');
        if (dot)
            *dot = '\0';
        root->of_event = dot ? game_named(hints->games, word) : NULL;
    }
    return true;
}

static bool read_root(SgfReader *reader, const RecordHints *hints) {
    SgfLexer start = reader->lexer;
    SgfRoot root = {0};
    SgfToken token = sgf_lexer_next(&reader->lexer, reader->err); // the bracket
    for (int nodes = 0; token == SGF_OPEN || token == SGF_NODE || token == SGF_PROPERTY;) {
        token = sgf_lexer_next(&reader->lexer, reader->err);
        nodes += token == SGF_NODE;
        if (nodes > 1 || token == SGF_OPEN)
            break;
        if (token == SGF_PROPERTY && !read_root_property(reader, hints, &root))
            return false;
    }
    if (token == SGF_WRONG)
        return false;
    // Little Golem leaves GM out and names the game in its tournament: EV[hex.ch.32.2.1].
    if (!root.game)
        root.game = root.of_event;
    const char *rule = rule_of(root.game ? root.game : hints->game, root.rule);
    reader->record = record_start(hints, root.game, rule, root.width, root.height, reader->err);
    // Back to the bracket, keeping the room for values that the lexer made on the way.
    start.values = reader->lexer.values;
    start.value_capacity = reader->lexer.value_capacity;
    reader->lexer = start;
    return reader->record != NULL;
}

static bool apply_root(SgfReader *reader) {
    const char *name = reader->lexer.name;
    // CA: the text was decoded, and is written in UTF-8.
    static const char *const known[] = {"FF", "GM", "SZ", "CA"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    if (strcmp(name, "RU") == 0) {
        const char *word = read_word(reader, reader->lexer.values[0]);
        // Unknown properties are kept, unless the caller knew the rule better.
        return rule_of(reader->record->type, word) || reader->record->rule || keep(reader);
    }
    return apply_info(reader);
}

// --- the tree ---

static bool read_property(SgfReader *reader) {
    if (reader->node == reader->record->root && apply_root(reader))
        return true;
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (strcmp(reader->lexer.name, properties[i].name) == 0)
            return properties[i].apply(reader);
    return keep(reader);
}

static void push(SgfReader *reader) {
    *MEM_MORE(reader->branches, reader->branch_count, reader->branch_capacity) = reader->node;
}

static bool read_tree(SgfReader *reader) {
    bool open = false; // may properties follow? Only behind a ;
    for (;;) {
        switch (sgf_lexer_next(&reader->lexer, reader->err)) {
        case SGF_OPEN:
            push(reader);
            open = false;
            break;
        case SGF_CLOSE:
            // The first bracket was pushed too: when its turn comes the tree is complete, and the
            // other games of a collection are left alone.
            reader->node = reader->branches[--reader->branch_count];
            if (!reader->branch_count)
                return true;
            open = false;
            break;
        case SGF_NODE:
            if (++reader->nodes > NODES_MAX)
                return error_set(reader->err, "line %d: the record has more than %d nodes",
                                 reader->lexer.line, NODES_MAX);
            reader->node = reader->node
                               ? record_add(reader->record, reader->node, MOVE_NONE, SIDE_BLACK)
                               : reader->record->root;
            open = true;
            break;
        case SGF_PROPERTY:
            if (!open)
                return error_set(reader->err, "line %d: %s stands outside a node; a ; is missing",
                                 reader->lexer.line, reader->lexer.name);
            if (!read_property(reader))
                return false;
            break;
        case SGF_END:
            return error_set(reader->err, "line %d: the game tree is not closed; a ) is missing",
                             reader->lexer.line);
        case SGF_WRONG:
            return false;
        }
    }
}

// --- set-up before the first move ---

// Many programs set up the position in the second node, the first one holding names alone. Nothing
// was played before, so it is the start of the game, and every format can hold that.
static void gather_setup(SgfReader *reader) {
    RecordNode *root = reader->record->root, *next;
    reader->node = root;
    reader->setup_node = root;
    memset(reader->setup_at, 0, sizeof reader->setup_at);
    for (size_t i = 0; i < root->stone_count; i++)
        reader->setup_at[root->stones[i].cell] = (uint16_t)(i + 1);
    for (RecordNode *node = root->first_child;
         node && !node->next_sibling && node->move == MOVE_NONE && root->move == MOVE_NONE;
         node = next) {
        next = node->first_child;
        if (!node->stone_count && node->to_move < 0)
            continue;
        for (size_t i = 0; i < node->stone_count; i++)
            set_up(reader, node->stones[i].cell, node->stones[i].value);
        if (node->to_move >= 0)
            root->to_move = node->to_move;
        node->stone_count = 0;
        node->to_move = -1;
        if (!node->comment && !node->property_count && node->time_ms < 0)
            record_cut(node);
    }
}

Record *sgf_parse(const char *text, size_t length, const RecordHints *hints, Error *err) {
    SgfReader *reader = mem_new(sizeof *reader);
    reader->err = err;
    bool good = sgf_lexer_start(&reader->lexer, text, length, err) && read_root(reader, hints) &&
                read_tree(reader);
    Record *record = record_done(reader->record, good);
    if (good) {
        gather_setup(reader);
        sgf_settle(record, reader->two_letters);
    }
    sgf_lexer_free(&reader->lexer);
    text_free(&reader->word);
    free(reader->branches);
    free(reader);
    return record;
}

const char *sgf_next_tree(const char *text, size_t length) {
    const char *end = text + length, *next = NULL;
    SgfLexer lexer = {0};
    int depth = 0;
    bool going = sgf_lexer_start(&lexer, text, length, NULL);
    while (going) {
        SgfToken token = sgf_lexer_next(&lexer, NULL);
        depth += (token == SGF_OPEN) - (token == SGF_CLOSE);
        bool whole = token == SGF_CLOSE && depth == 0;
        SgfLexer behind;
        if (whole && sgf_lexer_start(&behind, lexer.at, (size_t)(end - lexer.at), NULL))
            next = behind.at;
        going = token != SGF_END && token != SGF_WRONG && !whole;
    }
    sgf_lexer_free(&lexer);
    return next;
}
