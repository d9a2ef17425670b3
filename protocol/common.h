/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that every protocol has. */
#ifndef ALULA_COMMON_H
#define ALULA_COMMON_H

#include "frontend.h"

/* Leave. */
void common_quit(Frontend *f, Word arguments);

/* Speak CECP from here on, as the protocol document's first command says. */
void common_xboard(Frontend *f, Word arguments);

/* Speak UCI from here on, and answer its first command. */
void common_uci(Frontend *f, Word arguments);

/* Take it in and do nothing: a word that is meant for others, or for the record. */
void common_ignore(Frontend *f, Word arguments);

/* Is the line one word, shaped like a move in coordinates or SAN, whether legal or not? */
bool common_is_move(const Frontend *f, Word line);

/*
 * What the book has for the position, a move a line, the best first, or why there is none. Every
 * line begins with a blank, as CECP wants it.
 */
void common_show_book(Frontend *f);

/* Is a draw no worse than what we can hope for? `score` is ours, in centipawns, or SCORE_NONE. */
bool common_likes_draw(const Frontend *f, int score);

/* Of a thousand games from a position with this score, so many are won and lost. */
void common_chances(int score, int *win, int *loss);

/* Lost for three moves running, and allowed to say so? Called once for each of our moves. */
bool common_resigns(Frontend *f, const Thought *t);

enum { COMMON_MS_MAX = 1000000000 }; /* eleven days; more time than that makes no difference */

/* Read "MINUTES" or "MINUTES:SECONDS"; false, with *ms untouched, for anything else. */
bool common_minutes(Word w, int64_t *ms);

/* "what (reason): words", with the words made safe to show. */
void common_refuse(Frontend *f, const char *what, const char *reason, Word words);

#endif
