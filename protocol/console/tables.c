/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command tb: probes tablebases. */
#include <stdlib.h>

#include "chess/movegen.h"
#include "console_state.h"
#include "handlers.h"
#include "protocol/options_apply.h"
#include "search/root_tables.h"
#include "settings.h"

/* Returns 2 for a win to -2 for a loss; 1 and -1 are draws by the fifty-move rule only. */
static int result_of(const Frontend *f, const RootTables *r, size_t i) {
    const int sign = (r->dtz[i] > 0) - (r->dtz[i] < 0);

    return root_tables_lateness(r, &f->game.line, i) == IN_TIME ? 2 * sign : sign;
}

/* Returns true if a move is better than another: by result, then a nearer win or a farther loss. */
static bool is_better(const Frontend *f, const RootTables *r, size_t i, size_t than) {
    const int result = result_of(f, r, i), other = result_of(f, r, than);

    return result != other ? result > other : r->dtz[i] < r->dtz[than];
}

/* Adds "win   12". If the fifty-move rule draws, or perhaps draws, adds that and returns true. */
static bool add_result(Text *text, const Frontend *f, const RootTables *r, size_t i) {
    const Lateness lateness = root_tables_lateness(r, &f->game.line, i);
    const int dtz = r->dtz[i];

    text_add(text, !dtz ? "draw" : dtz > 0 ? "win" : "loss");
    if (dtz && r->by_distance)
        text_addf(text, dtz > 0 ? "%5d" : "%4d", abs(dtz));
    if (lateness != IN_TIME)
        text_addf(text, "  %sa draw by the fifty-move rule",
                  lateness == PERHAPS_LATE ? "perhaps " : "");
    return lateness != IN_TIME;
}

/* Shows the tablebase results of all moves. */
static void show_moves(Frontend *f, const RootTables *r) {
    const Position *p = frontend_now(f);
    size_t order[MAX_MOVES];
    Text text = TEXT_OF(160);

    order[0] = 0;
    for (size_t i = 1; i < r->count; i++) { /* insertion sort */
        size_t at = i;
        for (; at > 0 && is_better(f, r, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    text_addf(&text, "%s to move: ", color_name(position_turn(p)));
    if (!add_result(&text, f, r, order[0]) && r->dtz[order[0]] && r->by_distance)
        text_addf(&text, " %s to the next capture, pawn move or mate",
                  abs(r->dtz[order[0]]) > 1 ? "plies, or one more," : "ply");
    frontend_say_text(f, text.at);
    for (size_t i = 0; i < r->count; i++) {
        text_clear(&text);
        text_addf(&text, "  %-8s ", SAN_OF(p, r->move[order[i]]));
        add_result(&text, f, r, order[i]);
        frontend_say_text(f, text.at);
    }
    if (p->halfmove_clock)
        frontend_say(f, "The fifty-move rule counts %d plies so far.", p->halfmove_clock);
    if (!r->by_distance)
        frontend_say_text(f, "The tables with distances (.rtbz) are missing.");
}

/* Sets the folders, unless they have no tables. */
static void use_folders(Frontend *f, Word folders) {
    folders = console_meant_value(OPTION_SYZYGY_PATH, folders);
    if (!folders.length || options_names_tables(folders))
        console_set_option(f, OPTION_SYZYGY_PATH, folders);
    else
        console_refuse(f, "There are no Syzygy tablebases (.rtbw) in %s%s", QUOTED_OF(folders, 100),
                       f->syzygy && syzygy_men(f->syzygy) ? "; the old ones stay in use." : ".");
}

void console_tb(Frontend *f, Word arguments) {
    const Tablebases tables = {.syzygy = f->syzygy,
                               .depth = 1,
                               .men = SYZYGY_MAX_MEN,
                               .fifty_moves = f->options.value[OPTION_SYZYGY_FIFTY_MOVES]};
    const Board *b = &frontend_now(f)->board;
    RootTables r;
    bool known;

    if (arguments.length) {
        use_folders(f, arguments);
        return;
    }
    if (!f->syzygy || !syzygy_men(f->syzygy)) {
        console_refuse(f, "There are no tablebases; tb FOLDER names the folder of Syzygy tables.");
        return;
    }
    if (!movegen_count(b)) {
        frontend_say_text(f, "The game is over here.");
        return;
    }
    known = root_tables_rank(&r, &tables, &f->game.line);
    if (frontend_tell_complaints(f) && !known)
        return;
    if (known)
        show_moves(f, &r);
    else if (b->castling)
        frontend_say_text(f, "Tablebases have no positions with castling rights.");
    else if (bb_count(board_occupied(b)) > syzygy_men(f->syzygy))
        frontend_say(f, "The tablebases have up to %d pieces; this position has %d.",
                     syzygy_men(f->syzygy), bb_count(board_occupied(b)));
    else
        frontend_say_text(f, "A table for this position is missing.");
}
