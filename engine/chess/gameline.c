/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gameline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "movegen.h"

static const char no_memory[] = "there is not enough memory for so long a game";

/* Makes room for `plies` moves. Returns false, with nothing changed, if memory is refused. */
static bool reserve(GameLine *g, size_t plies) {
    enum { LEAST = 256 };
    size_t positions = g->position ? g->capacity + 1 : 0, moves = g->capacity;
    const size_t wanted = plies > LEAST ? plies : LEAST;
    Position *position = array_grow(g->position, &positions, wanted + 1, sizeof *position);
    Move *move;

    if (!position)
        return false;
    g->position = position;
    if (!(move = array_grow(g->move, &moves, positions - 1, sizeof *move)))
        return false;
    g->move = move;
    g->capacity = moves;
    return true;
}

const char *gameline_init(GameLine *g, const Position *start) {
    *g = (GameLine){NULL, NULL, 0, 0};
    if (!reserve(g, 1)) {
        gameline_destroy(g);
        return no_memory;
    }
    g->position[0] = *start;
    return NULL;
}

void gameline_destroy(GameLine *g) {
    free(g->position);
    free(g->move);
    *g = (GameLine){NULL, NULL, 0, 0};
}

void gameline_restart(GameLine *g, const Position *start) {
    g->length = 0;
    g->position[0] = *start;
}

const char *gameline_copy(GameLine *to, const GameLine *from) {
    if (!reserve(to, from->length))
        return no_memory;
    memcpy(to->position, from->position, (from->length + 1) * sizeof *to->position);
    if (from->length)
        memcpy(to->move, from->move, from->length * sizeof *to->move);
    to->length = from->length;
    return NULL;
}

const char *gameline_play(GameLine *g, Move m) {
    assert(m == NO_MOVE ? !position_in_check(gameline_now(g)) : move_is_legal(gameline_now(g), m));
    if (!reserve(g, g->length + 1))
        return no_memory;
    position_play_or_null(&g->position[g->length + 1], &g->position[g->length], m);
    g->move[g->length++] = m;
    return NULL;
}

bool gameline_undo(GameLine *g) {
    if (!g->length)
        return false;
    g->length--;
    return true;
}

int gameline_occurrences(const GameLine *g, uint64_t key) {
    int count = 0;

    for (size_t i = g->length + 1; i-- > 0;) {
        count += g->position[i].key == key;
        if (!g->position[i].halfmove_clock)
            break;
    }
    return count;
}

Outcome gameline_outcome(const GameLine *g) {
    const Position *now = gameline_now(g);

    if (!movegen_count(&now->board))
        return position_in_check(now) ? OUTCOME_MATE : OUTCOME_STALEMATE;
    if (position_insufficient_material(now))
        return OUTCOME_INSUFFICIENT;
    if (gameline_repetitions(g) >= 3)
        return OUTCOME_THREEFOLD;
    return now->halfmove_clock >= 100 ? OUTCOME_FIFTY : OUTCOME_NONE;
}

Outcome gameline_outcome_unclaimed(const GameLine *g) {
    const Outcome outcome = gameline_outcome(g);

    if (outcome < OUTCOME_THREEFOLD)
        return outcome;
    if (gameline_now(g)->halfmove_clock >= 150)
        return OUTCOME_FIFTY;
    return gameline_repetitions(g) >= 5 ? OUTCOME_THREEFOLD : OUTCOME_NONE;
}

const char *outcome_text(Outcome o, Color loser) {
    switch (o) {
    case OUTCOME_MATE:
        return loser == WHITE ? "0-1 {Black mates}" : "1-0 {White mates}";
    case OUTCOME_STALEMATE:
        return "1/2-1/2 {Stalemate}";
    case OUTCOME_INSUFFICIENT:
        return "1/2-1/2 {Draw by insufficient material}";
    case OUTCOME_THREEFOLD:
        return "1/2-1/2 {Draw by repetition}";
    case OUTCOME_FIFTY:
        return "1/2-1/2 {Draw by fifty move rule}";
    case OUTCOME_NONE:
        break;
    }
    return NULL;
}
