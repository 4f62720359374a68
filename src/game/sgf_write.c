// SPDX-License-Identifier: MIT
// The writer of SGF. Walks the tree by its pointers, so depth costs nothing.
#include "game/coord.h"
#include "game/formats.h"
#include "game/sgf_lexer.h"

#include <inttypes.h>
#include <string.h>

enum { LINE_CHARS = 76 };

typedef struct Writer {
    const Record *record;
    Text *out;
    size_t line_start;
    bool ascii; // nothing in it needs a charset
} Writer;

static bool is_ascii(const char *text) {
    for (; text && *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static bool record_is_ascii(const Record *record) {
    const char *const info[] = {record->black, record->white, record->date, record->event,
                                record->result};
    bool ascii = true;
    for (size_t i = 0; i < sizeof info / sizeof *info; i++)
        ascii &= is_ascii(info[i]);
    for (const RecordNode *node = record->root; node && ascii; node = record_next(node)) {
        ascii = is_ascii(node->comment);
        for (size_t i = 0; i < node->property_count; i++)
            for (size_t k = 0; k < node->properties[i].value_count; k++)
                ascii &= is_ascii(node->properties[i].values[k]);
    }
    return ascii;
}

static void write_text(Writer *writer, const char *name, const char *text) {
    if (!text)
        return;
    text_addf(writer->out, "%s[", name);
    sgf_value_write(text, strcmp(name, "C") != 0, writer->out);
    text_add_char(writer->out, ']');
}

static void write_point(Writer *writer, Move cell) {
    char word[COORD_CHARS];
    if (writer->record->type->sgf_words)
        text_addf(writer->out, "[%s]",
                  coord_print(writer->record->type, writer->record->height, cell, word));
    else
        text_addf(writer->out, "[%c%c]", 'a' + move_x(cell), 'a' + move_y(cell));
}

static void write_move(Writer *writer, const RecordNode *node) {
    if (node->move == MOVE_NONE)
        return;
    char word[COORD_CHARS], letter = node->side == SIDE_BLACK ? 'B' : 'W';
    bool words = writer->record->type->sgf_words;
    if (move_is_stone(node->move)) {
        text_add_char(writer->out, letter);
        write_point(writer, node->move);
    } else if (node->move == MOVE_PASS) {
        text_addf(writer->out, words ? "%c[pass]" : "%c[]", letter);
    } else {
        // Programs that know points alone would choke on B[swap-sides].
        coord_print_move(writer->record->type, writer->record->height, node->move, word);
        text_addf(writer->out, words ? "%c[%s]" : "CHOICE[%c:%s]", letter, word);
    }
}

static void write_stones(Writer *writer, const RecordNode *node) {
    static const struct {
        const char *name;
        Cell value;
    } kinds[] = {{"AB", CELL_BLACK}, {"AW", CELL_WHITE}, {"AE", CELL_EMPTY}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        bool any = false;
        for (size_t i = 0; i < node->stone_count; i++) {
            if (node->stones[i].value != kinds[kind].value)
                continue;
            if (!any)
                text_add(writer->out, kinds[kind].name);
            write_point(writer, node->stones[i].cell);
            any = true;
        }
    }
    if (node->to_move >= 0)
        text_addf(writer->out, "PL[%c]", node->to_move == SIDE_BLACK ? 'B' : 'W');
}

static void write_root(Writer *writer) {
    const Record *record = writer->record;
    text_addf(writer->out, "FF[4]GM[%d]SZ[%d", record->type->sgf_game, record->width);
    if (record->width != record->height)
        text_addf(writer->out, ":%d", record->height);
    text_add(writer->out, writer->ascii ? "]" : "]CA[UTF-8]");
    // A game with one rule need not name it. Unknown properties were kept as they were.
    if (record->type->rules[1].name && !record_property(record->root, "RU"))
        write_text(writer, "RU", record->type->rules[record->rule].name);
    write_text(writer, "PB", record->black);
    write_text(writer, "PW", record->white);
    write_text(writer, "DT", record->date);
    write_text(writer, "EV", record->event);
    write_text(writer, "ON", record->opening);
    write_text(writer, "RE", record->result);
}

static void write_node(Writer *writer, const RecordNode *node) {
    Text *out = writer->out;
    text_add_char(out, ';');
    if (node == writer->record->root)
        write_root(writer);
    write_move(writer, node);
    write_stones(writer, node);
    if (node->time_ms >= 0)
        text_addf(out, "MS[%" PRId64 "]", node->time_ms);
    write_text(writer, "C", node->comment);
    for (size_t i = 0; i < node->property_count; i++) {
        text_add(out, node->properties[i].name);
        for (size_t k = 0; k < node->properties[i].value_count; k++)
            text_addf(out, "[%s]", node->properties[i].values[k]);
    }
    if (node == writer->record->root || out->length - writer->line_start >= LINE_CHARS) {
        text_add_char(out, '\n');
        writer->line_start = out->length;
    }
}

bool sgf_print(const Record *record, Text *out, Error *err) {
    (void)err; // SGF holds whatever a Record holds
    Writer writer = {
        .record = record, .out = out, .line_start = out->length, .ascii = record_is_ascii(record)};
    text_add_char(out, '(');
    for (const RecordNode *node = record->root; node;) {
        write_node(&writer, node);
        if (node->first_child) {
            node = node->first_child;
            if (node->next_sibling)
                text_add_char(out, '(');
            continue;
        }
        // Up to the next sibling, closing the brackets of the variations that end here. An only
        // child has none.
        for (; node && !node->next_sibling; node = node->parent)
            if (node->parent && node->parent->first_child != node)
                text_add_char(out, ')');
        if (node) {
            text_add(out, ")(");
            node = node->next_sibling;
        }
    }
    text_add(out, ")\n");
    return true;
}
