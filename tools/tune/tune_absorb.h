/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a batch, from files that other machines have written. */
#ifndef ALULA_TUNE_TUNE_ABSORB_H
#define ALULA_TUNE_TUNE_ABSORB_H

#include "tune_units.h"

typedef enum {
    TUNE_ABSORB_WHOLE,   /* all results are there */
    TUNE_ABSORB_EARLIER, /* there are only results of earlier batches */
    TUNE_ABSORB_REFUSED  /* messages told why */
} TuneAbsorb;

/*
 * Read results from files, "-" is standard input, up to NULL. Sets points[2 * pairs] of the batch.
 * Equal results of a pair are one. Results of earlier batches are passed over, and so, with
 * messages, are lines that cannot be read. Refused are different results of a pair, results of
 * another run or of other values, and a batch from which pairs are missing.
 */
TuneAbsorb tune_absorb(const TuneBatch *b, char *const *files, int *points);

#endif
