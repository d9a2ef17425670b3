/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits of an engine's searches, as users and PGN files write them, and the engine's running
 * clock.
 */
#ifndef ALULA_PLAYER_CHESSCLOCK_H
#define ALULA_PLAYER_CHESSCLOCK_H

#include "base/text.h"

/* 0 means no such limit. A clock and a time per move exclude each other. */
typedef struct {
    int64_t base_ms, increment_ms; /* there is a clock if either is set */
    int moves;                     /* base_ms is added again after this many moves */
    int64_t move_ms;               /* time per move */
    int64_t nodes;
    int depth;
} EngineLimits;

/* Returns true if there is a clock. */
static inline bool limits_have_clock(const EngineLimits *l) {
    return l->base_ms || l->increment_ms;
}

/* Returns true if there is a clock or a time per move. */
static inline bool limits_have_time(const EngineLimits *l) {
    return limits_have_clock(l) || l->move_ms;
}

/* Returns true if there is any limit. */
static inline bool limits_are_set(const EngineLimits *l) {
    return limits_have_time(l) || l->nodes || l->depth;
}

/*
 * Reads a clock, [moves/][minutes:]seconds[+seconds]: "40/60+0.6", "8+0.08", "5", "1:30+1". Returns
 * NULL, or an error message; *out is unchanged then.
 */
const char *limits_parse_clock(EngineLimits *out, Word text);

/* Copies default limits that are not set. A clock overrides a default time per move. */
void limits_set_defaults(EngineLimits *l, const EngineLimits *defaults);

/*
 * Writes the value of PGN's TimeControl tag: "40/60+0.6", "8+0.08", "1/5" (seconds per move), or
 * "-".
 */
void limits_write_pgn(Text *out, const EngineLimits *l);

/* Describes all limits for a report: "8+0.08", "5 s a move", "10000 nodes, depth 9". */
void limits_describe(Text *out, const EngineLimits *l);

/* How often and how far an engine exceeded its time. */
typedef struct {
    int64_t moves;  /* late moves within the margin */
    int64_t max_us; /* largest overdraft, even beyond the margin; 0: none */
} Overdraft;

/* Adds the overdrafts of a game to a total. */
void overdraft_add(Overdraft *sum, const Overdraft *more);

/* The clock of one side in a game. */
typedef struct {
    const EngineLimits *limits; /* borrowed */
    int64_t left_us;            /* meaningless without a clock */
    int played;                 /* moves made */
    Overdraft overdraft;
} ChessClock;

/* Returns a clock at the start of a game; the limits must outlive it. */
ChessClock chessclock_start(const EngineLimits *limits);

/* Returns the moves to the next time control; 0 if there is none. */
int chessclock_moves_to_go(const ChessClock *c);

/* Returns the time in microseconds until the side loses on time; INT64_MAX without a time limit. */
int64_t chessclock_timeout_us(const ChessClock *c, int64_t margin_us);

/*
 * Charges a move and counts overdrafts. Returns false if the side lost on time: it took more than
 * the time left and the margin. The clock never goes below zero.
 */
bool chessclock_spend(ChessClock *c, int64_t used_us, int64_t margin_us);

#endif
