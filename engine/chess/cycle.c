/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cycle.h"

#include "zobrist.h"

/* Cuckoo hash table (R. Pagh and F. Rodler 2001): each key is in one of its two slots. */
enum { PLACES = 8192 };

typedef struct {
    uint64_t key;
    uint8_t from, to;
} Entry;

static Entry table[PLACES];

static unsigned first_place(uint64_t key) {
    return key % PLACES;
}
static unsigned second_place(uint64_t key) {
    return key / PLACES % PLACES;
}

/* Cuckoo insertion: an occupant is evicted to its other slot. */
static void cuckoo_insert(Entry e) {
    unsigned place = first_place(e.key);

    while (e.key) {
        const Entry evicted = table[place];

        table[place] = e;
        e = evicted;
        place = place == first_place(e.key) ? second_place(e.key) : first_place(e.key);
    }
}

void cycle_init(void) {
    static bool filled;

    if (filled)
        return;
    filled = true;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = KNIGHT; p <= KING; p++)
            for (Square from = A1; from < SQUARE_COUNT; from++)
                for (Square to = (Square)(from + 1); to < SQUARE_COUNT; to++)
                    if (bb_has(attacks_of(p, from, 0), to))
                        cuckoo_insert((Entry){zobrist_piece(c, p, from) ^ zobrist_piece(c, p, to) ^
                                                  zobrist_side(),
                                              (uint8_t)from, (uint8_t)to});
}

bool cycle_is_closed(const Board *b, uint64_t difference) {
    unsigned place = first_place(difference);

    if (table[place].key != difference)
        place = second_place(difference);
    if (table[place].key != difference || !difference)
        return false;
    return !(attacks_between((Square)table[place].from, (Square)table[place].to) &
             board_occupied(b));
}
