/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When we accept or offer a draw, and when we resign: as a person would. Pure judgement. */
#ifndef ALULA_OFFERS_H
#define ALULA_OFFERS_H

#include <stdbool.h>

#include "chess/gameline.h"

typedef struct {
    const GameLine *line;
    Color us;
    int score;      /* of the position in centipawns for us; SCORE_NONE: not known */
    int rating_gap; /* the opponent's rating minus ours; 0: not known */
    bool computer;  /* the opponent is a program */
} Judgement;

/*
 * Do we accept a draw? Always where we cannot win any more, or where almost nothing is left and
 * the score is even. Else from move 20 on: when worse (by 20 centipawns; a rating gap of 400 moves
 * that by 40 either way), or when there is nothing to play for: even, and repeated or without
 * progress for ten moves (twenty against a computer).
 */
bool offers_accepts(const Judgement *j);

/*
 * Do we offer one? Not to a computer, which does not tire, nor to much weaker players; from move 30
 * on, when even or a little worse without progress for eight moves, from move 20 on against much
 * stronger ones; and never twice in 20 moves: `last_offer` is the ply of the last one, 0 for none.
 */
bool offers_makes(const Judgement *j, size_t last_offer);

/*
 * Do we resign after `bad_moves` of ours in a row were lost? After three; against an opponent rated
 * 400 above us after two, 400 below after six. Never with a stalemate in sight (we may be
 * stalemated by the next reply), nor with a fortress: no mate seen and ten moves without progress.
 */
bool offers_resigns(const Judgement *j, int bad_moves);

#endif
