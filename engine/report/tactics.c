/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tactics.h"

#include <limits.h>

#include "base/util.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "search/result.h"

enum {
    WON_LEAST = 130,   /* minimum gain in centipawns */
    LOST_LEAST = 100,  /* minimum loss against the better line */
    PROMOTES_CP = 900, /* what a pawn gains by promotion */
    QUOTED_PLIES = 5,  /* later events would take too many words to quote */
    SEE_STEP = 50      /* exchanges are measured in these steps */
};

/* --- material --------------------------------------------------------------------------------- */

int tactics_balance(const Position *p, Color side) {
    const Board *b = &p->board;
    int sum = 0;

    for (Piece piece = PAWN; piece < KING; piece++)
        sum += see_value[piece] * (bb_count(board_pieces(b, side, piece)) -
                                   bb_count(board_pieces(b, color_other(side), piece)));
    return sum;
}

/* Returns the immediate gain of a legal move by an exchange or a promotion; 0 if there is none. */
static int move_gain(const Position *p, Move m) {
    int gain = 0;

    while (captured_piece(p, m) != NO_PIECE && see_ge(p, m, gain + SEE_STEP))
        gain += SEE_STEP;
    if (move_promotion(m) == QUEEN && see_ge(p, m, 0))
        gain += PROMOTES_CP;
    return gain;
}

/* Returns the largest immediate gain of the side to move. */
static int best_gain(const Position *p) {
    Move list[MAX_MOVES];
    const size_t count = movegen_noisy(&p->board, list);
    int best = 0;

    for (size_t i = 0; i < count; i++)
        best = max(best, move_gain(p, list[i]));
    return best;
}

/* Returns the balance for a side after the best exchange of the side to move. */
static int settled(const Position *p, Color side) {
    return tactics_balance(p, side) + (position_turn(p) == side ? 1 : -1) * best_gain(p);
}

/* --- a line ----------------------------------------------------------------------------------- */

typedef struct {
    Position at[TACTIC_PLIES + 1]; /* after this number of moves */
    int won[TACTIC_PLIES + 1];     /* our gain by then, settled() */
    const Move *move;
    size_t length;
    Color us;
    int had; /* our balance before the line */
} Replay;

/* Plays the legal moves of a line. */
static void replay(Replay *r, const TacticLine *line) {
    r->at[0] = *line->from;
    r->move = line->move;
    r->us = position_turn(line->from);
    r->length = 0;
    r->had = tactics_balance(line->before ? line->before : line->from, r->us);
    r->won[0] = settled(&r->at[0], r->us) - r->had;
    while (r->length < line->length && r->length < TACTIC_PLIES &&
           move_is_legal(&r->at[r->length], r->move[r->length])) {
        const size_t n = r->length++;

        position_play(&r->at[n + 1], &r->at[n], r->move[n]);
        r->won[n + 1] = settled(&r->at[n + 1], r->us) - r->had;
    }
}

static bool is_mate(const Position *p) {
    return position_in_check(p) && !movegen_count(&p->board);
}

/* Returns the ply of our move that wins the material for good; SIZE_MAX if none does. */
static size_t winning_ply(const Replay *r) {
    const int all = r->length ? r->won[r->length] : 0, least = max(WON_LEAST, all * 6 / 10);
    size_t found = SIZE_MAX;

    if (all < WON_LEAST)
        return SIZE_MAX;
    for (size_t n = 0; n < r->length; n += 2)
        if (r->won[n + 1] < least)
            found = SIZE_MAX;
        else if (found == SIZE_MAX)
            found = n;
    while (found < r->length && !position_is_noisy(&r->at[found], r->move[found]))
        found += 2;
    return found < r->length ? found : SIZE_MAX;
}

static TacticMan man_at(const Position *p, Square s) {
    return (TacticMan){position_on(p, s), s};
}

static const TacticMan no_man = {NO_PIECE, NO_SQUARE};

/* Returns the square of the man that a capture takes. */
static Square taken_on(const Position *p, Move m) {
    return position_is_ep(p, m) ? (Square)(move_to(m) ^ 8) : move_to(m);
}

/* Returns true if a man stays on a square in all positions from `from` to `to`. */
static bool stays(const Replay *r, Square s, size_t from, size_t to) {
    const Bitboard own = r->at[from].board.color[WHITE] >> s & 1;

    for (size_t n = from; n < to; n++)
        if (move_from(r->move[n]) == s || move_to(r->move[n]) == s)
            return false;
    return position_on(&r->at[from], s) != NO_PIECE &&
           (r->at[to].board.color[WHITE] >> s & 1) == own;
}

