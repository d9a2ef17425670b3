/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "show.h"

#include <inttypes.h>

#include "base/util.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/endgame.h"
#include "eval/eval.h"
#include "input.h"
#include "perft/perft.h"

void show_key(Frontend *f) {
    frontend_say(f, "Key: %016" PRIx64, frontend_now(f)->key);
}

/* --- the evaluation -------------------------------------------------------------------------- */

bool show_static_eval(const Frontend *f, const Position *p, int *value) {
    NnueCache *cache = nnue_cache_new(eval_net(f->net), 1);

    if (!cache)
        return false;
    *value = eval_position(p, cache, 0);
    nnue_cache_free(cache);
    return true;
}

static int for_white(const Position *p, int value) {
    return position_turn(p) == WHITE ? value : -value;
}

int show_piece_value(const NnueNet *net, const Position *p, Square s) {
    Position without = *p;

    position_empty(&without, s);
    return for_white(p, nnue_evaluate_full(net, p) - nnue_evaluate_full(net, &without));
}

enum { COLUMN = 9 }; /* characters for a square; eight fit a line of 80 */

/* Shows two lines per rank: the pieces, and their values below. */
static void show_piece_values(Frontend *f, const NnueNet *net, const Position *p) {
    char pieces[128], values[128];
    Text last;

    for (int rank = 7; rank >= 0; rank--) {
        Text above = text_in(pieces, sizeof pieces), below = text_in(values, sizeof values);

        text_addf(&above, "%3d", rank + 1);
        text_add(&below, "   ");
        for (int file = 0; file < 8; file++) {
            const Square s = square_make(file, rank);
            const Piece piece = position_on(p, s);

            text_addf(&above, "%*c", COLUMN, fen_letter(p, s));
            text_addf(&below, "%*s", COLUMN,
                      piece == NO_PIECE || piece == KING ? ""
                                                         : PAWNS_OF(show_piece_value(net, p, s)));
        }
        while (below.length && values[below.length - 1] == ' ')
            values[--below.length] = '\0';
        frontend_say_text(f, pieces);
        frontend_say_text(f, values);
    }
    last = text_in(pieces, sizeof pieces);
    text_add(&last, "   ");
    for (int file = 0; file < 8; file++)
        text_addf(&last, "%*c", COLUMN, 'a' + file);
    frontend_say_text(f, pieces);
}

static void show_outputs(Frontend *f, const NnueNet *net, const Position *p) {
    const int here = bb_count(board_occupied(&p->board));

    for (int o = 0; o < net->outputs; o++) {
        Text text = TEXT_OF(128);
        int least = 2, most;

        while (nnue_output_bucket(least, net->outputs) < o)
            least++;
        for (most = least; most < 32 && nnue_output_bucket(most + 1, net->outputs) == o;)
            most++;
        text_addf(&text, "bucket %d, for %d to %d pieces:%9s for White", o + 1, least, most,
                  PAWNS_OF(for_white(p, nnue_evaluate_bucket(net, p, o))));
        if (nnue_output_bucket(here, net->outputs) == o)
            text_addf(&text, "   <- used here, with %d pieces", here);
        frontend_say_text(f, text.at);
    }
}

static void add_shape(Text *text, const NnueNet *net) {
    text_addf(text, "%d hidden neurons, %d output bucket%s", net->hidden, net->outputs,
              net->outputs == 1 ? "" : "s");
    if (net->term_hidden)
        text_addf(text, ", evaluation terms for %d neurons", net->term_hidden);
    text_addf(text, ", checksum %08" PRIx32, net->checksum);
}

void show_network(Frontend *f) {
    Text text = TEXT_OF(256);

    text_addf(&text, "My network: %s, ",
              f->net ? QUOTED_OF(word_of(f->options.text[OPTION_EVAL_FILE]), 100)
                     : "the built-in one");
    add_shape(&text, eval_net(f->net));
    frontend_say_text(f, text.at);
}

static void say_value(Frontend *f, const char *what, const Position *p, int value) {
    frontend_say(f, "%s%s for White", what, PAWNS_OF(for_white(p, value)));
}

/* Shows why the final value differs from the output of the network. */
static void show_steps(Frontend *f, const Position *p, const EvalSteps *s) {
    const int plies = min(p->halfmove_clock, EVAL_RULE50_MAX);
    Text text = TEXT_OF(96);

    if (s->clamped != s->network) {
        if (!s->scale)
            text_add(&text, "the side that is ahead cannot win this ending: ");
        else if (s->scale < SCALE_NORMAL)
            text_addf(&text, "such endings are hard to win, scaled by %d/%d: ", s->scale,
                      (int)SCALE_NORMAL);
        else
            text_add(&text, "limited to: ");
        say_value(f, text.at, p, s->clamped);
    }
    if (s->value != s->clamped) {
        text_clear(&text);
        text_addf(&text, "%d plies without capture or pawn move, scaled by %d/%d: ", plies,
                  EVAL_RULE50_DIVISOR - plies, (int)EVAL_RULE50_DIVISOR);
        say_value(f, text.at, p, s->value);
    }
}

void show_eval(Frontend *f) {
    const Position *p = frontend_now(f);
    const NnueNet *net = eval_net(f->net);
    const EvalSteps steps = eval_steps(p, net);
    Text text = TEXT_OF(128);

    text_add(&text, "network of ");
    add_shape(&text, net);
    frontend_say_text(f, text.at);
    frontend_say_text(
        f, "contribution of each piece for White: the evaluation with it minus without it");
    show_piece_values(f, net, p);
    show_outputs(f, net, p);
    if (!steps.known)
        show_steps(f, p, &steps);
    frontend_say(
        f, "%s%s for White%s", steps.known ? "known ending, without the network: " : "total: ",
        PAWNS_OF(for_white(p, steps.value)), position_in_check(p) ? " (unreliable in check)" : "");
}

/* --- counting moves -------------------------------------------------------------------------- */

bool show_perft(Frontend *f, const char *command, Word arguments, MoveWriter *write) {
    const Position *p = frontend_now(f);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    uint64_t all = 0;
    int64_t depth;

    if (!word_number(arguments, 1, 20, &depth)) {
        frontend_say(f, "%s%s needs a number of plies from 1 to 20, as in: %s 5",
                     f->protocol->message_prefix, command, command);
        return false;
    }
    if (perft_is_beyond(&p->board, (int)depth, SHOW_PERFT_MAX)) {
        frontend_say(f, "%sThat would take too long here: use the program alula-perft.",
                     f->protocol->message_prefix);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        Text text = TEXT_OF(64);
        Position next;
        uint64_t nodes = 0;

        position_play(&next, p, list[i]);
        if (!perft_count_while(&next, (int)depth - 1, input_goes_on, f, &nodes)) {
            frontend_say(f, "%sEnded after %d of %d moves, at %" PRIu64 " nodes.",
                         f->protocol->message_prefix, (int)i, (int)count, all + nodes);
            return true;
        }
        all += nodes;
        if (!write)
            continue;
        write(&text, p, list[i]);
        text_addf(&text, ": %" PRIu64, nodes);
        frontend_say_text(f, text.at);
    }
    frontend_say(f, "Nodes searched: %" PRIu64, all);
    return true;
}
