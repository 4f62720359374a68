// SPDX-License-Identifier: MIT
#include "seed_twin.h"

#include "lab/nthu_eval.h"

#include <string.h>

static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static int seen(const Position *position, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < position->width && y < position->height;
    return inside ? (int)position_at(position, move_at(x, y)) : SEEN_EDGE;
}

int64_t twin_runs(const Position *position, RunWorth worth, Side side) {
    int64_t sum = 0;
    int colour = (int)side_cell(side);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            for (int d = 0; d < 4; d++) {
                int dx = steps[d][0], dy = steps[d][1], length = 0;
                if (seen(position, x, y) != colour || seen(position, x - dx, y - dy) == colour)
                    continue;
                while (seen(position, x + length * dx, y + length * dy) == colour)
                    length++;
                sum += worth(length, seen(position, x - dx, y - dy),
                             seen(position, x + length * dx, y + length * dy));
            }
    return sum;
}

// Stones go onto the board without a referee: some of these systems play on after the end.
static void put(Position *position, Move cell, Side side) {
    position_put(position, cell, side_cell(side));
}

static void take(Position *position, Move cell) {
    position_put(position, cell, CELL_EMPTY);
}

static size_t near_stones(const Position *position, int radius, int clip, Move *cells) {
    size_t count = 0;
    for (int y = 0; y < position->height && y < clip; y++)
        for (int x = 0; x < position->width && x < clip; x++) {
            bool near = false;
            for (int dy = -radius; dy <= radius; dy++)
                for (int dx = -radius; dx <= radius; dx++) {
                    int cell = seen(position, x + dx, y + dy);
                    near |= cell == SEEN_BLACK || cell == SEEN_WHITE;
                }
            if (near && seen(position, x, y) == SEEN_EMPTY)
                cells[count++] = move_at(x, y);
        }
    return count;
}

// The run through a stone in one direction, and what it is worth.
static int run_through(const Position *position, Move cell, int d, RunWorth worth, int64_t *value) {
    int x = move_x(cell), y = move_y(cell), dx = steps[d][0], dy = steps[d][1];
    int colour = seen(position, x, y), on = 1, back = 1;
    while (seen(position, x + on * dx, y + on * dy) == colour)
        on++;
    while (seen(position, x - back * dx, y - back * dy) == colour)
        back++;
    *value = worth(on + back - 1, seen(position, x - back * dx, y - back * dy),
                   seen(position, x + on * dx, y + on * dy));
    return on + back - 1;
}

// --- gomokuku ---

typedef struct Kuku {
    RunWorth worth;
    bool faithful;
    uint64_t nodes;
} Kuku;

static int64_t kuku_value(const Kuku *kuku, const Position *position) {
    return 2 * twin_runs(position, kuku->worth, SIDE_BLACK) -
           twin_runs(position, kuku->worth, SIDE_WHITE);
}

// The order of a stone that was just placed, and whether it ends the game.
static int64_t kuku_order(const Kuku *kuku, const Position *position, Move cell, bool *five) {
    int64_t sums[6] = {0};
    for (int d = 0; d < 4; d++) {
        int64_t value;
        int length = run_through(position, cell, d, kuku->worth, &value);
        if (length >= 5)
            sums[5] += value ? 1000000000 : 0;
        else
            sums[length] += value;
    }
    *five = sums[5] > 0;
    return sums[2] / 2 + sums[3] / 3 + sums[4] / 4 + sums[5] / 5;
}

// Which of two pairs a set of the listing gives first: by the lowest five bits of their hashes, where these are the
// same by the next five, and so on.
static bool kuku_before(Move a, Move b) {
    uint64_t one = (uint64_t)move_x(a) * UINT64_C(0x100000001b3) ^ (uint64_t)move_y(a);
    uint64_t other = (uint64_t)move_x(b) * UINT64_C(0x100000001b3) ^ (uint64_t)move_y(b);
    while (one % 32 == other % 32 && one != other) {
        one /= 32;
        other /= 32;
    }
    return one % 32 < other % 32;
}

