// SPDX-License-Identifier: MIT
// libtengen never ends its host: every allocation and every thread it asks for is refused once, and
// from then on; it gets NULL and numbers out of range. A failure is a sentence, never an exit, a
// crash or a thread that stays. The Makefile links this program with --wrap, so that what the system
// gives comes through here.
#include "support.h"
#include "tengen.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// --- a machine that runs out ---

typedef enum Resource { RESOURCE_MEMORY, RESOURCE_THREADS } Resource;

static _Atomic long asked[2], refused[2];
static _Atomic long refuse_at[2]; // this one is refused, from 1; 0: none
static atomic_bool for_good;      // and all that follow

static bool gives(Resource resource) {
    long number = ++asked[resource], at = refuse_at[resource];
    if (!at || (for_good ? number < at : number != at))
        return true;
    refused[resource]++;
    return false;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t items, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__real_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*body)(void *), void *argument);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t items, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);
void *__wrap_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*body)(void *), void *argument);

static _Atomic long live_bytes; // in blocks that were given and not freed

static void *count(void *memory) {
    live_bytes += memory ? (long)malloc_usable_size(memory) : 0;
    return memory;
}

void *__wrap_malloc(size_t size) {
    return gives(RESOURCE_MEMORY) ? count(__real_malloc(size)) : NULL;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return gives(RESOURCE_MEMORY) ? count(__real_aligned_alloc(alignment, size)) : NULL;
}

void *__wrap_calloc(size_t items, size_t size) {
    return gives(RESOURCE_MEMORY) ? count(__real_calloc(items, size)) : NULL;
}

void *__wrap_realloc(void *memory, size_t size) {
    if (!gives(RESOURCE_MEMORY))
        return NULL;
    live_bytes -= memory ? (long)malloc_usable_size(memory) : 0;
    return count(__real_realloc(memory, size));
}

void __wrap_free(void *memory) {
    live_bytes -= memory ? (long)malloc_usable_size(memory) : 0;
    __real_free(memory);
}

void *__wrap_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
    if (gives(RESOURCE_MEMORY))
        return __real_mmap(at, length, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*body)(void *), void *argument) {
    return gives(RESOURCE_THREADS) ? __real_pthread_create(thread, attributes, body, argument)
                                   : EAGAIN;
}

static void refuse(Resource resource, long at, bool forever) {
    asked[0] = asked[1] = refused[0] = refused[1] = refuse_at[0] = refuse_at[1] = 0;
    for_good = forever;
    refuse_at[resource] = at;
}

// What is left when memory has run out is counted here: LeakSanitizer would not take that.
__attribute__((visibility("default"))) const char *__lsan_default_options(void);
const char *__lsan_default_options(void) {
    return "detect_leaks=0";
}

// At most this much: one searcher half made.
enum { LEFT_BYTES = 2 << 20 };

static int thread_count(void) {
    char line[256];
    int threads = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        sscanf(line, "Threads: %d", &threads);
    if (status)
        fclose(status);
    return threads;
}

// A thread that was joined may be listed for a moment longer.
static bool threads_come_to(int most) {
    for (int i = 0; i < 200 && thread_count() > most; i++)
        usleep(5000);
    return thread_count() <= most;
}

// --- what a host does with the library ---

typedef struct Host {
    const char *game, *position;
    int size, threads;
    bool proves; // it thinks twice, and undoes
} Host;

static const Host hosts[] = {
    {"gomoku", "d4 e5 d5 e4", 7, 1, true},
    {"gomoku", "d4 e5 d5 e4", 7, 3, false},
    {"hex", "b2 d4", 5, 1, true},
    {"hex", "b2 d4", 5, 2, false},
};

static void count_info(const tengen_info *info, void *user) {
    *(int *)user += info->pv[0] != 0;
}

static bool think(tengen *t, char *why) {
    int infos = 0;
    char move[TENGEN_MOVE_CHARS] = "";
    tengen_limits limits = tengen_limits_default();
    limits.time_ms = -1;
    limits.nodes = 300;
    if (tengen_think(t, &limits, count_info, &infos) && tengen_wait(t, move))
        return tengen_play(t, move, why);
    snprintf(why, TENGEN_ERROR_CHARS, "%s", tengen_error(t));
    return false;
}

static bool use(tengen *t, const Host *host, char *why) {
    if (!tengen_resources(t, host->threads, 1 << 20, why) ||
        !tengen_set_position(t, host->position, why) || !think(t, why))
        return false;
    return !host->proves || (think(t, why) && tengen_undo(t));
}

// True when everything went well; otherwise there was a sentence.
static bool run_host(const Host *host) {
    char why[TENGEN_ERROR_CHARS] = "";
    tengen *t = tengen_open(host->game, NULL, host->size, host->size, NULL, why);
    bool ok = t && use(t, host, why);
    assert_true(ok || why[0]);
    if (t && !ok)
        assert_string_equal(tengen_error(t), why);
    tengen_close(t);
    return ok;
}

