/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "player_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "tools/common/tool.h"

int engine_info_score(const EngineInfo *n) {
    if (n->mate)
        return n->mate > 0 ? 100000 - n->mate : -100000 - n->mate;
    return n->score;
}

/* --- starting and stopping ------------------------------------------------------------------- */

Player *player_new(const EngineSpec *spec, const PlayerSettings *settings) {
    Player *p = memory_new(1, sizeof *p);

    p->spec = spec;
    p->settings = settings;
    return p;
}

void player_stop(Player *p) {
    if (!process_runs(&p->process))
        return;
    if (p->thinking || p->pondering)
        p->driver->move_now(p);
    player_send(p, "quit");
    process_end(&p->process, 1000);
}

void player_free(Player *p) {
    if (!p)
        return;
    player_stop(p);
    free(p->option_names);
    free(p);
}

const char *player_own_name(const Player *p) {
    return p->own_name;
}

AnswerKind player_failure(const Player *p) {
    return p->failure;
}

const char *player_end(const Player *p) {
    return p->end;
}

EngineProtocol player_protocol(const Player *p) {
    return p->driver == &uci_driver ? PROTOCOL_UCI : PROTOCOL_CECP;
}

/* Formats an error message about this engine; valid until the next call. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static const char *
set_error(Player *p, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(p->error, sizeof p->error, format, arguments);
    va_end(arguments);
    return p->error;
}

static const char *start_process(Player *p) {
    const PlayerSettings *s = p->settings;
    char **word = process_words(p->spec->command);
    const char *error = process_start(&p->process, word, s->reaper, s->stop, s->cpu);

    free(word);
    p->process.log = s->log;
    p->process.log_name = p->spec->name ? p->spec->name : p->spec->command;
    process_log(p->process.log, p->process.log_name, '#',
                word_of(error ? error : p->spec->command));
    return error;
}

/*
 * Tries both protocols at once, and stores in *found the one that the engine answers first; *found
 * stays NULL if there is no answer. CECP is preferred, unless both time and nodes are limited,
 * which only UCI supports. The process is not reused, as each protocol rejects the other's
 * commands.
 */
static const char *find_protocol(Player *p, const ProtocolDriver **found) {
    static const char *const words[] = {"xboard", "protover 2", "uci", "xboard", "protover 2"};
    const EngineLimits *limits = &p->spec->limits;
    const int first = limits_have_time(limits) && limits->nodes ? 2 : 0;
    const int64_t deadline = clock_us() + p->settings->patience_ms * 1000;
    const char *error = start_process(p);
    Word line;

    for (int i = first; i < first + 3 && !error; i++)
        player_send(p, "%s", words[i]);
    while (!error && !*found && clock_us() < deadline &&
           process_read(&p->process, &line, deadline) == READ_LINE) {
        line = text_rest(line);
        if (word_is(line, "uciok"))
            *found = &uci_driver;
        else if (word_is(text_word(&line), "feature"))
            *found = &cecp_driver;
    }
    if (!*found && p->process.ended) /* perhaps because of an unknown command */
        *found = &uci_driver;
    if (*found)
        process_end(&p->process, 0);
    return error;
}

/* Starts the process and one protocol; *answered is set if the engine speaks it. */
static const char *try_protocol(Player *p, const ProtocolDriver *driver, bool *answered) {
    const char *error = start_process(p);

    if (error)
        return error;
    free(p->option_names);
    p->option_names = NULL;
    p->option_names_length = 0;
    p->own_name[0] = p->refusal[0] = '\0';
    p->thinking = p->pondering = p->stopping = p->has_pending = false;
    p->line = NULL;
    p->turn = NULL;
    p->driver = driver;
    *answered = driver->handshake(p);
    return NULL;
}

/* Waits until the engine has handled everything sent so far. */
static bool wait_until_ready(Player *p) {
    const int64_t deadline = clock_us() + p->settings->patience_ms * 1000;
    Answer ignored = {0};
    Word line;

    p->driver->ping(p);
    while (process_read(&p->process, &line, deadline) == READ_LINE) {
        if (p->driver->is_pong(p, line))
            return true;
        if (clock_us() > deadline)
            return false;
        p->driver->handle_line(p, line, &ignored);
    }
    return false;
}

/* Returns the error message for an engine that answered neither protocol. */
static const char *timeout_message(Player *p) {
    const long long patience = p->settings->patience_ms / 1000, brief = GREETING_MS / 1000;

    if (p->spec->protocol == PROTOCOL_ANY)
        snprintf(p->start_failure, sizeof p->start_failure,
                 "it answers neither CECP nor UCI within %lld s (proto, --patience)", patience);
    else
        snprintf(p->start_failure, sizeof p->start_failure,
                 "it does not answer within %lld s (--patience)",
                 p->spec->protocol == PROTOCOL_CECP && patience < brief ? brief : patience);
    return p->start_failure;
}

