/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching only some of the moves. */
#include "chess/movegen.h"
#include "handlers.h"
#include "reply.h"
#include "turn.h"

static bool has(const MoveSet *moves, Move m) {
    for (size_t i = 0; i < moves->count; i++)
        if (moves->move[i] == m)
            return true;
    return false;
}

/* All other legal moves. */
static void others(const Frontend *f, const MoveSet *moves, MoveSet *rest) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&gameline_now(&f->line)->board, list);

    rest->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!has(moves, list[i]))
            rest->move[rest->count++] = list[i];
}

/* Read legal moves, or "all"; false, and refused, for anything else. */
static bool read_moves(Frontend *f, Word words, MoveSet *out) {
    const Position *p = gameline_now(&f->line);
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
            console_refuse_words(f, w, "not a legal move here.");
            return false;
        }
        if (!has(out, m))
            out->move[out->count++] = m;
    }
    return true;
}

/* List the excluded or the remaining moves, whichever are fewer. */
static void say_excluded(Frontend *f) {
    char buffer[MAX_MOVES * NOTATION_SIZE + 64];
    Text text = text_in(buffer, sizeof buffer);
    Move wanted[MAX_MOVES];
    const size_t count = frontend_root_moves(f, wanted);
    const bool few = count < f->excluded.count;

    text_add(&text, few                 ? "I think only about"
                    : f->excluded.count ? "I do not think about"
                                        : "I think about all moves");
    for (size_t i = 0; i < (few ? count : f->excluded.count); i++) {
        text_add_char(&text, ' ');
        notation_write_san(&text, gameline_now(&f->line), few ? wanted[i] : f->excluded.move[i]);
    }
    text_add_char(&text, '.');
    frontend_say_text(f, buffer);
}

/* False, and refused, if no move would be left. */
static bool exclude(Frontend *f, const MoveSet *moves) {
    if (moves->count && moves->count == movegen_count(&gameline_now(&f->line)->board)) {
        console_refuse(f, "No move would be left to think about.");
        return false;
    }
    if (f->busy == ANALYZING)
        frontend_restart(f, frontend_set_excluded, moves);
    else
        frontend_set_excluded(f, moves);
    say_excluded(f);
    return true;
}

void console_exclude(Frontend *f, Word arguments) {
    MoveSet moves = f->excluded, more;

    if (!read_moves(f, arguments, &more))
        return;
    if (!more.count) {
        say_excluded(f);
        return;
    }
    for (size_t i = 0; i < more.count; i++)
        if (!has(&moves, more.move[i]))
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
    for (size_t i = 0; i < f->excluded.count; i++)
        if (!has(&again, f->excluded.move[i]))
            moves.move[moves.count++] = f->excluded.move[i];
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
    console_settle(f);
    others(f, &moves, &rest);
    exclude(f, &rest);
    console_analyze(f, (Word){"", 0});
}
