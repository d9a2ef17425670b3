/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole dialogues with a frontend, in process: each line of the input is a command. */
#ifndef ALULA_FUZZ_DIALOGUE_H
#define ALULA_FUZZ_DIALOGUE_H

#include "fuzz.h"
#include "protocol/frontend.h"

typedef struct FuzzDialogue FuzzDialogue;

struct FuzzDialogue {
    Frontend f;
    /* Called for each line of output, without its line feed; the frontend is as it was then. */
    void (*check)(FuzzDialogue *d, const char *line);
    char sent[2048];     /* the last line of input, cut off at a NUL */
    const char *suffix;  /* for each line with the word "go", such as " nodes 50"; or NULL */
    const char *people;  /* commands, between blanks, whose output has a form of its own; or NULL */
    bool for_people;     /* one of them was sent */
    const char *awaited; /* a line of output to wait for at the end, or NULL */
    bool answered;       /* it came */
    int moves, asked;    /* bestmoves, and lines with "go" */
    char said[1 << 12];  /* the current line of output */
    size_t length;
};

/*
 * Speak protocols[0]. Searches are cut off after a few nodes. Lines that would take long or reach
 * files outside of the temporary folder are left out. At the end the game on the board is played
 * again from its start, `last` is sent, and `awaited` must come.
 */
void fuzz_dialogue(FuzzDialogue *d, const Protocol *const *protocols, const uint8_t *data,
                   size_t size, const char *last);

#endif
