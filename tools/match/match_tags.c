/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_tags.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "tools/common/tool.h"
#include "tools/player/player.h"

enum { ENGINES_MAX = 1000, GAMES_MAX = 10000000, ROUNDS_MAX = 1000 };

void match_tags_write_schedule(Text *out, const MatchPlan *plan) {
    text_addf(out, "kind=%s engines=%d margin=%" PRId64 " openings=%zu",
              plan->swiss                           ? "swiss"
              : plan->gauntlet && plan->engines > 2 ? "gauntlet"
                                                    : "robin",
              plan->engines, plan->rules.margin_us / 1000,
              plan->opening_file ? plan->openings.count : 0);
    if (plan->random)
        text_addf(out, " order=random seed=%" PRId64, plan->seed);
    if (plan->swiss)
        text_addf(out, " rounds=%" PRId64, plan->swiss);
    else
        text_addf(out, " %s=%" PRId64, plan->sprt.used ? "most" : "games", plan->games);
}

/* Reads "name=VALUE"; returns an empty word for another name. */
static Word read_value(Word *rest, const char *name) {
    Word value = text_word(rest);
    const Word key = text_until(&value, '=');

    return word_is(key, name) ? value : (Word){"", 0};
}

/*
 * Reads the last word of a schedule. With "most", an SPRT may end the match before this many games.
 */
static bool read_length(MatchPlan *plan, bool swiss, Word rest) {
    Word number = text_word(&rest);
    const Word key = text_until(&number, '=');

    plan->sprt.used = !swiss && word_is(key, "most");
    return (plan->sprt.used || word_is(key, swiss ? "rounds" : "games")) &&
           word_number(number, 1, swiss ? ROUNDS_MAX : GAMES_MAX,
                       swiss ? &plan->swiss : &plan->games) &&
           !text_rest(rest).length;
}

bool match_tags_read_schedule(MatchPlan *plan, const char *text) {
    Word rest = word_of(text), before;
    const Word kind = read_value(&rest, "kind");
    int64_t engines, margin, openings;

    if ((!word_is(kind, "gauntlet") && !word_is(kind, "robin") && !word_is(kind, "swiss")) ||
        !word_number(read_value(&rest, "engines"), 2, ENGINES_MAX, &engines) ||
        !word_number(read_value(&rest, "margin"), 0, 1000000, &margin) ||
        !word_number(read_value(&rest, "openings"), 0, INT32_MAX, &openings))
        return false;
    plan->gauntlet = word_is(kind, "gauntlet");
    plan->engines = (int)engines;
    plan->rules.margin_us = margin * 1000;
    plan->openings.count = (size_t)openings;
    before = rest;
    plan->random = word_is(read_value(&rest, "order"), "random");
    if (!plan->random)
        rest = before;
    else if (!word_number(read_value(&rest, "seed"), 0, INT64_MAX, &plan->seed))
        return false;
    return read_length(plan, word_is(kind, "swiss"), rest);
}

Word match_tags_fixed_schedule(const char *text) {
    Word all = word_of(text);

    while (all.length && all.at[all.length - 1] != ' ')
        all.length--;
    return all;
}

void match_tags_write_engine(Text *out, int index, const EngineSpec *spec) {
    const EngineLimits *c = &spec->limits;

    text_addf(out, "%d,proto=%s", index + 1, spec->protocol == PROTOCOL_UCI ? "uci" : "cecp");
    if (limits_have_clock(c)) {
        text_add(out, ",tc=");
        limits_write_pgn(out, c);
    } else if (c->move_ms) {
        text_addf(out, ",st=%" PRId64 ".%03d", c->move_ms / 1000, (int)(c->move_ms % 1000));
    }
    if (c->nodes)
        text_addf(out, ",nodes=%" PRId64, c->nodes);
    if (c->depth)
        text_addf(out, ",depth=%d", c->depth);
    if (spec->hash_megabytes)
        text_addf(out, ",hash=%" PRId64, spec->hash_megabytes);
    if (spec->threads)
        text_addf(out, ",threads=%" PRId64, spec->threads);
    if (spec->ponder > 0)
        text_add(out, ",ponder=on");
    if (spec->restart > 0)
        text_add(out, ",restart=on");
}

