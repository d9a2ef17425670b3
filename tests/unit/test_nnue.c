/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of nnue.h: valid and invalid files, and incremental accumulators against a full refresh. */
#define _POSIX_C_SOURCE 200809L
#include "eval/nnue.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "engine.h"
#include "nets.h"

/* --- a reference implementation of the definition in nnue.h ----------------------------------- */

static int64_t activation(int64_t x) {
    const int64_t clamped = x < 0 ? 0 : x > NNUE_QA ? NNUE_QA : x;

    return clamped * clamped;
}

/* Returns the sum of the weights of a neuron for the evaluation terms. */
static int64_t term_sum(const NnueNet *net, const Position *p, Color view, int neuron) {
    int64_t sum = 0;
    Terms terms;

    terms_find(&terms, &p->board, p->on);
    for (Color own = WHITE; own <= BLACK; own++)
        for (int i = 0; i < terms.count[own]; i++) {
            const int input = terms.list[own][i] + (own == view ? 0 : 256);

            sum += net->term_weight[input * net->term_hidden + neuron];
        }
    return sum > 8191 ? 8191 : sum < -8191 ? -8191 : sum;
}

static int reference_value(const NnueNet *net, const Position *p) {
    const Color us = position_turn(p);
    const int pieces = bb_count(board_occupied(&p->board)), o = (pieces - 2) * net->outputs / 31;
    int64_t total = 0, value;

    for (int side = 0; side < 2; side++) {
        const Color view = side ? color_other(us) : us;
        const Square king = board_king(&p->board, view);
        const bool east = square_file(king) > 3;

        for (int h = 0; h < net->hidden; h++) {
            int64_t sum = net->input_bias[h];

            for (Square s = A1; s < SQUARE_COUNT; s++) {
                const int file = east ? 7 - square_file(s) : square_file(s);
                const int rank = view == WHITE ? square_rank(s) : 7 - square_rank(s);
                int input;

                if (position_on(p, s) == NO_PIECE)
                    continue;
                input = (bb_has(p->board.color[view], s) ? 0 : 384) + 64 * (int)position_on(p, s) +
                        8 * rank + file;
                sum += net->input_weight[input * net->hidden + h];
            }
            if (h < net->term_hidden)
                sum += term_sum(net, p, view, h);
            total += activation(sum) * net->output_weight[(o * 2 + side) * net->hidden + h];
        }
    }
    value = (total / 255 + net->output_bias[o]) * net->scale;
    return (int)(value / (255 * 64));
}

static const struct {
    int hidden, outputs;
    bool full;
    int term_hidden;
} shapes[] = {{32, 1, false, 0},  {64, 1, false, 32}, {64, 8, true, 0},
              {96, 3, false, 96}, {288, 2, true, 32}, {1024, 4, true, 0}};

static NnueNet *new_net(int i) {
    return nets_term_new(shapes[i].hidden, shapes[i].outputs, shapes[i].term_hidden, (uint64_t)i,
                         shapes[i].full);
}

/* --- inference ------------------------------------------------------------------------------- */

enum { LONGEST = 120 };

/* Plays a random game. Returns the number of its positions. */
static int play(Position game[LONGEST], const char *fen, uint64_t *random) {
    int count = 1;

    ck_assert_ptr_null(fen_parse(&game[0], word_of(fen), true));
    for (; count < LONGEST; count++) {
        Move list[MAX_MOVES];
        const size_t moves = movegen_all(&game[count - 1].board, list);

        if (!moves)
            break;
        position_play(&game[count], &game[count - 1], list[random_next(random) % moves]);
    }
    return count;
}

static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4k3/8/8/3K4/P6p/8 w - - 0 1",
};

/*
 * Evaluates lines that grow, are cut back and grow differently, as in a search; then another game
 * follows.
 */
