/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of tools/train: features and gradients are right, training converges, evaluation is
 * symmetric, and the quantized network agrees with floating point.
 */
#include <math.h>

#include "engine.h"
#include "eval/eval.h"
#include "tests.h"
#include "tools/train/adam.h"
#include "tools/train/pass.h"
#include "tools/train/shuffle.h"
#include "tools/train/trainer.h"

static uint64_t random_state = 11;
static Data data;

static double uniform(void) {
    return (double)(random_next(&random_state) >> 11) / 9007199254740992.0;
}

/* --- positions ------------------------------------------------------------------------------- */

/* Adds a position to the data, unless it is a duplicate, with random score, result and target. */
static void collect(const Position *p, bool chess960) {
    const int score = (int)(random_next(&random_state) % 801) - 400;
    Samples *set = random_next(&random_state) % 8 ? &data.training : &data.validation;
    Sample s;

    (void)chess960;
    if (bb_count(board_occupied(&p->board)) > SAMPLE_PIECES)
        return;
    sample_pack(&s, p, score, (ShardResult)(random_next(&random_state) % 3));
    s.target = (float)(0.05 + 0.9 * uniform());
    for (size_t i = 0; i < set->count; i++)
        if (sample_equal(samples_at(set, i), &s))
            return;
    ck_assert(samples_add(set, &s));
}

/* Adds a position with its evaluation as the target. */
static void collect_evaluated(const Position *p, bool chess960) {
    const size_t training = data.training.count, validation = data.validation.count;
    const float target = (float)(1 / (1 + exp(-eval_position(p, NULL, 0) / 200.0)));

    collect(p, chess960);
    if (data.training.count > training)
        samples_at(&data.training, training)->target = target;
    if (data.validation.count > validation)
        samples_at(&data.validation, validation)->target = target;
}

/* Returns the position with colors swapped and ranks flipped, or with files mirrored, or both. */
static Position transformed(const Position *p, bool swapped, bool mirrored) {
    const unsigned turn = (swapped ? 56u : 0u) ^ (mirrored ? 7u : 0u);
    Position q;

    position_clear(&q);
    for (Bitboard pieces = board_occupied(&p->board); pieces;) {
        const Square s = pop_lsb(&pieces);
        const Color c = bb_has(p->board.color[WHITE], s) ? WHITE : BLACK;

        position_put(&q, swapped ? color_other(c) : c, position_on(p, s),
                     (Square)((unsigned)s ^ turn));
    }
    q.board.turn = (uint8_t)(swapped ? color_other(position_turn(p)) : position_turn(p));
    position_derive(&q);
    return q;
}

static bool same_features(const Features *a, const Features *b) {
    int used[2][NNUE_INPUTS + TERM_INPUTS] = {{0}};

    for (int i = 0; i < a->count; i++) {
        used[0][a->us[i]]++;
        used[1][a->them[i]]++;
    }
    for (int i = 0; i < b->count; i++)
        if (used[0][b->us[i]]-- <= 0 || used[1][b->them[i]]-- <= 0)
            return false;
    return a->pieces == b->pieces && a->count == b->count;
}

static void check_features(const Position *p, bool chess960) {
    const Color us = position_turn(p), them = color_other(us);
    const int mirror = nnue_mirror(board_king(&p->board, us));
    const int their_mirror = nnue_mirror(board_king(&p->board, them));
    Terms terms;
    Features wanted = {.pieces = 0}, found;
    Sample s;

    (void)chess960;
    if (bb_count(board_occupied(&p->board)) > SAMPLE_PIECES)
        return;
    for (Bitboard pieces = board_occupied(&p->board); pieces; wanted.pieces++) {
        const Square at = pop_lsb(&pieces);
        const Color c = bb_has(p->board.color[WHITE], at) ? WHITE : BLACK;

        wanted.us[wanted.pieces] = (uint16_t)nnue_input(us, mirror, c, position_on(p, at), at);
        wanted.them[wanted.pieces] =
            (uint16_t)nnue_input(them, their_mirror, c, position_on(p, at), at);
    }
    wanted.count = wanted.pieces;
    terms_find(&terms, &p->board, p->on);
    for (Color c = WHITE; c <= BLACK; c++)
        for (int i = terms.count[c] - 1; i >= 0; i--, wanted.count++) {
            const int ours = terms.list[c][i] + (us == c ? 0 : TERM_COUNT);

            wanted.us[wanted.count] = (uint16_t)(NNUE_INPUTS + ours);
            wanted.them[wanted.count] = (uint16_t)(NNUE_INPUTS + (ours ^ TERM_COUNT));
        }
    sample_pack(&s, p, 17, RESULT_WHITE_WINS);
    ck_assert_int_eq(s.score, us == WHITE ? 17 : -17);
    ck_assert_int_eq(s.result, us == WHITE ? 2 : 0);
    sample_features(&s, true, &found);
    CLAIM(same_features(&wanted, &found), "%s", tests_fen(p));
    for (int symmetry = 1; symmetry < 4; symmetry++) {
        const Position q = transformed(p, symmetry & 1, symmetry & 2);
        Sample other;

        sample_pack(&other, &q, 17, RESULT_WHITE_WINS);
        sample_features(&other, true, &found);
        CLAIM(same_features(&wanted, &found), "%s, transformation %d", tests_fen(p), symmetry);
        CLAIM(sample_equal(&s, &other) == (symmetry == 1), "%s, transformation %d", tests_fen(p),
              symmetry);
        CLAIM(symmetry != 1 || sample_hash(&s) == sample_hash(&other), "%s", tests_fen(p));
    }
}

