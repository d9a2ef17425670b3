/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options_apply.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/thread.h"
#include "base/util.h"

/* --- applying a change ------------------------------------------------------------------------ */

/* The book, network and tablebases that an option loads, committed together. */
typedef struct {
    bool has_book, has_net, has_tables; /* to be replaced, or closed if the name is empty */
    Book book;
    NnueNet *net;
    Syzygy *syzygy;
    const char *error; /* why the engine cannot use the network */
} PendingResources;

static bool is_changed(const Options *a, const Options *b, OptionId id) {
    return strcmp(a->text[id], b->text[id]) != 0;
}

/*
 * Loads the files that the new options name. *at is the option just set. Returns NULL, or an error
 * message about the value of option *at.
 */
static const char *load(const Frontend *f, const Options *new, OptionId *at,
                        PendingResources *pending) {
    const OptionId set = *at;
    const char *path, *error;

    if (is_changed(new, &f->options, *at = OPTION_OPENING_MOVES) &&
        (error = frontend_opening_error(word_of(new->text[*at]))))
        return error;
    path = new->text[ *at = OPTION_BOOK_FILE];
    pending->has_book = set == *at || is_changed(new, &f->options, *at);
    if (pending->has_book && *path && (error = book_open(&pending->book, path)))
        return error;
    path = new->text[ *at = OPTION_EVAL_FILE];
    pending->has_net = set == *at || is_changed(new, &f->options, *at);
    if (pending->has_net && *path && (error = nnue_read(&pending->net, path)))
        return error;
    path = new->text[ *at = OPTION_SYZYGY_PATH];
    pending->has_tables = set == *at || is_changed(new, &f->options, *at);
    if (pending->has_tables && *path && !(pending->syzygy = syzygy_open(path)))
        return "there is not enough memory for that";
    return NULL;
}

static void use_net(Frontend *f, const void *context) {
    PendingResources *new = *(PendingResources *const *)context;

    if ((new->error = engine_set_net(f->engine, new->net)))
        return;
    nnue_free(f->net);
    f->net = new->net;
    new->net = NULL;
    /* the hash table makes room for the network, or stays as it was when out of memory */
    if (!f->protocol->sets_hash) {
        const int threads = engine_threads(f->engine);
        engine_resize(f->engine, memory_share_hash(f->net, f->memory_megabytes, threads), threads);
    }
}

static Tablebases tablebases(Syzygy *syzygy, const Options *o) {
    return (Tablebases){
        .syzygy = syzygy,
        .depth = (int)o->value[OPTION_SYZYGY_PROBE_DEPTH],
        .men = (int)o->value[OPTION_SYZYGY_PROBE_LIMIT],
        .fifty_moves = o->value[OPTION_SYZYGY_FIFTY_MOVES],
    };
}

static void use_tables(Frontend *f, const void *tables) {
    const Tablebases *t = tables;

    engine_set_tables(f->engine, t);
    if (t->syzygy == f->syzygy)
        return;
    syzygy_close(f->syzygy);
    f->syzygy = t->syzygy;
}

/* Replaces the tablebases, or applies the new options to the current ones. */
static void commit_tables(Frontend *f, const Options *new, PendingResources *pending) {
    const Tablebases now = tablebases(f->syzygy, &f->options);
    const Tablebases next = tablebases(pending->has_tables ? pending->syzygy : f->syzygy, new);

    pending->syzygy = NULL;
    if (now.syzygy != next.syzygy ||
        (next.syzygy &&
         (now.depth != next.depth || now.men != next.men || now.fifty_moves != next.fifty_moves)))
        frontend_restart(f, use_tables, &next);
}

/* Returns NULL, or an error message with nothing changed. */
static const char *commit(Frontend *f, const Options *new, PendingResources *pending) {
    if (pending->has_net)
        frontend_restart(f, use_net, &pending);
    if (pending->error)
        return pending->error;
    if (pending->has_book) {
        book_close(&f->book.file);
        f->book.file = pending->book;
        pending->book = (Book){NULL, 0};
    }
    commit_tables(f, new, pending);
    return NULL;
}

/* Mentions a missing settings file: SaveSettings may create it, or the name may be mistyped. */
static void tell_missing(Frontend *f, const char *path) {
    const char *prefix = f->protocol->message_prefix;
    const char *name = QUOTED_OF(word_of(path), 80);

    if (file_can_write(path))
        frontend_say(f, "%sThere is no file %s yet: use SaveSettings to create it.", prefix, name);
    else if (*prefix) /* XBoard takes a line with "No such file" for an engine crash */
        frontend_say(f, "%sThere is no file %s, and none can be created there.", prefix, name);
    else
        frontend_say(f, "There is no file %s, and none can be created there: %s.", name,
                     strerror(errno));
}

void options_say_dated(Frontend *f, int rating) {
    frontend_say(f,
                 "%sLevel %d is from version 1.0, where levels were stronger: now it is a "
                 "lichess rating of humans.",
                 f->protocol->message_prefix, rating);
}

const char *options_apply(Frontend *f, Word name, Word value, OptionId *id) {
    Options options = f->options;
    const char *error = options_set(&options, name, value, id);
    const char *settings = options.text[OPTION_SETTINGS_FILE];
    PendingResources pending = {.has_book = false};
    bool damaged = false;
    OptionId at;

    if (!error && *id == OPTION_SETTINGS_FILE && *settings)
        error = settings_read(&options, settings);
    if (!error && *id == OPTION_SAVE_SETTINGS)
        error = settings_write(&options, settings);
    if (error)
        return error;
    at = *id;
    if ((error = load(f, &options, &at, &pending)) || (error = commit(f, &options, &pending))) {
        book_close(&pending.book);
        nnue_free(pending.net);
        syzygy_close(pending.syzygy);
        if (at == *id)
            return error;
        snprintf(f->option_error, sizeof f->option_error, "%s: %s", option_table[at].name, error);
        return f->option_error;
    }
    if (options_adapts(&options) && !options_adapts(&f->options))
        options.auto_level = autolevel_read(&options.auto_level, &damaged);
    f->options = options;
    f->options.dated = false;
    if (*id == OPTION_SETTINGS_FILE && *settings && !file_mark(settings).exists)
        tell_missing(f, settings);
    if (damaged)
        frontend_say(f, "%sThe file level-auto is damaged: level Auto starts at %d.",
                     f->protocol->message_prefix, options.auto_level.rating);
    if (options.dated)
        options_say_dated(f, options_rating(&options));
    return NULL;
}

bool options_names_tables(Word folders) {
    Text text = TEXT_OF(OPTION_TEXT_SIZE);
    Syzygy *there;
    bool empty;

    if (folders.length >= text.capacity)
        return true;
    text_add_word(&text, folders);
    there = syzygy_open(text.at);
    empty = there && !syzygy_men(there);
    syzygy_close(there);
    return !empty;
}

/* --- threads and memory ----------------------------------------------------------------------- */

int options_most_threads(void) {
    return THREADS_EXIST ? (int)min64(INT64_C(4) * thread_processors(), MAX_THREADS) : 1;
}

const char *options_resize(Frontend *f, size_t megabytes, int threads) {
    const char *error;

    assert(f->search.busy == IDLE);
    threads = memory_share_threads(f->net, megabytes, threads);
    error = engine_resize(f->engine, memory_share_hash(f->net, megabytes, threads), threads);
    if (!error)
        f->memory_megabytes = megabytes;
    return error;
}
