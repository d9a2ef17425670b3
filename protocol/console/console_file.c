/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "autosave.h"
#include "base/file.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "console.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "play.h"
#include "protocol/input.h"

enum { SOURCE_SIZE = 1 << 18 }; /* maximum size of a command file, in bytes */

/* --- games from a file ----------------------------------------------------------------------- */

/* Returns the nth game of a file; NULL if there are fewer. Always close the reader afterwards. */
static const PgnGame *nth_game(PgnReader *reader, int64_t n) {
    const PgnGame *game;

    while ((game = pgn_next(reader)) && --n)
        ;
    return game;
}

/*
 * Continues a game from its last position; with `part`, a broken game from its last readable one.
 * Returns NULL, or an error message with nothing changed.
 */
static const char *take_game(Frontend *f, const PgnGame *game, bool part) {
    ConsoleState *c = console_state(f);
    GameLine line = {NULL, NULL, 0, 0};
    const char *error;

    if (game->broken && !(part && game->line.length))
        return game->error;
    if ((error = gameline_copy(&line, &game->line))) {
        gameline_destroy(&line);
        return error;
    }
    console_leave_analysis(f);
    frontend_new_game(f);
    gameline_destroy(&f->game.line);
    f->game.line = line;
    frontend_new_position(f);
    f->game.chess960 = game->chess960;
    console_reopen(f);
    c->play_on = false;
    c->lefts = 0;
    c->level[0] = '\0';
    return NULL;
}

static void say_players(Frontend *f, const PgnGame *game, int64_t n, const char *name) {
    const int moves = (int)(game->line.length + 1) / 2;

    frontend_say(f, "Game %d of %s: %s - %s, %s, %d move%s. You move for both sides now.", (int)n,
                 name, QUOTED_OF(pgn_tag(game, "White"), 60), QUOTED_OF(pgn_tag(game, "Black"), 60),
                 pgn_result_text(game->result), moves, moves == 1 ? "" : "s");
}

/* Returns true if a game has notes or variations, which the console does not keep. */
static bool has_notes(const PgnGame *game) {
    bool found = false;

    for (size_t i = 0; i < game->items; i++) {
        const PgnItem *item = &game->item[i];
        const bool of_program =
            item->kind == PGN_COMMENT && item->text.length > 1 && !memcmp(item->text.at, "[%", 2);
        const bool is_end = item->kind == PGN_COMMENT && i + 1 == game->items;

        found |= item->kind != PGN_MOVE && !of_program && !is_end;
    }
    return found;
}

static bool is_file(Word name) {
    char path[OPTION_TEXT_SIZE];
    FILE *file = console_path(path, name) ? file_open_plain(path) : NULL;

    return file && !fclose(file);
}

/*
 * Splits "FILE N"; N defaults to 1. A file name may contain blanks and end in a number, so the
 * split depends on which file exists. Refuses an invalid number and returns false.
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
        return true; /* the whole text is a file name */
    console_refuse(f, "%s takes a number from 1 after the file, as in: %s FILE 2", command,
                   command);
    return false;
}

/* Opens the file of "FILE N", and strips N; on failure refuses the command and returns NULL. */
static FILE *open_numbered(Frontend *f, const char *command, Word *arguments, const char *sentence,
                           int64_t *n) {
    if (!split_number(f, command, arguments, n) || !console_needs(f, *arguments, sentence))
        return NULL;
    return console_open(f, *arguments, NULL);
}

/* Refuses a number that is larger than the count in the file. */
static void refuse_few(Frontend *f, int64_t n, const char *what, Word file) {
    if (n == 1)
        console_refuse(f, "There is no %s in %s.", what, NAME_OF(file));
    else
        console_refuse(f, "There are fewer %ss in %s.", what, NAME_OF(file));
}

