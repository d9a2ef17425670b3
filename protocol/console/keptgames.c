/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands games and score: the list of games.pgn, and the person's rating by these games. */
#include <stdlib.h>
#include <string.h>

#include "autosave.h"
#include "base/util.h"
#include "chess/opening.h"
#include "console_file.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "protocol/input.h"
#include "protocol/statefile.h"
#include "report/chances.h"
#include "search/level.h"

/* --- a game ----------------------------------------------------------------------------------- */

/* How strong Alula played. */
typedef enum {
    KEPT_RATED, /* at a level, which is a rating on lichess */
    KEPT_FULL,  /* at full strength */
    KEPT_MIXED, /* changed in the game, or the game was loaded */
    KEPT_OLD,   /* at a rating on an earlier scale */
    KEPT_UNTOLD,
} KeptStrength;

typedef struct {
    char date[11];         /* "2026.11.28", with ? for unknown digits */
    bool against;          /* one side was Alula, and the other the person */
    Color person;          /* the person's side, if `against` */
    int points;            /* half points of the person, 0 to 2; -1: no result */
    bool counted;          /* continued after an end that was counted */
    PgnResult result;      /* of the game */
    KeptStrength strength; /* of Alula */
    int level;             /* the rating, if KEPT_RATED or KEPT_OLD */
    uint32_t moves;
    bool whole;          /* began with 32 pieces, and each side made two moves or more */
    bool broken;         /* its moves end at an error */
    OpeningName opening; /* according to the moves */
} KeptGame;

typedef struct {
    KeptGame *game; /* [count], the earliest first */
    size_t count, room;
} KeptGames;

/* Copies a date of PGN; anything else becomes "????.??.??". */
static void read_date(char date[11], Word value) {
    static const char form[] = "dddd.dd.dd";
    bool good = value.length == strlen(form);

    for (size_t i = 0; good && i < value.length; i++)
        good =
            form[i] == '.' ? value.at[i] == '.' : text_is_digit(value.at[i]) || value.at[i] == '?';
    memcpy(date, good ? value.at : "????.??.??", strlen(form));
    date[strlen(form)] = '\0';
}

/* Reads "(level 1400)" in Alula's name; without the tag AlulaLevel, the scale is unknown. */
static bool read_named_level(int64_t *level, Word name) {
    Word tail, head = name;

    return text_split(&head, "(level ", &tail) &&
           word_number(text_until(&tail, ')'), 0, 9999, level);
}

static void read_strength(KeptGame *out, const PgnGame *game, Word our_name) {
    const Word tag = pgn_tag(game, "AlulaLevel");
    int64_t level = 0;

    out->strength = KEPT_UNTOLD;
    if (word_number(tag, LEVEL_MIN, LEVEL_MAX, &level))
        out->strength = KEPT_RATED;
    else if (word_is(tag, "Full"))
        out->strength = KEPT_FULL;
    else if (word_is(tag, console_mixed_level))
        out->strength = KEPT_MIXED;
    else if (word_number(pgn_tag(game, "AlulaElo"), 1, 9999, &level) ||
             read_named_level(&level, our_name))
        out->strength = KEPT_OLD;
    out->level = (int)level;
}

static void read_game(KeptGame *out, const PgnGame *game) {
    const Word white = pgn_tag(game, "White"), black = pgn_tag(game, "Black");
    const bool ours[] = {[WHITE] = console_is_alula(white), [BLACK] = console_is_alula(black)};
    const Position *start = &game->line.position[0];

    *out = (KeptGame){.against = ours[WHITE] != ours[BLACK],
                      .person = ours[WHITE] ? BLACK : WHITE,
                      .points = -1,
                      .result = game->result,
                      .counted = pgn_tag(game, autosave_again_tag).length > 0,
                      .broken = game->broken,
                      .opening = opening_name(&game->line)};
    read_date(out->date, pgn_tag(game, "Date"));
    read_strength(out, game, ours[WHITE] ? white : black);
    out->moves = (uint32_t)((game->line.length + 1) / 2);
    out->whole = game->line.length >= 4 &&
                 bb_count(start->board.color[WHITE] | start->board.color[BLACK]) == 32;
    if (game->result == PGN_DRAW)
        out->points = 1;
    else if (game->result != PGN_OPEN_END)
        out->points = (game->result == PGN_WHITE_WINS) == (out->person == WHITE) ? 2 : 0;
}

