/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command annotate: games of a PGN file get notes. Finished games are written every half
 * minute, and the file is always whole: each game has all its notes or none, so the work can be
 * resumed. If another program changes the file meanwhile, the notes go to a new file.
 */
#include <stdlib.h>
#include <string.h>

#include "annotate_notes.h"
#include "clock.h"
#include "common.h"
#include "console.h"
#include "console_state.h"
#include "file.h"
#include "handlers.h"
#include "movegen.h"
#include "path.h"
#include "reply.h"
#include "turn.h"
#include "util.h"
#include "work.h"

enum { COPY_BYTES = 8192, WRITE_MS = 30000 };

typedef struct {
    char from[OPTION_TEXT_SIZE], to[OPTION_TEXT_SIZE];
    FileMark mark;      /* of `to`, as we found it or left it */
    int64_t written_ms; /* when it was written, or the work began */
    FILE *file;
    PgnReader *reader;
    const PgnGame *game; /* the current one; NULL between two games */
    Limits limits;       /* of each search */
    Note *note;          /* [0 … game->line.length]: of each position */
    size_t next;         /* positions below this one are still to be searched */
    struct {
        char *at; /* the finished games, as text */
        size_t length, room;
        bool refused; /* out of memory */
    } text;
    uint64_t upto; /* bytes of the source that are finished */
    int number, annotated, broken, found[NO_FAULT];
} Annotation;

static const Work annotate_work;

/* --- output ----------------------------------------------------------------------------------- */

static void keep(void *context, const char *at, size_t length) {
    Annotation *a = context;

    if (a->text.refused)
        return;
    if (length > a->text.room - a->text.length) {
        const size_t room = 2 * a->text.room + length + COPY_BYTES;
        char *larger = realloc(a->text.at, room);

        if (!larger) {
            a->text.refused = true;
            return;
        }
        a->text.at = larger;
        a->text.room = room;
    }
    memcpy(a->text.at + a->text.length, at, length);
    a->text.length += length;
}

/* Copy bytes of the source to a sink, up to `to`. The position of the reader is restored. */
static bool pass_on(Annotation *a, uint64_t from, uint64_t to, PgnSink *sink, void *context) {
    const long place = ftell(a->file);
    char buffer[COPY_BYTES];
    bool good = place >= 0 && !fseek(a->file, (long)from, SEEK_SET);

    while (good && from < to) {
        const uint64_t most = min_u64(to - from, sizeof buffer);
        const size_t n = fread(buffer, 1, (size_t)most, a->file);

        if (!n)
            break;
        sink(context, buffer, n);
        from += n;
    }
    good = good && !ferror(a->file);
    return !fseek(a->file, place, SEEK_SET) && good;
}

/* The source is finished up to the next game: blank lines between games are skipped. */
static void done_to(Annotation *a, uint64_t to) {
    const long place = ftell(a->file);
    int c = ' ';

    a->upto = to;
    if (place < 0 || fseek(a->file, (long)to, SEEK_SET))
        return;
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        c = getc(a->file);
        a->upto++;
    }
    a->upto--;
    if (fseek(a->file, place, SEEK_SET))
        a->upto = to;
}

static void into_file(void *context, const char *at, size_t length) {
    fwrite(at, 1, length, context); /* errors are noticed when the file is closed */
}

/* The finished games, then the others unchanged. */
static bool write_all(void *context, FILE *out) {
    Annotation *a = context;

    if (a->text.length)
        fwrite(a->text.at, 1, a->text.length, out);
    return !a->file || pass_on(a, a->upto, UINT64_MAX, into_file, out);
}

/* Windows cannot replace an open file: there the rest is read into memory first. */
static bool let_go(Annotation *a) {
#ifdef _WIN32
    if (!pass_on(a, a->upto, UINT64_MAX, keep, a) || a->text.refused)
        return false;
    fclose(a->file);
    a->file = NULL;
#endif
    return a->file || a->text.at;
}

/* --- the end ---------------------------------------------------------------------------------- */

/* File names in messages. */
enum { NAME_MOST = 200, NAME_ROOM = 256 };

static const char *shown(char buffer[NAME_ROOM], const char *path) {
    Text text = text_in(buffer, NAME_ROOM);

    text_add_quoted(&text, word_of(path), NAME_MOST);
    return buffer;
}

