/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time control as the user set it, and the limits it means for the next search. */
#ifndef ALULA_TIMECONTROL_H
#define ALULA_TIMECONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"

typedef struct {
    int64_t move_ms; /* `st`: time for each move; -1: a clock instead */
    bool chosen;     /* move_ms was set, and is not the console's default */
    int moves;       /* per control; 0: the whole game */
    int64_t base_ms, increment_ms;
    size_t start;              /* ply at which the first control began */
    int depth;                 /* `sd`; 0: no limit */
    uint64_t nodes;            /* `sn`; 0: no limit */
    uint64_t nodes_per_second; /* `nps`: nodes are the clock; 0: time is */
    bool cpu_time;             /* `nps 0`: processor time instead of wall time */
    int64_t own_ms, other_ms;  /* remaining time */
    bool own_known;            /* `time` has set own_ms */
} TimeControl;

/* 40 moves in five minutes, the default of CECP. */
TimeControl timecontrol_initial(void);

/* The limits for a move of this color after `plies` plies of the game. */
Limits timecontrol_limits(const TimeControl *t, size_t plies, Color us, int64_t overhead_ms);

/* The limits for a position outside of the game: time for a move is two seconds if none is set. */
Limits timecontrol_single_limits(const TimeControl *t);

/*
 * Charge the time spent on a move that is not yet counted in `plies`. Needed where the interface
 * does not send `time` before each move.
 */
void timecontrol_charge(TimeControl *t, size_t plies, int64_t spent_ms);

#endif
