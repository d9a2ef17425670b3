/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "eval/eval.h"
#include "perft/perft.h"
#include "protocol/bench.h"
#include "protocol/show.h"
#include "search/root_tables.h"
#include "startup.h"

/* Prints "alula: COMMAND: sentence" to stderr. Returns the status. */
static int refuse(int status, const char *command, const char *sentence) {
    fprintf(stderr, "alula: %s: %s\n", command, sentence);
    return status;
}

/* Ends the JSON object. Returns the status: 0, or 1, after a message, if writing failed. */
static int end(Json *j) {
    startup_json_end(j);
    return ferror(stdout) ? refuse(1, "--json", "the output cannot be written") : 0;
}

/*
 * Initializes the engine, and reads the position in words[at] or sets up the start position.
 * Returns false, after a message, if the position is not valid.
 */
static bool read_position(Position *p, int count, char **words, int at) {
    const char *why = NULL;

    if (count > at + 1)
        why = "there are too many words: put the FEN in quotes";
    startup_init_tables();
    if (!why)
        why = fen_parse(p, word_of(count > at ? words[at] : FEN_START), false);
    if (why)
        refuse(2, words[0], why);
    return !why;
}

int answers_bench(int count, char **words) {
    int64_t depth = BENCH_DEPTH;
    BenchTotal total;
    Json j;

    if (count > 2 || (count == 2 && !word_number(word_of(words[1]), 1, MAX_DEPTH, &depth)))
        return refuse(2, words[0], "the depth must be a number from 1 to 120");
    startup_init_tables();
    if (!bench_run((int)depth, NULL, NULL, NULL, &total))
        return refuse(1, words[0], "there is not enough memory");
    j = startup_json("alula");
    json_whole(&j, "depth", depth);
    json_whole(&j, "positions", total.positions);
    json_count(&j, "nodes", total.nodes);
    json_whole(&j, "ms", total.us / 1000);
    json_count(&j, "nps", total.nps);
    return end(&j);
}

int answers_perft(int count, char **words) {
    const int64_t start = clock_us();
    Move list[MAX_MOVES];
    uint64_t nodes[MAX_MOVES], all = 0;
    size_t moves;
    int64_t depth;
    Position p, next;
    Json j;

    if (count < 2 || !word_number(word_of(words[1]), 1, 20, &depth))
        return refuse(2, words[0], "the number of plies must be from 1 to 20");
    if (!read_position(&p, count, words, 2))
        return 2;
    if (perft_is_beyond(&p.board, (int)depth, SHOW_PERFT_MAX))
        return refuse(1, words[0], "that would take too long here: use alula-perft --json");
    moves = movegen_all(&p.board, list);
    for (size_t i = 0; i < moves; i++) {
        position_play(&next, &p, list[i]);
        all += nodes[i] = perft_count(&next.board, (int)depth - 1);
    }
    j = startup_json("alula");
    json_text(&j, "fen", FEN_OF(&p));
    json_whole(&j, "depth", depth);
    json_count(&j, "nodes", all);
    json_whole(&j, "ms", (clock_us() - start) / 1000);
    if (!strcmp(words[0], "divide")) {
        json_open(&j, "divide", '{');
        for (size_t i = 0; i < moves; i++)
            json_count(&j, NOTATION_OF(notation_write, &p, list[i]), nodes[i]);
        json_close(&j, '}');
    }
    return end(&j);
}

int answers_eval(int count, char **words) {
    const NnueNet *net;
    EvalSteps steps;
    Position p;
    Json j;
    int sign;

    if (!read_position(&p, count, words, 1))
        return 2;
    net = eval_net(NULL);
    steps = eval_steps(&p, net);
    sign = position_turn(&p) == WHITE ? 1 : -1;
    j = startup_json("alula");
    json_text(&j, "fen", FEN_OF(&p));
    json_whole(&j, "value", sign * steps.value);
    json_flag(&j, "known_ending", steps.known);
    json_flag(&j, "in_check", position_in_check(&p));
    json_open(&j, "pieces", '{');
    for (Square s = A1; s < SQUARE_COUNT; s++) {
        const Piece piece = position_on(&p, s);

        if (piece != NO_PIECE && piece != KING)
            json_whole(&j, SQUARE_OF(s), show_piece_value(net, &p, s));
    }
    json_close(&j, '}');
    json_open(&j, "buckets", '[');
    for (int o = 0; o < net->outputs; o++)
        json_whole(&j, NULL, sign * nnue_evaluate_bucket(net, &p, o));
    json_close(&j, ']');
    json_whole(&j, "bucket", nnue_output_bucket(bb_count(board_occupied(&p.board)), net->outputs));
    return end(&j);
}

/* --- tablebases ------------------------------------------------------------------------------- */

/* Adds the result of a move, for the side that plays it. */
static void add_result(Json *j, const RootTables *r, const GameLine *line, size_t i) {
    static const char *const words[] = {"loss", "draw", "win"};
    const Lateness late = root_tables_lateness(r, line, i);
    const int dtz = r->dtz[i];

    json_text(j, "result", words[(dtz > 0) - (dtz < 0) + 1]);
    if (late == PERHAPS_LATE)
        json_null(j, "fifty_move_draw");
    else
        json_flag(j, "fifty_move_draw", late == LATE);
    if (r->by_distance)
        json_whole(j, "dtz", dtz);
    else
        json_null(j, "dtz");
}

static int answer_tables(const RootTables *r, const GameLine *line) {
    const Position *p = gameline_now(line);
    Json j = startup_json("alula");
    size_t best = 0;

    for (size_t i = 1; i < r->count; i++)
        if (r->rank[i] > r->rank[best] || (r->rank[i] == r->rank[best] && r->dtz[i] < r->dtz[best]))
            best = i;
    json_text(&j, "fen", FEN_OF(p));
    add_result(&j, r, line, best);
    json_open(&j, "moves", '[');
    for (size_t i = 0; i < r->count; i++) {
        json_open(&j, NULL, '{');
        json_text(&j, "san", SAN_OF(p, r->move[i]));
        json_text(&j, "move", NOTATION_OF(notation_write, p, r->move[i]));
        add_result(&j, r, line, i);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    return end(&j);
}

int answers_tb(int count, char **words) {
    Tablebases tables = {.depth = 1, .men = SYZYGY_MAX_MEN, .fifty_moves = true};
    GameLine line = {NULL, NULL, 0, 0};
    RootTables r;
    Position p;
    int status;

    if (count < 2)
        return refuse(2, words[0], "name the folder of Syzygy tablebases, as in: tb FOLDER FEN");
    if (!read_position(&p, count, words, 2))
        return 2;
    tables.syzygy = syzygy_open(words[1]);
    if (!tables.syzygy || gameline_init(&line, &p))
        status = refuse(1, words[0], "there is not enough memory");
    else if (!syzygy_men(tables.syzygy))
        status = refuse(1, words[0], "there are no Syzygy tablebases (.rtbw) in this folder");
    else if (!movegen_count(&p.board))
        status = refuse(1, words[0], "the game is over here");
    else if (!root_tables_rank(&r, &tables, &line))
        status = refuse(1, words[0], "the tablebases do not have this position");
    else
        status = answer_tables(&r, &line);
    gameline_destroy(&line);
    syzygy_close(tables.syzygy);
    return status;
}
