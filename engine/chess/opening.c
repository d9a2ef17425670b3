/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "opening.h"

#include <string.h>

#include "fen.h"
#include "movegen.h"
#include "notation.h"

static const struct {
    const char *name, *moves;
} lines[] = {
#define LINE(name, moves) {name, moves},
#include "opening_lines.inc"
#undef LINE
};

enum { LINE_COUNT = sizeof lines / sizeof *lines };

/*
 * Play a line up to a position with this key. True if it is there, with *next the move that follows
 * and *plies the plies before it; *next is NO_MOVE at the end of the line.
 */
static bool follow(const char *moves, uint64_t key, Move *next, size_t *plies) {
    Word rest = word_of(moves);
    Position now, after;

    if (fen_parse(&now, word_of(FEN_START), false))
        return false;
    for (*plies = 0;; ++*plies) {
        const bool more = notation_parse(next, &now, text_word(&rest)) == MOVE_FINE;

        if (!more)
            *next = NO_MOVE;
        if (now.key == key)
            return true;
        if (!more)
            return false;
        position_play(&after, &now, *next);
        now = after;
    }
}

size_t opening_find(const Position *p, BookMove list[MAX_MOVES]) {
    size_t count = 0;

    for (size_t i = 0; i < LINE_COUNT; i++) {
        size_t at = 0, plies;
        Move m;

        if (!follow(lines[i].moves, p->key, &m, &plies) || m == NO_MOVE || !move_is_legal(p, m))
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

const char *opening_name(const GameLine *g) {
    for (size_t ply = g->length; ply > 0; ply--) {
        const char *name = NULL;
        size_t best = 0;

        for (size_t i = 0; i < LINE_COUNT; i++) {
            size_t plies;
            Move m;

            /* of several lines the shortest: the names of longer ones say too much */
            if (follow(lines[i].moves, g->position[ply].key, &m, &plies) &&
                (!name || strlen(lines[i].moves) < best)) {
                name = lines[i].name;
                best = strlen(lines[i].moves);
            }
        }
        if (name)
            return name;
    }
    return NULL;
}

size_t opening_development(const GameLine *g, Move list[MAX_MOVES]) {
    const Position *p = gameline_now(g);
    const size_t count = movegen_all(&p->board, list);
    size_t kept = 0;

    if (p->fullmove_number > 8 || g->length < 8 || p->checkers)
        return 0;
    for (size_t n = 2; n <= 8; n += 2)
        if (position_on(&g->position[g->length - n], move_from(g->move[g->length - n])) != PAWN)
            return 0;
    for (size_t i = 0; i < count; i++)
        if (position_on(p, move_from(list[i])) != PAWN || position_is_capture(p, list[i]))
            list[kept++] = list[i];
    return kept;
}
