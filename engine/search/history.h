/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * History tables: butterfly history of quiet moves and capture history of each worker; continuation
 * history (counter moves, follow-up moves), pawn history and correction history of all workers of a
 * pool together, as in Stockfish since 2025.
 */
#ifndef ALULA_HISTORY_H
#define ALULA_HISTORY_H

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/util.h"
#include "chess/position.h"
#include "params.h"

/* Entries of the move histories stay within [-HISTORY_MAX, HISTORY_MAX]. */
enum { HISTORY_MAX = 16384 };

/*
 * An entry of a history table. Several workers may update one at the same time: then one of the
 * updates may be lost.
 */
typedef _Atomic int16_t HistoryEntry;

static inline int history_value(const HistoryEntry *entry) {
    return atomic_load_explicit(entry, memory_order_relaxed);
}

/* Continuation history after one particular earlier move: scores by [piece][to]. */
typedef struct {
    HistoryEntry score[PIECE_COUNT][SQUARE_COUNT];
} PieceToHistory;

/*
 * Correction history: running average of the difference between search score and static evaluation
 * in positions that share a feature, in 1/CORRECTION_GRAIN centipawns. Features: the pawns, the
 * pieces of each side, and the minor pieces, hashed to CORRECTION_SIZE entries; and the last move
 * combined with the move two or four plies before (continuation correction). Each entry stays
 * within [-CORRECTION_MAX, CORRECTION_MAX].
 */
enum { CORRECTION_SIZE = 1 << 14, CORRECTION_GRAIN = 32, CORRECTION_MAX = 1024 };

typedef struct {
    HistoryEntry pawns[CORRECTION_SIZE];
    HistoryEntry pieces[COLOR_COUNT][CORRECTION_SIZE]; /* [color of the pieces] */
    HistoryEntry minors[CORRECTION_SIZE];
} CorrectionHistory;

/* Pawn history: entries are indexed by a hash of the pawn structure. */
enum { PAWN_HISTORY_SIZE = 1 << 10 };

/* Tables of one worker. A new game clears them to zero bytes. */
typedef struct {
    /* butterfly history, by threats: [side][from threatened][to threatened][from][to] */
    HistoryEntry quiet[COLOR_COUNT][2][2][SQUARE_COUNT][SQUARE_COUNT];
    HistoryEntry capture[PIECE_COUNT][SQUARE_COUNT][PIECE_COUNT + 1]; /* [piece][to][victim] */
} History;

/* The hashed tables, of which there is one part per worker. */
typedef struct {
    PieceToHistory pawns[PAWN_HISTORY_SIZE];   /* [pawn structure] */
    CorrectionHistory correction[COLOR_COUNT]; /* [side to move] */
} HashedHistory;

/* Tables of all workers of a pool. A new game clears them, except for `parts`. */
typedef struct {
    uint32_t parts;                                         /* number of parts, at least 1 */
    PieceToHistory continuation[PIECE_COUNT][SQUARE_COUNT]; /* [piece][to] of earlier move */
    PieceToHistory null_continuation;                       /* after a null move */
    PieceToHistory continuation_correction[PIECE_COUNT][SQUARE_COUNT]; /* as continuation */
    HistoryEntry no_correction; /* always 0: used when one of the two moves is missing */
    HashedHistory part[];
} SharedHistory;

/* Returns the bytes of the tables of a number of workers. */
static inline size_t history_shared_bytes(int workers) {
    return sizeof(SharedHistory) + (size_t)workers * sizeof(HashedHistory);
}

/* Returns the part of a hash. The tables in it are indexed by bits 50 and up. */
static inline HashedHistory *history_part_of(SharedHistory *h, uint64_t hash) {
    return &h->part[(uint64_t)(uint32_t)(hash >> 18) * h->parts >> 32];
}

/*
 * History gravity (Stockfish): adds a bonus, or a malus below 0, to an entry. The step shrinks as
 * the entry nears +-limit, so that the entry never leaves that range. |bonus| <= limit.
 */
static inline void history_gravity(HistoryEntry *entry, int bonus, int limit) {
    const int size = bonus < 0 ? -bonus : bonus, value = history_value(entry);

    assert(size <= limit && value >= -limit && value <= limit);
    atomic_store_explicit(entry, (int16_t)(value + bonus - value * size / limit),
                          memory_order_relaxed);
}

static inline void history_update(HistoryEntry *entry, int bonus) {
    history_gravity(entry, bonus, HISTORY_MAX);
}

/* Bonus (positive) or malus (negative) of a move for each kind of table. */
typedef struct {
    int quiet, pawns, continuation, capture;
} HistorySteps;

static inline int history_step(int depth, int slope, int base, int most) {
    return clamp(slope * depth - base, 1, most);
}

/* Returns the bonus for the move that caused a beta cutoff at this depth, in plies. */
static inline HistorySteps history_bonus(const SearchParams *sp, int depth) {
    const int base = sp->bonus_base;

    return (HistorySteps){
        history_step(depth, sp->quiet_bonus, base, sp->quiet_bonus_max),
        history_step(depth, sp->pawn_bonus, base, sp->pawn_bonus_max),
        history_step(depth, sp->continuation_bonus, base, sp->continuation_bonus_max),
        history_step(depth, sp->capture_bonus, base, sp->capture_bonus_max),
    };
}

