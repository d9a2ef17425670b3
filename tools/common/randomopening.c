/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "randomopening.h"

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/see.h"

Move randomopening_move(const Position *p, int most_loss, uint64_t *state) {
    Move list[MAX_MOVES], good[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    size_t good_count = 0;

    for (size_t i = 0; i < count; i++)
        if (see_ge(p, list[i], -most_loss))
            good[good_count++] = list[i];
    if (good_count)
        return good[random_below(state, (unsigned)good_count)];
    return count ? list[random_below(state, (unsigned)count)] : NO_MOVE;
}

void randomopening_back_rank(Piece rank[8], uint64_t *state) {
    static const Piece standard[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    int bishops;

    do {
        bishops = 0;
        for (unsigned i = 0; i < 8; i++)
            rank[i] = standard[i];
        for (unsigned i = 7; i > 0; i--) {
            const unsigned j = random_below(state, i + 1);
            const Piece other = rank[i];

            rank[i] = rank[j];
            rank[j] = other;
        }
        for (int i = 0; i < 8; i++)
            if (rank[i] == BISHOP)
                bishops += i & 1 ? 1 : 2;
    } while (bishops != 3);
}
