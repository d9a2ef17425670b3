/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "limits.h"

#include "base/util.h"
#include "engine.h"
#include "eval/eval.h"

/* --- time ------------------------------------------------------------------------------------- */

TimeControl timecontrol_initial(void) {
    return (TimeControl){.move_ms = -1, .moves = 40, .base_ms = 300000, .own_ms = 300000};
}

/* Returns the number of moves to the next time control; 0 if there is none. */
static int moves_to_go(const TimeControl *t, size_t plies) {
    const size_t played = plies > t->start ? plies - t->start : 0;

    return t->moves ? t->moves - (int)(played / 2 % (size_t)t->moves) : 0;
}

void timecontrol_charge(TimeControl *t, size_t plies, int64_t spent_ms) {
    t->own_ms += t->increment_ms - spent_ms;
    if (t->moves && moves_to_go(t, plies) == 1) /* the next time control adds its time */
        t->own_ms += t->base_ms;
}

Limits timecontrol_single_limits(const TimeControl *t) {
    return (Limits){
        .depth = t->depth, .nodes = t->nodes, .move_ms = t->move_ms > 0 ? t->move_ms : 2000};
}

Limits timecontrol_limits(const TimeControl *t, size_t plies, Color us, int64_t overhead_ms) {
    Limits l = {.depth = t->depth,
                .nodes = t->nodes,
                .nodes_per_second = t->nodes_per_second,
                .cpu_time = t->cpu_time,
                /* no overhead if nodes are the clock */
                .overhead_ms = t->nodes_per_second ? 0 : overhead_ms};

    if (t->move_ms >= 0) {
        l.move_ms = t->move_ms;
        if (t->own_known && (!l.move_ms || t->own_ms < l.move_ms))
            l.move_ms = t->own_ms;
        l.move_ms = max64(l.move_ms, 1);
    } else {
        l.clock_ms[us] = max64(t->own_ms, 1);
        l.clock_ms[color_other(us)] = max64(t->other_ms, 1);
        l.increment_ms[WHITE] = l.increment_ms[BLACK] = t->increment_ms;
        l.moves_to_go = moves_to_go(t, plies);
    }
    return l;
}

int64_t human_time(const Limits *l, Color us, const MoveKind *kind) {
    const double luck = (double)(kind->random >> 11) / (double)(UINT64_C(1) << 53);
    const double clock = (double)l->clock_ms[us], increment = (double)l->increment_ms[us];
    double average = 3000, most = 10000, factor = 0.3 + 2.2 * luck * luck * luck;

    if (l->nodes_per_second)
        return 0;
    if (l->move_ms) {
        average = 0.5 * (double)l->move_ms;
        most = (double)l->move_ms;
    } else if (l->clock_ms[us]) {
        average = clock / (l->moves_to_go ? min(l->moves_to_go, 40) : 40) + 0.8 * increment;
        most = clock / 8 + 0.5 * increment;
        if (most > clock / 2)
            most = clock / 2;
    }
    if (kind->replies <= 1)
        factor *= 0.2;
    else if (kind->recaptures || kind->known)
        factor *= 0.25;
    most -= (double)l->overhead_ms;
    average *= factor;
    return (int64_t)(average < most ? average : most > 0 ? most : 0);
}

bool timecontrol_minutes(Word w, int64_t *ms) {
    int64_t minutes, seconds = 0;
    const Word whole = text_until(&w, ':');

    if (!word_number(whole, 0, TIMECONTROL_MS_MAX / 60000, &minutes) ||
        (w.at && !word_number(w, 0, TIMECONTROL_MS_MAX / 1000, &seconds)))
        return false;
    *ms = minutes * 60000 + seconds * 1000;
    return true;
}

/* --- strength --------------------------------------------------------------------------------- */

int level_elo_of_skill(int skill) {
    return LEVEL_MIN + (LEVEL_MAX - LEVEL_MIN) * skill / SKILL_MAX;
}

const char *const level_names[LEVEL_NAMES + 1] = {"Full",   "Novice", "Beginner", "Casual", "Club",
                                                  "Expert", "Master", "Auto",     NULL};

int level_elo_of_name(int name) {
    static const int elo[LEVEL_AUTO] = {LEVEL_MAX, 400, 800, 1200, 1600, 2000, 2400};

    return elo[name];
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Memory of the program without hash table and further threads: code, libraries, buffers. */
enum { OVERHEAD_BYTES = 8 << 20, MIN_HASH_BYTES = 1 << 20 };

static size_t all_bytes(size_t megabytes) {
    return megabytes < SIZE_MAX >> 20 ? megabytes << 20 : SIZE_MAX;
}

/* Returns the memory of a worker, with the part of its stack that a deep search touches. */
static size_t thread_bytes(const NnueNet *net) {
    return engine_bytes_per_thread(net) + (1 << 20);
}

/*
 * Returns the memory of the program with one worker. A network from a file adds its weights and
 * that worker's caches.
 */
static size_t program_bytes(const NnueNet *net) {
    return OVERHEAD_BYTES + (net ? nnue_file_size(net->hidden, net->outputs, net->term_hidden) +
                                       nnue_cache_bytes(eval_net(net), MAX_PLY + 1)
                                 : 0);
}

size_t memory_share_hash(const NnueNet *net, size_t megabytes, int threads) {
    const size_t all = all_bytes(megabytes);
    const size_t rest = program_bytes(net) + (size_t)(threads - 1) * thread_bytes(net);

    return all > rest + MIN_HASH_BYTES ? all - rest : MIN_HASH_BYTES;
}

int memory_share_threads(const NnueNet *net, size_t megabytes, int threads) {
    const size_t all = all_bytes(megabytes), rest = program_bytes(net) + MIN_HASH_BYTES;
    const size_t most = all > rest ? (all - rest) / thread_bytes(net) + 1 : 1;

    return (int)min_size(most, (size_t)threads);
}
