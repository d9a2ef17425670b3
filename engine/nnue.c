/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops over neurons are plain C that compilers turn into vector instructions. They are
 * compiled once for each set of instructions; whole numbers make the results the same in all.
 */
#include "nnue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "huge.h"

/* What two positions differ by: men that came and men that went, each as (color, piece, square). */
enum { MOST_MEN = SQUARE_COUNT };
typedef struct {
    int came, went;
    uint16_t coming[MOST_MEN], going[MOST_MEN];
} Difference;

/* Columns of weights to be added to and taken from an accumulator. */
typedef struct {
    int plus, minus;
    const int16_t *added[MOST_MEN], *taken[MOST_MEN];
} Columns;

/* --- loops over neurons ---------------------------------------------------------------------- */

#ifdef __GNUC__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Most differences are a move or two: the first columns of either kind go in one pass. */
INLINE void update_body(int16_t *restrict to, const int16_t *restrict from, const Columns *c,
                        const int hidden) {
    const int16_t *restrict a = c->plus ? c->added[0] : NULL;
    const int16_t *restrict z = c->minus ? c->taken[0] : NULL;
    int plus = c->plus > 0, minus = c->minus > 0;

    if (a && z && c->plus == 2 && c->minus == 2) {
        const int16_t *restrict b = c->added[1], *restrict y = c->taken[1];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] + a[i] + b[i] - y[i] - z[i]);
        return;
    }
    if (a && z && c->minus > 1) {
        const int16_t *restrict y = c->taken[1];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(from[i] + a[i] - y[i] - z[i]);
        minus = 2;
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
    for (; plus + 1 < c->plus; plus += 2) {
        const int16_t *restrict b = c->added[plus], *restrict d = c->added[plus + 1];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(to[i] + b[i] + d[i]);
    }
    for (; plus < c->plus; plus++) {
        const int16_t *restrict b = c->added[plus];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(to[i] + b[i]);
    }
    for (; minus < c->minus; minus++) {
        const int16_t *restrict y = c->taken[minus];
        for (int i = 0; i < hidden; i++)
            to[i] = (int16_t)(to[i] - y[i]);
    }
}

/* 256 products of 255 * 255 * 127 are the most that 32 bits take. */
enum { STRETCH = 256 };
_Static_assert((int64_t)STRETCH *NNUE_QA *NNUE_QA *NNUE_MAX_OUTPUT_WEIGHT <= INT32_MAX,
               "a stretch of products fits 32 bits");
_Static_assert(NNUE_QA *NNUE_MAX_OUTPUT_WEIGHT <= INT16_MAX, "a product of two fits 16 bits");
_Static_assert(32 * NNUE_MAX_INPUT_WEIGHT + NNUE_MAX_INPUT_BIAS <= INT16_MAX,
               "an accumulator fits 16 bits");

/* The sum of act() * weight, in units of QA * QA * QB. */
INLINE int64_t output_body(const int16_t *restrict sum, const int16_t *restrict weight,
                           const int hidden) {
    int64_t total = 0;

    for (int start = 0; start < hidden; start += STRETCH) {
        const int end = hidden - start < STRETCH ? hidden : start + STRETCH;
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

typedef struct {
    const char *name;
    void (*update)(int16_t *to, const int16_t *from, const Columns *c, int hidden);
    int64_t (*output)(const int16_t *sum, const int16_t *weight, int hidden);
} Loops;

#define LOOPS(NAME, TARGET)                                                                        \
    TARGET static void update_##NAME(int16_t *to, const int16_t *from, const Columns *c,           \
                                     int hidden) {                                                 \
        update_body(to, from, c, hidden);                                                          \
    }                                                                                              \
    TARGET static int64_t output_##NAME(const int16_t *sum, const int16_t *weight, int hidden) {   \
        return output_body(sum, weight, hidden);                                                   \
    }                                                                                              \
    static const Loops NAME##_loops = {#NAME, update_##NAME, output_##NAME};

