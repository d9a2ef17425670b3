/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: threads for standard input and for signals, and the main loop of the frontend. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "answers.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/util.h"
#include "base/version.h"
#include "board_picture.h"
#include "protocol/bench.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/complete.h"
#include "protocol/console/console.h"
#include "protocol/console/lineedit.h"
#include "protocol/genfens.h"
#include "protocol/input.h"
#include "protocol/statefile.h"
#include "protocol/uci/uci.h"
#include "startup.h"

static const char *const usage[] = {
#include "usage/alula.inc"
    NULL};

/* Data shared by the threads of the program. */
typedef struct {
    Frontend f;
    bool editing;            /* a line editor runs on the terminal, */
    bool plain;              /* or the terminal cannot have one (TERM=dumb) */
    atomic_bool interrupted; /* on a plain terminal, Ctrl-C was the last input */
    size_t status;           /* width of the progress line on a terminal without editing */
    bool blocked;            /* the reader of our output is gone */
    atomic_bool input_ended; /* set by the reader: output no longer waits for room */
    int write_error;         /* errno of failed output; 0: none */
    atomic_int last_signal;  /* the signal that ends the program after its work is saved; 0: none */
} Program;

/* Waits until output can be written; returns false if the input has ended and there is no room. */
static bool can_write(Program *program) {
#ifndef _WIN32
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    while (!program->blocked && poll(&out, 1, 40) == 0)
        program->blocked = atomic_load(&program->input_ended);
#endif
    return !program->blocked;
}

/* Writes a line of usual length at once, so that other programs never see half a line. */
static bool write_all(Program *program, const char *text, size_t length) {
    enum { PART = 4096 }; /* a pipe with any room has this much */

    while (length) {
        ssize_t n;

        if (!can_write(program))
            return false;
        n = write(STDOUT_FILENO, text, (unsigned)min_size(length, PART));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            program->write_error = n < 0 ? errno : EIO;
            return false;
        }
        text += n;
        length -= (size_t)n;
    }
    return true;
}

enum { STATUS_SIZE = 64 }; /* the same size as the prompt of the line editor */

/* Shows a status line in place of the last one. */
static bool write_status(void *context, const char *text) {
    Program *program = context;
    const size_t room = min_size(STATUS_SIZE, lineedit_columns() - 9);
    const size_t length = min_size(strlen(text), room);
    char line[2 * STATUS_SIZE + 8];
    int n;

    if (program->editing)
        return lineedit_write(text, length);
    n = snprintf(line, sizeof line, "\r%-*.*s\r%.*s", (int)program->status, (int)length, text,
                 (int)length, text);
    program->status = length;
    return write_all(program, line, (size_t)n);
}

static bool write_out(void *context, const char *text, size_t length) {
    Program *program = context;

    if (program->editing)
        return lineedit_write(text, length);
    if (program->status && !write_status(program, ""))
        return false;
    return write_all(program, text, length);
}

/* The line being read. Bytes beyond the maximum length are discarded. */
typedef struct {
    char *text;
    size_t length, capacity;
    bool too_long, lost; /* lost: out of memory for a part of it */
} Line;

static void add(Line *line, char c) {
    char *text;

    if (line->length == MAILBOX_LINE_MAX) {
        line->too_long = true;
        return;
    }
    if (!(text = array_grow(line->text, &line->capacity, line->length + 1, 1))) {
        line->lost = true;
        return;
    }
    line->text = text;
    line->text[line->length++] = c;
}

static void send_line(Line *line, Mailbox *box) {
    while (line->length && line->text[line->length - 1] == '\r')
        line->length--;
    mailbox_send_line(box,
                      line->lost     ? NULL
                      : line->length ? line->text
                                     : "",
                      line->length, line->too_long);
    line->length = 0;
    line->too_long = line->lost = false;
}

#ifndef _WIN32
/*
 * Waits for input, or forever after the end of the input. Exits when nobody can read our output any
 * more, as a search without a reader would run to its limits. The next reader of a named pipe has a
 * moment to open it, and unsaved work is completed first.
 */
