/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-annotate.h"

#include <inttypes.h>
#include <string.h>

#include "report/notes.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"
#include "unit_tag.h"

enum { MOST_TOLD = 10, LINE_ROOM = 400 };

/* A game with notes. */
typedef struct {
    size_t part;  /* index of the file */
    int number;   /* number in the part, from 1 */
    PgnText text; /* without its tag */
    uint64_t key; /* notes_key() of its game in the source */
    int64_t unit; /* number in the source */
    Word job;     /* one of the merge's jobs */
    bool used;    /* the source has this game */
} Entry;

typedef struct {
    NotesFile *file;
    char *const *parts;
    Entry *entry; /* [entries] */
    size_t entries, room;
    UnitTable table; /* indexed by unit; results are checksums of texts, places are entries */
    char **job;      /* [jobs] */
    size_t jobs;
    size_t told, missing; /* told: number of reported problems */
    size_t untagged;      /* games with notes that no slice wrote, or that had them before */
} Merge;

static const char no_memory[] = "there is not enough memory";

/* --- parts ----------------------------------------------------------------------------------- */

/* Reports a problem, at most ten in all. */
static void complain(Merge *m, const char *what) {
    if (m->told++ < MOST_TOLD)
        tool_message("%s", what);
}

static void complain_of(Merge *m, const Entry *e, const char *what) {
    Text text = TEXT_OF(LINE_ROOM);

    text_addf(&text, "%s: game %d %s", m->parts[e->part], e->number, what);
    complain(m, text.at);
}

/* Returns a permanent copy of a job, equal for equal jobs. */
static Word keep_job(Merge *m, Word job) {
    for (size_t i = 0; i < m->jobs; i++)
        if (word_is(job, m->job[i]))
            return word_of(m->job[i]);
    m->job = memory_grow(m->job, m->jobs + 1, sizeof *m->job);
    m->job[m->jobs] = memory_text(job.at, job.length);
    return word_of(m->job[m->jobs++]);
}

/* Records a game with notes, and takes its text. */
static void add_entry(Merge *m, const Entry *e, uint64_t hash, PgnText *text) {
    Text what = TEXT_OF(LINE_ROOM);
    const Entry *other;

    switch (unit_table_add(&m->table, (uint64_t)e->unit, hash, m->entries)) {
    case UNIT_NEW:
        if (m->entries == m->room)
            m->entry = memory_grow(m->entry, m->room = 2 * m->room + 64, sizeof *m->entry);
        m->entry[m->entries] = *e;
        m->entry[m->entries++].text = *text;
        *text = (PgnText){.at = NULL};
        break;
    case UNIT_SAME:
        break;
    case UNIT_OTHER:
        other = &m->entry[unit_table_find(&m->table, (uint64_t)e->unit)->place];
        text_addf(&what, "%s than game %d in %s",
                  e->key == other->key ? "has different notes" : "is a different game",
                  other->number, m->parts[other->part]);
        if (e->job.at != other->job.at) {
            text_add(&what, ": ");
            unit_job_differs(&what, other->job, e->job);
        }
        complain_of(m, e, what.at);
        break;
    }
}

/* Reads a game with notes, using the buffers of *text, and adds it if its tag is valid. */
static void read_game(Merge *m, NotesFile *text, Entry *e, const PgnGame *game) {
    UnitTagStatus status = UNIT_TAG_WRONG;
    PgnText *games = &text->games;
    UnitTag tag = {.number = 0};

    games->length = 0;
    if (!notes_file_read(text, game->from, game->to, pgn_text_add, games))
        return; /* reported as a read error of the part */
    if (games->refused)
        memory_fail();
    if (!game->broken && game->terminated)
        status = unit_tag_read(&tag, (Word){games->at, games->length});
    if (status == UNIT_TAG_NONE) {
        m->untagged++;
    } else if (status == UNIT_TAG_WRONG) {
        tool_message("%s: game %d is skipped: it is %s", m->parts[e->part], e->number,
                     game->broken || !game->terminated ? "broken or cut short"
                                                       : "not as written by --slice");
    } else {
        (void)unit_key_read(pgn_tag(game, NOTES_KEY_TAG), &e->key);
        e->unit = tag.number;
        e->job = keep_job(m, tag.job);
        memmove(games->at + tag.from, games->at + tag.to, games->length - tag.to);
        games->length -= tag.to - tag.from;
        add_entry(m, e, tag.game_hash, games);
    }
}

