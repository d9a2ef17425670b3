/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alula-perft: count leaves, list them by first move or by kind, check a suite of positions, or
 * share one count among many processes and machines.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "fen.h"
#include "notation.h"
#include "perft.h"
#include "zobrist.h"

typedef struct {
    int64_t depth; /* -1: not given */
    const char *fen, *unit, *log;
    const char **files; /* of --suite or --sum, up to NULL */
    size_t file_count;
    bool divide, kinds, json, chess960, bulk, checking, summing;
    int64_t max_depth, max_nodes, threads, hash_megabytes, units; /* units: plies; 0: no units */
} Options;

static const char usage[] =
    "usage: alula-perft DEPTH [--fen FEN] [--divide] [--kinds] [--json] [OPTION...]\n"
    "       alula-perft --suite FILE.epd... [--max-depth N] [--max-nodes N] [OPTION...]\n"
    "       alula-perft DEPTH --units PLIES [--fen FEN]      write work units, one a line\n"
    "       alula-perft --unit FILE [--log FILE] [OPTION...] count the units of a file\n"
    "       alula-perft --sum FILE...                        add their results\n"
    "\n"
    "Count the positions that legal moves lead to, DEPTH plies (0 to 99) from a position (the\n"
    "start of the game unless --fen gives another). A suite has lines \"FEN ;D1 20 ;D2 400\".\n"
    "Any FILE may be - for standard input.\n"
    "\n"
    "  --divide         list the count behind each first move, in alphabetical order; castling\n"
    "                   is e1g1, with --chess960 the king takes its rook (e1h1), as in UCI\n"
    "  --kinds          captures, castlings, checks, mates ... among the moves of the last ply\n"
    "  --json           one JSON object instead of lines\n"
    "  --threads N      count on N threads, 1 to 1024\n"
    "  --hash MB        remember positions already counted, in 1 to 16777216 MB; the counts stay\n"
    "                   the same; not with --kinds or --no-bulk\n"
    "  --chess960       castling rights may belong to any king and rook of the back rank\n"
    "  --no-bulk        make every last move instead of counting it\n"
    "  --max-depth N    leave out the counts of a suite that are deeper than N (0 to 99)\n"
    "  --max-nodes N    leave out the counts of a suite that are larger than N\n"
    "  --units PLIES    units are the different positions 1 to 8 plies deep, 2 million at most\n"
    "  --log FILE       append results to a file, and skip the units that are in it already\n"
    "  --help, --version\n"
    "\n"
    "A count beyond 64 bits is refused: beforehand when the growth of shallower counts leaves no\n"
    "doubt, else as soon as it is reached.\n"
    "\n"
    "Exit status: 0 all right, 1 a count differs or units are missing, 2 bad input,\n"
    "130 interrupted (what is known by then is printed).\n";

static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

static bool progress_stands; /* on the terminal, without a line end */

static void wipe_progress(void) {
    if (progress_stands)
        fprintf(stderr, "\r%78s\r", "");
    progress_stands = false;
}

static int say_error(const char *what, const char *text, const char *more) {
    wipe_progress();
    fprintf(stderr, "alula-perft: %s%s%s%s\n", what, text ? ": " : "", text ? text : "", more);
    return 2;
}

/* The arguments are wrong. */
static int refuse(const char *what, const char *text) {
    return say_error(what, text, " (--help tells more)");
}

/* Something else is wrong. */
static int fail(const char *what, const char *text) {
    return say_error(what, text, "");
}

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

/* Positions that only Chess960 knows need to be asked for. */
static const char *hint(const Options *o, const char *defect) {
    return !o->chess960 && !strcmp(defect, "a castling right has no king and rook in place")
               ? "a castling right has no king and rook in place; for Chess960 add --chess960"
               : defect;
}

/* --- counting -------------------------------------------------------------------------------- */

static PerftTable *table; /* made once by main(), NULL without --hash */

static uint64_t speed(uint64_t nodes, int64_t us) {
    return us > 0 ? (uint64_t)((double)nodes * 1000 / (double)us) : 0;
}

/* Many counts in one call: those of a file of units. */
static struct {
    int64_t start;                    /* 0 if there is but one count */
    size_t counted, skipped, refused; /* units so far */
    size_t of;                        /* 0 if it is not known, as in a pipe */
    uint64_t nodes;
} batch;

/* A line on the terminal that overwrites itself. `run` is NULL between two counts. */
static void show_progress(PerftRun *run, size_t count, int64_t start) {
    static int64_t shown;
    const int64_t now = clock_us(), since = batch.start ? batch.start : start;
    const size_t over = batch.counted + batch.skipped + batch.refused;
    uint64_t nodes = 0;
    size_t parts = 0;

    if (!isatty(STDERR_FILENO) || now - since < 1000000 || now - shown < 250000)
        return;
    shown = now;
    if (run)
        perft_progress(run, &parts, &nodes);
    nodes += batch.nodes;
    progress_stands = true;
    if (batch.start) {
        fprintf(stderr, "\r%zu", over);
        if (batch.of)
            fprintf(stderr, " of %zu", batch.of);
        fprintf(stderr, " units");
        parts = batch.counted;
        count = batch.of > over ? batch.counted + batch.of - over : 0;
    } else {
        fprintf(stderr, "\r%3zu %%", count ? parts * 100 / count : 100);
    }
    fprintf(stderr, "  %" PRIu64 " nodes  %" PRIu64 " knps", nodes, speed(nodes, now - since));
    if (parts && count)
        fprintf(stderr, "  %" PRId64 " s left   ",
                (now - since) / 1000000 * (int64_t)(count - parts) / (int64_t)parts);
}

