/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of tools/train: inputs and gradients are right, the network learns, it says the same of the
 * same position seen from the other side, and whole numbers say what floating point says.
 */
#include <math.h>

#include "../../tools/train/adam.h"
#include "../../tools/train/learner.h"
#include "../../tools/train/pass.h"
#include "../../tools/train/shuffle.h"
#include "engine.h"
#include "eval.h"
#include "tests.h"

static uint64_t lot = 11;
static Data data;

static double uniform(void) {
    return (double)(random_next(&lot) >> 11) / 9007199254740992.0;
}

/* --- positions ------------------------------------------------------------------------------- */

/* Into the data, if there is no such one; a result and a score out of the air. */
static void collect(const Position *p, bool chess960) {
    const int score = (int)(random_next(&lot) % 801) - 400;
    Store *store = random_next(&lot) % 8 ? &data.learned : &data.held;
    Sample s;

    (void)chess960;
    if (bb_count(board_occupied(&p->board)) > SAMPLE_PIECES)
        return;
    sample_pack(&s, p, score, (ShardResult)(random_next(&lot) % 3));
    s.target = (float)(0.05 + 0.9 * uniform());
    for (size_t i = 0; i < store->count; i++)
        if (sample_is_same(store_at(store, i), &s))
            return;
    ck_assert(store_add(store, &s));
}

/* What the evaluation says is to be learned. */
static void collect_evaluated(const Position *p, bool chess960) {
    const size_t learned = data.learned.count, held = data.held.count;
    const float target = (float)(1 / (1 + exp(-eval_position(p, NULL, 0) / 200.0)));

    collect(p, chess960);
    if (data.learned.count > learned)
        store_at(&data.learned, learned)->target = target;
    if (data.held.count > held)
        store_at(&data.held, held)->target = target;
}

/* The same position with colors exchanged and ranks turned, or with files turned. */
static Position seen(const Position *p, bool exchanged, bool mirrored) {
    const unsigned turn = (exchanged ? 56u : 0u) ^ (mirrored ? 7u : 0u);
    Position q;

    position_clear(&q);
    for (Bitboard pieces = board_occupied(&p->board); pieces;) {
        const Square s = bb_take(&pieces);
        const Color c = bb_has(p->board.color[WHITE], s) ? WHITE : BLACK;

        position_put(&q, exchanged ? color_other(c) : c, position_on(p, s),
                     (Square)((unsigned)s ^ turn));
    }
    q.board.turn = (uint8_t)(exchanged ? color_other(position_turn(p)) : position_turn(p));
    position_derive(&q);
    return q;
}

static bool same_inputs(const Inputs *a, const Inputs *b) {
    bool used[2][NNUE_INPUTS] = {{false}};

    for (int i = 0; i < a->pieces; i++)
        used[0][a->own[i]] = used[1][a->other[i]] = true;
    for (int i = 0; i < b->pieces; i++)
        if (!used[0][b->own[i]] || !used[1][b->other[i]])
            return false;
    return a->pieces == b->pieces;
}

static void check_inputs(const Position *p, bool chess960) {
    const Color us = position_turn(p), them = color_other(us);
    const int mirror = nnue_mirror(board_king(&p->board, us));
    const int their_mirror = nnue_mirror(board_king(&p->board, them));
    Inputs wanted = {.pieces = 0}, found;
    Sample s;

    (void)chess960;
    if (bb_count(board_occupied(&p->board)) > SAMPLE_PIECES)
        return;
    for (Bitboard pieces = board_occupied(&p->board); pieces; wanted.pieces++) {
        const Square at = bb_take(&pieces);
        const Color c = bb_has(p->board.color[WHITE], at) ? WHITE : BLACK;

        wanted.own[wanted.pieces] = (uint16_t)nnue_input(us, mirror, c, position_on(p, at), at);
        wanted.other[wanted.pieces] =
            (uint16_t)nnue_input(them, their_mirror, c, position_on(p, at), at);
    }
    sample_pack(&s, p, 17, RESULT_WHITE_WINS);
    ck_assert_int_eq(s.score, us == WHITE ? 17 : -17);
    ck_assert_int_eq(s.result, us == WHITE ? 2 : 0);
    sample_inputs(&s, &found);
    CLAIM(same_inputs(&wanted, &found), "%s", tests_fen(p));
    for (int way = 1; way < 4; way++) {
        const Position q = seen(p, way & 1, way & 2);
        Sample other;

        sample_pack(&other, &q, 17, RESULT_WHITE_WINS);
        sample_inputs(&other, &found);
        CLAIM(same_inputs(&wanted, &found), "%s, seen in way %d", tests_fen(p), way);
        CLAIM(sample_is_same(&s, &other) == (way == 1), "%s, seen in way %d", tests_fen(p), way);
        CLAIM(way != 1 || sample_hash(&s) == sample_hash(&other), "%s", tests_fen(p));
    }
}

