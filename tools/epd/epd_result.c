/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "epd_result.h"

#include <inttypes.h>
#include <string.h>

enum { ROOM = EPD_JOB_SIZE + 300 };

static const char begin_job[] = " job \"", begin_verdict[] = "\"; verdict \"",
                  begin_unit[] = "\"; unit ", begin_nodes[] = "nodes=", begin_us[] = " us=";

uint64_t epd_result_key(Word line) {
    return unit_hash(0, line.at, line.length);
}

/* --- writing --------------------------------------------------------------------------------- */

static const char *const flags[] = {"counted", "solved", "shown", "unfinished", "wrong", "short"};
enum { FLAGS = sizeof flags / sizeof *flags };

/* Returns the counter of these words. */
static int *counter(EpdTotals *t, size_t flag) {
    int *const counters[FLAGS] = {&t->counted,    &t->solved,       &t->shown,
                                  &t->unfinished, &t->wrong_claims, &t->too_short};

    return counters[flag];
}

Text epd_result_write(const EpdResult *r, const char *job) {
    Text t = epd_report_epd(r, ROOM);
    EpdTotals totals = {0};

    epd_totals_add(&totals, r);
    text_addf(&t, "%s%s%s", begin_job, job, begin_verdict);
    for (size_t i = 0; i < FLAGS; i++)
        if (*counter(&totals, i))
            text_addf(&t, "%s ", flags[i]);
    if (totals.most)
        text_addf(&t, "points=%d/%d ", totals.points, totals.most);
    text_addf(&t, "%s%" PRIu64 "%s%" PRId64 "%s%016" PRIx64, begin_nodes, r->nodes, begin_us, r->us,
              begin_unit, epd_result_key(r->verdict.problem->text));
    unit_line_close(&t);
    return t;
}

/* --- reading --------------------------------------------------------------------------------- */

/* Splits a text at the last `mark`: the text after it goes to *tail. */
static bool cut_at_last(Word *text, const char *mark, Word *tail) {
    const size_t length = strlen(mark);

    for (size_t at = text->length; at-- > 0;)
        if (text->at[at] == *mark && at + length <= text->length &&
            !memcmp(text->at + at, mark, length)) {
            *tail = (Word){text->at + at + length, text->length - at - length};
            text->length = at;
            return true;
        }
    return false;
}

/* Splits off the last `length` bytes, and strips the mark before them. */
static bool cut_tail(Word *text, const char *mark, size_t length, Word *tail) {
    const size_t size = strlen(mark) + length;

    if (text->length < size || memcmp(text->at + text->length - size, mark, size - length) != 0)
        return false;
    *tail = (Word){text->at + text->length - length, length};
    text->length -= size;
    return true;
}

/* Reads "points=7/10". */
static bool read_points(Word w, EpdTotals *t) {
    int64_t points, most;

    if (!word_is(text_until(&w, '='), "points") ||
        !word_number(text_until(&w, '/'), -1000, 1000, &points) || !word_number(w, 1, 1000, &most))
        return false;
    t->points = (int)points;
    t->most = (int)most;
    return true;
}

/* Reads "solved counted nodes=1000", without the time. */
static bool read_verdict(Word verdict, EpdTotals *t) {
    Word word, nodes;
    int64_t n;

    if (!cut_at_last(&verdict, begin_nodes, &nodes) || !word_number(nodes, 0, INT64_MAX, &n))
        return false;
    t->nodes = (uint64_t)n;
    t->positions = 1;
    while ((word = text_word(&verdict)).length) {
        size_t i = 0;

        if (read_points(word, t))
            continue;
        while (i < FLAGS && !word_is(word, flags[i]))
            i++;
        if (i == FLAGS)
            return false;
        *counter(t, i) = 1;
    }
    return true;
}

const char *epd_result_split(EpdResultLine *out, Word line) {
    static const char no_result[] = "this is not a result written by alula-epd --slice";
    EpdResultLine r = {.epd = line};
    Word unit, us;

    if (line.length < UNIT_CHECK_SIZE)
        return no_result;
    r.epd.length -= UNIT_CHECK_SIZE - 1;
    if (!cut_tail(&r.epd, begin_unit, UNIT_KEY_DIGITS, &unit) || !unit_key_read(unit, &r.key) ||
        !cut_at_last(&r.epd, begin_verdict, &r.verdict) ||
        !cut_at_last(&r.verdict, begin_us, &us) || !word_number(us, 0, INT64_MAX, &r.totals.us) ||
        !read_verdict(r.verdict, &r.totals) || !cut_at_last(&r.epd, begin_job, &r.job) ||
        r.job.length >= EPD_JOB_SIZE)
        return no_result;
    *out = r;
    return NULL;
}

const char *epd_result_read(EpdResultLine *out, Word line) {
    static const char seconds_mark[] = " acs ";
    Word opened = line, rest;
    const char *error = unit_line_open(&opened);

    if (error || (error = epd_result_split(out, line)))
        return error;
    line = out->epd;
    if (cut_at_last(&line, seconds_mark, &rest)) {
        text_until(&rest, ';');
        out->same = unit_hash(0, rest.at, rest.length);
    }
    out->same = unit_hash(out->same, line.at, line.length);
    out->same = unit_hash(out->same, out->verdict.at, out->verdict.length);
    return NULL;
}

const char *epd_results_add(EpdResults *s, const EpdResultLine *line, uint64_t place, Text *room) {
    if (!*s->job) {
        Text job = text_in(s->job, sizeof s->job);
        text_add_word(&job, line->job);
    }
    text_add(room, "this result has different settings: ");
    if (!word_is(line->job, s->job) && unit_job_differs(room, line->job, word_of(s->job)))
        return room->at;
    return unit_table_add(&s->table, line->key, line->same, place) == UNIT_OTHER
               ? "this position has a different result than before"
               : NULL;
}