bool console_load_game(Frontend *f, FILE *file, int64_t n, int64_t shown, const char *name) {
    const int depth = f->game.time.depth;
    const PgnOptions options = {.comments = true, .variations = true};
    PgnReader *reader = pgn_open(pgn_from_file, file, &options);
    const PgnGame *game = reader ? nth_game(reader, n) : NULL;
    const bool found = game || !reader;
    const char *error;

    if (!reader)
        console_refuse_memory(f);
    else if (game && (error = take_game(f, game, true)))
        console_refuse(f, "That game cannot be read to its end: line %d: %s.",
                       (int)game->error_line, error);
    else if (game) {
        f->game.time.depth = depth;
        f->game.force = f->game.unrated = true;
        console_take_tags(f, game);
        /* we did not make the loaded moves */
        snprintf(console_state(f)->level, sizeof console_state(f)->level, "%s",
                 console_mixed_level);
        if (game->error)
            frontend_say(f, "Line %d: %s%s.", (int)game->error_line, game->error,
                         game->broken ? "; the game has the moves before it" : "");
        if (!game->broken)
            console_state(f)->result = game->result; /* valid until a move is made */
        console_state(f)->failed |= game->broken;
        autosave_let_go(f);
        console_reset_clocks(f);
        say_players(f, game, shown, name);
        if (has_notes(game))
            frontend_say_text(f, "Its notes and variations were not loaded, only moves and tags. "
                                 "(annotate copies all)");
        console_show_board(f);
        console_tell_result(f);
    }
    pgn_close(reader);
    return found;
}

void console_load(Frontend *f, Word arguments) {
    int64_t n;
    FILE *file;

    if (!(file = open_numbered(
              f, "load", &arguments,
              "load needs a PGN file and an optional number, as in: load games.pgn 2", &n)))
        return;
    if (!console_load_game(f, file, n, n, NAME_OF(arguments)))
        refuse_few(f, n, "game", arguments);
    fclose(file);
}

/* Resumes a game from its locked file `saved`. */
static void resume_game(Frontend *f, const PgnGame *game, SavedGame *saved) {
    ConsoleState *c = console_state(f);
    const bool white = console_is_alula(pgn_tag(game, "White"));
    const bool black = console_is_alula(pgn_tag(game, "Black"));

    f->game.force = white == black;
    if (!white && !black)
        console_take_tags(f, game);
    if (!f->game.force)
        f->game.ours = white ? WHITE : BLACK;
    c->look.flipped = !f->game.force && white;
    console_read_clocks(f, game);
    console_read_level(f, game);
    if (!f->game.force && (f->game.line.length > 1 || *c->level)) {
        f->game.played = 1U << f->game.ours;
        f->game.unrated = !options_adapts(&f->options);
    }
    if (!c->saved || c->game.number != saved->number) {
        autosave_let_go(f);
        c->kept = pgn_tag(game, autosave_again_tag).length > 0;
        autosave_game(f); /* this game becomes the latest */
        savedgames_release(saved, c->saved && !c->save_failed);
    }
    c->played = true;
    frontend_say(f, "The game goes on; you play %s. It is move %d.",
                 f->game.force ? "both sides" : color_name(color_other(f->game.ours)),
                 frontend_now(f)->fullmove_number);
    if (!f->game.force)
        console_say_level(f);
    console_continue(f);
}

