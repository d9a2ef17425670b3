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

/* Size of the longest FEN that fen_write() writes, with its NUL. */
enum { FEN_SIZE = 128 };

/*
 * Reads a position of four to six fields; missing counters are 0 and 1. Returns NULL, or an error
 * with *out unchanged.
 *
 * Accepted: any blanks between fields; castling letters in any order; move number 0, read as 1; an
 * en-passant square where no capture is legal, which is dropped; clocks above 150; positions with
 * more checkers than a game can produce.
 *
 * Refused: everything else. A castling right needs its king and rook in place. Rights of Chess960
 * (king not on the e-file, rook not in the corner) need `chess960`; KQkq then name the outermost
 * rooks (X-FEN) and letters A to H name files (Shredder-FEN). Those letters are also accepted in
 * standard chess for its castling rights.
 */
const char *fen_parse(Position *out, Word text, bool chess960);

/*
 * Reads a position as either variant; sets *chess960 to true if the castling rights exist in
 * Chess960 only.
 */
const char *fen_parse_either(Position *out, Word text, bool *chess960);

/*
 * Reads a position like fen_parse(), followed by other text: *text then starts after the fields
 * that were read. Counters are read only if they are numbers. A ';' ends the fields.
 */
const char *fen_parse_prefix(Position *out, Word *text, bool chess960);

/*
 * Reads a position to play or analyze, from a database or an interface, like fen_parse() but with
 * repairs: ignores a castling right without king and rook in place, or given twice, and an
 * en-passant square that no pawn has jumped over. Adds them to *left_out: "castling right K,
 * en-passant square e6": 100 bytes are enough for usual texts, and longer lists are cut off. If
 * left_out is NULL, they are errors.
 */
const char *fen_parse_playable(Position *out, Word text, bool chess960, Text *left_out);

/*
 * Reads a position like fen_parse_prefix(), but allows more pieces and pawns than a game can have.
 * Such positions may have more than MAX_MOVES moves, which most functions do not allow.
 */
const char *fen_parse_any_material(Position *out, Word *text, bool chess960);

/*
 * Returns the en-passant field of a text that fen_parse() accepts, or NO_SQUARE. Unlike a Position,
 * includes squares where no capture is legal.
 */
Square fen_jumped(Word text);

/* Returns the letter of the piece on a square, upper case for White; '.' if the square is empty. */
char fen_letter(const Position *p, Square s);

/* Reads the letter of a piece. Returns false, with nothing changed, for other characters. */
bool fen_read_letter(char letter, Color *c, Piece *piece);

/*
 * Reads a piece and its square, "Ke1"; or "xe1", an empty square, as a white NO_PIECE. Returns
 * false for other text.
 */
bool fen_read_placed(Word w, Color *c, Piece *piece, Square *s);

/*
 * Returns a bitboard with the rook that a castling letter names: KQkq name the outermost rook on
 * that side of the king, file letters the rook on that file. In standard chess, king and rook must
 * be at home. The set is empty if there is no such rook, or no king on its back rank.
 */
Bitboard fen_castling_rook(const Board *b, char letter, bool chess960);

/*
 * Write all six fields, or the first four, as in EPD. Castling rights are KQkq where these identify
 * the rooks, otherwise file letters.
 */
void fen_write(Text *out, const Position *p);
void fen_write_fields(Text *out, const Position *p);

/* Writes a FEN into a buffer and returns the buffer. */
const char *fen_text(char buffer[FEN_SIZE], const Position *p);

/* The FEN as a string that lives until the end of the enclosing block. */
#define FEN_OF(p) fen_text((char[FEN_SIZE]){""}, p)

/*
 * Splits off the next EPD operation of a line, "opcode operands;". Skips a leading ';' (as in ";D1
 * 20"). Returns false at the end of the line. Quoted operands keep their quotes.
 */
bool epd_operation(Word *line, Word *opcode, Word *operands);

/*
 * Applies the operations hmvc and fmvn, which set the halfmove clock (0 to 150) and the move number
 * (1 to 9999); ignores others. Returns false if the operand is not such a number.
 */
bool epd_counter(Position *p, Word opcode, Word operands);

#endif
