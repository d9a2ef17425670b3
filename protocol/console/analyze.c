/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands for analysis, of all moves or only some, and for stopping a search. */
#include <inttypes.h>

#include "chess/movegen.h"
#include "console_state.h"
#include "handlers.h"
#include "play.h"
#include "training.h"
#include "warning.h"

void console_analyze(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    int64_t lines = f->options.value[OPTION_MULTIPV];

    if (!console_number(f, arguments, "analyze takes a number of lines", 1, MULTIPV_MAX, &lines))
        return;
    console_stop_all(f);
    f->options.value[OPTION_MULTIPV] = lines;
    c->analyzing = true;
    c->since_ms = 0;
    f->game.over = false;
    if (console_outcome(f) == OUTCOME_MATE || console_outcome(f) == OUTCOME_STALEMATE) {
        c->analyzing = false;
        console_tell_result(f);
        return;
    }
    frontend_say_text(
        f, f->out.place ? "Analysis: the score is for the side to move. (Type \"exit\" to end the "
                          "analysis.)"
                        : "Analysis: depth, score for the side to move, time, nodes, line. (Type "
                          "\"exit\" to end the analysis.)");
    console_analyze_on(f);
}

/* Stops the current search or work. Returns false if nothing was running. */
static bool stop(Frontend *f) {
    if (console_drop_asked(f))
        return true;
    if (work_answer(f)) /* in analyze mode, the analysis resumes afterwards */
        return true;
    if (console_state(f)->analyzing) {
        console_end_analysis(f);
        return true;
    }
    if (f->search.busy == THINKING) {
        console_state(f)->both = 0;
        engine_stop(f->engine);
        return true;
    }
    if (busy_reports(f->search.busy)) {
        console_stop_all(f);
        return true;
    }
    return false;
}

void console_stop(Frontend *f, Word arguments) {
    if (!stop(f))
        console_refuse(f, "There is nothing to stop.");
}

void console_interrupt(Frontend *f, Word arguments) {
    if (!output_drop_pages(&f->out) && !stop(f))
        frontend_say_text(f, "(Press Ctrl-C again to quit.)");
}

void console_exit(Frontend *f, Word arguments) {
    if (!console_state(f)->analyzing) {
        if (training_ends(f))
            return;
        if (f->search.busy == THINKING || !stop(f)) /* a user who ends work does not mean to quit */
            console_quit(f, arguments);
        return;
    }
    console_end_analysis(f);
}

void console_dot(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Text text = TEXT_OF(160);
    Progress now;

    if (work_tick(f))
        return;
    if (f->search.busy != ANALYZING && f->search.busy != THINKING) {
        console_refuse(f, "I am not thinking.");
        return;
    }
    engine_progress(f->engine, &now);
    text_addf(&text, "depth %d, %" PRIu64 " nodes, ", now.depth, now.nodes);
    console_add_time(&text, frontend_elapsed_ms(f));
    if (now.move != NO_MOVE && move_is_legal(p, now.move))
        text_addf(&text, ", searching move %d of %d, %s", now.number, (int)movegen_count(&p->board),
                  SAN_OF(p, now.move));
    frontend_say_text(f, text.at);
}

/* --- only some of the moves ------------------------------------------------------------------- */

/* Lists the legal moves that are not in this set. */
static void others(const Frontend *f, const MoveSet *moves, MoveSet *rest) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&frontend_now(f)->board, list);

    rest->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!move_is_among(list[i], moves->move, moves->count))
            rest->move[rest->count++] = list[i];
}

/* Reads legal moves, or "all"; refuses anything else and returns false. */
static bool read_moves(Frontend *f, Word words, MoveSet *out) {
    const Position *p = frontend_now(f);
    static const MoveSet none = {.count = 0};
    Word w;

    out->count = 0;
    if (word_is_any_case(words, "all")) {
        others(f, &none, out);
        return true;
    }
    while ((w = text_word(&words)).length) {
        Move m;

        if (notation_parse(&m, p, w)) {
            console_refuse_move(f, w);
            return false;
        }
        if (!move_is_among(m, out->move, out->count))
            out->move[out->count++] = m;
    }
    return true;
}

/* Lists the excluded or the remaining moves, whichever are fewer. */
static void say_excluded(Frontend *f) {
    Text text = TEXT_OF(MAX_MOVES * NOTATION_SIZE + 64);
    Move wanted[MAX_MOVES];
    const size_t count = frontend_root_moves(f, wanted);
    const bool few = count < f->game.excluded.count;

    text_add(&text, few                      ? "I search only"
                    : f->game.excluded.count ? "I do not search"
                                             : "I search all moves");
    for (size_t i = 0; i < (few ? count : f->game.excluded.count); i++)
        text_addf(&text, " %s",
                  SAN_OF(frontend_now(f), few ? wanted[i] : f->game.excluded.move[i]));
    text_add_char(&text, '.');
    frontend_say_text(f, text.at);
}

/* Excludes exactly these moves. Refuses the command and returns false if no move would be left. */
static bool exclude(Frontend *f, const MoveSet *moves) {
    if (moves->count && moves->count == movegen_count(&frontend_now(f)->board)) {
        console_refuse(f, "No move would be left to search.");
        return false;
    }
    if (f->search.busy == ANALYZING)
        frontend_restart(f, frontend_set_excluded, moves);
    else
        frontend_set_excluded(f, moves);
    say_excluded(f);
    return true;
}

void console_exclude(Frontend *f, Word arguments) {
    MoveSet moves = f->game.excluded, more;

    if (!read_moves(f, arguments, &more))
        return;
    if (!more.count) {
        say_excluded(f);
        return;
    }
    for (size_t i = 0; i < more.count; i++)
        if (!move_is_among(more.move[i], moves.move, moves.count))
            moves.move[moves.count++] = more.move[i];
    exclude(f, &moves);
}

void console_include(Frontend *f, Word arguments) {
    MoveSet moves = {.count = 0}, again;

    if (!read_moves(f, arguments, &again))
        return;
    if (!again.count) {
        say_excluded(f);
        return;
    }
    for (size_t i = 0; i < f->game.excluded.count; i++)
        if (!move_is_among(f->game.excluded.move[i], again.move, again.count))
            moves.move[moves.count++] = f->game.excluded.move[i];
    exclude(f, &moves);
}

void console_search(Frontend *f, Word arguments) {
    MoveSet moves, rest;

    if (!read_moves(f, arguments, &moves))
        return;
    if (!moves.count) {
        console_refuse(f, "search needs the moves to look at, as in: search e4 Nf3");
        return;
    }
    console_stop_all(f);
    others(f, &moves, &rest);
    exclude(f, &rest);
    console_analyze(f, (Word){"", 0});
}
