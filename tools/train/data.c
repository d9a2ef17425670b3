/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/interrupt.h"
#include "huge.h"
#include "random.h"

/* --- where samples are kept ------------------------------------------------------------------ */

bool store_add(Store *store, const Sample *s) {
    if (store->count == store->chunks * STORE_CHUNK) {
        Sample **grown = realloc(store->chunk, (store->chunks + 1) * sizeof *grown);

        if (!grown)
            return false;
        store->chunk = grown;
        if (!(grown[store->chunks] = huge_alloc(STORE_CHUNK * sizeof **grown)))
            return false;
        store->chunks++;
    }
    *store_at(store, store->count++) = *s;
    return true;
}

void store_free(Store *store) {
    for (size_t i = 0; i < store->chunks; i++)
        huge_free(store->chunk[i], STORE_CHUNK * sizeof(Sample));
    free(store->chunk);
    *store = (Store){.chunk = NULL};
}

size_t data_bytes(const Data *data) {
    return (data->learned.count + data->held.count) * sizeof(Sample);
}

void data_free(Data *data) {
    store_free(&data->learned);
    store_free(&data->held);
    for (size_t i = 0; i < data->sources; i++)
        free(data->source[i].settings);
    free(data->source);
    *data = (Data){.source = NULL};
}

/* --- reading --------------------------------------------------------------------------------- */

/* What is needed while shards are read. */
typedef struct {
    Data *data;
    const DataRules *rules;
    uint32_t *slot; /* [slots]: which samples are there, by hash; 0: none, else see name_of() */
    size_t slots;   /* a power of two */
    DataSource *source;
    float *expected; /* of the game that is read, with a trace */
    size_t expectations;
} DataReading;

enum { FIRST_SLOTS = 1 << 16, MOST_SAMPLES = INT32_MAX - 1 };

static uint32_t name_of(size_t index, bool held) {
    return (uint32_t)(2 * index + held + 1);
}

static const Sample *named(const Data *data, uint32_t name) {
    return store_at((name - 1) & 1 ? &data->held : &data->learned, (name - 1) / 2);
}

/* The slot of a sample like this, or a free one. */
static uint32_t *find_slot(const DataReading *r, const Sample *s) {
    size_t i = (size_t)sample_hash(s) & (r->slots - 1);

    while (r->slot[i] && !sample_is_same(named(r->data, r->slot[i]), s))
        i = (i + 1) & (r->slots - 1);
    return &r->slot[i];
}

/* Twice as many slots. */
static bool more_slots(DataReading *r) {
    const size_t slots = r->slots ? 2 * r->slots : FIRST_SLOTS, before = r->slots;
    uint32_t *old = r->slot, *grown = huge_alloc(slots * sizeof *grown);

    if (!grown)
        return false;
    r->slot = grown;
    r->slots = slots;
    for (size_t i = 0; i < before; i++)
        if (old[i])
            *find_slot(r, named(r->data, old[i])) = old[i];
    huge_free(old, before * sizeof *old);
    return true;
}

/* False when memory is refused. */
static bool add(DataReading *r, const ShardGame *game, size_t i, float expected, bool held) {
    Data *data = r->data;
    Store *store = held ? &data->held : &data->learned;
    const size_t count = data->learned.count + data->held.count;
    uint32_t *slot;
    Sample s;

    if (count >= MOST_SAMPLES || (count >= r->slots / 2 && !more_slots(r)))
        return false;
    sample_pack(&s, &game->position[i], game->score[i], game->result);
    s.held = held;
    s.target = position_turn(&game->position[i]) == WHITE ? expected : 1 - expected;
    slot = find_slot(r, &s);
    if (*slot) {
        data->counts.twins++;
        return true;
    }
    if (!store_add(store, &s))
        return false;
    *slot = name_of(store->count - 1, held);
    r->source->positions++;
    return true;
}

