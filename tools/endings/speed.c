/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "speed.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/random.h"
#include "tools/common/memory.h"

enum { POSITIONS = 20000, ROUNDS = 10 };

/* Gets a random legal position that the tables contain. */
static void random_position(Position *p, Syzygy *tables, int men, uint64_t *seed) {
    Wdl wdl;

    do {
        position_clear(p);
        position_put(p, WHITE, KING, (Square)random_below(seed, SQUARE_COUNT));
        for (int n = 1; n < men;) {
            const Square s = (Square)random_below(seed, SQUARE_COUNT);
            const Piece piece = n == 1 ? KING : (Piece)random_below(seed, KING);
            const bool back = square_rank(s) == 0 || square_rank(s) == 7;

            if (position_on(p, s) != NO_PIECE || (piece == PAWN && back))
                continue;
            position_put(p, n == 1 ? BLACK : (Color)random_below(seed, 2), piece, s);
            n++;
        }
        p->board.turn = (uint8_t)random_below(seed, 2);
        p->board.ep_square = NO_SQUARE;
        position_derive(p);
    } while (position_error(p) || !syzygy_wdl(tables, p, &wdl));
}

bool speed_run(Syzygy *tables) {
    Position *const p = memory_new(POSITIONS, sizeof *p);
    int64_t best[2] = {INT64_MAX, INT64_MAX};
    uint64_t seed = 1, found[2] = {0, 0};

    if (!syzygy_men(tables)) {
        free(p);
        return false;
    }
    for (int i = 0; i < POSITIONS; i++)
        random_position(&p[i], tables, syzygy_men(tables), &seed);
    for (int round = 0; round <= ROUNDS; round++)
        for (int kind = 0; kind < 2; kind++) {
            const int64_t start = clock_us();
            int64_t us;
            found[kind] = 0;
            for (int i = 0; i < POSITIONS; i++) {
                Wdl wdl;
                int dtz;
                found[kind] +=
                    kind ? syzygy_dtz(tables, &p[i], &dtz) : syzygy_wdl(tables, &p[i], &wdl);
            }
            us = clock_us() - start;
            best[kind] = round && us < best[kind] ? us : best[kind];
        }
    printf("%d positions of %d pieces, best of %d rounds:\n", POSITIONS, syzygy_men(tables),
           ROUNDS);
    for (int kind = 0; kind < 2; kind++)
        printf("%s: %" PRId64 " ns a probe, %" PRIu64 " found\n", kind ? "DTZ" : "WDL",
               best[kind] * 1000 / POSITIONS, found[kind]);
    free(p);
    return true;
}
