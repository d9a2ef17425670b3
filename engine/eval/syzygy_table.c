/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "syzygy_table.h"

#include <stdlib.h>
#include <string.h>

/* --- material -------------------------------------------------------------------------------- */

bool syzygy_material(SyzygyMaterial *m, const char *name) {
    static const char letters[] = "PNBRQK";
    Color c = WHITE;

    memset(m, 0, sizeof *m);
    if (strlen(name) >= sizeof m->name)
        return false;
    strncpy(m->name, name, sizeof m->name - 1);
    for (const char *s = name; *s; s++) {
        const char *const letter = strchr(letters, *s);
        if (*s == 'v' && c == WHITE) {
            c = BLACK;
        } else if (letter) {
            m->count[c][letter - letters]++;
            m->men++;
        } else {
            return false;
        }
    }
    if (m->men > SYZYGY_MEN || m->men < 3 || m->count[WHITE][KING] != 1 ||
        m->count[BLACK][KING] != 1)
        return false;
    for (Piece p = PAWN; p < KING; p++)
        m->unique |= m->count[WHITE][p] == 1 || m->count[BLACK][p] == 1;
    m->symmetric = !memcmp(m->count[WHITE], m->count[BLACK], sizeof m->count[WHITE]);
    m->pawns = m->count[WHITE][PAWN] || m->count[BLACK][PAWN];
    m->both = m->count[WHITE][PAWN] && m->count[BLACK][PAWN];
    m->leader =
        !m->count[BLACK][PAWN] || (m->both && m->count[BLACK][PAWN] >= m->count[WHITE][PAWN])
            ? WHITE
            : BLACK;
    return true;
}

/* --- reading the head ------------------------------------------------------------------------ */

/* The unread rest of a header. Reading beyond its end returns 0 and sets a flag. */
typedef struct {
    const uint8_t *begin, *at, *end;
    bool over;
} Reader;

static const uint8_t *take(Reader *r, uint64_t bytes) {
    static const uint8_t nothing[8];
    const uint8_t *const at = r->at;

    if (bytes > (uint64_t)(r->end - r->at)) {
        r->over = true;
        return nothing;
    }
    r->at += bytes;
    return at;
}

static void align(Reader *r, size_t to) {
    const size_t past = (size_t)(r->at - r->begin) % to;

    if (past)
        take(r, to - past);
}

static unsigned word16(const uint8_t *at) {
    return at[0] | (unsigned)at[1] << 8;
}
static uint32_t word32(const uint8_t *at) {
    return word16(at) | (uint32_t)word16(at + 2) << 16;
}
static uint64_t big_endian32(const uint8_t *at) {
    return (uint64_t)at[0] << 24 | (uint64_t)at[1] << 16 | (uint64_t)at[2] << 8 | at[3];
}

static unsigned left_of(const uint8_t *tree, unsigned symbol) {
    return tree[3 * symbol] | (tree[3 * symbol + 1] & 15u) << 8;
}
static unsigned right_of(const uint8_t *tree, unsigned symbol) {
    return (unsigned)tree[3 * symbol + 2] << 4 | tree[3 * symbol + 1] >> 4;
}

enum { IS_VALUE = 0xfff }; /* right part of a symbol that is a value */

/*
 * Computes the number of values of a symbol, less 1. Returns false if the symbol's tree is invalid:
 * a symbol must have more values than each of its parts, and at most 256.
 */
static bool expand(SyzygySequence *s, uint8_t *known, unsigned symbol, int depth) {
    const unsigned left = left_of(s->tree, symbol), right = right_of(s->tree, symbol);
    int sum;

    if (known[symbol])
        return true;
    if (right != IS_VALUE) {
        if (depth > UINT8_MAX || left >= (unsigned)s->symbols || right >= (unsigned)s->symbols ||
            !expand(s, known, left, depth + 1) || !expand(s, known, right, depth + 1))
            return false;
        sum = s->expansion[left] + s->expansion[right] + 1;
        if (sum > UINT8_MAX)
            return false;
        s->expansion[symbol] = (uint8_t)sum;
    }
    known[symbol] = 1;
    return true;
}

static const char *read_symbols(SyzygySequence *s, Reader *r) {
    uint8_t *known;
    bool is_tree = true;

    s->symbols = (int)word16(take(r, 2));
    s->tree = take(r, 3 * (uint64_t)s->symbols);
    if (s->symbols & 1)
        take(r, 1);
    if (r->over || !s->symbols || s->symbols > IS_VALUE + 1)
        return "damaged";
    s->expansion = calloc((size_t)s->symbols, 1);
    known = calloc((size_t)s->symbols, 1);
    if (s->expansion && known)
        for (int i = 0; is_tree && i < s->symbols; i++)
            is_tree = expand(s, known, (unsigned)i, 0);
    free(known);
    return !s->expansion || !known ? "not read for lack of memory" : is_tree ? NULL : "damaged";
}

