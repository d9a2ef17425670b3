/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "merge.h"

#include <inttypes.h>
#include <string.h>

#include "chess/fen.h"
#include "report/notes.h"
#include "summary.h"
#include "tools/common/interrupt.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"

enum { MOST_TOLD = 10, LINE_ROOM = 400, JUDGE_SHOWN = 120 };

/* A game with notes. */
typedef struct {
    size_t part; /* its file */
    int number;  /* in it, from 1 */
    uint64_t from, to;
    Word judge; /* one of those of the merge */
    bool used;  /* the source has this game */
} Entry;

typedef struct {
    NotesFile *file;
    char *const *parts;
    Entry *entry; /* [entries] */
    size_t entries, room;
    UnitTable table; /* of keys; the results are those of texts, the places those of entries */
    char **judge;    /* [judges] */
    size_t judges;
    FILE *open; /* the part that was read last */
    size_t open_part;
    size_t told, missing; /* told: what is wrong */
} Merge;

static const char no_memory[] = "there is not enough memory";

/* --- what a game is -------------------------------------------------------------------------- */

/* Without blanks and what the writer of PGN replaces. */
static uint64_t hash_text(uint64_t hash, Word text) {
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] > ' ' && !text_is_among(text.at[i], "(){}"))
            hash = unit_hash(hash, text.at + i, 1);
    return hash;
}

/* Tags in any order; one that says nothing is the same as none. */
static uint64_t hash_tags(const PgnGame *game) {
    static const char *const others[] = {"Annotator", "Result", "SetUp", "FEN", "Variant"};
    uint64_t sum = 0;

    for (size_t i = 0; i < game->tags; i++) {
        const PgnTag *tag = &game->tag[i];
        bool counts =
            tag->value.length && !word_is(tag->value, "?") && !word_is(tag->value, "????.??.??");

        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            counts = counts && !word_is(tag->name, others[k]);
        if (counts)
            sum += hash_text(hash_text(1, tag->name), tag->value);
    }
    return sum;
}

/* A comment without evaluations: ours, and those that our notes replace. */
static uint64_t hash_comment(uint64_t hash, Word text) {
    static const char eval[] = "[%eval ", by_tables[] = " wins by tablebases";
    const size_t e = sizeof eval - 1, t = sizeof by_tables - 1;

    while (text.length) {
        if (text.length < e || memcmp(text.at, eval, e) != 0) {
            hash = hash_text(hash, (Word){text.at, 1});
            text = (Word){text.at + 1, text.length - 1};
            continue;
        }
        text_until(&text, ']');
        if (text.length >= t && !memcmp(text.at + text.length - t, by_tables, t))
            break;
    }
    return hash;
}

uint64_t merge_game_key(const PgnGame *game) {
    char fen[FEN_SIZE];
    Text start = text_in(fen, sizeof fen);
    uint64_t hash = hash_tags(game);

    fen_write(&start, &game->line.position[0]);
    hash = unit_hash(hash, fen, start.length);
    hash = unit_hash(hash, game->line.move, game->line.length * sizeof *game->line.move);
    hash = unit_hash(hash, &game->result, sizeof game->result);
    for (size_t i = 0; i < game->items; i++)
        if (game->item[i].kind == PGN_COMMENT)
            hash = hash_comment(hash, game->item[i].text);
    return hash;
}

static PgnReader *open_reader(FILE *file) {
    const PgnOptions options = {.comments = true, .null_moves = true};
    PgnReader *reader = pgn_open(pgn_from_file, file, &options);

    if (!reader)
        memory_fail();
    return reader;
}

/* --- parts ----------------------------------------------------------------------------------- */

/* Tell what is wrong; ten times at most. */
static void complain(Merge *m, const char *what) {
    if (m->told++ < MOST_TOLD)
        tool_message("%s", what);
}

static void complain_of(Merge *m, const Entry *e, const char *what) {
    char buffer[LINE_ROOM];
    Text text = text_in(buffer, sizeof buffer);

    text_addf(&text, "%s: game %d %s", m->parts[e->part], e->number, what);
    complain(m, buffer);
}

/* A copy that stays; equal ones are the same. */
static Word keep_judge(Merge *m, Word judge) {
    for (size_t i = 0; i < m->judges; i++)
        if (word_is(judge, m->judge[i]))
            return word_of(m->judge[i]);
    m->judge = memory_grow(m->judge, m->judges + 1, sizeof *m->judge);
    m->judge[m->judges] = memory_text(judge.at, judge.length);
    return word_of(m->judge[m->judges++]);
}

/* A PgnSink: the checksum of a text. */
static void sink_hash(void *hash, const char *at, size_t length) {
    uint64_t *h = hash;

    for (size_t i = 0; i < length; i++) /* so that it does not matter how the text is divided */
        *h = unit_hash(*h, at + i, 1);
}

/* Note a game with notes; `text` is the checksum of its text. */
static void add_entry(Merge *m, const Entry *e, uint64_t key, uint64_t text) {
    char buffer[LINE_ROOM];
    Text what = text_in(buffer, sizeof buffer);
    const Entry *other;

    switch (unit_table_add(&m->table, key, text, m->entries)) {
    case UNIT_NEW:
        if (m->entries == m->room)
            m->entry = memory_grow(m->entry, m->room = 2 * m->room + 64, sizeof *m->entry);
        m->entry[m->entries++] = *e;
        break;
    case UNIT_SAME:
        break;
    case UNIT_OTHER:
        other = &m->entry[unit_table_find(&m->table, key)->place];
        text_addf(&what, "has other notes than game %d in %s", other->number,
                  m->parts[other->part]);
        complain_of(m, e, buffer);
        break;
    }
}

