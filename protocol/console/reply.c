/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "console_state.h"

void console_refuse_text(Frontend *f, const char *sentence) {
    frontend_say_text(f, sentence);
    console_state(f)->failed = true;
}

void console_refuse(Frontend *f, const char *format, ...) {
    char line[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    console_refuse_text(f, line);
}

void console_refuse_words(Frontend *f, Word words, const char *sentence) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    text_add_quoted(&text, words, 60);
    console_refuse(f, "%s: %s", buffer, sentence);
}

void console_refuse_memory(Frontend *f) {
    console_refuse_text(f, "There is not enough memory for that.");
}

bool console_switch_word(Frontend *f, const char *command, Word w, bool *on) {
    if (word_is_any_case(w, "on") || word_is_any_case(w, "off")) {
        *on = w.length == 2;
        return true;
    }
    console_refuse(f, "%s wants on or off, as in: %s on", command, command);
    return false;
}

const char *console_side(Color c) {
    return c == WHITE ? "White" : "Black";
}

void console_add_number(Text *text, const Position *p) {
    text_addf(text, "%d.%s ", p->fullmove_number, position_turn(p) == WHITE ? "" : "..");
}

void console_add_score(Text *text, int score) {
    const int moves = ((score > 0 ? SCORE_MATE - score : SCORE_MATE + score) + 1) / 2;

    if (!score_is_mate(score))
        text_addf(text, "%c%d.%02d", score < 0 ? '-' : '+', abs(score) / 100, abs(score) % 100);
    else
        text_addf(text, "%smate in %d", score < 0 ? "-" : "", moves);
}

Word console_without_number(Word line) {
    Word w = text_rest(line);
    size_t n = 0;

    while (n < w.length && w.at[n] >= '0' && w.at[n] <= '9')
        n++;
    if (!n || n == w.length || w.at[n] != '.')
        return w;
    while (n < w.length && w.at[n] == '.')
        n++;
    return text_rest((Word){w.at + n, w.length - n});
}
