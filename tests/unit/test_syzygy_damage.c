/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of syzygy.h and syzygy_table.h: damaged tables are rejected with a message, without harm.
 */
#include "syzygy_files.h"

#include "eval/syzygy.h"

/* Offsets in a file of KQvK with one sequence for each side. */
enum {
    AT_FLAGS = 4,
    AT_ORDER = 5,
    AT_PIECES = 6,
    AT_SEQUENCE = 10, /* flags; then block bits, span bits, padding, blocks, lengths */
    AT_BLOCKS = 14,
    AT_MAX_LENGTH = 18,
    AT_MIN_LENGTH = 19,
    AT_LOWEST = 20
};

/* Changes of bytes at an offset; -1: in the symbols, -2: in the first pair of the tree. */
static const struct {
    const char *what, *complaint; /* complaint: NULL if opening succeeds */
    int at, count;
    uint8_t byte[4];
} changes[] = {
    {"another magic", "not a Syzygy table", 0, 1, {0x72}},
    {"a DTZ table", "not a Syzygy table", 0, 4, {0xd7, 0x66, 0x0c, 0xa5}},
    {"like sides", "for pieces other than those in its name", AT_FLAGS, 1, {0}},
    {"pawns", "for pieces other than those in its name", AT_FLAGS, 1, {3}},
    {"a wrong order", "damaged", AT_ORDER, 1, {0x1f}},
    {"no piece", "damaged", AT_PIECES, 1, {0}},
    {"another piece", "damaged", AT_PIECES, 1, {0x44}},
    {"a piece twice", "damaged", AT_PIECES, 3, {0x66, 0x66, 0x55}},
    {"small blocks", "damaged", AT_SEQUENCE + 1, 1, {1}},
    {"no blocks' size", "damaged", AT_SEQUENCE + 1, 1, {0}},
    {"large blocks", "cut short", AT_SEQUENCE + 1, 1, {30}},
    {"huge blocks", "damaged", AT_SEQUENCE + 1, 1, {255}},
    {"spans of one", "cut short", AT_SEQUENCE + 2, 1, {0}},
    {"huge spans", "damaged", AT_SEQUENCE + 2, 1, {64}},
    {"no blocks", "damaged", AT_BLOCKS, 4, {0}},
    {"many blocks", "cut short", AT_BLOCKS, 4, {0, 0, 0, 1}},
    {"all blocks", "cut short", AT_BLOCKS, 4, {255, 255, 255, 255}},
    {"long codes", "damaged", AT_MAX_LENGTH, 1, {33}},
    {"negative lengths", "damaged", AT_MAX_LENGTH, 2, {3, 4}},
    {"no length", "damaged", AT_MIN_LENGTH, 1, {0}},
    {"a bad base", NULL, AT_LOWEST, 4, {255, 255, 0, 0}},
    {"a small base", NULL, AT_LOWEST, 4, {0, 0, 255, 255}},
    {"no symbols", "damaged", -1, 2, {0, 0}},
    {"many symbols", "damaged", -1, 2, {255, 255}},
    {"symbols beyond the end", "damaged", -1, 2, {255, 15}},
    {"few symbols", "damaged", -1, 2, {1, 0}},
    {"a cycle", "damaged", -2, 3, {0}}, /* a symbol that contains itself */
};

static uint8_t *good_file(size_t *size) {
    static WriterTable t;

    files_table(&t, "KQvK");
    return writer_write(&t, size);
}

static void change(uint8_t *bytes, int row) {
    const int lengths = bytes[AT_MAX_LENGTH] - bytes[AT_MIN_LENGTH] + 1;
    const int symbols = AT_LOWEST + 2 * lengths;
    int at = changes[row].at;

    if (at >= 0) {
        memcpy(bytes + at, changes[row].byte, (size_t)changes[row].count);
    } else if (at == -1) {
        memcpy(bytes + symbols, changes[row].byte, (size_t)changes[row].count);
    } else {
        int n = 0;
        while (bytes[symbols + 4 + 3 * n] == 0xff && bytes[symbols + 3 + 3 * n] >> 4 == 15)
            n++;
        at = symbols + 2 + 3 * n;
        bytes[at] = (uint8_t)n;
        bytes[at + 1] &= 0xf0;
    }
}

/* Probes positions in a file of KQvK and checks that values are in range. */
static void probe_some(const SyzygyFile *f, uint64_t seed) {
    for (int side = 0; side < f->sides; side++)
        for (int i = 0; i < 60; i++) {
            const SyzygySequence *const q = &f->sequence[side][0];
            const int v = syzygy_value(q, i == 0 ? 0 : i == 1 ? 31331 : random_next(&seed) % 31332);
            CLAIM(v >= -1 && v < 4096, "%d", v);
        }
}

