/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train_compare.h"

#include <inttypes.h>
#include <math.h>

#include "base/file.h"
#include "base/random.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "data.h"
#include "eval/eval.h"
#include "tools/common/tool.h"

/* --- the reference --------------------------------------------------------------------------- */

/*
 * Reads "NAME SCORE"; the name must equal that of the other lines. Returns NULL or an error
 * message.
 */
static const char *read_score(Word operands, char *name, int *score) {
    Word rest = operands, label, last = {"", 0};
    int64_t number;

    if (rest.length < 2 || *rest.at != '"' || rest.at[rest.length - 1] != '"')
        return "is not \"NAME SCORE\", in quotes";
    rest = text_rest((Word){rest.at + 1, rest.length - 2});
    for (Word line = rest, word; (word = text_word(&line)).length;)
        last = word;
    label = text_rest((Word){rest.at, rest.length - last.length});
    if (!label.length || !word_number(last, -COMPARE_MAX_SCORE, COMPARE_MAX_SCORE, &number))
        return "is not \"NAME SCORE\", with a score from -20000 to 20000";
    if (label.length >= COMPARE_NAME_SIZE)
        return "has a name of more than 31 bytes";
    if (*name && !word_is(label, name))
        return "has a different name than in earlier lines";
    memcpy(name, label.at, label.length);
    name[label.length] = '\0';
    *score = (int)number;
    return NULL;
}

/* Reads a line into *p. Returns false with an error message. */
static bool read_line(Reference *r, ReferencePosition *p, Word line, Text *error) {
    static const char *const opcodes[REFERENCE_COUNT] = {"c0", "c1"};
    bool found[REFERENCE_COUNT] = {false};
    Word opcode, operands;
    const char *why;

    if (!epd_trim(&line, error))
        return false;
    if ((why = fen_parse_prefix(&p->position, &line, true)))
        return text_fail(error, "%s", why);
    while (epd_operation(&line, &opcode, &operands)) {
        if (!epd_counter(&p->position, opcode, operands)) {
            text_add_word(error, opcode);
            return text_fail(error, " is out of range");
        }
        for (int i = 0; i < REFERENCE_COUNT; i++)
            if (word_is(opcode, opcodes[i])) {
                if ((why = read_score(operands, r->name[i], &p->score[i])))
                    return text_fail(error, "%s %s", opcodes[i], why);
                found[i] = true;
            }
    }
    for (int i = 0; i < REFERENCE_COUNT; i++)
        if (!found[i])
            return text_fail(error, "the operation %s is missing, the score of a search",
                             opcodes[i]);
    return true;
}

static bool read_lines(Reference *r, const char *path, Word text, Text *error) {
    size_t room = 0, number = 0;

    while (text.length) {
        const Word line = text_rest(text_until(&text, '\n'));
        Text why = TEXT_OF(200);

        number++;
        if (!line.length || *line.at == '#')
            continue;
        if (r->count == room)
            r->position =
                memory_grow(r->position, room = room ? 2 * room : 1024, sizeof *r->position);
        if (!read_line(r, &r->position[r->count], line, &why))
            return text_fail(error, "%s:%zu: %s", path, number, why.at);
        r->count++;
    }
    if (!r->count)
        text_addf(error, "%s: there are no positions", path);
    return r->count;
}

bool reference_read(Reference *out, const char *path, Text *error) {
    char *text = NULL;
    size_t length;
    const char *why = file_read_all(path, &text, &length);

    *out = (Reference){.position = NULL};
    if (why)
        text_addf(error, "%s: %s", path, why);
    if (why || !read_lines(out, path, (Word){text, length}, error))
        reference_free(out);
    free(text);
    return out->count;
}

void reference_free(Reference *r) {
    free(r->position);
    *r = (Reference){.position = NULL};
}

/* --- expected scores ------------------------------------------------------------------------- */

CompareRow compare_row(int pieces) {
    return pieces >= 26   ? ROW_26_32
           : pieces >= 18 ? ROW_18_25
           : pieces >= 10 ? ROW_10_17
                          : ROW_FEWER;
}

double compare_expected(double centipawns, double scale) {
    return 1 / (1 + exp(-centipawns / scale));
}

static double square_of(double x) {
    return x * x;
}

/* Values and their targets. */
typedef struct {
    const int *centipawns;
    const double *target;
    size_t count;
} Aims;

static double squared_distance(const void *aims, double scale) {
    const Aims *a = aims;
    double sum = 0;

    for (size_t i = 0; i < a->count; i++)
        sum += square_of(compare_expected(a->centipawns[i], scale) - a->target[i]);
    return sum;
}

double compare_fit(const int *centipawns, const double *target, size_t count) {
    return data_best_scale(squared_distance, &(Aims){centipawns, target, count});
}

/* --- errors ---------------------------------------------------------------------------------- */

/*
 * Squared errors of each position: those of the networks by target, then the squared distance of
 * the references.
 */
typedef struct {
    double *square; /* [positions][columns] */
    size_t columns;
    size_t *index; /* the positions of a row, [count] */
    size_t count;
} Errors;

static size_t column_of(int net, int target) {
    return (size_t)(net * TARGET_COUNT + target);
}

