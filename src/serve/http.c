// SPDX-License-Identifier: MIT
#include "serve/http.h"

#include "base/text.h"
#include "serve/bounds.h"

#include <stdio.h>
#include <string.h>

static const struct lws_protocol_vhost_options header_rows[] = {
    {&header_rows[1], NULL, "content-security-policy:",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {&header_rows[2], NULL, "x-content-type-options:", "nosniff"},
    {&header_rows[3], NULL, "referrer-policy:", "no-referrer"},
    {&header_rows[4], NULL, "cross-origin-opener-policy:", "same-origin"},
    {NULL, NULL, "cross-origin-resource-policy:", "same-origin"},
};
const struct lws_protocol_vhost_options *const http_headers = header_rows;

enum { HEADER_ROOM = 2048, CHUNK = 16384, ARGUMENTS_MOST = 64 };

typedef struct Headers {
    unsigned char bytes[LWS_PRE + HEADER_ROOM];
    unsigned char *at, *end;
} Headers;

static bool add_header(struct lws *wsi, Headers *headers, const char *name, const char *value) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value),
                                       &headers->at, headers->end) == 0;
}

static bool begin(struct lws *wsi, Headers *headers, unsigned status, const char *kind,
                  size_t count) {
    headers->at = headers->bytes + LWS_PRE;
    headers->end = headers->bytes + sizeof headers->bytes;
    return lws_add_http_common_headers(wsi, status, kind, count, &headers->at, headers->end) == 0;
}

static bool finish(struct lws *wsi, Headers *headers) {
    return lws_finalize_write_http_header(wsi, headers->bytes + LWS_PRE, &headers->at,
                                          headers->end) == 0;
}

// A short text and the end of this exchange; 1 after that, -1 when even that cannot be sent.
static int say(struct lws *wsi, const ServeLog *log, unsigned status, const char *sentence) {
    Headers headers;
    char peer[64] = "";
    unsigned char body[LWS_PRE + 256];
    size_t length = strlen(sentence);
    memcpy(body + LWS_PRE, sentence, length);
    if (log)
        lws_get_peer_simple(wsi, peer, sizeof peer);
    serve_log(log, "%s is refused, %u: %.*s", peer, status, (int)length - 1, sentence);
    if (!begin(wsi, &headers, status, "text/plain; charset=utf-8", length) ||
        !finish(wsi, &headers) ||
        lws_write(wsi, body + LWS_PRE, length, LWS_WRITE_HTTP_FINAL) < (int)length)
        return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

// "" when there is no such header; false when it is too long to be valid.
static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, int room) {
    out[0] = '\0';
    int length = lws_hdr_total_length(wsi, which);
    return length < room && (length == 0 || lws_hdr_copy(wsi, out, room, which) >= 0);
}

static bool from_here(struct lws *wsi, const Gate *gate, bool needs_origin) {
    char host[128], origin[128];
    if (!header(wsi, WSI_TOKEN_HOST, host, sizeof host) ||
        !header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin))
        return false;
    if (!gate_knows_host(gate, host))
        return false;
    return origin[0] ? gate_knows_origin(gate, origin, host) : !needs_origin;
}

// Other programs of this machine have cookies here, too, and they may be long: a browser does not tell
// ports apart.
static bool has_cookie(struct lws *wsi, const Gate *gate) {
    char cookie[BOUND_HEADERS];
    return !gate->token[0] || (header(wsi, WSI_TOKEN_HTTP_COOKIE, cookie, sizeof cookie) &&
                               gate_cookie_opens(gate, cookie));
}

// The arguments of an address come one by one: read as one header they run into each other.
static bool has_query(struct lws *wsi, const Gate *gate) {
    char argument[128];
    bool opens = false;
    for (int i = 0; gate->token[0] && !opens && i < ARGUMENTS_MOST; i++) {
        int length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i);
        opens =
            length > 0 && length < (int)sizeof argument &&
            lws_hdr_copy_fragment(wsi, argument, sizeof argument, WSI_TOKEN_HTTP_URI_ARGS, i) > 0 &&
            gate_query_opens(gate, argument);
    }
    return opens;
}

