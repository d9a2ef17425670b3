/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_tags.h"

#include <inttypes.h>
#include <string.h>

#include "base/checksum.h"

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
        if (spec->ponder > 0) /* keep the fingerprint of games from before these settings */
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
    if (r->draw_count || r->resign_count) /* the rules were different before */
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
