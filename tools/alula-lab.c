/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-lab: minimax, alpha-beta and what was added to them, one technique at a time. */
#include <stdio.h>
#include <string.h>

#include "common/commandline.h"
#include "common/interrupt.h"
#include "engine.h"
#include "fen.h"
#include "file.h"
#include "lab/compare.h"
#include "lab/experiment.h"
#include "lab/lab_report.h"
#include "lab/positions.h"
#include "notation.h"
#include "startup.h"

enum { DEPTH = 4, EXPERIMENT_DEPTH = 8, TABLE_MB = 64 };

static const char usage[] =
    "usage: alula-lab [TECHNIQUE...] [--depth N] [--trace PLIES] [OPTION...] [FILE...]\n"
    "       alula-lab --compare [--search METHOD] [--depth N] [OPTION...] [FILE...]\n"
    "       alula-lab --experiment OUT.svg [--depth N] [OPTION...] [FILE...]\n"
    "\n"
    "Search positions to a fixed depth with the evaluation of Alula and as little else as one\n"
    "likes. FILE has lines of EPD or FEN (\"-\": standard input); without it there are ten\n"
    "positions of openings, middlegames and endgames. No repetition and no fifty-move rule.\n"
    "\n"
    "  --search METHOD  minimax, alphabeta or pvs (alphabeta)\n"
    "  --mvvlva         captures first, most valuable victim, least valuable attacker\n"
    "  --killers        then quiet moves that lately cut off at the same ply\n"
    "  --history        then quiet moves that often cut off\n"
    "  --ordered        these three\n"
    "  --tt MB          a transposition table, 1 to 65536\n"
    "  --deepening      depth 1, 2, 3 ... first\n"
    "  --quiescence     at the end of the depth, follow captures, promotions and answers to check\n"
    "  --checks         in check, search a ply deeper\n"
    "  --nullmove       no more search where even a pass is good enough; this may be wrong\n"
    "\n"
    "  --depth N        plies, 1 to 30 (4)\n"
    "  --trace PLIES    tell of each node down to this ply how its score came about\n"
    "  --compare        a ladder of techniques on each position, from METHOD on (minimax): nodes,\n"
    "                   time, branching factor, cut-offs by the first move, score and move; and\n"
    "                   what must not change the score has to leave it as it is\n"
    "  --experiment OUT.svg   alpha-beta, ordered, without and with a table, at depth N - 2 and N\n"
    "                   (8): a table of nodes, and a bar chart\n"
    "  --plant FAULT    make a mistake, to see that it is noticed: \"bound\" (the table takes "
    "bounds\n"
    "                   for scores), \"depth\" (it answers whatever the depth), \"research\" (PVS\n"
    "                   does not search again)\n"
    "  --help, --version\n"
    "\n"
    "The branching factor is the depth-th root of the nodes. With --compare and --experiment, "
    "--tt\n"
    "is the size of the table (64). Minimax at depth 5 takes minutes for a position; --search\n"
    "alphabeta leaves it out.\n"
    "\n"
    "Exit status: 0 all is well; 1 a score differs that must not, or the output cannot be "
    "written;\n"
    "2 bad input; 130 interrupted, with what was known by then.\n";

static int refuse(const char *sentence) {
    fprintf(stderr, "alula-lab: %s (--help tells more)\n", sentence);
    return 2;
}

typedef struct {
    LabRules rules;
    int64_t depth, table_megabytes, trace; /* trace: below 0 for none */
    const char *svg;
    bool compare;
} LabOptions;

/* Which of these names is it? NULL is the first. False, with a sentence, if it is none. */
static bool choose(int *out, const char *option, const char *word, const char *const *name,
                   int count, Text *fault) {
    for (*out = 0; word && *out < count; ++*out)
        if (!strcmp(word, name[*out]))
            return true;
    if (!word)
        return true;
    text_addf(fault, "%s wants ", option);
    for (int i = 0; i < count; i++)
        text_addf(fault, "%s%s", i ? i == count - 1 ? " or " : ", " : "", name[i]);
    text_add(fault, ", not ");
    text_add_quoted(fault, word_of(word), 40);
    return false;
}

