// SPDX-License-Identifier: MIT
// Newton's method on the log-likelihood, which is concave, so every road leads to the one top. The
// errors allow for games coming in pairs: the curvature says how far the ratings give, the variance
// of the pairs how hard chance pushes (the "sandwich" of the two).
#include "match/rating.h"

#include "base/memory.h"
#include "match/elo.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// The gradient of the expected score: d/dElo = SLOPE * e * (1 - e).
static const double SLOPE = 2.302585092994046 / 400;
static const double NORMAL_95 = 1.959963984540054;
enum { ITERATIONS = 200 };

// What i scored against j: games, points, and the summed variance of the points.
typedef struct Meeting {
    double games, points, variance;
} Meeting;

typedef struct RatingField {
    size_t count;
    Meeting *meetings; // [i * count + j], i < j
    double *elo;
} RatingField;

static Meeting meeting_of(const Tally *tally) {
    double games = (double)tally_games(tally), pairs = (double)tally_pairs(tally);
    Meeting meeting = {games, tally_score(tally) * games, 0};
    double mean = 0, squares = 0;
    for (int i = 0; i < PAIR_CLASSES; i++)
        mean += (double)tally->pairs[i] * i / 4;
    mean = pairs > 0 ? mean / pairs : 0.5;
    for (int i = 0; i < PAIR_CLASSES; i++) {
        double off = i / 4.0 - mean;
        squares += (double)tally->pairs[i] * off * off;
    }
    // A pair is two games: its average score times two is its points. Games without a partner, and
    // one pair of doubt, count as independent.
    double single = games - 2 * pairs;
    meeting.variance = games > 0 ? 4 * squares + 0.25 * single + 0.5 : 0;
    return meeting;
}

// Can every player be reached from the first by "scored something against", or the other way?
static bool reaches_all(const RatingField *field, bool forwards) {
    size_t n = field->count, reached = 1, before = 0;
    bool *seen = mem_new_array(n, sizeof *seen);
    seen[0] = true;
    while (before < reached) {
        before = reached;
        for (size_t i = 0; i < n * n; i++) {
            size_t at = i / n, other = i % n, low = at < other ? at : other,
                   high = at + other - low;
            const Meeting *m = &field->meetings[low * n + high];
            double scored = (low == at) == forwards ? m->points : m->games - m->points;
            if (seen[at] && !seen[other] && scored > 0) {
                seen[other] = true;
                reached++;
            }
        }
    }
    free(seen);
    return reached == n;
}

static bool is_determined(const RatingField *field) {
    return reaches_all(field, true) && reaches_all(field, false);
}

static void add_draws(RatingField *field, bool to_all) {
    for (size_t i = 0; i < field->count; i++)
        for (size_t j = i + 1; j < field->count; j++) {
            Meeting *m = &field->meetings[i * field->count + j];
            if (!to_all && m->games == 0)
                continue;
            m->games += 1;
            m->points += 0.5;
            m->variance += 0.25;
        }
}

// Gauss-Jordan with partial pivoting: `matrix` (n x n) becomes its inverse. False when singular.
static bool invert(double *matrix, size_t n) {
    double *wide = mem_new_array(n * 2 * n, sizeof *wide);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            wide[i * 2 * n + j] = matrix[i * n + j];
        wide[i * 2 * n + n + i] = 1;
    }
    for (size_t column = 0; column < n && ok; column++) {
        size_t pivot = column;
        for (size_t row = column + 1; row < n; row++)
            if (fabs(wide[row * 2 * n + column]) > fabs(wide[pivot * 2 * n + column]))
                pivot = row;
        double value = wide[pivot * 2 * n + column];
        ok = fabs(value) > 1e-300;
        for (size_t j = 0; j < 2 * n && ok; j++) {
            double held = wide[pivot * 2 * n + j];
            wide[pivot * 2 * n + j] = wide[column * 2 * n + j];
            wide[column * 2 * n + j] = held / value;
        }
        for (size_t row = 0; row < n && ok; row++) {
            double factor = row == column ? 0 : wide[row * 2 * n + column];
            for (size_t j = 0; j < 2 * n && factor != 0; j++)
                wide[row * 2 * n + j] -= factor * wide[column * 2 * n + j];
        }
    }
    for (size_t i = 0; i < n && ok; i++)
        for (size_t j = 0; j < n; j++)
            matrix[i * n + j] = wide[i * 2 * n + n + j];
    free(wide);
    return ok;
}