/* They are those of nnue.h, and the same for a position that is turned round. */
START_TEST(inputs_are_right) {
    tests_random_games(1, 40, check_inputs);
}
END_TEST

/* --- forward and back ------------------------------------------------------------------------ */

/* What a network says, from nnue.h and in double precision. */
static double logit_of(const NetShape *shape, const float *numbers, const Sample *s) {
    Inputs in;
    double sum;
    int output;

    sample_inputs(s, &in);
    output = nnue_output_bucket(in.pieces, shape->outputs);
    sum = (double)numbers[shape->output_bias + (size_t)output];
    for (int h = 0; h < shape->hidden; h++)
        for (int half = 0; half < 2; half++) {
            const uint16_t *input = half ? in.other : in.own;
            double x = (double)numbers[shape->input_bias + (size_t)h];

            for (int i = 0; i < in.pieces; i++)
                x += (double)numbers[net_input_weight(h, input[i])];
            x = x < 0 ? 0 : x > 1 ? 1 : x;
            sum += x * x * (double)numbers[net_output_weight(shape, output, half, h)];
        }
    return sum;
}

static double loss_of(const NetShape *shape, const float *numbers, const Sample *s, int count) {
    double sum = 0;

    for (int i = 0; i < count; i++) {
        const double miss = 1 / (1 + exp(-logit_of(shape, numbers, &s[i]))) - (double)s[i].target;
        sum += miss * miss;
    }
    return sum;
}

/* By this number: what differences say and what was found. */
static void compare_slope(const NetShape *shape, float *numbers, const Pass *pass, int count,
                          const float *gradient, size_t place) {
    const float kept = numbers[place], more = kept + 3e-5F, less = kept - 3e-5F;
    double wanted;

    numbers[place] = more;
    wanted = loss_of(shape, numbers, pass->sample, count);
    numbers[place] = less;
    wanted -= loss_of(shape, numbers, pass->sample, count);
    numbers[place] = kept;
    wanted /= (double)(more - less);
    CLAIM(fabs(wanted - (double)gradient[place]) < 2e-5 + 0.01 * fabs(wanted),
          "number %zu of %zu: %g, differences say %g", place, shape->count, (double)gradient[place],
          wanted);
}

