/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases: the command tb. */
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "console.h"
#include "console_state.h"
#include "handlers.h"
#include "search/root_tables.h"

/* The best first; of equal results a win that is near and a loss that is far. */
static bool is_better(int dtz, int other) {
    const int sign = (dtz > 0) - (dtz < 0), than = (other > 0) - (other < 0);
    const bool late = abs(dtz) > 100, than_late = abs(other) > 100;

    if (sign != than)
        return sign > than;
    if (late != than_late) /* a win within the rule; a loss that the rule prevents */
        return sign > 0 ? than_late : late;
    return dtz < other;
}

static void add_result(Text *text, int dtz, bool distances) {
    const bool late = abs(dtz) > 100;

    text_add(text, !dtz ? "draw" : dtz > 0 ? "win " : "loss");
    if (dtz && distances)
        text_addf(text, "%4d", abs(dtz));
    if (late)
        text_addf(text, "  %s", "a draw by the fifty-move rule");
}

/* What the tables say of all moves of a position. */
static void show_moves(Frontend *f, RootTables *r) {
    const Position *p = gameline_now(&f->line);
    char buffer[160];
    Text text;

    for (size_t i = 1; i < r->count; i++) /* insertion sort */
        for (size_t k = i; k > 0 && is_better(r->dtz[k], r->dtz[k - 1]); k--) {
            const int dtz = r->dtz[k];
            const Move m = r->move[k];
            r->dtz[k] = r->dtz[k - 1];
            r->move[k] = r->move[k - 1];
            r->dtz[k - 1] = dtz;
            r->move[k - 1] = m;
        }
    text = text_in(buffer, sizeof buffer);
    text_addf(&text, "%s to move: ", console_side(position_turn(p)));
    add_result(&text, r->dtz[0], r->by_distance);
    if (r->dtz[0] && r->by_distance)
        text_add(&text, " plies to the next capture, pawn move or mate");
    frontend_say_text(f, buffer);
    for (size_t i = 0; i < r->count; i++) {
        char san[NOTATION_SIZE];
        Text move = text_in(san, sizeof san);

        notation_write_san(&move, p, r->move[i]);
        text = text_in(buffer, sizeof buffer);
        text_addf(&text, "  %-8s ", san);
        add_result(&text, r->dtz[i], r->by_distance);
        frontend_say_text(f, buffer);
    }
    if (!r->by_distance)
        frontend_say_text(f, "The tables with distances (.rtbz) are missing.");
}

void console_tb(Frontend *f, Word arguments) {
    const Tablebases tables = {f->syzygy, 1, SYZYGY_MAX_MEN, true};
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
