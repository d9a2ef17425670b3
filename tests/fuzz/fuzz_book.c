/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Polyglot books: the input is the file, or, where its first byte is odd, entries of which this
 * target sorts the keys. Entries are the same when they are packed again; moves are legal.
 */
#include <string.h>

#include "chess/book.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"

static int is_legal(const Position *p, Move m) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

static void check_entry(const Book *book, int64_t index, const Position *start) {
    static const int varieties[] = {0, 50, 100, 1000};
    uint8_t bytes[BOOK_ENTRY_BYTES];
    BookMove list[MAX_MOVES];
    BookEntry entry, again;
    size_t count;
    Move m;

    PROMISE(book_read(book, index, &entry));
    book_pack(bytes, &entry);
    again = book_unpack(bytes);
    PROMISE(!book_compare(&entry, &again) && entry.learn == again.learn);
    if ((m = book_decode(start, entry.move)) != NO_MOVE) {
        PROMISE(is_legal(start, m));
        PROMISE(book_decode(start, book_encode(m)) == m);
    }
    count = book_find(book, start, entry.key, list);
    for (size_t i = 0; i < count; i++) {
        PROMISE(is_legal(start, list[i].move));
        PROMISE(!i || list[i].weight <= list[i - 1].weight);
    }
    for (size_t i = 0; i < sizeof varieties / sizeof *varieties; i++) {
        m = book_choose(list, count, varieties[i], entry.key * 0x9E3779B97F4A7C15u);
        PROMISE(m == NO_MOVE ? !count || !list[0].weight : is_legal(start, m));
    }
}

/* The entries of an input in order. */
static size_t sort(uint8_t *out, const uint8_t *data, size_t size) {
    BookEntry entry[64];
    size_t count = 0;

    for (; count < 64 && (count + 1) * BOOK_ENTRY_BYTES <= size; count++)
        entry[count] = book_unpack(data + count * BOOK_ENTRY_BYTES);
    qsort(entry, count, sizeof *entry, book_compare);
    for (size_t i = 0; i < count; i++)
        book_pack(out + i * BOOK_ENTRY_BYTES, &entry[i]);
    return count * BOOK_ENTRY_BYTES;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t sorted[64 * BOOK_ENTRY_BYTES];
    const char *path, *error;
    Position start;
    Book book;

    fuzz_init();
    PROMISE(!fen_parse(&start, word_of("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"), false));
    if (size && *data & 1) {
        const size_t count = sort(sorted, data + 1, size - 1);

        path = fuzz_file("book.bin", sorted, count);
        size = count;
        error = book_open(&book, path);
        PROMISE(!error == (size >= BOOK_ENTRY_BYTES));
    } else {
        path = fuzz_file("book.bin", data, size);
        error = book_open(&book, path);
    }
    if (error)
        return 0;
    PROMISE(book.count == (int64_t)(size / BOOK_ENTRY_BYTES) && book.count > 0);
    for (int64_t i = 0; i < book.count && i < 64; i++)
        check_entry(&book, i, &start);
    PROMISE(!book_read(&book, book.count, &(BookEntry){0}));
    book_close(&book);
    book_close(&book);
    return 0;
}
