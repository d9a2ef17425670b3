/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"

#include "base/clock.h"
#include "base/util.h"

/* Grace period after the end of the input (ms). */
enum { FINISH_MS = 60 };

/* Bytes of lines that may wait for a move. */
enum { WAITING_MAX = 1 << 20 };

static void run_waiting(Frontend *f, bool may_wait);

const Command *input_find(const Command *table, Word *line) {
    Word rest = *line;
    const Word name = text_word(&rest);

    while (table->name && !word_is(name, table->name))
        table++;
    if (table->name)
        *line = rest;
    return table->name ? table : NULL;
}

/* Returns true while the other side waits for the result of a running search. */
static bool is_due(const Frontend *f) {
    return f->search.busy == THINKING || (busy_reports(f->search.busy) && f->protocol->finishes) ||
           (f->search.busy == ANALYZING && !f->search.done && frontend_is_script(f));
}

/* Strips the comment of a script line, which begins with a blank and `#` outside of quotes. */
static Word without_comment(const Frontend *f, Word line) {
    bool quoted = false;

    for (size_t i = 1; (frontend_is_script(f) || f->queue.reading) && i < line.length; i++) {
        quoted ^= line.at[i] == '"';
        if (line.at[i] == '#' && (line.at[i - 1] == ' ' || line.at[i - 1] == '\t') && !quoted)
            line.length = i - 1;
    }
    return line;
}

/*
 * Resolves a line to a command, once, and again only if the protocol changes while the line waits.
 */
static const Call *resolve(Frontend *f, Mail *mail) {
    Call *call = &mail->call;

    if (call->protocol != f->protocol) {
        Word line = text_rest(without_comment(f, (Word){mail->text, mail->length}));

        call->protocol = f->protocol;
        call->command = input_find(f->protocol->commands, &line);
        if (!call->command)
            call->command = f->protocol->otherwise(f, &line);
        call->arguments = text_rest(line);
    }
    return call;
}

static bool is_line(const Mail *mail) {
    return mail->kind == MAIL_LINE || mail->kind == MAIL_INTERRUPT;
}

static bool has_flag(Frontend *f, Mail *mail, unsigned flag) {
    const Command *c = is_line(mail) ? resolve(f, mail)->command : NULL;

    return c && c->flags & flag;
}

/* Runs the lines that arrived before a CANCELS command; these lines may start other searches. */
static void run_earlier(Frontend *f) {
    const uint64_t heard = f->queue.heard;

    f->queue.on_halt = NULL;
    for (run_waiting(f, false); is_due(f); run_waiting(f, false))
        frontend_halt(f);
    f->queue.heard = heard;
}

static void run_line(Frontend *f, Mail *mail) {
    const Call call = *resolve(f, mail);

    output_begin(&f->out, false);
    f->queue.heard = mail->number;
    frontend_log_line(f, "> ", mail->text, mail->length);
    if (!call.command) {
        output_end(&f->out);
        return;
    }
    if (f->protocol->on_line)
        f->protocol->on_line(f, &call);
    if (call.command->flags & ALONE && call.arguments.length) {
        char sentence[80];

        snprintf(sentence, sizeof sentence, "%s takes no argument.", call.command->name);
        f->protocol->refuse(f, sentence);
        output_end(&f->out);
        return;
    }
    if (call.command->flags & PAGED && !f->queue.waiting.first) /* a line would end it */
        output_begin(&f->out, true);
    /* a refused command halts nothing: the move stays due */
    f->queue.on_halt = is_due(f) && call.command->policy == CANCELS ? run_earlier : NULL;
    call.command->run(f, call.arguments);
    f->queue.on_halt = NULL;
    output_end(&f->out);
    if (f->protocol->on_idle)
        f->protocol->on_idle(f);
}

/* Returns true if this line has to wait for the move that is due, or for memory. */
static bool must_wait(Frontend *f, Mail *mail) {
    const Command *c = resolve(f, mail)->command;

    if (has_flag(f, mail, URGENT))
        return false;
    if (f->queue.awaiting_memory)
        return true;
    if (!f->queue.waiting.first && has_flag(f, mail, NEEDS_MEMORY) && frontend_await_memory(f))
        return f->queue.awaiting_memory = true;
    if (!c || !is_due(f))
        return false;
    if (frontend_is_script(f)) /* a script must not stop the search that it just started */
        return true;
    switch (c->policy) {
    case NOW:
        return c->flags & AFTER_LINES && f->queue.waiting.first;
    case IN_TURN:
        return true;
    case CANCELS: /* moves that a person has typed ahead run first */
        return f->protocol->scripts && f->queue.waiting.first;
    }
    return false;
}

static void add_waiting(Frontend *f, Mail *mail) {
    mail_append(&f->queue.waiting, mail);
    f->queue.waiting_bytes += mail->length + sizeof *mail;
}

