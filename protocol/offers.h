/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draw offers and resignation, modeled on human players, if the options allow them. Scores are in
 * centipawns from our point of view.
 */
#ifndef ALULA_OFFERS_H
#define ALULA_OFFERS_H

#include "frontend.h"

/*
 * Returns true if we accept a draw at this score; SCORE_NONE: unknown. We always accept if we
 * cannot win any more, or if almost no material is left and the score is even. Otherwise we accept
 * from move 20 on (or with ten men or fewer) when worse (by 20 centipawns; a rating gap of 400
 * shifts that by 40 either way), or with an even score and a repetition or no progress for ten
 * moves (twenty against a computer).
 */
bool offers_accepts(const Frontend *f, int score);

/*
 * Returns true if we offer a draw with our last move, and records the offer. We make no offer to a
 * computer, to a much weaker player, or after a book move. Otherwise we offer from move 30 on (20
 * against much stronger players) when even or a little worse without progress for eight moves, but
 * never twice within 20 moves.
 */
bool offers_makes(Frontend *f, int score);

/*
 * Returns true if we resign: after three consecutive moves with a lost score, after two against an
 * opponent rated 400 above us, after six against an opponent rated 400 below. We do not resign if
 * the next reply may stalemate us, nor in a fortress (no mate seen and no progress for ten moves).
 * Counts lost scores, so it must be called exactly once for each of our moves, before the move is
 * played.
 */
bool offers_resigns(Frontend *f, int score);

#endif
