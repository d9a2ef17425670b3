/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adjudication.h"

AdjudicationRules adjudication_usual(int win_score) {
    return (AdjudicationRules){.win_score = win_score,
                               .win_plies = ADJ_WIN_PLIES,
                               .draw_score = ADJ_DRAW_SCORE,
                               .draw_plies = ADJ_DRAW_PLIES,
                               .draw_after = ADJ_DRAW_AFTER};
}

void adjudication_add_score(Adjudication *a, int score) {
    const AdjudicationRules *r = &a->rules;

    a->white_ahead = score >= r->win_score ? a->white_ahead + 1 : 0;
    a->black_ahead = score <= -r->win_score ? a->black_ahead + 1 : 0;
    a->level = score >= -r->draw_score && score <= r->draw_score ? a->level + 1 : 0;
}

bool adjudication_game_over(const GameLine *line, const Adjudication *a, ShardResult *result,
                            ShardEnd *end) {
    const AdjudicationRules *r = &a->rules;

    *result = RESULT_DRAW;
    switch (gameline_outcome(line)) {
    case OUTCOME_MATE:
        *result =
            position_turn(gameline_now(line)) == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
        *end = END_MATE;
        return true;
    case OUTCOME_STALEMATE:
        *end = END_STALEMATE;
        return true;
    case OUTCOME_INSUFFICIENT:
        *end = END_INSUFFICIENT;
        return true;
    case OUTCOME_THREEFOLD:
        *end = END_THREEFOLD;
        return true;
    case OUTCOME_FIFTY:
        *end = END_FIFTY;
        return true;
    case OUTCOME_NONE:
        break;
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
