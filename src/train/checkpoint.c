// SPDX-License-Identifier: MIT
#include "train/checkpoint.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };
static const char first_line[] = "tengen training 1\n";

struct Checkpoint {
    FILE *stream;      // NULL: it cannot be written
    char *path, *next; // next: its name until it is complete
    bool brings_back;
    uint64_t hash;
    size_t held; // bytes of the block that the hash does not know yet
    unsigned char block[BLOCK];
    Error failure;
};

static bool fails(const Checkpoint *checkpoint) {
    return checkpoint->failure.text[0] != 0;
}

static void fail(Checkpoint *checkpoint, const char *what) {
    if (!fails(checkpoint))
        error_set(&checkpoint->failure, "cannot %s %.200s: %s", what, checkpoint->path,
                  strerror(errno));
}

// --- the hash: eight bytes at a time, a block at a time ---

static void mix_block(Checkpoint *checkpoint) {
    memset(checkpoint->block + checkpoint->held, 0, -checkpoint->held % 8);
    for (size_t i = 0; i < checkpoint->held; i += 8) {
        uint64_t word;
        memcpy(&word, checkpoint->block + i, sizeof word);
        checkpoint->hash = rng_mix(checkpoint->hash ^ word) + i;
    }
    checkpoint->held = 0;
}

static uint64_t hash_of_all(Checkpoint *checkpoint) {
    mix_block(checkpoint);
    return checkpoint->hash;
}

static void put(Checkpoint *checkpoint, const void *bytes, size_t count) {
    for (const unsigned char *at = bytes; count;) {
        size_t part = BLOCK - checkpoint->held < count ? BLOCK - checkpoint->held : count;
        memcpy(checkpoint->block + checkpoint->held, at, part);
        checkpoint->held += part;
        at += part;
        count -= part;
        if (checkpoint->held == BLOCK)
            mix_block(checkpoint);
    }
}

// --- keeping ---

static Checkpoint *new_checkpoint(const char *path) {
    Checkpoint *checkpoint = mem_new(sizeof *checkpoint);
    Text next = {0};
    text_addf(&next, "%s.next", path);
    checkpoint->path = mem_copy_text(path);
    checkpoint->next = text_take(&next);
    return checkpoint;
}

