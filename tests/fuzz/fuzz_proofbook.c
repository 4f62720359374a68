// SPDX-License-Identifier: MIT
// Files of Hex proofs are taken whole or refused with a sentence. What was taken is written and
// taken again, and a solver that believes it stays on the board, whatever it says. The first byte
// decides whether the rest is a file, or entries to be put between a header and the right sum, which
// chance would hardly find.
#include "base/memory.h"
#include "hex/solver.h"
#include "search/limits.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE = 4, BOOK = 1 << 16, HEADER = 64 };

// An empty book's file with these entries in it, as many as are whole.
static FILE *seal(ProofBook *empty, const uint8_t *data, size_t size, char **bytes) {
    size_t length = 0, entry = 0;
    FILE *file = open_memstream(bytes, &length);
    if (!file || !proofbook_write(empty, file))
        abort();
    fclose(file);
    if (sscanf(*bytes, "tengen hex proofs %*d %*dx%*d %zu", &entry) != 1)
        abort();
    size -= size % entry;
    uint64_t sum = proofbook_checksum(0, data, size);
    *bytes = realloc(*bytes, HEADER + size + sizeof sum);
    if (!*bytes)
        abort();
    memcpy(*bytes + HEADER, data, size);
    memcpy(*bytes + HEADER + size, &sum, sizeof sum);
    return fmemopen(*bytes, HEADER + size + sizeof sum, "rb");
}

static void believe(HexSolver *solver, Pool *pool) {
    for (int side = 0; side < 2; side++) {
        StopFlag stop = {0};
        HexAnswer answer;
        HexSolverOrder order = {.to_move = (Side)side, .stop = &stop, .nodes = 40, .pool = pool};
        hex_solver_solve(solver, &order, &answer);
    }
}

static void read_again(ProofBook *book, const HexGrid *grid, Memory *memory) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    if (!file || !proofbook_write(book, file))
        abort();
    fclose(file);
    ProofBook *again = proofbook_new(grid, memory, BOOK);
    file = fmemopen(bytes, length, "rb");
    if (!file || !proofbook_read(again, file, "fuzz", NULL))
        abort();
    fclose(file);
    proofbook_free(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    // Made once: making them takes longer than reading a file.
    static HexGrid *grid;
    static Memory *memory;
    static HexSolver *solver;
    static Pool *pool;
    if (!grid) {
        grid = hex_grid_new(SIZE, SIZE);
        memory = memory_new(0);
        solver = hex_solver_new(grid, memory, BOOK);
        pool = pool_new(1);
    }
    ProofBook *book = hex_solver_book(solver);
    proofbook_clear(book);
    char *bytes = NULL;
    FILE *file = data[0] & 1 ? seal(book, data + 1, size - 1, &bytes)
                             : fmemopen((void *)(data + 1), size - 1, "rb");
    Error err = {""};
    if (!file)
        abort();
    if (proofbook_read(book, file, "fuzz", &err)) {
        read_again(book, grid, memory);
        believe(solver, pool);
    } else if (!err.text[0]) {
        abort();
    }
    fclose(file);
    free(bytes);
    return 0;
}
