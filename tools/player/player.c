/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "player_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../common/memory.h"
#include "clock.h"

int engine_note_score(const EngineNote *n) {
    if (n->mate)
        return n->mate > 0 ? 100000 - n->mate : -100000 - n->mate;
    return n->score;
}

/* --- for the protocols ----------------------------------------------------------------------- */

void player_say(Player *p, const char *format, ...) {
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
    /* an engine that takes nothing is found out when we wait for its answer */
    process_send(&p->process, text);
    if (text != brief)
        free(text);
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

void player_note_option(Player *p, Word name) {
    p->known_options = memory_grow(p->known_options, p->known_length + name.length + 3, 1);
    if (!p->known_length)
        p->known_options[p->known_length++] = '\n';
    for (size_t i = 0; i < name.length; i++)
        if (name.at[i])
            p->known_options[p->known_length++] = lower(name.at[i]);
    p->known_options[p->known_length++] = '\n';
    p->known_options[p->known_length] = '\0';
}

bool player_knows_option(const Player *p, const char *name) {
    const size_t length = strlen(name);
    char *wanted = memory_new(length + 3, 1);
    bool known;

    wanted[0] = wanted[length + 1] = '\n';
    for (size_t i = 0; i < length; i++)
        wanted[i + 1] = lower(name[i]);
    known = p->known_options && strstr(p->known_options, wanted);
    free(wanted);
    return known;
}

bool player_same_name(Word name, const char *other) {
    if (name.length != strlen(other))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (lower(name.at[i]) != lower(other[i]))
            return false;
    return true;
}

static bool is_letter(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Does a name stand there, and not only as a part of a longer word? */
static bool holds_name(Word text, const char *name) {
    const size_t length = strlen(name);

    for (size_t i = 0; length && i + length <= text.length; i++)
        if (player_same_name((Word){text.at + i, length}, name) &&
            (!i || !is_letter(text.at[i - 1])) &&
            (i + length == text.length || !is_letter(text.at[i + length])))
            return true;
    return false;
}

bool player_names_setting(const Player *p, Word line) {
    const EngineSpec *spec = p->spec;
    const char *colon = line.length ? memchr(line.at, ':', line.length) : NULL;
    Word named;

    if (!colon)
        return false;
    named = (Word){colon + 1, line.length - (size_t)(colon + 1 - line.at)};
    for (int i = 0; i < spec->options; i++)
        if (holds_name(named, spec->option[i].name))
            return true;
    return (spec->hash_megabytes && holds_name(named, "Hash")) ||
           (spec->threads && holds_name(named, "Threads"));
}

void player_note_refusal(Player *p, Word words) {
    Text t = text_in(p->refusal, sizeof p->refusal);

    text_add_quoted(&t, words, sizeof p->refusal - 8);
}

bool player_after(Word line, const char *prefix, Word *rest) {
    const size_t length = strlen(prefix);

    if (line.length < length || memcmp(line.at, prefix, length) != 0)
        return false;
    *rest = text_rest((Word){line.at + length, line.length - length});
    return true;
}

void player_tell(Player *p, Word moves) {
    if (!p->turn || !p->turn->hear || p->enough)
        return;
    p->note.used_us = clock_us() - p->asked_us;
    p->enough = p->turn->hear(p->turn->context, &p->note, text_rest(moves));
}

const char *player_blame(Player *p) {
    p->fault = p->process.ended ? ANSWER_DEATH : ANSWER_SILENCE;
    if (p->process.ended)
        return "ends at the start of a game";
    snprintf(p->blame, sizeof p->blame, "does not get ready for a game within %lld s (--patience)",
             (long long)(p->manners->patience_ms / 1000));
    return p->blame;
}

void player_quote(Answer *answer, AnswerKind kind, Word text) {
    Text t = text_in(answer->text, sizeof answer->text);

    answer->kind = kind;
    text_add_quoted(&t, text, sizeof answer->text - 8);
}

/* --- starting and stopping ------------------------------------------------------------------- */

Player *player_new(const EngineSpec *spec, const Manners *manners) {
    Player *p = memory_new(1, sizeof *p);

    p->spec = spec;
    p->manners = manners;
    return p;
}

void player_stop(Player *p) {
    if (!process_runs(&p->process))
        return;
    if (p->thinking)
        p->speech->hurry(p);
    process_send(&p->process, "quit");
    process_end(&p->process, 1000);
}

void player_free(Player *p) {
    if (!p)
        return;
    player_stop(p);
    free(p->known_options);
    free(p);
}

bool player_runs(const Player *p) {
    return process_runs(&p->process);
}

const char *player_own_name(const Player *p) {
    return p->own_name;
}

AnswerKind player_fault(const Player *p) {
    return p->fault;
}

EngineProtocol player_protocol(const Player *p) {
    return p->speech == &uci_speech ? PROTOCOL_UCI : PROTOCOL_CECP;
}

/* A sentence about this engine; good until the next one. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static const char *
complain(Player *p, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(p->defect, sizeof p->defect, format, arguments);
    va_end(arguments);
    return p->defect;
}

/* Start the process and greet it in one protocol; *answered tells whether it understood. */
static const char *try(Player *p, const Speech *speech, bool *answered) {
    const char *defect =
        process_start(&p->process, p->spec->command, p->manners->guard, p->manners->stop);

    *answered = false;
    if (defect)
        return defect;
    free(p->known_options);
    p->known_options = NULL;
    p->known_length = 0;
    p->own_name[0] = p->refusal[0] = '\0';
    p->thinking = false;
    p->line = NULL;
    p->turn = NULL;
    p->speech = speech;
    *answered = speech->greet(p);
    return NULL;
}

/* Wait until everything sent so far is done with. */
static bool is_in_step(Player *p) {
    const int64_t deadline = clock_us() + p->manners->patience_ms * 1000;
    Answer waste = {0};
    Word line;

    p->speech->ping(p);
    while (process_read(&p->process, &line, deadline) == READ_LINE) {
        if (p->speech->is_pong(p, line))
            return true;
        if (clock_us() > deadline)
            return false;
        p->speech->hear(p, line, &waste);
    }
    return false;
}

/* What to try first: CECP, unless there are limits of time and nodes, which only UCI can say. */
static const Speech *first_speech(const EngineSpec *spec) {
    const bool both = timecontrol_has_time(&spec->control) && spec->control.nodes;

    if (spec->protocol == PROTOCOL_ANY)
        return both ? &uci_speech : &cecp_speech;
    return spec->protocol == PROTOCOL_UCI ? &uci_speech : &cecp_speech;
}

/* How long it was given to greet us. */
static const char *say_silence(Player *p) {
    const long long patience = p->manners->patience_ms / 1000, brief = GREETING_MS / 1000;

    if (p->spec->protocol == PROTOCOL_ANY)
        snprintf(p->blame, sizeof p->blame,
                 "it answers neither CECP within %lld s nor UCI within %lld s (proto, --patience)",
                 brief, patience);
    else
        snprintf(p->blame, sizeof p->blame, "it does not answer within %lld s (--patience)",
                 p->spec->protocol == PROTOCOL_CECP && patience < brief ? brief : patience);
    return p->blame;
}

const char *player_start(Player *p) {
    const Speech *first = p->speech ? p->speech : first_speech(p->spec);
    const EngineSpec *spec = p->spec;
    const char *defect;
    bool answered;

    if (process_runs(&p->process) && !p->process.ended)
        return NULL;
    p->fault = ANSWER_REFUSAL;
    process_end(&p->process, 0);
    defect = try(p, first, &answered);
    if (!defect && !answered && spec->protocol == PROTOCOL_ANY) {
        process_end(&p->process, 0);
        defect = try(p, first == &uci_speech ? &cecp_speech : &uci_speech, &answered);
    }
    if (!defect && !answered) {
        player_blame(p);
        defect = p->process.ended ? "it ended at once" : say_silence(p);
    }
    if (defect) {
        process_end(&p->process, 0);
        p->speech = NULL;
        return complain(p, "the engine cannot be used: %s: %s", spec->command, defect);
    }
    if (spec->hash_megabytes)
        p->speech->set_hash(p, spec->hash_megabytes);
    if (spec->threads)
        p->speech->set_threads(p, spec->threads);
    for (int i = 0; i < spec->options; i++)
        p->speech->set_option(p, spec->option[i].name, spec->option[i].value);
    if (p->speech == &cecp_speech && !p->can_ping)
        return NULL;
    if (!is_in_step(p)) {
        player_blame(p);
        process_end(&p->process, 0);
        if (p->fault == ANSWER_DEATH)
            return complain(p, "the engine ends when it is set up: %s", spec->command);
        return complain(p, "the engine falls silent for %lld s (--patience) when it is set up: %s",
                        (long long)(p->manners->patience_ms / 1000), spec->command);
    }
    return NULL;
}

static const char *say_refusal(Player *p) {
    if (!*p->refusal)
        return NULL;
    return complain(p, "the engine refuses a setting: %s: %s", p->refusal, p->spec->command);
}

const char *player_lacks(Player *p) {
    const char *what;

    for (int i = 0; i < p->spec->options; i++)
        if (!player_knows_option(p, p->spec->option[i].name))
            return complain(p, "the engine has no option \"%s\": %s", p->spec->option[i].name,
                            p->spec->command);
    if (*p->refusal)
        return say_refusal(p);
    what = p->speech->lacks(p, &p->spec->control);
    return what ? complain(p, "the engine %s: %s", what, p->spec->command) : NULL;
}

/* --- games ----------------------------------------------------------------------------------- */

const char *player_new_game(Player *p, const GameLine *line, Color color, const char *opponent) {
    const char *defect;

    if (p->speech == &cecp_speech && p->line && !(p->can_reuse && p->can_ping))
        player_stop(p);
    if (!process_runs(&p->process) || p->process.ended) {
        if ((defect = player_start(p)))
            return defect;
        /* a file that it took at first may be gone, and it is another engine then */
        if ((defect = say_refusal(p))) {
            player_stop(p);
            return defect;
        }
    }
    p->line = line;
    p->color = color;
    p->thinking = p->offers_draw = false;
    p->told = 0;
    p->note = (EngineNote){0};
    p->fault = ANSWER_REFUSAL;
    defect = p->speech->new_game(p, line, opponent);
    if (!defect && (p->speech != &cecp_speech || p->can_ping) && !is_in_step(p))
        defect = player_blame(p);
    if (!defect)
        return NULL;
    player_stop(p);
    return complain(p, "the engine %s: %s", defect, p->spec->command);
}

/* What it said since its last move; true if that already answers. */
static bool hear_rest(Player *p, Answer *answer) {
    Word line;

    for (int i = 0; i < 10000; i++) {
        const ReadResult got = process_read(&p->process, &line, 0);

        if (got == READ_END) {
            answer->kind = ANSWER_DEATH;
            return true;
        }
        if (got != READ_LINE)
            return false;
        if (p->speech->hear(p, line, answer) && answer->kind != ANSWER_MOVE)
            return true;
    }
    return false;
}

/* Read until it answers or the time is over. */
static ReadResult wait_for_answer(Player *p, Answer *answer, int64_t deadline, bool renew) {
    bool hurried = false;

    for (;;) {
        int64_t until = deadline;
        ReadResult got;
        Word line;

        /* without a clock, an engine may think on as long as it has something to say */
        if (renew)
            until = clock_us() + p->manners->patience_ms * 1000;
        got = process_read(&p->process, &line, until < deadline ? until : deadline);
        if (got != READ_LINE || p->speech->hear(p, line, answer))
            return got;
        if (p->enough && !hurried) {
            p->speech->hurry(p);
            hurried = true;
        }
        if (clock_us() > deadline)
            return READ_LATE;
    }
}

void player_think(Player *p, const Turn *turn, Answer *answer) {
    const bool clocked = turn->patience_us != INT64_MAX;
    int64_t start, deadline;
    ReadResult got;

    *answer = (Answer){.kind = ANSWER_MOVE};
    if (hear_rest(p, answer))
        return;
    p->note = (EngineNote){0};
    p->offers_draw = false;
    p->thinking = true;
    p->enough = false;
    p->turn = turn;
    p->asked_us = start = clock_us();
    p->speech->ask(p, turn);
    /* patience without a clock has an end, too: twenty times as long as for silence */
    deadline = start + (clocked ? turn->patience_us : p->manners->patience_ms * 20000);
    got = wait_for_answer(p, answer, deadline, !clocked);
    answer->draw = p->offers_draw;
    answer->note = p->note;
    answer->note.used_us = clock_us() - start;
    if (got == READ_LATE) {
        Answer after = {.kind = ANSWER_MOVE};

        p->speech->hurry(p);
        got = wait_for_answer(p, &after, clock_us() + HURRY_US, false);
        answer->kind = got == READ_LINE ? ANSWER_LATE : ANSWER_SILENCE;
    }
    p->thinking = false;
    p->turn = NULL;
    if (got == READ_END)
        answer->kind = ANSWER_DEATH;
    else if (got == READ_STOPPED)
        answer->kind = ANSWER_STOPPED;
    if (answer->kind == ANSWER_SILENCE)
        process_end(&p->process, 0);
}

void player_end_game(Player *p, const char *result, const char *reason) {
    if (process_runs(&p->process) && !p->process.ended)
        p->speech->end_game(p, result, reason);
}
