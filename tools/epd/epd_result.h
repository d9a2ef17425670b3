/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results of a suite that is searched in parts, see tools/common/units.h: the EPD of the search,
 * and behind it
 *     job "alula=1.0 ... nodes=1000"; verdict "solved nodes=1000 us=812"; unit KEY ;check SUM
 */
#ifndef ALULA_EPD_EPD_RESULT_H
#define ALULA_EPD_EPD_RESULT_H

#include "epd_report.h"
#include "tools/common/units.h"

enum { EPD_JOB_SIZE = 400 };

/* The key of a position: that of its line in the suite, without blanks around it. */
uint64_t epd_result_key(Word line);

/* A result as a line with its end. Free its `at`. */
Text epd_result_write(const EpdResult *r, const char *job);

/* A result that was read; the words point into the line. */
typedef struct {
    Word epd, job, verdict;
    uint64_t key;     /* of the position */
    uint64_t same;    /* a checksum of everything but times */
    EpdTotals totals; /* of this position */
} EpdResultLine;

/* Read a line without its end. NULL, or an error message. The second does not check the sums. */
const char *epd_result_read(EpdResultLine *out, Word line);
const char *epd_result_split(EpdResultLine *out, Word line);

/*
 * Results by position, all of one job. The table's places are what the caller gave. Starts as zeros
 * but for `job`, which may be empty: that of the first result.
 */
typedef struct {
    UnitTable table;
    char job[EPD_JOB_SIZE];
} EpdResults;

/*
 * Add a result: NULL, or an error message, perhaps in `room`: it is of another job, or differs from
 * one that is there.
 */
const char *epd_results_add(EpdResults *s, const EpdResultLine *line, uint64_t place, Text *room);

#endif
