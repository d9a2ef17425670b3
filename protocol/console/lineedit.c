/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* struct winsize */
#define _POSIX_C_SOURCE 200809L
#include "lineedit.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"

void lineedit_add_word(LineeditWords *words, const char *word) {
    const size_t size = strlen(word) + 1;
    char *text = array_grow(words->text, &words->capacity, words->length + size, 1);

    if (!text)
        return;
    words->text = text;
    memcpy(words->text + words->length, word, size);
    words->length += size;
    words->count++;
}

#ifdef _WIN32

bool lineedit_start(LineeditComplete *complete, const char *history) {
    return false;
}

void lineedit_end(void) {}

void lineedit_set_context(const char *text) {}

LineeditKind lineedit_read(char line[LINEEDIT_SIZE], size_t *length) {
    *length = 0;
    return LINEEDIT_END;
}

size_t lineedit_columns(void) {
    return 80;
}

size_t lineedit_rows(void) {
    return 0;
}

bool lineedit_write(const char *text, size_t length) {
    return false;
}

bool lineedit_place(size_t number, const char *text) {
    return false;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum {
    INPUT_HISTORY_MAX = 500,
    PROMPT_SIZE = 80,
    QUERY_SIZE = 40,
    KEYS_AT_ONCE = 256,
    TWICE_MS = 2000,
    ESCAPE_MS = 50
};

/* The terminal. Signal handlers only use the members before the lock. */
static struct {
    struct termios usual, raw;
    volatile sig_atomic_t started; /* the terminal was changed and has to be restored */
    int resized[2];                /* a pipe by which a handler wakes the reading thread */

    pthread_mutex_t lock; /* protects the members below */
    char prompt[PROMPT_SIZE];
    char line[LINEEDIT_SIZE]; /* the cursor is before line[at] */
    size_t length, at;
    bool too_long;
    char *context; /* for completion */
    bool shown;    /* prompt and line are on the screen */
    size_t block;  /* lines of lineedit_place() directly above the prompt */

    /* used by the reading thread only */
    char *history[INPUT_HISTORY_MAX];
    size_t history_length, looking_at; /* looking_at == history_length: the new line */
    char written[LINEEDIT_SIZE];       /* the new line, while an older one is shown */
    char *history_path;
    struct {
        bool on;
        char query[QUERY_SIZE];
        size_t found;             /* the line found in the history; history_length: none */
        char line[LINEEDIT_SIZE]; /* the line before the search */
        size_t at;
    } search; /* protected by the lock, too */
    LineeditComplete *complete;
    char keys[KEYS_AT_ONCE];
    size_t key, key_count;
    bool interrupted;       /* the last key was Ctrl-C */
    int64_t interrupted_ms; /* the time of the last Ctrl-C */
} edit = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- the terminal ---------------------------------------------------------------------------- */

static void give_back(void) {
    if (edit.started)
        tcsetattr(STDIN_FILENO, TCSANOW, &edit.usual);
}

/* Restores the terminal in a signal handler. */
static void give_back_at_once(void) {
    const bool written = !edit.started || write(STDOUT_FILENO, "\r\n", 2) == 2;

    (void)written;
    give_back();
}

/* Restores the terminal, and ends the program by the default action of the signal. */
static void die(int signal_number) {
    give_back_at_once();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Exits normally on SIGTERM. */
static void leave(int signal_number) {
    give_back_at_once();
    _exit(0);
}

/* Sets up the terminal again when a stopped program continues, as others may have used it. */
static void go_on(int signal_number) {
    if (edit.started)
        tcsetattr(STDIN_FILENO, TCSANOW, &edit.raw);
}

/* Wakes the reading thread after a change of the window size. */
static void resize(int signal_number) {
    const int error = errno;
    const bool written =
        write(edit.resized[1], "", 1) == 1; /* a full pipe wakes the thread as well */

    (void)written;
    errno = error;
}

static bool put_all(const char *text, size_t length) {
    while (length) {
        const ssize_t n = write(STDOUT_FILENO, text, length);

        if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
            struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&out, 1, 100); /* the terminal may be in non-blocking mode */
            continue;
        }
        if (n <= 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

static bool put(const char *text) {
    return put_all(text, strlen(text));
}

size_t lineedit_columns(void) {
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20)
        return 80;
    return size.ws_col;
}

size_t lineedit_rows(void) {
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

/* --- the line on the screen ------------------------------------------------------------------ */

/* Returns true for a continuation byte of UTF-8. */
static bool goes_on(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

static size_t before(size_t at) {
    while (at && goes_on(edit.line[--at]))
        ;
    return at;
}

static size_t after(size_t at) {
    if (at < edit.length)
        at++;
    while (at < edit.length && goes_on(edit.line[at]))
        at++;
    return at;
}

/* Returns the width in columns, one per character. */
static size_t width(const char *text, size_t length) {
    size_t n = 0;

    for (size_t i = 0; i < length; i++)
        n += !goes_on(text[i]);
    return n;
}

static bool hide(void) {
    const bool shown = edit.shown;

    edit.shown = false;
    return !shown || put("\r\x1b[K");
}

/* Draws the prompt and the line, or the part of it around the cursor, and places the cursor. */
static bool show(void) {
    char searched[QUERY_SIZE + 16];
    const char *asks = edit.search.on ? searched : edit.prompt;
    size_t prompt, all = lineedit_columns(), room;
    char buffer[PROMPT_SIZE + LINEEDIT_SIZE + 64];
    size_t from = 0, to = edit.length, n;

    snprintf(searched, sizeof searched, "search \"%s\": ", edit.search.query);
    prompt = width(asks, strlen(asks));
    /* on a narrow terminal the line may wrap */
    room = all > prompt + 8 ? all - 1 - prompt : 7;
    while (from < edit.at && width(edit.line + from, edit.at - from) >= room)
        from = after(from);
    while (width(edit.line + from, to - from) > room)
        to = before(to);
    n = (size_t)snprintf(buffer, sizeof buffer, "\r%s", asks);
    memcpy(buffer + n, edit.line + from, to - from);
    n += to - from;
    n += (size_t)snprintf(buffer + n, sizeof buffer - n, "\x1b[K");
    if (edit.at < to)
        n += (size_t)snprintf(buffer + n, sizeof buffer - n, "\x1b[%zuD",
                              width(edit.line + edit.at, to - edit.at));
    edit.shown = true;
    return put_all(buffer, n);
}

bool lineedit_write(const char *text, size_t length) {
    bool good;

    pthread_mutex_lock(&edit.lock);
    if (!length || text[length - 1] != '\n') {
        const size_t n = min_size(length, PROMPT_SIZE - 1);

        memcpy(edit.prompt, text, n);
        edit.prompt[n] = '\0';
        good = show();
    } else {
        const bool typed = edit.shown || edit.length;

        edit.block = 0;
        good = hide() && put_all(text, length);
        if (good && typed)
            good = show();
    }
    pthread_mutex_unlock(&edit.lock);
    return good;
}

/* Returns how many bytes fit into a row without its last column, where terminals differ. */
static size_t cut_to_row(const char *text) {
    const size_t all = lineedit_columns() - 1;
    size_t n = strlen(text);

    while (width(text, n) > all)
        n--;
    return n;
}

bool lineedit_place(size_t number, const char *text) {
    const size_t known = lineedit_rows(), rows = known ? known : 24;
    const int n = (int)cut_to_row(text);
    char buffer[1024];
    bool good = true;

    pthread_mutex_lock(&edit.lock);
    if (number + 2 < rows && number < edit.block) {
        const size_t up = edit.block - number;

        snprintf(buffer, sizeof buffer, "\r\x1b[%zuA%.*s\x1b[K\r\x1b[%zuB", up, n, text, up);
        good = put(buffer) && (!edit.shown || show());
    } else if (number + 2 < rows) {
        const bool shown = edit.shown;

        good = hide();
        for (; edit.block < number; edit.block++)
            good &= put("\r\n");
        snprintf(buffer, sizeof buffer, "%.*s\r\n", n, text);
        good &= put(buffer) && (!shown || show());
        edit.block++;
    }
    pthread_mutex_unlock(&edit.lock);
    return good;
}

/* --- history --------------------------------------------------------------------------------- */

static void remember(const char *line) {
    char *copy;

    if (!*line || (edit.history_length && !strcmp(edit.history[edit.history_length - 1], line)) ||
        !(copy = strdup(line)))
        return;
    if (edit.history_length == INPUT_HISTORY_MAX) {
        free(edit.history[0]);
        memmove(edit.history, edit.history + 1, (INPUT_HISTORY_MAX - 1) * sizeof *edit.history);
        edit.history_length--;
    }
    edit.history[edit.history_length++] = copy;
}

static bool write_history(void *context, FILE *file) {
    for (size_t i = 0; i < edit.history_length; i++)
        fprintf(file, "%s\n", edit.history[i]);
    return true;
}

/* Reads the history, and rewrites the file if the file has grown long. */
static void load_history(void) {
    char line[LINEEDIT_SIZE];
    size_t count = 0;
    FILE *file;

    if (!edit.history_path || !(file = file_open_plain(edit.history_path)))
        return;
    for (; fgets(line, sizeof line, file); count++) {
        line[strcspn(line, "\n")] = '\0';
        remember(line);
    }
    fclose(file);
    if (count >= 2 * INPUT_HISTORY_MAX)
        file_write(edit.history_path, false, write_history, NULL);
}

/* Appends the line at once, in case the program is killed; but not to a pipe, which may block. */
static void add_history(const char *line) {
    FILE *file;

    remember(line);
    edit.looking_at = edit.history_length;
    if (!*line || !edit.history_path || !file_is_replaceable(edit.history_path) ||
        !(file = fopen(edit.history_path, "a")))
        return;
    fprintf(file, "%s\n", line);
    fclose(file);
}

static void set_line(const char *text) {
    const size_t length = strlen(text);

    edit.length = min_size(length, LINEEDIT_SIZE - 1);
    memcpy(edit.line, text, edit.length);
    edit.line[edit.length] = '\0';
    edit.at = edit.length;
    edit.too_long = false;
}

static void look_at(size_t n) {
    if (edit.looking_at == edit.history_length) {
        edit.line[edit.length] = '\0';
        memcpy(edit.written, edit.line, edit.length + 1);
    }
    edit.looking_at = n;
    set_line(n == edit.history_length ? edit.written : edit.history[n]);
}

/* --- searching the history -------------------------------------------------------------------- */

/* Finds the newest line before line n that contains the query. Returns false if no line does. */
static bool find_before(size_t n) {
    const char *at;

    while (n--) {
        edit.line[edit.length] = '\0';
        if (!(at = strstr(edit.history[n], edit.search.query)) ||
            (n < edit.search.found && edit.search.found < edit.history_length &&
             !strcmp(edit.history[n], edit.line)))
            continue;
        edit.search.found = n;
        set_line(edit.history[n]);
        edit.at = min_size((size_t)(at - edit.history[n]), edit.length);
        return true;
    }
    return false;
}

static void begin_search(void) {
    edit.line[edit.length] = '\0';
    memcpy(edit.search.line, edit.line, edit.length + 1);
    edit.search.at = edit.at;
    edit.search.query[0] = '\0';
    edit.search.found = edit.history_length;
    edit.search.on = true;
}

/* Ends the search at the line that was found; the history continues from there. */
static void end_search(void) {
    if (!edit.search.on)
        return;
    edit.search.on = false;
    if (edit.search.found == edit.history_length)
        return;
    if (edit.looking_at == edit.history_length)
        memcpy(edit.written, edit.search.line, sizeof edit.written);
    edit.looking_at = edit.search.found;
}

static void leave_search(void) {
    edit.search.on = false;
    set_line(edit.search.line);
    edit.at = edit.search.at;
}

/* --- editing --------------------------------------------------------------------------------- */

static void bell(void) {
    put("\a");
}

static void insert(const char *text, size_t length) {
    if (edit.length + length >= LINEEDIT_SIZE) {
        edit.too_long = true;
        bell();
        return;
    }
    memmove(edit.line + edit.at + length, edit.line + edit.at, edit.length - edit.at);
    memcpy(edit.line + edit.at, text, length);
    edit.length += length;
    edit.at += length;
}

/* Deletes the bytes from `from` up to, but not including, `to`. */
static void cut(size_t from, size_t to) {
    memmove(edit.line + from, edit.line + to, edit.length - to);
    edit.length -= to - from;
    edit.at = from;
    edit.too_long = edit.too_long && edit.length;
}

static size_t word_before(size_t at) {
    while (at && edit.line[at - 1] == ' ')
        at--;
    while (at && edit.line[at - 1] != ' ')
        at--;
    return at;
}

static size_t word_after(size_t at) {
    while (at < edit.length && edit.line[at] == ' ')
        at++;
    while (at < edit.length && edit.line[at] != ' ')
        at++;
    return at;
}

void lineedit_set_context(const char *text) {
    pthread_mutex_lock(&edit.lock);
    free(edit.context);
    edit.context = strdup(text);
    pthread_mutex_unlock(&edit.lock);
}

/* Lists words in rows. */
static void list(const LineeditWords *words) {
    enum { MOST = 200 };
    const size_t all = lineedit_columns();
    const char *word = words->text;
    size_t column = 0;

    hide();
    edit.block = 0;
    for (size_t i = 0; i < words->count && i < MOST; i++, word += strlen(word) + 1) {
        const char *shown = word + words->hidden;
        const size_t n = width(shown, strlen(shown));

        if (column && column + 2 + n >= all) {
            put("\r\n");
            column = 0;
        }
        put(column ? "  " : "");
        put(shown);
        column += n + (column ? 2 : 0);
    }
    put(words->count > MOST ? "  ...\r\n" : "\r\n");
}

/* Completes the last word as far as it is unique, else lists the possible words. */
static void complete_word(void) {
    LineeditWords words = {.context = edit.context};
    const char *first, *word;
    size_t same, typed;

    edit.complete(&words, edit.line, edit.at);
    if (!words.count) {
        bell();
        free(words.text);
        return;
    }
    typed = edit.at - words.from;
    first = word = words.text;
    same = strlen(first);
    for (size_t i = 1; i < words.count; i++) {
        word += strlen(word) + 1;
        for (size_t k = 0; k < same; k++)
            if (word[k] != first[k])
                same = k;
    }
    while (same && goes_on(first[same]))
        same--;
    if (words.count == 1 || same > typed ||
        (same == typed && memcmp(first, edit.line + words.from, same) != 0)) {
        cut(words.from, edit.at);
        insert(first, same);
        if (words.count == 1 && first[same - 1] != '/')
            insert(*first == '"' ? "\" " : " ", *first == '"' ? 2 : 1);
    } else {
        list(&words);
    }
    free(words.text);
}

/* --- keys ------------------------------------------------------------------------------------ */

enum {
    CTRL_A = 1,
    CTRL_B,
    CTRL_C,
    CTRL_D,
    CTRL_E,
    CTRL_F,
    CTRL_G,
    CTRL_H,
    CTRL_K = 11,
    CTRL_L,
    CTRL_N = 14,
    CTRL_P = 16,
    CTRL_R = 18,
    CTRL_U = 21,
    CTRL_W = 23,
    CTRL_Z = 26,
    ESCAPE = 27,
    DELETE = 127
};

/* Redraws the line for the new width. */
static void redraw(void) {
    char bytes[64];

    while (read(edit.resized[0], bytes, sizeof bytes) > 0)
        ;
    pthread_mutex_lock(&edit.lock);
    edit.block = 0; /* the terminal may have wrapped its lines */
    if (edit.shown)
        show();
    pthread_mutex_unlock(&edit.lock);
}

/* Returns the next byte; -1 if the terminal was closed, or if no byte arrives in time. */
static int next_byte(int timeout_ms) {
    while (edit.key == edit.key_count) {
        struct pollfd in[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = edit.resized[0], .events = POLLIN}};
        const bool waits =
            timeout_ms < 0; /* otherwise within an escape sequence, with the lock held */
        const int ready = poll(in, waits ? 2 : 1, timeout_ms);
        ssize_t n;

        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return -1;
        if (waits && in[1].revents)
            redraw();
        if (!in[0].revents)
            continue;
        n = read(STDIN_FILENO, edit.keys, sizeof edit.keys);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return -1;
        edit.key = 0;
        edit.key_count = (size_t)n;
    }
    return (unsigned char)edit.keys[edit.key++];
}

/* Returns the next byte of an escape sequence; -1 at its end, or before a control byte. */
static int next_of_escape(void) {
    const int c = next_byte(ESCAPE_MS);

    if (c < 0 || (c >= ' ' && c != DELETE))
        return c;
    edit.key--;
    return -1;
}

/* Returns the control byte equivalent to the escape sequence of a key; 0 for others. */
static int escape(void) {
    static const char letters[] = "ABCDHF";
    static const char meant[] = {CTRL_P, CTRL_N, CTRL_F, CTRL_B, CTRL_A, CTRL_E};
    int c = next_of_escape(), number = 0;
    const char *letter;

    if (edit.search.on && c < 0) {
        leave_search();
        return 0;
    }
    end_search();
    if (c == 'b' || c == 'f')
        edit.at = c == 'b' ? word_before(edit.at) : word_after(edit.at);
    if (c != '[' && c != 'O')
        return 0;
    while ((c = next_of_escape()) >= 0 && c < 0x40)
        if (c >= '0' && c <= '9' && number < 1000)
            number = 10 * number + c - '0';
    if (c == '~')
        return number == 3                  ? CTRL_D
               : number == 1 || number == 7 ? CTRL_A
               : number == 4 || number == 8 ? CTRL_E
                                            : 0;
    letter = c > 0 ? strchr(letters, c) : NULL;
    return letter ? meant[letter - letters] : 0;
}

static void suspend(void) {
    hide();
    edit.block = 0;
    give_back();
    /*
     * Raised in this thread, to stop before the next line. Without a shell to continue the program,
     * the system does not stop it, and no SIGCONT arrives.
     */
    raise(SIGTSTP);
    go_on(SIGCONT);
}

/* Handles a key that edits the line or moves the cursor. */
static void edit_key(int c) {
    const char byte = (char)c;
    const size_t at = edit.at;

    switch (c == ESCAPE ? escape() : c) {
    case CTRL_A:
        edit.at = 0;
        break;
    case CTRL_E:
        edit.at = edit.length;
        break;
    case CTRL_B:
        edit.at = before(edit.at);
        break;
    case CTRL_F:
        edit.at = after(edit.at);
        break;
    case CTRL_D:
        cut(edit.at, after(edit.at));
        break;
    case CTRL_H:
    case DELETE:
        cut(before(at), at);
        break;
    case CTRL_K:
        edit.length = edit.at;
        break;
    case CTRL_U:
        cut(0, edit.at);
        break;
    case CTRL_W:
        cut(word_before(at), at);
        break;
    case CTRL_L:
        put("\x1b[H\x1b[2J");
        edit.block = 0;
        break;
    case CTRL_P:
        if (edit.looking_at)
            look_at(edit.looking_at - 1);
        break;
    case CTRL_N:
        if (edit.looking_at < edit.history_length)
            look_at(edit.looking_at + 1);
        break;
    case CTRL_Z:
        suspend();
        break;
    case '\t':
        complete_word();
        break;
    default:
        if (c >= ' ') /* other control bytes are ignored */
            insert(&byte, 1);
    }
}

/* Adds a byte to the query, or deletes its last character; undoes an addition without a match. */
static void change_query(int c) {
    char *query = edit.search.query;
    size_t n = strlen(query);

    if (c == CTRL_H || c == DELETE) {
        while (n && goes_on(query[--n]))
            ;
        query[n] = '\0';
        edit.search.found = edit.history_length;
    } else if (n + 1 < QUERY_SIZE) {
        query[n] = (char)c;
        query[n + 1] = '\0';
    }
    if (!*query) {
        set_line(edit.search.line);
    } else if (!find_before(min_size(edit.search.found + 1, edit.history_length))) {
        query[n] = '\0';
        bell();
    }
}

/* Handles a key of the history search, or the key that starts it. Returns false for others. */
static bool search_key(int c) {
    if (c == CTRL_R && !edit.search.on) {
        begin_search();
    } else if (c == CTRL_R) {
        if (!*edit.search.query || !find_before(edit.search.found))
            bell();
    } else if (!edit.search.on || c == ESCAPE) {
        return false;
    } else if (c == CTRL_G) {
        leave_search();
    } else if (c >= ' ' || c == CTRL_H) {
        change_query(c);
    } else {
        end_search();
        return false;
    }
    return true;
}

/* Begins the next line. */
static void begin_line(void) {
    edit.block = edit.length = edit.at = 0;
    edit.prompt[0] = '\0';
    edit.search.on = edit.shown = edit.too_long = false;
}

/* Ends the line, which scrolls up, and begins the next one. */
static LineeditKind enter(char line[LINEEDIT_SIZE], size_t *length) {
    const bool too_long = edit.too_long;

    edit.search.on = false;
    edit.at = edit.length;
    if (!edit.shown || edit.length)
        show();
    put("\r\n");
    edit.line[edit.length] = '\0';
    memcpy(line, edit.line, edit.length + 1);
    *length = edit.length;
    add_history(line);
    begin_line();
    return too_long ? LINEEDIT_TOO_LONG : LINEEDIT_LINE;
}

/* Returns true if the prompt is the pager's, and nothing was typed. */
static bool pages(void) {
    return !edit.length && !strcmp(edit.prompt, LINEEDIT_MORE);
}

/* Handles a key at the pager like an empty line, or like q. */
static LineeditKind turn_page(int c, char line[LINEEDIT_SIZE], size_t *length) {
    hide();
    edit.prompt[0] = '\0';
    line[0] = 'q';
    *length = c == 'q' || c == 'Q';
    return LINEEDIT_LINE;
}

/* Discards the current line; twice in a row quits. */
static LineeditKind interrupt(void) {
    const bool twice = edit.interrupted && clock_ms() - edit.interrupted_ms < TWICE_MS;

    edit.interrupted = true;
    edit.interrupted_ms = clock_ms();
    put("^C\r\n");
    begin_line();
    edit.looking_at = edit.history_length;
    return twice ? LINEEDIT_LEAVE : LINEEDIT_INTERRUPT;
}

LineeditKind lineedit_read(char line[LINEEDIT_SIZE], size_t *length) {
    LineeditKind kind = LINEEDIT_END;
    bool done = false;

    *length = 0;
    while (!done) {
        const int c = next_byte(-1);

        if (c < 0)
            return LINEEDIT_END;
        pthread_mutex_lock(&edit.lock);
        done = true;
        if (c == CTRL_C) {
            kind = interrupt();
        } else if (c && pages() && strchr("qQ \r\n", c)) {
            kind = turn_page(c, line, length);
        } else if (c == '\r' || c == '\n') {
            kind = enter(line, length);
        } else if (c == CTRL_D && !edit.length) {
            hide();
            put("\r\n");
        } else {
            done = false;
            if (!search_key(c))
                edit_key(c);
            if (edit.key == edit.key_count) /* draw pasted text only once */
                show();
        }
        edit.interrupted &= c == CTRL_C;
        pthread_mutex_unlock(&edit.lock);
    }
    return kind;
}

/* --- beginning and end ----------------------------------------------------------------------- */

bool lineedit_start(LineeditComplete *complete, const char *history) {
    static const int deadly[] = {SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    const char *terminal = getenv("TERM");

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !terminal || !*terminal ||
        !strcmp(terminal, "dumb") || tcgetattr(STDIN_FILENO, &edit.usual))
        return false;
    if (pipe(edit.resized))
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(edit.resized[i], F_SETFL, O_NONBLOCK);
    edit.complete = complete;
    edit.history_path = history ? strdup(history) : NULL;
    load_history();
    edit.looking_at = edit.history_length;
    edit.raw = edit.usual;
    edit.raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG | IEXTEN);
    edit.raw.c_iflag &= (tcflag_t) ~(ICRNL | INLCR | IXON);
    edit.raw.c_cc[VMIN] = 1;
    edit.raw.c_cc[VTIME] = 0;
    edit.started = 1;
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        signal(deadly[i], die);
    signal(SIGTERM, leave);
    signal(SIGCONT, go_on);
    signal(SIGWINCH, resize);
    atexit(lineedit_end);
    if (!tcsetattr(STDIN_FILENO, TCSANOW, &edit.raw))
        return true;
    edit.started = 0;
    return false;
}

void lineedit_end(void) {
    if (!edit.started)
        return;
    pthread_mutex_lock(&edit.lock);
    hide();
    pthread_mutex_unlock(&edit.lock);
    give_back();
    edit.started = 0;
}

#endif
