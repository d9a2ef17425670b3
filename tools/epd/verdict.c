/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verdict.h"

#include "base/util.h"
#include "chess/movegen.h"

Claim verdict_mate_claim(const Position *p, const SolverInfo *info) {
    const size_t plies = info->mate > 0 ? (size_t)info->mate * 2 - 1 : (size_t)-info->mate * 2;
    Position now = *p;
    Move list[MAX_MOVES];

    if (!info->mate)
        return CLAIM_NONE;
    for (size_t i = 0; i < info->pv_length && i < plies; i++) {
        if (!move_is_legal(&now, info->pv[i]))
            return CLAIM_WRONG;
        position_advance(&now, info->pv[i]);
        if (movegen_all(&now.board, list))
            continue;
        /* at the end of the game: is it mate, by the right side? */
        return position_in_check(&now) && (i % 2 == 0) == (info->mate > 0) ? CLAIM_SHOWN
                                                                           : CLAIM_WRONG;
    }
    if (info->pv_broken || info->pv_length >= plies)
        return CLAIM_WRONG;
    return CLAIM_UNFINISHED;
}

static void update_claim(Verdict *v, const SolverInfo *info) {
    const int asked = v->problem->mate;
    const bool same_side = (asked > 0) == (info->mate > 0);
    const bool shorter =
        asked && same_side && (asked > 0 ? info->mate < asked : info->mate > asked);

    v->claim = verdict_mate_claim(&v->problem->position, info);
    if (v->claim == CLAIM_NONE)
        return;
    if (v->claim == CLAIM_WRONG || shorter)
        v->claimed_mate = info->mate;
    v->wrong_claim |= v->claim == CLAIM_WRONG;
    v->too_short |= shorter;
    if (asked && same_side && (shorter || info->mate == asked) && v->claim == CLAIM_SHOWN)
        v->proved = true;
}

bool verdict_update(Verdict *v, const SolverInfo *info) {
    const bool was_solved = v->solved;

    if (info->bound == BOUND_UPPER) /* fail low: the best move is in doubt */
        return false;
    if (info->bound == BOUND_EXACT)
        update_claim(v, info);
    if (!info->pv_length)
        return false;
    v->move = info->pv[0];
    v->solved = epd_is_solved(v->problem, v->move, v->proved);
    if (v->solved && !was_solved) {
        v->found = *info;
        v->confirmations = 0;
    } else if (v->solved && info->bound == BOUND_EXACT && info->depth > v->last.depth) {
        v->confirmations++;
    }
    if (info->bound == BOUND_EXACT)
        v->last = *info;
    return v->stable && v->solved && (v->proved || v->confirmations >= v->stable);
}

/* Returns true for a move that mates, as some engines do not announce mates. */
static bool mates_at_once(const Position *p, Move m) {
    Position next;
    Move list[MAX_MOVES];

    position_play(&next, p, m);
    return position_in_check(&next) && !movegen_all(&next.board, list);
}

void verdict_finish(Verdict *v, Move move, int64_t us, uint64_t nodes) {
    const bool was_solved = v->solved;

    v->move = move;
    if (v->problem->mate > 0 && move != NO_MOVE && mates_at_once(&v->problem->position, move))
        v->proved = true;
    v->solved = move != NO_MOVE && epd_is_solved(v->problem, move, v->proved);
    if (v->solved && !was_solved)
        v->found = (SolverInfo){.depth = v->last.depth, .us = us, .nodes = nodes};
}

int verdict_ce(const SolverInfo *info) {
    if (info->mate)
        return info->mate > 0 ? 32767 - (2 * info->mate - 1) : -32767 - 2 * info->mate;
    return clamp(info->score, -32000, 32000);
}
