/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work that goes on from search to search, each a JOB: a suite of positions, annotating games, a
 * search for a mate. Only one runs at a time. Callers that start, stop and feed it need not know
 * which one.
 */
#ifndef ALULA_WORK_H
#define ALULA_WORK_H

#include "protocol/frontend.h"

struct Work {
    /* its search has ended: take the result, then search on or call work_end() */
    void (*on_result)(Frontend *f, const SearchInfo *t);
    /* it was ended early and its search was thrown away: report, free the data, call work_end() */
    void (*stop)(Frontend *f);
    /* report progress; NULL: nothing to report */
    void (*tick)(Frontend *f);
    bool saves;   /* `stop` saves results, so it is called before the program ends */
    bool answers; /* the command `stop` ends only the search, and its result is reported */
};
typedef struct Work Work;

/* Start work of this kind, with its own data; work that was going on is stopped. */
void work_start(Frontend *f, const Work *kind, void *data);

/* The data of the work, if it is of this kind; else NULL. */
void *work_data(const Frontend *f, const Work *kind);

/* The work is done, and its data freed. */
void work_end(Frontend *f);

/* Passes the result of a JOB on to the work that started it. */
void work_on_result(Frontend *f, const SearchInfo *t);

/* End the work early, if there is any. */
void work_stop(Frontend *f);

/* Make it report its result now, if it can; false if not. */
bool work_answer(Frontend *f);

/* Report the progress; false if there is no work or nothing to report. */
bool work_tick(Frontend *f);

/* The program ends: save results. */
void work_leave(Frontend *f);

#endif