/* Features match the definition in nnue.h, and are the same for transformed positions. */
START_TEST(features_are_right) {
    tests_random_games(1, 40, check_features);
}

/* --- forward and backward pass --------------------------------------------------------------- */

/* Returns the logit by the formula of nnue.h, in double precision. */
static double logit_of(const NetShape *shape, const float *params, const Sample *s) {
    Features in;
    double sum;
    int output;

    sample_features(s, true, &in);
    output = nnue_output_bucket(in.pieces, shape->outputs);
    sum = (double)params[shape->output_bias + (size_t)output];
    for (int h = 0; h < shape->hidden; h++)
        for (int half = 0; half < 2; half++) {
            const uint16_t *input = half ? in.them : in.us;
            double x = (double)params[shape->input_bias + (size_t)h];

            for (int i = 0; i < in.pieces; i++)
                x += (double)params[net_input_weight(h, input[i])];
            for (int i = in.pieces; i < in.count && h < shape->term_hidden; i++)
                x += (double)params[net_term_weight(shape, h, input[i] - NNUE_INPUTS)];
            x = x < 0 ? 0 : x > 1 ? 1 : x;
            sum += x * x * (double)params[net_output_weight(shape, output, half, h)];
        }
    return sum;
}

static double exponent = 2; /* exponent of the loss */

static double loss_of(const NetShape *shape, const float *params, const Sample *s, int count) {
    double sum = 0;

    for (int i = 0; i < count; i++) {
        const double error = 1 / (1 + exp(-logit_of(shape, params, &s[i]))) - (double)s[i].target;
        sum += pow(fabs(error), exponent);
    }
    return sum;
}

/* Compares one component of the gradient with a finite difference. */
static void compare_gradient(const NetShape *shape, float *params, const Pass *pass, int count,
                             const float *gradient, size_t place) {
    const float kept = params[place], more = kept + 3e-5F, less = kept - 3e-5F;
    double wanted;

    params[place] = more;
    wanted = loss_of(shape, params, pass->sample, count);
    params[place] = less;
    wanted -= loss_of(shape, params, pass->sample, count);
    params[place] = kept;
    wanted /= (double)(more - less);
    CLAIM(fabs(wanted - (double)gradient[place]) < 2e-5 + 0.01 * fabs(wanted),
          "number %zu of %zu: %g, finite difference %g", place, shape->count,
          (double)gradient[place], wanted);
}

START_ROWS(gradient_is_right, 4) {
    enum { COUNT = 5 };
    const NetShape shape = net_shape(64, 4, _i % 2 ? 32 : 0);
    float *params = calloc(shape.count, sizeof *params);
    float *gradient = calloc(shape.count, sizeof *gradient);
    Pass *pass = pass_new(&shape);
    size_t slopes = 0;

    ck_assert(params && gradient && pass);
    exponent = 1.5 + _i / 2.0;
    net_init(&shape, params, 5);
    for (size_t i = 0; i < shape.count; i++) /* far from zero, some neurons saturated */
        params[i] += (float)(0.3 * uniform() - 0.12);
    tests_random_games(1, 20, collect);
    for (int round = 0; round < 4; round++) {
        double loss;

        for (int i = 0; i < COUNT; i++)
            pass->sample[i] =
                *samples_at(&data.training, random_next(&random_state) % data.training.count);
        memset(gradient, 0, shape.count * sizeof *gradient);
        pass_forward(pass, &shape, params, COUNT);
        for (int i = 0; i < COUNT; i++)
            ck_assert_double_eq_tol((double)pass->logit[i],
                                    logit_of(&shape, params, &pass->sample[i]), 1e-5);
        loss = pass_loss(pass, COUNT, exponent);
        ck_assert_double_eq_tol(loss, loss_of(&shape, params, pass->sample, COUNT), 1e-5);
        pass_backward(pass, &shape, params, gradient, COUNT);
        for (size_t i = shape.input_bias; i < shape.count; i++)
            compare_gradient(&shape, params, pass, COUNT, gradient, i);
        for (size_t i = 0; i < shape.input_bias; i++)
            if (gradient[i] != 0.0F && ++slopes % 8 == 0)
                compare_gradient(&shape, params, pass, COUNT, gradient, i);
    }
    ck_assert_uint_gt(slopes, 2000);
    pass_free(pass);
    free(gradient);
    free(params);
    data_free(&data);
}

/* --- training -------------------------------------------------------------------------------- */

static TrainerSettings settings(void) {
    return (TrainerSettings){.hidden = 32,
                             .outputs = 1,
                             .superbatches = 20,
                             .batch = 128,
                             .threads = 1,
                             .rate = 0.004,
                             .final_rate = 0.0001,
                             .decay = 0.01,
                             .exponent = 2,
                             .ending_lambda = -1,
                             .seed = 3};
}

