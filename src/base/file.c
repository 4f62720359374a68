// SPDX-License-Identifier: MIT
#include "base/file.h"

#include "base/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 64 << 20 };

// A descriptor that we were started with, by name; -1 when the path is none.
static int inherited(const char *path) {
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, names[i]) == 0)
            return i;
    int64_t number;
    bool is_one = text_starts(path, "/dev/fd/") || text_starts(path, "/proc/self/fd/");
    return is_one && text_to_int(strrchr(path, '/') + 1, &number) && number >= 0 && number < INT_MAX
               ? (int)number
               : -1;
}

static const char *kind_name(mode_t mode) {
    return S_ISDIR(mode)    ? "a folder"
           : S_ISFIFO(mode) ? "a pipe and no file"
           : S_ISSOCK(mode) ? "a socket and no file"
                            : "a device and no file";
}

FILE *file_open(const char *path, Error *err) {
    // Without O_NONBLOCK opening a pipe waits for who writes to it.
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat about = {0};
    if (file < 0 && errno == ENXIO && stat(path, &about) == 0 && S_ISSOCK(about.st_mode)) {
        error_set(err, "cannot read %s: it is %s", path, kind_name(about.st_mode));
        errno = ENXIO;
        return NULL;
    }
    if (file < 0 || fstat(file, &about) != 0) {
        int why = errno;
        error_set(err, "cannot read %s: %s", path, strerror(why));
        if (file >= 0)
            close(file);
        errno = why;
        return NULL;
    }
    bool regular = S_ISREG(about.st_mode);
    if (S_ISDIR(about.st_mode) || (!regular && inherited(path) < 0)) {
        error_set(err, "cannot read %s: it is %s", path, kind_name(about.st_mode));
        close(file);
        errno = EINVAL;
        return NULL;
    }
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    FILE *stream = fdopen(file, "rb");
    if (!stream) {
        error_set(err, "cannot read %s: %s", path, strerror(errno));
        close(file);
    }
    return stream;
}

bool file_read(const char *path, Text *into, Error *err) {
    FILE *file = file_open(path, err);
    if (!file)
        return false;
    bool ok = true;
    char block[65536];
    size_t got, total = 0;
    while (ok && (got = fread(block, 1, sizeof block, file)) > 0) {
        text_add_bytes(into, block, got);
        if ((total += got) > FILE_BYTES_MAX)
            ok = error_set(err, "cannot read %s: it is larger than 64 MB", path);
    }
    if (ok && ferror(file))
        ok = error_set(err, "cannot read %s: %s", path, strerror(errno));
    fclose(file);
    return ok;
}

bool file_write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

// Instead of the file that is there, if one is.
static bool replace(const char *path, const char *bytes, size_t count) {
    Text temporary = {0};
    text_addf(&temporary, "%s.%016llx", path, (unsigned long long)rng_entropy());
    int file = open(temporary.chars, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool created = file >= 0;
    bool ok = created && file_write_all(file, bytes, count) && fsync(file) == 0;
    if (created)
        ok = close(file) == 0 && ok;
    ok = ok && rename(temporary.chars, path) == 0;
    if (!ok && created) {
        int why = errno;
        unlink(temporary.chars);
        errno = why;
    }
    text_free(&temporary);
    return ok;
}

// Into what is there and is no file. A pipe that is not read is told, not waited for.
static bool write_into(const char *path, const char *bytes, size_t count) {
    int given = inherited(path);
    if (given >= 0)
        return file_write_all(given, bytes, count);
    int file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return false;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    bool ok = file_write_all(file, bytes, count);
    return close(file) == 0 && ok;
}

bool file_write(const char *path, const char *bytes, size_t count, Error *err) {
    struct stat about;
    bool is_special = inherited(path) >= 0 || (stat(path, &about) == 0 && !S_ISREG(about.st_mode));
    char *target = realpath(path, NULL); // NULL: nothing is there yet
    bool ok = (is_special ? write_into(path, bytes, count)
                          : replace(target ? target : path, bytes, count)) ||
              error_set(err, "cannot write %s: %s", path, strerror(errno));
    free(target);
    return ok;
}

bool file_read_line(FILE *stream, Text *line) {
    text_clear(line);
    bool any = false;
    int c;
    while ((c = getc(stream)) != EOF) {
        any = true;
        if (c == '\n')
            break;
        text_add_char(line, c ? (char)c : ' ');
    }
    if (line->length && line->chars[line->length - 1] == '\r')
        line->chars[--line->length] = '\0';
    return any;
}
