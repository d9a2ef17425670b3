/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * NNUE inference. The loops over neurons are plain C that compilers vectorize; they are compiled
 * once for each SIMD instruction set. Integer arithmetic gives the same results in all of them.
 */
#include "nnue.h"

#include <string.h>

#include "base/huge.h"
#include "base/util.h"

#if defined __GNUC__ && defined __aarch64__
#include <arm_neon.h>
#endif

enum { MAX_PIECES = SQUARE_COUNT };

/* The weight rows of the features that differ between two positions, each [hidden]. */
typedef struct {
    int added_count, removed_count;
    const int16_t *added[MAX_PIECES], *removed[MAX_PIECES];
} FeatureRows;

/* --- loops over neurons ---------------------------------------------------------------------- */

#ifdef __GNUC__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/*
 * Most updates are a move or two, so the first two rows of either kind are handled in one pass:
 * rows a and b are added, y and z removed.
 */
INLINE void update_body(int16_t *restrict to, const int16_t *restrict from, const FeatureRows *rows,
                        const int hidden) {
    const int16_t *restrict a = rows->added_count ? rows->added[0] : NULL;
    const int16_t *restrict z = rows->removed_count ? rows->removed[0] : NULL;
    int added = rows->added_count > 0, removed = rows->removed_count > 0;

    if (a && z && rows->added_count == 2 && rows->removed_count == 2) {
        const int16_t *restrict b = rows->added[1], *restrict y = rows->removed[1];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] + a[i] + b[i] - y[i] - z[i]);
        return;
    }
    if (a && z && rows->removed_count > 1) {
        const int16_t *restrict y = rows->removed[1];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] + a[i] - y[i] - z[i]);
        removed = 2;
    } else if (a && z) {
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] + a[i] - z[i]);
    } else if (a) {
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] + a[i]);
    } else if (z) {
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] - z[i]);
    } else {
        memcpy(to, from, (size_t)hidden * sizeof *to);
    }
    for (; added + 1 < rows->added_count; added += 2) {
        const int16_t *restrict b = rows->added[added], *restrict d = rows->added[added + 1];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(to[i] + b[i] + d[i]);
    }
    for (; added < rows->added_count; added++) {
        const int16_t *restrict b = rows->added[added];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(to[i] + b[i]);
    }
    for (; removed < rows->removed_count; removed++) {
        const int16_t *restrict y = rows->removed[removed];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(to[i] - y[i]);
    }
}

/* The sums of some neurons, in registers where the compiler vectorizes loops over them. */
typedef struct {
    int16_t neuron[NNUE_HIDDEN_STEP];
} Lanes;

INLINE void lanes_add(Lanes *sum, const int16_t *restrict row) {
    for (int i = 0; i < NNUE_HIDDEN_STEP; i++)
        sum->neuron[i] = (int16_t)(sum->neuron[i] + row[i]);
}

/* Adds the rows of the terms of one side, from its perspective and from the other. */
INLINE void terms_add(Lanes *own, Lanes *other, const int16_t *rows, const uint16_t *list,
                      const int count, const size_t width) {
    for (int k = 0; k < count; k++) {
        lanes_add(own, rows + list[k] * width);
        lanes_add(other, rows + (list[k] + (size_t)TERM_COUNT) * width);
    }
}

INLINE void terms_store(int16_t *sum, const Lanes *terms) {
    for (int i = 0; i < NNUE_HIDDEN_STEP; i++)
        sum[i] = (int16_t)(sum[i] + clamp(terms->neuron[i], -NNUE_MAX_TERM_SUM, NNUE_MAX_TERM_SUM));
}

/*
 * Adds the rows, [][width], of evaluation terms to the first neurons of both accumulators, of White
 * and of Black.
 */
INLINE void terms_body(int16_t *const sum[COLOR_COUNT], const int16_t *rows, const Terms *terms,
                       const int width) {
    for (int start = 0; start < width; start += NNUE_HIDDEN_STEP) {
        Lanes white = {{0}}, black = {{0}};

        terms_add(&white, &black, rows + start, terms->list[WHITE], terms->count[WHITE],
                  (size_t)width);
        terms_add(&black, &white, rows + start, terms->list[BLACK], terms->count[BLACK],
                  (size_t)width);
        terms_store(sum[WHITE] + start, &white);
        terms_store(sum[BLACK] + start, &black);
    }
}

/* A sum of 256 products of QA * QA * 127 fits 32 bits, so sums are made in chunks of that size. */
enum { CHUNK = 256 };
_Static_assert((int64_t)CHUNK *NNUE_QA *NNUE_QA *NNUE_MAX_OUTPUT_WEIGHT <= INT32_MAX,
               "a chunk of products fits 32 bits");
