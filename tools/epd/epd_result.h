/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results of a suite that is searched in parts, see tools/common/units.h: the EPD of the search,
 * followed by
 *     job "alula=1.0 ... nodes=1000"; verdict "solved nodes=1000 us=812"; unit KEY ;check SUM
 */
#ifndef ALULA_EPD_EPD_RESULT_H
#define ALULA_EPD_EPD_RESULT_H

#include "epd_report.h"
#include "tools/common/units.h"

enum { EPD_JOB_SIZE = 400 };

/* Returns the key of a position, from its line in the suite without surrounding blanks. */
uint64_t epd_result_key(Word line);

/* Returns a result as a line with its line end. Free its `at`. */
Text epd_result_write(const EpdResult *r, const char *job);

/* A result that was read; the words point into the line. */
typedef struct {
    Word epd, job, verdict;
    uint64_t key;     /* key of the position */
    uint64_t same;    /* a checksum of everything except times */
    EpdTotals totals; /* totals of this position */
} EpdResultLine;

/* Reads a line without its line end. Returns NULL, or an error message. */
const char *epd_result_read(EpdResultLine *out, Word line);

/* Reads a line like epd_result_read(), but does not verify the checksums. */
const char *epd_result_split(EpdResultLine *out, Word line);

/*
 * Results by position, all of one job. Places in the table belong to the caller. Initialize with
 * zeros except for `job`, which may be empty to adopt that of the first result.
 */
typedef struct {
    UnitTable table;
    char job[EPD_JOB_SIZE];
} EpdResults;

/*
 * Adds a result. Returns NULL, or an error message, possibly in `room`, if the result is of another
 * job or contradicts an earlier one.
 */
const char *epd_results_add(EpdResults *s, const EpdResultLine *line, uint64_t place, Text *room);

#endif