static const char *read_sequence(SyzygySequence *s, Reader *r) {
    unsigned padding, max_length;

    s->flags = *take(r, 1);
    if (s->flags & SYZYGY_CONSTANT) {
        s->constant = *take(r, 1);
        return r->over ? "damaged" : NULL;
    }
    s->block_bits = *take(r, 1);
    s->span_bits = *take(r, 1);
    padding = *take(r, 1);
    s->blocks = word32(take(r, 4));
    s->block_lengths = s->blocks + padding;
    max_length = *take(r, 1);
    s->min_length = *take(r, 1);
    s->lengths = (int)max_length - s->min_length + 1;
    if (r->over || s->block_bits < 2 || s->block_bits > 30 || s->span_bits > 31 || !s->blocks ||
        s->block_lengths < s->blocks || s->min_length < 1 || s->lengths < 1 ||
        max_length > SYZYGY_MAX_CODE)
        return "damaged";
    s->entries = (s->layout.size + (UINT64_C(1) << s->span_bits) - 1) >> s->span_bits;
    s->lowest = take(r, 2 * (uint64_t)s->lengths);
    if (r->over)
        return "damaged";
    /* canonical Huffman code: longer codes are smaller */
    for (int i = s->lengths - 2; i >= 0; i--)
        s->base[i] =
            (s->base[i + 1] + word16(s->lowest + 2 * i) - word16(s->lowest + 2 * i + 2)) / 2;
    for (int i = 0; i < s->lengths; i++)
        s->base[i] <<= 64 - s->min_length - i;
    return read_symbols(s, r);
}

/* Reads the pieces of all sequences. */
static const char *read_layouts(SyzygyFile *f, const SyzygyMaterial *m, Reader *r, int leaders) {
    for (int file = 0; file < leaders; file++) {
        const uint8_t first = *take(r, 1), then = m->both ? *take(r, 1) : 0xff;
        const uint8_t *const pieces = take(r, (uint64_t)m->men);

        if (r->over)
            return "damaged";
        for (int side = 0; side < f->sides; side++) {
            SyzygyLayout *const l = &f->sequence[side][file].layout;
            const int order[2] = {side ? first >> 4 : first & 15, side ? then >> 4 : then & 15};
            uint8_t left[COLOR_COUNT][PIECE_COUNT];

            memcpy(left, m->count, sizeof left);
            for (int i = 0; i < m->men; i++) {
                const SyzygyPiece p = (SyzygyPiece)(side ? pieces[i] >> 4 : pieces[i] & 15);
                if ((p & 7) < 1 || (p & 7) > 6 || !left[p >> 3][(p & 7) - 1]--)
                    return "damaged";
                l->piece[i] = p;
            }
            if ((m->pawns && l->piece[0] != 1 + 8 * (int)m->leader) ||
                !syzygy_lay_out(l, m, file, order))
                return "damaged";
            if (m->pawns && l->group[0] != m->count[m->leader][PAWN])
                return "damaged";
            if (m->both && (l->piece[l->group[0]] & 7) != 1)
                return "damaged";
            if (!m->pawns && !m->unique && ((l->piece[0] & 7) != 6 || (l->piece[1] & 7) != 6))
                return "damaged";
        }
    }
    return NULL;
}

/* Reads the value lists of a DTZ table, four for each file of the leading pawn. */
static void read_lists(SyzygyFile *f, Reader *r, int leaders) {
    const uint8_t *const begin = r->at;

    for (int file = 0; file < leaders; file++) {
        SyzygySequence *const s = &f->sequence[0][file];
        const bool wide = s->flags & SYZYGY_WIDE;

        s->list = begin;
        if (!(s->flags & SYZYGY_MAPPED))
            continue;
        if (wide)
            align(r, 2);
        for (int i = 0; i < 4; i++) {
            s->list_size[i] = wide ? word16(take(r, 2)) : *take(r, 1);
            s->list_at[i] = (uint32_t)(r->at - begin);
            take(r, (uint64_t)s->list_size[i] << wide);
        }
    }
    align(r, 2);
}