static void add_result(PerftKinds *sum, const PerftKinds *part, uint64_t times) {
    const uint64_t *from = (const uint64_t *)part;
    uint64_t *to = (uint64_t *)sum;

    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] = perft_add(to[i], perft_multiply(from[i], times));
}
_Static_assert(sizeof(PerftKinds) % sizeof(uint64_t) == 0, "kinds must be made of counts only");

/* What is known of a count when it ends, or is interrupted. */
typedef struct {
    PerftUnit *unit;
    PerftKinds *part; /* of each unit */
    bool *known;
    size_t units, finished;
    PerftKinds total; /* of the units that are finished */
    int64_t us;
} Count;

static void free_count(Count *c) {
    if (interrupted) /* threads that go on until the program ends still read it */
        return;
    free(c->unit);
    free(c->part);
    free(c->known);
}

static const char too_large[] = "the count is larger than 64 bits can hold";

/*
 * Would the count certainly go beyond 64 bits? Without a table, one that comes near would take
 * years. With one, positions of few moves go deep, so what may just fit is counted.
 */
static bool is_too_deep(const Options *o, const Position *p, int depth) {
    return perft_is_beyond(&p->board, depth, table || o->units ? 1.8e22 : 1.8e19);
}

/* Count `depth` plies below a position; false, with a sentence said, if that cannot be done. */
static bool count(const Options *o, const Position *p, int depth, Count *c) {
    const int split = depth >= 7 ? 3 : depth >= 5 ? 2 : depth >= 1 && o->divide ? 1 : 0;
    const PerftPlan plan = {.depth = depth - split,
                            .threads = (int)o->threads,
                            .mode = o->kinds  ? PERFT_KINDS
                                    : o->bulk ? PERFT_COUNT
                                              : PERFT_VISIT,
                            .table = table};
    const int64_t start = clock_us();
    PerftRun *run = NULL;
    const char *defect;

    memset(c, 0, sizeof *c);
    if (!(defect = perft_split(p, split, false, &c->unit, &c->units))) {
        c->part = calloc(c->units + 1, sizeof *c->part);
        c->known = calloc(c->units + 1, sizeof *c->known);
        run = c->part && c->known ? perft_start(c->unit, c->units, &plan) : NULL;
    }
    if (!run) {
        fail(defect ? defect : "there is not enough memory, or no thread to be had", NULL);
        free_count(c);
        return false;
    }
    while (!perft_wait(run, 100) && !interrupted)
        show_progress(run, c->units, start);
    if (!batch.start)
        wipe_progress();
    for (size_t i = 0; i < c->units; i++) {
        c->known[i] = perft_result(run, i, &c->part[i]);
        c->finished += c->known[i];
        if (c->known[i])
            add_result(&c->total, &c->part[i], c->unit[i].times);
    }
    if (perft_overflows(run))
        c->total.nodes = PERFT_OVERFLOW;
    c->us = clock_us() - start;
    if (!interrupted) /* otherwise its threads end with the program */
        perft_free(run);
    return true;
}

/* A count of a suite or of a unit: PERFT_OVERFLOW if it does not fit. */
static bool count_nodes(const Options *o, const Position *p, int depth, uint64_t *nodes) {
    Count c;

    *nodes = PERFT_OVERFLOW;
    if (is_too_deep(o, p, depth))
        return true;
    /* small counts are not worth a thread */
    if (o->threads == 1 && o->bulk && !table && depth <= 4) {
        *nodes = perft_count(&p->board, depth);
        return true;
    }
    if (!count(o, p, depth, &c))
        return false;
    *nodes = c.total.nodes;
    free_count(&c);
    return true;
}

/* --- one position ---------------------------------------------------------------------------- */

typedef struct {
    char move[NOTATION_SIZE];
    uint64_t nodes;
    bool known;
} Line;

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const Line *)a)->move, ((const Line *)b)->move);
}

/* As UCI engines write moves, so that lists can be compared. */
static void write_move(Text *out, const Options *o, const Position *p, Move m) {
    if (o->chess960 && position_is_castling(p, m)) {
        const Square from = move_from(m), to = move_to(m);
        text_addf(out, "%c%d%c%d", 'a' + square_file(from), square_rank(from) + 1,
                  'a' + square_file(to), square_rank(to) + 1);
    } else {
        notation_write(out, p, m);
    }
}

/* The counts behind each first move; returns how many there are. */
static size_t divide(const Options *o, const Position *p, const Count *c, Line lines[MAX_MOVES]) {
    Move list[MAX_MOVES];
    const size_t moves = movegen_all(&p->board, list);

    for (size_t i = 0; i < moves; i++) {
        Text text = text_in(lines[i].move, sizeof lines[i].move);

        write_move(&text, o, p, list[i]);
        lines[i].nodes = 0;
        lines[i].known = true;
        for (size_t u = 0; u < c->units; u++)
            if (c->unit[u].first == list[i]) {
                lines[i].known &= c->known[u];
                lines[i].nodes = perft_add(lines[i].nodes, c->part[u].nodes);
            }
    }
    qsort(lines, moves, sizeof *lines, compare_lines);
    return moves;
}