_Static_assert(NNUE_QA *NNUE_MAX_OUTPUT_WEIGHT <= INT16_MAX, "a product of two fits 16 bits");
_Static_assert(32 * NNUE_MAX_INPUT_WEIGHT + NNUE_MAX_TERM_SUM + NNUE_MAX_INPUT_BIAS <= INT16_MAX &&
                   TERMS_MOST * NNUE_MAX_TERM_WEIGHT <= INT16_MAX,
               "an accumulator with evaluation terms fits 16 bits");

/*
 * SCReLU and output weights: returns the sum of clamp(x, 0, QA) squared * weight, in units of 1 /
 * (QA * QA * QB). x * weight comes first, as it fits in 16 bits.
 */
INLINE int64_t screlu_body(const int16_t *restrict sum, const int16_t *restrict weight,
                           const int hidden) {
    int64_t total = 0;

    for (int start = 0; start < hidden; start += CHUNK) {
        const int end = min(hidden, start + CHUNK);
        int32_t part = 0;

        for (int i = start; i < end; i++) {
            const int16_t raw = sum[i];
            const int16_t low = raw > 0 ? raw : 0;
            const int16_t x = low < NNUE_QA ? low : NNUE_QA;
            const int16_t product = (int16_t)(x * weight[i]);
            part += (int32_t)product * x;
        }
        total += part;
    }
    return total;
}

struct SimdKernel {
    const char *name;
    void (*update)(int16_t *to, const int16_t *from, const FeatureRows *rows, int hidden);
    int64_t (*output)(const int16_t *sum, const int16_t *weight, int hidden);
    void (*terms)(int16_t *const sum[COLOR_COUNT], const int16_t *rows, const Terms *terms,
                  int width);
};

#define KERNEL(NAME, TARGET)                                                                       \
    TARGET static void update_##NAME(int16_t *to, const int16_t *from, const FeatureRows *rows,    \
                                     int hidden) {                                                 \
        update_body(to, from, rows, hidden);                                                       \
    }                                                                                              \
    TARGET static int64_t output_##NAME(const int16_t *sum, const int16_t *weight, int hidden) {   \
        return screlu_body(sum, weight, hidden);                                                   \
    }                                                                                              \
    TARGET static void terms_##NAME(int16_t *const sum[COLOR_COUNT], const int16_t *rows,          \
                                    const Terms *terms, int width) {                               \
        terms_body(sum, rows, terms, width);                                                       \
    }                                                                                              \
    static const SimdKernel NAME##_kernel = {#NAME, update_##NAME, output_##NAME, terms_##NAME};

