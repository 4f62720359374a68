// SPDX-License-Identifier: MIT
// The page of a match: what is on it, that its numbers are the match's, and that nothing a stranger
// wrote is anything but text. Folders are made here by hand, as the journal writes them.
#include "support.h"

#include "base/file.h"
#include "base/html.h"
#include "base/memory.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "match/elo.h"
#include "match/ranking.h"
#include "match/report.h"
#include "match/timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const GameType *const all_games[] = {&gomoku_game, &hex_game, NULL};

typedef struct Folder {
    char path[64];
    Text lines; // of games.jsonl
} Folder;

static void write_in(const Folder *folder, const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    assert_true(file_write(path, text, strlen(text), NULL));
}

static Folder folder_new(const char *settings) {
    Folder folder = {"/tmp/tengen-report-XXXXXX", {0}};
    assert_non_null(mkdtemp(folder.path));
    if (settings)
        write_in(&folder, "match.json", settings);
    return folder;
}

static void folder_free(Folder *folder) {
    static const char *const names[] = {"match.json", "games.jsonl"};
    for (size_t i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        unlink(path);
    }
    rmdir(folder->path);
    text_free(&folder->lines);
}

// Game `number` between the first two players, who score `points` and 2 - points; moves as JSON.
static void add_game(Folder *folder, int number, int first, int points, const char *start,
                     const char *moves) {
    text_addf(&folder->lines,
              "{\"game\":%d,\"opening\":%d,\"ending\":\"rules\",\"reason\":\"five & a <b>row</b>\","
              "\"players\":[%d,%d],\"points\":[%d,%d],\"sides\":[0,1],\"memory\":[0,0],"
              "\"time_ms\":12,\"start\":\"%s\",\"to_move\":0,\"moves\":[%s]}\n",
              number, (number + 1) / 2, first, 3 - first, points, 2 - points, start, moves);
}

static void read_folder(Folder *folder, Archive *archive, Text *page) {
    Error err = {""};
    write_in(folder, "games.jsonl", text_chars(&folder->lines));
    if (!archive_read(archive, folder->path, all_games, &err))
        fail_msg("%s", err.text);
    report_print(archive, page);
}

static size_t occurrences(const char *text, const char *what) {
    size_t count = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

#define SETTINGS(names, game, rule, size, sprt)                                                    \
    "{\"version\":\"0.1.0\",\"players\":\"random\\nrandom\",\"names\":\"" names                    \
    "\",\"game\":\"" game "\",\"rule\":\"" rule "\",\"size\":\"" size                              \
    "\",\"games\":\"100\",\"gauntlet\":\"off\",\"sprt\":\"" sprt "\",\"anchor\":\"\"}\n"

static const char *const plain_move = "{\"move\":\"h8\",\"seat\":0,\"time_us\":1500,\"depth\":3,"
                                      "\"score\":-12,\"nodes\":77}";

// --- untrusted text ---

static void what_strangers_wrote_stays_text(void **state) {
    (void)state;
    Folder folder = folder_new(SETTINGS("<script>alert(1)</script>\\n\\\"><img src=x onerror=y>",
                                        "gomoku", "freestyle", "15x15", ""));
    add_game(&folder, 1, 1, 2, "-",
             "{\"move\":\"h8\",\"seat\":0,\"time_us\":1,"
             "\"message\":\"</script><script>alert(2)</script><!-- <style>\"}");
    Archive archive;
    Text page = {0};
    read_folder(&folder, &archive, &page);
    // One block of data, one script, one style sheet: all ours.
    assert_int_equal(occurrences(page.chars, "<script"), 2);
    assert_int_equal(occurrences(page.chars, "</script"), 2);
    assert_int_equal(occurrences(page.chars, "<style"), 1);
    assert_int_equal(occurrences(page.chars, "<img"), 0);
    assert_int_equal(occurrences(page.chars, "<!--"), 0);
    assert_int_equal(occurrences(page.chars, "<b>row"), 0);
    assert_non_null(strstr(page.chars, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(page.chars, "&quot;&gt;&lt;img src=x onerror=y&gt;"));
    assert_non_null(strstr(page.chars, "\\u003c/script>\\u003cscript>alert(2)"));
    assert_null(strstr(page.chars, "http://www.example")); // nothing is fetched from anywhere
    assert_null(strstr(page.chars, " src=\""));
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);
}

// --- what is on the page ---

static void every_section_is_there(void **state) {
    (void)state;
    Folder folder = folder_new(SETTINGS("a\\nb", "gomoku", "freestyle", "15x15", "0,50"));
    for (int i = 0; i < 20; i++)
        add_game(&folder, i + 1, 1 + i % 2, i % 3 == 0 ? 0 : 2, i % 4 < 2 ? "-" : "a1 b2",
                 plain_move);
    Archive archive;
    Text page = {0};
    read_folder(&folder, &archive, &page);
    static const char *const ids[] = {"standings", "crosstable", "elo",   "sprt",    "openings",
                                      "losses",    "time",       "games", "settings"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char section[64], link[64];
        snprintf(section, sizeof section, "<section id=\"%s\">", ids[i]);
        snprintf(link, sizeof link, "<a href=\"#%s\">", ids[i]);
        assert_int_equal(occurrences(page.chars, section), 1);
        assert_int_equal(occurrences(page.chars, link), 1);
    }
    assert_int_equal(occurrences(page.chars, "\"why\":"), 20);
    // Games from the same stones are one opening: the empty board, and two stones.
    assert_int_equal(occurrences(page.chars, "\"s\":\"\",\"b\":"), 1);
    assert_int_equal(occurrences(page.chars, "\"s\":\"ba1 wb2\",\"b\":"), 1);
    assert_non_null(strstr(page.chars, "\"i\":[[3,-12,77]]"));
    assert_non_null(strstr(page.chars, "\"t\":[1.5]"));
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);
}

