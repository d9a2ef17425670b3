/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dialogues in CECP: every line of output is text; a move that is made is the last one of the game;
 * ping is answered.
 */
#include <string.h>

#include "fuzz_dialogue.h"
#include "protocol/cecp/cecp.h"

static void check(FuzzDialogue *d, const char *line) {
    const GameLine *game = &d->f.game.line;
    Move m;

    for (const char *c = line; *c; c++)
        PROMISE((unsigned char)*c >= ' ' || *c == '\t');
    if (strncmp(line, "move ", 5) != 0)
        return;
    PROMISE(game->length);
    PROMISE(notation_parse(&m, &game->position[game->length - 1], word_of(line + 5)) == MOVE_FINE);
    PROMISE(m == game->move[game->length - 1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Protocol *const protocols[] = {&cecp_protocol, NULL};
    static FuzzDialogue d;

    d = (FuzzDialogue){.check = check, .awaited = "pong 98765"};
    fuzz_dialogue(&d, protocols, data, size, "ping 98765");
    return 0;
}
