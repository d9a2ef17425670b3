/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/util.h"
#include "perft_count.h"
#include "tools/common/linefile.h"
#include "tools/common/tool.h"

enum { CHECK_DEPTH = 3, COMMAND_SIZE = 160 };

/* --- times ----------------------------------------------------------------------------------- */

static int order_times(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

int64_t compare_best(const int64_t *us, size_t count) {
    int64_t best = us[0];

    for (size_t i = 1; i < count; i++)
        best = min64(best, us[i]);
    return best;
}

int64_t compare_median(const int64_t *us, size_t count) {
    int64_t *sorted = memory_new(count, sizeof *sorted), median;

    memcpy(sorted, us, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, order_times);
    median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    free(sorted);
    return median;
}

bool compare_is_complete(const Comparison *c, size_t position) {
    for (size_t i = 0; i < c->programs; i++) {
        const CompareCell *cell = compare_cell(c, position, i);

        if (cell->fault || cell->rounds < (size_t)c->options->rounds ||
            compare_best(cell->us, cell->rounds) < PERFT_SHORT_US)
            return false;
    }
    return true;
}

/* --- positions ------------------------------------------------------------------------------- */

/* The start position and others from https://www.chessprogramming.org/Perft_Results. */
static const struct {
    const char *name, *fen;
    int depth;
    uint64_t nodes;
} standard[] = {
    {"start", FEN_START, 6, 119060324},
    {"start", FEN_START, 7, 3195901860},
    {"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
     193690690},
    {"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661},
    {"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6,
     706045033},
    {"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194},
    {"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5,
     164075551},
};

static ComparePosition *add_position(Comparison *c) {
    c->position = memory_grow(c->position, c->positions + 1, sizeof *c->position);
    memset(&c->position[c->positions], 0, sizeof *c->position);
    return &c->position[c->positions++];
}

static void use_standard(Comparison *c) {
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
        ComparePosition *p = add_position(c);
        Text name = text_in(p->name, sizeof p->name), fen = text_in(p->fen, sizeof p->fen);

        text_add(&name, standard[i].name);
        text_add(&fen, standard[i].fen);
        fen_parse(&p->position, word_of(standard[i].fen), false);
        p->depth = standard[i].depth;
        p->nodes = standard[i].nodes;
    }
}

/* Uses the deepest count of a line within the limits; skips a line without one. */
static const char *use_line(Comparison *c, LineFile *l, Word line, const Position *position) {
    const PerftOptions *o = c->options;
    const char *slash = strrchr(l->name, '/'), *error;
    int64_t deepest = -1, nodes = 0, depth, wanted;
    Word opcode, operands, given = {text_rest(l->raw).at, 0};
    char fen[FEN_SIZE];
    Text text = text_in(fen, sizeof fen);
    ComparePosition *p;

    given.length = (size_t)(line.at - given.at);
    perft_add_fen(&text, given);
    if (text.full)
        return "the numbers of the position have too many digits";
    while (epd_operation(&line, &opcode, &operands)) {
        if ((error = perft_suite_field(opcode, operands, &depth, &wanted)))
            return error;
        if (depth > deepest && depth <= o->max_depth && wanted <= o->max_nodes) {
            deepest = depth;
            nodes = wanted;
        }
    }
    if (deepest < 1)
        return NULL;
    p = add_position(c);
    p->position = *position;
    p->depth = (int)deepest;
    p->nodes = (uint64_t)nodes;
    text = text_in(p->name, sizeof p->name);
    text_add_quoted(&text, word_of(slash ? slash + 1 : l->name), 40);
    text_addf(&text, ":%ld", l->number);
    memcpy(p->fen, fen, sizeof fen);
    return NULL;
}

static void use_suites(Comparison *c) {
    for (char **name = c->options->files; *name; name++) {
        const size_t before = c->positions;
        LineFile l;
        Word line;

        if (!linefile_open(&l, *name)) {
            c->failed = true;
            continue;
        }
        while (linefile_next(&l, &line)) {
            const char *error = NULL;
            Position p;

            if (!perft_read_position(c->options, &l, &line, &p))
                c->failed = true;
            else if ((error = use_line(c, &l, line, &p)))
                perft_complain(&l, error);
            c->failed |= error != NULL;
        }
        c->failed |= l.failed;
        linefile_close(&l);
        if (c->positions == before && !interrupt_pending()) {
            perft_fail("there is no count to compare, or none within the limits", l.name);
            c->failed = true;
        }
    }
}

/* --- programs -------------------------------------------------------------------------------- */

/* Adds this program, run like the others, so that its start-up time counts, too. */
static void use_this(Comparison *c) {
    static char linux_self[] = "/proc/self/exe"; /* valid even if the file was replaced */
    static char command[COMMAND_SIZE];           /* the program keeps it */
    const PerftOptions *o = c->options;
    Text text = text_in(command, sizeof command);
    Text error = TEXT_OF(100);

    text_add(&text, "alula=alula-perft {depth} --fen {fen}");
    if (o->threads > 1)
        text_addf(&text, " --threads %" PRId64, o->threads);
    if (o->hash_megabytes)
        text_addf(&text, " --hash %" PRId64, o->hash_megabytes);
    if (o->chess960)
        text_add(&text, " --chess960");
    if (!o->bulk)
        text_add(&text, " --no-bulk");
    perft_program_read(&c->program[c->programs++], command, &error);
    c->program[0].engine.word[0] = access(linux_self, X_OK) ? o->self : linux_self;
}

static bool use_programs(Comparison *c, Text *error) {
    use_this(c);
    if (c->options->program_count >= PERFT_PROGRAMS_MAX)
        return text_fail(error, "--compare takes at most %d programs", PERFT_PROGRAMS_MAX - 1);
    for (size_t i = 0; i < c->options->program_count; i++) {
        PerftProgram *p = &c->program[c->programs++];

        if (!perft_program_read(p, c->options->programs[i], error))
            return false;
        for (size_t k = 0; k + 1 < c->programs; k++)
            if (!strcmp(p->name, c->program[k].name))
                return text_fail(error, "two programs have the name %s%s", p->name,
                                 k ? "" : ": it is the name of this program");
    }
    return true;
}

/* --- measuring ------------------------------------------------------------------------------- */

static int64_t time_left(const Comparison *c) {
    return c->options->total_s ? c->start + c->options->total_s * 1000000 - clock_us() : INT64_MAX;
}

static bool is_over(const Comparison *c) {
    return interrupt_pending() || time_left(c) <= 0;
}

/* Shows the current count, and the remaining time, estimated from the nodes. */
static void show(const Comparison *c, size_t position, size_t program, const char *what) {
    double done = 0, left = 0;
    Text text = TEXT_OF(140);

    for (size_t i = 0; i < c->positions * c->programs; i++) {
        const CompareCell *cell = &c->cell[i];
        const double nodes = (double)c->position[i / c->programs].nodes;

        if (cell->fault || c->out[i % c->programs])
            continue;
        done += nodes * (double)cell->rounds;
        left += nodes * (double)((size_t)c->options->rounds - cell->rounds);
    }
    text_addf(&text, "position %zu of %zu, %s: %s", position + 1, c->positions, what,
              c->program[program].name);
    if (done > 0)
        text_addf(&text, ", about %" PRId64 " s left",
                  (int64_t)((double)(clock_us() - c->start) / 1e6 * left / done));
    perft_show_words(text.at);
}

/*
 * Excludes a position that cannot judge a program, as its count in the suite is wrong or too large.
 */
static void leave_out(Comparison *c, size_t position, const char *why) {
    perft_wipe_progress();
    tool_message("%s: %s", c->position[position].name, why);
    for (size_t i = 0; i < c->programs; i++)
        c->cell[position * c->programs + i].fault = PERFT_STOPPED;
    c->failed = true;
}

/*
 * Compares the count of a suite with this program's own. Returns false if it is wrong, after a
 * message.
 */
static bool suite_is_right(Comparison *c, size_t position, uint64_t own) {
    const ComparePosition *p = &c->position[position];
    Text text = TEXT_OF(120);

    if (!c->options->checking || own == p->nodes)
        return true;
    text_addf(&text,
              "the line of the suite is wrong: it has D%d %" PRIu64 ", but alula counts %" PRIu64,
              p->depth, p->nodes, own);
    leave_out(c, position, text.at);
    return false;
}

/* Runs one program; reports and excludes it after a fault. Returns its processor time. */
static int64_t ask(Comparison *c, size_t position, size_t program, int depth, uint64_t nodes) {
    const ComparePosition *p = &c->position[position];
    const PerftPlace place = {.fen = p->fen, .root = p->position, .here = p->position};
    const int64_t most = min64(max64(time_left(c), 0) / 1000000 + 1, c->options->timeout_s);
    PerftEngine *e = &c->program[program].engine;
    PerftAnswer *answer = memory_new(1, sizeof *answer);
    Text text = TEXT_OF(80);
    const char *error;

    e->chess960 = c->options->chess960;
    e->expected = nodes;
    /* soon detect a program that does not count */
    e->timeout_ms = 1000 * (depth < p->depth ? min64(most, PERFT_CHECK_TIMEOUT) : most);
    if (!(error = perft_engine_open(e))) {
        error = perft_engine_count(e, &place, depth, answer);
        perft_engine_close(e);
    }
    if (!error && answer->total != nodes &&
        (program || depth < p->depth || suite_is_right(c, position, answer->total))) {
        text_addf(&text, "%" PRIu64 " instead of %" PRIu64, answer->total, nodes);
        error = text.at;
    } else if (!error && e->lingers) {
        e->fault = PERFT_LATE;
        error = "it was still running seconds after its answer";
    }
    free(answer);
    if (error && !is_over(c)) {
        perft_wipe_progress();
        tool_message("%s: %s, depth %d: %s", c->program[program].name, p->name, depth, error);
        c->cell[position * c->programs + program].fault = e->fault;
        c->failed = true;
    }
    return e->us;
}

/* Runs each program for a shallow count before long ones, and excludes those that fail. */
static void check(Comparison *c, size_t position) {
    const ComparePosition *p = &c->position[position];
    const int depth = min(p->depth, CHECK_DEPTH);
    const uint64_t nodes = perft_count(&p->position.board, depth);

    if (c->options->checking && perft_is_too_deep(&p->position, p->depth)) {
        leave_out(c, position, perft_too_large);
        return;
    }
    if (depth == p->depth && !suite_is_right(c, position, nodes))
        return;
    for (size_t i = 0; i < c->programs && !is_over(c); i++) {
        const PerftOutcomeKind *fault = &compare_cell(c, position, i)->fault;
        int64_t us;

        if (c->out[i])
            continue;
        show(c, position, i, "first count");
        us = ask(c, position, i, depth, nodes);
        if (*fault == PERFT_RIGHT && !is_over(c))
            c->start_us[i] = min64(c->start_us[i], us);
        c->out[i] = *fault >= PERFT_LATE && *fault != PERFT_STOPPED;
    }
}

static void run_round(Comparison *c, size_t position, size_t round) {
    const ComparePosition *p = &c->position[position];

    for (size_t k = 0; k < c->programs && !is_over(c); k++) {
        const size_t program = (round + k) % c->programs; /* rotate the first program */
        CompareCell *cell = &c->cell[position * c->programs + program];
        Text text = TEXT_OF(60);
        int64_t us;

        if (cell->fault)
            continue;
        text_addf(&text, "round %zu of %" PRId64, round + 1, c->options->rounds);
        show(c, position, program, text.at);
        us = ask(c, position, program, p->depth, p->nodes);
        if (!cell->fault && !is_over(c))
            cell->us[cell->rounds++] = us;
    }
}

/* Returns true if this position has another program to compare with. */
static bool has_others(const Comparison *c, size_t position) {
    for (size_t i = 1; i < c->programs; i++)
        if (!compare_cell(c, position, i)->fault)
            return true;
    return false;
}

static void measure(Comparison *c) {
    for (size_t i = 0; i < c->positions && !is_over(c); i++) {
        check(c, i);
        for (size_t k = 0; k < c->programs; k++)
            if (c->out[k] && !compare_cell(c, i, k)->fault)
                c->cell[i * c->programs + k].fault = PERFT_STOPPED;
        for (size_t round = 0;
             round < (size_t)c->options->rounds && has_others(c, i) && !is_over(c); round++)
            run_round(c, i, round);
    }
}

/* --- the result ------------------------------------------------------------------------------ */

/* Chooses the best or the median of several times. */
typedef int64_t Choice(const int64_t *us, size_t count);

static const struct {
    const char *name;
    Choice *choose;
} choices[] = {{"best", compare_best}, {"median", compare_median}};

/* Returns million nodes per second in a position; 0 if unknown. */
static double speed(const Comparison *c, size_t position, size_t program, Choice *choose) {
    const CompareCell *cell = compare_cell(c, position, program);
    const int64_t us = cell->rounds && !cell->fault ? choose(cell->us, cell->rounds) : 0;

    return us > 0 ? (double)c->position[position].nodes / (double)us : 0;
}

static size_t complete_positions(const Comparison *c) {
    size_t count = 0;

    for (size_t i = 0; i < c->positions; i++)
        count += compare_is_complete(c, i);
    return count;
}

/* Returns the geometric mean of the speeds in all complete positions; 0 if there are none. */
static double mean_speed(const Comparison *c, size_t program, Choice *choose) {
    const size_t count = complete_positions(c);
    double sum = 0;

    for (size_t i = 0; i < c->positions; i++)
        if (compare_is_complete(c, i))
            sum += log(speed(c, i, program, choose));
    return count ? exp(sum / (double)count) : 0;
}

static bool is_short(const CompareCell *cell) {
    return !cell->fault && cell->rounds && compare_best(cell->us, cell->rounds) < PERFT_SHORT_US;
}

/* Reads "model name : ..." on Linux, if available; else leaves the text empty. */
static void read_processor(Text *out) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[400];

    while (file && !out->length && fgets(line, sizeof line, file)) {
        Word rest = word_of(line);

        if (word_is(text_rest(text_until(&rest, ':')), "model name"))
            text_add_quoted(out, text_rest(rest), 80);
    }
    if (file)
        fclose(file);
}

/* --- tables ---------------------------------------------------------------------------------- */

static const char *const fault_names[PERFT_OUTCOMES] = {
    [PERFT_RIGHT] = "right",   [PERFT_WRONG] = "wrong",   [PERFT_DIED] = "died",
    [PERFT_LATE] = "late",     [PERFT_FLOOD] = "flooded", [PERFT_ABSENT] = "absent",
    [PERFT_UNABLE] = "unable", [PERFT_STOPPED] = "out"};

static int width(const Comparison *c, size_t program) {
    return max(8, (int)strlen(c->program[program].name)) + 2;
}

/* True if a blank is due before the next column, as the last number has no mark. */
static bool gap;

static void print_text(int columns, const char *text, char mark) {
    printf("%s%*s", gap ? " " : "", columns, text);
    gap = mark == ' ';
    if (!gap)
        putchar(mark);
}

static void print_label(const char *text) {
    printf("%-32s", text);
    gap = false;
}

static void print_number(int columns, double value, int decimals, char mark) {
    char text[40];

    snprintf(text, sizeof text, "%.*f", decimals, value);
    print_text(columns, value > 0 ? text : "-", value > 0 ? mark : ' ');
}

static bool has_runs(const Comparison *c, size_t position) {
    for (size_t i = 0; i < c->programs; i++)
        if (compare_cell(c, position, i)->rounds || compare_cell(c, position, i)->fault)
            return true;
    return false;
}

static void print_row(const Comparison *c, size_t position, Choice *choose) {
    const ComparePosition *p = &c->position[position];
    char label[100];

    snprintf(label, sizeof label, "%s, depth %d", p->name, p->depth);
    print_label(label);
    for (size_t i = 0; i < c->programs; i++) {
        const CompareCell *cell = compare_cell(c, position, i);
        const double value = speed(c, position, i, choose);

        if (cell->fault)
            print_text(width(c, i), fault_names[cell->fault], ' ');
        else
            print_number(width(c, i), value, value < 100, is_short(cell) ? '*' : ' ');
    }
    printf("\n");
}

static void print_table(const Comparison *c, const char *title, Choice *choose) {
    const double own = mean_speed(c, 0, choose);
    char label[60];

    printf("\n");
    print_label(title);
    for (size_t i = 0; i < c->programs; i++)
        print_text(width(c, i), c->program[i].name, ' ');
    printf("\n");
    for (size_t i = 0; i < c->positions; i++)
        if (has_runs(c, i))
            print_row(c, i, choose);
    if (!complete_positions(c))
        return;
    snprintf(label, sizeof label, "geometric mean of %zu", complete_positions(c));
    print_label(label);
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);
        print_number(width(c, i), mean, mean < 100, ' ');
    }
    printf("\n");
    print_label("alula / each");
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);
        print_number(width(c, i), mean > 0 ? own / mean : 0, 3, ' ');
    }
    printf("\n");
}

