/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position solvers: the built-in engine, or another program by CECP or UCI. */
#ifndef ALULA_PLAYER_SOLVER_H
#define ALULA_PLAYER_SOLVER_H

#include "chess/gameline.h"
#include "eval/syzygy.h"
#include "player.h"
#include "search/result.h"

enum { SEARCH_INFO_PV = 256 };

/* An intermediate search result, like UCI's "info". */
typedef struct {
    int depth;   /* plies */
    Bound bound; /* bound of score and mate */
    int score;   /* centipawns for the side to move; unused if there is a mate */
    int mate;    /* moves to mate, negative if the side to move is mated; 0: none */
    uint64_t nodes;
    int64_t us; /* since the start of the search */
    size_t pv_length;
    bool pv_broken; /* the PV continues with an illegal move */
    Move pv[SEARCH_INFO_PV];
} SolverInfo;

/* Receives search results. Returns true to stop the search. */
typedef bool SolverListener(void *context, const SolverInfo *info);

typedef struct Solver Solver;
struct Solver {
    /*
     * Searches the last position of a line, which has a legal move. Sets *move to the best move, or
     * NO_MOVE. Returns NULL or an error message. Call this in a thread started by thread_start().
     */
    const char *(*solve)(Solver *s, const GameLine *line, SolverListener *listener, void *context,
                         Move *move);
    /* Clears hash table and histories. External engines do so before every search. */
    void (*forget)(Solver *s);
    /* Ends this search and all later searches; may be called from any thread. */
    void (*stop)(Solver *s);
    void (*free)(Solver *s);
};

/* --- other engines --------------------------------------------------------------------------- */

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
 * NULL with an error message on failure. Call this before starting threads; SIGPIPE is ignored
 * afterwards.
 */
ExternalEngine *external_engine_open(const ExternalOptions *plan, Text *error);
/* Returns the engine's own name, valid as long as the engine. */
const char *external_engine_name(const ExternalEngine *e);

/*
 * Closes an engine. Close several engines in reverse order: the reaper of a later one holds pipes
 * of the earlier ones.
 */
void external_engine_close(ExternalEngine *e); /* free its solvers first; may be NULL */

/* Creates a solver with its own process of the engine, started by the first search. */
Solver *external_solver_new(ExternalEngine *e);

/*
 * Restarts the engine for a game, with additional options, whose texts must outlive the game. The
 * next searches are of positions of the game, and the engine keeps its memory between them. Returns
 * NULL or an error message.
 */
const char *external_solver_new_game(Solver *s, const EngineOption *more, int count);

/* --- command-line options shared by the tools --------------------------------------------------
 */

enum { SOLVER_MAX_JOBS = 256 };

/* Zero where not given. */
typedef struct {
    ExternalOptions options; /* limits, hash and threads apply to the built-in engine, too */
    int64_t depth, jobs, patience_s; /* jobs: number of parallel searches */
    const char *tables;              /* folders, or NULL */
    ExternalEngine *external;        /* NULL: the built-in engine */
    Syzygy *syzygy;                  /* for the built-in engine; NULL: no tablebases */
} SolverSetup;

/* Completes the setup after its values were parsed; `program`, borrowed, is the opponent's name. */
void solver_setup_take(SolverSetup *s, const char *program);

/*
 * Opens the external engine or the tablebases. Returns false with an error message. Close the setup
 * in any case.
 */
bool solver_setup_open(SolverSetup *s, Text *error);

/* Closes the engine or the tablebases. */
void solver_setup_close(SolverSetup *s);

/*
 * Creates a solver; NULL if out of memory. With `final`, listeners of the built-in engine also get
 * the result of the whole search, which may be better than that of the last iteration.
 */
Solver *solver_setup_new(const SolverSetup *s, bool final);

/*
 * Adds everything that results depend on, see unit_job_differs(): "alula=VERSION search=SUM
 * net=SUM" or "engine=NAME command=SUM", followed by " movetime=N nodes=N depth=N hash=N
 * threads=N". The words contain no quotation marks, backslashes or semicolons.
 */
void solver_setup_write(Text *job, const SolverSetup *s);

enum { SOLVER_JOB_SIZE = 400 }; /* bytes for these words and a few more */

#endif
