/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

Word word_of(const char *string) {
    return (Word){string, strlen(string)};
}

static Word skip_blanks(Word w) {
    while (w.length && is_blank(*w.at)) {
        w.at++;
        w.length--;
    }
    return w;
}

Word text_word(Word *line) {
    Word rest = skip_blanks(*line);
    Word w = {rest.at, 0};

    /* Step by step: an empty text may be NULL, where pointer arithmetic is undefined. */
    while (rest.length && !is_blank(*rest.at)) {
        rest.at++;
        rest.length--;
        w.length++;
    }
    *line = rest;
    return w;
}

Word text_until(Word *text, char end) {
    const char *stop = text->length ? memchr(text->at, end, text->length) : NULL;
    const Word w = {text->at, stop ? (size_t)(stop - text->at) : text->length};

    *text = stop ? (Word){stop + 1, text->length - w.length - 1} : (Word){0};
    return w;
}

bool text_split(Word *text, const char *mark, Word *tail) {
    for (Word rest = *text; rest.length; rest.at++, rest.length--) {
        Word behind = rest;

        if (!text_skip(&behind, mark))
            continue;
        text->length -= rest.length;
        *tail = behind;
        return true;
    }
    return false;
}

bool text_skip(Word *line, const char *prefix) {
    const size_t n = strlen(prefix);

    if (line->length < n || (n && memcmp(line->at, prefix, n) != 0))
        return false;
    *line = (Word){line->at + n, line->length - n};
    return true;
}

Word text_rest(Word line) {
    Word w = skip_blanks(line);

    while (w.length && is_blank(w.at[w.length - 1]))
        w.length--;
    return w;
}

bool text_is_among(char c, const char *set) {
    return c && strchr(set, c);
}

bool word_same(Word a, Word b) {
    return a.length == b.length && (!a.length || !memcmp(a.at, b.at, a.length));
}

static bool equals_any_case(Word a, Word b) {
    size_t i = 0;

    while (i < a.length && i < b.length && text_lower(a.at[i]) == text_lower(b.at[i]))
        i++;
    return i == a.length && i == b.length;
}

bool word_is_any_case(Word w, const char *string) {
    return equals_any_case(w, word_of(string));
}

bool word_is_among(Word w, const char *list) {
    for (Word rest = word_of(list); rest.at;)
        if (equals_any_case(w, text_until(&rest, ',')))
            return true;
    return false;
}

bool word_number(Word w, int64_t low, int64_t high, int64_t *out) {
    const bool negative = w.length && *w.at == '-';
    int64_t n = 0;

    if (w.length == (size_t)negative)
        return false;
    for (size_t i = negative; i < w.length; i++) {
        if (!text_is_digit(w.at[i]))
            return false;
        /* negative, as INT64_MIN has no positive counterpart */
        if (n < (INT64_MIN + (w.at[i] - '0')) / 10)
            return false;
        n = n * 10 - (w.at[i] - '0');
    }
    if (!negative && n == INT64_MIN)
        return false;
    n = negative ? n : -n;
    if (n < low || n > high)
        return false;
    *out = n;
    return true;
}

bool word_whole(Word w, int64_t low, int64_t high, int64_t *n) {
    const size_t sign = w.length && *w.at == '-';
    size_t i = sign;
    int64_t read;

    while (i < w.length && text_is_digit(w.at[i]))
        i++;
    if (i == sign || i < w.length)
        return false;
    if (!word_number(w, INT64_MIN, INT64_MAX, &read))
        read = sign ? INT64_MIN : INT64_MAX;
    *n = clamp64(read, low, high);
    return true;
}

bool word_thousandths(Word w, int64_t high, int64_t *out) {
    int64_t n = 0;
    int decimals = -1, digits = 0; /* decimals: digits after the point, -1 before it */

    for (size_t i = 0; i < w.length; i++) {
        if (w.at[i] == '.' && decimals < 0) {
            decimals = 0;
        } else if (!text_is_digit(w.at[i])) {
            return false;
        } else {
            digits++;
            if (decimals >= 3)
                continue;
            if (n > (INT64_MAX - (w.at[i] - '0')) / 10)
                return false;
            n = n * 10 + (w.at[i] - '0');
            decimals += decimals >= 0;
        }
    }
    if (!digits)
        return false;
    for (int i = max(decimals, 0); i < 3; i++) {
        if (n > INT64_MAX / 10)
            return false;
        n *= 10;
    }
    if (n > high)
        return false;
    *out = n;
    return true;
}

