/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes Syzygy tables of made-up values: recursive pairing, canonical Huffman codes, blocks,
 * index. Positions are numbered by the layouts of the reader, so only the storage of values is
 * tested.
 */
#ifndef ALULA_SYZYGY_WRITER_H
#define ALULA_SYZYGY_WRITER_H

#include "eval/syzygy_table.h"
#include "tests.h"

enum { WRITER_SYMBOLS = 400, WRITER_RUN = 256, WRITER_LISTS = 4, WRITER_LIST = 300 };

/* A sequence of values. */
typedef struct {
    const char *pieces; /* in the order of the table: capitals for its first side */
    int order[2];       /* 15: none */
    int flags;          /* DTZ, and SYZYGY_CONSTANT */
    int kinds;          /* number of different values; with SYZYGY_CONSTANT the value */
    int block_bits, span_bits;
    bool runs; /* equal values in runs of 256, for sequences that are too long to pair */
    uint64_t seed;
    SyzygyLayout layout; /* filled in */
} WriterSequence;

typedef struct {
    const char *name;
    SyzygyKind kind;
    WriterSequence sequence[COLOR_COUNT][SYZYGY_LEADERS];
    /* DTZ with SYZYGY_MAPPED: the lists for each file of the leading pawn */
    int list_size[SYZYGY_LEADERS][WRITER_LISTS];
    uint16_t list[SYZYGY_LEADERS][WRITER_LISTS][WRITER_LIST];
    /* filled in */
    SyzygyMaterial material;
    int sides, leaders;
} WriterTable;

/* Returns the value stored for a position number: runs of equal values, and others between them. */
static inline int writer_value(const WriterSequence *q, uint64_t number) {
    uint64_t state = q->seed ^ (q->runs ? number / WRITER_RUN : number / 16) << 8;
    uint64_t dice = q->seed + number;

    if (q->flags & SYZYGY_CONSTANT)
        return q->kinds;
    if (!q->runs && random_below(&dice, 6) == 0)
        return (int)random_below(&dice, (unsigned)q->kinds);
    return (int)random_below(&state, (unsigned)q->kinds);
}

/* --- bytes ----------------------------------------------------------------------------------- */

typedef struct {
    uint8_t *at;
    size_t size, room;
} WriterBytes;

static inline void writer_put(WriterBytes *b, uint64_t number, int bytes) {
    if (b->size + 8 > b->room) {
        b->room = 2 * b->room + 4096;
        b->at = realloc(b->at, b->room);
        ck_assert_ptr_nonnull(b->at);
    }
    for (int i = 0; i < bytes; i++)
        b->at[b->size++] = (uint8_t)(number >> 8 * i);
}

static inline void writer_align(WriterBytes *b, size_t to) {
    while (b->size % to)
        writer_put(b, 0, 1);
}

/* --- symbols --------------------------------------------------------------------------------- */

typedef struct {
    /* by symbol: its two parts (right -1: the single value `left`), and the number of its values */
    int left[WRITER_SYMBOLS], right[WRITER_SYMBOLS], values[WRITER_SYMBOLS];
    int length[WRITER_SYMBOLS]; /* bits of its code */
    int place[WRITER_SYMBOLS];  /* its number in the file */
    uint64_t code[WRITER_SYMBOLS];
    int symbols, min_length, max_length;
    uint16_t *stream;
    size_t count;
} WriterCode;

static inline int writer_symbol(WriterCode *c, int left, int right) {
    const int n = c->symbols++;

    ck_assert_int_lt(n, WRITER_SYMBOLS);
    c->left[n] = left;
    c->right[n] = right;
    c->values[n] = right < 0 ? 1 : c->values[left] + c->values[right];
    return n;
}

/* Makes the symbols of each value: runs of 1, 2, 4 ... 256. */
static inline void writer_make_runs(WriterCode *c, const WriterSequence *q) {
    const uint64_t size = q->layout.size;
    const int kinds = q->kinds;

    for (int power = 1; power <= 8; power++)
        for (int v = 0; v < kinds; v++)
            writer_symbol(c, (power - 1) * kinds + v, (power - 1) * kinds + v);
    c->stream = malloc((size / WRITER_RUN + 16) * sizeof *c->stream);
    ck_assert_ptr_nonnull(c->stream);
    for (uint64_t n = 0; n < size;) {
        int power = 8;
        while (UINT64_C(1) << power > size - n)
            power--;
        c->stream[c->count++] = (uint16_t)(power * kinds + writer_value(q, n));
        n += UINT64_C(1) << power;
    }
}

