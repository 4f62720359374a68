// SPDX-License-Identifier: MIT
// Draws the boards of docs/hex-knowledge.md: what the program knows about a few positions, as it
// knows it. Given a page, it draws anew what stands there below each line <!-- board: NAME -->
// (`make docs`); without one it prints everything.
#include "base/file.h"
#include "base/memory.h"
#include "hex/knowledge.h"
#include "hex/reduced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Drawing {
    HexGrid *grid;
    HexStones stones;
    char mark[BOARD_POINTS]; // what stands on an empty cell; 0: a dot
} Drawing;

static Drawing *drawing_new(int size, const char *black, const char *white) {
    Drawing *drawing = mem_new(sizeof *drawing);
    const char *words[2] = {black, white};
    drawing->grid = hex_grid_new(size, size);
    for (int side = 0; side < 2; side++)
        for (const char *word = words[side]; *word; word += strcspn(word, " ")) {
            word += strspn(word, " ");
            int x = word[0] - 'a', y = atoi(word + 1) - 1;
            hexset_add(drawing->stones.of[side].word, y * size + x);
        }
    return drawing;
}

static void drawing_end(Drawing *drawing) {
    hex_grid_free(drawing->grid);
    free(drawing);
}

static void mark(Drawing *drawing, const HexSet *set, char with) {
    for (int cell = 0; cell < drawing->grid->count; cell++)
        if (hexset_has(set->word, cell) && hex_stones_at(&drawing->stones, cell) == CELL_EMPTY)
            drawing->mark[cell] = with;
}

static void draw(const Drawing *drawing, Text *out) {
    const HexGrid *grid = drawing->grid;
    text_add(out, "         ");
    for (int x = 0; x < grid->width; x++)
        text_addf(out, " %c", 'a' + x);
    text_add_char(out, '\n');
    for (int y = 0; y < grid->height; y++) {
        text_addf(out, "%*s%2d  ", y + 5, "", y + 1);
        for (int x = 0; x < grid->width; x++) {
            int cell = y * grid->width + x;
            char letter = ".XO"[hex_stones_at(&drawing->stones, cell)];
            text_addf(out, " %c",
                      letter == '.' && drawing->mark[cell] ? drawing->mark[cell] : letter);
        }
        text_add_char(out, '\n');
    }
}

// --- what there is to draw ---

typedef struct Figure {
    const char *name;
    void (*draw)(const struct Figure *figure, Text *out);
    int size;
    const char *black, *white;
    Side to_move;
} Figure;

// The least of the six numbers a ring has, turned.
static int least_turn(int index) {
    static const int place[HEX_RING] = {1, 3, 9, 27, 81, 243};
    int least = index;
    for (int turn = 1; turn < HEX_RING; turn++) {
        int other = 0;
        for (int i = 0; i < HEX_RING; i++)
            other += index / place[(i + turn) % HEX_RING] % 3 * place[i];
        least = other < least ? other : least;
    }
    return least;
}

// The rings that make their cell dead, those that are a turn of another left out.
static void draw_rings(const Figure *figure, Text *out) {
    enum { ACROSS = 8 };
    // The places of a ring by line, and how far a line is moved in.
    static const int lines[3][3] = {{0, 1, -1}, {5, -2, 2}, {4, 3, -1}};
    static const int place[HEX_RING] = {1, 3, 9, 27, 81, 243};
    HexGrid *grid = hex_grid_new(figure->size, figure->size);
    int shapes[HEX_RINGS], count = 0;
    for (int index = 0; index < HEX_RINGS; index++)
        if (grid->dead[index] && least_turn(index) == index)
            shapes[count++] = index;
    for (int first = 0; first < count; first += ACROSS) {
        for (int line = 0; line < 3; line++) {
            text_add(out, line == 1 ? "     " : "      ");
            for (int i = first; i < first + ACROSS && i < count; i++) {
                for (int k = 0; k < 3; k++)
                    if (lines[line][k] != -1)
                        text_addf(out, " %c",
                                  lines[line][k] == -2
                                      ? '-'
                                      : ".XO"[shapes[i] / place[lines[line][k]] % 3]);
                text_add(out, line == 1 ? "   " : "     ");
            }
            while (out->length && out->chars[out->length - 1] == ' ')
                out->chars[--out->length] = 0;
            text_add_char(out, '\n');
        }
        if (first + ACROSS < count)
            text_add_char(out, '\n');
    }
    hex_grid_free(grid);
}

static void draw_fill(const Figure *figure, Text *out) {
    Drawing *drawing = drawing_new(figure->size, figure->black, figure->white);
    HexFill *fill = mem_new(sizeof *fill);
    hex_fill_begin(drawing->grid, &drawing->stones, fill);
    hex_fill_in(drawing->grid, fill);
    mark(drawing, &fill->captured[SIDE_BLACK], 'x');
    mark(drawing, &fill->captured[SIDE_WHITE], 'o');
    mark(drawing, &fill->dead, '-');
    draw(drawing, out);
    free(fill);
    drawing_end(drawing);
}

