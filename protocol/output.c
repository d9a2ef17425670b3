/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output.h"

#include <stdlib.h>
#include <string.h>

/* Break a line between words where it is too long for the terminal. */
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
    written = o->write(o->context, line, length + 1);
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
