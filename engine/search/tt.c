/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tt.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/huge.h"
#include "base/util.h"

/*
 * The number of the game replaces the upper 16 bits of the key in an entry. In a table of 4 MB or
 * more these bits are redundant, as the index is the high half of key * count.
 *
 * Lockless hashing (R. Hyatt and T. Mann, "A lock-less transposition table implementation for
 * parallel search", ICGA Journal 2002): check holds key ^ data, so that a slot torn between two
 * writers fails the key test instead of giving one position the move of another.
 */
typedef struct {
    _Atomic uint64_t check, data;
} Slot;

/* The slots of a cluster share a cache line. */
enum { SLOTS = 4 };

typedef struct {
    Slot slot[SLOTS];
} Cluster;

struct TT {
    Cluster *cluster;
    uint64_t count; /* number of clusters in use, from the first */
    uint64_t most;  /* maximum of `count` since the game numbers started */
    uint64_t game; /* number of the game in the bits above GAME_SHIFT; never 0, unlike new memory */
    uint8_t generation; /* 0 to GENERATION_MASK */
    bool fresh;         /* no search since the table was cleared */
    bool off;           /* storing is disabled */
    uint64_t available; /* clusters that a search may use, from the first */
    uint64_t all;       /* clusters in the table */
    HugeTouch touch;
};

enum { GAME_SHIFT = 48 };

/* A search uses at least MIN_BYTES of the table, and room for this many searches of its size. */
enum { MIN_BYTES = 16 << 20, SEARCHES = 4 };

/* Layout of the last byte of a slot: bound, PV flag and generation. */
enum { BOUND_MASK = 3, PV_FLAG = 4, GENERATION_SHIFT = 3, GENERATION_MASK = 31 };

_Static_assert(sizeof(Cluster) == 64, "a cluster must fill one cache line");

static uint64_t pack(TTEntry e, unsigned generation) {
    const unsigned last = e.bound | (e.pv ? PV_FLAG : 0U) | generation << GENERATION_SHIFT;

    return (uint16_t)e.score | (uint64_t)(uint16_t)e.eval << 16 | (uint64_t)e.move << 32 |
           (uint64_t)(uint8_t)e.depth << 48 | (uint64_t)last << 56;
}

static TTEntry unpack(uint64_t data) {
    return (TTEntry){(int16_t)data,        (int16_t)(data >> 16),   (Move)(data >> 32),
                     (int8_t)(data >> 48), data >> 56 & BOUND_MASK, (data >> 56 & PV_FLAG) != 0};
}

static unsigned generation_of(uint64_t data) {
    return (unsigned)(data >> (56 + GENERATION_SHIFT));
}

/*
 * Returns the cluster of a key: the high half of key * count maps keys to any number of clusters
 * without a division.
 */
static Cluster *find(const TT *tt, uint64_t key) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide;
    return &tt->cluster[(uint64_t)((Wide)key * tt->count >> 64)];
#else
    const uint64_t high = key >> 32, low = key & 0xffffffff;
    const uint64_t a = tt->count >> 32, b = tt->count & 0xffffffff;
    const uint64_t middle = high * b + (low * b >> 32);
    const uint64_t other = low * a + (middle & 0xffffffff);
    return &tt->cluster[high * a + (middle >> 32) + (other >> 32)];
#endif
}

/* Returns the key as stored in an entry of this game. */
static uint64_t key_in_game(const TT *tt, uint64_t key) {
    return (key & ((UINT64_C(1) << GAME_SHIFT) - 1)) | tt->game;
}

/* Returns true if the slot holds an entry of this game. */
static bool is_entry(const TT *tt, uint64_t check, uint64_t data) {
    return (check ^ data) >> GAME_SHIFT == tt->game >> GAME_SHIFT;
}

TT *tt_new(size_t bytes) {
    TT *tt = calloc(1, sizeof *tt);

    if (!tt)
        return NULL;
    tt->count = bytes / sizeof(Cluster);
    tt->all = tt->available = tt->count = tt->count ? tt->count : 1;
    tt->fresh = true;
    tt->game = UINT64_C(1) << GAME_SHIFT;
    if (!(tt->cluster = huge_alloc((size_t)tt->count * sizeof(Cluster)))) {
        free(tt);
        return NULL;
    }
    tt->touch.memory = tt->cluster;
    tt->touch.bytes = (size_t)tt->all * sizeof(Cluster);
    return tt;
}

void tt_free(TT *tt) {
    if (tt)
        huge_free(tt->cluster, (size_t)tt->all * sizeof(Cluster));
    free(tt);
}

void tt_touch(TT *tt, size_t bytes, int threads) {
    huge_touch(&tt->touch, bytes, threads);
}

void tt_stop_touching(TT *tt) {
    atomic_store(&tt->touch.cut, true);
}

void tt_pause_touch(TT *tt, bool paused) {
    atomic_store(&tt->touch.paused, paused);
}

size_t tt_touched(const TT *tt) {
    return atomic_load(&tt->touch.next);
}

