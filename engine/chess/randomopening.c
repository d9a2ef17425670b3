/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "randomopening.h"

#include <assert.h>

#include "base/random.h"
#include "fen.h"
#include "movegen.h"
#include "see.h"

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

/* Shuffles a back rank with bishops of opposite colors; the king may be outside the rooks. */
static void shuffle_back_rank(Piece rank[8], uint64_t *state) {
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

void randomopening_start(Position *p, bool shuffled, uint64_t *state) {
    const char *error = fen_parse(p, word_of(FEN_START), false);

    assert(!error);
    (void)error;
    if (!shuffled)
        return;
    position_clear(p);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        Piece rank[8];

        shuffle_back_rank(rank, state);
        for (int file = 0; file < 8; file++) {
            position_put(p, c, rank[file], square_make(file, relative_rank(c, 0)));
            position_put(p, c, PAWN, square_make(file, relative_rank(c, 1)));
        }
    }
    position_derive(p);
    assert(!position_error(p));
}

OpeningEnd randomopening_play(GameLine *line, const Position *start, int plies, uint64_t *state) {
    Position last = *start;

    gameline_restart(line, &last);
    for (int i = 0; i < plies; i++) {
        if (gameline_outcome(line) != OUTCOME_NONE)
            return OPENING_OVER;
        if (gameline_play(line, randomopening_move(gameline_now(line), RANDOMOPENING_LOSS, state)))
            return OPENING_NO_MEMORY;
    }
    last = *gameline_now(line);
    gameline_restart(line, &last);
    return gameline_outcome(line) == OUTCOME_NONE ? OPENING_PLAYED : OPENING_OVER;
}
