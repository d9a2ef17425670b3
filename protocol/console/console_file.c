/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games and positions from files and to files; the game that is kept in case we are killed. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef _WIN32
#include <io.h>
#endif

#include "clock.h"
#include "common.h"
#include "console.h"
#include "console_parts.h"
#include "fen.h"
#include "file.h"
#include "show.h"

enum { PATH_ROOM = OPTION_TEXT_SIZE, MOST_SOURCE = 1 << 18 };

/* --- files ----------------------------------------------------------------------------------- */

Word console_unquoted(Word name) {
    if (name.length >= 2 && name.at[0] == '"' && name.at[name.length - 1] == '"')
        return (Word){name.at + 1, name.length - 2};
    return name;
}

bool console_path(char path[OPTION_TEXT_SIZE], Word name) {
    name = console_unquoted(name);
    if (!name.length || name.length >= PATH_ROOM || memchr(name.at, '\0', name.length))
        return false;
    memcpy(path, name.at, name.length);
    path[name.length] = '\0';
    return true;
}

void console_refuse_file(Frontend *f, Word name, const char *what) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    text_add_quoted(&text, console_unquoted(name), 60);
    console_refuse(f, "I cannot %s \"%s\": %s.", what, buffer,
                   errno == EINVAL         ? "it is no plain file"
                   : errno == ENAMETOOLONG ? "the name is too long"
                                           : strerror(errno));
}

FILE *console_open(Frontend *f, Word name, char *path) {
    char own[PATH_ROOM];
    FILE *file = NULL;

    path = path ? path : own;
    errno = ENAMETOOLONG;
    if (console_path(path, name))
        file = file_open_plain(path);
    if (!file)
        console_refuse_file(f, name, "read");
    return file;
}

/* --- where things are kept ------------------------------------------------------------------- */

static bool make_folder(const char *path) {
#ifdef _WIN32
    return !mkdir(path) || errno == EEXIST;
#else
    return !mkdir(path, 0700) || errno == EEXIST;
#endif
}

