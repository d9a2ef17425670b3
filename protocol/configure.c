/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "configure.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/thread.h"
#include "base/util.h"
#include "memory_share.h"
#include "opening.h"
#include "settings.h"

int configure_most_threads(void) {
    return (int)min64(INT64_C(4) * thread_processors(), ENGINE_MAX_THREADS);
}

const char *configure_memory(Frontend *f, size_t megabytes, int threads) {
    const char *defect;

    assert(f->busy == IDLE);
    threads = memory_share_threads(f->net, megabytes, threads);
    defect = engine_resize(f->engine, memory_share_hash(f->net, megabytes, threads), threads);
    if (!defect)
        f->memory_megabytes = megabytes;
    return defect;
}

/* Book and network loaded by an option, committed together. */
typedef struct {
    bool has_book, has_net; /* to be replaced; by none if there is no file name */
    Book book;
    NnueNet *net;
    const char *defect; /* why the engine cannot use the network */
} PendingResources;

static bool is_changed(const Options *a, const Options *b, OptionId id) {
    return strcmp(a->text[id], b->text[id]) != 0;
}

/*
 * Load the files that the new options name. *at is the option that was set. NULL, or an error
 * message about the value of option *at.
 */
static const char *load(const Frontend *f, const Options *new, OptionId *at,
                        PendingResources *pending) {
    const OptionId set = *at;
    const char *path, *defect;

    if (is_changed(new, &f->options, *at = OPTION_OPENING_MOVES) &&
        (defect = opening_defect(word_of(new->text[*at]))))
        return defect;
    path = new->text[ *at = OPTION_BOOK_FILE];
    pending->has_book = set == *at || is_changed(new, &f->options, *at);
    if (pending->has_book && *path && (defect = book_open(&pending->book, path)))
        return defect;
    path = new->text[ *at = OPTION_EVAL_FILE];
    pending->has_net = set == *at || is_changed(new, &f->options, *at);
    if (pending->has_net && *path && (defect = nnue_read(&pending->net, path)))
        return defect;
    return NULL;
}

static void use_net(Frontend *f, const void *context) {
    PendingResources *new = *(PendingResources *const *)context;

    if ((new->defect = engine_set_net(f->engine, new->net)))
        return;
    nnue_free(f->net);
    f->net = new->net;
    new->net = NULL;
    /* the hash table makes room for the network; without memory for another it stays as it was */
    if (!f->protocol->sets_hash) {
        const int threads = engine_threads(f->engine);
        engine_resize(f->engine, memory_share_hash(f->net, f->memory_megabytes, threads), threads);
    }
}

/* NULL, or an error message with nothing changed. */
static const char *commit(Frontend *f, PendingResources *pending) {
    if (pending->has_net)
        frontend_restart(f, use_net, &pending);
    if (pending->defect)
        return pending->defect;
    if (pending->has_book) {
        book_close(&f->book.file);
        f->book.file = pending->book;
        pending->book = (Book){NULL, 0};
    }
    return NULL;
}

/* The file may be created later, but the name may also be mistyped: mention it. */
static void tell_missing(Frontend *f, const char *path) {
    const char *prefix = f->protocol->message_prefix;
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    text_add_quoted(&text, word_of(path), 80);
    if (file_can_write(path))
        frontend_say(f, "%sThere is no file %s yet: SaveSettings makes it.", prefix, buffer);
    else if (*prefix) /* XBoard takes a line with "No such file" for the end of the engine */
        frontend_say(f, "%sThere is no file %s, and none can be made there.", prefix, buffer);
    else
        frontend_say(f, "There is no file %s, and none can be made there: %s.", buffer,
                     strerror(errno));
}

const char *configure_option(Frontend *f, Word name, Word value, OptionId *id) {
    Options options = f->options;
    const char *defect = options_set(&options, name, value, id);
    const char *settings = options.text[OPTION_SETTINGS_FILE];
    PendingResources pending = {.has_book = false};
    const char *note = NULL;
    OptionId at;

    if (!defect && *id == OPTION_SETTINGS_FILE && *settings)
        defect = settings_read(&options, settings, &note);
    if (!defect && *id == OPTION_SAVE_SETTINGS)
        defect = settings_write(&options, settings);
    if (defect)
        return defect;
    at = *id;
    if ((defect = load(f, &options, &at, &pending)) || (defect = commit(f, &pending))) {
        book_close(&pending.book);
        nnue_free(pending.net);
        if (at == *id)
            return defect;
        snprintf(f->defect, sizeof f->defect, "%s: %s", option_table[at].name, defect);
        return f->defect;
    }
    f->options = options;
    if (*id == OPTION_SETTINGS_FILE && *settings && !file_mark(settings).exists)
        tell_missing(f, settings);
    if (note)
        frontend_say(f, "%sA line of the settings is ignored: %s.", f->protocol->message_prefix,
                     note);
    return NULL;
}
