/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of book.h: Polyglot keys, encoded moves, the choice of a move, and good and bad files. */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64
#include "chess/book.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/zobrist.h"
#include "tests.h"

#define CASTLES "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"

/* --- keys ------------------------------------------------------------------------------------ */

/* Positions as FEN, because the key needs the square behind a pawn that just moved two squares. */
static const struct {
    const char *fen;
    uint64_t key;
} keys[] = {
    /* the published test keys of the format */
    {FEN_START, UINT64_C(0x463b96181691fc9c)},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", UINT64_C(0x823c9b50fd114196)},
    {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", UINT64_C(0x0756b94461c50fb0)},
    {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", UINT64_C(0x662fafb965db29d4)},
    {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", UINT64_C(0x22a48b5a8e47ff78)},
    {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", UINT64_C(0x652a607ca3f242c1)},
    {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", UINT64_C(0x00fdd303c946bdd9)},
    {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", UINT64_C(0x3c8123ea7b067637)},
    {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", UINT64_C(0x5c3f9b829b279560)},
    /* an illegal en passant capture counts; a pawn at the opposite edge does not */
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", UINT64_C(0xecba303cd610b817)},
    {"rnbqkbnr/ppppppp1/8/7p/P7/8/1PPPPPPP/RNBQKBNR w KQkq h6 0 2", UINT64_C(0x30ac768f7c228825)},
};

static uint64_t key_of(const char *fen, bool chess960) {
    const Position p = tests_position(fen, chess960);

    return book_key(&p, fen_jumped(word_of(fen)));
}

START_ROWS(published_keys, ROWS(keys)) {
    ck_assert_uint_eq(key_of(keys[_i].fen, false), keys[_i].key);
}

START_TEST(reference_keys) {
    Word all, rest, line;
    int count = 0;

    if (!tests_read(&all, "polyglot/keys.tsv"))
        return;
    rest = all;
    while (tests_line(&rest, &line)) {
        const Word key = tests_cut(&line, '\t'), fen = tests_cut(&line, '\t');
        char text[128];

        snprintf(text, sizeof text, "%.*s", (int)fen.length, fen.at);
        CLAIM(key_of(text, false) == strtoull(key.at, NULL, 16),
              "%s: %.*s is expected, not %016llx", text, (int)key.length, key.at,
              (unsigned long long)key_of(text, false));
        count++;
    }
    ck_assert_int_gt(count, 60);
    tests_free(all);
}

/* In a game the last move is known, so the key needs no FEN. */
START_TEST(keys_of_a_game) {
    static const char *const moves[] = {"a4", "b5", "h4", "b4", "c4", "bxc3", "Ra3", NULL};
    Position start = tests_position(FEN_START, false);
    GameLine g;
    Move m;

    ck_assert_ptr_null(gameline_init(&g, &start));
    ck_assert_uint_eq(book_key_now(&g), keys[0].key);
    for (int i = 0; moves[i]; i++) {
        ck_assert_int_eq(notation_parse(&m, gameline_now(&g), word_of(moves[i])), MOVE_FINE);
        ck_assert_ptr_null(gameline_play(&g, m));
        if (i == 4)
            ck_assert_uint_eq(book_key_now(&g), keys[7].key);
    }
    ck_assert_uint_eq(book_key_now(&g), keys[8].key);
    ck_assert_ptr_null(gameline_play(&g, NO_MOVE));
    ck_assert_uint_eq(book_key_now(&g), key_of("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR w "
                                               "Kkq - 0 5",
                                               false));
    /* a start position has its en passant square only if a capture is legal */
    start = tests_position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", false);
    gameline_restart(&g, &start);
    ck_assert_uint_eq(book_key_now(&g), UINT64_C(0xd5099bed366293b0));
    gameline_destroy(&g);
}

/* The key has castling rights by side (king's or queen's), not by the square of the rook. */
START_TEST(keys_of_chess960) {
    const uint64_t all = key_of("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1", true);
    const uint64_t none = key_of("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w - - 0 1", true);

    ck_assert_uint_eq(all ^ none, key_of(FEN_START, false) ^
                                      key_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
                                             "1",
                                             false));
}

/* --- moves ----------------------------------------------------------------------------------- */

static void check_words(const Position *p, bool chess960) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    static bool seen[1 << 16];

    (void)chess960;
    for (size_t i = 0; i < count; i++)
        CLAIM(book_decode(p, book_encode(list[i])) == list[i], "move %x in %s", list[i],
              tests_fen(p));
    /* no other word decodes to an illegal move */
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++)
        seen[list[i]] = true;
    for (unsigned word = 0; word <= UINT16_MAX; word += 7) {
        const Move m = book_decode(p, (uint16_t)word);
        CLAIM(m == NO_MOVE || seen[m], "word %x is no legal move in %s", word, tests_fen(p));
    }
}

START_TEST(encoding) {
    tests_random_games(2, 60, check_words);
}

static const struct {
    const char *fen;
    unsigned word; /* from * 64 + to, promotion * 4096 */
    const char *san;
    bool chess960;
} words[] = {
    {FEN_START, E2 * 64 + E4, "e4", false},
    {FEN_START, E2 * 64 + E5, NULL, false},
    {FEN_START, 0, NULL, false},
    {FEN_START, 0x8000 + E2 * 64 + E4, NULL, false},
    {FEN_START, 4096 + E2 * 64 + E4, NULL, false},
    {CASTLES, E1 * 64 + H1, "O-O", false},
    {CASTLES, E1 * 64 + A1, "O-O-O", false},
    {CASTLES, E1 * 64 + G1, "O-O", false},
    {CASTLES, E1 * 64 + C1, "O-O-O", false},
    {CASTLES, E1 * 64 + B1, NULL, false},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", E1 * 64 + H1, NULL, false},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", E1 * 64 + G1, NULL, false},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", 4 * 4096 + A7 * 64 + A8, "a8=Q+", false},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", 4096 + A7 * 64 + A8, "a8=N", false},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", A7 * 64 + A8, NULL, false},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", 5 * 4096 + A7 * 64 + A8, NULL, false},
    /* a rook move from e1 to h1, not castling */
    {"7k/8/8/8/8/8/8/K3R3 w - - 0 1", E1 * 64 + H1, "Rh1+", false},
    {"6k1/8/8/8/8/8/8/1KR5 w C - 0 1", B1 * 64 + C1, "O-O", true},
    {"4k3/8/8/8/8/8/8/2R1K1R1 w GC - 0 1", E1 * 64 + G1, "O-O", true},
};

START_ROWS(decoding, ROWS(words)) {
    const Position p = tests_position(words[_i].fen, words[_i].chess960);
    const Move m = book_decode(&p, (uint16_t)words[_i].word);
    char san[NOTATION_SIZE];
    Text text = text_in(san, sizeof san);

    if (!words[_i].san) {
        ck_assert_int_eq(m, NO_MOVE);
        return;
    }
    ck_assert_int_ne(m, NO_MOVE);
    notation_write_san(&text, &p, m);
    ck_assert_str_eq(san, words[_i].san);
}

/* --- choosing -------------------------------------------------------------------------------- */

/* Share of each of three moves in thousandths, by variety. */
static const struct {
    uint16_t weight[3];
    int variety, share[3];
} shares[] = {
    {{600, 300, 100}, 100, {600, 300, 100}},
    {{600, 300, 100}, 0, {1000, 0, 0}},
    {{600, 600, 1}, 0, {1000, 0, 0}}, /* the first of equals */
    {{1600, 400, 100}, 200, {571, 286, 143}},
    {{300, 200, 100}, 50, {643, 286, 71}},
    {{65535, 100, 1}, 1000000, {333, 333, 333}},
    {{5, 0, 0}, 100, {1000, 0, 0}},
    {{5, 5, 0}, 1000000, {500, 500, 0}},
    {{65535, 65535, 65535}, 100, {333, 333, 333}},
    {{65535, 1, 1}, 1, {1000, 0, 0}},
};

START_ROWS(choosing, ROWS(shares)) {
    const BookMove list[] = {
        {1, shares[_i].weight[0], 0}, {2, shares[_i].weight[1], 0}, {3, shares[_i].weight[2], 0}};
    int chosen[4] = {0};

    /* evenly spaced random numbers from one end of the range to the other */
    for (uint64_t i = 0; i <= 10000; i++)
        chosen[book_choose(list, 3, shares[_i].variety, UINT64_MAX / 10000 * i)]++;
    for (int i = 0; i < 3; i++)
        ck_assert_msg(abs(chosen[i + 1] - 10 * shares[_i].share[i]) <= 10, "move %d: %d", i,
                      chosen[i + 1]);
    ck_assert_int_ne(book_choose(list, 3, shares[_i].variety, UINT64_MAX), NO_MOVE);
}

START_TEST(choosing_none) {
    const BookMove list[] = {{1, 0, 0}, {2, 0, 0}};

    ck_assert_int_eq(book_choose(list, 2, 100, 1), NO_MOVE);
    ck_assert_int_eq(book_choose(list, 2, 0, 1), NO_MOVE);
    ck_assert_int_eq(book_choose(list, 0, 100, 1), NO_MOVE);
}

/* --- files ----------------------------------------------------------------------------------- */

/* A book in a temporary file, which is removed when the book is opened. */
typedef struct {
    char path[32];
    FILE *file;
} Draft;

static Draft draft_new(void) {
    Draft d = {.path = "/tmp/alula-book-XXXXXX"};
    const int number = mkstemp(d.path);

    ck_assert_int_ge(number, 0);
    d.file = fdopen(number, "wb");
    ck_assert_ptr_nonnull(d.file);
    return d;
}

static void draft_add(Draft *d, uint64_t key, unsigned move, unsigned weight, unsigned learn) {
    const BookEntry e = {key, (uint16_t)move, (uint16_t)weight, learn};
    uint8_t bytes[BOOK_ENTRY_BYTES];

    book_pack(bytes, &e);
    ck_assert_uint_eq(fwrite(bytes, sizeof bytes, 1, d->file), 1);
}

static const char *draft_open(Draft *d, Book *b) {
    const char *error;

    ck_assert_int_eq(fclose(d->file), 0);
    error = book_open(b, d->path);
    unlink(d->path);
    return error;
}

START_TEST(entries_in_bytes) {
    static const uint8_t bytes[BOOK_ENTRY_BYTES] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                                    0x03, 0x1c, 0x2c, 0xd4, 0xfe, 0xdc, 0xba, 0x98};
    const BookEntry e = book_unpack(bytes);
    uint8_t copy[BOOK_ENTRY_BYTES];

    ck_assert_uint_eq(e.key, keys[0].key);
    ck_assert_uint_eq(e.move, E2 * 64 + E4);
    ck_assert_uint_eq(e.weight, 11476);
    ck_assert_uint_eq(e.learn, 0xfedcba98);
    book_pack(copy, &e);
    ck_assert_mem_eq(copy, bytes, sizeof bytes);
}