void tt_limit_to_touched(TT *tt, bool touching, int threads) {
    const uint64_t touched = huge_touched(&tt->touch, threads) / sizeof(Cluster);
    const uint64_t least = min_u64(tt->all, HUGE_TOUCH_PART / sizeof(Cluster));

    tt->available = !touching ? tt->all : touched > least ? touched : least;
}

/* Returns the number of clusters of a newly cleared table that a search of `nodes` nodes uses. */
static uint64_t clusters_for(const TT *tt, uint64_t nodes) {
    const uint64_t most = UINT64_MAX / SEARCHES;
    const uint64_t wanted = nodes < most ? nodes * SEARCHES / SLOTS : most;
    const uint64_t least = MIN_BYTES / sizeof(Cluster);

    return min_u64(wanted > least ? wanted : least, tt->available);
}

size_t tt_bytes_used(const TT *tt, uint64_t nodes) {
    return (size_t)clusters_for(tt, nodes) * sizeof(Cluster);
}

void tt_new_search(TT *tt, uint64_t nodes) {
    const bool small = nodes / SLOTS > tt->count && tt->count < tt->available;

    if (tt->fresh || small || tt->count > tt->available) {
        const uint64_t count = clusters_for(tt, nodes);

        if (count != tt->count)
            tt_clear(tt);
        tt->count = count;
        tt->fresh = false;
    }
    tt->generation = (tt->generation + 1) & GENERATION_MASK;
}

void tt_set_off(TT *tt, bool off) {
    if (off && !tt->off)
        tt_clear(tt);
    tt->off = off;
}

void tt_clear(TT *tt) {
    tt->generation = 0;
    tt->fresh = true;
    tt->most = tt->count > tt->most ? tt->count : tt->most;
    tt->game += UINT64_C(1) << GAME_SHIFT;
    if (tt->game)
        return;
    memset(tt->cluster, 0, (size_t)tt->most * sizeof(Cluster));
    tt->most = 0;
    tt->game = UINT64_C(1) << GAME_SHIFT;
}

TTEntry tt_probe(const TT *tt, uint64_t key) {
    const uint64_t wanted = key_in_game(tt, key);
    const Cluster *c = find(tt, key);

    assert(c < tt->cluster + tt->count);
    for (unsigned i = 0; i < SLOTS; i++) {
        const uint64_t check = atomic_load_explicit(&c->slot[i].check, memory_order_relaxed);
        const uint64_t data = atomic_load_explicit(&c->slot[i].data, memory_order_relaxed);
        if ((check ^ data) == wanted)
            return unpack(data);
    }
    return (TTEntry){0, TT_NO_EVAL, NO_MOVE, 0, BOUND_NONE, false};
}

/*
 * Returns the replacement value with aging (Stockfish): depth, minus 4 for each search since the
 * entry was written.
 */
static int replacement_value(const TT *tt, uint64_t data) {
    const int searches = (int)((tt->generation - generation_of(data)) & GENERATION_MASK);
    return unpack(data).depth - 4 * searches;
}

void tt_store(TT *tt, uint64_t key, TTEntry entry) {
    const uint64_t wanted = key_in_game(tt, key);
    Cluster *c = find(tt, key);
    Slot *place = NULL;
    int least = 0; /* replacement value of that slot */
    uint64_t data;

    if (tt->off)
        return;
    for (unsigned i = 0; i < SLOTS; i++) {
        Slot *s = &c->slot[i];
        const uint64_t check = atomic_load_explicit(&s->check, memory_order_relaxed);
        const TTEntry old = unpack(data = atomic_load_explicit(&s->data, memory_order_relaxed));

        if ((check ^ data) == wanted) {
            const bool same_search = generation_of(data) == tt->generation;
            /* keep a much deeper entry of this position from this search */
            if (entry.bound != BOUND_EXACT && same_search &&
                (entry.depth + 4 < old.depth || entry.bound == BOUND_NONE))
                return;
            if (entry.move == NO_MOVE)
                entry.move = old.move;
            place = s;
            break;
        }
        if (!is_entry(tt, check, data)) {
            place = s;
            break;
        }
        if (!place || replacement_value(tt, data) < least) {
            place = s;
            least = replacement_value(tt, data);
        }
    }
    assert(entry.bound <= BOUND_EXACT);
    data = pack(entry, tt->generation);
    atomic_store_explicit(&place->check, wanted ^ data, memory_order_relaxed);
    atomic_store_explicit(&place->data, data, memory_order_relaxed);
}

int tt_hashfull(const TT *tt) {
    const uint64_t clusters = min_u64(tt->count, 250);
    uint64_t used = 0;

    for (uint64_t i = 0; i < clusters; i++)
        for (unsigned k = 0; k < SLOTS; k++) {
            const Slot *s = &tt->cluster[i].slot[k];
            const uint64_t check = atomic_load_explicit(&s->check, memory_order_relaxed);
            const uint64_t data = atomic_load_explicit(&s->data, memory_order_relaxed);
            used += is_entry(tt, check, data) && generation_of(data) == tt->generation;
        }
    return (int)(used * 1000 / (clusters * SLOTS));
}

void tt_prefetch(const TT *tt, uint64_t key) {
    prefetch(find(tt, key));
}
