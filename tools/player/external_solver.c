/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver.h"

#include <stdlib.h>

#include "chess/notation.h"
#include "tools/common/tool.h"

/* Grace period after the time per move, before the engine is told to move. */
enum { MARGIN_US = 2000000 };

struct ExternalEngine {
    EngineSpec spec;
    Reaper reaper;
    PlayerSettings settings;
    atomic_bool stop;
    const char *opponent;
    char name[120];
};

typedef struct {
    Solver base;
    ExternalEngine *engine;
    EngineSpec spec;      /* with additional options in games */
    EngineOption *option; /* all options in games; NULL: no game, searches are independent */
    bool begun;           /* the game has had its first search */
    Player *player;
    char error[300];
    /* of the current position */
    const GameLine *line;
    SolverListener *listener;
    void *context;
} ExternalSolver;

/* --- search results -------------------------------------------------------------------------- */

static void read_pv(SolverInfo *info, const Position *root, Word moves) {
    Position now = *root;
    Word word;
    Move m;

    while (info->pv_length < SEARCH_INFO_PV && (word = text_word(&moves)).length) {
        MoveError error;

        if (!notation_skip_number(word, false).length)
            continue;
        error = notation_parse(&m, &now, word);
        info->pv_broken = error != MOVE_FINE && error != MOVE_UNREADABLE;
        if (error != MOVE_FINE)
            return;
        info->pv[info->pv_length++] = m;
        position_advance(&now, m);
    }
}

/*
 * Returns the bound of a PV. The player skips UCI bounds; CECP engines mark bounds by '!' or '?'
 * after the PV.
 */
static Bound bound_of(Word moves) {
    const char last = moves.length ? moves.at[moves.length - 1] : '\0';

    return last == '!' ? BOUND_LOWER : last == '?' ? BOUND_UPPER : BOUND_EXACT;
}

static bool receive_info(void *context, const EngineInfo *from, Word moves) {
    ExternalSolver *c = context;
    SolverInfo info = {.depth = from->depth,
                       .bound = bound_of(moves),
                       .score = from->mate ? 0 : from->score,
                       .mate = from->mate,
                       .nodes = (uint64_t)from->nodes,
                       .us = from->time_us};

    read_pv(&info, gameline_now(c->line), moves);
    return c->listener(c->context, &info);
}

/* --- solving --------------------------------------------------------------------------------- */

static const char *engine_error(ExternalSolver *c, const char *sentence, const char *quote) {
    snprintf(c->error, sizeof c->error, "the engine %s%s%s", sentence, *quote ? ": " : "", quote);
    return c->error;
}

static const char *read_answer(ExternalSolver *c, const Answer *a, Move *move) {
    static const char *const faults[] = {
        [ANSWER_MOVE] = "makes an illegal move",
        [ANSWER_RESIGN] = "resigns",
        [ANSWER_FALSE_CLAIM] = "claims a result",
        [ANSWER_REFUSAL] = "refuses the position",
        [ANSWER_LATE] = "does not move in time",
        [ANSWER_STALL] = "fell silent",
        [ANSWER_CRASH] = "died",
        [ANSWER_STOPPED] = NULL,
    };
    const bool brief = a->kind == ANSWER_RESIGN || a->kind == ANSWER_LATE;
    Word text = word_of(a->text);

    if (a->kind == ANSWER_STOPPED)
        return "stopped";
    if (a->kind == ANSWER_MOVE) {
        if (c->engine->spec.protocol == PROTOCOL_UCI)
            text = text_word(&text);
        if (notation_parse(move, gameline_now(c->line), text) == MOVE_FINE)
            return NULL;
    }
    return engine_error(c, faults[a->kind], brief ? "" : a->text);
}

