// SPDX-License-Identifier: MIT
// Learning a line network: from another one, which must say the same until the first step.
#include "support.h"

#include "base/memory.h"
#include "gomoku/line_net_file.h"
#include "train/line_rows.h"

#include <stdlib.h>
#include <string.h>

// A network as a file has it: a row for every nine cells, and rows of their own for some windows, `seldom` by
// `seldom`.
static LineNet *invent(Rng *rng, uint32_t seldom) {
    size_t inner_count = (size_t)windows_of_reach(LINE_INNER_REACH);
    int8_t *inner = mem_new_array(inner_count, LINE_CHANNELS);
    int8_t *all = mem_new_array(WINDOWS, LINE_CHANNELS);
    uint8_t *seen = mem_new(WINDOWS);
    LineHead *head = mem_new(sizeof *head);
    for (size_t i = 0; i < inner_count * LINE_CHANNELS; i++)
        inner[i] = (int8_t)((int)rng_below(rng, 255) - LINE_ROW_MOST);
    for (int window = 0; window < WINDOWS; window++) {
        seen[window] = window <= window_mirror(window) && rng_below(rng, seldom) == 0;
        for (int k = 0; k < LINE_CHANNELS && seen[window]; k++)
            all[window * LINE_CHANNELS + k] = (int8_t)((int)rng_below(rng, 255) - LINE_ROW_MOST);
    }
    LineNetPlan plan = {
        .rule = RULE_STANDARD, .inner = {inner}, .rows = {all}, .seen = {seen}, .heads = {head}};
    Text file = {0};
    Error err = {""};
    line_net_write(&plan, "", &file);
    LineNet *net = line_net_parse(file.chars, file.length, "it", RULE_STANDARD, &err);
    assert_string_equal(err.text, "");
    text_free(&file);
    free(inner);
    free(all);
    free(seen);
    free(head);
    return net;
}

// The same rows written and read again.
static LineNet *there_and_back(const LineRows *rows, size_t *kept) {
    LineNetPlan plan = {.rule = RULE_STANDARD};
    int8_t *inner = mem_new_array((size_t)windows_of_reach(LINE_INNER_REACH), LINE_CHANNELS);
    int8_t *all = mem_new_array(WINDOWS, LINE_CHANNELS);
    uint8_t *seen = mem_new(WINDOWS);
    LineHead *head = mem_new(sizeof *head);
    line_rows_write(rows, inner, all, seen);
    plan.inner[0] = inner;
    plan.rows[0] = all;
    plan.seen[0] = seen;
    plan.heads[0] = head;
    *kept = 0;
    for (int window = 0; window < WINDOWS; window++)
        *kept += seen[window];
    Text file = {0};
    Error err = {""};
    line_net_write(&plan, "", &file);
    LineNet *net = line_net_parse(file.chars, file.length, "it", RULE_STANDARD, &err);
    assert_non_null(net);
    text_free(&file);
    free(inner);
    free(all);
    free(seen);
    free(head);
    return net;
}

static void a_start_says_what_its_network_says(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static const uint32_t seldom[] = {1, 2, 20}; // all windows, half of them, few
    for (size_t turn = 0; turn < 3; turn++) {
        LineNet *net = invent(&rng, seldom[turn]);
        LineRows *rows = line_rows_new(&rng);
        int8_t *all = line_net_rows(net, SIDE_BLACK);
        line_rows_start(rows, all);
        for (int window = 0; window < WINDOWS; window++) {
            LinePlace place = line_rows_place(rows, (uint32_t)window);
            int8_t row[LINE_CHANNELS];
            line_rows_get(rows, &place, row);
            assert_memory_equal(row, all + (size_t)window * LINE_CHANNELS, sizeof row);
        }
        // And so does what would be written of it, with no more rows than it takes.
        size_t kept;
        LineNet *back = there_and_back(rows, &kept);
        assert_memory_equal(back->rows, net->rows, (size_t)WINDOWS * LINE_SUMS);
        if (seldom[turn] == 20)
            assert_true(kept < WINDOWS / 2 / 10);
        free(all);
        line_net_free(back);
        line_net_free(net);
        line_rows_free(rows);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_says_what_its_network_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
