/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When we accept or offer a draw, and when we resign: as a person would, if the options allow it.
 * Scores are those of the position in centipawns for us.
 */
#ifndef ALULA_OFFERS_H
#define ALULA_OFFERS_H

#include "frontend.h"

/*
 * Returns true if we accept a draw at this score; SCORE_NONE: not known. Always where we cannot win
 * any more, or where almost nothing is left and the score is even. Else from move 20 on: when worse
 * (by 20 centipawns; a rating gap of 400 moves that by 40 either way), or when there is nothing to
 * play for: even, and repeated or without progress for ten moves (twenty against a computer).
 */
bool offers_accepts(const Frontend *f, int score);

/*
 * Returns true if we offer a draw with our last move, and notes it. Not to a computer, which does
 * not tire, nor to much weaker players, nor after a move of the book; from move 30 on, when even or
 * a little worse without progress for eight moves, from move 20 on against much stronger ones; and
 * never twice in 20 moves.
 */
bool offers_makes(Frontend *f, int score);

/*
 * Returns true if we resign: after three lost moves of ours in a row; against an opponent rated 400
 * above us after two, 400 below after six. Never with a stalemate in sight (we may be stalemated by
 * the next reply), nor with a fortress: no mate seen and ten moves without progress. It counts lost
 * moves, so it has to be called once for each of our moves, before it is played.
 */
bool offers_resigns(Frontend *f, int score);

#endif
