/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves of engines, which must be in the notation of the protocol; some deviations are accepted. */
#ifndef ALULA_PLAYER_MOVETEXT_H
#define ALULA_PLAYER_MOVETEXT_H

#include "base/text.h"
#include "chess/position.h"

typedef enum {
    MOVETEXT_RIGHT, /* as the protocol requires */
    MOVETEXT_LOOSE, /* accepted, as by other programs */
    MOVETEXT_WRONG, /* another notation, or illegal */
} MoveTextForm;

/*
 * Reads a legal move; *out is unchanged for MOVETEXT_WRONG.
 *
 * UCI: e2e4, e7e8q, e1g1; in Chess960 castling is e1h1. Loose: a promotion in upper case, the other
 * form of castling, and words after the move. Wrong: SAN, and a promotion without a piece.
 *
 * CECP: e2e4, e7e8q, e1g1, or SAN as in PGN, + and # optional; O-O in Chess960. Loose: all else
 * that notation_parse() can read: e7e8Q, e8Q, 0-0, e2-e4, Ng1f3, e1h1.
 */
MoveTextForm movetext_read(Move *out, const Position *p, Word text, bool uci, bool chess960);

#endif