/* Returns a trainer whose superbatches are epochs, unless a test sets their size. */
static Trainer *new_trainer(TrainerSettings *r) {
    if (!r->superbatch)
        r->superbatch = (int64_t)data.training.count;
    return trainer_new(r, &data);
}

/* Trains all superbatches. Returns the mean loss of the last one, if a superbatch is an epoch. */
static double train(Trainer *t) {
    while (trainer_state(t)->step < trainer_all_batches(t))
        trainer_step(t);
    return trainer_state(t)->loss / (double)data.training.count;
}

/* A thousand positions with random targets are memorized. */
START_TEST(a_thousand_positions_are_memorized) {
    TrainerSettings r = settings();
    Trainer *t;
    double loss;

    tests_random_games(4, 20, collect);
    ck_assert_uint_gt(data.training.count, 1000);
    data.training.count = 1000;
    r.hidden = 64;
    r.superbatches = 100;
    r.batch = 50;
    r.decay = 0;
    ck_assert_ptr_nonnull(t = new_trainer(&r));
    loss = train(t);
    CLAIM(loss < 5e-5, "%g", loss);
    trainer_free(t);
    data_free(&data);
}

START_ROWS(threads_do_not_change_the_result, 2) {
    TrainerSettings r = settings();
    static const int threads[] = {1, 2, 3, 7, 16, 40};
    Trainer *l[ROWS(threads)], *other;
    size_t bytes;

    tests_random_games(3, 40, collect);
    r.outputs = 3;
    r.term_hidden = 32 * _i;
    r.superbatches = 3;
    for (int i = 0; i < ROWS(threads); i++) {
        r.threads = threads[i];
        ck_assert_ptr_nonnull(l[i] = new_trainer(&r));
        train(l[i]);
    }
    r.threads = 1;
    r.seed++;
    ck_assert_ptr_nonnull(other = new_trainer(&r));
    train(other);
    bytes = trainer_shape(other)->count * sizeof(float);
    for (int i = 1; i < ROWS(threads); i++) {
        ck_assert(!memcmp(trainer_state(l[0])->params, trainer_state(l[i])->params, bytes));
        ck_assert(!memcmp(trainer_state(l[0])->moment2, trainer_state(l[i])->moment2, bytes));
        ck_assert_double_eq(trainer_state(l[0])->loss, trainer_state(l[i])->loss);
        ck_assert_double_eq(trainer_validation_loss(l[0], trainer_forward_params(l[0])),
                            trainer_validation_loss(l[i], trainer_forward_params(l[i])));
    }
    ck_assert(memcmp(trainer_state(l[0])->params, trainer_state(other)->params, bytes) != 0);
    for (int i = 0; i < ROWS(threads); i++)
        trainer_free(l[i]);
    trainer_free(other);
    data_free(&data);
}

/* Returns the value by the formula of nnue.h, in integers. */
static int by_formula(const NnueNet *net, const Position *p) {
    const Color us = position_turn(p);
    int64_t sum = 0;
    int output = nnue_output_bucket(bb_count(board_occupied(&p->board)), net->outputs);
    Terms terms;

    terms_find(&terms, &p->board, p->on);
    for (int half = 0; half < 2; half++) {
        const Color view = half ? color_other(us) : us;
        const int mirror = nnue_mirror(board_king(&p->board, view));

        for (int h = 0; h < net->hidden; h++) {
            int x = net->input_bias[h];

            for (Bitboard pieces = board_occupied(&p->board); pieces;) {
                const Square s = pop_lsb(&pieces);
                const Color c = bb_has(p->board.color[WHITE], s) ? WHITE : BLACK;

                x += net->input_weight[nnue_input(view, mirror, c, position_on(p, s), s) *
                                           net->hidden +
                                       h];
            }
            for (Color c = WHITE; c <= BLACK && h < net->term_hidden; c++)
                for (int i = 0; i < terms.count[c]; i++)
                    x += net->term_weight[(terms.list[c][i] + (view == c ? 0 : TERM_COUNT)) *
                                              net->term_hidden +
                                          h];
            x = x < 0 ? 0 : x > NNUE_QA ? NNUE_QA : x;
            sum += x * x * net->output_weight[(2 * output + half) * net->hidden + h];
        }
    }
    return (int)lround(net->scale * ((double)sum / (double)NNUE_QA + net->output_bias[output]) /
                       (NNUE_QA * NNUE_QB));
}

static struct {
    const NetShape *shape;
    const float *params;      /* quantized parameters of the last forward passes */
    const float *unquantized; /* parameters in the trainer's state */
    NnueNet *net;
    size_t count;
    double moved; /* sum of absolute differences in centipawns */
} trained;

