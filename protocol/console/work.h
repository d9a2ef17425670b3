/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work that consists of several searches, each a JOB: a suite of positions, annotating games, a
 * search for a mate. Only one kind runs at a time. Callers need not know which one.
 */
#ifndef ALULA_WORK_H
#define ALULA_WORK_H

#include "protocol/frontend.h"

struct Work {
    /* a search has ended: take the result, then search again or call work_end() */
    void (*on_result)(Frontend *f, const SearchInfo *t);
    /* ended early, without the search's result: report, free the data, call work_end() */
    void (*stop)(Frontend *f);
    /* report progress; NULL: nothing to report */
    void (*tick)(Frontend *f);
    bool saves;   /* `stop` saves results, so it is called before quitting */
    bool answers; /* the command `stop` only ends the search, whose result is reported */
};
typedef struct Work Work;

/* Starts work of this kind with its data, after stopping other work. */
void work_start(Frontend *f, const Work *kind, void *data);

/* Returns the data of the work, if it is of this kind; else NULL. */
void *work_data(const Frontend *f, const Work *kind);

/* Ends the work, whose data was freed. */
void work_end(Frontend *f);

/* Passes the result of a JOB on to the work that started it. */
void work_on_result(Frontend *f, const SearchInfo *t);

/* Ends the work early, if there is any. */
void work_stop(Frontend *f);

/* Makes the work report its result now; returns false if it cannot. */
bool work_answer(Frontend *f);

/* Reports progress; returns false if there is none to report. */
bool work_tick(Frontend *f);

/* Saves results before the program ends. */
void work_leave(Frontend *f);

#endif
