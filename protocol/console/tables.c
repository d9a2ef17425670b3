/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases: the command tb. */
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "console.h"
#include "console_state.h"
#include "handlers.h"
#include "search/root_tables.h"

/* A result from 2, a win, to -2, a loss; 1 and -1: a draw by the fifty-move rule alone. */
static int result_of(const RootTables *r, size_t i) {
    const int sign = (r->dtz[i] > 0) - (r->dtz[i] < 0);

    return root_tables_is_late(r, i) ? sign : 2 * sign;
}

/* The best first; of equal results a win that is near and a loss that is far. */
static bool is_better(const RootTables *r, size_t i, size_t than) {
    const int result = result_of(r, i), other = result_of(r, than);

    return result != other ? result > other : r->dtz[i] < r->dtz[than];
}

static void add_result(Text *text, const RootTables *r, size_t i) {
    const int dtz = r->dtz[i];

    text_add(text, !dtz ? "draw" : dtz > 0 ? "win " : "loss");
    if (dtz && r->by_distance)
        text_addf(text, "%4d", abs(dtz));
    if (root_tables_is_late(r, i))
        text_addf(text, "  %s", "a draw by the fifty-move rule");
}

/* What the tables say of all moves of a position. */
static void show_moves(Frontend *f, const RootTables *r) {
    const Position *p = gameline_now(&f->line);
    size_t order[MAX_MOVES];
    char buffer[160];
    Text text;

    order[0] = 0;
    for (size_t i = 1; i < r->count; i++) { /* insertion sort */
        size_t at = i;
        for (; at > 0 && is_better(r, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    text = text_in(buffer, sizeof buffer);
    text_addf(&text, "%s to move: ", console_side(position_turn(p)));
    add_result(&text, r, order[0]);
    if (r->dtz[order[0]] && r->by_distance)
        text_add(&text, root_tables_is_late(r, order[0])
                            ? ""
                            : " plies to the next capture, pawn move or mate");
    frontend_say_text(f, buffer);
    for (size_t i = 0; i < r->count; i++) {
        char san[NOTATION_SIZE];
        Text move = text_in(san, sizeof san);

        notation_write_san(&move, p, r->move[order[i]]);
        text = text_in(buffer, sizeof buffer);
        text_addf(&text, "  %-8s ", san);
        add_result(&text, r, order[i]);
        frontend_say_text(f, buffer);
    }
    if (p->halfmove_clock)
        frontend_say(f, "The fifty-move rule counts %d plies so far.", p->halfmove_clock);
    if (!r->by_distance)
        frontend_say_text(f, "The tables with distances (.rtbz) are missing.");
}

void console_tb(Frontend *f, Word arguments) {
    const Tablebases tables = {.syzygy = f->syzygy,
                               .depth = 1,
                               .men = SYZYGY_MAX_MEN,
                               .fifty_moves = f->options.value[OPTION_SYZYGY_FIFTY_MOVES]};
    const Board *b = &gameline_now(&f->line)->board;
    const char *complaint;
    RootTables r;

    if (arguments.length) {
        console_set_option(f, OPTION_SYZYGY_PATH, arguments);
        return;
    }
    if (!f->syzygy || !syzygy_men(f->syzygy)) {
        console_refuse(f, "There are no tablebases; tb FOLDER names where Syzygy tables are.");
        return;
    }
    if (!movegen_count(b)) {
        frontend_say_text(f, "The game is over here.");
        return;
    }
    if (root_tables_rank(&r, &tables, &f->line))
        show_moves(f, &r);
    else if (b->castling)
        frontend_say_text(f, "Tablebases know no positions in which somebody may still castle.");
    else if (bb_count(board_occupied(b)) > syzygy_men(f->syzygy))
        frontend_say(f, "The tablebases know positions of up to %d pieces; here are %d.",
                     syzygy_men(f->syzygy), bb_count(board_occupied(b)));
    else
        frontend_say_text(f, "A table that is needed for this position is missing.");
    while ((complaint = syzygy_complaint(f->syzygy)))
        frontend_say(f, "%s.", complaint);
}
