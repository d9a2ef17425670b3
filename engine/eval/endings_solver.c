/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings_solver.h"

#include <string.h>

#include "base/util.h"

/*
 * Maximum number of captures and pawn moves in a position. Two pieces against one, or two pawns,
 * have far fewer.
 */
enum { MAX_ZEROING = 64 };

typedef struct {
    EndingSet *set;
    Ending *e;
    int last;          /* the largest distance so far */
    SolverGoOn *go_on; /* NULL: never stop */
    void *context;
} Solver;

static Bitboard occupied(const Ending *e, const EndingSquares s) {
    Bitboard b = 0;

    for (int i = 0; i < e->men; i++)
        b |= bb_of((Square)s[i]);
    return b;
}

/* Returns the piece of a side on a square; -1 if there is none. */
static int piece_on(const Ending *e, const EndingSquares s, Color c, Square to) {
    for (int i = 0; i < e->men; i++)
        if (s[i] == to && e->color[i] == c)
            return i;
    return -1;
}

static bool in_check(const Ending *e, const EndingSquares s, Color c) {
    const Bitboard all = occupied(e, s);
    const Bitboard king = bb_of((Square)s[e->pawns + (int)c]);

    for (int i = 0; i < e->men; i++) {
        const Color by = (Color)e->color[i];
        if (by == c)
            continue;
        if (king & (e->piece[i] == PAWN ? attacks_pawn(by, (Square)s[i])
                                        : attacks_of((Piece)e->piece[i], (Square)s[i], all)))
            return true;
    }
    return false;
}

/* --- moves ----------------------------------------------------------------------------------- */

/* The values after legal captures and pawn moves, from the other side's point of view. */
typedef struct {
    int count;
    EndingValue value[MAX_ZEROING];
} Zeroing;

static void note(Zeroing *z, EndingValue v) {
    if (v != ENDING_ILLEGAL)
        z->value[z->count++] = v;
}

/*
 * Returns the value after a move of piece `i` to a square, which captures piece `taken` (-1: none)
 * and promotes to `promotion` (or not).
 */
static EndingValue value_after(const Solver *w, const EndingSquares s, int i, Square to, int taken,
                               Piece promotion) {
    const Color us = (Color)w->e->color[i];
    EndingBoard b;

    ending_board(w->e, s, color_other(us), &b);
    b.square[i] = (uint8_t)to;
    if (promotion != NO_PIECE)
        b.piece[i] = (uint8_t)promotion;
    if (taken >= 0) {
        b.men--;
        b.square[taken] = b.square[b.men];
        b.piece[taken] = b.piece[b.men];
        b.color[taken] = b.color[b.men];
    }
    return endings_value(w->set, &b);
}

static bool any_legal(const Solver *w, const EndingSquares s, Color turn);

/* Returns the value before a move that leads to this value for the other side, counting to mate. */
static EndingValue value_before(EndingValue v) {
    return (EndingValue)(v < 0 ? -v : v > 0 ? -2 - v : 0);
}

/* Returns the rank of a value: an earlier win is better, then a draw, then a later loss. */
static int rank_of(EndingValue v) {
    return v > 0 ? INT16_MAX - v : v < 0 ? -INT16_MAX - v : 0;
}

/* Returns the value including en passant: the better one for the side to move. */
static EndingValue value_with_ep(const Solver *w, const EndingSquares s, Color turn, int jumped,
                                 EndingValue without, bool *possible) {
    static const EndingValue zeroing[] = {-2, -1 - ENDING_CURSED, 0, ENDING_CURSED, 1};
    const Ending *const e = w->e;
    const Square target = (Square)s[jumped];
    const Square over = (Square)(turn == WHITE ? (int)target + 8 : (int)target - 8);

    *possible = false;
    for (int i = 0; i < e->pawns; i++) {
        EndingValue v;
        if (e->color[i] != turn || !(attacks_pawn(turn, (Square)s[i]) & bb_of(over)))
            continue;
        v = value_after(w, s, i, over, jumped, NO_PIECE);
        if (v == ENDING_ILLEGAL)
            continue;
        v = w->set->mates ? value_before(v) : zeroing[2 - ending_wdl(v)];
        if ((!*possible && !any_legal(w, s, turn)) || rank_of(v) > rank_of(without))
            without = v;
        *possible = true;
    }
    return without;
}

