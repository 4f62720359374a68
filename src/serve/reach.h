// SPDX-License-Identifier: MIT
// Where the server can be reached: whether an address and port can be had, and what to type in a
// browser, on this machine and on others.
#ifndef SERVE_REACH_H
#define SERVE_REACH_H

#include "base/error.h"
#include "base/text.h"
#include "serve/gate.h"

// Can a server listen there? False with the system's reason as a sentence. Port 0 is any.
bool reach_check(const char *address, int port, Error *err);
// That sentence, for an errno of bind() or listen(); always false.
bool reach_refuse(const char *address, int port, int code, Error *err);

// The addresses of the page, a line each, with the token where one is needed. The first one is for
// this machine. One bound to all addresses has a line for each that others may reach it by; the last
// one is gate.origin, where there is one.
void reach_print(const Gate *gate, Text *out);

#endif