START_TEST(gradient_is_right) {
    enum { COUNT = 5 };
    const NetShape shape = net_shape(32, 4);
    float *numbers = calloc(shape.count, sizeof *numbers);
    float *gradient = calloc(shape.count, sizeof *gradient);
    Pass *pass = pass_new(&shape);
    size_t slopes = 0;

    ck_assert(numbers && gradient && pass);
    net_start(&shape, numbers, 5);
    for (size_t i = 0; i < shape.count; i++) /* far from zero, some neurons saturated */
        numbers[i] += (float)(0.3 * uniform() - 0.12);
    tests_random_games(1, 20, collect);
    for (int round = 0; round < 4; round++) {
        double loss;

        for (int i = 0; i < COUNT; i++)
            pass->sample[i] = *store_at(&data.learned, random_next(&lot) % data.learned.count);
        memset(gradient, 0, shape.count * sizeof *gradient);
        pass_forward(pass, &shape, numbers, COUNT);
        for (int i = 0; i < COUNT; i++)
            ck_assert_double_eq_tol((double)pass->logit[i],
                                    logit_of(&shape, numbers, &pass->sample[i]), 1e-5);
        loss = pass_loss(pass, COUNT);
        ck_assert_double_eq_tol(loss, loss_of(&shape, numbers, pass->sample, COUNT), 1e-5);
        pass_back(pass, &shape, numbers, gradient, COUNT);
        for (size_t i = shape.input_bias; i < shape.count; i++)
            compare_slope(&shape, numbers, pass, COUNT, gradient, i);
        for (size_t i = 0; i < shape.input_bias; i++)
            if (gradient[i] != 0.0F && ++slopes % 8 == 0)
                compare_slope(&shape, numbers, pass, COUNT, gradient, i);
    }
    ck_assert_uint_gt(slopes, 2000);
    pass_free(pass);
    free(gradient);
    free(numbers);
    data_free(&data);
}
END_TEST

/* --- learning -------------------------------------------------------------------------------- */

static LearnRules rules(void) {
    return (LearnRules){.hidden = 32,
                        .outputs = 1,
                        .epochs = 20,
                        .batch = 128,
                        .threads = 1,
                        .rate = 0.004,
                        .final_rate = 0.0001,
                        .decay = 0.01,
                        .seed = 3};
}

/* All epochs; the mean loss of the last one. */
static double learn(Learner *l, const LearnRules *r) {
    const uint64_t steps = learner_batches(l) * (uint64_t)r->epochs;

    while (learner_state(l)->step < steps)
        learner_step(l);
    return learner_state(l)->loss / (double)data.learned.count;
}

/* A thousand positions are learned by heart, whatever is said of them. */
START_TEST(a_thousand_positions_are_learned) {
    LearnRules r = rules();
    Learner *l;
    double loss;

    tests_random_games(4, 20, collect);
    ck_assert_uint_gt(data.learned.count, 1000);
    data.learned.count = 1000;
    r.hidden = 64;
    r.epochs = 100;
    r.batch = 50;
    r.decay = 0;
    ck_assert_ptr_nonnull(l = learner_new(&r, &data));
    loss = learn(l, &r);
    CLAIM(loss < 5e-5, "%g", loss);
    learner_free(l);
    data_free(&data);
}
END_TEST

START_TEST(threads_change_nothing) {
    LearnRules r = rules();
    Learner *l[3], *other;
    size_t bytes;

    tests_random_games(3, 40, collect);
    r.outputs = 3;
    r.epochs = 3;
    for (int i = 0; i < 3; i++) {
        r.threads = i + 1;
        ck_assert_ptr_nonnull(l[i] = learner_new(&r, &data));
        learn(l[i], &r);
    }
    r.seed++;
    ck_assert_ptr_nonnull(other = learner_new(&r, &data));
    learn(other, &r);
    bytes = learner_shape(other)->count * sizeof(float);
    for (int i = 1; i < 3; i++) {
        ck_assert(!memcmp(learner_state(l[0])->numbers, learner_state(l[i])->numbers, bytes));
        ck_assert(!memcmp(learner_state(l[0])->square, learner_state(l[i])->square, bytes));
        ck_assert_double_eq(learner_state(l[0])->loss, learner_state(l[i])->loss);
        ck_assert_double_eq(learner_held_loss(l[0], learner_state(l[0])->numbers),
                            learner_held_loss(l[i], learner_state(l[i])->numbers));
    }
    ck_assert(memcmp(learner_state(l[0])->numbers, learner_state(other)->numbers, bytes) != 0);
    for (int i = 0; i < 3; i++)
        learner_free(l[i]);
    learner_free(other);
    data_free(&data);
}
END_TEST

