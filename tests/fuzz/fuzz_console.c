/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dialogues in the console: every line of output is text, and the game stays legal. */
#include "fuzz_dialogue.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/console.h"
#include "protocol/uci/uci.h"

static void check(FuzzDialogue *d, const char *line) {
    PROMISE(d->f.engine);
    for (const char *c = line; *c; c++)
        PROMISE((unsigned char)*c >= ' ' || *c == '\t' || *c == '\033');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Protocol *const protocols[] = {&console_protocol, &cecp_protocol, &uci_protocol,
                                                NULL};
    static FuzzDialogue d;

    d = (FuzzDialogue){.check = check};
    fuzz_dialogue(&d, protocols, data, size, ".");
    return 0;
}