static void pawn_moves(const Solver *w, const EndingSquares s, int i, Bitboard all, Zeroing *z) {
    static const Piece promotions[] = {QUEEN, ROOK, BISHOP, KNIGHT};
    const Ending *const e = w->e;
    const Color us = (Color)e->color[i], them = color_other(us);
    const Square from = (Square)s[i];
    const Bitboard one = bb_forward(bb_of(from), us) & ~all;
    const bool promotes = relative_rank(us, square_rank(from)) == 6;
    Bitboard targets = one;

    for (Bitboard left = attacks_pawn(us, from) & all; left;) {
        const Square to = pop_lsb(&left);
        const int taken = piece_on(e, s, them, to);
        if (taken >= 0 && e->piece[taken] != KING)
            targets |= bb_of(to);
    }
    while (targets) {
        const Square to = pop_lsb(&targets);
        const int taken = piece_on(e, s, them, to);
        if (!promotes)
            note(z, value_after(w, s, i, to, taken, NO_PIECE));
        for (int k = 0; promotes && k < 4; k++)
            note(z, value_after(w, s, i, to, taken, promotions[k]));
    }
    if (one && relative_rank(us, square_rank(from)) == 1 && bb_forward(one, us) & ~all) {
        EndingSquares next;
        EndingValue v;
        bool possible;

        memcpy(next, s, sizeof next);
        next[i] = (uint8_t)bb_first(bb_forward(one, us));
        v = e->value[them][ending_cell(e, next)];
        if (v != ENDING_ILLEGAL)
            note(z, value_with_ep(w, next, them, i, v, &possible));
    }
}

static void zeroing_moves(const Solver *w, const EndingSquares s, Color turn, Zeroing *z) {
    const Ending *const e = w->e;
    const Bitboard all = occupied(e, s);

    z->count = 0;
    for (int i = 0; i < e->men; i++) {
        Bitboard attacked;
        if (e->color[i] != turn)
            continue;
        if (e->piece[i] == PAWN) {
            pawn_moves(w, s, i, all, z);
            continue;
        }
        attacked = attacks_of((Piece)e->piece[i], (Square)s[i], all);
        for (int k = 0; k < e->men; k++)
            if (e->color[k] != turn && e->piece[k] != KING && bb_has(attacked, (Square)s[k]))
                note(z, value_after(w, s, i, (Square)s[k], k, NO_PIECE));
    }
}

/*
 * Returns true if all legal quiet moves lose in at most n plies; with n = 0, if there are no such
 * moves.
 */
static bool all_quiet_lose(const Ending *e, const EndingSquares s, Color turn, int n) {
    const EndingValue *const value = e->value[color_other(turn)];
    const Bitboard all = occupied(e, s);
    EndingSquares next;

    memcpy(next, s, sizeof next);
    for (int i = e->pawns; i < e->men; i++) {
        Bitboard left =
            e->color[i] == turn ? attacks_of((Piece)e->piece[i], (Square)s[i], all) & ~all : 0;
        while (left) {
            EndingValue v;
            next[i] = (uint8_t)pop_lsb(&left);
            v = value[ending_cell(e, next)];
            if (v != ENDING_ILLEGAL && (v <= 0 || v > n))
                return false;
        }
        next[i] = s[i];
    }
    return true;
}

static bool any_legal(const Solver *w, const EndingSquares s, Color turn) {
    Zeroing z;

    if (!all_quiet_lose(w->e, s, turn, 0))
        return true;
    zeroing_moves(w, s, turn, &z);
    return z.count > 0;
}

/* --- setting values -------------------------------------------------------------------------- */

static void set_win(Solver *w, EndingValue *v, int plies) {
    *v = (EndingValue)plies;
    w->last = max(w->last, plies);
}

static void set_loss(Solver *w, EndingValue *v, int plies) {
    *v = (EndingValue)(-1 - plies);
    w->last = max(w->last, plies);
}

/* Returns the plies of the fastest win by a capture or pawn move; 0 if none wins. */
static int zeroing_win(const Solver *w, const Zeroing *z) {
    int plies = 0;

    for (int i = 0; i < z->count; i++) {
        const EndingValue v = z->value[i];
        const int n = w->set->mates ? -v : ending_wdl(v) == -2 ? 1 : ENDING_CURSED;

        if (v < 0 && (!plies || n < plies))
            plies = n;
    }
    return plies;
}