START_TEST(order_of_entries) {
    static const BookEntry sorted[] = {
        {1, 5, 9, 0}, {1, 4, 8, 0}, {1, 5, 8, 0}, {2, 1, 0, 0}, {UINT64_MAX, 0, 9, 0}};

    for (int i = 0; i < ROWS(sorted); i++)
        for (int j = 0; j < ROWS(sorted); j++)
            ck_assert_int_eq(book_compare(&sorted[i], &sorted[j]), (i > j) - (i < j));
}

START_TEST(finding) {
    const Position p = tests_position(FEN_START, false);
    const uint64_t key = keys[0].key;
    BookMove list[MAX_MOVES];
    Draft d = draft_new();
    Book b;

    for (unsigned i = 0; i < 1000; i++)
        draft_add(&d, i, i, i, i);
    draft_add(&d, key, E2 * 64 + E5, 77, 0); /* illegal */
    draft_add(&d, key, E2 * 64 + E4, 50, 3);
    draft_add(&d, key, D2 * 64 + D4, 40, 4);
    draft_add(&d, key, D2 * 64 + D4, 2, 5); /* a duplicate */
    draft_add(&d, key, 0, 0, 0);
    draft_add(&d, key, G1 * 64 + F3, 65535, 6);
    draft_add(&d, key, G1 * 64 + F3, 65535, 7);
    draft_add(&d, UINT64_MAX, E2 * 64 + E4, 1, 0);
    ck_assert_ptr_null(draft_open(&d, &b));
    ck_assert_int_eq(b.count, 1008);
    ck_assert_uint_eq(book_find(&b, &p, key, list), 3);
    ck_assert(list[0].move == move_make(G1, F3, NO_PIECE) && list[0].weight == 65535);
    ck_assert(list[1].move == move_make(E2, E4, NO_PIECE) && list[1].weight == 50);
    ck_assert(list[2].move == move_make(D2, D4, NO_PIECE) && list[2].weight == 42);
    ck_assert(list[0].learn == 6 && list[1].learn == 3 && list[2].learn == 4);
    ck_assert_uint_eq(book_find(&b, &p, UINT64_MAX, list), 1);
    ck_assert_uint_eq(book_find(&b, &p, key + 1, list), 0);
    ck_assert_uint_eq(book_find(&b, &p, UINT64_MAX - 1, list), 0);
    book_close(&b);
    book_close(&b);
    ck_assert_uint_eq(book_find(&b, &p, key, list), 0);
}

