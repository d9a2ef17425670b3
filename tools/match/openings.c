/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "openings.h"

#include <stdio.h>
#include <string.h>

#include "../datagen/chance.h"
#include "fen.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"
#include "textfile.h"

/* --- EPD ------------------------------------------------------------------------------------- */

/* A position with its EPD operations. */
static const char *read_epd(GameLine *line, Word text, bool chess960) {
    Word opcode, operands;
    const char *defect;
    Position p;

    if ((defect = fen_parse_prefix(&p, &text, chess960)))
        return defect;
    while (epd_operation(&text, &opcode, &operands))
        epd_counter(&p, opcode, operands);
    gameline_restart(line, &p);
    return NULL;
}

/* --- PGN ------------------------------------------------------------------------------------- */

static bool starts(Word w, const char *with) {
    return w.length >= strlen(with) && !memcmp(w.at, with, strlen(with));
}

static Word behind(Word w, size_t n) {
    return n < w.length ? (Word){w.at + n, w.length - n} : (Word){w.at + w.length, 0};
}

/* The line end, or the end. */
static size_t to_line_end(Word w) {
    const char *end = w.length ? memchr(w.at, '\n', w.length) : NULL;

    return end ? (size_t)(end - w.at) : w.length;
}

/* How much of the moves' text is no move: a blank, a comment, a variation, a number, a NAG. */
static size_t filler(Word w) {
    size_t n = 0;
    int depth = 0;

    if (*w.at == ';' || *w.at == '%')
        return to_line_end(w) + 1;
    if (*w.at == '{') {
        while (n < w.length && w.at[n] != '}')
            n++;
        return n + 1;
    }
    if (*w.at == '(') {
        do {
            depth += (w.at[n] == '(') - (w.at[n] == ')');
            if (w.at[n] == '{')
                while (n < w.length && w.at[n] != '}')
                    n++;
            n++;
        } while (depth && n < w.length);
        return n;
    }
    if (*w.at == '$')
        n = 1;
    while (n < w.length && w.at[n] >= '0' && w.at[n] <= '9')
        n++;
    /* a move's number may have its dot behind it, or a line further down, or not at all */
    if (n && (*w.at == '$' || n == w.length || strchr(" \t\r\n.{(;", w.at[n])))
        return n;
    return strchr(" \t\r\n.!?", *w.at) ? 1 : 0;
}

/* Tags and moves of one game. */
static const char *read_pgn(GameLine *line, Word text, bool chess960, int plies) {
    const char *defect;
    Position p;
    size_t n;
    Move m;

    if ((defect = fen_parse(&p, word_of(FEN_START), false)))
        return defect;
    while ((text = text_rest(text)).length && *text.at == '[') {
        if (starts(text, "[FEN \"")) {
            Word fen = behind(text, 6);
            const char *end = memchr(fen.at, '"', fen.length);

            fen.length = end ? (size_t)(end - fen.at) : 0;
            if ((defect = fen_parse(&p, fen, chess960)))
                return defect;
        }
        text = behind(text, to_line_end(text));
    }
    gameline_restart(line, &p);
    while (text.length && (!plies || line->length < (size_t)plies)) {
        if ((n = filler(text))) {
            text = behind(text, n);
            continue;
        }
        while (n < text.length && !strchr(" \t\r\n{(;$", text.at[n]))
            n++;
        if (starts(text, "1-0") || starts(text, "0-1") || starts(text, "1/2") || *text.at == '*')
            break;
        if (notation_parse(&m, gameline_now(line), (Word){text.at, n}) != MOVE_FINE)
            return "there is a move that is not legal";
        if ((defect = gameline_play(line, m)))
            return defect;
        text = behind(text, n ? n : 1);
    }
    return NULL;
}

/* --- files ----------------------------------------------------------------------------------- */

static const char *read_opening(const Openings *o, Word text, GameLine *line) {
    const char *defect =
        o->pgn ? read_pgn(line, text, o->chess960, o->plies) : read_epd(line, text, o->chess960);

    if (!defect && gameline_outcome(line) != OUTCOME_NONE)
        defect = "the game is over there";
    return defect;
}

