/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-book.h"

#include <inttypes.h>
#include <stdio.h>

#include "chess/notation.h"

/* Finds the moves of a position, with the sum of their weights. */
static size_t find(const Book *b, const Position *p, uint64_t key, BookMove list[MAX_MOVES],
                   uint64_t *sum) {
    const size_t count = book_find(b, p, key, list);

    *sum = 0;
    for (size_t i = 0; i < count; i++)
        *sum += list[i].weight;
    return count;
}

/* Writes the share of a move in its position: "12.3%". */
static void add_share(Text *t, unsigned weight, uint64_t sum) {
    const unsigned thousandths = sum ? (unsigned)((weight * UINT64_C(1000) + sum / 2) / sum) : 0;

    text_addf(t, "%u.%u%%", thousandths / 10, thousandths % 10);
}

void book_dump_key(Json *j, const char *name, uint64_t key) {
    Text t = TEXT_OF(20);

    text_addf(&t, "%016" PRIx64, key);
    json_text(j, name, t.at);
}

/* Opens an object with a move, which the caller closes. */
static void open_move(Json *j, const Position *p, const BookMove *m, uint64_t sum) {
    Text s = TEXT_OF(NOTATION_SIZE), c = TEXT_OF(NOTATION_SIZE);

    notation_write_san(&s, p, m->move);
    notation_write(&c, p, m->move);
    json_open(j, NULL, '{');
    json_text(j, "san", s.at);
    json_text(j, "move", c.at);
    json_count(j, "weight", m->weight);
    json_real(j, "share", sum ? (double)m->weight / (double)sum : 0, 4);
    json_count(j, "learn", m->learn);
}

size_t book_dump_position(const Book *b, const Position *p, uint64_t key, Json *json) {
    BookMove list[MAX_MOVES];
    uint64_t sum;
    const size_t count = find(b, p, key, list, &sum);

    for (size_t i = 0; i < count; i++) {
        Text s = TEXT_OF(NOTATION_SIZE), c = TEXT_OF(NOTATION_SIZE);
        Text t = TEXT_OF(16);

        if (json) {
            open_move(json, p, &list[i], sum);
            json_close(json, '}');
            continue;
        }
        notation_write_san(&s, p, list[i].move);
        notation_write(&c, p, list[i].move);
        add_share(&t, list[i].weight, sum);
        printf("%-7s  %-5s  %5u  %6s", s.at, c.at, (unsigned)list[i].weight, t.at);
        if (list[i].learn)
            printf("  learn %lu", (unsigned long)list[i].learn);
        putchar('\n');
    }
    return count;
}

/* The state of a tree dump. `seen` has the keys of positions already shown. */
typedef struct {
    const Book *book;
    UnitTable seen;
    int plies;
    size_t moves;
    Json *json; /* or NULL */
} TreeWalk;

static void show_from(TreeWalk *w, const Position *p, uint64_t key, int ply);

static void print_move(const Position *p, const BookMove *m, uint64_t sum, int ply) {
    Text t = TEXT_OF(80);

    text_addf(&t, "%d.%s ", p->fullmove_number, position_turn(p) == WHITE ? "" : "..");
    notation_write_san(&t, p, m->move);
    text_addf(&t, "  %u  ", (unsigned)m->weight);
    add_share(&t, m->weight, sum);
    printf("%*s%s\n", 2 * ply, "", t.at);
}

/* Prints a move and the tree below it. */
static void show_move(TreeWalk *w, const Position *p, const BookMove *m, uint64_t sum, int ply) {
    const Square jumped = book_jumped(p, m->move);
    Position next;
    uint64_t key;

    position_play(&next, p, m->move);
    key = book_key(&next, jumped);
    if (w->json) {
        open_move(w->json, p, m, sum);
        json_whole(w->json, "ply", ply);
        book_dump_key(w->json, "key", key);
        json_close(w->json, '}');
    } else {
        print_move(p, m, sum, ply);
    }
    w->moves++;
    if (ply + 1 < w->plies)
        show_from(w, &next, key, ply + 1);
}

static void show_from(TreeWalk *w, const Position *p, uint64_t key, int ply) {
    BookMove list[MAX_MOVES];
    uint64_t sum;
    const size_t count = find(w->book, p, key, list, &sum);

    if (!count)
        return;
    if (unit_table_add(&w->seen, key, 0, 0) != UNIT_NEW) {
        if (!w->json)
            printf("%*s(as above)\n", 2 * ply, "");
        return;
    }
    for (size_t i = 0; i < count; i++)
        show_move(w, p, &list[i], sum, ply);
}

size_t book_dump_tree(const Book *b, const Position *p, uint64_t key, int plies, Json *json) {
    TreeWalk w = {.book = b, .plies = plies, .json = json};

    show_from(&w, p, key, 0);
    unit_table_free(&w.seen);
    return w.moves;
}