static void random_line(const NnueNet *net, const char *instructions, uint64_t random) {
    static Position game[LONGEST];
    NnueNet by_kernel = *net;
    NnueCache *cache;

    ck_assert_ptr_nonnull(by_kernel.kernel = nnue_simd_kernel(instructions));
    ck_assert_ptr_nonnull(cache = nnue_cache_new(&by_kernel, LONGEST));
    for (int i = 0; i < ROWS(starts); i++) {
        const int count = play(game, starts[i], &random);

        for (int step = 0; step < 200; step++) {
            const int from = (int)(random_next(&random) % (uint64_t)count);
            const int skip = (int)(random_next(&random) % 8);

            for (int ply = from; ply < count && ply < from + 6; ply++) {
                const int shown = skip ? ply : ply / 2;

                if (random_next(&random) % 4 == 0)
                    continue;
                CLAIM(nnue_evaluate(cache, &game[ply], shown) ==
                          nnue_evaluate_full(net, &game[ply]),
                      "%s: %s", instructions, tests_fen(&game[ply]));
                CLAIM(nnue_cache_holds(cache, &game[ply], shown), "%s: %s", instructions,
                      tests_fen(&game[ply]));
            }
        }
    }
    nnue_cache_free(cache);
}

START_ROWS(updates_equal_refresh, ROWS(shapes)) {
    NnueNet *net = new_net(_i);
    int sets = 0;

    while (nnue_simd_name(sets))
        random_line(net, nnue_simd_name(sets++), 7 + (uint64_t)_i);
    ck_assert_int_ge(sets, 1);
    nnue_free(net);
}

START_ROWS(refresh_equals_definition, ROWS(shapes)) {
    static Position game[LONGEST];
    NnueNet *net = new_net(_i);
    uint64_t random = 5;
    int different = 0, last = 0;

    for (int i = 0; i < ROWS(starts); i++) {
        const int count = play(game, starts[i], &random);

        for (int ply = 0; ply < count; ply += 3) {
            const int value = nnue_evaluate_full(net, &game[ply]);

            CLAIM(value == reference_value(net, &game[ply]), "%s: %d and %d", tests_fen(&game[ply]),
                  value, reference_value(net, &game[ply]));
            different += value != last;
            last = value;
        }
    }
    ck_assert_int_gt(different, 20);
    nnue_free(net);
}

/* Returns true if the last move was castling: both a king and a rook have moved. */
static bool has_castled(const Position *before, const Position *after) {
    const Color c = position_turn(before);

    return board_king(&before->board, c) != board_king(&after->board, c) &&
           board_pieces(&before->board, c, ROOK) != board_pieces(&after->board, c, ROOK);
}

