// SPDX-License-Identifier: MIT
#include "serve/files.h"

#include "base/rng.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const WebFile *file_find(const char *path) {
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const WebFile *file = web_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

const char *file_kind(const WebFile *file) {
    static const struct {
        const char *ending, *kind;
    } kinds[] = {
        {".html", "text/html; charset=utf-8"},         {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},           {".svg", "image/svg+xml"},
        {".webmanifest", "application/manifest+json"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_ends(file->path, kinds[i].ending))
            return kinds[i].kind;
    return "application/octet-stream";
}

static uint64_t add_file(uint64_t hash, const WebFile *file) {
    hash += file->count;
    for (size_t i = 0; i < file->count; i++)
        hash = (hash ^ (unsigned char)file->bytes[i]) * 0x100000001b3u;
    return rng_mix(hash);
}

void file_tag(const WebFile *file, bool packed, char tag[24]) {
    snprintf(tag, 24, "\"%016" PRIx64 "%s\"", add_file(0, file), packed ? "-gz" : "");
}

// "gzip, deflate;q=0.5": words with an optional weight, of which 0 says "not this".
bool file_may_be_packed(const char *encodings) {
    for (const char *at = encodings; *at; at += *at == ',') {
        at += strspn(at, " \t");
        size_t word = strcspn(at, ",; \t"), all = strcspn(at, ",");
        if (word == 4 && strncasecmp(at, "gzip", word) == 0) {
            const char *weight = memmem(at, all, "q=", 2);
            size_t zeros = weight ? strspn(weight + 2, "0.") : 0;
            return !zeros || (weight[2 + zeros] >= '1' && weight[2 + zeros] <= '9');
        }
        at += all;
    }
    return false;
}

void files_tag(char tag[24]) {
    uint64_t hash = 0;
    for (const WebFile *file = web_files; file->path; file++)
        hash = add_file(hash, file);
    snprintf(tag, 24, "%016" PRIx64, hash);
}
