/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "position.h"

#include <assert.h>
#include <string.h>

#include "zobrist.h"

Bitboard board_attackers(const Board *b, Square s, Bitboard occupied) {
    return (attacks_pawn(WHITE, s) & board_pieces(b, BLACK, PAWN)) |
           (attacks_pawn(BLACK, s) & board_pieces(b, WHITE, PAWN)) |
           (attacks_knight(s) & b->piece[KNIGHT]) | (attacks_king(s) & b->piece[KING]) |
           (attacks_bishop(s, occupied) & (b->piece[BISHOP] | b->piece[QUEEN])) |
           (attacks_rook(s, occupied) & (b->piece[ROOK] | b->piece[QUEEN]));
}

/* Tests the king with both pawns moved. The captured pawn may have been the checker. */
bool board_ep_is_legal(const Board *b, Color us, Square from, Square ep_square) {
    const Color them = color_other(us);
    const Bitboard taken = bb_back(bb_of(ep_square), us);
    const Bitboard occupied = (board_occupied(b) ^ bb_of(from) ^ taken) | bb_of(ep_square);

    return !(board_attackers(b, board_king(b, us), occupied) & b->color[them] & ~taken);
}

/* Returns the snipers: the enemy sliders that would attack the king of `us` on an empty board. */
static Bitboard find_snipers(const Board *b, Color us, Square king) {
    return ((attacks_bishop(king, 0) & (b->piece[BISHOP] | b->piece[QUEEN])) |
            (attacks_rook(king, 0) & (b->piece[ROOK] | b->piece[QUEEN]))) &
           b->color[color_other(us)];
}

Bitboard board_blockers(const Board *b, Color us) {
    const Square king = board_king(b, us);
    const Bitboard occupied = board_occupied(b);
    Bitboard snipers = find_snipers(b, us, king), blockers = 0;

    while (snipers) {
        const Bitboard between = attacks_between(king, pop_lsb(&snipers)) & occupied;
        if (!more_than_one(between))
            blockers |= between;
    }
    return blockers;
}

void position_clear(Position *p) {
    memset(p, 0, sizeof *p);
    memset(p->on, NO_PIECE, sizeof p->on);
    p->board.ep_square = NO_SQUARE;
    p->fullmove_number = 1;
}

void position_put(Position *p, Color c, Piece piece, Square s) {
    assert(piece <= KING && position_on(p, s) == NO_PIECE);
    p->board.piece[piece] |= bb_of(s);
    p->board.color[c] |= bb_of(s);
    p->on[s] = (uint8_t)piece;
}

void position_empty(Position *p, Square s) {
    if (position_on(p, s) == NO_PIECE)
        return;
    p->board.piece[position_on(p, s)] &= ~bb_of(s);
    p->board.color[WHITE] &= ~bb_of(s);
    p->board.color[BLACK] &= ~bb_of(s);
    p->on[s] = NO_PIECE;
}

static uint64_t castling_key(const Board *b) {
    uint64_t key = 0;

    for (Bitboard rooks = b->castling; rooks;) {
        const Square rook = pop_lsb(&rooks);
        const Color c = bb_has(b->color[WHITE], rook) ? WHITE : BLACK;
        key ^= zobrist_castling(c, rook < board_king(b, c));
    }
    return key;
}

uint64_t position_key(const Position *p) {
    const Board *b = &p->board;
    uint64_t key = castling_key(b);

    for (Bitboard all = board_occupied(b); all;) {
        const Square s = pop_lsb(&all);
        key ^= zobrist_piece(bb_has(b->color[WHITE], s) ? WHITE : BLACK, position_on(p, s), s);
    }
    if (b->turn == BLACK)
        key ^= zobrist_side();
    if (b->ep_square != NO_SQUARE)
        key ^= zobrist_ep((Square)b->ep_square);
    return key;
}

uint64_t position_key_guess(const Position *p, Move m) {
    const Color us = position_turn(p);
    const Square from = move_from(m), to = move_to(m);
    const Piece piece = position_on(p, from), taken = position_on(p, to);
    uint64_t key =
        p->key ^ zobrist_side() ^ zobrist_piece(us, piece, from) ^ zobrist_piece(us, piece, to);

    return taken == NO_PIECE ? key : key ^ zobrist_piece(color_other(us), taken, to);
}

