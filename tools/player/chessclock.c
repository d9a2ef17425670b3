/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chessclock.h"

#include <string.h>

enum { MS_MAX = 100 * 3600 * 1000 };

/* Cut off what stands in front of a character; false, with nothing changed, if it is not there. */
static bool cut(Word *text, char c, Word *front) {
    const char *at = text->length ? memchr(text->at, c, text->length) : NULL;

    if (!at)
        return false;
    *front = (Word){text->at, (size_t)(at - text->at)};
    *text = (Word){at + 1, text->length - front->length - 1};
    return true;
}

const char *timecontrol_parse(TimeControl *out, Word text) {
    int64_t moves = 0, minutes = 0, base, increment = 0;
    Word front;

    if (cut(&text, '/', &front) && !word_number(front, 1, 1000, &moves))
        return "the moves in front of '/' are not a number from 1 to 1000";
    if (!cut(&text, '+', &front)) {
        front = text;
    } else if (!word_thousandths(text, MS_MAX, &increment)) {
        return "the increment is not a number of seconds";
    }
    text = front;
    if (cut(&text, ':', &front) && !word_number(front, 0, MS_MAX / 60000, &minutes))
        return "the minutes are not a number";
    if (!word_thousandths(text, MS_MAX, &base))
        return "the time is not a number of seconds";
    base += minutes * 60000;
    if (!base && !increment)
        return "there is no time at all";
    out->base_ms = base;
    out->increment_ms = increment;
    out->moves = (int)moves;
    return NULL;
}

void timecontrol_default(TimeControl *c, const TimeControl *from) {
    if (!timecontrol_has_clock(c) && !c->move_ms) {
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

/* Milliseconds as seconds, without needless zeros. */
static void write_seconds(Text *out, int64_t ms) {
    char digits[8];
    Text t = text_in(digits, sizeof digits);
    int length = 3;

    text_addf(out, "%lld", (long long)(ms / 1000));
    text_addf(&t, "%03d", (int)(ms % 1000));
    while (length && digits[length - 1] == '0')
        length--;
    if (length)
        text_addf(out, ".%.*s", length, digits);
}

void timecontrol_write(Text *out, const TimeControl *c) {
    if (timecontrol_has_clock(c)) {
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

void timecontrol_describe(Text *out, const TimeControl *c) {
    const char *comma = "";

    if (timecontrol_has_clock(c)) {
        timecontrol_write(out, c);
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

ChessClock chessclock_start(const TimeControl *control) {
    return (ChessClock){.control = control, .left_us = control->base_ms * 1000};
}

int chessclock_moves_to_go(const ChessClock *c) {
    return c->control->moves ? c->control->moves - c->played % c->control->moves : 0;
}

int64_t chessclock_patience_us(const ChessClock *c, int64_t margin_us) {
    if (timecontrol_has_clock(c->control))
        return c->left_us + margin_us;
    return c->control->move_ms ? c->control->move_ms * 1000 + margin_us : INT64_MAX;
}

void overdraft_add(Overdraft *sum, const Overdraft *more) {
    sum->moves += more->moves;
    sum->most_us = more->most_us > sum->most_us ? more->most_us : sum->most_us;
}

bool chessclock_spend(ChessClock *c, int64_t used_us, int64_t margin_us) {
    const int64_t had_us = chessclock_patience_us(c, 0);
    const bool good = used_us <= chessclock_patience_us(c, margin_us);

    if (used_us > had_us)
        overdraft_add(&c->overdraft, &(Overdraft){good, used_us - had_us});
    if (!good)
        return false;
    c->played++;
    if (!timecontrol_has_clock(c->control))
        return true;
    c->left_us = c->left_us > used_us ? c->left_us - used_us : 0;
    c->left_us += c->control->increment_ms * 1000;
    if (c->control->moves && c->played % c->control->moves == 0)
        c->left_us += c->control->base_ms * 1000;
    return true;
}
