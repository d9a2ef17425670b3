/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "fen.h"
#include "notation.h"
#include "player_internal.h"

/* --- introductions --------------------------------------------------------------------------- */

/* The next feature of a line: name=value or name="value"; false at the end. */
static bool next_feature(Word *line, Word *name, Word *value) {
    size_t end = 0;

    *line = text_rest(*line);
    while (end < line->length && line->at[end] != '=')
        end++;
    if (end == line->length)
        return false;
    *name = (Word){line->at, end};
    *line = (Word){line->at + end + 1, line->length - end - 1};
    if (line->length && *line->at == '"') {
        for (end = 1; end < line->length && line->at[end] != '"'; end++)
            ;
        *value = (Word){line->at + 1, end - 1};
        end += end < line->length;
        *line = (Word){line->at + end, line->length - end};
    } else {
        *value = text_word(line);
    }
    return true;
}

/* Take note of a feature; false if we have no use for it. */
static bool take_feature(Player *p, Word name, Word value) {
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
        char list[512];
        Text t = text_in(list, sizeof list);

        text_add_word(&t, value);
        p->variant_fischer = strstr(list, "fischerandom") != NULL;
    } else if (word_is(name, "option")) {
        /* "Name -kind ...": a name may have blanks */
        for (size_t i = 0; i + 1 < value.length; i++)
            if (value.at[i] == ' ' && value.at[i + 1] == '-') {
                option.length = i;
                break;
            }
        player_note_option(p, text_rest(option));
    } else {
        return word_is(name, "done");
    }
    return true;
}

/* A line of features; *patience_ms changes with done=0. True when all are told. */
static bool hear_features(Player *p, Word line, int64_t *patience_ms) {
    Word name, value;

    while (next_feature(&line, &name, &value)) {
        const bool known = take_feature(p, name, value);

        player_say(p, "%s %.*s", known ? "accepted" : "rejected", (int)name.length, name.at);
        p->greeted = true;
        if (word_is(name, "done")) {
            if (word_is(value, "1"))
                return true;
            *patience_ms = LONG_GREETING_MS;
        }
    }
    return false;
}

static bool greet(Player *p) {
    /* one that is known to speak CECP may be slow to begin; others may be waiting for UCI */
    const int64_t longest = p->spec->protocol == PROTOCOL_CECP ? p->manners->patience_ms : 0;
    const int64_t start = clock_us();
    int64_t patience_ms = GREETING_MS;
    ReadResult got;
    bool heard = false;
    Word line, rest;

    p->can_ping = p->can_setboard = p->can_usermove = p->can_name = p->can_memory = p->can_smp =
        p->can_nodes = false;
    p->can_time = p->can_draw = p->can_reuse = true;
    p->variant_fischer = p->greeted = p->short_st = p->playing = false;
    player_say(p, "xboard");
    player_say(p, "protover 2");
    for (;;) {
        got = process_read(&p->process, &line, start + patience_ms * 1000);
        if (got == READ_LATE && !heard && patience_ms < longest) {
            patience_ms = longest;
            continue;
        }
        if (got != READ_LINE)
            break;
        heard = true;
        if (player_after(text_rest(line), "feature", &rest) && hear_features(p, rest, &patience_ms))
            return true;
        if (clock_us() > start + patience_ms * 1000)
            break;
    }
    /* engines older than protover send some greeting; they are believed if the user says so */
    return got == READ_LATE && patience_ms != LONG_GREETING_MS &&
           (p->greeted || (heard && p->spec->protocol == PROTOCOL_CECP));
}

static void set_option(Player *p, const char *name, const char *value) {
    if (value)
        player_say(p, "option %s=%s", name, value);
    else
        player_say(p, "option %s", name);
}

static void set_hash(Player *p, int64_t megabytes) {
    if (p->can_memory)
        player_say(p, "memory %lld", (long long)megabytes);
}

static void set_threads(Player *p, int64_t threads) {
    if (p->can_smp)
        player_say(p, "cores %lld", (long long)threads);
}

static const char *lacks(const Player *p, const TimeControl *c) {
    if (c->nodes && !p->can_nodes)
        return "cannot be given a number of nodes (it does not announce nps=1); limit it by time "
               "or "
               "depth";
    /* with `nps` an engine counts nodes for its time and does not look at any clock */
    if (c->nodes && timecontrol_has_time(c))
        return "cannot mind time and nodes at once in CECP (UCI can say both)";
    return p->manners->chess960 && !p->variant_fischer ? "does not play Chess960" : NULL;
}

/* --- a game ---------------------------------------------------------------------------------- */

/* One side of a board for `edit`: "Ke1" and so on. */
static void edit_side(Player *p, const Position *start, Color c) {
    static const char letters[] = "PNBRQK";

    for (int s = A1; s < SQUARE_COUNT; s++)
        if (bb_has(start->board.color[c], (Square)s))
            player_say(p, "%c%c%c", letters[position_on(start, (Square)s)],
                       'a' + square_file((Square)s), '1' + square_rank((Square)s));
}

