/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Alula for a web worker: UCI lines in, UCI lines out, in a single thread. A search runs inside
 * alula_command(); README.md describes how `stop` reaches it.
 */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/bench.h"
#include "protocol/input.h"
#include "protocol/uci/uci.h"

/*
 * These functions call the worker: page_say() passes a line to it, page_line() fetches a line with
 * a terminating NUL, and page_stops() returns true if the search has to stop.
 */
EM_JS(void, page_say, (const char *line, size_t length),
      { Module.say(UTF8ToString(line, length)); })
EM_JS(void, page_line, (char *at, size_t size), { stringToUTF8(Module.line, at, size); })
EM_JS(int, page_stops, (void), { return Module.stops(); })

/* Returns the engine, ready for commands, or NULL if there is not enough memory. */
EMSCRIPTEN_KEEPALIVE Frontend *alula_new(void);

/*
 * Runs the line that page_line() fetches, of less than `size` bytes, and returns when its search
 * has ended. Accepts `bench [DEPTH]` as well as the commands of UCI. Returns false after `quit`.
 */
EMSCRIPTEN_KEEPALIVE bool alula_command(Frontend *f, size_t size);

static bool write_out(void *context, const char *text, size_t length) {
    page_say(text, length - 1); /* without the line feed */
    return true;
}

static void say_line(void *context, const char *line) {
    page_say(line, strlen(line));
}

static void run_mail(Frontend *f) {
    while (!f->leaving && input_step(f, 0))
        ;
}

/* Shows the results of the search so far, and stops the search on request. Called by the search. */
static void poll(void *context) {
    Frontend *f = context;

    if (page_stops())
        mailbox_send_line(f->box, "stop", strlen("stop"), false);
    run_mail(f);
}

Frontend *alula_new(void) {
    static const Protocol *const protocols[] = {&uci_protocol, NULL};
    Frontend *f = calloc(1, sizeof *f);

    if (!f || frontend_init(f, protocols, MEMORY_SHARE_DEFAULT, write_out, NULL)) {
        free(f);
        return NULL;
    }
    engine_set_poll(f->engine, poll, f);
    return f;
}

static void bench(Word line) {
    int64_t depth = BENCH_DEPTH;

    word_number(text_rest(line), 1, MAX_DEPTH, &depth);
    if (!bench_run((int)depth, say_line, NULL, NULL, NULL))
        say_line(NULL, "info string there is not enough memory for the benchmark");
}

bool alula_command(Frontend *f, size_t size) {
    char *text = malloc(size);
    Word line = {text, 0};
    size_t length;

    if (text) {
        page_line(text, size);
        line = word_of(text);
    }
    length = line.length;
    if (word_is(text_word(&line), "bench") && f->search.busy == IDLE) {
        bench(line);
    } else {
        mailbox_send_line(f->box, text, length, length > MAILBOX_LINE_MAX);
        run_mail(f);
        engine_wait(f->engine); /* runs the search */
        run_mail(f);            /* handles the end of the search, and lines that waited for it */
    }
    free(text);
    return !f->leaving;
}
