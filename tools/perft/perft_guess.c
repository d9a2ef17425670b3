/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Guesses for wrong counts of engines that do not list their moves: bugs that add or remove exactly
 * the right number of moves.
 */
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "perft_explain.h"
#include "tools/common/memory.h"

typedef struct {
    PerftAnswerMove move[PERFT_ANSWER_MOVES];
    size_t count;
} MoveList;

static void add(MoveList *l, Square from, Square to, char promotion) {
    Text text;

    if (l->count == PERFT_ANSWER_MOVES)
        return;
    text = text_in(l->move[l->count++].move, PERFT_MOVE_SIZE);
    notation_write_square(&text, from);
    notation_write_square(&text, to);
    if (promotion)
        text_add_char(&text, promotion);
}

static void add_pawn(MoveList *l, const PerftFault *f, Square from) {
    const Board *b = &f->here->board;
    const Color us = position_turn(f->here);
    const Bitboard empty = ~board_occupied(b);
    const Bitboard one = bb_forward(bb_of(from), us) & empty;
    Bitboard targets = one | (attacks_pawn(us, from) & b->color[color_other(us)]);

    if (relative_rank(us, square_rank(from)) == 1)
        targets |= bb_forward(one, us) & empty;
    if (f->jumped != NO_SQUARE)
        targets |= attacks_pawn(us, from) & bb_of(f->jumped);
    while (targets) {
        const Square to = pop_lsb(&targets);
        const bool last = relative_rank(us, square_rank(to)) == 7;

        for (const char *promotion = last ? "qrbn" : "-"; *promotion; promotion++)
            add(l, from, to, last ? *promotion : '\0');
    }
}

static void add_castlings(MoveList *l, const PerftFault *f, Square king) {
    const Board *b = &f->here->board;
    const Color us = position_turn(f->here);
    Bitboard rooks = b->castling & b->color[us];

    while (rooks) {
        const Square rook = pop_lsb(&rooks);

        if (!(attacks_between(king, rook) & board_occupied(b)))
            add(l, king, f->chess960 ? rook : castling_king_to(king, rook), '\0');
    }
}

/* Lists moves that are legal except for check. */
static void pseudo_legal(MoveList *l, const PerftFault *f) {
    const Board *b = &f->here->board;
    const Color us = position_turn(f->here);

    for (Bitboard own = b->color[us]; own;) {
        const Square from = pop_lsb(&own);
        const Piece piece = position_on(f->here, from);
        Bitboard targets;

        if (piece == PAWN) {
            add_pawn(l, f, from);
            continue;
        }
        targets = attacks_of(piece, from, board_occupied(b)) & ~b->color[us];
        while (targets)
            add(l, from, pop_lsb(&targets), '\0');
        if (piece == KING)
            add_castlings(l, f, from);
    }
}

static void legal(MoveList *l, const PerftFault *f) {
    Move list[MAX_MOVES];

    l->count = movegen_all(&f->here->board, list);
    for (size_t i = 0; i < l->count; i++)
        perft_move_text(l->move[i].move, f->here, list[i], f->chess960);
}

static void remove_moves(MoveList *from, const MoveList *moves) {
    size_t n = 0;

    for (size_t i = 0; i < from->count; i++) {
        bool found = false;

        for (size_t k = 0; k < moves->count; k++)
            found |= !strcmp(from->move[i].move, moves->move[k].move);
        if (!found)
            from->move[n++] = from->move[i];
    }
    from->count = n;
}

enum { CAUSE_SIZE = 240 };

/* Gets the cause of one move, without the move; returns false if it is unknown. */
static bool cause_of(char cause[CAUSE_SIZE], const PerftFault *f, const PerftAnswerMove *m,
                     bool extra) {
    PerftFault one = *f;
    Text text = text_in(cause, CAUSE_SIZE);
    char *end;
    bool known;

    one.made = false;
    one.missing = one.extra = m;
    one.missing_count = !extra;
    one.extra_count = extra;
    known = perft_explain(&text, &one);
    if ((end = strrchr(cause, ':')))
        *end = '\0';
    return known;
}

bool perft_guess(Text *out, const PerftFault *f, int64_t difference) {
    MoveList *ours = memory_new(1, sizeof *ours), *pseudo = memory_new(1, sizeof *pseudo);
    const MoveList *l = difference > 0 ? pseudo : ours;
    char cause[CAUSE_SIZE], other[CAUSE_SIZE];
    bool found = false;

    if (difference) {
        legal(ours, f);
        pseudo_legal(pseudo, f);
        remove_moves(pseudo, ours);
        for (size_t i = 0; i < l->count; i++) {
            int64_t same = 0;
            bool first = true;

            if (!cause_of(cause, f, &l->move[i], difference > 0))
                continue;
            for (size_t k = 0; k < l->count; k++)
                if (cause_of(other, f, &l->move[k], difference > 0) && !strcmp(cause, other)) {
                    first &= k >= i;
                    same++;
                }
            if (first && same == llabs(difference)) {
                text_addf(out, "perhaps %s: %s%s\n", cause, l->move[i].move,
                          same > 1 ? " ..." : "");
                found = true;
            }
        }
    }
    free(ours);
    free(pseudo);
    return found;
}