/* If another program changed the file, choose a new name; false if there is none. */
static bool step_aside(Frontend *f, Annotation *a) {
    char old[NAME_ROOM], new[NAME_ROOM];

    if (file_is_unchanged(a->to, &a->mark) || !file_mark(a->to).exists)
        return true;
    shown(old, a->to);
    if (!file_free_name(a->to, sizeof a->to))
        return false;
    frontend_say(f, "%s was changed by another program; the notes go to %s.", old,
                 shown(new, a->to));
    a->mark = file_mark(a->to);
    return true;
}

static bool write_out(Frontend *f, Annotation *a) {
    const bool good = step_aside(f, a) && file_write(a->to, false, write_all, a);

    if (good)
        a->mark = file_mark(a->to);
    a->written_ms = clock_ms();
    return good;
}

/* Checkpoint between games. */
static void write_meanwhile(Frontend *f, Annotation *a) {
#ifdef _WIN32
    if (!strcmp(a->from, a->to)) /* which is open */
        return;
#endif
    if (clock_ms() - a->written_ms >= WRITE_MS)
        write_out(f, a); /* a failure is reported at the end */
}

/* The last resort, for a full disk: write to the console's own folder. */
static bool write_elsewhere(Annotation *a) {
    static const char name[] = "annotated.pgn";

    if (!console_state_folder(a->to, sizeof a->to - sizeof name))
        return false;
    strcat(a->to, name);
    a->mark = file_mark(a->to);
    return (!a->mark.exists || file_free_name(a->to, sizeof a->to)) &&
           file_write(a->to, false, write_all, a);
}

static void forget(Frontend *f, Annotation *a) {
    work_end(f);
    pgn_close(a->reader);
    if (a->file)
        fclose(a->file);
    free(a->note);
    free(a->text.at);
    free(a);
}

/* Write the finished games, to another file if need be. */
static bool bring_home(Frontend *f, Annotation *a) {
    if (!let_go(a)) {
        console_refuse(f, "The file can no longer be read.");
        return false;
    }
    if (write_out(f, a))
        return true;
    console_refuse_file(f, word_of(a->to), "write");
    return write_elsewhere(a);
}

static void end_work(Frontend *f, Annotation *a, bool early) {
    char name[NAME_ROOM];

    console_state(f)->failed |= early || a->broken || !a->number;
    if (!early && !a->number)
        frontend_say_text(f, "There is no game in that file.");
    else if (!a->annotated)
        frontend_say(f, "%so game was annotated, and nothing was written.",
                     early ? "Ended early: n" : "N");
    else if (bring_home(f, a))
        frontend_say(f, "%s%d game%s with notes: %d ??, %d ?, %d ?!, in %s%s",
                     early ? "Ended early: " : "", a->annotated, a->annotated == 1 ? "" : "s",
                     a->found[0], a->found[1], a->found[2], shown(name, a->to),
                     early ? "; the other games are unchanged." : ".");
    forget(f, a);
}

static void stop(Frontend *f) {
    end_work(f, work_data(f, &annotate_work), true);
}

/* For the side that moved: "+0.35", "mate in 3", "gets mated in 1". */
static void add_judgement(Text *text, int score) {
    if (score_is_mate(score) && score < 0)
        text_addf(text, "gets mated in %d", -score_mate_moves(score));
    else
        console_add_score(text, score);
}

/* "23... Qxd4?? -3.20; better Rd8 +0.40", both for the side that moved. */
static void say_faults(Frontend *f, Annotation *a) {
    for (size_t n = 0; n < a->game->line.length; n++) {
        const Position *p = &a->game->line.position[n];
        const Fault fault = notes_fault(a->game, a->note, n);
        char buffer[128];
        Text text = text_in(buffer, sizeof buffer);

        if (fault == NO_FAULT)
            continue;
        a->found[fault]++;
        text_add(&text, "  ");
        notation_write_number(&text, p);
        notation_write_san(&text, p, a->game->line.move[n]);
        text_addf(&text, "%s ", fault_marks[fault]);
        add_judgement(&text, -a->note[n + 1].score);
        text_add(&text, "; better ");
        notation_write_san(&text, p, a->note[n].line[0]);
        text_add_char(&text, ' ');
        add_judgement(&text, a->note[n].score);
        frontend_say_text(f, buffer);
    }
}

/* --- the work --------------------------------------------------------------------------------- */

/* A note without a search, for a finished game; claimed draws count at the end of the game only. */
static bool is_plain(const GameLine *line, bool last, Note *note) {
    const Outcome outcome = gameline_outcome(line);

    *note = (Note){.known = true, .score = outcome == OUTCOME_MATE ? -SCORE_MATE : SCORE_DRAW};
    return outcome != OUTCOME_NONE && (outcome <= OUTCOME_INSUFFICIENT || last);
}

