/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "perft_count.h"
#include "perft_explain.h"
#include "tools/common/interrupt.h"
#include "tools/common/memory.h"

enum { MAX_DEPTH = 99 };

typedef struct {
    PerftEngine *engine;
    const char *fen; /* of the root */
    const Position *root;
    Position here;
    Move line[MAX_DEPTH];
    size_t plies;
    int depth; /* remaining depth */
    PerftAnswer answer;
    PerftAnswerMove missing[MAX_MOVES], extra[PERFT_ANSWER_MOVES];
    size_t missing_count, extra_count;
} Walk;

/* Returns the square that the last move of the line jumped over, or that of the FEN. */
static Square jumped_square(const Walk *w) {
    Move last;

    if (!w->plies)
        return fen_jumped(word_of(w->fen));
    last = w->line[w->plies - 1];
    return position_on(&w->here, move_to(last)) == PAWN && (move_from(last) ^ move_to(last)) == 16
               ? (Square)((move_from(last) + move_to(last)) / 2)
               : NO_SQUARE;
}

/*
 * Writes the position as FEN, with an en-passant square after every double step, as in the
 * standard: the other program has to determine whether the capture is legal.
 */
static void write_fen(const Walk *w, char fen[FEN_SIZE]) {
    Text text = text_in(fen, FEN_SIZE);
    Position p = w->here;

    p.board.ep_square = (uint8_t)jumped_square(w);
    fen_write(&text, &p);
}

/* Returns our count; any number if interrupted, which ends the walk. */
static uint64_t count_of(const Position *p, int depth) {
    uint64_t nodes;

    perft_count_within(p, depth, UINT64_MAX, &nodes);
    return nodes;
}

/* Returns true if this is the answer for the root, as if no moves had been played. */
static bool is_of_root(const Walk *w, int depth, const PerftAnswer *a) {
    const bool chess960 = w->engine->chess960;

    return a->moves ? perft_answer_lists(a, w->root, chess960) &&
                          !perft_answer_lists(a, &w->here, chess960)
                    : a->total == count_of(w->root, depth) && a->total != count_of(&w->here, depth);
}

static const char *ask_at(Walk *w, bool as_fen, int depth, PerftAnswer *answer) {
    char fen[FEN_SIZE], words[60];
    PerftPlace place = {.fen = w->fen, .root = *w->root, .move = w->line, .moves = w->plies};
    Text text = text_in(words, sizeof words);
    const char *error;

    place.here = w->here;
    if (as_fen && w->plies) {
        write_fen(w, fen);
        place.fen = fen;
        place.root = w->here;
        place.moves = 0;
    }
    text_addf(&text, "looking for what differs, depth %d", depth);
    perft_show_words(words);
    error = perft_engine_count(w->engine, &place, depth, answer);
    perft_wipe_progress();
    return error;
}

/*
 * Asks for the position of the walk, by its moves if the engine plays them, or by its FEN. An
 * engine that answers for the root ignores moves; one equal total could be a coincidence, two are
 * not.
 */
static const char *ask(Walk *w, bool as_fen, int depth, PerftAnswer *answer) {
    PerftEngine *e = w->engine;
    const char *error;

    if (as_fen || !w->plies || !perft_engine_plays(e))
        return ask_at(w, true, depth, answer);
    if ((error = ask_at(w, false, depth, answer)) || !is_of_root(w, depth, answer))
        return error;
    if (!answer->moves) {
        if ((error = ask_at(w, false, depth + 1, answer)))
            return error;
        if (!is_of_root(w, depth + 1, answer))
            return ask_at(w, false, depth, answer);
    }
    e->deaf = true;
    return ask_at(w, true, depth, answer);
}

static void play(Walk *w, Move m) {
    position_advance(&w->here, m);
    w->line[w->plies++] = m;
    w->depth--;
}

static void take_back(Walk *w) {
    w->here = *w->root;
    w->plies--;
    w->depth++;
    for (size_t i = 0; i < w->plies; i++)
        position_advance(&w->here, w->line[i]);
}

/* Compares the moves of an answer with ours. */
static void compare_moves(Walk *w, const PerftAnswer *a) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&w->here.board, list);
    bool used[PERFT_ANSWER_MOVES] = {false};

    w->missing_count = w->extra_count = 0;
    for (size_t i = 0; i < count; i++) {
        char move[PERFT_MOVE_SIZE];
        size_t k = 0;

        perft_move_text(move, &w->here, list[i], w->engine->chess960);
        while (k < a->moves && (used[k] || strcmp(a->move[k].move, move) != 0))
            k++;
        if (k < a->moves)
            used[k] = true;
        else
            memcpy(w->missing[w->missing_count++].move, move, sizeof move);
    }
    for (size_t k = 0; k < a->moves; k++)
        if (!used[k])
            w->extra[w->extra_count++] = a->move[k];
}

