/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command annotate: adds notes to the games of a PGN file; see report/notes_file.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "play.h"
#include "protocol/statefile.h"
#include "report/notes.h"
#include "report/notes_file.h"
#include "report/pages.h"
#include "report/tactics.h"

_Static_assert((int)NOTES_PATH_SIZE == (int)OPTION_TEXT_SIZE, "paths have one size");

typedef struct {
    NotesFile file;
    char page[NOTES_PATH_SIZE]; /* path of an HTML report; "": none */
    PageSearches searches;      /* for the report */
    PgnReader *reader;
    const PgnGame *game; /* the current game; NULL between two games */
    Limits limits;       /* of each search */
    Note *note;          /* [game->line.length + 1]: for each position */
    size_t next;         /* positions below this index remain to be searched */
    int number, annotated, broken, found[NO_MARK];
    int noted; /* games that already had notes */
    struct {
        int games;               /* number of games in the file; 0: too many to count */
        int64_t positions, done; /* positions in all games if counted, else in this game; done:
                                    positions of earlier games */
        int64_t started_ms;      /* when the work on these positions started */
        int64_t said_ms;         /* when the progress was last shown */
    } progress;
} Annotation;

static const Work annotate_work;

/* --- the progress at a terminal --------------------------------------------------------------- */

static bool needs_notes(const PgnGame *game) {
    return !game->broken && game->line.length && !notes_are_current(game);
}

/* Counts games and positions, unless the file takes too long to be read twice. */
static void count_work(Annotation *a) {
    enum { MOST_MS = 1000 };
    const int64_t started_ms = clock_ms();
    PgnReader *reader = pgn_open(pgn_from_file, a->file.source, &notes_options);
    const PgnGame *game = NULL;
    int64_t positions = 0;
    int games = 0;

    while (reader && (game = pgn_next(reader)) && clock_ms() - started_ms < MOST_MS) {
        games++;
        positions += needs_notes(game) ? (int64_t)game->line.length + 1 : 0;
    }
    if (reader && !game) {
        a->progress.games = games;
        a->progress.positions = positions;
    }
    pgn_close(reader);
    rewind(a->file.source);
}

static void add_time(Text *text, double ms) {
    const double seconds = ceil(ms / 1000);

    if (seconds < 100)
        text_addf(text, "%.0f s", seconds);
    else if (seconds < 100 * 60)
        text_addf(text, "%.0f min", seconds / 60);
    else
        text_addf(text, "%.0f h", seconds / 3600);
}

/* Starts the estimate of the remaining time. */
static void start_progress(Annotation *a) {
    if (a->progress.games && a->progress.started_ms)
        return;
    a->progress.started_ms = clock_ms();
    if (!a->progress.games)
        a->progress.positions = (int64_t)a->game->line.length + 1;
}

/* Shows "(game 1 of 3, move 12 of 40, about 25 s left) "; the last moves are searched first. */
static void show_progress(Frontend *f, Annotation *a) {
    enum { PAUSE_MS = 100 };
    const int64_t now = clock_ms();
    const int plies = (int)a->game->line.length, ply = plies - (int)a->next;
    const double done = (double)(a->progress.done + ply);
    const double each =
        done > 0 ? (double)(now - a->progress.started_ms) / done : (double)a->limits.move_ms;
    const double left = each * ((double)a->progress.positions - done);
    Text text = TEXT_OF(128);

    if (!f->out.status || (a->progress.said_ms && now - a->progress.said_ms < PAUSE_MS))
        return;
    a->progress.said_ms = now;
    text_addf(&text, "(game %d", a->number);
    if (a->progress.games)
        text_addf(&text, " of %d", a->progress.games);
    text_addf(&text, ", move %d of %d", max(1, ply / 2 + ply % 2), plies / 2 + plies % 2);
    if (left > 0) {
        text_add(&text, ", about ");
        add_time(&text, left);
        text_add(&text, a->progress.games ? " left" : " left for this game");
    }
    text_add(&text, ") ");
    frontend_status(f, text.at);
}

/* --- the end ---------------------------------------------------------------------------------- */

static void forget(Frontend *f, Annotation *a) {
    work_end(f);
    pgn_close(a->reader);
    notes_file_close(&a->file);
    pages_forget(&a->searches);
    free(a->note);
    free(a);
}

