// SPDX-License-Identifier: MIT
// A board is drawn row by row on a Canvas of single-width glyphs, two columns a cell; then the row
// is sent out with as few colour changes as it needs. Brackets for the last move and the cursor
// stand in the gaps between cells:
//
//   gap 0   cell 0   gap 1   cell 1   gap 2
//    (        X        )       .
#include "game/diagram.h"

#include <stdio.h>

enum {
    CELLS_MAX = BOARD_MAX + 2,      // Hex has an edge on either side
    CANVAS_MAX = 2 * CELLS_MAX + 1, // cells and the gaps around them
    LABEL_CHARS = 2,
};

typedef enum Ink {
    INK_NONE, // outside the board
    INK_LINE, // the board itself
    INK_BLACK,
    INK_WHITE,
    INK_WON_BLACK, // stones of the winning line
    INK_WON_WHITE,
    INK_BRACKET,
    INK_CURSOR,
    INK_WARNING, // forbidden
    INK_LABEL,
} Ink;

// On a board of wood, so that black and white stones show on dark and light terminals alike.
static const char *const ink_codes[] = {
    [INK_NONE] = "\x1b[0m",
    [INK_LINE] = "\x1b[0;38;5;94;48;5;180m",
    [INK_BLACK] = "\x1b[0;38;5;16;48;5;180m",
    [INK_WHITE] = "\x1b[0;38;5;231;48;5;180m",
    [INK_WON_BLACK] = "\x1b[0;1;38;5;16;48;5;114m",
    [INK_WON_WHITE] = "\x1b[0;1;38;5;231;48;5;114m",
    [INK_BRACKET] = "\x1b[0;1;38;5;124;48;5;180m",
    [INK_CURSOR] = "\x1b[0;1;38;5;16;48;5;221m",
    [INK_WARNING] = "\x1b[0;1;38;5;160;48;5;180m",
    [INK_LABEL] = "\x1b[0;2m",
};

typedef struct Glyph {
    const char *mark; // one column wide
    Ink ink;
} Glyph;

typedef struct Canvas {
    Glyph glyphs[CANVAS_MAX];
    int count;
} Canvas;

typedef struct Drawing {
    const Position *position;
    const DiagramStyle *style;
    Move last;
    const Mark *marks[BOARD_CELLS]; // the one to draw at each cell, NULL for none
    Ink ink;                        // in use, when there is colour
    Text *out;
} Drawing;

// A blank shows only what is behind it, and that is the same for all of these.
static bool on_wood(Ink ink) {
    return ink == INK_LINE || ink == INK_BLACK || ink == INK_WHITE || ink == INK_BRACKET ||
           ink == INK_WARNING;
}

static void put(Drawing *drawing, Glyph glyph) {
    bool blank = glyph.mark[0] == ' ' && on_wood(glyph.ink) && on_wood(drawing->ink);
    if (drawing->style->colour && glyph.ink != drawing->ink && !blank) {
        text_add(drawing->out, ink_codes[glyph.ink]);
        drawing->ink = glyph.ink;
    }
    text_add(drawing->out, glyph.mark);
}

static void put_words(Drawing *drawing, const char *words, Ink ink) {
    put(drawing, (Glyph){words, ink});
}

static void end_line(Drawing *drawing) {
    put_words(drawing, "", INK_NONE);
    // No trailing blanks.
    while (drawing->out->length && drawing->out->chars[drawing->out->length - 1] == ' ')
        drawing->out->chars[--drawing->out->length] = '\0';
    text_add_char(drawing->out, '\n');
}

static void indent(Drawing *drawing, int columns) {
    for (int i = 0; i < columns; i++)
        put_words(drawing, " ", INK_NONE);
}

// --- what stands on a cell ---

// The point a player would look for. After swap-pieces that is where the first stone went.
static Move last_cell(const Position *position) {
    Move last = position_last_move(position);
    if (last != MOVE_SWAP_PIECES)
        return last;
    for (size_t i = position->ply_count; i-- > 1;)
        if (position->plies[i].move == MOVE_SWAP_PIECES) {
            Move first = position->plies[i - 1].move;
            return move_at(move_y(first), move_x(first));
        }
    return MOVE_NONE;
}