/* The number of entries read for one position is limited. */
START_TEST(one_key_only) {
    const Position p = tests_position(FEN_START, false);
    BookMove list[MAX_MOVES];
    Draft d = draft_new();
    Book b;

    for (unsigned i = 0; i < 100000; i++)
        draft_add(&d, keys[0].key, i & 0x7fff, 1, 0);
    ck_assert_ptr_null(draft_open(&d, &b));
    ck_assert_uint_le(book_find(&b, &p, keys[0].key, list), 20);
    book_close(&b);
}

/* A sparse file of more than 4 GB. */
START_TEST(large) {
    const int64_t before = (INT64_C(5) << 30) / BOOK_ENTRY_BYTES;
    const Position p = tests_position(FEN_START, false);
    BookMove list[MAX_MOVES];
    Draft d = draft_new();
    struct stat info;
    Book b;

    if (fseeko(d.file, (off_t)(before * BOOK_ENTRY_BYTES), SEEK_SET) == 0)
        draft_add(&d, keys[0].key, E2 * 64 + E4, 5, 0);
    if (fflush(d.file) || fstat(fileno(d.file), &info) || info.st_blocks > 10000) {
        fclose(d.file);
        unlink(d.path);
        printf("skipped: no sparse files here, so no large book\n");
        return;
    }
    ck_assert_ptr_null(draft_open(&d, &b));
    ck_assert_int_eq(b.count, before + 1);
    ck_assert_uint_eq(book_find(&b, &p, keys[0].key, list), 1);
    ck_assert_uint_eq(list[0].weight, 5);
    book_close(&b);
}