/* The formula of nnue.h, in whole numbers. */
static int by_formula(const NnueNet *net, const Position *p) {
    const Color us = position_turn(p);
    int64_t sum = 0;
    int output = nnue_output_bucket(bb_count(board_occupied(&p->board)), net->outputs);

    for (int half = 0; half < 2; half++) {
        const Color view = half ? color_other(us) : us;
        const int mirror = nnue_mirror(board_king(&p->board, view));

        for (int h = 0; h < net->hidden; h++) {
            int x = net->input_bias[h];

            for (Bitboard pieces = board_occupied(&p->board); pieces;) {
                const Square s = bb_take(&pieces);
                const Color c = bb_has(p->board.color[WHITE], s) ? WHITE : BLACK;

                x += net->input_weight[nnue_input(view, mirror, c, position_on(p, s), s) *
                                           net->hidden +
                                       h];
            }
            x = x < 0 ? 0 : x > NNUE_QA ? NNUE_QA : x;
            sum += x * x * net->output_weight[(2 * output + half) * net->hidden + h];
        }
    }
    return (int)lround(net->scale * ((double)sum / NNUE_QA + net->output_bias[output]) /
                       (NNUE_QA * NNUE_QB));
}

static struct {
    const NetShape *shape;
    const float *numbers;   /* rounded: those that spoke when the training ended */
    const float *unrounded; /* those that learned */
    NnueNet *net;
    size_t count;
    double moved; /* sum of centipawns between both, without signs */
} trained;

/* Where it matters: up to ten pawns ahead. */
static void compare_whole(const Position *p, bool chess960) {
    double wanted, unrounded;
    int found;
    Sample s;

    (void)chess960;
    if (bb_count(board_occupied(&p->board)) > SAMPLE_PIECES)
        return;
    sample_pack(&s, p, 0, RESULT_DRAW);
    wanted = trained.net->scale * logit_of(trained.shape, trained.numbers, &s);
    found = nnue_evaluate_full(trained.net, p);
    if (fabs(wanted) > 1000)
        return;
    CLAIM(abs(found - by_formula(trained.net, p)) <= 1, "%s: %d, by the formula %d", tests_fen(p),
          found, by_formula(trained.net, p));
    CLAIM(fabs(wanted - found) <= 3, "%s: %d, in floating point %f", tests_fen(p), found, wanted);
    unrounded = trained.net->scale * logit_of(trained.shape, trained.unrounded, &s);
    trained.moved += fabs(unrounded - found);
    CLAIM(fabs(unrounded - found) <= 50, "%s: %d, unrounded %f", tests_fen(p), found, unrounded);
    for (int way = 1; way < 4; way++) {
        const Position q = seen(p, way & 1, way & 2);
        Sample other;

        sample_pack(&other, &q, 0, RESULT_DRAW);
        ck_assert_double_eq_tol(
            trained.net->scale * logit_of(trained.shape, trained.numbers, &other), wanted, 1e-6);
        ck_assert_int_eq(nnue_evaluate_full(trained.net, &q), found);
    }
    trained.count++;
}

/*
 * The numbers that the training ends with, which are rounded, play within 3 centipawns at scale 400
 * (measured: 1.01). Those that learned, before they were rounded, are further away: 32.2 measured,
 * so 50 is allowed; in the mean 8.2, so 12 are. What is rounded and what plays say the same of a
 * position that is turned round.
 */
START_TEST(whole_numbers_are_near) {
    LearnRules r = rules();
    NetShape shape;
    double before;
    const char *defect;
    uint8_t *bytes;
    Learner *l;

    tests_random_games(5, 60, collect_evaluated);
    r.outputs = 2;
    r.hidden = 64;
    r.rate = 0.002;
    shape = net_shape(r.hidden, r.outputs);
    ck_assert_ptr_nonnull(l = learner_new(&r, &data));
    before = learner_held_loss(l, learner_state(l)->numbers);
    learn(l, &r);
    CLAIM(learner_held_loss(l, learner_state(l)->numbers) < before / 3, "%f, before %f",
          learner_held_loss(l, learner_state(l)->numbers), before);
    trained.shape = &shape;
    trained.numbers = learner_numbers(l);
    trained.unrounded = learner_state(l)->numbers;
    ck_assert_ptr_ne(trained.numbers, learner_state(l)->numbers);
    ck_assert_double_eq_tol(learner_held_loss(l, learner_state(l)->numbers),
                            learner_held_loss(l, trained.numbers), 1e-4);
    ck_assert_ptr_nonnull(bytes = net_encode(&shape, learner_state(l)->numbers, 400));
    defect = nnue_decode(&trained.net, bytes, nnue_file_size(shape.hidden, shape.outputs));
    ck_assert_msg(!defect, "%s", defect);
    tests_random_games(2, 40, compare_whole);
    ck_assert_uint_gt(trained.count, 500);
    CLAIM(trained.moved / (double)trained.count <= 12, "%f", trained.moved / (double)trained.count);
    nnue_free(trained.net);
    free(bytes);
    learner_free(l);
    data_free(&data);
}
END_TEST

