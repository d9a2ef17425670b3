/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "openings.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/random.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/pgn.h"
#include "epdsuite.h"
#include "linefile.h"
#include "tool.h"

/*
 * Adds a hint about Chess960 to an error message; names alula-match, as alula-tune has no such
 * option.
 */
static const char *explain(const char *error, Word fen) {
    return epdsuite_is_chess960(fen) ? "a castling right has no king and rook in place; "
                                       "the opening is valid with alula-match --chess960"
                                     : error;
}

/* --- EPD ------------------------------------------------------------------------------------- */

/* Sets up a position with its hmvc and fmvn. */
static const char *read_epd(GameLine *line, Word text, bool chess960) {
    Word opcode, operands;
    const char *error;
    Position p;

    if ((error = fen_parse_prefix(&p, &text, chess960)))
        return explain(error, text);
    while (epd_operation(&text, &opcode, &operands))
        epd_counter(&p, opcode, operands);
    gameline_restart(line, &p);
    return NULL;
}

/* --- PGN ------------------------------------------------------------------------------------- */

static PgnReader *open_pgn(const Openings *o, Word *text) {
    const PgnOptions wanted = {.chess960 = o->chess960, .plies = (size_t)o->plies};
    PgnReader *r = pgn_open(pgn_from_word, text, &wanted);

    if (!r)
        memory_fail();
    return r;
}

/* Copies the moves of a game. */
static const char *copy_moves(const Openings *o, const PgnGame *game, GameLine *line) {
    const Word fen = pgn_tag(game, "FEN");
    const char *error;
    Position p;

    if (game->broken)
        return game->error;
    if (fen.at && (error = fen_parse(&p, fen, o->chess960)))
        return explain(error, fen);
    return gameline_copy(line, &game->line);
}

/* --- files ----------------------------------------------------------------------------------- */

static void add(Openings *o, Word text, size_t *room) {
    if (o->count == *room)
        o->item = memory_grow(o->item, *room = 2 * *room + 64, sizeof *o->item);
    o->item[o->count++] = text;
}

/* Sets the error message if an opening has an error or is a finished game. */
static void check(Openings *o, const GameLine *line, const char *error, const char *file,
                  size_t number) {
    if (!error && gameline_outcome(line) != OUTCOME_NONE)
        error = "the game is already over";
    if (error)
        snprintf(o->error, sizeof o->error, "bad opening: %s:%zu: %s", file, number, error);
}

/* Loads an opening per line, up to the first bad one. */
static void load_epd(Openings *o, Word rest, GameLine *line, const char *file) {
    size_t room = 0;

    for (size_t number = 1; rest.length && !*o->error; number++) {
        Word text = text_until(&rest, '\n');
        const Word copy = text_rest(text);
        Text why = TEXT_OF(100);

        if (!copy.length || *copy.at == '#' || *copy.at == '%')
            continue;
        epd_trim(&text, &why);
        add(o, text, &room);
        check(o, line, why.length ? why.at : read_epd(line, text, o->chess960), file, number);
    }
}

/* Loads an opening per game, up to the first bad one. */
static void load_pgn(Openings *o, Word text, GameLine *line, const char *file) {
    Word rest = text;
    PgnReader *r = open_pgn(o, &rest);
    const PgnGame *game;
    size_t room = 0;

    while (!*o->error && (game = pgn_next(r))) {
        add(o, (Word){text.at + game->from, (size_t)(game->to - game->from)}, &room);
        check(o, line, copy_moves(o, game, line), file,
              game->broken ? game->error_line : game->first_line);
    }
    pgn_close(r);
}

const char *openings_load(Openings *o, const char *file, bool chess960, int plies) {
    const size_t name = file ? strlen(file) : 0;
    const char *error;
    GameLine line;
    size_t length = 0;

    *o = (Openings){.chess960 = chess960, .plies = plies};
    openings_line(&line);
    if (!file) {
        o->text = memory_text(FEN_START, strlen(FEN_START));
        length = strlen(FEN_START);
    } else if ((error = strcmp(file, "-") ? file_read_all(file, &o->text, &length)
                                          : file_read_stream(stdin, &o->text, &length))) {
        snprintf(o->error, sizeof o->error, "the openings cannot be read: %s: %s", file, error);
        gameline_destroy(&line);
        return o->error;
    }
    o->pgn = name > 4 && word_is_any_case(word_of(file + name - 4), ".pgn");
    (o->pgn ? load_pgn : load_epd)(o, linefile_without_mark((Word){o->text, length}), &line, file);
    gameline_destroy(&line);
    if (!o->count)
        snprintf(o->error, sizeof o->error, "there are no openings in %s", file);
    return *o->error ? o->error : NULL;
}

void openings_free(Openings *o) {
    free(o->text);
    free(o->item);
    *o = (Openings){0};
}

void openings_shuffle(Openings *o, uint64_t seed) {
    for (size_t i = o->count; i > 1; i--) {
        const size_t other = (size_t)(random_next(&seed) % i);
        const Word w = o->item[i - 1];

        o->item[i - 1] = o->item[other];
        o->item[other] = w;
    }
}

void openings_line(GameLine *line) {
    Position start;

    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(line, &start))
        memory_fail();
}

void openings_get(const Openings *o, size_t number, GameLine *line) {
    Word text = o->item[number % o->count];
    PgnReader *r;

    if (!o->pgn) {
        read_epd(line, text, o->chess960);
        return;
    }
    r = open_pgn(o, &text);
    if (copy_moves(o, pgn_next(r), line))
        memory_fail(); /* checked by openings_load() */
    pgn_close(r);
}
