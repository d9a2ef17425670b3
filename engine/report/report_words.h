/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writers of reports share: words and numbers. */
#ifndef ALULA_REPORT_WORDS_H
#define ALULA_REPORT_WORDS_H

#include "report.h"

enum {
    WORDS_SIZE = 256, /* room for a name or a sentence */
    NAME_LIMIT = 200, /* bytes shown of a tag */
    LINE_SIZE = NOTE_PLIES * 20 + 32
};

/* Does a comment have words besides commands, as [%clk 1:00:00]? */
bool report_has_words(Word comment);

/* Add the words of a comment, without commands, at most `limit` bytes of them. */
void report_add_comment(Text *out, Word comment, size_t limit);

/* The value of a tag; empty if it is missing, "?", "-" or the like. */
Word report_tag(const PgnGame *game, const char *name);

/* The opening and its ECO code: those of the PGN, or else of the table. */
Word report_opening(const Report *r);
Word report_eco(const Report *r);

/* Add a tag TimeControl in words: "5 minutes + 3 seconds a move"; as it is if it is unusual. */
void report_add_control(Text *out, Word value);

/* Add why a game was not judged, or what is wrong with it: "line 19: ...". */
void report_add_error(Text *out, const Report *r);

/* Add the name of a player, "White" or "Black" if the game has none. */
void report_add_player(Text *out, const PgnGame *game, Color side);

/* Add "12. Nf3" or "12... Nf6"; without its number if that is not asked for; "--" is a null move.
 */
void report_add_move(Text *out, const Report *r, size_t ply, bool number);

/* Add a line from a position, with numbers. */
void report_add_line(Text *out, const Position *p, const Move *move, size_t count);

/* Add a score for White: "+0.35", "#3", "#-3"; "#" for a mate on the board. */
void report_add_score(Text *out, int score);

/* Add "12 s", "1:05", "1:02:03". */
void report_add_time(Text *out, int64_t ms);

/* Add a number with this many decimals, whatever the locale. */
void report_add_number(Text *out, double number, int decimals);

/* What a marked move did: "Allows mate in 3.", "White's chances to win fall from 60 % to 20 %." */
void report_add_reason(Text *out, const Report *r, size_t ply);

/* "Blunder", and in the plural. */
extern const char *const report_mark_name[NO_MARK], *const report_marks_name[NO_MARK];

/* The side that makes a move. */
static inline Color report_mover(const Report *r, size_t ply) {
    return position_turn(&r->game->line.position[ply]);
}

/* White's expected points in permille. */
static inline int report_expected(const ReportPly *ply) {
    return ply->win + ply->draw / 2;
}

#endif
