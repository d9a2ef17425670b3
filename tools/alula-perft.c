/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-perft: count leaves, list them by first move, or check a suite of positions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "fen.h"
#include "notation.h"
#include "perft.h"
#include "zobrist.h"

typedef struct {
    int depth; /* -1: not given */
    const char *fen, *suite;
    bool divide, chess960, bulk;
    int64_t max_depth, max_nodes;
} Options;

static const char usage[] =
    "usage: alula-perft DEPTH [--fen FEN] [--divide] [--chess960] [--no-bulk]\n"
    "       alula-perft --suite FILE.epd [--max-depth N] [--max-nodes N] [--chess960] [--no-bulk]\n"
    "\n"
    "Count the positions that legal moves lead to, DEPTH plies from a position (the start of the\n"
    "game unless --fen gives another). A suite has lines \"FEN ;D1 20 ;D2 400\"; - is standard\n"
    "input. Counts over --max-nodes and depths over --max-depth are left out.\n"
    "\n"
    "  --divide     list the count behind each first move\n"
    "  --chess960   castling rights may belong to any king and rook of the back rank\n"
    "  --no-bulk    make every last move instead of counting it\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all right, 1 a count of a suite differs, 2 bad input.\n";

static int refuse(const char *what, const char *text) {
    fprintf(stderr, "alula-perft: %s%s%s (--help tells more)\n", what, text ? ": " : "",
            text ? text : "");
    return 2;
}

static uint64_t count(const Position *p, int depth, bool bulk) {
    return bulk ? perft_count(&p->board, depth) : perft_visit(p, depth);
}

static void print_speed(uint64_t nodes, int64_t us) {
    printf("%" PRIu64 " nodes, %" PRId64 " ms, %" PRIu64 " knps\n", nodes, us / 1000,
           nodes * 1000 / (uint64_t)(us > 0 ? us : 1));
}

static int run_one(const Options *o) {
    Position p;
    const char *defect = fen_parse(&p, word_of(o->fen), o->chess960);
    const int64_t start = clock_us();
    uint64_t total = 0;

    if (defect)
        return refuse("bad position", defect);
    if (o->divide && o->depth) {
        Move list[MAX_MOVES];
        const size_t moves = movegen_all(&p.board, list);
        for (size_t i = 0; i < moves; i++) {
            char buffer[NOTATION_SIZE];
            Text text = text_in(buffer, sizeof buffer);
            Position child;
            uint64_t n;

            position_play(&child, &p, list[i]);
            n = count(&child, o->depth - 1, o->bulk);
            notation_write(&text, &p, list[i]);
            printf("%s: %" PRIu64 "\n", buffer, n);
            total += n;
        }
        printf("\n%zu moves\n", moves);
    } else {
        total = count(&p, o->depth, o->bulk);
    }
    print_speed(total, clock_us() - start);
    return 0;
}

typedef struct {
    uint64_t nodes;
    int passed, failed, bad;
} Score;

/* One line of a suite: every count it claims within the limits. */
static void run_line(const Options *o, Score *score, Word line, const char *file, long number) {
    const Word whole = line;
    Word opcode, operands;
    Position p;
    const char *defect = fen_parse_prefix(&p, &line, o->chess960);
    bool ok = true;
    int64_t deepest = 0, nodes = 0;

    if (defect) {
        fprintf(stderr, "alula-perft: %s:%ld: %s\n", file, number, defect);
        score->bad++;
        return;
    }
    while (epd_operation(&line, &opcode, &operands)) {
        int64_t depth, wanted;
        uint64_t got;

        if (opcode.length < 2 || *opcode.at != 'D' ||
            !word_number((Word){opcode.at + 1, opcode.length - 1}, 0, 99, &depth))
            continue;
        if (!word_number(operands, 0, INT64_MAX, &wanted)) {
            fprintf(stderr, "alula-perft: %s:%ld: the count of D%" PRId64 " is not a number\n",
                    file, number, depth);
            score->bad++;
            return;
        }
        if (depth > o->max_depth || wanted > o->max_nodes)
            continue;
        got = count(&p, (int)depth, o->bulk);
        score->nodes += got;
        nodes += (int64_t)got;
        deepest = depth > deepest ? depth : deepest;
        if (got != (uint64_t)wanted) {
            printf("FAIL %s:%ld D%" PRId64 ": %" PRIu64 " instead of %" PRId64 ": %.*s\n", file,
                   number, depth, got, wanted, (int)whole.length, whole.at);
            ok = false;
        }
    }
    if (ok)
        printf("ok   %s:%ld to depth %" PRId64 ", %" PRId64 " nodes\n", file, number, deepest,
               nodes);
    score->passed += ok;
    score->failed += !ok;
}

