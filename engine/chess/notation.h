/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves as text: coordinates (UCI) and standard algebraic notation (SAN). */
#ifndef ALULA_NOTATION_H
#define ALULA_NOTATION_H

#include "base/text.h"
#include "position.h"

/* Why a move was refused; MOVE_FINE is 0. */
typedef enum {
    MOVE_FINE,
    MOVE_UNREADABLE, /* the text is not a move */
    MOVE_ILLEGAL,    /* no piece can make this move */
    MOVE_NO_PIECE,   /* the square it starts from is empty */
    MOVE_NOT_YOURS,  /* ... or has a piece of the other side */
    MOVE_IN_CHECK,   /* it does not answer the check */
    MOVE_INTO_CHECK, /* it exposes the king to check */
    MOVE_AMBIGUOUS,  /* several pieces can make this move */
} MoveError;

/* The error in words ("moving into check"); NULL for MOVE_FINE, _UNREADABLE and _ILLEGAL. */
const char *move_error_text(MoveError error);

/*
 * Read a move in coordinates (e2e4, e7e8q, e1g1, king takes rook) or SAN. Tolerant: "exd5", "ed5",
 * "e8=Q", "e8Q", "0-0", "Ng1-f3", "e2-e4", "O–O", with or without x + # ! ?, in any case where that
 * is unambiguous. Returns MOVE_FINE with *out a legal move, or the error with *out unchanged.
 */
MoveError notation_parse(Move *out, const Position *p, Word text);

/* A move as it is written; -1, NO_PIECE and NO_SQUARE where the text leaves it open. */
typedef struct {
    Piece piece, promotion;
    int file, rank; /* of the origin square */
    Square to;
    int castling; /* 0 no, 1 king side, 2 queen side */
} ParsedMove;

/* The same; *parsed: how the text was read, unless the error is MOVE_UNREADABLE. */
MoveError notation_parse_as(Move *out, ParsedMove *parsed, const Position *p, Word text);

/*
 * Write a legal move in coordinates: e2e4, e7e8q. Castling is e1g1 with the king on the e-file and
 * the rook in its corner, otherwise O-O or O-O-O.
 */
void notation_write(Text *out, const Position *p, Move m);

/* The same, but castling is e1h1: the king takes its own rook, as UCI wants it in Chess960. */
void notation_write_chess960(Text *out, const Position *p, Move m);

/* Write a legal move in SAN, with + or # and minimal disambiguation (PGN standard 8.2.3); a null
   move as "--". */
void notation_write_san(Text *out, const Position *p, Move m);

/* Write the number before a move: "12. " for White, "12... " for Black. */
void notation_write_number(Text *out, const Position *p);

/* Writes a legal move of a position. */
typedef void MoveWriter(Text *out, const Position *p, Move m);

/*
 * Write a line of moves from a position, as far as they are legal and the text has room; with
 * numbers ("12. Nf3 Nc6 13. d4") or without.
 */
void notation_write_line(Text *out, const Position *p, const Move *moves, size_t count,
                         bool numbers, MoveWriter *write);

/*
 * The word without the move number it begins with: "12.Nf3", "12...Nf6" and "..." lose it, "0-0"
 * and "1/2" have none. needs_dot: digits alone are no number.
 */
Word notation_skip_number(Word word, bool needs_dot);

/*
 * The sign of PGN for the typographic character of UTF-8 or Windows-1252 with which a text of one
 * byte or more begins: a blank, a dash, the letter of a figurine (0 for a pawn), x; 0xb1 and 0xbd
 * for plus-minus and one half; -1 for all others. *bytes: its length in the text.
 */
int notation_sign(Word text, size_t *bytes);

/* Replace these characters in place; returns the new length, which is not larger. */
size_t notation_plain(char *text, size_t length);

/* Read a square, as in e4; otherwise false, with *out unchanged. */
bool notation_read_square(Square *out, Word w);
void notation_write_square(Text *out, Square s);

/* Write centipawns as pawns: "+0.35". */
void notation_write_pawns(Text *out, int centipawns);

/* Room for one move in either form, with its NUL. */
enum { NOTATION_SIZE = 12 };

#endif
