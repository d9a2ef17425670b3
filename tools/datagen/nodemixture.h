/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mixture of node counts: which share of the games is played at how many nodes a move. */
#ifndef ALULA_DATAGEN_NODEMIXTURE_H
#define ALULA_DATAGEN_NODEMIXTURE_H

#include "base/text.h"

enum {
    NODES_MAX = 1000000000, /* a move */
    MIXTURE_PARTS = 8,
    MIXTURE_SHARE = 1000, /* the largest */
};

typedef struct {
    struct {
        uint32_t nodes; /* 1 to NODES_MAX */
        uint32_t share; /* of the games, relative to the other parts */
    } part[MIXTURE_PARTS];
    int parts; /* at least 1 */
} NodeMixture;

/* One part: all games have this number of nodes. */
NodeMixture nodemixture_of(uint32_t nodes);

/*
 * Parse the value of --nodes: "400", or parts with shares, "400:7,1200:1". False, with *context, a
 * NodeMixture, unchanged and an error message. This is CommandOption.read.
 */
bool nodemixture_read(void *context, const char *value, Text *error);

/* Add it as it is parsed; a single part without its share. */
void nodemixture_write(Text *text, const NodeMixture *mixture);

/* The nodes for a game; draws a random number only if there are several parts. */
uint32_t nodemixture_choose(const NodeMixture *mixture, uint64_t *random);

#endif
