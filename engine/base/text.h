/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds-checked text: words read from a line, and lines built in a buffer. */
#ifndef ALULA_TEXT_H
#define ALULA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A string slice: it points into text that it does not own, and has no NUL at its end. */
typedef struct {
    const char *at;
    size_t length; /* bytes */
} Word;

/* Returns a whole C string as a word. */
Word word_of(const char *string);

/*
 * Splits off the first word of a line: *line then starts after it. Words are separated by blanks,
 * tabs and line ends. At the end of the line the word is empty.
 */
Word text_word(Word *line);

/*
 * Splits off the text before the first `end`, which is dropped; splits off all text if there is
 * none.
 */
Word text_until(Word *text, char end);

/*
 * Splits a text at the first occurrence of `mark`: sets *text to the part before it, *tail to the
 * part after it. Returns false, with nothing changed, if there is none.
 */
bool text_split(Word *text, const char *mark, Word *tail);

/*
 * Removes a prefix of the line. Returns false, with nothing changed, if the line does not start
 * with it.
 */
bool text_skip(Word *line, const char *prefix);

/* Returns the line without leading and trailing blanks. */
Word text_rest(Word line);

/* Handle ASCII letters and digits, whatever the locale. */
static inline char text_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}
static inline char text_upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}
static inline bool text_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Returns true if the words are equal. */
bool word_same(Word a, Word b);

/* Returns true if the word equals the string. Compares the first byte first, as most differ. */
static inline bool word_is(Word w, const char *string) {
    return w.length ? *w.at == *string && word_same(w, word_of(string)) : !*string;
}

/* Returns true if the word equals the string, ignoring ASCII case. */
bool word_is_any_case(Word w, const char *string);

/* Returns true if the word is in a comma-separated list, ignoring ASCII case. */
bool word_is_among(Word w, const char *list);

/* Returns true if the set contains the character. Unlike with strchr(), no set contains NUL. */
bool text_is_among(char c, const char *set);

/* Reads a decimal integer within [low, high]; otherwise returns false, with *out unchanged. */
bool word_number(Word w, int64_t low, int64_t high, int64_t *out);

/*
 * Reads an integer of any size and clamps it to [low, high]. Otherwise returns false, with *n
 * unchanged.
 */
bool word_whole(Word w, int64_t low, int64_t high, int64_t *n);

/*
 * Reads a number with or without decimals ("0.5", "3", ".25"), in thousandths, at most `high`;
 * digits after the third decimal are ignored. Otherwise returns false, with *out unchanged.
 */
bool word_thousandths(Word w, int64_t high, int64_t *out);

/*
 * A string being built in a buffer of fixed size, always with a NUL at its end. Text that does not
 * fit is cut off, and `full` is set.
 */
typedef struct {
    char *at;
    size_t capacity, length; /* bytes with and without the NUL; length < capacity */
    bool full;
} Text;

/* Returns an empty text in buffer[capacity], capacity >= 1. */
Text text_in(char *buffer, size_t capacity);

/*
 * An empty Text with its own buffer of `capacity` bytes, a constant. The buffer lives until the end
 * of the enclosing block.
 */
#define TEXT_OF(capacity) text_in((char[capacity]){""}, capacity)

/* Empties the text. */
void text_clear(Text *t);

/* Append a string, a character or a word. */
void text_add(Text *t, const char *string);
void text_add_char(Text *t, char c);
void text_add_word(Text *t, Word w);

#ifdef __GNUC__
#define TEXT_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define TEXT_FORMAT
#endif

/* Appends text like printf(). Must not be used for floating point, which depends on the locale. */
void text_addf(Text *t, const char *format, ...) TEXT_FORMAT;

/* Appends an error message like printf(). Always returns false. */
bool text_fail(Text *error, const char *format, ...) TEXT_FORMAT;

/*
 * Returns the length in bytes of the printable UTF-8 character at the start of a text; 0 if there
 * is none. Control characters are not printable, nor are marks that change the direction of
 * writing.
 */
size_t text_character(Word w);

/*
 * Adds untrusted text: bytes that are not part of a printable UTF-8 character become '?', and "..."
 * replaces the text after `limit` bytes. No character is split.
 */
void text_add_quoted(Text *t, Word w, size_t limit);

/*
 * Returns untrusted text as a string, like text_add_quoted(), in a buffer of limit + TEXT_MORE
 * bytes. QUOTED_OF(), for a constant limit, uses a buffer that lives until the end of the enclosing
 * block.
 */
enum { TEXT_MORE = 8 };
const char *text_quoted(char *buffer, Word w, size_t limit);
#define QUOTED_OF(w, limit) text_quoted((char[(limit) + TEXT_MORE]){""}, w, limit)

/* --- writing text from any source as XML or HTML --------------------------------------------- */

/* Returns the escape sequence of a character that must be escaped, otherwise NULL. */
typedef const char *TextEscape(char c);

/*
 * Writes text, escaped. Bytes that are not part of a printable character become '?', see
 * text_character().
 */
void escape_write(FILE *out, Word words, TextEscape *escape);

/*
 * Writes the text of an element: escapes <, > and &. Keeps quotes, so it must not be used for
 * attributes.
 */
void xml_text(FILE *out, const char *words);

/* Writes text with quotes escaped as well, for elements and quoted attributes. */
void xml_word(FILE *out, Word words);

#endif
