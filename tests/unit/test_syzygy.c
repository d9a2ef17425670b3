/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of syzygy.h and syzygy_table.h with tables of made-up values: all forms of tables, results
 * and distances, folders. alula-endings tests real tables: see docs/syzygy.md.
 */
#include "syzygy_files.h"

#include "eval/syzygy.h"

/* --- numbers --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    SyzygyKind kind;
    const char *pieces[COLOR_COUNT];
    int order[COLOR_COUNT][2];
    int flags, kinds, block_bits, span_bits;
    bool runs;
} rows[] = {
    /* three pieces: the orders of pieces, block sizes, spans */
    {"KQvK", SYZYGY_WDL, {"KQk", "kQK"}, {{0, 15}, {0, 15}}, 0, 5, 6, 6, false},
    {"KQvK",
     SYZYGY_WDL,
     {"QKk", "Kk"
             "Q"},
     {{0, 15}, {0, 15}},
     0,
     2,
     2,
     0,
     false},
    {"KRvK", SYZYGY_WDL, {"kKR", "RkK"}, {{0, 15}, {0, 15}}, 0, 1, 5, 16, false},
    {"KBvK", SYZYGY_WDL, {"KBk", "KBk"}, {{0, 15}, {0, 15}}, SYZYGY_CONSTANT, 2, 0, 0, false},
    {"KNvK", SYZYGY_DTZ, {"KNk"}, {{0, 15}}, SYZYGY_CONSTANT, 0, 0, 0, false},
    {"KRvK", SYZYGY_DTZ, {"KRk"}, {{0, 15}}, SYZYGY_SECOND_MOVES, 31, 10, 10, false},
    {"KPvK", SYZYGY_WDL, {"PKk", "PkK"}, {{0, 15}, {1, 15}}, 0, 5, 7, 8, false},
    {"KPvK", SYZYGY_WDL, {"PkK", "PKk"}, {{2, 15}, {0, 15}}, 0, 3, 12, 12, false},
    {"KPvK", SYZYGY_DTZ, {"PKk"}, {{1, 15}}, SYZYGY_MAPPED, 20, 8, 14, false},
    /* four pieces: equal pieces, equal sides, pawns of both sides */
    {"KRvKR", SYZYGY_WDL, {"RKrk"}, {{1, 15}}, 0, 5, 6, 9, false},
    {"KRvKR", SYZYGY_WDL, {"KkrR"}, {{0, 15}}, 0, 5, 9, 15, false},
    {"KRvKR", SYZYGY_DTZ, {"KRkr"}, {{1, 15}}, SYZYGY_WIN_IN_PLIES, 8, 6, 13, false},
    {"KQvKN", SYZYGY_WDL, {"nKQk", "QnkK"}, {{0, 15}, {1, 15}}, 0, 4, 6, 10, false},
    {"KQQvK", SYZYGY_WDL, {"KkQQ", "kKQQ"}, {{0, 15}, {1, 15}}, 0, 5, 6, 11, false},
    {"KNNvK", SYZYGY_WDL, {"kKNN", "KkNN"}, {{1, 15}, {0, 15}}, 0, 3, 16, 12, false},
    {"KNNvK", SYZYGY_DTZ, {"KkNN"}, {{0, 15}}, SYZYGY_MAPPED | SYZYGY_WIDE, 299, 8, 7, false},
    {"KPPvK", SYZYGY_WDL, {"PPKk", "PPkK"}, {{0, 15}, {2, 15}}, 0, 4, 6, 9, false},
    {"KBPvK", SYZYGY_WDL, {"PBKk", "PkBK"}, {{3, 15}, {1, 15}}, 0, 5, 6, 10, false},
    {"KBvKP", SYZYGY_WDL, {"pBKk", "pKkB"}, {{0, 15}, {1, 15}}, 0, 5, 6, 10, false},
    {"KPvKP", SYZYGY_WDL, {"PpKk"}, {{0, 1}}, 0, 5, 6, 10, false},
    {"KPvKP", SYZYGY_WDL, {"PpkK"}, {{3, 0}}, 0, 5, 6, 12, false},
    {"KPvKP", SYZYGY_DTZ, {"PpKk"}, {{1, 2}}, SYZYGY_LOSS_IN_PLIES, 12, 7, 11, false},
    /* more pieces, in long runs */
    {"KQQvKR", SYZYGY_WDL, {"KrkQQ", "kKrQQ"}, {{0, 15}, {1, 15}}, 0, 5, 6, 17, true},
    {"KRRvKR", SYZYGY_DTZ, {"rKkRR"}, {{1, 15}}, SYZYGY_SECOND_MOVES, 40, 5, 19, true},
    {"KPPvKP", SYZYGY_WDL, {"pPPKk", "pPPkK"}, {{0, 1}, {2, 0}}, 0, 5, 8, 16, true},
    {"KPPvKPP", SYZYGY_WDL, {"PPppKk"}, {{1, 0}}, SYZYGY_CONSTANT, 4, 0, 0, false},
    {"KRRvKBB",
     SYZYGY_WDL,
     {"KkRRbb", "kKbbRR"},
     {{2, 15}, {0, 15}},
     SYZYGY_CONSTANT,
     3,
     0,
     0,
     false},
    {"KRRvKBB", SYZYGY_DTZ, {"KkbbRR"}, {{1, 15}}, 0, 3, 6, 20, true},
};