static void wait_for_input(Program *program) {
    const bool ended = atomic_load(&program->input_ended);
    struct pollfd both[] = {{ended ? -1 : STDIN_FILENO, POLLIN, 0}, {STDOUT_FILENO, 0, 0}};

    while ((poll(both, 2, -1) >= 0 || errno == EINTR) && !both[0].revents) {
        poll(NULL, 0, 100);
        if (poll(both + 1, 1, 0) <= 0 || !(both[1].revents & (POLLERR | POLLHUP)))
            continue;
        if (!console_is_at_work(&program->f))
            _exit(0);
        mailbox_send_interrupt(program->f.box, CONSOLE_LEAVE);
        both[1].fd = -1;
    }
}
#else
static void wait_for_input(Program *program) {}
#endif

/* Reads standard input line by line until it ends. */
static void *read_input(void *context) {
    Program *program = context;
    Mailbox *box = program->f.box;
    Line line = {.length = 0};
    char buffer[16384];

    for (;;) {
        ssize_t n;

        wait_for_input(program);
        n = read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        atomic_store(&program->interrupted, false);
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
    atomic_store(&program->input_ended, true);
    mailbox_send_end(box);
    wait_for_input(program);
    return NULL;
}

/* Reads lines from a terminal until it is closed. */
static void *read_keys(void *context) {
    Program *program = context;
    Mailbox *box = program->f.box;
    char line[LINEEDIT_SIZE];
    bool asked = false; /* the user has asked to quit */

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
        case LINEEDIT_LEAVE: /* the game is saved after each move; other work must be saved first,
                                unless the user asks again */
            if (!asked && console_is_at_work(&program->f)) {
                asked = true;
                mailbox_send_interrupt(box, CONSOLE_LEAVE);
                break;
            }
            lineedit_end();
            _exit(0);
        case LINEEDIT_END:
            atomic_store(&program->input_ended, true);
            mailbox_send_end(box);
            return NULL;
        }
    }
}

/* Starts the line editor, with the history of earlier sessions. */
static bool start_editing(void) {
    char path[OPTION_TEXT_SIZE];
    const bool kept = statefile_path(path, "history");

    return lineedit_start(console_complete, kept ? path : NULL);
}

static void leave_at_once(int signal_number) {
    _exit(0);
}

#ifndef _WIN32
/* Gets the signals that terminate the program, except those ignored when it was started. */
static void termination_signals(sigset_t *set) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

    sigemptyset(set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;

        if (!sigaction(numbers[i], NULL, &now) && now.sa_handler != SIG_IGN)
            sigaddset(set, numbers[i]);
    }
}

/*
 * Handles Ctrl-C on a terminal without a line editor as the editor does: ends the current work.
 * Returns false the second time in a row, when the caller should end the program.
 */
static bool interrupts(Program *program, int64_t *last_ms) {
    enum { TWICE_MS = 2000 };
    const int64_t now = clock_ms();
    const bool twice = atomic_exchange(&program->interrupted, true) && now - *last_ms < TWICE_MS;

    *last_ms = now;
    if (write(STDOUT_FILENO, "\n", 1) == 1 && !twice) /* the terminal has echoed ^C */
        mailbox_send_interrupt(program->f.box, CONSOLE_INTERRUPT);
    return !twice;
}

/* Waits for these signals in a thread, which may call functions that a signal handler may not. */
static void *wait_for_signals(void *context) {
    enum { MAX_WAITS = 3 }; /* the third signal ends the program at once */
    Program *program = context;
    int64_t interrupted_ms = 0;
    sigset_t set;
    int count = 0;

    termination_signals(&set);
    for (;;) {
        int number;

        if (sigwait(&set, &number))
            return NULL;
        if (number == SIGINT && program->plain && interrupts(program, &interrupted_ms))
            continue;
        if (++count < MAX_WAITS && console_is_at_work(&program->f)) {
            atomic_store(&program->last_signal, number);
            mailbox_send_interrupt(program->f.box, CONSOLE_LEAVE);
            continue;
        }
        if (number == SIGINT && program->plain)
            _exit(0);
        pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* there is nothing to save */
        raise(number);
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    }
}

