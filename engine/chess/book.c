/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64 /* books may be larger than 2 GB */
#include "book.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <sys/types.h>

#include "base/file.h"
#include "base/util.h"
#include "movegen.h"

/* --- keys ------------------------------------------------------------------------------------ */

enum { CASTLING = 768, EN_PASSANT = 772, WHITE_TO_MOVE = 780, NUMBERS };

static const uint64_t number[NUMBERS] = {
#include "book_numbers.inc"
};

/*
 * Returns true if a pawn of the side to move is next to the pawn that has just made a double step.
 */
static bool has_ep_capturer(const Board *b, Square jumped) {
    const Color us = (Color)b->turn;
    const Bitboard pushed = bb_back(bb_of(jumped), us);

    return ((bb_east(pushed) | bb_west(pushed)) & board_pieces(b, us, PAWN)) != 0;
}

uint64_t book_key(const Position *p, Square jumped) {
    const Board *b = &p->board;
    uint64_t key = 0;

    for (Bitboard pieces = board_occupied(b); pieces;) {
        const Square s = pop_lsb(&pieces);
        /* black pawn, white pawn, black knight ... */
        const unsigned kind = 2u * p->on[s] + bb_has(b->color[WHITE], s);
        key ^= number[64 * kind + s];
    }
    for (Bitboard rooks = b->castling; rooks;) {
        const Square rook = pop_lsb(&rooks);
        const Color c = bb_has(b->color[WHITE], rook) ? WHITE : BLACK;
        key ^= number[CASTLING + 2 * (unsigned)c + (rook < board_king(b, c))];
    }
    if (jumped != NO_SQUARE && has_ep_capturer(b, jumped))
        key ^= number[EN_PASSANT + square_file(jumped)];
    return b->turn == WHITE ? key ^ number[WHITE_TO_MOVE] : key;
}

Square book_jumped(const Position *before, Move m) {
    const Square from = move_from(m), to = move_to(m);

    if (m == NO_MOVE || position_on(before, from) != PAWN || (from ^ to) != 16)
        return NO_SQUARE;
    return (Square)((from + to) / 2);
}

uint64_t book_key_now(const GameLine *g) {
    const Position *now = gameline_now(g);

    return book_key(now, g->length ? book_jumped(now - 1, g->move[g->length - 1])
                                   : (Square)now->board.ep_square);
}

/* --- entries --------------------------------------------------------------------------------- */