#if defined __GNUC__ && defined __aarch64__
/* screlu_body() with four sums, as a multiply-add has to wait for the previous one of its sum. */
static int64_t screlu_neon(const int16_t *sum, const int16_t *weight, int hidden) {
    const int16x8_t zero = vdupq_n_s16(0), one = vdupq_n_s16(NNUE_QA);
    int64_t total = 0;

    for (int start = 0; start < hidden; start += CHUNK) {
        const int end = min(hidden, start + CHUNK);
        int32x4_t part[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
        int i = start;

        for (; i + 16 <= end; i += 16)
            for (int half = 0; half < 2; half++) {
                const int16x8_t raw = vld1q_s16(sum + i + 8 * half);
                const int16x8_t x = vminq_s16(vmaxq_s16(raw, zero), one);
                const int16x8_t product = vmulq_s16(x, vld1q_s16(weight + i + 8 * half));
                part[2 * half] = vmlal_s16(part[2 * half], vget_low_s16(product), vget_low_s16(x));
                part[2 * half + 1] = vmlal_high_s16(part[2 * half + 1], product, x);
            }
        total += vaddvq_s32(vaddq_s32(vaddq_s32(part[0], part[1]), vaddq_s32(part[2], part[3]))) +
                 screlu_body(sum + i, weight + i, end - i);
    }
    return total;
}

static void update_neon(int16_t *to, const int16_t *from, const FeatureRows *rows, int hidden) {
    update_body(to, from, rows, hidden);
}

static void terms_neon(int16_t *const sum[COLOR_COUNT], const int16_t *rows, const Terms *terms,
                       int width) {
    terms_body(sum, rows, terms, width);
}

static const SimdKernel neon_kernel = {"neon", update_neon, screlu_neon, terms_neon};
/* the baseline for comparison */
#ifdef __clang__
#define BASELINE
#else
#define BASELINE __attribute__((optimize("no-tree-vectorize")))
#endif
#else
#define BASELINE
#endif

/* Keep the targets in step with the checks in cpu_kernels(). */
#if defined(__GNUC__) && defined(__x86_64__)
KERNEL(avx512, __attribute__((target("avx2,fma,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"))))
KERNEL(avx2, __attribute__((target("avx2"))))
#define HAS_CHOICE 1
#endif
KERNEL(baseline, BASELINE)

enum { MAX_KERNELS = 3 };

/* Fills in the kernels that this machine supports, best first, and returns their number. */
static int cpu_kernels(const SimdKernel *kernels[MAX_KERNELS]) {
    int count = 0;

#ifdef HAS_CHOICE
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");

    if (avx2 && __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni"))
        kernels[count++] = &avx512_kernel;
    if (avx2)
        kernels[count++] = &avx2_kernel;
#elif defined __GNUC__ && defined __aarch64__
    kernels[count++] = &neon_kernel;
#endif
    kernels[count++] = &baseline_kernel;
    return count;
}

const char *nnue_simd_name(int n) {
    const SimdKernel *kernels[MAX_KERNELS];

    return n >= 0 && n < cpu_kernels(kernels) ? kernels[n]->name : NULL;
}

const SimdKernel *nnue_simd_kernel(const char *name) {
    const SimdKernel *kernels[MAX_KERNELS];
    const int count = cpu_kernels(kernels);

    for (int i = 0; i < count; i++)
        if (!strcmp(kernels[i]->name, name))
            return kernels[i];
    return NULL;
}

/* --- accumulators ---------------------------------------------------------------------------- */

/*
 * Accumulators of a position, by [perspective]. If the position has no kings, they are not computed
 * yet.
 */
typedef struct {
    Position position;
    int16_t *sum[COLOR_COUNT];
} Accumulator;

/*
 * Finny table (F. Eggers, Koivisto): the last accumulator of a perspective with and without
 * mirroring. A refresh updates that accumulator instead of starting from the bias. Its position is
 * empty at first.
 */
typedef struct {
    Position position;
    int16_t *sum;
} FinnyEntry;

enum { VIEWS = 2 }; /* not mirrored, mirrored */

struct NnueCache {
    const NnueNet *net;
    SimdKernel kernel;
    size_t bytes;
    int plies;
    FinnyEntry finny[COLOR_COUNT][VIEWS];
    Accumulator stack[]; /* [plies]; then the numbers of all accumulators */
};

enum { LINE = 64 }; /* bytes of a cache line */

static size_t sums_offset(int plies) {
    const size_t head = sizeof(NnueCache) + (size_t)plies * sizeof(Accumulator);

    return (head + LINE - 1) / LINE * LINE;
}

size_t nnue_cache_bytes(const NnueNet *net, int plies) {
    const size_t sums = ((size_t)plies + VIEWS) * COLOR_COUNT;

    return sums_offset(plies) + sums * (size_t)net->hidden * sizeof(int16_t);
}

NnueCache *nnue_cache_new(const NnueNet *net, int plies) {
    const size_t bytes = nnue_cache_bytes(net, plies);
    NnueCache *cache = huge_alloc(bytes);
    const SimdKernel *kernels[MAX_KERNELS];
    int16_t *sum;

    assert(plies > 0 && net->hidden > 0 && net->hidden <= NNUE_MAX_HIDDEN &&
           net->term_hidden <= net->hidden && net->term_hidden % NNUE_HIDDEN_STEP == 0);
    if (!cache)
        return NULL;
    cpu_kernels(kernels);
    cache->net = net;
    cache->kernel = net->kernel ? *net->kernel : *kernels[0];
    cache->bytes = bytes;
    cache->plies = plies;
    sum = (int16_t *)(void *)((uint8_t *)cache + sums_offset(plies));
    for (Color c = WHITE; c <= BLACK; c++) {
        for (int i = 0; i < plies; i++, sum += net->hidden)
            cache->stack[i].sum[c] = sum;
        for (int view = 0; view < VIEWS; view++, sum += net->hidden) {
            cache->finny[c][view].sum = sum;
            memcpy(sum, net->input_bias, (size_t)net->hidden * sizeof *sum);
        }
    }
    assert((uint8_t *)sum == (uint8_t *)cache + bytes);
    return cache;
}

void nnue_cache_free(NnueCache *cache) {
    if (cache)
        huge_free(cache, cache->bytes);
}

/*
 * Returns the squares on which two boards differ. Comparing colors alone would miss a piece
 * replaced by another of its color, comparing kinds alone a piece captured by one of its kind.
 */
static Bitboard changed_squares(const Board *a, const Board *b) {
    Bitboard changed = 0;

    for (Color c = WHITE; c <= BLACK; c++)
        changed |= a->color[c] ^ b->color[c];
    for (Piece p = PAWN; p <= KING; p++)
        changed |= a->piece[p] ^ b->piece[p];
    return changed;
}

/* Returns the index of the weight row of the piece on a square. */
static size_t feature_row(Color perspective, int mirror, const Position *p, Square s) {
    const Color c = bb_has(p->board.color[WHITE], s) ? WHITE : BLACK;
    const int input = nnue_input(perspective, mirror, c, position_on(p, s), s);

    assert(input >= 0 && input < NNUE_INPUTS);
    return (size_t)input;
}

/*
 * Updates an accumulator: sets the sum `to` of one position to the sum `from` of another, with the
 * rows of the pieces on the changed squares removed and added.
 */
static void accumulator_update(const NnueCache *cache, Color perspective, int mirror, int16_t *to,
                               const Position *to_position, const int16_t *from,
                               const Position *from_position, Bitboard changed) {
    const NnueNet *net = cache->net;
    const int16_t *weights = net->input_weight;
    const size_t hidden = (size_t)net->hidden;
    FeatureRows rows; /* left uninitialized: clearing it would cost a kilobyte for a row or two */

    rows.added_count = rows.removed_count = 0;
    for (Bitboard b = changed & board_occupied(&to_position->board); b;)
        rows.added[rows.added_count++] =
            weights + hidden * feature_row(perspective, mirror, to_position, pop_lsb(&b));
    for (Bitboard b = changed & board_occupied(&from_position->board); b;)
        rows.removed[rows.removed_count++] =
            weights + hidden * feature_row(perspective, mirror, from_position, pop_lsb(&b));
    cache->kernel.update(to, from, &rows, net->hidden);
}

/* From MAX_CHANGED changed squares on, a refresh is cheaper than an update. */
enum { MAX_CHANGED = 8, MAX_LOOKBACK = 3 };

/* Returns the nearest accumulator among those of the plies before, or NULL if none is near. */
static const Accumulator *nearest_accumulator(const NnueCache *cache, const Board *b, int ply,
                                              Bitboard *changed) {
    const Accumulator *best = NULL;
    int least = MAX_CHANGED;

    for (int back = 1; back <= MAX_LOOKBACK && back <= ply; back++) {
        const Accumulator *a = &cache->stack[ply - back];
        const Bitboard squares = changed_squares(&a->position.board, b);

        if (a->position.board.piece[KING] && bb_count(squares) < least) {
            least = bb_count(squares);
            *changed = squares;
            best = a;
        }
        /* a move changes two to four squares: others are hardly nearer */
        if (least <= 4)
            break;
    }
    return best;
}

/* Refreshes one perspective from its Finny table entry, and updates that entry. */
static void accumulator_refresh(NnueCache *cache, Color perspective, int mirror, int16_t *to,
                                const Position *p) {
    FinnyEntry *entry = &cache->finny[perspective][mirror != 0];

    accumulator_update(cache, perspective, mirror, to, p, entry->sum, &entry->position,
                       changed_squares(&p->board, &entry->position.board));
    memcpy(entry->sum, to, (size_t)cache->net->hidden * sizeof *to);
    entry->position = *p;
}

/*
 * Computes both accumulators of a position, each by an update from the nearest accumulator if the
 * board is mirrored in both or in neither, otherwise by a refresh.
 */
static void compute_accumulators(NnueCache *cache, const Position *p, int ply) {
    Accumulator *a = &cache->stack[ply];
    Bitboard changed = 0;
    const Accumulator *near = nearest_accumulator(cache, &p->board, ply, &changed);

    assert(a != near);
    for (Color c = WHITE; c <= BLACK; c++) {
        const int mirror = nnue_mirror(board_king(&p->board, c));

        if (near && nnue_mirror(board_king(&near->position.board, c)) == mirror)
            accumulator_update(cache, c, mirror, a->sum[c], p, near->sum[c], &near->position,
                               changed);
        else
            accumulator_refresh(cache, c, mirror, a->sum[c], p);
    }
    a->position = *p;
}

/* --- the output layer ------------------------------------------------------------------------ */

/* Returns the output bucket by piece count, like Stockfish 14, which selects a network by it. */
static int output_bucket(const NnueNet *net, const Board *b) {
    return nnue_output_bucket(bb_count(board_occupied(b)), net->outputs);
}

/*
 * Output layer: returns the value in centipawns for the side to move. The rows of evaluation terms
 * are added here, as most of them change with every move.
 */
static int output_layer(const NnueNet *net, const SimdKernel *kernel, const Position *p,
                        int16_t *const sum[COLOR_COUNT], int bucket) {
    const int16_t *weight = net->output_weight + (size_t)bucket * 2 * (size_t)net->hidden;
    const int width = net->term_hidden;
    const size_t bytes = (size_t)width * sizeof(int16_t);
    int16_t without[COLOR_COUNT][NNUE_MAX_HIDDEN];
    int64_t total = 0, value;

    assert(bucket >= 0 && bucket < net->outputs);
    if (width) {
        Terms terms;

        for (Color c = WHITE; c <= BLACK; c++)
            memcpy(without[c], sum[c], bytes);
        terms_find(&terms, &p->board, p->on);
        kernel->terms(sum, net->term_weight, &terms, width);
    }
    for (int half = 0; half < 2; half++, weight += net->hidden) {
        const Color us = position_turn(p);

        total += kernel->output(sum[half ? color_other(us) : us], weight, net->hidden);
    }
    for (Color c = WHITE; c <= BLACK && width; c++)
        memcpy(sum[c], without[c], bytes);
    value = (total / NNUE_QA + net->output_bias[bucket]) * net->scale;
    return (int)(value / (NNUE_QA * NNUE_QB));
}

/* Computes both accumulators from scratch: the bias plus the row of every active feature. */
static void accumulate(const NnueNet *net, const Board *b, int16_t *const sum[COLOR_COUNT]) {
    for (Color perspective = WHITE; perspective <= BLACK; perspective++) {
        const int mirror = nnue_mirror(board_king(b, perspective));

        memcpy(sum[perspective], net->input_bias, (size_t)net->hidden * sizeof **sum);
        for (Color c = WHITE; c <= BLACK; c++)
            for (Piece p = PAWN; p <= KING; p++)
                for (Bitboard pieces = board_pieces(b, c, p); pieces;) {
                    const int input = nnue_input(perspective, mirror, c, p, pop_lsb(&pieces));
                    const int16_t *row = net->input_weight + (size_t)net->hidden * (size_t)input;

                    for (int i = 0; i < net->hidden; i++)
                        sum[perspective][i] = (int16_t)(sum[perspective][i] + row[i]);
                }
    }
}

int nnue_evaluate_bucket(const NnueNet *net, const Position *p, int bucket) {
    int16_t white[NNUE_MAX_HIDDEN], black[NNUE_MAX_HIDDEN];
    int16_t *const sum[COLOR_COUNT] = {white, black};

    accumulate(net, &p->board, sum);
    return output_layer(net, &baseline_kernel, p, sum, bucket);
}

int nnue_evaluate_full(const NnueNet *net, const Position *p) {
    return nnue_evaluate_bucket(net, p, output_bucket(net, &p->board));
}

bool nnue_cache_holds(NnueCache *cache, const Position *p, int ply) {
    const NnueNet *net = cache->net;
    const Accumulator *a = &cache->stack[ply];
    const Board *b = &p->board;
    const int bucket = output_bucket(net, b);
    const size_t bytes = (size_t)net->hidden * sizeof(int16_t);
    int16_t white[NNUE_MAX_HIDDEN], black[NNUE_MAX_HIDDEN];
    int16_t *const sum[COLOR_COUNT] = {white, black};

    assert(ply >= 0 && ply < cache->plies);
    accumulate(net, b, sum);
    return !changed_squares(&a->position.board, b) && !memcmp(white, a->sum[WHITE], bytes) &&
           !memcmp(black, a->sum[BLACK], bytes) &&
           output_layer(net, &cache->kernel, p, a->sum, bucket) ==
               output_layer(net, &baseline_kernel, p, sum, bucket);
}

/*
 * Debug builds compare every accumulator with one computed from scratch; sanitizer builds, which
 * are slow, compare one in 64.
 */
#ifdef SANITIZED
enum { COMPARE_EVERY = 64 };
#else
enum { COMPARE_EVERY = 1 };
#endif

int nnue_evaluate(NnueCache *cache, const Position *p, int ply) {
    Accumulator *a = &cache->stack[ply];

    assert(ply >= 0 && ply < cache->plies);
    if (changed_squares(&a->position.board, &p->board))
        compute_accumulators(cache, p, ply);
    assert(p->key % COMPARE_EVERY || nnue_cache_holds(cache, p, ply));
    return output_layer(cache->net, &cache->kernel, p, a->sum,
                        output_bucket(cache->net, &p->board));
}