/* Whole games, move by move: kings cross the mirror line, also by castling and in Chess960. */
START_ROWS(kings_cross_the_mirror_line, 2) {
    static const char *const kings[] = {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                                        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
                                        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"};
    static Position game[LONGEST];
    NnueNet *net = nets_term_new(32, 2, 32 * _i, 3, true);
    NnueCache *cache = nnue_cache_new(net, LONGEST);
    uint64_t random = 17;
    int crossings = 0, castlings = 0;

    for (int i = 0; i < 60; i++) {
        const int count = play(game, kings[i % ROWS(kings)], &random);

        for (int ply = 0; ply < count; ply++) {
            const Position *p = &game[ply], *last = ply ? p - 1 : p;
            const Color c = position_turn(last);
            const Square from = board_king(&last->board, c), to = board_king(&p->board, c);

            CLAIM(nnue_evaluate(cache, p, ply) == reference_value(net, p), "%s", tests_fen(p));
            CLAIM(nnue_cache_holds(cache, p, ply), "%s", tests_fen(p));
            crossings += nnue_mirror(from) != nnue_mirror(to);
            castlings += ply && has_castled(last, p);
        }
    }
    ck_assert_int_gt(crossings, 50);
    ck_assert_int_gt(castlings, 4);
    nnue_cache_free(cache);
    nnue_free(net);
}

/*
 * The largest weights of 32 pieces and their evaluation terms, of either sign, do not overflow. In
 * the third row the limit of the terms just balances the bias.
 */
START_ROWS(limits_do_not_overflow, 3) {
    enum { HIDDEN = 32 };
    const int sign = _i ? -1 : 1, piece = _i < 2 ? sign * NNUE_MAX_INPUT_WEIGHT : 0;
    const int term = _i < 2 ? sign * NNUE_MAX_TERM_WEIGHT : NNUE_MAX_TERM_WEIGHT;
    int16_t *number = malloc((NNUE_INPUTS + TERM_INPUTS + 3) * HIDDEN * sizeof *number);
    const size_t inputs = (size_t)(NNUE_INPUTS + TERM_INPUTS) * HIDDEN;
    const size_t size = nnue_file_size(HIDDEN, 1, HIDDEN);
    NnueNet net = {.hidden = HIDDEN, .outputs = 1, .scale = 300, .term_hidden = HIDDEN};
    uint8_t *bytes = malloc(size);
    const Position p = tests_position("rnbqkbnr/8/8/PPPPPPPP/pppppppp/8/8/RNBQKBNR w - - 0 1",
                                      true); /* many terms */
    NnueNet *read;
    Terms terms;

    ck_assert(number && bytes);
    terms_find(&terms, &p.board, p.on);
    ck_assert_int_gt((terms.count[WHITE] + terms.count[BLACK]) * NNUE_MAX_TERM_WEIGHT,
                     NNUE_MAX_TERM_SUM);
    for (size_t i = 0; i < inputs; i++)
        number[i] = (int16_t)(i < NNUE_INPUTS * HIDDEN ? piece : term);
    for (size_t i = 0; i < HIDDEN; i++) {
        number[inputs + i] = (int16_t)(sign * NNUE_MAX_INPUT_BIAS);
        number[inputs + HIDDEN + i] = number[inputs + 2 * HIDDEN + i] = NNUE_MAX_OUTPUT_WEIGHT;
    }
    net.input_weight = number;
    net.term_weight = number + NNUE_INPUTS * HIDDEN;
    net.input_bias = number + inputs;
    net.output_weight = number + inputs + HIDDEN;
    nnue_encode(&net, bytes);
    read = nets_decode(bytes, size);
    ck_assert_int_eq(reference_value(read, &p), _i ? 0 : 300 * 2 * HIDDEN * 127 / 64);
    for (int set = 0; nnue_simd_name(set); set++) {
        NnueCache *cache;

        read->kernel = nnue_simd_kernel(nnue_simd_name(set));
        cache = nnue_cache_new(read, 1);
        ck_assert_int_eq(nnue_evaluate(cache, &p, 0), reference_value(read, &p));
        ck_assert(nnue_cache_holds(cache, &p, 0));
        nnue_cache_free(cache);
    }
    nnue_free(read);
    free(number);
}

START_TEST(cache_holds) {
    NnueNet *net = nets_new(32, 1, 1, false);
    NnueCache *cache = nnue_cache_new(net, 2);
    const Position p = tests_position(starts[0], true), q = tests_position(starts[1], true);

    ck_assert(!nnue_cache_holds(cache, &p, 0));
    nnue_evaluate(cache, &p, 0);
    ck_assert(nnue_cache_holds(cache, &p, 0));
    ck_assert(!nnue_cache_holds(cache, &q, 0));
    ck_assert(!nnue_cache_holds(cache, &p, 1));
    nnue_cache_free(cache);
    nnue_free(net);
}

START_TEST(unknown_instructions_are_refused) {
    ck_assert_ptr_null(nnue_simd_kernel("abacus"));
    ck_assert_ptr_nonnull(nnue_simd_kernel("baseline"));
    ck_assert_ptr_null(nnue_simd_name(-1));
    ck_assert_pstr_eq(nnue_init("abacus"), "this machine does not support these instructions");
    for (int set = 0; nnue_simd_name(set); set++)
        ck_assert_pstr_eq(nnue_init(nnue_simd_name(set)), NULL);
}

/* The output bucket in use gives the value; the others give different ones. */
START_TEST(bucket_in_use) {
    NnueNet *net = nets_new(64, 4, 5, true);
    Position p = tests_position(starts[1], true);

    for (int pieces = bb_count(board_occupied(&p.board)); pieces > 2; pieces--) {
        const int bucket = nnue_output_bucket(pieces, net->outputs);
        const Bitboard kings = p.board.piece[KING];

        for (int o = 0; o < net->outputs; o++)
            ck_assert_int_eq(nnue_evaluate_bucket(net, &p, o) == nnue_evaluate_full(net, &p),
                             o == bucket);
        position_empty(&p, bb_first(board_occupied(&p.board) & ~kings));
    }
    nnue_free(net);
}

START_TEST(output_buckets) {
    int last = 0;

    for (int outputs = 1; outputs <= NNUE_MAX_OUTPUTS; outputs++) {
        ck_assert_int_eq(nnue_output_bucket(2, outputs), 0);
        ck_assert_int_eq(nnue_output_bucket(32, outputs), outputs - 1);
        ck_assert_int_eq(nnue_output_bucket(40, outputs), outputs - 1);
        last = 0;
        for (int pieces = 2; pieces <= 32; pieces++) {
            ck_assert_int_ge(nnue_output_bucket(pieces, outputs), last);
            ck_assert_int_le(nnue_output_bucket(pieces, outputs), last + 1);
            last = nnue_output_bucket(pieces, outputs);
        }
    }
}

/* --- files ----------------------------------------------------------------------------------- */

START_ROWS(file_round_trip, ROWS(shapes)) {
    size_t size, again;
    uint8_t *bytes = nets_term_file(shapes[_i].hidden, shapes[_i].outputs, shapes[_i].term_hidden,
                                    3, shapes[_i].full, &size);
    uint8_t *copy;
    NnueNet *net = NULL;

    ck_assert_ptr_null(nnue_decode(&net, bytes, size));
    ck_assert_int_eq(net->hidden, shapes[_i].hidden);
    ck_assert_int_eq(net->outputs, shapes[_i].outputs);
    ck_assert_int_eq(net->scale, 300);
    ck_assert_int_eq(net->term_hidden, shapes[_i].term_hidden);
    ck_assert_int_eq(bytes[8], net->term_hidden ? 4 : 1);
    ck_assert_uint_eq((uintptr_t)net->input_weight % 64, 0);
    again = nnue_file_size(net->hidden, net->outputs, net->term_hidden);
    ck_assert_uint_eq(again, size);
    copy = malloc(again);
    nnue_encode(net, copy);
    ck_assert_int_eq(memcmp(bytes, copy, size), 0);
    nnue_free(net);
    free(bytes);
    free(copy);
}

/* The known checksum of "123456789"; splitting the input makes no difference. */
START_TEST(checksum_of_digits) {
    const uint8_t digits[] = "x123456789123456789123456789";
    const uint32_t whole = checksum_crc32(0, digits + 1, 27);

    ck_assert_uint_eq(checksum_crc32(0, digits + 1, 9), 0xcbf43926);
    ck_assert_uint_eq(checksum_crc32(0, digits, 0), 0);
    for (size_t cut = 0; cut <= 27; cut++)
        ck_assert_uint_eq(
            checksum_crc32(checksum_crc32(0, digits + 1, cut), digits + 1 + cut, 27 - cut), whole);
}

/* Corrects the checksum of a changed file. */
static void fix_checksum(uint8_t *bytes, size_t size) {
    uint32_t crc;

    memset(bytes + 28, 0, 4);
    crc = checksum_crc32(0, bytes, size);
    for (int i = 0; i < 4; i++)
        bytes[28 + i] = (uint8_t)(crc >> 8 * i);
}

static const char *decode(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1); /* a sanitizer detects reads beyond its end */
    NnueNet *net = NULL;
    const char *error;

    memcpy(copy, bytes, size);
    error = nnue_decode(&net, copy, size);
    ck_assert(!error == (net != NULL));
    nnue_free(net);
    free(copy);
    return error;
}

