/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_arguments.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../common/memory.h"
#include "../player/spec.h"

const char arguments_usage[] =
    "usage: alula-match --engine COMMAND[,KEY=VALUE...] --engine ... --games N LIMIT "
    "[OPTION...]\n"
    "\n"
    "Let engines play each other, in pairs of games with the same opening and colors swapped.\n"
    "More than two engines play round robin, N games each pairing.\n"
    "\n"
    "  --engine COMMAND   or cmd=COMMAND, split at blanks; quotes keep words (and commas)\n"
    "                     together. It starts in the present folder, and may leave logs there\n"
    "      proto=cecp|uci     what it speaks; found out if it is not said\n"
    "      name=NAME          what it is called; as it calls itself if it is not said\n"
    "      option.NAME=VALUE  an option of its own (alone: a button)\n"
    "      hash=MB, threads=N, tc=, st=, nodes=, depth=   as below, for this engine\n"
    "  --games N          games of each pairing (1000)\n"
    "  --gauntlet         the first engine against each of the others\n"
    "limits:\n"
    "  --tc [MOVES/][MINUTES:]SECONDS[+SECONDS]   a clock: 40/60+0.6, 8+0.08, 5\n"
    "  --st SECONDS       for each move\n"
    "  --nodes N, --depth N       CECP cannot say nodes together with time, UCI can; a\n"
    "                     CECP engine has to announce nps=1 for nodes\n"
    "  --margin MS        how much too late a move may come (50); the report tells how late\n"
    "                     they came\n"
    "  --patience SECONDS how long an engine may say nothing where no clock runs, or when it is\n"
    "                     started (15); without proto=cecp, CECP is tried for 2 s only\n"
    "engines:\n"
    "  --hash MB, --threads N   where an engine has such a thing\n"
    "  --concurrency N    games at a time (1)\n"
    "  --chess960         castling as in Chess960\n"
    "openings:\n"
    "  --openings FILE    .pgn: first moves of games; otherwise EPD or FEN lines; - is standard\n"
    "                     input. Each serves for two games; at fixed nodes or depth, games beyond\n"
    "                     that are copies\n"
    "  --order random     instead of one after the other; --seed N (1) decides the order\n"
    "  --plies N          take only the first N plies of PGN openings\n"
    "adjudication:\n"
    "  --draw movenumber=40,movecount=8,score=10   a draw when, from that move on, both sides "
    "gave\n"
    "                     scores within so many centipawns of 0, so many moves in a row\n"
    "  --resign movecount=4,score=600   lost when, so many moves in a row, a side saw itself that\n"
    "                     much behind and the other side saw itself that much ahead\n"
    "results:\n"
    "  --sprt elo0=0,elo1=5[,alpha=0.05,beta=0.05]   stop when one of the two is refused\n"
    "  --pgn FILE         every game, as soon as it is over\n"
    "  --resume           go on with the match in that file: engines, limits, openings, their\n"
    "                     order and adjudication must be the same (games of an older alula-match\n"
    "                     that do not tell them are refused), and the engines' programs and the\n"
    "                     files that their options name, logs aside, must not have changed\n"
    "  --svg FILE         a picture of score and log-likelihood ratio, renewed on the way\n"
    "  --quiet            only the report at the end\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 finished, 2 bad input or a match that could not go on, 130 interrupted (the\n"
    "report is printed, finished games count).\n";

/* A sentence about the arguments. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static const char *
complain(Arguments *a, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(a->defect, sizeof a->defect, format, arguments);
    va_end(arguments);
    return a->defect;
}

/* A number with a sign and decimals, such as an Elo; false if it is none. */
static bool read_real(Word w, double *out) {
    const bool minus = w.length && *w.at == '-';
    const size_t sign = w.length && (*w.at == '-' || *w.at == '+');
    int64_t thousandths;

    if (!word_thousandths((Word){w.at + sign, w.length - sign}, 1000000000, &thousandths))
        return false;
    *out = (minus ? -1.0 : 1.0) * (double)thousandths / 1000;
    return true;
}

static const char *read_engine(Arguments *a, const char *text) {
    Plan *plan = &a->plan;
    Text fault = text_in(a->defect, sizeof a->defect);

    plan->engine = memory_grow(plan->engine, (size_t)plan->engines + 1, sizeof *plan->engine);
    return spec_read(&plan->engine[plan->engines++], text, &fault) ? NULL : a->defect;
}