static const char *const kind_names[] = {
    "nodes",  "captures",          "en_passants",   "castlings", "promotions",
    "checks", "discovered_checks", "double_checks", "mates"};

/* Of a count that was interrupted: only what is known for certain, under names that say so. */
static void print_json(const Options *o, const Position *p, const Count *c) {
    const uint64_t *kinds = (const uint64_t *)&c->total;
    const bool complete = c->finished == c->units;
    char fen[FEN_SIZE];
    Text text = text_in(fen, sizeof fen);

    fen_write(&text, p);
    printf("{\"fen\": \"%s\", \"depth\": %" PRId64 ", \"complete\": %s, \"%s\": %" PRIu64
           ", \"ms\": %" PRId64 ", \"knps\": %" PRIu64 ", \"threads\": %" PRId64
           ", \"hash_mb\": %" PRId64,
           fen, o->depth, complete ? "true" : "false", complete ? "nodes" : "nodes_so_far",
           c->total.nodes, c->us / 1000, speed(c->total.nodes, c->us), o->threads,
           o->hash_megabytes);
    if (o->divide) {
        Line lines[MAX_MOVES];
        const size_t moves = o->depth ? divide(o, p, c, lines) : 0;
        const char *comma = "";
        printf(", \"divide\": {");
        for (size_t i = 0; i < moves; i++)
            if (lines[i].known) {
                printf("%s\"%s\": %" PRIu64, comma, lines[i].move, lines[i].nodes);
                comma = ", ";
            }
        printf("}");
    }
    if (o->kinds && complete)
        for (size_t i = 1; i < sizeof kind_names / sizeof *kind_names; i++)
            printf(", \"%s\": %" PRIu64, kind_names[i], kinds[i]);
    printf("}\n");
}

static void print_lines(const Options *o, const Position *p, const Count *c) {
    const uint64_t *kinds = (const uint64_t *)&c->total;
    const bool complete = c->finished == c->units;

    if (o->divide && o->depth) {
        Line lines[MAX_MOVES];
        const size_t moves = divide(o, p, c, lines);
        size_t known = 0;
        for (size_t i = 0; i < moves; i++)
            if (lines[i].known) {
                printf("%s: %" PRIu64 "\n", lines[i].move, lines[i].nodes);
                known++;
            }
        if (complete)
            printf("\n%zu move%s\n", moves, plural(moves));
        else
            printf("\nonly %zu of %zu move%s\n", known, moves, plural(moves));
    }
    if (o->kinds && complete)
        for (size_t i = 1; i < sizeof kind_names / sizeof *kind_names; i++)
            printf("%-17s %" PRIu64 "\n", kind_names[i], kinds[i]);
    if (!complete)
        printf("interrupted: %zu of %zu parts are counted\n", c->finished, c->units);
    printf("%" PRIu64 " node%s%s, %" PRId64 " ms, %" PRIu64 " knps\n", c->total.nodes,
           plural(c->total.nodes), complete ? "" : " so far", c->us / 1000,
           speed(c->total.nodes, c->us));
}

static int run_one(const Options *o) {
    Position p;
    const char *defect = fen_parse(&p, word_of(o->fen ? o->fen : FEN_START), o->chess960);
    Count c;

    if (defect)
        return fail("bad position", hint(o, defect));
    if (is_too_deep(o, &p, (int)o->depth))
        return fail(too_large, NULL);
    if (!count(o, &p, (int)o->depth, &c))
        return 1;
    if (c.total.nodes == PERFT_OVERFLOW) {
        free_count(&c);
        return fail(too_large, NULL);
    }
    (o->json ? print_json : print_lines)(o, &p, &c);
    fflush(stdout);
    if (interrupted)
        _exit(130);
    free_count(&c);
    return 0;
}

/* --- files of lines -------------------------------------------------------------------------- */

enum { MOST_COMPLAINTS = 10, KINDS_OF_DEFECT = 40 };

/* A text file read line by line. */
typedef struct {
    FILE *file;
    const char *name;
    char *buffer;
    size_t capacity;
    long number; /* of the line at hand, from 1 */
    bool whole;  /* the line at hand has a line end */
    bool failed;
    struct {
        const char *text;
        long lines;
    } defect[KINDS_OF_DEFECT];
} Lines;

/* Only the name may be used afterwards. */
static void close_lines(Lines *l) {
    for (size_t i = 0; i < KINDS_OF_DEFECT; i++) {
        const long more = l->defect[i].lines - MOST_COMPLAINTS;
        if (more > 0)
            fprintf(stderr, "alula-perft: %s: and %ld more line%s: %s\n", l->name, more,
                    more == 1 ? "" : "s", l->defect[i].text);
    }
    if (l->file && l->file != stdin)
        fclose(l->file);
    free(l->buffer);
}

static bool open_lines(Lines *l, const char *name) {
    const bool is_input = !strcmp(name, "-");

    struct stat status;

    *l = (Lines){.file = is_input ? stdin : fopen(name, "r"),
                 .name = is_input ? "(standard input)" : name};
    if (l->file && !fstat(fileno(l->file), &status) && S_ISDIR(status.st_mode)) {
        fail("this is a directory", name);
        close_lines(l);
        return false;
    }
    if (!l->file)
        fail("the file cannot be read", name);
    return l->file != NULL;
}

