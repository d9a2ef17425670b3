/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "coherence.h"

#include <stdlib.h>

void coherence_begin_game(Coherence *c) {
    c->counted = false;
}

void coherence_add(Coherence *c, const ShardGame *game, size_t ply) {
    const int score = game->score[ply];

    if (game->result == RESULT_DRAW || abs(score) < COHERENCE_SCORE)
        return;
    c->positions++;
    c->agreeing += (score > 0) == (game->result == RESULT_WHITE_WINS);
    c->games += !c->counted;
    c->counted = true;
}

int coherence_permille(const Coherence *c) {
    return c->positions ? (int)(1000 * c->agreeing / c->positions) : 0;
}

bool coherence_is_wrong(const Coherence *c) {
    return c->games >= COHERENCE_GAMES && 100 * c->agreeing < COHERENCE_PERCENT * c->positions;
}

void coherence_describe(Text *text, const Coherence *c) {
    const int permille = coherence_permille(c);

    if (c->positions)
        text_addf(text, "results agree with scores in %d.%d %%", permille / 10, permille % 10);
    else
        text_addf(text, "no decided games with a score of %d centipawns", COHERENCE_SCORE);
}