/* Returns the squares attacked from a square; none if it is empty, for example after castling. */
static Bitboard attacks_from(const Position *p, Square s) {
    const Color side = bb_has(p->board.color[WHITE], s) ? WHITE : BLACK;

    switch (position_on(p, s)) {
    case NO_PIECE:
        return 0;
    case PAWN:
        return attacks_pawn(side, s);
    default:
        return attacks_of(position_on(p, s), s, board_occupied(&p->board));
    }
}

/* Returns the men of a side that attack a square. */
static Bitboard attackers(const Position *p, Square s, Color side) {
    return board_attackers(&p->board, s, board_occupied(&p->board)) & p->board.color[side];
}

static bool is_slider(Piece piece) {
    return piece == BISHOP || piece == ROOK || piece == QUEEN;
}

/* Returns true if the other side could take a man for this gain, if it were to move. */
static bool loses(const Position *p, Square s, int least) {
    const Color side = bb_has(p->board.color[WHITE], s) ? BLACK : WHITE;
    Position turned = *p;

    turned.board.turn = (uint8_t)side;
    turned.board.ep_square = NO_SQUARE;
    for (Bitboard left = attackers(p, s, side); left;) {
        const Square from = pop_lsb(&left);
        const bool last = position_on(p, from) == PAWN && relative_rank(side, square_rank(s)) == 7;

        if (position_on(p, from) == KING && attackers(p, s, color_other(side)))
            continue;
        if (see_ge(&turned, move_make(from, s, last ? QUEEN : NO_PIECE), least))
            return true;
    }
    return false;
}

/* --- the ways to win -------------------------------------------------------------------------- */

/* A capture at ply `n`, and what led to it. */
typedef struct {
    const Replay *r;
    size_t n;
    Square by, on;    /* where the capturing and the captured man stand */
    TacticMan target; /* the captured one */
} Win;

typedef bool Finder(const Win *w, Tactic *t);

/*
 * Goes back to the first move of the target's man up to move `n`, which then counts as the
 * tactic's.
 */
static void go_back(const Replay *r, Tactic *t, size_t n) {
    for (size_t i = n + 1; i-- > 0;)
        if (i % 2 == 0 && move_to(r->move[i]) == t->target.square) {
            t->target.square = move_from(r->move[i]);
            t->ply = i;
        }
}

static bool find_promotion(const Win *w, Tactic *t) {
    enum { FAR_RANK = 4 }; /* the fifth */
    const Move m = w->r->move[w->n];

    if (move_promotion(m) == NO_PIECE)
        return false;
    t->kind = TACTIC_PROMOTION;
    t->target = (TacticMan){PAWN, move_from(m)};
    t->ply = w->n;
    if (w->n)
        go_back(w->r, t, w->n - 1);
    if (relative_rank(w->r->us, square_rank(t->target.square)) >= FAR_RANK)
        return true;
    *t = (Tactic){.kind = TACTIC_MATERIAL, /* too far away to be the reason */
                  .ply = w->n,
                  .won = t->won,
                  .exchange = t->exchange,
                  .target = w->target,
                  .other = no_man};
    return false;
}

/* Finds a discovered check or attack: by a piece other than the one that has moved. */
static bool find_discovered(const Win *w, Tactic *t) {
    const size_t steps[] = {w->n, w->n - 2};

    for (size_t i = 0; i < (w->n >= 2 ? 2 : 1); i++) {
        const Move m = w->r->move[steps[i]];
        const Position *then = &w->r->at[steps[i] + 1];
        const bool check = then->checkers & ~bb_of(move_to(m));
        const bool opens = i && w->by != move_to(m) && is_slider(position_on(then, w->by)) &&
                           bb_has(attacks_between(w->by, w->on), move_from(m)) &&
                           stays(w->r, w->by, steps[i], w->n) && stays(w->r, w->on, steps[i], w->n);

        if (position_is_castling(&w->r->at[steps[i]], m))
            continue;
        if ((check && (!i || w->by == move_to(m))) || opens) {
            t->kind = TACTIC_DISCOVERED;
            t->ply = steps[i];
            t->other =
                check ? man_at(then, board_king(&then->board, color_other(w->r->us))) : no_man;
            return true;
        }
    }
    return false;
}