// Adds `weight` to the graph Laplacian at the edge i-j.
static void add_edge(double *matrix, size_t n, size_t i, size_t j, double weight) {
    matrix[i * n + i] += weight;
    matrix[j * n + j] += weight;
    matrix[i * n + j] -= weight;
    matrix[j * n + i] -= weight;
}

// Gradient, curvature and push of chance at the present ratings. A Laplacian does not know where
// zero is; holding the average fixed (adding a constant everywhere) makes the curvature invertible.
static void measure(const RatingField *field, double *gradient, double *curvature, double *push) {
    size_t n = field->count;
    for (size_t i = 0; i < n; i++)
        gradient[i] = 0;
    for (size_t i = 0; i < n * n; i++) {
        curvature[i] = SLOPE * SLOPE;
        push[i] = 0;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            const Meeting *m = &field->meetings[i * n + j];
            if (m->games == 0)
                continue;
            double expected = elo_expected(field->elo[i] - field->elo[j]);
            double surplus = SLOPE * (m->points - m->games * expected);
            gradient[i] += surplus;
            gradient[j] -= surplus;
            add_edge(curvature, n, i, j, SLOPE * SLOPE * m->games * expected * (1 - expected));
            add_edge(push, n, i, j, SLOPE * SLOPE * m->variance);
        }
}

// One Newton step, no longer than a player's strength can sensibly change at once. Returns its
// length.
static double climb(RatingField *field, double *gradient, double *curvature, double *push) {
    size_t n = field->count;
    measure(field, gradient, curvature, push);
    if (!invert(curvature, n))
        return 0;
    double longest = 0;
    for (size_t i = 0; i < n; i++) {
        double step = 0;
        for (size_t j = 0; j < n; j++)
            step += curvature[i * n + j] * gradient[j];
        step = fmax(-200, fmin(200, step));
        field->elo[i] += step;
        longest = fmax(longest, fabs(step));
    }
    return longest;
}

// The variance of player i's rating against the reference: w' C P C w with w the contrast.
static double contrast_variance(const double *inverse, const double *push, size_t n, size_t i,
                                int anchor) {
    double *w = mem_new_array(n, sizeof *w), *cw = mem_new_array(n, sizeof *cw);
    for (size_t j = 0; j < n; j++)
        w[j] = anchor < 0 ? -1.0 / (double)n : 0;
    w[i] += 1;
    if (anchor >= 0)
        w[anchor] -= 1;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            cw[a] += inverse[a * n + b] * w[b];
    double variance = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            variance += cw[a] * push[a * n + b] * cw[b];
    free(w);
    free(cw);
    return variance;
}

static void read_off(const RatingField *field, const double *inverse, const double *push,
                     int anchor, double anchor_elo, Rating *ratings) {
    size_t n = field->count;
    double zero = 0;
    for (size_t i = 0; i < n; i++)
        zero += field->elo[i] / (double)n;
    if (anchor >= 0)
        zero = field->elo[anchor] - anchor_elo;
    for (size_t i = 0; i < n; i++) {
        ratings[i].elo = field->elo[i] - zero;
        ratings[i].error =
            NORMAL_95 * sqrt(fmax(0, contrast_variance(inverse, push, n, i, anchor)));
    }
}

bool ratings_compute(const Tally *tallies, size_t count, int anchor, double anchor_elo,
                     Rating *ratings) {
    assert(count >= 2 && anchor < (int)count);
    RatingField field = {count, mem_new_array(count * count, sizeof(Meeting)),
                         mem_new_array(count, sizeof(double))};
    for (size_t i = 0; i < count; i++)
        ratings[i] = (Rating){0};
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            Meeting m = meeting_of(&tallies[i * count + j]);
            field.meetings[i * count + j] = m;
            ratings[i].games += m.games;
            ratings[j].games += m.games;
            ratings[i].points += m.points;
            ratings[j].points += m.games - m.points;
        }
    bool determined = is_determined(&field);
    if (!determined)
        add_draws(&field, false);
    if (!is_determined(&field))
        add_draws(&field, true);
    double *gradient = mem_new_array(count, sizeof *gradient);
    double *curvature = mem_new_array(count * count, sizeof *curvature);
    double *push = mem_new_array(count * count, sizeof *push);
    for (int i = 0; i < ITERATIONS && climb(&field, gradient, curvature, push) > 1e-9; i++)
        continue;
    read_off(&field, curvature, push, anchor, anchor_elo, ratings);
    free(gradient);
    free(curvature);
    free(push);
    free(field.meetings);
    free(field.elo);
    return determined;
}
