/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "external_solver.h"

#include <signal.h>
#include <stdlib.h>

#include "../common/memory.h"
#include "../player/player.h"
#include "../player/spec.h"
#include "fen.h"
#include "gameline.h"
#include "notation.h"

/* An engine may be so much late with its move before it is told to hurry. */
enum { MARGIN_US = 2000000 };

struct Outside {
    EngineSpec spec;
    Guard guard;
    PlayerSettings settings;
    atomic_bool stop;
};

typedef struct {
    Solver face;
    Outside *program;
    Player *player;
    GameLine line;
    char defect[300];
    /* the position at hand */
    FindingListener *listener;
    void *context;
} Client;

/* --- listening ------------------------------------------------------------------------------- */

static void read_line(Finding *f, const Position *root, Word moves) {
    Position now = *root, next;
    Word word;
    Move m;

    while (f->pv_length < FINDING_MOVES && (word = text_word(&moves)).length) {
        MoveFault fault;

        if (!notation_skip_number(word, false).length)
            continue;
        fault = notation_parse(&m, &now, word);
        f->pv_broken = fault != MOVE_FINE && fault != MOVE_UNREADABLE;
        if (fault != MOVE_FINE)
            return;
        f->pv[f->pv_length++] = m;
        position_play(&next, &now, m);
        now = next;
    }
}

/* Players leave out UCI's bounds; in CECP, marks behind the line have come to mean them. */
static Bound bound_of(Word moves) {
    const char last = moves.length ? moves.at[moves.length - 1] : '\0';

    return last == '!' ? BOUND_LOWER : last == '?' ? BOUND_UPPER : BOUND_EXACT;
}

static bool hear(void *context, const EngineInfo *info, Word moves) {
    Client *c = context;
    Finding f = {.depth = info->depth,
                 .bound = bound_of(moves),
                 .score = info->mate ? 0 : info->score,
                 .mate = info->mate,
                 .nodes = (uint64_t)info->nodes,
                 .us = info->time_us};

    read_line(&f, &c->line.position[0], moves);
    return c->listener(c->context, &f);
}

/* --- asking ---------------------------------------------------------------------------------- */

static const char *complain(Client *c, const char *sentence, const char *quote) {
    snprintf(c->defect, sizeof c->defect, "the engine %s%s%s", sentence, *quote ? ": " : "", quote);
    return c->defect;
}

static const char *read_answer(Client *c, const Answer *a, Move *move) {
    switch (a->kind) {
    case ANSWER_MOVE:
        if (notation_parse(move, &c->line.position[0], word_of(a->text)) != MOVE_FINE)
            return complain(c, "makes an illegal move", a->text);
        return NULL;
    case ANSWER_RESIGN:
        return complain(c, "resigns", "");
    case ANSWER_FALSE_CLAIM:
        return complain(c, "claims a result", a->text);
    case ANSWER_REFUSAL:
        return complain(c, "refuses the position", a->text);
    case ANSWER_LATE:
        return complain(c, "does not move in time", "");
    case ANSWER_STALL:
        return complain(c, "fell silent", "");
    case ANSWER_CRASH:
        return complain(c, "died", "");
    case ANSWER_STOPPED:
        break;
    }
    return "stopped";
}

static const char *solve(Solver *s, const Position *p, FindingListener *listener, void *context,
                         Move *move) {
    Client *c = (Client *)s;
    const ChessClock clock = chessclock_start(&c->program->spec.limits);
    const Turn turn = {.line = &c->line,
                       .clock = {[WHITE] = &clock, [BLACK] = &clock},
                       .timeout_us = chessclock_timeout_us(&clock, MARGIN_US),
                       .on_info = hear,
                       .context = c};
    const char *defect;
    Answer answer;

    *move = NO_MOVE;
    c->listener = listener;
    c->context = context;
    gameline_restart(&c->line, p);
    if ((defect = player_new_game(c->player, &c->line, position_turn(p), "alula-epd")))
        return defect;
    player_think(c->player, &turn, &answer);
    defect = read_answer(c, &answer, move);
    if (defect)
        player_stop(c->player); /* the next position gets a fresh one */
    return defect;
}

static void stop(Solver *s) {
    atomic_store(&((Client *)s)->program->stop, true);
}

static void free_client(Solver *s) {
    Client *c = (Client *)s;

    player_free(c->player);
    gameline_destroy(&c->line);
    free(c);
}

Solver *outside_solver(Outside *o) {
    Client *c = memory_new(1, sizeof *c);
    Position start;

    c->face = (Solver){solve, stop, free_client};
    c->program = o;
    c->player = player_new(&o->spec, &o->settings);
    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(&c->line, &start))
        memory_fail();
    return &c->face;
}

/* --- the program ----------------------------------------------------------------------------- */

static bool meet(Outside *o, Text *fault) {
    Player *p = player_new(&o->spec, &o->settings);
    const char *defect = player_start(p);

    if (!defect)
        defect = player_unsupported(p);
    if (defect)
        text_add(fault, defect);
    else
        o->spec.protocol = player_protocol(p);
    player_free(p);
    return !defect;
}

Outside *outside_open(const OutsidePlan *plan, Text *fault) {
    const EngineLimits limits = {
        .move_ms = plan->effort.move_ms, .nodes = plan->effort.nodes, .depth = plan->effort.depth};
    Outside *o = memory_new(1, sizeof *o);
    const char *defect;

    if (!spec_read(&o->spec, plan->engine, fault)) {
        spec_free(&o->spec);
        free(o);
        return NULL;
    }
    limits_set_defaults(&o->spec.limits, &limits);
    if (!o->spec.hash_megabytes)
        o->spec.hash_megabytes = plan->hash_megabytes;
    if (!o->spec.threads)
        o->spec.threads = plan->threads;
    o->settings = (PlayerSettings){&o->guard, &o->stop, plan->chess960, plan->patience_ms};
    if ((defect = guard_start(&o->guard))) {
        text_add(fault, defect);
        spec_free(&o->spec);
        free(o);
        return NULL;
    }
    if (!meet(o, fault)) {
        outside_close(o);
        return NULL;
    }
    return o;
}

void outside_close(Outside *o) {
    if (!o)
        return;
    guard_end(&o->guard);
    spec_free(&o->spec);
    free(o);
}
