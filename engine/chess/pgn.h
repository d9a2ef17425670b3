/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PGN: a tolerant reader for texts of any length, one game at a time, and a writer.
 *
 * Source: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994.
 */
#ifndef ALULA_PGN_H
#define ALULA_PGN_H

#include "base/text.h"
#include "gameline.h"

/* "*", "1-0", "0-1", "1/2-1/2". */
typedef enum { PGN_OPEN_END, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } PgnResult;

/* Returns the result as text. */
const char *pgn_result_text(PgnResult result);

/* The movetext is a list of items, in the order of the text. */
typedef enum {
    PGN_MOVE,    /* a move; NO_MOVE is a null move, "--" */
    PGN_COMMENT, /* about the move before it; at the start of a line, about what follows */
    PGN_NAG,     /* "$14", or "!", "?!" and so on after a move */
    PGN_BEGIN,   /* "(": a variation that replaces the last move of the line around it */
    PGN_END,     /* ")" */
    PGN_RAW,     /* text that is not understood, verbatim: see pgn_next() */
    PGN_ESCAPE,  /* a line that begins with "%" */
} PgnKind;

typedef struct {
    PgnKind kind;
    Move move;    /* of PGN_MOVE */
    uint16_t nag; /* of PGN_NAG */
    Word text; /* of PGN_COMMENT: trimmed, with line ends as blanks; of PGN_RAW: trimmed, with its
                  brackets in pairs unless it is a surplus ")"; of PGN_ESCAPE: without % */
} PgnItem;

/* [Name "value"], without escaping backslashes. */
typedef struct {
    Word name, value;
} PgnTag;

/* One game. If it is broken, everything before the error is included. */
typedef struct {
    PgnTag *tag; /* [tags], in the order of the text */
    size_t tags;
    PgnItem *item; /* [items]: the main line, and what PgnOptions select */
    size_t items;
    GameLine line; /* the main line; position[0] is the start of the game */
    bool chess960; /* by the tag Variant, or because the FEN is valid in Chess960 only */

    PgnResult result; /* from the end of the moves, else from the tag Result */
    bool terminated;  /* there is a result after the moves */

    const char *error; /* the first error, or the one that broke the game; NULL: none */
    size_t error_line; /* its line, from 1; for a bad start, that of the tag FEN or Variant */
    bool broken;       /* the main line is cut at the error */

    size_t first_line; /* the line it starts on, from 1 */
    uint64_t from, to; /* start and end of its text, in bytes of the source */
} PgnGame;

/* Returns true if the name of a tag may have the byte: letters, digits and _-+:./#=. */
bool pgn_is_name_byte(int c);

/* Returns the value of a tag; .at is NULL if there is no such tag. */
Word pgn_tag(const PgnGame *game, const char *name);

/* --- reading --------------------------------------------------------------------------------- */

/* Options of a reader. All zero: keep only the tags and the main line. */
typedef struct {
    bool comments;   /* keep comments, NAGs and escaped lines */
    bool variations; /* keep variations; otherwise they are skipped */
    bool null_moves; /* allow null moves in the main line, as they always are in variations */
    bool chess960;   /* read castling rights of every FEN as Chess960 */
    size_t plies;    /* read only this many plies of the main line; 0: all */
} PgnOptions;

/* Reads the next bytes of a text, at most `room`, into buffer. Returns 0 at the end. */
typedef size_t PgnSource(void *context, char *buffer, size_t room);

/* Sources whose context is a FILE * in binary mode (check ferror() at the end), or a Word *. */
PgnSource pgn_from_file, pgn_from_word;

typedef struct PgnReader PgnReader;

/* Starts reading. Returns NULL if memory is refused. The caller still owns the context. */
PgnReader *pgn_open(PgnSource *source, void *context, const PgnOptions *options);

