/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings_library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/util.h"
#include "eval/endings_solver.h"
#include "tools/common/tool.h"

enum { HEADER = 32, PATH_SIZE = 4096 };

static const char magic[] = "ALULAEND1\n";
static const char no_memory[] = "there is not enough memory";

/* --- files ----------------------------------------------------------------------------------- */

/*
 * The file format: magic (10), name (8), 2 bytes of 0, cells (8), CRC-32 of the values (4), then
 * the values with White to move and with Black to move, two bytes each; numbers are little-endian.
 */
static void put(uint8_t *at, uint64_t number, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static void path_of(const Ending *e, const char *folder, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s.end", folder, e->name);
}

static void write_header(const Ending *e, uint32_t crc, uint8_t out[HEADER]) {
    memset(out, 0, HEADER);
    memcpy(out, magic, 10);
    memcpy(out + 10, e->name, strlen(e->name));
    put(out + 20, e->cells, 8);
    put(out + 28, crc, 4);
}

/* Returns the values in the file format; the caller frees them. */
static uint8_t *encode(const Ending *e) {
    uint8_t *const bytes = memory_grow(NULL, e->cells, 4);

    for (size_t i = 0; i < 2 * e->cells; i++)
        put(bytes + 2 * i, (uint16_t)e->value[WHITE][i], 2);
    return bytes;
}

static bool write_all(void *context, FILE *file) {
    const Ending *const e = context;
    uint8_t *const bytes = encode(e);
    uint8_t header[HEADER];
    bool done;

    write_header(e, checksum_crc32(0, bytes, 4 * e->cells), header);
    done = fwrite(header, HEADER, 1, file) == 1 && fwrite(bytes, 4, e->cells, file) == e->cells;
    free(bytes);
    return done;
}

static bool ending_save(const Ending *e, const char *folder, Text *error) {
    char path[PATH_SIZE];

    path_of(e, folder, path);
    if (file_write(path, false, write_all, (void *)(uintptr_t)e))
        return true;
    return text_fail(error, "%s cannot be written: %s", path, strerror(errno));
}

static bool ending_exists(const Ending *e, const char *folder) {
    char path[PATH_SIZE];

    path_of(e, folder, path);
    return file_mark(path).exists;
}

static bool ending_load(Ending *e, const char *folder, Text *error) {
    char path[PATH_SIZE], *text = NULL;
    uint8_t header[HEADER];
    const char *sentence;
    size_t length;

    path_of(e, folder, path);
    if ((sentence = file_read_all(path, &text, &length))) {
        text_addf(error, "%s: %s", path, sentence);
    } else {
        const uint8_t *const bytes = (const uint8_t *)text + HEADER;
        const bool whole = length == HEADER + 4 * e->cells;

        if (whole)
            write_header(e, checksum_crc32(0, bytes, 4 * e->cells), header);
        if (!whole || memcmp(text, header, HEADER) != 0) {
            text_addf(error, "%s is damaged or cut short; remove it to solve the ending again",
                      path);
            sentence = error->at;
        } else if (!ending_allocate(e)) {
            text_add(error, no_memory);
            sentence = error->at;
        } else {
            for (size_t i = 0; i < 2 * e->cells; i++)
                e->value[WHITE][i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
        }
    }
    free(text);
    return !sentence;
}

/* --- solving --------------------------------------------------------------------------------- */

/* Numbers of positions; positions that differ by an exchange of two like pieces count once. */
typedef struct {
    long long count[3]; /* losses, draws, wins of the side to move */
    int longest[2];     /* plies: of a loss, of a win */
} Totals;

static Totals add_up(const Ending *e) {
    Totals t = {{0}, {0}};

    for (Color turn = WHITE; turn <= BLACK; turn++)
        for (size_t cell = 0; cell < e->cells; cell++) {
            const EndingValue v = e->value[turn][cell];
            EndingSquares s;

            if (v == ENDING_ILLEGAL)
                continue;
            ending_squares(e, cell, s);
            if (!ending_is_first(e, s, cell))
                continue;
            t.count[(v > 0) - (v < 0) + 1]++;
            if (v)
                t.longest[v > 0] = max(t.longest[v > 0], v > 0 ? v : -1 - v);
        }
    return t;
}

static void report(const Ending *e, int64_t ms) {
    const Totals t = add_up(e);

    printf("%s: to move: %lld win, %lld draw, %lld lose; longest win %d plies, loss %d; %d.%d s\n",
           e->name, t.count[2], t.count[1], t.count[0], t.longest[1], t.longest[0],
           (int)(ms / 1000), (int)(ms / 100 % 10));
    fflush(stdout);
}

static void release_all(Library *l, const Ending *but) {
    for (int i = 0; i < ENDINGS; i++)
        if (&l->set.ending[i] != but)
            ending_free(&l->set.ending[i]);
}

static bool load(Library *l, Ending *e, Text *error) {
    return e->value[WHITE] || ending_load(e, l->folder, error);
}

static bool load_next(Library *l, const Ending *e, Text *error) {
    Ending *next[ENDINGS];
    const int count = solver_next_endings(&l->set, e, next);
    bool good = true;

    for (int i = 0; i < count && good; i++)
        good = load(l, next[i], error);
    return good;
}

LibraryStatus library_load(Library *l, Ending *e, bool with_next, Text *error) {
    release_all(l, e);
    if (!e->value[WHITE] && !ending_exists(e, l->folder)) {
        text_addf(error, "%s is not solved in %s", e->name, l->folder);
        return LIBRARY_FAILED;
    }
    return load(l, e, error) && (!with_next || load_next(l, e, error)) ? LIBRARY_DONE
                                                                       : LIBRARY_FAILED;
}

static bool goes_on(void *context) {
    (void)context;
    return !interrupt_pending();
}

/* Solves an ending that has no file, after the endings that it depends on. */
static LibraryStatus solve(Library *l, Ending *e, Text *error) {
    Ending *next[ENDINGS];
    const int count = solver_next_endings(&l->set, e, next);
    LibraryStatus status = LIBRARY_DONE;
    int64_t began;

    for (int i = 0; i < count && status == LIBRARY_DONE; i++)
        if (!ending_exists(next[i], l->folder))
            status = solve(l, next[i], error);
    if (status != LIBRARY_DONE)
        return status;
    release_all(l, NULL);
    if (!load_next(l, e, error))
        return LIBRARY_FAILED;
    began = clock_ms();
    switch (solver_run(&l->set, e, goes_on, NULL)) {
    case SOLVER_STOPPED:
        return LIBRARY_STOPPED;
    case SOLVER_NO_MEMORY:
        text_add(error, no_memory);
        return LIBRARY_FAILED;
    case SOLVER_DONE:
        break;
    }
    if (!ending_save(e, l->folder, error))
        return LIBRARY_FAILED;
    report(e, clock_ms() - began);
    return LIBRARY_DONE;
}

LibraryStatus library_get(Library *l, Ending *e, Text *error) {
    LibraryStatus status = LIBRARY_DONE;

    if (!ending_exists(e, l->folder))
        status = solve(l, e, error);
    return status == LIBRARY_DONE ? library_load(l, e, false, error) : status;
}

const char *ending_grouped(uint64_t n, char out[32]) {
    char *at = out + 31;
    int digits = 0;

    *at = '\0';
    do {
        if (digits && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + n % 10);
        digits++;
    } while (n /= 10);
    return at;
}
