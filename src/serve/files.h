// SPDX-License-Identifier: MIT
// The page's files, inside the program. The Makefile writes the table from web/.
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

#include <stddef.h>

typedef struct WebFile {
    const char *path; // "/board.js"
    const char *bytes;
    size_t count;
} WebFile;

extern const WebFile web_files[]; // ends with a NULL path

const WebFile *file_find(const char *path); // "/" is "/index.html"; NULL when there is none
const char *file_kind(const WebFile *file); // its Content-Type
// By which a browser knows that its copy is still good: quoted, as in the ETag header.
void file_tag(const WebFile *file, char tag[24]);
void files_tag(char tag[24]); // of all files: a page that was loaded from others is out of date

#endif
