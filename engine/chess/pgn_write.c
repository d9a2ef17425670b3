/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "fen.h"
#include "movegen.h"
#include "notation.h"
#include "pgn.h"

enum { COLUMNS = 80 };

/* A line of moves being written: the main line or a variation. */
typedef struct {
    Position before, now; /* before and after its last move */
    bool moved;           /* the line has a move */
} Line;

struct PgnWriter {
    PgnSink *sink;
    void *context;

    char word[COLUMNS]; /* the pending word, which may still grow */
    size_t length;      /* of that word */
    bool spilled;       /* the beginning of the word did not fit and has been written */
    bool open;          /* there is a pending word, possibly empty */
    bool begun;         /* this line of text has a word */
    size_t column;      /* length of this line of text */

    bool in_moves;   /* the tags are complete */
    bool glued;      /* the next word follows "(" without a blank */
    bool number_due; /* a move of Black needs a number */
    Line *line;      /* [depth + 1] */
    size_t line_room, depth;
    size_t dropped; /* open variations that are left out */
    const char *error;
};

void pgn_to_file(void *file, const char *at, size_t length) {
    fwrite(at, 1, length, file);
}

void pgn_text_add(void *pgn_text, const char *at, size_t length) {
    PgnText *t = pgn_text;
    char *larger;

    if (t->refused || !length)
        return;
    if (!(larger = array_grow(t->at, &t->room, t->length + length, 1))) {
        t->refused = true;
        return;
    }
    t->at = larger;
    memcpy(t->at + t->length, at, length);
    t->length += length;
}

/* --- words and lines ------------------------------------------------------------------------- */

static void put(PgnWriter *w, const char *at, size_t length) {
    w->sink(w->context, at, length);
}

static void new_line(PgnWriter *w) {
    put(w, "\n", 1);
    w->column = 0;
    w->begun = false;
}

/* Writes the pending word, on a new line if it does not fit on this one. */
static void put_word(PgnWriter *w) {
    if (w->begun && w->column + 1 + w->length > COLUMNS)
        new_line(w);
    if (w->begun) {
        put(w, " ", 1);
        w->column++;
    }
    put(w, w->word, w->length);
    w->column += w->length;
    w->begun = true;
    w->length = 0;
}

/* Completes the pending word. */
static void end_word(PgnWriter *w) {
    if (w->open && !w->spilled)
        put_word(w);
    w->open = w->spilled = false;
}

/* Starts a new word, unless it is glued to the previous one. */
static void begin_word(PgnWriter *w) {
    if (!w->glued) {
        end_word(w);
        w->open = true;
    }
    w->glued = false;
}

/* Appends to the pending word. */
static void glue(PgnWriter *w, char c) {
    if (w->length == COLUMNS) {
        put_word(w);
        w->spilled = true;
    }
    if (w->spilled) {
        put(w, &c, 1);
        w->column++;
    } else {
        w->word[w->length++] = c;
    }
}

static void add_word(PgnWriter *w, const char *text) {
    begin_word(w);
    while (*text)
        glue(w, *text++);
}

/* --- tags ------------------------------------------------------------------------------------ */

static bool is_control(char c) {
    return (unsigned char)c < ' ';
}

static void put_tag(PgnWriter *w, Word name, Word value) {
    assert(!w->in_moves);
    put(w, "[", 1);
    put(w, name.at, name.length);
    put(w, " \"", 2);
    for (size_t i = 0; i < value.length; i++) {
        const char c = is_control(value.at[i]) ? ' ' : value.at[i];

        if (c == '"' || c == '\\')
            put(w, "\\", 1);
        put(w, &c, 1);
    }
    put(w, "\"]\n", 3);
}

void pgn_write_tag(PgnWriter *w, const char *name, Word value) {
    put_tag(w, word_of(name), value);
}

/* Starts the next game, from the initial position unless another one is set. */
static void restart(PgnWriter *w) {
    w->open = w->begun = w->spilled = w->in_moves = w->glued = false;
    w->length = w->column = w->depth = w->dropped = 0;
    w->number_due = true;
    w->error = NULL;
    w->line[0].moved = false;
    fen_parse(&w->line[0].now, word_of(FEN_START), false);
}

/*
 * Writes the tags of the start. `told` is the FEN of a game that was read; kept if fen_parse()
 * refuses it.
 */
