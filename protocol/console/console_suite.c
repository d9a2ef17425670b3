/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command test, which runs suites of positions. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "perft/perft.h"
#include "play.h"
#include "protocol/input.h"

enum { LINE_SIZE = 4096, MESSAGE_SIZE = 160, MAX_DEPTHS = 9 };

static const Work suite_work;

/* Larger counts take too long, and are skipped. */
static const uint64_t most_leaves = 200000000;

typedef struct {
    EpdProblem epd;
    uint64_t leaves[MAX_DEPTHS + 1]; /* by depth; 0: not given */
    bool counts;                     /* at least one count is given */
} Problem;

/* Reads the counts D1 to D9. Returns false if a count is not a number. */
static bool read_counts(Problem *p) {
    Word rest = p->epd.operations, opcode, operands;
    int64_t n;

    while (epd_operation(&rest, &opcode, &operands)) {
        if (opcode.length != 2 || *opcode.at != 'D' || opcode.at[1] < '1' || opcode.at[1] > '9')
            continue;
        if (!word_number(operands, 0, INT64_MAX, &n))
            return false;
        p->leaves[opcode.at[1] - '0'] = (uint64_t)n;
        p->counts = true;
    }
    return true;
}

/* Reads a problem. Returns false, with an error message, for a line without a problem. */
static bool read_problem(Problem *p, Word line, Text *error) {
    Text again = TEXT_OF(128);

    memset(p, 0, sizeof *p);
    if (!epd_read_line(&p->epd, line, false, EPD_LENIENT, error)) {
        if (!epd_read_line(&p->epd, line, true, EPD_LENIENT, &again))
            return false;
        text_clear(error);
    }
    if (!read_counts(p))
        text_add(error, "a perft count is not a number");
    else if (!epd_problem_has_goal(&p->epd) && !p->counts)
        text_add(error, "the line has no bm, am, dm or D1");
    else
        return true;
    return false;
}

/* Returns true if the search found a mate within the number of moves of dm. */
static bool has_mate(const Problem *p, const SearchInfo *t) {
    const int moves = score_mate_moves(t->score);

    return score_is_mate(t->score) && t->pv_length && (moves > 0) == (p->epd.mate > 0) &&
           abs(moves) <= abs(p->epd.mate);
}

/* The suite in progress. */
typedef struct {
    FILE *file;
    char text[LINE_SIZE]; /* the current line */
    Problem problem;      /* of that line; points into `text` */
    int line;             /* number of that line */
    int asked, solved, bad;
    int64_t start_ms;
    uint64_t nodes;
} Suite;

/* Checks the perft counts of a position. Returns false if the user interrupts it. */
static bool check_counts(Frontend *f, Suite *s) {
    const Problem *p = &s->problem;
    bool good = true;

    for (int depth = 1; depth <= MAX_DEPTHS; depth++) {
        uint64_t leaves = 0;

        if (!p->leaves[depth] || p->leaves[depth] > most_leaves)
            continue;
        if (!perft_count_while(&p->epd.position, depth, input_goes_on, f, &leaves))
            return false;
        if (leaves != p->leaves[depth])
            frontend_say(f,
                         "line %d: depth %d has %" PRIu64 " leaves, but %" PRIu64 " are expected",
                         s->line, depth, leaves, p->leaves[depth]);
        good &= leaves == p->leaves[depth];
        s->nodes += leaves;
    }
    s->asked++;
    s->solved += good;
    return true;
}

static void end_test(Frontend *f, Suite *s, bool early) {
    const int64_t ms = clock_ms() - s->start_ms;

    console_state(f)->failed |= early || s->bad || s->solved < s->asked || !s->asked;
    frontend_say(f, "%s%d of %d solved, %" PRIu64 " nodes, %" PRId64 ".%03d s%s",
                 early ? "Ended early: " : "", s->solved, s->asked, s->nodes, ms / 1000,
                 (int)(ms % 1000), s->bad ? "; some lines could not be read" : "");
    work_end(f);
    fclose(s->file);
    free(s);
}