static void print_starts(const Comparison *c) {
    printf("\n");
    print_label("start and depth 3, ms");
    for (size_t i = 0; i < c->programs; i++)
        print_number(width(c, i), c->start_us[i] < INT64_MAX ? (double)c->start_us[i] / 1000 : 0, 1,
                     ' ');
    printf("\n");
}

static void print_tables(const Comparison *c) {
    const PerftOptions *o = c->options;
    Text text = TEXT_OF(100);
    bool any = false, any_short = false;

    for (size_t i = 0; i < c->positions; i++)
        any |= has_runs(c, i);
    for (size_t i = 0; i < c->positions * c->programs; i++)
        any_short |= is_short(&c->cell[i]);
    read_processor(&text);
    printf("processor: %s\n", text.length ? text.at : "unknown");
    printf("alula: %s, %" PRId64 " thread%s, ", tool_compiler, o->threads,
           o->threads == 1 ? "" : "s");
    if (o->hash_megabytes)
        printf("a table of %" PRId64 " MB\n", o->hash_megabytes);
    else
        printf("no table\n");
    printf("%" PRId64 " round%s, processor time with the start of each program\n", o->rounds,
           o->rounds == 1 ? "" : "s");
    if (any) {
        print_table(c, "best, Mnodes/s", choices[0].choose);
        if (o->rounds > 1)
            print_table(c, "median, Mnodes/s", choices[1].choose);
        print_starts(c);
    }
    if (any_short)
        printf("* less than %d ms: too short to compare, and not in the means\n",
               PERFT_SHORT_US / 1000);
    if (c->cut)
        printf("%s: %zu of %zu positions are complete\n",
               interrupt_pending() ? "interrupted" : "the time of --total is up",
               complete_positions(c), c->positions);
}

