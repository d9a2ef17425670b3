/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time limits: as a user writes them, as a PGN file does, and as a running clock. */
#ifndef ALULA_PLAYER_CHESSCLOCK_H
#define ALULA_PLAYER_CHESSCLOCK_H

#include "text.h"

/* Zero means: no such limit. A clock, or a time for each move, but not both. */
typedef struct {
    int64_t base_ms, increment_ms; /* a clock runs if either is set */
    int moves;                     /* the base is given again after so many moves */
    int64_t move_ms;               /* for each move */
    int64_t nodes;
    int depth;
} TimeControl;

static inline bool timecontrol_has_clock(const TimeControl *c) {
    return c->base_ms || c->increment_ms;
}

/* Can it be too late? */
static inline bool timecontrol_has_time(const TimeControl *c) {
    return timecontrol_has_clock(c) || c->move_ms;
}

/* Is there anything that ends its thinking? */
static inline bool timecontrol_is_set(const TimeControl *c) {
    return timecontrol_has_time(c) || c->nodes || c->depth;
}

/*
 * Read "40/60+0.6", "8+0.08", "5", "1:30+1": [moves/][minutes:]seconds[+seconds]. NULL, or what is
 * wrong with it; *out is untouched then.
 */
const char *timecontrol_parse(TimeControl *out, Word text);

/* Fill in from `from` what `c` leaves open; a clock of its own keeps away a time per move. */
void timecontrol_default(TimeControl *c, const TimeControl *from);

/* The value of PGN's TimeControl: "40/60+0.6", "8+0.08", "1/5" (seconds a move); "-": none. */
void timecontrol_write(Text *out, const TimeControl *c);

/* All of it for people: "8+0.08", "5 s a move", "10000 nodes". */
void timecontrol_describe(Text *out, const TimeControl *c);

/* Time that was taken beyond what there was. */
typedef struct {
    int64_t moves;   /* that came too late and were forgiven */
    int64_t most_us; /* by one move, also one that was not forgiven; 0: never */
} Overdraft;

/* Put together those of two games. */
void overdraft_add(Overdraft *sum, const Overdraft *more);

/* One side's clock in a game. */
typedef struct {
    const TimeControl *control;
    int64_t left_us; /* means nothing without a clock */
    int played;      /* moves made */
    Overdraft overdraft;
} ChessClock;

ChessClock chessclock_start(const TimeControl *control);

/* Moves to go until the base is given again; 0 if it never is. */
int chessclock_moves_to_go(const ChessClock *c);

/*
 * How long it may think now before it has lost, margin included, in microseconds; INT64_MAX when
 * nothing but nodes or depth limits it.
 */
int64_t chessclock_patience_us(const ChessClock *c, int64_t margin_us);

/*
 * A move was made in so much time. False if that was too long, margin included; what is left is
 * never below zero. Overdrafts are noted.
 */
bool chessclock_spend(ChessClock *c, int64_t used_us, int64_t margin_us);

#endif
