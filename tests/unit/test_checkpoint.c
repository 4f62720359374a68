// SPDX-License-Identifier: MIT
// Checkpoints of a training run: what is kept comes back, and nothing but that run's own does.
#include "support.h"

#include "base/file.h"
#include "train/checkpoint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/tengen-checkpoint-XXXXXX";
static char path[sizeof folder + 8];

// More than a block of the file, and no round number.
typedef struct Numbers {
    unsigned char many[100003];
    uint64_t count;
} Numbers;

static void keep(Checkpoint *checkpoint, Numbers *numbers) {
    checkpoint_expect(checkpoint, sizeof *numbers);
    checkpoint_keep(checkpoint, numbers->many, sizeof numbers->many);
    numbers->count = checkpoint_number(checkpoint, numbers->count, 1000);
}

static void fill(Numbers *numbers) {
    for (size_t i = 0; i < sizeof numbers->many; i++)
        numbers->many[i] = (unsigned char)(i * i / 7);
    numbers->count = 1000;
}

static void write_one(Numbers *numbers) {
    Error err = {""};
    fill(numbers);
    Checkpoint *checkpoint = checkpoint_new(path, "the run");
    assert_false(checkpoint_brings_back(checkpoint));
    keep(checkpoint, numbers);
    assert_true(checkpoint_close(checkpoint, &err));
}

static void what_is_kept_comes_back(void **state) {
    (void)state;
    static Numbers numbers, back;
    Error err = {""};
    assert_null(checkpoint_open(path, "the run", &err));
    assert_string_equal(err.text, "");
    write_one(&numbers);
    Checkpoint *checkpoint = checkpoint_open(path, "the run", &err);
    assert_non_null(checkpoint);
    assert_true(checkpoint_brings_back(checkpoint));
    keep(checkpoint, &back);
    assert_true(checkpoint_close(checkpoint, &err));
    assert_memory_equal(&back, &numbers, sizeof back);

    // The next one is half written: what is there stays.
    numbers.count = 7;
    checkpoint = checkpoint_new(path, "the run");
    keep(checkpoint, &numbers);
    Checkpoint *old = checkpoint_open(path, "the run", &err);
    keep(old, &back);
    assert_true(checkpoint_close(old, &err));
    assert_int_equal(back.count, 1000);
    assert_true(checkpoint_close(checkpoint, &err));
    checkpoint_remove(path);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void refuses(const char *about, const char *word) {
    Error err = {""};
    assert_null(checkpoint_open(path, about, &err));
    if (!strstr(err.text, word))
        fail_msg("'%s' does not say '%s'", err.text, word);
}

static void others_are_refused(void **state) {
    (void)state;
    static Numbers numbers;
    Text file = {0};
    Error err = {""};
    write_one(&numbers);
    refuses("the ru", "other files or settings");
    refuses("the run2", "other files or settings");
    assert_true(file_read(path, &file, &err));
    for (size_t i = 0; i < 5; i++) { // one wrong byte, wherever it is
        size_t at = 30 + i * (file.length - 31) / 4;
        file.chars[at] ^= 4;
        assert_true(file_write(path, file.chars, file.length, &err));
        refuses("the run", "damaged");
        file.chars[at] ^= 4;
    }
    for (size_t cut = 1; cut < file.length; cut += file.length / 5) {
        assert_true(file_write(path, file.chars, file.length - cut, &err));
        refuses("the run", file.length - cut < 26 ? "checkpoint" : "damaged");
    }
    assert_true(file_write(path, "tengen training 2\n", 18, &err));
    refuses("the run", "no checkpoint");
    text_free(&file);
    checkpoint_remove(path);
}

static void failures_are_told(void **state) {
    (void)state;
    Error err = {""};
    uint64_t number = 3;
    Checkpoint *checkpoint = checkpoint_new("/nowhere/at/all", "the run");
    checkpoint_keep(checkpoint, &number, sizeof number);
    assert_false(checkpoint_close(checkpoint, &err));
    assert_non_null(strstr(err.text, "cannot write /nowhere/at/all"));

    // A program that expects something else, and one that finds more than there can be.
    checkpoint = checkpoint_new(path, "the run");
    checkpoint_expect(checkpoint, 3);
    checkpoint_number(checkpoint, 50, 50);
    assert_true(checkpoint_close(checkpoint, &err));
    checkpoint = checkpoint_open(path, "the run", &err);
    checkpoint_expect(checkpoint, 4);
    assert_false(checkpoint_close(checkpoint, &err));
    assert_non_null(strstr(err.text, "another version"));
    checkpoint = checkpoint_open(path, "the run", &err);
    checkpoint_expect(checkpoint, 3);
    assert_int_equal(checkpoint_number(checkpoint, 0, 49), 0);
    assert_false(checkpoint_close(checkpoint, &err));
    checkpoint_remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_comes_back),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(failures_are_told),
    };
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/part", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
