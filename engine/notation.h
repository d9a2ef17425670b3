/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinate and SAN text <-> Move. */
#ifndef ALULA_NOTATION_H
#define ALULA_NOTATION_H

#include "position.h"
#include "text.h"

/* Why a move was refused; MOVE_FINE is 0. */
typedef enum {
    MOVE_FINE,
    MOVE_UNREADABLE, /* the text is no move at all */
    MOVE_ILLEGAL,    /* a move, but no piece can make it */
    MOVE_NO_PIECE,   /* nothing of the side to move stands on the square it starts from */
    MOVE_NOT_YOURS,  /* a piece of the other side stands there */
    MOVE_IN_CHECK,   /* it leaves the king in the check that stands */
    MOVE_INTO_CHECK, /* it exposes the king to a check */
    MOVE_AMBIGUOUS,  /* several pieces can make it */
} MoveFault;

/* Words for a fault ("moving into check"), or NULL for MOVE_FINE, _UNREADABLE and _ILLEGAL. */
const char *move_fault_text(MoveFault fault);

/*
 * Read a move in coordinates (e2e4, e7e8q, e1g1, king takes rook) or SAN, forgivingly: "exd5",
 * "ed5", "e8=Q", "e8Q", "0-0", "Ng1-f3", "e2-e4", with or without x + # ! ?, any case where it is
 * clear. *out is the legal move, or untouched with the reason returned. An unreadable text is one
 * that is not shaped like a move.
 */
MoveFault notation_parse(Move *out, const Position *p, Word text);

/*
 * Write a move in coordinates: e2e4, e7e8q. Castling is e1g1 when the king stands on the e-file
 * and the rook in its corner, and O-O or O-O-O otherwise.
 */
void notation_write(Text *out, const Position *p, Move m);

/* Write a legal move in SAN, with + or # and no more letters than needed (PGN standard 8.2.3). */
void notation_write_san(Text *out, const Position *p, Move m);

/* Room for one move in either form, with its NUL. */
enum { NOTATION_SIZE = 12 };

#endif
