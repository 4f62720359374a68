// SPDX-License-Identifier: MIT
// A game with its tree between the page, which sends and gets it as JSON (docs/serve.md), and the
// house, which keeps it as a Record.
//
// Sides always alternate in a document: where a record lets one side move twice, a pass stands
// between. Stones that are set up in mid-game cannot be shown in the page and are refused.
#ifndef SERVE_DOCUMENT_H
#define SERVE_DOCUMENT_H

#include "base/json.h"
#include "base/value.h"
#include "engine/opening.h"
#include "engine/registry.h"

#include "game/record.h"

// NULL with a sentence. *opening gets the opening's name when it is one. Down to the node of the
// document with this number (SIZE_MAX: none) its line becomes the main one, for formats that hold
// no tree.
Record *document_read(const Registry *registry, const Value *value, size_t node,
                      OpeningKind *opening, Error *err);

// Adds the record as a value. `opening` may be NULL; where it and the record's choices cannot both
// be, the choices tell the opening. False, with nothing written, when the page could
// not show it.
bool document_write(const Record *record, const char *opening, Json *json, Error *err);

#endif
