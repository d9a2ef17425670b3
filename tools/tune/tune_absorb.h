/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a batch, read from files of other machines. */
#ifndef ALULA_TUNE_TUNE_ABSORB_H
#define ALULA_TUNE_TUNE_ABSORB_H

#include "tune_units.h"

typedef enum {
    TUNE_ABSORB_WHOLE,   /* all results are present */
    TUNE_ABSORB_EARLIER, /* only results of earlier batches */
    TUNE_ABSORB_REFUSED  /* after messages with the reasons */
} TuneAbsorb;

/*
 * Reads results from files, NULL-terminated; "-" is standard input. Sets points[2 * pairs] of the
 * batch. Equal results of a pair count once. Results of earlier batches are skipped, and unreadable
 * lines with messages. Refuses different results of a pair, results of another run or of other
 * values, and a batch with missing pairs.
 */
TuneAbsorb tune_absorb(const TuneBatch *b, char *const *files, int *points);

#endif
