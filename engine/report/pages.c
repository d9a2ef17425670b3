/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/util.h"
#include "report.h"

/* --- best lines ------------------------------------------------------------------------------- */

typedef struct PageSearch {
    uint32_t key; /* of start and moves */
    size_t plies;
    Note *note; /* [plies + 1] */
} PageSearch;

void pages_keep(PageSearches *s, const PgnGame *game, const Note *note) {
    PageSearch *more = array_grow(s->game, &s->room, s->count + 1, sizeof *more);
    const size_t plies = game->line.length;
    Note *copy = more ? malloc((plies + 1) * sizeof *copy) : NULL;

    if (more)
        s->game = more;
    if (!copy)
        return;
    memcpy(copy, note, (plies + 1) * sizeof *copy);
    more[s->count++] = (PageSearch){notes_moves_key(game), plies, copy};
}

void pages_forget(PageSearches *s) {
    for (size_t i = 0; i < s->count; i++)
        free(s->game[i].note);
    free(s->game);
    *s = (PageSearches){NULL, 0, 0};
}

/* Adds best lines to the notes that lack them. *next is the index where this game is expected. */
static void add_lines(const PageSearches *s, size_t *next, const PgnGame *game, Note *note) {
    const uint32_t key = s && s->count ? notes_moves_key(game) : 0;
    const PageSearch *found = NULL;

    for (size_t i = 0; s && i < s->count && !found; i++) {
        const PageSearch *one = &s->game[(*next + i) % s->count];

        if (one->key == key && one->plies == game->line.length) {
            found = one;
            *next += i + 1;
        }
    }
    for (size_t n = 0; found && n <= found->plies; n++)
        if (!note[n].length) {
            note[n].length = found->note[n].length;
            memcpy(note[n].line, found->note[n].line, sizeof note[n].line);
        }
}

/* --- the games -------------------------------------------------------------------------------- */

static bool has_notes(const PgnGame *game) {
    return !game->broken && game->line.length && notes_are_current(game);
}

/* Called for each report. Returns false, for lack of memory, to end the visit. */
typedef bool Visitor(void *context, const Report *r);

/*
 * Visits a game with its number. `told` is the game whose error is reported: this one, or the same
 * game in the source.
 */
static bool visit_game(const PgnGame *game, size_t number, const PgnGame *told,
                       const PagesGames *games, size_t *next, Visitor *visit, void *context) {
    const bool noted = has_notes(game);
    Note *note = calloc(game->line.length + 1, sizeof *note);
    Text text = TEXT_OF(200);
    Report report;
    bool good = false;

    text_add_quoted(&text, notes_judge(game), text.capacity - 8);
    if (note && noted)
        notes_read(game, note);
    if (note && noted)
        add_lines(games->searches, next, game, note);
    if (note && report_make(&report, game, note, noted ? text.at : NULL)) {
        report.number = number;
        report.left_out = !noted;
        report.error = told->error;
        report.error_line = told->error ? told->error_line : 0;
        if (!noted && !told->error)
            report.error = game->line.length ? "it has no notes" : "it has no moves";
        good = visit(context, &report);
        report_free(&report);
    }
    free(note);
    return good;
}

/* Visits all games. Returns false if memory is refused, which may also break a game. */
static bool visit_games(const PagesGames *games, Visitor *visit, void *context) {
    Word text = games->annotated;
    PgnReader *reader = pgn_open(pgn_from_word, &text, &notes_options);
    PgnReader *source = NULL;
    const PgnGame *game, *before;
    size_t noted = 0, next = 0;
    bool good = reader != NULL;

    if (games->source) {
        rewind(games->source);
        source = pgn_open(pgn_from_file, games->source, &notes_options);
    }
    for (size_t n = 0; good && (game = pgn_next(reader)); n++) {
        before = source ? pgn_next(source) : NULL;
        noted += has_notes(game);
        good = visit_game(game, games->number ? (size_t)games->number[n] : n + 1,
                          before && before->error ? before : game, games, &next, visit, context);
    }
    pgn_close(source);
    pgn_close(reader);
    return good && noted == games->noted;
}

/* --- the files -------------------------------------------------------------------------------- */

static bool add_to_index(void *context, const Report *r) {
    return report_index_add(context, r);
}

static bool print_html_game(void *context, const Report *r) {
    report_html_game(context, r);
    return true;
}

static bool print_html(FILE *out, const PagesGames *games) {
    ReportIndex index = {0};
    bool good = visit_games(games, add_to_index, &index);

    if (good) {
        report_html_begin(out, &index);
        good = visit_games(games, print_html_game, out);
        report_html_end(out);
    }
    report_index_free(&index);
    return good;
}

/* A file, and the text before the next game. */
typedef struct {
    FILE *out;
    const char *before;
} List;

static bool print_json_game(void *context, const Report *r) {
    List *list = context;

    fputs(list->before, list->out);
    list->before = ",\n";
    report_json(list->out, r);
    return true;
}

/* Writes a JSON array, even for one game or none. */
static bool print_json(FILE *out, const PagesGames *games) {
    List list = {out, "\n"};
    bool good;

    fputs("[", out);
    good = visit_games(games, print_json_game, &list);
    fputs("\n]\n", out);
    return good;
}

static bool print_graph(void *context, const Report *r) {
    report_graph(context, r);
    return true;
}

static bool print_svg(FILE *out, const PagesGames *games) {
    return visit_games(games, print_graph, out);
}

typedef bool Printer(FILE *out, const PagesGames *games);

static bool write_page(const char *path, Printer *print, const PagesGames *games, Text *error) {
    Text ignored = TEXT_OF(200);
    const bool fresh = path && !file_mark(path).exists; /* then remove the file after an error */
    FileOutput *file;

    if (!path)
        return true;
    if (!(file = file_output_open(path, error)))
        return false;
    if (print(file_output_stream(file), games))
        return file_output_close(file, true, error);
    file_output_close(file, false, &ignored);
    if (fresh)
        remove(path);
    return text_fail(error, "%s: there is not enough memory", path);
}

bool pages_possible(const Pages *pages, Text *error) {
    const char *const path[] = {pages->html, pages->json, pages->svg};

    for (size_t i = 0; i < sizeof path / sizeof *path; i++)
        if (path[i] && !file_output_possible(path[i], error))
            return false;
    return true;
}

/* Returns true if this byte is a character of Latin-1, and not part of one in UTF-8. */
static bool is_latin1(Word text, size_t at) {
    const unsigned char c = (unsigned char)text.at[at];
    const unsigned char before = at ? (unsigned char)text.at[at - 1] : 0;
    const unsigned char after = at + 1 < text.length ? (unsigned char)text.at[at + 1] : 0;

    return c >= 0xa0 && (c < 0xc0 ? before < 0x80 : (after & 0xc0) != 0x80);
}

/*
 * Returns the text in UTF-8, or NULL if it already is, or if there is not enough memory. PGN is
 * UTF-8 today; the standard prescribed Latin-1.
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

bool pages_write(const Pages *pages, const PagesGames *games, Text *error) {
    PagesGames decoded = *games;
    char *text = from_latin1(games->annotated, &decoded.annotated.length);
    Text more = TEXT_OF(300);
    bool good;

    decoded.annotated = text ? (Word){text, decoded.annotated.length} : games->annotated;
    good = write_page(pages->html, print_html, &decoded, error);
    decoded.searches = NULL; /* the other files need the notes only */
    good &= write_page(pages->json, print_json, &decoded, good ? error : &more);
    good &= write_page(pages->svg, print_svg, &decoded, good ? error : &more);
    free(text);
    return good;
}
