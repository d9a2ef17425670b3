/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "process_internal.h"

#include <string.h>
#include <time.h>

#include "base/util.h"

void process_log(FILE *log, const char *name, char mark, Word line) {
    struct timespec now;
    struct tm day;

    if (!log)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &day);
    fprintf(log, "%02d:%02d:%02d.%03ld %s %c %.*s\n", day.tm_hour, day.tm_min, day.tm_sec,
            now.tv_nsec / 1000000, name, mark, (int)line.length, line.at);
}

void process_heard(Process *p, const char *part, size_t length) {
    const size_t kept = min_size(p->said_length, PROCESS_SAID - length);
    Word rest = {part, length};

    while (p->log && rest.length)
        process_log(p->log, p->log_name, '!', text_until(&rest, '\n'));
    memmove(p->said, p->said + p->said_length - kept, kept);
    memcpy(p->said + kept, part, length);
    p->said_length = kept + length;
}

void process_last_line(const Process *p, char out[PROCESS_SAID + 1]) {
    Word text = {p->said, p->said_length}, line, last = {NULL, 0};

    while (text.length)
        if ((line = text_rest(text_until(&text, '\n'))).length)
            last = line;
    if (last.length)
        memcpy(out, last.at, last.length);
    out[last.length] = '\0';
}