/* Reads a big-endian number. */
static uint64_t get(const uint8_t *bytes, int count) {
    uint64_t value = 0;

    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

static void put(uint8_t *bytes, int count, uint64_t value) {
    for (int i = count - 1; i >= 0; i--, value >>= 8)
        bytes[i] = (uint8_t)value;
}

BookEntry book_unpack(const uint8_t bytes[BOOK_ENTRY_BYTES]) {
    return (BookEntry){.key = get(bytes, 8),
                       .move = (uint16_t)get(bytes + 8, 2),
                       .weight = (uint16_t)get(bytes + 10, 2),
                       .learn = (uint32_t)get(bytes + 12, 4)};
}

void book_pack(uint8_t bytes[BOOK_ENTRY_BYTES], const BookEntry *entry) {
    put(bytes, 8, entry->key);
    put(bytes + 8, 2, entry->move);
    put(bytes + 10, 2, entry->weight);
    put(bytes + 12, 4, entry->learn);
}

int book_compare(const void *a, const void *b) {
    const BookEntry *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Promotion pieces, indexed by Polyglot's code. */
static const Piece promotions[] = {NO_PIECE, KNIGHT, BISHOP, ROOK, QUEEN};
enum { PROMOTIONS = sizeof promotions / sizeof *promotions };

/*
 * Converts castling written as the king's two steps from the e-file to the king taking a corner
 * rook.
 */
static Move castling_by_steps(Square from, Square to) {
    const int rank = square_rank(from);

    if (square_file(from) != 4 || square_rank(to) != rank ||
        (square_file(to) != 6 && square_file(to) != 2))
        return NO_MOVE;
    return move_make(from, square_make(square_file(to) == 6 ? 7 : 0, rank), NO_PIECE);
}

Move book_decode(const Position *p, uint16_t move) {
    const Square to = (Square)(move & 63u), from = (Square)(move >> 6 & 63u);
    const unsigned promotion = move >> 12; /* the highest bit is never set */
    Move m;

    if (promotion >= PROMOTIONS)
        return NO_MOVE;
    m = move_make(from, to, promotions[promotion]);
    if (move_is_legal(p, m))
        return m;
    m = position_on(p, from) == KING && !promotion ? castling_by_steps(from, to) : NO_MOVE;
    return m != NO_MOVE && move_is_legal(p, m) ? m : NO_MOVE;
}

uint16_t book_encode(Move m) {
    unsigned promotion = 0;

    while (promotions[promotion] != move_promotion(m)) {
        promotion++;
        assert(promotion < PROMOTIONS);
    }
    return (uint16_t)(move_to(m) | (unsigned)move_from(m) << 6 | promotion << 12);
}

/* --- files ----------------------------------------------------------------------------------- */

/* Number of entries that are sampled when a book is opened. */
enum { SAMPLES = 64 };

/* Maximum number of entries read for one position, so that a damaged book cannot delay a move. */
enum { MAX_ENTRIES = 1024 };

static const char *order_error(const Book *b) {
    const int64_t step = b->count / SAMPLES + 1;
    uint64_t before = 0;
    BookEntry e;

    for (int64_t i = 0; i < b->count; i += step) {
        if (!book_read(b, i, &e))
            return "the book cannot be read";
        if (e.key < before)
            return "this is not a Polyglot book or its entries are out of order";
        before = e.key;
    }
    return NULL;
}

const char *book_open(Book *b, const char *path) {
    const char *error;
    off_t size;

    *b = (Book){NULL, 0};
    if ((error = file_open(&b->file, path)))
        return errno == ENOENT ? "there is no such book" : error;
    size = fseeko(b->file, 0, SEEK_END) ? 0 : ftello(b->file);
    b->count = (int64_t)(size / BOOK_ENTRY_BYTES);
    error = size ? order_error(b) : "there is no entry in the book";
    if (!error && size % BOOK_ENTRY_BYTES)
        error = "the book is damaged: its size is not a multiple of 16 bytes";
    if (error)
        book_close(b);
    return error;
}

void book_close(Book *b) {
    if (b->file)
        fclose(b->file);
    *b = (Book){NULL, 0};
}

bool book_read(const Book *b, int64_t index, BookEntry *out) {
    uint8_t bytes[BOOK_ENTRY_BYTES];

    if (index < 0 || index >= b->count ||
        fseeko(b->file, (off_t)(index * BOOK_ENTRY_BYTES), SEEK_SET) ||
        fread(bytes, sizeof bytes, 1, b->file) != 1)
        return false;
    *out = book_unpack(bytes);
    return true;
}

/* Binary search: returns the first entry whose key is at least `key`; count if there is none. */
static int64_t first_of(const Book *b, uint64_t key) {
    int64_t low = 0, high = b->count;

    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        BookEntry e;

        if (!book_read(b, middle, &e))
            return b->count;
        if (e.key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Insertion sort, which is stable. */
void book_sort(BookMove *list, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const BookMove m = list[i];
        size_t at = i;

        for (; at && list[at - 1].weight < m.weight; at--)
            list[at] = list[at - 1];
        list[at] = m;
    }
}

size_t book_find(const Book *b, const Position *p, uint64_t key, BookMove list[MAX_MOVES]) {
    const int64_t first = b->file ? first_of(b, key) : 0;
    size_t count = 0;
    BookEntry e;

    for (int64_t i = first; i < first + MAX_ENTRIES && i < b->count; i++) {
        size_t at = 0;
        Move m;

        if (!book_read(b, i, &e) || e.key != key)
            break;
        if ((m = book_decode(p, e.move)) == NO_MOVE)
            continue;
        while (at < count && list[at].move != m)
            at++;
        assert(at < MAX_MOVES);
        if (at == count)
            list[count++] = (BookMove){m, e.weight, e.learn};
        else
            list[at].weight = (uint16_t)min(list[at].weight + e.weight, UINT16_MAX);
    }
    book_sort(list, count);
    return count;
}

Move book_choose(const BookMove *list, size_t count, int variety, uint64_t random) {
    double share[MAX_MOVES], sum = 0, left;
    size_t at = 0;

    while (count && !list[count - 1].weight) /* never played */
        count--;
    if (!count)
        return NO_MOVE;
    if (variety <= 0)
        return list[0].move;
    for (size_t i = 0; i < count; i++) {
        assert(list[i].weight <= list[0].weight);
        sum += share[i] = pow((double)list[i].weight / list[0].weight, 100.0 / variety);
    }
    left = (double)(random >> 11) / (double)(UINT64_C(1) << 53) * sum;
    while (at + 1 < count && (left -= share[at]) >= 0)
        at++;
    return list[at].move;
}
