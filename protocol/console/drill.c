/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command drill: the person plays a random won ending of three or four pieces against the best
 * defense, with comments on moves that give something away. The only state is the start of the game
 * and the flag f->game.drill, so moves may be taken back.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "chess/movegen.h"
#include "console_state.h"
#include "drill_verdict.h"
#include "eval/bare_king.h"
#include "eval/endings_solver.h"
#include "handlers.h"
#include "play.h"
#include "protocol/input.h"

/* --- endings ---------------------------------------------------------------------------------- */

enum { DRILL_PIECES = 4 };

/* The pieces of an ending, including both kings: first the strong side's. */
typedef struct {
    Piece piece[DRILL_PIECES];
    size_t strong, count; /* pieces of the strong side, and of both */
    char name[DRILL_PIECES + 1];
} Pieces;

/* Reads "KRK" or "KRvKP", in any case; returns false for anything else. */
static bool read_ending(Word w, Pieces *out) {
    static const char letters[] = "PNBRQK"; /* indexed by Piece */

    *out = (Pieces){.count = 0};
    for (size_t i = 0; i < w.length; i++) {
        const char c = text_upper(w.at[i]);
        Piece piece = PAWN;

        if (c == 'V' && out->count && !out->strong && i + 1 < w.length &&
            text_upper(w.at[i + 1]) == 'K')
            continue;
        while (piece <= KING && letters[piece] != c)
            piece++;
        if (piece > KING || out->count == DRILL_PIECES || (!i && piece != KING))
            return false;
        if (out->count && piece == KING) {
            if (out->strong)
                return false;
            out->strong = out->count;
        }
        out->name[out->count] = c;
        out->piece[out->count++] = piece;
    }
    return out->strong > 1 && out->count > 2;
}

/* Puts the pieces on random squares, with the strong side to move. Returns false if illegal. */
static bool place(Position *p, const Pieces *e, Color strong, uint64_t *random) {
    position_clear(p);
    for (size_t i = 0; i < e->count; i++) {
        Square s;

        do
            s = (Square)random_below(random, SQUARE_COUNT);
        while (position_on(p, s) != NO_PIECE);
        position_put(p, i < e->strong ? strong : color_other(strong), e->piece[i], s);
    }
    p->board.turn = (uint8_t)strong;
    if (position_error(p))
        return false;
    position_derive(p);
    return movegen_count(&p->board) > 0;
}

/* Returns true if no move captures or promotes, nobody is in check, and no mate is near. */
static bool is_worth_playing(const Position *p, const DrillVerdict *v) {
    enum { NEAR = 3 };
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++)
        if (position_is_noisy(p, list[i]))
            return false;
    return !position_in_check(p) && (!v->moves || v->moves > NEAR);
}

/* --- solving ---------------------------------------------------------------------------------- */

/* Returns the ending of these pieces in the set. */
static Ending *ending_of(EndingSet *set, const Pieces *e) {
    unsigned key = 0;
    bool swapped;

    for (size_t i = 0; i < e->count; i++)
        if (e->piece[i] != KING)
            key += ending_key(e->piece[i], i < e->strong ? WHITE : BLACK);
    return endings_of_key(set, key, &swapped);
}

/* Returns true if the ending has a table against a bare king. */
static bool has_table(const Pieces *e) {
    const Piece a = e->piece[1], b = e->piece[2];

    if (e->strong + 1 != e->count)
        return false;
    return e->count == 3
               ? a == QUEEN || a == ROOK
               : (a == BISHOP || b == BISHOP) && (a + b == 2 * BISHOP || a + b == BISHOP + KNIGHT);
}

/*
 * Solves an ending that has no table, after the endings that its captures and promotions lead to.
 * Returns false if interrupted, or when out of memory without Syzygy tables as a substitute.
 */
