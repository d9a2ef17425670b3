/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verdict on a position: whether and when it is solved, and whether announced mates are
 * correct.
 */
#ifndef ALULA_EPD_VERDICT_H
#define ALULA_EPD_VERDICT_H

#include "tools/common/epdsuite.h"
#include "tools/player/solver.h"

/* The relation of the PV to the announced mate. */
typedef enum {
    CLAIM_NONE,       /* no mate announced */
    CLAIM_SHOWN,      /* the PV is legal and ends in mate, in at most that many moves */
    CLAIM_UNFINISHED, /* the PV is legal but too short */
    CLAIM_WRONG,      /* the PV is illegal or does not mate in time */
} Claim;

/* Checks whether the PV proves the mate that `info` announces. */
Claim verdict_mate_claim(const Position *p, const SolverInfo *info);

/* The state of one position. Initialize with zeros, and set the first two fields. */
typedef struct {
    const EpdProblem *problem; /* borrowed */
    int stable; /* deeper iterations that must confirm a solution; 0: search to the limit */

    SolverInfo last;  /* the last result with an exact score */
    Move move;        /* current best move */
    bool solved;      /* the move, or a proved mate, solves the position */
    SolverInfo found; /* the result when the position was solved; no PV */
    int confirmations;
    bool proved;      /* the mate of dm, or a shorter one, was shown or played */
    Claim claim;      /* claim of the last result */
    bool wrong_claim; /* at least one CLAIM_WRONG */
    bool too_short;   /* at least one mate shorter than dm was announced */
    int claimed_mate; /* the last mate that was wrong or too short */
} Verdict;

/*
 * Updates the verdict with a search result. Returns true if the search can stop: the mate of dm is
 * proved, or a correct move was confirmed often enough. A correct move solves bm and am; a proved
 * mate in at most that many moves solves dm; either solves a position with both.
 */
bool verdict_update(Verdict *v, const SolverInfo *info);

/*
 * Updates the verdict with the final move (or NO_MOVE), and the time and nodes used. A move that
 * gives mate at once proves a mate that was not announced.
 */
void verdict_finish(Verdict *v, Move move, int64_t us, uint64_t nodes);

/* Returns the EPD ce value of a result; mate in N is 32767 - (2 N - 1), as in the standard. */
int verdict_ce(const SolverInfo *info);

#endif