/* Computes the root mean squares of each column, for a row or a resample of it. */
static void root_means(double *out, const Errors *e, uint64_t *random) {
    for (size_t c = 0; c < e->columns; c++)
        out[c] = 0;
    for (size_t i = 0; i < e->count; i++) {
        const size_t drawn = random ? random_below(random, (unsigned)e->count) : i;
        const double *square = &e->square[e->index[drawn] * e->columns];

        for (size_t c = 0; c < e->columns; c++)
            out[c] += square[c];
    }
    for (size_t c = 0; c < e->columns; c++)
        out[c] = sqrt(out[c] / (double)e->count);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts the samples, and returns the value with the interval of their middle 95 %. */
static Estimate estimate(double value, double *sample) {
    const size_t tail = COMPARE_RESAMPLES / 40;

    qsort(sample, COMPARE_RESAMPLES, sizeof *sample, by_size);
    return (Estimate){value, sample[tail], sample[COMPARE_RESAMPLES - 1 - tail]};
}

/*
 * Returns the estimate of a column, or of its difference from the column `minus` unless negative.
 */
static Estimate estimate_column(const Errors *e, const double *resample, const double *root,
                                size_t column, const size_t *minus) {
    double sample[COMPARE_RESAMPLES];

    for (size_t k = 0; k < COMPARE_RESAMPLES; k++) {
        const double *of = &resample[k * e->columns];

        sample[k] = of[column] - (minus ? of[*minus] : 0);
    }
    return estimate(root[column] - (minus ? root[*minus] : 0), sample);
}

static void estimate_row(Comparison *out, const Errors *e, CompareRow row) {
    double *resample = memory_new(COMPARE_RESAMPLES * e->columns, sizeof *resample);
    double *root = memory_new(e->columns, sizeof *root);
    uint64_t random = 17; /* the same draws for any set of networks */

    root_means(root, e, NULL);
    for (size_t k = 0; k < COMPARE_RESAMPLES; k++)
        root_means(&resample[k * e->columns], e, &random);
    for (int n = 0; n < out->nets; n++)
        for (int t = 0; t < TARGET_COUNT; t++) {
            const size_t first = column_of(0, t);

            out->error[n][row][t] = estimate_column(e, resample, root, column_of(n, t), NULL);
            out->difference[n][row][t] =
                estimate_column(e, resample, root, column_of(n, t), &first);
        }
    out->between[row] = estimate_column(e, resample, root, e->columns - 1, NULL);
    free(resample);
    free(root);
}

static void estimate_rows(Comparison *out, const Reference *r, Errors *e) {
    for (CompareRow row = 0; row < ROW_COUNT; row++) {
        e->count = 0;
        for (size_t i = 0; i < r->count; i++) {
            const int pieces = bb_count(board_occupied(&r->position[i].position.board));

            if (row == ROW_ALL || compare_row(pieces) == row)
                e->index[e->count++] = i;
        }
        if ((out->count[row] = e->count))
            estimate_row(out, e, row);
    }
}

/*
 * Fits the references: target[t][i] are the expected scores of position i by each of them, and
 * their mean.
 */
static void fit_references(Comparison *out, const Reference *r, double *target[TARGET_COUNT]) {
    int *score = memory_new(r->count, sizeof *score);

    for (int t = 0; t < REFERENCE_COUNT; t++) {
        for (size_t i = 0; i < r->count; i++)
            score[i] = r->position[i].score[t];
        out->reference_scale[t] =
            t == TARGET_FIRST ? COMPARE_SCALE : compare_fit(score, target[TARGET_FIRST], r->count);
        for (size_t i = 0; i < r->count; i++)
            target[t][i] = compare_expected(score[i], out->reference_scale[t]);
    }
    for (size_t i = 0; i < r->count; i++)
        target[TARGET_MEAN][i] = (target[TARGET_FIRST][i] + target[TARGET_SECOND][i]) / 2;
    free(score);
}

void compare_values(Comparison *out, const Reference *r, const int *const *value, int nets) {
    double *target[TARGET_COUNT];
    Errors e = {.columns = column_of(nets, 0) + 1};

    assert(nets >= 1 && nets <= COMPARE_MAX_NETS && r->count);
    *out = (Comparison){.nets = nets};
    e.square = memory_new(r->count * e.columns, sizeof *e.square);
    e.index = memory_new(r->count, sizeof *e.index);
    for (int t = 0; t < TARGET_COUNT; t++)
        target[t] = memory_new(r->count, sizeof *target[t]);
    fit_references(out, r, target);
    for (int n = 0; n < nets; n++) {
        out->scale[n] = compare_fit(value[n], target[TARGET_MEAN], r->count);
        for (size_t i = 0; i < r->count; i++)
            for (int t = 0; t < TARGET_COUNT; t++)
                e.square[i * e.columns + column_of(n, t)] =
                    square_of(compare_expected(value[n][i], out->scale[n]) - target[t][i]);
    }
    for (size_t i = 0; i < r->count; i++)
        e.square[(i + 1) * e.columns - 1] =
            square_of(target[TARGET_FIRST][i] - target[TARGET_SECOND][i]);
    estimate_rows(out, r, &e);
    for (int t = 0; t < TARGET_COUNT; t++)
        free(target[t]);
    free(e.square);
    free(e.index);
}

/* Returns the static values of a network, to be freed by the caller. */
static int *static_values(const Reference *r, const NnueNet *net) {
    int *value = memory_new(r->count, sizeof *value);

    for (size_t i = 0; i < r->count; i++)
        value[i] = eval_steps(&r->position[i].position, net).value;
    return value;
}

void compare_nets(Comparison *out, const Reference *r, const NnueNet *const *net, int nets) {
    int *value[COMPARE_MAX_NETS] = {NULL};

    for (int n = 0; n < nets; n++)
        value[n] = static_values(r, net[n]);
    compare_values(out, r, (const int *const *)value, nets);
    for (int n = 0; n < nets; n++)
        free(value[n]);
}

double compare_error(const Reference *r, const NnueNet *net) {
    Comparison c;

    compare_nets(&c, r, &net, 1);
    return c.error[0][ROW_ALL][TARGET_MEAN].value;
}
