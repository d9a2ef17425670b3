/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "player_internal.h"

/* --- handshake ------------------------------------------------------------------------------- */

/* Gets the next feature of a line, name=value or name="value"; returns false at the end. */
static bool next_feature(Word *line, Word *name, Word *value) {
    const Word rest = text_rest(*line);

    *line = rest;
    *name = text_until(line, '=');
    if (name->length == rest.length)
        return false;
    if (line->length && *line->at == '"') {
        text_until(line, '"');
        *value = text_until(line, '"');
    } else {
        *value = text_word(line);
    }
    return true;
}

/* Stores a feature; returns false if it is not used. */
static bool set_feature(Player *p, Word name, Word value) {
    const struct {
        const char *name;
        bool *on;
    } rows[] = {
        {"ping", &p->can_ping},
        {"setboard", &p->can_setboard},
        {"usermove", &p->can_usermove},
        {"time", &p->can_time},
        {"draw", &p->can_draw},
        {"reuse", &p->can_reuse},
        {"name", &p->can_name},
        {"memory", &p->can_memory},
        {"smp", &p->can_smp},
        {"sigint", NULL},
        {"sigterm", NULL},
        {"colors", NULL},
    };
    Word option = value;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (word_is(name, rows[i].name)) {
            if (rows[i].on)
                *rows[i].on = word_is(value, "1");
            return true;
        }
    if (word_is(name, "nps")) {
        p->can_nodes = word_is(value, "1");
    } else if (word_is(name, "myname")) {
        Text t = text_in(p->own_name, sizeof p->own_name);
        text_add_quoted(&t, value, sizeof p->own_name - 8);
    } else if (word_is(name, "variants")) {
        Text t = TEXT_OF(512);

        text_add_word(&t, value);
        p->variant_fischer = strstr(t.at, "fischerandom") != NULL;
    } else if (word_is(name, "option")) {
        /* "Name -kind ...": the name may contain blanks */
        for (size_t i = 0; i + 1 < value.length; i++)
            if (value.at[i] == ' ' && value.at[i + 1] == '-') {
                option.length = i;
                break;
            }
        player_add_option(p, text_rest(option));
    } else {
        return word_is(name, "done");
    }
    return true;
}

/*
 * Handles a line of features, at most until `patience_ms` after `start`, since each answer is slow
 * if the engine does not read. Returns true after done=1; done=0 extends *patience_ms.
 */
static bool handle_features(Player *p, Word line, int64_t start, int64_t *patience_ms) {
    Word name, value;

    while (clock_us() <= start + *patience_ms * 1000 && next_feature(&line, &name, &value)) {
        const bool known = set_feature(p, name, value);

        player_send(p, "%s %.*s", known ? "accepted" : "rejected", (int)name.length, name.at);
        p->greeted = true;
        if (word_is(name, "done")) {
            if (word_is(value, "1"))
                return true;
            *patience_ms = LONG_GREETING_MS;
        }
    }
    return false;
}

static bool handshake(Player *p) {
    const int64_t longest = p->settings->patience_ms; /* until the first output */
    const int64_t start = clock_us();
    int64_t patience_ms = GREETING_MS;
    ReadResult got;
    bool heard = false;
    Word line, rest;

    p->can_ping = p->can_setboard = p->can_usermove = p->can_name = p->can_memory = p->can_smp =
        p->can_nodes = false;
    p->can_time = p->can_draw = p->can_reuse = true;
    p->variant_fischer = p->greeted = p->short_st = p->playing = false;
    player_send(p, "xboard");
    player_send(p, "protover 2");
    for (;;) {
        got = process_read(&p->process, &line, start + patience_ms * 1000);
        if (got == READ_TIMEOUT && !heard && patience_ms < longest) {
            patience_ms = longest;
            continue;
        }
        if (got != READ_LINE)
            break;
        heard = true;
        if (player_skip_prefix(text_rest(line), "feature", &rest) &&
            handle_features(p, rest, start, &patience_ms))
            return true;
        if (clock_us() > start + patience_ms * 1000)
            break;
    }
    /*
     * engines of protocol version 1 send no features; if the user specified CECP, any output will
     * do
     */
    return got == READ_TIMEOUT && patience_ms != LONG_GREETING_MS &&
           (p->greeted || (heard && p->spec->protocol == PROTOCOL_CECP));
}