/* Engines from before `setboard`: as XBoard does it, with a2a3 to let Black move. */
static void edit_board(Player *p, const Position *start) {
    if (position_turn(start) == BLACK)
        player_say(p, "a2a3");
    player_say(p, "edit");
    player_say(p, "#");
    edit_side(p, start, WHITE);
    player_say(p, "c");
    edit_side(p, start, BLACK);
    player_say(p, ".");
}

static void set_board(Player *p, const Position *start) {
    char fen[FEN_SIZE];
    Text t = text_in(fen, sizeof fen);

    fen_write(&t, start);
    if (!strcmp(fen, FEN_START))
        return;
    if (p->can_setboard)
        player_say(p, "setboard %s", fen);
    else
        edit_board(p, start);
}

/* Seconds with decimals only where they are needed: some engines read whole numbers only. */
static void say_seconds(Player *p, const char *before, int64_t ms) {
    if (ms % 1000)
        player_say(p, "%s%lld.%03d", before, (long long)(ms / 1000), (int)(ms % 1000));
    else
        player_say(p, "%s%lld", before, (long long)(ms / 1000));
}

/*
 * Nodes are counted as python-chess has them counted: at a speed of one node a second, so many
 * seconds. An engine that refuses so long a time gets one second at such a speed.
 */
static void say_nodes(Player *p, int64_t nodes) {
    if (p->short_st) {
        player_say(p, "st 1");
        player_say(p, "nps %lld", (long long)nodes);
    } else {
        player_say(p, "nps 1");
        player_say(p, "st %lld", (long long)nodes);
    }
}

static void say_limits(Player *p, const TimeControl *c) {
    if (c->nodes) {
        say_nodes(p, c->nodes);
    } else if (timecontrol_has_clock(c)) {
        const int64_t base = (c->base_ms + 999) / 1000; /* `level` knows whole seconds only */
        char level[64];

        if (base % 60)
            snprintf(level, sizeof level, "level %d %lld:%02d ", c->moves, (long long)(base / 60),
                     (int)(base % 60));
        else
            snprintf(level, sizeof level, "level %d %lld ", c->moves, (long long)(base / 60));
        say_seconds(p, level, c->increment_ms);
    } else if (c->move_ms) {
        say_seconds(p, "st ", c->move_ms);
    } else {
        player_say(p, "st 86400");
    }
    if (c->depth)
        player_say(p, "sd %d", c->depth);
}

static bool is_pong(Player *p, Word line) {
    Word rest;
    int64_t n;

    return player_after(text_rest(line), "pong", &rest) && word_number(rest, 0, INT64_MAX, &n) &&
           n == p->pings;
}

static void ping(Player *p) {
    player_say(p, "ping %lld", (long long)++p->pings);
}

/* Take note of a limit that is refused: "Error (unknown command): st 9", "Illegal move: sd 3". */
static void note_refusal(Player *p, Word line) {
    Word rest, name;
    size_t colon = 0;

    if (!player_after(line, "Error", &rest) && !player_after(line, "Illegal move", &rest))
        return;
    while (colon < rest.length && rest.at[colon] != ':')
        colon++;
    if (colon == rest.length)
        return;
    rest = (Word){rest.at + colon + 1, rest.length - colon - 1};
    name = text_word(&rest);
    p->st_refused |= word_is(name, "st");
    p->sd_refused |= word_is(name, "sd");
    p->nps_refused |= word_is(name, "nps");
}

/* Read up to the next pong, taking note of refused limits. */
static bool settle(Player *p) {
    const int64_t deadline = clock_us() + p->manners->patience_ms * 1000;
    Word line;

    p->st_refused = p->sd_refused = p->nps_refused = false;
    if (!p->can_ping)
        return true;
    ping(p);
    while (process_read(&p->process, &line, deadline) == READ_LINE && clock_us() < deadline) {
        if (is_pong(p, line))
            return true;
        note_refusal(p, text_rest(line));
    }
    return false;
}

static const char *new_game(Player *p, const GameLine *line, const char *opponent) {
    const TimeControl *c = &p->spec->control;
    bool sd_refused;

    if (p->line && p->can_ping)
        settle(p); /* what is left from the last game */
    player_say(p, "new");
    if (p->manners->chess960)
        player_say(p, "variant fischerandom");
    player_say(p, "force");
    p->playing = false;
    set_board(p, &line->position[0]);
    say_limits(p, c);
    player_say(p, "post");
    player_say(p, "easy");
    if (p->can_name) {
        player_say(p, "computer");
        player_say(p, "name %s", opponent);
    }
    if (!settle(p))
        return player_blame(p);
    sd_refused = p->sd_refused;
    if (c->nodes && p->st_refused && !p->short_st) {
        p->short_st = true;
        say_nodes(p, c->nodes);
        if (!settle(p))
            return player_blame(p);
    }
    if (c->depth && sd_refused)
        return "does not know a limit of depth (sd); limit it by time";
    if (c->move_ms && !timecontrol_has_clock(c) && p->st_refused)
        return "does not know a time for each move (st); give it a clock";
    return c->nodes && (p->nps_refused || p->st_refused)
               ? "refuses a number of nodes (nps and st); limit it by time or depth"
               : NULL;
}

