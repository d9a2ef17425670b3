/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a match, and how far it has come. */
#ifndef ALULA_MATCH_MATCH_STATE_H
#define ALULA_MATCH_MATCH_STATE_H

#include <pthread.h>

#include "../common/openings.h"
#include "game.h"
#include "stats.h"

/* What the user wants. */
typedef struct {
    EngineSpec *engine;
    char (*files)[ENGINE_FILES_TAG_SIZE]; /* of each engine, from engine_files_write(); or NULL */
    int engines;
    int64_t games; /* of each pairing */
    bool gauntlet; /* only the first engine meets the others */
    Openings openings;
    MatchRules rules;
    Sprt sprt;
    int64_t concurrency;
    const char *pgn, *svg;                /* files, or NULL */
    bool resume, quiet, chess960, random; /* random: the openings are shuffled, by the seed */
    int64_t seed;
    int64_t patience_ms;
} MatchPlan;

/* Two engines that probe. */
typedef struct {
    int first, second; /* indices of engines */
    MatchScore score;  /* from the first one's view */
} Pairing;

/* A point of the curves over time. */
typedef struct {
    double score, low, high; /* of the first engine, 0 to 1, and 95 % about it */
    double llr;
} CurvePoint;

/* The state of a match. What is below `lock` is guarded by it. */
typedef struct {
    const MatchPlan *plan;
    const PlayerSettings *settings;
    atomic_bool *stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Pairing *pairing;
    int pairings;
    int64_t rounds;    /* numbers of games, those of an odd last pair that are left out included */
    signed char *done; /* of each game: half points of White, or NOT_PLAYED, IN_PROGRESS, SKIPPED */
    int64_t next, finished, total;
    int64_t (*fault)[FAULT_COUNT]; /* of each engine */
    bool *was_ready;               /* of each engine: it got ready for a game at least once */
    Overdraft *overdraft;          /* of each engine */
    int64_t ending[END_COUNT];
    CurvePoint *mark;          /* after each finished game of the first engine */
    int64_t marks;             /* so many */
    int64_t drawn, picture_ms; /* the picture has so many games, and was written at this time */
    int64_t last_line_ms;      /* when the last line on a file was written; 0: never */
    double llr;
    int verdict; /* of the SPRT */
    int running; /* threads */
    bool live;   /* there is a terminal to show a line on */
    int pgn;     /* file, or -1 */
    char fingerprint[MATCH_TAG_SIZE];
    char defect[400]; /* what ended the match before its time */
} Match;

enum { NOT_PLAYED = -1, IN_PROGRESS = -2, SKIPPED = -3 };

#endif