// The smallest full connection of Black's stone to the lower edge.
static void draw_template(const Figure *figure, Text *out) {
    Drawing *drawing = drawing_new(figure->size, figure->black, figure->white);
    const HexGrid *grid = drawing->grid;
    int cell = hexset_next(drawing->stones.of[SIDE_BLACK].word, 0, grid->words);
    HexLinks *links = hex_links_new(grid, SIDE_BLACK, &hex_links_thorough);
    HexLink link, best = {.full = false};
    hex_links_build(links, &drawing->stones, HEX_GOAL_ALL);
    for (size_t index = 0; hex_links_next(links, &index, &link);)
        if (link.full && link.x == cell && link.y == hex_links_far(grid) &&
            (!best.full || hexset_count(link.carrier.word, grid->words) <
                               hexset_count(best.carrier.word, grid->words)))
            best = link;
    mark(drawing, &best.carrier, '*');
    draw(drawing, out);
    hex_links_free(links);
    drawing_end(drawing);
}

static void draw_knowledge(const Figure *figure, Text *out) {
    Drawing *drawing = drawing_new(figure->size, figure->black, figure->white);
    HexVcBuilder *builder = hex_vc_builder_new(drawing->grid, &hex_links_thorough);
    HexFill *start = mem_new(sizeof *start);
    HexKnowledge *known = mem_new(sizeof *known);
    hex_fill_begin(drawing->grid, &drawing->stones, start);
    hex_knowledge_find(builder, NULL, start, figure->to_move, known);
    if (known->winner == RESULT_NONE) {
        mark(drawing, &known->must_play, '+');
        mark(drawing, &known->moves, '*');
    } else {
        mark(drawing, &known->proof, '*');
        if (known->move >= 0)
            drawing->mark[known->move] = '1';
    }
    draw(drawing, out);
    free(start);
    free(known);
    hex_vc_builder_free(builder);
    drawing_end(drawing);
}

static const Figure figures[] = {
    {.name = "dead rings", .draw = draw_rings, .size = 1},
    {.name = "fill-in",
     .draw = draw_fill,
     .size = 7,
     .black = "d4 e4 c3 f2",
     .white = "c4 d5 e5 f3 b6"},
    {.name = "captured edge", .draw = draw_fill, .size = 5, .black = "c4", .white = ""},
    {.name = "bridge", .draw = draw_template, .size = 5, .black = "c4", .white = ""},
    {.name = "ziggurat", .draw = draw_template, .size = 6, .black = "d4", .white = ""},
    {.name = "fourth row", .draw = draw_template, .size = 8, .black = "e5", .white = ""},
    {.name = "must-play",
     .draw = draw_knowledge,
     .size = 7,
     .black = "d4",
     .white = "",
     .to_move = SIDE_WHITE},
    {.name = "won",
     .draw = draw_knowledge,
     .size = 7,
     .black = "d4",
     .white = "a1",
     .to_move = SIDE_BLACK},
};

enum { FIGURES = sizeof figures / sizeof *figures };

// --- the page ---

static const Figure *figure_named(const char *line) {
    static const char before[] = "<!-- board: ", behind[] = " -->";
    if (strncmp(line, before, strlen(before)) != 0)
        return NULL;
    line += strlen(before);
    for (int i = 0; i < FIGURES; i++) {
        size_t length = strlen(figures[i].name);
        if (strncmp(line, figures[i].name, length) == 0 && strcmp(line + length, behind) == 0)
            return &figures[i];
    }
    fprintf(stderr, "no board is called '%s\n", line);
    return NULL;
}

static bool is_drawing(const Text *line) {
    return line->length == 0 || strncmp(text_chars(line), "    ", 4) == 0;
}

static int draw_page(const char *path) {
    FILE *file = fopen(path, "r");
    Text line = {0}, page = {0};
    Error err = {""};
    bool is_skipping = false;
    while (file && file_read_line(file, &line)) {
        const Figure *figure = figure_named(text_chars(&line));
        if (is_skipping && is_drawing(&line))
            continue;
        is_skipping = figure != NULL;
        text_addf(&page, "%s\n", text_chars(&line));
        if (!figure)
            continue;
        text_add_char(&page, '\n');
        figure->draw(figure, &page);
        text_add_char(&page, '\n');
    }
    bool good = file && file_write(path, text_chars(&page), page.length, &err);
    if (!good)
        fprintf(stderr, "%s: %s\n", path, file ? err.text : "cannot be read");
    if (file)
        fclose(file);
    text_free(&line);
    text_free(&page);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc > 1)
        return draw_page(argv[1]);
    for (int i = 0; i < FIGURES; i++) {
        Text out = {0};
        figures[i].draw(&figures[i], &out);
        printf("%s\n\n%s\n", figures[i].name, text_chars(&out));
        text_free(&out);
    }
    return 0;
}