enum { LINE_SIZE = 65536 };

/* Skip the rest of a line that was too long; false at the end of the file. */
static void skip_line(FILE *f) {
    int c;
    do
        c = getc(f);
    while (c != EOF && c != '\n');
}

static int run_suite(const Options *o) {
    static char buffer[LINE_SIZE];
    FILE *f = strcmp(o->suite, "-") ? fopen(o->suite, "r") : stdin;
    const char *name = f == stdin ? "(standard input)" : o->suite;
    const int64_t start = clock_us();
    Score score = {0, 0, 0, 0};

    if (!f)
        return refuse("cannot read the suite", o->suite);
    for (long number = 1; fgets(buffer, sizeof buffer, f); number++) {
        Word line = word_of(buffer);

        if (line.length == sizeof buffer - 1 && line.at[line.length - 1] != '\n') {
            fprintf(stderr, "alula-perft: %s:%ld: the line is too long\n", name, number);
            score.bad++;
            skip_line(f);
            continue;
        }
        if (line.length >= 3 && !memcmp(line.at, "\xef\xbb\xbf", 3))
            line = (Word){line.at + 3, line.length - 3};
        line = text_rest(line);
        if (line.length && *line.at != '#')
            run_line(o, &score, line, name, number);
    }
    if (ferror(f)) {
        fprintf(stderr, "alula-perft: %s: cannot be read to its end\n", name);
        score.bad++;
    }
    if (f != stdin)
        fclose(f);
    if (!score.passed && !score.failed && !score.bad)
        return refuse("the suite has no positions", name);
    print_speed(score.nodes, clock_us() - start);
    if (score.bad)
        printf("%d lines were refused\n", score.bad);
    printf("%d passed, %d failed\n", score.passed, score.failed);
    return score.bad ? 2 : score.failed ? 1 : 0;
}

static int read_arguments(Options *o, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        int64_t n;

        if (!strcmp(a, "--divide")) {
            o->divide = true;
        } else if (!strcmp(a, "--chess960")) {
            o->chess960 = true;
        } else if (!strcmp(a, "--no-bulk")) {
            o->bulk = false;
        } else if (!strcmp(a, "--fen") || !strcmp(a, "--suite")) {
            if (!value)
                return refuse("a value is missing behind", a);
            *(a[2] == 'f' ? &o->fen : &o->suite) = value;
            i++;
        } else if (!strcmp(a, "--max-depth") || !strcmp(a, "--max-nodes")) {
            if (!value || !word_number(word_of(value), 0, INT64_MAX, &n))
                return refuse("a number from 0 up is missing behind", a);
            *(a[6] == 'd' ? &o->max_depth : &o->max_nodes) = n;
            i++;
        } else if (*a == '-') {
            return refuse("unknown option", a);
        } else if (o->depth >= 0 || !word_number(word_of(a), 0, 99, &n)) {
            return refuse("the depth must be one number from 0 to 99", a);
        } else {
            o->depth = (int)n;
        }
    }
    if (o->suite && (o->depth >= 0 || o->divide))
        return refuse("--suite brings its own depths", NULL);
    return !o->suite && o->depth < 0 ? refuse("a depth or --suite is needed", NULL) : 0;
}

int main(int argc, char **argv) {
    Options o = {-1, FEN_START, NULL, false, false, true, INT64_MAX, INT64_MAX};
    int status;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return 0;
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-perft " ALULA_VERSION);
            return 0;
        }
    }
    if ((status = read_arguments(&o, argc, argv)))
        return status;
    attacks_init();
    zobrist_init();
    return o.suite ? run_suite(&o) : run_one(&o);
}
