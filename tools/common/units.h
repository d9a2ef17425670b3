/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jobs in parts, for several processes or machines. A job is a number of units, such as games or
 * positions; a result is a line that tells of itself what it is the result of. A unit that is done
 * twice with the same result is one; with another result it is an error.
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

/* Everything. */
#define SLICE_ALL ((Slice){1, 1})

/* Read "3/8", 1 <= 3 <= 8 <= SLICE_MAX; otherwise false, with *out unchanged. */
bool slice_read(Word text, Slice *out);

/* The same for the table of commandline_read(), `context` a Slice; with an error message. */
bool slice_option(void *context, const char *value, Text *error);

/* Does this unit, from 0, belong to it? */
static inline bool slice_has(const Slice *s, int64_t unit) {
    return unit % s->of == s->index - 1;
}

/* How many of `units` belong to it. */
static inline int64_t slice_count(const Slice *s, int64_t units) {
    return units < s->index ? 0 : (units - s->index) / s->of + 1;
}

/* --- lines ----------------------------------------------------------------------------------- */

enum {
    UNIT_CHECK_SIZE = 17, /* bytes of " ;check 01234567" and its line end */
    UNIT_KEY_DIGITS = 16,
};

/* Close a line, with a checksum of all of it, so that a changed or mixed line is found. */
void unit_line_close(Text *line);

/*
 * The opposite: takes the checksum off a line without its line end. NULL, or what is wrong with the
 * line, as a sentence. The caller must know that the line end was there: a line that was cut short
 * may be taken for one that was changed.
 */
const char *unit_line_open(Word *line);

/*
 * What a job depends on is a text of words "name=value". True if two such texts differ; then adds
 * the first difference: "nodes=100 there, nodes=200 here".
 */
bool unit_job_differs(Text *out, Word theirs, Word ours);

/* A number of 64 bits as 16 small hexadecimal digits, "%016" PRIx64; otherwise false. */
bool unit_key_read(Word text, uint64_t *out);

/* --- results --------------------------------------------------------------------------------- */

/* Mix bytes into a checksum of 64 bits; start with 0. Not for an adversary. */
uint64_t unit_hash(uint64_t hash, const void *bytes, size_t count);

/* Results by unit. Starts as zeros. 10 million take 400 MB. */
typedef struct {
    uint64_t key;    /* of the unit, such as its number */
    uint64_t result; /* equal results have equal ones */
    uint64_t place;  /* whatever the caller wants, such as where it is in a file */
} UnitResult;

typedef struct {
    UnitResult *slot;
    size_t slots, count; /* slots: a power of two */
} UnitTable;

typedef enum { UNIT_NEW, UNIT_SAME, UNIT_OTHER } UnitStatus;

/* Add a result: UNIT_SAME if it is there; UNIT_OTHER if the unit has another one, which stays. */
UnitStatus unit_table_add(UnitTable *t, uint64_t key, uint64_t result, uint64_t place);

/* Fetch a result into the cache that will soon be added or looked for. */
void unit_table_prefetch(const UnitTable *t, uint64_t key);

/* NULL if there is none. Its place may be changed. */
UnitResult *unit_table_find(const UnitTable *t, uint64_t key);
void unit_table_free(UnitTable *t);

/* --- logs ------------------------------------------------------------------------------------ */

/* Could this line be one that begins with a FEN, or a part of one? */
bool unit_begins_with_board(Word line);

/*
 * Append whole lines, or nothing, to a log opened with O_RDWR | O_APPEND that several processes may
 * share. What a writer that died, or a full disk, has left of a line is cut off first; so is what
 * could be written of these if that fails. A device or pipe is written to as it is. False with
 * errno.
 */
bool unit_log_append(int fd, const char *lines, size_t length);

/*
 * Open a log of lines that begin with a FEN, which an earlier run may have left: `take` gets each
 * whole line, and returns NULL, or why the file is another. A line cut short is passed over. -1
 * after a sentence, and nothing is written, if it cannot be read or written, or is another file.
 */
typedef const char *UnitLogTake(void *context, Word line);
int unit_log_open(const char *name, UnitLogTake *take, void *context);

#endif
