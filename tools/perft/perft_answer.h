/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of other engines for a count: lines of moves with counts, and totals. */
#ifndef ALULA_PERFT_PERFT_ANSWER_H
#define ALULA_PERFT_PERFT_ANSWER_H

#include "base/text.h"
#include "chess/position.h"

enum { PERFT_ANSWER_MOVES = 512, PERFT_MOVE_SIZE = 12 };

/* A move and its count. In coordinates as in UCI if known ("e7e8q"), else verbatim. */
typedef struct {
    char move[PERFT_MOVE_SIZE];
    uint64_t nodes;
} PerftAnswerMove;

typedef struct {
    PerftAnswerMove move[PERFT_ANSWER_MOVES];
    size_t moves;
    bool has_total;
    int clarity; /* how clearly the words identify the total; 0: none yet */
    uint64_t total;
    bool too_large; /* a count exceeds 64 bits */
    bool too_many;  /* more moves than the array holds */
} PerftAnswer;

/* The kind of a line. */
typedef enum { ANSWER_NOTHING, ANSWER_DIVIDE, ANSWER_TOTAL } PerftAnswerKind;

/*
 * Reads one line of an answer to a count of `depth` plies below p, and adds its data: "e2e4: 20",
 * "e2-e4 = 20", "1. e4 20", "Nodes searched: 20", "20 nodes", "perft(3) = 8902", a lone number. The
 * first total is kept, unless one with clearer words follows; nodes per second are ignored. With
 * `chess960`, castling is king takes rook.
 */
PerftAnswerKind perft_answer_line(PerftAnswer *a, Word line, const Position *p, int depth,
                                  bool chess960);

/*
 * Returns true if a line contains this number as a whole, perhaps grouped by threes with one of , '
 * _; with `beyond`, any such number that exceeds 64 bits.
 */
bool perft_answer_has(Word line, uint64_t number, bool beyond);

/* Returns true if all legal moves of a position are listed. */
bool perft_answer_lists(const PerftAnswer *a, const Position *p, bool chess960);

/* Writes a legal move in the form of the answers. */
void perft_move_text(char out[PERFT_MOVE_SIZE], const Position *p, Move m, bool chess960);

/* Adds the moves from a root: " e2e4 e7e5". */
void perft_add_line(Text *out, const Position *root, const Move *move, size_t moves, bool chess960);

#endif
