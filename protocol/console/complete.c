/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of a typed line: commands, moves, options and their values, files. */
#define _POSIX_C_SOURCE 200809L
#include "complete.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "chess/movegen.h"
#include "protocol/options.h"

void complete_write_moves(Text *out, const Position *p) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (int way = 0; way < 2; way++) {
        for (size_t i = 0; i < count; i++) {
            if (way)
                notation_write(out, p, list[i]);
            else
                notation_write_san(out, p, list[i]);
            text_add_char(out, ' ');
        }
        text_add_char(out, '\n');
    }
}

/* --- kinds of words --------------------------------------------------------------------------- */

bool complete_begins(const char *word, Word typed, bool any_case) {
    for (size_t i = 0; i < typed.length; i++)
        if (!word[i] ||
            (any_case ? text_lower(word[i]) != text_lower(typed.at[i]) : word[i] != typed.at[i]))
            return false;
    return true;
}

static void add_words(LineeditWords *w, Word words, Word typed) {
    Word next;

    while ((next = text_word(&words)).length) {
        Text text = TEXT_OF(32);

        text_add_word(&text, next);
        if (complete_begins(text.at, typed, false))
            lineedit_add_word(w, text.at);
    }
}

const char *console_command_name(size_t i) {
    static const char *const names[] = {
#define COMMAND(name, ...) name,
#define ALIAS(name, of)    name,
#define HIDDEN(...)
#include "commands.inc"
        NULL,
    };

    return names[i];
}

static void add_commands(LineeditWords *w, Word typed) {
    const char *name;

    for (size_t i = 0; (name = console_command_name(i)); i++)
        if (complete_begins(name, typed, false))
            lineedit_add_word(w, name);
}

/* Adds moves; if no letter was typed, only in SAN. */
static void add_moves(LineeditWords *w, Word typed) {
    Word moves = word_of(w->context ? w->context : "");

    if (!typed.length)
        moves.length = strcspn(moves.at, "\n");
    add_words(w, moves, typed);
}

static void add_options(LineeditWords *w, Word typed) {
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (complete_begins(option_table[id].name, typed, true))
            lineedit_add_word(w, option_table[id].name);
}

/* --- files ------------------------------------------------------------------------------------ */

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists a folder's names that begin with `start`, sorted, folders with '/'. Returns their count. */
static size_t list_folder(char **names, size_t most, const char *folder, const char *start) {
    DIR *directory = opendir(*folder ? folder : ".");
    const struct dirent *entry;
    size_t count = 0;

    while (directory && count < most && (entry = readdir(directory))) {
        const char *name = entry->d_name;
        char path[2 * OPTION_TEXT_SIZE], whole[300];
        bool odd = false;
        struct stat s;

        for (const char *c = name; *c; c++)
            odd |= (unsigned char)*c < ' ' || *c == 127 || *c == '"' ||
                   (c[0] == '\xc2' && (unsigned char)c[1] < 0xa0); /* C0 and C1 */
        if (odd || (*name == '.' && *start != '.') || strncmp(name, start, strlen(start)) != 0)
            continue;
        snprintf(path, sizeof path, "%s%s", folder, name);
        snprintf(whole, sizeof whole, "%s%s", name,
                 !stat(path, &s) && S_ISDIR(s.st_mode) ? "/" : "");
        if ((names[count] = malloc(sizeof whole)))
            memcpy(names[count++], whole, sizeof whole);
    }
    if (directory)
        closedir(directory);
    qsort(names, count, sizeof *names, by_name);
    return count;
}

/* Adds files and folders whose path begins with the typed text, which may begin with a quote. */
static void add_files(LineeditWords *w, Word typed) {
    enum { MOST = 1000 };
    char folder[OPTION_TEXT_SIZE], start[OPTION_TEXT_SIZE];
    char **names = malloc(MOST * sizeof *names);
    bool quoted = typed.length && *typed.at == '"';
    size_t slash, count;

    typed = (Word){typed.at + quoted, typed.length - quoted};
    slash = typed.length;
    while (slash && typed.at[slash - 1] != '/')
        slash--;
    if (!names || typed.length >= OPTION_TEXT_SIZE || memchr(typed.at, '"', typed.length)) {
        free(names);
        return;
    }
    snprintf(folder, sizeof folder, "%.*s", (int)slash, typed.at);
    snprintf(start, sizeof start, "%.*s", (int)(typed.length - slash), typed.at + slash);
    count = list_folder(names, MOST, folder, start);
    quoted |= count && strchr(folder, ' ');
    for (size_t i = 0; i < count; i++)
        quoted |= strchr(names[i], ' ') != NULL;
    w->hidden = quoted + slash;
    for (size_t i = 0; i < count; i++) {
        char path[2 * OPTION_TEXT_SIZE];

        snprintf(path, sizeof path, "%s%s%s", quoted ? "\"" : "", folder, names[i]);
        lineedit_add_word(w, path);
        free(names[i]);
    }
    free(names);
}

