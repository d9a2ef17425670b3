/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluation terms: network inputs for features of hand-crafted evaluations, such as attacked
 * pieces, mobility, safe checks and passed pawns. No term depends on a square, so a network learns
 * terms from few positions, with few neurons. Attacked pieces follow the threat inputs of Stockfish
 * (2025), the other terms Stockfish 11.
 *
 * Each term may be active several times for a side. n is a count, capped at the end of its range.
 * Ranks are relative: rank 1 is the side's home rank.
 */
#ifndef ALULA_TERMS_H
#define ALULA_TERMS_H

#include "chess/position.h"

/* First numbers of the terms of a side. */
enum {
    /* an attacked piece but the king: (Piece * 5 + least valuable attacker) * 2 + defended, where
       that attacker is 0 for a pawn, 1 for a minor piece, 2 for a rook, 3 for a queen, 4 for a king
     */
    TERM_ATTACKED = 0,
    /* for each knight, bishop, rook, queen: n attacked squares that have no own piece and that no
       enemy pawn attacks */
    TERM_KNIGHT_MOBILITY = 50, /* n = 0 to 8 */
    TERM_BISHOP_MOBILITY = 59, /* 0 to 13 */
    TERM_ROOK_MOBILITY = 73,   /* 0 to 14 */
    TERM_QUEEN_MOBILITY = 88,  /* 0 to 15 */
    /* the king: the squares next to it, and its zone, which adds the squares in front of these (the
       king's own square among them, except on rank 1) */
    TERM_RING_ATTACKED = 104,  /* n squares next to it that the enemy attacks, 0 to 8 */
    TERM_KING_MOBILITY = 113,  /* n without own pieces that the enemy does not attack, 0 to 8 */
    TERM_SHELTER = 122,        /* n own pawns in the zone, 0 to 6 */
    TERM_ZONE_TWICE = 129,     /* n squares of the zone that the enemy attacks twice and no own
                                  pawn does, 0 to 8 */
    TERM_ZONE_ATTACKERS = 138, /* (Piece - KNIGHT) * 3 + n - 1: n enemy pieces that attack the zone,
                                  1 to 3, knights to queens */
    TERM_KNIGHT_CHECKS = 150,  /* n - 1: n squares where an enemy piece can give a safe check */
    TERM_BISHOP_CHECKS = 153,  /* 1 to 3 */
    TERM_ROOK_CHECKS = 156,
    TERM_QUEEN_CHECKS = 159, /* 1 to 5 */
    /* a piece alone between the king and an enemy slider: its Piece, + 5 for an enemy piece */
    TERM_PINNED = 164,
    /* pawns; a passed pawn has no enemy pawn ahead on its own and the next files, and no own pawn
       ahead */
    TERM_PASSED = 174,       /* (rank - 3, at least 0) * 4 + blocked * 2 + protected by a pawn */
    TERM_PASSED_KING = 194,  /* from rank 4: the distance of the king to the next square, 0 to 5 */
    TERM_PASSED_ENEMY = 200, /* that of the enemy's king */
    TERM_PASSED_PATH = 206,  /* (rank - 4) * 3 + 0 if no square ahead is occupied or attacked, 1 if
                                each square ahead that the enemy attacks is defended, otherwise 2 */
    TERM_ISOLATED = 218,
    TERM_DOUBLED = 219,   /* an own pawn ahead on its file */
    TERM_BACKWARD = 220,  /* not isolated, no own pawn beside or behind it on the next files, and an
                             enemy pawn attacks or occupies its next square */
    TERM_CONNECTED = 221, /* rank - 2, at most 4: a pawn beside it, or protected by a pawn */
    TERM_PAWN_PUSH = 226, /* a Piece that a safe pawn push would attack, but the king */
    /* other */
    TERM_ROOK_FILE = 231, /* a rook on a file with enemy pawns only; + 1: without pawns */
    TERM_BISHOP_PAIR = 233,
    TERM_SPACE = 234, /* n / 4: n squares attacked and not attacked by the enemy, to 11 */
    TERM_COUNT = 256, /* numbers of a side, of which 246 are used */
    TERM_INPUTS = 2 * TERM_COUNT, /* inputs of the network: the terms of White, then of Black; from
                                     Black's perspective the other way round */
    TERMS_PIECES = 32,            /* positions with more pieces have no terms */
    TERMS_MOST = 224, /* bound of active terms, both sides together: 7 for each of 16 passed pawns,
                         4 for each other piece, and 22 for each king and side: 212 */
};

/*
 * The active terms of both sides; a term counts as often as it is listed. The lists have room for a
 * vector after the last term.
 */
typedef struct {
    int count[COLOR_COUNT];
    uint16_t list[COLOR_COUNT][TERMS_MOST + 32];
} Terms;

/*
 * Finds the active terms of a position, in a fixed order.
 * on: the Piece on each occupied square; the values of other squares have no effect.
 */
void terms_find(Terms *terms, const Board *b, const uint8_t on[SQUARE_COUNT]);

#endif
