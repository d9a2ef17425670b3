/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consistency checks of the current position. */

#include "chess/movegen.h"
#include "console_state.h"
#include "eval/eval.h"
#include "handlers.h"
#include "info.h"
#include "perft/perft.h"
#include "protocol/show.h"
#include "reply.h"

static bool say_check(Frontend *f, const char *what, bool good) {
    frontend_say(f, "  %-56s %s", what, good ? "yes" : "NO");
    return good;
}

/* Are incrementally updated accumulators equal to refreshed ones, for two plies from here? */
static bool carries_well(const NnueNet *net, const Position *p) {
    NnueCache *cache = nnue_cache_new(net, 3);
    Move list[MAX_MOVES], replies[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    bool good = cache != NULL;

    for (size_t i = 0; good && i < count; i++) {
        Position next, after;
        size_t answers;

        position_play(&next, p, list[i]);
        good = nnue_evaluate(cache, p, 0) == nnue_evaluate_full(net, p) &&
               nnue_evaluate(cache, &next, 1) == nnue_evaluate_full(net, &next);
        answers = movegen_all(&next.board, replies);
        for (size_t j = 0; good && j < answers; j++) {
            position_play(&after, &next, replies[j]);
            good = nnue_evaluate(cache, &after, 2) == nnue_evaluate_full(net, &after);
        }
    }
    nnue_cache_free(cache);
    return good;
}

void console_check(Frontend *f, Word arguments) {
    const Position *p = gameline_now(&f->line);
    Position again = *p, mirrored;
    int value, other;
    bool good;

    position_derive(&again);
    console_mirrored(&mirrored, p);
    good = say_check(f, "The position is legal:", !position_defect(p));
    good &= say_check(f, "Its key is the one computed from scratch:", p->key == position_key(p));
    good &= say_check(f, "So are its checkers and pinned pieces:",
                      again.key == p->key && again.checkers == p->checkers &&
                          again.pinned == p->pinned);
    good &= say_check(f, "Its value is the same with colors swapped:",
                      show_static_eval(f, p, &value) && show_static_eval(f, &mirrored, &other) &&
                          value == other);
    good &=
        say_check(f, "Incremental and full evaluation agree:", carries_well(eval_net(f->net), p));
    good &= say_check(f, "Perft 3 is the same with and without bulk counting:",
                      perft_count(&p->board, 3) == perft_visit(p, 3));
    frontend_say_text(f, good ? "All is well." : "Something is wrong: please report it.");
    console_state(f)->failed |= !good;
}