void console_resume(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    const PgnOptions options = {.comments = true};
    const int depth = f->game.time.depth;
    char path[OPTION_TEXT_SIZE];
    PgnReader *reader = NULL;
    const PgnGame *game;
    SavedGame saved;
    FILE *file;
    bool own;
    const char *error;
    int64_t n = 1;

    if (word_is_any_case(arguments, "previous"))
        n = 2;
    else if (arguments.length && !word_number(arguments, 1, 1000, &n)) {
        console_refuse(f, "resume takes only previous or a number, as in: resume 3");
        return;
    }
    if ((f->search.paused || c->paused) && !arguments.length) {
        const bool waits = c->paused;

        c->paused = false;
        frontend_resume(f);
        if (waits)
            console_wait_for_person(f);
        frontend_say_text(f, waits ? "The game goes on: it is your turn." : "I go on.");
        return;
    }
    own = c->saved && n == 1; /* the current game is the latest */
    if (own) {
        console_leave_analysis(f); /* adds its moves to the saved game */
        saved = c->game;
    } else if (!savedgames_take(&saved, (int)n - 1 - c->saved)) {
        console_refuse(f, n == 1 ? "There is no unfinished game."
                                 : "There are fewer unfinished games.");
        return;
    }
    if ((file = savedgames_path(path, &saved) ? file_open_plain(path) : NULL))
        reader = pgn_open(pgn_from_file, file, &options);
    game = reader ? nth_game(reader, 1) : NULL;
    if (file)
        fclose(file); /* the file may be renamed now */
    error = game ? take_game(f, game, false) : "it is empty, or cannot be opened";
    if (!error) {
        f->game.time.depth = depth;
        console_reset_clocks(f);
        resume_game(f, game, &saved);
    } else {
        console_refuse(f, "The saved game cannot be read: %s.", error);
        if (!own)
            savedgames_release(&saved, false);
    }
    pgn_close(reader);
}

/* --- positions from a file ------------------------------------------------------------------- */

/* Reads the position of a FEN tag, or of a line of FEN or EPD. Returns false for other lines. */
static bool find_position(Position *out, bool *chess960, Word line) {
    Word fen = text_rest(line);

    if (text_skip(&fen, "[FEN \"")) {
        if (!memchr(fen.at, '"', fen.length))
            return false;
        fen = text_until(&fen, '"');
    }
    *chess960 = false;
    if (!fen_parse_prefix(out, &(Word){fen.at, fen.length}, false))
        return true;
    *chess960 = true;
    return !fen_parse_prefix(out, &fen, true);
}

void console_readfen(Frontend *f, Word arguments) {
    Position p, found = {0};
    bool chess960, found_960 = false;
    int64_t count = 0, n;
    char line[4096];
    FILE *file;

    if (!(file = open_numbered(
              f, "readfen", &arguments,
              "readfen needs a file and an optional number, as in: readfen suite.epd 3", &n)))
        return;
    while (fgets(line, sizeof line, file))
        if (find_position(&p, &chess960, word_of(line)) && ++count == n) {
            found = p;
            found_960 = chess960;
        }
    fclose(file);
    if (count < n) {
        refuse_few(f, n, "position", arguments);
        return;
    }
    frontend_say(f, "Position %d of %d in %s.", (int)n, (int)count, NAME_OF(arguments));
    console_set_up(f, &found, found_960);
}

/* maximum number of listed positions */
enum { MAX_LISTED = 50 };

void console_positions(Frontend *f, Word arguments) {
    int64_t from, count = 0;
    char line[4096];
    FILE *file;

    if (!(file = open_numbered(f, "positions", &arguments,
                               "positions needs a file and an optional first number, as in: "
                               "positions suite.epd 51",
                               &from)))
        return;
    while (fgets(line, sizeof line, file)) {
        Text text = TEXT_OF(FEN_SIZE + 16);
        bool chess960;
        Position p;

        if (!find_position(&p, &chess960, word_of(line)) || ++count < from ||
            count - from >= MAX_LISTED)
            continue;
        text_addf(&text, "%4d  ", (int)count);
        fen_write(&text, &p);
        frontend_say_whole(f, text.at);
    }
    fclose(file);
    if (count < from)
        refuse_few(f, from, "position", arguments);
    else
        frontend_say(f, "%d position%s; type \"readfen FILE N\" to play from one of them.",
                     (int)count, count == 1 ? "" : "s");
}

