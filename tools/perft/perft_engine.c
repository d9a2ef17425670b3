/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_engine.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "perft/perft.h"
#include "tools/common/tool.h"

/* Limits of an answer. */
enum {
    MAX_LINES = 100000,
    MAX_BYTES = 1 << 24,
    HELLO_MS = 10000,
    GRACE_MS = 500,
    LINGER_MS = 5000,
    FEATURES_MS = 2000
};

/*
 * How long silence is accepted: after a complete answer; while it is unknown how answers end; and
 * before an answer.
 */
enum { DRAIN_US = 100000, QUIET_US = 1000000, SLOW_US = 10000000, FOR_EVER = -1 };

static const char interrupted[] = "interrupted";

/* --- reading --------------------------------------------------------------------------------- */

static void remember(PerftEngine *e, Word line) {
    Text text;

    line = text_rest(line);
    if (!line.length || word_is(line, "readyok"))
        return;
    text = text_in(e->last, sizeof e->last);
    text_add_quoted(&text, line, sizeof e->last - 4);
    e->spoke = true;
}

/* Reads a line like process_read(), in short waits, since a signal must end the wait. */
static ReadResult read_line(PerftEngine *e, Word *line, int64_t deadline) {
    for (;;) {
        const int64_t slice = clock_us() + 100000;
        const bool last = slice >= deadline;
        const ReadResult got = process_read(&e->process, line, last ? deadline : slice);

        if (got == READ_LINE)
            remember(e, *line);
        if (got != READ_TIMEOUT || last)
            return got;
        if (interrupt_pending() || e->process.received > e->most)
            return READ_STOPPED;
    }
}

static int64_t deadline_of(const PerftEngine *e) {
    const int64_t now = clock_us(), end = now + e->timeout_ms * 1000;

    if (e->proven || e->protocol == PERFT_TEMPLATE)
        return end;
    return min64(end, max64(e->give_up_us, now + QUIET_US));
}

static bool send(PerftEngine *e, const char *line) {
    return process_send(&e->process, line);
}

static bool begins(Word line, const char *with) {
    return text_skip(&line, with);
}

static bool contains(Word line, const char *what) {
    return text_split(&line, what, &(Word){0});
}

/* --- starting -------------------------------------------------------------------------------- */

/* Waits for uciok. Returns false at the deadline, or if the engine ends. */
static bool greet_uci(PerftEngine *e, int64_t deadline) {
    Word line;
    int lines = 0;

    if (!send(e, "uci"))
        return false;
    while (lines++ < MAX_LINES && read_line(e, &line, deadline) == READ_LINE) {
        line = text_rest(line);
        e->can_960 |= contains(line, "name UCI_Chess960 ");
        if (word_is(line, "uciok"))
            return true;
        if (contains(line, "nknown command") || contains(line, "llegal move"))
            return false;
    }
    return false;
}

static void read_features(PerftEngine *e, Word line, bool *done) {
    e->pings |= contains(line, "ping=1");
    e->setboard &= !contains(line, "setboard=0");
    e->usermove |= contains(line, "usermove=1");
    e->can_960 |= contains(line, "fischerandom");
    *done |= contains(line, "done=1");
}

/*
 * Waits for features, for up to two seconds, as the protocol specifies: old engines do not answer
 * protover.
 */
static bool greet_cecp(PerftEngine *e, int64_t deadline) {
    bool done = false;
    int lines = 0;
    ReadResult got = READ_LINE;
    Word line;

    e->setboard = true;
    e->pings = 0;
    if (!send(e, "xboard") || !send(e, "protover 2"))
        return false;
    while (!done && lines++ < MAX_LINES && (got = read_line(e, &line, deadline)) == READ_LINE) {
        line = text_rest(line);
        if (contains(line, "feature "))
            read_features(e, line, &done);
    }
    return (done || got == READ_TIMEOUT) && send(e, "new") && send(e, "force") && send(e, "easy");
}

/* Starts the process. Returns an error message, or NULL. */
static const char *start(PerftEngine *e, char **word) {
    const char *error = process_start(&e->process, word, &e->reaper, NULL, NULL);
    Text text = text_in(e->error, sizeof e->error);

    *e->last = '\0';
    e->most = MAX_BYTES;
    if (!error)
        return NULL;
    e->fault = PERFT_ABSENT;
    text_add(&text, "the engine cannot be started: ");
    if (word && *word) {
        text_add_quoted(&text, word_of(*word), 100);
        text_add(&text, ": ");
    }
    text_add_quoted(&text, word_of(error), 200);
    return e->error;
}