/* The next line that is neither empty nor a comment, without blanks around; false at the end. */
static bool next_line(Lines *l, Word *line) {
    ssize_t n;

    while (!interrupted && (n = getline(&l->buffer, &l->capacity, l->file)) >= 0) {
        *line = (Word){l->buffer, (size_t)n};
        l->whole = n > 0 && l->buffer[n - 1] == '\n';
        if (!l->number++ && line->length >= 3 && !memcmp(line->at, "\xef\xbb\xbf", 3))
            *line = (Word){line->at + 3, line->length - 3};
        *line = text_rest(*line);
        if (line->length && *line->at != '#' && *line->at != '%')
            return true;
    }
    if (ferror(l->file)) {
        fprintf(stderr, "alula-perft: %s: cannot be read to its end\n", l->name);
        l->failed = true;
    }
    return false;
}

/* What is wrong with this line; after ten such lines the rest are only counted. */
static void complain(Lines *l, const char *defect) {
    size_t i = 0;

    while (i < KINDS_OF_DEFECT - 1 && l->defect[i].text && strcmp(l->defect[i].text, defect) != 0)
        i++;
    l->defect[i].text = defect;
    if (l->defect[i].lines++ >= MOST_COMPLAINTS)
        return;
    wipe_progress();
    fprintf(stderr, "alula-perft: %s:%ld: %s\n", l->name, l->number, defect);
}

/* --- suites ---------------------------------------------------------------------------------- */

typedef struct {
    uint64_t nodes;
    int passed, failed, bad, bad_files;
} Score;

/* Why a word is no number from 0 to INT64_MAX. */
static const char *count_defect(Word w) {
    if (!w.length)
        return "a field D has no count behind its depth";
    for (size_t i = 0; i < w.length; i++)
        if (w.at[i] < '0' || w.at[i] > '9')
            return "the count of a field D is not a number: it must be digits only";
    return "the count of a field D is too large: 9223372036854775807 is the most";
}

/*
 * A field "D5 4865609" of a suite. NULL when it is one, with depth -1 when it is something else, as
 * DTM would be; but D alone, Dx and D5x are taken for slips.
 */
static const char *read_field(Word opcode, Word operands, int64_t *depth, int64_t *wanted) {
    bool digits = false;

    *depth = -1;
    for (size_t i = 0; i < opcode.length; i++)
        digits |= opcode.at[i] >= '0' && opcode.at[i] <= '9';
    if (!opcode.length || *opcode.at != 'D' || (opcode.length > 2 && !digits))
        return NULL;
    if (!word_number((Word){opcode.at + 1, opcode.length - 1}, 0, 99, depth))
        return "a field D is not followed by a depth from 0 to 99";
    return word_number(operands, 0, INT64_MAX, wanted) ? NULL : count_defect(operands);
}

/* One line of a suite: every count it claims within the limits. */
static void run_line(const Options *o, Score *score, Word line, Lines *l) {
    const Word whole = line;
    Word opcode, operands;
    Position p;
    const char *defect = fen_parse_prefix(&p, &line, o->chess960);
    int64_t deepest = 0, nodes = 0, counts = 0, compared = 0;
    bool ok = true;

    while (!defect && !interrupted && epd_operation(&line, &opcode, &operands)) {
        int64_t depth, wanted;
        uint64_t got;

        if ((defect = read_field(opcode, operands, &depth, &wanted)) || depth < 0)
            continue;
        counts++;
        if (depth > o->max_depth || wanted > o->max_nodes)
            continue;
        if (!count_nodes(o, &p, (int)depth, &got) || interrupted)
            return;
        if (got == PERFT_OVERFLOW) {
            defect = too_large;
            continue;
        }
        compared++;
        score->nodes = perft_add(score->nodes, got);
        nodes += (int64_t)got;
        deepest = depth > deepest ? depth : deepest;
        if (got != (uint64_t)wanted) {
            printf("FAIL %s:%ld D%" PRId64 ": %" PRIu64 " instead of %" PRId64 ": %.*s\n", l->name,
                   l->number, depth, got, wanted, (int)whole.length, whole.at);
            ok = false;
        }
    }
    if (!defect && !counts && !interrupted)
        defect = "there is no field like D1 20 behind the position";
    if (defect) {
        complain(l, hint(o, defect));
        score->bad++;
        score->failed += !ok;
        return;
    }
    if (!compared) {
        printf("skip %s:%ld every count is beyond the limits\n", l->name, l->number);
        return;
    }
    if (ok)
        printf("ok   %s:%ld to depth %" PRId64 ", %" PRId64 " node%s\n", l->name, l->number,
               deepest, nodes, plural((uint64_t)nodes));
    score->passed += ok;
    score->failed += !ok;
}

static int run_suite(const Options *o) {
    const int64_t start = clock_us();
    Score score = {0, 0, 0, 0, 0};

    for (const char **name = o->files; *name && !interrupted; name++) {
        const int before = score.passed + score.failed + score.bad;
        Lines l;
        Word line;

        if (!open_lines(&l, *name)) {
            score.bad_files++;
            continue;
        }
        while (next_line(&l, &line))
            run_line(o, &score, line, &l);
        score.bad_files += l.failed;
        close_lines(&l);
        if (score.passed + score.failed + score.bad == before && !interrupted) {
            fail("nothing was compared: no positions, or none within the limits", l.name);
            score.bad_files++;
        }
    }
    if (!score.passed && !score.failed && !score.bad && !interrupted)
        return 2; /* the sentence is said */
    printf("%" PRIu64 " node%s, %" PRId64 " ms, %" PRIu64 " knps\n", score.nodes,
           plural(score.nodes), (clock_us() - start) / 1000,
           speed(score.nodes, clock_us() - start));
    if (score.bad)
        printf("%d line%s refused\n", score.bad, score.bad == 1 ? " was" : "s were");
    if (score.bad_files)
        printf("%d file%s refused\n", score.bad_files, score.bad_files == 1 ? " was" : "s were");
    if (interrupted)
        printf("interrupted: the rest of the suite was not counted\n");
    printf("%d passed, %d failed\n", score.passed, score.failed);
    return interrupted ? 130 : score.bad || score.bad_files ? 2 : score.failed ? 1 : 0;
}