bool console_state_folder(char *path, size_t room) {
    const char *base = getenv("XDG_STATE_HOME"), *rest = "/alula/";
    Text text = text_in(path, room);

#ifdef _WIN32
    base = getenv("LOCALAPPDATA");
    if (!base || !*base)
        return false;
#else
    if (!base || *base != '/') { /* a relative one has no meaning, says the specification */
        base = getenv("HOME");
        rest = "/.local/state/alula/";
    }
    if (!base || *base != '/')
        return false;
#endif
    text_add(&text, base);
    text_add(&text, rest);
    if (text.full)
        return false;
    for (size_t i = 1; i < text.length; i++) {
        bool made;

        if (path[i] != '/')
            continue;
        path[i] = '\0';
        made = make_folder(path);
        path[i] = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool kept_path(char path[PATH_ROOM], const char *name) {
    Text text;

    if (!console_state_folder(path, PATH_ROOM))
        return false;
    text = (Text){path, PATH_ROOM, strlen(path), false};
    text_add(&text, name);
    return !text.full;
}

/* --- the game as PGN ------------------------------------------------------------------------- */

static void add_tag(PgnWriter *w, const char *name, const char *value) {
    pgn_write_tag(w, name, word_of(value));
}

/* PGN's form of a time control: "40/300", "300+3", or "-" where none is kept. */
static void add_control(PgnWriter *w, const Frontend *f) {
    char buffer[64];
    Text text = text_in(buffer, sizeof buffer);

    if (!console_has_clocks(f)) {
        add_tag(w, "TimeControl", "-");
        return;
    }
    if (f->time.moves)
        text_addf(&text, "%d/", f->time.moves);
    text_addf(&text, "%" PRId64, f->time.base_ms / 1000);
    if (f->time.increment_ms)
        text_addf(&text, "+%" PRId64, f->time.increment_ms / 1000);
    add_tag(w, "TimeControl", buffer);
}

static void add_clocks(PgnWriter *w, const Frontend *f) {
    static const char *const names[] = {"AlulaWhiteClock", "AlulaBlackClock"};

    for (Color c = WHITE; c <= BLACK; c++) {
        char buffer[32];
        snprintf(buffer, sizeof buffer, "%" PRId64, f->console.clock_ms[c]);
        add_tag(w, names[c], buffer);
    }
    {
        char buffer[96];
        snprintf(buffer, sizeof buffer, "%" PRId64 " %d %" PRId64 " %" PRId64 " %d",
                 f->time.move_ms, f->time.moves, f->time.base_ms, f->time.increment_ms,
                 (int)f->time.start);
        add_tag(w, "AlulaTime", buffer);
    }
}

bool console_write_pgn(Frontend *f, PgnSink *sink, void *context, bool private_tags) {
    const GameLine *g = &f->line;
    PgnWriter *w = pgn_writer_new(sink, context);
    const time_t now = time(NULL);
    const struct tm *day = localtime(&now);
    char date[32] = "????.??.??";
    const char *ending;
    PgnResult result = console_result(f, &ending);

    if (!w) {
        console_refuse(f, "There is not enough memory for that.");
        return false;
    }
    if (day)
        strftime(date, sizeof date, "%Y.%m.%d", day);
    add_tag(w, "Event", "Console game");
    add_tag(w, "Site", "?");
    add_tag(w, "Date", date);
    add_tag(w, "Round", "-");
    add_tag(w, "White", !f->force && f->ours == WHITE ? "Alula " ALULA_VERSION : "Human");
    add_tag(w, "Black", !f->force && f->ours == BLACK ? "Alula " ALULA_VERSION : "Human");
    add_tag(w, "Result", pgn_result_text(result));
    pgn_write_start(w, &g->position[0], f->chess960);
    add_control(w, f);
    if (private_tags)
        add_clocks(w, f);
    for (size_t i = 0; i < g->length; i++)
        pgn_write_move(w, g->move[i]);
    if (ending)
        pgn_write_comment(w, word_of(ending));
    pgn_write_result(w, result);
    pgn_writer_free(w);
    return true;
}

static void sink_file(void *context, const char *at, size_t length) {
    fwrite(at, 1, length, context); /* errors are asked for when it is closed */
}

static bool write_game(void *frontend, FILE *file) {
    return console_write_pgn(frontend, sink_file, file, false);
}

static bool write_kept(void *frontend, FILE *file) {
    return console_write_pgn(frontend, sink_file, file, true);
}

void console_save(Frontend *f, Word arguments) {
    char path[PATH_ROOM];

    if (!arguments.length) {
        console_refuse(f, "save wants a file, as in: save games.pgn");
        return;
    }
    errno = ENAMETOOLONG;
    if (!console_path(path, arguments) || !file_write(path, true, write_game, f))
        console_refuse_file(f, arguments, "write");
    else
        frontend_say_text(f, "The game is in the file.");
}

/* --- the game that is kept ------------------------------------------------------------------- */

static const char kept_name[] = "game.pgn", previous_name[] = "previous.pgn",
                  older_name[] = "older.pgn";

static bool is_there(const char *path) {
    struct stat info;

    return !stat(path, &info) && S_ISREG(info.st_mode);
}

bool console_has_saved(void) {
    char path[PATH_ROOM];

    return kept_path(path, kept_name) && is_there(path);
}

static bool copy_file(void *from, FILE *to) {
    char buffer[4096];
    size_t n;

    while ((n = fread(buffer, 1, sizeof buffer, (FILE *)from)))
        fwrite(buffer, 1, n, to);
    return !ferror((FILE *)from);
}

/*
 * The game that is kept becomes the previous one, and that joins the older ones, which stand in one
 * file: nobody's unfinished game is lost. False if that fails; all stays as it was then.
 */
static bool make_previous(const char *path, const char *previous) {
    char older[PATH_ROOM];
    FILE *file;
    bool good;

    if (!is_there(path))
        return true;
    if (is_there(previous)) {
        if (!kept_path(older, older_name) || !(file = file_open_plain(previous)))
            return false;
        good = file_write(older, true, copy_file, file);
        fclose(file);
        if (!good)
            return false;
    }
#ifdef _WIN32
    remove(previous);
#endif
    return !rename(path, previous);
}

/* The previous game is the one that is played now, and the kept one takes its place. */
static bool change_places(void) {
    char path[PATH_ROOM], previous[PATH_ROOM], aside[PATH_ROOM];

    if (!kept_path(path, kept_name) || !kept_path(previous, previous_name) ||
        !kept_path(aside, "aside.pgn"))
        return false;
    if (!is_there(path))
        return !rename(previous, path);
    if (rename(previous, aside))
        return false;
    if (rename(path, previous)) {
        rename(aside, previous);
        return false;
    }
    return !rename(aside, path);
}

void console_keep(Frontend *f) {
    char path[PATH_ROOM], previous[PATH_ROOM];
    bool good;

    if (!f->console.autosave || f->console.analyzing)
        return;
    good = kept_path(path, kept_name) && kept_path(previous, previous_name);
    if (good && !f->console.saved && f->line.length)
        good = make_previous(path, previous);
    if (good && (f->over || !f->line.length)) {
        if (f->console.saved)
            remove(path);
    } else if (good) {
        good = file_write(path, false, write_kept, f);
        f->console.saved = true;
    }
    if (!good && !f->console.save_failed) {
        frontend_say_text(f, "(The game cannot be kept for resume: its file cannot be written.)");
        f->console.save_failed = true;
    }
}

void console_autosave(Frontend *f, Word arguments) {
    if (!console_switch_word(f, "autosave", arguments, &f->console.autosave))
        return;
    f->console.save_failed = false;
    if (f->line.length)
        console_keep(f);
}

/* --- games from a file ----------------------------------------------------------------------- */

/* The nth game of a file; NULL if there are not so many. Close the reader in any case. */
static const PgnGame *nth_game(PgnReader *reader, int64_t n) {
    const PgnGame *game;

    while ((game = pgn_next(reader)) && --n)
        ;
    return game;
}

/* Put a game on the board as it stands at its end. NULL, or what is wrong; nothing changes then. */
static const char *take_game(Frontend *f, const PgnGame *game) {
    GameLine line;
    const char *defect;

    if (game->broken)
        return game->defect;
    if ((defect = gameline_init(&line, &game->line.position[0])))
        return defect;
    if ((defect = gameline_copy(&line, &game->line))) {
        gameline_destroy(&line);
        return defect;
    }
    console_settle(f);
    frontend_new_game(f);
    gameline_destroy(&f->line);
    f->line = line;
    frontend_new_position(f);
    f->chess960 = game->chess960;
    f->console.analyzing = false;
    f->console.play_on = false;
    f->console.result = PGN_OPEN_END;
    f->console.ending = NULL;
    return NULL;
}

static void say_players(Frontend *f, const PgnGame *game) {
    char buffer[200];
    Text text = text_in(buffer, sizeof buffer);
    const Word white = pgn_tag(game, "White"), black = pgn_tag(game, "Black");

    text_add_quoted(&text, white, 60);
    text_add(&text, " - ");
    text_add_quoted(&text, black, 60);
    text_addf(&text, ", %s, %d moves. You move for both sides now.", pgn_result_text(game->result),
              (int)(game->line.length + 1) / 2);
    frontend_say_text(f, buffer);
}

static bool is_file(Word name) {
    char path[OPTION_TEXT_SIZE];
    FILE *file = console_path(path, name) ? file_open_plain(path) : NULL;

    return file && !fclose(file);
}

/*
 * Take the number behind a name, which may have blanks; 1 if there is none. False, with the
 * sentence said, where what stands there cannot be meant as anything else and is no such number.
 */
static bool split_number(Frontend *f, const char *command, Word *name, int64_t *n) {
    Word whole = text_rest(*name), last = {whole.at + whole.length, 0}, rest;
    int64_t other;

    *n = 1;
    while (last.length < whole.length && last.at[-1] != ' ' && last.at[-1] != '\t') {
        last.at--;
        last.length++;
    }
    if (last.length == whole.length)
        return true;
    rest = text_rest((Word){whole.at, whole.length - last.length});
    if (word_number(last, 1, INT32_MAX, &other) && (is_file(rest) || !is_file(whole))) {
        *name = rest;
        *n = other;
        return true;
    }
    if (is_file(whole) || (!is_file(rest) && !word_number(last, INT32_MIN, 0, &other)))
        return true; /* all of it is a name */
    console_refuse(f, "%s counts from 1, with a number behind the file, as in: %s FILE 2", command,
                   command);
    return false;
}

void console_load(Frontend *f, Word arguments) {
    const int depth = f->time.depth;
    const PgnOptions options = {.null_moves = false};
    const char *defect;
    const PgnGame *game;
    PgnReader *reader;
    int64_t n;
    FILE *file;

    if (!split_number(f, "load", &arguments, &n))
        return;
    if (!arguments.length) {
        console_refuse(f, "load wants a PGN file, and perhaps a number, as in: load games.pgn 2");
        return;
    }
    if (!(file = console_open(f, arguments, NULL)))
        return;
    reader = pgn_open(pgn_from_file, file, &options);
    if (!reader)
        console_refuse(f, "There is not enough memory for that.");
    else if (!(game = nth_game(reader, n)))
        console_refuse(f, n == 1 ? "There is no game in that file."
                                 : "There are not so many games in that file.");
    else if ((defect = take_game(f, game)))
        console_refuse(f, "That game cannot be read to its end: line %d: %s.",
                       (int)game->defect_line, defect);
    else {
        f->time.depth = depth;
        f->force = true;
        f->console.saved = false; /* the file is about the game before: it is kept as previous */
        console_reset_clocks(f);
        say_players(f, game);
        show_board(f, f->console.flipped);
        console_tell_result(f);
    }
    pgn_close(reader);
    fclose(file);
}

/* The clocks as add_clocks() wrote them; nothing is changed if they are not all there. */
static void take_clocks(Frontend *f, const PgnGame *game) {
    Word line = pgn_tag(game, "AlulaTime");
    int64_t move_ms, moves, base_ms, increment_ms, start, clock[COLOR_COUNT];
    enum { MOST = COMMON_MS_MAX };

    if (!word_number(text_word(&line), -1, MOST, &move_ms) ||
        !word_number(text_word(&line), 0, 1000, &moves) ||
        !word_number(text_word(&line), 0, MOST, &base_ms) ||
        !word_number(text_word(&line), 0, MOST, &increment_ms) ||
        !word_number(text_word(&line), 0, 65536, &start) ||
        !word_number(pgn_tag(game, "AlulaWhiteClock"), -MOST, MOST, &clock[WHITE]) ||
        !word_number(pgn_tag(game, "AlulaBlackClock"), -MOST, MOST, &clock[BLACK]) || !move_ms)
        return;
    f->time.move_ms = move_ms;
    f->time.moves = (int)moves;
    f->time.base_ms = base_ms;
    f->time.increment_ms = increment_ms;
    f->time.start = (size_t)start;
    f->time.own_known = false;
    f->console.clock_ms[WHITE] = clock[WHITE];
    f->console.clock_ms[BLACK] = clock[BLACK];
}

static bool is_ours(Word name) {
    return name.length >= 5 && !memcmp(name.at, "Alula", 5);
}

static void resume_game(Frontend *f, const PgnGame *game, bool previous) {
    const bool white = is_ours(pgn_tag(game, "White")), black = is_ours(pgn_tag(game, "Black"));

    f->force = white == black;
    if (!f->force)
        f->ours = white ? WHITE : BLACK;
    f->console.flipped = !f->force && white;
    take_clocks(f, game);
    /* is the file about this game from here on? */
    f->console.saved = !previous || (f->console.autosave && change_places());
    frontend_say(f, "The game goes on; you play %s. It is move %d.",
                 f->force ? "both sides" : console_side(color_other(f->ours)),
                 gameline_now(&f->line)->fullmove_number);
    console_continue(f);
}

void console_resume(Frontend *f, Word arguments) {
    const bool previous = word_is_any_case(arguments, "previous");
    const PgnOptions options = {.null_moves = false};
    const int depth = f->time.depth;
    PgnReader *reader = NULL;
    const PgnGame *game;
    char path[PATH_ROOM];
    FILE *file = NULL;
    const char *defect;

    if (arguments.length && !previous) {
        console_refuse(f, "resume stands alone, or with previous: resume previous");
        return;
    }
    if ((f->paused || f->console.resting) && !previous) {
        const bool waits = f->console.resting;

        f->console.resting = false;
        frontend_resume(f);
        if (waits)
            console_wait_for_person(f);
        frontend_say_text(f, waits ? "The game goes on: it is your turn." : "I go on.");
        return;
    }
    if (kept_path(path, previous ? previous_name : kept_name))
        file = file_open_plain(path);
    if (file)
        reader = pgn_open(pgn_from_file, file, &options);
    if (!reader || !(game = nth_game(reader, 1)))
        console_refuse(f, previous ? "There is no game before that one."
                                   : "There is no game that was not finished.");
    else if ((defect = take_game(f, game)))
        console_refuse(f, "The game that was kept cannot be read: %s.", defect);
    else {
        f->time.depth = depth;
        console_reset_clocks(f);
        resume_game(f, game, previous);
    }
    pgn_close(reader);
    if (file)
        fclose(file);
}

/* --- positions from a file ------------------------------------------------------------------- */

/* The position in a line: behind a tag FEN, or the line itself. False if there is none. */
static bool find_position(Position *out, bool *chess960, Word line) {
    static const char tag[] = "[FEN \"";
    Word fen = text_rest(line);

    if (fen.length > sizeof tag && !memcmp(fen.at, tag, sizeof tag - 1)) {
        const char *end = memchr(fen.at + sizeof tag - 1, '"', fen.length - sizeof tag + 1);
        if (!end)
            return false;
        fen = (Word){fen.at + sizeof tag - 1, (size_t)(end - fen.at) - sizeof tag + 1};
    }
    *chess960 = false;
    if (!fen_parse_prefix(out, &(Word){fen.at, fen.length}, false))
        return true;
    *chess960 = true;
    return !fen_parse_prefix(out, &fen, true);
}

/* Somebody asked for a position behind the last one. */
static void refuse_few(Frontend *f, int64_t count) {
    if (count > 1)
        console_refuse(f, "There are only %d positions in that file.", (int)count);
    else
        console_refuse(f, "There is %s position in that file.", count ? "only one" : "no");
}

void console_readfen(Frontend *f, Word arguments) {
    Position p, found = {0};
    bool chess960, found_960 = false;
    int64_t count = 0, n;
    char line[4096];
    FILE *file;

    if (!split_number(f, "readfen", &arguments, &n))
        return;
    if (!arguments.length) {
        console_refuse(f, "readfen wants a file, and perhaps a number, as in: readfen suite.epd 3");
        return;
    }
    if (!(file = console_open(f, arguments, NULL)))
        return;
    while (fgets(line, sizeof line, file))
        if (find_position(&p, &chess960, word_of(line)) && ++count == n) {
            found = p;
            found_960 = chess960;
        }
    fclose(file);
    if (count < n) {
        refuse_few(f, count);
        return;
    }
    frontend_say(f, "Position %d of %d.", (int)n, (int)count);
    console_set_up(f, &found, found_960);
}

/* Nobody reads more of them at once. */
enum { MOST_LISTED = 50 };

void console_positions(Frontend *f, Word arguments) {
    int64_t from, count = 0;
    char line[4096];
    FILE *file;

    if (!split_number(f, "positions", &arguments, &from))
        return;
    if (!arguments.length) {
        console_refuse(f, "positions wants a file, and perhaps a number to begin with, as in: "
                          "positions suite.epd 51");
        return;
    }
    if (!(file = console_open(f, arguments, NULL)))
        return;
    while (fgets(line, sizeof line, file)) {
        char shown[FEN_SIZE + 16];
        Text text = text_in(shown, sizeof shown);
        bool chess960;
        Position p;

        if (!find_position(&p, &chess960, word_of(line)) || ++count < from ||
            count - from >= MOST_LISTED)
            continue;
        text_addf(&text, "%4d  ", (int)count);
        fen_write(&text, &p);
        frontend_say_whole(f, shown);
    }
    fclose(file);
    if (count < from)
        refuse_few(f, count);
    else
        frontend_say(f, "%d position%s; readfen plays from one of them", (int)count,
                     count == 1 ? "" : "s");
}

static bool write_position(void *frontend, FILE *file) {
    Frontend *f = frontend;
    char fen[FEN_SIZE];
    Text text = text_in(fen, sizeof fen);

    fen_write(&text, gameline_now(&f->line));
    return fprintf(file, "%s\n", fen) > 0;
}

void console_savepos(Frontend *f, Word arguments) {
    char path[PATH_ROOM];

    if (!arguments.length) {
        console_refuse(f, "savepos wants a file, as in: savepos positions.fen");
        return;
    }
    errno = ENAMETOOLONG;
    if (!console_path(path, arguments) || !file_write(path, true, write_position, f))
        console_refuse_file(f, arguments, "write");
    else
        frontend_say_text(f, "The position is in the file.");
}

/* --- commands from a file -------------------------------------------------------------------- */

static void read_commands(Frontend *f, Word name) {
    FILE *file;
    char *text;
    size_t length;

    if (f->reading) {
        console_refuse(f, "A file of commands cannot have another one read.");
        return;
    }
    if (!(file = console_open(f, name, NULL)))
        return;
    text = malloc(MOST_SOURCE + 1);
    length = text ? fread(text, 1, MOST_SOURCE + 1, file) : 0;
    fclose(file);
    if (length > MOST_SOURCE)
        console_refuse(f, "That file is too large for one of commands.");
    else if (!text || !frontend_read(f, (Word){text, length}))
        console_refuse(f, "There is not enough memory for that.");
    free(text);
}

void console_source(Frontend *f, Word arguments) {
    if (!arguments.length)
        console_refuse(f, "source wants a file of commands, as in: source commands.txt");
    else
        read_commands(f, arguments);
}

void console_ini(Frontend *f, Word arguments) {
    if (arguments.length && !console_path(f->console.ini, arguments))
        console_refuse(f, "That name is too long.");
    else if (!f->console.ini[0])
        console_refuse(f, "ini wants a file of commands the first time, as in: ini alula.ini");
    else
        read_commands(f, word_of(f->console.ini));
}

void console_read_ini(Frontend *f, const char *path) {
    char line[PATH_ROOM + 8];
    const int n = snprintf(line, sizeof line, "ini \"%s\"", path);

    const bool whole = n > 0 && n < (int)sizeof line;

    if (n > 0)
        mailbox_send_line(f->box, line, whole ? (size_t)n : sizeof line - 1, !whole);
}
