// SPDX-License-Identifier: MIT
// Lines read ahead by a thread of its own.
//
// A manager that writes thousands of commands before it reads one answer would stand still with a
// program that writes an answer before it reads the next command: each waits for the other's full
// pipe. The inbox always takes what comes, so that the manager can go on to read.
#ifndef PROTOCOL_INBOX_H
#define PROTOCOL_INBOX_H

#include "base/text.h"

typedef struct Inbox Inbox;

Inbox *inbox_new(int descriptor); // the descriptor stays the caller's
void inbox_free(Inbox *inbox);    // at once, even while the reader waits for input
// The next line without its LF or CR LF; waits for it. False at the end of the input. NUL bytes
// become spaces; what a line has beyond a megabyte is dropped.
bool inbox_next(Inbox *inbox, Text *line);

#endif
