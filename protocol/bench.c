/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/fen.h"
#include "engine.h"
#include "eval/bare_king.h"
#include "mailbox.h"

/* Openings, middlegames and endgames: well-known test positions and some new ones. */
static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 5",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 3 9",
    "r2q1rk1/1b2bppp/p1np1n2/1pp1p3/4P3/2P2N1P/PPBP1PP1/RNBQR1K1 w - - 0 12",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40",
    "8/5pk1/4p1p1/7p/1R5P/5PP1/r5K1/8 w - - 0 45",
    "4k3/8/3bp3/8/2P5/1PB2K2/8/8 w - - 0 50",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 40",
    "8/8/8/2k5/8/2K5/2Q5/6q1 w - - 4 70",
    "r2qk2r/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 9",
    "2kr3r/ppp2ppp/2n1bn2/2b1p3/4P2q/2NP1N1P/PPP2PP1/R1BQKB1R w KQ - 1 9",
    "r1b1k2r/1pq1bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1R1K w kq - 2 10",
    "5rk1/1p3ppp/pqp1r3/3pP3/3P1P2/1Q2R3/PP4PP/4R1K1 w - - 0 24",
    "r3r1k1/1ppq1ppp/p2p1n2/4p3/1PP1P1n1/P1N2N1P/5PP1/R1BQR1K1 b - - 0 16",
    "3r2k1/p4pp1/1p5p/2p1P3/2Pn1P2/1P1R2P1/P4K1P/3B4 b - - 0 30",
    "7k/8/8/8/4B3/2N5/8/4K3 w - - 0 1",
};

enum { POSITIONS = sizeof positions / sizeof *positions, ASK_MS = 50 };

static void on_event(void *box, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        mailbox_send_event(box, event);
}

/*
 * Searches the current position and counts its nodes. Returns false if the search was interrupted.
 */
static bool search(Engine *engine, Mailbox *box, int depth, BenchEnd *end, void *context,
                   uint64_t *nodes) {
    const Limits limits = {.depth = depth};
    bool ended = end && end(context);
    Mail *mail;

    if (ended)
        return false;
    engine_clear(engine);
    engine_go(engine, &limits);
    if (!end) /* no polling needed; in a build without threads, this runs the search */
        engine_wait(engine);
    while (!(mail = mailbox_take(box, end && !ended ? ASK_MS : -1)))
        if (end && (ended = end(context)))
            engine_stop(engine);
    engine_wait(engine);
    *nodes = mail->event->info.nodes;
    mail_free(mail);
    return !ended;
}

static void report_total(const BenchTotal *t, BenchListener *listener, void *context) {
    char line[120];

    if (t->positions == POSITIONS)
        snprintf(line, sizeof line, "%" PRIu64 " nodes %" PRIu64 " nps", t->nodes, t->nps);
    else
        snprintf(line, sizeof line, "Ended after %d of %d positions, at %" PRIu64 " nodes.",
                 t->positions, (int)POSITIONS, t->nodes);
    listener(context, line);
}

/* Fills tables that are computed on first use, so that they do not count as search time. */
static void fill_tables(void) {
    for (int i = 0; i < POSITIONS; i++) {
        Position p;
        if (!fen_parse(&p, word_of(positions[i]), false))
            bare_king_fill(&p.board, NULL, NULL);
    }
}

bool bench_run(int depth, BenchListener *listener, BenchEnd *end, void *context,
               BenchTotal *total) {
    Mailbox *box = mailbox_new();
    Engine *engine = box ? engine_new(16 << 20, on_event, box) : NULL;
    GameLine line = {NULL, NULL, 0, 0};
    int64_t start;
    BenchTotal t = {0};
    bool good = engine != NULL;

    fill_tables();
    start = clock_us();
    for (; good && t.positions < POSITIONS; t.positions++) {
        const char *fen = positions[t.positions];
        uint64_t nodes = 0;
        char buffer[160];
        Position p;

        gameline_destroy(&line);
        if (fen_parse(&p, word_of(fen), false) || gameline_init(&line, &p) ||
            engine_set_position(engine, &line) || !mailbox_reserve(box, ENGINE_DONE)) {
            good = false;
            break;
        }
        if (!search(engine, box, depth, end, context, &nodes))
            break;
        t.nodes += nodes;
        snprintf(buffer, sizeof buffer, "%2d %10" PRIu64 "  %s", t.positions + 1, nodes, fen);
        if (listener)
            listener(context, buffer);
    }
    t.us = clock_us() - start;
    t.nps = t.nodes * 1000000 / (uint64_t)max64(t.us, 1);
    if (good && listener)
        report_total(&t, listener, context);
    if (total)
        *total = t;
    gameline_destroy(&line);
    engine_free(engine);
    mailbox_free(box);
    return good;
}
