/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weakness.h"

#include <stdlib.h>

#include "base/util.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/movegen.h"

static uint64_t mix(const Weakness *w, const Position *p, uint64_t what) {
    return ((p->key ^ w->seed) + what) * UINT64_C(0x9e3779b97f4a7c15);
}

int weakness_error(const Weakness *w, const Position *p) {
    const uint64_t bits = mix(w, p, 0), sides = (uint64_t)w->noise + 1;

    if (!w->seed)
        return 0;
    /* the sum of two even distributions is triangular */
    return (int)((bits >> 48) * sides >> 16) + (int)((bits >> 32 & 0xffff) * sides >> 16) -
           w->noise;
}

/* How hard the move is to see, in percent of an ordinary one. */
static int difficulty(const Position *p, Move m, int ply) {
    const Square from = move_from(m), to = move_to(m);
    const Piece piece = position_on(p, from);
    const int files = abs(square_file(from) - square_file(to)),
              ranks = square_rank(to) - square_rank(from),
              forward = position_turn(p) == WHITE ? ranks : -ranks;
    int percent = ply == 0 ? 40 : ply == 1 ? 100 : 140;

    if (position_is_castling(p, m))
        return ply ? percent : 0;
    if (position_is_capture(p, m)) {
        if (piece == PAWN)
            percent = percent / 4;
        if (captured_piece(p, m) == QUEEN)
            percent = percent / 32;
    }
    if (piece == KNIGHT)
        percent = percent * 5 / 4;
    else if (max(files, abs(ranks)) >= 4)
        percent = percent * (files && ranks ? 7 : 5) / 4;
    return piece != KING && forward < 0 ? percent * 5 / 4 : percent;
}

bool weakness_overlooks(const Weakness *w, const Position *p, Move m, Move last, int ply) {
    const Square to = move_to(m);
    const int dice = (int)((mix(w, p, m) >> 40) % 10000);
    int chance;
    Bitboard checks[PIECE_COUNT];

    if (!w->seed)
        return false;
    if (last != NO_MOVE && position_is_capture(p, m) &&
        (to == move_to(last) || (attacks_king(move_to(last)) & bb_of(to))))
        return false;
    chance = min(w->overlooks * difficulty(p, m, ply), 9500);
    position_check_squares(p, checks);
    if (bb_has(checks[position_on(p, move_from(m))], to)) {
        chance /= 2;
        if (ply == 0) {
            Position after;

            position_play(&after, p, m);
            if (!movegen_count(&after.board))
                chance = w->misses_mate * 100;
        }
    }
    return dice < chance;
}