static const char *solve(Solver *s, const GameLine *line, SolverListener *listener, void *context,
                         Move *move) {
    ExternalSolver *c = (ExternalSolver *)s;
    const ChessClock clock = chessclock_start(&c->spec.limits);
    const Turn turn = {.line = line,
                       .clock = {[WHITE] = &clock, [BLACK] = &clock},
                       .timeout_us = chessclock_timeout_us(&clock, MARGIN_US),
                       .on_info = receive_info,
                       .context = c};
    const char *error;
    Answer answer;

    *move = NO_MOVE;
    c->listener = listener;
    c->context = context;
    c->line = line;
    if (!c->begun && (error = player_new_game(c->player, line, position_turn(gameline_now(line)),
                                              c->engine->opponent)))
        return error;
    player_think(c->player, &turn, &answer);
    error = read_answer(c, &answer, move);
    c->begun = c->option && !error;
    if (error)
        player_stop(c->player); /* a new process for the next position */
    return error;
}

static void forget(Solver *s) {
    (void)s; /* searches are independent anyway */
}

static void stop(Solver *s) {
    atomic_store(&((ExternalSolver *)s)->engine->stop, true);
}

static void free_solver(Solver *s) {
    ExternalSolver *c = (ExternalSolver *)s;

    player_free(c->player);
    free(c->option);
    free(c);
}

Solver *external_solver_new(ExternalEngine *e) {
    ExternalSolver *c = memory_new(1, sizeof *c);

    c->base = (Solver){solve, forget, stop, free_solver};
    c->engine = e;
    c->spec = e->spec;
    c->player = player_new(&c->spec, &e->settings);
    return &c->base;
}

const char *external_solver_new_game(Solver *s, const EngineOption *more, int count) {
    ExternalSolver *c = (ExternalSolver *)s;
    const EngineSpec *own = &c->engine->spec;
    const char *why;

    player_stop(c->player);
    c->spec.options = own->options + count;
    c->option = memory_grow(c->option, (size_t)c->spec.options, sizeof *c->option);
    for (int i = 0; i < c->spec.options; i++)
        c->option[i] = i < own->options ? own->option[i] : more[i - own->options];
    c->spec.option = c->option;
    c->begun = false;
    why = player_start(c->player);
    return why ? why : player_unsupported(c->player);
}

/* --- the engine ------------------------------------------------------------------------------ */

/* Starts the engine once and records its protocol. */
static bool try_engine(ExternalEngine *e, Text *error) {
    Player *p = player_new(&e->spec, &e->settings);
    const char *why = player_start(p);

    if (!why)
        why = player_unsupported(p);
    if (why)
        text_add(error, why);
    else {
        Text name = text_in(e->name, sizeof e->name);

        e->spec.protocol = player_protocol(p);
        text_add_quoted(&name, word_of(player_own_name(p)), sizeof e->name - 20);
    }
    player_free(p);
    return !why;
}

static ExternalEngine *forget_engine(ExternalEngine *e) {
    spec_free(&e->spec);
    free(e);
    return NULL;
}

ExternalEngine *external_engine_open(const ExternalOptions *plan, Text *error) {
    ExternalEngine *e = memory_new(1, sizeof *e);
    const char *why;

    if (!spec_read(&e->spec, plan->engine, error))
        return forget_engine(e);
    if (e->spec.ponder || e->spec.restart) {
        text_add(error, "ponder and restart are for games, not for positions");
        return forget_engine(e);
    }
    limits_set_defaults(&e->spec.limits, &plan->limits);
    if (!e->spec.hash_megabytes)
        e->spec.hash_megabytes = plan->hash_megabytes;
    if (!e->spec.threads)
        e->spec.threads = plan->threads;
    e->settings =
        (PlayerSettings){&e->reaper, &e->stop, plan->chess960, plan->patience_ms, NULL, NULL};
    e->opponent = plan->opponent;
    if ((why = reaper_start(&e->reaper))) {
        text_add(error, why);
        return forget_engine(e);
    }
    if (try_engine(e, error))
        return e;
    external_engine_close(e);
    return NULL;
}

const char *external_engine_name(const ExternalEngine *e) {
    return e->spec.name ? e->spec.name : *e->name ? e->name : e->spec.command;
}

void external_engine_close(ExternalEngine *e) {
    if (!e)
        return;
    reaper_end(&e->reaper);
    forget_engine(e);
}
