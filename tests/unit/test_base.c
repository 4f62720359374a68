// SPDX-License-Identifier: MIT
#include "support.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/option.h"
#include "base/pages.h"
#include "base/rng.h"
#include "base/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void numbers_are_whole_words(void **state) {
    (void)state;
    int64_t n = 7;
    assert_true(text_to_int("-12", &n));
    assert_int_equal(n, -12);
    assert_false(text_to_int("12x", &n));
    assert_false(text_to_int("", &n));
    assert_false(text_to_int("99999999999999999999", &n));
    assert_true(text_to_duration("1.5s", &n));
    assert_int_equal(n, 1500);
    assert_true(text_to_duration("500ms", &n));
    assert_int_equal(n, 500);
    assert_true(text_to_duration(".5h", &n));
    assert_int_equal(n, 1800000);
    assert_true(text_to_duration("0", &n)); // nothing is nothing in every unit
    assert_int_equal(n, 0);
    assert_false(text_to_duration("2", &n));
    assert_false(text_to_duration("1e3s", &n));
    assert_false(text_to_duration(".s", &n));
    assert_false(text_to_duration("-0s", &n));
    assert_false(text_to_duration("s", &n));
    assert_false(text_to_duration("inf", &n));
    assert_false(text_to_duration("0x10s", &n));
    assert_true(text_to_bytes("256M", &n));
    assert_int_equal(n, 256 << 20);
    assert_false(text_to_bytes("-1M", &n));
    assert_false(text_to_bytes("1e3M", &n));
    assert_false(text_to_bytes("0x10M", &n));
}

static void words_split_as_a_shell_would(void **state) {
    (void)state;
    size_t count;
    char **words = words_split("  ./mohex --config 'my file'  a\\ b \"x'y\" ", &count, NULL);
    assert_int_equal(count, 5);
    assert_string_equal(words[2], "my file");
    assert_string_equal(words[3], "a b");
    assert_string_equal(words[4], "x'y");
    assert_null(words[5]);
    words_free(words);
    Error err;
    assert_null(words_split("a 'b", &count, &err));
    assert_non_null(strstr(err.text, "quote"));
    words = words_split("", &count, NULL);
    assert_int_equal(count, 0);
    words_free(words);
}

typedef struct Sample {
    bool json;
    int swap, human;
    int64_t depth, time, hash;
    char *log;
    TextList players;
} Sample;

static const Option sample_options[] = {
    {"json", OPTION_FLAG, offsetof(Sample, json), NULL, 0, 0, "one object a line"},
    {"swap", OPTION_SWITCH, offsetof(Sample, swap), NULL, 0, 0, "the swap rule"},
    {"human", OPTION_CHOICE, offsetof(Sample, human), "b|w|both|none", 0, 0, "who you are"},
    {"depth", OPTION_INT, offsetof(Sample, depth), "N", 1, 99, "plies"},
    {"time", OPTION_DURATION, offsetof(Sample, time), "5s|500ms", 0, 0, "a move"},
    {"hash", OPTION_BYTES, offsetof(Sample, hash), "256M", 1 << 20, 1 << 30, "the table"},
    {"log", OPTION_TEXT, offsetof(Sample, log), "FILE", 0, 0, "a log"},
    {"player", OPTION_LIST, offsetof(Sample, players), "SPEC", 0, 0, "a player"},
    {0},
};

static void options_are_typed(void **state) {
    (void)state;
    Sample sample = {.swap = -1};
    TextList rest = {0};
    char *argv[] = {"--json",   "--swap", "on",      "--depth=12", "-",        "--time",
                    "250ms",    "--log",  "x.log",   "h8 i9",      "--player", "a",
                    "--player", "b",      "--human", "both",       "--",       "--depth"};
    Error err;
    assert_true(
        options_parse(sample_options, &sample, sizeof argv / sizeof *argv, argv, &rest, &err));
    assert_true(sample.json);
    assert_int_equal(sample.swap, 1);
    assert_int_equal(sample.depth, 12);
    assert_int_equal(sample.time, 250);
    assert_int_equal(sample.human, 2);
    assert_string_equal(sample.log, "x.log");
    assert_int_equal(sample.players.count, 2);
    assert_int_equal(rest.count, 3);
    assert_string_equal(rest.items[0], "-");
    assert_string_equal(rest.items[1], "h8 i9");
    assert_string_equal(rest.items[2], "--depth");
    list_free(&rest);
    options_free(sample_options, &sample);
}