static void numbers_are_the_standings(void **state) {
    (void)state;
    Folder folder = folder_new(SETTINGS("a\\nb", "gomoku", "freestyle", "15x15", "0,50"));
    Tally tally = {0};
    for (int i = 0; i < 30; i += 2) {
        int first = i % 3 == 0 ? 1 : 2, second = i % 5 == 0 ? 0 : 2; // points of a
        add_game(&folder, i + 1, 1, first, "-", plain_move);
        add_game(&folder, i + 2, 2, 2 - second, "-", plain_move);
        tally_add_game(&tally, first);
        tally_add_game(&tally, second);
        tally_add_pair(&tally, first, second);
    }
    Sprt sprt = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    SprtState verdict = sprt_judge(&sprt, tally.pairs);
    assert_int_equal(verdict.verdict, SPRT_GOES_ON);
    EloEstimate estimate = elo_estimate(tally.pairs);
    Archive archive;
    Text page = {0}, wanted = {0};
    read_folder(&folder, &archive, &page);
    assert_int_equal(archive.standing.games, 30);
    text_add(&wanted, "<dt>Elo difference</dt><dd>");
    html_add_signed(&wanted, estimate.elo, 1);
    text_add(&wanted, "</dd><dd class=\"note\">95% interval [");
    html_add_signed(&wanted, estimate.low, 1);
    text_add(&wanted, ", ");
    html_add_signed(&wanted, estimate.high, 1);
    assert_non_null(strstr(page.chars, wanted.chars));
    text_clear(&wanted);
    text_addf(&wanted, "superiority</dt><dd>%.1f%%", 100 * estimate.superiority);
    assert_non_null(strstr(page.chars, wanted.chars));
    text_clear(&wanted);
    text_addf(&wanted, "<td>%lld</td><td>%lld</td><td>%lld</td><td>", (long long)tally.wins,
              (long long)tally.draws, (long long)tally.losses);
    assert_non_null(strstr(page.chars, wanted.chars));
    text_clear(&wanted);
    text_add(&wanted, "SPRT [0, 50]</dt><dd>undecided</dd><dd class=\"note\">LLR ");
    html_add_number(&wanted, verdict.llr, 2);
    assert_non_null(strstr(page.chars, wanted.chars));
    // The last point of the curve is the number in the table.
    Timeline timeline = timeline_make(&archive);
    assert_int_equal(timeline.points, 15);
    assert_true(timeline.games[14] == 30 && timeline.estimates[14].elo == estimate.elo);
    assert_true(timeline.estimates[14].low == estimate.low);
    assert_true(timeline.sprt[14].llr == verdict.llr);
    timeline_free(&timeline);
    text_free(&wanted);
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);
}

static void games_behind_a_gap_are_shown_and_not_counted(void **state) {
    (void)state;
    Folder folder = folder_new(SETTINGS("a\\nb", "gomoku", "freestyle", "15x15", ""));
    add_game(&folder, 5, 1, 2, "-", plain_move); // 4 is missing
    add_game(&folder, 2, 2, 0, "-", plain_move);
    add_game(&folder, 1, 1, 2, "-", plain_move);
    add_game(&folder, 3, 1, 1, "-", plain_move);
    add_game(&folder, 3, 1, 2, "-", plain_move);   // the same once more
    text_add(&folder.lines, "{\"game\":6,\"open"); // being written
    Archive archive;
    Text page = {0};
    read_folder(&folder, &archive, &page);
    assert_int_equal(archive.count, 4);
    assert_int_equal(archive.standing.games, 3);
    assert_int_equal(occurrences(page.chars, "\"x\":1"), 1);
    assert_int_equal(occurrences(page.chars, "\"why\":"), 4);
    assert_non_null(strstr(page.chars, "1 more games are kept but not counted"));
    Tally sum = ranking_total(&archive.standing, 0);
    assert_int_equal(sum.wins, 2);
    assert_int_equal(sum.draws, 1);
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);
}

