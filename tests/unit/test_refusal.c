/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of refusal.h: each illegal move gets the sentence that a player expects. */
#include "protocol/console/refusal.h"

#include "chess/zobrist.h"
#include "tests.h"

#define MIDDLE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static const struct {
    const char *fen, *move, *sentence;
} rows[] = {
    {FEN_START, "e2e5", "the pawn on e2 cannot go to e5."},
    {FEN_START, "e5", "the pawn on e2 cannot go to e5."},
    {FEN_START, "e3e4", "nothing stands on e3."},
    {FEN_START, "e7e5", "the pawn on e7 is Black's, and White is to move."},
    {FEN_START, "Bb5", "the pawn on e2 is in the way of the bishop on f1."},
    {FEN_START, "f1b5", "the pawn on e2 is in the way of the bishop on f1."},
    {FEN_START, "Ra8", "the pawn on a2 is in the way of the rook on a1."},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "Ra1",
     "the pawn on a7 is in the way of the rook on a8."},
    {FEN_START, "Ke2", "your own pawn stands on e2."},
    {FEN_START, "Ke3", "the king on e1 cannot go to e3."},
    {FEN_START, "Nf6", "no knight of yours can go to f6."},
    {FEN_START, "N1f6", "no knight of yours can go to f6."},
    {FEN_START, "Bg1f3", "the piece on g1 is a knight, not a bishop."},
    {FEN_START, "e2e2", "your pawn stands on e2 already."},
    {FEN_START, "e2e1", "your own king stands on e1."},
    {FEN_START, "bc4", "the pawn on b2 cannot go to c4."},
    {FEN_START, "i9", "i9 is not a square; squares are a1 to h8."},
    {FEN_START, "e2e4q", "only a pawn that reaches the last rank is promoted."},
    {FEN_START, "Nf3=Q", "only a pawn that reaches the last rank is promoted."},
    {FEN_START, "exd3",
     "a pawn moves diagonally only to capture, and on d3 there is nothing to take."},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", "you have no knight."},
    {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Nbd2", "you have no knight on the b-file."},
    {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "N3e2", "you have no knight on rank 3."},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e4", "you have no pawn on the e-file."},
    {"4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", "e4", "you have no pawn on the e-file."},
    {"4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", "d3d5",
     "the pawn on d3 has left its first square, so it moves one square only."},
    {"4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "d4d3", "the pawn on d4 cannot go back to d3."},
    {"4k3/4p3/4P3/8/8/8/8/4K3 b - - 0 1", "e5", "the pawn on e6 is in the way of the pawn on e7."},
    {"4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "the pawn on e4 is in the way of the pawn on e2."},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
     "a pawn moves diagonally only to capture, and on d6 there is nothing to take, nor en "
     "passant."},
    /* checks and pins */
    {"4k3/8/8/8/1b1p4/5N2/8/4K3 w - - 0 1", "Nxd4", "you are in check from the bishop on b4."},
    {"4k3/8/8/8/1b1p4/5N2/8/4K3 w - - 0 1", "f3d4", "you are in check from the bishop on b4."},
    {"4r1k1/8/8/8/8/3n4/8/R3K3 w Q - 0 1", "Ra3",
     "you are in check from two pieces, so the king must move."},
    {"4rk2/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3",
     "the knight on e2 is pinned to your king by the rook on e8."},
    {"3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1",
     "your king would be in check on d1 from the rook on d8."},
    {"4k3/4r3/8/8/8/8/4K3/8 w - - 0 1", "Ke3",
     "your king would be in check on e3 from the rook on e7."},
    {"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1d2",
     "your king would be in check on d2 from the king on e3."},
    {"4k3/8/8/8/8/8/3r4/r3K3 w - - 0 1", "Kd1",
     "your king would be in check on d1 from the rook on a1."},
    /* a pinned pawn, where another one may capture en passant */
    {"3r3k/8/8/3PpP2/8/3K4/8/8 w - e6 0 2", "dxe6",
     "the pawn on d5 is pinned to your king by the rook on d8."},
    /* castling */
    {FEN_START, "O-O", "the bishop on f1 is in the way of castling."},
    {FEN_START, "e1g1", "the bishop on f1 is in the way of castling."},
    {FEN_START, "O-O-O", "the knight on b1 is in the way of castling."},
    {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O",
     "White has lost the right to castle on the king side."},
    {"r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8c8",
     "Black has lost the right to castle on the queen side."},
    {"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O",
     "the king cannot castle over f1, which is attacked by the rook on f8."},
    {"4k3/8/8/8/8/7n/8/R3K2R w KQ - 0 1", "e1h1",
     "the king cannot castle over g1, which is attacked by the knight on h3."},
    {"4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O",
     "you cannot castle out of the check from the rook on e8."},
    {MIDDLE, "Kg1", "castling is written O-O."},
    /* several pieces */
    {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2",
     "the knight on b1 and the knight on f1 can both go there: write Nbd2 or Nfd2."},
    {"3n3k/2P1P3/8/8/8/8/8/4K3 w - - 0 1", "xd8R",
     "the pawn on c7 and the pawn on e7 can both go there: write cxd8=R+ or exd8=R+."},
};

START_ROWS(sentences, ROWS(rows)) {
    const Position p = tests_position(rows[_i].fen, false);
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);

    refusal_write(&text, &p, word_of(rows[_i].move));
    CLAIM(!strcmp(buffer, rows[_i].sentence), "%s in %s: %s", rows[_i].move, rows[_i].fen, buffer);
}

/* Whatever is typed, the answer is one sentence that fits the buffer. */
START_ROWS(any_text, 2) {
    static const char alphabet[] = "abcdefgh12345678KQRBNPOx=+-";
    const Position p = tests_position(_i ? MIDDLE : FEN_START, false);
    uint64_t seed = 1;

    for (int round = 0; round < 20000; round++) {
        char move[8], buffer[160];
        const size_t length = 1 + random_next(&seed) % sizeof move;
        Text text = text_in(buffer, sizeof buffer);
        Move m;

        for (size_t i = 0; i < length; i++)
            move[i] = alphabet[random_next(&seed) % (sizeof alphabet - 1)];
        if (notation_parse(&m, &p, (Word){move, length}) == MOVE_FINE)
            continue;
        refusal_write(&text, &p, (Word){move, length});
        CLAIM(!text.full && text.length && buffer[text.length - 1] == '.', "%.*s: %s", (int)length,
              move, buffer);
    }
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("refusal");
}