/* What a target lets the compiler use is what sets_here() has to ask for. */
#if defined(__GNUC__) && defined(__x86_64__)
LOOPS(avx512, __attribute__((target("avx2,fma,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"))))
LOOPS(avx2, __attribute__((target("avx2"))))
#define HAS_CHOICE 1
#endif
LOOPS(baseline, )

enum { MOST_SETS = 3 };

/* Those of the sets of instructions that this machine has, best first; returns how many. */
static int sets_here(const Loops *set[MOST_SETS]) {
    int count = 0;

#ifdef HAS_CHOICE
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");

    if (avx2 && __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni"))
        set[count++] = &avx512_loops;
    if (avx2) /* it brings popcnt along */
        set[count++] = &avx2_loops;
#endif
    set[count++] = &baseline_loops;
    return count;
}

const char *nnue_instructions(int n) {
    const Loops *set[MOST_SETS];

    return n >= 0 && n < sets_here(set) ? set[n]->name : NULL;
}

/* What new caches use; NULL: the best. */
static const Loops *chosen;

bool nnue_choose(const char *name) {
    const Loops *set[MOST_SETS];
    const int count = sets_here(set);

    for (int i = 0; i < count; i++)
        if (!strcmp(set[i]->name, name)) {
            if (chosen != set[i]) /* once it is chosen, threads only read it */
                chosen = set[i];
            return true;
        }
    return false;
}

/* --- accumulators ---------------------------------------------------------------------------- */

/* A position whose accumulators are known, by [view]; no kings: none is. */
typedef struct {
    Board board;
    int16_t *sum[COLOR_COUNT];
} Slot;

/* The last position seen with the king of a side on either half of the board, for that side. */
typedef struct {
    Board board; /* starts empty: the sum is the bias then */
    int16_t *sum;
} Base;

struct NnueCache {
    const NnueNet *net;
    Loops loops;
    size_t bytes;
    int plies;
    Base base[COLOR_COUNT][2]; /* [view][mirrored] */
    Slot slot[];               /* [plies]; the numbers stand behind them */
};

enum { LINE = 64 }; /* bytes of a cache line */

static size_t sums_offset(int plies) {
    const size_t head = sizeof(NnueCache) + (size_t)plies * sizeof(Slot);

    return (head + LINE - 1) / LINE * LINE;
}

size_t nnue_cache_bytes(const NnueNet *net, int plies) {
    return sums_offset(plies) + ((size_t)plies + 2) * COLOR_COUNT * (size_t)net->hidden * 2;
}

NnueCache *nnue_cache_new(const NnueNet *net, int plies) {
    const size_t bytes = nnue_cache_bytes(net, plies);
    NnueCache *cache = huge_alloc(bytes);
    const Loops *set[MOST_SETS];
    int16_t *sum;

    if (!cache)
        return NULL;
    sets_here(set);
    cache->net = net;
    cache->loops = chosen ? *chosen : *set[0];
    cache->bytes = bytes;
    cache->plies = plies;
    sum = (int16_t *)(void *)((uint8_t *)cache + sums_offset(plies));
    for (Color c = WHITE; c <= BLACK; c++) {
        for (int i = 0; i < plies; i++, sum += net->hidden)
            cache->slot[i].sum[c] = sum;
        for (int mirrored = 0; mirrored < 2; mirrored++, sum += net->hidden) {
            cache->base[c][mirrored].sum = sum;
            memcpy(sum, net->input_bias, (size_t)net->hidden * sizeof *sum);
        }
    }
    return cache;
}

void nnue_cache_free(NnueCache *cache) {
    if (cache)
        huge_free(cache, cache->bytes);
}

bool nnue_cache_use(NnueCache *cache, const char *name) {
    const Loops *set[MOST_SETS];
    const int count = sets_here(set);

    for (int i = 0; i < count; i++)
        if (!strcmp(set[i]->name, name)) {
            cache->loops = *set[i];
            return true;
        }
    return false;
}

static void find_difference(Difference *d, const Board *now, const Board *then) {
    d->came = d->went = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = PAWN; p <= KING; p++) {
            const Bitboard new = board_pieces(now, c, p), old = board_pieces(then, c, p);
            const unsigned man = (unsigned)c << 9 | (unsigned)p << 6;

            for (Bitboard b = new & ~old; b;)
                d->coming[d->came++] = (uint16_t)(man | (unsigned)bb_take(&b));
            for (Bitboard b = old & ~new; b;)
                d->going[d->went++] = (uint16_t)(man | (unsigned)bb_take(&b));
        }
}