START_ROWS(cut_and_lengthened_files_are_refused, 2) {
    size_t size;
    uint8_t *bytes = nets_term_file(32, 2, 32 * _i, 3, false, &size);
    uint8_t *longer = calloc(1, size + 1);

    for (size_t length = 0; length < size; length += length < 100 ? 1 : 997)
        ck_assert_ptr_nonnull(decode(bytes, length));
    memcpy(longer, bytes, size);
    ck_assert_str_eq(decode(longer, size + 1), "there is extra data at its end");
    ck_assert_str_eq(decode(bytes, size - 1), "the file is truncated");
    ck_assert_ptr_null(decode(bytes, size));
    free(bytes);
    free(longer);
}

START_ROWS(every_changed_byte_is_noticed, 2) {
    size_t size;
    uint8_t *bytes = nets_term_file(32, 2, 32 * _i, 3, false, &size);

    for (size_t at = 0; at < size; at += at < 100 ? 1 : 1009) {
        bytes[at] ^= 0x10;
        ck_assert_msg(decode(bytes, size) != NULL, "byte %zu", at);
        bytes[at] ^= 0x10;
    }
    ck_assert_ptr_null(decode(bytes, size));
    free(bytes);
}

/* A changed header field or weight, with a correct checksum. */
typedef struct {
    int at; /* offset; from the end if negative */
    int bytes;
    long value;
    const char *error;
} Forgery;

