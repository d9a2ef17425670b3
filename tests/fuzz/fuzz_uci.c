/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dialogues in UCI: every line of output is one of the protocol, in printable ASCII; a move is
 * legal, and there are not more of them than go commands; isready is answered.
 */
#include <string.h>

#include "chess/movegen.h"
#include "fuzz_dialogue.h"
#include "protocol/uci/uci.h"
#include "protocol/uci/uci_state.h"

static bool begins(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

static void check_bestmove(FuzzDialogue *d, Word rest) {
    const Position *p = gameline_now(&d->f.game.line);
    const Word word = text_word(&rest);
    Move m;

    PROMISE(++d->moves <= d->asked);
    if (word_is(word, "0000"))
        PROMISE(uci_state(&d->f)->illegal || !movegen_count(&p->board));
    else
        PROMISE(notation_parse(&m, p, word) == MOVE_FINE);
}

static void check(FuzzDialogue *d, const char *line) {
    static const char *const known[] = {"id name ", "id author ", "option name ", "uciok",
                                        "readyok",  "info ",      "bestmove ",    NULL};
    bool good = d->for_people;

    for (int i = 0; known[i]; i++)
        good |= begins(line, known[i]);
    PROMISE(good);
    for (const char *c = line; *c && !d->for_people; c++)
        PROMISE(*c >= ' ' && *c <= '~');
    if (begins(line, "bestmove "))
        check_bestmove(d, word_of(line + strlen("bestmove ")));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Protocol *const protocols[] = {&uci_protocol, NULL};
    static FuzzDialogue d;

    d = (FuzzDialogue){
        .check = check, .suffix = " nodes 20", .people = "d eval perft", .awaited = "readyok"};
    fuzz_dialogue(&d, protocols, data, size, "isready");
    return 0;
}
