/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solvers that run another engine, which speaks CECP or UCI. */
#ifndef ALULA_PLAYER_EXTERNAL_SOLVER_H
#define ALULA_PLAYER_EXTERNAL_SOLVER_H

#include "base/text.h"
#include "player.h"
#include "solver.h"

/* An engine program, shared by its solvers. */
typedef struct ExternalEngine ExternalEngine;

typedef struct {
    const char *engine; /* COMMAND[,proto=cecp|uci][,option.NAME=VALUE]... */
    SolverLimits limits;
    int64_t hash_megabytes, threads; /* 0: the default of the engine */
    int64_t patience_ms;             /* silence after which the engine counts as dead */
    bool chess960;
    const char *opponent; /* the name of the program for the engine */
} ExternalOptions;

/*
 * Start the engine once, to find its protocol and whether it supports the options. NULL with an
 * error message if that fails. Call it before threads are started. Handles SIGPIPE.
 */
ExternalEngine *external_engine_open(const ExternalOptions *plan, Text *error);
/* Its own name; valid as long as it. */
const char *external_engine_name(const ExternalEngine *e);

/* Of several engines, the last one opened is closed first: its guard holds pipes of the others. */
void external_engine_close(ExternalEngine *e); /* free its solvers first; may be NULL */

/* A solver with its own process of the engine, started with the first search. */
Solver *external_solver_new(ExternalEngine *e);

/*
 * Start the engine anew for a game, with more options, whose texts must stay as long as the game:
 * the next searches are of its positions, with nothing forgotten between them. Returns NULL or an
 * error message.
 */
const char *external_solver_new_game(Solver *s, const EngineOption *more, int count);

#endif
