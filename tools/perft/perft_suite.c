/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "perft_count.h"
#include "tools/common/linefile.h"
#include "tools/common/tool.h"

typedef struct {
    uint64_t nodes;
    int passed, failed, skipped, bad, bad_files;
} SuiteScore;

/* Returns the reason why a word is not a number from 0 to INT64_MAX. */
static const char *count_error(Word w) {
    if (!w.length)
        return "a field D has no count after its depth";
    for (size_t i = 0; i < w.length; i++)
        if (w.at[i] < '0' || w.at[i] > '9')
            return "the count of a field D is not a number: it must be digits only";
    return "the count of a field D is too large: the maximum is 9223372036854775807";
}

const char *perft_suite_field(Word opcode, Word operands, int64_t *depth, int64_t *wanted) {
    bool digits = false;

    *depth = -1;
    for (size_t i = 0; i < opcode.length; i++)
        digits |= opcode.at[i] >= '0' && opcode.at[i] <= '9';
    if (!opcode.length || *opcode.at != 'D' || (opcode.length > 2 && !digits))
        return NULL;
    if (!word_number((Word){opcode.at + 1, opcode.length - 1}, 0, 99, depth))
        return "a field D is not followed by a depth from 0 to 99";
    return word_number(operands, 0, INT64_MAX, wanted) ? NULL : count_error(operands);
}

/* Runs a line of a suite, with all its counts within the limits. */
static void run_line(const PerftOptions *o, SuiteScore *score, const Word whole, LineFile *l) {
    Word line, opcode, operands;
    Position p;
    const char *error = NULL;
    int64_t deepest = 0, nodes = 0, counts = 0, compared = 0;
    bool ok = true;

    if (!perft_read_position(o, l, &line, &p)) {
        score->bad++;
        return;
    }
    while (!error && !interrupt_pending() && epd_operation(&line, &opcode, &operands)) {
        int64_t depth, wanted;
        uint64_t got;

        if ((error = perft_suite_field(opcode, operands, &depth, &wanted)) || depth < 0)
            continue;
        counts++;
        if (depth > o->max_depth || wanted > o->max_nodes)
            continue;
        if (o->unchecked)
            error = perft_unchecked_count(&p.board, (int)depth, &got);
        else if (!perft_count_nodes(o, &p, (int)depth, &got))
            return;
        if (interrupt_pending())
            return;
        if (error)
            continue;
        if (got == PERFT_OVERFLOW) {
            error = perft_too_large;
            continue;
        }
        compared++;
        score->nodes = perft_add(score->nodes, got);
        nodes += (int64_t)got;
        deepest = max64(depth, deepest);
        if (got != (uint64_t)wanted) {
            printf("FAIL %s:%ld D%" PRId64 ": %" PRIu64 " instead of %" PRId64 ": %.*s\n", l->name,
                   l->number, depth, got, wanted, (int)whole.length, whole.at);
            ok = false;
        }
    }
    if (!error && !counts && !interrupt_pending())
        error = "there is no field like D1 20 after the position";
    if (error) {
        perft_complain(l, error);
        score->bad++;
        score->failed += !ok;
        return;
    }
    if (!compared) {
        printf("skip %s:%ld every count is beyond the limits\n", l->name, l->number);
        score->skipped++;
        return;
    }
    if (ok)
        printf("ok   %s:%ld to depth %" PRId64 ", %" PRId64 " node%s\n", l->name, l->number,
               deepest, nodes, tool_plural((uint64_t)nodes));
    score->passed += ok;
    score->failed += !ok;
}

/*
 * Returns true if this line may be a position, even an invalid one. Other files have thousands of
 * bad lines.
 */
static bool begins_like_position(Word line) {
    const Word board = text_word(&line);

    return board.length && text_is_among(*board.at, "pnbrqkPNBRQK12345678") &&
           memchr(board.at, '/', board.length);
}

int perft_suite(const PerftOptions *o) {
    const int64_t start = clock_us();
    SuiteScore score = {.nodes = 0};

    for (char **name = o->files; *name && !interrupt_pending(); name++) {
        const int before = score.passed + score.failed + score.bad, skipped = score.skipped;
        bool begun = false, foreign = false;
        LineFile l;
        Word line;

        if (!linefile_open(&l, *name)) {
            score.bad_files++;
            continue;
        }
        while (!foreign && linefile_next(&l, &line)) {
            foreign = !begun && !begins_like_position(line);
            begun = true;
            if (!foreign)
                run_line(o, &score, line, &l);
        }
        if (foreign) {
            Text text = TEXT_OF(140);

            if (epd_trim(&l.raw, &text))
                text_add(&text, "this is not a position");
            text_add(&text, ": the file is not a suite");
            perft_complain(&l, text.at);
        }
        score.bad_files += l.failed || foreign;
        linefile_close(&l);
        if (!foreign && score.passed + score.failed + score.bad == before && !interrupt_pending()) {
            perft_fail(score.skipped > skipped
                           ? "nothing was compared: no count of the suite is within the limits"
                           : "nothing was compared: there are no positions",
                       l.name);
            score.bad_files++;
        }
    }
    if (!score.passed && !score.failed && !score.bad && !interrupt_pending())
        return TOOL_FAILED; /* the error message was printed */
    printf("%" PRIu64 " node%s, %" PRId64 " ms, %" PRIu64 " knps\n", score.nodes,
           tool_plural(score.nodes), (clock_us() - start) / 1000,
           perft_speed(score.nodes, clock_us() - start));
    if (score.bad)
        printf("%d line%s refused\n", score.bad, score.bad == 1 ? " was" : "s were");
    if (score.bad_files)
        printf("%d file%s refused\n", score.bad_files, score.bad_files == 1 ? " was" : "s were");
    if (interrupt_pending())
        printf("interrupted: the rest of the suite was not counted\n");
    printf("%d passed, %d failed\n", score.passed, score.failed);
    return interrupt_pending()                            ? TOOL_INTERRUPTED
           : score.bad || score.bad_files || score.failed ? TOOL_FAILED
                                                          : TOOL_OK;
}