static const char *read_all(SyzygyFile *f, const SyzygyMaterial *m, SyzygyKind kind) {
    static const uint8_t magic[][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
    const int leaders = m->pawns ? SYZYGY_LEADERS : 1;
    Reader r = {f->map.bytes, f->map.bytes, f->map.bytes + f->map.size, false};
    const char *error;
    uint8_t flags;

    if (f->map.size < 8 || memcmp(take(&r, 4), magic[kind], 4))
        return "not a Syzygy table";
    if (f->map.size % 64 != 16)
        return "cut short";
    flags = *take(&r, 1);
    if ((flags & 1) == m->symmetric || !(flags & 2) == m->pawns)
        return "for pieces other than those in its name";
    f->sides = kind == SYZYGY_WDL && !m->symmetric ? 2 : 1;
    if ((error = read_layouts(f, m, &r, leaders)))
        return error;
    align(&r, 2);
#define EACH_SEQUENCE                                                                              \
    for (int file = 0; file < leaders; file++)                                                     \
        for (int side = 0; side < f->sides; side++)
    EACH_SEQUENCE if ((error = read_sequence(&f->sequence[side][file], &r))) return error;
    if (kind == SYZYGY_DTZ)
        read_lists(f, &r, leaders);
    EACH_SEQUENCE f->sequence[side][file].index = take(&r, 6 * f->sequence[side][file].entries);
    EACH_SEQUENCE f->sequence[side][file].length =
        take(&r, 2 * (uint64_t)f->sequence[side][file].block_lengths);
    EACH_SEQUENCE {
        SyzygySequence *const s = &f->sequence[side][file];
        if (s->flags & SYZYGY_CONSTANT)
            continue;
        align(&r, 64);
        s->data = take(&r, (uint64_t)s->blocks << s->block_bits);
    }
#undef EACH_SEQUENCE
    return r.over ? "cut short" : NULL;
}

const char *syzygy_file_read(SyzygyFile *f, const SyzygyMaterial *m, SyzygyKind kind, FileMap map) {
    const char *error;

    syzygy_init_numbers();
    memset(f, 0, sizeof *f);
    f->map = map;
    if ((error = read_all(f, m, kind)))
        syzygy_file_close(f);
    return error;
}

void syzygy_file_close(SyzygyFile *f) {
    for (int side = 0; side < COLOR_COUNT; side++)
        for (int file = 0; file < SYZYGY_LEADERS; file++) {
            free(f->sequence[side][file].expansion);
            f->sequence[side][file].expansion = NULL;
        }
    filemap_close(&f->map);
}

/* --- values ---------------------------------------------------------------------------------- */

/*
 * Finds the block of a value with the index: each entry has the block and offset of the value in
 * the middle of its span. Sets *offset to the value's position in the block. Returns false if there
 * is no such block.
 */
static bool find_block(const SyzygySequence *s, uint64_t number, uint32_t *block, int64_t *offset) {
    const uint64_t span = UINT64_C(1) << s->span_bits, entry = number >> s->span_bits;
    const uint8_t *const at = s->index + 6 * entry;

    if (number >= s->layout.size)
        return false;
    *block = word32(at);
    *offset = (int64_t)word16(at + 4) + (int64_t)(number & (span - 1)) - (int64_t)(span / 2);
    if (*block >= s->block_lengths)
        return false;
    while (*offset < 0) {
        if (!*block)
            return false;
        *offset += (int64_t)word16(s->length + 2 * (uint64_t)-- * block) + 1;
    }
    while (*offset > (int64_t)word16(s->length + 2 * (uint64_t)*block)) {
        *offset -= (int64_t)word16(s->length + 2 * (uint64_t)*block) + 1;
        if (++*block >= s->block_lengths)
            return false;
    }
    return *block < s->blocks;
}

/* Returns the value at an offset within the values of a symbol. */
static int value_in_symbol(const SyzygySequence *s, unsigned symbol, int64_t offset) {
    while (s->expansion[symbol]) {
        const unsigned left = left_of(s->tree, symbol);
        if (offset <= s->expansion[left]) {
            symbol = left;
        } else {
            offset -= s->expansion[left] + 1;
            symbol = right_of(s->tree, symbol);
        }
    }
    return (int)left_of(s->tree, symbol);
}

int syzygy_value(const SyzygySequence *s, uint64_t number) {
    const uint8_t *at, *end;
    uint64_t bits;
    int64_t offset;
    uint32_t block;
    int left = 64;

    if (s->flags & SYZYGY_CONSTANT)
        return s->constant;
    if (!find_block(s, number, &block, &offset))
        return -1;
    at = s->data + ((uint64_t)block << s->block_bits);
    end = at + (UINT64_C(1) << s->block_bits);
    bits = big_endian32(at) << 32;
    at += 4;
    if (at < end)
        bits |= big_endian32(at);
    at += 4;
    for (;;) {
        unsigned symbol;
        int i = 0;

        while (bits < s->base[i])
            if (++i == s->lengths)
                return -1;
        symbol =
            (unsigned)((bits - s->base[i]) >> (64 - s->min_length - i)) + word16(s->lowest + 2 * i);
        if (symbol >= (unsigned)s->symbols)
            return -1;
        if (offset <= s->expansion[symbol])
            return value_in_symbol(s, symbol, offset);
        offset -= s->expansion[symbol] + 1;
        bits <<= s->min_length + i;
        left -= s->min_length + i;
        if (left <= 32) {
            if (at >= end + 4) /* well beyond the end of the data */
                return -1;
            left += 32;
            if (at < end)
                bits |= big_endian32(at) << (64 - left);
            at += 4;
        }
    }
}
