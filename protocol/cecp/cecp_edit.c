/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cecp_edit.h"

#include "chess/notation.h"

void cecp_edit_clear(Position *p) {
    const uint8_t turn = p->board.turn;

    position_clear(p);
    p->board.turn = turn;
}

bool cecp_edit_put(Position *p, Color c, Word w) {
    static const char letters[] = "PNBRQK";
    Piece piece = PAWN;
    Square s;

    if (w.length != 3 || !notation_read_square(&s, (Word){w.at + 1, 2}))
        return false;
    while (piece < PIECE_COUNT && letters[piece] != w.at[0])
        piece++;
    if (piece == NO_PIECE && w.at[0] != 'x')
        return false;
    position_empty(p, s);
    if (piece != NO_PIECE)
        position_put(p, c, piece, s);
    return true;
}

/* The outermost rooks on a king's back rank; outside Chess960 only those at home. */
static Bitboard assumed_castling(const Board *b, Color c, bool chess960) {
    const Bitboard home = bb_rank(rank_for(c, 0));
    const Bitboard king = board_pieces(b, c, KING) & home;
    const Bitboard rooks = board_pieces(b, c, ROOK) & home;
    Bitboard outermost = 0;

    if (!king || bb_several(king))
        return 0;
    if (!chess960)
        return king & bb_file(4) ? rooks & (bb_file(0) | bb_file(7)) : 0;
    if (rooks & (king - 1))
        outermost |= bb_of(bb_first(rooks));
    if (rooks & ~(king | (king - 1)))
        outermost |= bb_of(bb_last(rooks));
    return outermost;
}

const char *cecp_edit_finish(Position *p, bool chess960) {
    Board *b = &p->board;
    const char *error;

    b->ep_square = NO_SQUARE;
    b->castling = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        b->castling |= assumed_castling(b, c, chess960);
    p->halfmove_clock = 0;
    p->fullmove_number = 1;
    if (!(error = position_defect(p)))
        position_derive(p);
    return error;
}