/* Inserts a message before waiting lines, but after events, which are from earlier searches. */
static void add_first(Frontend *f, Mail *mail) {
    Mail **place = &f->queue.waiting.first;

    while (*place && (*place)->kind == MAIL_EVENT)
        place = &(*place)->next;
    mail->next = *place;
    *place = mail;
    if (!mail->next)
        f->queue.waiting.end = &mail->next;
    f->queue.waiting_bytes += mail->length + sizeof *mail;
}

/* Removes and returns the message that this link points to. */
static Mail *take_waiting(Frontend *f, Mail **place) {
    Mail *mail = mail_take_out(&f->queue.waiting, place);

    f->queue.waiting_bytes -= mail->length + sizeof *mail;
    return mail;
}

/*
 * Returns the next message. When too many lines wait, only events are taken until the move is made.
 * Scripts may be long, but a GUI that sends so much during a search is broken, so we move at once.
 */
static Mail *take_mail(Frontend *f, int timeout_ms) {
    if (f->queue.waiting_bytes <= WAITING_MAX || (!is_due(f) && !f->queue.awaiting_memory))
        return mailbox_take(f->box, timeout_ms);
    if (is_due(f) && !frontend_is_script(f))
        engine_stop(f->engine);
    return mailbox_take_event(f->box, timeout_ms);
}

/* Shows the beginning of a line that is too long. */
static void refuse_line(Frontend *f, const Mail *mail) {
    Text text = TEXT_OF(128);

    text_addf(&text, "Error (line too long): %s",
              QUOTED_OF(((Word){mail->text, mail->length}), 40));
    f->protocol->refuse(f, text.at);
}

/* Runs and frees a message of any kind. Returns true if waiting lines may run now. */
static bool run_mail(Frontend *f, Mail *mail) {
    bool done = is_line(mail); /* a line may have queued the lines of a file */

    if (mail->kind == MAIL_TOO_LONG)
        refuse_line(f, mail);
    else if (mail->kind == MAIL_LOST)
        f->protocol->refuse(f, "Error (not enough memory): your last input is lost");
    else if (mail->kind == MAIL_EVENT)
        done = frontend_on_event(f, mail->event);
    else if (mail->kind == MAIL_END)
        input_finish(f);
    else if (mail->kind == MAIL_NONE) /* end of a file */
        f->queue.reading = false;
    else
        run_line(f, mail);
    mail_free(mail);
    return done;
}

/*
 * Runs waiting URGENT lines, which a person typed during a long command, before the current search.
 * Lines of a file wait for their turn.
 */
static void run_urgent(Frontend *f) {
    bool in_file = f->queue.reading;

    for (Mail **place = &f->queue.waiting.first; *place && is_due(f) && !f->leaving;) {
        Mail *mail = *place;

        if (in_file || !has_flag(f, mail, URGENT)) {
            in_file &= mail->kind != MAIL_NONE;
            place = &mail->next;
            continue;
        }
        run_line(f, take_waiting(f, place));
        mail_free(mail);
    }
}

/* Runs lines that waited for a move. If may_wait is set, they may start to wait for memory. */
static void run_waiting(Frontend *f, bool may_wait) {
    while (f->queue.waiting.first && !is_due(f) && !f->leaving) {
        if (may_wait && has_flag(f, f->queue.waiting.first, NEEDS_MEMORY) &&
            frontend_await_memory(f)) {
            f->queue.awaiting_memory = true;
            return;
        }
        run_mail(f, take_waiting(f, &f->queue.waiting.first));
    }
    if (!frontend_is_script(f))
        run_urgent(f);
}

bool input_read(Frontend *f, Word text) {
    MailQueue read = {NULL, NULL};
    size_t bytes = 0;

    for (bool more = true; more;) { /* a MAIL_NONE is the last one */
        Word line;
        Mail *mail;

        more = text.length > 0;
        line = text_until(&text, '\n');
        if (!(mail = mail_new(more ? MAIL_LINE : MAIL_NONE, line.at, line.length))) {
            mail_free_all(&read);
            return false;
        }
        mail->number = f->queue.heard; /* the number of the line that reads the file */
        mail_append(&read, mail);
        bytes += mail->length + sizeof *mail;
    }
    *read.end = f->queue.waiting.first;
    if (!f->queue.waiting.first)
        f->queue.waiting.end = read.end;
    f->queue.waiting.first = read.first;
    f->queue.waiting_bytes += bytes;
    f->queue.reading = true;
    return true;
}

static void handle(Frontend *f, Mail *mail);

/* Handles lines that waited for memory as if they had just arrived. */
static void handle_again(Frontend *f) {
    MailQueue again = f->queue.waiting;

    f->queue.waiting.first = NULL;
    f->queue.waiting_bytes = 0;
    f->queue.awaiting_memory = false;
    while (again.first && !f->leaving)
        handle(f, mail_take_out(&again, &again.first));
    mail_free_all(&again);
}

/*
 * Ends the wait for memory because the other side leaves, and runs its waiting lines: at once if
 * `quits` is set, or if the lines only ask whether we are ready. If one of the lines starts a
 * search, as in a script, the lines run only after the memory is allocated.
 */