/* to = from, and what the positions differ by. */
static void carry(const NnueCache *cache, Color view, int mirror, int16_t *to, const int16_t *from,
                  const Difference *d) {
    const NnueNet *net = cache->net;
    Columns c; /* not cleared: that would be a kilobyte for a column or two */

    c.plus = d->came;
    c.minus = d->went;
    for (int i = 0; i < d->came; i++)
        c.added[i] =
            net->input_weight +
            (size_t)net->hidden * (size_t)nnue_input(view, mirror, (Color)(d->coming[i] >> 9),
                                                     (Piece)(d->coming[i] >> 6 & 7),
                                                     (Square)(d->coming[i] & 63));
    for (int i = 0; i < d->went; i++)
        c.taken[i] =
            net->input_weight +
            (size_t)net->hidden * (size_t)nnue_input(view, mirror, (Color)(d->going[i] >> 9),
                                                     (Piece)(d->going[i] >> 6 & 7),
                                                     (Square)(d->going[i] & 63));
    cache->loops.update(to, from, &c, net->hidden);
}

static bool is_same(const Board *a, const Board *b) {
    return !memcmp(a->piece, b->piece, sizeof a->piece) &&
           !memcmp(a->color, b->color, sizeof a->color);
}

/* Squares on which two positions differ; a man of another kind and the same color hides. */
static int distance(const Board *a, const Board *b) {
    return bb_count(a->color[WHITE] ^ b->color[WHITE]) +
           bb_count(a->color[BLACK] ^ b->color[BLACK]);
}

/* Further away than this the base of the refresh is as good. */
enum { FAR = 10, RELATIVES = 3 };

/* The nearest of the slots in front of this one; NULL when there is none near. */
static const Slot *relative(const NnueCache *cache, const Board *b, int ply) {
    const Slot *best = NULL;
    int least = FAR;

    for (int back = 1; back <= RELATIVES && back <= ply; back++) {
        const Slot *slot = &cache->slot[ply - back];
        const int far = slot->board.piece[KING] ? distance(&slot->board, b) : FAR;

        if (far < least) {
            least = far;
            best = slot;
        }
        /* a move changes two squares, or three: no other relative is nearer */
        if (least <= 3)
            break;
    }
    return best;
}

static void fill(NnueCache *cache, const Board *b, int ply) {
    Slot *slot = &cache->slot[ply];
    const Slot *near = relative(cache, b, ply);
    Difference d;

    if (near)
        find_difference(&d, b, &near->board);
    for (Color view = WHITE; view <= BLACK; view++) {
        const int mirror = nnue_mirror(board_king(b, view));

        if (near && nnue_mirror(board_king(&near->board, view)) == mirror) {
            carry(cache, view, mirror, slot->sum[view], near->sum[view], &d);
        } else {
            Base *base = &cache->base[view][mirror != 0];
            Difference more;

            find_difference(&more, b, &base->board);
            carry(cache, view, mirror, slot->sum[view], base->sum, &more);
            memcpy(base->sum, slot->sum[view], (size_t)cache->net->hidden * sizeof *base->sum);
            base->board = *b;
        }
    }
    slot->board = *b;
}

/* --- the output ------------------------------------------------------------------------------ */

