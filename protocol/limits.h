/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of a search: the time control, the strength of a level, and the memory. */
#ifndef ALULA_LIMITS_H
#define ALULA_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/thread.h"
#include "eval/nnue.h"
#include "search/level.h"
#include "search/timeman.h"

/* --- time ------------------------------------------------------------------------------------- */

typedef struct {
    int64_t move_ms; /* `st`: time for each move; -1: a clock instead */
    bool chosen;     /* move_ms was set, and is not the console's default */
    int moves;       /* per time control; 0: the whole game */
    int64_t base_ms, increment_ms;
    size_t start;              /* ply at which the first time control began */
    int depth;                 /* `sd`; 0: no limit */
    uint64_t nodes;            /* `sn`; 0: no limit */
    uint64_t nodes_per_second; /* `nps`: nodes are the clock; 0: time is */
    bool cpu_time;             /* `nps 0`: processor time instead of wall time */
    int64_t own_ms, other_ms;  /* remaining time on the clocks */
    bool own_known;            /* `time` has set own_ms */
} TimeControl;

enum { TIMECONTROL_MS_MAX = 1000000000 }; /* eleven days; longer times are clamped */

/* Reads "MINUTES" or "MINUTES:SECONDS"; false, with *ms unchanged, for anything else. */
bool timecontrol_minutes(Word w, int64_t *ms);

/* Returns the default of CECP: 40 moves in five minutes. */
TimeControl timecontrol_initial(void);

/* Returns the limits for a move of this color after `plies` plies of the game. */
Limits timecontrol_limits(const TimeControl *t, size_t plies, Color us, int64_t overhead_ms);

/*
 * Returns the limits for a position outside of the game; two seconds per move if no time per move
 * is set.
 */
Limits timecontrol_single_limits(const TimeControl *t);

/* The properties of a move that determine how long a person thinks about it. */
typedef struct {
    int replies;     /* legal moves */
    bool recaptures; /* the previous move was a capture */
    bool known;      /* from a book, or a common opening move */
    uint64_t random;
} MoveKind;

/*
 * Returns the time (ms) that a person would take for a move within these limits, for HumanTime. On
 * a clock this is about the remaining time divided by the moves to go (at most 40), with random
 * variation, less for an easy choice, and at most an eighth of the clock plus half the increment.
 * With a fixed time per move, up to that time; without a time limit, up to ten seconds. 0 if nodes
 * are the clock.
 */
int64_t human_time(const Limits *l, Color us, const MoveKind *kind);

/*
 * Charges the time spent on a move that is not yet counted in `plies`. Needed for interfaces that
 * do not send `time` before each move.
 */
void timecontrol_charge(TimeControl *t, size_t plies, int64_t spent_ms);

/* --- strength --------------------------------------------------------------------------------- */

enum { SKILL_MAX = 20, LEVEL_NAMES = 8, LEVEL_AUTO = LEVEL_NAMES - 1 };

/*
 * Returns the rating of a skill from 0 to SKILL_MAX - 1, in even steps; SKILL_MAX is full strength.
 */
int level_elo_of_skill(int skill);

/*
 * Names of the levels: Full (no limit), then from weakest to strongest, then Auto; NULL-terminated.
 */
extern const char *const level_names[LEVEL_NAMES + 1];

/* Returns the rating of a named level; LEVEL_MAX for Full. Not for Auto, whose rating varies. */
int level_elo_of_name(int name);

/* --- memory ----------------------------------------------------------------------------------- */

/* Hash table size in megabytes; the default is smaller in a browser, as is the maximum. */
enum { HASH_DEFAULT = THREADS_EXIST ? 64 : 16, HASH_MAX = THREADS_EXIST ? 1 << 20 : 1 << 10 };

/* Default memory limit: the default hash table and about 8 MB for the program itself. */
enum { MEMORY_SHARE_DEFAULT = HASH_DEFAULT + 8 };

/* The range of the memory limit, in megabytes; values below 10 act like 10. */
enum { MEMORY_SHARE_MIN = 8, MEMORY_SHARE_MAX = 1 << 24 };

/*
 * Returns the bytes available for the hash table, at least a megabyte, within a limit of
 * `megabytes` for the whole program. `net` is a network from a file; NULL: the embedded one.
 */
size_t memory_share_hash(const NnueNet *net, size_t megabytes, int threads);

/* Returns the number of threads for which there is memory, at least 1 and at most `threads`. */
int memory_share_threads(const NnueNet *net, size_t megabytes, int threads);

#endif