START_ROWS(changed, ROWS(changes)) {
    const Position p = tests_position("8/8/8/8/8/2k5/8/K6Q w - - 0 1", false);
    size_t size;
    uint8_t *const bytes = good_file(&size);
    char wanted[200], got[5000];
    const char *complaint;
    FilesOpened o;
    Syzygy *s;
    Wdl value;

    files_enter();
    change(bytes, _i);
    files_open(&o, "KQvK", SYZYGY_WDL, bytes, size);
    CLAIM(!o.error == !changes[_i].complaint &&
              (!o.error || !strcmp(o.error, changes[_i].complaint)),
          "%s: %s", changes[_i].what, o.error ? o.error : "no error");
    if (!o.error)
        probe_some(&o.file, 1);
    files_close(&o);
    /* the same table as a file: one complaint only */
    files_put("KQvK.rtbw", bytes, size);
    free(bytes);
    s = syzygy_open(files_folder);
    ck_assert_int_eq(syzygy_wdl_tables(s), 1);
    ck_assert_pstr_eq(syzygy_complaint(s), NULL);
    for (int i = 0; i < 3; i++)
        CLAIM(!syzygy_wdl(s, &p, &value) || !changes[_i].complaint, "%s", changes[_i].what);
    complaint = syzygy_complaint(s);
    if (changes[_i].complaint) {
        snprintf(wanted, sizeof wanted, "%s/KQvK.rtbw is %s; it is not used", files_folder,
                 changes[_i].complaint);
        ck_assert_pstr_eq(complaint, wanted);
    }
    snprintf(got, sizeof got, "%s", complaint ? complaint : "");
    ck_assert_pstr_eq(syzygy_complaint(s), NULL);
    syzygy_close(s);
    ck_assert_int_eq(remove("KQvK.rtbw"), 0);
    files_leave();
}

/* Files truncated at every 16th byte, and one or two bytes later. */
START_TEST(truncated) {
    size_t size;
    uint8_t *const bytes = good_file(&size);

    for (size_t length = 0; length <= size; length += 16)
        for (int off = -1; off <= 1; off++) {
            FilesOpened o;
            const size_t n = length + (size_t)(off + 1);
            if (n >= size)
                continue;
            files_open(&o, "KQvK", SYZYGY_WDL, bytes, n);
            CLAIM(o.error && strlen(o.error) > 5, "%zu of %zu bytes", n, size);
            files_close(&o);
        }
    free(bytes);
}

/* No file, an empty one, a folder, another table, and the complaint about each. */
START_ROWS(no_tables, 6) {
    static const struct {
        int kind; /* 0: no file, 1: an empty file, 2: a folder, 3: KRvK, 4: KRvKR, 5: unreadable */
        int tables;
        const char *complaint;
    } files[] = {
        {0, 0, NULL},
        {1, 1, "not readable"},
        {2, 0, NULL},
        {3, 1, "damaged"},
        {4, 1, "for pieces other than those in its name"},
        {5, 1, "not readable"},
    };
    const Position p = tests_position("8/8/8/8/8/2k5/8/K6Q w - - 0 1", false);
    static WriterTable other;
    char wanted[200] = "";
    Syzygy *s;
    Wdl value;

    if (files[_i].kind == 5 && !geteuid()) /* root may read all files */
        return;
    files_enter();
    if (files[_i].kind == 2)
        ck_assert_int_eq(mkdir("KQvK.rtbw", 0777), 0);
    if (files[_i].kind == 1 || files[_i].kind == 5)
        files_put("KQvK.rtbw", (const uint8_t *)"x", files[_i].kind == 5);
    if (files[_i].kind == 3 || files[_i].kind == 4) {
        files_table(&other, files[_i].kind == 3 ? "KRvK" : "KRvKR");
        files_put_table("KQvK.rtbw", &other);
    }
    if (files[_i].kind == 5)
        ck_assert_int_eq(chmod("KQvK.rtbw", 0), 0);
    s = syzygy_open(files_folder);
    ck_assert_int_eq(syzygy_wdl_tables(s), files[_i].tables);
    ck_assert(!syzygy_wdl(s, &p, &value));
    ck_assert(!syzygy_wdl(s, &p, &value));
    snprintf(wanted, sizeof wanted, "%s/KQvK.rtbw is %s; it is not used", files_folder,
             files[_i].complaint ? files[_i].complaint : "");
    ck_assert_pstr_eq(syzygy_complaint(s), files[_i].complaint ? wanted : NULL);
    ck_assert_pstr_eq(syzygy_complaint(s), NULL);
    syzygy_close(s);
    ck_assert(!files[_i].kind || !remove("KQvK.rtbw"));
    files_leave();
}

