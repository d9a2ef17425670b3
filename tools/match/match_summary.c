/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/file.h"

enum { CONDITIONS_SIZE = 200 };

static void print_elo(FILE *out, const EloEstimate *f) {
    fprintf(out, "Elo: %.2f ", fabs(f->elo) < 0.005 ? 0.0 : f->elo);
    if (f->symmetric)
        fprintf(out, "+- %.2f\n", (f->high - f->low) / 2);
    else
        fprintf(out, "[%.2f, %.2f]\n", f->low, f->high);
    if (f->has_variance) {
        Text t = TEXT_OF(40);

        match_report_percent(&t, f->los, 2);
        fprintf(out, "nElo: %.2f\nLOS: %s %%\n", f->normalized, t.at);
    }
}

static void print_sprt(FILE *out, const Sprt *s, double llr, int verdict) {
    fprintf(out, "SPRT: LLR %.2f (%.2f, %.2f) [%g, %g] %s, %s\n", fabs(llr) < 0.005 ? 0.0 : llr,
            sprt_lower(s), sprt_upper(s), s->elo0, s->elo1, sprt_model_name(s->model),
            verdict > 0   ? "H1 accepted"
            : verdict < 0 ? "H0 accepted"
                          : "not decided");
}

/* Writes "5+0.05, 1 thread, 16 MB", without settings left to the engine. */
static void write_conditions(Text *out, const EngineSpec *spec) {
    limits_describe(out, &spec->limits);
    if (spec->threads)
        text_addf(out, ", %" PRId64 " thread%s", spec->threads, spec->threads == 1 ? "" : "s");
    if (spec->hash_megabytes)
        text_addf(out, ", %" PRId64 " MB", spec->hash_megabytes);
    if (spec->ponder > 0)
        text_add(out, ", ponder");
    if (spec->restart > 0)
        text_add(out, ", restart");
}

static void print_conditions(FILE *out, const EngineSpec *spec) {
    char words[2][CONDITIONS_SIZE];

    for (int e = 0; e < 2; e++) {
        Text t = text_in(words[e], sizeof words[e]);

        write_conditions(&t, &spec[e]);
    }
    if (!strcmp(words[0], words[1]))
        fprintf(out, "Limits: %s\n", words[0]);
    else
        fprintf(out, "Limits: %s for %s; %s for %s\n", words[0], spec[0].name, words[1],
                spec[1].name);
}

static void print_openings(FILE *out, const MatchPlan *plan) {
    if (!plan->opening_file && (plan->words || !plan->openings.count)) {
        fputs("Openings: none\n", out);
        return;
    }
    /* alula-match report knows the number of openings, but not their file */
    fprintf(out, "Openings: %s%s%zu, ", plan->opening_file ? plan->opening_file : "",
            plan->opening_file ? ", " : "", plan->openings.count);
    if (plan->random)
        fprintf(out, "random, seed %" PRId64 "\n", plan->seed);
    else
        fputs("sequential\n", out);
}

/* Prints a word of the command line, quoted if a shell requires that. */
static void print_word(FILE *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";

    if (*word && !word[strspn(word, plain)]) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word == '\n' || *word == '\r' ? ' ' : *word, out);
    fputc('\'', out);
}

static void print(FILE *out, const void *match) {
    const Match *m = match;
    const MatchPlan *plan = m->plan;
    const MatchScore *s = &m->pairing[0].score;
    const EloEstimate f = stats_estimate(s);
    const int64_t alone = score_games(s) - 2 * score_pairs(s);

    print_elo(out, &f);
    if (plan->sprt.used)
        print_sprt(out, &plan->sprt, m->llr, m->verdict);
    fprintf(out, "Games: %" PRId64 ", won %" PRId64 ", lost %" PRId64 ", drawn %" PRId64,
            score_games(s), s->win, s->loss, s->draw);
    if (alone)
        fprintf(out, ", without a pair %" PRId64, alone);
    if (plan->slice.of > 1)
        fprintf(out, ", slice %" PRId64 "/%" PRId64, plan->slice.index, plan->slice.of);
    fputs("\nPenta: ", out);
    for (int i = 0; i < 5; i++)
        fprintf(out, "%s%" PRId64, i ? ", " : "", s->pair[i]);
    fprintf(out, "\nEngines: %s against %s\n", plan->engine[0].name, plan->engine[1].name);
    if (plan->rated)
        return;
    print_conditions(out, plan->engine);
    print_openings(out, plan);
    if (!plan->words)
        return;
    fputs("Command:", out);
    for (int i = 0; i < plan->words; i++) {
        fputc(' ', out);
        print_word(out, plan->word[i]);
    }
    fputc('\n', out);
}

bool summary_write(const char *path, const Match *m, Text *error) {
    return file_output(path, print, m, error);
}
