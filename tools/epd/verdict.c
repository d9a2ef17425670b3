/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verdict.h"

#include "movegen.h"

Claim judge_claim(const Position *p, const Finding *f) {
    const size_t plies = f->mate > 0 ? (size_t)f->mate * 2 - 1 : (size_t)-f->mate * 2;
    Position now = *p, next;
    Move list[MAX_MOVES];

    if (!f->mate)
        return CLAIM_NONE;
    for (size_t i = 0; i < f->pv_length && i < plies; i++) {
        if (!move_is_legal(&now, f->pv[i]))
            return CLAIM_WRONG;
        position_play(&next, &now, f->pv[i]);
        now = next;
        if (movegen_all(&now.board, list))
            continue;
        /* the game ends here: by mate, and of the right side? */
        return position_in_check(&now) && (i % 2 == 0) == (f->mate > 0) ? CLAIM_SHOWN : CLAIM_WRONG;
    }
    if (f->pv_broken || f->pv_length >= plies)
        return CLAIM_WRONG;
    return CLAIM_CUT;
}

/* As far as moves go; a mate that was proved is an answer as well. */
static bool is_right(const Verdict *v) {
    const EpdProblem *p = v->problem;

    if (v->proved)
        return true;
    if (!p->best.count && !p->avoid.count)
        return false;
    return (!p->best.count || move_set_has(&p->best, v->move)) && !move_set_has(&p->avoid, v->move);
}

static void hear_claim(Verdict *v, const Finding *f) {
    const int asked = v->problem->mate;
    const bool same_side = (asked > 0) == (f->mate > 0);
    const bool shorter = asked && same_side && (asked > 0 ? f->mate < asked : f->mate > asked);

    v->claim = judge_claim(&v->problem->position, f);
    if (v->claim == CLAIM_NONE)
        return;
    if (v->claim == CLAIM_WRONG || shorter)
        v->worst = f->mate;
    v->lied |= v->claim == CLAIM_WRONG;
    v->too_short |= shorter;
    if (asked && same_side && (shorter || f->mate == asked) && v->claim == CLAIM_SHOWN)
        v->proved = true;
}

bool judge_hear(Verdict *v, const Finding *f) {
    const bool was_right = v->right;

    if (f->bound == BOUND_UPPER) /* it has become doubtful, and nothing else is known */
        return false;
    if (f->bound == BOUND_EXACT)
        hear_claim(v, f);
    if (!f->pv_length)
        return false;
    v->move = f->pv[0];
    v->right = is_right(v);
    if (v->right && !was_right) {
        v->since = *f;
        v->confirmed = 0;
    } else if (v->right && f->bound == BOUND_EXACT && f->depth > v->last.depth) {
        v->confirmed++;
    }
    if (f->bound == BOUND_EXACT)
        v->last = *f;
    return v->patience && v->right && (v->proved || v->confirmed >= v->patience);
}

/* Engines that have no way to announce a mate may still give it. */
static bool mates_at_once(const Position *p, Move m) {
    Position next;
    Move list[MAX_MOVES];

    position_play(&next, p, m);
    return position_in_check(&next) && !movegen_all(&next.board, list);
}

void judge_end(Verdict *v, Move move, int64_t us, uint64_t nodes) {
    const bool was_right = v->right;

    v->move = move;
    if (v->problem->mate > 0 && move != NO_MOVE && mates_at_once(&v->problem->position, move))
        v->proved = true;
    v->right = move != NO_MOVE && is_right(v);
    if (v->right && !was_right)
        v->since = (Finding){.depth = v->last.depth, .us = us, .nodes = nodes};
}

int judge_ce(const Finding *f) {
    if (f->mate)
        return f->mate > 0 ? 32767 - (2 * f->mate - 1) : -32767 - 2 * f->mate;
    return f->score > 32000 ? 32000 : f->score < -32000 ? -32000 : f->score;
}
