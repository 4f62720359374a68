// SPDX-License-Identifier: MIT
// The page's files, inside the program. The Makefile writes the table from web/.
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct WebFile {
    const char *path; // "/board.js"
    const char *bytes;
    size_t count;
    const unsigned char *packed; // the same by gzip
    size_t packed_count;
} WebFile;

extern const WebFile web_files[]; // ends with a NULL path

const WebFile *file_find(const char *path); // "/" is "/index.html"; NULL when there is none
const char *file_kind(const WebFile *file); // its Content-Type
// By which a browser knows that its copy is still good: quoted, as in the ETag header. The packed
// file has one of its own.
void file_tag(const WebFile *file, bool packed, char tag[24]);
// Does an Accept-Encoding header ask for gzip?
bool file_may_be_packed(const char *encodings);
void files_tag(char tag[24]); // of all files: a page that was loaded from others is out of date

#endif
