/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distance of networks' static values from the scores of deep searches.
 *
 * Centipawns become expected scores, sigmoid(cp / K), as an error matters less in a position that
 * is won anyway. The K of the first reference is fixed and sets the scale of all errors. The K of
 * the second one is fitted to the first, and that of each network to the mean of both, so that
 * units do not affect the comparison.
 */
#ifndef ALULA_TRAIN_COMPARE_H
#define ALULA_TRAIN_COMPARE_H

#include "base/text.h"
#include "eval/nnue.h"

/*
 * K of the first reference, which should be Alula: with it, the sigmoid fits the results of the
 * fourth network's games best, for scores up to 700. It does not change, so that errors remain
 * comparable.
 */
#define COMPARE_SCALE 143.5

enum {
    COMPARE_MAX_NETS = 8,
    COMPARE_MAX_SCORE = 20000, /* limit of a reference's scores, in centipawns */
    COMPARE_NAME_SIZE = 32,    /* size of a reference's name, with its NUL */
    COMPARE_RESAMPLES = 1000,  /* samples of the bootstrap */
};

/* The targets that a network is compared with. */
typedef enum { TARGET_FIRST, TARGET_SECOND, TARGET_MEAN, TARGET_COUNT } CompareTarget;

enum { REFERENCE_COUNT = TARGET_MEAN };

/* The rows of the tables: by number of pieces. */
typedef enum { ROW_26_32, ROW_18_25, ROW_10_17, ROW_FEWER, ROW_ALL, ROW_COUNT } CompareRow;

typedef struct {
    Position position;
    int score[REFERENCE_COUNT]; /* centipawns for the side to move */
} ReferencePosition;

typedef struct {
    ReferencePosition *position; /* [count] */
    size_t count;
    char name[REFERENCE_COUNT][COMPARE_NAME_SIZE]; /* "stockfish 1000000" */
} Reference;

/*
 * Reads a reference: EPD in which every position has the operations c0 and c1, "NAME SCORE" each,
 * with the same names everywhere. The last word is the score of a search, in centipawns for the
 * side to move. Returns false with an error message, and *out empty, if the file cannot be read or
 * a line is wrong.
 */
bool reference_read(Reference *out, const char *path, Text *error);

/* Frees the positions of a reference. */
void reference_free(Reference *r);

/* Returns the row, other than ROW_ALL, of a number of pieces. */
CompareRow compare_row(int pieces);

/* Returns the expected score of an advantage, 0 to 1. */
double compare_expected(double centipawns, double scale);

/*
 * Returns the K, from 20 to 2000, with which the expected scores of these values have the least
 * squared distance from those in target[count].
 */
double compare_fit(const int *centipawns, const double *target, size_t count);

/* A root mean square or a difference of two, with its 95 % bootstrap interval. */
typedef struct {
    double value, low, high;
} Estimate;

typedef struct {
    int nets;
    size_t count[ROW_COUNT];
    double reference_scale[REFERENCE_COUNT], scale[COMPARE_MAX_NETS]; /* K in centipawns */
    Estimate between[ROW_COUNT];                                      /* the two references */
    Estimate error[COMPARE_MAX_NETS][ROW_COUNT][TARGET_COUNT];
    /*
     * error of the network minus that of the first one, with the same resamples (paired bootstrap)
     */
    Estimate difference[COMPARE_MAX_NETS][ROW_COUNT][TARGET_COUNT];
} Comparison;

/*
 * Compares `nets` networks, 1 to COMPARE_MAX_NETS. value[n][i] is the static value of position i by
 * network n. The bootstrap draws positions, with a fixed seed, and does not refit K. Rows
 * without positions are zero.
 */
void compare_values(Comparison *out, const Reference *r, const int *const *value, int nets);

/*
 * Compares networks by the static values that the engine uses (eval_steps()): network, known
 * endings, scale factors and fifty-move scaling, without correction history.
 */
void compare_nets(Comparison *out, const Reference *r, const NnueNet *const *net, int nets);

/* Returns the error of a network in ROW_ALL against TARGET_MEAN, as compare_nets() measures it. */
double compare_error(const Reference *r, const NnueNet *net);

#endif
