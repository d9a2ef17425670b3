/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotating the games of a file, several at once, with output in their order. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <pthread.h>
#include <unistd.h>

#include "alula-annotate.h"
#include "base/clock.h"
#include "base/thread.h"
#include "base/util.h"
#include "report/report.h"
#include "tools/common/tool.h"
#include "unit_tag.h"

enum { WAIT_MS = 20, PROGRESS_MS = 250, MOST_FAILURES = 3, LINE_ROOM = 400, NAME_BYTES = 40 };

/* A game between reading and output. */
typedef struct Slot Slot;
struct Slot {
    Slot *next;
    int number;
    uint64_t to;           /* end of the game in the source */
    bool chess960, done;   /* done: its job has finished */
    PgnText source, text;  /* the game before, and with notes; without text it is unchanged */
    char line[LINE_ROOM];  /* for stdout, in the order of the games */
    char error[LINE_ROOM]; /* for stderr */
};

typedef struct {
    const AnnotatePlan *plan;
    const AnnotateWork *work;
    NotesFile *file;
    AnnotateDone *out;
    int64_t start_ms;
    bool terminal;
    atomic_int working; /* threads */
    atomic_bool stopping;
    atomic_llong done;    /* positions */
    pthread_mutex_t lock; /* guards the fields below */
    PgnReader *reader;
    Slot *first, *last;     /* games that are not in the output yet */
    int number, failures;   /* failures: consecutive */
    bool ended, broken_off; /* no more games; no point in continuing */
    bool progress_shown;
} Run;

typedef struct {
    Run *run;
    Solver *solver, *solver_960; /* solver_960: only for external engines */
    pthread_t thread;
} Job;

static const char no_memory[] = "there is not enough memory";

static void free_slot(Slot *slot) {
    free(slot->source.at);
    free(slot->text.at);
    free(slot);
}

/* --- counting ----------------------------------------------------------------------------------
 */

bool annotate_needed(const PgnGame *game) {
    return !game->broken && game->line.length && !notes_are_current(game);
}

void annotate_say_broken(Text *out, int number, const PgnGame *game) {
    text_addf(out, "game %d is unchanged: line %zu: ", number, game->error_line);
    text_add_quoted(out, word_of(game->error), 200);
}

PgnReader *annotate_open(FILE *source) {
    PgnReader *reader = pgn_open(pgn_from_file, source, &notes_options);

    if (!reader)
        memory_fail();
    return reader;
}

void annotate_count(FILE *source, AnnotateWork *out) {
    PgnReader *reader = annotate_open(source);
    const PgnGame *game;

    *out = (AnnotateWork){0};
    while ((game = pgn_next(reader)) && !interrupt_pending()) {
        out->games++;
        if (!annotate_needed(game))
            continue;
        out->without_notes++;
        out->chess960 += game->chess960;
        out->positions += (int64_t)game->line.length + 1;
    }
    pgn_close(reader);
    rewind(source);
}

/* --- the line of a game ------------------------------------------------------------------------
 */

static void write_player(Text *out, Word name) {
    text_add_quoted(out, name.length ? name : word_of("?"), NAME_BYTES);
}

void annotate_write_players(Text *out, int number, const PgnGame *game) {
    text_addf(out, "game %d: ", number);
    write_player(out, pgn_tag(game, "White"));
    text_add(out, " - ");
    write_player(out, pgn_tag(game, "Black"));
    text_addf(out, ", %s", pgn_result_text(game->result));
}

static void write_side(Text *out, const char *name, const ReportSide *side) {
    text_addf(out, "; %s", name);
    if (side->accuracy >= 0)
        text_addf(out, " %d %%,", (int)(side->accuracy + 0.5));
    for (int mark = 0; mark < NO_MARK; mark++)
        text_addf(out, "%s %d %s", mark ? "," : "", side->marks[mark], mark_text[mark]);
}

/*
 * Writes the players with ", 23 moves; White 81 %, 1 ??, 0 ?, 2 ?!; Black 64 %, 2 ??, 1 ?, 0 ?!",
 * where the percentages are accuracies. Returns false when out of memory.
 */