/* Writes the output, and says so if it goes to another file. Returns false on failure. */
static bool write_out(Frontend *f, NotesFile *n, bool last) {
    char old[NOTES_NAME_SIZE], new[NOTES_NAME_SIZE];
    NotesWriting done;

    notes_file_name(old, n);
    done = notes_file_write(n, last);
    if (done == NOTES_ASIDE)
        frontend_say(f, "%s was changed by another program; the notes go to %s.", old,
                     notes_file_name(new, n));
    return done != NOTES_FAILED;
}

/* Writes all notes; if the disk is full, to the console's own folder. Returns false on failure. */
static bool save(Frontend *f, NotesFile *n) {
    char elsewhere[NOTES_PATH_SIZE];

    if (write_out(f, n, true))
        return true;
    console_refuse_file(f, word_of(n->to), "write");
    return statefile_path(elsewhere, "annotated.pgn") && notes_file_write_to(n, elsewhere);
}

/* Writes the HTML report, if requested. */
static void write_page(Frontend *f, const Annotation *a) {
    const Pages pages = {.html = a->page};
    const PagesGames games = {.annotated = {a->file.games.at, a->file.games.length},
                              .noted = (size_t)(a->annotated + a->noted),
                              .source = a->file.source,
                              .searches = &a->searches};
    Text error = TEXT_OF(300);

    if (!*a->page || !(a->annotated || a->noted))
        return;
    if (pages_write(&pages, &games, &error))
        frontend_say(f, "The report is in %s.", NAME_OF(word_of(a->page)));
    else
        console_refuse(f, "%s", error.at);
}

static void end_work(Frontend *f, Annotation *a, bool early) {
    char name[NOTES_NAME_SIZE];

    frontend_status(f, "");
    console_state(f)->failed |= early || a->broken || !(a->annotated || a->noted);
    if (!early && !a->number)
        frontend_say_text(f, "There are no games in that file.");
    else if (!early && !a->broken && !a->annotated && a->noted)
        frontend_say_text(f, "No game needs notes, and nothing was written.");
    else if (!a->annotated)
        frontend_say(f, "%so game was annotated, and nothing was written.",
                     early ? "Ended early: n" : "N");
    else if (save(f, &a->file))
        frontend_say(f, "%s%d game%s with notes: %d ??, %d ?, %d ?!, in %s%s",
                     early ? "Ended early: " : "", a->annotated, a->annotated == 1 ? "" : "s",
                     a->found[0], a->found[1], a->found[2], notes_file_name(name, &a->file),
                     early ? "; the other games are unchanged." : ".");
    write_page(f, a);
    forget(f, a);
}

static void stop(Frontend *f) {
    end_work(f, work_data(f, &annotate_work), true);
}

/* Adds a score for the side that moved: "+0.35", "mate in 3", "gets mated in 1". */
static void add_judgement(Text *text, int score) {
    if (score_is_mate(score) && score < 0)
        text_addf(text, "gets mated in %d", -score_mate_moves(score));
    else
        text_add(text, CONSOLE_SCORE_OF(score));
}

/* Shows marked moves, with scores for the mover: "23... Qxd4?? -3.20; better Rd8 +0.40". */
static void say_marks(Frontend *f, Annotation *a) {
    for (size_t n = 0; n < a->game->line.length; n++) {
        const Position *p = &a->game->line.position[n];
        const Mark mark = notes_mark(a->game, a->note, n);
        Text text = TEXT_OF(128 + TACTIC_SIZE), reason = TEXT_OF(TACTIC_SIZE);

        if (mark == NO_MARK)
            continue;
        a->found[mark]++;
        text_addf(&text, "  %s%s ", MOVE_OF(p, a->game->line.move[n]), mark_text[mark]);
        add_judgement(&text, -a->note[n + 1].score);
        text_addf(&text, "; better %s ", SAN_OF(p, a->note[n].line[0]));
        add_judgement(&text, a->note[n].score);
        if (notes_add_reason(&reason, a->game, a->note, n))
            text_addf(&text, ". %s", reason.at);
        frontend_say_text(f, text.at);
    }
}

/* --- the work --------------------------------------------------------------------------------- */

/*
 * Searches the next position, from the last to the first, so that the hash table knows the
 * continuation. Returns false if none is left.
 */
