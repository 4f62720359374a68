// SPDX-License-Identifier: MIT
#include "cli/kept.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// "played/" beside the library.
static char *folder(Error *err) {
    char *library = store_default_path(NULL);
    if (!library) {
        error_set(err, "neither HOME nor XDG_DATA_HOME is set");
        return NULL;
    }
    Text path = {0};
    text_add_bytes(&path, library, (size_t)(strrchr(library, '/') + 1 - library));
    text_add(&path, "played/");
    free(library);
    return text_take(&path);
}

static bool make_folders(char *path, Error *err) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!good)
            error_set(err, "cannot make the folder '%.200s': %s", path, strerror(errno));
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

char *kept_new_path(Error *err) {
    char *place = folder(err);
    if (!place)
        return NULL;
    Text path = {0};
    char moment[32] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(moment, sizeof moment, "%Y-%m-%d-%H%M%S", &local);
    bool good = make_folders(place, err);
    // By name they are in order of time; the process tells two terminals apart, a number two games.
    for (int i = 1; good && (i == 1 || access(text_chars(&path), F_OK) == 0); i++) {
        text_clear(&path);
        text_addf(&path, "%s%s-%d-%d.sgf", place, moment, (int)getpid(), i);
    }
    free(place);
    if (good)
        return text_take(&path);
    text_free(&path);
    return NULL;
}
