// SPDX-License-Identifier: MIT
#include "tengen.h"

#include <stdio.h>

int main(void) {
    puts("tengen " TENGEN_VERSION);
    return 0;
}