/* Read the games of a part. */
static void read_part(Merge *m, size_t part) {
    NotesFile n = {.source = NULL};
    const char *why = file_open(&n.source, m->parts[part]);
    char buffer[LINE_ROOM];
    Text text = text_in(buffer, sizeof buffer);
    PgnReader *reader;
    const PgnGame *game;

    if (why) {
        text_addf(&text, "%s: %s", m->parts[part], why);
        complain(m, buffer);
        return;
    }
    reader = open_reader(n.source);
    for (int number = 1; (game = pgn_next(reader)) && !interrupt_pending(); number++) {
        Entry e = {.part = part, .number = number, .from = game->from, .to = game->to};
        uint64_t hash = 0;

        if (!notes_are_ours(game))
            continue;
        e.judge = keep_judge(m, notes_judge(game));
        if (game->broken || !game->terminated)
            tool_message("%s: game %d is passed over: it is broken or cut short", m->parts[part],
                         number);
        else if (notes_file_read(&n, e.from, e.to, sink_hash, &hash))
            add_entry(m, &e, merge_game_key(game), hash);
    }
    if (ferror(n.source)) {
        text_addf(&text, "%s: it cannot be read", m->parts[part]);
        complain(m, buffer);
    }
    pgn_close(reader);
    notes_file_close(&n);
}

/* --- the source ------------------------------------------------------------------------------ */

static Entry *find(const Merge *m, const PgnGame *game) {
    const UnitResult *found = unit_table_find(&m->table, merge_game_key(game));

    return found ? &m->entry[found->place] : NULL;
}

/* A game of the source that has no notes in any part. */
static void tell_missing(Merge *m, int number, const PgnGame *game) {
    char buffer[LINE_ROOM];
    Text text = text_in(buffer, sizeof buffer);

    summary_write_players(&text, number, game);
    text_add(&text, " is missing: no part has it with notes");
    if (m->missing++ < MOST_TOLD)
        tool_message("%s", buffer);
}

/* All notes are to be of one engine, version and limit. */
static void check_judge(Merge *m, const Entry *e, const Entry **first) {
    char buffer[LINE_ROOM];
    Text what = text_in(buffer, sizeof buffer);

    if (!*first)
        *first = e;
    if ((*first)->judge.at == e->judge.at)
        return;
    text_add(&what, "has notes by ");
    text_add_quoted(&what, e->judge, JUDGE_SHOWN);
    text_addf(&what, ", and game %d in %s by ", (*first)->number, m->parts[(*first)->part]);
    text_add_quoted(&what, (*first)->judge, JUDGE_SHOWN);
    complain_of(m, e, buffer);
}

/* Find everything that is wrong, before anything is written. */
static void check(Merge *m) {
    PgnReader *reader = open_reader(m->file->source);
    const Entry *first = NULL;
    const PgnGame *game;

    for (int number = 1; (game = pgn_next(reader)) && !interrupt_pending(); number++) {
        Entry *e = game->broken ? NULL : find(m, game);

        if (e)
            e->used = true;
        if (!annotate_needed(game))
            continue;
        if (e)
            check_judge(m, e, &first);
        else
            tell_missing(m, number, game);
    }
    if (ferror(m->file->source))
        complain(m, "the games can no longer be read");
    pgn_close(reader);
    rewind(m->file->source);
    for (size_t i = 0; i < m->entries; i++)
        if (!m->entry[i].used)
            complain_of(m, &m->entry[i], "is none of the games");
    if (m->missing > MOST_TOLD)
        tool_message("%zu games are missing in all", m->missing);
    if (m->told > MOST_TOLD)
        tool_message("%zu more like these", m->told - MOST_TOLD);
}

/* --- merging --------------------------------------------------------------------------------- */

/* Take a game from its part. */
static bool take(Merge *m, const Entry *e, uint64_t wanted) {
    NotesFile n = {.source = m->open};
    uint64_t hash = 0;
    size_t at = m->file->length;

    if (!m->open || m->open_part != e->part) {
        if (m->open)
            fclose(m->open);
        m->open = NULL;
        if (file_open(&m->open, m->parts[e->part]))
            return false;
        m->open_part = e->part;
        n.source = m->open;
    }
    if (!notes_file_read(&n, e->from, e->to, notes_file_add, m->file) || m->file->refused)
        return false;
    sink_hash(&hash, m->file->text + at, m->file->length - at);
    notes_file_end(m->file);
    return hash == wanted && !m->file->refused;
}

/* Put all games into the output. */
static int put_all(Merge *m, AnnotateDone *out) {
    PgnReader *reader = open_reader(m->file->source);
    const PgnGame *game;
    bool good = true;

    for (int number = 1; good && (game = pgn_next(reader)); number++) {
        if (annotate_needed(game)) {
            const UnitResult *r = unit_table_find(&m->table, merge_game_key(game));

            good = r && take(m, &m->entry[r->place], r->result);
            out->annotated++;
        } else {
            char buffer[LINE_ROOM];
            Text text = text_in(buffer, sizeof buffer);

            if (game->broken) {
                annotate_say_broken(&text, number, game);
                tool_message("%s", buffer);
            }
            out->broken += game->broken;
            out->noted += !game->broken && notes_are_ours(game) && game->line.length;
            good = notes_file_copy(m->file, game->to);
        }
        notes_file_done(m->file, game->to);
    }
    pgn_close(reader);
    if (!good)
        return tool_fail("%s", m->file->refused ? no_memory : "a file was changed meanwhile");
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
    if (m.open)
        fclose(m.open);
    for (size_t i = 0; i < m.judges; i++)
        free(m.judge[i]);
    free(m.judge);
    free(m.entry);
    unit_table_free(&m.table);
    return status;
}