Checkpoint *checkpoint_new(const char *path, const char *about) {
    Checkpoint *checkpoint = new_checkpoint(path);
    assert(!strchr(about, '\n'));
    int file = open(checkpoint->next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    checkpoint->stream = file < 0 ? NULL : fdopen(file, "wb");
    if (!checkpoint->stream) {
        fail(checkpoint, "write");
        if (file >= 0)
            close(file);
    } else if (fprintf(checkpoint->stream, "%s%s\n", first_line, about) < 0) {
        fail(checkpoint, "write");
    }
    return checkpoint;
}

static void finish(Checkpoint *checkpoint) {
    uint64_t hash = hash_of_all(checkpoint);
    FILE *stream = checkpoint->stream;
    if (!fails(checkpoint) && (fwrite(&hash, sizeof hash, 1, stream) != 1 || fflush(stream) != 0 ||
                               fsync(fileno(stream)) != 0))
        fail(checkpoint, "write");
    if (stream && fclose(stream) != 0)
        fail(checkpoint, "write");
    if (!fails(checkpoint) && rename(checkpoint->next, checkpoint->path) != 0)
        fail(checkpoint, "write");
    if (fails(checkpoint))
        unlink(checkpoint->next);
}

// --- bringing back ---

// Is what follows, up to the hash at the end, what was written? Goes back to its beginning.
static bool is_whole(Checkpoint *checkpoint) {
    struct stat about;
    off_t begin = ftello(checkpoint->stream), left;
    if (begin < 0 || fstat(fileno(checkpoint->stream), &about) != 0)
        return false;
    left = about.st_size - begin - (off_t)sizeof checkpoint->hash;
    if (left < 0)
        return false;
    while (left > 0) {
        size_t part = left < BLOCK ? (size_t)left : BLOCK;
        if (fread(checkpoint->block, 1, part, checkpoint->stream) != part)
            return false;
        checkpoint->held = part;
        mix_block(checkpoint);
        left -= (off_t)part;
    }
    uint64_t hash;
    return fread(&hash, sizeof hash, 1, checkpoint->stream) == 1 && hash == checkpoint->hash &&
           fseeko(checkpoint->stream, begin, SEEK_SET) == 0;
}

// The line is that text, which ends in a line break or stands before one.
static bool has_line(FILE *stream, const char *text) {
    for (; *text && *text != '\n'; text++)
        if (getc(stream) != (unsigned char)*text)
            return false;
    return getc(stream) == '\n';
}

static bool take_up(Checkpoint *checkpoint, const char *about, Error *err) {
    if (!has_line(checkpoint->stream, first_line))
        return error_set(err,
                         "%.200s is no checkpoint of a training run; --checkpoint names another",
                         checkpoint->path);
    if (!has_line(checkpoint->stream, about))
        return error_set(err,
                         "%.200s is of a run with other files or settings, which its second line "
                         "names; without it learning begins anew",
                         checkpoint->path);
    return is_whole(checkpoint) ||
           error_set(err, "%.200s is damaged; without it learning begins anew", checkpoint->path);
}

Checkpoint *checkpoint_open(const char *path, const char *about, Error *err) {
    Error why = {""};
    FILE *stream = file_open(path, &why);
    if (!stream) {
        if (errno != ENOENT)
            error_set(err, "%s", why.text);
        return NULL;
    }
    Checkpoint *checkpoint = new_checkpoint(path);
    checkpoint->stream = stream;
    checkpoint->brings_back = true;
    if (take_up(checkpoint, about, err))
        return checkpoint;
    checkpoint_close(checkpoint, NULL);
    return NULL;
}

// --- both ways ---

bool checkpoint_brings_back(const Checkpoint *checkpoint) {
    return checkpoint->brings_back;
}

void checkpoint_keep(Checkpoint *checkpoint, void *bytes, size_t count) {
    if (!count)
        return;
    if (checkpoint->brings_back) {
        if (fails(checkpoint) || fread(bytes, 1, count, checkpoint->stream) != count) {
            memset(bytes, 0, count);
            fail(checkpoint, "read");
        }
        return;
    }
    if (fails(checkpoint))
        return;
    put(checkpoint, bytes, count);
    if (fwrite(bytes, 1, count, checkpoint->stream) != count)
        fail(checkpoint, "write");
}

static void refuse(Checkpoint *checkpoint) {
    if (!fails(checkpoint))
        error_set(&checkpoint->failure,
                  "%.200s was made by another version; without it learning begins anew",
                  checkpoint->path);
}

uint64_t checkpoint_number(Checkpoint *checkpoint, uint64_t number, uint64_t most) {
    assert(checkpoint->brings_back || number <= most);
    checkpoint_keep(checkpoint, &number, sizeof number);
    if (number <= most)
        return number;
    refuse(checkpoint);
    return 0;
}

void checkpoint_expect(Checkpoint *checkpoint, uint64_t number) {
    uint64_t kept = number;
    checkpoint_keep(checkpoint, &kept, sizeof kept);
    if (kept != number)
        refuse(checkpoint);
}

bool checkpoint_close(Checkpoint *checkpoint, Error *err) {
    if (!checkpoint->brings_back)
        finish(checkpoint);
    else
        fclose(checkpoint->stream);
    bool ok = !fails(checkpoint) || error_set(err, "%s", checkpoint->failure.text);
    free(checkpoint->path);
    free(checkpoint->next);
    free(checkpoint);
    return ok;
}

void checkpoint_remove(const char *path) {
    Text next = {0};
    text_addf(&next, "%s.next", path);
    unlink(path);
    unlink(next.chars);
    text_free(&next);
}
