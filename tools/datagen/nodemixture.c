/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "nodemixture.h"

#include <inttypes.h>
#include <string.h>

#include "base/random.h"

enum { QUOTED = 60 }; /* bytes of an invalid value to show */

NodeMixture nodemixture_of(uint32_t nodes) {
    return (NodeMixture){.part[0] = {.nodes = nodes, .share = 1}, .parts = 1};
}

static bool refuse(Text *error, Word value) {
    text_add_quoted(error, value, QUOTED);
    return false;
}

/* Reads "400:7,1200:1". */
static bool read_parts(NodeMixture *mixture, Word value, Text *error) {
    size_t commas = 0;
    Word rest = value;

    for (size_t i = 0; i < value.length; i++)
        commas += value.at[i] == ',';
    if (commas >= MIXTURE_PARTS) {
        text_addf(error, "--nodes takes up to %d parts, not the %zu of ", MIXTURE_PARTS,
                  commas + 1);
        return refuse(error, value);
    }
    for (mixture->parts = 0; mixture->parts <= (int)commas; mixture->parts++) {
        const Word part = text_until(&rest, ',');
        Word share = part;
        const Word nodes = text_until(&share, ':');
        int64_t n, s;

        if (!word_number(nodes, 1, NODES_MAX, &n) || !word_number(share, 1, MIXTURE_SHARE, &s)) {
            text_addf(error,
                      "--nodes with several parts needs NODES:SHARE in each, from 1 to %d and from "
                      "1 to %d, not ",
                      NODES_MAX, MIXTURE_SHARE);
            return refuse(error, part.length ? part : value);
        }
        mixture->part[mixture->parts].nodes = (uint32_t)n;
        mixture->part[mixture->parts].share = (uint32_t)s;
    }
    return true;
}

bool nodemixture_read(void *context, const char *value, Text *error) {
    NodeMixture mixture = nodemixture_of(1);
    int64_t nodes;

    if (strpbrk(value, ":,")) {
        if (!read_parts(&mixture, word_of(value), error))
            return false;
    } else if (word_number(word_of(value), 1, NODES_MAX, &nodes)) {
        mixture = nodemixture_of((uint32_t)nodes);
    } else {
        text_addf(error,
                  "--nodes needs a number from 1 to %d, or a mixture such as 400:7,1200:1, not ",
                  NODES_MAX);
        return refuse(error, word_of(value));
    }
    *(NodeMixture *)context = mixture;
    return true;
}

void nodemixture_write(Text *text, const NodeMixture *mixture) {
    for (int i = 0; i < mixture->parts; i++) {
        text_addf(text, "%s%" PRIu32, i ? "," : "", mixture->part[i].nodes);
        if (mixture->parts > 1)
            text_addf(text, ":%" PRIu32, mixture->part[i].share);
    }
}

uint32_t nodemixture_choose(const NodeMixture *mixture, uint64_t *random) {
    uint32_t sum = 0, place;
    int i = 0;

    if (mixture->parts == 1)
        return mixture->part[0].nodes;
    for (int k = 0; k < mixture->parts; k++)
        sum += mixture->part[k].share;
    for (place = random_below(random, sum); place >= mixture->part[i].share; i++)
        place -= mixture->part[i].share;
    return mixture->part[i].nodes;
}