/* Replaces the most frequent pair by a new symbol, `rounds` times. */
static inline void writer_make_pairs(WriterCode *c, const WriterSequence *q, int rounds) {
    const int room = q->kinds + rounds;
    uint32_t *const pairs = malloc((size_t)room * (size_t)room * sizeof *pairs);

    c->count = q->layout.size;
    c->stream = malloc(c->count * sizeof *c->stream);
    ck_assert(pairs && c->stream);
    for (size_t i = 0; i < c->count; i++)
        c->stream[i] = (uint16_t)writer_value(q, i);
    for (; rounds; rounds--) {
        size_t out = 0, best = 0;
        int symbol;

        memset(pairs, 0, (size_t)room * (size_t)room * sizeof *pairs);
        for (size_t i = 0; i + 1 < c->count; i++)
            if (c->values[c->stream[i]] + c->values[c->stream[i + 1]] <= 256)
                pairs[c->stream[i] * room + c->stream[i + 1]]++;
        for (size_t i = 0; i < (size_t)room * (size_t)room; i++)
            best = pairs[i] > pairs[best] ? i : best;
        if (pairs[best] < 2)
            break;
        symbol = writer_symbol(c, (int)best / room, (int)best % room);
        for (size_t i = 0; i < c->count; out++)
            if (i + 1 < c->count && c->stream[i] == c->left[symbol] &&
                c->stream[i + 1] == c->right[symbol]) {
                c->stream[out] = (uint16_t)symbol;
                i += 2;
            } else {
                c->stream[out] = c->stream[i++];
            }
        c->count = out;
    }
    free(pairs);
}

/* Finds the code lengths of a Huffman code (D. Huffman 1952) for all symbols. */
static inline void writer_find_lengths(WriterCode *c) {
    static uint64_t weight[2 * WRITER_SYMBOLS];
    static int parent[2 * WRITER_SYMBOLS];
    int nodes = c->symbols;

    memset(weight, 0, sizeof weight);
    memset(parent, 0, sizeof parent);
    for (size_t i = 0; i < c->count; i++)
        weight[c->stream[i]]++;
    for (int i = 0; i < c->symbols; i++)
        weight[i] += !weight[i];
    for (int left = c->symbols; left > 1; left--) {
        for (int k = 0; k < 2; k++) {
            int least = -1;
            for (int i = 0; i < nodes; i++)
                if (!parent[i] && (least < 0 || weight[i] < weight[least]))
                    least = i;
            weight[nodes] += weight[least];
            parent[least] = nodes;
        }
        nodes++;
    }
    c->min_length = SYZYGY_MAX_CODE;
    for (int i = 0; i < c->symbols; i++) {
        int length = 0;
        for (int n = i; parent[n]; n = parent[n])
            length++;
        c->length[i] = max(length, 1);
        c->min_length = min(c->min_length, c->length[i]);
        c->max_length = max(c->max_length, c->length[i]);
    }
    ck_assert_int_le(c->max_length, SYZYGY_MAX_CODE);
}

/* Assigns ascending codes, the longest first, and numbers the symbols in the same order. */
static inline void writer_find_codes(WriterCode *c) {
    uint64_t next = 0;
    int place = 0;

    for (int length = c->max_length; length >= c->min_length; length--, next /= 2)
        for (int i = 0; i < c->symbols; i++)
            if (c->length[i] == length) {
                c->place[i] = place++;
                c->code[i] = next++;
            }
}

/* --- a sequence ------------------------------------------------------------------------------ */

/* The parts of a sequence that follow the headers. */
typedef struct {
    WriterBytes head, index, length, data;
} WriterParts;

/*
 * Fills the blocks with codes from the highest bit on; a block ends before a code that does not
 * fit.
 */
