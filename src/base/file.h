// SPDX-License-Identifier: MIT
// Whole files, in and out. What is written appears under its name only when it is complete.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/text.h"

#include <stdio.h>

// Opens a file for reading, NULL with a sentence and errno when there is none. Folders, devices, sockets
// and named pipes are refused at once: a pipe that happens to be called game.sgf may never be written
// to. What the shell has opened for us (/dev/stdin, <(...)) is read, whatever it is.
FILE *file_open(const char *path, Error *err);

// Appends the whole file to `into`. Files over 64 MB are refused: no record is that long.
bool file_read(const char *path, Text *into, Error *err);

// Writes to a temporary name beside `path`, syncs, then renames: a crash leaves the old file or the
// new one, never half of either. A link goes on leading to the file; devices, pipes that are being
// read and what the shell has opened (/dev/stdout) get the bytes and stay what they are.
bool file_write(const char *path, const char *bytes, size_t count, Error *err);

// All the bytes to an open file, however often it takes only some; false with errno set.
bool file_write_all(int file, const char *bytes, size_t count);

// One line of any length without its LF or CR LF; false at the end of the stream. NUL bytes in the
// line become spaces, so that a line is always one C string.
bool file_read_line(FILE *stream, Text *line);

#endif
