/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train_report.h"

#include <inttypes.h>
#include <string.h>

#include "build.h" /* BUILD_REVISION, BUILD_FLAGS: the Makefile writes it */
#include "chess.h"

#if defined __clang__
#define COMPILER __VERSION__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

/* What -march=native came to: with other instructions sums are rounded otherwise. */
static const char instructions[] = ""
#ifdef __AVX2__
                                   " AVX2"
#endif
#ifdef __FMA__
                                   " FMA"
#endif
#ifdef __AVX512F__
                                   " AVX-512"
#endif
    ;

/* Of how many settings are the sources? */
static size_t kinds(const Data *data) {
    size_t count = 0;

    for (size_t i = 0; i < data->sources; i++) {
        size_t j = 0;

        while (j < i && strcmp(data->source[j].settings, data->source[i].settings) != 0)
            j++;
        count += j == i;
    }
    return count;
}

void train_report_data(FILE *out, const Data *data) {
    const DataCounts *c = &data->counts;
    const size_t settings = kinds(data);

    fprintf(out, "shards       %" PRIu64, c->shards);
    if (settings > 1)
        fprintf(out, ", mixed: of %zu settings", settings);
    if (c->torn)
        fprintf(out, ", %" PRIu64 " unfinished ones end within a game or before any", c->torn);
    if (c->damaged)
        fprintf(out, ", damaged at %" PRIu64 " places", c->damaged);
    fprintf(out, "\ngames        %" PRIu64 ", %" PRIu64 " of them held out\n", c->games,
            c->games_held);
    fprintf(out,
            "positions    %zu to learn from, %zu held out, of %" PRIu64 "\n"
            "left out     %" PRIu64 " in check, %" PRIu64 " before a capture or promotion, %" PRIu64
            " with a high score",
            data->learned.count, data->held.count, c->positions, c->checked, c->noisy, c->scored);
    if (c->early)
        fprintf(out, ", %" PRIu64 " too early", c->early);
    if (c->skipped)
        fprintf(out, ", %" PRIu64 " by lot", c->skipped);
    fprintf(out, ", %" PRIu64 " seen before\n", c->twins);
    for (size_t i = 0; i < data->sources && settings > 1; i++) {
        const DataSource *s = &data->source[i];
        size_t j = 0;
        uint64_t games = 0, positions = 0;

        while (j < i && strcmp(data->source[j].settings, s->settings) != 0)
            j++;
        if (j < i)
            continue;
        for (; j < data->sources; j++)
            if (!strcmp(data->source[j].settings, s->settings)) {
                games += data->source[j].games;
                positions += data->source[j].positions;
            }
        fprintf(out, "settings     %s: %" PRIu64 " games, %" PRIu64 " usable positions\n",
                s->settings, games, positions);
    }
}

void train_report_plan(FILE *out, const TrainPlan *plan, const Account *account) {
    fprintf(out, "scale        %d centipawns\n", account->scale);
    fprintf(out, "network      %d inputs, %d neurons seen from both sides, %d output%s\n",
            (int)NNUE_INPUTS, plan->learn.hidden, plan->learn.outputs,
            plan->learn.outputs > 1 ? "s" : "");
}

/* The options that differ from nothing: all, so that defaults may change. */
static void write_command(FILE *out, const char *settings) {
    Word rest = word_of(settings), word;

    fputs("alula-train run --out NAME.nn", out);
    while ((word = text_word(&rest)).length) {
        const char *value = memchr(word.at, '=', word.length);
        const int name = (int)(value - word.at), length = (int)word.length - name - 1;

        if (name == 7 && !memcmp(word.at, "salvage", 7)) {
            fputs(value[1] == '1' ? " --salvage" : "", out);
        } else if (name == 5 && !memcmp(word.at, "scale", 5) && value[1] == '0') {
            fputs(" --scale auto", out);
        } else {
            fprintf(out, " --%.*s %.*s", name, word.at, length, value + 1);
        }
    }
    fputs(" SHARDS\n", out);
}

bool train_report_add_build(Account *account) {
    char here[STATE_BUILDS_SIZE / 2], *before = account->builds;
    size_t used = strlen(before), more;

    snprintf(here, sizeof here,
             "source       " BUILD_REVISION "\nbuilt by     " COMPILER ", " BUILD_FLAGS "%s%s\n",
             *instructions ? "; for" : "", instructions);
    more = strlen(here);
    if (used >= more && !strcmp(before + used - more, here))
        return false;
    while (used + more >= sizeof account->builds) {
        const char *second = strstr(before, "\nsource ");

        used = second ? strlen(second + 1) : 0;
        memmove(before, second ? second + 1 : "", used + 1);
    }
    memcpy(before + used, here, more + 1);
    return true;
}

void train_report_text(FILE *out, const TrainPlan *plan, const Data *data, const Account *account,
                       uint32_t checksum) {
    fputs("A network made by alula-train " ALULA_VERSION "\n\n", out);
    fprintf(out, "checksum     %08" PRIx32 "\n%s", checksum, account->builds);
    train_report_plan(out, plan, account);
    train_report_data(out, data);
    fprintf(out, "fingerprint  %016" PRIx64 " of all positions\n", account->hash);
    fputs("\nTo make it again:\n", out);
    write_command(out, account->settings);
    fputs("\nThe shards, by settings and seed of alula-datagen:\n", out);
    for (size_t i = 0; i < data->sources; i++) {
        const DataSource *s = &data->source[i];

        fprintf(out,
                "seed %" PRIu64 ": %" PRIu64 " shards, %" PRIu64 " games, %" PRIu64
                " usable positions; %s\n",
                s->seed, s->shards, s->games, s->positions, s->settings);
    }
    fprintf(out, "\n%zu of %d epochs: loss, loss of what is held out, rate at the end\n",
            account->epochs, plan->learn.epochs);
    for (size_t i = 0; i < account->epochs; i++) {
        const Epoch *e = &account->epoch[i];

        fprintf(out, "%4zu  %.8f  %.8f  %.3g\n", i + 1, e->loss, e->held, e->rate);
    }
}