static void fill_table(WriterTable *t, int row) {
    memset(t, 0, sizeof *t);
    t->name = rows[row].name;
    t->kind = rows[row].kind;
    for (int side = 0; side < 2; side++)
        for (int file = 0; file < SYZYGY_LEADERS; file++) {
            WriterSequence *const q = &t->sequence[side][file];
            q->pieces = rows[row].pieces[side];
            memcpy(q->order, rows[row].order[side], sizeof q->order);
            q->flags = rows[row].flags;
            q->kinds = rows[row].kinds;
            q->block_bits = rows[row].block_bits;
            q->span_bits = rows[row].span_bits;
            q->runs = rows[row].runs;
            q->seed = (uint64_t)(100 * row + 10 * side + file);
            for (int i = 0; i < WRITER_LISTS; i++)
                t->list_size[file][i] = min(q->kinds + i, 255);
        }
}

static void check_board(const WriterTable *t, const SyzygyFile *f, const Board *b) {
    SyzygyBoard board;
    const WriterSequence *q;
    const SyzygySequence *read;
    uint64_t number;
    int side;

    syzygy_look_at(&board, &t->material, b);
    side = t->sides == 2 && board.second;
    q = &t->sequence[side][board.leading_file];
    read = &f->sequence[side][board.leading_file];
    number = syzygy_number(&t->material, &read->layout, &board);
    CLAIM(number < q->layout.size, "%s: number %llu of %llu", t->name, (unsigned long long)number,
          (unsigned long long)q->layout.size);
    CLAIM(syzygy_value(read, number) == writer_value(q, number), "%s: number %llu: %d, not %d",
          t->name, (unsigned long long)number, syzygy_value(read, number), writer_value(q, number));
}

/* Values are read as they were written, at random positions, or at all of a short sequence. */
START_ROWS(tables, ROWS(rows)) {
    static WriterTable t;
    uint64_t random = (uint64_t)_i;
    size_t size;
    uint8_t *bytes;
    FilesOpened o;

    fill_table(&t, _i);
    bytes = writer_write(&t, &size);
    files_open(&o, t.name, t.kind, bytes, size);
    free(bytes);
    ck_assert_pstr_eq(o.error, NULL);
    ck_assert_int_eq(o.file.sides, t.sides);
    for (int file = 0; file < t.leaders; file++)
        for (int side = 0; side < t.sides; side++) {
            const WriterSequence *const q = &t.sequence[side][file];
            /* large blocks are slow */
            const uint64_t step =
                q->layout.size < 40000 && rows[_i].block_bits < 10 ? 1 : q->layout.size / 999;
            for (uint64_t n = 0; n < q->layout.size; n += step)
                CLAIM(syzygy_value(&o.file.sequence[side][file], n) == writer_value(q, n),
                      "number %llu", (unsigned long long)n);
            CLAIM(syzygy_value(&o.file.sequence[side][file], q->layout.size - 1) ==
                      writer_value(q, q->layout.size - 1),
                  "the last");
        }
    for (int i = 0; i < (rows[_i].block_bits < 10 ? 10000 : 500); i++) {
        Board b;
        files_random_board(&b, &t.material, &random);
        check_board(&t, &o.file, &b);
    }
    files_close(&o);
}

