// SPDX-License-Identifier: MIT
// A search reports when it has found something, and the next depth may take minutes. The Beat
// stands between it and its listener, and while the search is silent repeats the last lines with
// fresh counts, four times a second and a little more.
//
// A report and a beat never come at the same time, but they come from different threads.
#ifndef SEARCH_BEAT_H
#define SEARCH_BEAT_H

#include "search/ask.h"

typedef struct Beat Beat;

Beat *beat_new(void);
void beat_free(Beat *beat); // NULL is fine
// Puts itself between the ask and its listener until beat_end(), if the ask wants beats and has
// none yet; returns whether it did.
bool beat_begin(Beat *beat, Ask *ask);
void beat_end(Beat *beat); // after this the listener hears nothing more from it
// Where to read how many nodes the search at hand has visited, from any thread, until this is
// called again; NULL: nowhere any more. Without a Beat (NULL) this does nothing.
void beat_watch(Beat *beat, uint64_t (*nodes)(const void *search), const void *search);
// One of several searches is over, which has visited so many: those to come are counted on top.
void beat_add(Beat *beat, uint64_t nodes);

#endif