static size_t kuku_children(const Kuku *kuku, const Position *position, Move *cells) {
    size_t count = near_stones(position, 1, kuku->faithful ? 9 : 15, cells);
    for (size_t i = 0; kuku->faithful && i < count; i++)
        for (size_t k = 0; k + 1 < count; k++)
            if (kuku_before(cells[k + 1], cells[k])) {
                Move cell = cells[k];
                cells[k] = cells[k + 1];
                cells[k + 1] = cell;
            }
    return count;
}

static int64_t kuku_search(Kuku *kuku, Position *position, Move last, int depth, int64_t alpha,
                           int64_t beta, Side side) {
    bool five;
    kuku->nodes++;
    kuku_order(kuku, position, last, &five);
    if (depth == 0 || five)
        return kuku_value(kuku, position);
    Move cells[LINES_POINTS];
    int64_t order[LINES_POINTS];
    size_t count = kuku_children(kuku, position, cells);
    for (size_t i = 0; i < count; i++) {
        Move cell = cells[i];
        put(position, cell, side);
        int64_t score = kuku_order(kuku, position, cell, &five);
        take(position, cell);
        size_t at = i; // best first, of equals the later one
        for (; at > 0 && order[at - 1] <= score; at--) {
            order[at] = order[at - 1];
            cells[at] = cells[at - 1];
        }
        order[at] = score;
        cells[at] = cell;
    }
    bool black = side == SIDE_BLACK;
    int64_t best = black ? -INT64_MAX : INT64_MAX;
    for (size_t i = 0; i < count; i++) {
        put(position, cells[i], side);
        int64_t value =
            kuku_search(kuku, position, cells[i], depth - 1, alpha, beta, side_other(side));
        take(position, cells[i]);
        int64_t before = best;
        if (black ? value > best : value < best)
            best = value;
        int64_t tested = kuku->faithful ? before : best;
        if (black)
            alpha = best > alpha ? best : alpha;
        else
            beta = best < beta ? best : beta;
        if (black ? tested >= beta : tested <= alpha)
            break;
    }
    return best;
}

TwinAnswer twin_gomokuku(Position *position, int depth, bool faithful) {
    Kuku kuku = {faithful ? gomokuku_faithful_worth : gomokuku_worth, faithful, 0};
    Side side = position->to_move;
    Move cells[LINES_POINTS];
    size_t count = kuku_children(&kuku, position, cells);
    TwinAnswer answer = {.move = MOVE_NONE};
    for (size_t i = 0; i < count; i++) {
        put(position, cells[i], side);
        int64_t value = kuku_search(&kuku, position, cells[i], depth - 1, -INT64_MAX, INT64_MAX,
                                    side_other(side));
        take(position, cells[i]);
        bool better = side == SIDE_BLACK ? value >= answer.value : value < answer.value;
        if (i == 0 || better) {
            answer.move = cells[i];
            answer.value = value;
        }
    }
    answer.nodes = kuku.nodes;
    return answer;
}

// --- sustech ---

static int64_t own_less_other(const Position *position, RunWorth worth, Side side) {
    return twin_runs(position, worth, side) - twin_runs(position, worth, side_other(side));
}

static int64_t mo_search(Position *position, int depth, Side side, Move *choice) {
    if (depth == 0)
        return own_less_other(position, sustech_worth, side);
    Move cells[LINES_POINTS];
    size_t count = near_stones(position, 1, 15, cells);
    int64_t best = -INT64_MAX;
    for (size_t i = 0; i < count; i++) {
        put(position, cells[i], side);
        int64_t value = -mo_search(position, depth - 1, side_other(side), NULL);
        take(position, cells[i]);
        if (value > best) {
            best = value;
            if (choice)
                *choice = cells[i];
        }
    }
    return best;
}