static inline uint32_t writer_fill_blocks(WriterParts *parts, const WriterCode *c, int block_bits) {
    const size_t bits = (size_t)8 << block_bits;
    size_t used = 0, values = 0;
    uint32_t blocks = 0;
    uint8_t *const block = calloc(bits / 8, 1);

    ck_assert_ptr_nonnull(block);
    for (size_t i = 0; i <= c->count; i++) {
        const int symbol = i < c->count ? c->stream[i] : 0;
        if (i == c->count || used + (size_t)c->length[symbol] > bits ||
            values + (size_t)c->values[symbol] > 65536) {
            for (size_t k = 0; k < bits / 8; k++)
                writer_put(&parts->data, block[k], 1);
            writer_put(&parts->length, values - 1, 2);
            memset(block, 0, bits / 8);
            used = values = 0;
            blocks++;
        }
        for (int k = c->length[symbol] - 1; i < c->count && k >= 0; k--, used++)
            block[used / 8] |= (uint8_t)((c->code[symbol] >> k & 1) << (7 - used % 8));
        values += (size_t)c->values[symbol];
    }
    free(block);
    return blocks;
}

/*
 * Writes an index entry for the middle of each span; returns the number of block lengths added at
 * the end.
 */
static inline int writer_fill_index(WriterParts *parts, const WriterSequence *q, uint32_t blocks) {
    const uint64_t span = UINT64_C(1) << q->span_bits;
    uint64_t start = 0;
    uint32_t block = 0;
    int padding = 0;

    for (uint64_t middle = span / 2; middle - span / 2 < q->layout.size; middle += span) {
        for (;;) {
            uint64_t values;
            if (block == blocks + (uint32_t)padding) {
                writer_put(&parts->length, 65535, 2);
                padding++;
            }
            values = 1 + (uint64_t)parts->length.at[2 * block] +
                     ((uint64_t)parts->length.at[2 * block + 1] << 8);
            if (middle < start + values)
                break;
            start += values;
            block++;
        }
        writer_put(&parts->index, block, 4);
        writer_put(&parts->index, middle - start, 2);
    }
    ck_assert_int_le(padding, 255);
    return padding;
}

static inline void writer_put_symbols(WriterBytes *head, const WriterCode *c) {
    for (int length = c->min_length; length <= c->max_length; length++) {
        int lowest = 0; /* symbols with longer codes come first */
        for (int i = 0; i < c->symbols; i++)
            lowest += c->length[i] > length;
        writer_put(head, (uint64_t)lowest, 2);
    }
    writer_put(head, (uint64_t)c->symbols, 2);
    for (int place = 0; place < c->symbols; place++)
        for (int i = 0; i < c->symbols; i++)
            if (c->place[i] == place) {
                const bool pair = c->right[i] >= 0;
                const uint64_t left = (uint64_t)(pair ? c->place[c->left[i]] : c->left[i]);
                const uint64_t right = pair ? (uint64_t)c->place[c->right[i]] : 0xfff;
                writer_put(head, left | right << 12, 3);
            }
    if (c->symbols & 1)
        writer_put(head, 0, 1);
}

static inline void writer_encode(WriterParts *parts, const WriterSequence *q) {
    WriterCode *const c = calloc(1, sizeof *c);
    uint32_t blocks;
    int padding;

    ck_assert_ptr_nonnull(c);
    writer_put(&parts->head, (uint64_t)q->flags, 1);
    if (q->flags & SYZYGY_CONSTANT) {
        writer_put(&parts->head, (uint64_t)q->kinds, 1);
        free(c);
        return;
    }
    for (int v = 0; v < q->kinds; v++)
        writer_symbol(c, v, -1);
    if (q->runs)
        writer_make_runs(c, q);
    else
        writer_make_pairs(c, q, q->layout.size > 100000 ? 6 : 30);
    writer_find_lengths(c);
    writer_find_codes(c);
    blocks = writer_fill_blocks(parts, c, q->block_bits);
    padding = writer_fill_index(parts, q, blocks);
    writer_put(&parts->head, (uint64_t)q->block_bits, 1);
    writer_put(&parts->head, (uint64_t)q->span_bits, 1);
    writer_put(&parts->head, (uint64_t)padding, 1);
    writer_put(&parts->head, blocks, 4);
    writer_put(&parts->head, (uint64_t)c->max_length, 1);
    writer_put(&parts->head, (uint64_t)c->min_length, 1);
    writer_put_symbols(&parts->head, c);
    free(c->stream);
    free(c);
}