static void end_wait_for_memory(Frontend *f, bool quits) {
    while (f->queue.awaiting_memory && !f->leaving) {
        bool searches = false;

        for (Mail *mail = f->queue.waiting.first; mail; mail = mail->next)
            searches |= mail->kind == MAIL_LINE && !has_flag(f, mail, NEEDS_MEMORY);
        if (quits || !searches)
            engine_stop_preparing(f->engine);
        while (!engine_is_ready(f->engine))
            mail_free(mailbox_take_event(f->box, -1));
        handle_again(f);
    }
}

/* Runs and frees a message, or lets it wait. */
static void handle(Frontend *f, Mail *mail) {
    const bool is_lost = mail->kind == MAIL_TOO_LONG || mail->kind == MAIL_LOST;

    if (is_lost ? f->queue.awaiting_memory || (frontend_is_script(f) && is_due(f))
                : is_line(mail) && must_wait(f, mail)) {
        add_waiting(f, mail);
    } else if (mail->kind == MAIL_EVENT && mail->event->kind == ENGINE_READY &&
               f->queue.awaiting_memory) {
        handle_again(f);
        mail_free(mail);
    } else if (run_mail(f, mail)) {
        run_waiting(f, true);
    }
}

/* Returns true while a bounded search (depth, nodes, movetime) runs for a move. */
static bool is_bounded(const Frontend *f) {
    const Limits *l = &f->search.limits;

    return f->search.busy == THINKING && !f->out.terminal &&
           (l->depth || l->nodes || (l->move_ms && (f->game.time.chosen || !f->protocol->scripts)));
}

/* Limits a timeout to end at f->queue.wake_ms; -1: no timeout. */
static int until_wake(const Frontend *f, int timeout_ms) {
    const int64_t left = max64(f->queue.wake_ms - clock_ms(), 0);

    return f->queue.wake_ms && f->protocol->on_idle && (timeout_ms < 0 || left < timeout_ms)
               ? (int)left
               : timeout_ms;
}

/* Bounded searches run to their limits; others are stopped after the grace period. */
void input_finish(Frontend *f) {
    int64_t end;

    end_wait_for_memory(f, false);
    end = clock_ms() + FINISH_MS;
    while ((is_bounded(f) || (f->protocol->finishes && is_due(f) &&
                              !(f->out.terminal && f->search.busy != THINKING))) &&
           !f->leaving) {
        const bool on_clock = f->search.busy == THINKING && !is_bounded(f);
        const int64_t now = clock_ms();
        bool stop;
        Mail *mail;

        if (!engine_is_ready(f->engine)) /* the search is about to start */
            end = now + FINISH_MS;
        stop = on_clock && end <= now;
        frontend_resume(f); /* no command will follow to resume it */
        if (stop)
            engine_stop(f->engine);
        mail = mailbox_take_event(f->box, until_wake(f, !on_clock || stop ? -1 : (int)(end - now)));
        if (mail)
            handle(f, mail);
        else if (f->protocol->on_idle)
            f->protocol->on_idle(f);
    }
    f->leaving = true;
}

bool input_step(Frontend *f, int timeout_ms) {
    Mail *mail = take_mail(f, 0);

    if (!mail && f->protocol->on_idle)
        f->protocol->on_idle(f);
    if (!mail && timeout_ms)
        mail = take_mail(f, until_wake(f, timeout_ms));
    if (mail)
        handle(f, mail);
    return mail != NULL;
}

void input_answer_waiting(Frontend *f) {
    end_wait_for_memory(f, true);
}

static bool calls(Frontend *f, Mail *mail, const char *name) {
    return has_flag(f, mail, URGENT) && word_is(word_of(resolve(f, mail)->command->name), name);
}

/*
 * Returns true if a person typed `stop` or `quit`. All other messages wait until the long command
 * ends; `quit` then runs before lines typed earlier.
 */
static bool has_typed_stop(Frontend *f) {
    Mail *mail;

    while (f->queue.waiting_bytes <= WAITING_MAX && (mail = mailbox_take(f->box, 0))) {
        if (mail->kind == MAIL_INTERRUPT || calls(f, mail, "stop")) {
            frontend_log_line(f, "> ", mail->text, mail->length);
            mail_free(mail);
            return true;
        }
        if (calls(f, mail, "quit")) {
            add_first(f, mail);
            return true;
        }
        if (mail->kind == MAIL_EVENT)
            add_first(f, mail);
        else
            add_waiting(f, mail);
    }
    return false;
}

bool input_interrupted(void *frontend) {
    Frontend *f = frontend;

    return mailbox_take_interrupt(f->box) ||
           (f->out.terminal && f->protocol->scripts && has_typed_stop(f));
}

bool input_goes_on(void *frontend) {
    return !input_interrupted(frontend);
}

void input_run(Frontend *f) {
    while (!f->leaving) {
        if (input_step(f, 0))
            continue;
        if (f->protocol->prompt)
            f->protocol->prompt(f);
        input_step(f, -1);
    }
    frontend_halt(f);
    frontend_leave(f);
}