bool match_tags_read_engine(EngineSpec *spec, int *index, int engines, const char *text) {
    Text error = TEXT_OF(200);
    int64_t n;

    /* the index replaces the command */
    if (!spec_read(spec, text, &error) || !word_number(word_of(spec->command), 1, engines, &n))
        return false;
    *index = (int)n - 1;
    return spec->protocol != PROTOCOL_ANY && limits_are_set(&spec->limits) && !spec->options;
}

/* --- the fingerprint ------------------------------------------------------------------------- */

/* Hashes a number byte by byte, for independence of the byte order. */
static void mix_number(uint32_t *hash, int64_t n) {
    for (int i = 0; i < 8; i++) {
        const unsigned char byte = (unsigned char)((uint64_t)n >> 8 * i);

        *hash = checksum_fnv(*hash, &byte, 1);
    }
}

/*
 * Hashes a text after its length, so that "ab", "c" differs from "a", "bc"; NULL differs from "".
 */
static void mix_text(uint32_t *hash, const char *text) {
    mix_number(hash, text ? (int64_t)strlen(text) : -1);
    if (text)
        *hash = checksum_fnv(*hash, text, strlen(text));
}

static void mix_engines(uint32_t *hash, const MatchPlan *plan) {
    mix_number(hash, plan->engines);
    mix_number(hash, plan->swiss ? 2 : plan->gauntlet && plan->engines > 2);
    for (int e = 0; e < plan->engines; e++) {
        const EngineSpec *spec = &plan->engine[e];

        mix_text(hash, spec->command);
        mix_number(hash, spec->protocol);
        mix_number(hash, spec->hash_megabytes);
        mix_number(hash, spec->threads);
        if (spec->ponder > 0) /* games without pondering keep the fingerprint of older versions */
            mix_text(hash, "ponder");
        if (spec->restart > 0)
            mix_text(hash, "restart");
        for (int i = 0; i < spec->options; i++) {
            mix_text(hash, spec->option[i].name);
            mix_text(hash, spec->option[i].value);
        }
    }
}

static void mix_limits(uint32_t *hash, const MatchPlan *plan) {
    for (int e = 0; e < plan->engines; e++) {
        const EngineLimits *c = &plan->engine[e].limits;

        mix_number(hash, c->base_ms);
        mix_number(hash, c->increment_ms);
        mix_number(hash, c->moves);
        mix_number(hash, c->move_ms);
        mix_number(hash, c->nodes);
        mix_number(hash, c->depth);
    }
    mix_number(hash, plan->rules.margin_us);
    mix_number(hash, plan->patience_ms);
}

static void mix_openings(uint32_t *hash, const MatchPlan *plan) {
    mix_text(hash, plan->openings.text);
    mix_number(hash, plan->openings.pgn);
    mix_number(hash, plan->openings.plies);
    mix_number(hash, plan->chess960);
}

static void mix_order(uint32_t *hash, const MatchPlan *plan) {
    mix_number(hash, plan->random);
    mix_number(hash, plan->random ? plan->seed : 0);
}

static void mix_adjudication(uint32_t *hash, const MatchPlan *plan) {
    const MatchRules *r = &plan->rules;

    mix_number(hash, r->draw_from);
    mix_number(hash, r->draw_count);
    mix_number(hash, r->draw_score);
    mix_number(hash, r->resign_count);
    mix_number(hash, r->resign_score);
    if (r->draw_count || r->resign_count) /* older versions had different rules */
        mix_number(hash, r->resign_twosided ? 2 : 1);
    if (r->tables)
        mix_number(hash, syzygy_men(r->tables));
}

void fingerprint_write(Text *out, const MatchPlan *plan) {
    static const struct {
        const char *name;
        void (*mix)(uint32_t *hash, const MatchPlan *plan);
    } rows[] = {{"engines", mix_engines},
                {"limits", mix_limits},
                {"openings", mix_openings},
                {"order", mix_order},
                {"adjudication", mix_adjudication}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t hash = CHECKSUM_FNV;

        rows[i].mix(&hash, plan);
        text_addf(out, "%s%s %08" PRIx32, i ? " " : "", rows[i].name, hash);
    }
}

