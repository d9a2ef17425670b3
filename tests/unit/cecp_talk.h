/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conversations in CECP. Every line of output is checked: its form, that moves and variations are
 * legal, that pings are answered in order, and that the engine sends no unexpected move and no
 * false result.
 */
#ifndef ALULA_CECP_TALK_H
#define ALULA_CECP_TALK_H

#include <regex.h>

#include "dialogue.h"
#include "protocol/cecp/cecp.h"
#include "protocol/cecp/cecp_state.h"

/* --- checks of every line --------------------------------------------------------------------- */

static inline bool starts(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

static inline bool matches(const char *line, const char *pattern) {
    regex_t regex;
    bool found;

    CLAIM(!regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), "%s", pattern);
    found = !regexec(&regex, line, 0, NULL, 0);
    regfree(&regex);
    return found;
}

static inline bool is_thinking(const char *line) {
    return matches(line, "^ *-?[0-9]+ -?[0-9]+ [0-9]+ ");
}

static inline void check_form(const char *line) {
    /* XBoard takes lines with these words for a failure to start */
    static const char *const fatal[] = {
        "unknown host",      "No remote dir", "not found",     "No such file",
        "Permission denied", "can't alloc",   "can not alloc", NULL};
    static const char *const known[] = {
        "feature ",       "move ",     "pong",       "Hint: ",     "Illegal move", "Error (",
        "tellusererror ", "telluser ", "offer draw", "stat01: ",   "1-0 {",        "0-1 {",
        "1/2-1/2 {",      " ",         "# ",         "highlight ", NULL,
    };
    const size_t length = strlen(line);
    bool good = !length || is_thinking(line);

    CLAIM(length < 512, "a long line: %s", line);
    CLAIM(!length || !strchr(" \t\r", line[length - 1]), "a blank at the end of \"%s\"", line);
    for (int i = 0; fatal[i]; i++)
        CLAIM(!strstr(line, fatal[i]), "fatal words: %s", line);
    for (int i = 0; known[i]; i++)
        good |= starts(line, known[i]);
    CLAIM(good, "not a line of the protocol: \"%s\"", line);
    for (size_t i = 0; i < length; i++)
        CLAIM((unsigned char)line[i] >= ' ' || line[i] == '\t', "a control byte in \"%s\"", line);
    if (starts(line, "stat01:"))
        CLAIM(matches(line, "^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+( "
                            "[a-h][1-8][a-h][1-8][qrbn]?| O-O(-O)?)?$"),
              "%s", line);
    if (starts(line, "highlight"))
        CLAIM(matches(line, "^highlight ([1-8yrm]{1,8}/){7}[1-8yrm]{1,8}$"), "%s", line);
    if (starts(line, "Illegal move"))
        CLAIM(matches(line, "^Illegal move( \\((in check|moving into check|no such piece|ambiguous "
                            "move|not your turn|illegal position)\\))?(: .|$)"),
              "%s", line);
    if (starts(line, "Error"))
        CLAIM(matches(line, "^Error \\(([a-zA-Z]+: )?[a-zA-Z ']+\\)(: .|$)"), "%s", line);
}

/* Writes a move in the form that the protocol requires. */
static inline void write_move(const Talk *t, Text *text, const Position *p, Move m) {
    if (t->f.game.chess960 && position_is_castling(p, m))
        text_add(text, move_to(m) > move_from(m) ? "O-O" : "O-O-O");
    else
        notation_write(text, p, m);
}

/*
 * Checks a line of thinking output: its form, its numbers, and its moves, which must be legal and
 * correctly written.
 */
static inline void check_thinking(Talk *t, const char *line) {
    Position now = *gameline_now(&t->f.game.line), next;
    long depth, score, time;
    unsigned long long nodes;
    Word rest;

    CLAIM(matches(line, "^-?[0-9]+ -?[0-9]+ [0-9]+ [0-9]+( [0-9]+)*\t[^ \t]"), "form of \"%s\"",
          line);
    CLAIM(sscanf(line, "%ld %ld %ld %llu", &depth, &score, &time, &nodes) == 4, "%s", line);
    CLAIM(labs(score) < 21000 || (labs(score) >= 100000 && labs(score) < 100130), "%s", line);
    CLAIM(t->f.post, "thinking output without post: \"%s\"", line);
    if (t->search != t->f.search.number) {
        t->search = t->f.search.number;
        t->depth = t->centiseconds = 0;
        t->nodes = 0;
        t->failed_low = false;
    }
    /*
     * An iteration that only fails low may be dropped in favor of the previous one; with several
     * threads, the result chosen by vote may not be the deepest.
     */
    CLAIM(depth >= t->depth - t->failed_low || engine_threads(t->f.engine) > 1,
          "the depth goes back: %s", line);
    CLAIM(nodes >= t->nodes, "nodes go back: %s", line);
    /* unless a ponder hit changes the clock */
    CLAIM(time >= t->centiseconds || t->f.game.time.cpu_time || t->f.game.time.nodes_per_second,
          "time goes back: %s", line);
    t->depth = depth;
    t->failed_low = line[strlen(line) - 1] == '?';
    t->nodes = nodes;
    t->centiseconds = time;
    if (t->f.search.busy == PONDERING) {
        position_play(&next, &now, t->f.search.expected);
        now = next;
    }
    rest = word_of(strchr(line, '\t'));
    *t->pv_move = '\0';
    for (Word w = text_word(&rest); w.length; w = text_word(&rest)) {
        char buffer[NOTATION_SIZE];
        Text text = text_in(buffer, sizeof buffer);
        Move m;

        if (word_is(w, "!") || word_is(w, "?"))
            break;
        if (!rest.length && (w.at[w.length - 1] == '!' || w.at[w.length - 1] == '?'))
            w.length--;
        CLAIM(notation_parse(&m, &now, w) == MOVE_FINE, "illegal: %.*s in \"%s\"", (int)w.length,
              w.at, line);
        notation_write_san(&text, &now, m);
        CLAIM(word_is(w, buffer), "not the shortest writing: %.*s in \"%s\"", (int)w.length, w.at,
              line);
        if (!*t->pv_move) {
            text = text_in(t->pv_move, sizeof t->pv_move);
            write_move(t, &text, &now, m);
        }
        position_play(&next, &now, m);
        now = next;
    }
}