/* Blocks these signals for all threads created later; one thread then waits for them. */
static void block_signals(void) {
    sigset_t set;

    termination_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void start_signal_thread(Program *program) {
    pthread_t thread;
    sigset_t set;

    if (!pthread_create(&thread, NULL, wait_for_signals, program)) {
        pthread_detach(thread);
        return;
    }
    termination_signals(&set);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
#else
static void block_signals(void) {}

static void start_signal_thread(Program *program) {}
#endif

/*
 * Returns the exit status: 1, after a message, if output was lost; 128 plus the signal, as in
 * shells; 1 if a console command failed; else 0.
 */
static int status(const Program *program) {
    const int number = atomic_load(&program->last_signal);

    if (program->write_error) {
        fprintf(stderr, "alula: the output cannot be written: %s\n",
                strerror(program->write_error));
        return 1;
    }
    return number ? 128 + number : console_has_failed(&program->f);
}

/* Creates the program. Returns NULL, after a message, if it cannot start. */
static Program *new_program(const Protocol *const *protocols) {
    Program *program = calloc(1, sizeof *program);
    const char *error = "there is not enough memory to start";

    startup_init_tables();
    if (program &&
        !(error = frontend_init(&program->f, protocols, MEMORY_SHARE_DEFAULT, write_out, program)))
        return program;
    fprintf(stderr, "alula: %s\n", error);
    free(program);
    return NULL;
}

/* Runs the program interactively. `ini` is a file of commands to run first, or NULL. */
static int play(const char *ini) {
    static const Protocol *const protocols[] = {&console_protocol, &cecp_protocol, &uci_protocol,
                                                NULL};
    pthread_t reader;
    Program *program;
    Frontend *f;

    block_signals();
    if (!(program = new_program(protocols)))
        return 1;
    f = &program->f;
    f->out.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    program->editing = f->out.terminal && start_editing();
    program->plain = f->out.terminal && !program->editing;
    f->out.status = program->editing ? write_status : NULL;
    f->out.columns = lineedit_columns;
    f->out.rows = lineedit_rows;
    f->out.place = program->editing ? lineedit_place : NULL;
    console_welcome(f);
    if (ini)
        console_read_ini(f, ini);
    start_signal_thread(program);
    if (pthread_create(&reader, NULL, program->editing ? read_keys : read_input, program)) {
        fprintf(stderr, "alula: the system cannot start a thread\n");
        return 1;
    }
    pthread_detach(reader);
    input_run(f);
    console_farewell(f);
    lineedit_end();
    if (program->write_error == EPIPE || program->write_error == EBADF)
        program->write_error = 0; /* the other side has closed the pipe */
    /* the reader may be waiting for a line that never comes: exit without joining it */
    _exit(status(program));
}

/* Sends words of the command line to the console as one line, quoting words with blanks. */
static void send_words(Mailbox *box, int count, char **words) {
    size_t size = 1;
    char *line;
    Text text;

    for (int i = 0; i < count; i++)
        size += strlen(words[i]) + 3;
    if (!(line = malloc(size))) {
        fprintf(stderr, "alula: there is not enough memory to start\n");
        _exit(1);
    }
    text = text_in(line, size);
    for (int i = 0; i < count; i++) {
        const bool quoted = *words[i] == '#' || strpbrk(words[i], " \t");

        text_addf(&text, quoted ? "%s\"%s\"" : "%s%s", i ? " " : "", words[i]);
    }
    mailbox_send_line(box, line, text.length, false);
    free(line);
}

static bool is_help(const char *word) {
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

/* Returns this exit status, or 1 if stdout could not be flushed. */
static int printed(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fprintf(stderr, "alula: the output cannot be written\n");
    return 1;
}

/* --- the command line ------------------------------------------------------------------------ */

/* Handlers take the words of the command line without the name of the program. */

static int show_help(int count, char **words) {
    for (const char *const *line = usage; *line; line++)
        fputs(*line, stdout);
    return printed(0);
}

static int show_version(int count, char **words) {
    printf("Alula " ALULA_VERSION " (%s; %s)\n", alula_revision, startup_instructions());
    return printed(0);
}

static int play_after(int count, char **words) {
    if (count == 2)
        return play(words[1]);
    fprintf(stderr, "alula: --ini needs a file of commands, as in: alula --ini alula.ini\n");
    return 2;
}

static void print_line(void *context, const char *line) {
    puts(line);
}

static int bench(int count, char **words) {
    int64_t depth = BENCH_DEPTH;

    if (count > 2 || (count == 2 && !word_number(word_of(words[1]), 1, MAX_DEPTH, &depth))) {
        fprintf(stderr, "alula: bench takes one depth from 1 to %d\n", (int)MAX_DEPTH);
        return 2;
    }
    startup_init_tables();
    if (!bench_run((int)depth, print_line, NULL, NULL, NULL)) {
        fprintf(stderr, "alula: there is not enough memory for the benchmark\n");
        return 1;
    }
    return printed(0);
}

/*
 * Prints a line and flushes it: OpenBench waits 15 seconds for a line, and kills the program after
 * the last one.
 */
static void print_line_now(void *context, const char *line) {
    puts(line);
    fflush(stdout);
}

static bool cannot_print(void *context) {
    return ferror(stdout);
}

/* Handles "genfens N seed S book B" as one word or several; OpenBench may append "quit". */
static int genfens(int count, char **words) {
    Text error = TEXT_OF(512), text = TEXT_OF(GENFENS_PATH_SIZE + 256);
    const char *wrong;
    Word line;
    Genfens asked;

    count -= count > 1 && !strcmp(words[count - 1], "quit");
    for (int i = 0; i < count; i++)
        text_addf(&text, "%s ", words[i]);
    line = word_of(text.at);
    (void)text_word(&line);
    wrong = text.full ? "the request is too long" : genfens_read(&asked, line);
    if (wrong) {
        fprintf(stderr, "alula: genfens: %s\n", wrong);
        return 2;
    }
    startup_init_tables();
    if (!genfens_run(&asked, NULL, print_line_now, cannot_print, NULL, &error)) {
        fprintf(stderr, "alula: genfens: %s\n", error.at);
        return 1;
    }
    return printed(0);
}

static bool can_show_status(void) {
    const char *terminal = getenv("TERM");

    return isatty(STDOUT_FILENO) && (!terminal || strcmp(terminal, "dumb") != 0);
}

/* Creates a program that runs console commands and then ends; NULL, after a message, on failure. */
static Program *new_commands(void) {
    static const Protocol *const protocols[] = {&console_protocol, NULL};
    Program *program;

    signal(SIGTERM, SIG_DFL); /* a killed program must not exit with 0 */
    block_signals();
    if (!(program = new_program(protocols)))
        return NULL;
    program->f.out.status = can_show_status() ? write_status : NULL;
    start_signal_thread(program);
    console_welcome(&program->f);
    return program;
}

/* Runs one console command, and exits. */
static int run_command(Program *program, int count, char **words) {
    Frontend *f = &program->f;

    send_words(f->box, count, words);
    mailbox_send_end(f->box);
    input_run(f);
    _exit(console_was_misused(f) ? 2 : status(program));
}

/* Runs a console command of two words before the last one; exits with `status` if it fails. */
static void prepare(Program *program, const char *name, char *word, int status) {
    send_words(program->f.box, 2, (char *[]){(char *)name, word});
    while (input_step(&program->f, 0))
        ;
    if (console_has_failed(&program->f))
        _exit(status);
}

/* Runs one console command; perft and divide may be followed by a position. */
static int command(int count, char **words) {
    const bool counts = !strcmp(words[0], "perft") || !strcmp(words[0], "divide");
    Program *program = new_commands();

    if (!program)
        return 1;
    if (counts && count > 2 && strchr(words[count - 1], '/'))
        prepare(program, "setboard", words[--count], 2); /* the status for wrong arguments */
    return run_command(program, count, words);
}

/* Runs "eval [FEN]" or "tb FOLDER [FEN]". */
static int judge(int count, char **words) {
    const int folder = !strcmp(words[0], "tb");
    Program *program;

    if (count < 1 + folder || count > 2 + folder) {
        fprintf(stderr, "alula: %s takes %sa position as one word, in quotes\n", words[0],
                folder ? "a folder, and perhaps " : "");
        return 2;
    }
    if (!(program = new_commands()))
        return 1;
    if (count == 2 + folder)
        prepare(program, "setboard", words[1 + folder], 2);
    if (folder)
        prepare(program, "tb", words[1], 1);
    return run_command(program, 1, words);
}

/* Writes a picture of a position, or shows the board as the console does. */
static int board(int count, char **words) {
    Text error = TEXT_OF(512);
    BoardPicture picture;
    Program *program;

    startup_init_tables();
    if (!board_picture_read(&picture, count - 1, words + 1, &error)) {
        fprintf(stderr, "alula: board: %s\n", error.at);
        return 2;
    }
    if (picture.file) {
        if (board_picture_write(&picture, &error))
            return 0;
        fprintf(stderr, "alula: %s\n", error.at);
        return 1;
    }
    if (!(program = new_commands()))
        return 1;
    program->f.game.chess960 = picture.chess960;
    frontend_set_up(&program->f, &picture.position);
    return run_command(program, 1, (char *[]){picture.board.flipped ? "flip" : "d"});
}

enum { ANY_NUMBER = INT_MAX };

/* The first words of the command line; without any, the program runs interactively. */
static const struct {
    const char *name;
    int (*run)(int count, char **words);
    int most;                               /* maximum number of further words */
    bool has_usage;                         /* --help may follow it */
    int (*answer)(int count, char **words); /* with --json; NULL: not supported */
} subcommands[] = {
    {"--help", show_help, 0, false, NULL},
    {"-h", show_help, 0, false, NULL},
    {"--version", show_version, 0, false, NULL},
    {"--ini", play_after, 1, false, NULL},
    {"bench", bench, ANY_NUMBER, true, answers_bench},
    {"perft", command, ANY_NUMBER, true, answers_perft},
    {"divide", command, ANY_NUMBER, true, answers_perft},
    {"eval", judge, ANY_NUMBER, true, answers_eval},
    {"tb", judge, ANY_NUMBER, true, answers_tb},
    {"test", command, ANY_NUMBER, true, NULL},
    {"perftsuite", command, ANY_NUMBER, true, NULL},
    {"annotate", command, ANY_NUMBER, true, NULL},
    {"board", board, ANY_NUMBER, true, NULL},
    {"genfens", genfens, ANY_NUMBER, true, NULL},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

/* Returns true if the word is a complete genfens request, as OpenBench passes it. */
static bool is_request(const char *word) {
    return !strncmp(word, "genfens ", 8);
}

/* The options of subcommands with a JSON answer. */
static const char *const answer_option[] = {"--json"};

/* Removes --json from the words after the first; returns true if it was found. */
static bool take_json(int *count, char **words) {
    int kept = 1;

    for (int i = 1; i < *count; i++)
        if (strcmp(words[i], *answer_option) != 0)
            words[kept++] = words[i];
    if (kept == *count)
        return false;
    *count = kept;
    return true;
}

static int run_words(int count, char **words) {
    const char *unknown = words[0];
    int i = 0;

    if (is_request(words[0]))
        return genfens(count, words);
    while (i < SUBCOMMANDS && strcmp(words[0], subcommands[i].name))
        i++;
    if (i < SUBCOMMANDS && count == 2 && subcommands[i].has_usage && is_help(words[1]))
        return show_help(count, words);
    if (i < SUBCOMMANDS && subcommands[i].answer && take_json(&count, words))
        return subcommands[i].answer(count, words);
    if (i < SUBCOMMANDS && count - 1 <= subcommands[i].most)
        return subcommands[i].run(count, words);
    if (i < SUBCOMMANDS) {
        unknown = words[1 + subcommands[i].most];
    } else if (!strncmp(words[0], "i=", 2)) { /* --ini, as in the engine winglet */
        if (count == 1)
            return play(words[0] + 2);
        unknown = words[1];
    }
    fprintf(stderr, "alula: unknown argument \"%s\" (see --help)\n", unknown);
    return 2;
}

int main(int argc, char **argv) {
#ifdef _WIN32
    if (!windows_start(&argc, &argv))
        return 1;
#else
    signal(SIGPIPE, SIG_IGN);
#endif
    if (!file_guard_standard())
        return 1; /* stderr may be unavailable */
    signal(SIGTERM, leave_at_once);
    return argc <= 1 ? play(NULL) : run_words(argc - 1, argv + 1);
}
