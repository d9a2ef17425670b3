/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of judged games: what the evaluations say about them, as a picture, as JSON, and as a web
 * page in one file. Nothing here opens files, reads a clock or keeps state; text of the game is
 * never taken for markup, whatever bytes it has.
 */
#ifndef ALULA_REPORT_H
#define ALULA_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "chess/opening.h"
#include "notes.h"

enum { REPORT_KEYS = 8, REPORT_UNKNOWN = -1 };

/* A position of the game, and the move that was played there. */
typedef struct {
    bool known;          /* there is a note, and the next four are set */
    int score;           /* centipawns for White; see SCORE_MATE */
    int win, draw, loss; /* permille for White; no draws by lichess's formula, see Report */
    double chances;      /* of White, in percent: wins and half of the draws */

    int cut_score;      /* see chances_cut(); of an unknown position the one before */
    double cut_chances; /* of White, in percent, by lichess's formula; the same */

    /* of the move; REPORT_UNKNOWN where the notes or the PGN do not tell */
    Mark mark;
    bool is_book;             /* it and all before are in the book of common openings */
    double accuracy;          /* 0 to 100, by lichess's formula */
    int lost;                 /* centipawns, 0 or more; scores beyond 10 pawns count as 10 */
    int64_t used_ms, left_ms; /* time for the move, and on the clock after it */
    Word comment;             /* the first of the PGN's on it; may have commands as [%clk ...] */
} ReportPly;

/* A side over the game; REPORT_UNKNOWN if none of its moves was judged. */
typedef struct {
    size_t moves, judged; /* judged: evaluated before and after */
    double accuracy;      /* 0 to 100, by lichess's formula */
    double lost;          /* average centipawn loss */
    int marks[NO_MARK];   /* how many of each */
    int64_t used_ms;      /* by the moves of which it is known */
} ReportSide;

/* The facts of one game. */
typedef struct {
    const PgnGame *game; /* the caller's, and to be kept */
    const Note *note;    /* the same, [plies + 1] */
    const char *judge;   /* the same; or NULL */
    const char *error;   /* what is wrong with the game, or why it was not judged; NULL: nothing */
    size_t error_line;   /* of the PGN; 0: of no line */
    size_t number;       /* of the game in its file, from 1; report_make() sets 1 */
    bool left_out;       /* not judged: there are no notes */
    bool programs;       /* of both sides: the chances are those of Alula's games with itself */
    ReportPly *ply;      /* [plies + 1]; the last position has no move */
    size_t plies;
    ReportSide side[COLOR_COUNT];
    OpeningName opening;           /* by the table of openings */
    size_t book_plies;             /* moves that are in the book of common openings */
    bool has_clocks;               /* a time used is known */
    size_t key[REPORT_KEYS], keys; /* the plies whose moves lost most, in the order of the game */
} Report;

/*
 * Find the facts. note[0 ... plies] is about the positions of the game; `judge` names the engine
 * and its limits for people, from any source: "Alula 1.0, 100000 nodes a move"; NULL: untold. The
 * chances are lichess's formula, unless both players are programs by the tags WhiteType and
 * BlackType ("program") or WhiteTitle and BlackTitle ("BOT").
 * Comments must have been kept for the clocks. False if there is not enough memory, with nothing to
 * free.
 */
bool report_make(Report *r, const PgnGame *game, const Note *note, const char *judge);
void report_free(Report *r);

/* The advantage graph as a complete SVG file. */
void report_graph(FILE *out, const Report *r);

/* The facts as one JSON object, in one line without its end: docs/report.md. */
void report_json(FILE *out, const Report *r);

/* --- the page -------------------------------------------------------------------------------- */

/* What the page says about all of its games, before them. All zero: nothing yet. */
typedef struct {
    struct ReportRow *row;
    size_t rows, room;
} ReportIndex;

/* Add the next game. False if there is not enough memory. */
bool report_index_add(ReportIndex *index, const Report *r);
void report_index_free(ReportIndex *index);

/*
 * One page: its begin, each game in the order of the index, its end. Several games have a table of
 * games and one of players. Errors of writing are left to ferror().
 */
void report_html_begin(FILE *out, const ReportIndex *index);
void report_html_game(FILE *out, const Report *r);
void report_html_end(FILE *out);

#endif
