/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training runs and comparisons of networks, and their reports. */
#ifndef ALULA_TRAIN_H
#define ALULA_TRAIN_H

#include <stdio.h>

#include "train_state.h"

/* --- a run: reads shards, trains, and writes the network and its files ----------------------- */

enum { TRAIN_NAME_SIZE = 1024 }; /* bytes of the path of a written file */

/* Trains. Returns the exit status and reports errors on stderr. */
int train_run(const TrainPlan *plan);

/* --- reports of a run: its data, its network, and how to reproduce it ------------------------ */

/* Prints shards, games and positions, and why positions were skipped. */
void train_report_data(FILE *out, const Data *data);

/* Prints the size of a network, and a line feed. */
void train_report_shape(FILE *out, const char *neurons, int hidden, int outputs, int term_hidden);

/* Prints the network architecture and the scale. */
void train_report_plan(FILE *out, const TrainPlan *plan, const TrainLog *log);

/*
 * Appends this build, two lines, to log->builds; the oldest entries are dropped when the text is
 * full. Returns false, with no change, if this build is the last entry already.
 */
bool train_report_add_build(TrainLog *log);

/*
 * Prints NAME.txt: all of the above, builds, checksum of the network file, sources, settings and
 * losses.
 */
void train_report_text(FILE *out, const TrainPlan *plan, const Data *data, const TrainLog *log,
                       uint32_t checksum);

/*
 * Draws training and validation loss of the superbatches in the log, out of `superbatches` in all,
 * as SVG.
 */
void train_report_draw(FILE *out, const TrainLog *log, int superbatches);

/* --- the errors of networks, as tables and as a picture -------------------------------------- */

typedef struct {
    const Comparison *comparison;
    const Reference *reference;
    char **name;      /* names of the networks */
    const char *path; /* path of the reference */
} CompareReport;

/* Prints one JSON object on standard output. */
void compare_report_json(const CompareReport *r);

/* Prints the tables on standard output. */
void compare_report_print(const CompareReport *r);

/* Draws the errors against the mean of both references as SVG; a FilePrinter. */
void compare_report_draw(FILE *out, const void *report);

#endif