const char *player_start(Player *p) {
    const EngineSpec *spec = p->spec;
    const ProtocolDriver *driver = p->driver                         ? p->driver
                                   : spec->protocol == PROTOCOL_UCI  ? &uci_driver
                                   : spec->protocol == PROTOCOL_CECP ? &cecp_driver
                                                                     : NULL;
    const char *why = NULL;
    bool answered = false;

    if (process_runs(&p->process) && !p->process.ended)
        return NULL;
    p->failure = ANSWER_REFUSAL;
    process_end(&p->process, 0);
    if (!driver)
        why = find_protocol(p, &driver);
    if (!why && driver)
        why = try_protocol(p, driver, &answered);
    if (!why && !answered) {
        player_not_ready(p);
        why = p->failure == ANSWER_CRASH ? "it ended at once: " : timeout_message(p);
    }
    if (why) {
        process_end(&p->process, 0);
        p->driver = NULL;
        return set_error(p, "the engine cannot be used: %s: %s%s", spec->command, why,
                         p->failure == ANSWER_CRASH ? p->end : "");
    }
    p->driver->set_resources(p);
    for (int i = 0; i < spec->options; i++)
        p->driver->set_option(p, spec->option[i].name, spec->option[i].value);
    if (p->driver == &cecp_driver && !p->can_ping)
        return NULL;
    if (!wait_until_ready(p)) {
        player_not_ready(p);
        process_end(&p->process, 0);
        if (p->failure == ANSWER_CRASH)
            return set_error(p, "the engine exits during setup: %s: %s", p->end, spec->command);
        return set_error(p, "the engine is silent for %lld s (--patience) during setup: %s",
                         (long long)(p->settings->patience_ms / 1000), spec->command);
    }
    return NULL;
}

static const char *refusal_message(Player *p) {
    if (!*p->refusal)
        return NULL;
    return set_error(p, "the engine refuses a setting: %s: %s", p->refusal, p->spec->command);
}

const char *player_unsupported(Player *p) {
    const bool uci = p->driver == &uci_driver;
    const char *what;

    for (int i = 0; i < p->spec->options; i++)
        if (!player_has_option(p, p->spec->option[i].name))
            return set_error(p, "the engine has no option \"%s\" in %s (proto=%s chooses %s): %s",
                             p->spec->option[i].name, uci ? "UCI" : "CECP", uci ? "cecp" : "uci",
                             uci ? "CECP" : "UCI", p->spec->command);
    if ((what = refusal_message(p)))
        return what;
    what = p->driver->unsupported(p, &p->spec->limits);
    return what ? set_error(p, "the engine %s: %s", what, p->spec->command) : NULL;
}

/* --- moves ----------------------------------------------------------------------------------- */

static bool is_written(Word text, const Position *p, Move m, MoveWriter *write) {
    Text t = TEXT_OF(NOTATION_SIZE);

    write(&t, p, m);
    return word_is(text, t.at);
}

static MoveTextForm read_uci(Move *out, const Position *p, Word text, bool chess960) {
    const Word word = text_word(&text);
    const bool alone = !text_rest(text).length;
    Text t = TEXT_OF(6);
    Move m;

    if (word.length < 4 || word.length > 5 || notation_parse(&m, p, word) != MOVE_FINE)
        return MOVETEXT_WRONG;
    text_add_word(&t, (Word){word.at, 4});
    if (word.length == 5)
        text_add_char(&t, text_lower(word.at[4]));
    if (is_written(word, p, m, chess960 ? notation_write_chess960 : notation_write) &&
        word.at[0] != 'O') {
        *out = m;
        return alone ? MOVETEXT_RIGHT : MOVETEXT_LOOSE;
    }
    if (word.at[0] == 'O' || (!is_written(word_of(t.at), p, m, notation_write) &&
                              !is_written(word_of(t.at), p, m, notation_write_chess960)))
        return MOVETEXT_WRONG;
    *out = m;
    return MOVETEXT_LOOSE;
}

