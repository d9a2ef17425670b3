/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of alula-annotate. */
#ifndef ALULA_ANNOTATE_H
#define ALULA_ANNOTATE_H

#include <stdatomic.h>

#include "report/notes_file.h"
#include "report/pages.h"
#include "tools/player/solver.h"

/* --- the analysis of a game by a solver: a note for each position ---------------------------- */

typedef struct {
    Solver *solver;              /* borrowed */
    bool tables;                 /* scores near SCORE_TABLEBASE are from tablebases */
    atomic_llong *done;          /* counts positions */
    const atomic_bool *stopping; /* ends the work */
} Judge;

/*
 * Searches all positions of a game, from the last one to the first, so that the hash table knows
 * the continuation, into note[0 ... length]. A failed search is repeated once. Returns false after
 * `stopping`, or with an error message. Call this in a thread started by thread_start().
 */
bool judge_game(const Judge *j, const GameLine *line, Note *note, Text *error);

/* --- annotating the games of a file, several at once, with output in their order ------------- */

typedef struct {
    SolverSetup setup;            /* jobs: concurrent games */
    ExternalEngine *external_960; /* engine for Chess960; NULL: cannot play it, for */
    const char *refuses_960;      /* this reason */
    const char *judge;            /* see notes_write() */
    const int *number;      /* [games]: numbers of the games in the input; NULL: 1, 2, 3 ... */
    const char *job;        /* settings for a tag in each game, see unit_tag.h; NULL: no tag */
    PageSearches *searches; /* for reports; NULL: not kept */
    FILE *said;             /* receives the lines of the games: stdout, or stderr */
} AnnotatePlan;

/* The amount of work, counted in advance. */
typedef struct {
    int games, without_notes, chess960; /* without_notes: games that need notes */
    int64_t positions;                  /* positions of the games without notes */
} AnnotateWork;

/*
 * Returns true if the game can have notes, but has none by Alula, or was edited since. The game
 * must be read with notes_options.
 */
bool annotate_needed(const PgnGame *game);

/* Writes "game 3: Anderssen - Kieseritzky, 1-0". */
void annotate_write_players(Text *out, int number, const PgnGame *game);

/* Writes that a broken game is unchanged, and why. */
void annotate_say_broken(Text *out, int number, const PgnGame *game);

/* Returns a reader of the games of a source, for pgn_close(). */
PgnReader *annotate_open(FILE *source);

/* Counts all games of a source, and rewinds it. */
void annotate_count(FILE *source, AnnotateWork *out);

/* The work that was done. */
typedef struct {
    int annotated, broken, failed; /* failed: by an engine error, or when out of memory */
    int noted, noted_otherwise;    /* had notes; by another judge */
} AnnotateDone;

/*
 * Annotates all games, or until SIGINT, SIGTERM or SIGHUP: then the finished games are in the file,
 * in order; it is written every half minute. A line for each game goes to plan->said, errors to
 * stderr. Returns the exit status: 0; 1 if something failed; TOOL_INTERRUPTED.
 */
int annotate_run(const AnnotatePlan *plan, const AnnotateWork *work, NotesFile *file,
                 AnnotateDone *out);

/* --- merging the notes of several runs, each of which annotated some games of a file --------- */

/*
 * Takes the games with notes from the parts (NULL-terminated, written by slices), and the others
 * from the source. Equal notes of a game in several parts count once. A changed or truncated game
 * is reported and skipped. Refuses, with messages, different notes of a game, notes with different
 * settings, games that are not in the source, and parts with missing games. Returns the exit
 * status; the file is written only if nothing was refused.
 */
int merge_run(NotesFile *file, char *const *parts, AnnotateDone *out);

#endif