/* Positions of three pieces use all numbers, and only mirror images share a number. */
START_ROWS(all_numbers, 6) {
    static const char *const orders[] = {"KQk", "KkQ", "QKk", "QkK", "kKQ", "kQK"};
    static uint8_t seen[31332];
    WriterTable t = {.name = "KQvK", .kind = SYZYGY_DTZ};
    WriterSequence *const q = &t.sequence[0][0];

    q->pieces = orders[_i];
    q->order[1] = 15;
    writer_lay_out(&t);
    ck_assert_uint_eq(q->layout.size, sizeof seen);
    for (Square k = A1; k < SQUARE_COUNT; k++)
        for (Square queen = A1; queen < SQUARE_COUNT; queen++)
            for (Square other = A1; other < SQUARE_COUNT; other++) {
                Board b = {.ep_square = NO_SQUARE};
                SyzygyBoard board;
                uint64_t n;

                if (k == queen || k == other || queen == other)
                    continue;
                b.piece[KING] = bb_of(k) | bb_of(other);
                b.piece[QUEEN] = bb_of(queen);
                b.color[WHITE] = bb_of(k) | bb_of(queen);
                b.color[BLACK] = bb_of(other);
                syzygy_look_at(&board, &t.material, &b);
                n = syzygy_number(&t.material, &q->layout, &board);
                CLAIM(n < sizeof seen, "too large");
                seen[n]++;
            }
    for (size_t n = 0; n < sizeof seen; n++)
        CLAIM(seen[n] == 8 || seen[n] == 4, "number %zu: %d times", n, seen[n]);
}

/* --- results and distances ------------------------------------------------------------------- */

enum { PLIES = SYZYGY_WIN_IN_PLIES | SYZYGY_LOSS_IN_PLIES };

static const int dtz_flags[] = {
    0,
    SYZYGY_WIN_IN_PLIES,
    SYZYGY_LOSS_IN_PLIES,
    PLIES,
    SYZYGY_SECOND_MOVES,
    SYZYGY_SECOND_MOVES | PLIES,
    SYZYGY_MAPPED,
    SYZYGY_MAPPED | PLIES,
    SYZYGY_MAPPED | SYZYGY_WIDE,
    SYZYGY_MAPPED | SYZYGY_WIDE | SYZYGY_SECOND_MOVES | SYZYGY_LOSS_IN_PLIES,
    SYZYGY_CONSTANT,
};

static int written_value(const WriterTable *t, const Position *p) {
    SyzygyBoard board;
    const WriterSequence *q;

    syzygy_look_at(&board, &t->material, &p->board);
    q = &t->sequence[t->sides == 2 && board.second][0];
    return writer_value(q, syzygy_number(&t->material, &q->layout, &board));
}

/*
 * Returns the written result: at least a draw if the queen can be captured, exactly a draw if that
 * is forced.
 */
static int written_wdl(const WriterTable *t, const Position *p) {
    Move list[MAX_MOVES];
    const size_t captures = movegen_noisy(&p->board, list);

    if (captures && captures == movegen_count(&p->board))
        return 0;
    return captures ? max(written_value(t, p) - 2, 0) : written_value(t, p) - 2;
}

/*
 * Reads the distance from the DTZ table, if it has this side to move; false: its list is too short.
 */
