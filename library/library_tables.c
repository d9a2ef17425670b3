/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "chess/book.h"
#include "engine.h"
#include "eval/syzygy.h"
#include "library_game.h"

static const char not_there[] = "the tablebases do not have the position";

struct AlulaTables {
    Syzygy *syzygy;
};

struct AlulaBook {
    Book book;
};

/* --- tablebases ------------------------------------------------------------------------------- */

AlulaTables *alula_tables_open(const char *folders) {
    AlulaTables *t;

    if (!library_has(folders))
        return NULL;
    t = engine_init_tables(NULL) ? NULL : calloc(1, sizeof *t);
    if (!t || !(t->syzygy = syzygy_open(folders)))
        library_no_memory();
    else if (!syzygy_men(t->syzygy))
        library_fails(ALULA_ERROR_FILE, "there are no Syzygy tablebases");
    else
        return t;
    alula_tables_close(t);
    return NULL;
}

void alula_tables_close(AlulaTables *t) {
    if (t)
        syzygy_close(t->syzygy);
    free(t);
}

int alula_tables_men(const AlulaTables *t) {
    return library_has(t) ? syzygy_men(t->syzygy) : 0;
}

const char *alula_tables_wdl(AlulaTables *t, const AlulaGame *g, int *wdl) {
    Wdl found;

    if (!t || !g || !wdl)
        return library_missing();
    if (!syzygy_wdl(t->syzygy, gameline_now(&g->line), &found))
        return library_fails(ALULA_ERROR_MISSING, not_there);
    *wdl = (int)found;
    return NULL;
}

const char *alula_tables_dtz(AlulaTables *t, const AlulaGame *g, int *dtz) {
    int found;

    if (!t || !g || !dtz)
        return library_missing();
    if (!syzygy_dtz(t->syzygy, gameline_now(&g->line), &found))
        return library_fails(ALULA_ERROR_MISSING, not_there);
    *dtz = found;
    return NULL;
}

/* --- books ------------------------------------------------------------------------------------ */

AlulaBook *alula_book_open(const char *path) {
    AlulaBook *b;

    if (!library_has(path))
        return NULL;
    if (!(b = calloc(1, sizeof *b)))
        library_no_memory();
    else if (!library_fails(ALULA_ERROR_FILE, book_open(&b->book, path)))
        return b;
    free(b);
    return NULL;
}

void alula_book_close(AlulaBook *b) {
    if (b)
        book_close(&b->book);
    free(b);
}

size_t alula_book_moves(AlulaBook *b, const AlulaGame *g, AlulaMove moves[ALULA_MAX_MOVES],
                        unsigned weights[ALULA_MAX_MOVES]) {
    BookMove list[MAX_MOVES];
    size_t count;

    if (!library_has(b) || !library_has(g) || !library_has(moves))
        return 0;
    count = book_find(&b->book, gameline_now(&g->line), book_key_now(&g->line), list);
    for (size_t i = 0; i < count; i++) {
        moves[i] = list[i].move;
        if (weights)
            weights[i] = list[i].weight;
    }
    return count;
}
