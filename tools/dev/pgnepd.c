/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pgnepd FILE.pgn: print the positions of games as EPD with the move played (bm), hmvc, fmvn and
 * the result (c9), as "alula-datagen dump --epd" does for its games.
 */
#include <stdio.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/pgn.h"
#include "startup.h"

static void print_position(const Position *p, Move m, PgnResult result) {
    char fen[FEN_SIZE], words[32];
    Text t = text_in(fen, sizeof fen), move = text_in(words, sizeof words);
    Word line;

    fen_write(&t, p);
    notation_write_san(&move, p, m);
    line = word_of(fen);
    for (int field = 0; field < 4; field++) {
        const Word w = text_word(&line);

        printf("%.*s ", (int)w.length, w.at);
    }
    printf("bm %s; hmvc %d; fmvn %d; c9 \"%s\";\n", words, p->halfmove_clock, p->fullmove_number,
           pgn_result_text(result));
}

int main(int argc, char **argv) {
    const PgnOptions options = {.plies = 0};
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    PgnReader *reader;
    const PgnGame *game;
    int status = 0;

    if (!file) {
        fprintf(stderr, "pgnepd: wants one file of games\n");
        return 2;
    }
    startup_init_tables();
    if (!(reader = pgn_open(pgn_from_file, file, &options))) {
        fprintf(stderr, "pgnepd: not enough memory\n");
        return 1;
    }
    while ((game = pgn_next(reader))) {
        if (game->broken) {
            fprintf(stderr, "%s:%zu: %s\n", argv[1], game->defect_line, game->defect);
            status = 1;
            continue;
        }
        for (size_t i = 0; i < game->line.length; i++)
            print_position(&game->line.position[i], game->line.move[i], game->result);
    }
    pgn_close(reader);
    fclose(file);
    return status || fflush(stdout) ? 1 : 0;
}
