// SPDX-License-Identifier: MIT
#include "cli/compose.h"

Registry *compose_registry(void) {
    return NULL;
}

void compose_free(Registry *registry) {
    (void)registry;
}
