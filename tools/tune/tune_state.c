/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-tune.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/file.h"
#include "tools/common/linefile.h"
#include "tools/common/tool.h"

#define TITLE "alula-tune, state 3"

enum {
    LINE_SIZE = 400,
    CHECK_SIZE = 15, /* "check 01234567\n" */
    TUNE_STATE_SIZE = (TUNE_ROWS + 6) * LINE_SIZE,
};

/* --- writing --------------------------------------------------------------------------------- */

/* Adds name, start value, bounds and step of a parameter. */
static void add_param(Text *line, const Spsa *s, size_t i) {
    const TuneRow *row = &s->row[i];
    char step[40];

    snprintf(step, sizeof step, "%.17g", row->step);
    text_addf(line, "param %s %d %d %d %s ", row->name, s->start.value[row->place], row->low,
              row->high, step);
}

static void write_text(FILE *file, const void *context) {
    fputs(context, file);
}

bool tune_state_write(const char *path, const char *settings, const Spsa *s, const TuneTally *tally,
                      Text *error) {
    char *words = memory_new(TUNE_STATE_SIZE, 1);
    Text text = text_in(words, TUNE_STATE_SIZE);
    bool good;

    text_addf(&text, TITLE "\nsettings %s\npairs %" PRIu64 "\n", settings, s->done);
    text_addf(&text, "games %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", tally->won, tally->drawn,
              tally->lost);
    for (size_t i = 0; i < s->count; i++) {
        char number[40];

        add_param(&text, s, i);
        snprintf(number, sizeof number, "%.17g", s->value[i]); /* round-trips */
        text_addf(&text, "%s\n", number);
    }
    text_addf(&text, "check %08" PRIx32 "\n",
              checksum_crc32(0, (const uint8_t *)words, text.length));
    good = file_output(path, write_text, words, error);
    free(words);
    return good;
}

/* --- reading --------------------------------------------------------------------------------- */

static bool read_real(Word w, double low, double high, double *out) {
    Text t = TEXT_OF(40);

    text_add_word(&t, w);
    return !t.full && commandline_real(t.at, out) && *out >= low && *out <= high;
}

/* Returns true if the checksum in the last line matches the other lines. */
static bool is_intact(const char *text, size_t length) {
    char check[CHECK_SIZE + 1];

    if (length < CHECK_SIZE)
        return false;
    snprintf(check, sizeof check, "check %08" PRIx32 "\n",
             checksum_crc32(0, (const uint8_t *)text, length - CHECK_SIZE));
    return !memcmp(text + length - CHECK_SIZE, check, CHECK_SIZE);
}

static bool read_count(Word *line, uint64_t most, uint64_t *out) {
    int64_t n;

    if (!word_number(text_word(line), 0, (int64_t)most, &n))
        return false;
    *out = (uint64_t)n;
    return true;
}

/* Parses all lines but the last. */
static bool read_lines(Word rest, const char *settings, Spsa *s, TuneTally *tally, Text *error) {
    Word line = text_until(&rest, '\n');

    if (!word_is(line, TITLE))
        return text_fail(error, "%s",
                         text_skip(&line, "alula-tune, state ")
                             ? "is of another version of alula-tune, whose parameters had other "
                               "names: start a new run with another --state"
                             : "is not a state of alula-tune");
    line = text_until(&rest, '\n');
    if (!text_skip(&line, "settings ") || !word_is(line, settings)) {
        text_add(error, "has different settings: ");
        unit_job_differs(error, line, word_of(settings));
        return false;
    }
    line = text_until(&rest, '\n');
    if (!text_skip(&line, "pairs ") || !read_count(&line, s->plan.pairs, &s->done))
        goto bad_number;
    line = text_until(&rest, '\n');
    if (!text_skip(&line, "games ") || !read_count(&line, INT64_MAX, &tally->won) ||
        !read_count(&line, INT64_MAX, &tally->drawn) || !read_count(&line, INT64_MAX, &tally->lost))
        goto bad_number;
    for (size_t i = 0; i < s->count; i++) {
        Text beginning = TEXT_OF(LINE_SIZE);

        add_param(&beginning, s, i);
        line = text_until(&rest, '\n');
        if (!text_skip(&line, beginning.at))
            return text_fail(error, "has different parameters, or different values or bounds of %s",
                             s->row[i].name);
        if (!read_real(line, s->row[i].low, s->row[i].high, &s->value[i]))
            goto bad_number;
    }
    if (!rest.length)
        return true;
    return text_fail(error, "has more parameters");
bad_number:
    return text_fail(error, "has an invalid number");
}

