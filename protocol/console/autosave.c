/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "autosave.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "base/version.h"
#include "chess/opening.h"
#include "console_state.h"
#include "handlers.h"
#include "lessons.h"
#include "path.h"
#include "protocol/options_apply.h"
#include "protocol/statefile.h"
#include "report/clocks.h"
#include "report/notes.h"

/* --- the game as PGN ------------------------------------------------------------------------- */

static void add_tag(PgnWriter *w, const char *name, const char *value) {
    pgn_write_tag(w, name, word_of(value));
}

enum { TAG_DATE = 2, TAG_WHITE = 4, TAG_BLACK = 5 };
static const char *const tag_names[CONSOLE_TAGS] = {"Event", "Site",  "Date",
                                                    "Round", "White", "Black"};

/* Returns true for a tag that later moves do not invalidate, and that is not written elsewhere. */
static bool is_lasting(Word name) {
    return !console_is_alula(name) && /* reserved for `resume` */
           !word_is_among(name, "Result,FEN,SetUp,Variant,PlyCount,Termination,"
                                "Event,Site,Date,Round,White,Black");
}

/* Removes Alula and later names from a list of annotators, as Alula's evaluations are not kept. */
static Word without_judge(Word names, Word judge) {
    if (judge.length && judge.at >= names.at && judge.at < names.at + names.length) {
        names.length = (size_t)(judge.at - names.at);
        while (names.length && strchr("; ", names.at[names.length - 1]))
            names.length--;
    }
    return names;
}

static void take_other_tags(ConsoleState *c, const PgnGame *game) {
    const Word judge = notes_judge(game);

    c->others_length = 0;
    for (size_t i = 0; i < game->tags; i++) {
        const Word value = game->tag[i].value, kept = without_judge(value, judge),
                   words[] = {game->tag[i].name, kept};

        if (!is_lasting(words[0]) || kept.length < (value.length > 0) ||
            memchr(words[0].at, '\0', words[0].length) ||
            memchr(words[1].at, '\0', words[1].length) ||
            words[0].length + words[1].length + 2 > sizeof c->others - c->others_length)
            continue;
        for (int k = 0; k < 2; k++) {
            Text text = text_in(c->others + c->others_length, words[k].length + 1);

            text_add_word(&text, words[k]);
            c->others_length += text.length + 1;
        }
    }
}

static void add_other_tags(PgnWriter *w, const ConsoleState *c) {
    const char *at = c->others, *end = at + c->others_length;

    while (at < end) {
        const char *value = at + strlen(at) + 1;

        add_tag(w, at, value);
        at = value + strlen(value) + 1;
    }
}

void console_take_tags(Frontend *f, const PgnGame *game) {
    ConsoleState *c = console_state(f);

    for (int i = 0; i < CONSOLE_TAGS; i++) {
        const Word value = pgn_tag(game, tag_names[i]);
        Text text = text_in(c->tag[i], sizeof c->tag[i]);

        text_add_word(&text, value.at ? value : word_of(i == TAG_DATE ? "????.??.??" : "?"));
    }
    take_other_tags(c, game);
    c->tagged = true;
}

bool console_is_alula(Word name) {
    return text_skip(&name, "Alula");
}

/* Returns true if the loaded tags apply; in a copy for `resume`, no player may be Alula. */
static bool has_tags(const Frontend *f, bool private_tags) {
    const ConsoleState *c = console_state(f);
    const bool alula = console_is_alula(word_of(c->tag[TAG_WHITE])) ||
                       console_is_alula(word_of(c->tag[TAG_BLACK]));

    return c->tagged && f->game.force && !(private_tags && alula);
}

