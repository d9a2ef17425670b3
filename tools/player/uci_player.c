/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "player_internal.h"
#include "tools/common/tool.h"

/* Checks the range of a number: many engines silently ignore values out of range. */
static void check_range(Player *p, Word name, Word type, const char *own, const char *value) {
    int64_t n, low = INT64_MIN, high = INT64_MAX;
    Word word;

    if (!word_is_any_case(name, own) || !word_number(word_of(value), INT64_MIN, INT64_MAX, &n) ||
        !word_is(text_word(&type), "spin"))
        return;
    while ((word = text_word(&type)).length) {
        if (word_is(word, "min"))
            word_number(text_word(&type), INT64_MIN, INT64_MAX, &low);
        else if (word_is(word, "max"))
            word_number(text_word(&type), INT64_MIN, INT64_MAX, &high);
    }
    if (n < low || n > high)
        snprintf(p->refusal, sizeof p->refusal, "%.40s must be from %lld to %lld, not %lld", own,
                 (long long)low, (long long)high, (long long)n);
}

static void check_ranges(Player *p, Word name, Word type) {
    const EngineSpec *spec = p->spec;
    char number[24];

    for (int i = 0; i < spec->options; i++)
        if (spec->option[i].value)
            check_range(p, name, type, spec->option[i].name, spec->option[i].value);
    snprintf(number, sizeof number, "%lld", (long long)spec->hash_megabytes);
    if (spec->hash_megabytes)
        check_range(p, name, type, "Hash", number);
    snprintf(number, sizeof number, "%lld", (long long)spec->threads);
    if (spec->threads)
        check_range(p, name, type, "Threads", number);
}

/* Handles "option name Some Name type spin ...": the name ends before " type ". */
static void handle_option(Player *p, Word rest) {
    Word name = rest, type = {"", 0};

    if (!player_skip_prefix(rest, "name", &name))
        return;
    text_split(&name, " type ", &type);
    name = text_rest(name);
    player_add_option(p, name);
    check_ranges(p, name, type);
}

static bool handshake(Player *p) {
    const int64_t deadline = clock_us() + p->settings->patience_ms * 1000;
    Word line, rest;

    player_send(p, "uci");
    while (process_read(&p->process, &line, deadline) == READ_LINE && clock_us() < deadline) {
        line = text_rest(line);
        if (word_is(line, "uciok"))
            return true;
        if (player_skip_prefix(line, "option ", &rest))
            handle_option(p, rest);
        if (player_skip_prefix(line, "id name ", &rest)) {
            Text t = text_in(p->own_name, sizeof p->own_name);
            text_add_quoted(&t, rest, sizeof p->own_name - 8);
        }
    }
    return false;
}

static void set_option(Player *p, const char *name, const char *value) {
    if (value)
        player_send(p, "setoption name %s value %s", name, value);
    else
        player_send(p, "setoption name %s", name);
}

static void set_number(Player *p, const char *name, int64_t value) {
    if (value && player_has_option(p, name))
        player_send(p, "setoption name %s value %lld", name, (long long)value);
}

static void set_resources(Player *p) {
    set_number(p, "Hash", p->spec->hash_megabytes);
    set_number(p, "Threads", p->spec->threads);
    if (p->spec->ponder > 0 && player_has_option(p, "Ponder"))
        set_option(p, "Ponder", "true");
}

static const char *unsupported(const Player *p, const EngineLimits *c) {
    return p->settings->chess960 && !player_has_option(p, "UCI_Chess960") ? "does not play Chess960"
                                                                          : NULL;
}

static const char *new_game(Player *p, const GameLine *line, const char *opponent) {
    if (p->settings->chess960)
        player_send(p, "setoption name UCI_Chess960 value true");
    player_send(p, "ucinewgame");
    return NULL;
}

