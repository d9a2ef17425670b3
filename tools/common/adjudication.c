/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adjudication.h"

void adjudication_add_score(Adjudication *a, int score) {
    a->white_ahead = score >= a->win_score ? a->white_ahead + 1 : 0;
    a->black_ahead = score <= -a->win_score ? a->black_ahead + 1 : 0;
    a->level = score >= -ADJ_DRAW_SCORE && score <= ADJ_DRAW_SCORE ? a->level + 1 : 0;
}

bool adjudication_game_over(const GameLine *line, const Adjudication *a, ShardResult *result,
                            ShardEnd *end) {
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
    if (a->white_ahead >= ADJ_WIN_PLIES || a->black_ahead >= ADJ_WIN_PLIES) {
        *result = a->white_ahead ? RESULT_WHITE_WINS : RESULT_BLACK_WINS;
        *end = END_ADJUDICATED_WIN;
        return true;
    }
    *end = a->level >= ADJ_DRAW_PLIES && line->length > ADJ_DRAW_MIN_PLIES ? END_ADJUDICATED_DRAW
                                                                           : END_MAX_LENGTH;
    return *end == END_ADJUDICATED_DRAW || line->length >= ADJ_MAX_PLIES;
}