/* Compares both values of a position, for scores up to ten pawns. */
static void compare_quantized(const Position *p, bool chess960) {
    double wanted, unquantized;
    int found;
    Sample s;

    (void)chess960;
    if (bb_count(board_occupied(&p->board)) > SAMPLE_PIECES)
        return;
    sample_pack(&s, p, 0, RESULT_DRAW);
    wanted = trained.net->scale * logit_of(trained.shape, trained.params, &s);
    found = nnue_evaluate_full(trained.net, p);
    if (fabs(wanted) > 1000)
        return;
    CLAIM(abs(found - by_formula(trained.net, p)) <= 1, "%s: %d, by the formula %d", tests_fen(p),
          found, by_formula(trained.net, p));
    CLAIM(fabs(wanted - found) <= 3, "%s: %d, in floating point %f", tests_fen(p), found, wanted);
    unquantized = trained.net->scale * logit_of(trained.shape, trained.unquantized, &s);
    trained.moved += fabs(unquantized - found);
    CLAIM(fabs(unquantized - found) <= 50, "%s: %d, unquantized %f", tests_fen(p), found,
          unquantized);
    for (int symmetry = 1; symmetry < 4; symmetry++) {
        const Position q = transformed(p, symmetry & 1, symmetry & 2);
        Sample other;

        sample_pack(&other, &q, 0, RESULT_DRAW);
        ck_assert_double_eq_tol(
            trained.net->scale * logit_of(trained.shape, trained.params, &other), wanted, 1e-6);
        ck_assert_int_eq(nnue_evaluate_full(trained.net, &q), found);
    }
    trained.count++;
}

/*
 * At scale 400 the quantized network is within 3 centipawns of its parameters in floating point
 * (measured: 1.01). The unquantized parameters differ by up to 32.2, of which 50 are allowed, and
 * by 8.2 on average, of which 12 are.
 */
START_ROWS(quantization_error_is_small, SANITIZED ? 1 : 2) {
    TrainerSettings r = settings();
    NetShape shape;
    double before;
    const char *error;
    uint8_t *bytes;
    const float *params;
    Trainer *t;

    tests_random_games(5, 60, collect_evaluated);
    r.outputs = 2;
    r.hidden = 64;
    r.rate = 0.002;
    r.term_hidden = 32 * _i;
    trained.count = 0;
    trained.moved = 0;
    shape = net_shape(r.hidden, r.outputs, r.term_hidden);
    ck_assert_ptr_nonnull(t = new_trainer(&r));
    before = trainer_validation_loss(t, trainer_forward_params(t));
    train(t);
    params = trainer_state(t)->params;
    CLAIM(trainer_validation_loss(t, params) < before / 3, "%f, before %f",
          trainer_validation_loss(t, params), before);
    trained.shape = &shape;
    trained.params = trainer_forward_params(t);
    trained.unquantized = params;
    ck_assert_ptr_ne(trained.params, params);
    ck_assert_double_eq_tol(trainer_validation_loss(t, params),
                            trainer_validation_loss(t, trained.params), 1e-4);
    bytes = net_encode(&shape, params, 400).bytes;
    error = nnue_decode(&trained.net, bytes,
                        nnue_file_size(shape.hidden, shape.outputs, r.term_hidden));
    ck_assert_msg(!error, "%s", error);
    tests_random_games(2, 40, compare_quantized);
    ck_assert_uint_gt(trained.count, 500);
    CLAIM(trained.moved / (double)trained.count <= 12, "%f", trained.moved / (double)trained.count);
    nnue_free(trained.net);
    free(bytes);
    trainer_free(t);
    data_free(&data);
}

static const NnueNet *parent, *child;

static void compare_child(const Position *p, bool chess960) {
    (void)chess960;
    CLAIM(nnue_evaluate_full(child, p) == nnue_evaluate_full(parent, p), "%s: %d instead of %d",
          tests_fen(p), nnue_evaluate_full(child, p), nnue_evaluate_full(parent, p));
}

/* Training from an existing network starts with exactly its values, whatever the new size. */
START_ROWS(start_keeps_the_values, 2) {
    const int terms = 32 * _i; /* of the network to start from */
    static const int more[][3] = {{0, 1, 0},  {32, 1, 0}, {0, 4, 0},
                                  {64, 8, 0}, {0, 1, 32}, {32, 2, 64}};
    TrainerSettings r = settings();
    const char *error;
    NnueNet *first, *next;
    uint8_t *bytes, *again;
    size_t size;
    Trainer *t;

    tests_random_games(2, 40, collect_evaluated);
    r.superbatches = 3;
    r.seed = 8;
    r.term_hidden = terms;
    ck_assert_ptr_nonnull(t = new_trainer(&r));
    train(t);
    size = nnue_file_size(r.hidden, r.outputs, terms);
    bytes = net_encode(trainer_shape(t), trainer_state(t)->params, 400).bytes;
    ck_assert_ptr_null(nnue_decode(&first, bytes, size));
    parent = first;
    trainer_free(t);
    for (int i = 0; i < ROWS(more); i++) {
        const NetShape *shape;
        float *params;

        r.hidden = 32 + more[i][0];
        r.outputs = more[i][1];
        r.seed = 1;
        r.term_hidden = max(terms, more[i][2]);
        ck_assert_ptr_nonnull(t = new_trainer(&r));
        shape = trainer_shape(t);
        params = trainer_state(t)->params;
        net_start(shape, params, parent, 400);
        again = net_encode(shape, params, 400).bytes;
        ck_assert(i || !memcmp(again, bytes, size));
        error = nnue_decode(&next, again, nnue_file_size(r.hidden, r.outputs, r.term_hidden));
        ck_assert_msg(!error, "%s", error);
        child = next;
        tests_random_games(2, 40, compare_child);
        train(t); /* the new neurons learn */
        for (int h = 32; h < r.hidden; h++)
            ck_assert_float_ne(params[net_output_weight(shape, 0, 0, h)], 0);
        for (int h = terms; h < min(32, r.term_hidden); h++)
            ck_assert_float_ne(params[net_term_weight(shape, h, TERM_RING_ATTACKED)], 0);
        nnue_free(next);
        free(again);
        trainer_free(t);
    }
    nnue_free(first);
    free(bytes);
    data_free(&data);
}

