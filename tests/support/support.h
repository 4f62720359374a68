// SPDX-License-Identifier: MIT
// What every unit test shares: cmocka with its headers in the right order, and the size of a run.
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// How often a property is tried: TEST_SCALE=small (sanitizers), normal, long.
size_t test_count(size_t small, size_t normal, size_t large);

// The seed of this run, printed once so that a failure can be repeated with TEST_SEED=N.
uint64_t test_seed(void);

#endif
