/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Make a frontend, feed it standard input, run it. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _WIN32
#include <io.h>
#else
#include <poll.h>
#endif

#include "bench.h"
#include "cecp.h"
#include "console.h"
#include "input.h"
#include "lineedit.h"
#include "memory_share.h"
#include "startup.h"
#include "uci.h"

static const char usage[] =
    "usage: alula [--ini FILE]    play in the terminal; xboard as a line is CECP from there on,\n"
    "                             uci is UCI; FILE: commands that come first\n"
    "       alula perft PLIES [FEN] | test FILE | annotate FILE [OUT] [SECONDS]\n"
    "                             what the console does with that; status 1 if it goes wrong\n"
    "       alula bench [DEPTH]   speed and signature of the search\n"
    "       alula --help | --version\n";

/* Set by the reader: from then on nobody is waited for who does not take our output. */
static atomic_bool input_ended;

/* The signal that ends the program as soon as its work is brought home; 0: none. */
static atomic_int last_signal;

/* Is there room for some output? Waits for it, unless the input has ended. */
static bool can_write(void) {
#ifndef _WIN32
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    static bool gone; /* nobody takes our output any more */

    while (!gone && poll(&out, 1, 40) == 0)
        gone = atomic_load(&input_ended);
    return !gone;
#else
    return true;
#endif
}