static bool written_dtz(const WriterTable *wdl, const WriterTable *t, const Position *p, int *out) {
    const int result = written_wdl(wdl, p), flags = t->sequence[0][0].flags;
    const int list = result == 2 ? 0 : result == -2 ? 1 : result == 1 ? 2 : 3;
    int value = written_value(t, p);

    *out = 0;
    if (!result)
        return true;
    if (flags & SYZYGY_MAPPED) {
        if (value >= t->list_size[0][list])
            return false;
        value = t->list[0][list][value];
    }
    if (!(result == 2 && flags & SYZYGY_WIN_IN_PLIES) &&
        !(result == -2 && flags & SYZYGY_LOSS_IN_PLIES))
        value *= 2;
    value += 1 + (abs(result) == 1 ? 100 : 0);
    *out = result > 0 ? value : -value;
    return true;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* Computes the distance from the moves of the side that the table does not have. */
static bool dtz_by_search(const WriterTable *wdl, const WriterTable *t, const Position *p,
                          int *out) {
    const int result = written_wdl(wdl, p);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    int best = 0;

    *out = result ? -1 : 0;
    for (size_t i = 0; result && i < count; i++) {
        Position child;
        int dtz;

        position_play(&child, p, list[i]);
        if (bb_count(board_occupied(&child.board)) == 2)
            dtz = 0;
        else if (!written_dtz(wdl, t, &child, &dtz))
            return false;
        if (position_in_check(&child) && !movegen_count(&child.board))
            dtz = 1;
        else
            dtz = -dtz - sign(dtz);
        if (sign(dtz) == sign(result) && (!best || dtz < best))
            best = dtz;
    }
    if (result && count)
        *out = best;
    return !result || !count || best;
}

START_ROWS(distances, ROWS(dtz_flags)) {
    static WriterTable wdl, dtz;
    uint64_t random = 3;
    int seen[5] = {0};
    Syzygy *s;

    files_enter();
    files_pair(&wdl, &dtz, dtz_flags[_i]);
    files_put_table("KQvK.rtbw", &wdl);
    files_put_table("KQvK.rtbz", &dtz);
    s = syzygy_open(files_folder);
    ck_assert_ptr_nonnull(s);
    ck_assert_int_eq(syzygy_men(s), 3);
    for (int i = 0; i < 6000; i++) {
        const Position p = files_random_position(&wdl.material, &random);
        const bool stored = (p.board.color[p.board.turn] & p.board.piece[QUEEN]) ==
                            (dtz_flags[_i] & SYZYGY_SECOND_MOVES ? 0 : p.board.piece[QUEEN]);
        const int result = written_wdl(&wdl, &p);
        int should_be, distance = 999;
        bool known;
        Wdl got;

        ck_assert(syzygy_wdl(s, &p, &got));
        CLAIM((int)got == result, "%s: %d, not %d", tests_fen(&p), got, result);
        seen[result + 2]++;
        known = stored ? written_dtz(&wdl, &dtz, &p, &should_be)
                       : dtz_by_search(&wdl, &dtz, &p, &should_be);
        CLAIM(syzygy_dtz(s, &p, &distance) == known, "%s: known %d", tests_fen(&p), known);
        CLAIM(!known || distance == should_be, "%s: %d, not %d", tests_fen(&p), distance,
              should_be);
    }
    for (int i = 0; i < 5; i++)
        ck_assert_int_gt(seen[i], 300);
    ck_assert_pstr_eq(syzygy_complaint(s), NULL);
    syzygy_close(s);
    ck_assert(!remove("KQvK.rtbw") && !remove("KQvK.rtbz"));
    files_leave();
}

/* Positions without a table. */
START_TEST(not_covered) {
    static WriterTable wdl, dtz;
    static const struct {
        const char *fen;
        bool wdl, dtz;
    } cases[] = {
        {"8/8/8/8/8/2k5/8/K6Q b - - 0 1", true, false}, /* no DTZ table */
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", false, false},
        {"4k3/8/8/8/8/8/8/4K2Q w - - 0 1", true, false},
        {"4k3/8/8/8/8/8/7P/4K2Q w - - 0 1", false, false},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true},
        {"8/8/8/8/8/2k5/1Q6/K7 b - - 0 1", true, false}, /* the queen can be captured */
    };
    Syzygy *s;
    Wdl value;
    int distance;

    files_enter();
    files_pair(&wdl, &dtz, 0);
    files_put_table("KQvK.rtbw", &wdl);
    s = syzygy_open(files_folder);
    ck_assert_int_eq(syzygy_wdl_tables(s), 1);
    ck_assert_int_eq(syzygy_dtz_tables(s), 0);
    for (int i = 0; i < ROWS(cases); i++) {
        const Position p = tests_position(cases[i].fen, false);
        *tests_row = '\0';
        CLAIM(syzygy_wdl(s, &p, &value) == cases[i].wdl, "%s: WDL", cases[i].fen);
        if (syzygy_dtz(s, &p, &distance)) /* draws are known without the table */
            CLAIM(!distance, "%s: DTZ %d", cases[i].fen, distance);
    }
    ck_assert_pstr_eq(syzygy_complaint(s), NULL);
    syzygy_close(s);
    syzygy_close(NULL);
    ck_assert_int_eq(remove("KQvK.rtbw"), 0);
    files_leave();
}