/* Adds the tag TimeControl: "40/300", "300+3", or "-" without clocks. */
static void add_control(PgnWriter *w, const Frontend *f) {
    Text text = TEXT_OF(64);

    if (!console_has_clocks(f)) {
        add_tag(w, "TimeControl", "-");
        return;
    }
    if (f->game.time.moves)
        text_addf(&text, "%d/", f->game.time.moves);
    console_add_seconds(&text, f->game.time.base_ms);
    if (f->game.time.increment_ms) {
        text_add_char(&text, '+');
        console_add_seconds(&text, f->game.time.increment_ms);
    }
    add_tag(w, "TimeControl", text.at);
}

/* --- the level -------------------------------------------------------------------------------- */

const char console_mixed_level[] = "Mixed";
static const char full_level[] = "Full";

int console_played_rating(const Frontend *f) {
    const char *level = console_state(f)->level;
    int64_t rating;

    if (word_number(word_of(level), LEVEL_MIN, LEVEL_MAX, &rating))
        return (int)rating;
    return word_is(word_of(level), full_level) ? 0 : -1;
}

/* Returns the current rating, 0 for full strength; at level Auto, the one before the result. */
static int rating_now(const Frontend *f) {
    return options_adapts(&f->options) && f->game.rated ? f->game.before.rating
                                                        : options_rating(&f->options);
}

/* Writes the level of our moves, or the current level if we made none: "1400", "Full", "Mixed". */
static void write_level(char level[16], const Frontend *f) {
    const ConsoleState *c = console_state(f);

    if (*c->level)
        snprintf(level, 16, "%s", c->level);
    else
        snprintf(level, 16, rating_now(f) ? "%d" : full_level, rating_now(f));
}

void console_note_level(Frontend *f) {
    ConsoleState *c = console_state(f);
    char before[16], now[16];

    snprintf(before, sizeof before, "%s", c->level);
    c->level[0] = '\0';
    write_level(now, f);
    snprintf(c->level, sizeof c->level, "%s", now);
    if ((*before && strcmp(before, now)) || (f->game.played & (f->game.played - 1)))
        snprintf(c->level, sizeof c->level, "%s", console_mixed_level);
}

/* Returns true if the loaded game has this additional tag. */
static bool has_other_tag(const ConsoleState *c, const char *name) {
    const char *at = c->others, *end = at + c->others_length;

    while (at < end && strcmp(at, name) != 0) {
        at += strlen(at) + 1;
        at += strlen(at) + 1;
    }
    return at < end;
}

/* Adds the tags of a finished game. `tagged`: the loaded game has tags that take precedence. */
static void add_finished_tags(PgnWriter *w, const Frontend *f, bool tagged) {
    const ConsoleState *c = console_state(f);
    const OpeningName opening = opening_name(&f->game.line);
    char level[16];

    write_level(level, f);
    if (opening.eco.length &&
        !(tagged && (has_other_tag(c, "ECO") || has_other_tag(c, "Opening")))) {
        pgn_write_tag(w, "ECO", opening.eco);
        pgn_write_tag(w, "Opening", opening.name);
    }
    add_tag(w, "Termination", "normal");
    if (!f->game.force)
        add_tag(w, "AlulaLevel", level);
    if (c->kept)
        add_tag(w, autosave_again_tag, "yes");
}

/* --- tags for `resume` ------------------------------------------------------------------------ */

/* The tag with the level of our moves so far, see write_level(). */
static const char played_at[] = "AlulaPlayedAt";

/* The tag with the seed of a level's errors; confess.c needs it to repeat the level's choices. */
static const char seed_tag[] = "AlulaSeed";

const char autosave_again_tag[] = "AlulaAgain";

