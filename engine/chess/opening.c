/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "opening.h"

#include "base/util.h"

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

/* The parts that two names share: of "Ruy Lopez, Open" and "Ruy Lopez, Closed" it is "Ruy Lopez".
 */
static Word shared_name(Word a, Word b) {
    size_t shared = 0;

    for (size_t i = 0; i <= min_size(a.length, b.length); i++) {
        const bool a_ends = i == a.length || a.at[i] == ',',
                   b_ends = i == b.length || b.at[i] == ',';

        if (a_ends && b_ends)
            shared = i;
        if (i == min_size(a.length, b.length) || a.at[i] != b.at[i])
            break;
    }
    return (Word){a.at, shared};
}

/* The name without its last part, if no other line shows where that part begins. */
static Word certain_name(Word name) {
    size_t kept = name.length;
    bool alone = true;

    while (kept && name.at[kept] != ',')
        kept--;
    for (size_t i = 0; i < LINE_COUNT && kept; i++) {
        const Word other = word_of(lines[i].name);
        const bool same = word_is(name, lines[i].name);

        alone &= same || shared_name(other, name).length < kept;
    }
    return (Word){name.at, kept && alone ? kept : name.length};
}

Word opening_name(const GameLine *g) {
    for (size_t ply = g->length; ply > 0; ply--) {
        Word name = {NULL, 0};
        bool ended = false;

        for (size_t i = 0; i < LINE_COUNT; i++) {
            const Word own = word_of(lines[i].name);
            size_t plies;
            Move m;

            if (!follow(lines[i].moves, g->position[ply].key, &m, &plies))
                continue;
            name = name.at ? shared_name(name, own) : own;
            ended |= m == NO_MOVE;
        }
        if (name.length)
            return ended ? name : certain_name(name);
    }
    return (Word){NULL, 0};
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