static void refuse_each(Resource resource) {
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
        for (int forever = 0; forever < 2; forever++) {
            long number = 1, failures = 0;
            refuse(resource, 0, false);
            assert_true(run_host(&hosts[i])); // warms up, and counts
            long needed = asked[resource], most_left = 0;
            int threads = thread_count();
            for (; number <= needed; number++) {
                refuse(resource, number, forever);
                long before = live_bytes;
                failures += !run_host(&hosts[i]);
                most_left = live_bytes - before > most_left ? live_bytes - before : most_left;
                assert_true(threads_come_to(threads));
            }
            assert_true(failures > 0);
            assert_true(most_left <= LEFT_BYTES);
            refuse(resource, 0, false);
            long before = live_bytes;
            assert_true(run_host(&hosts[i]));
            assert_int_equal(live_bytes, before);
        }
}

static void memory_that_runs_out_is_a_sentence(void **state) {
    (void)state;
    refuse_each(RESOURCE_MEMORY);
}

static void threads_that_do_not_start_are_a_sentence_or_fewer(void **state) {
    (void)state;
    refuse_each(RESOURCE_THREADS);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { BOUNDED = false }; // a sanitizer maps terabytes
#else
enum { BOUNDED = true };
#endif

static void bound_memory(rlim_t more) {
    unsigned long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (!status || fscanf(status, "%lu", &pages) != 1)
        _exit(1);
    fclose(status);
    rlim_t bytes = pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
    if (setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes}))
        _exit(1);
}

// The system itself refuses: from no room at all to enough.
static void a_bound_on_memory_is_a_sentence(void **state) {
    (void)state;
    int succeeded = 0, tries = BOUNDED ? 48 : 0;
    refuse(RESOURCE_MEMORY, 0, false);
    for (int i = 0; i < tries; i++) {
        const Host *host = &hosts[i % 4];
        pid_t child = fork();
        if (child == 0) {
            bound_memory((rlim_t)(i * i) << 17); // up to 276 MB
            _exit(run_host(host) ? 0 : 10);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 10);
        succeeded += WEXITSTATUS(status) == 0;
    }
    assert_true(!tries || (succeeded > 0 && succeeded < tries));
}

static void a_failed_thought_is_followed_by_a_good_one(void **state) {
    (void)state;
    char why[TENGEN_ERROR_CHARS] = "";
    tengen *t = tengen_open("hex", NULL, 5, 5, NULL, why);
    assert_non_null(t);
    int failed = 0;
    for (long number = 1; number < 60; number += 3) {
        refuse(RESOURCE_MEMORY, 0, true);
        tengen_limits limits = tengen_limits_default();
        limits.nodes = 200;
        char move[TENGEN_MOVE_CHARS];
        assert_true(tengen_think(t, &limits, NULL, NULL));
        refuse_at[RESOURCE_MEMORY] = asked[RESOURCE_MEMORY] + number;
        bool answered = tengen_wait(t, move);
        refuse(RESOURCE_MEMORY, 0, false);
        failed += !answered;
        assert_true(answered || strstr(tengen_error(t), "memory"));
        assert_true(tengen_think(t, &limits, NULL, NULL));
        assert_true(tengen_wait(t, move));
        assert_true(tengen_legal(t, move, why));
    }
    assert_true(failed > 0);
    tengen_close(t);
}

// Without a listener nothing is kept of what a search says: it may think for days.
static void a_thought_without_a_listener_does_not_grow(void **state) {
    (void)state;
    tengen *t = tengen_open("gomoku", NULL, 15, 15, NULL, NULL);
    tengen_limits limits = tengen_limits_default();
    limits.time_ms = -1;
    limits.multipv = 64;
    assert_true(tengen_set_position(t, "h8 i9", NULL));
    assert_true(tengen_think(t, &limits, NULL, NULL));
    usleep(700000);
    long before = live_bytes;
    usleep(1300000); // at least five beats of 64 lines, more than a kilobyte each
    long grown = live_bytes - before;
    char move[TENGEN_MOVE_CHARS];
    tengen_stop(t);
    assert_true(tengen_wait(t, move));
    tengen_close(t);
    assert_true(grown < 200000);
}

// --- what it must not be given ---

