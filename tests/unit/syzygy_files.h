/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for the tests of Syzygy tables: random positions, files in memory and in a folder. */
#define _DEFAULT_SOURCE
#ifndef ALULA_SYZYGY_FILES_H
#define ALULA_SYZYGY_FILES_H

#include <sys/stat.h>
#include <unistd.h>

#include "syzygy_writer.h"

/* --- boards and files ------------------------------------------------------------------------ */

/*
 * Puts the pieces on random squares, not always legally, and swaps the colors in half of the cases.
 */
static inline void files_random_board(Board *b, const SyzygyMaterial *m, uint64_t *random) {
    const unsigned swapped = random_below(random, 2);
    Bitboard taken = 0;

    *b = (Board){.ep_square = NO_SQUARE, .turn = (uint8_t)random_below(random, 2)};
    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = PAWN; p <= KING; p++)
            for (int i = 0; i < m->count[c][p]; i++) {
                Square s;
                do
                    s = p == PAWN ? (Square)(8 + random_below(random, 48))
                                  : (Square)random_below(random, 64);
                while (bb_has(taken, s));
                taken |= bb_of(s);
                b->piece[p] |= bb_of(s);
                b->color[(unsigned)c ^ swapped] |= bb_of(s);
            }
}

/* Returns a random legal position with these pieces. */
static inline Position files_random_position(const SyzygyMaterial *m, uint64_t *random) {
    Position p;

    do {
        Board b;
        files_random_board(&b, m, random);
        position_clear(&p);
        for (Square s = A1; s < SQUARE_COUNT; s++)
            for (Piece piece = PAWN; piece <= KING; piece++)
                if (bb_has(b.piece[piece], s))
                    position_put(&p, bb_has(b.color[WHITE], s) ? WHITE : BLACK, piece, s);
        p.board.turn = b.turn;
    } while (position_error(&p));
    position_derive(&p);
    return p;
}

/* A file in memory, where a sanitizer detects reads beyond the end. */
typedef struct {
    uint8_t *heap;
    SyzygyFile file;
    const char *error;
} FilesOpened;

static inline void files_open(FilesOpened *o, const char *name, SyzygyKind kind,
                              const uint8_t *bytes, size_t size) {
    /* unmapping an address that is not at a page boundary does nothing */
    size_t before = 16;
    SyzygyMaterial m;

    ck_assert(syzygy_material(&m, name));
    o->heap = malloc(size + before);
    if (((uintptr_t)o->heap + before) % 4096 == 0)
        o->heap = realloc(o->heap, size + (before = 48));
    ck_assert_ptr_nonnull(o->heap);
    memcpy(o->heap + before, bytes, size);
    o->error = syzygy_file_read(&o->file, &m, kind, (FileMap){o->heap + before, size});
}

static inline void files_close(FilesOpened *o) {
    o->file.map = (FileMap){NULL, 0};
    syzygy_file_close(&o->file);
    free(o->heap);
}

static char files_folder[64]; /* a temporary folder */

static inline void files_enter(void) {
    snprintf(files_folder, sizeof files_folder, "/tmp/alula-syzygy-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(files_folder));
    ck_assert_int_eq(chdir(files_folder), 0);
}

static inline void files_leave(void) {
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(files_folder), 0);
}

static inline void files_put(const char *path, const uint8_t *bytes, size_t size) {
    FILE *const file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static inline void files_put_table(const char *path, WriterTable *t) {
    size_t size;
    uint8_t *const bytes = writer_write(t, &size);

    files_put(path, bytes, size);
    free(bytes);
}

/* Makes a table of KQvK, KRvK or KRvKR with all results. */
static inline void files_table(WriterTable *t, const char *name) {
    *t = (WriterTable){.name = name, .kind = SYZYGY_WDL};
    for (int side = 0; side < 2; side++)
        t->sequence[side][0] = (WriterSequence){.pieces = strlen(name) > 4 ? "RKrk"
                                                          : name[1] == 'Q' ? "KQk"
                                                                           : "kKR",
                                                .order = {0, 15},
                                                .kinds = 5,
                                                .block_bits = 6,
                                                .span_bits = 6,
                                                .seed = 77u + (unsigned)side};
}

/* Makes the WDL and DTZ tables of KQvK with all five results, for each side to move. */
static inline void files_pair(WriterTable *wdl, WriterTable *dtz, int flags) {
    WriterSequence *const q = &dtz->sequence[0][0];
    uint64_t random = 7;

    memset(wdl, 0, sizeof *wdl);
    memset(dtz, 0, sizeof *dtz);
    wdl->name = dtz->name = "KQvK";
    wdl->kind = SYZYGY_WDL;
    dtz->kind = SYZYGY_DTZ;
    for (int side = 0; side < 2; side++)
        wdl->sequence[side][0] = (WriterSequence){.pieces = side ? "kKQ" : "KQk",
                                                  .order = {0, 15},
                                                  .kinds = 5,
                                                  .block_bits = 6,
                                                  .span_bits = 8,
                                                  .seed = 1000u + (unsigned)side};
    *q = (WriterSequence){.pieces = "QKk",
                          .order = {0, 15},
                          .flags = flags,
                          .kinds = flags & SYZYGY_WIDE ? 300 : 40,
                          .block_bits = 7,
                          .span_bits = 9,
                          .seed = 5};
    for (int i = 0; i < WRITER_LISTS; i++) {
        /* the last one is too short */
        dtz->list_size[0][i] = i < 3 ? q->kinds : q->kinds - 7;
        for (int k = 0; k < q->kinds; k++)
            dtz->list[0][i][k] = (uint16_t)random_below(&random, flags & SYZYGY_WIDE ? 700 : 120);
    }
}

#endif
