/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json.h"

#include <inttypes.h>
#include <math.h>

static const char *in_string(char c) {
    return c == '"' ? "\\\"" : c == '\\' ? "\\\\" : NULL;
}

static void write_string(FILE *out, Word words) {
    fputc('"', out);
    escape_write(out, words, in_string);
    fputc('"', out);
}

/* Begins a value: writes its comma and name. */
static void begin(Json *j, const char *name) {
    if (j->follows)
        fputs(", ", j->out);
    j->follows = true;
    if (!name)
        return;
    write_string(j->out, word_of(name));
    fputs(": ", j->out);
}

void json_open(Json *j, const char *name, char bracket) {
    begin(j, name);
    fputc(bracket, j->out);
    j->follows = false;
}

void json_close(Json *j, char bracket) {
    fputc(bracket, j->out);
    j->follows = true;
}

void json_null(Json *j, const char *name) {
    begin(j, name);
    fputs("null", j->out);
}

void json_slice(Json *j, const char *name, Word text) {
    if (!text.at) {
        json_null(j, name);
        return;
    }
    begin(j, name);
    write_string(j->out, text);
}

void json_text(Json *j, const char *name, const char *text) {
    json_slice(j, name, text ? word_of(text) : (Word){NULL, 0});
}

void json_whole(Json *j, const char *name, int64_t value) {
    begin(j, name);
    fprintf(j->out, "%" PRId64, value);
}

void json_count(Json *j, const char *name, uint64_t value) {
    begin(j, name);
    fprintf(j->out, "%" PRIu64, value);
}

void json_flag(Json *j, const char *name, bool value) {
    begin(j, name);
    fputs(value ? "true" : "false", j->out);
}

void json_real(Json *j, const char *name, double value, int decimals) {
    char digits[340]; /* the largest double has 309 digits before the point */

    if (!isfinite(value)) {
        json_null(j, name);
        return;
    }
    begin(j, name);
    if (fabs(value) * pow(10, decimals) < 0.5)
        value = 0; /* avoid -0 */
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    for (char *c = digits; *c; c++)
        fputc(text_is_digit(*c) || *c == '-' ? *c : '.', j->out);
}
