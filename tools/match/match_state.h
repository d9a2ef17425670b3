/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a match, and its state. */
#ifndef ALULA_MATCH_MATCH_STATE_H
#define ALULA_MATCH_MATCH_STATE_H

#include <pthread.h>

#include "match_game.h"
#include "stats.h"
#include "tools/common/openings.h"
#include "tools/common/units.h"

/* The match as specified by the user. */
typedef struct {
    EngineSpec *engine;                   /* [engines] */
    char (*files)[ENGINE_FILES_TAG_SIZE]; /* for each engine, see engine_files_write() */
    int engines;
    int64_t games; /* games of each pairing */
    int64_t swiss; /* rounds of a Swiss tournament; 0: gauntlet or round robin */
    bool gauntlet; /* only the first engine plays the others */
    Slice slice;   /* slice of the pairs of games */
    Openings openings;
    MatchRules rules;
    Sprt sprt;
    int64_t concurrency;
    bool affinity;
    int *cpu;                        /* CPU of each concurrent game with `affinity`, or NULL */
    const char *pgn, *svg, *summary; /* output files, or NULL */
    const char *log;                 /* folder for the logs of the engines, or NULL */
    const char *opening_file;        /* or NULL */
    char **word;                     /* the command line, with the program */
    int words;
    bool rated; /* alula-match report: only results are known; see add_runs.c */
    bool resume, quiet, json, chess960, random; /* random: shuffled openings */
    int64_t seed;
    int64_t patience_ms;
} MatchPlan;

/* Two engines that play each other. */
typedef struct {
    int first, second; /* indices of engines */
    MatchScore score;  /* score of the first engine */
} Pairing;

/* An engine's errors of one kind, or its moves in loose notation, with the first example. */
typedef struct {
    int64_t count, game;
    char text[ANSWER_TEXT];
    char fen[FEN_SIZE]; /* position of the first error */
} Fault;

/* Exact repetitions of earlier games; zero-initialized when empty. */
typedef struct {
    UnitTable known;         /* the first game with each digest */
    int64_t count;           /* games that are equal to a game with a lower number */
    int64_t earlier, repeat; /* numbers of the first repeated game and its first repetition */
} Repeats;

/* A point of the curves in the chart. */
typedef struct {
    double score, low, high; /* score of the first engine, 0 to 1, with 95 % bounds */
    double llr;
} CurvePoint;

/* The state of a match. `lock` guards all fields below it. */
typedef struct {
    const MatchPlan *plan;          /* borrowed */
    const PlayerSettings *settings; /* borrowed */
    atomic_bool *stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Pairing *pairing; /* [pairings] */
    int pairings;
    int *board, *bye;  /* Swiss tournament: the pairing of each pair of games, and the engine with
                          the bye of each round; -1: none, or not yet known */
    int boards;        /* pairs of games in each round */
    int64_t paired;    /* rounds that have pairings */
    int64_t rounds;    /* games, including skipped ones; an even number per pairing */
    signed char *done; /* for each game: half points of White, or NOT_PLAYED etc. */
    int64_t next, finished, total; /* total: games to play in this slice */
    Fault (*errors)[ERROR_COUNT];  /* for each engine */
    bool *was_ready;               /* for each engine: it was ready for at least one game */
    Overdraft *overdraft;          /* for each engine */
    Fault *loose;                  /* for each engine: moves, see movetext_read() */
    Repeats repeats;
    int64_t ending[END_COUNT]; /* number of games for each way to end */
    CurvePoint *point;         /* after each finished game of the first engine */
    int64_t points;
    int64_t drawn_games, picture_ms; /* games in the last chart, and its time */
    int64_t last_line_ms;            /* time of the last progress line on stdout; 0: never */
    double llr;
    int verdict; /* verdict of the SPRT */
    int running; /* number of running threads */
    bool live;   /* progress is shown on a terminal */
    int pgn;     /* file descriptor, or -1 */
    char fingerprint[MATCH_TAG_SIZE];
    char error[400]; /* why the match was aborted */
} Match;

/* ELSEWHERE: in another slice. */
enum { NOT_PLAYED = -1, IN_PROGRESS = -2, SKIPPED = -3, ELSEWHERE = -4 };

/* --- results --------------------------------------------------------------------------------- */

/* Counts a finished game (numbered from 0) that has not been counted yet. */
void results_count(Match *m, int64_t game, const FinishedGame *f);

/*
 * Adds a game; games with the same digest are equal. The result does not depend on the order of
 * games.
 */
void repeats_add(Repeats *r, int64_t game, uint64_t digest);

#endif
