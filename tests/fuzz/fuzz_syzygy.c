/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Syzygy tables: the first byte chooses the pieces and the kind of table, the second whether it is
 * also probed as a file (if it is odd), and the result of all positions where that is a DTZ table;
 * the file follows. Whatever it holds, values are in range, and a table is told of once.
 */
#include <string.h>

#include "base/random.h"
#include "chess/movegen.h"
#include "eval/syzygy.h"
#include "eval/syzygy_table.h"
#include "fuzz.h"

static const char *const names[] = {"KQvK",  "KPvK",  "KRvKR", "KPvKP",
                                    "KNNvK", "KPPvK", "KBvKP", "KRRvKBB"};

enum { NAMES = sizeof names / sizeof *names, BEFORE = 16, POSITIONS = 24, CONSTANT = 144 };

static Position random_position(const SyzygyMaterial *m, uint64_t *random) {
    const unsigned swapped = random_below(random, 2);
    Position p;

    do {
        Bitboard taken = 0;
        position_clear(&p);
        p.board.turn = (uint8_t)random_below(random, 2);
        for (Color c = WHITE; c <= BLACK; c++)
            for (Piece piece = PAWN; piece <= KING; piece++)
                for (int i = 0; i < m->count[c][piece]; i++) {
                    Square s;
                    do
                        s = piece == PAWN ? (Square)(8 + random_below(random, 48))
                                          : (Square)random_below(random, 64);
                    while (bb_has(taken, s));
                    taken |= bb_of(s);
                    position_put(&p, (Color)((unsigned)c ^ swapped), piece, s);
                }
    } while (position_error(&p));
    position_derive(&p);
    return p;
}

/* The file alone, in memory whose end a sanitizer watches. */
static bool check_file(const SyzygyMaterial *m, SyzygyKind kind, const uint8_t *data, size_t size) {
    size_t before = BEFORE;
    uint8_t *heap = malloc(size + before);
    uint64_t random = size;
    const char *error;
    SyzygyFile f;

    /* what is not at the boundary of a page is not unmapped */
    if (((uintptr_t)heap + before) % 4096 == 0)
        heap = realloc(heap, size + (before += BEFORE));
    PROMISE(heap);
    memcpy(heap + before, data, size);
    error = syzygy_file_read(&f, m, kind, (FileMap){heap + before, size});
    PROMISE(!error || strlen(error) > 5);
    for (int i = 0; !error && i < POSITIONS; i++) {
        const Position p = random_position(m, &random);
        const SyzygySequence *q;
        SyzygyBoard board;
        uint64_t number;
        int value;

        syzygy_look_at(&board, m, &p.board);
        q = &f.sequence[f.sides == 2 && board.second][board.leading_file];
        number = syzygy_number(m, &q->layout, &board);
        PROMISE(number < q->layout.size);
        value = syzygy_value(q, number);
        PROMISE(value >= -1 && value <= 4095);
    }
    if (!error) {
        f.map = (FileMap){NULL, 0};
        syzygy_file_close(&f);
    }
    free(heap);
    return !error;
}

/* A WDL table with the same result everywhere. */
static void put_constant(const char *name, const SyzygyMaterial *m, unsigned wdl) {
    static const uint8_t order[] = {KING, KNIGHT, BISHOP, ROOK, QUEEN};
    uint8_t bytes[CONSTANT] = {0x71, 0xe8, 0x23, 0x5d};
    const int files = m->pawns ? SYZYGY_LEADERS : 1;
    size_t n = 5;

    bytes[4] = (uint8_t)(!m->symmetric + 2 * m->pawns);
    for (int file = 0; file < files; file++) {
        bytes[n++] = 0;
        if (m->both)
            bytes[n++] = 0x11;
        for (int k = 0; k < 2; k++) { /* the leading pawns first, both kings next */
            const unsigned c = (unsigned)m->leader ^ (unsigned)k;
            for (int i = 0; i < m->count[c][PAWN]; i++)
                bytes[n++] = (uint8_t)(0x11 * (1 + 8 * c));
        }
        for (int i = 0; i < 5; i++)
            for (unsigned c = 0; c < 2; c++)
                for (int k = 0; k < m->count[c][order[i]]; k++)
                    bytes[n++] = (uint8_t)(0x11 * (order[i] + 1 + 8 * c));
    }
    n += n % 2;
    for (int i = 0; i < files * (m->symmetric ? 1 : 2); i++) {
        bytes[n++] = SYZYGY_CONSTANT;
        bytes[n++] = (uint8_t)wdl;
    }
    fuzz_file(name, bytes, n <= 64 ? 80 : CONSTANT);
}

/* Probe it as a file among others. */
static void check_folder(const char *name, const SyzygyMaterial *m, SyzygyKind kind, unsigned wdl,
                         const uint8_t *data, size_t size) {
    char file[2][32];
    const char *complaint;
    int complaints = 0;
    uint64_t random = wdl + size;
    Syzygy *s;

    snprintf(file[SYZYGY_WDL], sizeof *file, "%s.rtbw", name);
    snprintf(file[SYZYGY_DTZ], sizeof *file, "%s.rtbz", name);
    put_constant(file[SYZYGY_WDL], m, wdl);
    fuzz_file(file[kind], data, size);
    s = syzygy_open(fuzz_folder());
    PROMISE(s && syzygy_men(s) == m->men);
    for (int i = 0; i < POSITIONS; i++) {
        const Position p = random_position(m, &random);
        Wdl result = WDL_DRAW;
        int dtz = 0;

        if (syzygy_wdl(s, &p, &result))
            PROMISE(result >= WDL_LOSS && result <= WDL_WIN);
        if (syzygy_dtz(s, &p, &dtz))
            PROMISE(abs(dtz) < 200000);
    }
    for (; (complaint = syzygy_complaint(s)); complaints++)
        PROMISE(strstr(complaint, file[kind]));
    PROMISE(complaints <= 1);
    syzygy_close(s);
    fuzz_clean();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    SyzygyMaterial m;
    SyzygyKind kind;
    const char *name;

    fuzz_init();
    syzygy_init_numbers();
    if (size < 3)
        return 0;
    name = names[data[0] / 2 % NAMES];
    kind = data[0] & 1 ? SYZYGY_DTZ : SYZYGY_WDL;
    PROMISE(syzygy_material(&m, name));
    if (check_file(&m, kind, data + 2, size - 2) && data[1] & 1)
        check_folder(name, &m, kind, data[1] / 2 % 5, data + 2, size - 2);
    return 0;
}