bool tune_state_read(const char *path, const char *settings, Spsa *s, TuneTally *tally,
                     Text *error) {
    FILE *file = file_open_plain(path);
    const char *why;
    char *text = NULL;
    size_t length = 0;
    Spsa read = *s;
    TuneTally counted = {0, 0, 0};
    bool good = false;

    if (!file && errno == ENOENT)
        return true;
    why = file              ? file_read_stream(file, &text, &length)
          : errno == EINVAL ? "this is not a regular file"
                            : strerror(errno);
    if (file)
        fclose(file);
    text_addf(error, "%s: ", path);
    if (why)
        text_add(error, why);
    else if (!is_intact(text, length))
        text_add(error, "is not a state of alula-tune, or is damaged");
    else
        good = read_lines((Word){text, length - CHECK_SIZE}, settings, &read, &counted, error);
    free(text);
    if (good) {
        text_clear(error);
        *s = read;
        *tally = counted;
    }
    return good;
}

/* --- options --------------------------------------------------------------------------------- */

/* Adds the option of a line. Returns NULL, or an error message. */
static const char *read_option(Spsa *s, Word line) {
    TuneRow *row = &s->row[s->count];
    int64_t number[3]; /* START, LOW, HIGH */
    Word field[7];
    Text name;

    if (s->count == TUNE_ROWS)
        return "there are more than 256 options";
    for (int i = 0; i < 7; i++)
        field[i] = text_rest(text_until(&line, ','));
    if (!field[6].length || line.length)
        return "an option is NAME, int, START, LOW, HIGH, C_END, R_END";
    name = text_in(s->option[s->count], TUNE_NAME);
    text_add_quoted(&name, field[0], TUNE_NAME - 8);
    if (!name.length || !word_is(field[0], name.at))
        return "the name is missing, too long or not printable";
    for (size_t i = 0; i < s->count; i++)
        if (word_is_any_case(field[0], s->option[i]))
            return "this option occurs twice";
    for (int i = 0; i < 3; i++)
        if (!word_is(field[1], "int") || !word_number(field[2 + i], INT_MIN, INT_MAX, &number[i]))
            return "only int is supported, with integers as START, LOW and HIGH";
    if (number[0] < number[1] || number[0] > number[2])
        return "START is not from LOW to HIGH";
    if (!read_real(field[5], 1e-6, 1e9, &row->step) || !read_real(field[6], 0, 1e9, &row->r_end))
        return "C_END, the step, must be a number above 0, and R_END a number";
    row->name = name.at;
    row->place = s->count;
    row->low = (int)number[1];
    row->high = (int)number[2];
    s->start.value[s->count++] = (int)number[0];
    return NULL;
}

bool tune_values_read(Spsa *s, const char *path) {
    const char *why = NULL;
    LineFile l;
    Word line;

    if (!linefile_open(&l, path))
        return false;
    while (!why && linefile_next(&l, &line))
        why = read_option(s, line);
    if (!why && !s->count && !l.failed)
        why = "there are no options in this file";
    if (why)
        linefile_complain(&l, why);
    linefile_close(&l);
    return !why && !l.failed;
}

void tune_values_print(FILE *file, const void *spsa) {
    const Spsa *s = spsa;

    for (size_t i = 0; i < s->count; i++)
        fprintf(file, "%s, int, %d, %d, %d, %.15g, %.15g\n", s->row[i].name, spsa_rounded(s, i),
                s->row[i].low, s->row[i].high, s->row[i].step, s->row[i].r_end);
}
