// SPDX-License-Identifier: MIT
#include "hex_twin.h"

#include <string.h>

void twin_init(HexTwin *twin, int width, int height) {
    twin->width = width;
    twin->height = height;
    memset(twin->at, '.', sizeof twin->at);
}

bool twin_neighbours(int x, int y, int x2, int y2) {
    int dx = x2 - x, dy = y2 - y;
    if (dy == 0)
        return dx == 1 || dx == -1;
    if (dx == 0)
        return dy == 1 || dy == -1;
    return (dx == 1 && dy == -1) || (dx == -1 && dy == 1);
}

void twin_flood(const HexTwin *twin, int x, int y, bool joined[BOARD_MAX][BOARD_MAX]) {
    joined[y][x] = true;
    for (int y2 = y - 1; y2 <= y + 1; y2++)
        for (int x2 = x - 1; x2 <= x + 1; x2++) {
            if (x2 < 0 || y2 < 0 || x2 >= twin->width || y2 >= twin->height)
                continue;
            if (twin_neighbours(x, y, x2, y2) && twin->at[y2][x2] == twin->at[y][x] &&
                !joined[y2][x2])
                twin_flood(twin, x2, y2, joined);
        }
}

bool twin_has_won(const HexTwin *twin, char colour) {
    bool joined[BOARD_MAX][BOARD_MAX] = {{false}};
    int across = colour == 'b' ? twin->width : twin->height;
    for (int i = 0; i < across; i++) {
        int x = colour == 'b' ? i : 0, y = colour == 'b' ? 0 : i;
        if (twin->at[y][x] == colour && !joined[y][x])
            twin_flood(twin, x, y, joined);
    }
    for (int i = 0; i < across; i++)
        if (colour == 'b' ? joined[twin->height - 1][i] : joined[i][twin->width - 1])
            return true;
    return false;
}

HexTwin twin_transposed(const HexTwin *twin) {
    HexTwin other;
    twin_init(&other, twin->height, twin->width);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++) {
            char c = twin->at[y][x];
            other.at[x][y] = c == 'b' ? 'w' : c == 'w' ? 'b' : c;
        }
    return other;
}

HexTwin twin_half_turned(const HexTwin *twin) {
    HexTwin other;
    twin_init(&other, twin->width, twin->height);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            other.at[twin->height - 1 - y][twin->width - 1 - x] = twin->at[y][x];
    return other;
}