static bool write_summary(Text *out, int number, const PgnGame *game, const Note *note) {
    const size_t moves = (game->line.length + 1) / 2;
    Report report;

    if (!report_make(&report, game, note, NULL))
        return false;
    annotate_write_players(out, number, game);
    text_addf(out, ", %zu move%s", moves, moves == 1 ? "" : "s");
    write_side(out, "White", &report.side[WHITE]);
    write_side(out, "Black", &report.side[BLACK]);
    report_free(&report);
    return true;
}

/* --- the output; the lock is held ----------------------------------------------------------------
 */

static void clear_progress(Run *r) {
    if (r->progress_shown)
        fprintf(stderr, "\r%78s\r", "");
    r->progress_shown = false;
}

/* Writes the output every half minute; a failure is reported at the end. */
static void checkpoint(Run *r) {
    char old[NOTES_NAME_SIZE], new[NOTES_NAME_SIZE];

    if (!r->out->annotated || !notes_file_is_due(r->file))
        return;
    notes_file_name(old, r->file);
    if (notes_file_write(r->file, false) == NOTES_ASIDE)
        tool_message("%s was changed by another program; the notes go to %s", old,
                     notes_file_name(new, r->file));
}

/* Aborts: the remaining games are unchanged. */
static void break_off(Run *r, const char *why) {
    if (!r->broken_off)
        tool_message("%s; the remaining games are unchanged", why);
    r->broken_off = true;
    atomic_store(&r->stopping, true);
}

/* Adds a game to the output. */
static bool put(Run *r, const Slot *slot) {
    const size_t before = r->file->games.length;

    if (!slot->text.at)
        return notes_file_copy(r->file, slot->to);
    pgn_text_add(&r->file->games, slot->text.at, slot->text.length);
    if (r->file->games.refused)
        r->file->games.length = before;
    return !r->file->games.refused;
}

static void print(Run *r, const Slot *slot) {
    clear_progress(r);
    if (*slot->error)
        tool_message("%s", slot->error);
    if (*slot->line)
        fprintf(r->plan->said, "%s\n", slot->line);
    if (fflush(r->plan->said) || ferror(r->plan->said))
        break_off(r, "the output cannot be written");
}

/* Moves finished games to the output, in order; with `all`, also the others, unchanged. */
static void put_ready(Run *r, bool all) {
    Slot *slot;

    while ((slot = r->first) && (slot->done || all)) {
        if (!put(r, slot)) {
            break_off(r, r->file->games.refused ? no_memory : "the file can no longer be read");
            return;
        }
        notes_file_done(r->file, slot->to);
        r->out->annotated += slot->text.at != NULL;
        print(r, slot);
        r->first = slot->next;
        r->last = r->first ? r->last : NULL;
        free_slot(slot);
        checkpoint(r);
    }
}

/* --- the games ---------------------------------------------------------------------------------
 */

static Slot *add_slot(Run *r, const PgnGame *game) {
    Slot *slot = memory_new(1, sizeof *slot);

    slot->number = r->plan->number ? r->plan->number[r->number] : r->number + 1;
    r->number++;
    slot->to = game->to;
    slot->chess960 = game->chess960;
    if (r->last)
        r->last->next = slot;
    else
        r->first = slot;
    r->last = slot;
    return slot;
}

/* Reports the reason why a game needs or gets no notes. */
static void pass_over(Run *r, Slot *slot, const PgnGame *game) {
    Text line = text_in(slot->line, sizeof slot->line),
         error = text_in(slot->error, sizeof slot->error);

    slot->done = true;
    if (game->broken) {
        r->out->broken++;
        annotate_say_broken(&error, slot->number, game);
    } else if (notes_are_ours(game) && game->line.length) {
        const Word judge = notes_judge(game);

        r->out->noted++;
        if (!word_is(judge, r->plan->judge))
            r->out->noted_otherwise++;
        annotate_write_players(&line, slot->number, game);
        text_add(&line, " has its notes already");
    } else {
        annotate_write_players(&line, slot->number, game);
        text_add(&line, " has no moves");
    }
}

/* Reports an error in a game that is annotated nevertheless. */
static void say_error(Slot *slot, const PgnGame *game) {
    Text error = text_in(slot->error, sizeof slot->error);

    text_addf(&error, "game %d: line %zu: ", slot->number, game->error_line);
    text_add_quoted(&error, word_of(game->error), 200);
    text_add(&error, "; left unchanged");
}