static bool read_wishes(LabOptions *w, int argc, char **argv, int *files, Text *fault) {
    struct {
        const char *option;
        unsigned technique;
        bool on;
    } switches[] = {
        {"--mvvlva", LAB_MVVLVA, false},         {"--killers", LAB_KILLERS, false},
        {"--history", LAB_HISTORY, false},       {"--ordered", LAB_ORDERED, false},
        {"--deepening", LAB_DEEPENING, false},   {"--checks", LAB_CHECKS, false},
        {"--quiescence", LAB_QUIESCENCE, false}, {"--nullmove", LAB_NULL_MOVE, false},
    };
    enum { OTHERS = 7, SWITCHES = sizeof switches / sizeof *switches };
    const char *method = NULL, *planted = NULL;
    CommandOption rows[OTHERS + SWITCHES] = {
        {"--search", NULL, &method, NULL, 0, 0},
        {"--tt", NULL, NULL, &w->table_megabytes, 1, 65536},
        {"--depth", NULL, NULL, &w->depth, 1, LAB_MAX_DEPTH},
        {"--trace", NULL, NULL, &w->trace, 0, LAB_MAX_PLY},
        {"--compare", &w->compare, NULL, NULL, 0, 0},
        {"--experiment", NULL, &w->svg, NULL, 0, 0},
        {"--plant", NULL, &planted, NULL, 0, 0},
    };
    unsigned techniques = 0;
    int which;

    for (int i = 0; i < SWITCHES; i++)
        rows[OTHERS + i] = (CommandOption){switches[i].option, &switches[i].on, NULL, NULL, 0, 0};
    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, files, fault))
        return false;
    for (int i = 0; i < SWITCHES; i++)
        techniques |= switches[i].on ? switches[i].technique : 0;
    w->rules.techniques = techniques | (w->table_megabytes ? LAB_TABLE : 0);
    if (!choose(&which, "--search", method, lab_method_name, LAB_METHODS, fault))
        return false;
    w->rules.method = method || w->compare ? (LabMethod)which : LAB_ALPHABETA;
    if (!choose(&which, "--plant", planted, lab_fault_name, LAB_FAULTS, fault))
        return false;
    w->rules.fault = (LabFault)which;
    if (w->compare && w->svg)
        text_add(fault, "--compare and --experiment exclude each other");
    else if ((w->compare || w->svg) && (techniques || w->trace >= 0))
        text_add(fault, "--compare and --experiment choose techniques themselves, and tell no "
                        "trace");
    else if (w->svg && method)
        text_add(fault, "--experiment is one of alphabeta");
    else if (w->svg && w->depth && w->depth < 3)
        text_add(fault, "--experiment also searches two plies less: --depth is 3 or more");
    return !fault->length;
}

/* --- one search of each position ------------------------------------------------------------- */

/* A line for a node, below and to the right of the one it hangs from, which comes later. */
static void tell(void *out, const LabEvent *e) {
    static const char *const ends[] = {"leaf",      "game over", "the table knows",
                                       "null move", "cut off",   "all moves searched"};
    char words[400], score[3][16];
    const int figures[3] = {e->alpha, e->beta, e->score};
    Text t = text_in(words, sizeof words);

    for (int i = 0; i < 3; i++) {
        Text figure = text_in(score[i], sizeof score[i]);

        if (figures[i] == LAB_INFINITE || figures[i] == -LAB_INFINITE)
            text_add(&figure, figures[i] > 0 ? "+inf" : "-inf");
        else
            lab_report_score(&figure, figures[i]);
    }
    for (int i = 0; i < e->ply; i++)
        text_add(&t, "  ");
    if (!e->ply)
        text_add(&t, "root");
    else if (e->line[e->ply - 1] == NO_MOVE)
        text_add(&t, "pass");
    else
        notation_write_san(&t, &e->before[e->ply - 1], e->line[e->ply - 1]);
    text_addf(&t, "  depth %d  alpha %s  beta %s  score %s: %s", e->depth, score[0], score[1],
              score[2], ends[e->end]);
    if (e->move != NO_MOVE) {
        text_add_char(&t, ' ');
        notation_write_san(&t, &e->before[e->ply], e->move);
    }
    fprintf(out, "%s\n", words);
}

