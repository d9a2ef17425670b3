/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves as text: coordinates (UCI) and standard algebraic notation (SAN). */
#ifndef ALULA_NOTATION_H
#define ALULA_NOTATION_H

#include "base/text.h"
#include "position.h"

/* Reason why a move was refused; MOVE_FINE is 0. */
typedef enum {
    MOVE_FINE,
    MOVE_UNREADABLE, /* the text is not a move */
    MOVE_ILLEGAL,    /* no piece can make this move */
    MOVE_NO_PIECE,   /* the origin square is empty */
    MOVE_NOT_YOURS,  /* ... or has a piece of the other side */
    MOVE_IN_CHECK,   /* the move leaves the king in check */
    MOVE_INTO_CHECK, /* the move exposes the king to check */
    MOVE_AMBIGUOUS,  /* several pieces can make this move */
} MoveError;

/*
 * Returns the error in words ("moving into check"); NULL for MOVE_FINE, _UNREADABLE and _ILLEGAL.
 */
const char *move_error_text(MoveError error);

/*
 * Reads a move in coordinates (e2e4, e7e8q, e1g1, king takes rook) or SAN. Accepts "exd5", "ed5",
 * "e8=Q", "e8Q", "0-0", "Ng1-f3", "e2-e4", "O–O", with or without x + # ! ?, in any case where that
 * is unambiguous. Returns MOVE_FINE with *out a legal move, or an error with *out unchanged.
 */
MoveError notation_parse(Move *out, const Position *p, Word text);

/* A move as written. Unspecified parts are -1, NO_PIECE or NO_SQUARE. */
typedef struct {
    Piece piece, promotion;
    int file, rank; /* of the origin square */
    Square to;
    int castling; /* 0 no, 1 king side, 2 queen side */
} ParsedMove;

/* Reads a move and sets *parsed to how the text was read, unless the error is MOVE_UNREADABLE. */
MoveError notation_parse_as(Move *out, ParsedMove *parsed, const Position *p, Word text);

/*
 * Writes a legal move in coordinates: e2e4, e7e8q. Castling is e1g1 with the king on the e-file and
 * the rook in its corner, otherwise O-O or O-O-O.
 */
void notation_write(Text *out, const Position *p, Move m);

/*
 * Writes a legal move like notation_write(), but castling as the king taking its rook (e1h1), as in
 * UCI for Chess960.
 */
void notation_write_chess960(Text *out, const Position *p, Move m);

/*
 * Writes a legal move in SAN, with + or # and minimal disambiguation (PGN standard 8.2.3); a null
 * move as "--".
 */
void notation_write_san(Text *out, const Position *p, Move m);

/* Writes the number before a move: "12. " for White, "12... " for Black. */
void notation_write_number(Text *out, const Position *p);

/* Writes a legal move of a position. */
typedef void MoveWriter(Text *out, const Position *p, Move m);

/*
 * Writes a line of moves from a position up to the first illegal move or the end of the buffer,
 * with numbers ("12. Nf3 Nc6 13. d4") or without.
 */
void notation_write_line(Text *out, const Position *p, const Move *moves, size_t count,
                         bool numbers, MoveWriter *write);

/*
 * Returns the word without a leading move number, as in "12.Nf3", "12...Nf6" and "..."; "0-0" and
 * "1/2" have none. With needs_dot, digits alone are not a move number.
 */
Word notation_skip_number(Word word, bool needs_dot);

/*
 * Returns the PGN character for a typographic character (UTF-8 or Windows-1252) at the start of a
 * text of at least one byte: a blank, a dash, the letter of a figurine (0 for a pawn), x; 0xb1 and
 * 0xbd for plus-minus and one half; -1 for all others. Sets *bytes to its length.
 */
int notation_sign(Word text, size_t *bytes);

/*
 * Replaces typographic characters in place, see notation_sign(). Returns the new length, which is
 * never larger.
 */
size_t notation_plain(char *text, size_t length);

/* Reads a square such as e4. Otherwise returns false, with *out unchanged. */
bool notation_read_square(Square *out, Word w);
void notation_write_square(Text *out, Square s);

/* The square as a string that lives until the end of the enclosing block; s is evaluated twice. */
#define SQUARE_OF(s) ((char[]){(char)('a' + square_file(s)), (char)('1' + square_rank(s)), '\0'})

/*
 * Write centipawns as pawns, "+0.35". notation_pawns() writes into a buffer and returns it; the
 * string of PAWNS_OF() lives until the end of the enclosing block.
 */
enum { PAWNS_SIZE = 16 };
void notation_write_pawns(Text *out, int centipawns);
const char *notation_pawns(char buffer[PAWNS_SIZE], int centipawns);
#define PAWNS_OF(centipawns) notation_pawns((char[PAWNS_SIZE]){""}, centipawns)

/* Size of one move in either notation, with its NUL. */
enum { NOTATION_SIZE = 12 };

/* Writes a legal move into a buffer and returns the buffer. */
const char *notation_text(char buffer[NOTATION_SIZE], MoveWriter *write, const Position *p, Move m);

/*
 * A legal move as a string, by a MoveWriter or in SAN, that lives until the end of the enclosing
 * block.
 */
#define NOTATION_OF(write, p, m) notation_text((char[NOTATION_SIZE]){""}, write, p, m)
#define SAN_OF(p, m)             NOTATION_OF(notation_write_san, p, m)

/*
 * Writes a legal move in SAN with its number, "12... Nf6", into a buffer and returns the buffer.
 * The string of MOVE_OF() lives until the end of the enclosing block.
 */
enum { NOTATION_NUMBERED = NOTATION_SIZE + 20 };
const char *notation_numbered(char buffer[NOTATION_NUMBERED], const Position *p, Move m);
#define MOVE_OF(p, m) notation_numbered((char[NOTATION_NUMBERED]){""}, p, m)

#endif
