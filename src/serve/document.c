// SPDX-License-Identifier: MIT
#include "serve/document.h"

#include "base/memory.h"
#include "game/coord.h"
#include "serve/bounds.h"

#include <stdlib.h>
#include <string.h>

static const char META[] = "TENGEN"; // the SGF property for what is the page's own

// --- from the page ---

typedef struct Reading {
    Record *record;
    RecordNode **nodes;
    Error *err;
} Reading;

static bool read_stones(Reading *reading, RecordNode *node, const Value *cells, Cell colour) {
    const Record *record = reading->record;
    for (size_t i = 0; i < value_count(cells); i++) {
        const char *word = value_text(value_at(cells, i));
        Move cell;
        if (!word || !coord_parse(record->type, record->width, record->height, word, &cell))
            return error_set(reading->err, "'%.20s' is no point of this board", word ? word : "?");
        record_add_stone(node, cell, colour);
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
    return out.chars ? text_take(&out) : mem_copy_text("");
}

static char *unescape(const char *text) {
    Text out = {0};
    for (; *text; text++) {
        if (*text == '\\' && text[1])
            text++;
        text_add_char(&out, *text);
    }
    return out.chars ? text_take(&out) : mem_copy_text("");
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

static bool read_root(Reading *reading, const Value *value) {
    RecordNode *root = reading->record->root;
    const char *to_move = value_get_text(value, "to_move");
    if (to_move)
        root->to_move = to_move[0] == 'w' ? SIDE_WHITE : SIDE_BLACK;
    return read_stones(reading, root, value_get(value, "black"), CELL_BLACK) &&
           read_stones(reading, root, value_get(value, "white"), CELL_WHITE);
}

static bool read_node(Reading *reading, const Value *value, size_t index) {
    const Record *record = reading->record;
    int64_t up = value_get_int(value, "up", -1);
    if (up < 0 || (size_t)up >= index)
        return error_set(reading->err, "node %zu hangs on no earlier one", index);
    const char *word = value_get_text(value, "move");
    const char *side = value_get_text(value, "side");
    Move move;
    if (!word || !coord_parse_move(record->type, record->width, record->height, word, &move))
        return error_set(reading->err, "'%.20s' is no move on this board", word ? word : "?");
    reading->nodes[index] = record_add(reading->record, reading->nodes[up], move,
                                       side && side[0] == 'w' ? SIDE_WHITE : SIDE_BLACK);
    return true;
}

static bool read_nodes(Reading *reading, const Value *nodes) {
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

// The nodes in the order of the document come back too, for whoever wants one of them.
static Record *read_all(const Registry *registry, const Value *value, RecordNode **nodes,
                        OpeningKind *opening, Error *err) {
    const char *name = value_get_text(value, "opening");
    *opening = OPENING_FREE;
    if (name && !opening_parse(name, opening, err))
        return NULL;
    Record *record = new_record(registry, value, err);
    if (!record)
        return NULL;
    Reading reading = {.record = record, .nodes = nodes, .err = err};
    if (!read_nodes(&reading, value_get(value, "nodes"))) {
        record_free(record);
        return NULL;
    }
    read_texts(record, value);
    return record;
}

static RecordNode **node_room(const Value *value, Error *err) {
    size_t count = value_count(value_get(value, "nodes"));
    if (count > BOUND_NODES) {
        error_set(err, "a game's tree may have %d nodes, not %zu", BOUND_NODES, count);
        return NULL;
    }
    return mem_new_array(count + 1, sizeof(RecordNode *));
}

Record *document_read(const Registry *registry, const Value *value, OpeningKind *opening,
                      Error *err) {
    RecordNode **nodes = node_room(value, err);
    Record *record = nodes ? read_all(registry, value, nodes, opening, err) : NULL;
    free(nodes);
    return record;
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

Record *document_read_line(const Registry *registry, const Value *value, size_t node, Error *err) {
    OpeningKind opening;
    RecordNode **nodes = node_room(value, err);
    Record *record = nodes ? read_all(registry, value, nodes, &opening, err) : NULL;
    if (record && node < value_count(value_get(value, "nodes")))
        for (RecordNode *at = nodes[node]; at->parent; at = at->parent)
            promote(at);
    free(nodes);
    return record;
}

// --- to the page ---

static void text_field(Json *json, const char *key, const char *text) {
    if (!text)
        return;
    json_key(json, key);
    json_text(json, text);
}

static void stones_field(const Record *record, const RecordNode *node, Cell colour, Json *json) {
    char word[COORD_CHARS];
    json_key(json, colour == CELL_BLACK ? "black" : "white");
    json_begin_array(json);
    for (size_t i = 0; i < node->stone_count; i++)
        if (node->stones[i].value == colour)
            json_text(json, coord_print(record->type, record->height, node->stones[i].cell, word));
    json_end_array(json);
}

static void write_properties(const RecordNode *node, Json *json) {
    json_key(json, "properties");
    json_begin_array(json);
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
    if (node->time_ms >= 0) {
        json_key(json, "ms");
        json_int(json, node->time_ms);
    }
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

static int by_address(const void *a, const void *b) {
    const RecordNode *x = ((const Place *)a)->node, *y = ((const Place *)b)->node;
    return (x > y) - (x < y);
}

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
    json_key(json, "up");
    json_int(json, (int64_t)up);
    json_key(json, "move");
    json_text(json, coord_print_move(record->type, record->height, move, word));
    json_key(json, "side");
    json_text(json, side == SIDE_BLACK ? "b" : "w");
}

// Nodes without a move (a comment on its own) are one with their parent.
static void write_nodes(const Record *record, Place *places, size_t count, Json *json) {
    Side first = first_side(record);
    size_t index = 0;
    json_begin_object(json);
    stones_field(record, record->root, CELL_BLACK, json);
    stones_field(record, record->root, CELL_WHITE, json);
    if (record->root->stone_count || first == SIDE_WHITE) {
        json_key(json, "to_move");
        json_text(json, first == SIDE_BLACK ? "b" : "w");
    }
    write_rest(record->root, json);
    for (const RecordNode *node = record->root; node; node = record_next(node)) {
        Place *place = bsearch(&(Place){.node = node}, places, count, sizeof *places, by_address);
        if (!node->parent) {
            *place = (Place){node, 0, first};
            continue;
        }
        const Place *up =
            bsearch(&(Place){.node = node->parent}, places, count, sizeof *places, by_address);
        *place = (Place){node, up->index, up->next};
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

static void write_head(const Record *record, const char *opening, Json *json) {
    text_field(json, "game", record->type->name);
    text_field(json, "rule", record->type->rules[record->rule].name);
    json_key(json, "width");
    json_int(json, record->width);
    json_key(json, "height");
    json_int(json, record->height);
    text_field(json, "opening", opening);
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
    size_t at = 0;
    for (const RecordNode *node = record->root; node; node = record_next(node))
        places[at++].node = node;
    qsort(places, count, sizeof *places, by_address);
    json_begin_object(json);
    write_head(record, opening, json);
    json_key(json, "nodes");
    json_begin_array(json);
    write_nodes(record, places, count, json);
    json_end_array(json);
    json_end_object(json);
    free(places);
    return true;
}