static double wanted_sum, found_sum;

static void compare_rescaled(const Position *p, bool chess960) {
    const int wanted = nnue_evaluate_full(parent, p), found = nnue_evaluate_full(child, p);

    (void)chess960;
    wanted_sum += abs(wanted);
    found_sum += abs(found);
    CLAIM(abs(wanted - found) <= 50 + abs(wanted) / 10, "%s: %d instead of %d", tests_fen(p), found,
          wanted);
}

/* A different scale keeps the values in centipawns, up to rounding of the output weights. */
START_TEST(start_keeps_centipawns) {
    const NetShape shape = net_shape(nnue_embedded()->hidden, 8, nnue_embedded()->term_hidden);
    float *params = calloc(shape.count, sizeof *params);
    uint8_t *bytes;
    NnueNet *next;

    ck_assert_ptr_nonnull(params);
    parent = nnue_embedded();
    net_init(&shape, params, 1);
    net_start(&shape, params, parent, parent->scale + 40);
    bytes = net_encode(&shape, params, parent->scale + 40).bytes;
    ck_assert_ptr_null(
        nnue_decode(&next, bytes, nnue_file_size(shape.hidden, shape.outputs, shape.term_hidden)));
    child = next;
    tests_random_games(2, 40, compare_rescaled);
    CLAIM(fabs(found_sum / wanted_sum - 1) < 0.02, "%f", found_sum / wanted_sum);
    nnue_free(next);
    free(bytes);
    free(params);
}

/* The mean of three networks has, up to rounding, the mean of their weights. */
START_TEST(mean_of_networks) {
    const NetShape shape = net_shape(64, 2, 32);
    float *params = calloc(shape.count, sizeof *params);
    const size_t size = nnue_file_size(64, 2, 32);
    NnueNet *net[3], *mean, other;
    NetFile file;

    ck_assert_ptr_nonnull(params);
    for (int i = 0; i < 3; i++) {
        uint8_t *bytes;

        net_init(&shape, params, (uint64_t)i);
        for (size_t k = shape.term_weight; k < shape.output_weight; k++)
            params[k] = (float)((i + 1) * (int)(k % 7)) / 64 - 0.1F;
        params[shape.output_bias] = (float)i;
        bytes = net_encode(&shape, params, 300).bytes;
        ck_assert_ptr_null(nnue_decode(&net[i], bytes, size));
        free(bytes);
        ck_assert_ptr_null(net_differs(net[i], net[0]));
    }
    other = *net[0];
    other.scale = 299;
    ck_assert_ptr_nonnull(net_differs(&other, net[0]));
    other = *net[0];
    other.outputs = 1;
    ck_assert_ptr_nonnull(net_differs(&other, net[0]));
    other = *net[0];
    other.term_hidden = 0;
    ck_assert_ptr_nonnull(net_differs(&other, net[0]));
    file = net_mean(net, 3);
    ck_assert_ptr_null(nnue_decode(&mean, file.bytes, file.size));
    free(file.bytes);
    ck_assert_int_eq(mean->scale, 300);
    for (size_t i = 0; i < (size_t)NNUE_INPUTS * 64; i++)
        ck_assert_int_eq(
            mean->input_weight[i],
            lrint((net[0]->input_weight[i] + net[1]->input_weight[i] + net[2]->input_weight[i]) /
                  3.0));
    for (size_t i = 0; i < (size_t)TERM_INPUTS * 32; i++)
        ck_assert_int_eq(
            mean->term_weight[i],
            lrint((net[0]->term_weight[i] + net[1]->term_weight[i] + net[2]->term_weight[i]) /
                  3.0));
    for (size_t i = 0; i < 64; i++)
        ck_assert_int_eq(
            mean->input_bias[i],
            lrint((net[0]->input_bias[i] + net[1]->input_bias[i] + net[2]->input_bias[i]) / 3.0));
    for (size_t i = 0; i < 2 * 2 * 64; i++)
        ck_assert_int_eq(
            mean->output_weight[i],
            lrint((net[0]->output_weight[i] + net[1]->output_weight[i] + net[2]->output_weight[i]) /
                  3.0));
    ck_assert_int_eq(mean->output_bias[0], net[1]->output_bias[0]);
    for (int i = 0; i < 3; i++)
        nnue_free(net[i]);
    nnue_free(mean);
    free(params);
}