/* --- rules ----------------------------------------------------------------------------------- */

/* A list of whole numbers; keys that are missing keep what they have. */
typedef struct {
    const char *key;
    int *out;
} NumberKey;

static const char *read_numbers(Arguments *a, const char *option, const char *text,
                                const NumberKey *row, size_t rows) {
    Word list = word_of(text), key, value;

    while (spec_item(&list, &key, &value)) {
        size_t i = 0;
        int64_t n;

        while (i < rows && !word_is(key, row[i].key))
            i++;
        if (i == rows || !word_number(value, 0, 1000000, &n))
            return complain(a, "%s does not understand: %.*s", option,
                            (int)(value.at + value.length - key.at), key.at);
        *row[i].out = (int)n;
    }
    return NULL;
}

static const char *read_draw(Arguments *a, const char *text) {
    MatchRules *r = &a->plan.rules;
    const NumberKey rows[] = {
        {"movenumber", &r->draw_from}, {"movecount", &r->draw_count}, {"score", &r->draw_score}};

    r->draw_from = 40;
    r->draw_count = 8;
    r->draw_score = 10;
    return read_numbers(a, "--draw", text, rows, 3);
}

static const char *read_resign(Arguments *a, const char *text) {
    MatchRules *r = &a->plan.rules;
    const NumberKey rows[] = {{"movecount", &r->resign_count}, {"score", &r->resign_score}};

    r->resign_count = 4;
    r->resign_score = 600;
    return read_numbers(a, "--resign", text, rows, 2);
}

static const char *read_sprt(Arguments *a, const char *text) {
    Sprt *s = &a->plan.sprt;
    Word list = word_of(text), key, value;

    *s = (Sprt){true, 0, 5, 0.05, 0.05};
    while (spec_item(&list, &key, &value)) {
        double *out = word_is(key, "elo0")    ? &s->elo0
                      : word_is(key, "elo1")  ? &s->elo1
                      : word_is(key, "alpha") ? &s->alpha
                      : word_is(key, "beta")  ? &s->beta
                                              : NULL;

        if (!out || !read_real(value, out))
            return complain(a, "--sprt does not understand: %.*s",
                            (int)(value.at + value.length - key.at), key.at);
    }
    if (!(s->elo0 < s->elo1) || s->elo0 < -1000 || s->elo1 > 1000)
        return "--sprt wants elo0 below elo1";
    return s->alpha > 0 && s->beta > 0 && s->alpha + s->beta < 1
               ? NULL
               : "--sprt wants alpha and beta above 0 and below 1 together";
}

/* --- all of it ------------------------------------------------------------------------------- */

static const char *read_order(Arguments *a, const char *text) {
    a->plan.random = !strcmp(text, "random");
    return a->plan.random || !strcmp(text, "sequential") ? NULL : "--order is random or sequential";
}

/* --tc, --st, --nodes, --depth */
static const char *read_global_limit(Arguments *a, const char *option, const char *text) {
    const char *defect;

    spec_limit(&a->control, word_of(option + 2), word_of(text), &defect);
    return defect ? complain(a, "%s: %s %s", defect, option, text) : NULL;
}

static bool set_switch(Arguments *a, const char *option) {
    const struct {
        const char *name;
        bool *out;
    } rows[] = {{"--gauntlet", &a->plan.gauntlet},
                {"--resume", &a->plan.resume},
                {"--quiet", &a->plan.quiet},
                {"--chess960", &a->plan.chess960}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(option, rows[i].name))
            return *rows[i].out = true;
    return false;
}