/* Ends the engine. Returns `what` and how it ended, as an error message. */
static const char *tell_end(PerftEngine *e, const char *what) {
    const ProcessEnd end = process_end(&e->process, GRACE_MS);
    Text text = text_in(e->error, sizeof e->error);

    e->fault = PERFT_DIED;
    text_add(&text, what);
    text_add(&text, ", ");
    process_describe_end(&text, &end);
    if (!*end.said && *e->last)
        text_addf(&text, ", last line \"%s\"", e->last);
    return e->error;
}

static int64_t features_ms(const PerftEngine *e) {
    return min64(e->timeout_ms, FEATURES_MS);
}

static const char *open_engine(PerftEngine *e) {
    /* leave time for CECP */
    const int64_t hello_ms = e->protocol == PERFT_AUTO ? e->timeout_ms / 2 : e->timeout_ms;
    const char *error;

    if (e->protocol != PERFT_CECP) {
        if ((error = start(e, e->word)))
            return error;
        if (greet_uci(e, clock_us() + min64(hello_ms, HELLO_MS) * 1000)) {
            e->protocol = PERFT_UCI;
            if (e->chess960)
                send(e, "setoption name UCI_Chess960 value true");
            return e->chess960 && !e->can_960 ? "the engine has no option UCI_Chess960" : NULL;
        }
        if (e->protocol == PERFT_UCI && e->process.ended && !interrupt_pending())
            return tell_end(e, "the engine ended before \"uciok\"");
        process_end(&e->process, GRACE_MS);
        if (interrupt_pending())
            return interrupted;
        if (e->protocol == PERFT_UCI)
            return "the engine does not answer \"uci\" with \"uciok\"";
    }
    if ((error = start(e, e->word)))
        return error;
    if (!greet_cecp(e, clock_us() + features_ms(e) * 1000))
        return interrupt_pending() ? interrupted
               : e->process.ended  ? tell_end(e, "the engine speaks neither UCI nor CECP: it ended")
                                   : "the engine speaks neither UCI nor CECP: it prints too much";
    if (!e->setboard)
        return "the engine takes no positions: it has no setboard";
    if (e->chess960)
        return "Chess960 needs UCI or a template";
    e->protocol = PERFT_CECP;
    return NULL;
}

const char *perft_engine_open(PerftEngine *e) {
    const char *error = reaper_start(&e->reaper);

    if (error)
        return error;
    e->reaper.errors = true;
    e->fault = PERFT_UNABLE;
    e->us = 0;
    e->lingers = false;
    e->process = (Process){.reaper = &e->reaper};
    e->give_up_us = clock_us() + (e->timeout_ms + 2000) * 1000;
    if (e->protocol == PERFT_AUTO && perft_template_looks(e->command))
        e->protocol = PERFT_TEMPLATE;
    if (e->protocol != PERFT_TEMPLATE)
        error = open_engine(e);
    if (error)
        perft_engine_close(e);
    return error;
}

/* Waits for the engine to exit. A comparison waits longer, to count all its processor time. */
static void let_end(PerftEngine *e) {
    const ProcessEnd end = process_end(&e->process, e->expected ? LINGER_MS : GRACE_MS);

    e->us += end.processor_us;
    e->lingers |= end.killed;
}

void perft_engine_close(PerftEngine *e) {
    if (process_runs(&e->process) && e->protocol != PERFT_TEMPLATE && !e->process.ended)
        send(e, "quit");
    let_end(e);
    reaper_end(&e->reaper);
}

bool perft_engine_plays(const PerftEngine *e) {
    return !e->deaf && (e->protocol != PERFT_TEMPLATE || strstr(e->command, "{moves}"));
}

/* --- asking ---------------------------------------------------------------------------------- */

/* Adds the moves of a PerftPlace in the notation of the protocol. */
static void add_moves(const PerftEngine *e, Text *out, const PerftPlace *place) {
    perft_add_line(out, &place->root, place->move, place->moves, e->chess960);
}

