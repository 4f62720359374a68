// SPDX-License-Identifier: MIT
// The connections of the positions last looked at. A depth-first proof-number search leaves a
// position and comes back to it again and again; finding its connections anew each time would cost
// as much as the new positions it then looks at. Owned by one thread.
#ifndef HEX_SHELF_H
#define HEX_SHELF_H

#include "hex/knowledge.h"

typedef struct HexShelf HexShelf;

// A place on the shelf. While it is held nobody else gets it.
typedef struct HexShelved {
    HexKnower *knower;
    bool is_looked; // `knower` has all connections of the position below
    uint64_t key;   // of its stones
    HexSet dead;    // its dead cells, which the stones do not tell
    uint64_t used;  // when
    bool is_held;
} HexShelved;

// Keeps up to `room` besides those that are held. The knowers heed the flag, which may be NULL.
HexShelf *hex_shelf_new(const HexGrid *grid, const HexLinkLimits *limits, int room,
                        const StopFlag *stop);
void hex_shelf_free(HexShelf *shelf); // NULL is fine

// The place with this position's connections; NULL when there is none. Held from now on.
HexShelved *hex_shelf_find(HexShelf *shelf, uint64_t key, const HexFill *fill);
// A place to look at a position with, the one longest unused. Held from now on.
HexShelved *hex_shelf_take(HexShelf *shelf);
// Says whose connections a place has now.
void hex_shelf_label(HexShelf *shelf, HexShelved *place, uint64_t key, const HexFill *fill);
void hex_shelf_release(HexShelved *place); // NULL is fine

#endif