/* Adds the private tags for `resume`. */
static void add_private_tags(PgnWriter *w, const Frontend *f) {
    static const char *const names[] = {"AlulaWhiteClock", "AlulaBlackClock"};
    char buffer[96];

    for (Color c = WHITE; c <= BLACK; c++) {
        snprintf(buffer, sizeof buffer, "%" PRId64, console_state(f)->clock_ms[c]);
        add_tag(w, names[c], buffer);
    }
    snprintf(buffer, sizeof buffer, "%" PRId64 " %d %" PRId64 " %" PRId64 " %d",
             f->game.time.move_ms, f->game.time.moves, f->game.time.base_ms,
             f->game.time.increment_ms, (int)f->game.time.start);
    add_tag(w, "AlulaTime", buffer);
    snprintf(buffer, sizeof buffer, "%d", options_rating(&f->options));
    add_tag(w, "AlulaLevel", options_adapts(&f->options) ? "Auto" : buffer);
    if (*console_state(f)->level)
        add_tag(w, played_at, console_state(f)->level);
    snprintf(buffer, sizeof buffer, "%" PRIu64, f->game.level_seed);
    add_tag(w, seed_tag, buffer);
    if (console_state(f)->kept)
        add_tag(w, autosave_again_tag, "yes");
}

void console_read_level(Frontend *f, const PgnGame *game) {
    const Word now = pgn_tag(game, "AlulaLevel"),
               before = pgn_tag(game, "AlulaElo"); /* of version 1.0 */
    const Word played = pgn_tag(game, played_at);
    Text level = text_in(console_state(f)->level, sizeof console_state(f)->level);
    int64_t elo, seed;
    OptionId id;

    if (word_number(pgn_tag(game, seed_tag), 1, INT64_MAX, &seed))
        f->game.level_seed = (uint64_t)seed;
    if (played.length)
        text_add_word(&level, played);
    if (word_is(now, level_names[LEVEL_AUTO])) {
        options_apply(f, word_of(option_table[OPTION_LEVEL].name), now, &id);
        return;
    }
    if (!word_number(now.at ? now : before, 0, LEVEL_MAX, &elo) || (elo && elo < LEVEL_MIN))
        return;
    options_limit_strength(&f->options, (int)elo);
    if (elo && !now.at)
        options_say_dated(f, (int)elo);
}

/* Adds the clock after a move, as [%clk]. */
static void add_clock(PgnWriter *w, int64_t ms) {
    const int64_t seconds = ms / 1000;
    char buffer[48];

    snprintf(buffer, sizeof buffer, "[%%clk %" PRId64 ":%02d:%02d]", seconds / 3600,
             (int)(seconds / 60 % 60), (int)(seconds % 60));
    pgn_write_comment(w, word_of(buffer));
}

static void read_clocks_of_moves(Frontend *f, const PgnGame *game) {
    size_t ply = 0;

    for (size_t i = 0; i < game->items; i++) {
        int64_t used, left = -1;

        ply += game->item[i].kind == PGN_MOVE;
        if (game->item[i].kind != PGN_COMMENT || !ply)
            continue;
        clocks_read_comment(game->item[i].text, &used, &left);
        if (left >= 0)
            console_note_clock(f, ply - 1, left);
    }
}

void console_read_clocks(Frontend *f, const PgnGame *game) {
    Word line = pgn_tag(game, "AlulaTime");
    int64_t move_ms, moves, base_ms, increment_ms, start, clock[COLOR_COUNT];
    enum { MAX = TIMECONTROL_MS_MAX };

    if (!word_number(text_word(&line), -1, MAX, &move_ms) ||
        !word_number(text_word(&line), 0, 1000, &moves) ||
        !word_number(text_word(&line), 0, MAX, &base_ms) ||
        !word_number(text_word(&line), 0, MAX, &increment_ms) ||
        !word_number(text_word(&line), 0, 65536, &start) ||
        !word_number(pgn_tag(game, "AlulaWhiteClock"), -MAX, MAX, &clock[WHITE]) ||
        !word_number(pgn_tag(game, "AlulaBlackClock"), -MAX, MAX, &clock[BLACK]) || !move_ms)
        return;
    f->game.time.move_ms = move_ms;
    f->game.time.moves = (int)moves;
    f->game.time.base_ms = base_ms;
    f->game.time.increment_ms = increment_ms;
    f->game.time.start = (size_t)start;
    f->game.time.own_known = false;
    console_state(f)->clock_ms[WHITE] = clock[WHITE];
    console_state(f)->clock_ms[BLACK] = clock[BLACK];
    read_clocks_of_moves(f, game);
}