TwinAnswer twin_sustech(Position *position, int depth) {
    TwinAnswer answer = {.move = MOVE_NONE};
    answer.value = mo_search(position, depth, position->to_move, &answer.move);
    return answer;
}

// --- hust ---

static int64_t hust_search(Position *position, int depth, int64_t alpha, int64_t beta, Side side) {
    Move cells[LINES_POINTS];
    size_t count = near_stones(position, 1, position->width, cells);
    for (size_t i = 0; i < count && alpha < beta; i++) {
        bool five = false;
        put(position, cells[i], side);
        for (int d = 0; d < 4; d++) {
            int64_t value;
            five |= run_through(position, cells[i], d, hust_worth, &value) >= 5;
        }
        int64_t value = five || depth == 1
                            ? own_less_other(position, hust_worth, side)
                            : -hust_search(position, depth - 1, -beta, -alpha, side_other(side));
        take(position, cells[i]);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

int64_t twin_hust(Position *position, int depth) {
    return hust_search(position, depth, -INT64_MAX, INT64_MAX, position->to_move);
}

// --- hexmax ---

typedef struct Pair {
    int count[2];
} Pair;

static Pair max_pair(const Position *position) {
    static const int around[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
    Pair pair = {{0, 0}};
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            int colour = seen(position, x, y);
            bool touches = false;
            for (int i = 0; i < 6 && colour != SEEN_EMPTY; i++)
                touches |= seen(position, x + around[i][0], y + around[i][1]) == colour;
            if (touches)
                pair.count[colour == SEEN_BLACK ? 0 : 1]++;
        }
    return pair;
}

static Pair max_search(Position *position, int limit, int depth, bool faithful, Side side,
                       Move *choice) {
    int points = position->width * position->height, empty = points - position->stones;
    bool over = !faithful && position_result(position) != RESULT_NONE;
    if (depth > 0 && (depth >= limit || empty < limit || over))
        return max_pair(position);
    Pair best = max_pair(position);
    bool any = false;
    for (int x = 0; x < position->width; x++)
        for (int y = 0; y < position->height; y++) {
            Move cell = move_at(x, y);
            if (position_at(position, cell) != CELL_EMPTY)
                continue;
            put(position, cell, side);
            Pair pair = max_search(position, limit, depth + 1, faithful, side_other(side), NULL);
            take(position, cell);
            if (!any || pair.count[side] >= best.count[side]) {
                best = pair;
                if (choice)
                    *choice = cell;
            }
            any = true;
        }
    return best;
}

TwinAnswer twin_hexmax(Position *position, int depth, bool faithful) {
    TwinAnswer answer = {.move = MOVE_NONE};
    Pair pair = max_search(position, depth, 0, faithful, position->to_move, &answer.move);
    answer.value = pair.count[position->to_move];
    return answer;
}

// --- nthu ---

static TwinMeasure measure(const Position *position, Move cell, int d, int colour, int gaps) {
    TwinMeasure result = {1, 2, 0};
    for (int sign = 1; sign >= -1; sign -= 2) {
        int dx = sign * steps[d][0], dy = sign * steps[d][1];
        int x = move_x(cell), y = move_y(cell);
        for (;;) {
            x += dx;
            y += dy;
            int spot = seen(position, x, y);
            if (spot == SEEN_EMPTY && gaps > 0 && seen(position, x + dx, y + dy) == colour) {
                gaps--;
                result.spaces++;
                continue;
            }
            if (spot == SEEN_EMPTY)
                result.blocked--;
            if (spot != colour)
                break;
            result.length++;
        }
    }
    return result;
}

// The table of patterns, row by row, until one of them is a threat.
int twin_nthu_match(const TwinMeasure measures[4]) {
    int five = 0, live_four = 0, half_four = 0, broken_four = 0, three = 0, half_three = 0, two = 0;
    int score = 0;
    for (int d = 0; d < 4; d++) {
        TwinMeasure m = measures[d];
        score += m.length - 1;
        five += m.length >= 5 && !m.spaces;
        live_four += m.length == 4 && !m.spaces && m.blocked == 0;
        half_four += m.length == 4 && !m.spaces && m.blocked == 1;
        broken_four += m.length == 4 && m.spaces;
        three += m.length == 3 && m.blocked == 0;
        half_three += m.length == 3 && m.blocked == 1;
        two += m.length == 2 && m.blocked == 0;
    }
    const struct {
        bool met;
        int score;
    } rows[] = {
        {five, NTHU_FIVE},
        {live_four, 700},
        {half_four > 1, 700},
        {broken_four > 1, 700},
        {half_four && broken_four, 700},
        {half_four && three, 500},
        {broken_four && three, 500},
        {three > 1, NTHU_THREAT},
        {three, 100},
        {half_four, 60},
        {broken_four, 60},
        {two > 1, 30},
        {two, 10},
        {half_three, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows && score < NTHU_THREAT; i++)
        score += rows[i].met ? rows[i].score : 0;
    return score;
}

int twin_nthu_score(const Position *position, Move cell, Side side) {
    int best = 0;
    for (int gaps = 0; gaps <= 1; gaps++) {
        TwinMeasure measures[4];
        for (int d = 0; d < 4; d++)
            measures[d] = measure(position, cell, d, (int)side_cell(side), gaps);
        int score = twin_nthu_match(measures);
        best = score > best ? score : best;
    }
    return best;
}

enum { NTHU_WIDTH = 10 };

typedef struct TwinMove {
    Move cell;
    int score;
} TwinMove;

static void insert_by_score(TwinMove *moves, size_t count, TwinMove move) {
    size_t at = count;
    for (; at > 0 && moves[at - 1].score < move.score; at--)
        moves[at] = moves[at - 1];
    moves[at] = move;
}

static int nthu_search(Position *position, int depth, int alpha, int beta, Side side,
                       Move *choice) {
    Move cells[LINES_POINTS];
    TwinMove own[LINES_POINTS], theirs[LINES_POINTS], tried[NTHU_WIDTH];
    size_t count = near_stones(position, 2, 15, cells), tries = 0;
    for (size_t i = 0; i < count; i++) {
        int ours = twin_nthu_score(position, cells[i], side);
        int others = twin_nthu_score(position, cells[i], side_other(side));
        insert_by_score(own, i, (TwinMove){cells[i], ours});
        insert_by_score(theirs, i, (TwinMove){cells[i], others});
    }
    if (count && theirs[0].score >= NTHU_THREAT)
        for (size_t i = 0; i < 2 && i < count; i++)
            tried[tries++] =
                (TwinMove){theirs[i].cell, twin_nthu_score(position, theirs[i].cell, side)};
    size_t answers = tries;
    for (size_t i = 0; i < count && tries < NTHU_WIDTH; i++)
        if (!(answers > 0 && tried[0].cell == own[i].cell) &&
            !(answers > 1 && tried[1].cell == own[i].cell))
            tried[tries++] = own[i];
    int best = -(1 << 30);
    for (size_t i = 0; i < tries && alpha < beta; i++) {
        int value = tried[i].score;
        if (depth > 1 && value < NTHU_FIVE) {
            put(position, tried[i].cell, side);
            value -=
                nthu_search(position, depth - 1, -beta, -alpha, side_other(side), NULL) * 9 / 10;
            take(position, tried[i].cell);
        }
        if (value > best) {
            best = value;
            if (choice)
                *choice = tried[i].cell;
        }
        alpha = best > alpha ? best : alpha;
    }
    return tries ? best : 0;
}

TwinAnswer twin_nthu(Position *position, int depth) {
    TwinAnswer answer = {.move = MOVE_NONE};
    answer.value =
        nthu_search(position, depth, -(1 << 30), 1 << 30, position->to_move, &answer.move);
    return answer;
}
