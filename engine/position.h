/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chess position: where everything stands, and what a move does to it. */
#ifndef ALULA_POSITION_H
#define ALULA_POSITION_H

#include "attacks.h"

/* What the rules need to make moves: small, so that perft can copy it at every node. */
typedef struct {
    Bitboard piece[PIECE_COUNT]; /* where each kind of piece stands, both colors together */
    Bitboard color[COLOR_COUNT]; /* where each side's pieces stand */
    Bitboard castling;           /* rooks that may still castle: one form for chess and Chess960 */
    uint8_t ep_square;           /* a pawn just jumped over it and can legally be taken there */
    uint8_t turn;                /* Color to move */
} Board;

/* A position as search and games need it. A plain value: copy it to keep it. */
typedef struct {
    Board board;
    uint64_t key;        /* Zobrist key; the en-passant file counts only if a capture is legal */
    Bitboard checkers;   /* pieces that give check to the side to move */
    Bitboard pinned;     /* pieces of the side to move that shield their king from a slider */
    int halfmove_clock;  /* plies since the last capture or pawn move; 100 may be claimed a draw */
    int fullmove_number; /* as in FEN: starts at 1, grows after Black moves */
    uint8_t on[SQUARE_COUNT]; /* Piece on each square or NO_PIECE; says the same as piece[] */
} Position;

static inline Bitboard board_occupied(const Board *b) {
    return b->color[WHITE] | b->color[BLACK];
}
static inline Bitboard board_pieces(const Board *b, Color c, Piece p) {
    return b->piece[p] & b->color[c];
}
/* The king's square; each side has exactly one king. */
static inline Square board_king(const Board *b, Color c) {
    return bb_first(board_pieces(b, c, KING));
}

/* All pieces of both colors that attack a square when these squares are occupied. */
Bitboard board_attackers(const Board *b, Square s, Bitboard occupied);

/* May the pawn on `from` take en passant on ep_square without leaving its king in check? */
bool board_ep_is_legal(const Board *b, Color us, Square from, Square ep_square);

/*
 * The pieces of both colors that stand alone between the king of `us` and an enemy slider;
 * those of `us` are pinned, those of the other side may give discovered check.
 */
Bitboard board_blockers(const Board *b, Color us);

/* Where the king and the rook of a castling move end. */
static inline Square castling_king_to(Square king, Square rook) {
    return square_make(rook > king ? 6 : 2, square_rank(king));
}
static inline Square castling_rook_to(Square king, Square rook) {
    return square_make(rook > king ? 5 : 3, square_rank(king));
}

/*
 * Make a legal move on the board alone. `piece` stands on `from`; `us` is the side to move, passed
 * apart so that callers may know it at compile time.
 */
static inline void board_play(Board *b, const Color us, Square from, Square to, const Piece piece,
                              const Piece promotion) {
    const Color them = color_other(us);
    const Bitboard from_bb = bb_of(from), to_bb = bb_of(to);
    const uint8_t ep_square = b->ep_square;

    b->turn = (uint8_t)them;
    b->ep_square = NO_SQUARE;
    if (piece == KING && (b->color[us] & to_bb)) {
        const Bitboard king_to = bb_of(castling_king_to(from, to));
        const Bitboard rook_to = bb_of(castling_rook_to(from, to));

        b->piece[KING] ^= from_bb;
        b->piece[ROOK] ^= to_bb;
        b->color[us] ^= from_bb | to_bb;
        b->piece[KING] |= king_to;
        b->piece[ROOK] |= rook_to;
        b->color[us] |= king_to | rook_to;
        b->castling &= ~bb_rank(square_rank(from));
        return;
    }
    if (b->color[them] & to_bb) {
        b->color[them] ^= to_bb;
        for (Piece p = PAWN; p < KING; p++)
            b->piece[p] &= ~to_bb;
    }
    b->castling &= ~(from_bb | to_bb);
    b->color[us] ^= from_bb | to_bb;
    b->piece[piece] ^= from_bb | to_bb;
    if (piece == KING) {
        b->castling &= ~b->color[us];
    } else if (piece == PAWN) {
        if (promotion != NO_PIECE) {
            b->piece[PAWN] ^= to_bb;
            b->piece[promotion] |= to_bb;
        } else if (to == ep_square) {
            const Bitboard taken = bb_back(to_bb, us);
            b->piece[PAWN] ^= taken;
            b->color[them] ^= taken;
        } else if ((from ^ to) == 16) {
            Bitboard takers = (bb_east(to_bb) | bb_west(to_bb)) & board_pieces(b, them, PAWN);
            while (takers && b->ep_square == NO_SQUARE) {
                const Square over = (Square)((from + to) / 2);
                if (board_ep_is_legal(b, them, bb_take(&takers), over))
                    b->ep_square = (uint8_t)over;
            }
        }
    }
}

