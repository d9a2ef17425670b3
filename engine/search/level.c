/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "level.h"

#include <math.h>

#include "base/util.h"

/* The steps in strength between rows are equal: see docs/strength.md. */
enum { STEP = 200, ROWS = (LEVEL_MAX - LEVEL_MIN) / STEP + 1 };

static const Level rows[ROWS] = {
    {60, 465, 103, 28}, {60, 298, 85, 15}, {72, 202, 61, 5},  {102, 160, 44, 0}, {142, 129, 30, 0},
    {200, 105, 17, 0},  {500, 65, 9, 0},   {1600, 45, 5, 0},  {5000, 30, 3, 0},  {14500, 18, 2, 0},
    {45000, 6, 0, 0},   {92000, 2, 0, 0},  {240000, 0, 0, 0},
};

Level level_of(int elo) {
    const int above = clamp(elo, LEVEL_MIN, LEVEL_MAX) - LEVEL_MIN;
    const int row = above / STEP, part = above % STEP;
    const Level low = rows[row], high = rows[row + (part > 0)];
    const double ratio = (double)high.nodes / (double)low.nodes;

    return (Level){(uint64_t)((double)low.nodes * pow(ratio, (double)part / (double)STEP) + 0.5),
                   low.noise + (high.noise - low.noise) * part / STEP,
                   low.overlooks + (high.overlooks - low.overlooks) * part / STEP,
                   low.misses_mate + (high.misses_mate - low.misses_mate) * part / STEP};
}

/* From which rating on a player mates the bare king with this material; LEVEL_MAX + 1 for none. */
static int known_from(const Board *b, Color us) {
    const int majors = bb_count(board_pieces(b, us, QUEEN) | board_pieces(b, us, ROOK));
    const Bitboard bishops = board_pieces(b, us, BISHOP);

    if (more_than_one(b->color[color_other(us)]))
        return LEVEL_MAX + 1;
    if (majors)
        return majors > 1 ? 400 : 600;
    if ((bishops & LIGHT_SQUARES) && (bishops & ~LIGHT_SQUARES))
        return 1400;
    return bishops && board_pieces(b, us, KNIGHT) ? 2000 : LEVEL_MAX + 1;
}

Level level_in(int elo, const Position *p) {
    enum { KNOWN_NODES = 10000 };
    Level level = level_of(elo);

    if (clamp(elo, LEVEL_MIN, LEVEL_MAX) >= known_from(&p->board, position_turn(p)))
        level = (Level){.nodes = level.nodes > KNOWN_NODES ? level.nodes : KNOWN_NODES};
    return level;
}
