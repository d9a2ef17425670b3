/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and numbers, shared by the writers of reports. */
#ifndef ALULA_REPORT_WORDS_H
#define ALULA_REPORT_WORDS_H

#include "chess/notation.h"
#include "report.h"

enum {
    WORDS_SIZE = 256,  /* room for a name or a sentence */
    REASON_SIZE = 640, /* room for the reason why a move is bad */
    NAME_LIMIT = 200,  /* bytes shown of a tag */
    LINE_SIZE = NOTE_PLIES * 20 + 32
};

/* Returns the value of a tag; empty if it is missing, "?", "-" or the like. */
Word report_tag(const PgnGame *game, const char *name);

/* Returns the opening and its ECO code, from the PGN or else from the table. */
Word report_opening(const Report *r);
Word report_eco(const Report *r);

/*
 * Adds a tag TimeControl in words: "5 minutes + 3 seconds a move". Adds an unusual one unchanged.
 */
void report_add_control(Text *out, Word value);

/* Adds the reason why a game was not judged, or its error: "line 19: ...". */
void report_add_error(Text *out, const Report *r);

/* Returns the name of a player, or "White" or "Black" if there is none. */
Word report_player(const PgnGame *game, Color side);

/* The move of a ply as a string, "12. Nf3" or "12... Nf6"; "--" is a null move. */
#define PLAYED_OF(r, n) MOVE_OF(&(r)->game->line.position[n], (r)->game->line.move[n])

/* Adds a line from a position, with numbers. */
void report_add_line(Text *out, const Position *p, const Move *move, size_t count);

/*
 * Write a score for White, "+0.35", "#3", "#-3", or "#" for a mate on the board; a time, "12 s",
 * "1:05", "1:02:03"; a number with this many decimals, whatever the locale. Return the buffer,
 * which must be empty before the call. The buffers of the macros live until the end of the
 * enclosing block.
 */
enum { FIGURE_SIZE = 48 };
const char *report_score(char buffer[FIGURE_SIZE], int score);
const char *report_time(char buffer[FIGURE_SIZE], int64_t ms);
const char *report_number(char buffer[FIGURE_SIZE], double number, int decimals);
#define SCORE_OF(score)             report_score((char[FIGURE_SIZE]){""}, score)
#define TIME_OF(ms)                 report_time((char[FIGURE_SIZE]){""}, ms)
#define NUMBER_OF(number, decimals) report_number((char[FIGURE_SIZE]){""}, number, decimals)

/*
 * Adds the effect of a marked move: what it allows or misses, where that is certain, see tactics.h,
 * and "White's winning chances: 60 % before, 20 % after."
 */
void report_add_reason(Text *out, const Report *r, size_t ply);

/* "Blunder", and in the plural. */
extern const char *const report_mark_name[NO_MARK], *const report_marks_name[NO_MARK];

/* Returns the side that makes a move. */
static inline Color report_mover(const Report *r, size_t ply) {
    return position_turn(&r->game->line.position[ply]);
}

/* Returns White's expected points in per mille. */
static inline int report_expected(const ReportPly *ply) {
    return ply->win + ply->draw / 2;
}

#endif