static const Forgery forgeries[] = {
    {8, 2, 0, "its version is not supported"},
    {8, 2, 2, "its version is not supported"},
    {8, 2, 3, "its version is not supported"},
    {8, 2, 4, "its number of neurons with evaluation terms is not supported"},
    {8, 2, 5, "its version is not supported"},
    {10, 2, 769, "its shape is not supported"},
    {12, 2, 0, "its shape is not supported"},
    {12, 2, 33, "its shape is not supported"},
    {12, 2, 1056, "its shape is not supported"},
    {12, 2, 64, "its length is not that of its shape"},
    {14, 2, 0, "its shape is not supported"},
    {14, 2, 9, "its shape is not supported"},
    {16, 2, 256, "its shape is not supported"},
    {18, 2, 65, "its shape is not supported"},
    {20, 2, 0, "its shape is not supported"},
    {20, 2, 4001, "its shape is not supported"},
    {22, 2, 32, "its number of neurons with evaluation terms is not supported"},
    {24, 4, 0, "its length is not that of its shape"},
    {32, 2, 506, "a number in it is out of range"},
    {32, 2, -506, "a number in it is out of range"},
    {32 + 768 * 32 * 2, 2, 8192, "a number in it is out of range"},
    {32 + 769 * 32 * 2, 2, 128, "a number in it is out of range"},
    {-4, 4, 2000000, "a number in it is out of range"},
    {-8, 4, -2000000, "a number in it is out of range"},
    {32, 2, 505, NULL},
    {32, 2, -505, NULL},
    {32 + 768 * 32 * 2, 2, -8191, NULL},
    {32 + 769 * 32 * 2, 2, -127, NULL},
    {-4, 4, -1000000, NULL},
};

