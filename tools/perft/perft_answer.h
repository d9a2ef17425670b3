/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other engines print when they count: lines of moves with counts, and totals. */
#ifndef ALULA_PERFT_PERFT_ANSWER_H
#define ALULA_PERFT_PERFT_ANSWER_H

#include "base/text.h"
#include "chess/position.h"

enum { PERFT_ANSWER_MOVES = 512, PERFT_MOVE_SIZE = 12 };

/* A move and its count. Coordinates as in UCI where they are known ("e7e8q"), else as it came. */
typedef struct {
    char move[PERFT_MOVE_SIZE];
    uint64_t nodes;
} PerftAnswerMove;

typedef struct {
    PerftAnswerMove move[PERFT_ANSWER_MOVES];
    size_t moves;
    bool has_total;
    int clarity; /* of the words by the total; 0: there is none */
    uint64_t total;
    bool too_large; /* a count is larger than 64 bits can hold */
    bool too_many;  /* more moves than there is room for */
} PerftAnswer;

/* What a line turned out to be. */
typedef enum { ANSWER_NOTHING, ANSWER_DIVIDE, ANSWER_TOTAL } PerftAnswerKind;

/*
 * Read one line of an answer to a count of `depth` plies below p, and add what it says: "e2e4: 20",
 * "e2-e4 = 20", "1. e4 20", "Nodes searched: 20", "20 nodes", "perft(3) = 8902", a number alone.
 * The first total stays, unless one with clearer words follows; nodes per second are none. With
 * `chess960` castling is the king taking its rook.
 */
PerftAnswerKind perft_answer_line(PerftAnswer *a, Word line, const Position *p, int depth,
                                  bool chess960);

/* Are all legal moves of a position listed? */
bool perft_answer_lists(const PerftAnswer *a, const Position *p, bool chess960);

/* Write a legal move as the answers have it. */
void perft_move_text(char out[PERFT_MOVE_SIZE], const Position *p, Move m, bool chess960);

/* Add the moves from a root: " e2e4 e7e5". */
void perft_add_line(Text *out, const Position *root, const Move *move, size_t moves, bool chess960);

#endif
