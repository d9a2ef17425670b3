/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gather.h"

#include <pthread.h>
#include <string.h>

#include "base/file.h"
#include "base/thread.h"
#include "base/util.h"
#include "tools/common/memory.h"
#include "tools/common/units.h"

enum { PARTS = 32, PART_BYTES = 1 << 20 };

static const char first_line[] = "[Event \"alula-match\"]\n";

/* A part of a file, read by a thread of its own. */
typedef struct {
    const char *text;
    size_t length, at; /* at: the end of what was read */
    Gathered games;
    size_t room;
    UnitTable kinds; /* hashes of kinds, with their indices */
    int file;
    pthread_t thread;
    bool started;
} Part;

/* --- kinds ----------------------------------------------------------------------------------- */

static GameKind kind_of(const StoredGame *p) {
    GameKind k;

    memset(&k, 0, sizeof k);
    memcpy(k.match, p->match, sizeof k.match);
    memcpy(k.schedule, p->schedule, sizeof k.schedule);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        memcpy(k.name[c], p->name[c], sizeof k.name[c]);
        memcpy(k.files[c], p->files[c], sizeof k.files[c]);
        memcpy(k.engine[c], p->engine[c], sizeof k.engine[c]);
    }
    return k;
}

/* The index of a kind, which is new or not. */
static size_t add_kind(Gathered *g, UnitTable *table, const GameKind *k) {
    uint64_t hash = unit_hash(0, k, sizeof *k);
    const UnitResult *known;

    for (; (known = unit_table_find(table, hash)); hash++)
        if (!memcmp(&g->kind[known->place], k, sizeof *k))
            return (size_t)known->place;
    unit_table_add(table, hash, 0, g->kinds);
    g->kind = memory_grow(g->kind, g->kinds + 1, sizeof *g->kind);
    g->kind[g->kinds] = *k;
    return g->kinds++;
}

static void add_game(Part *p, const StoredGame *stored) {
    const GameKind k = kind_of(stored);

    if (p->games.games == p->room) {
        p->room = 2 * p->room + 16;
        p->games.game = memory_grow(p->games.game, p->room, sizeof *p->games.game);
    }
    p->games.game[p->games.games++] = (GatheredGame){.game = stored->game,
                                                     .number = stored->round - 1,
                                                     .file = p->file,
                                                     .kind = add_kind(&p->games, &p->kinds, &k)};
}

/* --- parts ----------------------------------------------------------------------------------- */

static void *read_part(void *context) {
    Part *p = context;
    StoredGame stored;

    while (record_read(&stored, p->text, p->length, &p->at))
        add_game(p, &stored);
    return NULL;
}

/* Where a game begins in this part of a text; its end if none does. */
static size_t find_game(const char *text, size_t from, size_t to) {
    const size_t size = sizeof first_line - 1;

    for (const char *line; from < to; from = (size_t)(line - text)) {
        if (to - from >= size && !memcmp(text + from, first_line, size))
            return from;
        line = memchr(text + from, '\n', to - from);
        if (!line++)
            break;
    }
    return to;
}

/* Divide a text, between games, into at most PARTS parts. Returns their number. */
static int divide(Part *part, const char *text, size_t length, int file) {
    const size_t wanted = min_size((size_t)min(thread_processors(), PARTS), length / PART_BYTES);
    size_t from = 0, to;
    int parts = 0;

    do {
        to = (size_t)parts + 1 >= wanted ? length
                                         : from + (length - from) / (wanted - (size_t)parts);
        if (to < length)
            to = find_game(text, to, length);
        part[parts++] = (Part){.text = text + from, .length = to - from, .file = file};
        from = to;
    } while (from < length);
    return parts;
}

/* Append the games of a part to those before it. */
static void append(Gathered *g, UnitTable *kinds, Part *p) {
    size_t *index = memory_new(p->games.kinds, sizeof *index);

    for (size_t i = 0; i < p->games.kinds; i++)
        index[i] = add_kind(g, kinds, &p->games.kind[i]);
    g->game = memory_grow(g->game, g->games + p->games.games, sizeof *g->game);
    for (size_t i = 0; i < p->games.games; i++) {
        g->game[g->games] = p->games.game[i];
        g->game[g->games++].kind = index[p->games.game[i].kind];
    }
    free(index);
}

/* A part was not read to its end: half a game is fine at the end of the file, and nowhere else. */
static bool check_rest(Gathered *g, const Part *p, bool is_last, Text *error) {
    const size_t size = sizeof first_line - 1;
    size_t at = p->at;

    while (at < p->length && (p->text[at] == '\n' || p->text[at] == '\r'))
        at++;
    if (at == p->length)
        return true;
    if (memcmp(p->text + at, first_line, min_size(p->length - at, size)) != 0) {
        text_add(error,
                 "it has games that alula-match did not write; --ratings counts results only");
        return false;
    }
    if (!is_last || find_game(p->text, at + 1, p->length) < p->length) {
        text_add(error, "it has half a game, or one that was changed, ");
        if (g->games)
            text_addf(error, "after game %lld", (long long)g->game[g->games - 1].number + 1);
        else
            text_add(error, "at its start");
        return false;
    }
    g->half = true;
    return true;
}

bool gather_file(Gathered *g, int file, const char *path, Text *error) {
    UnitTable kinds = {.slot = NULL};
    Part part[PARTS];
    size_t length = 0;
    char *text = NULL;
    const char *why = file_read_all(path, &text, &length);
    const int parts = why ? 0 : divide(part, text, length, file);

    *g = (Gathered){.game = NULL};
    if (why)
        text_add(error, why);
    for (int i = 1; i < parts; i++)
        part[i].started = !pthread_create(&part[i].thread, NULL, read_part, &part[i]);
    for (int i = 0; i < parts; i++) {
        if (part[i].started)
            pthread_join(part[i].thread, NULL);
        else
            read_part(&part[i]);
        append(g, &kinds, &part[i]);
        if (!error->length)
            check_rest(g, &part[i], i + 1 == parts, error);
        gather_free(&part[i].games);
        unit_table_free(&part[i].kinds);
    }
    unit_table_free(&kinds);
    free(text);
    return !error->length;
}

void gather_free(Gathered *g) {
    free(g->game);
    free(g->kind);
    *g = (Gathered){.game = NULL};
}
