/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clocks.h"

#include <string.h>

static const int64_t longest_ms = 100 * 24 * 3600 * (int64_t)1000; /* 100 days */

/*
 * Reads a time such as "1:02:03.4", "02:03" or "3"; returns false, with *ms unchanged, for other
 * text.
 */
static bool read_time(Word w, int64_t *ms) {
    Word rest = text_rest(w);
    int64_t total = 0, part;

    for (int parts = 1;; parts++) {
        const bool last = !rest.length || !memchr(rest.at, ':', rest.length);
        const Word field = text_until(&rest, ':');

        if (!word_thousandths(field, longest_ms, &part) || parts > 3)
            return false;
        total = total * 60 + part;
        if (last)
            break;
    }
    if (total > longest_ms)
        return false;
    *ms = total;
    return true;
}

/* --- the time control ------------------------------------------------------------------------- */

static bool read_period(Word w, ClockPeriod *out) {
    ClockPeriod p = {0};
    Word time = text_rest(w);
    int64_t moves;

    if (time.length && memchr(time.at, '/', time.length)) {
        if (!word_number(text_until(&time, '/'), 1, 1000, &moves))
            return false;
        p.moves = (size_t)moves;
    }
    if (!word_thousandths(text_until(&time, '+'), longest_ms, &p.base_ms) ||
        (time.length && !word_thousandths(time, longest_ms, &p.increment_ms)))
        return false;
    *out = p;
    return true;
}

bool clocks_read_control(ClockControl *out, Word value) {
    Word rest = text_rest(value);

    out->periods = 0;
    while (rest.length) {
        if (out->periods == CLOCK_PERIODS ||
            !read_period(text_until(&rest, ':'), &out->period[out->periods])) {
            out->periods = 0;
            return false;
        }
        out->periods++;
    }
    return out->periods > 0;
}

int64_t clocks_gain(const ClockControl *c, size_t n) {
    const ClockPeriod *p = c->period, *last = p + c->periods - 1;

    if (!c->periods)
        return 0;
    while (p < last && p->moves && n > p->moves)
        n -= p++->moves;
    if (!p->moves || n % p->moves) /* the last period repeats if its moves are limited */
        return p->increment_ms;
    return p->increment_ms + (p < last ? p[1] : *p).base_ms;
}

/* --- comments --------------------------------------------------------------------------------- */

/* Returns the argument of a command that begins with "[%name "; otherwise an empty word. */
static Word argument(Word comment, const char *command) {
    Word rest;

    return text_split(&comment, command, &rest) && memchr(rest.at, ']', rest.length)
               ? text_until(&rest, ']')
               : (Word){0};
}

/* Reads a score and depth such as 0.35/12, and then a time such as 1.5s. */
static void read_score_and_time(Word comment, int64_t *used) {
    Word rest = comment, w, before = {0};

    while ((w = text_word(&rest)).length) {
        while (w.length && text_is_among(w.at[w.length - 1], ",;}"))
            w.length--;
        if (w.length > 1 && w.at[w.length - 1] == 's' && before.length &&
            memchr(before.at, '/', before.length)) {
            (void)word_thousandths((Word){w.at, w.length - 1}, longest_ms, used);
            return;
        }
        before = w;
    }
}

void clocks_read_comment(Word comment, int64_t *used, int64_t *left) {
    (void)read_time(argument(comment, "[%clk "), left);
    if (!read_time(argument(comment, "[%emt "), used))
        read_score_and_time(comment, used);
}