/* However hard the network is pulled, its whole numbers are within their limits. */
START_TEST(limits_hold) {
    LearnRules r = rules();
    const NetShape *shape;
    const char *defect;
    uint8_t *bytes;
    NnueNet *net;
    Learner *l;
    float *numbers;

    tests_random_games(1, 40, collect);
    r.rate = r.final_rate = 1;
    r.epochs = 20;
    r.decay = 0;
    ck_assert_ptr_nonnull(l = learner_new(&r, &data));
    learn(l, &r);
    shape = learner_shape(l);
    numbers = learner_state(l)->numbers;
    for (size_t i = 0; i < shape->output_bias; i++)
        CLAIM(fabsf(numbers[i]) <= net_limit(shape, i), "%zu: %g", i, (double)numbers[i]);
    for (int i = 0; i < 16; i++) /* and at the limits */
        numbers[i] = numbers[shape->output_weight + (size_t)i] =
            i % 2 ? NET_MAX_WEIGHT : -NET_MAX_WEIGHT;
    numbers[shape->input_bias] = -NET_MAX_BIAS;
    ck_assert_ptr_nonnull(bytes = net_encode(shape, numbers, 200));
    defect = nnue_decode(&net, bytes, nnue_file_size(shape->hidden, shape->outputs));
    ck_assert_msg(!defect, "%s", defect);
    ck_assert_int_eq(net->input_weight[0], -NNUE_MAX_INPUT_WEIGHT);
    nnue_free(net);
    free(bytes);
    learner_free(l);
    data_free(&data);
}
END_TEST

/* The rate falls from the first to the final one, and never rises. */
START_TEST(rate_falls) {
    LearnRules r = rules();
    double last = r.rate;
    Learner *l;

    tests_random_games(1, 20, collect);
    r.epochs = 4;
    ck_assert_ptr_nonnull(l = learner_new(&r, &data));
    ck_assert_double_eq_tol(learner_rate(l), r.rate, 1e-9);
    for (uint64_t i = 0; i < learner_batches(l) * 4; i++) {
        ck_assert_double_le(learner_rate(l), last);
        last = learner_rate(l);
        learner_step(l);
    }
    ck_assert_double_eq_tol(last, r.final_rate, 1e-9);
    learner_free(l);
    data_free(&data);
}
END_TEST

/* --- the smaller parts ----------------------------------------------------------------------- */

START_TEST(adam_steps_as_told) {
    float number[3] = {1, 1, 1}, mean[3] = {0}, square[3] = {0};
    const float gradient[3] = {2, -0.001F, 0};
    AdamStep step = adam_step(1, 0.01, 0.5);

    /* at first by the rate, whatever the gradient; and 0.5 % of the number goes */
    adam_move(&step, number, mean, square, gradient, 3, 1.5F);
    ck_assert_float_eq_tol(number[0], 1 - 0.005F - 0.01F, 1e-5F);
    ck_assert_float_eq_tol(number[1], 1 - 0.005F + 0.01F, 1e-5F);
    ck_assert_float_eq_tol(number[2], 1 - 0.005F, 1e-5F);
    ck_assert_float_eq_tol(mean[0], 0.2F, 1e-6F);
    ck_assert_float_eq_tol(square[0], 0.004F, 1e-6F);
    step = adam_step(2, 0.9, 0);
    adam_move(&step, number, mean, square, gradient, 3, 1.5F);
    ck_assert_float_eq_tol(number[0], 0.085F, 1e-3F);
    ck_assert_float_eq(number[1], 1.5F); /* its limit */
}
END_TEST

