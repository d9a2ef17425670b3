/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbering of positions in Syzygy tables. */
#include <pthread.h>
#include <string.h>

#include "syzygy_table.h"

/*
 * Numbers of positions of the leading group: three pieces, no two alike, or the two kings.
 */
enum { THREE_PIECES = 31332, TWO_KINGS = 462 };

static struct {
    uint64_t choose[SYZYGY_MEN][SQUARE_COUNT + 1]; /* binomial coefficients: [k][n] */
    int triangle[SQUARE_COUNT];  /* a1-d1-d4: the six squares below the diagonal, then the diagonal
                                  */
    int below[SQUARE_COUNT];     /* the 28 squares below the long diagonal */
    int kings[10][SQUARE_COUNT]; /* by triangle, then the other king's square */
    int pawn[SQUARE_COUNT];      /* order of the squares: the highest pawn leads */
    uint64_t leader[SYZYGY_MEN - 1][SQUARE_COUNT];    /* by number of leading pawns and square */
    uint64_t leaders[SYZYGY_MEN - 1][SYZYGY_LEADERS]; /* all together, by file */
} number;

/* Returns a value above 0 for squares above the long diagonal, 0 on it, below 0 under it. */
static int off_diagonal(Square s) {
    return square_rank(s) - square_file(s);
}

static void fill_kings(void) {
    int next = 0, pass;

    /* both on the diagonal come last */
    for (pass = 0; pass < 2; pass++)
        for (int t = 0; t < 10; t++)
            for (Square a = A1; a <= D4; a++) {
                if (square_file(a) > 3 || off_diagonal(a) > 0 || number.triangle[a] != t)
                    continue;
                for (Square b = A1; b < SQUARE_COUNT; b++) {
                    const bool both = !off_diagonal(a) && !off_diagonal(b);
                    if (both != pass || ((attacks_king(a) | bb_of(a)) & bb_of(b)) ||
                        (!off_diagonal(a) && off_diagonal(b) > 0))
                        continue;
                    number.kings[t][b] = next++;
                }
            }
}

static void fill_pawns(void) {
    int left = 47;

    for (int file = 0; file < SYZYGY_LEADERS; file++)
        for (int rank = 1; rank < 7; rank++) {
            number.pawn[square_make(file, rank)] = left--;
            number.pawn[square_make(7 - file, rank)] = left--;
        }
    for (int pawns = 1; pawns < SYZYGY_MEN - 1; pawns++)
        for (int file = 0; file < SYZYGY_LEADERS; file++) {
            uint64_t all = 0;
            for (int rank = 1; rank < 7; rank++) {
                const Square s = square_make(file, rank);
                number.leader[pawns][s] = all;
                all += number.choose[pawns - 1][number.pawn[s]];
            }
            number.leaders[pawns][file] = all;
        }
}

static void fill(void) {
    int inside = 0, on = 6, below = 0;

    for (int n = 0; n <= SQUARE_COUNT; n++)
        for (int k = 0; k < SYZYGY_MEN; k++)
            number.choose[k][n] = k == 0   ? 1
                                  : n == 0 ? 0
                                           : number.choose[k - 1][n - 1] + number.choose[k][n - 1];
    for (Square s = A1; s < SQUARE_COUNT; s++) {
        if (off_diagonal(s) < 0)
            number.below[s] = below++;
        if (square_file(s) > 3 || square_rank(s) > 3)
            continue;
        if (off_diagonal(s) < 0)
            number.triangle[s] = inside++;
        else if (off_diagonal(s) == 0)
            number.triangle[s] = on++;
    }
    fill_kings();
    fill_pawns();
}

void syzygy_init_numbers(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
}

/* --- layout ---------------------------------------------------------------------------------- */

bool syzygy_lay_out(SyzygyLayout *l, const SyzygyMaterial *m, int leading_file,
                    const int order[2]) {
    int leading = m->pawns ? 0 : m->unique ? 3 : 2, groups = 0, next, free;
    bool placed[2] = {false, !m->both};

    memset(l->group, 0, sizeof l->group);
    l->group[0] = 1;
    for (int i = 1; i < m->men; i++)
        if (--leading > 0 || l->piece[i] == l->piece[i - 1])
            l->group[groups]++;
        else
            l->group[++groups] = 1;
    groups++;
    next = m->both ? 2 : 1;
    if (groups < next || l->group[0] > SYZYGY_MEN - 2 ||
        (!m->pawns && l->group[0] != (m->unique ? 3 : 2)))
        return false;
    free = SQUARE_COUNT - l->group[0] - (m->both ? l->group[1] : 0);
    l->size = 1;
    for (int k = 0; k < SYZYGY_MEN && (next < groups || !placed[0] || !placed[1]); k++) {
        if (k == order[0]) {
            l->factor[0] = l->size;
            l->size *= m->pawns    ? number.leaders[l->group[0]][leading_file]
                       : m->unique ? THREE_PIECES
                                   : TWO_KINGS;
            placed[0] = true;
        } else if (m->both && k == order[1]) {
            l->factor[1] = l->size;
            l->size *= number.choose[l->group[1]][48 - l->group[0]];
            placed[1] = true;
        } else if (next < groups) {
            l->factor[next] = l->size;
            l->size *= number.choose[l->group[next]][free];
            free -= l->group[next++];
        }
    }
    return next == groups && placed[0] && placed[1];
}

/* --- positions ------------------------------------------------------------------------------- */

