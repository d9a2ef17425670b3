/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FEN, X-FEN and Shredder-FEN text <-> Position, and the operations of EPD.
 *
 * Sources: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994, 16.1;
 * X-FEN by R. Scharnagl; Shredder-FEN by S. Meyer-Kahlen; EPD by J. Stanback and S. Edwards.
 */
#ifndef ALULA_FEN_H
#define ALULA_FEN_H

#include "position.h"
#include "text.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* Room for any FEN that fen_write() makes, with its NUL. */
enum { FEN_SIZE = 128 };

/*
 * Read a position of four to six fields; missing counters are 0 and 1. NULL when it is good,
 * otherwise what is wrong, and *out is untouched.
 *
 * Kind: fields may be parted by any blanks; castling letters may come in any order; a move number
 * of 0 is read as 1; an en-passant square on which no capture is legal is accepted and dropped;
 * clocks beyond 150 are accepted, as are positions with more checks than a game can bring about.
 * Strict: everything else. A castling right needs its king and rook in place; a right that only
 * Chess960 knows (king not on the e-file, rook not in the corner) needs `chess960`, where KQkq
 * names the outermost rooks (X-FEN) and letters A to H name files (Shredder-FEN); those letters
 * are also accepted in ordinary chess where they mean ordinary rights.
 */
const char *fen_parse(Position *out, Word text, bool chess960);

/*
 * As fen_parse(), for a line with more behind the position: *text is moved behind the fields that
 * were read. Counters are read only where they are numbers.
 */
const char *fen_parse_prefix(Position *out, Word *text, bool chess960);

/*
 * The square in the en-passant field of a text that fen_parse() accepts, or NO_SQUARE: it is there
 * even if no capture is legal, where the position does not keep it.
 */
Square fen_jumped(Word text);

/*
 * Write all six fields. Castling rights are KQkq wherever that names the right rooks, and file
 * letters elsewhere.
 */
void fen_write(Text *out, const Position *p);

/*
 * The next EPD operation of a line, "opcode operands;". A leading ';' (as in ";D1 20") is skipped.
 * False at the end. Quoted operands keep their quotes.
 */
bool epd_operation(Word *line, Word *opcode, Word *operands);

/*
 * The operations hmvc and fmvn are the two counters of a FEN: put them into the position. Others
 * are left alone; false if the counter is no number that makes sense.
 */
bool epd_counter(Position *p, Word opcode, Word operands);

#endif
