/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "units.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/file.h"
#include "base/huge.h"
#include "base/lock.h"
#include "base/util.h"
#include "linefile.h"
#include "tool.h"

bool slice_option(void *context, const char *value, Text *error) {
    Word of = word_of(value);
    const Word index = text_until(&of, '/');
    Slice s;

    if (word_number(of, 1, SLICE_MAX, &s.of) && word_number(index, 1, s.of, &s.index)) {
        *(Slice *)context = s;
        return true;
    }
    return commandline_refuse(
        error, "a slice is I/N, the I-th of N parts, such as 1/4, at most 1000000 parts: ", value);
}

/* --- lines ----------------------------------------------------------------------------------- */

enum { CHECK_DIGITS = 8 };

static const char closing[] = " ;check ";

void unit_line_close(Text *line) {
    const uint32_t sum = checksum_fnv(CHECKSUM_FNV, line->at, line->length);

    text_addf(line, "%s%08" PRIx32 "\n", closing, sum);
}

const char *unit_line_open(Word *line) {
    const size_t size = sizeof closing - 1 + CHECK_DIGITS;
    Text text = TEXT_OF(CHECK_DIGITS + 1);
    size_t length;

    if (line->length < size || memcmp(line->at + line->length - size, closing, size - CHECK_DIGITS))
        return "this line has no check word at its end";
    length = line->length - size;
    text_addf(&text, "%08" PRIx32, checksum_fnv(CHECKSUM_FNV, line->at, length));
    if (memcmp(line->at + line->length - CHECK_DIGITS, text.at, CHECK_DIGITS))
        return "this line has been changed: its check word does not match";
    line->length = length;
    return NULL;
}

bool unit_job_differs(Text *out, Word theirs, Word ours) {
    enum { QUOTED = 60 };
    Word one, other;

    do {
        one = text_word(&theirs);
        other = text_word(&ours);
        if (!one.length && !other.length)
            return false;
    } while (word_same(one, other));
    text_add_quoted(out, one.length ? one : word_of("nothing"), QUOTED);
    text_add(out, " there, ");
    text_add_quoted(out, other.length ? other : word_of("nothing"), QUOTED);
    text_add(out, " here");
    return true;
}

/* Reads a key without branches on the digits, which would be mispredicted. */
bool unit_key_read(Word text, uint64_t *out) {
    bool good = text.length == UNIT_KEY_DIGITS;
    uint64_t n = 0;

    for (size_t i = 0; i < text.length; i++) {
        const unsigned c = (unsigned char)text.at[i];

        good &= (c - '0' < 10U) | (c - 'a' < 6U);
        n = n << 4 | (uint64_t)((c & 15) + 9 * (c >> 6));
    }
    *out = n;
    return good;
}

/* --- results --------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* Returns up to eight bytes as a number, the first byte lowest. */
static inline uint64_t bytes_at(const unsigned char *at, size_t count) {
    uint64_t word = 0;

    for (size_t i = 0; i < count; i++)
        word |= (uint64_t)at[i] << 8 * i;
    return word;
}

/* Hashes eight bytes at a time, by multiplication and a shift that mixes the upper bits down. */
uint64_t unit_hash(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *at = bytes;

    hash ^= UINT64_C(0xcbf29ce484222325) + count;
    for (; count >= 8; at += 8, count -= 8)
        hash = mix(hash, bytes_at(at, 8));
    return count ? mix(hash, bytes_at(at, count)) : hash;
}

static size_t first_slot(const UnitTable *t, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (t->slots - 1);
}

static UnitResult *find_slot(const UnitTable *t, uint64_t key) {
    size_t i = first_slot(t, key);

    while (t->slot[i].key && t->slot[i].key != key)
        i = (i + 1) & (t->slots - 1);
    return &t->slot[i];
}

/* Returns the key as stored in a slot, where 0 means an empty slot. */
static uint64_t stored_key(uint64_t key) {
    return key ? key : UINT64_C(0x5bd1e9955bd1e995);
}