/* A file that is truncated while it is open. */
START_TEST(truncated_while_open) {
    const Position p = tests_position(FEN_START, false);
    BookMove list[MAX_MOVES];
    Draft d = draft_new();
    BookEntry e;
    Book b;

    for (unsigned i = 0; i < 10000; i++)
        draft_add(&d, i, 0, 0, 0);
    draft_add(&d, keys[0].key, E2 * 64 + E4, 5, 0);
    ck_assert_int_eq(fflush(d.file), 0);
    ck_assert_ptr_null(book_open(&b, d.path));
    ck_assert_int_eq(truncate(d.path, 100), 0);
    ck_assert_uint_eq(book_find(&b, &p, keys[0].key, list), 0);
    ck_assert(!book_read(&b, 9999, &e) && !book_read(&b, -1, &e) && !book_read(&b, b.count, &e));
    book_close(&b);
    fclose(d.file);
    unlink(d.path);
}

START_ROWS(random_bytes, 40) {
    uint64_t seed = (uint64_t)_i;
    const bool odd = _i % 2;
    const Position p = tests_position(CASTLES, false);
    BookMove list[MAX_MOVES];
    Draft d = draft_new();
    const char *error;
    Book b;

    /* small keys, often equal; odd books are unsorted, with some extra bytes at the end */
    for (unsigned i = 0; i < 40 + 7u * (unsigned)_i; i++)
        draft_add(&d, i / 8 + (odd ? random_next(&seed) % 3 : 0),
                  (unsigned)random_next(&seed) & 0xffff, (unsigned)random_next(&seed) & 0xffff, 0);
    for (int i = 0; odd && i < _i; i++)
        fputc(i, d.file);
    error = draft_open(&d, &b);
    ck_assert(odd || !error);
    if (error)
        return;
    for (uint64_t key = 0; key < 40; key++) {
        const size_t count = book_find(&b, &p, key, list);
        for (size_t i = 0; i < count; i++)
            CLAIM(move_is_legal(&p, list[i].move), "an illegal move");
    }
    book_close(&b);
}

