/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "offers.h"

#include "base/util.h"
#include "chess/movegen.h"

/* Returns true if our pieces could never mate: no pawn, no major, and at most one minor piece. */
static bool cannot_win(const Board *b, Color us) {
    const Bitboard minors = board_pieces(b, us, KNIGHT) | board_pieces(b, us, BISHOP);

    return b->color[us] == (board_pieces(b, us, KING) | minors) && !more_than_one(minors);
}

static int men(const Position *p) {
    return bb_count(p->board.color[WHITE] | p->board.color[BLACK]);
}

static bool is_known_draw(const Frontend *f, int score) {
    const Position *p = frontend_now(f);

    return cannot_win(&p->board, f->game.ours) || (men(p) <= 5 && score >= -10 && score <= 10);
}

/* Returns the rating gap, limited to 400 either way. */
static int gap(const Frontend *f) {
    return clamp(f->offers.rating_gap, -400, 400);
}

/* Returns true before this move number, unless few men are left. */
static bool is_early(const Position *p, int move) {
    return p->fullmove_number < move && men(p) > 10;
}

bool offers_accepts(const Frontend *f, int score) {
    const Position *p = frontend_now(f);
    const int quiet = f->offers.against_computer ? 40 : 20;

    if (!f->options.value[OPTION_ACCEPT_DRAWS])
        return false;
    if (is_known_draw(f, score))
        return true;
    if (score == SCORE_NONE || is_early(p, 20))
        return false;
    if (score <= -20 + gap(f) / 10)
        return true;
    return score <= 0 && (p->halfmove_clock >= quiet || gameline_repetitions(&f->game.line) > 1);
}

static bool may_offer(const Frontend *f, int score) {
    enum { PLIES_BETWEEN = 40, QUIET = 16, STRONGER = 200 };
    const Position *p = frontend_now(f);
    const size_t last = f->offers.last_offer;

    if (!f->options.value[OPTION_OFFER_DRAWS] || f->book.moved ||
        gameline_outcome(&f->game.line) != OUTCOME_NONE || f->offers.against_computer ||
        gap(f) <= -STRONGER || score == SCORE_NONE || score < -60 ||
        (last && f->game.line.length < last + PLIES_BETWEEN))
        return false;
    if (is_known_draw(f, score))
        return true;
    return !is_early(p, gap(f) >= STRONGER ? 20 : 30) && p->halfmove_clock >= QUIET &&
           score <= gap(f) / 10;
}

bool offers_makes(Frontend *f, int score) {
    f->offers.draw_on_offer = may_offer(f, score);
    if (f->offers.draw_on_offer)
        f->offers.last_offer = f->game.line.length;
    return f->offers.draw_on_offer;
}

/* Returns true if one of our moves and one reply may stalemate us. */
static bool has_stalemate_in_sight(const Position *p) {
    Move ours[MAX_MOVES], theirs[MAX_MOVES];
    const size_t count = movegen_all(&p->board, ours);

    for (size_t i = 0; i < count; i++) {
        Position after;
        size_t replies;

        position_play(&after, p, ours[i]);
        replies = movegen_all(&after.board, theirs);
        for (size_t k = 0; k < replies; k++) {
            Position end;

            position_play(&end, &after, theirs[k]);
            if (!movegen_count(&end.board) && !end.checkers)
                return true;
        }
    }
    return false;
}

bool offers_resigns(Frontend *f, int score) {
    const Position *p = frontend_now(f);
    const int needed = gap(f) >= 400 ? 2 : gap(f) <= -400 ? 6 : 3;
    int *bad = &f->offers.bad_moves;

    if (f->book.moved)
        return false;
    *bad = score <= -f->options.value[OPTION_RESIGN_SCORE] ? *bad + 1 : 0;
    return f->options.value[OPTION_RESIGN] && *bad >= needed &&
           (score_is_mate(score) || p->halfmove_clock < 20) && !has_stalemate_in_sight(p);
}
