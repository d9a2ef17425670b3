/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-lab.h"

#include <assert.h>

#include "chess/fen.h"
#include "tools/common/tool.h"

static const char *const builtin[] = {
    FEN_START " id \"start of the game\";",
    "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5 id \"Ruy Lopez\";",
    "rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR w KQkq - 4 5 id \"Queen's Gambit\";",
    "r2q1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/2KR1B1R w - - 5 10 id \"Sicilian Dragon\";",
    "r1bq1rk1/pp3ppp/2nbpn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10 id \"open file\";",
    "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1b1P1B2/2NBPN2/PPQ2PPP/2R2RK1 w - - 4 14 id \"all pieces\";",
    "r4rk1/1pp2ppp/p1n1bn2/4p3/4P3/2P1BN2/PP2BPPP/R4RK1 b - - 2 14 id \"no queens\";",
    "8/5pk1/1p2p1p1/p2rP2p/P2R1P1P/1P3KP1/8/8 w - - 3 38 id \"rook ending\";",
    "8/3n1pk1/4p1p1/1p2P2p/1P1B1P1P/4K1P1/8/8 b - - 1 42 id \"bishop against knight\";",
    "8/2p2k2/1p1p2p1/p2P1p1p/P1P2P1P/1P3KP1/8/8 w - - 0 45 id \"pawn ending\";",
};

void positions_builtin(EpdSuite *suite) {
    suite->count = sizeof builtin / sizeof *builtin;
    suite->problem = memory_new(suite->count, sizeof *suite->problem);
    for (size_t i = 0; i < suite->count; i++) {
        Text error = TEXT_OF(200);
        const bool good =
            epd_read_line(&suite->problem[i], word_of(builtin[i]), false, EPD_STRICT, &error);

        assert(good);
        (void)good;
    }
}

void positions_name(Text *out, const EpdSuite *suite, size_t index) {
    const EpdProblem *p = &suite->problem[index];

    text_addf(out, "%zu  ", index + 1);
    if (p->id.length)
        text_add_quoted(out, p->id, 60);
    else
        fen_write(out, &p->position);
}