/* --- arguments of commands -------------------------------------------------------------------- */

enum { COMMANDS = 1, MOVES = 2, OPTIONS = 4, ONE_FILE = 8, FILES = 16, VALUES = 32, PICTURE = 64 };

static const struct {
    const char *commands;
    unsigned kinds;
    const char *words; /* other words */
} arguments[] = {
    {"help,h", COMMANDS | OPTIONS, "all"},
    {"move,see,search,exclude", MOVES, ""},
    {"include", MOVES, "all"},
    {"set,option", OPTIONS | VALUES, ""},
    {"options,view", OPTIONS, ""},
    {"load,save,readfen,loadfen,savepos,positions,source,ini,test,perftsuite", ONE_FILE, ""},
    {"annotate", FILES, ""},
    {"log", ONE_FILE, "off"},
    {"book", ONE_FILE, "on off best random"},
    {"board", PICTURE, "ascii utf8 color big coords --svg"},
    {"play", 0, "white black random"},
    {"ponder,autosave,warn", 0, "on off"},
    {"elo", 0, "auto off"},
    {"moves", 0, "at"},
    {"new", 0, "960"},
    {"resume", 0, "previous"},
};

/* Returns the last word of a line; blanks within quotes belong to the word. */
static Word last_word(Word line) {
    size_t from = 0;
    bool quoted = false;

    for (size_t i = 0; i < line.length; i++) {
        quoted ^= line.at[i] == '"';
        if (line.at[i] == ' ' && !quoted)
            from = i + 1;
    }
    return (Word){line.at + from, line.length - from};
}

/* Adds the values of an option. */
static void add_values(LineeditWords *w, Word name, Word typed) {
    const OptionId id = options_find(name);

    if (id == OPTION_COUNT)
        return;
    if (option_table[id].kind == OPTION_CHECK)
        add_words(w, word_of("on off"), typed);
    if (option_table[id].kind == OPTION_FILE || option_table[id].kind == OPTION_PATH)
        add_files(w, typed);
    for (int i = 0; option_table[id].choices && option_table[id].choices[i]; i++)
        if (complete_begins(option_table[id].choices[i], typed, true))
            lineedit_add_word(w, option_table[id].choices[i]);
}

static void add_arguments(LineeditWords *w, Word line, Word command, Word rest) {
    Word word = last_word(rest), before = rest;
    const bool first = word.at == rest.at;
    size_t i = 0;

    if (*command.at >= '1' && *command.at <= '9') { /* "12. Nf3" */
        w->from = (size_t)(word.at - line.at);
        add_moves(w, word);
        return;
    }
    while (i < sizeof arguments / sizeof *arguments &&
           !word_is_among(command, arguments[i].commands))
        i++;
    if (i == sizeof arguments / sizeof *arguments)
        return;
    if (arguments[i].kinds & ONE_FILE && (!rest.length || *rest.at != '"')) {
        add_files(w, rest); /* names with blanks need no quotes here */
        if (w->count)
            word = rest;
    } else if (arguments[i].kinds & FILES || (arguments[i].kinds & ONE_FILE && first)) {
        add_files(w, word);
    }
    w->from = (size_t)(word.at - line.at);
    if (first && *arguments[i].words && !word.length)
        w->hidden = 0; /* not file names */
    if (first)
        add_words(w, word_of(arguments[i].words), word);
    if (first && arguments[i].kinds & COMMANDS)
        add_commands(w, word);
    if (first && arguments[i].kinds & OPTIONS)
        add_options(w, word);
    if (!first && arguments[i].kinds & VALUES)
        add_values(w, text_word(&before), word);
    if (!first && arguments[i].kinds & PICTURE && word_is(text_word(&before), "--svg"))
        add_files(w, word);
    if (arguments[i].kinds & MOVES)
        add_moves(w, word);
}

/* Strips leading blanks; trailing blanks belong to the typed word. */
static Word without_blanks(Word line) {
    for (; line.length && *line.at == ' '; line.length--)
        line.at++;
    return line;
}

void console_complete(LineeditWords *w, const char *typed, size_t length) {
    const Word line = {typed, length};
    Word rest = without_blanks(line), command;

    if (!memchr(rest.at, ' ', rest.length)) {
        w->from = length - rest.length;
        add_commands(w, rest);
        if (rest.length)
            add_moves(w, rest);
        return;
    }
    command = text_word(&rest);
    add_arguments(w, line, command, without_blanks(rest));
}