/* Search the next position, from the last to the first, so that the hash table knows what follows.
   False if none is left. */
static bool search_next(Frontend *f, Annotation *a) {
    while (a->next) {
        GameLine line = a->game->line; /* shares its memory with the game */
        Note *note = &a->note[--a->next];

        line.length = a->next;
        if (is_plain(&line, line.length == a->game->line.length, note))
            continue;
        *note = (Note){.known = false};
        frontend_search_elsewhere(f, HINTING, &line, &a->limits);
        work_expect(f);
        if (f->busy == HINTING)
            return true;
    }
    return false;
}

/* Note the score and the legal part of the line. */
static void take_note(Annotation *a, const Thought *t) {
    Note *note = &a->note[a->next];
    Position now = a->game->line.position[a->next], next;

    *note = (Note){.known = t->pv_length > 0, .score = t->score, .depth = t->depth};
    while (note->length < NOTE_PLIES && note->length < t->pv_length &&
           move_is_legal(&now, t->pv[note->length])) {
        const Move m = t->pv[note->length];

        note->line[note->length++] = m;
        position_play(&next, &now, m);
        now = next;
    }
}

static bool ends_a_game(const Annotation *a) {
    const size_t n = a->text.length;

    return !n || (n > 1 && !memcmp(a->text.at + n - 2, "\n\n", 2));
}

/* Copy a game that gets no notes, and end it with an empty line. */
static bool keep_as_it_was(Annotation *a) {
    const size_t length = a->text.length;
    bool good = pass_on(a, a->upto, a->game->to, keep, a);

    while (!a->text.refused && !ends_a_game(a))
        keep(a, "\n", 1);
    good = good && !a->text.refused;
    if (!good)
        a->text.length = length;
    return good;
}

/* The name of a player; "?" if it is empty. */
static void add_player(Text *text, Word name) {
    text_add_quoted(text, name.length ? name : word_of("?"), 40);
}

static void say_game(Frontend *f, const Annotation *a, const char *rest) {
    char buffer[240];
    Text text = text_in(buffer, sizeof buffer);

    text_addf(&text, "Game %d: ", a->number);
    add_player(&text, pgn_tag(a->game, "White"));
    text_add(&text, " - ");
    add_player(&text, pgn_tag(a->game, "Black"));
    frontend_say(f, "%s%s", buffer, rest);
}

/* Read up to the next game to annotate; false at the end, or without memory. */
static bool next_game(Frontend *f, Annotation *a) {
    while ((a->game = pgn_next(a->reader))) {
        const size_t plies = a->game->line.length;
        char rest[200];

        a->number++;
        if (a->game->broken) {
            a->broken++;
            snprintf(rest, sizeof rest, " stays as it was: line %d: %s", (int)a->game->defect_line,
                     a->game->defect);
        } else if (notes_are_ours(a->game)) {
            snprintf(rest, sizeof rest, " has its notes already.");
        } else if (!plies) {
            snprintf(rest, sizeof rest, " has no moves.");
        } else {
            snprintf(rest, sizeof rest, ", %d move%s", (int)plies / 2 + (int)plies % 2,
                     plies > 2 ? "s" : "");
            free(a->note);
            a->note = calloc(plies + 1, sizeof *a->note);
            a->next = plies + 1;
            say_game(f, a, rest);
            engine_clear(f->engine);
            a->text.refused |= !a->note;
            return a->note != NULL;
        }
        say_game(f, a, rest);
        if (!keep_as_it_was(a))
            return false;
        done_to(a, a->game->to);
    }
    return false;
}

/* Start the next search, or finish. */
static void go_on(Frontend *f, Annotation *a) {
    for (;;) {
        size_t length;

        if (a->game && search_next(f, a))
            return;
        length = a->text.length;
        if (a->game && (!notes_write(a->game, a->note, keep, a) || a->text.refused)) {
            a->text.length = length;
            break;
        }
        if (a->game) {
            done_to(a, a->game->to);
            a->annotated++;
            say_faults(f, a);
            write_meanwhile(f, a);
        }
        if (!next_game(f, a))
            break;
    }
    if (ferror(a->file))
        console_refuse(f, "The file can no longer be read.");
    else if (a->game)
        console_refuse(f, "There is not enough memory for more games.");
    end_work(f, a, a->game || ferror(a->file));
}