/*
 * Reads all games of a file. Returns NULL, or an error message. The caller always frees the list.
 */
static const char *read_file(KeptGames *out, FILE *file, bool (*go_on)(void *context),
                             void *context) {
    enum { OFTEN = 256 };
    PgnReader *reader = pgn_open(pgn_from_file, file, &(PgnOptions){.null_moves = true});
    const char *error = reader ? NULL : "there is not enough memory";
    const PgnGame *game;

    *out = (KeptGames){NULL, 0, 0};
    while (!error && (game = pgn_next(reader))) {
        void *larger = array_grow(out->game, &out->room, out->count + 1, sizeof *out->game);

        if (larger) {
            out->game = larger;
            read_game(&out->game[out->count++], game);
        }
        error = !larger                                      ? "there is not enough memory"
                : out->count % OFTEN == 0 && !go_on(context) ? "reading was stopped"
                                                             : NULL;
    }
    pgn_close(reader);
    return error ? error : ferror(file) ? "reading has failed" : NULL;
}

static void free_games(KeptGames *games) {
    free(games->game);
    *games = (KeptGames){NULL, 0, 0};
}

/* Returns true for a game against Alula with a result, unless an earlier result was counted. */
static bool counts(const KeptGame *game) {
    return game->against && game->points >= 0 && !game->counted;
}

/* --- words ------------------------------------------------------------------------------------ */

/* Adds the strength of Alula: "1400", "full", "old 800". */
static void write_strength(Text *text, const KeptGame *game) {
    if (!game->against || game->strength == KEPT_UNTOLD)
        text_add_char(text, '-');
    else if (game->strength == KEPT_RATED)
        text_addf(text, "%d", game->level);
    else if (game->strength == KEPT_FULL)
        text_add(text, "full");
    else if (game->strength == KEPT_MIXED)
        text_add(text, "mixed");
    else
        text_addf(text, "old %d", game->level);
}

/* Adds text in lower case, without the accents of Latin-1. */
static void fold(Text *out, Word text) {
    static const char plain[] = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy";

    for (size_t i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.at[i];
        const unsigned next = i + 1 < text.length ? (unsigned char)text.at[i + 1] : 0;

        if (c == 0xc3 && next >= 0x80 && next < 0xc0)
            text_add_char(out, plain[(text.at[++i] & 0x3f)]);
        else
            text_add_char(out, text_lower((char)c));
    }
}

/* Returns true if ECO code and name of the opening contain this text, ignoring case and accents. */
static bool has_opening(const KeptGame *game, Word word) {
    Text name = TEXT_OF(256), wanted = TEXT_OF(256);

    fold(&name, game->opening.eco);
    text_add_char(&name, ' ');
    fold(&name, game->opening.name);
    fold(&wanted, word);
    return !wanted.full && strstr(name.at, wanted.at);
}

/* --- the file --------------------------------------------------------------------------------- */

static const char no_games[] = "There are no saved games yet.";

/* Opens games.pgn. Returns NULL, after a message, if it is missing or cannot be read. */
static FILE *open_games(Frontend *f) {
    char path[OPTION_TEXT_SIZE];
    FILE *file;

    if (!statefile_path(path, "games.pgn")) {
        console_refuse(f, "There are no saved games: %s.",
                       *path ? console_why_not() : "the environment names no home folder");
        return NULL;
    }
    if (!file_mark(path).exists) {
        frontend_say_text(f, no_games);
        return NULL;
    }
    if (!console_may_be(path, console_is_pgn)) {
        console_refuse(f, "%s is not a PGN file.", NAME_OF(word_of(path)));
        return NULL;
    }
    if (!(file = file_open_plain(path)))
        console_refuse_file(f, word_of(path), "read");
    return file;
}

/* Reads the kept games, which the caller frees. Returns false, after a message, without games. */
static bool read_games(Frontend *f, KeptGames *games) {
    FILE *file = open_games(f);
    const char *error;

    *games = (KeptGames){NULL, 0, 0};
    if (!file)
        return false;
    if ((error = read_file(games, file, input_goes_on, f)))
        console_refuse(f, "The saved games cannot be read: %s.", error);
    else if (!games->count)
        frontend_say_text(f, no_games);
    fclose(file);
    if (error)
        free_games(games);
    return games->count > 0;
}