static MoveTextForm read_cecp(Move *out, const Position *p, Word text) {
    Text t = TEXT_OF(NOTATION_SIZE);
    Move m;

    if (notation_parse(&m, p, text) != MOVE_FINE)
        return MOVETEXT_WRONG;
    *out = m;
    notation_write_san(&t, p, m);
    if (is_written(text, p, m, notation_write) || word_is(text, t.at))
        return MOVETEXT_RIGHT;
    if (t.at[t.length - 1] == '+' || t.at[t.length - 1] == '#')
        t.at[t.length - 1] = '\0';
    return word_is(text, t.at) ? MOVETEXT_RIGHT : MOVETEXT_LOOSE;
}

MoveTextForm movetext_read(Move *out, const Position *p, Word text, bool uci, bool chess960) {
    return uci ? read_uci(out, p, text, chess960) : read_cecp(out, p, text);
}

/* --- games ----------------------------------------------------------------------------------- */

const char *player_new_game(Player *p, const GameLine *line, Color color, const char *opponent) {
    const char *why;

    if (p->line &&
        (p->spec->restart > 0 || (p->driver == &cecp_driver && !(p->can_reuse && p->can_ping))))
        player_stop(p);
    if (!process_runs(&p->process) || p->process.ended) {
        if ((why = player_start(p)))
            return why;
        /* check again: the engine may no longer find a file that it loaded before */
        if ((why = refusal_message(p))) {
            player_stop(p);
            return why;
        }
    }
    p->line = line;
    p->color = color;
    p->thinking = p->offers_draw = p->pondering = p->has_pending = false;
    p->moves_sent = 0;
    p->info = (EngineInfo){0};
    p->failure = ANSWER_REFUSAL;
    why = p->driver->new_game(p, line, opponent);
    if (!why && (p->driver != &cecp_driver || p->can_ping) && !wait_until_ready(p))
        why = player_not_ready(p);
    if (!why)
        return NULL;
    player_stop(p);
    return set_error(p, "the engine %s: %s", why, p->spec->command);
}

/*
 * Handles the engine's output since its last move, at most `most` lines. Returns true if a line
 * ends the game.
 */
static bool read_pending(Player *p, Answer *answer, int most) {
    Word line;

    if (p->has_pending) {
        *answer = p->pending;
        p->has_pending = false;
        return true;
    }
    for (int i = 0; i < most; i++) {
        const ReadResult got = process_read(&p->process, &line, 0);

        if (got == READ_END) {
            answer->kind = ANSWER_CRASH;
            return true;
        }
        if (got != READ_LINE)
            return false;
        if (p->driver->handle_line(p, line, answer) && answer->kind != ANSWER_MOVE)
            return true;
    }
    return false;
}

/* Reads output on the opponent's time, so that the engine never blocks on its pipe. */
static void read_meanwhile(Player *p) {
    if (!p->has_pending) {
        p->pending = (Answer){.kind = ANSWER_MOVE};
        p->has_pending = read_pending(p, &p->pending, MEANWHILE_LINES);
    }
}

/*
 * Reads until the engine answers or is out of time; with `renew`, each line extends the timeout.
 * Reads the opponent's output only while this engine, whose clock is running, is silent.
 */
static ReadResult wait_for_answer(Player *p, Answer *answer, int64_t deadline, bool renew) {
    Player *ponders =
        p->turn && p->turn->ponders && p->turn->ponders->spec->ponder > 0 ? p->turn->ponders : NULL;
    int64_t next_us = clock_us() + MEANWHILE_US;
    bool asked_to_move = false;

    for (;;) {
        int64_t until = deadline;
        ReadResult got;
        Word line;

        /* without a clock, an engine may think as long as it keeps printing */
        if (renew)
            until = clock_us() + p->settings->patience_ms * 1000;
        until = min64(until, deadline);
        do {
            got = process_read(&p->process, &line,
                               ponders ? min64(until, clock_us() + MEANWHILE_US) : until);
            p->heard_us = clock_us();
            if (ponders && got == READ_TIMEOUT)
                read_meanwhile(ponders);
        } while (got == READ_TIMEOUT && p->heard_us < until);
        if (got != READ_LINE || p->driver->handle_line(p, line, answer))
            return got;
        if (ponders && p->heard_us >= next_us) { /* this engine may never be silent */
            read_meanwhile(ponders);
            next_us = p->heard_us + MEANWHILE_US;
        }
        if (p->stop_wanted && !asked_to_move) {
            p->driver->move_now(p);
            asked_to_move = true;
        }
        if (clock_us() > deadline)
            return READ_TIMEOUT;
    }
}

/*
 * Ends pondering and drops the answer. Returns READ_LINE if the engine can be asked to think now.
 */
