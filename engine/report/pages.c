/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pages.h"

#include <stdlib.h>

#include "base/file.h"
#include "report.h"

typedef struct {
    Word annotated;
    size_t games; /* with notes */
} Source;

/* --- the games ----------------------------------------------------------------------------------
 */

/* Called for each report; false, without memory, ends it. */
typedef bool Visitor(void *context, const Report *r, size_t number);

static bool visit_game(const PgnGame *game, Visitor *visit, void *context, size_t number) {
    const Word judge = notes_judge(game);
    Note *note = calloc(game->line.length + 1, sizeof *note);
    char name[200];
    Text text = text_in(name, sizeof name);
    Report report;
    bool good = false;

    text_add_quoted(&text, judge, sizeof name - 8);
    if (note) {
        notes_read(game, note);
        if (report_make(&report, game, note, name)) {
            good = visit(context, &report, number);
            report_free(&report);
        }
    }
    free(note);
    return good;
}

/* Read the games with notes; false if memory is refused, which may break a game. */
static bool visit_games(const Source *source, Visitor *visit, void *context) {
    Word text = source->annotated;
    PgnReader *reader = pgn_open(pgn_from_word, &text, &notes_options);
    const PgnGame *game;
    size_t number = 0;
    bool good = reader != NULL;

    while (good && (game = pgn_next(reader)))
        if (!game->broken && game->line.length && notes_are_current(game))
            good = visit_game(game, visit, context, number++);
    pgn_close(reader);
    return good && number == source->games;
}

/* --- the files ----------------------------------------------------------------------------------
 */

static bool add_to_index(void *context, const Report *r, size_t number) {
    (void)number;
    return report_index_add(context, r);
}

static bool print_html_game(void *context, const Report *r, size_t number) {
    report_html_game(context, r, number);
    return true;
}

static bool print_html(FILE *out, const Source *source) {
    ReportIndex index = {0};
    bool good = visit_games(source, add_to_index, &index);

    if (good) {
        report_html_begin(out, index.rows == 1 ? NULL : &index);
        good = visit_games(source, print_html_game, out);
        report_html_end(out);
    }
    report_index_free(&index);
    return good;
}

static bool print_json_game(void *context, const Report *r, size_t number) {
    fputs(number ? ",\n" : "\n", context);
    report_json(context, r);
    return true;
}

/* A list, also of one game or none. */
static bool print_json(FILE *out, const Source *source) {
    bool good;

    fputs("[", out);
    good = visit_games(source, print_json_game, out);
    fputs("\n]\n", out);
    return good;
}

static bool print_graph(void *context, const Report *r, size_t number) {
    if (!number)
        report_graph(context, r);
    return true;
}

static bool print_svg(FILE *out, const Source *source) {
    return visit_games(source, print_graph, out);
}

typedef bool Printer(FILE *out, const Source *source);

static bool write_page(const char *path, Printer *print, const Source *source, Text *error) {
    char unused[200];
    Text ignored = text_in(unused, sizeof unused);
    const bool fresh = path && !file_mark(path).exists; /* half a page would stay otherwise */
    FileOutput *file;

    if (!path)
        return true;
    if (!(file = file_output_open(path, error)))
        return false;
    if (print(file_output_stream(file), source))
        return file_output_close(file, true, error);
    file_output_close(file, false, &ignored);
    if (fresh)
        remove(path);
    text_addf(error, "%s: there is not enough memory", path);
    return false;
}

bool pages_possible(const Pages *pages, Text *error) {
    const char *const path[] = {pages->html, pages->json, pages->svg};

    for (size_t i = 0; i < sizeof path / sizeof *path; i++)
        if (path[i] && !file_output_possible(path[i], error))
            return false;
    return true;
}

/* Is this byte a character of Latin-1, and no part of one in UTF-8? */
static bool is_latin1(Word text, size_t at) {
    const unsigned char c = (unsigned char)text.at[at];
    const unsigned char before = at ? (unsigned char)text.at[at - 1] : 0;
    const unsigned char after = at + 1 < text.length ? (unsigned char)text.at[at + 1] : 0;

    return c >= 0xa0 && (c < 0xc0 ? before < 0x80 : (after & 0xc0) != 0x80);
}

/*
 * PGN is UTF-8 today, and was Latin-1 by its standard: the text in UTF-8. NULL if it is that
 * already, or if there is not enough memory.
 */
static char *from_latin1(Word text, size_t *length) {
    size_t more = 0;
    char *out;

    for (size_t i = 0; i < text.length; i++)
        more += is_latin1(text, i);
    if (!more || !(out = malloc(text.length + more)))
        return NULL;
    *length = 0;
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.at[i];
        const bool latin1 = is_latin1(text, i);

        if (latin1)
            out[(*length)++] = (char)(0xc0 | c >> 6);
        out[(*length)++] = latin1 ? (char)(0x80 | (c & 0x3f)) : (char)c;
    }
    return out;
}

bool pages_write(const Pages *pages, Word annotated, size_t games, Text *error) {
    size_t length;
    char *decoded = from_latin1(annotated, &length);
    const Source source = {decoded ? (Word){decoded, length} : annotated, games};
    char unused[300];
    Text more = text_in(unused, sizeof unused);
    bool good = write_page(pages->html, print_html, &source, error);

    good &= write_page(pages->json, print_json, &source, good ? error : &more);
    good &= write_page(pages->svg, print_svg, &source, good ? error : &more);
    free(decoded);
    return good;
}