bool console_write_pgn(Frontend *f, PgnSink *sink, void *context, SavedTags tags) {
    const ConsoleState *c = console_state(f);
    const bool tagged = has_tags(f, tags == SAVED_TO_RESUME);
    const int rating = *c->level ? console_played_rating(f) : rating_now(f);
    const GameLine *g = &f->game.line;
    PgnWriter *w = pgn_writer_new(sink, context);
    char ours[64] = "Alula " ALULA_VERSION;
    const bool idle = tags == SAVED_FINISHED && !f->game.played;
    const bool both = tags == SAVED_FINISHED && f->game.played == (1U << WHITE | 1U << BLACK);
    const char *white = both || (!idle && !f->game.force && f->game.ours == WHITE) ? ours : "Human";
    const char *black = both || (!idle && !f->game.force && f->game.ours == BLACK) ? ours : "Human";
    const char *const value[CONSOLE_TAGS] = {
        "Console game", "?", DAY_OF(lessons_today(), '.'), "-", white, black};
    const char *ending;
    PgnResult result = console_result(f, &ending);

    if (!w) {
        console_refuse_memory(f);
        return false;
    }
    if (rating > 0)
        snprintf(ours, sizeof ours, "Alula " ALULA_VERSION " (level %d)", rating);
    for (int i = 0; i < CONSOLE_TAGS; i++)
        add_tag(w, tag_names[i], tagged ? c->tag[i] : value[i]);
    add_tag(w, "Result", pgn_result_text(result));
    pgn_write_start(w, &g->position[0], f->game.chess960);
    if (tagged)
        add_other_tags(w, c);
    else
        add_control(w, f);
    if (tags == SAVED_TO_RESUME)
        add_private_tags(w, f);
    else if (tags == SAVED_FINISHED)
        add_finished_tags(w, f, tagged);
    for (size_t i = 0; i < g->length; i++) {
        pgn_write_move(w, g->move[i]);
        if (i < c->lefts && c->left_ms[i] >= 0)
            add_clock(w, c->left_ms[i]);
        for (size_t k = 0; k < c->confessions; k++)
            if (c->confession[k].ply == i)
                pgn_write_comment(w, word_of(c->confession[k].words));
    }
    if (ending)
        pgn_write_comment(w, word_of(ending));
    pgn_write_result(w, result);
    pgn_writer_free(w);
    return true;
}

static bool write_whole(Frontend *f, FILE *file, SavedTags tags) {
    const size_t ply = console_whole_game(f);
    const bool good = console_write_pgn(f, pgn_to_file, file, tags);

    console_back_to(f, ply);
    return good;
}

static bool write_game(void *frontend, FILE *file) {
    return write_whole(frontend, file, SAVED_PLAIN);
}

static bool write_saved(void *frontend, FILE *file) {
    return write_whole(frontend, file, SAVED_TO_RESUME);
}

static bool write_finished(void *frontend, FILE *file) {
    return write_whole(frontend, file, SAVED_FINISHED);
}

bool console_is_pgn(Word text) {
    PgnReader *reader = pgn_open(pgn_from_word, &text, &(PgnOptions){.null_moves = true});
    const PgnGame *game = reader ? pgn_next(reader) : NULL;
    const bool good = !game || game->tags || game->line.length || !game->broken;

    pgn_close(reader);
    return good;
}

void console_save(Frontend *f, Word arguments) {
    if (!console_needs(f, arguments, "save needs a file, as in: save games.pgn"))
        return;
    if (!console_write(f, arguments, console_is_pgn, "PGN file", true, write_game))
        return;
    frontend_say(f, "The game was saved to %s.", NAME_OF(arguments));
    console_state(f)->saved_by_hand = true;
}