static void set_option(Player *p, const char *name, const char *value) {
    if (value)
        player_send(p, "option %s=%s", name, value);
    else
        player_send(p, "option %s", name);
}

static void set_resources(Player *p) {
    if (p->spec->hash_megabytes && p->can_memory)
        player_send(p, "memory %lld", (long long)p->spec->hash_megabytes);
    if (p->spec->threads && p->can_smp)
        player_send(p, "cores %lld", (long long)p->spec->threads);
}

static const char *unsupported(const Player *p, const EngineLimits *c) {
    if (c->nodes && !p->can_nodes)
        return "cannot limit nodes (it does not announce nps=1); limit its time or depth";
    /* with `nps`, nodes replace the clock */
    if (c->nodes && limits_have_time(c))
        return "cannot limit time and nodes at once in CECP (UCI can)";
    return p->settings->chess960 && !p->variant_fischer ? "does not play Chess960" : NULL;
}

/* --- a game ---------------------------------------------------------------------------------- */

/* Sends the pieces of one side for `edit`: "Ke1" and so on. */
static void edit_side(Player *p, const Position *start, Color c) {
    static const char letters[] = "PNBRQK";

    for (int s = A1; s < SQUARE_COUNT; s++)
        if (bb_has(start->board.color[c], (Square)s))
            player_send(p, "%c%c%c", letters[position_on(start, (Square)s)],
                        'a' + square_file((Square)s), '1' + square_rank((Square)s));
}

/* Sets up a position without `setboard`, as XBoard does: a2a3 makes it Black's turn. */
static void edit_board(Player *p, const Position *start) {
    if (position_turn(start) == BLACK)
        player_send(p, "a2a3");
    player_send(p, "edit");
    player_send(p, "#");
    edit_side(p, start, WHITE);
    player_send(p, "c");
    edit_side(p, start, BLACK);
    player_send(p, ".");
}

static void set_board(Player *p, const Position *start) {
    Text t = TEXT_OF(FEN_SIZE);

    fen_write(&t, start);
    if (!strcmp(t.at, FEN_START))
        return;
    if (p->can_setboard)
        player_send(p, "setboard %s", t.at);
    else
        edit_board(p, start);
}

/* Sends seconds, with decimals only if necessary: some engines read only integers. */
static void send_seconds(Player *p, const char *before, int64_t ms) {
    if (ms % 1000)
        player_send(p, "%s%lld.%03d", before, (long long)(ms / 1000), (int)(ms % 1000));
    else
        player_send(p, "%s%lld", before, (long long)(ms / 1000));
}

/*
 * Sends a node limit as python-chess does: one node per second and `nodes` seconds. Engines that
 * refuse such a long time get one second and `nodes` nodes per second.
 */
static void send_nodes(Player *p, int64_t nodes) {
    if (p->short_st) {
        player_send(p, "st 1");
        player_send(p, "nps %lld", (long long)nodes);
    } else {
        player_send(p, "nps 1");
        player_send(p, "st %lld", (long long)nodes);
    }
}

static void send_limits(Player *p, const EngineLimits *c) {
    if (c->nodes) {
        send_nodes(p, c->nodes);
    } else if (limits_have_clock(c)) {
        const int64_t base = (c->base_ms + 999) / 1000; /* `level` takes whole seconds only */
        char level[64];

        if (base % 60)
            snprintf(level, sizeof level, "level %d %lld:%02d ", c->moves, (long long)(base / 60),
                     (int)(base % 60));
        else
            snprintf(level, sizeof level, "level %d %lld ", c->moves, (long long)(base / 60));
        send_seconds(p, level, c->increment_ms);
    } else if (c->move_ms) {
        send_seconds(p, "st ", c->move_ms);
    } else {
        player_send(p, "st 86400");
    }
    if (c->depth)
        player_send(p, "sd %d", c->depth);
}

