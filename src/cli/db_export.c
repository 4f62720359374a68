// SPDX-License-Identifier: MIT
// `tengen db export`: games out of the database, into a folder, one file or standard output.
#include "cli/db.h"

#include "base/file.h"
#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Export {
    const DbRun *run;
    RecordFormat format;
    const char *folder; // NULL: all of it goes to `text`
    Text text;
    int64_t written, left_out;
} Export;

// One game. False when the machine failed; a game the format cannot hold is told and left out.
static bool write_game(Export *export, int64_t id, Error *err) {
    Record *record = store_load(export->run->store, id, NULL, err);
    if (!record)
        return false;
    Text one = {0};
    Error why = {""};
    bool good = true;
    if (!record_print(record, export->format, &one, &why)) {
        call_fail(export->run->call, EXIT_BAD, "game %" PRId64 ": %s", id, why.text);
        export->left_out++;
    } else {
        if (export->folder) {
            Text path = {0};
            text_addf(&path, "%s/%06" PRId64 ".%s", export->folder, id,
                      common_formats[export->format]);
            good = file_write(path.chars, one.chars, one.length, err);
            text_free(&path);
        } else {
            text_add_bytes(&export->text, one.chars, one.length);
        }
        export->written += good;
    }
    text_free(&one);
    record_free(record);
    return good;
}

static void say_written(const Export *export, const char *out) {
    if (export->run->given->common.json) {
        Text text = {0};
        Json json = json_line(&text);
        json_put_text(&json, "to", out);
        json_put_text(&json, "format", common_formats[export->format]);
        json_put_int(&json, "written", export->written);
        json_put_int(&json, "left_out", export->left_out);
        json_end_line(&json);
        output_end(&text);
    } else if (!export->run->call->common->quiet) {
        printf("%" PRId64 " game%s written to %s\n", export->written,
               export->written == 1 ? "" : "s", out);
    }
}

static int write_all(Export *export, const StoreList *list) {
    const Call *call = export->run->call;
    const char *out = export->run->words[0];
    bool to_stdout = strcmp(out, "-") == 0, good = true;
    for (size_t i = 0; good && i < list->count; i++) {
        good = write_game(export, list->items[i].id, call->err);
        if (good && to_stdout && !output_flush(&export->text))
            return EXIT_MACHINE; // main.c says why
    }
    if (good && !export->folder && !to_stdout)
        good = file_write(out, text_chars(&export->text), export->text.length, call->err);
    if (!good)
        return call_error(call, EXIT_MACHINE);
    if (!to_stdout)
        say_written(export, out);
    return export->left_out ? EXIT_BAD : EXIT_GOOD;
}

// A name that ends like a record is a file, which only SGF can put several games into; anything
// else is a folder.
static bool choose_target(Export *export, const char *out, Error *err) {
    RecordFormat by_name;
    export->format = (RecordFormat) export->run->given->format;
    if (strcmp(out, "-") == 0 && export->run->given->common.json)
        return error_set(err, "the games themselves go to standard output; --json tells of those "
                              "that go to a folder or a file");
    if (strcmp(out, "-") == 0 || record_format_of(out, &by_name)) {
        if (strcmp(out, "-") != 0 && by_name != RECORD_SGF)
            return error_set(err,
                             "only .sgf holds many games in one file; name a folder for others");
        return export->format == RECORD_SGF ||
               error_set(err, "many games in one file are SGF; name a folder for --format %s",
                         common_formats[export->format]);
    }
    if (mkdir(out, 0777) != 0 && errno != EEXIST)
        return error_set(err, "cannot make the folder '%.200s': %s", out, strerror(errno));
    export->folder = out;
    return true;
}

int db_export(const DbRun *run) {
    const Call *call = run->call;
    StoreQuery query = run->query;
    query.order = STORE_OLDEST;
    StoreList list;
    Export export = {.run = run};
    if (!store_list(run->store, &query, &list, call->err))
        return call_error(call, EXIT_MACHINE);
    int code = choose_target(&export, run->words[0], call->err) ? write_all(&export, &list)
                                                                : call_error(call, EXIT_USAGE);
    store_list_free(&list);
    text_free(&export.text);
    return code;
}