/* Returns the ply of the last move of the man on a square before move `n`; SIZE_MAX if none. */
static size_t arrival(const Replay *r, Square s, size_t n) {
    while (n-- > 0)
        if (move_to(r->move[n]) == s)
            return n;
    return SIZE_MAX;
}

static bool find_skewer(const Win *w, Tactic *t) {
    const Replay *r = w->r;
    const Position *then = &r->at[w->n - 1];
    const Move away = r->move[w->n - 1];
    const Square front = move_from(away);
    const Piece piece = position_on(then, front);
    const Bitboard between = attacks_between(w->by, w->on);
    const size_t ply = arrival(r, w->by, w->n);

    if (ply > w->n - 2 || !is_slider(position_on(then, w->by)) || move_to(away) == w->on ||
        !bb_has(between, front) || bb_has(between, move_to(away)) ||
        see_value[piece] < see_value[w->target.piece] || !stays(r, w->on, ply + 1, w->n) ||
        !stays(r, front, ply + 1, w->n - 1) || !bb_has(attacks_from(then, w->by), front))
        return false;
    t->kind = TACTIC_SKEWER;
    t->ply = ply;
    t->other = (TacticMan){piece, front};
    return true;
}

/* Returns where the target stood before the last reply, in which it may have captured. */
static Square target_before(const Win *w) {
    const Move last = w->r->move[w->n - 1];

    return move_to(last) == w->on ? move_from(last) : w->on;
}

static bool find_fork(const Win *w, Tactic *t) {
    const Position *then = &w->r->at[w->n - 1];
    const Square by = move_to(w->r->move[w->n - 2]), on = target_before(w);
    const Piece piece = position_on(then, by);
    const Color them = color_other(w->r->us);
    const Bitboard hit = attacks_from(then, by) & then->board.color[them];
    TacticMan other = no_man;

    if (w->target.piece == PAWN || piece == KING || !bb_has(hit, on) ||
        (on == w->on ? by != w->by : by != w->on))
        return false;
    for (Bitboard left = hit & ~bb_of(on); left;) {
        const TacticMan man = man_at(then, pop_lsb(&left));

        if (man.piece != PAWN &&
            (other.piece == NO_PIECE || see_value[man.piece] > see_value[other.piece]) &&
            (see_value[man.piece] > see_value[piece] + SEE_STEP ||
             loses(then, man.square, WON_LEAST)))
            other = man;
    }
    if (other.piece == NO_PIECE)
        return false;
    t->kind = TACTIC_FORK;
    t->ply = w->n - 2;
    t->target.square = on;
    t->other = other;
    return true;
}

/*
 * Returns true if an enemy man is pinned. Sets *by to the square of our pinning man, and *to to the
 * more valuable man behind. With `strict`, only pins to the king count.
 */
static bool is_pinned(const Position *p, Square s, Color us, bool strict, TacticMan *to,
                      Square *by) {
    const Color them = color_other(us);
    const Bitboard occupied = board_occupied(&p->board);
    const Bitboard sliders =
        (p->board.piece[BISHOP] | p->board.piece[ROOK] | p->board.piece[QUEEN]) &
        p->board.color[us];

    for (Bitboard left = sliders & attacks_queen(s, occupied); left;) {
        const Square from = pop_lsb(&left);
        const Piece piece = position_on(p, from);
        const Bitboard beyond = attacks_of(piece, from, occupied & ~bb_of(s)) &
                                attacks_line(from, s) & ~attacks_of(piece, from, occupied) &
                                p->board.color[them];
        TacticMan man;

        if (!bb_has(attacks_of(piece, from, occupied), s) || !beyond)
            continue;
        man = man_at(p, bb_first(beyond));
        if (man.piece == KING || (!strict && see_value[man.piece] > see_value[position_on(p, s)] &&
                                  see_value[man.piece] > see_value[piece] + SEE_STEP)) {
            *to = man;
            *by = from;
            return true;
        }
    }
    return false;
}

/*
 * Finds the capture of a man that was just pinned or attacked while pinned, or that took its
 * pinner.
 */