/* Checks a move that the engine announces, which is on the board already. */
static inline void check_move(Talk *t, const char *line) {
    const GameLine *g = &t->f.game.line;
    char buffer[32];
    Text text = text_in(buffer, sizeof buffer);

    t->moves++;
    CLAIM(t->may_move, "an unexpected move: %s; output:\n%s", line, t->said);
    CLAIM(!t->f.game.force && g->length, "a move in force mode: %s", line);
    CLAIM(move_is_legal(&g->position[g->length - 1], g->move[g->length - 1]), "illegal: %s", line);
    CLAIM(position_turn(&g->position[g->length - 1]) == t->f.game.ours, "two moves running: %s",
          line);
    text_add(&text, "move ");
    write_move(t, &text, &g->position[g->length - 1], g->move[g->length - 1]);
    CLAIM(!strcmp(buffer, line), "\"%s\" said, \"%s\" made", line, buffer);
    /* without output there is no last line to compare: a book move, or a search without output */
    CLAIM(!t->f.post || !*t->pv_move || t->search != t->f.search.number ||
              !strcmp(t->pv_move, line + 5),
          "\"%s\" is not the move of the last line:\n%s", line, t->said);
    *t->pv_move = '\0';
}

/* Returns true if the line is a resignation, which requires the option Resign. */
static inline bool is_resignation(const Talk *t, const char *line) {
    return t->f.options.value[OPTION_RESIGN] && !t->f.game.force &&
           !strcmp(line, t->f.game.ours == WHITE ? "0-1 {White resigns}" : "1-0 {Black resigns}");
}

/*
 * Checks that a result is true and may be claimed: any result in play, in force mode only mate and
 * stalemate.
 */
static inline void check_result(Talk *t, const char *line) {
    const Outcome outcome = gameline_outcome(&t->f.game.line);
    const char *text = outcome_text(outcome, position_turn(gameline_now(&t->f.game.line)));

    if (is_resignation(t, line))
        return;
    CLAIM(text && !strcmp(text, line), "a false claim: %s", line);
    CLAIM(!cecp_state(&t->f)->analyze, "a result in analyze mode: %s", line);
    CLAIM(!t->f.game.force || outcome <= OUTCOME_STALEMATE, "a claim in force mode: %s", line);
}

static inline void check_hint(Talk *t, const char *line) {
    Move m;

    CLAIM(notation_parse(&m, gameline_now(&t->f.game.line), word_of(line + 6)) == MOVE_FINE, "%s",
          line);
}

static inline void check_line(Talk *t, const char *line) {
    check_form(line);
    if (starts(line, "move ")) {
        check_move(t, line);
    } else if (starts(line, "pong")) {
        const char *asked = t->pings[t->answered++ % 256];
        CLAIM(t->answered <= t->asked && !strcmp(asked, line), "\"%s\" said instead of \"%s\":\n%s",
              line, asked, t->said);
    } else if (starts(line, "1-0") || starts(line, "0-1") || starts(line, "1/2")) {
        check_result(t, line);
    } else if (starts(line, "Hint: ")) {
        check_hint(t, line);
    } else if (is_thinking(line)) {
        check_thinking(t, line);
    }
}

/* --- talking ---------------------------------------------------------------------------------- */

static inline void talk(Talk *t, const char *line) {
    static const char *const ends_turn[] = {"force",     "new",     "result",  "setboard", "undo",
                                            "remove",    "edit",    "analyze", "white",    "black",
                                            "playother", "variant", NULL};
    Word rest = word_of(line);
    const Word word = text_word(&rest);
    Text answer;
    Move ignored;

    if (talk_directive(t, line))
        return;
    if (word_is(word, "ping")) {
        char *pong = t->pings[t->asked++ % 256];
        CLAIM(t->asked - t->answered < 256, "too many pings");
        rest = text_rest(rest);
        answer = text_in(pong, sizeof *t->pings);
        text_add(&answer, rest.length ? "pong " : "pong");
        text_add_quoted(&answer, rest, sizeof *t->pings);
    }
    if (word_is(word, "go") || word_is(word, "usermove") ||
        notation_parse(&ignored, gameline_now(&t->f.game.line), word) != MOVE_UNREADABLE)
        t->may_move = true;
    talk_send(t, line);
    /* after talk_send(), as a move that was ready is sent before the line is handled */
    for (int i = 0; ends_turn[i]; i++)
        if (word_is(word, ends_turn[i]) && t->f.search.busy != THINKING)
            t->may_move = false;
}

static inline void finish(Talk *t) {
    CLAIM(t->f.leaving || t->f.search.busy == THINKING || t->answered == t->asked,
          "a ping is not answered; said:\n%s", t->said);
    talk_end(t);
}

#endif