static void no_handle_is_refused(void **state) {
    (void)state;
    char why[TENGEN_ERROR_CHARS] = "", move[TENGEN_MOVE_CHARS];
    tengen_limits limits = tengen_limits_default();
    tengen_close(NULL);
    tengen_stop(NULL);
    assert_false(tengen_resources(NULL, 1, 1 << 20, why));
    assert_string_equal(why, "there is no game: the handle is NULL");
    assert_string_equal(tengen_error(NULL), why);
    assert_false(tengen_play(NULL, "h8", NULL));
    assert_false(tengen_undo(NULL));
    assert_false(tengen_set_position(NULL, "-", NULL));
    assert_int_equal(tengen_to_move(NULL), '?');
    assert_int_equal(tengen_state(NULL), TENGEN_PLAYING);
    assert_string_equal(tengen_reason(NULL), "");
    assert_int_equal(tengen_at(NULL, 0, 0), '?');
    assert_false(tengen_legal(NULL, "h8", NULL));
    assert_false(tengen_think(NULL, &limits, NULL, NULL));
    assert_false(tengen_wait(NULL, move));
}

static void no_argument_is_refused_with_a_sentence(void **state) {
    (void)state;
    char why[TENGEN_ERROR_CHARS] = "";
    assert_null(tengen_open(NULL, NULL, 15, 15, NULL, NULL));
    tengen *t = tengen_open("gomoku", NULL, 15, 15, NULL, why);
    assert_non_null(t);
    assert_string_equal(tengen_error(t), "");
    assert_false(tengen_play(t, NULL, why));
    assert_non_null(strstr(why, "NULL"));
    assert_false(tengen_legal(t, NULL, why));
    assert_false(tengen_set_position(t, NULL, why));
    assert_false(tengen_think(t, NULL, NULL, NULL));
    assert_non_null(strstr(tengen_error(t), "limits"));
    assert_false(tengen_wait(t, NULL));
    char move[TENGEN_MOVE_CHARS];
    assert_false(tengen_wait(t, move));
    assert_non_null(strstr(tengen_error(t), "not thinking"));
    assert_false(tengen_undo(t));
    assert_non_null(strstr(tengen_error(t), "undo"));
    tengen_close(t);
}

static void sizes_out_of_range_are_refused(void **state) {
    (void)state;
    static const int sizes[][2] = {{0, 15},    {15, 0},         {-1, -1},
                                   {1000, 15}, {15, INT32_MAX}, {INT32_MIN, INT32_MIN}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int game = 0; game < 2; game++) {
            char why[TENGEN_ERROR_CHARS] = "";
            assert_null(
                tengen_open(game ? "hex" : "gomoku", NULL, sizes[i][0], sizes[i][1], NULL, why));
            assert_true(why[0]);
        }
    char why[TENGEN_ERROR_CHARS] = "";
    tengen *t = tengen_open("gomoku", NULL, 15, 15, NULL, why);
    assert_false(tengen_resources(t, 0, 1 << 20, why));
    assert_false(tengen_resources(t, -5, 1 << 20, why));
    assert_false(tengen_resources(t, 1, 0, why));
    assert_false(tengen_resources(t, 1, SIZE_MAX, why));
    assert_int_equal(tengen_at(t, -1, 0), '?');
    assert_int_equal(tengen_at(t, INT32_MAX, INT32_MIN), '?');
    tengen_close(t);
}

static void limits_out_of_range_are_refused(void **state) {
    (void)state;
    tengen_limits good = tengen_limits_default();
    tengen_limits bad[] = {good, good, good, good, good, good, good, good, good, good};
    static const char *const said[] = {"time_ms", "time_ms", "time_ms", "nodes", "depth",
                                       "depth",   "multipv", "multipv", "level", "level"};
    bad[0].time_ms = -2;
    bad[1].time_ms = INT64_MIN;
    bad[2].time_ms = INT64_MAX;
    bad[3].nodes = -7;
    bad[4].depth = -2;
    bad[5].depth = 201;
    bad[6].multipv = -3;
    bad[7].multipv = 65;
    bad[8].level = 0;
    bad[9].level = 99;
    tengen *t = tengen_open("hex", NULL, 5, 5, NULL, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(tengen_think(t, &bad[i], NULL, NULL));
        assert_non_null(strstr(tengen_error(t), said[i]));
    }
    good.time_ms = 0; // at once, and still a move
    char move[TENGEN_MOVE_CHARS];
    assert_true(tengen_think(t, &good, NULL, NULL));
    assert_true(tengen_wait(t, move));
    tengen_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_runs_out_is_a_sentence),
        cmocka_unit_test(threads_that_do_not_start_are_a_sentence_or_fewer),
        cmocka_unit_test(a_bound_on_memory_is_a_sentence),
        cmocka_unit_test(a_failed_thought_is_followed_by_a_good_one),
        cmocka_unit_test(a_thought_without_a_listener_does_not_grow),
        cmocka_unit_test(no_handle_is_refused),
        cmocka_unit_test(no_argument_is_refused_with_a_sentence),
        cmocka_unit_test(sizes_out_of_range_are_refused),
        cmocka_unit_test(limits_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