static bool find_pin(const Win *w, Tactic *t) {
    const Position *then = &w->r->at[w->n - 1];
    const Square mover = move_to(w->r->move[w->n - 2]), s = target_before(w);
    TacticMan to;
    Square by;

    if (w->target.piece == PAWN || position_on(then, s) != w->target.piece ||
        !is_pinned(then, s, w->r->us, s != w->on, &to, &by) ||
        !bb_has(attacks_from(then, mover), s))
        return false;
    t->kind = TACTIC_PIN;
    t->ply = w->n - 2;
    t->target.square = s;
    t->other = by == mover ? to : no_man;
    return true;
}

/* Finds the capture of a man that is defended by pinned men only. */
static bool find_pinned_defender(const Win *w, Tactic *t) {
    const Color us = w->r->us, them = color_other(us);
    const Position *after = &w->r->at[w->n + 1];
    const Bitboard defenders = attackers(after, w->on, them);
    TacticMan to, pinned = no_man;
    Square by;

    for (Bitboard left = defenders; left;) {
        const Square s = pop_lsb(&left);

        if (position_on(after, s) == KING || !is_pinned(after, s, us, true, &to, &by) ||
            bb_has(attacks_line(s, to.square), w->on))
            return false;
        pinned = man_at(after, s);
    }
    if (!defenders)
        return false;
    t->kind = TACTIC_PINNED_DEFENDER;
    t->ply = w->n;
    t->other = pinned;
    return true;
}

static bool find_trapped(const Win *w, Tactic *t) {
    const Position *then = &w->r->at[w->n - 1];
    const Square s = target_before(w);
    Move list[MAX_MOVES];
    size_t count;

    if (position_in_check(then) || position_on(then, s) != w->target.piece ||
        w->target.piece == PAWN || bb_has(then->pinned, s) || !loses(then, s, WON_LEAST))
        return false;
    count = movegen_all(&then->board, list);
    for (size_t i = 0; i < count; i++) {
        Position next;

        if (move_from(list[i]) != s || position_is_castling(then, list[i]))
            continue;
        if (see_value[captured_piece(then, list[i])] + SEE_STEP >= see_value[w->target.piece] &&
            captured_piece(then, list[i]) != NO_PIECE)
            return false;
        position_play(&next, then, list[i]);
        if (!loses(&next, move_to(list[i]), WON_LEAST))
            return false;
    }
    t->kind = TACTIC_TRAPPED;
    t->ply = w->n - 2;
    t->target.square = s;
    return true;
}

/* Finds the capture of a man whose defender was captured, or captured something else. */
static bool find_defender(const Win *w, Tactic *t) {
    const Replay *r = w->r;
    const Position *then = &r->at[w->n - 2];
    const Move m = r->move[w->n - 2], reply = r->move[w->n - 1];
    const Color them = color_other(r->us);
    const Bitboard defenders = attackers(then, w->on, them);

    if (w->target.piece == PAWN || !stays(r, w->on, w->n - 2, w->n) ||
        loses(then, w->on, WON_LEAST))
        return false;
    if (bb_has(defenders, move_to(m))) {
        t->kind = TACTIC_DEFENDER;
        t->ply = w->n - 2;
        t->other = man_at(then, move_to(m));
        return true;
    }
    if (bb_has(defenders, move_from(reply)) &&
        !bb_has(attackers(&r->at[w->n], w->on, them), move_to(reply)) &&
        (move_to(reply) == move_to(m) || position_in_check(&r->at[w->n - 1]))) {
        t->kind = TACTIC_DEFLECTION;
        t->ply = w->n - 2;
        t->other = man_at(then, move_from(reply));
        return true;
    }
    return false;
}

static bool find_hanging(const Win *w, Tactic *t) {
    if (w->n || w->target.piece == NO_PIECE)
        return false;
    t->kind = TACTIC_HANGING;
    return true;
}

/*
 * Returns true if the capture at ply n is our first one in the line, and the captured man stood
 * there from the start.
 */
static bool is_first_gain(const Replay *r, size_t n, Square on) {
    for (size_t i = 0; i < n; i += 2)
        if (captured_piece(&r->at[i], r->move[i]) != NO_PIECE)
            return false;
    return bb_has(r->at[0].board.color[color_other(r->us)], on) &&
           position_on(&r->at[0], on) == position_on(&r->at[n], on);
}