/* --- filters ---------------------------------------------------------------------------------- */

enum { FILTER_WORDS = 16 };

typedef struct {
    bool points[3]; /* only games with these half points; none: any */
    bool levels;    /* only games at one level */
    bool full;      /* at full strength; else at `level` */
    int64_t level;  /* a rating */
    Word opening[FILTER_WORDS];
    size_t words; /* number of words in `opening` */
} Filter;

static int index_of(Word word, const char *const *names) {
    int i = 0;

    while (names[i] && !word_is_any_case(word, names[i]))
        i++;
    return i;
}

static const char *const point_names[] = {"lost", "drawn", "won", NULL};

/* Reads a level: a rating, or the name of a level. */
static bool read_level(Filter *out, Word word) {
    const int name = index_of(word, level_names);

    out->levels = true;
    out->full = !name;
    if (name > 0 && name < LEVEL_AUTO)
        out->level = level_elo_of_name(name);
    return out->full || (name > 0 && name < LEVEL_AUTO) ||
           word_number(word, LEVEL_MIN, LEVEL_MAX, &out->level);
}

/* Reads the filters, in any order. Returns NULL, or an error message. */
static const char *read_filter(Filter *out, Word line) {
    bool in_opening = false;
    Word word;

    *out = (Filter){.levels = false};
    while ((word = text_word(&line)).length) {
        const int points = index_of(word, point_names);

        if (point_names[points]) {
            out->points[points] = true;
            in_opening = false;
        } else if (word_is_any_case(word, "level")) {
            in_opening = false;
            if (!read_level(out, text_word(&line)))
                return "level needs a rating from 400 to 2800, or a name such as Club, as in: "
                       "games level 1400";
        } else if (word_is_any_case(word, "opening") && !in_opening) {
            in_opening = true;
        } else if (!in_opening) {
            return "games takes won, lost, drawn, level and a rating, opening and words, or the "
                   "number of a game, as in: games won opening Sicilian";
        } else if (out->words == FILTER_WORDS) {
            return "That is too long for the name of an opening.";
        } else {
            out->opening[out->words++] = word;
        }
    }
    return in_opening && !out->words ? "opening needs words, as in: games opening Sicilian" : NULL;
}

static bool passes(const Filter *filter, const KeptGame *game) {
    const bool any = !filter->points[0] && !filter->points[1] && !filter->points[2];
    const KeptStrength strength = filter->full ? KEPT_FULL : KEPT_RATED;

    if (!any && (!game->against || game->points < 0 || !filter->points[game->points]))
        return false;
    if (filter->levels && (!game->against || game->strength != strength ||
                           (!filter->full && game->level != filter->level)))
        return false;
    for (size_t i = 0; i < filter->words; i++)
        if (!has_opening(game, filter->opening[i]))
            return false;
    return true;
}

/* --- games ------------------------------------------------------------------------------------ */

static void say_game(Frontend *f, size_t number, const KeptGame *game) {
    char buffer[160]; /* limited to the width of a terminal */
    const size_t columns = f->out.columns ? f->out.columns() : 80;
    const size_t room = f->out.terminal && columns < sizeof buffer ? columns : sizeof buffer;
    Text text = text_in(buffer, room < 80 ? 80 : room), level = TEXT_OF(24);
    const OpeningName *opening = &game->opening;

    write_strength(&level, game);
    text_addf(&text, "%5d  %s  %-5s  %-7s  %-7s  %4d%s", (int)number, game->date,
              game->against ? color_name(game->person) : "both",
              game->against && game->points >= 0 ? point_names[game->points]
                                                 : pgn_result_text(game->result),
              level.at, (int)game->moves, game->broken ? "!" : "");
    if (opening->eco.length)
        text_addf(&text, "%s%s ", game->broken ? " " : "  ", QUOTED_OF(opening->eco, 8));
    text_add_quoted(&text, opening->name, text.capacity - text.length - 4);
    frontend_say_text(f, text.at);
}