/* Sends the position of a line, followed by `more` unless that is NO_MOVE. */
static void send_position(Player *p, const GameLine *line, Move more) {
    const size_t room = 64 + FEN_SIZE + (line->length + 1) * NOTATION_SIZE;
    char *text = memory_new(room, 1), fen[FEN_SIZE];
    Text t = text_in(text, room), f = text_in(fen, sizeof fen);
    MoveWriter *write = p->settings->chess960 ? notation_write_chess960 : notation_write;

    fen_write(&f, &line->position[0]);
    if (strcmp(fen, FEN_START) != 0)
        text_addf(&t, "position fen %s", fen);
    else
        text_add(&t, "position startpos");
    for (size_t i = 0; i < line->length; i++) {
        text_add(&t, i ? " " : " moves ");
        write(&t, &line->position[i], line->move[i]);
    }
    if (more != NO_MOVE) {
        text_add(&t, line->length ? " " : " moves ");
        write(&t, gameline_now(line), more);
    }
    player_send(p, "%s", text);
    free(text);
}

static void send_go(Player *p, const Turn *turn, const char *command) {
    const ChessClock *own = turn->clock[p->color];
    const EngineLimits *c = own->limits;
    Text t = TEXT_OF(256);

    text_add(&t, command);
    if (limits_have_clock(c)) {
        const ChessClock *white = turn->clock[WHITE], *black = turn->clock[BLACK];
        int64_t left[COLOR_COUNT] = {[WHITE] = white->left_us, [BLACK] = black->left_us};

        left[p->color] -= p->spent_us;
        text_addf(&t, " wtime %lld btime %lld", (long long)max64(left[WHITE] / 1000, 1),
                  (long long)max64(left[BLACK] / 1000, 1));
        text_addf(&t, " winc %lld binc %lld", (long long)white->limits->increment_ms,
                  (long long)black->limits->increment_ms);
        if (c->moves)
            text_addf(&t, " movestogo %d", chessclock_moves_to_go(own));
    } else if (c->move_ms) {
        text_addf(&t, " movetime %lld", (long long)max64(c->move_ms - p->spent_us / 1000, 1));
    }
    if (c->nodes)
        text_addf(&t, " nodes %lld", (long long)c->nodes);
    if (c->depth)
        text_addf(&t, " depth %d", c->depth);
    player_send(p, "%s", t.at);
}

static void go(Player *p, const Turn *turn) {
    send_position(p, turn->line, NO_MOVE);
    send_go(p, turn, "go");
}

static void ponder(Player *p, const Turn *turn, Move expected) {
    send_position(p, turn->line, expected);
    send_go(p, turn, "go ponder");
}

static void ponder_hit(Player *p) {
    player_send(p, "ponderhit");
}

/* Handles the rest of "info": depth, nodes, score, PV. Bounds and lesser PVs are ignored. */
static void handle_info(Player *p, Word rest) {
    int64_t depth = p->info.depth, n;
    EngineInfo info = {.has_score = false};
    Word word;

    while ((word = text_word(&rest)).length) {
        if (word_is(word, "string") || word_is(word, "lowerbound") || word_is(word, "upperbound"))
            return;
        if (word_is(word, "pv"))
            break;
        if (word_is(word, "multipv") && word_number(text_word(&rest), 0, 10000, &n) && n > 1)
            return;
        if (word_is(word, "depth"))
            word_number(text_word(&rest), 0, 10000, &depth);
        if (word_is(word, "nodes"))
            word_number(text_word(&rest), 0, INT64_MAX, &info.nodes);
        if (!word_is(word, "score"))
            continue;
        word = text_word(&rest);
        if (!word_number(text_word(&rest), -10000000, 10000000, &n))
            return;
        info.has_score = true;
        if (word_is(word, "mate"))
            info.mate = n ? (int)n : -1;
        else
            info.score = (int)n;
    }
    if (!info.has_score)
        return;
    info.depth = (int)depth;
    p->info = info;
    for (size_t i = 0; i < 2; i++) {
        Word after = rest;
        Text t = text_in(p->pv[i], sizeof p->pv[i]);

        if (i)
            text_word(&after);
        text_add_word(&t, text_word(&after));
    }
    player_report_info(p, rest);
}

static bool begins_with_error(Word text) {
    const Word first = text_word(&text);

    return first.length >= 5 && word_is_any_case((Word){first.at, 5}, "error") &&
           (first.length == 5 || first.at[5] == ':');
}

