/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../datagen/chance.h"

void samples_free(SampleSet *set) {
    free(set->term);
    free(set->sample);
    *set = (SampleSet){.term = NULL};
}

/* Room for count more of a size; false when memory is refused. */
static bool make_room(void **at, size_t *room, size_t used, size_t more, size_t size) {
    size_t wanted = *room ? *room : 1024;
    void *grown;

    if (used + more <= *room)
        return true;
    while (wanted < used + more)
        wanted += wanted / 2;
    if (wanted > SIZE_MAX / size || !(grown = realloc(*at, wanted * size)))
        return false;
    *at = grown;
    *room = wanted;
    return true;
}

static void put(SampleSet *set, Sample *s, int weight, int count, int of) {
    const int8_t small = (int8_t)(count > 127 ? 127 : count < -127 ? -127 : count);

    if (count) {
        set->term[s->first + s->terms++] = (Term){(uint16_t)weight, small, (uint8_t)of};
    }
}

bool samples_add(SampleSet *set, const Position *p, int score, int result, bool held) {
    static _Thread_local EvalTrace trace;
    void *samples = set->sample, *terms = set->term;
    const size_t count = set->learned + set->held;
    const bool good =
        make_room(&samples, &set->room, count, 1, sizeof *set->sample) &&
        make_room(&terms, &set->term_room, set->terms, 2 * EVAL_WEIGHT_COUNT, sizeof *set->term);
    Sample s = {.first = set->terms, .score = (int16_t)score, .result = (uint8_t)result};

    set->sample = samples;
    set->term = terms;
    if (!good)
        return false;
    eval_trace(&trace, p);
    if (trace.known)
        return true;
    s.phase = (uint8_t)trace.phase;
    s.fade = (float)eval_trace_fade(trace.halfmove_clock);
    for (Color c = WHITE; c <= BLACK; c++)
        s.chances[c] = (uint8_t)trace.chances[c];
    for (int i = 0; i < W_DANGER_BASE; i++)
        put(set, &s, i, trace.count[WHITE][i] - trace.count[BLACK][i], TERM_LINEAR);
    for (Color c = WHITE; c <= BLACK; c++)
        for (int i = W_DANGER_BASE; i < EVAL_WEIGHT_COUNT; i++)
            put(set, &s, i, trace.count[c][i], (int)c);
    set->terms += s.terms;
    if (!held)
        for (size_t i = s.first; i < set->terms; i++)
            set->uses[set->term[i].weight]++;
    /* those held out stay behind the others */
    set->sample[count] = s;
    if (!held && set->held) {
        set->sample[count] = set->sample[set->learned];
        set->sample[set->learned] = s;
    }
    set->learned += !held;
    set->held += held;
    return true;
}

static bool add_game(SampleSet *set, const ShardGame *game, const SampleRules *rules) {
    uint64_t lot = shard_game_hash(game);
    const bool held = lot % 100 < (uint64_t)rules->held_percent;
    size_t usable[SHARD_MAX_PLIES], count = 0, wanted;

    for (size_t i = 0; i < game->plies; i++)
        if (shard_is_usable(game, i))
            usable[count++] = i;
    wanted = rules->per_game && count > (size_t)rules->per_game ? (size_t)rules->per_game : count;
    lot ^= rules->seed * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < wanted; i++) {
        const size_t other = i + (size_t)(random_next(&lot) % (count - i)), ply = usable[other];

        usable[other] = usable[i];
        if (!samples_add(set, &game->position[ply], game->score[ply], (int)game->result, held))
            return false;
    }
    set->games++;
    set->games_held += held;
    set->positions += game->plies;
    return true;
}

static bool is_full(const SampleSet *set, const SampleRules *rules) {
    return rules->most && set->learned + set->held >= rules->most;
}

/* Read a shard. One that is being written may end anywhere. */
static bool read_shard(SampleSet *set, const char *path, const SampleRules *rules, Text *fault) {
    ShardReader *reader;
    ShardGame game;
    ShardStatus status = SHARD_END;
    bool good = true;

    if (!shard_open(&reader, path, fault))
        return false;
    while (good && !is_full(set, rules) && (status = shard_next(reader, &game)) == SHARD_GAME) {
        good = add_game(set, &game, rules);
        if (rules->terminal && set->games % 256 == 0)
            fprintf(stderr, "\r%" PRIu64 " games, %zu positions   ", set->games,
                    set->learned + set->held);
    }
    if (!good) {
        text_addf(fault, "there is not enough memory for more than %zu positions",
                  set->learned + set->held);
    } else if (status == SHARD_BAD && !shard_is_part(path)) {
        text_addf(fault, "%s: at byte %zu %s", path, shard_fault_offset(reader),
                  shard_fault(reader));
        good = false;
    }
    shard_close(reader);
    return good;
}

bool samples_read(SampleSet *set, const ShardList *list, const SampleRules *rules, Text *fault) {
    bool good = true;

    *set = (SampleSet){.term = NULL};
    for (size_t i = 0; i < list->count && good && !is_full(set, rules); i++)
        good = read_shard(set, list->path[i], rules, fault);
    if (rules->terminal)
        fprintf(stderr, "\r%40s\r", "");
    if (good && !set->learned) {
        text_add(fault, "no position that can be learned from is in these shards");
        good = false;
    } else if (good && !set->held) {
        text_add(fault, "no game of these shards is held out: there are too few games");
        good = false;
    }
    return good;
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

void samples_aim(SampleSet *set, double scale, double blend) {
    for (size_t i = 0; i < set->learned + set->held; i++) {
        Sample *s = &set->sample[i];
        s->target = (float)(blend * sigmoid(scale * s->score) + (1 - blend) * s->result / 2);
    }
}

static double result_loss(const SampleSet *set, double scale) {
    const size_t count = set->learned + set->held;
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        const double miss = sigmoid(scale * set->sample[i].score) - set->sample[i].result / 2.0;
        sum += miss * miss;
    }
    return sum / (double)count;
}

/* The loss has one valley; thirds of it are cut off until it is found. */
double samples_scale(const SampleSet *set) {
    double low = log(1 / 2000.0), high = log(1 / 20.0);

    while (high - low > 0.001) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (result_loss(set, exp(a)) < result_loss(set, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}
