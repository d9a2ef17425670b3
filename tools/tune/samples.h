/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of training games, taken apart into what their evaluation is made of. */
#ifndef ALULA_TUNE_SAMPLES_H
#define ALULA_TUNE_SAMPLES_H

#include <stddef.h>

#include "../datagen/shard.h"
#include "eval_trace.h"

/* A weight that counts in a position. */
typedef struct {
    uint16_t weight;
    int8_t count; /* white minus black; of one color alone where it is part of a danger */
    uint8_t of;   /* TERM_LINEAR, or whose danger to the other king it is part of */
} Term;

enum { TERM_LINEAR = COLOR_COUNT };

typedef struct {
    size_t first;                        /* of its terms */
    uint16_t terms;                      /* how many */
    int16_t score;                       /* of the search, for White, in centipawns */
    uint8_t result;                      /* half points for White */
    uint8_t phase, chances[COLOR_COUNT]; /* as in EvalTrace */
    float fade;                          /* of the value, as the fifty-move rule draws near */
    float target;                        /* expected points for White: what is to be learned */
} Sample;

/* Those to learn from stand first, then those of the games that are held out. */
typedef struct {
    Term *term;
    size_t terms, term_room;
    Sample *sample;
    size_t learned, held, room;
    uint64_t games, games_held, positions; /* positions: all that were looked at */
    uint64_t uses[EVAL_WEIGHT_COUNT];      /* positions to learn from that have this weight */
} SampleSet;

/* Which positions are taken. */
typedef struct {
    uint64_t seed;
    int per_game;     /* at most so many of a game, chosen by lot; 0: all */
    int held_percent; /* so many games in a hundred are held out, by a hash of the game */
    uint64_t most;    /* stop after so many positions; 0: never */
    bool terminal;    /* say on stderr how far it is */
} SampleRules;

/* Read all games of the shards. False with a sentence if one is bad or nothing can be used. */
bool samples_read(SampleSet *set, const ShardList *list, const SampleRules *rules, Text *fault);
void samples_free(SampleSet *set);

/* Add a position with these labels; false when memory is refused. Known endings are left out. */
bool samples_add(SampleSet *set, const Position *p, int score, int result, bool held);

/* Set all targets: blend * sigmoid(scale * score) + (1 - blend) * result. */
void samples_aim(SampleSet *set, double scale, double blend);

/* The scale at which sigmoid(scale * score) foretells results best. */
double samples_scale(const SampleSet *set);

#endif
