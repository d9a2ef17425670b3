/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PGN: any text is read to its end, with each game in its bounds. */
#include "chess/pgn.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const PgnOptions options = {.comments = true, .variations = true};
    Word text = {(const char *)data, size};
    PgnReader *reader;
    const PgnGame *game;
    uint64_t end = 0;

    fuzz_init();
    reader = pgn_open(pgn_from_word, &text, &options);
    PROMISE(reader);
    while ((game = pgn_next(reader))) {
        PROMISE(game->from >= end && game->to >= game->from && game->to <= size);
        PROMISE(!game->broken || game->error);
        end = game->to;
    }
    pgn_close(reader);
    return 0;
}