static bool search_next(Frontend *f, Annotation *a) {
    while (a->next) {
        GameLine line = a->game->line; /* shares its memory with the game */
        Note *note = &a->note[--a->next];

        line.length = a->next;
        if (notes_plain(&line, line.length == a->game->line.length, note))
            continue;
        show_progress(f, a);
        frontend_search_elsewhere(f, JOB, &line, &a->limits);
        if (f->search.busy == JOB)
            return true;
    }
    return false;
}

static void say_game(Frontend *f, const Annotation *a, const char *rest) {
    const Word white = pgn_tag(a->game, "White"), black = pgn_tag(a->game, "Black");

    frontend_say(f, "Game %d: %s - %s%s", a->number, white.length ? QUOTED_OF(white, 40) : "?",
                 black.length ? QUOTED_OF(black, 40) : "?", rest);
}

/* Finds the next game to annotate. Returns false at the end of the file, or when out of memory. */
static bool next_game(Frontend *f, Annotation *a) {
    while ((a->game = pgn_next(a->reader))) {
        const size_t plies = a->game->line.length;
        char rest[200];

        a->number++;
        if (a->game->broken) {
            a->broken++;
            snprintf(rest, sizeof rest, " is unchanged: line %d: %s", (int)a->game->error_line,
                     a->game->error);
        } else if (plies && !needs_notes(a->game)) {
            a->noted++;
            snprintf(rest, sizeof rest, " already has its notes.");
        } else if (!plies) {
            snprintf(rest, sizeof rest, " has no moves.");
        } else {
            snprintf(rest, sizeof rest, ", %d move%s%s%.120s", (int)plies / 2 + (int)plies % 2,
                     plies > 2 ? "s" : "", a->game->error ? "; left unchanged: " : "",
                     a->game->error ? a->game->error : "");
            free(a->note);
            a->note = calloc(plies + 1, sizeof *a->note);
            a->next = plies + 1;
            say_game(f, a, rest);
            start_progress(a);
            engine_clear(f->engine);
            a->file.games.refused |= !a->note;
            return a->note != NULL;
        }
        say_game(f, a, rest);
        if (!notes_file_copy(&a->file, a->game->to))
            return false;
        notes_file_done(&a->file, a->game->to);
    }
    return false;
}

/* Starts the next search, or finishes the work. */
static void go_on(Frontend *f, Annotation *a) {
    NotesFile *file = &a->file;

    for (;;) {
        size_t length;

        if (a->game && search_next(f, a))
            return;
        length = file->games.length;
        if (a->game && (!notes_write(a->game, a->note, NULL, pgn_text_add, &file->games) ||
                        file->games.refused)) {
            file->games.length = length;
            break;
        }
        if (a->game) {
            if (*a->page)
                pages_keep(&a->searches, a->game, a->note);
            notes_file_done(file, a->game->to);
            a->annotated++;
            a->progress.done += a->progress.games ? (int64_t)a->game->line.length + 1 : 0;
            say_marks(f, a);
            if (notes_file_is_due(file))
                write_out(f, file, false); /* failures are reported at the end */
        }
        if (!next_game(f, a))
            break;
    }
    if (ferror(file->source))
        console_refuse(f, "The file can no longer be read.");
    else if (a->game)
        console_refuse(f, "There is not enough memory for more games.");
    end_work(f, a, a->game || ferror(file->source));
}

static void on_result(Frontend *f, const SearchInfo *t) {
    Annotation *a = work_data(f, &annotate_work);

    notes_take(&a->note[a->next], &a->game->line.position[a->next], t->score, t->depth, t->pv,
               t->pv_length);
    go_on(f, a);
}

static void tick(Frontend *f) {
    const Annotation *a = work_data(f, &annotate_work);

    if (a->game)
        frontend_say(f, "Game %d: %d of %d positions done.", a->number,
                     (int)(a->game->line.length - a->next), (int)a->game->line.length + 1);
}

static const Work annotate_work = {
    .on_result = on_result, .stop = stop, .tick = tick, .saves = true};

/* --- the command ------------------------------------------------------------------------------ */

/* Returns the next word, or a text in quotes. */
static Word next_name(Word *line) {
    const Word rest = text_rest(*line);
    const char *end;

    if (!rest.length || *rest.at != '"' || !(end = memchr(rest.at + 1, '"', rest.length - 1)))
        return text_word(line);
    end++;
    *line = (Word){end, rest.length - (size_t)(end - rest.at)};
    return (Word){rest.at, (size_t)(end - rest.at)};
}