/* Distinguishes "there is no such file: Book=x" from messages about accepted values. */
static bool reports_failure(Word text) {
    static const char *const words[] = {"no",      "not",     "cannot",  "bad",
                                        "error",   "failed",  "invalid", "illegal",
                                        "unknown", "refused", "wrong"};
    Word word;

    while ((word = text_word(&text)).length) {
        while (word.length && text_is_among(word.at[word.length - 1], ":,.()"))
            word.length--;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (word_is_any_case(word, words[i]))
                return true;
    }
    return false;
}

/* Returns true for a failure message that ends in "NAME=VALUE", a setting sent by Alula. */
static bool ends_in_setting(const Player *p, Word text) {
    const EngineSpec *spec = p->spec;

    for (int i = 0; i < spec->options; i++) {
        const char *name = spec->option[i].name, *value = spec->option[i].value;
        const size_t length = value ? strlen(name) + 1 + strlen(value) : 0;
        const char *from;

        if (!value || length > text.length)
            continue;
        from = text.at + text.length - length;
        if (word_is_any_case((Word){from, strlen(name)}, name) && from[strlen(name)] == '=' &&
            !memcmp(from + strlen(name) + 1, value, strlen(value)) &&
            reports_failure((Word){text.at, text.length - length}))
            return true;
    }
    return false;
}

/*
 * Checks for refused options before the first game. UCI has no message for that: engines print
 * "info string ERROR: ...", Alula prints "info string (there is no such file): name EvalFile value
 * x".
 */
static void check_refusal(Player *p, Word line) {
    Word text, after;

    if (*p->refusal || !player_skip_prefix(line, "info string", &text) || !text.length ||
        !player_has_settings(p))
        return;
    after = text;
    text_until(&after, ':');
    if (begins_with_error(text) || (*text.at == '(' && player_mentions_setting(p, after)) ||
        ends_in_setting(p, text))
        player_set_refusal(p, text);
}

/* Stores the expected reply: the move of "ponder MOVE", or the second move of the PV. */
static void keep_next(Player *p, Word rest) {
    Text t = text_in(p->next, sizeof p->next);
    const Word move = text_word(&rest);

    if (word_is(text_word(&rest), "ponder"))
        text_add_word(&t, text_word(&rest));
    else if (word_is(move, p->pv[0]))
        text_add(&t, p->pv[1]);
}

/* Returns the move of "bestmove MOVE ponder MOVE", with any unexpected words after it. */
static Word move_of(Word rest) {
    const Word all = text_rest(rest), move = text_word(&rest), next = text_word(&rest);

    return next.length && !word_is(next, "ponder") ? all : move;
}

static bool handle_line(Player *p, Word line, Answer *answer) {
    Word rest = text_rest(line), first = text_word(&rest);

    if (!p->line)
        check_refusal(p, text_rest(line));
    if (!p->thinking && !p->pondering && !p->stopping)
        return false;
    if (word_is(first, "info") && !p->stopping)
        handle_info(p, rest);
    if (!word_is(first, "bestmove"))
        return false;
    if (p->pondering) {
        p->early = true;
        return false;
    }
    keep_next(p, rest);
    player_quote(answer, ANSWER_MOVE, move_of(rest));
    return true;
}

static void move_now(Player *p) {
    player_send(p, "stop");
}

static void end_game(Player *p, const char *result, const char *reason) {}

static void ping(Player *p) {
    player_send(p, "isready");
}

static bool is_pong(Player *p, Word line) {
    return word_is(text_rest(line), "readyok");
}

const ProtocolDriver uci_driver = {
    .handshake = handshake,
    .set_option = set_option,
    .set_resources = set_resources,
    .unsupported = unsupported,
    .new_game = new_game,
    .go = go,
    .ponder = ponder,
    .ponder_hit = ponder_hit,
    .handle_line = handle_line,
    .move_now = move_now,
    .end_game = end_game,
    .ping = ping,
    .is_pong = is_pong,
};
