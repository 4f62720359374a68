// SPDX-License-Identifier: MIT
#include "serve/document.h"

#include "base/memory.h"
#include "game/coord.h"
#include "serve/bounds.h"
#include "serve/question.h"
#include "serve/view.h"

#include <stdlib.h>
#include <string.h>

static const char META[] = "TENGEN"; // the SGF property for what is the page's own

// --- from the page ---

typedef struct DocumentReading {
    Record *record;
    RecordNode **nodes;
    Error *err;
} DocumentReading;

static bool read_stones(DocumentReading *reading, const Value *cells, Cell colour) {
    const Record *record = reading->record;
    for (size_t i = 0; i < value_count(cells); i++) {
        Move cell;
        if (!question_point(record->type, record->width, record->height, value_at(cells, i), &cell,
                            reading->err))
            return false;
        record_add_stone(record->root, cell, colour);
    }
    return true;
}

// SGF keeps ']' and '\' behind a '\'.
static char *escape(const char *text) {
    Text out = {0};
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            text_add_char(&out, '\\');
        text_add_char(&out, *text);
    }
    return text_take(&out);
}

static char *unescape(const char *text) {
    Text out = {0};
    for (; *text; text++) {
        if (*text == '\\' && text[1])
            text++;
        text_add_char(&out, *text);
    }
    return text_take(&out);
}

static void add_property(RecordNode *node, const char *name, char *value) {
    char **values = mem_new_array(1, sizeof *values);
    values[0] = value;
    record_add_property(node, (RecordProperty){mem_copy_text(name), values, 1});
}

static bool is_property_name(const char *name) {
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return length > 0 && length < 32 && !name[length];
}

// What another program wrote and we do not understand goes back into the file: [["KO","1"], ...],
// with its escapes.
static void read_properties(RecordNode *node, const Value *rows) {
    for (size_t i = 0; i < value_count(rows); i++) {
        const Value *row = value_at(rows, i);
        const char *name = value_text(value_at(row, 0));
        const char *text = value_text(value_at(row, 1));
        if (!name || !text || !is_property_name(name) || strcmp(name, META) == 0)
            continue;
        char *plain = unescape(text); // whatever comes in, what is written is sound
        add_property(node, name, escape(plain));
        free(plain);
    }
}

static bool read_root(DocumentReading *reading, const Value *value) {
    reading->record->root->to_move = question_side(value, "to_move", -1);
    return read_stones(reading, value_get(value, "black"), CELL_BLACK) &&
           read_stones(reading, value_get(value, "white"), CELL_WHITE);
}

static bool read_node(DocumentReading *reading, const Value *value, size_t index) {
    const Record *record = reading->record;
    int64_t up = value_get_int(value, "up", -1);
    if (up < 0 || (size_t)up >= index)
        return error_set(reading->err, "node %zu hangs on no earlier one", index);
    const char *word = value_get_text(value, "move");
    Move move;
    if (!word || !coord_parse_move(record->type, record->width, record->height, word, &move))
        return error_set(reading->err, "'%.20s' is no move on this board", word ? word : "?");
    reading->nodes[index] = record_add(reading->record, reading->nodes[up], move,
                                       (Side)question_side(value, "side", SIDE_BLACK));
    return true;
}

static bool read_nodes(DocumentReading *reading, const Value *nodes) {
    size_t count = value_count(nodes);
    for (size_t i = 0; i < count; i++) {
        const Value *value = value_at(nodes, i);
        if (i == 0) {
            reading->nodes[0] = reading->record->root;
            if (!read_root(reading, value))
                return false;
        } else if (!read_node(reading, value, i)) {
            return false;
        }
        RecordNode *node = reading->nodes[i];
        const char *note = value_get_text(value, "note");
        if (note && *note)
            record_set_text(&node->comment, note);
        node->time_ms = value_get_int(value, "ms", -1);
        read_properties(node, value_get(value, "properties"));
    }
    return true;
}

