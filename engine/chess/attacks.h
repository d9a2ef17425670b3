/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attack tables, filled once by attacks_init() from the ray walker of rays.h.
 *
 * A slider's table is indexed by its relevant blockers, either by PEXT bitboards
 * (chessprogramming.org, "BMI2") or by magic bitboards (L. Hansen 2006; P. Kannan, "Magic
 * Move-Bitboard Generation in Computer Chess", 2007). USE_PEXT selects PEXT at compile time: the
 * instruction is fast on Intel since Haswell and on AMD since Zen 3, but very slow on older AMD
 * processors.
 */
#ifndef ALULA_ATTACKS_H
#define ALULA_ATTACKS_H

#include "bitboard.h"

typedef struct {
    Bitboard mask;   /* squares where a blocker matters */
    uint64_t magic;  /* unused with PEXT, as is shift */
    Bitboard *table; /* attacks, by attacks_index() */
    unsigned shift;
} Slider;

/* Filled by attacks_init(), then constant. */
extern Slider attacks_slider[2][SQUARE_COUNT]; /* 0 bishop, 1 rook */
extern Bitboard attacks_step[2][SQUARE_COUNT]; /* 0 knight, 1 king */
extern Bitboard attacks_between_table[SQUARE_COUNT][SQUARE_COUNT];
extern Bitboard attacks_line_table[SQUARE_COUNT][SQUARE_COUNT];

/* Fills the tables; must be called before anything else. Further calls change nothing. */
void attacks_init(void);

/* Returns the index into the slider's table for these occupied squares. */
static inline unsigned attacks_index(const Slider *s, Bitboard occupied) {
#ifdef USE_PEXT
    /* the builtin, as immintrin.h takes half a second to compile */
    return (unsigned)__builtin_ia32_pext_di(occupied, s->mask);
#else
    return (unsigned)((occupied & s->mask) * s->magic >> s->shift);
#endif
}

/* Return the squares attacked by a piece, given the occupied squares for a slider. */
static inline Bitboard attacks_bishop(Square from, Bitboard occupied) {
    const Slider *s = &attacks_slider[0][from];
    return s->table[attacks_index(s, occupied)];
}

static inline Bitboard attacks_rook(Square from, Bitboard occupied) {
    const Slider *s = &attacks_slider[1][from];
    return s->table[attacks_index(s, occupied)];
}

static inline Bitboard attacks_queen(Square from, Bitboard occupied) {
    return attacks_bishop(from, occupied) | attacks_rook(from, occupied);
}

static inline Bitboard attacks_knight(Square from) {
    return attacks_step[0][from];
}
static inline Bitboard attacks_king(Square from) {
    return attacks_step[1][from];
}

/* Returns the squares attacked by a pawn of this color. */
static inline Bitboard attacks_pawn(Color c, Square from) {
    return bb_pawn_attacks(bb_of(from), c);
}

/* Returns the squares attacked by a piece other than a pawn. */
static inline Bitboard attacks_of(Piece piece, Square from, Bitboard occupied) {
    switch (piece) {
    case KNIGHT:
        return attacks_knight(from);
    case BISHOP:
        return attacks_bishop(from, occupied);
    case ROOK:
        return attacks_rook(from, occupied);
    case QUEEN:
        return attacks_queen(from, occupied);
    default:
        return attacks_king(from);
    }
}

/* Returns the squares strictly between two squares; empty if they are not on one line. */
static inline Bitboard attacks_between(Square a, Square b) {
    return attacks_between_table[a][b];
}
/* Returns the line through two squares from edge to edge; empty if they are not on one line. */
static inline Bitboard attacks_line(Square a, Square b) {
    return attacks_line_table[a][b];
}

#endif