START_TEST(shuffles_are_random) {
    static const uint64_t counts[] = {1, 2, 3, 4, 5, 99, 100, 101, 4096, 12345};
    static bool met[12345];

    for (int i = 0; i < ROWS(counts); i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            const Shuffle shuffle = shuffle_new(counts[i], seed),
                          next = shuffle_new(counts[i], seed + 1);
            double sum = 0;
            uint64_t stay = 0;

            memset(met, 0, sizeof met);
            for (uint64_t place = 0; place < counts[i]; place++) {
                const uint64_t at = shuffle_at(&shuffle, place);

                CLAIM(at < counts[i] && !met[at], "%d: %d", (int)counts[i], (int)place);
                met[at] = true;
                stay += at == place;
                stay += at == shuffle_at(&next, place);
                sum += place < counts[i] / 4 ? (double)at : 0;
            }
            if (counts[i] < 1000)
                continue;
            CLAIM(stay < 20, "%d of %d", (int)stay, (int)counts[i]);
            /* the mean of a quarter of them */
            ck_assert_double_eq_tol(sum / ((double)counts[i] / 4) / (double)counts[i], 0.5, 0.05);
        }
}
END_TEST

/* Scores whose sigmoid is the chance to win: the scale is found, and targets are what was said. */
START_TEST(scale_is_found) {
    const Position p = tests_position("8/8/4k3/8/8/3PK3/8/8 b - - 0 1", false);

    for (int i = 0; i < 20000; i++) {
        const int score = (int)(random_next(&lot) % 1201) - 600;
        const bool won = uniform() < 1 / (1 + exp(-score / 170.0));
        Sample s;

        sample_pack(&s, &p, score, won ? RESULT_WHITE_WINS : RESULT_BLACK_WINS);
        ck_assert(store_add(i % 2 ? &data.learned : &data.held, &s));
    }
    ck_assert_double_eq_tol(data_scale(&data), 170, 12);
    data_aim(&data, 150, 0.25);
    for (size_t i = 0; i < data.learned.count; i++) {
        const Sample *s = store_at(&data.learned, i);

        ck_assert_double_eq_tol((double)s->target,
                                0.125 * s->result + 0.75 / (1 + exp(-s->score / 150.0)), 1e-6);
    }
    data_free(&data);
}
END_TEST

/* Traces: held against the sum that they are. */
START_TEST(later_moves_count) {
    int16_t score[12];
    float expected[12];
    ShardGame game = {.score = score, .plies = 12, .result = (ShardResult)_i};
    const double trace = 0.8;

    for (size_t i = 0; i < game.plies; i++)
        score[i] = (int16_t)((int)(random_next(&lot) % 2001) - 1000);
    data_expect(&game, trace, 300, expected);
    for (size_t i = 0; i < game.plies; i++) {
        double sum = 0, weight = 1;

        for (size_t k = i; k < game.plies; k++, weight *= trace)
            sum += weight * (1 - trace) / (1 + exp(-score[k] / 300.0));
        ck_assert_double_eq_tol((double)expected[i], sum + weight * _i / 2, 1e-6);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("train");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_test(tests, inputs_are_right);
    tcase_add_test(tests, gradient_is_right);
    tcase_add_test(tests, a_thousand_positions_are_learned);
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, whole_numbers_are_near);
    tcase_add_test(tests, limits_hold);
    tcase_add_loop_test(tests, later_moves_count, 0, RESULT_COUNT);
    tcase_add_test(tests, rate_falls);
    tcase_add_test(tests, adam_steps_as_told);
    tcase_add_test(tests, shuffles_are_random);
    tcase_add_test(tests, scale_is_found);
    return tests_run(suite);
}
