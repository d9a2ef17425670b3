/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common.h"

#include <signal.h>
#include <string.h>

#include "input.h"

void common_quit(Frontend *f, Word arguments) {
    input_answer_waiting(f);
    frontend_halt(f);
    f->leaving = true;
}

/* Returns false if the program does not support that protocol. */
static bool speak(Frontend *f, const char *name) {
    const Protocol *const *p = f->protocols;

    while (*p && strcmp((*p)->name, name))
        p++;
    if (!*p)
        return false;
    frontend_speak(f, *p);
    return true;
}

/* GUIs may send SIGINT; the protocol document says to ignore it. */
void common_xboard(Frontend *f, Word arguments) {
    signal(SIGINT, SIG_IGN);
    if (speak(f, "cecp"))
        frontend_say_text(f, "");
}

void common_uci(Frontend *f, Word line) {
    Word rest = word_of("uci");
    const Command *c;

    if (!speak(f, "uci"))
        return;
    signal(SIGINT, SIG_IGN);
    if ((c = input_find(f->protocol->commands, &line)))
        rest = line;
    else
        c = input_find(f->protocol->commands, &rest);
    c->run(f, text_rest(rest));
}

void common_ignore(Frontend *f, Word arguments) {}

void common_post(Frontend *f, Word arguments) {
    f->post = true;
}

void common_nopost(Frontend *f, Word arguments) {
    f->post = false;
}

void common_refuse(Frontend *f, const char *what, const char *reason, Word words) {
    Text text = TEXT_OF(512);

    text_add(&text, what);
    if (reason)
        text_addf(&text, " (%s)", reason);
    if (words.length)
        text_add(&text, ": ");
    text_add_quoted(&text, words, 200);
    frontend_say_text(f, text.at);
}

bool common_is_move(const Frontend *f, Word line) {
    const Word word = text_word(&line);
    Move ignored;

    return word.length && !text_rest(line).length &&
           notation_parse(&ignored, frontend_now(f), word) != MOVE_UNREADABLE;
}

void common_show_book(Frontend *f) {
    const Position *p = frontend_now(f);
    BookMove list[MAX_MOVES];
    const size_t count = book_find(&f->book.file, p, book_key_now(&f->game.line), list);
    const char *note = NULL;
    unsigned sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += list[i].weight;
    for (size_t i = 0; i < count; i++) {
        const unsigned weight = list[i].weight;

        frontend_say(f, " %-7s %5u  %3u%%", SAN_OF(p, list[i].move), weight,
                     sum ? (100 * weight + sum / 2) / sum : 0);
    }
    if (!f->book.file.file)
        note = "Alula plays without an opening book.";
    else if (!count)
        note = "This position is not in the book.";
    else if (!f->options.value[OPTION_OWN_BOOK])
        note = "(The option OwnBook is off: book moves are not played.)";
    if (note)
        frontend_say(f, "%s%s", f->protocol->scripts ? "" : " ", note);
}
