/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "library.h"

#include "base/clock.h"
#include "base/util.h"
#include "endings_solver.h"

/* Numbers of positions; exchanges of two like pieces count once. */
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

static void report(const Library *l, const Ending *e, int64_t ms) {
    const Totals t = add_up(e);

    if (!l->report)
        return;
    fprintf(l->report,
            "%s: to move: %lld win, %lld draw, %lld lose; longest win %d plies, loss %d; %d.%d s\n",
            e->name, t.count[2], t.count[1], t.count[0], t.longest[1], t.longest[0],
            (int)(ms / 1000), (int)(ms / 100 % 10));
    fflush(l->report);
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
    if (!solver_run(&l->set, e, l->stop))
        return LIBRARY_STOPPED;
    if (!ending_save(e, l->folder, error))
        return LIBRARY_FAILED;
    report(l, e, clock_ms() - began);
    return LIBRARY_DONE;
}

LibraryStatus library_get(Library *l, Ending *e, bool with_next, Text *error) {
    LibraryStatus status = LIBRARY_DONE;

    if (!ending_exists(e, l->folder))
        status = solve(l, e, error);
    return status == LIBRARY_DONE ? library_load(l, e, with_next, error) : status;
}
