/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a match, and its state. */
#ifndef ALULA_MATCH_MATCH_STATE_H
#define ALULA_MATCH_MATCH_STATE_H

#include <pthread.h>

#include "match_game.h"
#include "repeats.h"
#include "stats.h"
#include "tools/common/openings.h"
#include "tools/common/units.h"

/* The match as the user wants it. */
typedef struct {
    EngineSpec *engine;
    char (*files)[ENGINE_FILES_TAG_SIZE]; /* of each engine, see engine_files_write() */
    int engines;
    int64_t games; /* of each pairing */
    int64_t swiss; /* rounds of a Swiss tournament; 0: it is none, and what follows counts */
    bool gauntlet; /* only the first engine plays the others */
    Slice slice;   /* of the pairs of games */
    Openings openings;
    MatchRules rules;
    Sprt sprt;
    int64_t concurrency;
    bool affinity;
    int *cpu;                        /* of each game at once with `affinity`, or NULL */
    const char *pgn, *svg, *summary; /* output files, or NULL */
    const char *log;                 /* folder of the engines' dialogues, or NULL */
    const char *opening_file;        /* or NULL */
    char **word;                     /* the command line, with the program */
    int words;
    bool rated; /* alula-match report: only results are known, see rate_games.h */
    bool resume, quiet, chess960, random; /* random: shuffled openings */
    int64_t seed;
    int64_t patience_ms;
} MatchPlan;

/* Two engines that play each other. */
typedef struct {
    int first, second; /* indices of engines */
    MatchScore score;  /* of the first one */
} Pairing;

/* Errors of an engine of one kind, or moves in a loose notation, and the first of them. */
typedef struct {
    int64_t count, game;
    char text[ANSWER_TEXT];
    char fen[FEN_SIZE]; /* of an error */
} Fault;

/* A point of the curves in the chart. */
typedef struct {
    double score, low, high; /* of the first engine, 0 to 1, with 95 % bounds */
    double llr;
} CurvePoint;

/* The state of a match. `lock` guards all fields below it. */
typedef struct {
    const MatchPlan *plan;
    const PlayerSettings *settings;
    atomic_bool *stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Pairing *pairing;
    int pairings;
    int *board, *bye;  /* of a Swiss tournament: the pairing of each pair of games, and the engine
                        * that rests in each round; -1: none, or not known yet */
    int boards;        /* pairs of games in each round */
    int64_t paired;    /* rounds that are paired */
    int64_t rounds;    /* games, including skipped ones: an even number per pairing */
    signed char *done; /* of each game: half points of White, or NOT_PLAYED and so on */
    int64_t next, finished, total; /* total: to play, of this slice */
    Fault (*errors)[ERROR_COUNT];  /* of each engine */
    bool *was_ready;               /* of each engine: it got ready for a game at least once */
    Overdraft *overdraft;          /* of each engine */
    Fault *loose;                  /* of each engine: moves, see movetext_read() */
    Repeats repeats;
    int64_t ending[END_COUNT]; /* games by their end */
    CurvePoint *point;         /* after each finished game of the first engine */
    int64_t points;
    int64_t drawn_games, picture_ms; /* games in the last chart, and its time */
    int64_t last_line_ms;            /* time of the last progress line on stdout; 0: never */
    double llr;
    int verdict; /* of the SPRT */
    int running; /* threads */
    bool live;   /* progress is shown on a terminal */
    int pgn;     /* file descriptor, or -1 */
    char fingerprint[MATCH_TAG_SIZE];
    char error[400]; /* why the match was broken off */
} Match;

/* ELSEWHERE: of another slice. */
enum { NOT_PLAYED = -1, IN_PROGRESS = -2, SKIPPED = -3, ELSEWHERE = -4 };

#endif