/* --- JSON ------------------------------------------------------------------------------------ */

/* Writes microseconds as seconds. */
static void add_seconds(Json *j, const char *name, int64_t us) {
    json_real(j, name, (double)us / 1e6, 6);
}

static void add_cell(Json *j, const char *name, const CompareCell *cell) {
    json_open(j, name, '{');
    json_text(j, "result", fault_names[cell->fault]);
    json_open(j, "seconds", '[');
    for (size_t i = 0; i < cell->rounds && !cell->fault; i++)
        add_seconds(j, NULL, cell->us[i]);
    json_close(j, ']');
    json_flag(j, "too_short", is_short(cell));
    json_close(j, '}');
}

static void add_means(Json *j, const Comparison *c, const char *name, Choice *choose) {
    const double own = mean_speed(c, 0, choose);

    json_open(j, name, '{');
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);

        if (mean > 0) {
            json_open(j, c->program[i].name, '{');
            json_real(j, "mnodes_per_s", mean, 3);
            json_real(j, "alula_ratio", own / mean, 4);
            json_close(j, '}');
        } else {
            json_null(j, c->program[i].name);
        }
    }
    json_close(j, '}');
}

static void add_programs(Json *j, const Comparison *c) {
    json_open(j, "programs", '[');
    for (size_t i = 0; i < c->programs; i++) {
        json_open(j, NULL, '{');
        json_text(j, "name", c->program[i].name);
        json_flag(j, "uci", c->program[i].engine.protocol == PERFT_UCI);
        json_text(j, "command", c->program[i].engine.command);
        if (c->start_us[i] < INT64_MAX)
            add_seconds(j, "start_s", c->start_us[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_position(Json *j, const Comparison *c, size_t i) {
    const ComparePosition *p = &c->position[i];

    json_open(j, NULL, '{');
    json_text(j, "name", p->name);
    json_text(j, "fen", p->fen);
    json_whole(j, "depth", p->depth);
    json_count(j, "nodes", p->nodes);
    json_open(j, "programs", '{');
    for (size_t k = 0; k < c->programs; k++)
        add_cell(j, c->program[k].name, compare_cell(c, i, k));
    json_close(j, '}');
    json_flag(j, "compared", compare_is_complete(c, i));
    json_close(j, '}');
}

static void print_json(const Comparison *c) {
    const PerftOptions *o = c->options;
    Text text = TEXT_OF(100);
    Json j = tool_json();

    read_processor(&text);
    json_text(&j, "processor", text.at);
    json_text(&j, "compiler", tool_compiler);
    json_flag(&j, "complete", !c->cut);
    json_whole(&j, "rounds", o->rounds);
    json_whole(&j, "threads", o->threads);
    json_whole(&j, "hash_mb", o->hash_megabytes);
    add_programs(&j, c);
    json_open(&j, "positions", '[');
    for (size_t i = 0; i < c->positions; i++)
        json_position(&j, c, i);
    json_close(&j, ']');
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        add_means(&j, c, choices[i].name, choices[i].choose);
    startup_json_end(&j);
}

/* --- the command ----------------------------------------------------------------------------- */

static void make_cells(Comparison *c) {
    const size_t cells = c->positions * c->programs, rounds = (size_t)c->options->rounds;

    c->cell = memory_new(cells, sizeof *c->cell);
    for (size_t i = 0; i < cells; i++)
        c->cell[i].us = memory_new(rounds, sizeof *c->cell[i].us);
    for (size_t i = 0; i < c->programs; i++)
        c->start_us[i] = INT64_MAX;
}

static void clear(Comparison *c) {
    for (size_t i = 0; c->cell && i < c->positions * c->programs; i++)
        free(c->cell[i].us);
    for (size_t i = 0; i < c->programs; i++)
        perft_program_free(&c->program[i]);
    free(c->cell);
    free(c->position);
}

static int compare(Comparison *c, Text *error) {
    if (!use_programs(c, error))
        return TOOL_USAGE;
    if (c->options->checking)
        use_suites(c);
    else
        use_standard(c);
    if (!c->positions)
        return TOOL_FAILED; /* the error message was printed */
    make_cells(c);
    c->start = clock_us();
    measure(c);
    perft_wipe_progress();
    c->cut = is_over(c);
    c->failed |= c->cut;
    (c->options->json ? print_json : print_tables)(c); /* even if interrupted */
    return interrupt_pending() ? TOOL_INTERRUPTED : c->failed ? TOOL_FAILED : TOOL_OK;
}

int perft_compare(const PerftOptions *o, Text *error) {
    Comparison *c = memory_new(1, sizeof *c);
    int status;

    c->options = o;
    status = compare(c, error);
    clear(c);
    free(c);
    return status;
}