/* Sends the position, the command, and a ping that shows when the answer is complete. */
static bool send_question(PerftEngine *e, const PerftPlace *place, int depth) {
    static const char *const uci[] = {"go perft", "perft"}, *const cecp[] = {"divide", "perft"};
    char buffer[FEN_SIZE + 700]; /* room for 99 moves */
    Text text = text_in(buffer, sizeof buffer);
    Position now = place->root;

    *e->last = '\0'; /* keep only what may explain its end */
    if (e->protocol == PERFT_UCI) {
        text_addf(&text, "position fen %s%s", place->fen, place->moves ? " moves" : "");
        add_moves(e, &text, place);
        if (!send(e, buffer))
            return false;
    } else {
        text_addf(&text, "setboard %s", place->fen);
        if (!send(e, "force") || !send(e, buffer))
            return false;
        for (size_t i = 0; i < place->moves; i++) {
            char move[PERFT_MOVE_SIZE];

            perft_move_text(move, &now, place->move[i], false);
            text = text_in(buffer, sizeof buffer);
            text_addf(&text, "%s%s", e->usermove ? "usermove " : "", move);
            if (!send(e, buffer))
                return false;
            position_advance(&now, place->move[i]);
        }
    }
    text = text_in(buffer, sizeof buffer);
    text_addf(&text, "%s %d", (e->protocol == PERFT_UCI ? uci : cecp)[e->form], depth);
    if (!send(e, buffer))
        return false;
    if (e->protocol == PERFT_UCI)
        return send(e, "isready");
    if (e->pings) {
        text = text_in(buffer, sizeof buffer);
        text_addf(&text, "ping %" PRId64, ++e->pings);
        return send(e, buffer);
    }
    return true;
}

/* Returns true if this line rejects the command as unknown. */
static bool is_refusal(const PerftEngine *e, Word line) {
    static const char *const signs[] = {"nknown",          "nrecogni", "nvalid command",
                                        "No such command", "Error",    "Illegal move",
                                        "nvalid move"};
    const size_t count = e->protocol == PERFT_UCI ? 4 : 7;

    for (size_t i = 0; i < count; i++)
        if (contains(line, signs[i]))
            return true;
    return false;
}

/* GOT_NOTHING: the command seems to be unknown. */
typedef enum { GOT_ALL, GOT_REFUSAL, GOT_NOTHING, GOT_SILENCE, GOT_END, GOT_FLOOD, GOT_STOP } Got;

/* State of reading an answer. */
typedef struct {
    PerftAnswer *a;
    const PerftPlace *place;
    int depth;
    size_t legal; /* moves */
    bool alive;   /* the pong has arrived, or none is expected */
    bool early;   /* the pong came before the answer: the engine counts in a separate thread */
    bool refused, searches;
    char pong[40];
} Reading;

static bool all_listed(const PerftEngine *e, const Reading *r) {
    return perft_answer_lists(r->a, &r->place->here, e->chess960);
}

/*
 * Returns how long to wait for another line before the answer counts as complete, or the command as
 * unknown. The first answer shows how the engine answers; later answers must have the same form,
 * for which this waits up to --timeout.
 */
static int64_t patience(const PerftEngine *e, const Reading *r) {
    const bool total = r->a->has_total;

    if (!r->alive || e->protocol == PERFT_TEMPLATE)
        return FOR_EVER;
    if (!e->proven)
        return total          ? (r->early ? QUIET_US : 0)
               : !r->a->moves ? (e->patient ? SLOW_US : QUIET_US)
                              : (all_listed(e, r) ? QUIET_US : SLOW_US);
    if (e->totals && !total)
        return FOR_EVER;
    if (e->totals && e->threaded && e->lists)
        return r->a->moves || !r->legal ? 0 : SLOW_US; /* no moves, or the total is late */
    if (e->totals)
        return e->threaded ? DRAIN_US : 0;
    if (all_listed(e, r))
        return r->early ? DRAIN_US : 0;
    /* some legal moves are missing, or still to come */
    return !r->early ? QUIET_US : r->depth == 1 ? SLOW_US : FOR_EVER;
}

static void forget_total(PerftAnswer *a) {
    a->has_total = a->too_large = false;
    a->clarity = 0;
}

/* Returns true for a lone number that echoes the command, after a refusal or as the depth. */
static bool is_echo(const PerftEngine *e, const Reading *r) {
    return r->refused || (e->protocol != PERFT_TEMPLATE && r->a->total == (uint64_t)r->depth &&
                          (r->depth > 1 || r->legal != 1));
}

/*
 * Reads the counts of a line. A late line of the previous answer must not count as the total of
 * this one.
 */
