/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "perft_count.h"
#include "perft_engine.h"
#include "perft_explain.h"
#include "tools/common/linefile.h"
#include "tools/common/tool.h"

/* --- the way from a wrong count down to the wrong position and move -------------------------- */

enum { MAX_DEPTH = 99 };

typedef struct {
    PerftEngine *engine;
    const char *fen; /* FEN of the root */
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

/* Counts with Alula; returns any number if interrupted, which ends the walk. */
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
    text_addf(&text, "looking for the difference, depth %d", depth);
    perft_show_words(words);
    error = perft_engine_count(w->engine, &place, depth, answer);
    perft_wipe_progress();
    return error;
}

/*
 * Asks for the position of the walk, by its moves if the engine plays them, or by its FEN. An
 * engine that answers for the root ignores moves; one equal total may be a coincidence, two are
 * not.
 */
static const char *ask_on_the_way(Walk *w, bool as_fen, int depth, PerftAnswer *answer) {
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

/* Compares the moves of an answer with Alula's. */
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
 * Returns the move whose count differs, in an answer that lists the right moves, or NO_MOVE.
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

/*
 * Returns true if the moves of the answer and their counts are right, or if it lists no moves. A
 * right total does not suffice: an extra move may hide a missing one.
 */
static bool list_is_right(Walk *w) {
    uint64_t theirs;

    if (!w->answer.moves)
        return true;
    compare_moves(w, &w->answer);
    return !w->missing_count && !w->extra_count && differing_move(w, &theirs) == NO_MOVE;
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
            "note:      the engine ignores %s, so it gets FENs: how it makes moves is not tested\n",
            w->engine->protocol == PERFT_UCI    ? "the moves in \"position fen FEN moves ...\""
            : w->engine->protocol == PERFT_CECP ? "moves after \"setboard FEN\""
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
        if (!ask_on_the_way(probe, false, 1, &probe->answer) && probe->answer.moves) {
            PerftFault fault;

            compare_moves(probe, &probe->answer);
            fault = fault_of(probe, true);
            stays = perft_explain_state(out, &fault);
        }
    }
    free(probe);
    return stays;
}