/* Returns true if the first line that is not a comment is a position. */
static bool is_list(Word text) {
    Word line = {NULL, 0};
    bool chess960;
    Position p;

    while (text.length && (!line.length || *line.at == '#'))
        line = text_rest(text_until(&text, '\n'));
    return !line.length || *line.at == '#' ||
           (*line.at != '[' && find_position(&p, &chess960, line));
}

static bool write_position(void *frontend, FILE *file) {
    return fprintf(file, "%s\n", FEN_OF(frontend_now(frontend))) > 0;
}

void console_savepos(Frontend *f, Word arguments) {
    if (!console_needs(f, arguments, "savepos needs a file, as in: savepos positions.fen"))
        return;
    if (console_write(f, arguments, is_list, "file of FEN lines", true, write_position))
        frontend_say(f, "The position was saved to %s.", NAME_OF(arguments));
}

/* --- commands from a file -------------------------------------------------------------------- */

/* Returns true for a text file, in which comments may contain any bytes; refuses other files. */
static bool is_text(Frontend *f, Word text, Word name) {
    Text why = TEXT_OF(100);

    for (int n = 1; text.length; n++) {
        Word line = text_until(&text, '\n');

        if (line.length && *line.at != '#' && !epd_trim(&line, &why)) {
            console_refuse(f, "%s, line %d: %s.", NAME_OF(name), n, why.at);
            return false;
        }
    }
    return true;
}

static void read_commands(Frontend *f, Word name) {
    FILE *file;
    char *text;
    size_t length;

    if (f->queue.reading) {
        console_refuse(f, "A command file cannot run another one.");
        return;
    }
    if (!(file = console_open(f, name, NULL)))
        return;
    text = malloc(SOURCE_SIZE + 1);
    length = text ? fread(text, 1, SOURCE_SIZE + 1, file) : 0;
    fclose(file);
    if (length > SOURCE_SIZE)
        console_refuse(f, "That file is too large for a command file.");
    else if (!text ||
             (is_text(f, (Word){text, length}, name) && !input_read(f, (Word){text, length})))
        console_refuse_memory(f);
    free(text);
}

void console_source(Frontend *f, Word arguments) {
    if (console_needs(f, arguments, "source needs a command file, as in: source commands.txt"))
        read_commands(f, arguments);
}

void console_ini(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);

    if (arguments.length && !console_path(c->ini, arguments))
        console_refuse(f, "That name is too long.");
    else if (!c->ini[0])
        console_refuse(f, "ini needs a command file the first time, as in: ini alula.ini");
    else
        read_commands(f, word_of(c->ini));
}

void console_read_ini(Frontend *f, const char *path) {
    char line[OPTION_TEXT_SIZE + 8];
    const int n = snprintf(line, sizeof line, "ini \"%s\"", path);

    const bool whole = n > 0 && n < (int)sizeof line;

    if (n > 0)
        mailbox_send_line(f->box, line, whole ? (size_t)n : sizeof line - 1, !whole);
}

/* --- the log ---------------------------------------------------------------------------------- */

static bool is_log(Word text) {
    return !strncmp(text.at, "> ", 2) || strstr(text.at, "\n> ");
}

void console_log(Frontend *f, Word arguments) {
    char path[OPTION_TEXT_SIZE];
    FILE *file = NULL;

    if (!console_needs(f, arguments, "log needs a file, or off, as in: log today.txt"))
        return;
    if (word_is_any_case(arguments, "off")) {
        frontend_say_text(f, f->out.log ? "The log has ended." : "There is no log.");
        output_set_log(&f->out, NULL);
        return;
    }
    if (!console_is_kind(f, arguments, is_log, "log of Alula"))
        return;
    errno = ENAMETOOLONG;
    if (console_path(path, arguments)) {
        if (!file_is_replaceable(path))
            errno = EINVAL; /* opening a pipe would block */
        else
            file = fopen(path, "ab");
    }
    if (!file)
        console_refuse_file(f, arguments, "write");
    else
        output_set_log(&f->out, file);
}