/* An option with a value. *known is false for anything else. */
static const char *read_option(Arguments *a, const char *option, const char *value, bool *known) {
    const struct {
        const char *name;
        const char *(*read)(Arguments *, const char *);
        const char **text;
        int64_t *number, least, most, scale;
    } rows[] = {
        {"--engine", read_engine, NULL, NULL, 0, 0, 0},
        {"--draw", read_draw, NULL, NULL, 0, 0, 0},
        {"--resign", read_resign, NULL, NULL, 0, 0, 0},
        {"--sprt", read_sprt, NULL, NULL, 0, 0, 0},
        {"--order", read_order, NULL, NULL, 0, 0, 0},
        {"--openings", NULL, &a->openings, NULL, 0, 0, 0},
        {"--pgn", NULL, &a->plan.pgn, NULL, 0, 0, 0},
        {"--svg", NULL, &a->plan.svg, NULL, 0, 0, 0},
        {"--games", NULL, NULL, &a->plan.games, 1, 10000000, 1},
        {"--concurrency", NULL, NULL, &a->plan.concurrency, 1, 1024, 1},
        {"--seed", NULL, NULL, &a->plan.seed, 0, INT64_MAX, 1},
        {"--plies", NULL, NULL, &a->plies, 1, 1000, 1},
        {"--hash", NULL, NULL, &a->hash_megabytes, 1, 1 << 30, 1},
        {"--threads", NULL, NULL, &a->threads, 1, 1024, 1},
        {"--margin", NULL, NULL, &a->plan.rules.margin_us, 0, 1000000, 1000},
        {"--patience", NULL, NULL, &a->plan.patience_ms, 1, 100000, 1000},
        {"--tc", NULL, NULL, NULL, 0, 0, 0},
        {"--st", NULL, NULL, NULL, 0, 0, 0},
        {"--nodes", NULL, NULL, NULL, 0, 0, 0},
        {"--depth", NULL, NULL, NULL, 0, 0, 0},
    };
    size_t i = 0;

    while (i < sizeof rows / sizeof *rows && strcmp(option, rows[i].name) != 0)
        i++;
    *known = i < sizeof rows / sizeof *rows;
    if (!*known)
        return NULL;
    if (!value)
        return complain(a, "a value is missing behind %s (--help tells more)", option);
    if (rows[i].read)
        return rows[i].read(a, value);
    if (rows[i].text) {
        *rows[i].text = value;
        return NULL;
    }
    if (!rows[i].number)
        return read_global_limit(a, option, value);
    if (!word_number(word_of(value), rows[i].least, rows[i].most, rows[i].number))
        return complain(a, "%s wants a number from %lld to %lld, not %s", option,
                        (long long)rows[i].least, (long long)rows[i].most, value);
    *rows[i].number *= rows[i].scale;
    return NULL;
}

/* What does not go together; what engines take over from the rest of the line. */
static const char *complete(Arguments *a) {
    Plan *plan = &a->plan;
    const char *defect;

    if (plan->engines < 2)
        return "two engines are needed: --engine COMMAND --engine COMMAND (--help tells more)";
    if (plan->sprt.used && plan->engines > 2)
        return "--sprt compares two engines, not more";
    if (plan->resume && !plan->pgn)
        return "--resume needs --pgn FILE";
    if (plan->games * plan->engines * plan->engines > 100000000)
        return "these are too many games";
    if (timecontrol_has_clock(&a->control) && a->control.move_ms)
        return "--tc and --st exclude each other";
    for (int e = 0; e < plan->engines; e++) {
        EngineSpec *spec = &plan->engine[e];

        if (timecontrol_has_clock(&spec->control) && spec->control.move_ms)
            return complain(a, "tc and st exclude each other: %s", spec->command);
        timecontrol_default(&spec->control, &a->control);
        if (!timecontrol_is_set(&spec->control))
            return "how long may they think? --tc, --st, --nodes or --depth is needed";
        if (!spec->hash_megabytes)
            spec->hash_megabytes = a->hash_megabytes;
        if (!spec->threads)
            spec->threads = a->threads;
    }
    if ((defect = openings_load(&plan->openings, a->openings, plan->chess960, (int)a->plies)))
        return complain(a, "%s", defect);
    if (a->plies && !plan->openings.pgn)
        return "--plies is for openings in PGN (a file whose name ends in .pgn)";
    if (plan->random)
        openings_shuffle(&plan->openings, (uint64_t)plan->seed);
    return NULL;
}

const char *arguments_read(Arguments *a, int argc, char **argv) {
    *a = (Arguments){.plan = {.games = 1000, .concurrency = 1, .patience_ms = 15000, .seed = 1}};
    a->plan.rules.margin_us = 50000;
    for (int i = 1; i < argc; i++) {
        const char *defect;
        bool known;

        if (set_switch(a, argv[i]))
            continue;
        defect = read_option(a, argv[i], argv[i + 1], &known);
        if (defect)
            return defect;
        if (!known)
            return complain(a, "unknown option: %s (--help tells more)", argv[i]);
        i++;
    }
    return complete(a);
}

void arguments_free(Arguments *a) {
    for (int e = 0; e < a->plan.engines; e++)
        spec_free(&a->plan.engine[e]);
    free(a->plan.engine);
    free(a->plan.files);
    openings_free(&a->plan.openings);
}