/* One write for each line of usual length, so that nobody sees half of one. */
static bool write_out(void *context, const char *text, size_t length) {
    enum { PART = 4096 }; /* a pipe with any room has room for this */

    if (*(bool *)context)
        return lineedit_write(text, length);
    while (length) {
        ssize_t n;

        if (!can_write())
            return false;
        n = write(STDOUT_FILENO, text, (unsigned)(length < PART ? length : PART));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

/* A line under construction. What goes beyond the longest line is thrown away. */
typedef struct {
    char *text;
    size_t length, capacity;
    bool too_long;
} Line;

static void add(Line *line, char c) {
    if (line->length == MAILBOX_LINE_MAX) {
        line->too_long = true;
        return;
    }
    if (line->length == line->capacity) {
        const size_t capacity = line->capacity ? 2 * line->capacity : 256;
        char *text = realloc(line->text, capacity);
        if (!text) {
            line->too_long = true;
            return;
        }
        line->text = text;
        line->capacity = capacity;
    }
    line->text[line->length++] = c;
}

static void send_line(Line *line, Mailbox *box) {
    while (line->length && line->text[line->length - 1] == '\r')
        line->length--;
    mailbox_send_line(box, line->text, line->length, line->too_long);
    line->length = 0;
    line->too_long = false;
}

/* Standard input, line by line, until it ends. */
static void *read_input(void *context) {
    Mailbox *box = ((Frontend *)context)->box;
    Line line = {NULL, 0, 0, false};
    static char buffer[65536];

    for (;;) {
        const ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        for (ssize_t i = 0; i < n; i++) {
            if (buffer[i] == '\n')
                send_line(&line, box);
            else
                add(&line, buffer[i]);
        }
    }
    if (line.length)
        send_line(&line, box);
    free(line.text);
    atomic_store(&input_ended, true);
    mailbox_send_end(box);
    return NULL;
}

/* What is typed at a terminal, until it ends. */
static void *read_keys(void *context) {
    Frontend *f = context;
    Mailbox *box = f->box;
    char line[LINEEDIT_SIZE];
    bool told = false;

    for (;;) {
        size_t length;

        switch (lineedit_read(line, &length)) {
        case LINEEDIT_LINE:
            mailbox_send_line(box, line, length, false);
            break;
        case LINEEDIT_TOO_LONG:
            mailbox_send_line(box, line, length, true);
            break;
        case LINEEDIT_INTERRUPT:
            mailbox_send_interrupt(box, CONSOLE_INTERRUPT);
            break;
        case LINEEDIT_LEAVE: /* the game is kept after each move; other work has to be brought home,
                                unless somebody insists */
            if (!told && console_is_at_work(f)) {
                told = true;
                mailbox_send_interrupt(box, CONSOLE_LEAVE);
                break;
            }
            lineedit_end();
            _exit(0);
        case LINEEDIT_END:
            atomic_store(&input_ended, true);
            mailbox_send_end(box);
            return NULL;
        }
    }
}

/* Begin to edit lines, with those of earlier times at hand. */
static bool start_editing(void) {
    char path[1024];
    const bool kept = console_state_folder(path, sizeof path - 8);

    if (kept)
        strcat(path, "history");
    return lineedit_start(console_command_name, kept ? path : NULL);
}

static void leave_at_once(int signal_number) {
    _exit(0);
}

#ifndef _WIN32
/* Those that ask for an end, unless whoever started us wants them ignored. */
static void signals_of_end(sigset_t *set) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

    sigemptyset(set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;

        if (!sigaction(numbers[i], NULL, &now) && now.sa_handler != SIG_IGN)
            sigaddset(set, numbers[i]);
    }
}

/* Waits for them, so that a handler need not do what no handler may. */
static void *hear_signals(void *context) {
    enum { INSISTS = 3 };
    Frontend *f = context;
    sigset_t set;

    signals_of_end(&set);
    for (int count = 1;; count++) {
        int number;

        if (sigwait(&set, &number))
            return NULL;
        if (count < INSISTS && console_is_at_work(f)) {
            atomic_store(&last_signal, number);
            mailbox_send_interrupt(f->box, CONSOLE_LEAVE);
            continue;
        }
        pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* nothing would be lost: as usual */
        raise(number);
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    }
}

/* From here on threads leave these signals to one of them; before others are made. */
static void block_signals(void) {
    sigset_t set;

    signals_of_end(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void start_hearing_signals(Frontend *f) {
    pthread_t thread;
    sigset_t set;

    if (!pthread_create(&thread, NULL, hear_signals, f)) {
        pthread_detach(thread);
        return;
    }
    signals_of_end(&set);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
#else
static void block_signals(void) {}

static void start_hearing_signals(Frontend *f) {}
#endif

/* How the program ends, as a shell counts signals. */
static int status(const Frontend *f) {
    const int number = atomic_load(&last_signal);

    return number ? 128 + number : console_has_failed(f);
}

/* `ini`: a file of commands that come before all others; NULL for none. */
static int play(const char *ini) {
    static const Protocol *const protocols[] = {&console_protocol, &cecp_protocol, &uci_protocol,
                                                NULL};
    static Frontend f;
    static bool editing;
    pthread_t reader;
    const char *defect;

    block_signals();
    startup_init_tables();
    if ((defect = frontend_init(&f, protocols, MEMORY_SHARE_DEFAULT, write_out, &editing))) {
        fprintf(stderr, "alula: %s\n", defect);
        return 1;
    }
    f.out.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    editing = f.out.terminal && start_editing();
    f.out.columns = lineedit_columns;
    console_welcome(&f);
    if (ini)
        console_read_ini(&f, ini);
    start_hearing_signals(&f);
    if (pthread_create(&reader, NULL, editing ? read_keys : read_input, &f)) {
        fprintf(stderr, "alula: the system refuses a thread\n");
        return 1;
    }
    pthread_detach(reader);
    input_run(&f);
    console_farewell(&f);
    lineedit_end();
    /* the reader may be waiting for a line that never comes: leave without it */
    _exit(status(&f));
}

/* A line of the console from the command line's words, those with blanks in quotes. */
static void send_words(Mailbox *box, int count, char **words) {
    char line[4096];
    Text text = text_in(line, sizeof line);

    for (int i = 0; i < count; i++) {
        const bool quoted = strpbrk(words[i], " \t") != NULL;

        text_addf(&text, quoted ? "%s\"%s\"" : "%s%s", i ? " " : "", words[i]);
    }
    mailbox_send_line(box, line, text.length, text.full);
}

/* One command of the console, for perft and divide from a position that stands behind it. */
static int command(int count, char **words) {
    static const Protocol *const protocols[] = {&console_protocol, NULL};
    static Frontend f;
    static bool editing;
    const char *defect;
    const bool counts = !strcmp(words[0], "perft") || !strcmp(words[0], "divide");

    signal(SIGTERM, SIG_DFL); /* to end before it is done is no success */
    block_signals();
    startup_init_tables();
    if ((defect = frontend_init(&f, protocols, MEMORY_SHARE_DEFAULT, write_out, &editing))) {
        fprintf(stderr, "alula: %s\n", defect);
        return 1;
    }
    start_hearing_signals(&f);
    console_welcome(&f);
    if (counts && count > 2 && strchr(words[count - 1], '/')) {
        char *setboard[] = {"setboard", words[--count]};
        send_words(f.box, 2, setboard);
        while (input_step(&f, 0))
            ;
        if (console_has_failed(&f)) /* what came now would be about another position */
            _exit(1);
    }
    send_words(f.box, count, words);
    mailbox_send_end(f.box);
    input_run(&f);
    _exit(status(&f));
}

static bool is_command(const char *word) {
    static const char *const names[] = {"perft", "divide", "test", "perftsuite", "annotate", NULL};
    int i = 0;

    while (names[i] && strcmp(word, names[i]))
        i++;
    return names[i] != NULL;
}

/* What was printed must have arrived. */
static int printed(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fprintf(stderr, "alula: the output cannot be written\n");
    return 1;
}

static void print_line(void *context, const char *line) {
    puts(line);
}

static int bench(int argc, char **argv) {
    int64_t depth = BENCH_DEPTH;

    if (argc > 3 || (argc == 3 && !word_number(word_of(argv[2]), 1, MAX_DEPTH, &depth))) {
        fprintf(stderr, "alula: bench takes one depth from 1 to %d\n", (int)MAX_DEPTH);
        return 2;
    }
    startup_init_tables();
    if (!bench_run((int)depth, print_line, NULL, NULL)) {
        fprintf(stderr, "alula: there is not enough memory for the benchmark\n");
        return 1;
    }
    return printed(0);
}

int main(int argc, char **argv) {
#ifdef _WIN32
    _setmode(STDIN_FILENO, _O_BINARY);
    _setmode(STDOUT_FILENO, _O_BINARY);
#else
    signal(SIGPIPE, SIG_IGN);
#endif
    signal(SIGTERM, leave_at_once);
    if (argc == 1)
        return play(NULL);
    if (argc == 2 && !strncmp(argv[1], "i=", 2)) /* as winglet has it */
        return play(argv[1] + 2);
    if (argc == 3 && !strcmp(argv[1], "--ini"))
        return play(argv[2]);
    if (argc == 2 && !strcmp(argv[1], "--ini")) {
        fprintf(stderr, "alula: --ini wants a file of commands, as in: alula --ini alula.ini\n");
        return 2;
    }
    if (!strcmp(argv[1], "bench"))
        return bench(argc, argv);
    if (is_command(argv[1]))
        return command(argc - 1, argv + 1);
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(usage, stdout);
        return printed(0);
    }
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        puts("Alula " ALULA_VERSION);
        return printed(0);
    }
    fprintf(stderr, "alula: unknown argument \"%s\" (--help tells more)\n", argv[argc > 2 ? 2 : 1]);
    return 2;
}