/* A sniper with nothing in between gives check; with one piece of ours, that piece is pinned. */
static void find_checks_and_pins(Position *p) {
    const Board *b = &p->board;
    const Color us = position_turn(p);
    const Square king = board_king(b, us);
    const Bitboard occupied = board_occupied(b);
    Bitboard checkers =
        ((attacks_knight(king) & b->piece[KNIGHT]) | (attacks_pawn(us, king) & b->piece[PAWN])) &
        b->color[color_other(us)];
    Bitboard blockers = 0;

    for (Bitboard snipers = find_snipers(b, us, king); snipers;) {
        const Square s = pop_lsb(&snipers);
        const Bitboard between = attacks_between(king, s) & occupied;

        checkers |= between ? 0 : bb_of(s);
        blockers |= more_than_one(between) ? 0 : between;
    }
    p->checkers = checkers;
    p->pinned = blockers & b->color[us];
    /* adjacent kings are only refused later, by position_error() */
    assert(p->checkers ==
           (board_attackers(b, king, occupied) & b->color[color_other(us)] & ~b->piece[KING]));
    assert(!(p->pinned & b->piece[KING]));
}

void position_derive(Position *p) {
    Board *b = &p->board;

    assert(bb_count(board_pieces(b, WHITE, KING)) == 1);
    assert(bb_count(board_pieces(b, BLACK, KING)) == 1);
    if (b->ep_square != NO_SQUARE) {
        const Color us = position_turn(p), them = color_other(us);
        const Square ep_square = (Square)b->ep_square;
        Bitboard takers = attacks_pawn(them, ep_square) & board_pieces(b, us, PAWN);
        bool legal = false;

        while (takers && !legal)
            legal = board_ep_is_legal(b, us, pop_lsb(&takers), ep_square);
        if (!legal)
            b->ep_square = NO_SQUARE;
    }
    p->key = position_key(p);
    find_checks_and_pins(p);
}

static const char *king_error(const Board *b, Color c) {
    const int kings = bb_count(board_pieces(b, c, KING));

    if (kings == 1)
        return NULL;
    if (c == WHITE)
        return kings ? "White has more than one king" : "White has no king";
    return kings ? "Black has more than one king" : "Black has no king";
}

static const char *material_error(const Board *b, Color c) {
    static const int at_start[PIECE_COUNT] = {8, 2, 2, 2, 1, 1};
    const int pawns = bb_count(board_pieces(b, c, PAWN));
    int promoted = 0;

    if (pawns > 8)
        return c == WHITE ? "White has more than eight pawns" : "Black has more than eight pawns";
    for (Piece p = KNIGHT; p <= QUEEN; p++) {
        const int extra = bb_count(board_pieces(b, c, p)) - at_start[p];
        promoted += max(extra, 0);
    }
    if (promoted > 8 - pawns)
        return c == WHITE ? "White has more pieces than its pawns could promote to"
                          : "Black has more pieces than its pawns could promote to";
    return NULL;
}

static const char *castling_error(const Board *b) {
    for (Color c = WHITE; c <= BLACK; c++) {
        const Square king = board_king(b, c);
        const Bitboard home = bb_rank(relative_rank(c, 0)), rooks = b->castling & b->color[c];
        const Bitboard east = ~(bb_of(king) | (bb_of(king) - 1));

        if (rooks && !bb_has(home, king))
            return "a king with castling rights is not on its back rank";
        if (rooks & ~(home & b->piece[ROOK]))
            return "a castling right has no rook on the back rank";
        if (more_than_one(rooks & east) || more_than_one(rooks & ~east))
            return "two castling rights on one side of the king";
    }
    return b->castling & ~board_occupied(b) ? "a castling right has no rook" : NULL;
}

const char *position_ep_error(const Position *p) {
    const Board *b = &p->board;
    const Color us = position_turn(p), them = color_other(us);
    Bitboard target;

    if (b->ep_square == NO_SQUARE)
        return NULL;
    target = bb_of((Square)b->ep_square);
    if (!(target & bb_rank(relative_rank(us, 5))))
        return "the en-passant square is not behind a pawn that just moved";
    if (!(bb_forward(target, them) & board_pieces(b, them, PAWN)))
        return "the en-passant square has no pawn in front of it";
    if ((target | bb_back(target, them)) & board_occupied(b))
        return "the en-passant square, or the one behind it, is occupied";
    if (p->halfmove_clock)
        return "the halfmove clock is not 0 after a pawn move";
    return NULL;
}

/* Checks that squares, sets of pieces and colors agree. */
static const char *sets_error(const Position *p) {
    const Board *b = &p->board;
    Bitboard seen = 0;

    for (Piece i = PAWN; i <= KING; i++) {
        if (seen & b->piece[i])
            return "two pieces stand on one square";
        seen |= b->piece[i];
        for (Bitboard squares = b->piece[i]; squares;)
            if (position_on(p, pop_lsb(&squares)) != i)
                return "the squares and the sets of pieces disagree";
    }
    for (Bitboard empty = ~seen; empty;)
        if (position_on(p, pop_lsb(&empty)) != NO_PIECE)
            return "the squares and the sets of pieces disagree";
    if (seen != board_occupied(b) || (b->color[WHITE] & b->color[BLACK]))
        return "the colors and the sets of pieces disagree";
    return NULL;
}