static void list_games(Frontend *f, const KeptGames *games, const Filter *filter) {
    size_t shown = 0, broken = 0;

    for (size_t i = games->count; i-- > 0;) {
        if (!passes(filter, &games->game[i]))
            continue;
        if (!shown++)
            frontend_say_text(f, "    N  date        you    result   level   moves  opening");
        broken += games->game[i].broken;
        say_game(f, games->count - i, &games->game[i]);
    }
    if (!shown)
        frontend_say(f,
                     games->count == 1 ? "The only saved game does not match."
                                       : "None of the %d saved games matches.",
                     (int)games->count);
    else
        frontend_say(f, "%d of %d saved games; type \"games N\" to show one of them%s.", (int)shown,
                     (int)games->count, broken ? "; ! marks games cut off at an error" : "");
}

/* Loads a game by its number; the latest is 1. */
static void show_game(Frontend *f, int64_t number) {
    FILE *file = open_games(f);
    KeptGames games;
    const char *error;
    int64_t count;

    if (!file)
        return;
    error = read_file(&games, file, input_goes_on, f);
    count = (int64_t)games.count;
    free_games(&games);
    rewind(file); /* even if another console has replaced the file, this one is unchanged */
    if (error)
        console_refuse(f, "The saved games cannot be read: %s.", error);
    else if (number > count)
        console_refuse(f,
                       !count       ? no_games
                       : count == 1 ? "There is 1 saved game."
                                    : "There are %d saved games.",
                       (int)count);
    else if (!console_load_game(f, file, count - number + 1, number, "the saved games"))
        console_refuse_text(f, "The file has changed: try again.");
    fclose(file);
}

void console_games(Frontend *f, Word arguments) {
    KeptGames games;
    Filter filter;
    int64_t number;
    const char *error;

    if (word_number(arguments, 1, INT32_MAX, &number)) {
        show_game(f, number);
        return;
    }
    if ((error = read_filter(&filter, arguments))) {
        console_refuse_arguments(f, error);
        return;
    }
    if (!read_games(f, &games))
        return;
    list_games(f, &games, &filter);
    free_games(&games);
    if (!arguments.length)
        autosave_say_unfinished(f);
}

/* --- score ------------------------------------------------------------------------------------ */

/* Games of one kind by the half points of the person: lost, drawn, won. */
typedef struct {
    int count[3];
} Tally;

static int games_of(const Tally *t) {
    return t->count[0] + t->count[1] + t->count[2];
}

/* Returns the points in per cent, rounded. */
static int percent_of(const Tally *t) {
    const int64_t games = games_of(t), halves = t->count[1] + 2 * (int64_t)t->count[2];

    return games ? (int)((100 * halves + games) / (2 * games)) : 0;
}

static void say_tally(Frontend *f, const Tally *t, Word what) {
    if (games_of(t))
        frontend_say(f, "%6d  %5d  %5d  %5d  %4d %%   %s", games_of(t), t->count[2], t->count[1],
                     t->count[0], percent_of(t), QUOTED_OF(what, 60));
}

static void say_heading(Frontend *f, const char *what) {
    frontend_say(f, "\n games    won  drawn   lost  points  %s", what);
}

/* Shows the points by level, in groups of a hundred, as level Auto has many levels. */
static void say_levels(Frontend *f, const KeptGames *games) {
    enum { HUNDREDS = LEVEL_MAX / 100 + 1 };
    Tally hundred[HUNDREDS] = {{{0}}}, other[KEPT_UNTOLD + 1] = {{{0}}};
    int low[HUNDREDS] = {0}, high[HUNDREDS] = {0};

    for (size_t i = 0; i < games->count; i++) {
        const KeptGame *game = &games->game[i];
        const int h = game->level / 100;

        if (!counts(game))
            continue;
        if (game->strength != KEPT_RATED) {
            other[game->strength].count[game->points]++;
            continue;
        }
        low[h] = low[h] ? min(low[h], game->level) : game->level;
        high[h] = max(high[h], game->level);
        hundred[h].count[game->points]++;
    }
    say_heading(f, "level");
    for (int h = 0; h < HUNDREDS; h++) {
        Text text = TEXT_OF(32);

        text_addf(&text, low[h] < high[h] ? "%d to %d" : "%d", low[h], high[h]);
        say_tally(f, &hundred[h], word_of(text.at));
    }
    say_tally(f, &other[KEPT_FULL], word_of("full strength"));
    say_tally(f, &other[KEPT_MIXED], word_of("changed in the game"));
    for (int p = 0; p < 3; p++)
        other[KEPT_OLD].count[p] += other[KEPT_UNTOLD].count[p];
    say_tally(f, &other[KEPT_OLD], word_of("other scales"));
}

