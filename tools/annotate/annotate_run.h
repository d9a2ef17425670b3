/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotating the games of a file, several at once, with the output in their order. */
#ifndef ALULA_ANNOTATE_RUN_H
#define ALULA_ANNOTATE_RUN_H

#include "report/notes_file.h"
#include "tools/player/solver_setup.h"

typedef struct {
    SolverSetup setup;            /* jobs: games at once */
    ExternalEngine *external_960; /* for Chess960; NULL: it does not play that, see */
    const char *refuses_960;      /* the reason */
    const char *judge;            /* see notes_write() */
    const int *number;            /* [games] of the games in the input; NULL: 1, 2, 3 ... */
    const char *job;              /* a tag of each game tells it, see unit_tag.h; NULL: no tag */
    FILE *said;                   /* for the lines of the games: stdout, or stderr */
} AnnotatePlan;

/* What there is to do, counted before the work. */
typedef struct {
    int games, without_notes, chess960; /* without_notes: that can have them */
    int64_t positions;                  /* of the games without notes */
} AnnotateWork;

/* Can it have notes, and has none of ours, or other moves since? Read with notes_options. */
bool annotate_needed(const PgnGame *game);

/* Tell that a broken game stays as it was, and why. */
void annotate_say_broken(Text *out, int number, const PgnGame *game);

/* Read all games of a source, and go back to its begin; false if memory is refused. */
bool annotate_count(FILE *source, AnnotateWork *out);

/* What was done. */
typedef struct {
    int annotated, broken, failed; /* failed: by the engine or for want of memory */
    int noted, noted_otherwise;    /* had notes; by another judge */
} AnnotateDone;

/*
 * Annotate, or until SIGINT, SIGTERM or SIGHUP: the finished games are in the file then, in order,
 * and are written every half minute. A line for each game goes to plan->said, errors to stderr.
 * Returns the exit status: 0; 1 if something failed; TOOL_INTERRUPTED.
 */
int annotate_run(const AnnotatePlan *plan, const AnnotateWork *work, NotesFile *file,
                 AnnotateDone *out);

#endif