static void wrong_options_get_one_sentence(void **state) {
    (void)state;
    static const struct {
        char *words[2];
        const char *says;
    } cases[] = {
        {{"--deep", "3"}, "no option 'deep'"},  {{"--depth", "0"}, "from 1 to 99"},
        {{"--depth", "two"}, "a whole number"}, {{"--time", "soon"}, "5s or 500ms"},
        {{"--human", "x"}, "b|w|both|none"},    {{"-d", "3"}, "options begin with --"},
        {{"--log", NULL}, "needs a value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Sample sample = {0};
        TextList rest = {0};
        Error err;
        char *argv[] = {cases[i].words[0], cases[i].words[1]};
        assert_false(options_parse(sample_options, &sample, argv[1] ? 2 : 1, argv, &rest, &err));
        if (!strstr(err.text, cases[i].says))
            fail_msg("'%s' does not say '%s'", err.text, cases[i].says);
        list_free(&rest);
        options_free(sample_options, &sample);
    }
    Sample sample = {0};
    assert_true(options_parse_spec(sample_options, &sample, "depth=3,time=1s,json=on", NULL));
    assert_int_equal(sample.depth, 3);
    assert_true(sample.json);
    assert_false(options_parse_spec(sample_options, &sample, "depth", NULL));
}

static void json_is_well_formed(void **state) {
    (void)state;
    Text text = {0};
    Json json = {.out = &text};
    json_begin_object(&json);
    json_key(&json, "a\"b");
    json_begin_array(&json);
    json_int(&json, -3);
    json_number(&json, 0.5, 2);
    json_text(&json, "tab\there\xff\xc3\xa9");
    json_begin_object(&json);
    json_end_object(&json);
    json_null(&json);
    json_end_array(&json);
    json_key(&json, "t");
    json_bool(&json, true);
    json_end_object(&json);
    assert_string_equal(text_chars(&text),
                        "{\"a\\\"b\":[-3,0.50,\"tab\\u0009here?\xc3\xa9\",{},null],\"t\":true}");
    text_free(&text);
}

static void files_appear_whole(void **state) {
    (void)state;
    char folder[] = "/tmp/tengen-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    Text path = {0}, read = {0};
    Error err;
    text_addf(&path, "%s/a.txt", folder);
    assert_true(file_write(path.chars, "one\r\ntwo\n\nlast", 14, &err));
    assert_true(file_read(path.chars, &read, &err));
    assert_int_equal(read.length, 14);
    FILE *file = fopen(path.chars, "r");
    Text line = {0};
    const char *expected[] = {"one", "two", "", "last"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(file_read_line(file, &line));
        assert_string_equal(text_chars(&line), expected[i]);
    }
    assert_false(file_read_line(file, &line));
    fclose(file);
    assert_false(file_write("/nonexistent/a.txt", "x", 1, &err));
    assert_false(file_read(folder, &read, &err));
    unlink(path.chars);
    assert_int_equal(rmdir(folder), 0);
    text_free(&path);
    text_free(&read);
    text_free(&line);
}

// What is there and is no file stays what it is: it is not renamed over.
static void links_and_pipes_stay(void **state) {
    (void)state;
    char folder[] = "/tmp/tengen-test-XXXXXX", bytes[8];
    assert_non_null(mkdtemp(folder));
    int home = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(chdir(folder), 0);
    struct stat about;
    Text text = {0};
    Error err = {""};
    assert_true(file_write("file", "old", 3, &err));
    assert_int_equal(symlink("file", "link"), 0);
    assert_true(file_write("link", "new", 3, &err));
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_true(file_read("file", &text, &err));
    assert_string_equal(text_chars(&text), "new");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(file_write("pipe", "lost", 4, &err)); // nobody reads it
    assert_true(text_starts(err.text, "cannot write pipe: "));
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(file_write("pipe", "sent", 4, &err));
    assert_int_equal(read(reader, bytes, sizeof bytes), 4);
    close(reader);
    assert_memory_equal(bytes, "sent", 4);
    assert_int_equal(lstat("pipe", &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_false(file_write(folder, "x", 1, &err));
    unlink("pipe");
    unlink("link");
    unlink("file");
    assert_int_equal(fchdir(home), 0);
    close(home);
    assert_int_equal(rmdir(folder), 0);
    text_free(&text);
}

static void random_numbers_repeat(void **state) {
    (void)state;
    Rng a = rng_seed(1), b = rng_seed(1), c = rng_seed(2);
    int differ = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t x = rng_next(&a);
        assert_true(x == rng_next(&b));
        differ += x != rng_next(&c);
        assert_true(rng_below(&a, 7) < 7);
        rng_below(&b, 7);
    }
    assert_int_equal(differ, 1000);
}

// Sizes that are no multiple of any page: every byte is there, zero at first and after a clear.
static void large_tables_begin_zeroed(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 4096, 100001, (2 << 20) + 1, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t bytes = sizes[i];
        unsigned char *pages = pages_new(bytes, i % 2 ? PAGES_SMALL : PAGES_LARGE);
        assert_int_equal((uintptr_t)pages % 64, 0);
        for (size_t at = 0; at < bytes; at++) {
            assert_int_equal(pages[at], 0);
            pages[at] = 0xa5;
        }
        pages_clear(pages, bytes);
        for (size_t at = 0; at < bytes; at++)
            assert_int_equal(pages[at], 0);
        pages_free(pages, bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_whole_words),
        cmocka_unit_test(words_split_as_a_shell_would),
        cmocka_unit_test(options_are_typed),
        cmocka_unit_test(wrong_options_get_one_sentence),
        cmocka_unit_test(json_is_well_formed),
        cmocka_unit_test(files_appear_whole),
        cmocka_unit_test(links_and_pipes_stay),
        cmocka_unit_test(random_numbers_repeat),
        cmocka_unit_test(large_tables_begin_zeroed),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