static ReadResult end_ponder(Player *p, int64_t deadline) {
    Answer dropped = {.kind = ANSWER_MOVE};
    ReadResult got;

    if (!p->pondering)
        return READ_LINE;
    p->pondering = false;
    if (p->early)
        return READ_LINE;
    p->driver->move_now(p);
    p->stopping = true;
    got = wait_for_answer(p, &dropped, deadline, false);
    p->stopping = false;
    p->spent_us = p->heard_us - p->go_us;
    return got;
}

/*
 * Asks the engine for a move: continues its ponder search, or starts a new search. Its clock has
 * been running since the opponent's move, so the time that it took to end pondering is charged, and
 * deducted from the time sent to the engine.
 */
static ReadResult begin_to_think(Player *p, const Turn *turn, int64_t deadline) {
    const GameLine *line = turn->line;
    ReadResult got;

    if (p->pondering && !p->early && line->length == p->ponder_plies &&
        line->move[line->length - 1] == p->expected) {
        p->pondering = false;
        p->thinking = true;
        p->driver->ponder_hit(p);
        return READ_LINE;
    }
    got = end_ponder(p, deadline);
    p->info = (EngineInfo){0};
    p->pv[0][0] = p->pv[1][0] = '\0';
    p->thinking = true;
    if (got == READ_LINE)
        p->driver->go(p, turn);
    return got;
}

static void quote_crash(Player *p, Answer *answer) {
    player_note_end(p);
    player_quote(answer, ANSWER_CRASH, word_of(p->end));
}

void player_think(Player *p, const Turn *turn, Answer *answer) {
    const bool clocked = turn->timeout_us != INT64_MAX;
    int64_t start, deadline;
    ReadResult got;

    *answer = (Answer){.kind = ANSWER_MOVE};
    if (read_pending(p, answer, PENDING_LINES)) {
        if (answer->kind == ANSWER_CRASH)
            quote_crash(p, answer);
        return;
    }
    p->offers_draw = false;
    p->stop_wanted = false;
    p->turn = turn;
    p->next[0] = '\0';
    p->go_us = start = clock_us();
    p->spent_us = 0;
    /* without a clock, limit the total time as well, to 20 times the timeout */
    deadline = start + (clocked ? turn->timeout_us : p->settings->patience_ms * 20000);
    got = begin_to_think(p, turn, deadline);
    if (got == READ_LINE)
        got = wait_for_answer(p, answer, deadline, !clocked);
    answer->draw = p->offers_draw;
    answer->info = p->info;
    answer->info.time_us = p->heard_us - start;
    if (got == READ_TIMEOUT) {
        Answer after = {.kind = ANSWER_MOVE};

        p->driver->move_now(p);
        got = wait_for_answer(p, &after, clock_us() + HURRY_US, false);
        answer->kind = got == READ_LINE ? ANSWER_LATE : ANSWER_STALL;
        if (got == READ_LINE) /* the engine's real delay, even after "move now" */
            answer->info.time_us = p->heard_us - start;
    }
    p->thinking = false;
    p->turn = NULL;
    if (got == READ_END)
        quote_crash(p, answer);
    else if (got == READ_STOPPED)
        answer->kind = ANSWER_STOPPED;
    if (answer->kind == ANSWER_STALL) {
        const ProcessEnd end = process_end(&p->process, 0);

        player_quote(answer, ANSWER_STALL, word_of(end.said));
    }
}

MoveTextForm player_read_move(const Player *p, const Position *now, const Answer *a, Move *out) {
    return movetext_read(out, now, word_of(a->text), p->driver == &uci_driver,
                         p->settings->chess960);
}

void player_ponder(Player *p, const Turn *turn) {
    const Position *now = gameline_now(turn->line);
    Move list[MAX_MOVES], expected;
    Position next;

    if (p->spec->ponder <= 0 || !p->driver->ponder || !*p->next ||
        movetext_read(&expected, now, word_of(p->next), true, p->settings->chess960) ==
            MOVETEXT_WRONG)
        return;
    position_play(&next, now, expected);
    if (!movegen_all(&next.board, list)) /* game over after the expected move */
        return;
    p->expected = expected;
    p->ponder_plies = turn->line->length + 1;
    p->info = (EngineInfo){0};
    p->pondering = true;
    p->early = false;
    p->spent_us = 0;
    p->driver->ponder(p, turn, expected);
}

void player_end_game(Player *p, const char *result, const char *reason) {
    /* the last answer must not count in the next game */
    if (process_runs(&p->process) && !p->process.ended &&
        end_ponder(p, clock_us() + HURRY_US) == READ_TIMEOUT)
        process_end(&p->process, 0);
    if (process_runs(&p->process) && !p->process.ended)
        p->driver->end_game(p, result, reason);
}
