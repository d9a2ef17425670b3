/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command test: suites of positions. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "chess/fen.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "perft/perft.h"
#include "play.h"
#include "protocol/input.h"
#include "work.h"

enum { MAX_ANSWERS = 32, LINE_SIZE = 4096, MAX_DEPTHS = 9 };

static const Work suite_work;

/* Larger counts are skipped, as they take too long. */
static const uint64_t most_leaves = 200000000;

typedef struct {
    Position position;
    Move best[MAX_ANSWERS], avoid[MAX_ANSWERS];
    int bests, avoids;
    int mate;                        /* dm; 0: none */
    uint64_t leaves[MAX_DEPTHS + 1]; /* by depth; 0: not given */
    bool counts;                     /* at least one is given */
    Word id, answers;                /* as written in the file */
} Problem;

static const char *read_moves(const Problem *p, Word operands, Move *list, int *n) {
    Word w;

    while ((w = text_word(&operands)).length)
        if (*n == MAX_ANSWERS || notation_parse(&list[(*n)++], &p->position, w))
            return "a move of bm or am is not legal";
    return NULL;
}

/* Returns NULL, or an error message. */
static const char *read_operation(Problem *p, Word opcode, Word operands) {
    int64_t n;

    if (word_is(opcode, "bm") || word_is(opcode, "am")) {
        p->answers = operands;
        return *opcode.at == 'b' ? read_moves(p, operands, p->best, &p->bests)
                                 : read_moves(p, operands, p->avoid, &p->avoids);
    }
    if (word_is(opcode, "dm")) {
        if (!word_number(operands, 1, 1000, &n))
            return "dm is no number of moves";
        p->mate = (int)n;
    } else if (word_is(opcode, "id")) {
        p->id = operands;
        if (p->id.length >= 2 && *p->id.at == '"')
            p->id = (Word){p->id.at + 1, p->id.length - 2};
    } else if (opcode.length == 2 && *opcode.at == 'D' && opcode.at[1] >= '1' &&
               opcode.at[1] <= '9') {
        if (!word_number(operands, 0, INT64_MAX, &n))
            return "the count of a perft is no number";
        p->leaves[opcode.at[1] - '0'] = (uint64_t)n;
        p->counts = true;
    } else if (!epd_counter(&p->position, opcode, operands)) {
        return "a counter makes no sense";
    }
    return NULL;
}

static const char *read_problem(Problem *p, Word line) {
    Word rest = line, opcode, operands;
    const char *error;

    memset(p, 0, sizeof *p);
    if ((error = fen_parse_prefix(&p->position, &rest, false))) {
        rest = line;
        if (fen_parse_prefix(&p->position, &rest, true))
            return error;
    }
    while (epd_operation(&rest, &opcode, &operands))
        if ((error = read_operation(p, opcode, operands)))
            return error;
    return p->bests || p->avoids || p->mate || p->counts ? NULL
                                                         : "it has no task: no bm, am, dm or D1";
}

static bool has(const Move *list, int n, Move m) {
    while (n--)
        if (list[n] == m)
            return true;
    return false;
}

static bool is_solved(const Problem *p, const Thought *t) {
    const bool mates =
        p->mate && t->score >= SCORE_MATE_LEAST && score_mate_moves(t->score) <= p->mate;

    if (!t->pv_length)
        return false;
    if (p->mate && !p->bests && !p->avoids)
        return mates;
    return mates ||
           ((!p->bests || has(p->best, p->bests, t->pv[0])) && !has(p->avoid, p->avoids, t->pv[0]));
}

/* A suite that is being solved. */
typedef struct {
    char path[OPTION_TEXT_SIZE];
    long here, next; /* where the current line begins, and the one after it */
    int line;        /* its number */
    int asked, solved, bad;
    int64_t start_ms;
    uint64_t nodes;
} Suite;

static bool goes_on(void *frontend) {
    return !input_interrupted(frontend);
}

