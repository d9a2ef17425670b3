/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-annotate.h"

#include <stdlib.h>

#include "base/util.h"
#include "search/result.h"

/*
 * Returns a result as the score of a note: SCORE_MATE less the plies, or centipawns that are not a
 * mate score.
 */
static int score_of(const SolverInfo *info, bool tables) {
    const int most = tables ? SCORE_TABLEBASE : SCORE_DECIDED - 1;
    const int plies = info->mate > 0 ? 2 * min(info->mate, MAX_PLY / 2) - 1
                                     : 2 * min(-max(info->mate, -MAX_PLY / 2), MAX_PLY / 2);

    if (info->mate)
        return info->mate > 0 ? SCORE_MATE - plies : plies - SCORE_MATE;
    return clamp(info->score, -most, most);
}

/* The output of a search so far. */
typedef struct {
    bool any;
    SolverInfo last; /* last result with an exact score */
} Heard;

static bool hear(void *context, const SolverInfo *info) {
    Heard *h = context;

    if (info->bound == BOUND_EXACT) {
        h->any = true;
        h->last = *info;
    }
    return false;
}

/* Searches the last position of a line; returns false with the reason if there is no note. */
static bool judge_position(const Judge *j, const GameLine *line, Note *note, Text *reason) {
    const Position *now = gameline_now(line);
    Heard heard = {.any = false};
    Move move;
    const char *why = j->solver->solve(j->solver, line, hear, &heard, &move);

    if (!why && (!heard.any || move == NO_MOVE))
        why = "the engine reports no score";
    if (why) {
        text_add(reason, why);
        return false;
    }
    /* no PV is known for a move chosen after the last PV */
    if (!heard.last.pv_length || heard.last.pv[0] != move) {
        heard.last.pv_length = 1;
        heard.last.pv[0] = move;
    }
    notes_take(note, now, score_of(&heard.last, j->tables), heard.last.depth, heard.last.pv,
               heard.last.pv_length);
    return true;
}

/* Returns the part of the game after its last null move, which engines do not support. */
static GameLine after_null_moves(const GameLine *line) {
    GameLine part = *line;

    for (size_t i = line->length; i--;)
        if (line->move[i] == NO_MOVE) {
            part.position = line->position + i + 1;
            part.move = line->move + i + 1;
            part.length = line->length - i - 1;
            break;
        }
    return part;
}

bool judge_game(const Judge *j, const GameLine *line, Note *note, Text *error) {
    enum { TRIES = 2 };

    j->solver->forget(j->solver);
    for (size_t n = line->length + 1; n--; atomic_fetch_add(j->done, 1)) {
        GameLine whole = *line, part; /* they share its memory */
        const Position *now;
        bool good = false;

        whole.length = n;
        if (notes_plain(&whole, n == line->length, &note[n]))
            continue;
        part = after_null_moves(&whole);
        for (int tries = 0; tries < TRIES && !good && !atomic_load(j->stopping); tries++) {
            text_clear(error);
            good = judge_position(j, &part, &note[n], error);
        }
        if (good && !atomic_load(j->stopping))
            continue;
        now = gameline_now(&part);
        if (atomic_load(j->stopping))
            text_clear(error);
        else
            text_addf(error, ", at move %d of %s", now->fullmove_number,
                      position_turn(now) == WHITE ? "White" : "Black");
        return false;
    }
    return true;
}