static Record *new_record(const Registry *registry, const Value *value, Error *err) {
    const char *name = value_get_text(value, "game");
    const char *rule = value_get_text(value, "rule");
    const GameType *type = registry_game(registry, name ? name : "", err);
    int64_t width = value_get_int(value, "width", 0),
            height = value_get_int(value, "height", width);
    if (!type)
        return NULL;
    RecordHints hints = {.games = registry_games(registry), .game = type};
    if (width < 1 || width > BOARD_MAX || height < 1 || height > BOARD_MAX) {
        error_set(err, "a document needs the width and height of its board");
        return NULL;
    }
    return record_start(&hints, type, rule, (int)width, (int)height, err);
}

static void read_texts(Record *record, const Value *value) {
    record_set_text(&record->black, value_get_text(value, "black"));
    record_set_text(&record->white, value_get_text(value, "white"));
    record_set_text(&record->event, value_get_text(value, "event"));
    record_set_text(&record->date, value_get_text(value, "date"));
    record_set_text(&record->result, value_get_text(value, "result"));
    const char *meta = value_get_text(value, "meta");
    if (meta && *meta)
        add_property(record->root, META, escape(meta));
}

// Makes `node` the main line of its parent.
static void promote(RecordNode *node) {
    RecordNode *parent = node->parent;
    if (parent->first_child == node)
        return;
    RecordNode *before = parent->first_child;
    while (before->next_sibling != node)
        before = before->next_sibling;
    before->next_sibling = node->next_sibling;
    if (parent->last_child == node)
        parent->last_child = before;
    node->next_sibling = parent->first_child;
    parent->first_child = node;
}

Record *document_read(const Registry *registry, const Value *value, size_t node,
                      OpeningKind *opening, Error *err) {
    const Value *nodes = value_get(value, "nodes");
    size_t count = value_count(nodes);
    if (count > BOUND_NODES) {
        error_set(err, "a game's tree may have %d nodes, not %zu", BOUND_NODES, count);
        return NULL;
    }
    if (!question_opening(value, opening, err))
        return NULL;
    DocumentReading reading = {.record = new_record(registry, value, err), .err = err};
    if (!reading.record)
        return NULL;
    reading.nodes = mem_new_array(count + 1, sizeof *reading.nodes);
    bool good = read_nodes(&reading, nodes);
    for (RecordNode *at = good && node < count ? reading.nodes[node] : NULL; at && at->parent;
         at = at->parent)
        promote(at);
    free(reading.nodes);
    if (good) {
        read_texts(reading.record, value);
        return reading.record;
    }
    record_free(reading.record);
    return NULL;
}

// --- to the page ---

static void text_field(Json *json, const char *key, const char *text) {
    if (text)
        json_put_text(json, key, text);
}

static void stones_field(const Record *record, const RecordNode *node, Cell colour, Json *json) {
    char word[COORD_CHARS];
    json_put_array(json, colour == CELL_BLACK ? "black" : "white");
    for (size_t i = 0; i < node->stone_count; i++)
        if (node->stones[i].value == colour)
            json_text(json, coord_print(record->type, record->height, node->stones[i].cell, word));
    json_end_array(json);
}

static void write_properties(const RecordNode *node, Json *json) {
    json_put_array(json, "properties");
    for (size_t i = 0; i < node->property_count; i++) {
        const RecordProperty *property = &node->properties[i];
        if (strcmp(property->name, META) == 0)
            continue;
        for (size_t k = 0; k < property->value_count; k++) {
            json_begin_array(json);
            json_text(json, property->name);
            json_text(json, property->values[k]);
            json_end_array(json);
        }
    }
    json_end_array(json);
}

static void write_rest(const RecordNode *node, Json *json) {
    text_field(json, "note", node->comment);
    if (node->time_ms >= 0)
        json_put_int(json, "ms", node->time_ms);
    if (node->property_count)
        write_properties(node, json);
    json_end_object(json);
}

// Where a record's node stands in the document, and whose turn it is after it.
typedef struct Place {
    const RecordNode *node;
    size_t index;
    Side next;
} Place;

static Side first_side(const Record *record) {
    const RecordNode *root = record->root;
    if (root->to_move >= 0)
        return (Side)root->to_move;
    if (!root->stone_count && root->first_child)
        return root->first_child->side;
    int more = 0;
    for (size_t i = 0; i < root->stone_count; i++)
        more += (root->stones[i].value == CELL_BLACK) - (root->stones[i].value == CELL_WHITE);
    return more > 0 ? SIDE_WHITE : SIDE_BLACK;
}