START_TEST(bad_files) {
    static const char damaged[] = "the book is damaged: its size is not a multiple of 16 bytes";
    Book b = {NULL, 7};
    Draft d = draft_new();

    ck_assert_str_eq(book_open(&b, "/tmp/no/such/book.bin"), "there is no such book");
    ck_assert_str_eq(book_open(&b, ""), "there is no such book");
    ck_assert_str_eq(book_open(&b, "/tmp"), "this is not a regular file");
    ck_assert_str_eq(book_open(&b, "/dev/null"), "this is not a regular file");
    ck_assert(!b.file && !b.count);
    ck_assert_str_eq(draft_open(&d, &b), "there is no entry in the book");
    d = draft_new();
    fputs("123456789012345", d.file);
    ck_assert_str_eq(draft_open(&d, &b), damaged);
    d = draft_new();
    draft_add(&d, keys[0].key, E2 * 64 + E4, 5, 0);
    fputs("12345678901234", d.file);
    ck_assert_str_eq(draft_open(&d, &b), damaged);
    d = draft_new();
    for (int i = 0; i < 20; i++)
        fputs("[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n", d.file);
    ck_assert_str_eq(draft_open(&d, &b),
                     "this is not a Polyglot book or its entries are out of order");
    ck_assert(!b.file && !b.count);
    book_close(&b);
}

/* --- the reference books --------------------------------------------------------------------- */

static void data_path(char *path, size_t size, const char *name) {
    const char *folder = getenv("TEST_DATA");

    snprintf(path, size, "%s/polyglot/%s", folder ? folder : "../shared/data", name);
}

/* The entries of every position of the table, in order: raw-move:uci:san:weight. */
START_TEST(reference_book) {
    char path[1024], fen[128], text[2000];
    Word all, rest, line;
    Book b;

    if (!tests_read(&all, "polyglot/book_small.expect.tsv"))
        return;
    data_path(path, sizeof path, "book_small.bin");
    ck_assert_ptr_null(book_open(&b, path));
    ck_assert_int_eq(b.count, 503472 / BOOK_ENTRY_BYTES);
    rest = all;
    while (tests_line(&rest, &line)) {
        const Word field = tests_cut(&line, '\t'), key = tests_cut(&line, '\t');
        Text t = text_in(text, sizeof text);
        BookMove list[MAX_MOVES];
        size_t count;
        Position p;

        snprintf(fen, sizeof fen, "%.*s", (int)field.length, field.at);
        p = tests_position(fen, false);
        ck_assert_uint_eq(key_of(fen, false), strtoull(key.at, NULL, 16));
        count = book_find(&b, &p, key_of(fen, false), list);
        for (size_t i = 0; i < count; i++) {
            const uint16_t word = book_encode(list[i].move);
            Word entry = tests_cut(&line, ' ');
            const Word raw = tests_cut(&entry, ':'), uci = tests_cut(&entry, ':');
            const Word san = tests_cut(&entry, ':');

            (void)uci;
            t = text_in(text, sizeof text);
            text_addf(&t, "%c%d%c%d", 'a' + (word >> 6 & 7), 1 + (word >> 9 & 7), 'a' + (word & 7),
                      1 + (word >> 3 & 7));
            CLAIM(raw.length >= 4 && !memcmp(raw.at, text, 4), "%s instead of %.*s in %s", text,
                  (int)raw.length, raw.at, fen);
            t = text_in(text, sizeof text);
            notation_write_san(&t, &p, list[i].move);
            CLAIM(word_is(san, text), "%s instead of %.*s in %s", text, (int)san.length, san.at,
                  fen);
            CLAIM(list[i].weight == strtoul(entry.at, NULL, 10), "the weight of %s in %s", text,
                  fen);
        }
        CLAIM(!text_rest(line).length, "entries are missing in %s: %.*s", fen, (int)line.length,
              line.at);
    }
    book_close(&b);
    tests_free(all);
}

