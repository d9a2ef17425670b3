/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System-independent process functions: the words of a command, and lines of output. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "process_internal.h"
#include "tools/common/tool.h"

enum { LINE_MAX_BYTES = 1 << 16 };

char **process_words(const char *command) {
    const size_t length = strlen(command);
    char **word = memory_new(length / 2 + 2, sizeof *word + 2 * sizeof(char));
    char *to = (char *)(word + length / 2 + 2), quote = '\0';
    size_t count = 0;
    bool inside = false;

    for (const char *c = command; *c; c++) {
        const bool blank = *c == ' ' || *c == '\t';

        if (quote ? *c == quote : *c == '"' || *c == '\'') {
            quote = quote ? '\0' : *c;
            if (!inside)
                word[count++] = to;
            inside = true;
        } else if (blank && !quote) {
            if (inside)
                *to++ = '\0';
            inside = false;
        } else {
            if (!inside)
                word[count++] = to;
            inside = true;
            *to++ = *c;
        }
    }
    if (quote) {
        free(word);
        return NULL;
    }
    return word;
}

char *process_find(const char *command) {
    char **word = process_words(command);
    char *path = word && *word && **word ? process_look_up(*word) : NULL;

    free(word);
    return path;
}

const char *process_start(Process *p, char **word, const Reaper *reaper, const atomic_bool *stop,
                          const int *cpu) {
    const char *error = !word               ? "a quote is not closed"
                        : !*word || !**word ? "the command is empty"
                                            : NULL;

    *p = (Process){.reaper = reaper, .stop = stop};
    if (!error && !(error = process_launch(p, word, cpu)))
        p->buffer = memory_new(LINE_MAX_BYTES, 1);
    return error;
}

void process_describe_end(Text *out, const ProcessEnd *end) {
    if (end->killed)
        text_add(out, "it closed its output but kept running");
    else if (end->signal)
        text_addf(out, "signal %d", end->signal);
    else
        text_addf(out, "exit status %d", end->status);
#ifndef _WIN32
    if (end->signal && !end->killed)
        text_addf(out, " (%s)", strsignal(end->signal));
#endif
    if (*end->said) {
        text_add(out, ", stderr: ");
        text_add_quoted(out, word_of(end->said), 120);
    }
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Takes the next complete line from the buffer; returns false if there is none. */
static bool next_line(Process *p, Word *line) {
    char *from = p->buffer + p->start;
    char *end = memchr(p->buffer + p->searched, '\n', p->end - p->searched);
    bool skipped;

    p->searched = p->end;
    if (!end && p->end - p->start < LINE_MAX_BYTES)
        return false;
    if (!end) {
        /* too long: return the beginning, and skip the rest when it arrives */
        skipped = p->skipping;
        p->skipping = true;
        *line = (Word){from, LINE_MAX_BYTES};
        p->start = p->end = p->searched = 0;
        return !skipped;
    }
    skipped = p->skipping;
    p->skipping = false;
    *line = (Word){from, (size_t)(end - from)};
    p->start = p->searched = (size_t)(end + 1 - p->buffer);
    return !skipped || next_line(p, line);
}

/* Moves pending output to the front of the buffer. */
static void move_to_front(Process *p) {
    memmove(p->buffer, p->buffer + p->start, p->end - p->start);
    p->end -= p->start;
    p->searched -= p->start;
    p->start = 0;
}

ReadResult process_read(Process *p, Word *line, int64_t deadline_us) {
    bool late = false;

    if (p->start)
        move_to_front(p);
    for (;;) {
        ssize_t n;

        if (next_line(p, line)) {
            process_log(p->log, p->log_name, '<', *line);
            return READ_LINE;
        }
        if (late)
            return READ_TIMEOUT;
        if (p->start)
            move_to_front(p);
        n = process_take(p, p->buffer + p->end, LINE_MAX_BYTES - p->end);
        if (n > 0) {
            p->end += (size_t)n;
            p->received += (uint64_t)n;
            /* an endless stream of lines must not defeat the deadline */
            late = clock_us() > deadline_us;
        } else if (n == 0) {
            p->ended = true;
            return READ_END;
        } else if (!process_wait(p, deadline_us)) {
            return p->stop && atomic_load(p->stop) ? READ_STOPPED : READ_TIMEOUT;
        }
    }
}

Word process_remainder(const Process *p) {
    return p->skipping ? (Word){p->buffer, 0} : (Word){p->buffer + p->start, p->end - p->start};
}