static void write_move(const Record *record, size_t up, Move move, Side side, Json *json) {
    char word[COORD_CHARS];
    json_begin_object(json);
    json_put_int(json, "up", (int64_t)up);
    json_put_text(json, "move", coord_print_move(record->type, record->height, move, word));
    json_put_text(json, "side", view_side(side));
}

// Nodes without a move (a comment on its own) are one with their parent. `places` has room for a
// way from the root to the deepest node.
static void write_nodes(const Record *record, Place *places, Json *json) {
    Side first = first_side(record);
    size_t index = 0, depth = 0;
    json_begin_object(json);
    stones_field(record, record->root, CELL_BLACK, json);
    stones_field(record, record->root, CELL_WHITE, json);
    if (record->root->stone_count || first == SIDE_WHITE)
        json_put_text(json, "to_move", view_side(first));
    write_rest(record->root, json);
    places[0] = (Place){record->root, 0, first};
    for (const RecordNode *node = record_next(record->root); node; node = record_next(node)) {
        while (places[depth].node != node->parent)
            depth--;
        Place *place = &places[++depth];
        *place = (Place){node, places[depth - 1].index, places[depth - 1].next};
        if (node->move == MOVE_NONE)
            continue;
        if (node->side != place->next) {
            write_move(record, place->index, MOVE_PASS, place->next, json);
            json_end_object(json);
            place->index = ++index;
        }
        write_move(record, place->index, node->move, node->side, json);
        write_rest(node, json);
        place->index = ++index;
        place->next = record_side_after(node->move, node->side);
    }
}

static const char *meta_of(const Record *record) {
    for (size_t i = 0; i < record->root->property_count; i++) {
        const RecordProperty *property = &record->root->properties[i];
        if (strcmp(property->name, META) == 0 && property->value_count)
            return property->values[0];
    }
    return NULL;
}

// Most records do not say how a game was begun, but a choice that only an opening offers tells. Three
// stones and a change of colours may have been swap too; swap2 allows whatever that does.
static const char *opening_of(const Record *record, const char *known) {
    if (known && strcmp(known, opening_name(OPENING_FREE)) != 0)
        return known;
    OpeningKind kind;
    if (record->opening && opening_parse(record->opening, &kind, NULL) &&
        opening_fits(kind, record->type, record->width, record->height, NULL))
        return opening_name(kind);
    for (const RecordNode *node = record->root; node; node = record_next(node)) {
        if (node->move == MOVE_PUT_TWO)
            return opening_name(OPENING_SWAP2);
        if (node->move == MOVE_SWAP_PIECES)
            return opening_name(OPENING_SWAP_PIECES);
        if (node->move == MOVE_SWAP_SIDES)
            return opening_name(game_offers(record->type, OPENING_SWAP_SIDES) ? OPENING_SWAP_SIDES
                                                                              : OPENING_SWAP2);
    }
    return known;
}

static void write_head(const Record *record, const char *opening, Json *json) {
    text_field(json, "game", record->type->name);
    text_field(json, "rule", record->type->rules[record->rule].name);
    json_put_int(json, "width", record->width);
    json_put_int(json, "height", record->height);
    text_field(json, "opening", opening_of(record, opening));
    text_field(json, "black", record->black);
    text_field(json, "white", record->white);
    text_field(json, "event", record->event);
    text_field(json, "date", record->date);
    text_field(json, "result", record->result);
    if (meta_of(record)) {
        char *meta = unescape(meta_of(record));
        text_field(json, "meta", meta);
        free(meta);
    }
}

bool document_write(const Record *record, const char *opening, Json *json, Error *err) {
    size_t count = 0;
    for (const RecordNode *node = record->root; node; node = record_next(node), count++)
        if (node->parent && node->stone_count)
            return error_set(err, "stones are set up in mid-game, which the page cannot show");
    if (count > BOUND_NODES)
        return error_set(err, "the game's tree has more than %d nodes", BOUND_NODES);
    Place *places = mem_new_array(count, sizeof *places);
    json_begin_object(json);
    write_head(record, opening, json);
    json_put_array(json, "nodes");
    write_nodes(record, places, json);
    json_end_array(json);
    json_end_object(json);
    free(places);
    return true;
}