/*
 * Returns the move whose count differs, in an answer with the same moves as ours; NO_MOVE if none.
 */
static Move differing_move(const Walk *w, uint64_t *theirs) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&w->here.board, list);

    for (size_t i = 0; i < count; i++) {
        char move[PERFT_MOVE_SIZE];
        Position child;

        perft_move_text(move, &w->here, list[i], w->engine->chess960);
        position_play(&child, &w->here, list[i]);
        for (size_t k = 0; k < w->answer.moves; k++)
            if (!strcmp(w->answer.move[k].move, move) &&
                w->answer.move[k].nodes != count_of(&child, w->depth - 1)) {
                *theirs = w->answer.move[k].nodes;
                return list[i];
            }
    }
    return NO_MOVE;
}

/* Returns true if there is no list of moves, or if it equals ours with its counts. */
static bool list_is_right(Walk *w) {
    uint64_t theirs;

    if (!w->answer.moves)
        return true;
    compare_moves(w, &w->answer);
    return !w->missing_count && !w->extra_count && differing_move(w, &theirs) == NO_MOVE;
}

bool perft_list_is_right(PerftEngine *e, const Position *p, int depth, const PerftAnswer *answer) {
    Walk *w = memory_new(1, sizeof *w);
    bool right;

    *w = (Walk){.engine = e, .root = p, .here = *p, .depth = depth, .answer = *answer};
    right = list_is_right(w);
    free(w);
    return right;
}

/* --- the report ------------------------------------------------------------------------------ */

static void print_place(const Walk *w) {
    char fen[FEN_SIZE], line[MAX_DEPTH * PERFT_MOVE_SIZE];
    Text text = text_in(line, sizeof line);

    write_fen(w, fen);
    perft_add_line(&text, w->root, w->line, w->plies, w->engine->chess960);
    if (w->plies)
        printf("after:    %s\n", line);
    printf("position:  %s\n", w->plies ? fen : w->fen);
    if (w->engine->deaf)
        printf(
            "note:      the engine ignores %s, so it was asked by FEN: how it makes moves is not "
            "tested\n",
            w->engine->protocol == PERFT_UCI    ? "the moves in \"position fen FEN moves ...\""
            : w->engine->protocol == PERFT_CECP ? "moves behind \"setboard FEN\""
                                                : "{moves}");
}

static void print_moves(const char *name, const PerftAnswerMove *move, size_t count) {
    if (!count)
        return;
    printf("%-9s ", name);
    for (size_t i = 0; i < count; i++)
        printf(" %s", move[i].move);
    printf("\n");
}

static void print_causes(Word text) {
    while (text.length) {
        const Word line = text_until(&text, '\n');

        printf("cause:     %.*s\n", (int)line.length, line.at);
    }
}

static PerftFault fault_of(const Walk *w, bool made) {
    return (PerftFault){.root = w->root,
                        .line = w->line,
                        .plies = w->plies,
                        .here = &w->here,
                        .root_jumped = fen_jumped(word_of(w->fen)),
                        .jumped = jumped_square(w),
                        .made = made,
                        .chess960 = w->engine->chess960,
                        .missing = w->missing,
                        .extra = w->extra,
                        .missing_count = w->missing_count,
                        .extra_count = w->extra_count};
}

static bool has_extra_en_passant(const Walk *w) {
    const Square jumped = jumped_square(w);

    for (size_t i = 0; i < w->extra_count; i++) {
        const char *move = w->extra[i].move;
        Square from, to;

        if (notation_read_square(&from, (Word){move, 2}) && position_on(&w->here, from) == PAWN &&
            notation_read_square(&to, (Word){move + 2, 2}) && to == jumped &&
            square_file(from) != square_file(to))
            return true;
    }
    return false;
}

/*
 * Tests, in a position without pins, whether an en-passant capture leaves the pawn on the board,
 * which otherwise looks like an overlooked pin, as that pawn still shields the king. Returns true
 * with the cause written.
 */