/*
 * Returns the next game, valid until the next call; NULL at the end.
 *
 * Accepted: any line ends, a byte-order mark, Unicode blanks, tags without blank lines or several
 * on a line, moves without or with wrong numbers, all that notation_parse() accepts except
 * lower-case piece letters, suffixes like "e.p.", words and results without a blank between them, a
 * missing result. Variations after the result, and comments on its line, precede the result in the
 * items. A game starts at a tag that follows moves or a result; in an open comment, at a line that
 * starts with [Event ".
 *
 * Errors that do not break the game: a surplus ")"; a variation that has no move to replace, or
 * whose rest is not understood because of an error; a wrong NAG; a tag Result that differs from the
 * result after the moves, which counts; parts of a FEN that fen_parse_playable() leaves out. Text
 * that is not understood becomes a PGN_RAW if comments and variations are kept; a tag without a
 * name becomes a comment.
 *
 * Errors that break the game: an illegal move, an unknown word, a comment or variation left open, a
 * bad FEN, any text in UTF-16, a variant other than chess and Chess960, a null move in the main
 * line unless allowed, and more than 65,536 plies, 2^20 items, 2^24 bytes of text or 8,192 nested
 * variations. Reading continues with the next game.
 */
const PgnGame *pgn_next(PgnReader *r);

/* Frees a reader; NULL is allowed. */
void pgn_close(PgnReader *r);

/* --- writing --------------------------------------------------------------------------------- */

/* Receives the next `length` bytes of the text. */
typedef void PgnSink(void *context, const char *at, size_t length);

/* A sink whose context is a FILE *: check ferror() at the end. */
PgnSink pgn_to_file;

/* A growing text in memory, and a sink that appends to it. */
typedef struct {
    char *at;
    size_t length, room;
    bool refused; /* memory was refused: the text is incomplete */
} PgnText;

/*
 * Appends `length` bytes to a PgnText, which must be all zero at first. If memory is refused, sets
 * `refused` and ignores this and later calls. The caller frees `at`.
 */
void pgn_text_add(void *pgn_text, const char *at, size_t length);

typedef struct PgnWriter PgnWriter;

/*
 * Returns a writer for any number of games, or NULL if memory is refused. The caller still owns the
 * context.
 */
PgnWriter *pgn_writer_new(PgnSink *sink, void *context);
/* Frees a writer; NULL is allowed. */
void pgn_writer_free(PgnWriter *w);

/*
 * Writes a game: the Seven Tag Roster, with "?" for missing values; Variant, SetUp and FEN if
 * needed; other tags; items; result; an empty line. A game that is not broken and was read with
 * comments and variations is preserved completely. Returns NULL, or an error if part of it was left
 * out (memory was refused).
 */
const char *pgn_write(PgnWriter *w, const PgnGame *game);

/*
 * Write a game step by step: tags, start, items, result. Lines of movetext have at most 80 columns
 * unless a word is longer. Control bytes, which PGN does not allow, are replaced by blanks.
 */
void pgn_write_tag(PgnWriter *w, const char *name, Word value);

/*
 * Writes the start of the game: the tags Variant (fischerandom), SetUp and FEN, if needed. Without
 * this call, a game starts from the initial position.
 */
void pgn_write_start(PgnWriter *w, const Position *start, bool chess960);

/* Writes tags and start as pgn_write() does, without the items and the result. */
void pgn_write_head(PgnWriter *w, const PgnGame *game);

/*
 * Returns the position before the next move. Sets *moved to true if the current line has a move,
 * and *depth to the number of open variations.
 */
const Position *pgn_writer_now(const PgnWriter *w, bool *moved, size_t *depth);

/* Writes a legal move; or a null move, NO_MOVE, if the side to move is not in check. */
void pgn_write_move(PgnWriter *w, Move m);
void pgn_write_nag(PgnWriter *w, unsigned nag);

/*
 * Writes a comment, without blanks at its ends, unless it is empty. A comment that contains "}" is
 * written after ";", up to the end of the line. Returns false if nothing was written.
 */
bool pgn_write_comment(PgnWriter *w, Word text);

/*
 * Begin a variation that replaces the last move of the current line, which must have one; end the
 * variation. pgn_write_begin() returns false if memory is refused: the variation is then left out.
 */
bool pgn_write_begin(PgnWriter *w);
void pgn_write_end(PgnWriter *w);

/*
 * Writes the result and an empty line, and starts the next game. Returns NULL or an error, as
 * pgn_write() does.
 */
const char *pgn_write_result(PgnWriter *w, PgnResult result);

#endif