static bool is_star(const Position *position, int x, int y) {
    int width = position->width, height = position->height;
    if (width < 9 || height < 9)
        return false;
    int fourth = width < 13 || height < 13 ? 2 : 3;
    bool centre = width % 2 && height % 2 && x == width / 2 && y == height / 2;
    bool column = x == fourth || x == width - 1 - fourth;
    bool row = y == fourth || y == height - 1 - fourth;
    return centre || (column && row);
}

// The crossing of two lines, by whether there is a line to each side.
static const char *crossing(const Position *position, int x, int y) {
    static const char *const corners[3][3] = {
        {"┌", "┬", "┐"},
        {"├", "┼", "┤"},
        {"└", "┴", "┘"},
    };
    if (is_star(position, x, y))
        return "╋";
    int across = x == 0 ? 0 : x == position->width - 1 ? 2 : 1;
    int down = y == 0 ? 0 : y == position->height - 1 ? 2 : 1;
    return corners[down][across];
}

typedef enum StoneKind { STONE_PLAIN, STONE_WON, STONE_EDGE } StoneKind;

// A stone, one of the winning line, or a mark of an edge of Hex.
static Glyph stone_glyph(const Drawing *drawing, Side side, StoneKind kind) {
    static const char *const marks[2][2][3] = {
        {{"X", "#", "x"}, {"O", "@", "o"}},
        {{"●", "◆", "■"}, {"○", "◇", "□"}},
    };
    static const Ink inks[2][3] = {{INK_BLACK, INK_WON_BLACK, INK_BLACK},
                                   {INK_WHITE, INK_WON_WHITE, INK_WHITE}};
    bool unicode = drawing->style->unicode;
    // With colour a white stone is a full disc that is white.
    Side shown = unicode && drawing->style->colour ? SIDE_BLACK : side;
    return (Glyph){marks[unicode][shown][kind], inks[side][kind]};
}

static Glyph mark_glyph(const Drawing *drawing, const Mark *mark) {
    static const char *const threats[MARK_KINDS] = {
        [MARK_FIVE] = "5", [MARK_OPEN_FOUR] = "4",    [MARK_FOUR_THREE] = "4",
        [MARK_FOUR] = "4", [MARK_DOUBLE_THREE] = "3", [MARK_OPEN_THREE] = "3",
    };
    if (mark->kind == MARK_FORBIDDEN)
        return (Glyph){drawing->style->unicode ? "×" : "!", INK_WARNING};
    if (mark->kind == MARK_DEAD)
        return (Glyph){"-", INK_LINE};
    return (Glyph){threats[mark->kind] ? threats[mark->kind] : "+",
                   mark->side == SIDE_BLACK ? INK_BLACK : INK_WHITE};
}

static Glyph cell_glyph(const Drawing *drawing, int x, int y) {
    const Position *position = drawing->position;
    Move cell = move_at(x, y);
    const Mark *mark = drawing->marks[cell];
    Cell value = position_at(position, cell);
    if (value != CELL_EMPTY)
        return stone_glyph(drawing, cell_side(value),
                           mark && mark->kind == MARK_WINNING ? STONE_WON : STONE_PLAIN);
    if (mark)
        return mark_glyph(drawing, mark);
    if (!drawing->style->unicode)
        return (Glyph){".", INK_LINE};
    return (Glyph){position->type->shape == BOARD_HEXAGONS ? "·" : crossing(position, x, y),
                   INK_LINE};
}

// The line of points of one row, with brackets around the last move and the cursor. `before` cells
// are left free on either side, for Hex's edges.
static void draw_points(const Drawing *drawing, int y, int before, Canvas *canvas) {
    const Position *position = drawing->position;
    int width = position->width;
    bool lines = drawing->style->unicode && position->type->shape != BOARD_HEXAGONS;
    for (int x = 0; x < width; x++) {
        int at = 2 * (x + before) + 1;
        canvas->glyphs[at] = cell_glyph(drawing, x, y);
        if (lines && x + 1 < width)
            canvas->glyphs[at + 1] = (Glyph){"─", INK_LINE};
    }
    const struct {
        Move cell;
        const char *left, *right;
        Ink ink;
    } brackets[] = {{drawing->last, "(", ")", INK_BRACKET},
                    {drawing->style->cursor, "[", "]", INK_CURSOR}};
    for (int i = 0; i < 2; i++) {
        if (brackets[i].cell < 0 || move_y(brackets[i].cell) != y)
            continue;
        int at = 2 * (move_x(brackets[i].cell) + before) + 1;
        canvas->glyphs[at - 1] = (Glyph){brackets[i].left, brackets[i].ink};
        canvas->glyphs[at + 1] = (Glyph){brackets[i].right, brackets[i].ink};
    }
}