/* Returns the malus (Stockfish) for the moves searched before the cutoff move. */
static inline HistorySteps history_malus(const SearchParams *sp, int depth) {
    const int base = sp->malus_base;

    return (HistorySteps){
        -history_step(depth, sp->quiet_malus, base, sp->quiet_malus_max),
        -history_step(depth, sp->pawn_malus, base, sp->pawn_malus_max),
        -history_step(depth, sp->continuation_malus, base, sp->continuation_malus_max),
        -history_step(depth, sp->capture_malus, base, sp->capture_malus_max),
    };
}

/* Returns a fraction of all steps. */
static inline HistorySteps history_part(HistorySteps s, int numerator, int denominator) {
    s.quiet = s.quiet * numerator / denominator;
    s.pawns = s.pawns * numerator / denominator;
    s.continuation = s.continuation * numerator / denominator;
    s.capture = s.capture * numerator / denominator;
    return s;
}

/*
 * Returns the butterfly history entry of a quiet move of `us`. `threats`: squares the opponent
 * attacks.
 */
static inline HistoryEntry *history_quiet(History *h, Color us, Bitboard threats, Move m) {
    const Square from = move_from(m), to = move_to(m);
    return &h->quiet[us][bb_has(threats, from)][bb_has(threats, to)][from][to];
}

/* Returns the capture history entry of a capture or promotion. */
static inline HistoryEntry *history_capture(History *h, const Position *p, Move m) {
    return &h->capture[position_on(p, move_from(m))][move_to(m)][captured_piece(p, m)];
}

static inline uint64_t history_pawn_hash(const Board *b) {
    return (board_pieces(b, WHITE, PAWN) * UINT64_C(0x9e3779b97f4a7c15) ^
            board_pieces(b, BLACK, PAWN) * UINT64_C(0xc2b2ae3d27d4eb4f)) *
           UINT64_C(0xff51afd7ed558ccd);
}

/* Returns the pawn history (Stockfish): scores of quiet moves in positions with the same pawns. */
static inline PieceToHistory *history_pawns(SharedHistory *h, const Board *b) {
    const uint64_t hash = history_pawn_hash(b);
    return &history_part_of(h, hash)->pawns[hash >> 54];
}

/* The correction history entries of a position. */
typedef struct {
    HistoryEntry *pawns;
    HistoryEntry *pieces[COLOR_COUNT]; /* [color of the pieces] */
    HistoryEntry *minors;
    HistoryEntry *two_plies, *four_plies; /* the last move with the move two or four plies before */
} CorrectionEntries;

/*
 * Returns the entries of a position. The entries for the moves two and four plies before point to
 * no_correction; the search sets them.
 */
static inline CorrectionEntries correction_entries(SharedHistory *h, const Board *b) {
    const uint64_t pawns = history_pawn_hash(b);
    CorrectionEntries e;
    uint64_t minors;

    e.pawns = &history_part_of(h, pawns)->correction[b->turn].pawns[pawns >> 50];
    for (Color side = WHITE; side <= BLACK; side++) {
        uint64_t hash = 0;

        for (Piece p = KNIGHT; p <= KING; p++)
            hash = (hash ^ board_pieces(b, side, p)) * UINT64_C(0x9e3779b97f4a7c15);
        hash *= UINT64_C(0xff51afd7ed558ccd);
        e.pieces[side] = &history_part_of(h, hash)->correction[b->turn].pieces[side][hash >> 50];
    }
    minors = board_pieces(b, WHITE, KNIGHT) * UINT64_C(0x9e3779b97f4a7c15);
    minors = (minors ^ board_pieces(b, BLACK, KNIGHT)) * UINT64_C(0x9e3779b97f4a7c15);
    minors = (minors ^ board_pieces(b, WHITE, BISHOP)) * UINT64_C(0x9e3779b97f4a7c15);
    minors = (minors ^ board_pieces(b, BLACK, BISHOP)) * UINT64_C(0x9e3779b97f4a7c15);
    minors *= UINT64_C(0xff51afd7ed558ccd);
    e.minors = &history_part_of(h, minors)->correction[b->turn].minors[minors >> 50];
    e.two_plies = e.four_plies = &h->no_correction;
    return e;
}

/* Returns the centipawns to add to the static evaluation. */
static inline int correction_value(const CorrectionEntries *e) {
    return (history_value(e->pawns) + history_value(e->pieces[WHITE]) +
            history_value(e->pieces[BLACK]) + history_value(e->minors) +
            history_value(e->two_plies) + history_value(e->four_plies)) /
           CORRECTION_GRAIN;
}

/*
 * Updates the entries after a search of this depth that scored `error` centipawns above the static
 * evaluation. Skips the shared zero entry, which stands for a missing move.
 */
static inline void correction_update(const SharedHistory *h, const SearchParams *sp,
                                     const CorrectionEntries *e, int error, int depth) {
    const int bonus =
        clamp(error * depth * sp->correction_step / 128, -CORRECTION_MAX / 4, CORRECTION_MAX / 4);

    history_gravity(e->pawns, bonus, CORRECTION_MAX);
    history_gravity(e->pieces[WHITE], bonus, CORRECTION_MAX);
    history_gravity(e->pieces[BLACK], bonus, CORRECTION_MAX);
    history_gravity(e->minors, bonus, CORRECTION_MAX);
    if (e->two_plies != &h->no_correction)
        history_gravity(e->two_plies, bonus, CORRECTION_MAX);
    if (e->four_plies != &h->no_correction)
        history_gravity(e->four_plies, bonus, CORRECTION_MAX);
}

#endif