static void moves_are_told_as_they_look(void **state) {
    (void)state;
    Folder folder = folder_new(SETTINGS("a\\nb", "hex", "hex", "5x5", ""));
    add_game(&folder, 1, 1, 2, "-",
             "{\"move\":\"e4\",\"seat\":0,\"time_us\":1},"
             "{\"move\":\"swap-pieces\",\"seat\":1,\"time_us\":1},"
             "{\"move\":\"a1\",\"seat\":0,\"time_us\":1},"
             "{\"move\":\"a1\",\"seat\":1,\"time_us\":1},"
             "{\"move\":\"resign\",\"seat\":1,\"time_us\":1}");
    Archive archive;
    Text page = {0};
    read_folder(&folder, &archive, &page);
    // The stone changes colour and is mirrored; the occupied point is refused.
    assert_non_null(strstr(page.chars, "\"m\":\"be4 sd5 ba1 !a1 r\",\"s\":\"01011\""));
    assert_non_null(strstr(page.chars, "\"shape\":\"hexagons\""));
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);

    folder = folder_new(SETTINGS("a\\nb", "gomoku", "freestyle", "15x15", ""));
    add_game(&folder, 1, 1, 2, "a1 a15 b1 b15 c1 c15 d1 d15",
             "{\"move\":\"e1\",\"seat\":0,\"time_us\":1}");
    read_folder(&folder, &archive, &page);
    assert_non_null(strstr(page.chars, "\"m\":\"be1\""));
    const char *line = strstr(page.chars, "\"l\":\"");
    assert_non_null(line);
    assert_int_equal(strcspn(line + 5, "\""), strlen("a1 b1 c1 d1 e1"));
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);
}

static void an_empty_match_is_a_page(void **state) {
    (void)state;
    Folder folder = folder_new(SETTINGS("a\\nb", "hex", "hex", "11x11", "0,10"));
    Archive archive;
    Text page = {0};
    read_folder(&folder, &archive, &page);
    assert_non_null(strstr(page.chars, "<b>0</b> of 100 games"));
    assert_int_equal(occurrences(page.chars, "No game has been counted yet"), 2);
    assert_null(strstr(page.chars, ">nan"));
    assert_null(strstr(page.chars, "nan%"));
    assert_non_null(strstr(page.chars, "</html>"));
    text_free(&page);
    archive_free(&archive);
    folder_free(&folder);
}

// --- folders that are no match ---

static void refused(const char *settings, const char *why) {
    Folder folder = folder_new(settings);
    Archive archive;
    Error err = {""};
    assert_false(archive_read(&archive, folder.path, all_games, &err));
    if (!strstr(err.text, why))
        fail_msg("'%s' does not say '%s'", err.text, why);
    folder_free(&folder);
}

static void foreign_folders_are_refused(void **state) {
    (void)state;
    refused(NULL, "there is no match in the folder");
    refused("nonsense", "there is no match in the folder");
    refused("{}", "there is no match in the folder");
    refused("{\"version\":\"1\"}", "does not say 'names'");
    refused(SETTINGS("a\\nb\\nc", "hex", "hex", "5x5", ""), "names 3 players and has 2");
    refused(SETTINGS("a\\nb", "chess", "hex", "5x5", ""), "no such game");
    refused(SETTINGS("a\\nb", "hex", "renju", "5x5", ""), "no such game");
    refused(SETTINGS("a\\nb", "hex", "hex", "99", ""), "no such game");
    refused(SETTINGS("a\\nb", "hex", "hex", "5x5", "9"), "no sensible 'sprt'");
    Archive archive;
    Error err = {""};
    assert_false(archive_read(&archive, "/nowhere/at/all", all_games, &err));
    assert_non_null(strstr(err.text, "there is no folder"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_strangers_wrote_stays_text),
        cmocka_unit_test(every_section_is_there),
        cmocka_unit_test(numbers_are_the_standings),
        cmocka_unit_test(games_behind_a_gap_are_shown_and_not_counted),
        cmocka_unit_test(moves_are_told_as_they_look),
        cmocka_unit_test(an_empty_match_is_a_page),
        cmocka_unit_test(foreign_folders_are_refused),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
