// SPDX-License-Identifier: MIT
// What a stranger would write: built against the *installed* library and header only, it plays a whole
// game of each kind with the engine on both sides and checks what the library says on the way.
#include <tengen.h>

#include <stdio.h>
#include <string.h>

static int complain(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

static void count_info(const tengen_info *info, void *user) {
    if (info->depth > 0 && info->pv[0])
        ++*(int *)user;
}

static int play(const char *game, const char *rule, int columns, int rows, const char *opening) {
    char why[TENGEN_ERROR_CHARS] = "", move[TENGEN_MOVE_CHARS];
    tengen *t = tengen_open(game, rule, columns, rows, opening, why);
    if (!t)
        return complain("open", why);
    if (!tengen_resources(t, 2, 1 << 20, why))
        return complain("resources", why);
    tengen_limits limits = tengen_limits_default();
    limits.nodes = 500;
    int plies = 0, infos = 0;
    while (tengen_state(t) == TENGEN_PLAYING) {
        if (!tengen_think(t, &limits, count_info, &infos))
            return complain("think", "refused");
        if (tengen_play(t, "a1", why))
            return complain("play", "allowed while thinking");
        if (!tengen_wait(t, move))
            return complain("wait", "no answer");
        if (!tengen_legal(t, move, why) || !tengen_play(t, move, why))
            return complain(move, why);
        plies++;
    }
    printf("%s %s: %d plies, %d reports, %s\n", game, rule, plies, infos, tengen_reason(t));
    int stones = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            stones += tengen_at(t, column, row) != '.';
    if (!infos || stones > plies || tengen_at(t, columns, 0) != '?')
        return complain(game, "the board or the reports are wrong");
    if (tengen_play(t, "a1", why) || !why[0])
        return complain(game, "a move after the end was not refused with a reason");
    while (tengen_undo(t))
        plies--;
    if (plies != 0 || tengen_to_move(t) != 'b')
        return complain(game, "undo did not lead back to the start");
    if (!tengen_set_position(t, "a1 b2", why) || tengen_at(t, 1, rows == 11 ? 1 : rows - 2) != 'w')
        return complain("set_position", why);
    tengen_close(t);
    return 0;
}

static int stops(void) {
    char move[TENGEN_MOVE_CHARS];
    tengen *t = tengen_open("gomoku", NULL, 15, 15, NULL, NULL);
    tengen_limits limits = tengen_limits_default();
    limits.time_ms = -1;
    tengen_think(t, &limits, NULL, NULL);
    tengen_stop(t);
    bool answered = tengen_wait(t, move);
    tengen_close(t);
    return answered ? 0 : complain("stop", "no answer");
}

int main(void) {
    char why[TENGEN_ERROR_CHARS];
    if (strcmp(tengen_version(), TENGEN_VERSION) != 0)
        return complain("version", "header and library differ");
    if (tengen_open("chess", NULL, 8, 8, NULL, why) || !strstr(why, "chess"))
        return complain("open", "chess was not refused with a sentence");
    if (tengen_open(NULL, NULL, 8, 8, NULL, why) || !strstr(why, "gomoku"))
        return complain("open", "no game at all was not refused with a sentence");
    return play("gomoku", "freestyle", 9, 9, NULL) || play("gomoku", "renju", 15, 15, "swap2") ||
           play("hex", "hex", 11, 11, "swap-pieces") || stops();
}