/* --- a file ---------------------------------------------------------------------------------- */

static inline void writer_lay_out(WriterTable *t) {
    static const char letters[] = "PNBRQKpnbrqk";

    syzygy_init_numbers();
    ck_assert(syzygy_material(&t->material, t->name));
    t->leaders = t->material.pawns ? SYZYGY_LEADERS : 1;
    t->sides = t->kind == SYZYGY_WDL && !t->material.symmetric ? 2 : 1;
    for (int file = 0; file < t->leaders; file++)
        for (int side = 0; side < t->sides; side++) {
            WriterSequence *const q = &t->sequence[side][file];
            for (int i = 0; i < t->material.men; i++) {
                const int piece = (int)(strchr(letters, q->pieces[i]) - letters);
                q->layout.piece[i] = (SyzygyPiece)(piece % 6 + 1 + piece / 6 * 8);
            }
            CLAIM(syzygy_lay_out(&q->layout, &t->material, file, q->order), "%s: %s", t->name,
                  q->pieces);
        }
}

static inline void writer_put_lists(WriterBytes *out, const WriterTable *t) {
    for (int file = 0; file < t->leaders; file++) {
        const int flags = t->sequence[0][file].flags;
        const int bytes = flags & SYZYGY_WIDE ? 2 : 1;

        if (!(flags & SYZYGY_MAPPED))
            continue;
        writer_align(out, (size_t)bytes);
        for (int i = 0; i < WRITER_LISTS; i++) {
            writer_put(out, (uint64_t)t->list_size[file][i], bytes);
            for (int k = 0; k < t->list_size[file][i]; k++)
                writer_put(out, t->list[file][i][k], bytes);
        }
    }
    writer_align(out, 2);
}

static inline void writer_put_part(WriterBytes *out, WriterBytes *part) {
    for (size_t i = 0; i < part->size; i++)
        writer_put(out, part->at[i], 1);
    free(part->at);
}

/* Returns the file of a table, which the caller frees. */
static inline uint8_t *writer_write(WriterTable *t, size_t *size) {
    static const uint32_t magic[] = {0x5d23e871, 0xa50c66d7};
    WriterParts parts[SYZYGY_LEADERS][COLOR_COUNT];
    WriterBytes out = {0};

    memset(parts, 0, sizeof parts);
    writer_lay_out(t);
    writer_put(&out, magic[t->kind], 4);
    writer_put(&out, (uint64_t)(!t->material.symmetric + 2 * t->material.pawns), 1);
#define SIDE(n) t->sequence[t->sides == 2 ? n : 0][file]
    for (int file = 0; file < t->leaders; file++) {
        writer_put(&out, (uint64_t)(SIDE(0).order[0] | SIDE(1).order[0] << 4), 1);
        if (t->material.both)
            writer_put(&out, (uint64_t)(SIDE(0).order[1] | SIDE(1).order[1] << 4), 1);
        for (int i = 0; i < t->material.men; i++)
            writer_put(&out, SIDE(0).layout.piece[i] | (uint64_t)SIDE(1).layout.piece[i] << 4, 1);
    }
#undef SIDE
    writer_align(&out, 2);
    for (int part = 0; part < 4; part++) {
        for (int file = 0; file < t->leaders; file++)
            for (int side = 0; side < t->sides; side++) {
                WriterParts *const p = &parts[file][side];
                if (!part)
                    writer_encode(p, &t->sequence[side][file]);
                if (part == 3 && p->data.size)
                    writer_align(&out, 64);
                writer_put_part(&out, part == 0   ? &p->head
                                      : part == 1 ? &p->index
                                      : part == 2 ? &p->length
                                                  : &p->data);
            }
        if (!part && t->kind == SYZYGY_DTZ)
            writer_put_lists(&out, t);
    }
    writer_align(&out, 64);
    writer_put(&out, 0, 8);
    writer_put(&out, 0, 8); /* a checksum, which is never read */
    *size = out.size;
    return out.at;
}

#endif