/* The quantized parameters stay within their limits at the highest learning rate. */
START_TEST(weights_are_clipped) {
    TrainerSettings r = settings();
    const NetShape *shape;
    const char *error;
    uint8_t *bytes;
    NnueNet *net;
    Trainer *t;
    float *params;

    tests_random_games(1, 40, collect);
    r.rate = r.final_rate = 1;
    r.superbatches = 20;
    r.decay = 0;
    r.term_hidden = 32;
    ck_assert_ptr_nonnull(t = new_trainer(&r));
    train(t);
    shape = trainer_shape(t);
    params = trainer_state(t)->params;
    for (size_t i = 0; i < shape->output_bias; i++)
        CLAIM(fabsf(params[i]) <= net_limit(shape, i), "%zu: %g", i, (double)params[i]);
    for (int i = 0; i < 16; i++) /* at the limits */
        params[i] = params[shape->output_weight + (size_t)i] =
            i % 2 ? NET_MAX_WEIGHT : -NET_MAX_WEIGHT;
    params[shape->term_weight] = -NET_MAX_TERM;
    params[shape->input_bias] = -NET_MAX_BIAS;
    bytes = net_encode(shape, params, 200).bytes;
    error =
        nnue_decode(&net, bytes, nnue_file_size(shape->hidden, shape->outputs, shape->term_hidden));
    ck_assert_msg(!error, "%s", error);
    ck_assert_int_eq(net->input_weight[0], -NNUE_MAX_INPUT_WEIGHT);
    ck_assert_int_eq(net->input_weight[1], NNUE_MAX_INPUT_WEIGHT);
    ck_assert_int_eq(net->term_weight[0], -NNUE_MAX_TERM_WEIGHT);
    nnue_free(net);
    free(bytes);
    trainer_free(t);
    data_free(&data);
}

/* --- schedules ------------------------------------------------------------------------------- */

/* Superbatches of a part of an epoch, or of several epochs, give the same training. */
START_TEST(superbatches_are_any_length) {
    static const struct { int superbatches; /* in three epochs */ } rows[] = {{1}, {3}, {6}, {12}};
    float *first = NULL;
    size_t bytes = 0;

    tests_random_games(3, 40, collect);
    data.training.count = 1024;
    for (int i = 0; i < ROWS(rows); i++) {
        TrainerSettings r = settings();
        Trainer *t;

        r.superbatches = rows[i].superbatches;
        r.superbatch = 3 * (int64_t)data.training.count / rows[i].superbatches;
        ck_assert_ptr_nonnull(t = new_trainer(&r));
        ck_assert_uint_eq(trainer_batches_per_superbatch(t), 24 / (uint64_t)rows[i].superbatches);
        ck_assert_double_eq_tol(trainer_samples_per_superbatch(t), (double)r.superbatch, 1e-9);
        train(t);
        bytes = trainer_shape(t)->count * sizeof *first;
        if (first)
            ck_assert(!memcmp(first, trainer_state(t)->params, bytes));
        else if ((first = malloc(bytes)))
            memcpy(first, trainer_state(t)->params, bytes);
        trainer_free(t);
    }
    ck_assert_ptr_nonnull(first);
    free(first);
    data_free(&data);
}

/* The learning rate falls from the initial to the final one and never rises. */
START_TEST(learning_rate_decays) {
    TrainerSettings r = settings();
    double last = r.rate;
    Trainer *t;

    tests_random_games(1, 20, collect);
    r.superbatches = 4;
    ck_assert_ptr_nonnull(t = new_trainer(&r));
    ck_assert_double_eq_tol(trainer_learning_rate(t), r.rate, 1e-9);
    for (uint64_t i = 0; i < trainer_batches_per_epoch(t) * 4; i++) {
        ck_assert_double_le(trainer_learning_rate(t), last);
        last = trainer_learning_rate(t);
        trainer_step(t);
    }
    ck_assert_double_eq_tol(last, r.final_rate, 1e-9);
    trainer_free(t);
    data_free(&data);
}

/*
 * During a warm-up of a quarter of the steps the rate grows linearly; afterwards it is the usual
 * one.
 */
START_TEST(warm_up_is_linear) {
    TrainerSettings r = settings();
    Trainer *plain, *warm;
    uint64_t batches, growing = 0;

    tests_random_games(1, 40, collect);
    r.superbatches = 4;
    ck_assert_ptr_nonnull(plain = new_trainer(&r));
    r.warm_up = 25;
    ck_assert_ptr_nonnull(warm = new_trainer(&r));
    batches = trainer_batches_per_epoch(warm);
    ck_assert_uint_ge(batches, 3);
    for (uint64_t i = 0; i < 4 * batches; i++) {
        const double whole = trainer_learning_rate(plain), rate = trainer_learning_rate(warm);

        ck_assert_double_eq_tol(
            rate, i + 1 < batches ? whole * (double)(i + 1) / (double)batches : whole, 1e-12);
        growing += rate < whole;
        trainer_state(plain)->step++;
        trainer_state(warm)->step++;
    }
    ck_assert_uint_eq(growing, batches - 1);
    trainer_free(plain);
    trainer_free(warm);
    data_free(&data);
}

/*
 * Returns the loss of a network that predicts 0.5 everywhere, with these lambdas for 32 pieces and
 * for 2.
 */
static double indifferent_loss(const Samples *set, double opening, double ending) {
    double sum = 0;

    for (size_t i = 0; i < set->count; i++) {
        const Sample *s = samples_at(set, i);
        const double share = (32 - bb_count(s->occupied)) / 30.0;
        const double lambda = (1 - share) * opening + share * ending;
        const double error = lambda * s->result / 2 + (1 - lambda) * (double)s->target - 0.5;

        sum += error * error;
    }
    return sum / (double)set->count;
}

