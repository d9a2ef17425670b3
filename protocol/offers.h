/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draw offers and resignation, modeled on human players, if the options allow them. Scores are
 * those of the position in centipawns from our view.
 */
#ifndef ALULA_OFFERS_H
#define ALULA_OFFERS_H

#include "frontend.h"

/*
 * Returns true if we accept a draw at this score; SCORE_NONE: unknown. We always do if we cannot
 * win any more, or if almost no material is left and the score is even. Otherwise from move 20 on
 * (or with ten men or fewer): when worse (by 20 centipawns; a rating gap of 400 shifts that by 40
 * either way), or when nothing is left to play for: an even score, and a repetition or no progress
 * for ten moves (twenty against a computer).
 */
bool offers_accepts(const Frontend *f, int score);

/*
 * Returns true if we offer a draw with our last move, and records the offer. None is made to a
 * computer, to a much weaker player, or after a book move. Otherwise from move 30 on when even or a
 * little worse without progress for eight moves, from move 20 on against much stronger players;
 * never twice within 20 moves.
 */
bool offers_makes(Frontend *f, int score);

/*
 * Returns true if we resign: after three consecutive lost moves; after two against an opponent
 * rated 400 above us, after six against one 400 below. Never if the next reply may stalemate us,
 * nor in a fortress: no mate seen and no progress for ten moves. To be called exactly once for each
 * of our moves, before it is played, as it counts lost moves.
 */
bool offers_resigns(Frontend *f, int score);

#endif