/* Check the perft counts of a position. False if the user ends it. */
static bool check_counts(Frontend *f, Suite *s, const Problem *p) {
    bool good = true;

    for (int depth = 1; depth <= MAX_DEPTHS; depth++) {
        uint64_t leaves = 0;

        if (!p->leaves[depth] || p->leaves[depth] > most_leaves)
            continue;
        if (!perft_count_while(&p->position, depth, goes_on, f, &leaves))
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

/* Read the next line of the suite; the rest of a long one is skipped. False at the end. */
static bool read_line(FILE *file, char *line) {
    size_t length;

    if (!fgets(line, LINE_SIZE, file))
        return false;
    length = strlen(line);
    if (length == LINE_SIZE - 1 && line[length - 1] != '\n') {
        int c;
        while ((c = getc(file)) != EOF && c != '\n') /* too long to be a position */
            ;
    }
    return true;
}

static void end_test(Frontend *f, Suite *s, bool early) {
    const int64_t ms = clock_ms() - s->start_ms;

    console_state(f)->failed |= early || s->bad || s->solved < s->asked || !s->asked;
    frontend_say(f, "%s%d of %d solved, %" PRIu64 " nodes, %" PRId64 ".%03d s%s",
                 early ? "Ended early: " : "", s->solved, s->asked, s->nodes, ms / 1000,
                 (int)(ms % 1000), s->bad ? "; some lines could not be read" : "");
    work_end(f);
    free(s);
}

static void search(Frontend *f, const Problem *p) {
    const Limits limits = timecontrol_single_limits(&f->time);
    GameLine line;

    if (gameline_init(&line, &p->position)) {
        console_refuse_memory(f);
        return;
    }
    engine_clear(f->engine);
    frontend_search_elsewhere(f, HINTING, &line, &limits);
    gameline_destroy(&line);
    work_expect(f);
}

/* Go on to the next position that needs a search, or to the end. */
static void go_on(Frontend *f, Suite *s) {
    FILE *file = file_open_plain(s->path);
    char line[LINE_SIZE];
    Problem p;

    if (!file || fseek(file, s->next, SEEK_SET)) {
        console_refuse(f, "The file can no longer be read.");
        if (file)
            fclose(file);
        end_test(f, s, true);
        return;
    }
    for (;;) {
        const char *error;
        Word words;

        s->here = s->next;
        if (f->leaving || !read_line(file, line))
            break;
        s->next = ftell(file);
        s->line++;
        words = text_rest(word_of(line));
        if (!words.length || *words.at == '#')
            continue;
        if ((error = read_problem(&p, words))) {
            frontend_say(f, "line %d: %s", s->line, error);
            s->bad++;
            continue;
        }
        if (p.counts && !check_counts(f, s, &p)) {
            fclose(file);
            end_test(f, s, true);
            return;
        }
        if (p.bests || p.avoids || p.mate) {
            fclose(file);
            search(f, &p);
            return;
        }
    }
    fclose(file);
    end_test(f, s, false);
}

/* Is any line a position with a task? */
static bool is_suite(FILE *file) {
    char line[LINE_SIZE];
    Problem p;

    while (read_line(file, line))
        if (!read_problem(&p, text_rest(word_of(line))))
            return true;
    return false;
}

static void on_result(Frontend *f, const Thought *t) {
    Suite *s = work_data(f, &suite_work);
    char line[LINE_SIZE], buffer[256], san[NOTATION_SIZE];
    Text text = text_in(buffer, sizeof buffer), move = text_in(san, sizeof san);
    FILE *file;
    Problem p;
    bool solved;

    file = file_open_plain(s->path);
    if (!file || fseek(file, s->here, SEEK_SET) || !read_line(file, line) ||
        read_problem(&p, text_rest(word_of(line))) ||
        (t->pv_length && !move_is_legal(&p.position, t->pv[0]))) {
        console_refuse(f, "The file has changed.");
        if (file)
            fclose(file);
        end_test(f, s, true);
        return;
    }
    fclose(file);
    solved = is_solved(&p, t);
    s->asked++;
    s->solved += solved;
    s->nodes += t->nodes;
    if (t->pv_length)
        notation_write_san(&move, &p.position, t->pv[0]);
    text_addf(&text, "line %d", s->line);
    if (p.id.length) {
        text_add_char(&text, ' ');
        text_add_quoted(&text, p.id, 40);
    }
    text_addf(&text, ": %s, %s ", solved ? "solved" : "not solved", san);
    console_add_score(&text, t->score);
    text_addf(&text, " at depth %d", t->depth);
    if (!solved && p.answers.length) {
        text_addf(&text, " (%s ", p.bests ? "bm" : "am");
        text_add_quoted(&text, p.answers, 60);
        text_add_char(&text, ')');
    }
    frontend_say_text(f, buffer);
    go_on(f, s);
}

static void stop(Frontend *f) {
    end_test(f, work_data(f, &suite_work), true);
}

static const Work suite_work = {.on_result = on_result, .stop = stop};

void console_test(Frontend *f, Word arguments) {
    Suite *s;
    FILE *file;
    bool good;

    if (!console_needs(f, arguments, "test needs a file of EPD lines, as in: test suite.epd"))
        return;
    if (!(s = calloc(1, sizeof *s))) {
        console_refuse_memory(f);
        return;
    }
    if (!(file = console_open(f, arguments, s->path))) {
        free(s);
        return;
    }
    good = is_suite(file);
    fclose(file);
    if (!good) {
        console_refuse(f, "That file has no position with a task: bm, am, dm, or D1 to "
                          "D9.");
        free(s);
        return;
    }
    console_leave_analysis(f);
    work_start(f, &suite_work, s);
    s->start_ms = clock_ms();
    go_on(f, s);
}