static void say_move(Player *p, const Position *before, Move m) {
    char move[NOTATION_SIZE];
    Text t = text_in(move, sizeof move);

    notation_write(&t, before, m);
    player_say(p, "%s%s", p->can_usermove ? "usermove " : "", move);
}

static void ask(Player *p, const Turn *turn) {
    const GameLine *line = turn->line;
    const ChessClock *own = turn->clock[p->color], *other = turn->clock[color_other(p->color)];
    const TimeControl *c = own->control;

    /* moves that are not the opponent's answer come while it is in force mode */
    while (p->told + (p->playing ? 1 : 0) < line->length) {
        say_move(p, &line->position[p->told], line->move[p->told]);
        p->told++;
    }
    if (timecontrol_has_clock(c) && p->can_time) {
        const int64_t left = own->left_us / 10000, others = other->left_us / 10000;

        player_say(p, "time %lld", (long long)(left > 0 ? left : 1));
        player_say(p, "otim %lld", (long long)(others > 0 ? others : 1));
    }
    if (turn->draw_offered && p->can_draw)
        player_say(p, "draw");
    if (p->playing && p->told < line->length)
        say_move(p, &line->position[p->told], line->move[p->told]);
    else
        player_say(p, "go");
    p->playing = true;
    p->told = line->length + 1; /* its own move comes next */
}

/* Thinking output: ply score time nodes ... */
static void hear_thought(Player *p, Word line) {
    Word first = text_word(&line);
    int64_t depth, score, ignored, nodes;

    while (first.length && (first.at[first.length - 1] < '0' || first.at[first.length - 1] > '9'))
        first.length--; /* some mark the ply: "12." or "12&" */
    if (!p->thinking || !word_number(first, 0, 10000, &depth) ||
        !word_number(text_word(&line), -10000000, 10000000, &score) ||
        !word_number(text_word(&line), INT64_MIN, INT64_MAX, &ignored) ||
        !word_number(text_word(&line), INT64_MIN, INT64_MAX, &nodes))
        return;
    p->note.known = true;
    p->note.depth = (int)depth;
    p->note.score = (int)score;
    p->note.nodes = nodes > 0 ? nodes : 0;
    p->note.mate = 0;
    if (score >= 100000 && score < 101000)
        p->note.mate = score == 100000 ? 1 : (int)score - 100000;
    else if (score <= -100000 && score > -101000)
        p->note.mate = score == -100000 ? -1 : (int)score + 100000;
    player_tell(p, line);
}

/* Does the result say that this side lost? */
static bool is_defeat(Word result, Color c) {
    return word_is(result, c == WHITE ? "0-1" : "1-0");
}

/* Before any game: "Error (bad parameter): memory 1", or an option's name there. What it says of
 * `accepted` is idle talk. */
static void hear_refusal(Player *p, Word line) {
    static const char *const about[] = {"option", "memory", "cores"};
    Word rest;

    if (*p->refusal ||
        (!player_after(line, "Error", &rest) && !player_after(line, "Illegal move", &rest)))
        return;
    player_note_refusal(p, line);
    if (!strstr(p->refusal, "accepted")) {
        for (size_t i = 0; i < sizeof about / sizeof *about; i++)
            if (strstr(p->refusal, about[i]))
                return;
        if (player_names_setting(p, line))
            return;
    }
    *p->refusal = '\0';
}

static bool hear(Player *p, Word line, Answer *answer) {
    Word rest = text_rest(line), first, after;

    line = rest;
    first = text_word(&rest);
    if (word_is(first, "move") || player_after(line, "My move is:", &after)) {
        player_quote(answer, ANSWER_MOVE, word_is(first, "move") ? text_rest(rest) : after);
        return p->thinking;
    }
    if (!p->line) {
        hear_refusal(p, line);
        return false;
    }
    if (word_is(first, "1-0") || word_is(first, "0-1") || word_is(first, "1/2-1/2")) {
        player_quote(answer, is_defeat(first, p->color) ? ANSWER_RESIGNS : ANSWER_CLAIM, line);
        return true;
    }
    if (word_is(line, "resign")) {
        answer->kind = ANSWER_RESIGNS;
        return true;
    }
    if (player_after(line, "Illegal move", &after) ||
        player_after(line, "tellusererror Illegal position", &after)) {
        player_quote(answer, ANSWER_REFUSAL, line);
        return true;
    }
    if (word_is(line, "offer draw"))
        p->offers_draw = true;
    else if (first.length && *first.at >= '0' && *first.at <= '9')
        hear_thought(p, line);
    return false;
}

static void hurry(Player *p) {
    player_say(p, "?");
}

static void end_game(Player *p, const char *result, const char *reason) {
    player_say(p, "result %s {%s}", result, reason);
    player_say(p, "force");
    p->playing = false;
}

const Speech cecp_speech = {
    .greet = greet,
    .set_option = set_option,
    .set_hash = set_hash,
    .set_threads = set_threads,
    .lacks = lacks,
    .new_game = new_game,
    .ask = ask,
    .hear = hear,
    .hurry = hurry,
    .end_game = end_game,
    .ping = ping,
    .is_pong = is_pong,
};