static void grow(UnitTable *t) {
    UnitTable larger = {.slots = t->slots ? 2 * t->slots : 1024, .count = t->count};

    larger.slot = huge_alloc(larger.slots * sizeof *larger.slot);
    if (!larger.slot)
        memory_fail();
    for (size_t i = 0; i < t->slots; i++)
        if (t->slot[i].key)
            *find_slot(&larger, t->slot[i].key) = t->slot[i];
    huge_free(t->slot, t->slots * sizeof *t->slot);
    *t = larger;
}

UnitStatus unit_table_add(UnitTable *t, uint64_t key, uint64_t result, uint64_t place) {
    UnitResult *slot;

    if (4 * t->count >= 3 * t->slots)
        grow(t);
    slot = find_slot(t, stored_key(key));
    if (slot->key)
        return slot->result == result ? UNIT_SAME : UNIT_OTHER;
    *slot = (UnitResult){stored_key(key), result, place};
    t->count++;
    return UNIT_NEW;
}

UnitResult *unit_table_find(const UnitTable *t, uint64_t key) {
    UnitResult *slot = t->slots ? find_slot(t, stored_key(key)) : NULL;

    return slot && slot->key ? slot : NULL;
}

void unit_table_free(UnitTable *t) {
    huge_free(t->slot, t->slots * sizeof *t->slot);
    *t = (UnitTable){0};
}

/* --- logs ------------------------------------------------------------------------------------ */

bool unit_begins_with_board(Word line) {
    const Word board = text_word(&line);

    for (size_t i = 0; i < board.length; i++)
        if (!text_is_among(board.at[i], "pnbrqkPNBRQK12345678/"))
            return false;
    return true;
}

/* Reads a log. Returns false after a message. */
static bool read_log(const char *name, UnitLogTake *take, void *context) {
    const char *error = NULL;
    struct stat status;
    LineFile l;
    Word line;

    if (stat(name, &status))
        return true;
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) /* reading could block forever */
        return !tool_fail("the log is a pipe, not a file: %s", name);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return true;
    if (!linefile_open(&l, name))
        return false;
    while (!error && linefile_next(&l, &line)) {
        error = !unit_begins_with_board(line) ? "this is not a result of a unit"
                : l.whole                     ? take(context, line)
                                              : NULL;
        if (error)
            tool_message("%s:%ld: %s; the log is unchanged", name, l.number, error);
    }
    linefile_close(&l);
    return !error && !l.failed;
}

int unit_log_open(const char *name, UnitLogTake *take, void *context) {
    int log;

    if (!read_log(name, take, context))
        return -1;
    log = open(name, O_RDWR | O_APPEND | O_CREAT, 0666);
    if (log >= 0 && unit_log_append(log, "", 0))
        return log;
    tool_message("the log cannot be written: %s: %s", name, strerror(errno));
    if (log >= 0)
        close(log);
    return -1;
}

/* Returns the end of the last whole line of a file; -1 on a read error. */
static off_t end_of_lines(int fd) {
    char buffer[4096];
    off_t end = lseek(fd, 0, SEEK_END);

    while (end > 0) {
        const off_t from = max64(end - (off_t)sizeof buffer, 0);
        const ssize_t n = pread(fd, buffer, (size_t)(end - from), from);
        if (n != end - from)
            return -1;
        for (ssize_t i = n; i > 0; i--)
            if (buffer[i - 1] == '\n')
                return from + i;
        end = from;
    }
    return end;
}

bool unit_log_append(int fd, const char *lines, size_t length) {
    struct stat status;
    bool written = false;
    off_t end;
    int cause;

    if (fstat(fd, &status))
        return false;
    if (!S_ISREG(status.st_mode))
        return file_write_all(fd, lines, length) == length;
    if (lock_file(fd, true) != LOCK_HELD)
        return false;
    if ((end = end_of_lines(fd)) >= 0 && !ftruncate(fd, end)) {
        written = file_write_all(fd, lines, length) == length;
        cause = errno;
        if (!written && ftruncate(fd, end))
            written = false; /* the next writer truncates the incomplete line */
        errno = cause;
    }
    cause = errno;
    lock_release(fd);
    errno = cause;
    return written;
}