static void start(PgnWriter *w, const Position *from, Word told) {
    const char *fen = FEN_OF(from);
    Position unused;

    w->line[0].now = *from;
    if (!told.at && !strcmp(fen, FEN_START))
        return;
    pgn_write_tag(w, "SetUp", word_of("1"));
    pgn_write_tag(w, "FEN", told.at && fen_parse(&unused, told, true) ? told : word_of(fen));
}

void pgn_write_start(PgnWriter *w, const Position *from, bool chess960) {
    if (chess960)
        pgn_write_tag(w, "Variant", word_of("fischerandom"));
    start(w, from, (Word){NULL, 0});
}

/* --- moves ----------------------------------------------------------------------------------- */

/* Writes the empty line between tags and moves. Returns false in a variation that is left out. */
static bool begin_moves(PgnWriter *w) {
    if (!w->in_moves)
        put(w, "\n", 1);
    w->in_moves = true;
    return !w->dropped;
}

void pgn_write_move(PgnWriter *w, Move m) {
    Line *line = &w->line[w->depth];
    const Position *p = &line->now;

    if (w->dropped)
        return;
    assert(m == NO_MOVE ? !position_in_check(p) : move_is_legal(p, m));
    begin_moves(w);
    if (position_turn(p) == WHITE || w->number_due) {
        Text n = TEXT_OF(16);

        text_addf(&n, "%d%s", p->fullmove_number, position_turn(p) == WHITE ? "." : "...");
        add_word(w, n.at);
    }
    add_word(w, SAN_OF(p, m));
    line->before = *p;
    position_play_or_null(&line->now, &line->before, m);
    line->moved = true;
    w->number_due = false;
}

void pgn_write_nag(PgnWriter *w, unsigned nag) {
    Text t = TEXT_OF(16);

    if (!begin_moves(w))
        return;
    text_addf(&t, "$%u", nag);
    add_word(w, t.at);
}

/*
 * Returns true if a line of a comment may start with this text; some texts could be taken for an
 * escape or a tag.
 */
static bool may_begin_line(Word rest) {
    static const char event[] = "[Event";
    const size_t length = strlen(event);

    return !rest.length ||
           (*rest.at != '%' && (rest.length < length || memcmp(rest.at, event, length) != 0));
}

/* Ends a line of text early. */
static void break_line(PgnWriter *w) {
    end_word(w);
    if (w->begun)
        new_line(w);
    w->glued = false;
}

bool pgn_write_comment(PgnWriter *w, Word text) {
    bool braces;

    while (text.length && (unsigned char)text.at[text.length - 1] <= ' ')
        text.length--;
    for (; text.length && (unsigned char)*text.at <= ' '; text.length--)
        text.at++;
    if (!text.length || !begin_moves(w))
        return false;
    begin_word(w);
    braces = !memchr(text.at, '}', text.length);
    glue(w, braces ? '{' : ';');
    for (size_t i = 0; i < text.length; i++) {
        const char c = is_control(text.at[i]) ? ' ' : text.at[i];

        if (c == ' ' && braces && may_begin_line((Word){text.at + i + 1, text.length - i - 1}))
            begin_word(w);
        else
            glue(w, c);
    }
    if (braces)
        glue(w, '}');
    else
        break_line(w);
    w->number_due = true;
    return true;
}

/* Writes a PGN_RAW without changing any byte or the start of any line. */
static void write_raw(PgnWriter *w, Word text) {
    size_t line = 0;

    if (!begin_moves(w))
        return;
    if (!w->open || w->glued || !text_is_among(*text.at, "%["))
        begin_word(w);
    if (w->length != 1 && text_is_among(*text.at, "%["))
        glue(w, ' '); /* not at the start of a line */
    for (size_t i = 0; i < text.length; i++) {
        glue(w, text.at[i]);
        if (text.at[i] == '\n' || text.at[i] == '\r')
            line = i + 1;
    }
    text = (Word){text.at + line, text.length - line};
    if (memchr(text.at, ';', text.length) || (line && text.length && *text.at == '%'))
        break_line(w); /* the text may be a comment up to the end of the line */
    w->number_due = true;
}

/* Writes an escaped line (%), which is meant for other programs. */
static void write_escape(PgnWriter *w, Word text) {
    if (!begin_moves(w))
        return;
    break_line(w);
    put(w, "%", 1);
    put(w, text.at, text.length);
    new_line(w);
}

/* Makes room for another variation. */
static bool reserve_line(PgnWriter *w) {
    Line *line = array_grow(w->line, &w->line_room, w->depth + 2, sizeof *line);

    if (line)
        w->line = line;
    else
        w->error = "there is not enough memory for the nested variations";
    return line;
}

