// SPDX-License-Identifier: MIT
#include "serve/reach.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// --- before the server listens ---

bool reach_refuse(const char *address, int port, int code, Error *err) {
    switch (code) {
    case EADDRINUSE:
        return error_set(err, "port %d of %s is in use; is another tengen running there?", port,
                         address);
    case EACCES:
        return error_set(err,
                         "port %d of %s may not be opened by this user: %s; those from 1024 on may",
                         port, address, strerror(code));
    case EADDRNOTAVAIL:
        return error_set(err, "%s is no address of this machine", address);
    default:
        return error_set(err, "port %d of %s cannot be had: %s", port, address, strerror(code));
    }
}

// 0, or the errno of what failed. The options are those the server will use.
static int try_listening(const struct addrinfo *where) {
    int one = 1;
    int probe = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0)
        return errno;
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    int code =
        bind(probe, where->ai_addr, where->ai_addrlen) == 0 && listen(probe, 1) == 0 ? 0 : errno;
    close(probe);
    return code;
}

bool reach_check(const char *address, int port, Error *err) {
    struct addrinfo *where = NULL,
                    wanted = {.ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", port);
    if (getaddrinfo(address, digits, &wanted, &where) != 0)
        return error_set(err,
                         "listen takes an address in numbers, such as 0.0.0.0 for all of this "
                         "machine's, not '%.60s'",
                         address);
    int code = try_listening(where);
    freeaddrinfo(where);
    return !code || reach_refuse(address, port, code, err);
}

// --- what to type ---

static void end_line(const Gate *gate, Text *out) {
    if (gate->token[0])
        text_addf(out, "?token=%s", gate->token);
    text_add(out, "\n");
}

static void print_line(const Gate *gate, const char *address, Text *out) {
    text_addf(out, strchr(address, ':') ? "http://[%s]:%d/" : "http://%s:%d/", address, gate->port);
    end_line(gate, out);
}

// Link-local addresses of IPv6 are left out: no browser takes them.
static bool is_for_others(const struct ifaddrs *entry, bool six) {
    if (!entry->ifa_addr || !(entry->ifa_flags & IFF_UP) || entry->ifa_flags & IFF_LOOPBACK)
        return false;
    if (entry->ifa_addr->sa_family == AF_INET)
        return true;
    const struct sockaddr_in6 *address = (const void *)entry->ifa_addr;
    return six && entry->ifa_addr->sa_family == AF_INET6 &&
           !IN6_IS_ADDR_LINKLOCAL(&address->sin6_addr);
}

static void print_all(const Gate *gate, bool six, Text *out) {
    struct ifaddrs *all = NULL;
    print_line(gate, "127.0.0.1", out);
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *entry = all; entry; entry = entry->ifa_next) {
        char address[64];
        if (is_for_others(entry, six) &&
            getnameinfo(entry->ifa_addr,
                        entry->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                              : sizeof(struct sockaddr_in6),
                        address, sizeof address, NULL, 0, NI_NUMERICHOST) == 0)
            print_line(gate, address, out);
    }
    freeifaddrs(all);
}

void reach_print(const Gate *gate, Text *out) {
    bool six = strcmp(gate->address, "::") == 0;
    if (six || strcmp(gate->address, "0.0.0.0") == 0)
        print_all(gate, six, out);
    else
        print_line(gate, gate->address, out);
    if (gate->origin[0]) {
        text_addf(out, "%s/", gate->origin);
        end_line(gate, out);
    }
}
