// SPDX-License-Identifier: MIT
#include "serve/server.h"

#include "base/memory.h"
#include "serve/callers.h"
#include "serve/desk.h"
#include "serve/http.h"
#include "serve/reach.h"

#include <inttypes.h>
#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct Server {
    Gate gate;
    House *house;
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t push; // the next time news are handed out
    bool pushing;
    atomic_bool closing;
    int sockets;
    Callers callers;
};

// One page.
typedef struct Socket {
    Server *server;
    struct lws *wsi;
    Desk *desk;
    Text incoming;
    bool skipping; // the rest of a message that is too long
    char peer[64]; // its address; cannot be asked for once it is gone
} Socket;

static void on_push(lws_sorted_usec_list_t *sul);

static void schedule_push(Server *server) {
    if (server->pushing)
        return;
    server->pushing = true;
    lws_sul_schedule(server->context, 0, &server->push, on_push, PUSH_MS * LWS_US_PER_MS);
}

// Every socket looks whether there is something in its outbox.
static void ask_to_write(Server *server) {
    lws_callback_on_writable_all_protocol_vhost(
        server->vhost, lws_vhost_name_to_protocol(server->vhost, "tengen-1"));
}

static void push_now(Server *server) {
    bool busy = house_push(server->house);
    ask_to_write(server);
    if (busy)
        schedule_push(server);
}

static void on_push(lws_sorted_usec_list_t *sul) {
    Server *server = lws_container_of(sul, Server, push);
    server->pushing = false;
    push_now(server);
}

static void wake(void *user) {
    Server *server = user;
    lws_cancel_service(server->context);
}

// --- a page's socket ---

static void receive(Socket *socket, const char *bytes, size_t count) {
    bool last = lws_is_final_fragment(socket->wsi) && !lws_remaining_packet_payload(socket->wsi);
    if (lws_frame_is_binary(socket->wsi)) {
        if (last)
            desk_refuse(socket->desk, bytes, count, "messages are text, not bytes");
        return;
    }
    if (!socket->skipping && socket->incoming.length + count > BOUND_MESSAGE) {
        desk_refuse(socket->desk, text_chars(&socket->incoming), socket->incoming.length,
                    "a message may have up to 1 MB");
        socket->skipping = true;
        text_free(&socket->incoming);
    }
    if (!socket->skipping)
        text_add_bytes(&socket->incoming, bytes, count);
    if (!last)
        return;
    if (!socket->skipping)
        desk_receive(socket->desk, text_chars(&socket->incoming), socket->incoming.length);
    socket->skipping = false;
    text_clear(&socket->incoming);
    if (socket->incoming.capacity > 65536)
        text_free(&socket->incoming);
}

// One message each time the socket can take one. -1 ends the connection.
static int send_one(Socket *socket) {
    Outbox *outbox = desk_outbox(socket->desk);
    size_t length;
    const char *message = outbox_first(outbox, &length);
    if (outbox->overflowed)
        return -1;
    if (!message)
        return 0;
    unsigned char *framed = mem_new(LWS_PRE + length);
    memcpy(framed + LWS_PRE, message, length);
    int sent = lws_write(socket->wsi, framed + LWS_PRE, length, LWS_WRITE_TEXT);
    free(framed);
    outbox_drop(outbox);
    if (sent < (int)length)
        return -1;
    if (outbox_first(outbox, &length))
        lws_callback_on_writable(socket->wsi);
    return 0;
}

static void note_page(const Socket *socket, const char *what) {
    serve_log(house_setup(socket->server->house)->log, "page %" PRIu64 " %s, %s",
              desk_number(socket->desk), what, socket->peer);
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length) {
    Socket *socket = user;
    Server *server = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        *socket = (Socket){.server = server, .wsi = wsi, .desk = desk_new(server->house)};
        lws_get_peer_simple(wsi, socket->peer, sizeof socket->peer);
        server->sockets++;
        callers_remove(&server->callers, wsi);
        note_page(socket, "comes");
        break;
    case LWS_CALLBACK_RECEIVE:
        receive(socket, in, length);
        lws_callback_on_writable(wsi);
        schedule_push(server);
        break;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_one(socket);
    case LWS_CALLBACK_CLOSED:
        note_page(socket, "goes");
        desk_free(socket->desk);
        text_free(&socket->incoming);
        server->sockets--;
        break;
    default:
        break;
    }
    return 0;
}