/* Explains how the capture at ply n came about. */
static Tactic explain(const Replay *r, size_t n) {
    static Finder *const at_once[] = {find_promotion, find_discovered, find_pinned_defender,
                                      find_hanging, NULL};
    static Finder *const prepared[] = {find_promotion, find_discovered,      find_skewer,
                                       find_fork,      find_defender,        find_pin,
                                       find_trapped,   find_pinned_defender, NULL};
    Finder *const *find = n ? prepared : at_once;
    const Move m = r->move[n];
    const Square on = taken_on(&r->at[n], m);
    const Win w = {.r = r, .n = n, .by = move_from(m), .on = on, .target = man_at(&r->at[n], on)};
    Tactic t = {.kind = TACTIC_MATERIAL,
                .ply = n,
                .won = r->won[r->length],
                .exchange = move_gain(&r->at[n], m),
                .target = w.target,
                .other = no_man};

    while (*find && !(*find)(&w, &t))
        find++;
    if (!*find && !is_first_gain(r, n, on))
        t.target = no_man;
    return t;
}

/* Finds our single pawn that is about to promote, and wins, after any reply. */
static bool find_runner(const Replay *r, Tactic *t) {
    const Position *p = &r->at[r->length];
    const Color us = r->us;
    const Bitboard pawns = board_pieces(&p->board, us, PAWN) & bb_rank(us == WHITE ? 6 : 1);
    Move list[MAX_MOVES];
    size_t count;

    if (position_turn(p) == us || !r->length || bb_count(pawns) != 1)
        return false;
    count = movegen_all(&p->board, list);
    for (size_t i = 0; i < count; i++) {
        Position next;

        position_play(&next, p, list[i]);
        if (!bb_has(board_pieces(&next.board, us, PAWN), bb_first(pawns)) ||
            best_gain(&next) < PROMOTES_CP || settled(&next, us) - r->had < PROMOTES_CP - 200)
            return false;
    }
    *t = (Tactic){.kind = TACTIC_PROMOTION,
                  .ply = r->length - 1,
                  .won = PROMOTES_CP,
                  .target = {PAWN, bb_first(pawns)},
                  .other = no_man};
    go_back(r, t, r->length - 1);
    return count > 0;
}

/* --- mates ------------------------------------------------------------------------------------ */

/*
 * Returns true if a rook or queen mates on the king's first rank, and the king's own men block it.
 */
static bool is_back_rank(const Position *p) {
    const Color them = position_turn(p);
    const Square king = board_king(&p->board, them);
    const Bitboard rank = bb_rank(square_rank(king));
    const Bitboard heavy = p->board.piece[ROOK] | p->board.piece[QUEEN];
    const Bitboard ahead = attacks_king(king) & bb_forward(rank, them);

    return relative_rank(them, square_rank(king)) == 0 && (p->checkers & heavy & rank) &&
           (ahead & p->board.piece[PAWN]) && !(ahead & ~p->board.color[them]);
}

/* Finds a mate at the end of the line, or by its score. */
static Tactic find_mate(const Replay *r, int score) {
    const bool ends = r->length % 2 && is_mate(&r->at[r->length]);
    Tactic t = {.kind = NO_TACTIC, .target = no_man, .other = no_man};

    if (ends)
        t.moves = (int)r->length / 2 + 1;
    else if (score != SCORE_NONE && score_is_mate(score) && score > 0)
        t.moves = score_mate_moves(score);
    if (t.moves)
        t.kind = ends && is_back_rank(&r->at[r->length]) ? TACTIC_BACK_RANK : TACTIC_MATE;
    return t;
}

Tactic tactics_find(const TacticLine *line) {
    Replay r;
    Tactic t;
    size_t n;

    replay(&r, line);
    t = find_mate(&r, line->score);
    if (t.kind != NO_TACTIC || (score_is_mate(line->score) && line->score < 0))
        return t;
    if ((n = winning_ply(&r)) != SIZE_MAX)
        return explain(&r, n);
    find_runner(&r, &t);
    return t;
}

/* --- words ------------------------------------------------------------------------------------ */

/* Adds "the knight on e5", or "the king". */
static void add_man(Text *out, TacticMan man) {
    text_addf(out, "the %s", piece_name(man.piece));
    if (man.piece != KING)
        text_addf(out, " on %s", SQUARE_OF(man.square));
}

static bool mates(const Tactic *t) {
    return t->kind == TACTIC_MATE || t->kind == TACTIC_BACK_RANK;
}