/* Returns the distance if captures and pawn moves all lose; 0 if one of them does not lose. */
static int zeroing_loss(const Solver *w, const Zeroing *z) {
    int plies = 1;

    for (int i = 0; i < z->count; i++) {
        const EndingValue v = z->value[i];

        if (v <= 0)
            return 0;
        if (w->set->mates)
            plies = max(plies, v + 1);
        else if (ending_wdl(v) == 1)
            plies = ENDING_CURSED;
    }
    return plies;
}

/* Sets the values that follow from captures, pawn moves, and mates. */
static void seed(Solver *w, size_t cell, Color turn) {
    EndingValue *const v = &w->e->value[turn][cell];
    EndingSquares s;
    Zeroing z;
    int win, loss;

    ending_squares(w->e, cell, s);
    zeroing_moves(w, s, turn, &z);
    if ((win = zeroing_win(w, &z))) {
        set_win(w, v, win);
    } else if (all_quiet_lose(w->e, s, turn, 0)) {
        if (z.count && (loss = zeroing_loss(w, &z)))
            set_loss(w, v, loss);
        else if (!z.count && in_check(w->e, s, turn))
            set_loss(w, v, 0);
    }
}

/* Sets a loss for the side to move if no remaining move does better. */
static void verify_loss(Solver *w, EndingValue *v, const EndingSquares s, Color turn, int n) {
    Zeroing z;
    int loss;

    if (!all_quiet_lose(w->e, s, turn, n))
        return;
    zeroing_moves(w, s, turn, &z);
    if ((loss = zeroing_loss(w, &z)))
        set_loss(w, v, max(loss, n + 1));
}

/* Updates the predecessors of a position that is decided in n plies. */
static void go_back(Solver *w, size_t cell, Color turn, int n, bool lost) {
    const Ending *const e = w->e;
    const Color mover = color_other(turn);
    EndingSquares s, before;
    Bitboard all;

    ending_squares(e, cell, s);
    all = occupied(e, s);
    memcpy(before, s, sizeof before);
    for (int i = e->pawns; i < e->men; i++) {
        Bitboard left =
            e->color[i] == mover ? attacks_of((Piece)e->piece[i], (Square)s[i], all) & ~all : 0;
        while (left) {
            EndingValue *v;
            before[i] = (uint8_t)pop_lsb(&left);
            v = &e->value[mover][ending_cell(e, before)];
            if (*v == ENDING_ILLEGAL)
                continue;
            if (lost && (!*v || *v > n + 1))
                set_win(w, v, n + 1);
            else if (!lost && !*v)
                verify_loss(w, v, before, mover, n);
        }
        before[i] = s[i];
    }
}

/* --- slices: positions with pawns on the same squares ---------------------------------------- */

static bool goes_on(const Solver *w) {
    return !w->go_on || w->go_on(w->context);
}

static bool solve_slice(Solver *w, size_t begin, size_t end) {
    enum { PART = 1 << 14 }; /* cells between polls */
    Ending *const e = w->e;

    w->last = 0;
    for (Color turn = WHITE; turn <= BLACK; turn++)
        for (size_t cell = begin; cell < end; cell++) {
            if (!e->value[turn][cell])
                seed(w, cell, turn);
            if (cell % PART == 0 && !goes_on(w))
                return false;
        }
    for (int n = 0; n <= w->last; n++) {
        if (!goes_on(w))
            return false;
        for (Color turn = WHITE; turn <= BLACK; turn++)
            for (size_t cell = begin; cell < end; cell++) {
                const EndingValue v = e->value[turn][cell];
                if (v == -1 - n)
                    go_back(w, cell, turn, n, true);
                else if (v == n && n)
                    go_back(w, cell, turn, n, false);
            }
    }
    return true;
}

/* Marks illegal positions, and cells that belong to mirror images. */
static void mark_illegal(Ending *e) {
    for (size_t cell = 0; cell < e->cells; cell++) {
        EndingSquares s;
        bool good = true;

        ending_squares(e, cell, s);
        for (int i = 0; i < e->men; i++)
            good = good && !(e->piece[i] == PAWN && (s[i] < 8 || s[i] >= 56));
        good = good && bb_count(occupied(e, s)) == e->men && ending_cell(e, s) == cell;
        for (Color turn = WHITE; turn <= BLACK; turn++)
            e->value[turn][cell] = good && !in_check(e, s, color_other(turn)) ? 0 : ENDING_ILLEGAL;
    }
}