/* Returns the next game to annotate; NULL if there is none, or if the work has to stop. */
static Slot *take(Run *r) {
    const PgnGame *game;
    Slot *slot = NULL;

    pthread_mutex_lock(&r->lock);
    while (!r->ended && !atomic_load(&r->stopping)) {
        if (!(game = pgn_next(r->reader))) {
            r->ended = true;
            if (ferror(r->file->source))
                break_off(r, "the file can no longer be read");
            break;
        }
        slot = add_slot(r, game);
        if (annotate_needed(game)) {
            if (game->error)
                say_error(slot, game);
            if (notes_file_read(r->file, game->from, game->to, pgn_text_add, &slot->source))
                break;
            break_off(r, "the file can no longer be read");
        } else {
            pass_over(r, slot, game);
            put_ready(r, false);
        }
        slot = NULL;
    }
    pthread_mutex_unlock(&r->lock);
    return slot;
}

/* Writes the game with its notes and, in a part, its tag. Returns false when out of memory. */
static bool write_notes(const Run *r, Slot *slot, const PgnGame *game, const Note *note) {
    Text tag = TEXT_OF(UNIT_TAG_SIZE + sizeof UNIT_TAG_NAME);
    PgnText plain = {.at = NULL};
    bool good;
    Word text;
    size_t at;

    if (!r->plan->job)
        return notes_write(game, note, r->plan->judge, pgn_text_add, &slot->text);
    good = notes_write(game, note, r->plan->judge, pgn_text_add, &plain) && !plain.refused;
    if (good) {
        for (text = (Word){plain.at, plain.length}; text.length; text.length--)
            if (text.at[text.length - 1] != '\n')
                break;
        at = unit_tag_place(text);
        unit_tag_write(&tag, r->plan->job, slot->number, text);
        pgn_text_add(&slot->text, plain.at, at);
        pgn_text_add(&slot->text, tag.at, tag.length);
        pgn_text_add(&slot->text, plain.at + at, plain.length - at);
    }
    free(plain.at);
    return good;
}

/* Annotates a game; returns false with an error in *error, or after `stopping`. */
static bool annotate(Job *job, Slot *slot, Text *error) {
    Run *r = job->run;
    const Judge judge = {slot->chess960 && job->solver_960 ? job->solver_960 : job->solver,
                         !r->plan->setup.external, &r->done, &r->stopping};
    Word text = {slot->source.at, slot->source.length};
    PgnReader *reader = pgn_open(pgn_from_word, &text, &notes_options);
    const PgnGame *game = reader ? pgn_next(reader) : NULL;
    Text line = text_in(slot->line, sizeof slot->line);
    Note *note = NULL;
    bool good = false;

    if (!reader || slot->source.refused ||
        (game && !(note = calloc(game->line.length + 1, sizeof *note)))) {
        text_add(error, no_memory);
    } else if (!game || game->broken) {
        text_add(error, "it cannot be read again");
    } else if (r->plan->setup.external && slot->chess960 && !job->solver_960) {
        text_add(error, r->plan->refuses_960);
    } else {
        good = judge_game(&judge, &game->line, note, error);
        if (good && (!write_notes(r, slot, game, note) || slot->text.refused ||
                     !write_summary(&line, slot->number, game, note))) {
            text_add(error, no_memory);
            good = false;
        }
        if (good && r->plan->searches) {
            pthread_mutex_lock(&r->lock);
            pages_keep(r->plan->searches, game, note);
            pthread_mutex_unlock(&r->lock);
        }
    }
    pgn_close(reader);
    free(note);
    return good;
}

/* Records a finished game, with notes or an error. */
static void finish(Run *r, Slot *slot, const char *why) {
    pthread_mutex_lock(&r->lock);
    slot->done = true;
    if (why) {
        Text error = text_in(slot->error, sizeof slot->error);

        free(slot->text.at);
        slot->text = (PgnText){.at = NULL};
        *slot->line = '\0';
        text_addf(&error, "game %d is unchanged: %s", slot->number, why);
        r->out->failed++;
    }
    r->failures = why ? r->failures + 1 : 0;
    put_ready(r, false);
    if (r->failures == MOST_FAILURES)
        break_off(r, "the engine failed in three games in a row");
    pthread_mutex_unlock(&r->lock);
}