/* Adds a form of a verb, and two men with a word between them. */
static void add_verb(Text *out, const char *verb, TacticMan first, const char *between,
                     TacticMan second) {
    text_addf(out, "%s ", verb);
    add_man(out, first);
    if (second.piece == NO_PIECE)
        return;
    text_add(out, between);
    add_man(out, second);
}

/*
 * Returns true if the line wins about the value of its target, and the capture alone does so, too,
 * without further exchanges of the target.
 */
static bool wins_target(const Tactic *t) {
    return t->target.piece != PAWN && t->target.piece != NO_PIECE &&
           min(t->won, t->exchange) + 2 * SEE_STEP > see_value[t->target.piece];
}

/* Returns the verb for a tactic, in the present or past tense. */
static const char *verb_of(const Tactic *t, bool past) {
    static const char *const verbs[TACTIC_COUNT][2] = {
        [TACTIC_MATE] = {"mates", "mated"},
        [TACTIC_BACK_RANK] = {"mates on the back rank", "mated on the back rank"},
        [TACTIC_HANGING] = {"takes", "won"},
        [TACTIC_FORK] = {"forks", "forked"},
        [TACTIC_PIN] = {"pins", "pinned"},
        [TACTIC_PINNED_DEFENDER] = {"takes", "taken"},
        [TACTIC_SKEWER] = {"skewers", "skewered"},
        [TACTIC_DISCOVERED] = {"uncovers an attack on", "uncovered an attack on"},
        [TACTIC_TRAPPED] = {"traps", "trapped"},
        [TACTIC_DEFENDER] = {"takes the defender of", "taken the defender of"},
        [TACTIC_DEFLECTION] = {"draws", "drawn"},
        [TACTIC_PROMOTION] = {"brings", "brought"},
        [TACTIC_MATERIAL] = {"wins", "won"}};

    if (t->kind == TACTIC_DISCOVERED && t->other.piece == KING)
        return past ? "given a discovered check and won" : "gives a discovered check and wins";
    if (t->kind == TACTIC_PIN && t->other.piece == NO_PIECE)
        return past ? "attacked" : "attacks";
    return verbs[t->kind][past];
}

/* Adds "forks the king and the rook on a8", or in the past tense "forked ...". */
static void add_deed(Text *out, const Tactic *t, bool past) {
    const char *verb = verb_of(t, past);
    const bool worse = see_value[t->target.piece] < see_value[t->other.piece];

    switch (t->kind) {
    case TACTIC_MATE:
    case TACTIC_BACK_RANK:
        text_add(out, verb);
        if (t->moves > 1)
            text_addf(out, " in %d", t->moves);
        return;
    case TACTIC_FORK:
        add_verb(out, verb, worse ? t->other : t->target, " and ", worse ? t->target : t->other);
        return;
    case TACTIC_SKEWER:
        add_verb(out, verb, t->other, " and ", t->target);
        return;
    case TACTIC_PIN:
        add_verb(out, verb, t->target, " to ", t->other);
        text_add(out, t->other.piece == NO_PIECE ? ", which is pinned" : "");
        return;
    case TACTIC_DEFLECTION:
        add_verb(out, verb, t->other, " away from ", t->target);
        return;
    case TACTIC_MATERIAL:
        if (wins_target(t))
            add_verb(out, verb, t->target, "", no_man);
        else
            text_addf(out, "%s material", verb);
        return;
    default:
        add_verb(out, verb, t->target, "", no_man);
        text_add(out, t->kind == TACTIC_PROMOTION         ? " to promotion"
                      : t->kind == TACTIC_PINNED_DEFENDER ? ", whose defender is pinned"
                                                          : "");
    }
}

bool tactics_add_purpose(Text *out, const TacticLine *line) {
    const Tactic t = tactics_find(line);

    if (t.kind == NO_TACTIC || t.ply)
        return false;
    add_deed(out, &t, false);
    return true;
}

/* --- bad moves -------------------------------------------------------------------------------- */

/* Returns true if the other side could have done the same had it been to move before. */
static bool was_threat(const TacticMove *move, const Tactic *t) {
    Position passed;
    TacticLine line = {
        .from = &passed, .move = move->reply, .length = move->replies, .score = SCORE_NONE};
    Tactic then;

    if (position_in_check(move->from))
        return false;
    position_null_move(&passed, move->from);
    then = tactics_find(&line);
    return then.kind == t->kind && then.ply == t->ply && then.moves == t->moves &&
           then.target.square == t->target.square && then.target.piece == t->target.piece;
}