/* Returns how far all pawns together have advanced, in ranks. */
static int advance_of(const Ending *e, const EndingSquares s) {
    int sum = 0;

    for (int i = 0; i < e->pawns; i++)
        sum += relative_rank((Color)e->color[i], (int)s[i] >> 3);
    return sum;
}

SolverEnd solver_run(EndingSet *set, Ending *e, SolverGoOn *go_on, void *context) {
    Solver w = {.set = set, .e = e, .go_on = go_on, .context = context};
    size_t size = e->cells;
    bool going = true;

    if (!ending_allocate(e))
        return SOLVER_NO_MEMORY;
    mark_illegal(e);
    if (e->pawns)
        size = (size_t)1 << 6 * (e->men - e->pawns);
    for (int advance = 6 * e->pawns; going && advance >= e->pawns; advance--)
        for (size_t begin = 0; going && begin < e->cells; begin += size) {
            EndingSquares s;

            ending_squares(e, begin, s);
            if (advance_of(e, s) == advance)
                going = solve_slice(&w, begin, begin + size);
        }
    if (!going)
        ending_free(e);
    return going ? SOLVER_DONE : SOLVER_STOPPED;
}

SolverEnd solver_run_all(EndingSet *set, Ending *e, SolverGoOn *go_on, void *context) {
    Ending *next[ENDINGS];
    const int count = solver_next_endings(set, e, next);
    SolverEnd end = SOLVER_DONE;

    for (int i = 0; i < count && end == SOLVER_DONE; i++)
        if (!next[i]->value[WHITE])
            end = solver_run_all(set, next[i], go_on, context);
    return end == SOLVER_DONE && !e->value[WHITE] ? solver_run(set, e, go_on, context) : end;
}

/* --- other endings --------------------------------------------------------------------------- */

static void add_next(EndingSet *set, unsigned key, Ending *out[ENDINGS], int *count) {
    bool swapped;
    Ending *const e = endings_of_key(set, key, &swapped);

    for (int i = 0; i < *count; i++)
        if (out[i] == e)
            return;
    if (e)
        out[(*count)++] = e;
}

int solver_next_endings(EndingSet *set, const Ending *e, Ending *out[ENDINGS]) {
    int count = 0;

    for (int taken = -1; taken < e->men; taken++) {
        unsigned key = e->key;
        if (taken >= 0) {
            if (e->piece[taken] == KING)
                continue;
            key -= ending_key((Piece)e->piece[taken], (Color)e->color[taken]);
            add_next(set, key, out, &count);
        }
        for (int i = 0; i < e->pawns; i++)
            for (Piece p = KNIGHT; i != taken && p <= QUEEN; p++)
                add_next(set,
                         key - ending_key(PAWN, (Color)e->color[i]) +
                             ending_key(p, (Color)e->color[i]),
                         out, &count);
    }
    return count;
}

bool solver_after_jump(const EndingSet *set, const Ending *e, const EndingSquares s, Color turn,
                       int jumped, EndingValue *out) {
    const Solver w = {.set = (EndingSet *)(uintptr_t)set, .e = (Ending *)(uintptr_t)e};
    const EndingValue without = e->value[turn][ending_cell(e, s)];
    bool possible;

    *out = value_with_ep(&w, s, turn, jumped, without, &possible);
    return possible;
}

bool solver_look(const EndingSet *set, const Board *b, EndingValue *out) {
    EndingBoard board = {.turn = (Color)b->turn};
    EndingSquares s;
    const Ending *e;
    Color turn;
    bool swapped;

    if (bb_count(board_occupied(b)) > ENDING_MEN)
        return false;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = PAWN; p <= KING; p++)
            for (Bitboard left = board_pieces(b, c, p); left; board.men++) {
                board.square[board.men] = (uint8_t)pop_lsb(&left);
                board.piece[board.men] = (uint8_t)p;
                board.color[board.men] = (uint8_t)c;
            }
    *out = 0;
    if (!(e = endings_find(set, &board, &swapped, s)))
        return true;
    if (!e->value[WHITE])
        return false;
    turn = (Color)((unsigned)board.turn ^ swapped);
    *out = e->value[turn][ending_cell(e, s)];
    for (int i = 0; b->ep_square != NO_SQUARE && i < e->pawns; i++)
        if (s[i] == ((unsigned)b->ep_square ^ 8u ^ (swapped ? 56u : 0u)))
            solver_after_jump(set, e, s, turn, i, out);
    return true;
}
