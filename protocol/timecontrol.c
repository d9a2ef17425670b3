/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timecontrol.h"

#include "base/util.h"

TimeControl timecontrol_initial(void) {
    return (TimeControl){.move_ms = -1, .moves = 40, .base_ms = 300000, .own_ms = 300000};
}

/* Moves to the end of this control; 0 if it is the whole game. */
static int moves_to_go(const TimeControl *t, size_t plies) {
    const size_t played = plies > t->start ? plies - t->start : 0;

    return t->moves ? t->moves - (int)(played / 2 % (size_t)t->moves) : 0;
}

void timecontrol_charge(TimeControl *t, size_t plies, int64_t spent_ms) {
    t->own_ms += t->increment_ms - spent_ms;
    if (t->moves && moves_to_go(t, plies) == 1) /* the next control brings its time */
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
                /* where nodes are the clock, sending a move costs nothing */
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