/*
 * Returns false, and refuses the command, for an impossible report or one that replaces the games.
 */
static bool check_page(Frontend *f, const Annotation *a) {
    const Pages pages = {.html = a->page};
    Text error = TEXT_OF(300);

    if (!*a->page)
        return true;
    if (file_output_hits(a->page, a->file.from) || file_output_hits(a->page, a->file.to))
        text_add(&error, "The report would replace the games.");
    else if (pages_possible(&pages, &error))
        return true;
    console_refuse(f, "%s", error.at);
    return false;
}

/* Opens the source, and checks the output; on failure refuses the command and returns false. */
static bool open_files(Frontend *f, NotesFile *n, Word from, Word to) {
    NotesOpening status;

    if (!(n->source = console_open(f, from, n->from)))
        return false;
    status = to.length && !console_path(n->to, to) ? NOTES_LONG : notes_file_open(n);
    if (status == NOTES_LONG)
        console_refuse(f, "That name is too long.");
    else if (status == NOTES_EXISTS)
        console_refuse(f,
                       "The file %s already exists: choose another name, or name the input "
                       "file twice to replace it.",
                       NAME_OF(word_of(n->to)));
    else if (status == NOTES_READONLY)
        console_refuse_file(f, word_of(n->to), "write");
    else if (n->resumed)
        frontend_say(f, "Continuing with %s.", NAME_OF(word_of(n->to)));
    return status == NOTES_OPEN;
}

/* Returns true for the file name of an HTML report. */
static bool is_page(Word name) {
    static const char end[] = ".html";
    const Word bare = console_unquoted(name);

    return bare.length >= sizeof end &&
           word_is_any_case((Word){bare.at + bare.length - (sizeof end - 1), sizeof end - 1}, end);
}

/* Reads the arguments and opens the files; on failure refuses the command and returns false. */
static bool read_line(Frontend *f, Word line, Annotation *a) {
    Word from = next_name(&line), to = {NULL, 0}, w;
    bool good = from.length > 0, limited = false;
    int64_t n;

    a->limits = timecontrol_single_limits(&f->game.time);
    while (good && (w = next_name(&line)).length) {
        const bool depth = word_is_any_case(w, "depth"), nodes = word_is_any_case(w, "nodes");

        if (depth && !limited && word_number(text_word(&line), 1, MAX_DEPTH, &n)) {
            a->limits = (Limits){.depth = (int)n};
            limited = true;
        } else if (nodes && !limited && word_number(text_word(&line), 1, INT64_MAX, &n)) {
            a->limits = (Limits){.nodes = (uint64_t)n};
            limited = true;
        } else if (!depth && !nodes && word_thousandths(w, INT64_MAX / 1000, &n)) {
            good = !limited && n > 0 && n <= TIMECONTROL_MS_MAX;
            a->limits = (Limits){.move_ms = n};
            limited = true;
        } else if (is_page(w)) {
            good = !*a->page && !limited && console_path(a->page, w);
        } else if ((good = !to.length && !limited && !depth && !nodes)) {
            to = w;
        }
    }
    if (!good) {
        console_refuse_arguments(f, "annotate needs a PGN file, perhaps another one to write, and "
                                    "seconds or depth N, as in: annotate games.pgn notes.pgn 2");
        return false;
    }
    if (*from.at == '-' || (to.length && *to.at == '-')) {
        console_refuse_words(f, *from.at == '-' ? from : to, "annotate has no such option.");
        console_state(f)->misused = true;
        return false;
    }
    return open_files(f, &a->file, from, to) && check_page(f, a);
}

void console_annotate(Frontend *f, Word arguments) {
    Annotation *a = calloc(1, sizeof *a);

    if (!a) {
        console_refuse_memory(f);
        return;
    }
    if (!read_line(f, arguments, a)) {
        notes_file_close(&a->file);
        free(a);
        return;
    }
    if (f->out.status)
        count_work(a);
    if (!(a->reader = pgn_open(pgn_from_file, a->file.source, &notes_options))) {
        console_refuse_memory(f);
        notes_file_close(&a->file);
        free(a);
        return;
    }
    console_leave_analysis(f);
    work_start(f, &annotate_work, a);
    frontend_say_text(f, "Annotating; scores are for the side that moved. (Type \"stop\" or press "
                         "Ctrl-C to end and keep finished games.)");
    go_on(f, a);
}