/* The same with evaluation terms for all 32 neurons. */
static const Forgery term_forgeries[] = {
    {8, 2, 1, "its number of neurons with evaluation terms is not supported"},
    {8, 2, 2, "its version is not supported"},
    {22, 2, 0, "its number of neurons with evaluation terms is not supported"},
    {22, 2, 31, "its number of neurons with evaluation terms is not supported"},
    {22, 2, 64, "its number of neurons with evaluation terms is not supported"},
    {22, 2, 0x8020, "its number of neurons with evaluation terms is not supported"},
    {32, 2, 506, "a number in it is out of range"},
    {32 + 768 * 32 * 2 - 2, 2, -505, NULL},
    {32 + 768 * 32 * 2, 2, 127, NULL},
    {32 + 768 * 32 * 2, 2, 128, "a number in it is out of range"},
    {32 + 1280 * 32 * 2 - 2, 2, -127, NULL},
    {32 + 1280 * 32 * 2 - 2, 2, -128, "a number in it is out of range"},
    {32 + 1280 * 32 * 2, 2, 8191, NULL},
    {32 + 1280 * 32 * 2, 2, 8192, "a number in it is out of range"},
};

static void check_forgery(const Forgery *f, int term_hidden) {
    size_t size;
    uint8_t *bytes = nets_term_file(32, 2, term_hidden, 3, false, &size);
    uint8_t *at = f->at < 0 ? bytes + size + f->at : bytes + f->at;

    for (int i = 0; i < f->bytes; i++)
        at[i] = (uint8_t)((unsigned long)f->value >> 8 * i);
    fix_checksum(bytes, size);
    ck_assert_pstr_eq(decode(bytes, size), f->error);
    free(bytes);
}

START_ROWS(bad_numbers_are_refused, ROWS(forgeries)) {
    check_forgery(&forgeries[_i], 0);
}

START_ROWS(bad_terms_are_refused, ROWS(term_forgeries)) {
    check_forgery(&term_forgeries[_i], 32);
}

START_TEST(unreadable_files) {
    NnueNet *net = NULL;

    ck_assert_str_eq(nnue_read(&net, "/no/such/file"), "there is no such file");
    ck_assert_ptr_nonnull(nnue_read(&net, "/"));
    ck_assert_ptr_nonnull(nnue_read(&net, "/dev/null"));
    ck_assert_ptr_nonnull(nnue_read(&net, "README.md"));
    ck_assert_ptr_null(net);
}

/* A pipe is rejected, as opening it would wait for a writer forever. */
START_TEST(a_pipe_is_no_file) {
    char folder[] = "/tmp/alula-nnue-XXXXXX", path[64];
    NnueNet *net = NULL;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    alarm(20);
    ck_assert_str_eq(nnue_read(&net, path), "this is not a regular file");
    alarm(0);
    remove(path);
    remove(folder);
}

/* Returns the checksum in the text file of a network; 0 if missing. */
static uint32_t checksum_in_text(const char *path) {
    FILE *file = fopen(path, "r");
    char line[512];
    unsigned checksum = 0;

    ck_assert_ptr_nonnull(file);
    while (!checksum && fgets(line, sizeof line, file))
        sscanf(line, "checksum %x", &checksum);
    fclose(file);
    return checksum;
}

