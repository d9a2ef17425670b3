/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that are read and lines that are built; neither can run past its end. */
#ifndef ALULA_TEXT_H
#define ALULA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of somebody else's text, never copied and never ended by a NUL. */
typedef struct {
    const char *at;
    size_t length;
} Word;

/* All of a C string. */
Word word_of(const char *string);

/*
 * The next word of a line, which is moved behind it. Words are parted by blanks, tabs and line
 * ends. At the end the word is empty, so callers need no special case.
 */
Word text_word(Word *line);

/* The rest of a line without blanks around it. */
Word text_rest(Word line);

bool word_is(Word w, const char *string);
bool word_is_any_case(Word w, const char *string);

/* A whole decimal number within [low, high], or false with *out untouched. */
bool word_number(Word w, int64_t low, int64_t high, int64_t *out);

/*
 * A number that may have decimals ("0.5", "3", ".25"), in thousandths; digits beyond the third
 * decimal are dropped. False, with *out untouched, for anything else or over high thousandths.
 */
bool word_thousandths(Word w, int64_t high, int64_t *out);

/*
 * A line being built in a buffer of fixed size. What does not fit is left out and `full` tells;
 * the text always ends with a NUL.
 */
typedef struct {
    char *at;
    size_t capacity, length;
    bool full;
} Text;

/* Start an empty text in buffer[capacity]; capacity is at least 1. */
Text text_in(char *buffer, size_t capacity);
void text_add(Text *t, const char *string);
void text_add_char(Text *t, char c);
void text_add_word(Text *t, Word w);

/* As printf; floating point is never used, so the locale cannot change what is written. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void text_addf(Text *t, const char *format, ...);

/*
 * Add a user's words as they may be shown: bytes that could drive a terminal become '?', and after
 * `most` bytes an ellipsis ("...") stands for the rest.
 */
void text_add_quoted(Text *t, Word w, size_t most);

#endif
