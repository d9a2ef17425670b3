/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What limits a search: the time control, the strength of a level, and the memory. */
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

enum { TIMECONTROL_MS_MAX = 1000000000 }; /* eleven days; longer times are cut */

/* Read "MINUTES" or "MINUTES:SECONDS"; false, with *ms unchanged, for anything else. */
bool timecontrol_minutes(Word w, int64_t *ms);

/* 40 moves in five minutes, the default of CECP. */
TimeControl timecontrol_initial(void);

/* The limits for a move of this color after `plies` plies of the game. */
Limits timecontrol_limits(const TimeControl *t, size_t plies, Color us, int64_t overhead_ms);

/* The limits for a position outside of the game: time for a move is two seconds if none is set. */
Limits timecontrol_single_limits(const TimeControl *t);

/* How a person's time for a move depends on it. */
typedef struct {
    int replies;     /* legal moves */
    bool recaptures; /* the move before captured something */
    bool known;      /* from a book, or an opening that everybody knows */
    uint64_t random;
} MoveKind;

/*
 * HumanTime: after how many milliseconds a person would move within these limits. On a clock some
 * fortieth of it, varied, sooner where the choice is easy, and never more than an eighth of it;
 * with a fixed time up to all of it; without either up to ten seconds. 0 where nodes are the clock.
 */
int64_t human_time(const Limits *l, Color us, const MoveKind *kind);

/*
 * Charge the time spent on a move that is not yet counted in `plies`. Needed where the interface
 * does not send `time` before each move.
 */
void timecontrol_charge(TimeControl *t, size_t plies, int64_t spent_ms);

/* --- strength --------------------------------------------------------------------------------- */

enum { SKILL_MAX = 20, LEVEL_NAMES = 8, LEVEL_AUTO = LEVEL_NAMES - 1 };

/* The rating of a skill from 0 to SKILL_MAX - 1, in even steps; SKILL_MAX is full strength. */
int level_elo_of_skill(int skill);

/* Names of levels: Full (no limit), from the weakest to the strongest, Auto; ended by NULL. */
extern const char *const level_names[LEVEL_NAMES + 1];

/* The rating of a named level; LEVEL_MAX for Full. Auto has none of its own. */
int level_elo_of_name(int name);

/* --- memory ----------------------------------------------------------------------------------- */

/* Megabytes of the hash table; in a browser, less by default, and what 32 bits can address. */
enum { HASH_DEFAULT = THREADS_EXIST ? 64 : 16, HASH_MAX = THREADS_EXIST ? 1 << 20 : 1 << 10 };

/* Default limit: that table, and the program itself, which takes 8. */
enum { MEMORY_SHARE_DEFAULT = HASH_DEFAULT + 8 };

/* The limits a user may set, in megabytes. Below 10 the smallest table makes it 10. */
enum { MEMORY_SHARE_MIN = 8, MEMORY_SHARE_MAX = 1 << 24 };

/*
 * Bytes for the hash table, at least a megabyte, with a limit of `megabytes` for everything. `net`
 * is a network from a file; NULL: the embedded one.
 */
size_t memory_share_hash(const NnueNet *net, size_t megabytes, int threads);

/* The number of threads for which there is memory, at least 1 and at most `threads`. */
int memory_share_threads(const NnueNet *net, size_t megabytes, int threads);

#endif
