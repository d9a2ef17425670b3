/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "perft_count.h"
#include "tools/common/interrupt.h"
#include "tools/common/tool.h"

enum { MAX_COMPLAINTS = 10, MAX_LINE = 1 << 16 }; /* about one error; in bytes */

void perft_lines_close(PerftLines *l) {
    for (size_t i = 0; i < PERFT_LINES_ERRORS; i++) {
        const long more = l->error[i].lines - MAX_COMPLAINTS;
        if (more > 0)
            tool_message("%s: and %ld more line%s: %s", l->name, more, more == 1 ? "" : "s",
                         l->error[i].text);
    }
    if (l->file && l->file != stdin)
        fclose(l->file);
    free(l->buffer);
}

bool perft_lines_open(PerftLines *l, const char *name) {
    const bool is_input = !strcmp(name, "-");

    struct stat status;

    *l = (PerftLines){.file = is_input ? stdin : fopen(name, "r"),
                      .name = is_input ? "(standard input)" : name};
    if (l->file && !fstat(fileno(l->file), &status) && S_ISDIR(status.st_mode)) {
        perft_fail("this is a directory", name);
        perft_lines_close(l);
        return false;
    }
    if (!l->file)
        tool_message("the file cannot be read: %s: %s", name, strerror(errno));
    return l->file != NULL;
}

/* The next line with its end in the buffer: its length, or -1 at the end and for a longer line. */
static long read_line(PerftLines *l) {
    long n = 0;
    int c = 0;

    if (!l->buffer && !(l->buffer = malloc(MAX_LINE))) {
        tool_message("%s: there is not enough memory to read it", l->name);
        l->failed = true;
        return -1;
    }
    while (c != '\n' && (c = getc_unlocked(l->file)) != EOF) {
        if (n == MAX_LINE) {
            tool_message("%s:%ld: the line is longer than %d bytes", l->name, l->number + 1,
                         MAX_LINE);
            l->failed = true;
            return -1;
        }
        l->buffer[n++] = (char)c;
    }
    return n ? n : -1;
}

bool perft_lines_next(PerftLines *l, Word *line) {
    long n;

    while (!interrupt_pending() && (n = read_line(l)) >= 0) {
        *line = (Word){l->buffer, (size_t)n};
        l->whole = n > 0 && l->buffer[n - 1] == '\n';
        if (!l->number++ && line->length >= 3 && !memcmp(line->at, "\xef\xbb\xbf", 3))
            *line = (Word){line->at + 3, line->length - 3};
        *line = text_rest(*line);
        if (line->length && *line->at != '#' && *line->at != '%')
            return true;
    }
    if (ferror(l->file)) {
        tool_message("%s: cannot be read to its end", l->name);
        l->failed = true;
    }
    return false;
}

void perft_lines_complain(PerftLines *l, const char *error) {
    size_t i = 0;

    while (i < PERFT_LINES_ERRORS - 1 && l->error[i].text && strcmp(l->error[i].text, error) != 0)
        i++;
    l->error[i].text = error;
    if (l->error[i].lines++ >= MAX_COMPLAINTS)
        return;
    perft_wipe_progress();
    tool_message("%s:%ld: %s", l->name, l->number, error);
}