static bool is_full(const DataReading *r) {
    return r->rules->most && r->data->learned.count + r->data->held.count >= r->rules->most;
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

void data_expect(const ShardGame *game, double trace, double scale, float *expected) {
    double points = (int)game->result / 2.0;

    for (size_t i = game->plies; i-- > 0;) {
        points = trace * points + (1 - trace) * sigmoid(game->score[i] / scale);
        expected[i] = (float)points;
    }
}

/* False when memory is refused. */
static bool trace(DataReading *r, const ShardGame *game) {
    if (r->expectations < game->plies) {
        float *grown = realloc(r->expected, game->plies * sizeof *grown);

        if (!grown)
            return false;
        r->expected = grown;
        r->expectations = game->plies;
    }
    data_expect(game, r->rules->trace, r->rules->scale, r->expected);
    return true;
}

static bool add_game(DataReading *r, const ShardGame *game) {
    DataCounts *counts = &r->data->counts;
    const uint64_t hash = shard_game_hash(game);
    const bool held = hash % 100 < (uint64_t)r->rules->held_percent;
    uint64_t lot = random_seed(hash, r->rules->seed);

    counts->games++;
    counts->games_held += held;
    r->source->games++;
    if (r->rules->trace > 0 && !trace(r, game))
        return false;
    for (size_t i = 0; i < game->plies && !is_full(r); i++) {
        const Position *p = &game->position[i];
        const int ply = 2 * (p->fullmove_number - 1) + (position_turn(p) == BLACK);
        const bool skipped = random_below(&lot, 100) < (unsigned)r->rules->skip_percent;

        counts->positions++;
        if (position_in_check(p))
            counts->checked++;
        else if (position_is_noisy(p, game->move[i]))
            counts->noisy++;
        else if (!shard_is_usable(game, i))
            counts->scored++;
        else if (ply < r->rules->least_ply)
            counts->early++;
        else if (skipped)
            counts->skipped++;
        else if (!add(r, game, i, r->rules->trace > 0 ? r->expected[i] : 0, held))
            return false;
    }
    return true;
}

/* Games of this stream and these settings; NULL when memory is refused. */
static DataSource *find_source(Data *data, const ShardHeader *header) {
    DataSource *grown;
    char *settings;

    for (size_t i = 0; i < data->sources; i++)
        if (data->source[i].seed == header->seed &&
            !strcmp(data->source[i].settings, header->settings))
            return &data->source[i];
    if (!(grown = realloc(data->source, (data->sources + 1) * sizeof *grown)))
        return NULL;
    data->source = grown;
    if (!(settings = malloc(strlen(header->settings) + 1)))
        return NULL;
    strcpy(settings, header->settings);
    grown[data->sources] = (DataSource){.settings = settings, .seed = header->seed};
    return &grown[data->sources++];
}

static void tell_progress(const DataReading *r, const char *end) {
    const Data *data = r->data;

    if (r->rules->terminal)
        fprintf(stderr, "\r%" PRIu64 " shards, %" PRIu64 " games, %zu positions   %s",
                data->counts.shards, data->counts.games, data->learned.count + data->held.count,
                end);
}

/* A sentence that stays on the screen. */
static void note(const DataReading *r, const char *path, const char *words, size_t offset,
                 const char *consequence) {
    if (r->rules->terminal)
        fprintf(stderr, "\r%70s\r", "");
    fprintf(stderr, "alula-train: %s: at byte %zu %s; %s\n", path, offset, words, consequence);
}

static DataStatus no_memory(const DataReading *r, Text *fault) {
    text_addf(fault, "there is not enough memory for more than %zu positions",
              r->data->learned.count + r->data->held.count);
    return DATA_BAD;
}

/* Something is wrong in a shard: is reading on allowed? */
static DataStatus meet_damage(DataReading *r, const ShardReader *reader, const char *path,
                              Text *fault) {
    const size_t offset = shard_fault_offset(reader);

    if (shard_is_part(path)) {
        r->data->counts.torn++;
        note(r, path, shard_fault(reader), offset, "the games before it are used");
        return DATA_READ;
    }
    if (r->rules->salvage) {
        r->data->counts.damaged++;
        note(r, path, shard_fault(reader), offset, "other games are used");
        return DATA_READ;
    }
    text_addf(fault, "%s: at byte %zu %s (--salvage uses the other games)", path, offset,
              shard_fault(reader));
    return DATA_BAD;
}

/* A shard without a good header: is it left out? The sentence is there already. */
static DataStatus meet_no_shard(DataReading *r, const char *path, ShardOpenStatus opening,
                                Text *fault) {
    const bool begun = opening == SHARD_DAMAGED && shard_is_part(path);

    if (opening != SHARD_DAMAGED)
        return DATA_BAD;
    if (!begun && !r->rules->salvage) {
        text_add(fault, " (--salvage leaves it out)");
        return DATA_BAD;
    }
    if (begun) /* its writer had no time for more */
        r->data->counts.torn++;
    else
        r->data->counts.damaged++;
    fprintf(stderr, "alula-train: %s: nothing of it is used\n", fault->at);
    *fault = text_in(fault->at, fault->capacity);
    return DATA_READ;
}

static DataStatus read_shard(DataReading *r, const char *path, Text *fault) {
    DataStatus status = DATA_READ;
    ShardReader *reader;
    ShardGame game;
    const ShardOpenStatus opening = shard_try_open(&reader, path, fault);

    if (opening != SHARD_OPEN)
        return meet_no_shard(r, path, opening, fault);
    r->data->counts.shards++;
    if ((r->source = find_source(r->data, shard_header(reader))))
        r->source->shards++;
    else
        status = no_memory(r, fault);
    while (status == DATA_READ && !is_full(r)) {
        const ShardStatus found = shard_next(reader, &game);

        if (found == SHARD_END)
            break;
        if (found == SHARD_BAD)
            status = meet_damage(r, reader, path, fault);
        else if (!add_game(r, &game))
            status = no_memory(r, fault);
        else if (interrupt_pending())
            status = DATA_STOPPED;
        if (found == SHARD_BAD && shard_is_part(path))
            break;
        if (r->data->counts.games % 256 == 0)
            tell_progress(r, "");
    }
    shard_close(reader);
    return status;
}

/* The samples' bytes one after the other, with what stands before them. */
static uint64_t hash_store(const Store *store, uint64_t hash) {
    for (size_t i = 0; i < store->count; i++) {
        const Sample *s = store_at(store, i);

        hash ^= sample_hash(s) + ((uint64_t)(uint16_t)s->score << 8 | s->result);
        hash = random_next(&hash);
    }
    return hash;
}

DataStatus data_read(Data *data, const ShardList *list, const DataRules *rules, Text *fault) {
    DataReading r = {.data = data, .rules = rules};
    DataStatus status = DATA_READ;

    *data = (Data){.source = NULL, .traced = rules->trace > 0};
    if (!more_slots(&r))
        status = no_memory(&r, fault);
    for (size_t i = 0; i < list->count && status == DATA_READ && !is_full(&r); i++)
        status = read_shard(&r, list->path[i], fault);
    data->index_bytes = r.slots * sizeof *r.slot;
    huge_free(r.slot, data->index_bytes);
    free(r.expected);
    if (rules->terminal)
        fprintf(stderr, "\r%70s\r", "");
    if (status == DATA_READ && !data->learned.count) {
        text_add(fault, "no position that can be learned from is in these shards");
        status = DATA_BAD;
    } else if (status == DATA_READ && !data->held.count) {
        text_add(fault, "no game of these shards is held out: there are too few games");
        status = DATA_BAD;
    }
    if (status == DATA_READ)
        data->hash = hash_store(&data->held, hash_store(&data->learned, 0));
    return status;
}

/* --- what is to be learned ------------------------------------------------------------------- */

/* How often each score came, and what games with it brought. */
typedef struct {
    double count[2 * SHARD_USABLE_SCORE + 1], points[2 * SHARD_USABLE_SCORE + 1];
} Outcomes;

static void tally(Outcomes *o, const Store *store) {
    for (size_t i = 0; i < store->count; i++) {
        const Sample *s = store_at(store, i);

        o->count[s->score + SHARD_USABLE_SCORE]++;
        o->points[s->score + SHARD_USABLE_SCORE] += s->result / 2.0;
    }
}

/* The squared error of results, but for what does not depend on the scale. */
static double result_loss(const Outcomes *o, double scale) {
    double sum = 0;

    for (int i = 0; i <= 2 * SHARD_USABLE_SCORE; i++) {
        const double p = sigmoid((i - SHARD_USABLE_SCORE) / scale);
        sum += o->count[i] * p * p - 2 * p * o->points[i];
    }
    return sum;
}

/* The loss has one valley; thirds of it are cut off until it is found. */
double data_scale(const Data *data) {
    Outcomes o = {{0}, {0}};
    double low = log(20), high = log(2000);

    tally(&o, &data->learned);
    tally(&o, &data->held);
    while (high - low > 1e-4) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (result_loss(&o, exp(a)) < result_loss(&o, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

static void aim(const Store *store, bool traced, double scale, double lambda) {
    for (size_t i = 0; i < store->count; i++) {
        Sample *s = store_at(store, i);
        const double expected = traced ? (double)s->target : sigmoid(s->score / scale);

        s->target = (float)(lambda * s->result / 2 + (1 - lambda) * expected);
    }
}

void data_aim(Data *data, double scale, double lambda) {
    aim(&data->learned, data->traced, scale, lambda);
    aim(&data->held, data->traced, scale, lambda);
}
