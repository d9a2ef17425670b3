/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "linefile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

/* Limits: messages per error, bytes per line, bytes per read. */
enum { MAX_COMPLAINTS = 10, MAX_LINE = 1 << 16, BUFFER = 1 << 17 };

void linefile_close(LineFile *l) {
    for (size_t i = 0; i < LINEFILE_ERRORS; i++) {
        const long more = l->error[i].lines - MAX_COMPLAINTS;
        if (more > 0)
            tool_message("%s: and %ld more line%s: %s", l->name, more, more == 1 ? "" : "s",
                         l->error[i].text);
    }
    if (l->file && l->file != stdin)
        fclose(l->file);
    free(l->buffer);
}

bool linefile_open(LineFile *l, const char *name) {
    const bool is_input = !strcmp(name, "-");
    struct stat status;

    *l = (LineFile){.file = is_input ? stdin : fopen(name, "rb"),
                    .name = is_input ? "(standard input)" : name};
    if (l->file && !fstat(fileno(l->file), &status) && S_ISDIR(status.st_mode)) {
        tool_message("this is a directory: %s", name);
        linefile_close(l);
        return false;
    }
    if (!l->file)
        tool_message("the file cannot be read: %s: %s", name, strerror(errno));
    return l->file != NULL;
}

/* Appends to the buffer; returns false at the end of the file and on an error. */
static bool fill(LineFile *l) {
    ssize_t n;

    memmove(l->buffer, l->buffer + l->from, l->to - l->from);
    l->to -= l->from;
    l->from = 0;
    do
        n = read(fileno(l->file), l->buffer + l->to, (unsigned)(BUFFER - l->to));
    while (n < 0 && errno == EINTR && !interrupt_pending());
    if (n < 0 && errno != EINTR) {
        tool_message("%s: cannot be read to its end", l->name);
        l->failed = true;
    }
    l->to += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/*
 * Returns the next line in the buffer, including its line end; empty at the end of the file and for
 * an overlong line.
 */
static Word read_line(LineFile *l) {
    size_t seen = 0;
    Word line;
    const char *end;

    if (!l->buffer)
        l->buffer = memory_new(BUFFER, 1);
    while (!(end = memchr(l->buffer + l->from + seen, '\n', l->to - l->from - seen))) {
        seen = l->to - l->from;
        if (seen > MAX_LINE) {
            tool_message("%s:%ld: the line is longer than %d bytes", l->name, l->number + 1,
                         MAX_LINE);
            l->failed = true;
            return (Word){"", 0};
        }
        if (!fill(l))
            break;
    }
    line.at = l->buffer + l->from;
    line.length = end ? (size_t)(end + 1 - line.at) : l->to - l->from;
    l->from += line.length;
    l->start = l->end;
    l->end += (int64_t)line.length;
    return line;
}

Word linefile_without_mark(Word text) {
    text_skip(&text, "\xef\xbb\xbf");
    return text;
}

bool linefile_next(LineFile *l, Word *line) {
    while (!interrupt_pending() && (*line = read_line(l)).length) {
        l->whole = line->at[line->length - 1] == '\n';
        l->raw = l->number++ ? *line : linefile_without_mark(*line);
        *line = text_rest(l->raw);
        if (line->length && *line->at != '#' && *line->at != '%')
            return true;
    }
    return false;
}

bool linefile_seek(LineFile *l, int64_t start) {
    const int64_t here = l->end + (int64_t)(l->to - l->from);

    l->number = 0;
    if (l->end == start)
        return true;
    if (lseek(fileno(l->file), (off_t)(start - here), SEEK_CUR) < 0)
        return false;
    l->from = l->to = 0;
    l->end = start;
    return true;
}

void linefile_complain_as(LineFile *l, const char *kind, const char *error) {
    size_t i = 0;

    while (i < LINEFILE_ERRORS - 1 && l->error[i].text && strcmp(l->error[i].text, kind) != 0)
        i++;
    l->error[i].text = kind;
    if (l->error[i].lines++ < MAX_COMPLAINTS)
        tool_message("%s:%ld: %s", l->name, l->number, error);
}

void linefile_complain(LineFile *l, const char *error) {
    linefile_complain_as(l, error, error);
}