/*
 * Lambda changes linearly from the first value to the last, from the start or from the middle of
 * the steps on, and weights the result. A separate lambda for endgames stays constant.
 */
START_ROWS(lambda_is_linear, 4) {
    TrainerSettings r = settings();
    Trainer *t;
    float *params;
    size_t bytes;

    tests_random_games(1, 40, collect);
    r.lambda[0] = 0.2;
    r.lambda[1] = 0.8;
    r.lambda_from = _i > 1 ? 50 : 0;
    r.ending_lambda = _i % 2 ? 0.9 : -1;
    r.superbatches = 4;
    r.batch = 1000000; /* a step is an epoch */
    ck_assert_ptr_nonnull(t = new_trainer(&r));
    ck_assert_uint_eq(trainer_batches_per_epoch(t), 1);
    params = trainer_state(t)->params;
    bytes = trainer_shape(t)->count * sizeof *params;
    for (int i = 0; i < 4; i++) {
        const double now = _i < 2 ? 0.2 + 0.2 * i : i < 2 ? 0.2 : 0.2 + 0.6 * (2 * i - 3) / 3;

        memset(params, 0, bytes);
        ck_assert_double_eq_tol(trainer_lambda(t), now, 1e-12);
        trainer_step(t);
        ck_assert_double_eq_tol(trainer_state(t)->loss / (double)data.training.count,
                                indifferent_loss(&data.training, now, _i % 2 ? 0.9 : now), 1e-6);
    }
    memset(params, 0, bytes);
    ck_assert_double_eq_tol(trainer_validation_loss(t, params),
                            indifferent_loss(&data.validation, 0.8, _i % 2 ? 0.9 : 0.8), 1e-6);
    trainer_free(t);
    data_free(&data);
}

/* A sample of weight 0.25 counts a quarter in the loss and in the gradient. */
START_TEST(weights_count) {
    const NetShape shape = net_shape(32, 1, 0);
    float *params = calloc(shape.count, sizeof *params);
    Pass *pass = pass_new(&shape);
    double whole[2], loss;
    float slope[2];

    ck_assert(params && pass);
    net_init(&shape, params, 5);
    tests_random_games(1, 20, collect);
    for (int i = 0; i < 2; i++) {
        pass->sample[0] = *samples_at(&data.training, (uint64_t)i);
        pass_forward(pass, &shape, params, 1);
        whole[i] = pass_loss(pass, 1, 2);
        slope[i] = pass->logit_gradient[0];
        ck_assert_float_ne(slope[i], 0);
    }
    for (int i = 0; i < 2; i++)
        pass->sample[i] = *samples_at(&data.training, (uint64_t)i);
    pass->sample[1].weight = 25;
    pass_forward(pass, &shape, params, 2);
    loss = pass_loss(pass, 2, 2);
    ck_assert_double_eq_tol(loss, whole[0] + whole[1] / 4, 1e-9);
    ck_assert_float_eq(pass->logit_gradient[0], slope[0]);
    ck_assert_float_eq_tol(pass->logit_gradient[1], slope[1] / 4, 1e-7F);
    pass_free(pass);
    free(params);
    data_free(&data);
}

/* --- the smaller parts ----------------------------------------------------------------------- */

START_TEST(adam_matches_its_formula) {
    float number[3] = {1, 1, 1}, mean[3] = {0}, square[3] = {0};
    const float gradient[3] = {2, -0.001F, 0};
    AdamStep step = adam_step(1, 0.01, 0.5);

    /* the first step is the learning rate, whatever the gradient; decay is 0.5 % */
    adam_update(&step, number, mean, square, gradient, 3, 1.5F);
    ck_assert_float_eq_tol(number[0], 1 - 0.005F - 0.01F, 1e-5F);
    ck_assert_float_eq_tol(number[1], 1 - 0.005F + 0.01F, 1e-5F);
    ck_assert_float_eq_tol(number[2], 1 - 0.005F, 1e-5F);
    ck_assert_float_eq_tol(mean[0], 0.1F, 1e-6F);
    ck_assert_float_eq_tol(square[0], 0.04F, 1e-6F);
    step = adam_step(2, 0.9, 0);
    adam_update(&step, number, mean, square, gradient, 3, 1.5F);
    ck_assert_float_eq_tol(number[0], 0.085F, 1e-3F);
    ck_assert_float_eq(number[1], 1.5F); /* the limit */
}

START_TEST(shuffles_are_random_permutations) {
    static const uint64_t counts[] = {1, 2, 3, 4, 5, 99, 100, 101, 4096, 12345};
    static bool seen[12345];

    for (int i = 0; i < ROWS(counts); i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            const Shuffle shuffle = shuffle_new(counts[i], seed),
                          next = shuffle_new(counts[i], seed + 1);
            double sum = 0;
            uint64_t unchanged = 0;

            memset(seen, 0, sizeof seen);
            for (uint64_t place = 0; place < counts[i]; place++) {
                const uint64_t at = shuffle_at(&shuffle, place);

                CLAIM(at < counts[i] && !seen[at], "%d: %d", (int)counts[i], (int)place);
                seen[at] = true;
                unchanged += at == place;
                unchanged += at == shuffle_at(&next, place);
                sum += place < counts[i] / 4 ? (double)at : 0;
            }
            if (counts[i] < 1000)
                continue;
            CLAIM(unchanged < 20, "%d of %d", (int)unchanged, (int)counts[i]);
            /* the mean of a quarter of them */
            ck_assert_double_eq_tol(sum / ((double)counts[i] / 4) / (double)counts[i], 0.5, 0.05);
        }
}

