/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_tags.h"

#include <inttypes.h>

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

    /* the index stands in place of the command */
    if (!spec_read(spec, text, &error) || !word_number(word_of(spec->command), 1, engines, &n))
        return false;
    *index = (int)n - 1;
    return spec->protocol != PROTOCOL_ANY && limits_are_set(&spec->limits) && !spec->options;
}