static void clear(Canvas *canvas, int cells) {
    canvas->count = 2 * cells + 1;
    for (int i = 0; i < canvas->count; i++)
        canvas->glyphs[i] = (Glyph){" ", INK_LINE};
}

static void show(Drawing *drawing, const Canvas *canvas) {
    for (int i = 0; i < canvas->count; i++)
        put(drawing, canvas->glyphs[i]);
}

// --- the frame ---

static void draw_letters(Drawing *drawing, int columns_before) {
    indent(drawing, columns_before);
    for (int x = 0; x < drawing->position->width; x++) {
        char word[4];
        snprintf(word, sizeof word, "%c ", 'a' + x);
        put_words(drawing, word, INK_LABEL);
    }
    end_line(drawing);
}

static void draw_number(Drawing *drawing, int y, bool left) {
    const Position *position = drawing->position;
    int row = position->type->rows_from_bottom ? position->height - y : y + 1;
    char word[16];
    snprintf(word, sizeof word, left ? "%*d" : "%-*d", LABEL_CHARS, row);
    put_words(drawing, word, INK_LABEL);
}

// Hex's edges: a row of Black's marks above and below, a mark of White's at each end of a row.
//
//       a b c
//        x x x x
//      1 o . . . o 1
//       2 o . . . o 2
//           x x x x
//            a b c
static void draw_black_edge(Drawing *drawing, int columns_before) {
    Canvas canvas;
    clear(&canvas, drawing->position->width + 1);
    for (int i = 1; i < canvas.count; i += 2)
        canvas.glyphs[i] = stone_glyph(drawing, SIDE_BLACK, STONE_EDGE);
    indent(drawing, columns_before);
    show(drawing, &canvas);
    end_line(drawing);
}

// Cell x of row y of Hex stands in column 2x + y + 6, behind number, gap, White's edge and gap.
static void draw_row(Drawing *drawing, int y, bool slanted) {
    Canvas canvas;
    clear(&canvas, drawing->position->width + 2 * slanted);
    draw_points(drawing, y, slanted, &canvas);
    if (slanted)
        canvas.glyphs[1] = canvas.glyphs[canvas.count - 2] =
            stone_glyph(drawing, SIDE_WHITE, STONE_EDGE);
    indent(drawing, slanted ? y + 1 : 1);
    draw_number(drawing, y, true);
    show(drawing, &canvas);
    draw_number(drawing, y, false);
    end_line(drawing);
}

void diagram_draw(const Position *position, const DiagramStyle *style, Text *out) {
    Drawing drawing = {
        .position = position, .style = style, .last = last_cell(position), .out = out};
    for (size_t i = 0; style->annotations && i < style->annotations->count; i++) {
        const Mark *mark = &style->annotations->marks[i];
        if (!position_on_board(position, mark->cell))
            continue;
        // The kinds are in order of importance: a winning stone before a forbidden point before a
        // threat.
        const Mark **drawn = &drawing.marks[mark->cell];
        if (!*drawn || mark->kind < (*drawn)->kind)
            *drawn = mark;
    }
    bool slanted = position->type->shape == BOARD_HEXAGONS;
    draw_letters(&drawing, LABEL_CHARS + 2);
    if (slanted)
        draw_black_edge(&drawing, LABEL_CHARS + 2);
    for (int y = 0; y < position->height; y++)
        draw_row(&drawing, y, slanted);
    if (slanted)
        draw_black_edge(&drawing, position->height + LABEL_CHARS + 1);
    draw_letters(&drawing, slanted ? position->height + LABEL_CHARS + 5 : LABEL_CHARS + 2);
}
