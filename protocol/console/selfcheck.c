/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is what I believe of the position true? And what kinds of moves does it lead to? */
#include <inttypes.h>
#include <string.h>

#include "clock.h"
#include "console_parts.h"
#include "eval.h"
#include "movegen.h"
#include "perft.h"
#include "show.h"

/* To look at every leaf takes longer than to count them. */
static const double most_leaves = 2e7;

void console_kinds(Frontend *f, Word plies) {
    const Position *p = gameline_now(&f->line);
    const int64_t start = clock_ms();
    PerftKinds kinds;
    int64_t depth;

    if (!word_number(plies, 1, 20, &depth)) {
        console_refuse(f, "perft wants a number of plies from 1 to 20, as in: perft 4 kinds");
        return;
    }
    if (perft_is_beyond(&p->board, (int)depth, most_leaves)) {
        console_refuse(f, "That would take too long here: alula-perft --kinds counts so deep.");
        return;
    }
    perft_kinds(p, (int)depth, &kinds);
    {
        const struct {
            const char *name;
            uint64_t count;
        } rows[] = {{"captures", kinds.captures},      {"en passant", kinds.en_passants},
                    {"castlings", kinds.castlings},    {"promotions", kinds.promotions},
                    {"checks", kinds.checks},          {"  discovered", kinds.discovered_checks},
                    {"  double", kinds.double_checks}, {"mates", kinds.mates}};

        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            frontend_say(f, "  %-13s %12" PRIu64, rows[i].name, rows[i].count);
    }
    frontend_say(f, "Nodes searched: %" PRIu64, kinds.nodes);
    frontend_say(f, "Time: %" PRId64 " ms", clock_ms() - start);
}

/* --- checks ---------------------------------------------------------------------------------- */

static bool say_check(Frontend *f, const char *what, bool good) {
    frontend_say(f, "  %-56s %s", what, good ? "yes" : "NO");
    return good;
}

/* Two plies on from here: are sums that were carried along those that are counted from nothing? */
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

    (void)arguments;
    position_derive(&again);
    console_mirrored(&mirrored, p);
    good = say_check(f, "The position can be played:", !position_defect(p));
    good &=
        say_check(f, "Its key is the one that is counted from nothing:", p->key == position_key(p));
    good &= say_check(f, "So is all else that is known of it:",
                      again.key == p->key && again.checkers == p->checkers &&
                          again.pinned == p->pinned);
    good &=
        say_check(f, "It is worth as much as with colors changed:",
                  show_judge(f, p, &value) && show_judge(f, &mirrored, &other) && value == other);
    good &= say_check(f, "What the network carries along is what it counts anew:",
                      carries_well(eval_net(f->net), p));
    good &= say_check(f, "Three plies are as many counted as one by one:",
                      perft_count(&p->board, 3) == perft_visit(p, 3));
    frontend_say_text(f, good ? "All is well." : "Something is wrong: please report it.");
    f->console.failed |= !good;
}
