/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "player_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "tools/common/tool.h"

void player_send(Player *p, const char *format, ...) {
    char brief[512], *text = brief;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(brief, sizeof brief, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof brief) {
        text = memory_new((size_t)length + 1, 1);
        va_start(arguments, format);
        vsnprintf(text, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    process_log(p->process.log, p->process.log_name, '>', word_of(text));
    /* an engine that does not read is detected when we wait for its answer */
    process_send(&p->process, text);
    if (text != brief)
        free(text);
}

void player_add_option(Player *p, Word name) {
    p->option_names = memory_grow(p->option_names, p->option_names_length + name.length + 3, 1);
    if (!p->option_names_length)
        p->option_names[p->option_names_length++] = '\n';
    for (size_t i = 0; i < name.length; i++)
        if (name.at[i])
            p->option_names[p->option_names_length++] = text_lower(name.at[i]);
    p->option_names[p->option_names_length++] = '\n';
    p->option_names[p->option_names_length] = '\0';
}

bool player_has_option(const Player *p, const char *name) {
    const size_t length = strlen(name);
    char *wanted = memory_new(length + 3, 1);
    bool known;

    wanted[0] = wanted[length + 1] = '\n';
    for (size_t i = 0; i < length; i++)
        wanted[i + 1] = text_lower(name[i]);
    known = p->option_names && strstr(p->option_names, wanted);
    free(wanted);
    return known;
}

static bool is_letter(char c) {
    return (text_lower(c) >= 'a' && text_lower(c) <= 'z') || text_is_digit(c) || c == '_';
}

/* Returns true if the text contains the name as a whole word. */
static bool contains_name(Word text, const char *name) {
    const size_t length = strlen(name);

    for (size_t i = 0; length && i + length <= text.length; i++)
        if (word_is_any_case((Word){text.at + i, length}, name) &&
            (!i || !is_letter(text.at[i - 1])) &&
            (i + length == text.length || !is_letter(text.at[i + length])))
            return true;
    return false;
}

bool player_has_settings(const Player *p) {
    return p->spec->options || p->spec->hash_megabytes || p->spec->threads;
}

bool player_mentions_setting(const Player *p, Word line) {
    const EngineSpec *spec = p->spec;

    for (int i = 0; i < spec->options; i++)
        if (contains_name(line, spec->option[i].name))
            return true;
    return (spec->hash_megabytes && contains_name(line, "Hash")) ||
           (spec->threads && contains_name(line, "Threads"));
}

void player_set_refusal(Player *p, Word words) {
    Text t = text_in(p->refusal, sizeof p->refusal);

    text_add_quoted(&t, words, sizeof p->refusal - 8);
}

bool player_skip_prefix(Word line, const char *prefix, Word *rest) {
    const bool good = text_skip(&line, prefix);

    if (good)
        *rest = text_rest(line);
    return good;
}

void player_report_info(Player *p, Word pv) {
    if (!p->turn || !p->turn->on_info || p->stop_wanted)
        return;
    p->info.time_us = clock_us() - p->go_us;
    p->stop_wanted = p->turn->on_info(p->turn->context, &p->info, text_rest(pv));
}

void player_note_end(Player *p) {
    const ProcessEnd end = process_end(&p->process, END_MS);
    Text t = text_in(p->end, sizeof p->end);

    process_describe_end(&t, &end);
    process_log(p->settings->log, p->spec->name ? p->spec->name : p->spec->command, '#',
                word_of(p->end));
}

const char *player_not_ready(Player *p) {
    p->failure = p->process.ended ? ANSWER_CRASH : ANSWER_STALL;
    if (p->process.ended) {
        player_note_end(p);
        snprintf(p->start_failure, sizeof p->start_failure, "ends at the start of a game: %s",
                 p->end);
        return p->start_failure;
    }
    snprintf(p->start_failure, sizeof p->start_failure,
             "is not ready for a game within %lld s (--patience)",
             (long long)(p->settings->patience_ms / 1000));
    return p->start_failure;
}

void player_quote(Answer *answer, AnswerKind kind, Word text) {
    Text t = text_in(answer->text, sizeof answer->text);

    answer->kind = kind;
    text_add_quoted(&t, text, sizeof answer->text - 8);
}