static void hear(Frontend *f, const Thought *t) {
    Annotation *a = work_data(f, &annotate_work);

    take_note(a, t);
    go_on(f, a);
}

static void tick(Frontend *f) {
    const Annotation *a = work_data(f, &annotate_work);

    if (a->game)
        frontend_say(f, "Game %d: %d of %d positions are done.", a->number,
                     (int)(a->game->line.length - a->next), (int)a->game->line.length + 1);
}

static const Work annotate_work = {.hear = hear, .stop = stop, .tick = tick, .saves = true};

/* --- the command ------------------------------------------------------------------------------ */

/* The next word, or a text in quotes. */
static Word next_name(Word *line) {
    const Word rest = text_rest(*line);
    const char *end;

    if (!rest.length || *rest.at != '"' || !(end = memchr(rest.at + 1, '"', rest.length - 1)))
        return text_word(line);
    end++;
    *line = (Word){end, rest.length - (size_t)(end - rest.at)};
    return (Word){rest.at, (size_t)(end - rest.at)};
}

/* games.pgn becomes games-annotated.pgn. */
static bool name_output(char to[OPTION_TEXT_SIZE], const char *from) {
    size_t stem = strlen(from);
    Text text = text_in(to, OPTION_TEXT_SIZE);

    if (stem > 4 && word_is_any_case(word_of(from + stem - 4), ".pgn"))
        stem -= 4;
    text_add_word(&text, (Word){from, stem});
    text_add(&text, "-annotated.pgn");
    return !text.full;
}

/* Read the paths and the limits; false, and refused, if they make no sense. */
static bool read_line(Frontend *f, Word line, Annotation *a) {
    Word from = next_name(&line), to = {NULL, 0}, w;
    bool good = from.length > 0, limited = false;
    int64_t n;

    a->limits = (Limits){.depth = f->time.depth,
                         .nodes = f->time.nodes,
                         .move_ms = f->time.move_ms > 0 ? f->time.move_ms : 2000};
    while (good && (w = next_name(&line)).length) {
        const bool depth = word_is_any_case(w, "depth");

        if (depth && !limited && word_number(text_word(&line), 1, MAX_DEPTH, &n)) {
            a->limits = (Limits){.depth = (int)n};
            limited = true;
        } else if (!depth && word_thousandths(w, INT64_MAX / 1000, &n)) {
            good = !limited && n > 0 && n <= COMMON_MS_MAX;
            a->limits = (Limits){.move_ms = n};
            limited = true;
        } else if ((good = !to.length && !limited && !depth)) {
            to = w;
        }
    }
    if (!good) {
        console_refuse(f, "annotate wants a PGN file, perhaps another one to write, and seconds or "
                          "a depth, as in: annotate games.pgn notes.pgn 2");
        return false;
    }
    if (!(a->file = console_open(f, from, a->from)))
        return false;
    if (to.length ? !console_path(a->to, to) : !name_output(a->to, a->from)) {
        console_refuse(f, "That name is too long.");
        return false;
    }
    return true;
}

/* Check before hours of work that the output can be written. Another file that exists is not
   overwritten. */
static bool can_write(Frontend *f, Annotation *a) {
    a->mark = file_mark(a->to);
    a->written_ms = clock_ms();
    if (strcmp(a->from, a->to) && a->mark.exists) {
        char name[128];
        Text text = text_in(name, sizeof name);

        text_add_quoted(&text, word_of(a->to), 60);
        console_refuse(f,
                       "There is a file %s already: choose another name, or name the input "
                       "file twice to replace it.",
                       name);
        return false;
    }
    if (file_can_write(a->to))
        return true;
    console_refuse_file(f, word_of(a->to), "write");
    return false;
}

void console_annotate(Frontend *f, Word arguments) {
    Annotation *a = calloc(1, sizeof *a);
    const PgnOptions options = {.comments = true, .variations = true, .null_moves = true};

    if (!a || !read_line(f, arguments, a) || !can_write(f, a)) {
        if (!a)
            console_refuse_memory(f);
        else if (a->file)
            fclose(a->file);
        free(a);
        return;
    }
    if (!(a->reader = pgn_open(pgn_from_file, a->file, &options))) {
        console_refuse_memory(f);
        fclose(a->file);
        free(a);
        return;
    }
    console_stop_all(f);
    work_start(f, &annotate_work, a);
    frontend_say_text(f,
                      "Annotating; scores are for the side that moved. (stop or Ctrl-C ends it and "
                      "keeps finished games)");
    go_on(f, a);
}