/* A bad file is replaced by that of the next folder: at once, or when a probe finds the damage. */
START_ROWS(next_folder, 2) {
    const Position p = tests_position("8/8/8/8/8/2k5/8/K6Q w - - 0 1", false);
    size_t size;
    uint8_t *const bytes = good_file(&size);
    char folders[200], wanted[200];
    Wdl good, value;
    FilesOpened o;
    Syzygy *s;

    files_enter();
    ck_assert(!mkdir("a", 0777) && !mkdir("b", 0777));
    files_put("b/KQvK.rtbw", bytes, size);
    files_open(&o, "KQvK", SYZYGY_WDL, bytes, size);
    for (int side = 0; _i && side < 2; side++) /* an invalid index */
        memset(bytes + (o.file.sequence[side][0].index - o.file.map.bytes), 255,
               6 * (size_t)o.file.sequence[side][0].entries);
    bytes[0] ^= !_i;
    files_close(&o);
    files_put("a/KQvK.rtbw", bytes, size);
    s = syzygy_open("b");
    ck_assert(syzygy_wdl(s, &p, &good));
    syzygy_close(s);
    snprintf(folders, sizeof folders, "%s/a:%s/b", files_folder, files_folder);
    snprintf(wanted, sizeof wanted, "%s/a/KQvK.rtbw is %s; it is not used", files_folder,
             _i ? "damaged" : "not a Syzygy table");
    s = syzygy_open(folders);
    ck_assert_int_eq(syzygy_wdl_tables(s), 1);
    if (_i)
        ck_assert(!syzygy_wdl(s, &p, &value));
    ck_assert(syzygy_wdl(s, &p, &value));
    ck_assert_int_eq(value, good);
    ck_assert_pstr_eq(syzygy_complaint(s), wanted);
    ck_assert_pstr_eq(syzygy_complaint(s), NULL);
    syzygy_close(s);
    free(bytes);
    ck_assert(!remove("a/KQvK.rtbw") && !remove("b/KQvK.rtbw") && !rmdir("a") && !rmdir("b"));
    files_leave();
}

/* Invalid block lengths are noticed when a value is read. */
START_TEST(lost_blocks) {
    static const uint8_t fill[] = {0x00, 0xff};
    static WriterTable t;
    size_t size;

    files_table(&t, "KQvK");
    for (int i = 0; i < ROWS(fill); i++) {
        uint8_t *const bytes = writer_write(&t, &size);
        FilesOpened o;

        files_open(&o, "KQvK", SYZYGY_WDL, bytes, size);
        ck_assert_pstr_eq(o.error, NULL);
        for (int side = 0; side < 2; side++) {
            const SyzygySequence *const q = &o.file.sequence[side][0];
            uint8_t *const index = (uint8_t *)(uintptr_t)q->index;
            uint8_t *const length = (uint8_t *)(uintptr_t)q->length;
            memset(length, fill[i], 2 * (size_t)q->block_lengths);
            probe_some(&o.file, 2);
            memset(index, fill[i], 6 * (size_t)q->entries);
            probe_some(&o.file, 3);
            memset((uint8_t *)(uintptr_t)q->data, fill[i], (size_t)q->blocks << q->block_bits);
            probe_some(&o.file, 4);
        }
        files_close(&o);
        free(bytes);
    }
}

START_TEST(bit_flips) {
    size_t size, head;
    uint8_t *const bytes = good_file(&size);
    uint64_t random = 11;
    FilesOpened o;
    int read = 0;

    files_open(&o, "KQvK", SYZYGY_WDL, bytes, size);
    head = (size_t)(o.file.sequence[0][0].index - o.file.map.bytes);
    files_close(&o);
    for (int i = 0; i < 2000; i++) {
        /* half of the changes are in the header, where they matter most */
        const size_t at = random_next(&random) % (i & 1 ? size : head);
        const uint8_t bit = (uint8_t)(1u << random_below(&random, 8));

        bytes[at] ^= bit;
        files_open(&o, "KQvK", SYZYGY_WDL, bytes, size);
        if (!o.error)
            probe_some(&o.file, (uint64_t)i);
        read += !o.error;
        files_close(&o);
        bytes[at] ^= bit;
    }
    ck_assert_int_gt(read, 500);
    ck_assert_int_lt(read, 2000);
    free(bytes);
}

/* The same with lists of values, by probing. */
START_TEST(bit_flips_of_lists) {
    static WriterTable wdl, dtz;
    uint64_t random = 12;
    size_t size;
    uint8_t *bytes;

    files_enter();
    files_pair(&wdl, &dtz, SYZYGY_MAPPED | SYZYGY_WIDE);
    files_put_table("KQvK.rtbw", &wdl);
    bytes = writer_write(&dtz, &size);
    for (int i = 0; i < 200; i++) {
        /* the lists are among the first 5,000 bytes */
        const size_t at = random_next(&random) % min_size(size, 5000);
        const uint8_t bit = (uint8_t)(1u << random_below(&random, 8));
        int distance, complaints = 0;
        Syzygy *s;

        bytes[at] ^= bit;
        files_put("KQvK.rtbz", bytes, size);
        bytes[at] ^= bit;
        s = syzygy_open(files_folder);
        for (int k = 0; k < 20; k++) {
            const Position p = files_random_position(&wdl.material, &random);
            syzygy_dtz(s, &p, &distance);
        }
        while (syzygy_complaint(s))
            complaints++;
        ck_assert_int_le(complaints, 1);
        syzygy_close(s);
    }
    free(bytes);
    ck_assert(!remove("KQvK.rtbw") && !remove("KQvK.rtbz"));
    files_leave();
}

int main(void) {
    attacks_init();
    return tests_run("syzygy_damage");
}
