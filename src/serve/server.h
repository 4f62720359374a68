// SPDX-License-Identifier: MIT
// HTTP and WebSocket on one thread: the page's files, and a desk for each page that talks.
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "serve/gate.h"
#include "serve/house.h"

typedef struct Server Server;

// Binds to gate.address and gate.port (0: any that is free). NULL with a sentence when that cannot
// be. The house's `wake` and `user` are filled in by the server.
Server *server_new(const Gate *gate, const HouseSetup *setup, Error *err);
void server_free(Server *server);
int server_port(const Server *server);

// Answers until server_stop() is called, from any thread or a signal handler.
void server_run(Server *server);
void server_stop(Server *server);

#endif