static bool solve(Frontend *f, const Pieces *e) {
    EndingSet **set = &console_state(f)->endings;
    SolverEnd end;

    if (has_table(e))
        return true;
    if (!*set) {
        if (!(*set = malloc(sizeof **set)))
            return f->syzygy;
        endings_init(*set);
        (*set)->mates = true;
    }
    if (ending_of(*set, e)->value[WHITE])
        return true;
    frontend_status(f, "(solving the ending) ");
    end = solver_run_all(*set, ending_of(*set, e), input_goes_on, f);
    frontend_status(f, "");
    return end == SOLVER_DONE || (end == SOLVER_NO_MEMORY && f->syzygy);
}

/* STOPPED: the filling of a table was interrupted, or ran out of memory. */
typedef enum { FOUND, NEVER_WON, UNKNOWN, STOPPED } Search;

/* Finds a random won position, if possible one that is worth playing. */
static Search find(Frontend *f, const Pieces *e, Color strong, uint64_t random, Position *out,
                   DrillVerdict *verdict) {
    enum { TRIES = 40000, UNKNOWNS = 100 };
    int unknown = 0;

    for (int i = 0; i < TRIES && unknown < UNKNOWNS; i++) {
        if (!place(out, e, strong, &random))
            continue;
        if (!verdict_find(f, out, strong, verdict)) {
            if (bare_king_is_it(&out->board))
                return STOPPED;
            unknown++;
        } else if (verdict->result > 0 && (i > TRIES / 2 || is_worth_playing(out, verdict))) {
            return FOUND;
        }
    }
    return unknown ? UNKNOWN : NEVER_WON;
}

/* --- the command ------------------------------------------------------------------------------ */

static void refuse(Frontend *f, const Pieces *e, Search found) {
    frontend_tell_complaints(f);
    if (found == NEVER_WON)
        console_refuse(f, "I have found no position of %s that the first side wins.", e->name);
    else if (found == STOPPED)
        console_refuse(
            f, "%s was not solved: interrupted, or not enough memory. The game is unchanged.",
            e->name);
    else
        console_refuse(f, "The Syzygy tables do not know %s.", e->name);
}

/* States the task, before the board is shown. */
static void announce(Frontend *f, const Pieces *e, int number, Color strong,
                     const DrillVerdict *v) {
    Text text = TEXT_OF(160);

    text_addf(&text, "You play %s and win", color_name(strong));
    if (v->moves)
        text_addf(&text, ": mate in %d", v->moves);
    text_addf(&text, ". (Type \"drill %s %d\" to set up this position again.)", e->name, number);
    frontend_say_text(f, text.at);
    if (options_rating(&f->options))
        frontend_say_text(f, "I defend at full strength, whatever my level.");
}

void console_drill(Frontend *f, Word arguments) {
    enum { NUMBERS = 1000000 };
    const Word name = text_word(&arguments), word = text_rest(arguments);
    const Color strong = f->game.force ? WHITE : color_other(f->game.ours);
    int64_t number = clock_us() % NUMBERS;
    Position p;
    DrillVerdict v;
    Pieces e;
    Search found;

    if (!name.length) {
        frontend_say_text(f,
                          "Endings of three or four pieces, yours first, such as KRK, KBNK, KPK, "
                          "KQKR, KRKP or KPPK. With pawns, or two pieces against one, I first need "
                          "some seconds to solve them.");
        return;
    }
    if (!read_ending(name, &e) || (word.length && !word_number(word, 0, NUMBERS - 1, &number))) {
        console_refuse(f,
                       "drill takes an ending of three or four pieces, yours first, and an "
                       "optional number from 0 to %d, as in: drill KRK 518",
                       NUMBERS - 1);
        return;
    }
    found = solve(f, &e) ? find(f, &e, strong, random_seed((uint64_t)number, 0), &p, &v) : STOPPED;
    if (found != FOUND) {
        refuse(f, &e, found);
        return;
    }
    console_leave_analysis(f);
    f->game.force = false;
    console_state(f)->look.flipped = strong == BLACK;
    announce(f, &e, (int)number, strong, &v);
    console_set_up(f, &p, false);
    f->game.drill = true;
}