/* --- work units ------------------------------------------------------------------------------ */

/* What a line about a unit says; nodes is -1 in a unit that is still to be counted. */
typedef struct {
    uint64_t run; /* the same for all units of one count */
    int64_t number, of, times, depth, nodes;
    Position position;
} Unit;

enum { UNIT_LINE_SIZE = FEN_SIZE + 200, CHECK_DIGITS = 8 };

/* A number for the run, so that results of different counts are not added up. */
static uint64_t run_name(const Position *root, int64_t depth, int64_t plies) {
    uint64_t name = root->key ^ root->board.castling;

    name = (name + (uint64_t)depth) * UINT64_C(0xd1342543de82ef95);
    name = (name ^ name >> 31) + (uint64_t)plies;
    name *= UINT64_C(0xdaba0b6eb09322e3);
    return name ^ name >> 29;
}

/*
 * A unit as a line, with its count if that is not negative. A word over all of it closes the line,
 * so that what was cut, mixed up or changed does not pass for a result (FNV-1a, G. Fowler, L. Noll
 * and K. Vo).
 */
static Text unit_line(const Unit *u, int64_t nodes, char *buffer, size_t size) {
    char fen[FEN_SIZE];
    Text text = text_in(fen, sizeof fen), line = text_in(buffer, size);
    uint32_t check = UINT32_C(2166136261);

    fen_write(&text, &u->position);
    text_addf(&line,
              "%s ;run %016" PRIx64 " ;unit %" PRId64 "/%" PRId64 " ;times %" PRId64
              " ;depth %" PRId64,
              fen, u->run, u->number, u->of, u->times, u->depth);
    if (nodes >= 0)
        text_addf(&line, " ;nodes %" PRId64, nodes);
    for (const char *c = buffer; *c; c++)
        check = (check ^ (unsigned char)*c) * UINT32_C(16777619);
    text_addf(&line, " ;check %08" PRIx32 "\n", check);
    return line;
}

static int write_units(const Options *o) {
    Position root;
    PerftUnit *unit;
    size_t units;
    const char *defect = fen_parse(&root, word_of(o->fen ? o->fen : FEN_START), o->chess960);

    if (defect)
        return fail("bad position", hint(o, defect));
    if (o->units > o->depth)
        return refuse("the units lie deeper than the count", NULL);
    if (is_too_deep(o, &root, (int)o->depth))
        return fail(too_large, NULL);
    if ((defect = perft_split(&root, (int)o->units, true, &unit, &units)))
        return fail(defect, NULL);
    if (!units)
        fail("all games end before that ply: the count is 0, and there are no units", NULL);
    for (size_t i = 0; i < units; i++) {
        char line[UNIT_LINE_SIZE];
        const Unit u = {.position = unit[i].position,
                        .run = run_name(&root, o->depth, o->units),
                        .number = (int64_t)i + 1,
                        .of = (int64_t)units,
                        .times = (int64_t)unit[i].times,
                        .depth = o->depth - o->units};

        unit_line(&u, -1, line, sizeof line);
        fputs(line, stdout);
    }
    free(unit);
    return units ? 0 : 2;
}

static bool read_hex(Word w, uint64_t *out) {
    static const char digits[] = "0123456789abcdef";
    uint64_t n = 0;

    for (size_t i = 0; i < w.length; i++) {
        const char *digit = w.at[i] ? strchr(digits, w.at[i]) : NULL;
        if (!digit)
            return false;
        n = n << 4 | (uint64_t)(digit - digits);
    }
    *out = n;
    return w.length == 16;
}

static bool read_fraction(Word w, int64_t *number, int64_t *of) {
    size_t slash = 0;

    while (slash < w.length && w.at[slash] != '/')
        slash++;
    return slash < w.length && word_number((Word){w.at, slash}, 1, INT32_MAX, number) &&
           word_number((Word){w.at + slash + 1, w.length - slash - 1}, *number, INT32_MAX, of);
}