static bool is_pong(Player *p, Word line) {
    Word rest;
    int64_t n;

    return player_skip_prefix(text_rest(line), "pong", &rest) &&
           word_number(rest, 0, INT64_MAX, &n) && n == p->pings;
}

static void ping(Player *p) {
    player_send(p, "ping %lld", (long long)++p->pings);
}

/* Records a refused limit: "Error (unknown command): st 9", "Illegal move: sd 3". */
static void note_refused_limit(Player *p, Word line) {
    Word rest, name;

    if (!player_skip_prefix(line, "Error", &rest) &&
        !player_skip_prefix(line, "Illegal move", &rest))
        return;
    text_until(&rest, ':');
    name = text_word(&rest);
    p->st_refused |= word_is(name, "st");
    p->sd_refused |= word_is(name, "sd");
    p->nps_refused |= word_is(name, "nps");
}

/* Reads up to the next pong, and checks for refused limits. */
static bool wait_for_pong(Player *p) {
    const int64_t deadline = clock_us() + p->settings->patience_ms * 1000;
    Word line;

    p->st_refused = p->sd_refused = p->nps_refused = false;
    if (!p->can_ping)
        return true;
    ping(p);
    while (process_read(&p->process, &line, deadline) == READ_LINE && clock_us() < deadline) {
        if (is_pong(p, line))
            return true;
        note_refused_limit(p, text_rest(line));
    }
    return false;
}

static const char *new_game(Player *p, const GameLine *line, const char *opponent) {
    const EngineLimits *c = &p->spec->limits;
    bool sd_refused;

    if (p->line && p->can_ping)
        wait_for_pong(p); /* drop output of the last game */
    player_send(p, "new");
    if (p->settings->chess960)
        player_send(p, "variant fischerandom");
    player_send(p, "force");
    p->playing = false;
    set_board(p, &line->position[0]);
    send_limits(p, c);
    player_send(p, "post");
    player_send(p, p->spec->ponder > 0 ? "hard" : "easy");
    if (p->can_name) {
        player_send(p, "computer");
        player_send(p, "name %s", opponent);
    }
    if (!wait_for_pong(p))
        return player_not_ready(p);
    sd_refused = p->sd_refused;
    if (c->nodes && p->st_refused && !p->short_st) {
        p->short_st = true;
        send_nodes(p, c->nodes);
        if (!wait_for_pong(p))
            return player_not_ready(p);
    }
    if (c->depth && sd_refused)
        return "does not support a depth limit (sd); limit its time";
    if (c->move_ms && !limits_have_clock(c) && p->st_refused)
        return "does not support a time per move (st); give it a clock";
    return c->nodes && (p->nps_refused || p->st_refused)
               ? "refuses a node limit (nps and st); limit its time or depth"
               : NULL;
}

static void send_move(Player *p, const Position *before, Move m) {
    Text t = TEXT_OF(NOTATION_SIZE);

    notation_write(&t, before, m);
    player_send(p, "%s%s", p->can_usermove ? "usermove " : "", t.at);
}

static void go(Player *p, const Turn *turn) {
    const GameLine *line = turn->line;
    const ChessClock *own = turn->clock[p->color], *other = turn->clock[color_other(p->color)];
    const EngineLimits *c = own->limits;

    /* all moves but the last are sent in force mode, so that the engine does not answer them */
    while (p->moves_sent + (p->playing ? 1 : 0) < line->length) {
        send_move(p, &line->position[p->moves_sent], line->move[p->moves_sent]);
        p->moves_sent++;
    }
    if (limits_have_clock(c) && p->can_time) {
        player_send(p, "time %lld", (long long)max64(own->left_us / 10000, 1));
        player_send(p, "otim %lld", (long long)max64(other->left_us / 10000, 1));
    }
    if (turn->draw_offered && p->can_draw)
        player_send(p, "draw");
    if (p->playing && p->moves_sent < line->length)
        send_move(p, &line->position[p->moves_sent], line->move[p->moves_sent]);
    else
        player_send(p, "go");
    p->playing = true;
    p->moves_sent = line->length + 1; /* the next move is the engine's */
}

