/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time management: computes the soft and the hard limit of a move. Pure arithmetic. */
#ifndef ALULA_TIMEMAN_H
#define ALULA_TIMEMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/chess.h"

/* Limits of a search. Zero means no limit. Times are milliseconds. */
typedef struct {
    int depth;            /* plies */
    uint64_t nodes;       /* of all threads; exact with one thread */
    uint64_t level_nodes; /* node limit of a level; the weakest levels exceed it at depth 1 */
    int64_t move_ms;      /* fixed time for this move */
    int64_t clock_ms[COLOR_COUNT];     /* time left by [color]; at least 1 with a clock */
    int64_t increment_ms[COLOR_COUNT]; /* increment by [color] */
    int moves_to_go;                   /* moves to the next time control; 0: sudden death */
    int64_t overhead_ms;               /* move overhead (Stockfish): communication per move */
    uint64_t nodes_per_second;         /* not 0: count nodes as time, at this rate */
    bool cpu_time;                     /* count the first thread's processor time */
    bool analysis;                     /* a found mate does not end the search */
    int64_t answer_ms;                 /* hold the result back until this time, unless stopped */
} Limits;

/* No time limit. */
#define TIME_UNLIMITED INT64_MAX

/*
 * Soft limit: start no new iteration afterwards. Hard limit: stop. 1 <= soft_ms <= hard_ms.
 * Stockfish calls them optimum and maximum time.
 */
typedef struct {
    int64_t soft_ms, hard_ms;
} Budget;

/*
 * Returns the time budget of a move of `us` at this game ply, 0 for the first. Any input is
 * allowed, including negative and huge numbers.
 */
Budget timeman_budget(const Limits *l, Color us, int ply);

#endif
