/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "epdsuite.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "chess/fen.h"
#include "linefile.h"
#include "tool.h"

/* A file that starts with this many bad lines is not EPD. */
enum { MAX_BAD_LINES = 5 };

bool epdsuite_is_chess960(Word text) {
    Word copy = text;
    Position p;

    return fen_parse_prefix(&p, &copy, false) && !fen_parse_prefix(&p, &text, true);
}

void epdsuite_complain(const char *file, int line, const char *message) {
    fprintf(stderr, "%s:%d: %s\n", strcmp(file, "-") ? file : "standard input", line, message);
}

const char *epdsuite_add(EpdSuite *s, const char *file, bool chess960, EpdErrorHandler *on_error) {
    const size_t before = s->count;
    size_t length, room = s->count;
    int bad = 0;
    const char *error;
    char **text;
    Word rest;

    s->text = memory_grow(s->text, s->texts + 1, sizeof *s->text);
    text = &s->text[s->texts++];
    if ((error = strcmp(file, "-") ? file_read_all(file, text, &length)
                                   : file_read_stream(stdin, text, &length)))
        return error;
    rest = linefile_without_mark((Word){*text, length});
    for (int number = 1; rest.length; number++) {
        const Word raw = text_until(&rest, '\n'), line = text_rest(raw);
        Text why = TEXT_OF(256);

        if (!line.length || *line.at == '#' || *line.at == '%')
            continue;
        if (s->count == room)
            s->problem = memory_grow(s->problem, room = 2 * room + 64, sizeof *s->problem);
        s->problem[s->count] = (EpdProblem){.file = file, .line = number};
        if (epd_read_line(&s->problem[s->count], raw, chess960, EPD_STRICT, &why)) {
            s->count++;
        } else {
            s->bad++;
            if (!chess960 && epdsuite_is_chess960(line)) /* alula-lab has no Chess960 option */
                text_add(&why, "; it is valid with alula-epd --chess960");
            on_error(file, number, why.at);
            if (s->count == before && ++bad == MAX_BAD_LINES)
                return "this does not look like EPD; ignoring the rest";
        }
    }
    return NULL;
}

void epdsuite_free(EpdSuite *s) {
    for (size_t i = 0; i < s->texts; i++)
        free(s->text[i]);
    free(s->text);
    free(s->problem);
    *s = (EpdSuite){0};
}