/* The output for so many men. */
static int output_for(const NnueNet *net, const Board *b) {
    return nnue_output_bucket(bb_count(board_occupied(b)), net->outputs);
}

static int finish(const NnueNet *net, const Loops *loops, const Board *b,
                  int16_t *const sum[COLOR_COUNT], int o) {
    const int16_t *weight = net->output_weight + (size_t)o * 2 * (size_t)net->hidden;
    const Color us = (Color)b->turn;
    const int64_t total = loops->output(sum[us], weight, net->hidden) +
                          loops->output(sum[color_other(us)], weight + net->hidden, net->hidden);
    const int64_t value = (total / NNUE_QA + net->output_bias[o]) * net->scale;

    return (int)(value / (NNUE_QA * NNUE_QB));
}

/* Both sums, man by man. */
static void add_up(const NnueNet *net, const Board *b, int16_t *const sum[COLOR_COUNT]) {
    for (Color view = WHITE; view <= BLACK; view++) {
        const int mirror = nnue_mirror(board_king(b, view));

        memcpy(sum[view], net->input_bias, (size_t)net->hidden * sizeof **sum);
        for (Color c = WHITE; c <= BLACK; c++)
            for (Piece p = PAWN; p <= KING; p++)
                for (Bitboard men = board_pieces(b, c, p); men;) {
                    const int16_t *weight =
                        net->input_weight +
                        (size_t)net->hidden * (size_t)nnue_input(view, mirror, c, p, bb_take(&men));

                    for (int i = 0; i < net->hidden; i++)
                        sum[view][i] = (int16_t)(sum[view][i] + weight[i]);
                }
    }
}

int nnue_evaluate_bucket(const NnueNet *net, const Position *p, int output) {
    int16_t white[NNUE_MAX_HIDDEN], black[NNUE_MAX_HIDDEN];
    int16_t *const sum[COLOR_COUNT] = {white, black};

    add_up(net, &p->board, sum);
    return finish(net, &baseline_loops, &p->board, sum, output);
}

int nnue_evaluate_full(const NnueNet *net, const Position *p) {
    return nnue_evaluate_bucket(net, p, output_for(net, &p->board));
}

static Slot *slot_at(NnueCache *cache, int ply) {
    return &cache->slot[ply < cache->plies ? ply : cache->plies - 1];
}

bool nnue_cache_holds(NnueCache *cache, const Position *p, int ply) {
    const NnueNet *net = cache->net;
    const Slot *slot = slot_at(cache, ply);
    const Board *b = &p->board;
    const int output = output_for(net, b);
    const size_t bytes = (size_t)net->hidden * sizeof(int16_t);
    int16_t white[NNUE_MAX_HIDDEN], black[NNUE_MAX_HIDDEN];
    int16_t *const sum[COLOR_COUNT] = {white, black};

    add_up(net, b, sum);
    return is_same(&slot->board, b) && !memcmp(white, slot->sum[WHITE], bytes) &&
           !memcmp(black, slot->sum[BLACK], bytes) &&
           finish(net, &cache->loops, b, slot->sum, output) ==
               finish(net, &baseline_loops, b, sum, output);
}

/*
 * Debug builds compare every sum with one that is made anew. Sanitizers, which slow that down, see
 * one position in sixty-four compared.
 */
#ifdef SANITIZED
enum { COMPARED = 64 };
#else
enum { COMPARED = 1 };
#endif

int nnue_evaluate(NnueCache *cache, const Position *p, int ply) {
    Slot *slot;

    assert(ply >= 0);
    slot = slot_at(cache, ply);
    if (!is_same(&slot->board, &p->board))
        fill(cache, &p->board, (int)(slot - cache->slot));
    assert(p->key % COMPARED || nnue_cache_holds(cache, p, ply));
    return finish(cache->net, &cache->loops, &p->board, slot->sum,
                  output_for(cache->net, &p->board));
}
