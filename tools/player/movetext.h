/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine's move must be in the notation of its protocol; some slips are accepted. */
#ifndef ALULA_PLAYER_MOVETEXT_H
#define ALULA_PLAYER_MOVETEXT_H

#include "base/text.h"
#include "chess/position.h"

typedef enum {
    MOVETEXT_RIGHT, /* as the protocol wants it */
    MOVETEXT_LOOSE, /* not so, but other programs accept it, too */
    MOVETEXT_WRONG, /* another notation, or no legal move */
} MoveTextForm;

/*
 * Read a legal move; *out is unchanged if it is MOVETEXT_WRONG.
 *
 * UCI: e2e4, e7e8q, e1g1; in Chess960 castling is e1h1. Loose are a promotion in upper case, the
 * other form of castling, and words after the move. SAN, and a promotion without a piece, are
 * wrong.
 *
 * CECP: e2e4, e7e8q, e1g1, or SAN as in PGN, + and # optional; O-O in Chess960. All else that
 * notation_parse() can read is loose: e7e8Q, e8Q, 0-0, e2-e4, Ng1f3, e1h1.
 */
MoveTextForm movetext_read(Move *out, const Position *p, Word text, bool uci, bool chess960);

#endif