// --- everything else ---

static void on_caller(Server *server, struct lws *wsi) {
    char peer[64] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    struct lws *leaves = callers_add(&server->callers, wsi, peer);
    if (leaves)
        lws_set_timeout(leaves, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length) {
    Server *server = lws_context_user(lws_get_context(wsi));
    const ServeLog *log = server && server->house ? house_setup(server->house)->log : NULL;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return http_may_upgrade(wsi, &server->gate, log, in, server->sockets);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; // a WebSocket that does not speak tengen-1
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        on_caller(server, wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        callers_remove(&server->callers, wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
        callers_hear(&server->callers, wsi);
        return http_answer(wsi, &server->gate, log, user, in, length);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_continue(wsi, user);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        push_now(server);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_http, .per_session_data_size = sizeof(HttpSession)},
    {.name = "tengen-1",
     .callback = on_socket,
     .per_session_data_size = sizeof(Socket),
     .rx_buffer_size = 16384},
    {0},
};

// Keep-alive: pings find pages that are gone without closing (a phone asleep).
static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = 10,
    .secs_since_valid_hangup = 20,
};

// --- life ---

// Unless it is told to leave IPv6 alone, libwebsockets 4.1 finds no interface of an IPv4 address
// and listens on every interface instead.
static uint64_t family_options(const char *address) {
    return strchr(address, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6;
}

// Room for every connection there may be, and for our own files; where the system allows fewer, fewer
// callers are kept.
static unsigned make_room(Server *server) {
    enum { OUR_OWN = 128, WANTED = BOUND_SOCKETS + BOUND_CALLERS + OUR_OWN };
    struct rlimit files = {.rlim_cur = WANTED, .rlim_max = WANTED};
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < WANTED) {
        files.rlim_cur = files.rlim_max < WANTED ? files.rlim_max : WANTED;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur < WANTED)
        server->callers.most = files.rlim_cur > BOUND_SOCKETS + OUR_OWN + 16
                                   ? (size_t)files.rlim_cur - BOUND_SOCKETS - OUR_OWN
                                   : 16;
    return WANTED;
}

static bool listen_on(Server *server, Error *err) {
    struct lws_context_creation_info info = {
        .port = server->gate.port,
        .iface = server->gate.address,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   family_options(server->gate.address),
        .headers = http_headers,
        .user = server,
        .vhost_name = "tengen",
        .gid = -1,
        .uid = -1,
        .fd_limit_per_thread = make_room(server),
        .max_http_header_data = BOUND_HEADERS,
        .timeout_secs = BOUND_SILENCE_S,
        .keepalive_timeout = 10,
        .retry_and_idle_policy = &idle_policy,
    };
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (!server->context)
        return error_set(err, "the server cannot be set up");
    server->vhost = lws_create_vhost(server->context, &info);
    int port = server->vhost ? lws_get_vhost_listen_port(server->vhost) : 0;
    if (port <= 0)
        return error_set(err, "port %d of %s cannot be had", server->gate.port,
                         server->gate.address);
    server->gate.port = port;
    return true;
}

Server *server_new(const Gate *gate, const HouseSetup *setup, Error *err) {
    Server *server = mem_new(sizeof *server);
    server->gate = *gate;
    // libwebsockets does not say why it cannot listen.
    if (!reach_check(gate->address, gate->port, err) || !listen_on(server, err)) {
        server_free(server);
        return NULL;
    }
    HouseSetup own = *setup;
    own.wake = wake;
    own.user = server;
    server->house = house_new(&own);
    return server;
}

void server_free(Server *server) {
    if (!server)
        return;
    // The sockets' desks go with the context; the engines, which may still wake it, go before.
    house_stop(server->house);
    if (server->context)
        lws_context_destroy(server->context);
    house_free(server->house);
    free(server);
}

int server_port(const Server *server) {
    return server->gate.port;
}

void server_run(Server *server) {
    while (!atomic_load(&server->closing) && lws_service(server->context, 0) >= 0)
        ;
}

void server_stop(Server *server) {
    atomic_store(&server->closing, true);
    lws_cancel_service(server->context);
}
