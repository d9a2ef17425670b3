/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "movegen.h"

#include <assert.h>

#include "generate.h"

ALWAYS_INLINE void write_move(MoveSink *sink, Color us, Piece piece, Square from, Square to,
                              Piece promotion) {
    (void)us;
    (void)piece;
    *sink->next++ = move_make(from, to, promotion);
}

/* One function for each color and kind, so that the compiler can remove dead code. */
#define GENERATOR(name, us, kind)                                                                  \
    static size_t name(const Board *b, Move *list) {                                               \
        MoveSink sink = {.next = list, .board = b};                                                \
        generate(&sink, b, us, kind, write_move);                                                  \
        assert(sink.next - list <= MAX_MOVES && b->turn == (us));                                  \
        return (size_t)(sink.next - list);                                                         \
    }
GENERATOR(white_all, WHITE, ALL)
GENERATOR(black_all, BLACK, ALL)
GENERATOR(white_noisy, WHITE, NOISY)
GENERATOR(black_noisy, BLACK, NOISY)
GENERATOR(white_quiet, WHITE, QUIET)
GENERATOR(black_quiet, BLACK, QUIET)

static size_t white_count(const Board *b) {
    MoveSink sink = {.board = b};
    generate(&sink, b, WHITE, ALL, NULL);
    return (size_t)sink.count;
}

static size_t black_count(const Board *b) {
    MoveSink sink = {.board = b};
    generate(&sink, b, BLACK, ALL, NULL);
    return (size_t)sink.count;
}

size_t movegen_all(const Board *b, Move list[MAX_MOVES]) {
    return b->turn == WHITE ? white_all(b, list) : black_all(b, list);
}
size_t movegen_noisy(const Board *b, Move list[MAX_MOVES]) {
    return b->turn == WHITE ? white_noisy(b, list) : black_noisy(b, list);
}
size_t movegen_quiet(const Board *b, Move list[MAX_MOVES]) {
    return b->turn == WHITE ? white_quiet(b, list) : black_quiet(b, list);
}
size_t movegen_count(const Board *b) {
    return b->turn == WHITE ? white_count(b) : black_count(b);
}

Bitboard movegen_attacked(const Board *b, Color by) {
    return attacked_by(b, by, board_occupied(b));
}

static bool pawn_move_is_legal(const Board *b, Color us, Square from, Square to, bool is_ep) {
    const Bitboard empty = ~board_occupied(b), target = bb_of(to);

    if (is_ep)
        return (attacks_pawn(us, from) & target) && board_ep_is_legal(b, us, from, to);
    if (attacks_pawn(us, from) & target)
        return (b->color[color_other(us)] & target) != 0;
    if (target == bb_forward(bb_of(from), us))
        return (empty & target) != 0;
    return relative_rank(us, square_rank(from)) == 1 && (from ^ to) == 16 && (empty & target) &&
           (empty & bb_forward(bb_of(from), us));
}

static bool king_move_is_legal(const Position *p, Color us, Square from, Square to) {
    const Board *b = &p->board;
    const Color them = color_other(us);

    if (bb_has(b->color[us], to))
        return bb_has(b->castling & b->color[us], to) && !p->checkers &&
               castling_path_is_free(b, from, to) &&
               castling_is_safe(from, to, attacked_by(b, them, board_occupied(b) ^ bb_of(from)),
                                p->pinned & bb_rank(square_rank(from)));
    return bb_has(attacks_king(from), to) &&
           !(board_attackers(b, to, board_occupied(b) ^ bb_of(from)) & b->color[them]);
}

bool move_is_legal(const Position *p, Move m) {
    const Board *b = &p->board;
    const Color us = position_turn(p);
    const Square from = move_from(m), to = move_to(m), king = board_king(b, us);
    const Piece piece = position_on(p, from), promotion = move_promotion(m);
    const bool promotes = piece == PAWN && relative_rank(us, square_rank(to)) == 7;

    if (m >> 15 || !bb_has(b->color[us], from))
        return false;
    if (promotes ? promotion < KNIGHT || promotion > QUEEN : promotion != NO_PIECE)
        return false;
    if (piece == KING)
        return king_move_is_legal(p, us, from, to);
    if (bb_has(b->color[us], to))
        return false;
    if (piece == PAWN) {
        const bool is_ep = b->ep_square == to;
        if (!pawn_move_is_legal(b, us, from, to, is_ep))
            return false;
        if (is_ep && bb_has(attacks_pawn(us, from), to))
            return true; /* board_ep_is_legal() has checked this */
    } else if (!bb_has(attacks_of(piece, from, board_occupied(b)), to)) {
        return false;
    }
    if (bb_has(p->pinned, from) && !bb_has(attacks_line(king, from), to))
        return false;
    if (!p->checkers)
        return true;
    return !more_than_one(p->checkers) &&
           bb_has(p->checkers | attacks_between(king, bb_first(p->checkers)), to);
}
