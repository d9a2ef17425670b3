/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of judged games: the evaluations as a picture, as JSON, and as a web page in one file.
 * Nothing here opens files, reads a clock or keeps state; text of the game is never interpreted as
 * markup, whatever bytes it has.
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
    int win, draw, loss; /* per mille for White; no draws by lichess's formula, see Report */
    double chances;      /* of White, in percent: wins and half of the draws */

    int cut_score;      /* see chances_cut(); for an unknown position, the previous one's */
    double cut_chances; /* of White, in percent, by lichess's formula; likewise */

    /* of the move; REPORT_UNKNOWN if neither the notes nor the PGN have it */
    Mark mark;
    bool is_book;             /* this and all earlier moves are in the book of common openings */
    double accuracy;          /* 0 to 100, by lichess's formula */
    int lost;                 /* centipawns, 0 or more; scores beyond 10 pawns count as 10 */
    int64_t used_ms, left_ms; /* time for the move, and on the clock after it */
    Word comment;             /* its first comment in the PGN; may have commands like [%clk ...] */
    Word confession; /* what a level of Alula overlooked here, as the console wrote it; or empty */
} ReportPly;

/*
 * The phases of a game, by the number of pieces other than kings and pawns: the middlegame begins
 * with ten or fewer, or when a first rank has fewer than four men; the ending begins with six or
 * fewer (after scalachess, Divider.scala).
 */
typedef enum { PHASE_OPENING, PHASE_MIDDLEGAME, PHASE_ENDING, PHASES } Phase;

/* One side's totals; REPORT_UNKNOWN if none of its moves was judged. */
typedef struct {
    size_t moves, judged; /* judged: evaluated before and after */
    double accuracy;      /* 0 to 100, by lichess's formula */
    double phase[PHASES]; /* mean accuracy of the moves in each phase */
    double lost;          /* average centipawn loss */
    int rating;           /* people of this rating lose as much, see report_rating() */
    int marks[NO_MARK];   /* how many of each */
    int64_t used_ms;      /* sum of the known times */
} ReportSide;

/* Data of one game. */
typedef struct {
    const PgnGame *game; /* owned by the caller; must stay valid */
    const Note *note;    /* the same, [plies + 1] */
    const char *judge;   /* the same; or NULL */
    const char *error;   /* error of the game, or why it was not judged; or NULL */
    size_t error_line;   /* line in the PGN; 0: unknown */
    size_t number;       /* of the game in its file, from 1; report_make() sets 1 */
    bool left_out;       /* not judged: there are no notes */
    bool programs;  /* both players are programs: the chances are fitted to self-play of Alula */
    ReportPly *ply; /* [plies + 1]; the last position has no move */
    size_t plies;
    ReportSide side[COLOR_COUNT];
    OpeningName opening;           /* by the table of openings */
    size_t book_plies;             /* moves that are in the book of common openings */
    size_t from[PHASES];           /* plies at which the phases begin; plies + 1: not reached */
    bool has_clocks;               /* a time used is known */
    size_t key[REPORT_KEYS], keys; /* the plies whose moves lost most, in the order of the game */
} Report;

/*
 * Computes the report. note[0 ... plies] is about the positions of the game. `judge` is a text from
 * any source that names the engine and its limits for the reader: "Alula 1.0, 100000 nodes a move";
 * NULL: unknown. The chances follow lichess's formula, unless both players are programs by the tags
 * WhiteType and BlackType ("program") or WhiteTitle and BlackTitle ("BOT"). Clocks require that
 * comments were kept. Returns false if there is not enough memory, with nothing to free.
 */
bool report_make(Report *r, const PgnGame *game, const Note *note, const char *judge);

/*
 * Returns the lichess rating of people who lose this many centipawns per move on average, limited
 * to 1000 to 1900; REPORT_UNKNOWN for fewer than 20 moves. Two of three people are within
 * REPORT_RATING_ERROR. Fitted to 285 players of 20 to 44 judged moves in games of 3 minutes and
 * more (tools/dev/people.c): 1961 - 3.0 * loss, correlation -0.51.
 */
enum { REPORT_RATING_LEAST = 1000, REPORT_RATING_MOST = 1900, REPORT_RATING_ERROR = 300 };
int report_rating(double lost, size_t judged);
/* Frees the memory of a report. */
void report_free(Report *r);

/* Writes the advantage graph as a complete SVG file. */
void report_graph(FILE *out, const Report *r);

/* Writes the report as one JSON object on one line, without a line end: docs/report.md. */
void report_json(FILE *out, const Report *r);

/* --- the page -------------------------------------------------------------------------------- */

/* Data of the summary at the top of a page. All zero: empty. */
typedef struct {
    struct ReportRow *row;
    size_t rows, room;
} ReportIndex;

/* Adds the next game. Returns false if there is not enough memory. */
bool report_index_add(ReportIndex *index, const Report *r);
void report_index_free(ReportIndex *index);

/*
 * Write one page: its beginning, each game in the order of the index, and its end. A page of
 * several games has tables of games and players. The caller detects write errors by ferror().
 */
void report_html_begin(FILE *out, const ReportIndex *index);
void report_html_game(FILE *out, const Report *r);
void report_html_end(FILE *out);

#endif