static void *work(void *context) {
    Job *job = context;
    Slot *slot;

    while ((slot = take(job->run))) {
        Text error = TEXT_OF(LINE_ROOM);
        const bool good = annotate(job, slot, &error);

        if (!good && !error.length)
            break; /* interrupted: the game is unchanged */
        finish(job->run, slot, good ? NULL : error.at);
    }
    atomic_fetch_sub(&job->run->working, 1);
    return NULL;
}

/* --- all games ---------------------------------------------------------------------------------
 */

/* Shows "3 of 20 games  45 %  0:01:12 left". */
static void show_progress(Run *r) {
    const int64_t done = atomic_load(&r->done), all = r->work->positions;
    const int64_t used = clock_ms() - r->start_ms;

    pthread_mutex_lock(&r->lock);
    fprintf(stderr, "\r%d of %d games  %d %%", r->out->annotated, r->work->without_notes,
            (int)(100 * min_u64((uint64_t)done, (uint64_t)all) / (uint64_t)max(1, (int)all)));
    if (done > 0 && done < all) {
        const int64_t left = (int64_t)((double)used / (double)done * (double)(all - done)) / 1000;

        fprintf(stderr, "  %" PRId64 ":%02d:%02d left   ", left / 3600, (int)(left / 60 % 60),
                (int)(left % 60));
    }
    r->progress_shown = true;
    pthread_mutex_unlock(&r->lock);
}

static void free_job(Job *j) {
    j->solver->free(j->solver);
    if (j->solver_960)
        j->solver_960->free(j->solver_960);
}

/* Starts the threads; returns false if one cannot be started. */
static bool start(Run *r, Job *job, int *jobs) {
    const int wanted = min((int)r->plan->setup.jobs, max(1, r->work->without_notes));

    for (*jobs = 0; *jobs < wanted; ++*jobs) {
        Job *j = &job[*jobs];

        j->run = r;
        if (!(j->solver = solver_setup_new(&r->plan->setup, true)))
            break;
        if (r->plan->external_960)
            j->solver_960 = external_solver_new(r->plan->external_960);
        atomic_fetch_add(&r->working, 1);
        if (!thread_start(&j->thread, work, j)) {
            atomic_fetch_sub(&r->working, 1);
            free_job(j);
            break;
        }
    }
    return *jobs == wanted;
}

static void wait_for_end(Run *r, Job *job, int jobs) {
    int64_t shown = clock_ms();

    while (atomic_load(&r->working)) {
        if (interrupt_pending())
            atomic_store(&r->stopping, true);
        for (int i = 0; i < jobs && atomic_load(&r->stopping); i++) {
            job[i].solver->stop(job[i].solver);
            if (job[i].solver_960)
                job[i].solver_960->stop(job[i].solver_960);
        }
        if (r->terminal && clock_ms() - shown >= PROGRESS_MS) {
            shown = clock_ms();
            show_progress(r);
        }
        clock_sleep_ms(WAIT_MS);
    }
    for (int i = 0; i < jobs; i++) {
        pthread_join(job[i].thread, NULL);
        free_job(&job[i]);
    }
}

int annotate_run(const AnnotatePlan *plan, const AnnotateWork *todo, NotesFile *file,
                 AnnotateDone *out) {
    Run r = {.plan = plan,
             .work = todo,
             .file = file,
             .out = out,
             .start_ms = clock_ms(),
             .terminal = isatty(STDERR_FILENO)};
    Job *job = memory_new((size_t)plan->setup.jobs, sizeof *job);
    int jobs;

    *out = (AnnotateDone){0};
    r.reader = annotate_open(file->source);
    pthread_mutex_init(&r.lock, NULL);
    if (!start(&r, job, &jobs))
        break_off(&r, "there is not enough memory, or no thread");
    wait_for_end(&r, job, jobs);
    put_ready(&r, true);
    clear_progress(&r);
    while (r.first) { /* after a failure */
        Slot *slot = r.first;

        r.first = slot->next;
        free_slot(slot);
    }
    pgn_close(r.reader);
    pthread_mutex_destroy(&r.lock);
    free(job);
    if (interrupt_pending())
        return TOOL_INTERRUPTED;
    return r.broken_off || out->broken || out->failed ? TOOL_FAILED : TOOL_OK;
}
