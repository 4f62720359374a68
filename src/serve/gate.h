// SPDX-License-Identifier: MIT
// Who may come in. A foreign page, opened in the same browser, can send requests to
// 127.0.0.1 too; what it cannot do is forge the Host and Origin its browser puts on them.
#ifndef SERVE_GATE_H
#define SERVE_GATE_H

#include "base/error.h"

#include <stdbool.h>

typedef struct Gate {
    char address[64]; // bound to; "0.0.0.0" and "::" are everywhere
    int port;
    char token[33]; // 32 hexadecimal digits, "" when none is needed
    char origin
        [96]; // "https://games.example": what browsers call us behind a proxy; "" when there is none
} Gate;

bool gate_is_loopback(const char *address); // "127.0.0.1", "::1", "localhost"
void gate_make_token(Gate *gate);
// "https://games.example" or "http://host:8080", without a path. False with a sentence for
// anything else.
bool gate_set_origin(Gate *gate, const char *origin, Error *err);

// Is this Host header ours? "127.0.0.1:7788", "localhost:7788", "[::1]:7788", and beyond loopback the
// address bound to, or any address by number when it is bound to all of them: a name could have been
// made to point here. The host of gate.origin, too.
bool gate_knows_host(const Gate *gate, const char *host);
// "http://" and that very host: the page itself and nobody else. Or gate.origin, whose proxy may tell
// its own name for us as the host.
bool gate_knows_origin(const Gate *gate, const char *origin, const char *host);
// Does a browser that names this host come over https, as far as we can know?
bool gate_is_secure(const Gate *gate, const char *host);
// Whether a Cookie header, or the query of an address, carries the token. Always, when none is
// needed. Takes as long for a wrong one as for a nearly right one.
bool gate_cookie_opens(const Gate *gate, const char *cookie);
bool gate_query_opens(const Gate *gate, const char *query);

#endif
