// SPDX-License-Identifier: MIT
// What both protocols stand on: words, numbers, lines read ahead, lines written whole.
#include "support.h"

#include "base/thread.h"
#include "protocol/inbox.h"
#include "protocol/outlet.h"
#include "protocol/tokens.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void numbers_stand_between_commas(void **state) {
    (void)state;
    int64_t n[3];
    assert_int_equal(tokens_numbers("7,8", n, 3), 2);
    assert_int_equal(n[0], 7);
    assert_int_equal(n[1], 8);
    assert_int_equal(tokens_numbers(" 7 , -8 , 1 ", n, 3), 3);
    assert_int_equal(n[1], -8);
    assert_int_equal(tokens_numbers("7,8,9", n, 2), 0);
    assert_int_equal(tokens_numbers("", n, 3), 0);
    assert_int_equal(tokens_numbers("7,", n, 3), 0);
    assert_int_equal(tokens_numbers(",7", n, 3), 0);
    assert_int_equal(tokens_numbers("7;8", n, 3), 0);
    assert_int_equal(tokens_numbers("7 8", n, 3), 0);
    assert_int_equal(tokens_numbers("1000000000000000000000000000000,1", n, 3), 0);
}

static void words_end_at_blanks_and_control_characters(void **state) {
    (void)state;
    Tokens tokens = {0};
    tokens_cut(&tokens, "  TURN\t 7, 8 \r");
    assert_int_equal(tokens.count, 3);
    assert_string_equal(tokens.words[0], "TURN");
    assert_string_equal(tokens.words[2], "8");
    assert_string_equal(tokens.rest, "7, 8");
    tokens_cut(&tokens, "\r");
    assert_int_equal(tokens.count, 0);
    assert_string_equal(tokens.rest, "");
    tokens_cut(&tokens, "END");
    assert_string_equal(tokens.rest, "");
    tokens_free(&tokens);
}

static void the_inbox_takes_lines_of_any_kind(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Inbox *inbox = inbox_new(ends[0]);
    static const char bytes[] = "one\r\n\ntwo\0three\nlast";
    assert_int_equal(write(ends[1], bytes, sizeof bytes - 1), sizeof bytes - 1);
    close(ends[1]);
    Text line = {0};
    static const char *const lines[] = {"one", "", "two three", "last"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(inbox_next(inbox, &line));
        assert_string_equal(text_chars(&line), lines[i]);
    }
    assert_false(inbox_next(inbox, &line));
    assert_false(inbox_next(inbox, &line));
    inbox_free(inbox);
    close(ends[0]);
    // It can be freed while its reader waits for input that never comes.
    assert_int_equal(pipe(ends), 0);
    inbox_free(inbox_new(ends[0]));
    close(ends[0]);
    close(ends[1]);
    text_free(&line);
}

// A writer that does not read must be able to send any amount before the first line is taken.
static void the_inbox_never_makes_its_writer_wait(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Inbox *inbox = inbox_new(ends[0]);
    size_t count = test_count(20000, 100000, 1000000);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(write(ends[1], "TURN 7,7\n", 9), 9);
    close(ends[1]);
    Text line = {0};
    for (size_t i = 0; i < count; i++) {
        assert_true(inbox_next(inbox, &line));
        assert_string_equal(text_chars(&line), "TURN 7,7");
    }
    assert_false(inbox_next(inbox, &line));
    text_free(&line);
    inbox_free(inbox);
    close(ends[0]);
}

static void lines_beyond_a_megabyte_are_cut(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Inbox *inbox = inbox_new(ends[0]);
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 40; i++)
        assert_int_equal(write(ends[1], block, sizeof block), sizeof block);
    assert_int_equal(write(ends[1], "\nEND\n", 5), 5);
    close(ends[1]);
    Text line = {0};
    assert_true(inbox_next(inbox, &line));
    assert_int_equal(line.length, 1 << 20);
    assert_true(inbox_next(inbox, &line));
    assert_string_equal(text_chars(&line), "END");
    text_free(&line);
    inbox_free(inbox);
    close(ends[0]);
}

// --- lines from several threads ---

static void collect(const char *text, void *user) {
    text_add(user, text); // under the outlet's lock: no other care is taken here
}

enum { SPEAKERS = 4, LINES_EACH = 500 };

static void *speak(void *outlet) {
    for (int i = 0; i < LINES_EACH; i++)
        outlet_line(outlet, "MESSAGE %s", "all of this is one line");
    return NULL;
}

static void lines_of_several_threads_stay_whole(void **state) {
    (void)state;
    Text all = {0};
    Outlet outlet;
    outlet_init(&outlet, collect, NULL, &all);
    pthread_t threads[SPEAKERS];
    for (int i = 0; i < SPEAKERS; i++)
        threads[i] = thread_start(speak, &outlet);
    for (int i = 0; i < SPEAKERS; i++)
        thread_join(threads[i]);
    static const char line[] = "MESSAGE all of this is one line\n";
    assert_int_equal(all.length, SPEAKERS * LINES_EACH * (sizeof line - 1));
    for (size_t at = 0; at < all.length; at += sizeof line - 1)
        assert_memory_equal(all.chars + at, line, sizeof line - 1);
    // A line longer than its buffer is cut, and still a line.
    text_clear(&all);
    char *huge = malloc(100001);
    memset(huge, 'x', 100000);
    huge[100000] = '\0';
    outlet_line(&outlet, "%s", huge);
    assert_true(all.length < 100000);
    assert_int_equal(all.chars[all.length - 1], '\n');
    assert_int_equal(all.chars[all.length - 2], 'x');
    free(huge);
    text_free(&all);
    outlet_free(&outlet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_stand_between_commas),
        cmocka_unit_test(words_end_at_blanks_and_control_characters),
        cmocka_unit_test(the_inbox_takes_lines_of_any_kind),
        cmocka_unit_test(the_inbox_never_makes_its_writer_wait),
        cmocka_unit_test(lines_beyond_a_megabyte_are_cut),
        cmocka_unit_test(lines_of_several_threads_stay_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
