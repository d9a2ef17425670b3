/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jobs that are split among several processes or machines. A job consists of units, such as games
 * or positions; each result is a line that identifies its unit. Equal results of the same unit
 * count once; different ones are an error.
 */
#ifndef ALULA_COMMON_UNITS_H
#define ALULA_COMMON_UNITS_H

#include "base/text.h"

/* --- slices ---------------------------------------------------------------------------------- */

enum { SLICE_MAX = 1000000 };

/* Slice `index` of `of`, from 1: every of-th unit. */
typedef struct {
    int64_t index, of;
} Slice;

/* All units. */
#define SLICE_ALL ((Slice){1, 1})

/*
 * Reads "3/8", 1 <= 3 <= 8 <= SLICE_MAX, into a Slice, `context`, for commandline_read(). Returns
 * false with an error message, and the slice unchanged, for other text.
 */
bool slice_option(void *context, const char *value, Text *error);

/* Returns true if this unit, from 0, belongs to the slice. */
static inline bool slice_has(const Slice *s, int64_t unit) {
    return unit % s->of == s->index - 1;
}

/* Returns the number of units, out of `units`, in the slice. */
static inline int64_t slice_count(const Slice *s, int64_t units) {
    return units < s->index ? 0 : (units - s->index) / s->of + 1;
}

/* --- lines ----------------------------------------------------------------------------------- */

enum {
    UNIT_CHECK_SIZE = 17, /* bytes of " ;check 01234567" and the line end */
    UNIT_KEY_DIGITS = 16,
};

/* Completes a line with a checksum, which detects changed or mixed lines. */
void unit_line_close(Text *line);

/*
 * Strips the checksum from a line without its line end. Returns NULL, or an error message. The
 * caller must have seen the line end, as a truncated line is reported as changed.
 */
const char *unit_line_open(Word *line);

/*
 * Compares two job descriptions, texts of words "name=value". Returns true if they differ, and adds
 * the first difference: "nodes=100 there, nodes=200 here".
 */
bool unit_job_differs(Text *out, Word theirs, Word ours);

/*
 * Reads a 64-bit number of 16 lowercase hexadecimal digits, "%016" PRIx64; returns false for other
 * text.
 */
bool unit_key_read(Word text, uint64_t *out);

/* --- results --------------------------------------------------------------------------------- */

/* Adds bytes to a 64-bit checksum, which starts with 0. Not cryptographic. */
uint64_t unit_hash(uint64_t hash, const void *bytes, size_t count);

/* Results by unit. Initialize with zeros. 10 million take 400 MB. */
typedef struct {
    uint64_t key;    /* identifies the unit, for example by its number */
    uint64_t result; /* equal for equal results */
    uint64_t place;  /* for the caller, for example the place in a file */
} UnitResult;

typedef struct {
    UnitResult *slot;    /* [slots] */
    size_t slots, count; /* slots: a power of two */
} UnitTable;

typedef enum { UNIT_NEW, UNIT_SAME, UNIT_OTHER } UnitStatus;

/*
 * Adds a result. Returns UNIT_SAME if the table already has it, and UNIT_OTHER if it has a
 * different one for the unit, which is kept.
 */
UnitStatus unit_table_add(UnitTable *t, uint64_t key, uint64_t result, uint64_t place);

/* Returns the result of a unit, or NULL if there is none. Its `place` may be changed. */
UnitResult *unit_table_find(const UnitTable *t, uint64_t key);

/* Frees the results; the table is empty then. */
void unit_table_free(UnitTable *t);

/* --- logs ------------------------------------------------------------------------------------ */

/* Returns true if this line may begin with a FEN, or with a part of one. */
bool unit_begins_with_board(Word line);

/*
 * Appends whole lines, or nothing, to a log opened with O_RDWR | O_APPEND that several processes
 * may share. First truncates an incomplete line, left by a killed writer or a full disk; on
 * failure, truncates partly written lines. Devices and pipes are only appended to. Returns false
 * with errno.
 */
bool unit_log_append(int fd, const char *lines, size_t length);

/* Receives each whole line of a log; returns NULL, or why the log belongs to another job. */
typedef const char *UnitLogTake(void *context, Word line);

/*
 * Opens a log of lines that begin with a FEN, possibly left by an earlier run, and passes each
 * whole line to `take`; skips incomplete lines. Returns a file descriptor, or -1 after a message,
 * without writing anything, if the file cannot be read or written, or belongs to another job.
 */
int unit_log_open(const char *name, UnitLogTake *take, void *context);

#endif