bool pgn_write_begin(PgnWriter *w) {
    assert(w->dropped || w->line[w->depth].moved);
    if (w->dropped || !reserve_line(w)) {
        w->dropped++;
        return false;
    }
    w->line[w->depth + 1] = (Line){.now = w->line[w->depth].before};
    w->depth++;
    begin_word(w);
    glue(w, '(');
    w->glued = w->number_due = true;
    return true;
}

void pgn_write_end(PgnWriter *w) {
    assert(w->dropped || w->depth);
    if (w->dropped) {
        w->dropped--;
        return;
    }
    w->depth--;
    w->number_due = true;
    w->glued = false;
    if (!w->open) /* at the start of a line */
        begin_word(w);
    glue(w, ')');
}

const char *pgn_write_result(PgnWriter *w, PgnResult result) {
    const char *error = w->error;

    while (w->depth || w->dropped)
        pgn_write_end(w);
    begin_moves(w);
    add_word(w, pgn_result_text(result));
    end_word(w);
    put(w, "\n\n", 2);
    restart(w);
    return error;
}

/* --- games ----------------------------------------------------------------------------------- */

/* Tags in fixed order: the Seven Tag Roster, and the start. */
static const char *const placed[] = {"Event", "Site",   "Date",    "Round", "White",
                                     "Black", "Result", "Variant", "SetUp", "FEN"};
enum { ROSTER_COUNT = 7, PLACED_COUNT = sizeof placed / sizeof *placed };

/* Returns true if the tag has already been written, as the first one of a name in `placed`. */
static bool is_written(const PgnGame *game, const PgnTag *tag) {
    for (size_t i = 0; i < PLACED_COUNT; i++)
        if (word_is(tag->name, placed[i]))
            return pgn_tag(game, placed[i]).at == tag->value.at &&
                   (strcmp(placed[i], "SetUp") != 0 || pgn_tag(game, "FEN").at);
    return false;
}

static void write_roster(PgnWriter *w, const PgnGame *game) {
    for (size_t i = 0; i < ROSTER_COUNT; i++) {
        Word value = pgn_tag(game, placed[i]);

        if (!value.at && !strcmp(placed[i], "Result"))
            value = word_of(pgn_result_text(game->result));
        if (!value.at)
            value = word_of(strcmp(placed[i], "Date") ? "?" : "????.??.??");
        pgn_write_tag(w, placed[i], value);
    }
}

const Position *pgn_writer_now(const PgnWriter *w, bool *moved, size_t *depth) {
    *moved = w->line[w->depth].moved;
    *depth = w->depth + w->dropped;
    return &w->line[w->depth].now;
}

void pgn_write_head(PgnWriter *w, const PgnGame *game) {
    const Word variant = pgn_tag(game, "Variant");

    write_roster(w, game);
    if (variant.at) {
        pgn_write_tag(w, "Variant", variant);
    } else if (game->chess960) {
        pgn_write_tag(w, "Variant", word_of("fischerandom"));
    }
    start(w, &game->line.position[0], pgn_tag(game, "FEN"));
    for (size_t i = 0; i < game->tags; i++)
        if (!is_written(game, &game->tag[i])) /* a second [Event would start a new game */
            put_tag(w, word_is(game->tag[i].name, "Event") ? word_of(" Event") : game->tag[i].name,
                    game->tag[i].value);
}

const char *pgn_write(PgnWriter *w, const PgnGame *game) {
    pgn_write_head(w, game);
    for (size_t i = 0; i < game->items; i++) {
        const PgnItem *item = &game->item[i];

        switch (item->kind) {
        case PGN_MOVE:
            pgn_write_move(w, item->move);
            break;
        case PGN_COMMENT:
            pgn_write_comment(w, item->text);
            break;
        case PGN_NAG:
            pgn_write_nag(w, item->nag);
            break;
        case PGN_BEGIN:
            pgn_write_begin(w);
            break;
        case PGN_END:
            pgn_write_end(w);
            break;
        case PGN_RAW:
            write_raw(w, item->text);
            break;
        case PGN_ESCAPE:
            write_escape(w, item->text);
            break;
        }
    }
    return pgn_write_result(w, game->result);
}

PgnWriter *pgn_writer_new(PgnSink *sink, void *context) {
    PgnWriter *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->sink = sink;
    w->context = context;
    if (!reserve_line(w)) {
        pgn_writer_free(w);
        return NULL;
    }
    restart(w);
    return w;
}

void pgn_writer_free(PgnWriter *w) {
    if (!w)
        return;
    free(w->line);
    free(w);
}
