/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotating the games of a file, several at once, with output in their order. */
#ifndef ALULA_ANNOTATE_RUN_H
#define ALULA_ANNOTATE_RUN_H

#include "report/notes_file.h"
#include "report/pages.h"
#include "tools/player/solver.h"

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

/* Counts all games of a source, and rewinds it; returns false when out of memory. */
bool annotate_count(FILE *source, AnnotateWork *out);

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

#endif