static const char *read_unit(Unit *u, Word line) {
    Word opcode, operands;
    const char *defect;
    bool run = false, depth = false, good = true;
    char written[UNIT_LINE_SIZE];
    Word check = {NULL, 0};
    size_t closing;

    *u = (Unit){.nodes = -1};
    if ((defect = fen_parse_prefix(&u->position, &line, true)))
        return defect;
    while (good && epd_operation(&line, &opcode, &operands)) {
        if (word_is(opcode, "run"))
            good = run = read_hex(operands, &u->run);
        else if (word_is(opcode, "unit"))
            good = read_fraction(operands, &u->number, &u->of);
        else if (word_is(opcode, "times"))
            good = word_number(operands, 1, INT64_MAX, &u->times);
        else if (word_is(opcode, "depth"))
            good = depth = word_number(operands, 0, 99, &u->depth);
        else if (word_is(opcode, "nodes"))
            good = word_number(operands, 0, INT64_MAX, &u->nodes);
        else if (word_is(opcode, "check"))
            check = operands;
    }
    if (!good || !run || !depth || !u->of || !u->times || !check.length)
        return "this is no work unit as --units writes them";
    closing = unit_line(u, u->nodes, written, sizeof written).length - CHECK_DIGITS - 1;
    return check.length == CHECK_DIGITS && !memcmp(check.at, written + closing, CHECK_DIGITS)
               ? NULL
               : "this unit has been changed: its check word does not fit";
}

/*
 * The next line with a unit, and what is wrong with it. A line that was cut short can look whole,
 * with the first digits of its last number; only its missing line end tells.
 */
static bool next_unit(Lines *l, Unit *u, const char **defect) {
    Word line;

    if (!next_line(l, &line))
        return false;
    *defect = l->whole ? read_unit(u, line) : "this line is cut short: it has no line end";
    return true;
}

/* The units of one run that a file has results for. */
typedef struct {
    uint64_t run;
    int64_t of; /* 0 before the first line */
    int64_t depth;
    bool *have; /* [1 … of] */
} Done;

/* NULL, or why this unit does not belong to the others. */
static const char *note_run(Done *d, const Unit *u) {
    if (!d->of) {
        d->run = u->run;
        d->of = u->of;
        d->depth = u->depth;
        d->have = calloc((size_t)u->of + 1, sizeof *d->have);
    }
    if (!d->have)
        return "there is not enough memory for so many units";
    return u->run != d->run || u->of != d->of || u->depth != d->depth
               ? "this unit belongs to another count"
               : NULL;
}

/* Could this be a result, or the beginning of one? */
static bool begins_like_unit(Word line) {
    const Word board = text_word(&line);

    for (size_t i = 0; i < board.length; i++)
        if (!board.at[i] || !strchr("pnbrqkPNBRQK12345678/", board.at[i]))
            return false;
    return true;
}

/*
 * What an earlier run has left in its log. A line cut short is counted again. False, with a
 * sentence said, if this is some other file, which must not be written to.
 */
static bool read_log(Done *d, const char *name) {
    FILE *exists = fopen(name, "r");
    bool is_log = true;
    Lines l;
    Word line;
    Unit u;

    if (!exists)
        return true;
    fclose(exists);
    if (!open_lines(&l, name))
        return false;
    while (is_log && next_line(&l, &line)) {
        is_log = begins_like_unit(line);
        if (l.whole && !read_unit(&u, line) && u.nodes >= 0 && !note_run(d, &u))
            d->have[u.number] = true;
    }
    if (!is_log)
        complain(&l, "this is no result of a unit, so the file is left alone");
    close_lines(&l);
    return is_log;
}

