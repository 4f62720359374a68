// SPDX-License-Identifier: MIT
// The composition root: the one place that knows every game and every player there is.
#ifndef CLI_COMPOSE_H
#define CLI_COMPOSE_H

#include "engine/registry.h"

Registry *compose_registry(void); // registry_free() releases it

#endif
