/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "maker.h"

#include <stdlib.h>

#include "base/random.h"
#include "chess/chess960.h"
#include "chess/fen.h"
#include "chess/randomopening.h"
#include "search/searcher.h"
#include "tools/common/openings.h"

struct Maker {
    MakerOptions options;
    Searcher *search;
    GameLine line;   /* has the position that is searched */
    SearchInfo last; /* with an exact score */
};

Maker *maker_new(const MakerOptions *options) {
    Maker *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->options = *options;
    openings_line(&m->line);
    m->search = searcher_new((size_t)options->hash_megabytes << 20, 1, NULL);
    if (!m->search) {
        maker_free(m);
        return NULL;
    }
    return m;
}

void maker_free(Maker *m) {
    if (!m)
        return;
    searcher_free(m->search);
    gameline_destroy(&m->line);
    free(m);
}

void maker_stop(Maker *m) {
    searcher_stop(m->search);
}

/*
 * Plays random moves. Returns false if the game ends on the way, or the side to move is in check.
 */
static bool play_random(const MakerOptions *options, uint64_t number, Position *p) {
    uint64_t random = random_seed(options->seed, number);
    const uint64_t lengths = (uint64_t)(options->max_plies - options->plies) + 1;
    const int plies = options->plies + (int)(number % lengths);

    if (options->chess960)
        chess960_start(p, (int)random_below(&random, 960));
    else if (fen_parse(p, word_of(FEN_START), false))
        return false;
    for (int i = 0; i < plies; i++) {
        const Move m = randomopening_move(p, MAKER_LOSS, &random);

        if (m == NO_MOVE)
            return false;
        position_advance(p, m);
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
        searcher_end(m->search);
}

bool maker_try(Maker *m, uint64_t number, Opening *out) {
    const Limits limits = {.nodes = m->options.nodes};
    Move best;

    if (!play_random(&m->options, number, &out->position))
        return false;
    m->last = (SearchInfo){0};
    searcher_clear(m->search);
    gameline_restart(&m->line, &out->position);
    searcher_search(m->search, &m->line, &limits, hear, m);
    if (!m->last.pv_length)
        return false;
    out->score = m->last.score;
    best = m->last.pv[0];
    return abs(out->score) >= m->options.low && abs(out->score) <= m->options.high &&
           !position_is_noisy(&out->position, best);
}
