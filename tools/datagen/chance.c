/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chance.h"

#include "movegen.h"
#include "see.h"

/* G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014. */
uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

unsigned random_below(uint64_t *state, unsigned below) {
    return (unsigned)((random_next(state) >> 32) * below >> 32);
}

uint64_t random_seed(uint64_t a, uint64_t b) {
    const uint64_t first = random_next(&a);

    b ^= first;
    return random_next(&b);
}

Move random_move(const Position *p, int most_loss, uint64_t *state) {
    Move list[MAX_MOVES], sane[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (see_at_least(p, list[i], -most_loss))
            sane[kept++] = list[i];
    if (kept)
        return sane[random_below(state, (unsigned)kept)];
    return count ? list[random_below(state, (unsigned)count)] : NO_MOVE;
}

void random_back_rank(Piece rank[8], uint64_t *state) {
    static const Piece usual[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    int bishops;

    do {
        bishops = 0;
        for (unsigned i = 0; i < 8; i++)
            rank[i] = usual[i];
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
