// SPDX-License-Identifier: MIT
// Does the table scale? Probes and stores at random places of a table larger than the caches, by
// one thread and then by two; what is worth reading is the ratio, not the numbers.
#include "search/table.h"
#include "base/clock.h"
#include "base/rng.h"
#include "search/pool.h"

#include <stdatomic.h>
#include <stdio.h>

enum { MEGABYTES = 64, ROUNDS = 4000000, STORE_EVERY = 4, REPEATS = 3 };

typedef struct Work {
    Table *table;
    _Atomic uint64_t hits; // used, so that no probe is optimised away
} Work;

static void work_run(void *argument, int index) {
    Work *work = argument;
    Rng rng = rng_seed((uint64_t)index);
    uint64_t hits = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t key =
            rng_mix(rng_next(&rng) & 0xfffff); // a million positions, met again and again
        TableEntry entry;
        hits += table_probe(work->table, key, &entry);
        if (i % STORE_EVERY == 0)
            table_store(work->table, key,
                        &(TableEntry){
                            .score = (int16_t)i, .depth = (int16_t)(i & 15), .bound = BOUND_EXACT});
    }
    work->hits += hits;
}

// Millions of probes a second by that many threads, the best of a few runs.
static double throughput(Work *work, int threads) {
    Pool *pool = pool_new(threads);
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
        int64_t start = clock_now_us();
        pool_run(pool, work_run, work);
        double rate = (double)ROUNDS * threads / (double)(clock_now_us() - start);
        best = rate > best ? rate : best;
    }
    pool_free(pool);
    return best;
}

int main(void) {
    Memory *memory = memory_new((size_t)MEGABYTES << 20);
    Work work = {.table = table_new(memory, memory_bytes(memory))};
    double one = throughput(&work, 1);
    double two = throughput(&work, 2);
    printf("1 thread   %7.1f M probes/s (a store with every %dth)\n", one, STORE_EVERY);
    printf("2 threads  %7.1f M probes/s\n", two);
    printf("ratio      %7.2f\n", two / one);
    table_free(work.table);
    memory_free(memory);
    return work.hits == 0;
}