static void read_counts(PerftEngine *e, Reading *r, Word line) {
    const bool known = e->proven && e->protocol != PERFT_TEMPLATE, first = !r->a->moves;
    const PerftAnswerKind kind =
        perft_answer_line(r->a, line, &r->place->here, r->depth, e->chess960);

    if (known && r->a->has_total &&
        (!e->totals || (kind == ANSWER_DIVIDE && first && e->lists && e->threaded)))
        forget_total(r->a);
    if (e->expected && perft_answer_has(line, e->expected, false)) {
        r->a->total = e->expected;
        r->a->has_total = true;
        r->a->clarity = INT_MAX;
    }
    e->beyond |= perft_answer_has(line, 0, true);
}

static void read_reply(PerftEngine *e, Reading *r, Word line) {
    const bool template = e->protocol == PERFT_TEMPLATE;

    line = text_rest(line);
    e->replied |= line.length > 0;
    if (!template && begins(line, "bestmove ")) {
        r->refused |= !e->proven;
        r->searches |= e->protocol == PERFT_UCI;
    } else if (e->protocol == PERFT_UCI && begins(line, "info ") && !begins(line, "info string ")) {
        r->refused |= !e->proven; /* these are nodes of a search */
        r->searches |= contains(line, " score ");
    } else if (e->protocol == PERFT_UCI ? word_is(line, "readyok") : word_is(line, r->pong)) {
        r->alive = true;
        r->early = r->legal && !r->a->moves && !r->a->has_total;
        e->threaded |= r->early;
    } else if (!template && is_refusal(e, line)) {
        r->refused = true;
    } else {
        read_counts(e, r, line);
        if (!e->proven && r->a->clarity == 1 && is_echo(e, r))
            forget_total(r->a);
        if (!e->proven && r->a->has_total && !e->totals) {
            e->totals = true;
            e->lists = r->a->moves > 0;
        }
    }
}

/* Returns the meaning of silence for the time of patience(). */
static Got judge_silence(const PerftEngine *e, const Reading *r, bool patient) {
    if (!patient)
        return GOT_SILENCE;
    return e->proven || r->a->moves || r->a->has_total ? GOT_ALL : GOT_NOTHING;
}

/* Reads an answer up to its end and the pong, or up to the end of the program. */
static Got read_answer(PerftEngine *e, const PerftPlace *place, int depth, PerftAnswer *a) {
    const int64_t deadline = deadline_of(e);
    Reading r = {.a = a, .place = place, .depth = depth};
    Text text = text_in(r.pong, sizeof r.pong);
    Word line;

    text_addf(&text, "pong %" PRId64, e->pings);
    e->most = e->process.received + MAX_BYTES;
    r.legal = movegen_count(&place->here.board);
    r.alive = r.early = e->protocol == PERFT_CECP && !e->pings;
    e->threaded |= r.early;
    for (int lines = 0; lines < MAX_LINES; lines++) {
        const int64_t wait = patience(e, &r);
        const int64_t until = wait == FOR_EVER ? deadline : min64(deadline, clock_us() + wait);
        ReadResult got;

        if (!wait)
            return GOT_ALL;
        if ((r.alive || r.searches) && r.refused && !a->moves && !a->has_total) {
            e->searches |= r.searches;
            return GOT_REFUSAL;
        }
        got = read_line(e, &line, until);
        if (got == READ_STOPPED)
            return interrupt_pending() ? GOT_STOP : GOT_FLOOD;
        if (got == READ_TIMEOUT) {
            e->waited_us += wait == FOR_EVER ? 0 : wait;
            return judge_silence(e, &r, wait != FOR_EVER);
        }
        if (got == READ_END) {
            remember(e, process_remainder(&e->process));
            read_counts(e, &r, process_remainder(&e->process));
            if (r.refused && !a->moves && !a->has_total)
                return GOT_REFUSAL; /* an unknown command may end an engine */
            return e->protocol == PERFT_TEMPLATE && (a->moves || a->has_total) ? GOT_ALL : GOT_END;
        }
        read_reply(e, &r, line);
    }
    return GOT_FLOOD;
}

static const char *start_template(PerftEngine *e, const PerftPlace *place, int depth) {
    char moves[700] = "", **filled;
    Text text = text_in(moves, sizeof moves);
    const char *error;

    add_moves(e, &text, place);
    filled = perft_template_fill(e->word, place->fen, depth, moves + (place->moves ? 1 : 0));
    if (!(error = start(e, filled)))
        process_close_input(&e->process);
    free(filled);
    return error;
}