/* --- the copy on disk ------------------------------------------------------------------------ */

/* Returns why a file in the console's own folder cannot be written. */
static const char *why_not(const char *path) {
    return *path ? console_why_not() : "the environment names no home folder";
}

/*
 * Adds a finished game to games.pgn, unless the file has it with this result. On failure, says so
 * and returns false. `copied`: the game has been saved in its own file.
 */
static bool keep_finished(Frontend *f, bool copied) {
    ConsoleState *c = console_state(f);
    const PgnResult result = c->ahead ? c->later.result : c->result;
    const size_t plies = f->game.line.length + c->ahead; /* line.move also has the moves ahead */
    const uint32_t sum =
        checksum_fnv((uint32_t)result, f->game.line.move, plies * sizeof *f->game.line.move) | 1;
    char games[OPTION_TEXT_SIZE];
    bool foreign, good;

    if (sum == c->kept)
        return true;
    good = statefile_path(games, "games.pgn");
    foreign = good && !console_may_be(games, console_is_pgn);
    if (!good || foreign || !file_write(games, true, write_finished, f)) {
        frontend_say(f, "(The game cannot be added to %s: %s%s.)",
                     NAME_OF(word_of(*games ? games : "games.pgn")),
                     foreign ? "it is not a PGN file, and was not changed" : why_not(games),
                     copied ? "" : "; type \"save FILE\" to save it elsewhere");
        return false;
    }
    frontend_say(f, "(The game was saved to %s.)", NAME_OF(word_of(games)));
    c->kept = sum;
    return true;
}

void autosave_game(Frontend *f) {
    ConsoleState *c = console_state(f);
    const bool over = c->ahead ? c->later.over : f->game.over;
    const bool any = f->game.line.length + c->ahead && (c->played || !over);
    char path[OPTION_TEXT_SIZE];
    bool copied, kept;

    c->changed |= c->analyzing;
    if (!c->autosave || c->analyzing || f->game.drill)
        return;
    c->saved = c->saved || (any && savedgames_new(&c->game));
    copied = !any || (savedgames_path(path, &c->game) && c->saved &&
                      file_write(path, false, over ? write_finished : write_saved, f));
    if (!copied && !over && !c->save_failed)
        frontend_say(f, "(The game cannot be saved%s%s: %s.)", *path ? " in " : "",
                     NAME_OF(word_of(path)), why_not(path));
    kept = !any || (over && keep_finished(f, copied));
    c->save_failed = !copied && !kept;
    c->saved_by_hand = false;
    if (!c->saved || !kept)
        return;
    savedgames_release(&c->game, true);
    c->saved = false;
}

void autosave_let_go(Frontend *f) {
    ConsoleState *c = console_state(f);

    if (c->saved)
        savedgames_release(&c->game, false);
    c->kept = 0;
    c->saved = c->played = c->changed = c->save_failed = false;
}

void autosave_say_unfinished(Frontend *f) {
    const int n = savedgames_count();

    if (n == 1)
        frontend_say_text(f, "There is an unfinished game: type \"resume\" to continue.");
    else if (n)
        frontend_say(
            f,
            "There are %d unfinished games: type \"resume\" for the last one, \"resume 2\" "
            "for the one before.",
            n);
}

void console_autosave(Frontend *f, Word arguments) {
    char path[OPTION_TEXT_SIZE];
    bool *on = &console_state(f)->autosave;

    if (arguments.length && !console_switch_word(f, "autosave", arguments, on))
        return;
    if (!*on)
        frontend_say_text(f, "The game is not saved after each move.");
    else if (statefile_path(path, ""))
        frontend_say(f, "The game is saved after each move in %s.", NAME_OF(word_of(path)));
    else
        frontend_say(f, "The game cannot be saved: %s.", why_not(path));
    if (!arguments.length)
        return;
    console_state(f)->save_failed = false;
    if (f->game.line.length)
        autosave_game(f);
}