const char *position_error_if(const Position *p, bool material) {
    const Board *b = &p->board;
    const Color us = position_turn(p);
    const char *error;

    if ((error = sets_error(p)) || (error = king_error(b, WHITE)) ||
        (material && (error = material_error(b, WHITE))) || (error = king_error(b, BLACK)) ||
        (material && (error = material_error(b, BLACK))))
        return error;
    if (b->piece[PAWN] & (bb_rank(0) | bb_rank(7)))
        return "a pawn stands on the first or the last rank";
    if (attacks_king(board_king(b, WHITE)) & board_pieces(b, BLACK, KING))
        return "the kings stand next to each other";
    if (board_attackers(b, board_king(b, color_other(us)), board_occupied(b)) & b->color[us])
        return "the side that is not to move is in check";
    if ((error = castling_error(b)) || (error = position_ep_error(p)))
        return error;
    if (p->halfmove_clock < 0)
        return "the halfmove clock is negative";
    return p->fullmove_number < 1 ? "the move number is less than 1" : NULL;
}

void position_play(Position *child, const Position *parent, Move m) {
    const Color us = position_turn(parent), them = color_other(us);
    const Square from = move_from(m), to = move_to(m);
    const Piece piece = position_on(parent, from), promotion = move_promotion(m);
    const Piece taken = captured_piece(parent, m);
    Board *b = &child->board;
    uint64_t key = parent->key ^ zobrist_side();

    assert(child != parent);
    assert(piece != NO_PIECE && bb_has(parent->board.color[us], from));
    *child = *parent;
    board_play(b, us, from, to, piece, promotion);

    if (position_is_castling(parent, m)) {
        const Square king_to = castling_king_to(from, to), rook_to = castling_rook_to(from, to);

        child->on[from] = child->on[to] = NO_PIECE;
        child->on[king_to] = KING;
        child->on[rook_to] = ROOK;
        key ^= zobrist_piece(us, KING, from) ^ zobrist_piece(us, KING, king_to) ^
               zobrist_piece(us, ROOK, to) ^ zobrist_piece(us, ROOK, rook_to);
    } else {
        const Piece placed = promotion == NO_PIECE ? piece : promotion;
        const Square taken_on = position_is_ep(parent, m) ? (Square)(to ^ 8) : to;

        if (taken != NO_PIECE) {
            child->on[taken_on] = NO_PIECE;
            key ^= zobrist_piece(them, taken, taken_on);
        }
        child->on[from] = NO_PIECE;
        child->on[to] = (uint8_t)placed;
        key ^= zobrist_piece(us, piece, from) ^ zobrist_piece(us, placed, to);
    }
    if (b->castling != parent->board.castling)
        key ^= castling_key(&parent->board) ^ castling_key(b);
    if (parent->board.ep_square != NO_SQUARE)
        key ^= zobrist_ep((Square)parent->board.ep_square);
    if (b->ep_square != NO_SQUARE)
        key ^= zobrist_ep((Square)b->ep_square);
    child->key = key;
    child->halfmove_clock = piece == PAWN || taken != NO_PIECE ? 0 : parent->halfmove_clock + 1;
    child->fullmove_number += us == BLACK;
    find_checks_and_pins(child);
    assert(child->key == position_key(child));
    assert(!position_error(child));
}

void position_null_move(Position *child, const Position *parent) {
    assert(child != parent);
    assert(!parent->checkers);
    *child = *parent;
    child->board.turn = (uint8_t)color_other(position_turn(parent));
    child->key ^= zobrist_side();
    if (parent->board.ep_square != NO_SQUARE) {
        child->key ^= zobrist_ep((Square)parent->board.ep_square);
        child->board.ep_square = NO_SQUARE;
    }
    child->halfmove_clock++;
    child->fullmove_number += parent->board.turn == BLACK;
    find_checks_and_pins(child);
    assert(child->key == position_key(child));
}

bool position_insufficient_material(const Position *p) {
    const Board *b = &p->board;
    const Bitboard bishops = b->piece[BISHOP];

    if (b->piece[PAWN] | b->piece[ROOK] | b->piece[QUEEN])
        return false;
    if (b->piece[KNIGHT])
        return !more_than_one(b->piece[KNIGHT] | bishops);
    return !(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES);
}

void position_check_squares(const Position *p, Bitboard checks[PIECE_COUNT]) {
    const Color them = color_other(position_turn(p));
    const Bitboard occupied = board_occupied(&p->board);
    const Square king = board_king(&p->board, them);

    checks[PAWN] = attacks_pawn(them, king);
    checks[KNIGHT] = attacks_knight(king);
    checks[BISHOP] = attacks_bishop(king, occupied);
    checks[ROOK] = attacks_rook(king, occupied);
    checks[QUEEN] = checks[BISHOP] | checks[ROOK];
    checks[KING] = 0;
}
