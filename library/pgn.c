/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "engine.h"
#include "library_game.h"

struct AlulaPgn {
    PgnReader *reader;
    const PgnGame *now;
    AlulaGame game; /* its line is that of `now` */
    FILE *file;     /* NULL: from a text */
    Word text;
};

/* The caller's file is closed if that fails. */
static AlulaPgn *open_source(FILE *file, const char *text) {
    AlulaPgn *p = engine_init_tables(NULL) ? NULL : calloc(1, sizeof *p);

    if (p) {
        p->file = file;
        p->text = word_of(text);
        p->reader = pgn_open(file ? pgn_from_file : pgn_from_word, file ? (void *)file : &p->text,
                             &(PgnOptions){.null_moves = false});
    }
    if (p && p->reader)
        return p;
    if (file)
        fclose(file);
    free(p);
    return NULL;
}

AlulaPgn *alula_pgn_open(const char *path) {
    FILE *file = file_open_plain(path);

    return file ? open_source(file, "") : NULL;
}

AlulaPgn *alula_pgn_text(const char *text) {
    return open_source(NULL, text);
}

void alula_pgn_close(AlulaPgn *p) {
    if (!p)
        return;
    pgn_close(p->reader);
    if (p->file)
        fclose(p->file);
    free(p);
}

bool alula_pgn_next(AlulaPgn *p) {
    if (!(p->now = pgn_next(p->reader)))
        return false;
    p->game = (AlulaGame){p->now->line, p->now->chess960};
    return true;
}

const AlulaGame *alula_pgn_game(const AlulaPgn *p) {
    return &p->game;
}

const char *alula_pgn_result(const AlulaPgn *p) {
    return pgn_result_text(p->now->result);
}

bool alula_pgn_tag(const AlulaPgn *p, const char *name, char *text, size_t size) {
    const Word value = pgn_tag(p->now, name);

    if (size) {
        const size_t length = value.length < size ? value.length : size - 1;

        if (length)
            memcpy(text, value.at, length);
        text[length] = '\0';
    }
    return value.at != NULL;
}

const char *alula_pgn_error(const AlulaPgn *p, size_t *line) {
    if (line)
        *line = p->now->error_line;
    return p->now->error;
}

/* --- writing ---------------------------------------------------------------------------------- */

static PgnResult result_by_rules(const AlulaGame *g) {
    const Outcome outcome = gameline_outcome(&g->line);

    if (outcome == OUTCOME_NONE)
        return PGN_OPEN_END;
    if (outcome != OUTCOME_MATE)
        return PGN_DRAW;
    return position_turn(gameline_now(&g->line)) == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS;
}

/* False if it is none. */
static bool read_result(const char *text, PgnResult *result) {
    for (*result = PGN_OPEN_END; *result <= PGN_DRAW; (*result)++)
        if (!strcmp(text, pgn_result_text(*result)))
            return true;
    return false;
}

/* The seven tag roster, in its order, without the result. */
static const AlulaTag roster[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                  {"Round", "?"}, {"White", "?"}, {"Black", "?"}};

enum { ROSTER = sizeof roster / sizeof *roster };

/* The value of a tag among these; NULL if there is none. */
static const char *value_of(const AlulaTag *tags, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(tags[i].name, name))
            return tags[i].value;
    return NULL;
}

static void write_tags(PgnWriter *w, const AlulaGame *g, const AlulaTag *tags, size_t count,
                       PgnResult result) {
    for (size_t i = 0; i < ROSTER; i++) {
        const char *value = value_of(tags, count, roster[i].name);
        pgn_write_tag(w, roster[i].name, word_of(value ? value : roster[i].value));
    }
    pgn_write_tag(w, "Result", word_of(pgn_result_text(result)));
    pgn_write_start(w, g->line.position, g->chess960);
    for (size_t i = 0; i < count; i++)
        if (strcmp(tags[i].name, "Result") != 0 && !value_of(roster, ROSTER, tags[i].name))
            pgn_write_tag(w, tags[i].name, word_of(tags[i].value));
}

const char *alula_pgn_write(const AlulaGame *g, const AlulaTag *tags, size_t count,
                            const char *result, AlulaSink *sink, void *context) {
    PgnResult ended = result_by_rules(g);
    const char *error;
    PgnWriter *w;

    if (result && !read_result(result, &ended))
        return "the result is none of 1-0, 0-1, 1/2-1/2 and *";
    if (!(w = pgn_writer_new(sink, context)))
        return "there is not enough memory for that";
    write_tags(w, g, tags, count, ended);
    for (size_t i = 0; i < g->line.length; i++)
        pgn_write_move(w, g->line.move[i]);
    error = pgn_write_result(w, ended);
    pgn_writer_free(w);
    return error;
}
