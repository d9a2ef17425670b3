/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a position solved? Since when? And are the mates true that are announced on the way? */
#ifndef ALULA_EPD_VERDICT_H
#define ALULA_EPD_VERDICT_H

#include "../common/epdsuite.h"
#include "solver.h"

/* What the line of a finding says of the mate it announces. */
typedef enum {
    CLAIM_NONE,  /* no mate is announced */
    CLAIM_SHOWN, /* the line is legal and ends in that mate, in no more moves */
    CLAIM_CUT,   /* the line is legal and too short to tell */
    CLAIM_WRONG, /* the line is illegal, or the mate is not there when it should be */
} Claim;

Claim judge_claim(const Position *p, const Finding *f);

/* All that is known of one position. Zero it, and set the first two fields. */
typedef struct {
    const EpdProblem *problem;
    int patience; /* so many deeper iterations have to confirm an answer; 0: never enough */

    Finding last;  /* the last one whose score is exact */
    Move move;     /* the answer as it stands */
    bool right;    /* it is what the position asks for, */
    Finding since; /* since this one (its line means nothing) */
    int confirmed;
    bool proved;    /* the mate of dm, or a shorter one, was shown or given */
    Claim claim;    /* of the last finding */
    bool lied;      /* there was a claim that was wrong */
    bool too_short; /* there was a claim of a mate shorter than dm */
    int worst;      /* the mate that was claimed in such a case */
} Verdict;

/*
 * A finding came. True if there is nothing more to learn: the mate that was asked for is proved, or
 * a right answer was confirmed often enough. A position with bm or am is solved by such a move, one
 * with dm by the proof of a mate in no more moves, one with both by either.
 */
bool judge_hear(Verdict *v, const Finding *f);

/*
 * The final move (NO_MOVE: there is none), after so much time and so many nodes. A move that mates
 * at once needs no announcement.
 */
void judge_end(Verdict *v, Move move, int64_t us, uint64_t nodes);

/* The value of EPD's ce for a finding: mates as the standard has them, 32767 - (2 N - 1). */
int judge_ce(const Finding *f);

#endif