static void add(Openings *o, Word text, size_t *room) {
    if (o->count == *room)
        o->at = memory_grow(o->at, *room = 2 * *room + 64, sizeof *o->at);
    o->at[o->count++] = text;
}

/*
 * Is a comment in braces left open behind this line of moves? `open` is the brace of one that was
 * open before it, or NULL. What stands behind a semicolon, or on a line with a percent sign in
 * front, opens none.
 */
static const char *open_comment(Word line, const char *open) {
    if (!open && line.length && *line.at == '%')
        return NULL;
    for (size_t i = 0; i < line.length; i++) {
        if (open)
            open = line.at[i] == '}' ? NULL : open;
        else if (line.at[i] == ';')
            break;
        else if (line.at[i] == '{')
            open = line.at + i;
    }
    return open;
}

/*
 * Part the text: a line each, or a game each, which begins at a tag behind moves; a line of a
 * comment is no tag. A comment that has no end is returned, NULL otherwise.
 */
static const char *part(Openings *o, size_t length) {
    Word rest = {o->text, length}, line;
    const char *game = NULL, *comment = NULL;
    bool moves = false;
    size_t room = 0;

    while (rest.length) {
        const size_t n = to_line_end(rest);

        line = text_rest((Word){rest.at, n});
        if (o->pgn && line.length) {
            const bool tag = *line.at == '[' && !comment;

            if (tag && moves && game) {
                add(o, (Word){game, (size_t)(line.at - game)}, &room);
                game = NULL;
            }
            if (!game)
                game = line.at;
            moves = !tag;
            comment = tag ? NULL : open_comment(line, comment);
        } else if (line.length && *line.at != '#' && *line.at != '%') {
            add(o, line, &room);
        }
        rest = behind(rest, n + 1);
    }
    if (game)
        add(o, (Word){game, (size_t)(o->text + length - game)}, &room);
    return comment;
}

static int line_number(const Openings *o, const char *at) {
    int n = 1;

    for (const char *c = o->text; c < at; c++)
        n += *c == '\n';
    return n;
}

const char *openings_load(Openings *o, const char *file, bool chess960, int plies) {
    const size_t name = file ? strlen(file) : 0;
    const char *defect, *comment;
    GameLine line;
    Position start;
    size_t length = 0;

    *o = (Openings){.chess960 = chess960, .plies = plies};
    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(&line, &start))
        memory_grow(NULL, SIZE_MAX, 1);
    if (!file) {
        o->text = memory_text(FEN_START, strlen(FEN_START));
        length = strlen(FEN_START);
    } else if ((defect = textfile_read(file, &o->text, &length))) {
        snprintf(o->defect, sizeof o->defect, "the openings cannot be read: %s: %s", file, defect);
        gameline_destroy(&line);
        return o->defect;
    }
    o->pgn = name > 4 && word_is_any_case(word_of(file + name - 4), ".pgn");
    if ((comment = part(o, length)))
        snprintf(o->defect, sizeof o->defect, "bad opening: %s:%d: a comment is left open", file,
                 line_number(o, comment));
    for (size_t i = 0; i < o->count && !*o->defect; i++)
        if ((defect = read_opening(o, o->at[i], &line)))
            snprintf(o->defect, sizeof o->defect, "bad opening: %s:%d: %s", file,
                     line_number(o, o->at[i].at), defect);
    gameline_destroy(&line);
    if (!o->count)
        snprintf(o->defect, sizeof o->defect, "there are no openings in %s", file);
    return *o->defect ? o->defect : NULL;
}

void openings_free(Openings *o) {
    free(o->text);
    free(o->at);
    *o = (Openings){0};
}

void openings_shuffle(Openings *o, uint64_t seed) {
    for (size_t i = o->count; i > 1; i--) {
        const size_t other = (size_t)(random_next(&seed) % i);
        const Word w = o->at[i - 1];

        o->at[i - 1] = o->at[other];
        o->at[other] = w;
    }
}

void openings_get(const Openings *o, size_t number, GameLine *line) {
    read_opening(o, o->at[number % o->count], line);
}