void syzygy_look_at(SyzygyBoard *out, const SyzygyMaterial *m, const Board *b) {
    Color first = WHITE; /* the color of the table's first side */
    unsigned flip;
    int n = 0, best = 0;
    Bitboard leaders = 0;

    if (m->symmetric) {
        first = (Color)b->turn;
    } else {
        for (Piece p = PAWN; p < KING; p++)
            if (bb_count(board_pieces(b, WHITE, p)) != m->count[WHITE][p])
                first = BLACK;
    }
    flip = first == BLACK ? 56 : 0;
    out->second = (Color)b->turn != first;
    out->leading_file = 0;
    if (m->pawns) {
        leaders = board_pieces(b, m->leader == WHITE ? first : color_other(first), PAWN);
        for (Bitboard left = leaders; left;) {
            out->square[n] = (Square)((unsigned)pop_lsb(&left) ^ flip);
            out->piece[n] = (SyzygyPiece)(1 + 8 * (int)m->leader);
            if (number.pawn[out->square[n]] > number.pawn[out->square[best]])
                best = n;
            n++;
        }
        if (n) {
            const Square s = out->square[0];
            out->square[0] = out->square[best];
            out->square[best] = s;
            out->leading_file = min(square_file(out->square[0]), 7 - square_file(out->square[0]));
        }
    }
    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = PAWN; p <= KING; p++)
            for (Bitboard left = board_pieces(b, c, p) & ~leaders; left && n < SYZYGY_MEN;) {
                out->square[n] = (Square)((unsigned)pop_lsb(&left) ^ flip);
                out->piece[n++] = (SyzygyPiece)((int)p + 1 + (c == first ? 0 : 8));
            }
}

/* Puts the pieces into the order of the table, in which the leading pawns are already first. */
static void arrange(const SyzygyLayout *l, SyzygyBoard *b, int men, int from) {
    for (int i = from; i < men; i++)
        for (int k = i; k < men; k++)
            if (b->piece[k] == l->piece[i]) {
                const SyzygyPiece piece = b->piece[k];
                const Square square = b->square[k];
                b->piece[k] = b->piece[i];
                b->square[k] = b->square[i];
                b->piece[i] = piece;
                b->square[i] = square;
                break;
            }
}

static void flip_squares(SyzygyBoard *b, int men, unsigned by) {
    for (int i = 0; i < men; i++)
        b->square[i] = (Square)((unsigned)b->square[i] ^ by);
}

/* Mirrors at the long diagonal, so that the first leading piece off the diagonal is below it. */
static void flip_diagonal(SyzygyBoard *b, int men, int leading) {
    int i = 0;

    while (i < leading && !off_diagonal(b->square[i]))
        i++;
    if (i == leading || off_diagonal(b->square[i]) < 0)
        return;
    for (; i < men; i++)
        b->square[i] = square_make(square_rank(b->square[i]), square_file(b->square[i]));
}

static uint64_t number_of_three(const Square s[3]) {
    const int second = s[1] > s[0], third = (s[2] > s[0]) + (s[2] > s[1]);
    const int below = 6 * 63 * 62, one = 4 * 28 * 62, two = 4 * 7 * 28;
    int n;

    if (off_diagonal(s[0]))
        n = (number.triangle[s[0]] * 63 + (int)s[1] - second) * 62 + (int)s[2] - third;
    else if (off_diagonal(s[1]))
        n = below + (square_rank(s[0]) * 28 + number.below[s[1]]) * 62 + (int)s[2] - third;
    else if (off_diagonal(s[2]))
        n = below + one + square_rank(s[0]) * 7 * 28 + (square_rank(s[1]) - second) * 28 +
            number.below[s[2]];
    else
        n = below + one + two + square_rank(s[0]) * 7 * 6 + (square_rank(s[1]) - second) * 6 +
            square_rank(s[2]) - third;
    return (uint64_t)n;
}

/* Sorts by ascending values of the squares. */
static void sort(Square *s, int count, const int *by) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && (by ? by[s[k]] < by[s[k - 1]] : s[k] < s[k - 1]); k--) {
            const Square lower = s[k];
            s[k] = s[k - 1];
            s[k - 1] = lower;
        }
}

static uint64_t number_of_leaders(const SyzygyMaterial *m, const SyzygyLayout *l, SyzygyBoard *b) {
    const int leading = l->group[0];
    uint64_t n;

    if (!m->pawns) {
        if (square_rank(b->square[0]) > 3)
            flip_squares(b, m->men, 56);
        flip_diagonal(b, m->men, leading);
        return m->unique ? number_of_three(b->square)
                         : (uint64_t)number.kings[number.triangle[b->square[0]]][b->square[1]];
    }
    n = number.leader[leading][b->square[0]];
    sort(b->square + 1, leading - 1, number.pawn);
    for (int i = 1; i < leading; i++)
        n += number.choose[i][number.pawn[b->square[i]]];
    return n;
}

uint64_t syzygy_number(const SyzygyMaterial *m, const SyzygyLayout *l, SyzygyBoard *b) {
    int first = l->group[0];
    uint64_t n;

    arrange(l, b, m->men, m->pawns ? first : 0);
    if (square_file(b->square[0]) > 3)
        flip_squares(b, m->men, 7);
    n = number_of_leaders(m, l, b) * l->factor[0];
    for (int g = 1; l->group[g]; first += l->group[g++]) {
        uint64_t of_group = 0;
        sort(b->square + first, l->group[g], NULL);
        for (int i = 0; i < l->group[g]; i++) {
            const Square s = b->square[first + i];
            int place = (int)s - (m->both && g == 1 ? 8 : 0);
            /* do not count squares occupied by earlier groups */
            for (int k = 0; k < first; k++)
                place -= b->square[k] < s;
            of_group += number.choose[i + 1][place];
        }
        n += of_group * l->factor[g];
    }
    return n;
}
