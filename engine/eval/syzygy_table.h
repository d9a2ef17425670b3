/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One file of Syzygy tablebases (R. de Man 2013, github.com/syzygy1/tb): how positions are
 * numbered, and how the values are stored. A table has one sequence of values for each side to
 * move, or one for both sides; with pawns, for each of the files a to d of the leading pawn.
 */
#ifndef ALULA_SYZYGY_TABLE_H
#define ALULA_SYZYGY_TABLE_H

#include "base/filemap.h"
#include "chess/position.h"

enum {
    SYZYGY_MEN = 7,      /* kings included, the most of any table */
    SYZYGY_NAME = 10,    /* room for "KQRBNvKP" and a NUL */
    SYZYGY_LEADERS = 4,  /* files of the leading pawn */
    SYZYGY_MAX_CODE = 32 /* bits of a symbol's code */
};

/* A piece as numbered in the files: 1 to 6 for pawn to king, 8 more for the table's second side. */
typedef uint8_t SyzygyPiece;

/* Material of a table, with the first side as White. */
typedef struct {
    char name[SYZYGY_NAME]; /* such as KQvKR */
    uint8_t count[COLOR_COUNT][PIECE_COUNT];
    int men;
    bool pawns, both; /* some side has pawns; both sides have */
    bool unique;      /* some side has exactly one of a kind other than the king */
    bool symmetric;   /* both sides have the same pieces */
    Color leader;     /* the side of the leading pawns */
} SyzygyMaterial;

/* Parses the name of a table. Returns false if it is invalid. */
bool syzygy_material(SyzygyMaterial *m, const char *name);

/* Order of pieces, and numbering of the positions of a sequence. */
typedef struct {
    SyzygyPiece piece[SYZYGY_MEN];
    int group[SYZYGY_MEN + 1]; /* sizes of groups of like pieces, the leading group first; then 0 */
    uint64_t factor[SYZYGY_MEN]; /* factor of each group's number */
    uint64_t size;               /* number of positions */
} SyzygyLayout;

/*
 * Sets groups and factors of a layout whose pieces are set. `order` has the places of the leading
 * group and of the other side's pawns among the groups; 15 for none. Returns false if the order is
 * invalid.
 */
bool syzygy_lay_out(SyzygyLayout *l, const SyzygyMaterial *m, int leading_file, const int order[2]);

/* Fills the number tables; further calls change nothing. */
void syzygy_init_numbers(void);

/* A position from the table's point of view, with its first side as White. */
typedef struct {
    Square square[SYZYGY_MEN];
    SyzygyPiece piece[SYZYGY_MEN];
    bool second;      /* the table's second side is to move */
    int leading_file; /* 0 if there are no pawns */
} SyzygyBoard;

/* Converts a board, which must have the material of the table; colors may be swapped. */
void syzygy_look_at(SyzygyBoard *out, const SyzygyMaterial *m, const Board *b);

/* Returns the number of a position, less than l->size. Changes the order of the pieces in `b`. */
uint64_t syzygy_number(const SyzygyMaterial *m, const SyzygyLayout *l, SyzygyBoard *b);

/* Flags of a sequence. */
enum {
    SYZYGY_SECOND_MOVES = 1, /* DTZ: positions with the second side to move */
    SYZYGY_MAPPED = 2,       /* DTZ: values are indices into the table's own list */
    SYZYGY_WIN_IN_PLIES = 4, /* DTZ: in plies, otherwise in moves */
    SYZYGY_LOSS_IN_PLIES = 8,
    SYZYGY_WIDE = 16,      /* DTZ: the list has 16-bit words */
    SYZYGY_CONSTANT = 128, /* all values are the same */
};

/*
 * A sequence of values: recursive pairing makes symbols of pairs of values or symbols (N. Larsson
 * and A. Moffat, "Off-line dictionary-based compression", 1999), which have a canonical Huffman
 * code.
 */
typedef struct {
    SyzygyLayout layout;
    uint8_t flags, constant;
    int block_bits, span_bits; /* log2 of bytes per block and of values per index entry */
    int min_length, lengths;   /* bits of the shortest code, and the number of lengths */
    uint32_t blocks, block_lengths;
    uint64_t entries; /* of the index */
    int symbols;
    uint64_t base[SYZYGY_MAX_CODE]; /* the first code of each length, left-adjusted */
    const uint8_t *lowest;          /* the first symbol of each length: words of 16 bits */
    const uint8_t *tree;            /* of each symbol: left and right, 12 bits each */
    uint8_t *expansion;             /* of each symbol: values less 1 */
    const uint8_t *index, *length, *data;
    const uint8_t *list; /* DTZ: the list of values, by result */
    uint32_t list_at[4], list_size[4];
} SyzygySequence;

typedef enum { SYZYGY_WDL, SYZYGY_DTZ } SyzygyKind;

/* One mapped file. */
typedef struct {
    FileMap map;
    int sides; /* number of sides with their own sequences */
    SyzygySequence sequence[COLOR_COUNT][SYZYGY_LEADERS];
} SyzygyFile;

/*
 * Reads the header of a mapped file, which then belongs to `f`. Returns NULL, or an error with `f`
 * closed.
 */
const char *syzygy_file_read(SyzygyFile *f, const SyzygyMaterial *m, SyzygyKind kind, FileMap map);
void syzygy_file_close(SyzygyFile *f);

/* Returns the stored value of position `number`; -1 if the data are damaged. */
int syzygy_value(const SyzygySequence *s, uint64_t number);

#endif