static Got ask_template(PerftEngine *e, const PerftPlace *place, int depth, PerftAnswer *a,
                        const char **error) {
    Got got;

    e->beyond = false;
    if ((*error = start_template(e, place, depth)))
        return GOT_END;
    got = read_answer(e, place, depth, a);
    if (got == GOT_END)
        *error = tell_end(e, e->beyond
                                 ? "the engine ended without a count, after a number beyond 64 bits"
                                 : "the engine ended without a count");
    if (got == GOT_ALL)
        let_end(e);
    process_end(&e->process, 0);
    return got;
}

/* Returns true if there is time for another attempt before the first count. */
static bool has_time(const PerftEngine *e) {
    const int64_t greeting_ms = e->protocol == PERFT_CECP && !e->pings ? features_ms(e) : 0;

    return clock_us() + greeting_ms * 1000 < e->give_up_us;
}

/* Returns the reason why the engine gave no count. */
static const char *tell_silence(const PerftEngine *e, Got got) {
    if (e->protocol != PERFT_TEMPLATE && !e->spoke)
        return "the engine does not answer";
    if (got == GOT_SILENCE)
        return "the engine gave no count within --timeout";
    if (e->searches)
        return "the engine searches on \"go perft N\" instead of counting";
    if (!e->replied)
        return "the engine does not answer \"divide N\" or \"perft N\"";
    return e->protocol == PERFT_UCI ? "the engine supports neither \"go perft N\" nor \"perft N\""
                                    : "the engine supports neither \"divide N\" nor \"perft N\"";
}

/*
 * Asks for a count. The first time, tries each form of the command, twice, as the engine may just
 * be slow. Restarts the engine for each try, so that a late answer to one form is not attributed to
 * another.
 */
static Got ask(PerftEngine *e, const PerftPlace *place, int depth, PerftAnswer *a,
               const char **error) {
    bool refused[2] = {false}, used = false;
    Got got = GOT_REFUSAL;

    *error = NULL;
    memset(a, 0, sizeof *a);
    if (e->protocol == PERFT_TEMPLATE)
        return ask_template(e, place, depth, a, error);
    for (int i = 0; i < 4; i++) {
        if (!e->proven) {
            e->form = i % 2;
            e->patient = i > 1;
            if (refused[e->form])
                continue;
        }
        if (used) {
            if (!e->proven && !has_time(e))
                return i < 2 ? GOT_SILENCE : got;
            process_end(&e->process, 0);
            if ((*error = open_engine(e)))
                return GOT_END;
        }
        used = true;
        e->totals &= e->proven;
        e->threaded &= e->proven;
        memset(a, 0, sizeof *a);
        got = send_question(e, place, depth) ? read_answer(e, place, depth, a) : GOT_END;
        e->proven |= got == GOT_ALL;
        if (e->proven || (got != GOT_REFUSAL && got != GOT_NOTHING))
            break;
        refused[e->form] = got == GOT_REFUSAL;
    }
    return got;
}

const char *perft_engine_count(PerftEngine *e, const PerftPlace *place, int depth,
                               PerftAnswer *answer) {
    const char *error;
    const Got got = ask(e, place, depth, answer, &error);
    uint64_t sum = 0;

    if (got == GOT_END && !error)
        error = tell_end(e, "the engine ended by itself");
    if (got != GOT_ALL)
        process_end(&e->process, 0);
    if (error)
        return error;
    if (got == GOT_STOP)
        return interrupted;
    if (got == GOT_FLOOD) {
        e->fault = PERFT_FLOOD;
        return "the engine keeps printing lines without a count";
    }
    if (got != GOT_ALL) {
        e->fault = got == GOT_SILENCE ? PERFT_LATE : PERFT_UNABLE;
        return tell_silence(e, got);
    }
    for (size_t i = 0; i < answer->moves; i++)
        sum = perft_add(sum, answer->move[i].nodes);
    e->fault = PERFT_WRONG;
    if (answer->too_large || (!answer->has_total && sum == PERFT_OVERFLOW))
        return "the engine gave a count larger than 64 bits can hold";
    if (answer->too_many)
        return "the engine lists more moves than a position can have";
    if (!answer->has_total)
        answer->total = sum;
    answer->has_total = true;
    return NULL;
}
