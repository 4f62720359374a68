// SPDX-License-Identifier: MIT
#include "serve/gate.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

bool gate_is_loopback(const char *address) {
    struct in_addr four;
    if (inet_pton(AF_INET, address, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    return strcmp(address, "::1") == 0 || text_same(address, "localhost");
}

void gate_make_token(Gate *gate) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        die("no random numbers for the token: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(gate->token + 2 * i, 3, "%02x", bytes[i]);
}

// --- behind a proxy ---

#define HOST_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]"

static const char plain[] = "http://", secure[] = "https://";

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

// "games.example" of "https://games.example"; "" when there is none.
static const char *origin_host(const Gate *gate) {
    return gate->origin + (!gate->origin[0]               ? 0
                           : begins(gate->origin, secure) ? strlen(secure)
                                                          : strlen(plain));
}

bool gate_set_origin(Gate *gate, const char *origin, Error *err) {
    bool is_secure = begins(origin, secure);
    size_t length = strlen(origin);
    if (length < sizeof gate->origin && (is_secure || begins(origin, plain))) {
        memcpy(gate->origin, origin, length + 1);
        char *end = gate->origin + length;
        if (end[-1] == '/')
            *--end = '\0';
        // Browsers leave out the port that everybody knows.
        const char *known = is_secure ? ":443" : ":80";
        if (text_ends(gate->origin, known))
            *(end - strlen(known)) = '\0';
        const char *host = origin_host(gate);
        if (*host && !host[strspn(host, HOST_CHARS)])
            return true;
    }
    gate->origin[0] = '\0';
    return error_set(err,
                     "origin takes what browsers call this page, such as https://games.example, "
                     "without a path, not '%.60s'",
                     origin);
}

bool gate_is_secure(const Gate *gate, const char *host) {
    return begins(gate->origin, secure) && text_same(host, origin_host(gate));
}

// --- Host and Origin ---

// "name:port" or "[address]:port" cut in two; without a port it is HTTP's own.
static bool split_host(const char *host, char name[64], int *port) {
    const char *end = host[0] == '[' ? strchr(host, ']') : strchr(host, ':');
    size_t skip = host[0] == '[';
    if (skip && !end)
        return false;
    size_t length = end ? (size_t)(end - host) - skip : strlen(host);
    if (length == 0 || length >= 64)
        return false;
    memcpy(name, host + skip, length);
    name[length] = '\0';
    const char *rest = host + skip + length + (skip ? 1 : 0);
    int64_t number = 80;
    if (*rest && (*rest != ':' || !text_to_int(rest + 1, &number)))
        return false;
    *port = (int)number;
    return number > 0 && number < 65536;
}

static bool is_number(const char *name) {
    unsigned char address[16];
    return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

bool gate_knows_host(const Gate *gate, const char *host) {
    char name[64];
    int port;
    if (gate->origin[0] && text_same(host, origin_host(gate)))
        return true;
    if (!split_host(host, name, &port) || port != gate->port)
        return false;
    if (strcmp(name, "127.0.0.1") == 0 || strcmp(name, "::1") == 0 || text_same(name, "localhost"))
        return true;
    if (text_same(name, gate->address))
        return true;
    bool everywhere = strcmp(gate->address, "0.0.0.0") == 0 || strcmp(gate->address, "::") == 0;
    return everywhere && is_number(name);
}

bool gate_knows_origin(const Gate *gate, const char *origin, const char *host) {
    if (gate->origin[0] && text_same(origin, gate->origin))
        return true;
    return begins(origin, plain) && text_same(origin + strlen(plain), host) &&
           !(gate->origin[0] && text_same(host, origin_host(gate)));
}

static bool same_token(const Gate *gate, const char *given) {
    if (strlen(given) < sizeof gate->token - 1)
        return false;
    unsigned difference = 0;
    for (size_t i = 0; i < sizeof gate->token - 1; i++)
        difference |= (unsigned char)gate->token[i] ^ (unsigned char)given[i];
    return difference == 0;
}

// Every place where `name` begins a word is tried.
static bool carries(const Gate *gate, const char *text, const char *name) {
    if (!gate->token[0])
        return true;
    for (const char *at = text; (at = strstr(at, name)); at++)
        if ((at == text || strchr("; &?", at[-1])) && same_token(gate, at + strlen(name)))
            return true;
    return false;
}

bool gate_cookie_opens(const Gate *gate, const char *cookie) {
    return carries(gate, cookie, "tengen=");
}

bool gate_query_opens(const Gate *gate, const char *query) {
    return carries(gate, query, "token=");
}