/* Adds the line up to the move that counts: "24. Bxf6 gxf6 25. Nd5". */
static void add_line(Text *out, const Position *p, const Move *move, size_t plies) {
    notation_write_line(out, p, move, plies, true, notation_write_san);
}

/* Adds "mate in 3: 24. Qxh7+", or without a line the number alone. */
static void add_mate(Text *out, const Tactic *t, const Position *p, const Move *line,
                     size_t length) {
    if (length && !move_is_legal(p, line[0]))
        length = 0;
    if (length && t->moves == 1) { /* a score of another source may contradict the line */
        Position mated;

        position_play(&mated, p, line[0]);
        length = is_mate(&mated);
    }
    text_add(out, t->kind == TACTIC_MATE ? "mate" : "back-rank mate");
    if (t->moves > 1 || !length)
        text_addf(out, " in %d", t->moves);
    if (length) {
        text_add(out, ": ");
        add_line(out, p, line, 1);
    }
}

/* Adds what the reply does. */
static void add_allowed(Text *out, const TacticMove *move, const Position *after, const Tactic *t) {
    const bool threat = was_threat(move, t);
    const bool stays = move_to(move->played) != t->target.square;

    switch (t->kind) {
    case TACTIC_MATE:
    case TACTIC_BACK_RANK:
        text_add(out, threat ? "Does not answer the threat of " : "Allows ");
        text_add(out, t->kind == TACTIC_BACK_RANK ? "a " : "");
        add_mate(out, t, after, move->reply, move->replies);
        text_add_char(out, '.');
        return;
    case TACTIC_HANGING:
        text_add(out, stays ? "Leaves " : "Loses ");
        add_man(out, t->target);
        text_add(out, " to ");
        break;
    case TACTIC_PROMOTION:
        text_add(out, "Lets ");
        add_man(out, t->target);
        text_add(out, " promote: ");
        break;
    case TACTIC_MATERIAL:
        text_add(out, "Loses ");
        if (wins_target(t))
            add_man(out, t->target);
        else
            text_add(out, "material");
        text_add(out, ": ");
        break;
    default:
        text_add(out, threat ? "Does not answer the threat " : "Allows ");
    }
    add_line(out, after, move->reply, t->ply + 1);
    if (t->kind > TACTIC_HANGING && t->kind < TACTIC_PROMOTION) {
        text_add(out, ", which ");
        add_deed(out, t, false);
    }
    text_add_char(out, '.');
}

/*
 * Adds what the better move would have done. Does not quote a line that wins material in no
 * particular way.
 */
static void add_missed(Text *out, const TacticMove *move, const Tactic *t) {
    if (mates(t)) {
        text_add(out, t->kind == TACTIC_BACK_RANK ? "Misses a " : "Misses ");
        add_mate(out, t, move->from, move->better, move->betters);
    } else {
        add_line(out, move->from, move->better, t->kind == TACTIC_MATERIAL ? 1 : t->ply + 1);
        text_add(out, " would have ");
        add_deed(out, t, true);
    }
    text_add_char(out, '.');
}

/* Returns what the move costs in material against the better line; INT_MAX if that is unknown. */
static int cost(const TacticMove *move, const TacticLine *reply, const TacticLine *better) {
    const Color side = position_turn(move->from);
    Replay r;
    int had;

    if (!move->betters)
        return INT_MAX;
    replay(&r, better);
    had = settled(&r.at[r.length], side);
    replay(&r, reply);
    return had - settled(&r.at[r.length], side);
}

/*
 * Returns true if a tactic explains a bad move. A mate does so by itself, unless the other score is
 * a mate for the same side, too. Material does so if the move loses that much against the better
 * line, and the score falls.
 */
static bool explains(const TacticMove *move, const Tactic *t, int other_score, int lost) {
    if (t->kind == NO_TACTIC || t->ply >= QUOTED_PLIES)
        return false;
    if (mates(t))
        return other_score == SCORE_NONE || !score_is_mate(other_score) || other_score < 0;
    return lost >= LOST_LEAST && (move->had == SCORE_NONE || move->has == SCORE_NONE ||
                                  move->had - move->has >= SEE_STEP);
}

/*
 * Returns true if the move played does what the better move would have done: takes the same man (or
 * any man, where that is unknown), or promotes the same pawn.
 */