/* The exit status. */
static int search_all(Lab *lab, const EpdSuite *suite, const LabOptions *w) {
    const int depth = (int)w->depth;
    LabTotals sum = {0};
    char words[200];
    Text t = text_in(words, sizeof words);

    lab_rules_write(&t, &w->rules);
    text_addf(&t, ", depth %d", depth);
    lab_report_head(stdout, words, false);
    for (size_t i = 0; i < suite->count; i++) {
        const Position *p = &suite->problem[i].position;
        LabResult r;

        if (w->trace >= 0)
            lab_watch(lab, tell, stdout, (int)w->trace);
        r = lab_search(lab, p, &w->rules, depth);
        if (r.stopped)
            break;
        t = text_in(words, sizeof words);
        positions_name(&t, suite, i);
        lab_report_row(stdout, words, p, &r, depth, "");
        lab_totals_add(&sum, &r);
    }
    t = text_in(words, sizeof words);
    text_addf(&t, "all %zu", sum.searches);
    lab_report_totals(stdout, words, &sum, depth, "");
    return interrupt_came() ? INTERRUPT_STATUS : 0;
}

/* --- the program ----------------------------------------------------------------------------- */

static void complain(const char *file, int line, const char *sentence) {
    fprintf(stderr, "alula-lab: %s:%d: %s\n", strcmp(file, "-") ? file : "standard input", line,
            sentence);
}

/* 0, or 2 with sentences. */
static int load(EpdSuite *suite, char **file, int files) {
    for (int i = 0; i < files; i++) {
        const char *defect = suite_add(suite, file[i], false, complain);

        if (defect) {
            fprintf(stderr, "alula-lab: %s: %s\n", file[i], defect);
            return 2;
        }
    }
    if (!files)
        positions_own(suite);
    if (!suite->count && !suite->bad)
        return refuse("there are no positions");
    return suite->bad ? 2 : 0;
}

static int work(const EpdSuite *suite, const LabOptions *w) {
    const int64_t megabytes = w->table_megabytes     ? w->table_megabytes
                              : w->compare || w->svg ? TABLE_MB
                                                     : 1;
    Lab *lab = lab_new((size_t)megabytes << 20, interrupt_came);
    int status;

    if (!lab) {
        fprintf(stderr, "alula-lab: there is not enough memory for the table\n");
        return 2;
    }
    if (w->compare)
        status = compare(stdout, lab, suite,
                         &(ComparePlan){(int)w->depth, w->rules.method, w->rules.fault});
    else if (w->svg)
        status = experiment(stdout, lab, suite, (int)w->depth, w->rules.fault, w->svg);
    else
        status = search_all(lab, suite, w);
    lab_free(lab);
    return status;
}

/* The status, or 1 if what was printed has not arrived. */
static int printed(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fprintf(stderr, "alula-lab: the output cannot be written\n");
    return 1;
}

int main(int argc, char **argv) {
    LabOptions w = {.trace = -1};
    char words[300];
    Text fault = text_in(words, sizeof words);
    EpdSuite suite = {0};
    int files, status;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return printed(0);
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-lab " ALULA_VERSION);
            return printed(0);
        }
    }
    if (!read_wishes(&w, argc, argv, &files, &fault) ||
        (w.svg && !file_output_possible(w.svg, &fault)))
        return refuse(words);
    if (!w.depth)
        w.depth = w.svg ? EXPERIMENT_DEPTH : DEPTH;
    startup_init_tables();
    if (!(status = load(&suite, argv + 1, files))) {
        interrupt_catch();
        status = work(&suite, &w);
    }
    suite_free(&suite);
    return printed(status);
}
