/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEN: a position that is accepted is written, and read again as the same. */
#include <string.h>

#include "chess/fen.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const Word text = {(const char *)data, size};

    fuzz_init();
    for (int chess960 = 0; chess960 < 2; chess960++) {
        Position first, second;
        char one[FEN_SIZE], two[FEN_SIZE];
        Text out = text_in(one, sizeof one), again = text_in(two, sizeof two);

        if (fen_parse(&first, text, chess960))
            continue;
        fen_write(&out, &first);
        PROMISE(!out.full);
        PROMISE(!fen_parse(&second, word_of(one), chess960));
        PROMISE(first.key == second.key);
        fen_write(&again, &second);
        PROMISE(!strcmp(one, two));
    }
    return 0;
}
