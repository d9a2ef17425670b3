/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "opening.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "fen.h"
#include "movegen.h"
#include "notation.h"

static const char *const lines[] = {
#include "opening_lines.inc"
};

static const char *const people[] = {
#include "opening_people.inc"
};

/* All names in one string, each terminated by NUL: an array of pointers would add half the size. */
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif
static const char names[] =
#define NAME(text) text "\0"
#include "opening_names.inc"
#undef NAME
    ;
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

enum {
    LINES = sizeof lines / sizeof *lines,
    NAMES = 0
#define NAME(text) +1
#include "opening_names.inc"
#undef NAME
    ,
    PEOPLE = sizeof people / sizeof *people,
    LONGEST = 40 /* plies of a line, in both files */
};

/*
 * Data of a position. Tables are sorted by key; entries with the same key keep the order of the
 * file.
 */
typedef struct {
    uint64_t key;
    uint32_t order, value;
} Entry;

static Entry name_table[NAMES];           /* value: offset of the name in `names` */
static Entry move_table[LINES * LONGEST]; /* value: a Move */
static Entry people_table[PEOPLE];        /* value: index of the line in `people` */
static size_t move_count;

static int compare_entries(const void *a, const void *b) {
    const Entry *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->order > y->order) - (x->order < y->order);
}

/* Returns the first entry of this key, or `count`. */
static size_t find(const Entry *table, size_t count, uint64_t key) {
    size_t low = 0, high = count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (table[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && table[low].key == key ? low : count;
}

/* Plays moves from at[ply] on. Returns the plies of the whole line. */
static size_t play(Position at[LONGEST + 1], Move move[LONGEST], size_t ply, Word moves) {
    while (ply < LONGEST && notation_parse(&move[ply], &at[ply], text_word(&moves)) == MOVE_FINE) {
        position_play(&at[ply + 1], &at[ply], move[ply]);
        ply++;
    }
    return ply;
}

/* Splits a line of `names`: shared plies, the opening, the moves that follow. */
static OpeningName split(const char *line, int64_t *shared, Word *moves) {
    OpeningName name;

    *moves = word_of(line);
    word_number(text_word(moves), 0, LONGEST, shared);
    name.eco = text_word(moves);
    name.name = text_rest(text_until(moves, '|'));
    return name;
}

static void fill_moves(void) {
    Position at[LONGEST + 1];
    Move move[LONGEST];

    if (fen_parse(&at[0], word_of(FEN_START), false))
        return;
    for (size_t i = 0; i < LINES; i++) {
        const size_t plies = play(at, move, 0, word_of(lines[i]));

        for (size_t n = 0; n < plies; n++, move_count++)
            move_table[move_count] = (Entry){at[n].key, (uint32_t)move_count, move[n]};
    }
    for (uint32_t i = 0; i < PEOPLE; i++) {
        Word rest = word_of(people[i]);
        int64_t ply = 0;

        word_number(text_word(&rest), 0, LONGEST - 1, &ply);
        people_table[i] = (Entry){at[ply].key, i, i};
        play(at, move, (size_t)ply, text_word(&rest));
    }
    qsort(people_table, PEOPLE, sizeof *people_table, compare_entries);
    qsort(move_table, move_count, sizeof *move_table, compare_entries);
}

static void fill_names(void) {
    Position at[LONGEST + 1];
    Move move[LONGEST];

    if (fen_parse(&at[0], word_of(FEN_START), false))
        return;
    for (uint32_t i = 0, start = 0; i < NAMES; i++) {
        int64_t shared = 0;
        Word moves;

        split(names + start, &shared, &moves);
        name_table[i] = (Entry){at[play(at, move, (size_t)shared, moves)].key, i, start};
        start += (uint32_t)strlen(names + start) + 1;
    }
    qsort(name_table, NAMES, sizeof *name_table, compare_entries);
}

/*
 * The tables are filled at first use, which takes a few milliseconds. The library does not need the
 * names, and is built without them.
 */
static pthread_once_t moves_once = PTHREAD_ONCE_INIT, names_once = PTHREAD_ONCE_INIT;

size_t opening_find(const Position *p, BookMove list[MAX_MOVES]) {
    size_t count = 0;

    pthread_once(&moves_once, fill_moves);
    for (size_t i = find(move_table, move_count, p->key);
         i < move_count && move_table[i].key == p->key; i++) {
        const Move m = (Move)move_table[i].value;
        size_t at = 0;

        if (!move_is_legal(p, m))
            continue;
        while (at < count && list[at].move != m)
            at++;
        if (at == count)
            list[count++] = (BookMove){.move = m};
        list[at].weight++;
    }
    book_sort(list, count);
    return count;
}

size_t opening_of_people(const Position *p, int rating, BookMove list[MAX_MOVES]) {
    const int band = rating < 1300 ? 0 : rating < 1700 ? 1 : 2; /* column in the table */
    size_t count = 0;

    pthread_once(&moves_once, fill_moves);
    for (size_t i = find(people_table, PEOPLE, p->key); i < PEOPLE && people_table[i].key == p->key;
         i++) {
        Word rest = word_of(people[people_table[i].value]);
        int64_t games;
        size_t at = 0;
        Move m;

        text_word(&rest);
        if (notation_parse(&m, p, text_word(&rest)) != MOVE_FINE)
            continue;
        while (at < count && list[at].move != m)
            at++;
        if (at == count) /* else the move is already listed, from another move order */
            list[count++] = (BookMove){.move = m};
        for (int column = 0; word_number(text_word(&rest), 0, 9999, &games); column++)
            list[at].weight = (uint16_t)(list[at].weight + (column == band ? 4 : 1) * games);
    }
    book_sort(list, count);
    return count;
}

OpeningName opening_name(const GameLine *g) {
    pthread_once(&names_once, fill_names);
    for (size_t ply = min_size(g->length, LONGEST) + 1; ply-- > 0;) {
        const size_t i = find(name_table, NAMES, g->position[ply].key);
        int64_t shared;
        Word moves;

        if (i < NAMES)
            return split(names + name_table[i].value, &shared, &moves);
    }
    return (OpeningName){{NULL, 0}, {NULL, 0}};
}