static bool write_all(int fd, const char *at, size_t length) {
    while (length) {
        const ssize_t n = write(fd, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

/* Where the last whole line of a file ends; -1 if that cannot be told. */
static off_t end_of_lines(int fd) {
    char buffer[4096];
    off_t end = lseek(fd, 0, SEEK_END);

    while (end > 0) {
        const off_t from = end > (off_t)sizeof buffer ? end - (off_t)sizeof buffer : 0;
        const ssize_t n = pread(fd, buffer, (size_t)(end - from), from);
        if (n != end - from)
            return -1;
        for (ssize_t i = n; i > 0; i--)
            if (buffer[i - 1] == '\n')
                return from + i;
        end = from;
    }
    return end;
}

/*
 * Put a line, or nothing, behind the last whole line of the log. What a writer that died or a full
 * disk has left of a line is cut off first, and so is what could be written of this one if it
 * cannot be written in full. The lock is for processes that share a log.
 */
static bool log_line(int fd, const char *line, size_t length) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat status;
    bool written = false;
    off_t end;

    if (fstat(fd, &status))
        return false;
    if (!S_ISREG(status.st_mode))
        return write_all(fd, line, length);
    while (fcntl(fd, F_SETLKW, &all) < 0)
        if (errno != EINTR)
            return false;
    if ((end = end_of_lines(fd)) >= 0 && !ftruncate(fd, end)) {
        written = write_all(fd, line, length);
        if (!written && ftruncate(fd, end))
            written = false; /* the next writer cuts it off */
    }
    all.l_type = F_UNLCK;
    fcntl(fd, F_SETLK, &all);
    return written;
}

static bool print_unit(const Unit *u, uint64_t nodes, int log) {
    char buffer[UNIT_LINE_SIZE];
    const Text line = unit_line(u, (int64_t)nodes, buffer, sizeof buffer);

    if (log >= 0)
        return log_line(log, buffer, line.length);
    return fwrite(buffer, 1, line.length, stdout) == line.length && !fflush(stdout);
}

/* How many units a file has; 0 if it cannot be read twice. */
static size_t count_lines(Lines *l) {
    const off_t start = ftello(l->file);
    size_t lines = 0;
    Word line;

    if (start < 0)
        return 0;
    while (next_line(l, &line))
        lines++;
    clearerr(l->file);
    l->number = 0;
    return fseeko(l->file, start, SEEK_SET) ? 0 : lines;
}

static void sum_up_units(const Options *o) {
    const size_t over = batch.counted + batch.skipped + batch.refused;

    wipe_progress();
    fprintf(stderr, "alula-perft: %s%zu unit%s counted", interrupted ? "interrupted: " : "",
            batch.counted, plural(batch.counted));
    if (o->log)
        fprintf(stderr, ", %zu in the log already", batch.skipped);
    if (batch.refused)
        fprintf(stderr, ", %zu refused", batch.refused);
    if (batch.of || !interrupted)
        fprintf(stderr, ", %zu in all\n", batch.of ? batch.of : over);
    else
        fprintf(stderr, ", the rest not read\n");
}

/* Count the unit at hand, unless there is a defect or the log has it; false to stop. */
static bool count_unit(const Options *o, Done *done, Lines *l, const Unit *u, const char *defect,
                       int log) {
    uint64_t nodes = 0;

    if (!defect && o->log)
        defect = note_run(done, u);
    if (!defect && o->log && done->have[u->number]) {
        batch.skipped++;
        return true;
    }
    if (!defect && (!count_nodes(o, &u->position, (int)u->depth, &nodes) || interrupted))
        return false;
    if (!defect && nodes > INT64_MAX)
        defect = too_large;
    if (defect) {
        complain(l, defect);
        batch.refused++;
        return true;
    }
    if (!print_unit(u, nodes, log)) {
        if (o->log) /* main() tells of the output */
            fail("the result cannot be written", o->log);
        return false;
    }
    if (o->log)
        done->have[u->number] = true;
    batch.nodes = perft_add(batch.nodes, nodes);
    batch.counted++;
    show_progress(NULL, 0, batch.start);
    return true;
}

static int count_units(const Options *o) {
    Done done = {0, 0, 0, NULL};
    const char *defect;
    bool good = true;
    int log = -1;
    Lines l;
    Unit u;

    if (o->log) {
        good = read_log(&done, o->log);
        if (good && ((log = open(o->log, O_RDWR | O_APPEND | O_CREAT, 0666)) < 0 ||
                     !log_line(log, "", 0))) {
            fail("the log cannot be written", o->log);
            good = false;
        }
    }
    if (!good || !open_lines(&l, o->unit)) {
        free(done.have);
        return 2;
    }
    batch.of = count_lines(&l);
    batch.start = clock_us();
    while (good && next_unit(&l, &u, &defect))
        good = count_unit(o, &done, &l, &u, defect, log);
    good &= !l.failed && !batch.refused;
    close_lines(&l);
    if (good && !batch.counted && !batch.skipped && !interrupted) {
        fail("there are no units", l.name);
        good = false;
    } else {
        sum_up_units(o);
    }
    if (log >= 0)
        close(log);
    free(done.have);
    return interrupted ? 130 : good ? 0 : 2;
}

static int sum_up(const Options *o) {
    Done done = {0, 0, 0, NULL};
    const char *defect;
    uint64_t total = 0;
    int64_t missing = 0;
    int bad = 0;
    Lines l;
    Unit u;

    for (const char **name = o->files; *name; name++) {
        if (!open_lines(&l, *name))
            return 2;
        while (next_unit(&l, &u, &defect)) {
            if (!defect && u.nodes < 0)
                defect = "this unit has no result yet";
            if (!defect && !(defect = note_run(&done, &u)) && done.have[u.number])
                defect = "this unit is there twice";
            if (defect) {
                complain(&l, defect);
                bad++;
                continue;
            }
            done.have[u.number] = true;
            total = perft_add(total, perft_multiply((uint64_t)u.nodes, (uint64_t)u.times));
        }
        bad += l.failed;
        close_lines(&l);
    }
    for (int64_t i = 1; i <= done.of; i++)
        if (!done.have[i] && missing++ < 10)
            fprintf(stderr, "alula-perft: unit %" PRId64 "/%" PRId64 " is missing\n", i, done.of);
    free(done.have);
    if (!done.of)
        return fail("there are no results to add", NULL);
    if (total == PERFT_OVERFLOW)
        return fail("the sum is larger than 64 bits can hold", NULL);
    if (missing || bad) {
        printf("%" PRId64 " unit%s missing, %d line%s refused: no sum\n", missing,
               missing == 1 ? " is" : "s are", bad, bad == 1 ? " was" : "s were");
        return 1;
    }
    printf("%" PRIu64 " node%s in %" PRId64 " unit%s\n", total, plural(total), done.of,
           plural((uint64_t)done.of));
    return 0;
}

/* --- arguments ------------------------------------------------------------------------------- */

/* Options with a number; the rest is in read_argument(). */
static bool is_number_option(Options *o, const char *a, int64_t **out, int64_t *least,
                             int64_t *most) {
    const struct {
        const char *name;
        int64_t *out, least, most;
    } rows[] = {
        {"--max-depth", &o->max_depth, 0, 99}, {"--max-nodes", &o->max_nodes, 0, INT64_MAX},
        {"--threads", &o->threads, 1, 1024},   {"--hash", &o->hash_megabytes, 1, 1 << 24},
        {"--units", &o->units, 1, 8},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(a, rows[i].name)) {
            *out = rows[i].out;
            *least = rows[i].least;
            *most = rows[i].most;
            return true;
        }
    return false;
}

static bool set_switch(Options *o, const char *a) {
    if (!strcmp(a, "--divide"))
        o->divide = true;
    else if (!strcmp(a, "--kinds"))
        o->kinds = true;
    else if (!strcmp(a, "--json"))
        o->json = true;
    else if (!strcmp(a, "--chess960"))
        o->chess960 = true;
    else if (!strcmp(a, "--no-bulk"))
        o->bulk = false;
    else if (!strcmp(a, "--sum"))
        o->summing = true;
    else if (!strcmp(a, "--suite"))
        o->checking = true;
    else
        return false;
    return true;
}

static const char **text_option(Options *o, const char *a) {
    return !strcmp(a, "--fen")    ? &o->fen
           : !strcmp(a, "--unit") ? &o->unit
           : !strcmp(a, "--log")  ? &o->log
                                  : NULL;
}

/* What does not go together. */
static int check(const Options *o) {
    const int modes = o->checking + (o->unit != NULL) + o->summing + (o->depth >= 0);

    if (modes > 1)
        return refuse("DEPTH, --suite, --unit and --sum are different ways of using it", NULL);
    if (!modes)
        return refuse("a depth, --suite, --unit or --sum is needed", NULL);
    if (o->depth < 0 && (o->fen || o->divide || o->kinds || o->json || o->units))
        return refuse("--fen, --divide, --kinds, --json and --units go with a DEPTH, not with "
                      "--suite, --unit or --sum",
                      NULL);
    if (o->units && (o->divide || o->kinds || o->json))
        return refuse("--units writes units: not with --divide, --kinds or --json", NULL);
    if (!o->checking && (o->max_depth != INT64_MAX || o->max_nodes != INT64_MAX))
        return refuse("--max-depth and --max-nodes go with --suite", NULL);
    if (o->log && o->unit && !strcmp(o->log, o->unit))
        return refuse("--log must be another file than --unit", NULL);
    if (o->log && !o->unit)
        return refuse("--log goes with --unit", NULL);
    if (o->hash_megabytes && (o->kinds || !o->bulk))
        return refuse("--hash counts without looking at moves: not with --kinds or --no-bulk",
                      NULL);
    if (o->checking && !o->file_count)
        return refuse("--suite wants a file", NULL);
    return o->summing && !o->file_count ? refuse("--sum wants files", NULL) : 0;
}

/* A number behind an option, or why it is none. */
static int read_number(const char *option, const char *value, int64_t least, int64_t most,
                       int64_t *out) {
    if (value && word_number(word_of(value), least, most, out))
        return 0;
    fprintf(stderr,
            "alula-perft: %s wants a number from %" PRId64 " to %" PRId64
            "%s%s (--help tells more)\n",
            option, least, most, value ? ", not " : "", value ? value : "");
    return 2;
}

static bool is_depth_like(const char *a) {
    return *a != '-' || (a[1] >= '0' && a[1] <= '9');
}

static int read_arguments(Options *o, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL, **text;
        const bool is_file = *a != '-' || !a[1];
        int64_t *number, least, most;

        if (set_switch(o, a))
            continue;
        for (int j = 1; j < i && !is_file; j++)
            if (!strcmp(argv[j], a))
                return refuse("this option is there twice", a);
        if ((text = text_option(o, a))) {
            if (!value)
                return refuse("a value is missing behind", a);
            *text = value;
            i++;
        } else if (is_number_option(o, a, &number, &least, &most)) {
            if (read_number(a, value, least, most, number))
                return 2;
            i++;
        } else if (is_file && (o->summing || o->checking)) {
            o->files[o->file_count++] = a;
        } else if (is_file && o->unit) {
            return refuse("one file is enough", a);
        } else if (!is_depth_like(a)) {
            return refuse("unknown option", a);
        } else if (o->depth >= 0 || !word_number(word_of(a), 0, 99, &o->depth)) {
            return refuse("the depth must be one number from 0 to 99", a);
        }
    }
    return check(o);
}

int main(int argc, char **argv) {
    Options o = {
        .depth = -1, .bulk = true, .max_depth = INT64_MAX, .max_nodes = INT64_MAX, .threads = 1};
    /* it stays: some senders, as timeout, send the signal twice, to the process and to its group */
    const struct sigaction on_interrupt = {.sa_handler = interrupt};
    int status;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            return fflush(stdout) ? 2 : 0;
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-perft " ALULA_VERSION);
            return 0;
        }
    }
    if (!(o.files = calloc((size_t)argc + 1, sizeof *o.files)))
        return fail("there is not enough memory", NULL);
    if (!(status = read_arguments(&o, argc, argv))) {
        attacks_init();
        zobrist_init();
        if (!o.units) /* these are written or not, there is nothing to tell of a part */
            sigaction(SIGINT, &on_interrupt, NULL);
#ifdef SIGXFSZ
        signal(SIGXFSZ, SIG_IGN); /* a file at its limit is a write error like others */
#endif
        if (o.hash_megabytes && !(table = perft_table_new((size_t)o.hash_megabytes << 20)))
            status = fail("there is not enough memory for the table", NULL);
        else
            status = o.summing    ? sum_up(&o)
                     : o.checking ? run_suite(&o)
                     : o.unit     ? count_units(&o)
                     : o.units    ? write_units(&o)
                                  : run_one(&o);
        if (interrupted) {
            fflush(stdout);
            _exit(130); /* threads may still be counting */
        }
        perft_table_free(table);
    }
    free(o.files);
    if (fflush(stdout) || ferror(stdout))
        return fail("the output cannot be written", NULL);
    return status;
}