Text text_in(char *buffer, size_t capacity) {
    assert(capacity > 0);
    buffer[0] = '\0';
    return (Text){buffer, capacity, 0, false};
}

void text_clear(Text *t) {
    *t = text_in(t->at, t->capacity);
}

void text_add_word(Text *t, Word w) {
    const size_t room = t->capacity - t->length - 1;
    const size_t n = min_size(w.length, room);

    assert(t->length < t->capacity);
    if (n)
        memcpy(t->at + t->length, w.at, n);
    t->length += n;
    t->at[t->length] = '\0';
    t->full |= n < w.length;
}

void text_add(Text *t, const char *string) {
    text_add_word(t, word_of(string));
}

void text_add_char(Text *t, char c) {
    text_add_word(t, (Word){&c, 1});
}

#ifdef __GNUC__
__attribute__((format(printf, 2, 0)))
#endif
static void
add_list(Text *t, const char *format, va_list arguments) {
    const size_t room = t->capacity - t->length;
    const int n = vsnprintf(t->at + t->length, room, format, arguments);

    if (n < 0) {
        t->at[t->length] = '\0';
        t->full = true;
    } else if ((size_t)n >= room) {
        t->length = t->capacity - 1;
        t->full = true;
    } else {
        t->length += (size_t)n;
    }
}

void text_addf(Text *t, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    add_list(t, format, arguments);
    va_end(arguments);
}

bool text_fail(Text *error, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    add_list(error, format, arguments);
    va_end(arguments);
    return false;
}

/*
 * Returns true if a line may contain the character. Controls and marks that change the direction of
 * writing are not allowed.
 */
static bool is_printable(uint32_t c) {
    return c >= 0x20 && !(c >= 0x7f && c < 0xa0) && !(c >= 0x2028 && c <= 0x202e) &&
           !(c >= 0x2066 && c <= 0x2069) && !(c >= 0xd800 && c < 0xe000) && c != 0xfffe &&
           c != 0xffff && c <= 0x10ffff;
}

size_t text_character(Word w) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = w.length ? (unsigned char)*w.at : 0;
    const size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 4;
    uint32_t c = length == 1 ? first : first & 0x7fu >> length;

    if ((first >= 0x80 && first < 0xc0) || first >= 0xf8 || length > w.length)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)w.at[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | ((unsigned char)w.at[i] & 0x3f);
    }
    return c >= least[length] && is_printable(c) ? length : 0;
}

void text_add_quoted(Text *t, Word w, size_t limit) {
    size_t i = 0;

    while (i < w.length && i < limit) {
        const size_t length = text_character((Word){w.at + i, w.length - i});

        if (i + length > limit || (length > 1 && t->capacity - t->length <= length))
            break;
        if (length)
            text_add_word(t, (Word){w.at + i, length});
        else
            text_add_char(t, '?');
        i += length ? length : 1;
    }
    if (i < w.length)
        text_add(t, "...");
}

const char *text_quoted(char *buffer, Word w, size_t limit) {
    Text text = text_in(buffer, limit + TEXT_MORE);

    text_add_quoted(&text, w, limit);
    return buffer;
}

/* --- writing text from any source as XML or HTML --------------------------------------------- */

void escape_write(FILE *out, Word words, TextEscape *escape) {
    for (size_t i = 0; i < words.length;) {
        const size_t bytes = text_character((Word){words.at + i, words.length - i});
        const char *escaped = escape(words.at[i]);

        if (escaped)
            fputs(escaped, out);
        else if (bytes)
            fwrite(words.at + i, 1, bytes, out);
        else
            fputc('?', out);
        i += bytes ? bytes : 1;
    }
}

static const char *element(char c) {
    return c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : NULL;
}

static const char *attribute(char c) {
    return c == '"' ? "&quot;" : c == '\'' ? "&#39;" : element(c);
}

void xml_text(FILE *out, const char *words) {
    escape_write(out, word_of(words), element);
}

void xml_word(FILE *out, Word words) {
    escape_write(out, words, attribute);
}
