/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What other programs print when they count, as alula-perft --check reads it. The first line is a
 * byte, whose bits tell the variant, the depth and whether a move is made first, and a FEN; the
 * others are an answer. Moves are clean text, own moves are read as they are written, and what is
 * said of the wrong ones is text.
 */
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "perft/perft.h"
#include "tools/perft/perft_explain.h"

static void check_text(const char *text, size_t length) {
    PROMISE(length);
    for (size_t i = 0; i < length; i++)
        PROMISE((text[i] >= ' ' && text[i] <= '~') || text[i] == '\n');
}

/* Each line is a block of its own, so that nothing is read beyond it. */
static void read_line(PerftAnswer *a, Word line, const Position *p, int depth, bool chess960) {
    static PerftAnswer before;
    char *copy = malloc(line.length ? line.length : 1);
    PerftAnswerKind kind;

    PROMISE(copy);
    memcpy(copy, line.at, line.length);
    before = *a;
    kind = perft_answer_line(a, (Word){copy, line.length}, p, depth, chess960);
    free(copy);
    PROMISE(a->moves <= PERFT_ANSWER_MOVES);
    PROMISE(kind != ANSWER_NOTHING ||
            (a->moves == before.moves && a->has_total == before.has_total &&
             a->total == before.total && a->too_many == before.too_many));
    PROMISE(kind != ANSWER_DIVIDE || a->moves > before.moves || a->too_many);
    PROMISE(kind != ANSWER_TOTAL || (a->has_total && a->moves == before.moves));
    for (size_t i = before.moves; i < a->moves; i++) {
        const char *const move = a->move[i].move, *const end = memchr(move, 0, PERFT_MOVE_SIZE);

        PROMISE(end && !strchr(move, '\n'));
        check_text(move, (size_t)(end - move));
    }
}

/* Compare an answer with the legal moves, each of which is read as it is written. */
static void compare(const PerftAnswer *a, PerftFault *fault, int depth) {
    static PerftAnswer own;
    static PerftAnswerMove missing[MAX_MOVES], extra[PERFT_ANSWER_MOVES];
    bool used[PERFT_ANSWER_MOVES] = {false};
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&fault->here->board, list);

    for (size_t i = 0; i < count; i++) {
        char line[40];
        Text text = text_in(line, sizeof line);
        PerftAnswerMove move = {.nodes = UINT64_MAX};
        size_t k = 0;

        perft_move_text(move.move, fault->here, list[i], fault->chess960);
        text_add(&text, move.move);
        text_add(&text, ": 18,446,744,073,709,551,615");
        own.moves = 0;
        PROMISE(perft_answer_line(&own, word_of(line), fault->here, depth, fault->chess960) ==
                ANSWER_DIVIDE);
        PROMISE(own.moves == 1 && own.move->nodes == UINT64_MAX && !own.too_large);
        PROMISE(!strcmp(own.move->move, move.move));
        while (k < a->moves && (used[k] || strcmp(a->move[k].move, move.move) != 0))
            k++;
        if (k < a->moves)
            used[k] = true;
        else
            missing[fault->missing_count++] = move;
    }
    for (size_t k = 0; k < a->moves; k++)
        if (!used[k])
            extra[fault->extra_count++] = a->move[k];
    fault->missing = missing;
    fault->extra = extra;
}

static void explain(const PerftFault *fault, uint64_t total) {
    static char out[1 << 14];
    const uint64_t ours = perft_count(&fault->here->board, 1);
    Text text = text_in(out, sizeof out);

    if (fault->missing_count || fault->extra_count) {
        perft_explain(&text, fault);
        check_text(out, text.length);
    }
    text = text_in(out, sizeof out);
    if (total != ours && (perft_explain_count(&text, fault, 1, total) ||
                          perft_guess(&text, fault, (int64_t)(total - ours))))
        check_text(out, text.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static PerftAnswer answer;
    const bool chess960 = size && *data & 1, plays = size && *data & 2;
    const int depth = size ? 1 + (*data >> 2 & 3) : 0;
    PerftFault fault = {.jumped = NO_SQUARE, .made = plays, .chess960 = chess960};
    Move list[MAX_MOVES];
    Position root, here;
    Word line, rest;

    fuzz_init();
    fuzz_split(data, size, &line, &rest);
    if (!line.length || fen_parse(&root, (Word){line.at + 1, line.length - 1}, chess960))
        return 0;
    fault.root = fault.here = &root;
    fault.root_jumped = fen_jumped((Word){line.at + 1, line.length - 1});
    fault.line = list;
    if (plays && movegen_all(&root.board, list)) {
        position_play(&here, &root, list[0]);
        fault.here = &here;
        fault.plies = 1;
    } else {
        fault.jumped = fault.root_jumped;
    }
    memset(&answer, 0, sizeof answer);
    while (rest.length)
        read_line(&answer, text_until(&rest, '\n'), fault.here, depth, chess960);
    compare(&answer, &fault, depth);
    explain(&fault, answer.total);
    return 0;
}
