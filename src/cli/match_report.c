// SPDX-License-Identifier: MIT
#include "cli/match.h"

#include "base/file.h"
#include "base/json.h"
#include "match/report.h"

#include <string.h>

int match_report_run(const Call *call, const char *out) {
    if (strcmp(call->words[0], "report") != 0)
        return call_fail(call, EXIT_USAGE,
                         "'%.60s' is no option; type: tengen match %s, or tengen match report DIR",
                         call->words[0], call->command->usage);
    if (call->word_count != 2)
        return call_fail(call, EXIT_USAGE,
                         "report needs the folder of a match; type: tengen match report DIR");
    if (call->common->players.count)
        return call_fail(call, EXIT_USAGE, "report plays nothing; it takes DIR and --out FILE");
    const char *folder = call->words[1];
    Archive archive;
    if (!archive_read(&archive, folder, registry_games(call->registry), call->err))
        return call_error(call, EXIT_USAGE);
    Text page = {0}, path = {0};
    report_print(&archive, &page);
    text_add(&path, out ? out : folder);
    text_add(&path, out ? "" : "/report.html");
    int code = EXIT_GOOD;
    if (!file_write(path.chars, page.chars, page.length, call->err)) {
        code = call_error(call, EXIT_MACHINE);
    } else if (call->common->json) {
        text_clear(&page);
        Json json = json_line(&page);
        json_put_text(&json, "report", path.chars);
        json_put_int(&json, "games", (int64_t)archive.count);
        json_end_line(&json);
        output_flush(&page);
    } else {
        printf("%s: %zu games\n", path.chars, archive.count);
    }
    text_free(&path);
    text_free(&page);
    archive_free(&archive);
    return code;
}
