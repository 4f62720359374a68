// SPDX-License-Identifier: MIT
#include "hex/resistance.h"

#include "base/memory.h"

#include <stdlib.h>

static const double stone_resistance = 0.02, cell_resistance = 1.0;

// A pair of neighbours, or of cells a bridge apart.
typedef struct Wire {
    int16_t from, to;
    float conductance;
} Wire;

// One side's circuit. Potentials are the unknowns; the near edge has 1, the far edge 0.
typedef struct Circuit {
    const HexGrid *grid;
    int band;
    double *matrix;                  // row i holds columns i-band .. i, the diagonal last
    double resistance[BOARD_POINTS]; // negative: not part of it
    double edge[2][BOARD_POINTS];    // conductance to the near and the far edge
    double potential[BOARD_POINTS];
    double current[BOARD_POINTS];
    Wire wires[6 * BOARD_POINTS];
    int wire_count;
} Circuit;

static double *at(const Circuit *circuit, int row, int column) {
    return &circuit->matrix[row * (circuit->band + 1) + column - row + circuit->band];
}

static void add_wire(Circuit *circuit, int from, int to) {
    double g = 1 / (circuit->resistance[from] + circuit->resistance[to]);
    circuit->wires[circuit->wire_count++] =
        (Wire){.from = (int16_t)from, .to = (int16_t)to, .conductance = (float)g};
}

// Half of the neighbours and half of the bridges, so that each pair is met once.
static void lay_wires(Circuit *circuit, const HexSet *empty) {
    const HexGrid *grid = circuit->grid;
    for (int cell = 0; cell < grid->count; cell++) {
        if (circuit->resistance[cell] < 0)
            continue;
        for (int i = 2; i < 5; i++) {
            int one = grid->ring[cell][i], two = grid->ring[cell][i + 1];
            if (one < grid->count && circuit->resistance[one] >= 0)
                add_wire(circuit, cell, one);
            if (one >= grid->count || two >= grid->count || !hexset_has(empty->word, one) ||
                !hexset_has(empty->word, two))
                continue;
            int end = grid->ring[one][i + 1]; // beyond the two
            if (end < grid->count && end > cell && circuit->resistance[end] >= 0)
                add_wire(circuit, cell, end);
        }
    }
}

static void lay_edges(Circuit *circuit, Side side, const HexLinks *links) {
    const HexGrid *grid = circuit->grid;
    for (int cell = 0; cell < grid->count; cell++)
        for (int far = 0; far < 2 && circuit->resistance[cell] >= 0; far++) {
            bool joined = links && hex_links_joined(links, cell, hex_links_near(grid) + far);
            for (int i = 0; i < HEX_RING; i++)
                joined |= grid->ring[cell][i] == hex_grid_edge(grid, side, far);
            if (joined)
                circuit->edge[far][cell] = 1 / circuit->resistance[cell];
        }
}

static void fill_matrix(Circuit *circuit) {
    int count = circuit->grid->count;
    memset(circuit->matrix, 0, sizeof(double) * (size_t)(count * (circuit->band + 1)));
    for (int i = 0; i < count; i++) {
        double out = circuit->edge[0][i] + circuit->edge[1][i];
        *at(circuit, i, i) = out + 1e-9; // an island conducts nowhere but has a potential
        circuit->potential[i] = circuit->edge[0][i];
    }
    for (int i = 0; i < circuit->wire_count; i++) {
        const Wire *wire = &circuit->wires[i];
        int low = wire->from < wire->to ? wire->from : wire->to;
        int high = wire->from < wire->to ? wire->to : wire->from;
        *at(circuit, low, low) += (double)wire->conductance;
        *at(circuit, high, high) += (double)wire->conductance;
        *at(circuit, high, low) -= (double)wire->conductance;
    }
}

// L D L^T without pivots: the matrix is symmetric and positive.
static void solve(Circuit *circuit) {
    int count = circuit->grid->count, band = circuit->band;
    double *v = circuit->potential;
    for (int i = 0; i < count; i++) {
        int first = i > band ? i - band : 0;
        double *row = at(circuit, i, first) - first;
        for (int j = first; j < i; j++) {
            int from = j > band && j - band > first ? j - band : first;
            const double *other = at(circuit, j, from) - from;
            double sum = row[j];
            for (int k = from; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = sum; // L times D for now
        }
        double diagonal = row[i];
        for (int j = first; j < i; j++) {
            double l = row[j] / *at(circuit, j, j);
            diagonal -= l * row[j];
            row[j] = l;
            v[i] -= l * v[j];
        }
        row[i] = diagonal;
    }
    for (int i = count - 1; i >= 0; i--)
        v[i] /= *at(circuit, i, i);
    for (int i = count - 1; i >= 0; i--) {
        int first = i > band ? i - band : 0;
        const double *row = at(circuit, i, first) - first;
        for (int j = first; j < i; j++)
            v[j] -= row[j] * v[i];
    }
}

static double magnitude(double x) {
    return x < 0 ? -x : x;
}

static double measure_currents(Circuit *circuit) {
    double total = 0;
    for (int i = 0; i < circuit->grid->count; i++) {
        double v = circuit->potential[i], in = circuit->edge[0][i] * (1 - v);
        circuit->current[i] = magnitude(in) + circuit->edge[1][i] * magnitude(v);
        total += in;
    }
    for (int i = 0; i < circuit->wire_count; i++) {
        const Wire *wire = &circuit->wires[i];
        double flow = (double)wire->conductance *
                      magnitude(circuit->potential[wire->from] - circuit->potential[wire->to]);
        circuit->current[wire->from] += flow;
        circuit->current[wire->to] += flow;
    }
    return total;
}

static void measure_side(Circuit *circuit, const HexFill *fill, Side side, const HexLinks *links,
                         HexCircuit *out) {
    const HexGrid *grid = circuit->grid;
    circuit->wire_count = 0;
    memset(circuit->edge, 0, sizeof circuit->edge);
    for (int cell = 0; cell < grid->count; cell++)
        circuit->resistance[cell] = hexset_has(fill->stones.of[side].word, cell) ? stone_resistance
                                    : hexset_has(fill->empty.word, cell)         ? cell_resistance
                                                                                 : -1;
    lay_wires(circuit, &fill->empty);
    lay_edges(circuit, side, links);
    fill_matrix(circuit);
    solve(circuit);
    out->total[side] = measure_currents(circuit);
    for (int cell = 0; cell < grid->count; cell++)
        out->through[side][cell] = hexset_has(fill->empty.word, cell) && out->total[side] > 1e-6
                                       ? circuit->current[cell] / (2 * out->total[side])
                                       : 0;
}

void hex_circuit_measure(const HexGrid *grid, const HexFill *fill, const HexLinks *const links[2],
                         HexCircuit *circuit) {
    Circuit *work = mem_new(sizeof *work);
    work->grid = grid;
    work->band = 2 * grid->width < grid->count ? 2 * grid->width : grid->count - 1;
    work->matrix = mem_new_array((size_t)grid->count * (size_t)(work->band + 1), sizeof(double));
    for (int side = 0; side < 2; side++)
        measure_side(work, fill, (Side)side, links ? links[side] : NULL, circuit);
    free(work->matrix);
    free(work);
}