enum { SPOOLED = 20000 };

/* For each sample: visits for training and validation, and places in the epochs. */
static struct {
    int training, held;
    uint64_t place[3];
} spooled[SPOOLED];

static bool visit_spooled(void *context, const Sample *s, bool held) {
    int *visits = context;

    ++*visits;
    ck_assert_int_eq(s->weight, 100); /* the weight of the first of equal samples */
    held ? spooled[s->score].held++ : spooled[s->score].training++;
    return true;
}

/* Returns a random sample for the first or second bucket, so that both need several extents. */
static Sample random_sample(int number) {
    Sample s = {.score = (int16_t)number, .weight = 100};

    do
        s.occupied = random_next(&random_state);
    while (sample_hash(&s) >> 56 > 1);
    return s;
}

/*
 * Each sample comes once per epoch, in another order each time; duplicates and held-out samples
 * never come.
 */
START_TEST(spools_keep_samples) {
    char words[200];
    Text error = text_in(words, sizeof words);
    Spool *spool = spool_new("test_train.spool", &error);
    uint64_t duplicates = 0, count, same = 0;
    int visits = 0;

    ck_assert_msg(spool, "%s", words);
    ck_assert_ptr_null(fopen("test_train.spool", "r"));
    for (int i = 0; i < SPOOLED; i++) {
        Sample s = random_sample(i);

        ck_assert(spool_add(spool, &s, i % 7 == 0, &error));
        s.weight = 20;
        s.score = SPOOLED;
        if (i % 10 == 0)
            ck_assert(spool_add(spool, &s, i % 20 == 0, &error));
    }
    ck_assert(spool_finish(spool, visit_spooled, &visits, &duplicates, &error));
    ck_assert_uint_eq(duplicates, SPOOLED / 10);
    ck_assert_int_eq(visits, SPOOLED);
    count = SPOOLED - (SPOOLED + 6) / 7; /* one in seven is held out */
    for (uint64_t epoch = 0; epoch < 3; epoch++)
        for (uint64_t first = 0; first < count; first += 777) {
            const uint64_t n = first + 777 < count ? 777 : count - first;

            ck_assert(spool_load(spool, 5 + epoch / 2, epoch % 2, first, n));
            for (uint64_t i = first; i < first + n; i++) {
                const int number = spool_at(spool, i)->score;

                CLAIM(!spooled[number].place[epoch], "%d comes twice", number);
                spooled[number].place[epoch] = i + 1;
            }
        }
    for (int i = 0; i < SPOOLED; i++) {
        CLAIM(spooled[i].held == (i % 7 == 0) && spooled[i].training == (i % 7 != 0), "%d", i);
        for (int epoch = 0; epoch < 3; epoch++)
            CLAIM((spooled[i].place[epoch] != 0) == (i % 7 != 0), "%d", i);
        same += i % 7 && (spooled[i].place[0] == spooled[i].place[1] ||
                          spooled[i].place[0] == spooled[i].place[2]);
    }
    CLAIM(same < 20, "%d in the same places", (int)same);
    spool_free(spool);
}

/* The fit finds the scale of simulated results, and targets match their formula. */
START_TEST(scale_is_fitted) {
    const Position p = tests_position("8/8/4k3/8/8/3PK3/8/8 b - - 0 1", false);

    for (int i = 0; i < 20000; i++) {
        const int score = (int)(random_next(&random_state) % 1201) - 600;
        const bool won = uniform() < 1 / (1 + exp(-score / 170.0));
        Sample s;

        sample_pack(&s, &p, score, won ? RESULT_WHITE_WINS : RESULT_BLACK_WINS);
        ck_assert(samples_add(i % 2 ? &data.training : &data.validation, &s));
    }
    ck_assert_double_eq_tol(data_fit_scale(&data), 170, 12);
    data_set_targets(&data, 150);
    for (size_t i = 0; i < data.training.count; i++) {
        const Sample *s = samples_at(&data.training, i);

        ck_assert_double_eq_tol((double)s->target, 1 / (1 + exp(-s->score / 150.0)), 1e-6);
    }
    data_free(&data);
}

/* The recursion matches the explicit sum. */
START_ROWS(td_targets_match_their_sum, RESULT_COUNT) {
    int16_t score[12];
    float expected[12];
    ShardGame game = {.score = score, .plies = 12, .result = (ShardResult)_i};
    const double trace = 0.8;

    for (size_t i = 0; i < game.plies; i++)
        score[i] = (int16_t)((int)(random_next(&random_state) % 2001) - 1000);
    data_td_targets(&game, trace, 300, expected);
    for (size_t i = 0; i < game.plies; i++) {
        double sum = 0, weight = 1;

        for (size_t k = i; k < game.plies; k++, weight *= trace)
            sum += weight * (1 - trace) / (1 + exp(-score[k] / 300.0));
        ck_assert_double_eq_tol((double)expected[i], sum + weight * _i / 2, 1e-6);
    }
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("train");
}
