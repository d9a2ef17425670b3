/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mixture of node limits: shares of the games with different nodes per move. */
#ifndef ALULA_DATAGEN_NODEMIXTURE_H
#define ALULA_DATAGEN_NODEMIXTURE_H

#include "base/text.h"

enum {
    NODES_MAX = 1000000000, /* per move */
    MIXTURE_PARTS = 8,
    MIXTURE_SHARE = 1000, /* maximum share */
};

typedef struct {
    struct {
        uint32_t nodes; /* 1 to NODES_MAX */
        uint32_t share; /* share of the games, relative to the other parts */
    } part[MIXTURE_PARTS];
    int parts; /* at least 1 */
} NodeMixture;

/* Returns a mixture of one part: all games have this number of nodes. */
NodeMixture nodemixture_of(uint32_t nodes);

/*
 * Parses the value of --nodes: "400", or parts with shares, "400:7,1200:1". Returns false with an
 * error message, and *context, a NodeMixture, unchanged. For CommandOption.read.
 */
bool nodemixture_read(void *context, const char *value, Text *error);

/* Adds a mixture in the form that is parsed; a single part without its share. */
void nodemixture_write(Text *text, const NodeMixture *mixture);

/* Returns the nodes for a game; draws a random number only if there are several parts. */
uint32_t nodemixture_choose(const NodeMixture *mixture, uint64_t *random);

#endif
