// SPDX-License-Identifier: MIT
// The plain half of the server: the page's files for admitted clients, and who may open a
// WebSocket.
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/files.h"
#include "serve/gate.h"
#include "serve/log.h"

#include <libwebsockets.h>

// A file on its way.
typedef struct HttpSession {
    const void *bytes; // what is left to send
    size_t count;
} HttpSession;

// On every answer: the page may load its own files, frame nothing and send to no other site.
extern const struct lws_protocol_vhost_options *const http_headers;

// These return what a callback of libwebsockets returns.
int http_answer(struct lws *wsi, const Gate *gate, const ServeLog *log, HttpSession *session,
                const char *path, size_t length);
int http_continue(struct lws *wsi, HttpSession *session);
// 0: go on. Otherwise the refusal has been sent.
int http_may_upgrade(struct lws *wsi, const Gate *gate, const ServeLog *log, const char *to,
                     int sockets);

#endif
