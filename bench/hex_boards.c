// SPDX-License-Identifier: MIT
// Draws the boards of docs/hex-knowledge.md: what the program knows about a few positions, as it
// knows it. Run it again after a change and compare.
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

static void draw(const Drawing *drawing, const char *title) {
    const HexGrid *grid = drawing->grid;
    printf("%s\n\n     ", title);
    for (int x = 0; x < grid->width; x++)
        printf(" %c", 'a' + x);
    printf("\n");
    for (int y = 0; y < grid->height; y++) {
        printf("%*s%2d  ", y + 1, "", y + 1);
        for (int x = 0; x < grid->width; x++) {
            int cell = y * grid->width + x;
            char letter = ".XO"[hex_stones_at(&drawing->stones, cell)];
            printf(" %c", letter == '.' && drawing->mark[cell] ? drawing->mark[cell] : letter);
        }
        printf("\n");
    }
    printf("\n");
}

static void draw_dead_rings(void) {
    HexGrid *grid = hex_grid_new(3, 3);
    int dead = 0, shapes = 0;
    static const int place[HEX_RING] = {1, 3, 9, 27, 81, 243};
    for (int index = 0; index < HEX_RINGS; index++) {
        int least = index, digits[HEX_RING];
        for (int i = 0; i < HEX_RING; i++)
            digits[i] = index / place[i] % 3;
        for (int turn = 1; turn < HEX_RING; turn++) {
            int other = 0;
            for (int i = 0; i < HEX_RING; i++)
                other += digits[(i + turn) % HEX_RING] * place[i];
            least = other < least ? other : least;
        }
        dead += grid->dead[index];
        shapes += grid->dead[index] && least == index;
    }
    printf("%d of the %d rings make their cell dead; up to turning, %d\n\n", dead, HEX_RINGS,
           shapes);
    hex_grid_free(grid);
}

static void draw_fill(const char *title, int size, const char *black, const char *white) {
    Drawing *drawing = drawing_new(size, black, white);
    HexFill *fill = mem_new(sizeof *fill);
    hex_fill_begin(drawing->grid, &drawing->stones, fill);
    hex_fill_in(drawing->grid, fill);
    mark(drawing, &fill->captured[SIDE_BLACK], 'x');
    mark(drawing, &fill->captured[SIDE_WHITE], 'o');
    mark(drawing, &fill->dead, '-');
    draw(drawing, title);
    free(fill);
    drawing_end(drawing);
}

// The smallest full connection of a cell's group to an edge.
static void draw_template(const char *title, int size, const char *black, const char *white,
                          int cell) {
    Drawing *drawing = drawing_new(size, black, white);
    HexLinks *links = hex_links_new(drawing->grid, SIDE_BLACK, &hex_links_thorough);
    HexLink link, best = {.full = false};
    hex_links_build(links, &drawing->stones, HEX_GOAL_ALL);
    for (size_t index = 0; hex_links_next(links, &index, &link);)
        if (link.full && link.x == cell && link.y == hex_links_far(drawing->grid) &&
            (!best.full || hexset_count(link.carrier.word, drawing->grid->words) <
                               hexset_count(best.carrier.word, drawing->grid->words)))
            best = link;
    mark(drawing, &best.carrier, '*');
    draw(drawing, title);
    hex_links_free(links);
    drawing_end(drawing);
}

static void draw_knowledge(const char *title, int size, const char *black, const char *white,
                           Side to_move) {
    Drawing *drawing = drawing_new(size, black, white);
    HexKnower *knower = hex_knower_new(drawing->grid, &hex_links_thorough);
    HexFill *start = mem_new(sizeof *start);
    HexKnowledge *known = mem_new(sizeof *known);
    hex_fill_begin(drawing->grid, &drawing->stones, start);
    hex_knowledge_find(knower, NULL, start, to_move, known);
    if (known->winner == RESULT_NONE) {
        mark(drawing, &known->must_play, '+');
        mark(drawing, &known->moves, '*');
    } else {
        mark(drawing, &known->proof, '*');
        if (known->move >= 0)
            drawing->mark[known->move] = '1';
    }
    draw(drawing, title);
    free(start);
    free(known);
    hex_knower_free(knower);
    drawing_end(drawing);
}

int main(void) {
    draw_dead_rings();
    draw_fill("dead (-) and captured (x, o) cells", 7, "d4 e4 c3 f2", "c4 d5 e5 f3 b6");
    draw_fill("a stone in the second row captures what joins it to its edge", 5, "c4", "");
    draw_template("a stone in the second row: a bridge to the edge", 5, "c4", "", 17);
    draw_template("a stone in the third row: the ziggurat", 6, "d4", "", 21);
    draw_template("a stone in the fourth row needs room", 8, "e5", "", 36);
    draw_knowledge("must-play (+, *) of White after d4, and what is left of it (*)", 7, "d4", "",
                   SIDE_WHITE);
    draw_knowledge("White moved elsewhere: Black has won, with 1 and the cells *", 7, "d4", "a1",
                   SIDE_BLACK);
    return 0;
}
