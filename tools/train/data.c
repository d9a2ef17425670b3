/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/huge.h"
#include "base/random.h"
#include "tools/common/coherence.h"
#include "tools/common/tool.h"

/* --- arrays of samples ----------------------------------------------------------------------- */

bool samples_add(Samples *samples, const Sample *s) {
    if (samples->count == samples->chunks * SAMPLES_CHUNK) {
        Sample **grown = realloc(samples->chunk, (samples->chunks + 1) * sizeof *grown);

        if (!grown)
            return false;
        samples->chunk = grown;
        if (!(grown[samples->chunks] = huge_alloc(SAMPLES_CHUNK * sizeof **grown)))
            return false;
        samples->chunks++;
    }
    *samples_at(samples, samples->count++) = *s;
    samples->percent += s->weight;
    return true;
}

static void samples_free(Samples *samples) {
    for (size_t i = 0; i < samples->chunks; i++)
        huge_free(samples->chunk[i], SAMPLES_CHUNK * sizeof(Sample));
    free(samples->chunk);
    *samples = (Samples){.chunk = NULL};
}

size_t data_bytes(const Data *data) {
    const size_t in_memory = (data->spool ? 0 : data->training.count) + data->validation.count;

    return in_memory * sizeof(Sample) + (data->spool ? spool_bytes(data->spool) : 0);
}

void data_free(Data *data) {
    samples_free(&data->training);
    samples_free(&data->validation);
    spool_free(data->spool);
    for (size_t i = 0; i < data->sources; i++)
        free(data->source[i].settings);
    free(data->source);
    *data = (Data){.source = NULL};
}

/* --- reading --------------------------------------------------------------------------------- */

/* Counts of a shard. */
typedef struct {
    uint64_t games, usable; /* usable: positions, including duplicates */
    Coherence coherence;    /* coherence of these positions */
} ShardTally;

typedef struct {
    Data *data;
    const DataOptions *options;
    uint64_t spooled; /* number of samples */
    Text *error;
    uint32_t *slot; /* [slots]: hash index of the samples; 0: empty, else sample_id() */
    size_t slots;   /* a power of two */
    DataSource *source;
    ShardTally shard; /* the current shard */
    ShardUse use;
    float expected[SHARD_MAX_PLIES]; /* data_td_targets() of the current game */
} DataReading;

enum { FIRST_SLOTS = 1 << 16, MAX_SAMPLES = INT32_MAX - 1 };

static uint32_t sample_id(size_t index, bool validation) {
    return (uint32_t)(2 * index + validation + 1);
}

static const Sample *sample_of_id(const Data *data, uint32_t id) {
    return samples_at((id - 1) & 1 ? &data->validation : &data->training, (id - 1) / 2);
}

/* Returns the slot of an equal sample, or a free one. */
static uint32_t *find_slot(const DataReading *r, const Sample *s) {
    size_t i = (size_t)sample_hash(s) & (r->slots - 1);

    while (r->slot[i] && !sample_equal(sample_of_id(r->data, r->slot[i]), s))
        i = (i + 1) & (r->slots - 1);
    return &r->slot[i];
}

/* Doubles the hash index. */
static bool grow_index(DataReading *r) {
    const size_t slots = r->slots ? 2 * r->slots : FIRST_SLOTS, before = r->slots;
    uint32_t *old = r->slot, *grown = huge_alloc(slots * sizeof *grown);

    if (!grown)
        return false;
    r->slot = grown;
    r->slots = slots;
    for (size_t i = 0; i < before; i++)
        if (old[i])
            *find_slot(r, sample_of_id(r->data, old[i])) = old[i];
    huge_free(old, before * sizeof *old);
    return true;
}

/* Returns false if there is not enough memory. */
static bool add_sample(DataReading *r, const ShardGame *game, size_t i, float expected,
                       bool validation) {
    Data *data = r->data;
    Samples *set = validation ? &data->validation : &data->training;
    const size_t count = data->training.count + data->validation.count;
    uint32_t *slot;
    Sample s;

    if (!data->spool && (count >= MAX_SAMPLES || (count >= r->slots / 2 && !grow_index(r))))
        return false;
    sample_pack(&s, &game->position[i], game->score[i], game->result);
    s.weight = (uint8_t)r->use.weight;
    s.target = position_turn(&game->position[i]) == WHITE ? expected : 1 - expected;
    r->shard.usable++;
    coherence_add(&r->shard.coherence, game, i);
    if (data->spool) {
        r->spooled++;
        r->source->positions++;
        return spool_add(data->spool, &s, validation, r->error);
    }
    slot = find_slot(r, &s);
    if (*slot) {
        data->counts.duplicates++;
        return true;
    }
    if (!samples_add(set, &s))
        return false;
    *slot = sample_id(set->count - 1, validation);
    r->source->positions++;
    return true;
}

