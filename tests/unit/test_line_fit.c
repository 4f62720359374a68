// SPDX-License-Identifier: MIT
// Learning a line network: from another one, which must say the same until the first step.
#include "support.h"

#include "base/memory.h"
#include "gomoku/line_net_file.h"
#include "train/line_rows.h"

#include <stdlib.h>
#include <string.h>

static LineNet *written_and_read(const int8_t *rows) {
    LineHead *head = mem_new(sizeof *head);
    LineNetPlan plan = {.rule = RULE_STANDARD, .rows = {rows}, .heads = {head}};
    Text file = {0};
    Error err = {""};
    line_net_write(&plan, "", &file);
    LineNet *net = line_net_parse(file.chars, file.length, "it", RULE_STANDARD, &err);
    assert_string_equal(err.text, "");
    text_free(&file);
    free(head);
    return net;
}

static LineNet *invent(Rng *rng) {
    int8_t *rows = mem_new_array(WINDOWS, LINE_CHANNELS);
    for (size_t i = 0; i < (size_t)WINDOWS * LINE_CHANNELS; i++)
        rows[i] = (int8_t)((int)rng_below(rng, 255) - LINE_ROW_MOST);
    LineNet *net = written_and_read(rows);
    free(rows);
    return net;
}

static void a_start_says_what_its_network_says(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineNet *net = invent(&rng);
    LineRows *rows = line_rows_new(&rng);
    int8_t *all = line_net_rows(net, SIDE_BLACK);
    line_rows_start(rows, all);
    for (int window = 0; window < WINDOWS; window++) {
        LinePlace place = line_rows_place(rows, (uint32_t)window);
        int8_t row[LINE_CHANNELS];
        line_rows_get(rows, &place, row);
        assert_memory_equal(row, all + (size_t)window * LINE_CHANNELS, sizeof row);
    }
    // And so does what would be written of it.
    line_rows_write(rows, all);
    LineNet *back = written_and_read(all);
    assert_memory_equal(back->rows, net->rows, (size_t)WINDOWS * LINE_SUMS);
    free(all);
    line_net_free(back);
    line_net_free(net);
    line_rows_free(rows);
}

static void a_second_start_replaces_the_first(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineNet *net = invent(&rng);
    LineRows *rows = line_rows_new(&rng);
    int8_t *all = line_net_rows(net, SIDE_BLACK);
    line_rows_start(rows, all);
    line_rows_start(rows, all);
    int8_t row[LINE_CHANNELS];
    LinePlace place = line_rows_place(rows, 0);
    line_rows_get(rows, &place, row);
    assert_memory_equal(row, all, sizeof row);
    free(all);
    line_net_free(net);
    line_rows_free(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_says_what_its_network_says),
        cmocka_unit_test(a_second_start_replaces_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
