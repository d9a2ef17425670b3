/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge.h"

#include <stdlib.h>

#include "base/util.h"
#include "chess/notation.h"
#include "search/search.h"

int judge_score(const SolverInfo *info, bool tables) {
    const int most = tables ? SCORE_TABLEBASE : SCORE_DECIDED - 1;
    const int plies = info->mate > 0 ? 2 * min(info->mate, MAX_PLY / 2) - 1
                                     : 2 * min(-max(info->mate, -MAX_PLY / 2), MAX_PLY / 2);

    if (info->mate)
        return info->mate > 0 ? SCORE_MATE - plies : plies - SCORE_MATE;
    return clamp(info->score, -most, most);
}

/* What a search has told so far. */
typedef struct {
    bool any;
    SolverInfo last; /* with an exact score */
} Heard;

static bool hear(void *context, const SolverInfo *info) {
    Heard *h = context;

    if (info->bound == BOUND_EXACT) {
        h->any = true;
        h->last = *info;
    }
    return false;
}

/* Search the last position of a line. Returns NULL, or why there is no note. */
static const char *judge_position(const Judge *j, const GameLine *line, Note *note) {
    const Position *now = gameline_now(line);
    Heard heard = {.any = false};
    Move move;
    const char *why = j->solver->solve(j->solver, line, hear, &heard, &move);

    if (why)
        return why;
    if (!heard.any || move == NO_MOVE)
        return "the engine tells no score";
    /* a move that is newer than the last line stands alone */
    if (!heard.last.pv_length || heard.last.pv[0] != move) {
        heard.last.pv_length = 1;
        heard.last.pv[0] = move;
    }
    notes_take(note, now, judge_score(&heard.last, j->tables), heard.last.depth, heard.last.pv,
               heard.last.pv_length);
    return NULL;
}

/* The part of the game after its last null move, which engines do not know. */
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

static void write_failure(Text *error, const GameLine *line, const char *why) {
    text_add(error, why);
    text_addf(error, ", at move %d of %s", gameline_now(line)->fullmove_number,
              position_turn(gameline_now(line)) == WHITE ? "White" : "Black");
}

bool judge_game(const Judge *j, const GameLine *line, Note *note, Text *error) {
    enum { TRIES = 2 };

    j->solver->forget(j->solver);
    for (size_t n = line->length + 1; n--; atomic_fetch_add(j->done, 1)) {
        GameLine whole = *line, part; /* they share its memory */
        const char *why = NULL;

        whole.length = n;
        if (notes_plain(&whole, n == line->length, &note[n]))
            continue;
        part = after_null_moves(&whole);
        for (int tries = 0; tries < TRIES && !atomic_load(j->stopping); tries++)
            if (!(why = judge_position(j, &part, &note[n])))
                break;
        if (atomic_load(j->stopping))
            return false;
        if (why) {
            write_failure(error, &part, why);
            return false;
        }
    }
    return true;
}