/* Makes a copy of the first bytes of crafted.bin and writes its path; false without crafted.bin. */
static bool cut_book(char path[1024], size_t bytes) {
    char text[200];
    FILE *file;
    size_t n;
    int number;

    data_path(path, 1024, "crafted.bin");
    if (!(file = fopen(path, "rb")))
        return false;
    n = fread(text, 1, sizeof text, file);
    fclose(file);
    strcpy(path, "/tmp/alula-book-XXXXXX");
    ck_assert_int_ge(number = mkstemp(path), 0);
    ck_assert_int_eq(write(number, text, min_size(n, bytes)), (ssize_t)min_size(n, bytes));
    close(number);
    return true;
}

/* The contents of crafted.expect.tsv. */
static const struct {
    const char *fen, *moves;
} crafted[] = {
    {CASTLES, "O-O-O 20 O-O 10"},
    {"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1", "O-O 30 O-O-O 5"},
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q+ 100 a8=N 1"},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""},
    {FEN_START, "Nf3 65535 e4 0"},
};

START_ROWS(crafted_book, ROWS(crafted)) {
    const Position p = tests_position(crafted[_i].fen, false);
    BookMove list[MAX_MOVES];
    char path[1024], text[200];
    Text t = text_in(text, sizeof text);
    size_t count;
    Book b;

    data_path(path, sizeof path, "crafted.bin");
    if (access(path, R_OK)) {
        tests_skip(path);
        return;
    }
    ck_assert_ptr_null(book_open(&b, path));
    count = book_find(&b, &p, key_of(crafted[_i].fen, false), list);
    for (size_t i = 0; i < count; i++) {
        text_add(&t, i ? " " : "");
        notation_write_san(&t, &p, list[i].move);
        text_addf(&t, " %d", list[i].weight);
    }
    ck_assert_str_eq(text, crafted[_i].moves);
    if (_i == 4)
        for (uint64_t r = 0; r < 100; r++)
            ck_assert_int_eq(book_choose(list, count, 100, UINT64_MAX / 99 * r),
                             move_make(G1, F3, NO_PIECE));
    book_close(&b);
}

START_TEST(broken_books) {
    static const size_t lengths[] = {0, 1, 155};
    char path[1024];
    Book b;

    for (int i = 0; i < ROWS(lengths); i++) {
        if (!cut_book(path, lengths[i])) {
            tests_skip("polyglot/crafted.bin");
            return;
        }
        CLAIM(book_open(&b, path) != NULL, "%zu bytes", lengths[i]);
        remove(path);
    }
    data_path(path, sizeof path, "crafted-unsorted.bin");
    ck_assert_ptr_nonnull(book_open(&b, path));
}

/* Compares all Zobrist numbers with the reference data. */
START_TEST(reference_numbers) {
    uint64_t known[781];
    Word all, rest, line;
    Position empty;
    int count = 0;

    if (!tests_read(&all, "polyglot/random64.txt"))
        return;
    rest = all;
    while (count < ROWS(known) && tests_line(&rest, &line))
        known[count++] = strtoull(line.at, NULL, 16);
    ck_assert_int_eq(count, ROWS(known));
    tests_free(all);
    position_clear(&empty);
    ck_assert_uint_eq(book_key(&empty, NO_SQUARE), known[780]);
    for (int kind = 0; kind < 12; kind++)
        for (Square s = A1; s < SQUARE_COUNT; s++) {
            Position p = empty;
            position_put(&p, kind % 2 ? WHITE : BLACK, (Piece)(kind / 2), s);
            CLAIM((book_key(&p, NO_SQUARE) ^ known[780]) == known[64 * kind + (int)s], "number %d",
                  64 * kind + (int)s);
        }
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("book");
}
