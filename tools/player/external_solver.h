/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solvers that run another engine by CECP or UCI. */
#ifndef ALULA_PLAYER_EXTERNAL_SOLVER_H
#define ALULA_PLAYER_EXTERNAL_SOLVER_H

#include "base/text.h"
#include "player.h"
#include "solver.h"

/* An engine program, shared by its solvers. */
typedef struct ExternalEngine ExternalEngine;

typedef struct {
    const char *engine;              /* COMMAND[,proto=cecp|uci][,option.NAME=VALUE]... */
    EngineLimits limits;             /* without a clock */
    int64_t hash_megabytes, threads; /* 0: the default of the engine */
    int64_t patience_ms;             /* silence after which the engine counts as hung */
    bool chess960;
    const char *opponent; /* name of this program in the dialogue with the engine */
} ExternalOptions;

/*
 * Starts the engine once, to detect its protocol and check that it supports the options. Returns
 * NULL with an error message on failure. Call this before starting threads. Handles SIGPIPE.
 */
ExternalEngine *external_engine_open(const ExternalOptions *plan, Text *error);
/* Returns the engine's own name, valid as long as the engine. */
const char *external_engine_name(const ExternalEngine *e);

/*
 * Closes an engine. Of several engines, close the last one opened first: its guard holds pipes of
 * the others.
 */
void external_engine_close(ExternalEngine *e); /* free its solvers first; may be NULL */

/* Creates a solver with its own process of the engine, started by the first search. */
Solver *external_solver_new(ExternalEngine *e);

/*
 * Restarts the engine for a game, with more options, whose texts must outlive the game: the next
 * searches are of its positions, and keep the engine's memory. Returns NULL or an error message.
 */
const char *external_solver_new_game(Solver *s, const EngineOption *more, int count);

#endif