static bool pawn_stays(const Walk *w, Text *out) {
    static const char fen[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    Walk *probe = memory_new(1, sizeof *probe);
    bool stays = false;
    Position root;

    if (!fen_parse(&root, word_of(fen), false) && perft_engine_plays(w->engine)) {
        *probe = (Walk){.engine = w->engine, .fen = fen, .root = &root, .here = root, .depth = 2};
        play(probe, move_make(E5, D6, NO_PIECE));
        if (!ask(probe, false, 1, &probe->answer) && probe->answer.moves) {
            PerftFault fault;

            compare_moves(probe, &probe->answer);
            fault = fault_of(probe, true);
            stays = perft_explain_state(out, &fault);
        }
    }
    free(probe);
    return stays;
}

/* Reports different moves: by the position, or by the way to it. */
static const char *report_moves(Walk *w) {
    PerftAnswer *again = memory_new(1, sizeof *again);
    Text text = TEXT_OF(3000);
    const char *error = NULL;
    PerftFault fault;
    bool made = false;

    if (w->plies && perft_engine_plays(w->engine) && !(error = ask(w, true, 1, again))) {
        compare_moves(w, again);
        made = !w->missing_count && !w->extra_count;
    }
    free(again);
    compare_moves(w, &w->answer);
    fault = fault_of(w, made);
    print_place(w);
    if (made)
        printf("note:      set up as FEN this position is right: a move before is made wrongly\n");
    print_moves("extra:", w->extra, w->extra_count);
    print_moves("missing:", w->missing, w->missing_count);
    if (error || !has_extra_en_passant(w) || !pawn_stays(w, &text))
        perft_explain(&text, &fault);
    print_causes((Word){text.at, text.length});
    return error;
}

/* Reports a wrong count with equal or unknown moves. */
static void report_count(const Walk *w, uint64_t count, const char *note) {
    const PerftFault fault = fault_of(w, true);
    const uint64_t ours = count_of(&w->here, w->depth);
    Text text = TEXT_OF(1000);

    if (interrupt_pending())
        return;
    print_place(w);
    printf("note:      %s\n", note);
    printf("counts:    %" PRIu64 " instead of %" PRIu64 " at depth %d\n", count, ours, w->depth);
    if (!perft_explain_count(&text, &fault, w->depth, count) &&
        (w->depth > 1 || !perft_guess(&text, &fault, (int64_t)(count - ours))))
        text_add(&text, "differs here, cause unknown");
    print_causes((Word){text.at, text.length});
}

/* Reports a count other than 1 of a listed move at depth 1. */
static void report_leaf(const Walk *w, Move m, uint64_t count) {
    char move[PERFT_MOVE_SIZE];

    perft_move_text(move, &w->here, m, w->engine->chess960);
    print_place(w);
    printf("note:      the moves are right\n");
    printf("counts:    %s: %" PRIu64 " instead of 1 at depth 1\n", move, count);
    print_causes(word_of("differs here, cause unknown"));
}

/* --- the way down ---------------------------------------------------------------------------- */

/*
 * Finds a differing child by asking for each one, for an engine without move lists. *found: there
 * is one.
 */
static const char *find_child(Walk *w, bool *found) {
    Move list[MAX_MOVES];
    const size_t count = w->depth > 1 ? movegen_all(&w->here.board, list) : 0;
    PerftAnswer *child = memory_new(1, sizeof *child);
    const char *error = NULL;

    *found = false;
    for (size_t i = 0; i < count && !error && !*found && !interrupt_pending(); i++) {
        play(w, list[i]);
        if (!(error = ask(w, false, w->depth, child)) &&
            child->total != count_of(&w->here, w->depth)) {
            w->answer = *child;
            *found = true;
        } else {
            take_back(w);
        }
    }
    free(child);
    return error;
}

/* Goes one step down. *done: the report is printed. */
static const char *step(Walk *w, bool *done) {
    const bool lists = w->answer.moves > 0;
    const char *error = NULL;
    uint64_t theirs = 0;
    bool found;
    Move m;

    *done = true;
    compare_moves(w, &w->answer);
    if (lists || !w->answer.total) {
        if (w->missing_count || w->extra_count)
            return report_moves(w);
        m = differing_move(w, &theirs);
        if (interrupt_pending())
            return NULL;
        if (m == NO_MOVE) {
            report_count(w, w->answer.total, "the moves agree, their sum does not");
            return NULL;
        }
        if (w->depth == 1) {
            report_leaf(w, m, theirs);
            return NULL;
        }
        play(w, m);
        if ((error = ask(w, false, w->depth, &w->answer)))
            return error;
        *done = w->answer.total == count_of(&w->here, w->depth) && list_is_right(w);
        if (*done)
            report_count(w, theirs, "asked alone this position is right, in the tree it is not");
        return NULL;
    }
    w->missing_count = w->extra_count = 0;
    if ((error = find_child(w, &found)))
        return error;
    *done = !found;
    if (*done)
        report_count(w, w->answer.total,
                     w->depth > 1 ? "asked alone all positions after its moves are right"
                                  : "the engine lists no moves");
    return NULL;
}

const char *perft_walk(PerftEngine *e, const char *fen, const Position *root, int depth,
                       const PerftAnswer *answer) {
    Walk *w = memory_new(1, sizeof *w);
    const char *error = NULL;
    bool done = false;

    *w = (Walk){.engine = e, .fen = fen, .root = root, .here = *root, .depth = depth};
    w->answer = *answer;
    while (!done && !error && !interrupt_pending())
        error = step(w, &done);
    free(w);
    return error;
}
