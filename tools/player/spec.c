/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "player.h"

#include <string.h>

#include "tools/common/tool.h"

bool spec_next_item(Word *list, Word *key, Word *value) {
    size_t end = 0, equals;
    char quote = '\0';
    Word item;

    if (!list->length)
        return false;
    for (; end < list->length && (quote || list->at[end] != ','); end++) {
        const char c = list->at[end];

        if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? '\0' : c;
    }
    item = (Word){list->at, end};
    end += end < list->length;
    *list = (Word){list->at + end, list->length - end};
    for (equals = 0; equals < item.length && item.at[equals] != '='; equals++)
        ;
    *key = (Word){item.at, equals};
    equals += equals < item.length;
    *value = (Word){item.at + equals, item.length - equals};
    return true;
}

/* Strips quotes around the whole value. */
static Word unquoted(Word w) {
    if (w.length >= 2 && (*w.at == '"' || *w.at == '\'') && w.at[w.length - 1] == *w.at)
        return (Word){w.at + 1, w.length - 2};
    return w;
}

static char *copy(Word w) {
    return memory_text(w.at, w.length);
}

bool spec_read_limit(EngineLimits *c, Word key, Word value, const char **error) {
    int64_t n = 0;

    *error = NULL;
    if (word_is(key, "tc")) {
        *error = limits_parse_clock(c, value);
    } else if (word_is(key, "st")) {
        if (!word_thousandths(value, 360000000, &c->move_ms) || !c->move_ms)
            *error = "the time is not a number of seconds";
    } else if (word_is(key, "nodes")) {
        if (!word_number(value, 1, INT64_MAX / 1000000, &c->nodes))
            *error = "nodes must be a number of at least 1";
    } else if (word_is(key, "depth")) {
        if (!word_number(value, 1, 1000, &n))
            *error = "depth must be a number from 1 to 1000";
        c->depth = (int)n;
    } else {
        return false;
    }
    return true;
}

static bool read_item(EngineSpec *e, Word key, Word value, Text *error) {
    const size_t before = error->length;
    const char *why;

    if (word_is(key, "cmd")) {
        free(e->command);
        e->command = copy(value);
    } else if (word_is(key, "name")) {
        Text t;

        free(e->name);
        e->name = memory_new(value.length + 8, 1);
        t = text_in(e->name, value.length + 8);
        text_add_quoted(&t, unquoted(value), 50);
    } else if (word_is(key, "proto")) {
        if (!word_is(value, "cecp") && !word_is(value, "xboard") && !word_is(value, "uci"))
            text_addf(error, "proto is cecp or uci, not %.*s", (int)value.length, value.at);
        e->protocol = word_is(value, "uci") ? PROTOCOL_UCI : PROTOCOL_CECP;
    } else if (key.length > 7 && text_skip(&key, "option.")) {
        const char *end = key.at + key.length;

        e->option = memory_grow(e->option, (size_t)e->options + 1, sizeof *e->option);
        e->option[e->options].name = copy(key);
        e->option[e->options++].value = value.at > end ? copy(unquoted(value)) : NULL;
    } else if (word_is(key, "hash") || word_is(key, "threads")) {
        if (!word_number(value, 1, 1 << 30,
                         word_is(key, "hash") ? &e->hash_megabytes : &e->threads))
            text_addf(error, "%.*s needs a number, not %.*s", (int)key.length, key.at,
                      (int)value.length, value.at);
    } else if (word_is(key, "ponder") || word_is(key, "restart")) {
        if (!word_is(value, "on") && !word_is(value, "off"))
            text_addf(error, "%.*s is on or off, not %.*s", (int)key.length, key.at,
                      (int)value.length, value.at);
        *(word_is(key, "ponder") ? &e->ponder : &e->restart) = word_is(value, "on") ? 1 : -1;
    } else if (spec_read_limit(&e->limits, key, value, &why)) {
        if (why)
            text_addf(error, "%s: %.*s=%.*s", why, (int)key.length, key.at, (int)value.length,
                      value.at);
    } else {
        text_addf(error, "--engine does not know the key \"%.*s\"", (int)key.length, key.at);
    }
    return error->length == before;
}

/* Returns true for "key=...", but not for a command that contains '='. */
static bool has_key(const char *text) {
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz")] == '=' || !strncmp(text, "option.", 7);
}

bool spec_read(EngineSpec *out, const char *text, Text *error) {
    Word list = word_of(text), key, value;
    bool first = !has_key(text);

    *out = (EngineSpec){0};
    for (; spec_next_item(&list, &key, &value); first = false) {
        if (first)
            out->command = copy((Word){key.at, (size_t)(value.at + value.length - key.at)});
        else if (!read_item(out, key, value, error))
            return false;
    }
    if (!out->command)
        text_addf(error, "an engine needs cmd=COMMAND: %s", text);
    return out->command != NULL;
}

void spec_free(EngineSpec *spec) {
    for (int i = 0; i < spec->options; i++) {
        free(spec->option[i].name);
        free(spec->option[i].value);
    }
    free(spec->option);
    free(spec->command);
    free(spec->name);
}

void spec_free_all(EngineSpec *list, int count) {
    for (int i = 0; i < count && list; i++)
        spec_free(&list[i]);
    free(list);
}