/* Handles thinking output: ply score time nodes pv. */
static void handle_thinking(Player *p, Word line) {
    Word first = text_word(&line);
    int64_t depth, score, ignored, nodes;

    while (first.length && (first.at[first.length - 1] < '0' || first.at[first.length - 1] > '9'))
        first.length--; /* some engines mark the ply: "12." or "12&" */
    if (!p->thinking || !word_number(first, 0, 10000, &depth) ||
        !word_number(text_word(&line), -10000000, 10000000, &score) ||
        !word_number(text_word(&line), INT64_MIN, INT64_MAX, &ignored) ||
        !word_number(text_word(&line), INT64_MIN, INT64_MAX, &nodes))
        return;
    p->info.has_score = true;
    p->info.depth = (int)depth;
    p->info.score = (int)score;
    p->info.nodes = max64(nodes, 0);
    p->info.mate = 0;
    if (score >= 100000 && score < 101000)
        p->info.mate = score == 100000 ? 1 : (int)score - 100000;
    else if (score <= -100000 && score > -101000)
        p->info.mate = score == -100000 ? -1 : (int)score + 100000;
    player_report_info(p, line);
}

/*
 * Notes whether the engine refuses a setting before the first game: "Error (bad parameter): memory
 * 1", a similar error about an option, or "telluser there is not enough memory". Ignores errors
 * about `accepted`.
 */
static void check_refusal(Player *p, Word line) {
    static const char *const about[] = {"option", "memory", "cores"};
    Word rest;

    if (*p->refusal || !player_has_settings(p) ||
        (!player_skip_prefix(line, "Error", &rest) &&
         !player_skip_prefix(line, "telluser", &rest) &&
         !player_skip_prefix(line, "Illegal move", &rest)))
        return;
    player_set_refusal(p, line);
    if (!strstr(p->refusal, "accepted")) {
        for (size_t i = 0; i < sizeof about / sizeof *about; i++)
            if (strstr(p->refusal, about[i]))
                return;
        if (player_mentions_setting(p, line))
            return;
    }
    *p->refusal = '\0';
}

static bool handle_line(Player *p, Word line, Answer *answer) {
    Word rest = text_rest(line), first, after;
    bool is_move;

    line = rest;
    first = text_word(&rest);
    is_move = word_is(first, "move");
    if (is_move || player_skip_prefix(line, "My move is:", &after)) {
        player_quote(answer, ANSWER_MOVE, is_move ? text_rest(rest) : after);
        return p->thinking;
    }
    if (!p->line) {
        check_refusal(p, line);
        return false;
    }
    if (word_is(first, "1-0") || word_is(first, "0-1") || word_is(first, "1/2-1/2")) {
        const bool defeat = word_is(first, p->color == WHITE ? "0-1" : "1-0");

        player_quote(answer, defeat ? ANSWER_RESIGN : ANSWER_FALSE_CLAIM, line);
        return true;
    }
    if (word_is(line, "resign")) {
        answer->kind = ANSWER_RESIGN;
        return true;
    }
    if (player_skip_prefix(line, "Illegal move", &after) ||
        player_skip_prefix(line, "tellusererror Illegal position", &after)) {
        player_quote(answer, ANSWER_REFUSAL, line);
        return true;
    }
    if (word_is(line, "offer draw"))
        p->offers_draw = true;
    else if (first.length && *first.at >= '0' && *first.at <= '9')
        handle_thinking(p, line);
    return false;
}

static void move_now(Player *p) {
    player_send(p, "?");
}

static void end_game(Player *p, const char *result, const char *reason) {
    player_send(p, "result %s {%s}", result, reason);
    player_send(p, "force");
    p->playing = false;
}

const ProtocolDriver cecp_driver = {
    .handshake = handshake,
    .set_option = set_option,
    .set_resources = set_resources,
    .unsupported = unsupported,
    .new_game = new_game,
    .go = go,
    .handle_line = handle_line,
    .move_now = move_now,
    .end_game = end_game,
    .ping = ping,
    .is_pong = is_pong,
};