/* Reports different moves, and whether this position or an earlier move is to blame. */
static const char *report_moves(Walk *w) {
    PerftAnswer *again = memory_new(1, sizeof *again);
    Text text = TEXT_OF(3000);
    const char *error = NULL;
    PerftFault fault;
    bool made = false;

    if (w->plies && perft_engine_plays(w->engine) && !(error = ask_on_the_way(w, true, 1, again))) {
        compare_moves(w, again);
        made = !w->missing_count && !w->extra_count;
    }
    free(again);
    compare_moves(w, &w->answer);
    fault = fault_of(w, made);
    print_place(w);
    if (made)
        printf("note:      set up from its FEN this position is right: an earlier move is made "
               "wrongly\n");
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
 * Finds a differing child by asking for each one, for an engine without move lists. Sets *found if
 * there is one.
 */
static const char *find_child(Walk *w, bool *found) {
    Move list[MAX_MOVES];
    const size_t count = w->depth > 1 ? movegen_all(&w->here.board, list) : 0;
    PerftAnswer *child = memory_new(1, sizeof *child);
    const char *error = NULL;

    *found = false;
    for (size_t i = 0; i < count && !error && !*found && !interrupt_pending(); i++) {
        play(w, list[i]);
        if (!(error = ask_on_the_way(w, false, w->depth, child)) &&
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

/* Goes one step down. Sets *done once the report is printed. */
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
        if ((error = ask_on_the_way(w, false, w->depth, &w->answer)))
            return error;
        *done = w->answer.total == count_of(&w->here, w->depth) && list_is_right(w);
        if (*done)
            report_count(w, theirs, "this position is right alone, but wrong in the tree");
        return NULL;
    }
    w->missing_count = w->extra_count = 0;
    if ((error = find_child(w, &found)))
        return error;
    *done = !found;
    if (*done)
        report_count(w, w->answer.total,
                     w->depth > 1 ? "all positions after its moves are right alone"
                                  : "the engine lists no moves");
    return NULL;
}

/* Walks down to the wrong position; prints it and the cause. Returns NULL, or an error message. */
static const char *walk_down(Walk *w) {
    const char *error = NULL;
    bool done = false;

    while (!done && !error && !interrupt_pending())
        error = step(w, &done);
    return error;
}

/* --- the suite ------------------------------------------------------------------------------- */

/* Positions that are known to reveal bugs, selected from perft-suites/. */
static const char *const builtin[] = {
#include "perft_positions.inc"
};

/* A position of the suite, and the depth up to which the other program agrees. */
typedef struct {
    char *fen, *name;
    Position position;
    uint64_t count; /* count at `depth` */
    int depth;
    bool done; /* the next depth is beyond the limits */
} Entry;

typedef struct {
    Entry *entry;
    size_t count;
    int bad, bad_files; /* rejected lines and files */
} Suite;

static void add_entry(Suite *s, Word fen, const Position *p, const char *file, long number) {
    Text text = TEXT_OF(300), whole = TEXT_OF(300);

    if (file)
        text_addf(&text, "%s:%ld", file, number);
    else
        text_addf(&text, "built-in:%ld", number);
    perft_add_fen(&whole, fen);
    s->entry = memory_grow(s->entry, s->count + 1, sizeof *s->entry);
    s->entry[s->count++] = (Entry){.position = *p,
                                   .count = 1,
                                   .fen = memory_text(whole.at, whole.length),
                                   .name = memory_text(text.at, text.length)};
}

/* Reads a suite; returns after a message on failure. */
static void read_file(const PerftOptions *o, Suite *s, const char *name) {
    LineFile l;
    Word line;

    if (!linefile_open(&l, name)) {
        s->bad_files++;
        return;
    }
    while (linefile_next(&l, &line)) {
        const char *const start = line.at;
        Position p;

        if (!perft_read_position(o, &l, &line, &p)) {
            s->bad++;
            continue;
        }
        add_entry(s, (Word){start, (size_t)(line.at - start)}, &p, l.name, l.number);
    }
    s->bad_files += l.failed;
    linefile_close(&l);
}

static void read_suite(const PerftOptions *o, Suite *s) {
    for (char **name = o->files; name && *name && !interrupt_pending(); name++)
        read_file(o, s, *name);
    if (!o->files)
        for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++) {
            Position p;

            if (!fen_parse(&p, word_of(builtin[i]), o->chess960))
                add_entry(s, word_of(builtin[i]), &p, NULL, (long)i + 1);
        }
}

static void free_suite(Suite *s) {
    for (size_t i = 0; i < s->count; i++) {
        free(s->entry[i].fen);
        free(s->entry[i].name);
    }
    free(s->entry);
}

/* Gets the count of the next depth, if it is within the limits. */
static bool next_count(const PerftOptions *o, Entry *e, uint64_t *wanted) {
    const uint64_t limit = (uint64_t)o->max_nodes;

    if (!e->done)
        e->done = e->depth >= o->max_depth || e->count > limit;
    if (e->done)
        return false;
    if (!perft_count_within(&e->position, e->depth + 1, limit, wanted))
        return false;
    e->done = *wanted > limit;
    return !e->done;
}

/* Prints how many counts agreed, even if something failed later. */
static int print_agreed(const Suite *s) {
    int agreed = 0;

    for (size_t i = 0; i < s->count; i++) {
        const Entry *e = &s->entry[i];

        if (!e->depth)
            continue;
        printf("ok   %s to depth %d, %" PRIu64 " node%s\n", e->name, e->depth, e->count,
               tool_plural(e->count));
        agreed++;
    }
    return agreed;
}

/* Reports where a count or a list of moves differs, and why. */
static int report(Walk *w, const Suite *s, const Entry *e, uint64_t wanted) {
    const uint64_t total = w->answer.total;
    const char *error;

    print_agreed(s);
    if (total == wanted)
        printf("FAIL %s D%d: the total is right, the list of moves is not: %s\n", e->name,
               e->depth + 1, e->fen);
    else
        printf("FAIL %s D%d: %" PRIu64 " instead of %" PRIu64 ": %s\n", e->name, e->depth + 1,
               total, wanted, e->fen);
    error = walk_down(w);
    if (interrupt_pending())
        return TOOL_INTERRUPTED;
    return error ? perft_fail(error, NULL) : TOOL_FAILED;
}

/* Asks for the next count of a position. */
static const char *ask(PerftEngine *engine, const Suite *s, size_t i, PerftAnswer *answer) {
    const Entry *e = &s->entry[i];
    const PerftPlace place = {.fen = e->fen, .root = e->position, .here = e->position};
    const char *error;
    Text text = TEXT_OF(60);

    text_addf(&text, "depth %d, position %zu of %zu", e->depth + 1, i + 1, s->count);
    perft_show_words(text.at);
    error = perft_engine_count(engine, &place, e->depth + 1, answer);
    perft_wipe_progress();
    return error;
}

/* Compares all next counts; sets *any to true if there are any. Returns the exit status. */
static int check_depth(const PerftOptions *o, PerftEngine *engine, Suite *s, bool *any) {
    Walk *w = memory_new(1, sizeof *w);
    int status = TOOL_OK;

    for (size_t i = 0; i < s->count && status == TOOL_OK; i++) {
        Entry *e = &s->entry[i];
        const char *error;
        uint64_t wanted;
        bool right;

        if (interrupt_pending() || !next_count(o, e, &wanted))
            continue;
        *any = true;
        *w = (Walk){.engine = engine,
                    .fen = e->fen,
                    .root = &e->position,
                    .here = e->position,
                    .depth = e->depth + 1};
        error = ask(engine, s, i, &w->answer);
        right = !error && w->answer.total == wanted && list_is_right(w);
        if (interrupt_pending())
            break;
        if (error) {
            print_agreed(s);
            fflush(stdout);
            tool_message("%s: depth %d of %s", error, e->depth + 1, e->fen);
            status = TOOL_FAILED;
        } else if (!right) {
            status = report(w, s, e, wanted);
        } else {
            e->depth++;
            e->count = wanted;
        }
    }
    free(w);
    return status;
}

static int check(const PerftOptions *o, PerftEngine *engine, Suite *s) {
    bool any = true;
    int status = TOOL_OK, agreed;

    while (any && status == TOOL_OK && !interrupt_pending()) {
        any = false;
        status = check_depth(o, engine, s, &any);
    }
    if (status != TOOL_OK)
        return status;
    agreed = print_agreed(s);
    if (!agreed && !interrupt_pending())
        return perft_fail("nothing was compared: every count is beyond the limits", NULL);
    if (s->bad)
        printf("%d line%s refused\n", s->bad, s->bad == 1 ? " was" : "s were");
    if (s->bad_files)
        printf("%d file%s refused\n", s->bad_files, s->bad_files == 1 ? " was" : "s were");
    printf("%d position%s%s\n", agreed, agreed == 1 ? " agrees" : "s agree",
           interrupt_pending()         ? "; interrupted"
           : (size_t)agreed < s->count ? "; the others are beyond the limits"
                                       : "");
    return interrupt_pending() ? TOOL_INTERRUPTED : s->bad || s->bad_files ? TOOL_FAILED : TOOL_OK;
}

/* Prints suggestions for the user. */
static void print_hints(const PerftOptions *o, const PerftEngine *e) {
    if (e->proven && !e->totals && e->waited_us >= 2000000)
        printf("note: without a line \"Nodes searched: N\" after the moves each answer needs a "
               "wait: %" PRId64 " s in all\n",
               e->waited_us / 1000000);
    if (o->chess960 && !o->files)
        printf("note: these positions are not Chess960; for some that are, use --suite "
               "perft-suites/*960.epd\n");
}

int perft_check(const PerftOptions *o, Text *sentence) {
    PerftEngine engine = {.protocol = (PerftProtocol)o->protocol,
                          .chess960 = o->chess960,
                          .timeout_ms = o->timeout_s * 1000};
    Suite suite = {.entry = NULL};
    const char *error = "there are no positions to check";
    int status;

    if (!perft_command_read(&engine, o->check, "--check", sentence)) {
        free(engine.word);
        return TOOL_USAGE;
    }
    read_suite(o, &suite);
    if (!suite.count || (error = perft_engine_open(&engine))) {
        status = interrupt_pending() ? TOOL_INTERRUPTED : perft_fail(error, NULL);
    } else {
        status = check(o, &engine, &suite);
        print_hints(o, &engine);
        fflush(stdout);
        perft_engine_close(&engine);
    }
    free(engine.word);
    free_suite(&suite);
    return status;
}