static void search(Frontend *f, const Problem *p) {
    const Limits limits = timecontrol_single_limits(&f->game.time);
    GameLine line;

    if (gameline_init(&line, &p->epd.position)) {
        console_refuse_memory(f);
        return;
    }
    engine_clear(f->engine);
    frontend_search_elsewhere(f, JOB, &line, &limits);
    gameline_destroy(&line);
}

/* Continues with the next position that needs a search, or ends the suite. */
static void go_on(Frontend *f, Suite *s) {
    bool early = false, whole; /* a longer line is too long for a position */

    while (!early && !f->leaving && file_read_line(s->file, s->text, LINE_SIZE, &whole)) {
        const Word words = text_rest(word_of(s->text));
        Text error = TEXT_OF(MESSAGE_SIZE);

        s->line++;
        if (!words.length || *words.at == '#')
            continue;
        if (!read_problem(&s->problem, words, &error)) {
            frontend_say(f, "line %d: %s", s->line, error.at);
            s->bad++;
            continue;
        }
        early = s->problem.counts && !check_counts(f, s);
        if (!early && epd_problem_has_goal(&s->problem.epd)) {
            search(f, &s->problem);
            return;
        }
    }
    if (ferror(s->file))
        console_refuse(f, "The file can no longer be read.");
    end_test(f, s, early || ferror(s->file));
}

/* Returns true if any line is a position with a task. */
static bool is_suite(FILE *file) {
    char line[LINE_SIZE];
    Problem p;
    bool whole;

    while (file_read_line(file, line, sizeof line, &whole)) {
        Text error = TEXT_OF(MESSAGE_SIZE);

        if (read_problem(&p, text_rest(word_of(line)), &error))
            return true;
    }
    return false;
}

static void on_result(Frontend *f, const SearchInfo *t) {
    Suite *s = work_data(f, &suite_work);
    const EpdProblem *epd = &s->problem.epd;
    Text text = TEXT_OF(256);
    const bool solved =
        epd_is_solved(epd, t->pv_length ? t->pv[0] : NO_MOVE, has_mate(&s->problem, t));

    s->asked++;
    s->solved += solved;
    s->nodes += t->nodes;
    text_addf(&text, "line %d", s->line);
    if (epd->id.length)
        text_addf(&text, " %s", QUOTED_OF(epd->id, 40));
    text_addf(&text, ": %s, %s %s at depth %d", solved ? "solved" : "not solved",
              t->pv_length ? SAN_OF(&epd->position, t->pv[0]) : "", CONSOLE_SCORE_OF(t->score),
              t->depth);
    if (!solved && (epd->best.count || epd->avoid.count))
        text_addf(&text, " (%s %s)", epd->best.count ? "bm" : "am",
                  QUOTED_OF(epd->best.count ? epd->best.text : epd->avoid.text, 60));
    frontend_say_text(f, text.at);
    go_on(f, s);
}

static void stop(Frontend *f) {
    end_test(f, work_data(f, &suite_work), true);
}

static const Work suite_work = {.on_result = on_result, .stop = stop};

void console_test(Frontend *f, Word arguments) {
    FILE *file;
    Suite *s = NULL;

    if (!console_needs(f, arguments, "test needs a file of EPD lines, as in: test suite.epd") ||
        !(file = console_open(f, arguments, NULL)))
        return;
    if (!is_suite(file))
        console_refuse(f, "That file has no position with bm, am, dm, or D1 to D9.");
    else if (!(s = calloc(1, sizeof *s)))
        console_refuse_memory(f);
    if (!s) {
        fclose(file);
        return;
    }
    rewind(file);
    s->file = file;
    console_leave_analysis(f);
    work_start(f, &suite_work, s);
    s->start_ms = clock_ms();
    go_on(f, s);
}
