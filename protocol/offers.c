/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "offers.h"

#include "base/util.h"
#include "chess/movegen.h"
#include "search/result.h"

/* Nothing of ours could ever mate: no pawn, no major, and one minor at most. */
static bool cannot_win(const Board *b, Color us) {
    const Bitboard minors = board_pieces(b, us, KNIGHT) | board_pieces(b, us, BISHOP);

    return b->color[us] == (board_pieces(b, us, KING) | minors) && !more_than_one(minors);
}

static int men(const Position *p) {
    return bb_count(p->board.color[WHITE] | p->board.color[BLACK]);
}

static bool is_known_draw(const Judgement *j) {
    const Position *p = gameline_now(j->line);

    return cannot_win(&p->board, j->us) ||
           (j->score != SCORE_NONE && men(p) <= 5 && j->score >= -10 && j->score <= 10);
}

/* The gap in ratings counts up to 400. */
static int gap(const Judgement *j) {
    return clamp(j->rating_gap, -400, 400);
}

/* Move 20 is early with many men on the board only. */
static bool is_early(const Position *p, int move) {
    return p->fullmove_number < move && men(p) > 10;
}

bool offers_accepts(const Judgement *j) {
    const Position *p = gameline_now(j->line);
    const int quiet = j->computer ? 40 : 20;

    if (is_known_draw(j))
        return true;
    if (j->score == SCORE_NONE || is_early(p, 20))
        return false;
    if (j->score <= -20 + gap(j) / 10)
        return true;
    return j->score <= 0 && (p->halfmove_clock >= quiet || gameline_repetitions(j->line) > 1);
}

bool offers_makes(const Judgement *j, size_t last_offer) {
    enum { PLIES_BETWEEN = 40, QUIET = 16, STRONGER = 200 };
    const Position *p = gameline_now(j->line);

    if (j->computer || gap(j) <= -STRONGER || j->score == SCORE_NONE || j->score < -60 ||
        (last_offer && j->line->length < last_offer + PLIES_BETWEEN))
        return false;
    if (is_known_draw(j))
        return true;
    return !is_early(p, gap(j) >= STRONGER ? 20 : 30) && p->halfmove_clock >= QUIET &&
           j->score <= gap(j) / 10;
}

/* After one of our moves and one reply: are we stalemated? */
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

bool offers_resigns(const Judgement *j, int bad_moves) {
    const Position *p = gameline_now(j->line);
    const int needed = gap(j) >= 400 ? 2 : gap(j) <= -400 ? 6 : 3;
    const bool mated = score_is_mate(j->score);

    return bad_moves >= needed && (mated || p->halfmove_clock < 20) && !has_stalemate_in_sight(p);
}
