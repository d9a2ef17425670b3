/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "maker.h"

#include <assert.h>
#include <stdlib.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/randomopening.h"
#include "tools/common/positionsearch.h"

struct Maker {
    MakerOptions options;
    PositionSearch *search;
    SearchInfo last; /* with an exact score */
};

Maker *maker_new(const MakerOptions *options) {
    Maker *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->options = *options;
    if (!(m->search = positionsearch_new((size_t)options->hash_megabytes << 20, 1))) {
        free(m);
        return NULL;
    }
    return m;
}

void maker_free(Maker *m) {
    if (!m)
        return;
    positionsearch_free(m->search);
    free(m);
}

void maker_stop(Maker *m) {
    positionsearch_quit(m->search);
}

/* A random Chess960 start position. */
static void set_chess960(Position *p, uint64_t *random) {
    Piece rank[8];
    int left = 0, right = 7, king = 0;

    do {
        randomopening_back_rank(rank, random);
        for (left = 0; rank[left] != ROOK;)
            left++;
        for (right = 7; rank[right] != ROOK;)
            right--;
        for (king = 0; rank[king] != KING;)
            king++;
    } while (king < left || king > right);
    position_clear(p);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        for (int file = 0; file < 8; file++) {
            position_put(p, c, rank[file], square_make(file, relative_rank(c, 0)));
            position_put(p, c, PAWN, square_make(file, relative_rank(c, 1)));
        }
        p->board.castling |= bb_of(square_make(left, relative_rank(c, 0)));
        p->board.castling |= bb_of(square_make(right, relative_rank(c, 0)));
    }
    position_derive(p);
    assert(!position_error(p));
}

/* Play random moves. False if the game ends on the way, or the side to move is in check. */
static bool play_random(const MakerOptions *options, uint64_t number, Position *p) {
    uint64_t random = random_seed(options->seed, number);
    const uint64_t lengths = (uint64_t)(options->max_plies - options->plies) + 1;
    const int plies = options->plies + (int)(number % lengths);

    if (options->chess960)
        set_chess960(p, &random);
    else if (fen_parse(p, word_of(FEN_START), false))
        return false;
    for (int i = 0; i < plies; i++) {
        const Move m = randomopening_move(p, MAKER_LOSS, &random);
        Position next;

        if (m == NO_MOVE)
            return false;
        position_play(&next, p, m);
        *p = next;
    }
    return !position_in_check(p);
}

static void hear(void *context, const SearchInfo *t) {
    Maker *m = context;

    if (t->bound != BOUND_EXACT)
        return;
    m->last = *t;
    if (t->nodes > m->options.nodes / 8 && (abs(t->score) > m->options.high + MAKER_MARGIN ||
                                            abs(t->score) < m->options.low - MAKER_MARGIN))
        positionsearch_stop(m->search);
}

bool maker_try(Maker *m, uint64_t number, Opening *out) {
    const Limits limits = {.nodes = m->options.nodes};
    Move best;

    if (!play_random(&m->options, number, &out->position))
        return false;
    m->last = (SearchInfo){0};
    positionsearch_run(m->search, &out->position, &limits, hear, m);
    if (!m->last.pv_length)
        return false;
    out->score = m->last.score;
    best = m->last.pv[0];
    return abs(out->score) >= m->options.low && abs(out->score) <= m->options.high &&
           !position_is_noisy(&out->position, best);
}