/* No table has castling rights. */
START_TEST(castling) {
    static WriterTable t;
    Position p = tests_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false);
    Syzygy *s;
    Wdl value;

    files_enter();
    files_table(&t, "KRvK");
    files_put_table("KRvK.rtbw", &t);
    s = syzygy_open(files_folder);
    ck_assert(!syzygy_wdl(s, &p, &value));
    p = tests_position("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false);
    ck_assert(syzygy_wdl(s, &p, &value));
    syzygy_close(s);
    ck_assert_int_eq(remove("KRvK.rtbw"), 0);
    files_leave();
}

/* --- folders --------------------------------------------------------------------------------- */

START_TEST(folders) {
    static const struct {
        const char *list;
        int wdl, dtz;
    } lists[] = {
        {"a b", 1, 0},
        {"a b/", 1, 0},
        {"a b:\xc3\xa9\xe6\xa3\x8b", 2, 1},
        {"a b;\xc3\xa9\xe6\xa3\x8b//", 2, 1},
        {";:a b;:missing:\xc3\xa9\xe6\xa3\x8b;", 2, 1},
        {"a b:a b", 1, 0},
        /* a colon is part of a name only if the whole name exists, else x and y are meant */
        {"a b;x:y", 2, 0},
        {"x:y", 1, 1},
        {"x", 1, 0},
        {"missing", 0, 0},
        {"", 0, 0},
        {":", 0, 0},
        {"KQvK.rtbw", 0, 0}, /* a file */
    };
    static const char *const files[] = {"a b/KQvK.rtbw",
                                        "\xc3\xa9\xe6\xa3\x8b/KRvK.rtbw",
                                        "\xc3\xa9\xe6\xa3\x8b/KRvK.rtbz",
                                        "x:y/KBvK.rtbw",
                                        "x:y/KNvK.rtbz",
                                        "x/KBvK.rtbw",
                                        "KQvK.rtbw",
                                        "a b/kqvk.rtbw",
                                        "a b/KvKQ.rtbw"};
    static const char *const names[] = {"a b", "\xc3\xa9\xe6\xa3\x8b", "x:y", "x"};

    files_enter();
    for (int i = 0; i < ROWS(names); i++)
        ck_assert_int_eq(mkdir(names[i], 0777), 0);
    for (int i = 0; i < ROWS(files); i++)
        files_put(files[i], (const uint8_t *)"x", 1);
    for (int i = 0; i < ROWS(lists); i++) {
        Syzygy *const s = syzygy_open(lists[i].list);
        CLAIM(syzygy_wdl_tables(s) == lists[i].wdl && syzygy_dtz_tables(s) == lists[i].dtz,
              "\"%s\": %d, %d", lists[i].list, syzygy_wdl_tables(s), syzygy_dtz_tables(s));
        ck_assert_int_eq(syzygy_men(s), lists[i].wdl ? 3 : 0);
        ck_assert_pstr_eq(syzygy_complaint(s), NULL);
        syzygy_close(s);
    }
    for (int i = 0; i < ROWS(files); i++)
        ck_assert_int_eq(remove(files[i]), 0);
    for (int i = 0; i < ROWS(names); i++)
        ck_assert_int_eq(rmdir(names[i]), 0);
    files_leave();
}

/* A table is read from the first folder that has it. */
START_TEST(first_folder_wins) {
    static WriterTable good, other;
    const Position p = tests_position("8/8/8/8/8/2k5/8/K6Q b - - 0 1", false);
    const char *const lists[] = {"one:two", "two:one"};

    files_enter();
    ck_assert(!mkdir("one", 0777) && !mkdir("two", 0777));
    for (int i = 0; i < 2; i++) {
        WriterTable *const t = i ? &other : &good;
        files_table(t, "KQvK");
        for (int side = 0; side < 2; side++) {
            t->sequence[side][0].flags = SYZYGY_CONSTANT;
            t->sequence[side][0].kinds = i ? 4 : 0;
        }
        files_put_table(i ? "two/KQvK.rtbw" : "one/KQvK.rtbw", t);
    }
    for (int i = 0; i < 2; i++) {
        Syzygy *const s = syzygy_open(lists[i]);
        Wdl value;
        ck_assert(syzygy_wdl(s, &p, &value));
        ck_assert_int_eq(value, i ? WDL_WIN : WDL_LOSS);
        syzygy_close(s);
    }
    ck_assert(!remove("one/KQvK.rtbw") && !remove("two/KQvK.rtbw") && !rmdir("one") &&
              !rmdir("two"));
    files_leave();
}

int main(void) {
    attacks_init();
    return tests_run("syzygy");
}
