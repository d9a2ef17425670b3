/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adjudication.h"

void adjudication_add_score(Adjudication *a, int score) {
    const AdjudicationRules *r = &a->rules;

    a->white_ahead = score >= r->win_score ? a->white_ahead + 1 : 0;
    a->black_ahead = score <= -r->win_score ? a->black_ahead + 1 : 0;
    a->level = score >= -r->draw_score && score <= r->draw_score ? a->level + 1 : 0;
}

bool adjudication_game_over(const GameLine *line, const Adjudication *a, ShardResult *result,
                            ShardEnd *end) {
    static const ShardEnd ends[] = {
        [OUTCOME_MATE] = END_MATE,
        [OUTCOME_STALEMATE] = END_STALEMATE,
        [OUTCOME_INSUFFICIENT] = END_INSUFFICIENT,
        [OUTCOME_THREEFOLD] = END_THREEFOLD,
        [OUTCOME_FIFTY] = END_FIFTY,
    };
    const AdjudicationRules *r = &a->rules;
    const Outcome outcome = gameline_outcome(line);

    *result = RESULT_DRAW;
    if (outcome == OUTCOME_MATE)
        *result =
            position_turn(gameline_now(line)) == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
    if (outcome != OUTCOME_NONE) {
        *end = ends[outcome];
        return true;
    }
    if (a->white_ahead >= r->win_plies || a->black_ahead >= r->win_plies) {
        *result = a->white_ahead ? RESULT_WHITE_WINS : RESULT_BLACK_WINS;
        *end = END_ADJUDICATED_WIN;
        return true;
    }
    *end = a->level >= r->draw_plies && (int)line->length > r->draw_after ? END_ADJUDICATED_DRAW
                                                                          : END_MAX_LENGTH;
    return *end == END_ADJUDICATED_DRAW || line->length >= ADJ_MAX_PLIES;
}
