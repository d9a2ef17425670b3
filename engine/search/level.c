/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "level.h"

#include <math.h>

#include "base/random.h"
#include "base/util.h"
#include "chess/opening.h"
#include "person.h"

/* Levels above LEVEL_PEOPLE. Rows are about equally far apart in strength, see docs/strength.md. */
enum { STEP = 100, ROWS = (LEVEL_MAX - LEVEL_PEOPLE) / STEP + 1 };

static const struct {
    double nodes;
    int noise;
} rows[ROWS] = {{220, 100}, {1000, 58}, {5000, 30}, {35000, 9}, {240000, 0}};

/* Returns the level for a number of points above LEVEL_PEOPLE. */
static Level engine_level(int above) {
    const int row = above / STEP, part = above % STEP, next = row + (part > 0);
    const double nodes =
        rows[row].nodes * pow(rows[next].nodes / rows[row].nodes, part / (double)STEP);

    return (Level){.nodes = (uint64_t)(nodes + 0.5),
                   .noise = rows[row].noise + (rows[next].noise - rows[row].noise) * part / STEP};
}

Level level_of(int elo) {
    const int rating = clamp(elo, LEVEL_MIN, LEVEL_MAX);

    return rating > LEVEL_PEOPLE ? engine_level(rating - LEVEL_PEOPLE)
                                 : (Level){.nodes = PERSON_NODES, .person = rating};
}

/*
 * Returns the rating from which players usually know how to mate a bare king with this material; 0
 * for other positions.
 */
static int known_from(const Board *b, Color us) {
    const int majors = bb_count(board_pieces(b, us, QUEEN) | board_pieces(b, us, ROOK));
    const Bitboard bishops = board_pieces(b, us, BISHOP);

    if (more_than_one(b->color[color_other(us)]))
        return 0;
    if (majors)
        return majors > 1 ? 400 : board_pieces(b, us, QUEEN) ? 600 : 900;
    if ((bishops & LIGHT_SQUARES) && (bishops & ~LIGHT_SQUARES))
        return 1500;
    return bishops && board_pieces(b, us, KNIGHT) ? 2200 : 0;
}

int level_percent_known(int elo, const Position *p) {
    enum { MOSTLY = 80, MOST = 95 };
    const int from = known_from(&p->board, position_turn(p));

    if (!from || elo > LEVEL_PEOPLE)
        return from ? 100 : 0;
    return clamp(MOSTLY + (clamp(elo, LEVEL_MIN, LEVEL_MAX) - from) / 20, 0, MOST);
}

Level level_in(int elo, const Position *p, uint64_t seed) {
    enum { KNOWN_NODES = 10000 };
    const int percent = level_percent_known(elo, p);
    const Level level = level_of(elo);
    uint64_t random = random_seed(seed, ~p->key);

    if (random_below(&random, 100) >= (unsigned)percent)
        return level;
    return (Level){.nodes = level.nodes > KNOWN_NODES ? level.nodes : KNOWN_NODES};
}

/* --- openings --------------------------------------------------------------------------------- */

enum { OPENING_CHANCES = 4 };

/*
 * Finds the opening moves for a level. Returns in how many of OPENING_CHANCES cases the level plays
 * one of them.
 */
static int open_with(int elo, const Position *p, BookMove list[MAX_MOVES], size_t *count) {
    const int chances =
        clamp(2 + (elo - LEVEL_MIN) / 150 + OPENING_CHANCES - 1 - position_game_ply(p), 0,
              OPENING_CHANCES);

    *count = chances ? opening_of_people(p, elo, list) : 0;
    if (chances && !*count)
        *count = opening_find(p, list);
    return *count ? chances : 0;
}

double level_opening(int elo, const Position *p, BookMove list[MAX_MOVES], size_t *count) {
    return (double)open_with(elo, p, list, count) / (double)OPENING_CHANCES;
}

Move level_opening_move(int elo, const Position *p, uint64_t seed, uint64_t random) {
    const int chance = (int)(seed * UINT64_C(0x9e3779b97f4a7c15) >> 62); /* 0 to 3 */
    BookMove list[MAX_MOVES];
    size_t count;

    if (OPENING_CHANCES - chance > open_with(elo, p, list, &count))
        return NO_MOVE;
    return book_choose(list, count, 100, random);
}