bool fingerprint_differs(Text *out, const char *one, const char *other) {
    Word a = word_of(one), b = word_of(other), name;
    bool differs = false;

    while ((name = text_word(&a)).length) {
        const Word own = text_word(&a);
        Word its;

        text_word(&b);
        its = text_word(&b);
        if (word_same(own, its))
            continue;
        text_add(out, differs ? ", " : "");
        text_add_word(out, name);
        differs = true;
    }
    return differs;
}

enum { QUOTED = 120, ENTRY_SIZE = 300 };

/* --- the engine's files ---------------------------------------------------------------------- */

/* Returns the number of possible files of an engine: the program, item 0, and the option values. */
static int item_count(const EngineSpec *spec) {
    return 1 + spec->options;
}

static const char *item_name(const EngineSpec *spec, int item) {
    return item ? spec->option[item - 1].name : "program";
}

/* Returns the path of an item; NULL if it cannot be a file. The caller frees it. */
static char *item_path(const EngineSpec *spec, int item) {
    const char *value = item ? spec->option[item - 1].value : NULL;

    if (!item)
        return process_find(spec->command);
    return value && *value ? memory_text(value, strlen(value)) : NULL;
}

FileMark *engine_files_mark(const EngineSpec *spec) {
    FileMark *mark = memory_new((size_t)item_count(spec), sizeof *mark);

    for (int i = 0; i < item_count(spec); i++) {
        char *path = item_path(spec, i);

        if (path)
            mark[i] = file_mark(path);
        free(path);
    }
    return mark;
}

/* Computes the CRC-32 of a file; returns false if it cannot be read. */
static bool file_checksum(const char *path, uint32_t *sum) {
    FILE *file = file_open_plain(path);
    uint8_t block[1 << 16];
    size_t got;
    bool read;

    if (!file)
        return false;
    *sum = 0;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        *sum = checksum_crc32(*sum, block, got);
    read = !ferror(file);
    fclose(file);
    return read;
}

/* Writes "NAME SUM" if the item is an unchanged file; returns false if there is no room. */
static bool write_item(Text *out, const EngineSpec *spec, int item, const FileMark *before) {
    char *path = item_path(spec, item), words[ENTRY_SIZE];
    Text entry = text_in(words, sizeof words);
    bool fits = true;
    uint32_t sum;

    if (path && file_is_unchanged(path, before) && file_checksum(path, &sum)) {
        text_addf(&entry, "%s%s %08" PRIx32, out->length ? ", " : "", item_name(spec, item), sum);
        fits = !entry.full && out->length + entry.length < out->capacity;
        if (fits)
            text_add(out, words);
    }
    free(path);
    return fits;
}

void engine_files_write(Text *out, const EngineSpec *spec, const FileMark *before) {
    for (int i = 0; i < item_count(spec); i++)
        if (!write_item(out, spec, i, &before[i]))
            return;
}

/* Reads the next "NAME SUM" of a text by engine_files_write(); returns false at its end. */
static bool next_entry(const char **text, Word *name, Word *sum) {
    const char *at = *text, *end;

    for (; (at = strchr(at, ' ')); at++)
        if (strspn(at + 1, "0123456789abcdef") == 8 && (!at[9] || at[9] == ','))
            break;
    if (!at)
        return false;
    end = at + 9;
    *name = (Word){*text, (size_t)(at - *text)};
    *sum = (Word){at + 1, 8};
    *text = end + strspn(end, ", ");
    return true;
}

/*
 * Returns the path of the file of this name; NULL if `spec` is NULL or has no such file. The caller
 * frees it.
 */
static char *path_of(const EngineSpec *spec, Word name) {
    for (int i = 0; spec && i < item_count(spec); i++)
        if (word_is(name, item_name(spec, i)))
            return item_path(spec, i);
    return NULL;
}

bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other) {
    Word name, sum, its_name, its_sum;

    while (next_entry(&one, &name, &sum)) {
        bool there = false, same = false;

        for (const char *rest = other; next_entry(&rest, &its_name, &its_sum);) {
            there |= word_same(name, its_name);
            same |= word_same(name, its_name) && word_same(sum, its_sum);
        }
        if (there && !same) {
            char *path = path_of(spec, name);

            text_add_quoted(out, path ? word_of(path) : name, QUOTED);
            free(path);
            return true;
        }
    }
    return false;
}
