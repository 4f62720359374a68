// SPDX-License-Identifier: MIT
#include "serve/gate.h"

#include "base/error.h"
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
    if (!split_host(host, name, &port) || port != gate->port)
        return false;
    if (strcmp(name, "127.0.0.1") == 0 || strcmp(name, "::1") == 0 || text_same(name, "localhost"))
        return true;
    if (text_same(name, gate->address))
        return true;
    bool everywhere = strcmp(gate->address, "0.0.0.0") == 0 || strcmp(gate->address, "::") == 0;
    return everywhere && is_number(name);
}

bool gate_knows_origin(const char *origin, const char *host) {
    static const char scheme[] = "http://";
    return strncmp(origin, scheme, sizeof scheme - 1) == 0 &&
           text_same(origin + sizeof scheme - 1, host);
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
