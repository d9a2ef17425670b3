/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIANGLE = 10, PAWN_SQUARES = 24 };

/* --- material -------------------------------------------------------------------------------- */

unsigned ending_key(Piece p, Color c) {
    static const uint16_t power[COLOR_COUNT][PIECE_COUNT] = {{1, 3, 9, 27, 81},
                                                             {243, 729, 2187, 6561, 19683}};

    return power[c][p];
}

static void add_pieces(Ending *e, Color c, const char *letters, bool pawns) {
    static const char all[] = "PNBRQ";

    for (; *letters; letters++) {
        const Piece p = (Piece)(strchr(all, *letters) - all);
        if ((p == PAWN) != pawns)
            continue;
        e->piece[e->men] = (uint8_t)p;
        e->color[e->men++] = (uint8_t)c;
        e->pawns += pawns;
        e->key += ending_key(p, c);
    }
}

static void add(EndingSet *set, int *count, const char *white, const char *black) {
    Ending *const e = &set->ending[*count];
    unsigned swapped = 0;

    snprintf(e->name, sizeof e->name, "K%svK%s", white, black);
    add_pieces(e, WHITE, white, true);
    add_pieces(e, BLACK, black, true);
    for (Color c = WHITE; c <= BLACK; c++) {
        e->piece[e->men] = KING;
        e->color[e->men++] = (uint8_t)c;
    }
    add_pieces(e, WHITE, white, false);
    add_pieces(e, BLACK, black, false);
    e->symmetric = !strcmp(white, black);
    e->cells = e->pawns ? PAWN_SQUARES : TRIANGLE;
    for (int i = 1; i < e->men; i++)
        e->cells *= SQUARE_COUNT;
    for (int i = 0; i < e->men; i++)
        swapped += ending_key((Piece)e->piece[i], color_other((Color)e->color[i]));
    set->by_key[swapped] = (uint8_t)(++*count + 128);
    set->by_key[e->key] = (uint8_t)*count;
}

void endings_init(EndingSet *set) {
    static const char *const letter[] = {"Q", "R", "B", "N", "P"};
    char two[3];
    int count = 0;

    memset(set, 0, sizeof *set);
    for (int a = 0; a < 5; a++)
        add(set, &count, letter[a], "");
    for (int a = 0; a < 5; a++)
        for (int b = a; b < 5; b++) {
            snprintf(two, sizeof two, "%s%s", letter[a], letter[b]);
            add(set, &count, two, "");
            add(set, &count, letter[a], letter[b]);
        }
}

Ending *endings_named(EndingSet *set, const char *name) {
    for (int i = 0; i < ENDINGS; i++)
        if (!strcmp(set->ending[i].name, name))
            return &set->ending[i];
    return NULL;
}

Ending *endings_of_key(EndingSet *set, unsigned key, bool *swapped) {
    const unsigned found = set->by_key[key];

    *swapped = found > 128;
    return found ? &set->ending[(found & 127) - 1] : NULL;
}

bool ending_allocate(Ending *e) {
    ending_free(e);
    if ((e->value[WHITE] = calloc(2 * e->cells, sizeof *e->value[WHITE])))
        e->value[BLACK] = e->value[WHITE] + e->cells;
    return e->value[WHITE] != NULL;
}

void ending_free(Ending *e) {
    free(e->value[WHITE]);
    e->value[WHITE] = e->value[BLACK] = NULL;
}

void endings_free(EndingSet *set) {
    for (int i = 0; i < ENDINGS; i++)
        ending_free(&set->ending[i]);
}

/* --- cells ----------------------------------------------------------------------------------- */

static const uint8_t triangle_square[TRIANGLE] = {A1, B1, C1, D1, B2, C2, D2, C3, D3, D4};
static const int8_t triangle_cell[] = {0,  1,  2,  3,  -1, -1, -1, -1, -1, 4,  5,  6,  -1, -1,
                                       -1, -1, -1, -1, 7,  8,  -1, -1, -1, -1, -1, -1, -1, 9};