/* The embedded network is a valid network file. */
START_TEST(embedded_network_is_valid) {
    static Position game[LONGEST];
    const NnueNet *net = nnue_embedded();
    const size_t count = nnue_file_size(net->hidden, net->outputs, net->term_hidden);
    uint8_t *bytes = malloc(count);
    const size_t hidden = (size_t)net->hidden, outputs = (size_t)net->outputs;
    uint64_t random = 5;
    NnueNet *read = NULL, *file = NULL;

    nnue_encode(net, bytes);
    ck_assert_pstr_eq(nnue_decode(&read, bytes, count), NULL);
    ck_assert_int_eq(net->hidden, read->hidden);
    ck_assert_int_eq(net->outputs, read->outputs);
    ck_assert_int_eq(net->scale, read->scale);
    ck_assert_int_eq(net->term_hidden, read->term_hidden);
    ck_assert_uint_eq(net->checksum, read->checksum);
    ck_assert_int_eq(
        memcmp(net->input_weight, read->input_weight, NNUE_INPUTS * hidden * sizeof(int16_t)), 0);
    ck_assert_int_eq(memcmp(net->term_weight, read->term_weight,
                            TERM_INPUTS * (size_t)net->term_hidden * sizeof(int16_t)),
                     0);
    ck_assert_int_eq(memcmp(net->input_bias, read->input_bias, hidden * sizeof(int16_t)), 0);
    ck_assert_int_eq(
        memcmp(net->output_weight, read->output_weight, outputs * 2 * hidden * sizeof(int16_t)), 0);
    ck_assert_int_eq(
        memcmp(net->output_bias, read->output_bias, outputs * sizeof *net->output_bias), 0);
    for (size_t input = 0; input < NNUE_INPUTS; input++)
        ck_assert_uint_eq((uintptr_t)(net->input_weight + input * hidden) % 64, 0);
    ck_assert_uint_eq((uintptr_t)net->input_bias % 64, 0);
    ck_assert_uint_eq((uintptr_t)net->output_weight % 64, 0);
    for (int i = 0; i < ROWS(starts); i++)
        for (int ply = play(game, starts[i], &random) - 1; ply >= 0; ply--)
            ck_assert_int_eq(nnue_evaluate_full(net, &game[ply]),
                             nnue_evaluate_full(read, &game[ply]));
    for (int set = 0; nnue_simd_name(set); set++)
        random_line(net, nnue_simd_name(set), 3);
    /* it equals the file of the repository, unchanged since the build */
    ck_assert_pstr_eq(nnue_read(&file, "nets/alula.nn"), NULL);
    ck_assert_uint_eq(file->checksum, net->checksum);
    ck_assert_uint_eq(nnue_file_checksum(bytes), net->checksum);
    ck_assert_uint_eq(checksum_in_text("nets/alula.txt"), net->checksum);
    free(bytes);
    nnue_free(file);
    nnue_free(read);
}

/* The embedded network knows the value of a queen. */
START_TEST(embedded_network_values_queen) {
    const Position start = tests_position(FEN_START, false);
    const Position ahead =
        tests_position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);

    ck_assert_int_lt(abs(nnue_evaluate_full(nnue_embedded(), &start)), 60);
    ck_assert_int_gt(nnue_evaluate_full(nnue_embedded(), &ahead), 500);
}

/* --- in the engine --------------------------------------------------------------------------- */

static void record(void *context, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(SearchInfo *)context = event->info;
}

static SearchInfo search_by(Engine *e, SearchInfo *seen, int depth) {
    const Limits limits = {.depth = depth};

    engine_clear(e);
    engine_go(e, &limits);
    engine_wait(e);
    return *seen;
}

/* Debug builds compare accumulators with a full refresh; see nnue_evaluate(). */
START_ROWS(an_engine_searches_by_a_network_and_back, 2) {
    static SearchInfo seen;
    Engine *e = engine_new(1 << 20, record, &seen);
    NnueNet *net = nets_term_new(64, 2, 32 * _i, 9, false);
    SearchInfo embedded, by_net, again;

    ck_assert_ptr_nonnull(e);
    embedded = search_by(e, &seen, 7);
    ck_assert_ptr_null(engine_set_net(e, net));
    by_net = search_by(e, &seen, 7);
    ck_assert_ptr_null(engine_resize(e, 1 << 20, 2));
    search_by(e, &seen, 7);
    ck_assert_ptr_null(engine_resize(e, 1 << 20, 1));
    again = search_by(e, &seen, 7);
    ck_assert_uint_eq(by_net.nodes, again.nodes);
    ck_assert_uint_ne(by_net.nodes, embedded.nodes);
    ck_assert_ptr_null(engine_set_net(e, NULL));
    again = search_by(e, &seen, 7);
    ck_assert_uint_eq(embedded.nodes, again.nodes);
    engine_free(e);
    nnue_free(net);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("nnue");
}
