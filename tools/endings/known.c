/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings_library.h"

#include <stdio.h>

#include "chess/movegen.h"
#include "eval/endgame.h"
#include "eval/kpk.h"
#include "tools/common/tool.h"

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static void set_up(Board *b, const Ending *e, const EndingSquares s, Color turn) {
    *b = (Board){.ep_square = NO_SQUARE, .turn = (uint8_t)turn};
    for (int i = 0; i < e->men; i++) {
        b->piece[e->piece[i]] |= bb_of((Square)s[i]);
        b->color[e->color[i]] |= bb_of((Square)s[i]);
    }
}

KnownCount known_compare(const Ending *e) {
    const bool bitbase = e->men == 3 && e->pawns;
    KnownCount c = {0};

    kpk_init();
    for (Color turn = WHITE; turn <= BLACK; turn++)
        for (size_t cell = 0; cell < e->cells; cell++) {
            const EndingValue v = e->value[turn][cell];
            const int truth = turn == WHITE ? sign(v) : -sign(v); /* for White */
            EndingSquares s;
            int value;
            Board b;

            if (v == ENDING_ILLEGAL)
                continue;
            ending_squares(e, cell, s);
            if (!ending_is_first(e, s, cell))
                continue;
            set_up(&b, e, s, turn);
            c.positions++;
            c.bitbase += bitbase && kpk_is_won(&b) != (truth > 0);
            if (!endgame_known(&b, &value))
                continue;
            c.known++;
            c.drawn += value && !truth;
            c.lost += value && truth == -sign(value);
            c.won += !value && truth;
            if (value && truth != sign(value)) {
                Move list[MAX_MOVES];
                c.quiet += !movegen_noisy(&b, list) && movegen_count(&b);
            }
        }
    return c;
}

LibraryStatus known_run(Library *library, Ending *const *list, int count, uint64_t *wrong,
                        Text *error) {
    LibraryStatus status = LIBRARY_DONE;

    *wrong = 0;
    for (int i = 0; i < count && !interrupt_pending(); i++) {
        char n[6][32];
        KnownCount c;

        if ((status = library_load(library, list[i], false, error)) != LIBRARY_DONE)
            return status;
        c = known_compare(list[i]);
        printf("%s: %s positions, %s known; known as won, %s are drawn and %s lost, of which %s "
               "without captures and stalemate; known as drawn, %s are won",
               list[i]->name, ending_grouped(c.positions, n[0]), ending_grouped(c.known, n[1]),
               ending_grouped(c.drawn, n[2]), ending_grouped(c.lost, n[3]),
               ending_grouped(c.quiet, n[4]), ending_grouped(c.won, n[5]));
        if (list[i]->men == 3 && list[i]->pawns)
            printf("; %s differ in the bitbase", ending_grouped(c.bitbase, n[0]));
        printf("\n");
        fflush(stdout);
        *wrong += c.bitbase;
    }
    return interrupt_pending() ? LIBRARY_STOPPED : status;
}
