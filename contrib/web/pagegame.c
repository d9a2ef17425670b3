/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pagegame.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

static const char no_memory[] = "there is not enough memory";

/* Returns a copy owned by the game; its .at is NULL if there is not enough memory. */
static Word keep(PageGame *g, Word w) {
    char **owned = array_grow(g->owned, &g->owner_room, g->owners + 1, sizeof *owned);
    char *copy = owned ? malloc(w.length + 1) : NULL;

    if (owned)
        g->owned = owned;
    if (!copy)
        return (Word){NULL, 0};
    memcpy(copy, w.at, w.length);
    copy[w.length] = 0;
    g->owned[g->owners++] = copy;
    return (Word){copy, w.length};
}

/* Makes room for one more item. Returns false if there is not enough memory. */
static bool grow_items(PageGame *g) {
    PgnItem *item = array_grow(g->pgn.item, &g->item_room, g->pgn.items + 1, sizeof *item);

    if (item)
        g->pgn.item = item;
    return item != NULL;
}

void pagegame_free(PageGame *g) {
    pgn_close(g->reader);
    for (size_t i = 0; i < g->owners; i++)
        free(g->owned[i]);
    free(g->owned);
    free(g->text);
    free(g->pgn.tag);
    free(g->pgn.item);
    gameline_destroy(&g->pgn.line);
}

const char *pagegame_start(PageGame *g, const Position *start, bool chess960) {
    PageGame new = {.pgn.chess960 = chess960};
    const char *error = gameline_init(&new.pgn.line, start);

    if (error)
        return error;
    pagegame_free(g);
    *g = new;
    return NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void *copy_of(const void *array, size_t bytes) {
    void *copy = malloc(bytes + 1);

    if (copy && bytes)
        memcpy(copy, array, bytes);
    return copy;
}

/*
 * Copies the reader's game with its arrays. Returns false if there is not enough memory; the copy
 * so far must be freed then, too.
 */
static bool take(PageGame *g, const PgnGame *game) {
    g->pgn = *game;
    g->pgn.line = (GameLine){0};
    g->pgn.tag = copy_of(game->tag, game->tags * sizeof *game->tag);
    g->pgn.item = copy_of(game->item, game->items * sizeof *game->item);
    g->tag_room = game->tags;
    g->item_room = game->items;
    return g->pgn.tag && g->pgn.item && !gameline_init(&g->pgn.line, &game->line.position[0]) &&
           !gameline_copy(&g->pgn.line, &game->line);
}

const char *pagegame_read(PageGame *g, Word text, size_t number) {
    static const PgnOptions all = {.comments = true, .variations = true};
    PageGame *new = calloc(1, sizeof *new);
    const PgnGame *game = NULL;
    const char *error = no_memory;

    if (!new)
        return error;
    /* the reader points into the object, which must not move during reading */
    if ((new->text = copy_of(text.at, text.length))) {
        new->source = (Word){new->text, text.length};
        new->reader = pgn_open(pgn_from_word, &new->source, &all);
    }
    if (new->reader) {
        for (size_t i = 0; i <= number && (game = pgn_next(new->reader)); i++)
            ;
        error = !game ? "there is no game in it" : take(new, game) ? NULL : no_memory;
    }
    if (error) {
        pagegame_free(new);
    } else {
        pagegame_free(g);
        *g = *new; /* reading has ended, so the object may move */
    }
    free(new);
    return error;
}

/* --- moves and tags --------------------------------------------------------------------------- */

/* Returns the index of the item with move `ply` of the main line, from 0. */
static size_t item_of(const PgnGame *game, size_t ply) {
    size_t plies = 0, inside = 0, i = 0;

    for (; i < game->items; i++) {
        const PgnKind kind = game->item[i].kind;

        if (kind == PGN_MOVE && !inside && plies++ == ply)
            break;
        inside += (size_t)(kind == PGN_BEGIN);
        inside -= (size_t)(kind == PGN_END);
    }
    return i;
}

/* Also clears the error, as this is no longer the game that was read. */
void pagegame_end(PageGame *g, PgnResult result) {
    pagegame_tag(g, word_of("Termination"), (Word){NULL, 0});
    pagegame_tag(g, word_of("Result"), (Word){NULL, 0}); /* pgn.result has the result */
    g->pgn.result = result;
    g->pgn.terminated = result != PGN_OPEN_END;
    g->pgn.broken = false;
    g->pgn.error = NULL;
}

void pagegame_cut(PageGame *g, size_t ply) {
    if (ply >= g->pgn.line.length)
        return;
    g->pgn.items = item_of(&g->pgn, ply);
    while (g->pgn.line.length > ply)
        gameline_undo(&g->pgn.line);
    pagegame_end(g, PGN_OPEN_END);
}

const char *pagegame_play(PageGame *g, size_t ply, Move m) {
    const char *error;

    if (ply < g->pgn.line.length && g->pgn.line.move[ply] == m)
        return NULL;
    if (!grow_items(g))
        return no_memory;
    pagegame_cut(g, ply);
    if ((error = gameline_play(&g->pgn.line, m)))
        return error;
    g->pgn.item[g->pgn.items++] = (PgnItem){.kind = PGN_MOVE, .move = m};
    pagegame_end(g, PGN_OPEN_END);
    return NULL;
}

const char *pagegame_clock(PageGame *g, int64_t ms) {
    const int64_t tenths = ms / 100;
    Text text = TEXT_OF(64);
    Word kept;

    text_addf(&text, "[%%clk %" PRId64 ":%02d:%02d.%d]", tenths / 36000, (int)(tenths / 600 % 60),
              (int)(tenths / 10 % 60), (int)(tenths % 10));
    if (!grow_items(g) || !(kept = keep(g, word_of(text.at))).at)
        return no_memory;
    g->pgn.item[g->pgn.items++] = (PgnItem){.kind = PGN_COMMENT, .text = kept};
    return NULL;
}

const char *pagegame_tag(PageGame *g, Word name, Word value) {
    PgnGame *game = &g->pgn;
    PgnTag *tags;
    size_t i = 0;

    while (i < game->tags && !word_same(game->tag[i].name, name))
        i++;
    if (i < game->tags && !value.length) {
        memmove(&game->tag[i], &game->tag[i + 1], (--game->tags - i) * sizeof *game->tag);
        return NULL;
    }
    if (!value.length || (i < game->tags && word_same(game->tag[i].value, value)))
        return NULL;
    if (!(value = keep(g, value)).at)
        return no_memory;
    if (i < game->tags) {
        game->tag[i].value = value;
        return NULL;
    }
    if (!(tags = array_grow(game->tag, &g->tag_room, game->tags + 1, sizeof *tags)))
        return no_memory;
    game->tag = tags;
    if (!(name = keep(g, name)).at)
        return no_memory;
    game->tag[game->tags++] = (PgnTag){name, value};
    return NULL;
}