static bool takes_target(const TacticMove *move, const Tactic *t) {
    const Position *p = move->from;
    const Square to = move_to(move->played);

    if (t->kind == TACTIC_PROMOTION)
        return move_promotion(move->played) != NO_PIECE &&
               move_from(move->played) == t->target.square;
    if (t->target.piece == NO_PIECE)
        return captured_piece(p, move->played) != NO_PIECE;
    return to == t->target.square && bb_has(board_occupied(&p->board), to) &&
           position_on(p, to) == t->target.piece;
}

bool tactics_add_reason(Text *out, const TacticMove *move, TacticKind *kind) {
    const TacticLine better = {move->before, move->from, move->better, move->betters, move->had};
    TacticLine reply = {move->from, NULL, move->reply, move->replies, SCORE_NONE};
    Tactic allowed, missed;
    Position after;
    int lost;
    bool allows, misses;

    if (kind)
        *kind = NO_TACTIC;
    if (!move_is_legal(move->from, move->played) ||
        (move->betters && move->better[0] == move->played))
        return false;
    position_play(&after, move->from, move->played);
    reply.from = &after;
    reply.score = move->has == SCORE_NONE ? SCORE_NONE : -move->has;
    allowed = tactics_find(&reply);
    missed = tactics_find(&better);
    lost = cost(move, &reply, &better);
    allows = explains(move, &allowed, move->had == SCORE_NONE ? SCORE_NONE : -move->had, lost);
    misses = !move->secret && explains(move, &missed, move->has, lost) &&
             (mates(&missed) || !takes_target(move, &missed)) &&
             (missed.kind != TACTIC_MATERIAL || wins_target(&missed) ||
              captured_piece(move->from, move->better[0]) != NO_PIECE);
    if (misses && mates(&missed)) /* mates come first */
        add_missed(out, move, &missed);
    text_add(out, misses && mates(&missed) && allows ? " " : "");
    if (allows)
        add_allowed(out, move, &after, &allowed);
    text_add(out, misses && !mates(&missed) && allows ? " " : "");
    if (misses && !mates(&missed))
        add_missed(out, move, &missed);
    if (kind)
        *kind = misses && (mates(&missed) || !allows) ? missed.kind
                : allows                              ? allowed.kind
                                                      : NO_TACTIC;
    return allows || misses;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Returns true for move numbers, moves and squares. */
static bool is_move(Word word) {
    bool digit = false;

    for (size_t i = 0; i < word.length; i++) {
        if (!text_is_among(word.at[i], "0123456789abcdefghKQRBNOx=+#-."))
            return false;
        digit |= text_is_digit(word.at[i]) || word.at[i] == 'O';
    }
    return digit;
}

/* Returns true if "Allows" may be followed by this word: a move number, "mate" or "a". */
static bool is_allowed(Word rest) {
    const Word next = text_word(&rest);

    return next.length && (text_is_digit(*next.at) || word_is_among(next, "mate,mate:,a"));
}

bool tactics_is_reason(Word text) {
    static const char words[] =
        "Allows,Leaves,Loses,Lets,Misses,Does,not,answer,the,threat,of,a,mate,mates,mated,in,on,"
        "back-rank,back,rank,which,would,have,to,and,won,wins,material,forks,forked,pins,pinned,"
        "takes,taken,skewers,skewered,uncovers,uncovered,an,attack,attacks,attacked,gives,given,"
        "discovered,check,traps,trapped,defender,whose,is,draws,drawn,away,from,brings,brought,"
        "promotion,promote,pawn,knight,bishop,rook,queen,king";
    static const char begins[] = "Allows,Leaves,Loses,Lets,Misses,Does";
    Word rest = text, word = text_word(&rest);
    bool says = word_is_among(word, begins), numbered = false;

    if (!text.length || text.at[text.length - 1] != '.' || (!says && !is_move(word)))
        return false;
    for (; word.length; word = text_word(&rest)) {
        says |= word_is(word, "would");
        numbered |= text_is_digit(*word.at);
        if (word_is(word, "Allows") && !is_allowed(rest))
            return false;
        if (text_is_among(word.at[word.length - 1], ".,:"))
            word.length--;
        if (!is_move(word) && !word_is_among(word, words))
            return false;
    }
    return says && numbered; /* each reason names a move, or the moves to mate */
}