/* Reads the games of a part. */
static void read_part(Merge *m, size_t part) {
    NotesFile n = {.source = NULL};
    const char *why = file_open(&n.source, m->parts[part]);
    Text text = TEXT_OF(LINE_ROOM);
    PgnReader *reader;
    const PgnGame *game;

    if (why) {
        text_addf(&text, "%s: %s", m->parts[part], why);
        complain(m, text.at);
        return;
    }
    reader = annotate_open(n.source);
    for (int number = 1; (game = pgn_next(reader)) && !interrupt_pending(); number++) {
        Entry e = {.part = part, .number = number};

        if (notes_are_ours(game))
            read_game(m, &n, &e, game);
    }
    if (ferror(n.source)) {
        text_addf(&text, "%s: it cannot be read", m->parts[part]);
        complain(m, text.at);
    }
    pgn_close(reader);
    notes_file_close(&n);
}

/* --- the source ------------------------------------------------------------------------------ */

static Entry *find(const Merge *m, int number) {
    const UnitResult *found = unit_table_find(&m->table, (uint64_t)number);

    return found ? &m->entry[found->place] : NULL;
}

/* Reports a game of the source without notes in any part. */
static void tell_missing(Merge *m, int number, const PgnGame *game) {
    Text text = TEXT_OF(LINE_ROOM);

    annotate_write_players(&text, number, game);
    text_add(&text, " is missing: no part has it with notes");
    if (m->missing++ < MOST_TOLD)
        tool_message("%s", text.at);
}

/* Checks that all notes are by one engine, version and settings. */
static void check_job(Merge *m, const Entry *e, const Entry **first) {
    Text what = TEXT_OF(LINE_ROOM);

    if (!*first)
        *first = e;
    if ((*first)->job.at == e->job.at)
        return;
    text_addf(&what, "has different settings than game %d in %s: ", (*first)->number,
              m->parts[(*first)->part]);
    unit_job_differs(&what, (*first)->job, e->job);
    complain_of(m, e, what.at);
}

/* Checks for all problems before anything is written. */
static void check(Merge *m) {
    PgnReader *reader = annotate_open(m->file->source);
    const Entry *first = NULL;
    const PgnGame *game;

    for (int number = 1; (game = pgn_next(reader)) && !interrupt_pending(); number++) {
        Entry *e = game->broken ? NULL : find(m, number);

        if (e)
            e->used = e->key == notes_key(game);
        if (!annotate_needed(game))
            continue;
        if (e)
            check_job(m, e, &first);
        else
            tell_missing(m, number, game);
    }
    if (ferror(m->file->source))
        complain(m, "the games can no longer be read");
    pgn_close(reader);
    rewind(m->file->source);
    for (size_t i = 0; i < m->entries; i++)
        if (!m->entry[i].used)
            complain_of(m, &m->entry[i], "is not one of the games");
    if (m->missing && m->untagged)
        tool_message("%zu games in the parts have notes that --slice did not write", m->untagged);
    if (m->missing > MOST_TOLD)
        tool_message("%zu games are missing in total", m->missing);
    if (m->told > MOST_TOLD)
        tool_message("%zu more like these", m->told - MOST_TOLD);
}

/* --- merging --------------------------------------------------------------------------------- */

/* Puts all games into the output. */
static int put_all(Merge *m, AnnotateDone *out) {
    PgnReader *reader = annotate_open(m->file->source);
    const PgnGame *game;
    bool good = true;

    for (int number = 1; good && (game = pgn_next(reader)); number++) {
        if (annotate_needed(game)) {
            const Entry *e = find(m, number);

            if ((good = e)) {
                pgn_text_add(&m->file->games, e->text.at, e->text.length);
                notes_file_end(m->file);
                good = !m->file->games.refused;
            }
            out->annotated++;
        } else {
            Text text = TEXT_OF(LINE_ROOM);

            if (game->broken) {
                annotate_say_broken(&text, number, game);
                tool_message("%s", text.at);
            }
            out->broken += game->broken;
            out->noted += !game->broken && notes_are_current(game) && game->line.length;
            good = notes_file_copy(m->file, game->to);
        }
        notes_file_done(m->file, game->to);
    }
    pgn_close(reader);
    if (!good)
        return tool_fail("%s", m->file->games.refused ? no_memory : "a file was changed meanwhile");
    return out->broken ? TOOL_FAILED : TOOL_OK;
}

int merge_run(NotesFile *file, char *const *parts, AnnotateDone *out) {
    Merge m = {.file = file, .parts = parts};
    int status = TOOL_FAILED;

    *out = (AnnotateDone){0};
    for (size_t i = 0; parts[i]; i++)
        read_part(&m, i);
    check(&m);
    if (interrupt_pending())
        status = TOOL_INTERRUPTED;
    else if (!m.told && !m.missing)
        status = put_all(&m, out);
    if (status && !out->broken) /* nothing is to be written */
        *out = (AnnotateDone){0};
    for (size_t i = 0; i < m.entries; i++)
        free(m.entry[i].text.at);
    for (size_t i = 0; i < m.jobs; i++)
        free(m.job[i]);
    free(m.job);
    free(m.entry);
    unit_table_free(&m.table);
    return status;
}
