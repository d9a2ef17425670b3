/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Games as PGN text: a reader for what people and programs really write, one game at a time however
 * long the text is, and a writer.
 *
 * Source: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994.
 */
#ifndef ALULA_PGN_H
#define ALULA_PGN_H

#include "gameline.h"
#include "text.h"

/* "*", "1-0", "0-1", "1/2-1/2". */
typedef enum { PGN_OPEN_END, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } PgnResult;

/* The result as it is written. */
const char *pgn_result_text(PgnResult result);

/* The text of the moves is a list of these, in the order in which they stand in it. */
typedef enum {
    PGN_MOVE,    /* a move; NO_MOVE is a null move, "--" */
    PGN_COMMENT, /* on the move before it, or on what follows if no move of its line is before it */
    PGN_NAG,     /* "$14"; also "!", "?!" and their like behind a move */
    PGN_BEGIN, /* "(": a variation, which takes the place of the last move of the line around it */
    PGN_END,   /* ")" */
} PgnKind;

typedef struct {
    PgnKind kind;
    Move move;    /* of PGN_MOVE */
    uint16_t nag; /* of PGN_NAG */
    Word text;    /* of PGN_COMMENT: without blanks around it; line ends in it are blanks */
} PgnItem;

/* [Name "value"], without the backslashes that quote. */
typedef struct {
    Word name, value;
} PgnTag;

/* One game. Everything is there even where it is broken: what could be read before the defect. */
typedef struct {
    PgnTag *tag; /* [0 … tags-1] in their order */
    size_t tags;
    PgnItem *item; /* [0 … items-1]: the main line and what else was wanted */
    size_t items;
    GameLine line; /* the main line: position[0] is where the game starts */
    bool chess960; /* by the tag Variant, or because its FEN is one of Chess960 only */

    PgnResult result; /* behind the moves; where there is none, what the tag Result says */
    bool terminated;  /* a result stands behind the moves */

    const char *defect; /* the first thing that is wrong, as a sentence; NULL: nothing */
    size_t defect_line; /* where that is, counted from 1; of a bad start, the game's first line */
    bool broken; /* the main line cannot be trusted from there on, and was not read further */

    size_t first_line; /* the number of its first line, from 1 */
    uint64_t from, to; /* where its text begins and ends, in bytes of the source */
} PgnGame;

/* The value of a tag; empty, with .at NULL, if the game has no such tag. */
Word pgn_tag(const PgnGame *game, const char *name);

/* --- reading --------------------------------------------------------------------------------- */

/* What is wanted of a game besides tags and main line, and what is allowed. Zero: nothing. */
typedef struct {
    bool comments;   /* keep comments and NAGs */
    bool variations; /* keep variations; otherwise they are passed over unread */
    bool null_moves; /* may the main line have null moves? In variations they always may stand. */
    bool chess960;   /* castling rights of every FEN are read as those of Chess960 */
    size_t plies;    /* moves behind so many of the main line are passed over unread; 0: all read */
} PgnOptions;

/* Bring the next bytes of a text, at most `room` of them; 0 is the end. */
typedef size_t PgnSource(void *context, char *buffer, size_t room);

/* Ready sources: of a FILE * opened in binary mode (ask ferror() at the end), and of a Word *. */
PgnSource pgn_from_file, pgn_from_word;

typedef struct PgnReader PgnReader;

/* Begin to read; NULL when memory is refused. The context stays the caller's. */
PgnReader *pgn_open(PgnSource *source, void *context, const PgnOptions *options);

/*
 * The next game, good until the next call; NULL at the end.
 *
 * Kind: any line ends, a byte-order mark, tags without the blank lines or several on a line, moves
 * without numbers or with wrong ones, what notation_parse() forgives but a piece's small letter,
 * marks like "e.p.", a missing result. A game begins with a tag behind moves, or behind a result;
 * in an open comment with a line that begins [Event ".
 *
 * Not broken, but with a defect: a ")" too many, something wrong within a variation (what is behind
 * it there is left out), two results that differ. Broken: a move that is not legal, a word that is
 * none, a comment or variation left open, a bad FEN, a variant other than chess and Chess960, a
 * null move in the main line unless allowed, and a game beyond 65,536 plies, 2^20 items, 2^24 bytes
 * of text or 8,192 variations within each other. Reading goes on with the next game.
 */
const PgnGame *pgn_next(PgnReader *r);

void pgn_close(PgnReader *r);

/* --- writing --------------------------------------------------------------------------------- */

/* Take a piece of the text. */
typedef void PgnSink(void *context, const char *at, size_t length);

typedef struct PgnWriter PgnWriter;

/* A writer of any number of games; NULL when memory is refused. The context stays the caller's. */
PgnWriter *pgn_writer_new(PgnSink *sink, void *context);
void pgn_writer_free(PgnWriter *w);

/*
 * Write a game: the seven tags that every game has, with "?" for those it has not; Variant, SetUp
 * and FEN where they are needed; its other tags; its items; its result; an empty line. NULL, or why
 * part of it was left out (memory was refused).
 */
const char *pgn_write(PgnWriter *w, const PgnGame *game);

/*
 * The same piece by piece: tags, the start, moves and what belongs to them, the result. Lines of
 * moves have at most 80 columns unless a word is longer. What a text may not have in PGN becomes
 * something like it: line ends and other control bytes become blanks, braces in a comment with a
 * "}" become parentheses.
 */
void pgn_write_tag(PgnWriter *w, const char *name, Word value);

/*
 * Where the game starts: the tags Variant (fischerandom), SetUp and FEN, as far as they are needed.
 * Without it, a game starts from the initial position.
 */
void pgn_write_start(PgnWriter *w, const Position *start, bool chess960);

/* A legal move, or NO_MOVE where the side to move is not in check. */
void pgn_write_move(PgnWriter *w, Move m);
void pgn_write_nag(PgnWriter *w, unsigned nag);

/* An empty comment is not written. */
void pgn_write_comment(PgnWriter *w, Word text);

/* A variation instead of the last move of this line, which must have one; the end of it. */
void pgn_write_begin(PgnWriter *w);
void pgn_write_end(PgnWriter *w);

/* The result, an empty line, and on to the next game. Returns as pgn_write(). */
const char *pgn_write_result(PgnWriter *w, PgnResult result);

#endif