static uint64_t samples_so_far(const DataReading *r) {
    return r->data->spool ? r->spooled : r->data->training.count + r->data->validation.count;
}

static bool is_full(const DataReading *r) {
    return r->options->max_positions && samples_so_far(r) >= (uint64_t)r->options->max_positions;
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

void data_td_targets(const ShardGame *game, double trace, double scale, float *expected) {
    double value = (int)game->result / 2.0;

    for (size_t i = game->plies; i-- > 0;) {
        value = trace * value + (1 - trace) * sigmoid(game->score[i] / scale);
        expected[i] = (float)value;
    }
}

static bool add_game(DataReading *r, const ShardGame *game) {
    DataCounts *counts = &r->data->counts;
    const uint64_t hash = shard_game_hash(game);
    const bool validation = hash % 100 < (uint64_t)r->options->validation_percent;
    uint64_t random = random_seed(hash, (uint64_t)r->options->seed);

    counts->games++;
    counts->validation_games += validation;
    r->source->games++;
    r->shard.games++;
    coherence_begin_game(&r->shard.coherence);
    if (r->data->traced)
        data_td_targets(game, r->options->trace, r->options->scale, r->expected);
    for (size_t i = 0; i < game->plies && !is_full(r); i++) {
        const Position *p = &game->position[i];
        const int ply = position_game_ply(p);
        const bool decided = abs(game->score[i]) > DATA_DECIDED;
        const int skip = decided && r->use.thin > r->options->skip_percent
                             ? r->use.thin
                             : r->options->skip_percent;
        const bool skipped = random_below(&random, 100) < (unsigned)skip;

        counts->positions++;
        if (position_in_check(p))
            counts->in_check++;
        else if (position_is_noisy(p, game->move[i]))
            counts->noisy++;
        else if (!shard_is_usable(game, i))
            counts->high_score++;
        else if (ply < r->options->min_ply)
            counts->early++;
        else if (skipped)
            counts->skipped++;
        else if (!add_sample(r, game, i, r->data->traced ? r->expected[i] : 0, validation))
            return false;
    }
    return true;
}

/* Returns the source with this stream, settings and weight. */
static DataSource *find_source(Data *data, const ShardHeader *header, int weight) {
    for (size_t i = 0; i < data->sources; i++)
        if (data->source[i].stream == header->stream && data->source[i].weight == weight &&
            !strcmp(data->source[i].settings, header->settings))
            return &data->source[i];
    data->source = memory_grow(data->source, data->sources + 1, sizeof *data->source);
    data->source[data->sources] =
        (DataSource){.settings = memory_text(header->settings, strlen(header->settings)),
                     .weight = weight,
                     .stream = header->stream};
    return &data->source[data->sources++];
}

static void print_progress(const DataReading *r, const char *end) {
    const Data *data = r->data;

    if (r->options->terminal)
        fprintf(stderr, "\r%" PRIu64 " shards, %" PRIu64 " games, %" PRIu64 " positions   %s",
                data->counts.shards, data->counts.games, samples_so_far(r), end);
}

/* Prints a warning, after erasing the progress line. */
static void warn(const DataReading *r, const char *path, const char *words, size_t offset,
                 const char *consequence) {
    if (r->options->terminal)
        fprintf(stderr, "\r%70s\r", "");
    fprintf(stderr, "alula-train: %s: at byte %zu %s; %s\n", path, offset, words, consequence);
}

static DataStatus no_memory(const DataReading *r, Text *error) {
    if (!error->length)
        text_addf(error, "there is not enough memory for more than %" PRIu64 " positions",
                  samples_so_far(r));
    return DATA_BAD;
}

/* Handles damage in a shard; returns DATA_READ if reading may continue. */
static DataStatus handle_damage(DataReading *r, const ShardReader *reader, const char *path,
                                Text *error) {
    const size_t offset = reader->error_offset;

    if (shard_is_part(path)) {
        r->data->counts.truncated++;
        warn(r, path, reader->error, offset, "the games before it are used");
        return DATA_READ;
    }
    if (r->options->salvage) {
        r->data->counts.damaged++;
        warn(r, path, reader->error, offset, "its other games are used");
        return DATA_READ;
    }
    text_addf(error, "%s: at byte %zu %s (--salvage uses the other games)", path, offset,
              reader->error);
    return DATA_BAD;
}

/* Handles an invalid header; returns DATA_READ to skip the shard. *error is set already. */
static DataStatus handle_bad_header(DataReading *r, const char *path, ShardOpenStatus opened,
                                    Text *error) {
    const bool unfinished = opened == SHARD_DAMAGED && shard_is_part(path);

    if (opened != SHARD_DAMAGED)
        return DATA_BAD;
    if (!unfinished && !r->options->salvage) {
        text_add(error, " (--salvage skips it)");
        return DATA_BAD;
    }
    if (unfinished) /* killed while writing the header */
        r->data->counts.truncated++;
    else
        r->data->counts.damaged++;
    fprintf(stderr, "alula-train: %s; the shard is skipped\n", error->at);
    text_clear(error);
    return DATA_READ;
}

/* Reports a shard that was read; returns DATA_BAD if its results do not match its scores. */
static DataStatus report_shard(const DataReading *r, const char *path, Text *error) {
    const ShardTally *t = &r->shard;
    const Coherence *c = &t->coherence;
    const int permille = coherence_permille(c);
    Text text = TEXT_OF(80);

    coherence_describe(&text, c);
    if (r->options->terminal)
        fprintf(stderr, "\r%70s\r", "");
    printf("  %s  %" PRIu64 " game%s, %" PRIu64 " usable position%s, %s\n", path, t->games,
           tool_plural(t->games), t->usable, tool_plural(t->usable), text.at);
    if (!coherence_is_wrong(c))
        return DATA_READ;
    text_addf(error,
              "%s: results agree with scores in only %d.%d %% of %" PRIu64 " positions of %" PRIu64
              " decided games: results or scores must have the wrong sign or belong to other games",
              path, permille / 10, permille % 10, c->positions, c->games);
    return DATA_BAD;
}

static DataStatus read_shard(DataReading *r, const char *path, Text *error) {
    DataStatus status = DATA_READ;
    ShardReader *reader;
    ShardGame game;
    const ShardOpenStatus opened = shard_try_open(&reader, path, error);

    if (opened != SHARD_OPEN)
        return handle_bad_header(r, path, opened, error);
    r->data->counts.shards++;
    r->shard = (ShardTally){.games = 0};
    r->source = find_source(r->data, &reader->header, r->use.weight);
    r->source->shards++;
    while (status == DATA_READ && !is_full(r)) {
        const ShardStatus found = shard_next(reader, &game);

        if (found == SHARD_END)
            break;
        if (found == SHARD_BAD)
            status = handle_damage(r, reader, path, error);
        else if (!add_game(r, &game))
            status = no_memory(r, error);
        else if (interrupt_pending())
            status = DATA_STOPPED;
        if (found == SHARD_BAD && shard_is_part(path))
            break;
        if (r->data->counts.games % 256 == 0)
            print_progress(r, "");
    }
    shard_close(reader);
    return status == DATA_READ ? report_shard(r, path, error) : status;
}

/* Continues a hash with a sample. */
static uint64_t hash_next(const Sample *s, uint64_t hash) {
    hash ^= sample_hash(s) + ((uint64_t)(uint16_t)s->score << 8 | s->result) +
            (uint64_t)(100 - s->weight) * UINT64_C(0x9e3779b97f4a7c15);
    return random_next(&hash);
}

/* Continues a hash over all samples of a set. */
static uint64_t hash_samples(const Samples *set, uint64_t hash) {
    for (size_t i = 0; i < set->count; i++)
        hash = hash_next(samples_at(set, i), hash);
    return hash;
}

/* Receives a unique sample from the spool. */
static bool take_sample(void *context, const Sample *s, bool held) {
    Data *data = context;

    data->hash = hash_next(s, data->hash);
    if (held)
        return samples_add(&data->validation, s);
    data->training.count++;
    data->training.percent += s->weight;
    return true;
}

enum { MANY_HELD = 20 }; /* percent, for few games */

/* Explains why there are no validation positions, and what would help. */
static void explain_no_validation(const DataReading *r, Text *error) {
    const DataCounts *c = &r->data->counts;
    const int percent = r->options->validation_percent;

    text_add(error, "there are no positions for validation: ");
    if (is_full(r)) {
        text_add(error, "--max-positions stops before them");
    } else if (c->validation_games) {
        text_add(error, "the games held out have no usable positions");
    } else {
        text_addf(error,
                  "none of %" PRIu64
                  " game%s was held out by --held %d, which needs about %d games",
                  c->games, tool_plural(c->games), percent, 300 / percent);
        if (percent < MANY_HELD)
            text_addf(error, "; --held %d needs about %d", MANY_HELD, 300 / MANY_HELD);
    }
}

/* Removes duplicates, after all shards were read into the spool. */
static DataStatus finish_spool(Data *data, Text *error) {
    data->index_bytes = spool_bytes(data->spool);
    return spool_finish(data->spool, take_sample, data, &data->counts.duplicates, error) ? DATA_READ
                                                                                         : DATA_BAD;
}

DataStatus data_read(Data *data, const ShardList *list, const ShardUse *use,
                     const DataOptions *options, Text *error) {
    DataReading r = {.data = data, .options = options, .error = error};
    DataStatus status = DATA_READ;

    *data = (Data){.source = NULL, .traced = options->trace > 0 || options->spool};
    if (options->spool && !(data->spool = spool_new(options->spool, error)))
        status = DATA_BAD;
    else if (!grow_index(&r))
        status = no_memory(&r, error);
    for (size_t i = 0; i < list->count && status == DATA_READ && !is_full(&r); i++) {
        r.use = use[i];
        status = read_shard(&r, list->path[i], error);
    }
    data->index_bytes = r.slots * sizeof *r.slot;
    huge_free(r.slot, data->index_bytes);
    if (options->terminal)
        fprintf(stderr, "\r%70s\r", "");
    if (status == DATA_READ && data->spool)
        status = finish_spool(data, error);
    if (status == DATA_READ && !data->training.count) {
        text_add(error, "these shards have no usable training position");
        status = DATA_BAD;
    } else if (status == DATA_READ && !data->validation.count) {
        explain_no_validation(&r, error);
        status = DATA_BAD;
    }
    if (status == DATA_READ && !data->spool)
        data->hash = hash_samples(&data->validation, hash_samples(&data->training, 0));
    return status;
}

/* --- targets --------------------------------------------------------------------------------- */

/* How often each score occurred, and the points scored in its games. */
typedef struct {
    double count[2 * SHARD_USABLE_SCORE + 1], points[2 * SHARD_USABLE_SCORE + 1];
} Outcomes;

static void count_outcomes(Outcomes *o, const Samples *set) {
    for (size_t i = 0; i < set->count; i++) {
        const Sample *s = samples_at(set, i);

        o->count[s->score + SHARD_USABLE_SCORE]++;
        o->points[s->score + SHARD_USABLE_SCORE] += s->result / 2.0;
    }
}

/* Returns the squared error of the predicted results, up to a constant. */
static double result_loss(const void *outcomes, double scale) {
    const Outcomes *o = outcomes;
    double sum = 0;

    for (int i = 0; i <= 2 * SHARD_USABLE_SCORE; i++) {
        const double p = sigmoid((i - SHARD_USABLE_SCORE) / scale);
        sum += o->count[i] * p * p - 2 * p * o->points[i];
    }
    return sum;
}

double data_best_scale(ScaleLoss *loss, const void *context) {
    double low = log(20), high = log(2000);

    while (high - low > 1e-6) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;

        if (loss(context, exp(a)) < loss(context, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

double data_fit_scale(const Data *data) {
    Outcomes o = {{0}, {0}};

    count_outcomes(&o, &data->training);
    count_outcomes(&o, &data->validation);
    return data_best_scale(result_loss, &o);
}

static void set_targets(const Samples *set, double scale) {
    for (size_t i = 0; i < set->count; i++) {
        Sample *s = samples_at(set, i);

        s->target = (float)sigmoid(s->score / scale);
    }
}

void data_set_targets(Data *data, double scale) {
    if (data->traced)
        return;
    set_targets(&data->training, scale);
    set_targets(&data->validation, scale);
}
