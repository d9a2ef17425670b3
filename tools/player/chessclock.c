/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chessclock.h"

#include "base/util.h"

enum { MS_MAX = 100 * 3600 * 1000 };

const char *limits_parse_clock(EngineLimits *out, Word text) {
    int64_t moves = 0, minutes = 0, base, increment = 0;
    Word rest = text, after;

    if (text_split(&text, "/", &rest) && !word_number(text, 1, 1000, &moves))
        return "the moves before '/' must be a number from 1 to 1000";
    if (text_split(&rest, "+", &after) && !word_thousandths(after, MS_MAX, &increment))
        return "the increment is not a number of seconds";
    text = rest;
    if (text_split(&text, ":", &rest) && !word_number(text, 0, MS_MAX / 60000, &minutes))
        return "the minutes are not a number";
    if (!word_thousandths(rest, MS_MAX, &base))
        return "the time is not a number of seconds";
    base += minutes * 60000;
    if (!base && !increment)
        return "the time is zero";
    out->base_ms = base;
    out->increment_ms = increment;
    out->moves = (int)moves;
    return NULL;
}

void limits_set_defaults(EngineLimits *c, const EngineLimits *from) {
    if (!limits_have_clock(c) && !c->move_ms) {
        c->base_ms = from->base_ms;
        c->increment_ms = from->increment_ms;
        c->moves = from->moves;
        c->move_ms = from->move_ms;
    }
    if (!c->nodes)
        c->nodes = from->nodes;
    if (!c->depth)
        c->depth = from->depth;
}

/* Writes seconds with up to three decimals, without trailing zeros. */
static void write_seconds(Text *out, int64_t ms) {
    Text t = TEXT_OF(8);
    int length = 3;

    text_addf(out, "%lld", (long long)(ms / 1000));
    text_addf(&t, "%03d", (int)(ms % 1000));
    while (length && t.at[length - 1] == '0')
        length--;
    if (length)
        text_addf(out, ".%.*s", length, t.at);
}

void limits_write_pgn(Text *out, const EngineLimits *c) {
    if (limits_have_clock(c)) {
        if (c->moves)
            text_addf(out, "%d/", c->moves);
        write_seconds(out, c->base_ms);
        if (c->increment_ms) {
            text_add_char(out, '+');
            write_seconds(out, c->increment_ms);
        }
    } else if (c->move_ms) {
        text_add(out, "1/");
        write_seconds(out, c->move_ms);
    } else {
        text_add_char(out, '-');
    }
}

void limits_describe(Text *out, const EngineLimits *c) {
    const char *comma = "";

    if (limits_have_clock(c)) {
        limits_write_pgn(out, c);
        comma = ", ";
    } else if (c->move_ms) {
        write_seconds(out, c->move_ms);
        text_add(out, " s a move");
        comma = ", ";
    }
    if (c->nodes) {
        text_addf(out, "%s%lld nodes", comma, (long long)c->nodes);
        comma = ", ";
    }
    if (c->depth)
        text_addf(out, "%sdepth %d", comma, c->depth);
}

ChessClock chessclock_start(const EngineLimits *limits) {
    return (ChessClock){.limits = limits, .left_us = limits->base_ms * 1000};
}

int chessclock_moves_to_go(const ChessClock *c) {
    return c->limits->moves ? c->limits->moves - c->played % c->limits->moves : 0;
}

int64_t chessclock_timeout_us(const ChessClock *c, int64_t margin_us) {
    if (limits_have_clock(c->limits))
        return c->left_us + margin_us;
    return c->limits->move_ms ? c->limits->move_ms * 1000 + margin_us : INT64_MAX;
}

void overdraft_add(Overdraft *sum, const Overdraft *more) {
    sum->moves += more->moves;
    sum->max_us = max64(sum->max_us, more->max_us);
}

bool chessclock_spend(ChessClock *c, int64_t time_us, int64_t margin_us) {
    const int64_t had_us = chessclock_timeout_us(c, 0);
    const bool good = time_us <= chessclock_timeout_us(c, margin_us);

    if (time_us > had_us)
        overdraft_add(&c->overdraft, &(Overdraft){good, time_us - had_us});
    if (!good)
        return false;
    c->played++;
    if (!limits_have_clock(c->limits))
        return true;
    c->left_us = max64(c->left_us - time_us, 0);
    c->left_us += c->limits->increment_ms * 1000;
    if (c->limits->moves && c->played % c->limits->moves == 0)
        c->left_us += c->limits->base_ms * 1000;
    return true;
}