// The token moves from the address, which may be seen or sent on, into a cookie.
static int admit(struct lws *wsi, const Gate *gate) {
    Headers headers;
    Text cookie = {0};
    char host[128];
    bool secure = header(wsi, WSI_TOKEN_HOST, host, sizeof host) && gate_is_secure(gate, host);
    text_addf(&cookie, "tengen=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000%s",
              gate->token, secure ? "; Secure" : "");
    bool sent = begin(wsi, &headers, 303, "text/plain", 0) &&
                add_header(wsi, &headers, "set-cookie:", text_chars(&cookie)) &&
                add_header(wsi, &headers, "location:", "/") && finish(wsi, &headers);
    text_free(&cookie);
    return !sent || lws_http_transaction_completed(wsi) ? -1 : 0;
}

// A browser may know several copies, and a proxy may have called ours weak (W/).
static bool is_known_copy(struct lws *wsi, const char *tag) {
    char known[256];
    return header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) && strstr(known, tag);
}

static bool takes_packed(struct lws *wsi) {
    char encodings[256];
    return header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings) &&
           file_may_be_packed(encodings);
}

static int send_file(struct lws *wsi, HttpSession *session, const WebFile *file) {
    Headers headers;
    char tag[24];
    bool packed = takes_packed(wsi);
    file_tag(file, packed, tag);
    bool known = is_known_copy(wsi, tag);
    *session = (HttpSession){.bytes = packed ? (const void *)file->packed : file->bytes,
                             .count = packed ? file->packed_count : file->count};
    if (!begin(wsi, &headers, known ? 304 : 200, file_kind(file), known ? 0 : session->count) ||
        !add_header(wsi, &headers, "etag:", tag) ||
        !add_header(wsi, &headers, "vary:", "accept-encoding") ||
        (packed && !add_header(wsi, &headers, "content-encoding:", "gzip")) ||
        !add_header(wsi, &headers, "cache-control:", "no-cache") || !finish(wsi, &headers))
        return -1;
    if (known || lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0) {
        session->bytes = NULL;
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

int http_answer(struct lws *wsi, const Gate *gate, const ServeLog *log, HttpSession *session,
                const char *path, size_t length) {
    char clean[128];
    if (!from_here(wsi, gate, false))
        return say(wsi, log, 403, "This server answers its own page only.\n");
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 &&
        lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0)
        return say(wsi, log, 405, "Only GET is answered here.\n");
    if (has_query(wsi, gate))
        return admit(wsi, gate);
    if (!has_cookie(wsi, gate))
        return say(wsi, log, 401,
                   "Open the address that tengen serve has printed: it holds the token.\n");
    snprintf(clean, sizeof clean, "%.*s", (int)length, path);
    const WebFile *file = length < sizeof clean ? file_find(clean) : NULL;
    return file ? send_file(wsi, session, file) : say(wsi, log, 404, "There is no such page.\n");
}

int http_continue(struct lws *wsi, HttpSession *session) {
    unsigned char chunk[LWS_PRE + CHUNK];
    if (!session->bytes)
        return 0;
    bool last = session->count <= CHUNK;
    size_t count = last ? session->count : CHUNK;
    memcpy(chunk + LWS_PRE, session->bytes, count);
    int sent = lws_write(wsi, chunk + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (sent < (int)count)
        return -1;
    session->bytes = (const char *)session->bytes + count;
    session->count -= count;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    session->bytes = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int refuse(struct lws *wsi, const ServeLog *log, unsigned status, const char *sentence) {
    return say(wsi, log, status, sentence) < 0 ? -1 : 1;
}

int http_may_upgrade(struct lws *wsi, const Gate *gate, const ServeLog *log, const char *to,
                     int sockets) {
    char path[16];
    if (!to || strcmp(to, "websocket") != 0)
        return refuse(wsi, log, 400, "Only WebSockets are spoken here.\n");
    if (!from_here(wsi, gate, true))
        return refuse(wsi, log, 403, "This server talks to its own page only.\n");
    if (!has_cookie(wsi, gate))
        return refuse(wsi, log, 401, "The token is missing.\n");
    if (!header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/talk") != 0)
        return refuse(wsi, log, 404, "The page talks at /talk.\n");
    if (sockets >= BOUND_SOCKETS)
        return refuse(wsi, log, 503, "Too many pages are open; close one of them.\n");
    return 0;
}
