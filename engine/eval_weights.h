/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the evaluation has weights for. eval_weights.inc holds the numbers, in this order, a pair
 * for each: middlegame and endgame, in centipawns. alula-tune writes that file.
 */
#ifndef ALULA_EVAL_WEIGHTS_H
#define ALULA_EVAL_WEIGHTS_H

#include "bitboard.h"

/* Two numbers in one word: the middlegame in the low half, the endgame in the high half. */
typedef int32_t Score;
#define SCORE(mg, eg) ((Score)((uint32_t)(eg) << 16) + (mg))

static inline int score_middlegame(Score s) {
    return (int16_t)(uint16_t)((uint32_t)s & 0xffff);
}
static inline int score_endgame(Score s) {
    return (int16_t)(uint16_t)(((uint32_t)s + 0x8000) >> 16);
}

/*
 * X(NAME, rows, columns, what it counts). Ranks count from home (0), edges from the edge of the
 * board (0 to 3), kinds are pawn, knight, bishop, rook, queen (and king) unless it says otherwise.
 */
/* clang-format off */
#define EVAL_GROUPS(X) \
    X(MATERIAL,          1,  5, "a piece, by kind") \
    X(OWN_SQUARE,       48,  8, "a piece on a square, by kind, rank, file; own king on e to h") \
    X(ENEMY_SQUARE,     48,  8, "the same, mirrored so that the enemy king is on e to h") \
    X(OWN_OFFSET,       75,  8, "by kind, ranks before the own king (-7 to 7), files beside it") \
    X(ENEMY_OFFSET,     75,  8, "the same from the enemy king, ranks towards home positive") \
    X(KNIGHT_MOBILITY,   1,  9, "by squares it may go to") \
    X(BISHOP_MOBILITY,   1, 14, "by squares it may go to") \
    X(ROOK_MOBILITY,     1, 15, "by squares it may go to") \
    X(QUEEN_MOBILITY,    1, 28, "by squares it may go to") \
    X(ISOLATED,          2,  4, "pawn without own pawns beside; facing an enemy pawn or not; edge") \
    X(BACKWARD,          1,  2, "pawn that none can defend nor advance; facing a pawn or not") \
    X(DOUBLED,           1,  2, "an own pawn right in front; further in front") \
    X(PHALANX,           1,  8, "a pawn beside, by rank") \
    X(SUPPORTED,         1,  8, "pawn defended by a pawn, by rank") \
    X(CANDIDATE,         1,  8, "pawn that can become a passed one, by rank") \
    X(PASSED,            1,  8, "passed pawn, by rank") \
    X(PASSED_OWN_KING,   8,  8, "by rank, and own king's steps to the square in front") \
    X(PASSED_ENEMY_KING, 8,  8, "by rank, and enemy king's steps to the square in front") \
    X(PASSED_FREE,       1,  8, "nothing stands in front, by rank") \
    X(PASSED_SAFE,       1,  8, "the square in front is not attacked, by rank") \
    X(PASSED_PATH,       1,  8, "no square up to promotion is attacked or taken, by rank") \
    X(PASSED_DEFENDED,   1,  8, "the square in front is defended, by rank") \
    X(PASSED_ROOK,       1,  2, "own rook behind it; enemy rook behind it") \
    X(PASSED_RUNS,       1,  1, "no enemy piece is left and the king comes too late") \
    X(SHELTER,           4,  8, "files by the own king: edge, rank of the nearest own pawn or 0") \
    X(STORM,             8,  8, "enemy pawn there: blocked or not, edge, rank") \
    X(OUTPOST,           1,  3, "knight on an outpost; knight that can reach one; bishop on one") \
    X(BEHIND_PAWN,       1,  2, "knight, bishop behind a pawn") \
    X(BISHOP_PAIR,       1,  1, "two bishops") \
    X(BISHOP_PAWNS,      1,  9, "own pawns on the bishop's color") \
    X(ROOK_FILE,         1,  2, "rook on a file without pawns; without own pawns") \
    X(ROOK_SEVENTH,      1,  1, "rook on the 7th rank with pawns on it or the king behind it") \
    X(THREAT_PAWN,       1,  5, "piece attacked by a safe pawn, by kind") \
    X(THREAT_MINOR,      1,  5, "piece attacked by knight or bishop, by kind") \
    X(THREAT_ROOK,       1,  5, "weak piece attacked by a rook, by kind") \
    X(THREAT_KING,       1,  1, "weak piece attacked by the king") \
    X(THREAT_PUSH,       1,  1, "piece that a safe pawn move would attack") \
    X(HANGING,           1,  1, "piece attacked and not defended") \
    X(RESTRICTED,        1,  1, "square attacked by both that the enemy has no hold of") \
    X(SPACE,             1,  1, "safe square in the own center, or behind a pawn there") \
    X(TEMPO,             1,  1, "to move") \
    X(DANGER_BASE,       1,  1, "danger to the enemy king before anything else") \
    X(DANGER_NO_QUEEN,   1,  1, "without a queen") \
    X(DANGER_ATTACKER,   1,  4, "knight, bishop, rook, queen that attacks a square by the king") \
    X(DANGER_RING,       1,  4, "each such square, by the same kinds") \
    X(DANGER_CHECK,      4,  2, "safe checks by the same kinds: one, several") \
    X(DANGER_UNSAFE,     1,  1, "square of a check that is not safe") \
    X(DANGER_WEAK,       1,  1, "square by the king that is badly defended") \
    X(DANGER_FLANK,      1,  2, "square on the king's files, in its camp, attacked; twice") \
    X(DANGER_DEFENSE,    1,  1, "square there that is defended") \
    X(DANGER_GUARD,      1,  1, "a knight defends a square by the king")
/* clang-format on */

/* W_NAME is where a group begins; all groups from W_DANGER_BASE on are parts of the danger. */
enum {
#define X(name, rows, columns, text) W_##name, W_##name##_LAST = W_##name + (rows) * (columns)-1,
    EVAL_GROUPS(X)
#undef X
        EVAL_WEIGHT_COUNT
};

extern const Score eval_weight[EVAL_WEIGHT_COUNT];

/*
 * The danger to a king becomes centipawns by its square, in each of its two halves: the parts of an
 * attack are worth more together than alone. Below zero it is nothing.
 */
enum { DANGER_DIVISOR = 1024, DANGER_MAX = 2200 };

static inline int danger_half(int danger) {
    danger = danger < 0 ? 0 : danger > DANGER_MAX ? DANGER_MAX : danger;
    return danger * danger / DANGER_DIVISOR;
}
static inline Score danger_worth(Score danger) {
    return SCORE(danger_half(score_middlegame(danger)), danger_half(score_endgame(danger)));
}

#endif