typedef struct {
    Word name;
    Tally tally;
} OpeningTally;

/* Orders by games, most first, and then by name. */
static int compare_openings(const void *a, const void *b) {
    const OpeningTally *x = a, *y = b;
    const int games = games_of(&y->tally) - games_of(&x->tally);
    const size_t length = min_size(x->name.length, y->name.length);
    const int order = length ? memcmp(x->name.at, y->name.at, length) : 0;

    return games   ? games
           : order ? order
                   : (x->name.length > y->name.length) - (x->name.length < y->name.length);
}

/* Returns the opening without its variation. */
static Word main_opening(const KeptGame *game) {
    Word name = game->opening.name;

    if (!name.length)
        return word_of("no known opening");
    name = text_until(&name, ':');
    return text_until(&name, ',');
}

/* Shows the points in the ten most frequent openings. */
static void say_openings(Frontend *f, const KeptGames *games) {
    enum { SHOWN = 10 };
    OpeningTally *list = NULL, *larger;
    size_t count = 0, room = 0;

    for (size_t i = 0; i < games->count; i++) {
        const KeptGame *game = &games->game[i];
        const Word name = main_opening(game);
        size_t at = 0;

        if (!counts(game))
            continue;
        while (at < count && !word_same(list[at].name, name))
            at++;
        if (at == count) {
            if (!(larger = array_grow(list, &room, count + 1, sizeof *list))) {
                console_refuse_memory(f);
                break;
            }
            list = larger;
            list[count++] = (OpeningTally){.name = name};
        }
        list[at].tally.count[game->points]++;
    }
    if (count)
        qsort(list, count, sizeof *list, compare_openings);
    say_heading(f, "opening");
    for (size_t i = 0; i < min_size(count, SHOWN); i++)
        say_tally(f, &list[i].tally, list[i].name);
    free(list);
}

static void say_rating(Frontend *f, const KeptGames *games, int all) {
    RatedGame *rated = calloc(games->count, sizeof *rated);
    int count = 0, rating, error;

    if (!rated) {
        console_refuse_memory(f);
        return;
    }
    for (size_t i = 0; i < games->count; i++) {
        const KeptGame *game = &games->game[i];

        if (counts(game) && game->strength == KEPT_RATED && game->whole)
            rated[count++] = (RatedGame){game->level, game->points};
    }
    rating = chances_rating(rated, (size_t)count, &error);
    free(rated);
    frontend_say_text(f, "");
    if (count)
        frontend_say(f,
                     "Your rating, on the lichess scale of the levels, is %d +- %d (95 %%), "
                     "from %d game%s and one added draw against the average level.",
                     rating, error, count, count == 1 ? "" : "s");
    else
        frontend_say_text(f, "No game counts for a rating yet: type \"elo 1000\" to set a level.");
    if (count < all)
        frontend_say(f,
                     "Not counted for the rating: %d game%s at full strength, at a changed level "
                     "or on another "
                     "scale, from a set-up position, or with fewer than two moves by each side.",
                     all - count, all - count == 1 ? "" : "s");
}

void console_score(Frontend *f, Word arguments) {
    KeptGames games;
    Tally all = {{0}};

    if (!read_games(f, &games))
        return;
    for (size_t i = 0; i < games.count; i++)
        if (counts(&games.game[i]))
            all.count[games.game[i].points]++;
    if (!games_of(&all)) {
        frontend_say_text(f, "No finished game against me is saved yet.");
    } else {
        frontend_say(
            f, "You won %d, drew %d and lost %d of %d game%s against me: %d %% of the points.",
            all.count[2], all.count[1], all.count[0], games_of(&all),
            games_of(&all) == 1 ? "" : "s", percent_of(&all));
        say_levels(f, &games);
        say_openings(f, &games);
        say_rating(f, &games, games_of(&all));
    }
    free_games(&games);
}
