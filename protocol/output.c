/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

/* Wraps a line between words to the terminal width. */
static void wrap(const Output *o, char *line, size_t length) {
    const size_t all = o->columns ? o->columns() : 80;
    size_t column = 0, blank = 0, blank_column = 0;

    if (memchr(line, '\x1b', length)) /* a colored board */
        return;
    for (size_t i = 0; i < length; i++) {
        column += ((unsigned char)line[i] & 0xc0) != 0x80; /* UTF-8: count characters */
        if (line[i] == ' ' && i && line[i - 1] != ' ') {
            blank = i;
            blank_column = column;
        }
        if (column > all && blank && blank < i) {
            line[blank] = '\n';
            column -= blank_column;
            blank = 0;
        }
    }
}

/* --- pages ----------------------------------------------------------------------------------- */

/* Returns the length of the lines that fit on the screen, and deducts these lines from its room. */
static size_t fitting(Output *o, const char *text, size_t length) {
    size_t n = 0;

    for (size_t i = 0; i < length && o->room; i++)
        if (text[i] == '\n') {
            n = i + 1;
            o->room--;
        }
    return n;
}

/* Returns false when out of memory. */
static bool keep(Output *o, const char *text, size_t length) {
    char *more = array_grow(o->left.text, &o->left.capacity, o->left.length + length, 1);

    if (!more)
        return false;
    o->left.text = more;
    memcpy(o->left.text + o->left.length, text, length);
    o->left.length += length;
    return true;
}

/* Writes whole lines, now or on a later page. */
static bool emit(Output *o, const char *text, size_t length) {
    size_t n = length;

    if (o->paging && !o->left.length)
        n = fitting(o, text, length);
    else if (o->paging)
        n = 0;
    if (n < length && !keep(o, text + n, length - n))
        n = length;
    return !n || o->write(o->context, text, n);
}

void output_begin(Output *o, bool pages) {
    const size_t rows = pages && o->terminal && o->rows ? o->rows() : 0;

    o->prompted = false;
    o->passed = o->left.length > 0;
    o->paging = rows > 3;
    if (!o->paging)
        return;
    output_drop_pages(o);
    o->room = rows - 1; /* the last line is for the pager's prompt */
}

void output_end(Output *o) {
    o->paging = false;
    if (o->passed)
        output_drop_pages(o);
}

bool output_has_more(const Output *o) {
    return o->left.length > 0;
}

bool output_next_page(Output *o) {
    const size_t rows = o->rows ? o->rows() : 0;
    size_t n;

    if (!o->left.length)
        return false;
    o->room = rows > 3 ? rows - 1 : SIZE_MAX;
    n = fitting(o, o->left.text, o->left.length);
    o->write(o->context, o->left.text, n);
    o->left.length -= n;
    memmove(o->left.text, o->left.text + n, o->left.length);
    o->passed = false;
    return true;
}

bool output_drop_pages(Output *o) {
    const bool any = o->left.length > 0;

    free(o->left.text);
    o->left.text = NULL;
    o->left.length = o->left.capacity = 0;
    o->passed = false;
    return any;
}

/* --- lines ----------------------------------------------------------------------------------- */

bool output_line(Output *o, const char *text, bool whole) {
    const size_t length = strlen(text);
    char buffer[4096], *line = length + 2 <= sizeof buffer ? buffer : malloc(length + 2);
    bool written;

    if (!line)
        return true; /* the next line may be shorter */
    memcpy(line, text, length);
    if (o->terminal && !whole)
        wrap(o, line, length);
    line[length] = '\n';
    o->prompted = false;
    written = emit(o, line, length + 1);
    if (line != buffer)
        free(line);
    return written;
}

bool output_prompt(Output *o, const char *text) {
    o->prompted = true;
    return o->write(o->context, text, strlen(text));
}

void output_set_log(Output *o, FILE *log) {
    if (o->log)
        fclose(o->log);
    o->log = log;
}

bool output_log_line(Output *o, const char *mark, const char *text, size_t length) {
    if (!o->log)
        return true;
    fputs(mark, o->log);
    fwrite(text, 1, length, o->log);
    if (putc('\n', o->log) != EOF && !fflush(o->log))
        return true;
    output_set_log(o, NULL);
    return false;
}
