/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers to commands, and words that several of them share. */
#ifndef ALULA_REPLY_H
#define ALULA_REPLY_H

#include "protocol/frontend.h"

/* Refuse a command with a sentence. Nothing was changed, and a script has failed. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void console_refuse(Frontend *f, const char *format, ...);

/* The same for a whole sentence. */
void console_refuse_text(Frontend *f, const char *sentence);

/* The same with the user's words first: "words: sentence". */
void console_refuse_words(Frontend *f, Word words, const char *sentence);

void console_refuse_memory(Frontend *f);

/* The same for wrong arguments: on the command line the exit status is 2. */
void console_refuse_arguments(Frontend *f, const char *sentence);

/* False, and refused with this sentence, if a command has no arguments. */
bool console_needs(Frontend *f, Word arguments, const char *sentence);

/* Read on or off; false, and refused, for anything else. */
bool console_switch_word(Frontend *f, const char *command, Word w, bool *on);

/* "White" or "Black". */
const char *console_side(Color c);

/* The line without the number of its move, "12." or "3...", and blanks before it. */
Word console_without_number(Word line);

/* "+0.35", "mate in 3" or "-mate in 3", for the side to move. */
void console_add_score(Text *text, int score);

#endif
