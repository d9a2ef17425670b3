/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FEN, X-FEN and Shredder-FEN text <-> Position, and the operations of EPD.
 *
 * Sources: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994, 16.1;
 * X-FEN by R. Scharnagl; Shredder-FEN by S. Meyer-Kahlen; EPD by J. Stanback and S. Edwards.
 */
#ifndef ALULA_FEN_H
#define ALULA_FEN_H

#include "base/text.h"
#include "position.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* Room for any FEN that fen_write() writes, with its NUL. */
enum { FEN_SIZE = 128 };

/*
 * Read a position of four to six fields; missing counters are 0 and 1. Returns NULL, or the error
 * with *out unchanged.
 *
 * Accepted: any blanks between fields; castling letters in any order; move number 0, read as 1; an
 * en-passant square where no capture is legal, which is dropped; clocks above 150; positions with
 * more checkers than a game can produce.
 *
 * Refused: everything else. A castling right needs its king and rook in place. Rights of Chess960
 * (king not on the e-file, rook not in the corner) need `chess960`; KQkq then name the outermost
 * rooks (X-FEN) and letters A to H name files (Shredder-FEN). Those letters are also accepted in
 * ordinary chess for ordinary rights.
 */
const char *fen_parse(Position *out, Word text, bool chess960);

/* The same; *chess960 becomes true if the castling rights exist in Chess960 only. */
const char *fen_parse_either(Position *out, Word text, bool *chess960);

/*
 * As fen_parse(), for a position followed by other text: *text then starts after the fields that
 * were read. Counters are read only if they are numbers. A ';' ends the fields.
 */
const char *fen_parse_prefix(Position *out, Word *text, bool chess960);

/*
 * As fen_parse(), for positions to play or analyze, of databases and interfaces: a castling
 * right without king and rook in place, or given twice, and an en-passant square that no pawn has
 * jumped over are left out, and added to *left_out, such as "castling right K, en-passant square
 * e6". 100 bytes hold all that a usual text can name; more is cut off. NULL: they are errors.
 */
const char *fen_parse_playable(Position *out, Word text, bool chess960, Text *left_out);

/*
 * As fen_parse_prefix(), but there may be more pieces and pawns than a game can have. Only for
 * counting with care: such a position may have more than MAX_MOVES moves.
 */
const char *fen_parse_any_material(Position *out, Word *text, bool chess960);

/*
 * The en-passant field of a text that fen_parse() accepts, or NO_SQUARE. Other than in the
 * Position, it is kept where no capture is legal.
 */
Square fen_jumped(Word text);

/* The letter of the piece on a square, capital for White; '.' if the square is empty. */
char fen_letter(const Position *p, Square s);

/* Read such a letter; false, with nothing changed, if it is that of no piece. */
bool fen_read_letter(char letter, Color *c, Piece *piece);

/* Read "Ke1", a piece and its square, or "xe1", White's NO_PIECE; false for anything else. */
bool fen_read_placed(Word w, Color *c, Piece *piece, Square *s);

/*
 * The rook of a castling letter: KQkq are the outermost ones on that side of the king, file letters
 * those of their files; outside of Chess960 only with king and rook at home. An empty set if there
 * is none, or no king on its back rank.
 */
Bitboard fen_castling_rook(const Board *b, char letter, bool chess960);

/*
 * Write all six fields, or the first four, as EPD has them. Castling rights are KQkq where these
 * identify the rooks, otherwise file letters.
 */
void fen_write(Text *out, const Position *p);
void fen_write_fields(Text *out, const Position *p);

/*
 * Split off the next EPD operation of a line, "opcode operands;". A leading ';' (as in ";D1 20") is
 * skipped. False at the end of the line. Quoted operands keep their quotes.
 */
bool epd_operation(Word *line, Word *opcode, Word *operands);

/*
 * The operations hmvc and fmvn set the halfmove clock (0 to 150) and the move number (1 to 9999);
 * others are ignored. False if the operand is not such a number.
 */
bool epd_counter(Position *p, Word opcode, Word operands);

#endif