void ending_squares(const Ending *e, size_t cell, EndingSquares out) {
    memset(out, 0, sizeof(EndingSquares));
    for (int i = e->men - 1; i > 0; i--, cell >>= 6)
        out[i] = cell & 63;
    out[0] = e->pawns ? (uint8_t)((cell / 4 + 1) * 8 + cell % 4) : triangle_square[cell];
}

static unsigned flip_diagonal(unsigned s) {
    return (s >> 3 | s << 3) & 63;
}

static int off_diagonal(unsigned s) {
    return (int)(s >> 3) - (int)(s & 7);
}

size_t ending_cell(const Ending *e, const EndingSquares s) {
    const unsigned mirror = s[0] & 4 ? 7 : 0;
    const unsigned flip = mirror | (!e->pawns && s[0] & 32 ? 56 : 0);
    const unsigned first = s[0] ^ flip;
    size_t cell;
    int i = 0;

    if (e->pawns) {
        cell = ((first >> 3) - 1) * 4 + (first & 3);
        for (i = 1; i < e->men; i++)
            cell = cell << 6 | (s[i] ^ flip);
        return cell;
    }
    while (i < e->men - 1 && !off_diagonal(s[i] ^ flip))
        i++;
    if (off_diagonal(s[i] ^ flip) > 0) {
        cell = (size_t)triangle_cell[flip_diagonal(first)];
        for (i = 1; i < e->men; i++)
            cell = cell << 6 | flip_diagonal(s[i] ^ flip);
    } else {
        cell = (size_t)triangle_cell[first];
        for (i = 1; i < e->men; i++)
            cell = cell << 6 | (s[i] ^ flip);
    }
    return cell;
}

void ending_board(const Ending *e, const EndingSquares s, Color turn, EndingBoard *out) {
    *out = (EndingBoard){.men = e->men, .turn = turn};
    memcpy(out->square, s, sizeof out->square);
    memcpy(out->piece, e->piece, sizeof out->piece);
    memcpy(out->color, e->color, sizeof out->color);
}

bool ending_is_first(const Ending *e, const EndingSquares s, size_t cell) {
    for (int i = 1; i < e->men; i++)
        if (e->piece[i] == e->piece[i - 1] && e->color[i] == e->color[i - 1]) {
            EndingSquares other;
            for (int k = 0; k < e->men; k++)
                other[k] = s[k];
            other[i] = s[i - 1];
            other[i - 1] = s[i];
            return cell <= ending_cell(e, other);
        }
    return true;
}

/* --- values ---------------------------------------------------------------------------------- */

const Ending *endings_find(const EndingSet *set, const EndingBoard *b, bool *swapped,
                           EndingSquares s) {
    unsigned key = 0, found, used = 0;
    const Ending *e;

    for (int i = 0; i < b->men; i++)
        key += ending_key((Piece)b->piece[i], (Color)b->color[i]);
    if (!(found = set->by_key[key]))
        return NULL;
    e = &set->ending[(found & 127) - 1];
    *swapped = found > 128;
    memset(s, 0, sizeof(EndingSquares));
    for (int i = 0; i < e->men; i++)
        for (int k = 0; k < b->men; k++)
            if (!(used >> k & 1) && b->piece[k] == e->piece[i] &&
                (b->color[k] ^ (unsigned)*swapped) == e->color[i]) {
                used |= 1u << k;
                s[i] = (uint8_t)(b->square[k] ^ (*swapped ? 56u : 0u));
                break;
            }
    return e;
}

EndingValue endings_value(const EndingSet *set, const EndingBoard *b) {
    bool swapped;
    EndingSquares s;
    const Ending *const e = endings_find(set, b, &swapped, s);

    if (!e) /* king against king */
        return bb_has(attacks_king((Square)b->square[0]), (Square)b->square[1]) ? ENDING_ILLEGAL
                                                                                : 0;
    return e->value[(unsigned)b->turn ^ swapped][ending_cell(e, s)];
}

int ending_wdl(EndingValue v) {
    const int plies = v < 0 ? -1 - v : v;

    return !v ? 0 : (v < 0 ? -1 : 1) * (plies < ENDING_CURSED ? 2 : 1);
}

int ending_dtz(EndingValue v) {
    return v < -2 ? v + 1 : v < 0 ? -1 : v;
}
