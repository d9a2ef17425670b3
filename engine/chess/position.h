/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chess position, and making moves on it. */
#ifndef ALULA_POSITION_H
#define ALULA_POSITION_H

#include <assert.h>

#include "attacks.h"
#include "base/util.h"

/* State needed to make moves: 80 bytes, which perft copies at every node. */
typedef struct {
    Bitboard piece[PIECE_COUNT]; /* the squares of each kind of piece, both colors */
    Bitboard color[COLOR_COUNT]; /* the squares of each side's pieces */
    Bitboard castling; /* squares of rooks that may still castle, in chess and Chess960 alike */
    uint8_t ep_square; /* en-passant target if a legal capture exists, or NO_SQUARE */
    uint8_t turn;      /* Color to move */
} Board;

/*
 * A position of a search or game. Copy-make (chessprogramming.org, "Copy-Make"): each ply has its
 * own position; there is no unmake.
 */
typedef struct {
    Board board;
    uint64_t key;        /* Zobrist key; see zobrist.h */
    Bitboard checkers;   /* pieces that give check to the side to move */
    Bitboard pinned;     /* pieces of the side to move that are pinned to their king */
    int halfmove_clock;  /* plies since the last capture or pawn move; 100: a draw may be claimed */
    int fullmove_number; /* as in FEN: 1 or more, incremented after Black's move */
    uint8_t on[SQUARE_COUNT]; /* Piece on each square, or NO_PIECE; agrees with board.piece[] */
} Position;

static inline Bitboard board_occupied(const Board *b) {
    return b->color[WHITE] | b->color[BLACK];
}
static inline Bitboard board_pieces(const Board *b, Color c, Piece p) {
    return b->piece[p] & b->color[c];
}
/* Returns the king's square. Each side must have a king. */
static inline Square board_king(const Board *b, Color c) {
    return bb_first(board_pieces(b, c, KING));
}

/* Returns the pieces of both colors that attack a square, given the occupied squares. */
Bitboard board_attackers(const Board *b, Square s, Bitboard occupied);

/* Returns true if en passant from `from` to ep_square does not leave the king of `us` in check. */
bool board_ep_is_legal(const Board *b, Color us, Square from, Square ep_square);

/*
 * Returns the blockers: the pieces of both colors that stand alone between the king of `us` and an
 * enemy slider. Those of `us` are pinned; those of the other side can give discovered check.
 */
Bitboard board_blockers(const Board *b, Color us);

/*
 * Return the squares of king and rook after castling: on the g- and f-file, or the c- and d-file.
 */
static inline Square castling_king_to(Square king, Square rook) {
    return square_make(rook > king ? 6 : 2, square_rank(king));
}
static inline Square castling_rook_to(Square king, Square rook) {
    return square_make(rook > king ? 5 : 3, square_rank(king));
}

/*
 * Makes a legal move on the board alone, without key, checkers and pins. `us` is the side to move,
 * and `piece` stands on `from`: both are parameters so that callers can pass compile-time
 * constants.
 */
static inline void board_play(Board *b, const Color us, Square from, Square to, const Piece piece,
                              const Piece promotion) {
    const Color them = color_other(us);
    const Bitboard from_bb = bb_of(from), to_bb = bb_of(to);
    const uint8_t ep_square = b->ep_square;

    assert(b->turn == us && (from_bb & b->color[us] & b->piece[piece]));
    assert(!(to_bb & b->piece[KING]));
    assert(promotion == NO_PIECE || piece == PAWN);
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
                if (board_ep_is_legal(b, them, pop_lsb(&takers), over))
                    b->ep_square = (uint8_t)over;
            }
        }
    }
}

/* Sets an empty board, White to move, no castling rights, initial clocks. Not a legal position. */
void position_clear(Position *p);

/* Setup: puts a piece on an empty square. position_derive() must follow. */
void position_put(Position *p, Color c, Piece piece, Square s);

/* Setup: clears a square, empty or not. position_derive() must follow. */
void position_empty(Position *p, Square s);

/*
 * Setup: derives key, checkers and pins from the board, and drops an ep_square where no capture is
 * legal. Each side must have one king.
 */
void position_derive(Position *p);

/*
 * Computes the Zobrist key from scratch. The incrementally updated Position.key always equals it.
 */
uint64_t position_key(const Position *p);

/*
 * Returns the approximate key after a legal move, for prefetching a TT entry. Exact for quiet moves
 * and captures that change neither castling rights nor the en-passant square, wrong for others.
 */
uint64_t position_key_guess(const Position *p, Move m);

/*
 * Validates a position. Returns NULL if play may start from it, or an error message for the user.
 * Key, checkers and pins are not checked, as they may not be derived yet. Without `material`,
 * allows more pieces and pawns than a game can have, and so more moves.
 */
const char *position_error_if(const Position *p, bool material);
static inline const char *position_error(const Position *p) {
    return position_error_if(p, true);
}

/* Validates only the en-passant square, in the same way; the rest may be invalid. */
const char *position_ep_error(const Position *p);

/* Sets child to the position after a legal move. The objects must differ. */
void position_play(Position *child, const Position *parent, Move m);

/* Null move: sets child to the parent with the other side to move. Not allowed in check. */
void position_null_move(Position *child, const Position *parent);

/* Sets child to the position after a legal move, or after a null move for NO_MOVE. */
static inline void position_play_or_null(Position *child, const Position *parent, Move m) {
    if (m == NO_MOVE)
        position_null_move(child, parent);
    else
        position_play(child, parent, m);
}

/* Plays a legal move in place, for callers that do not need the position before it. */
static inline void position_advance(Position *p, Move m) {
    const Position before = *p;

    position_play(p, &before, m);
}

static inline Color position_turn(const Position *p) {
    return (Color)p->board.turn;
}
/* Returns the plies since the start of the game, from the move number: 0 for White's first move. */
static inline int position_game_ply(const Position *p) {
    return 2 * (min(p->fullmove_number, 1 << 20) - 1) + (position_turn(p) == BLACK);
}
static inline Piece position_on(const Position *p, Square s) {
    return (Piece)p->on[s];
}
/* Returns true if the side to move is in check. */
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
/* Returns true if the move is a capture, en passant included. */
static inline bool position_is_capture(const Position *p, Move m) {
    return bb_has(p->board.color[color_other(position_turn(p))], move_to(m)) ||
           position_is_ep(p, m);
}
/* Returns true for a capture or promotion, as generated by movegen_noisy(). */
static inline bool position_is_noisy(const Position *p, Move m) {
    return position_is_capture(p, m) || move_promotion(m) != NO_PIECE;
}
/* Returns the captured piece: PAWN for en passant, NO_PIECE if the move is not a capture. */
static inline Piece captured_piece(const Position *p, Move m) {
    return position_is_castling(p, m) ? NO_PIECE
           : position_is_ep(p, m)     ? PAWN
                                      : position_on(p, move_to(m));
}
/* Returns true if the side has pieces other than king and pawns. */
static inline bool position_has_pieces(const Position *p, Color c) {
    return (p->board.color[c] & ~(p->board.piece[PAWN] | p->board.piece[KING])) != 0;
}

/*
 * Computes the check squares: for each kind of piece, the squares from which one of the side to
 * move would give direct check on the current board; none for the king.
 */
void position_check_squares(const Position *p, Bitboard checks[PIECE_COUNT]);

/*
 * Insufficient material (FIDE Laws 5.2.2): returns true if neither side can be mated: bare kings,
 * one minor piece against a bare king, and any number of bishops all on squares of one color.
 */
bool position_insufficient_material(const Position *p);

#endif
