// SPDX-License-Identifier: MIT
// Iterative deepening of an alpha-beta search over two-distances (first_worker.h): what Hex was
// first played with. It has one table in all its memory.
#ifndef LAB_FIRST_SEARCH_H
#define LAB_FIRST_SEARCH_H

#include "search/searcher.h"

extern const SearcherType first_searcher;

#endif