/* An empty board, White to move, no rights, clocks at their start. Not a legal position. */
void position_clear(Position *p);

/* Put a piece on an empty square of a position that is being set up. */
void position_put(Position *p, Color c, Piece piece, Square s);

/* Take whatever stands on a square away; position_derive() has to follow, as after position_put().
 */
void position_empty(Position *p, Square s);

/*
 * After a set-up: derive key, checkers and pins from the board. Drops an ep_square on which no
 * capture is legal. Needs one king a side.
 */
void position_derive(Position *p);

/* What the key must be; the incremental key is always equal to it. */
uint64_t position_key(const Position *p);

/*
 * The key after a legal move, at little cost: exact for moves and captures that leave castling
 * rights and the en-passant square as they are, a wrong one for others. Good enough to have the
 * entry of a table fetched before the move is played.
 */
uint64_t position_key_guess(const Position *p, Move m);

/*
 * What is wrong with a position, in words for the user, or NULL when play may start from it. The
 * one validator: it may be called on a position whose derived fields are not yet filled in.
 */
const char *position_defect(const Position *p);

/* child = parent after a legal move. The two may not be the same object. */
void position_play(Position *child, const Position *parent, Move m);

/* child = parent with the other side to move. The side to move may not be in check. */
void position_null_move(Position *child, const Position *parent);

static inline Color position_turn(const Position *p) {
    return (Color)p->board.turn;
}
static inline Piece position_on(const Position *p, Square s) {
    return (Piece)p->on[s];
}
static inline bool position_in_check(const Position *p) {
    return p->checkers != 0;
}
static inline bool position_is_castling(const Position *p, Move m) {
    return position_on(p, move_from(m)) == KING &&
           bb_has(p->board.color[p->board.turn], move_to(m));
}
static inline bool position_is_ep(const Position *p, Move m) {
    return p->board.ep_square == move_to(m) && position_on(p, move_from(m)) == PAWN;
}
/* Does the move take something, en passant included? */
static inline bool position_is_capture(const Position *p, Move m) {
    return bb_has(p->board.color[color_other(position_turn(p))], move_to(m)) ||
           position_is_ep(p, m);
}
/* A capture or a promotion: what movegen_noisy() makes. */
static inline bool position_is_noisy(const Position *p, Move m) {
    return position_is_capture(p, m) || move_promotion(m) != NO_PIECE;
}
/* What a capture takes: PAWN for en passant, NO_PIECE if it takes nothing. */
static inline Piece position_taken(const Position *p, Move m) {
    return position_is_castling(p, m) ? NO_PIECE
           : position_is_ep(p, m)     ? PAWN
                                      : position_on(p, move_to(m));
}
/* Does a side have anything besides king and pawns? */
static inline bool position_has_pieces(const Position *p, Color c) {
    return (p->board.color[c] & ~(p->board.piece[PAWN] | p->board.piece[KING])) != 0;
}

/*
 * The squares from which each kind of piece of the side to move would give check itself, by
 * [piece], as the board is now; none for the king.
 */
void position_check_squares(const Position *p, Bitboard checks[PIECE_COUNT]);

/*
 * Can no sequence of legal moves end in mate, judged by material alone? True for K–K, K and one
 * minor piece against K, and kings with any number of bishops that all stand on one color.
 */
bool position_insufficient_material(const Position *p);

#endif
