/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that show the position and the game. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "autosave.h"
#include "base/util.h"
#include "base/version.h"
#include "chess/book.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "console_state.h"
#include "eval/eval.h"
#include "handlers.h"
#include "levelmoves.h"
#include "perft/perft.h"
#include "play.h"
#include "protocol/show.h"
#include "search/tt.h"

/* Words, printed in lines of up to 79 columns. */
typedef struct {
    Frontend *f;
    Text text;
} Listing;

/* An empty listing, which lives until the enclosing block ends. */
#define LISTING_OF(f) ((Listing){f, TEXT_OF(96)})

static void listing_end(Listing *l) {
    if (l->text.length)
        frontend_say_text(l->f, l->text.at);
    text_clear(&l->text);
}

static void listing_add(Listing *l, Word word) {
    if (l->text.length && l->text.length + 1 + word.length > 79)
        listing_end(l);
    if (l->text.length)
        text_add_char(&l->text, ' ');
    text_add_word(&l->text, word);
}

/* Adds moves with their numbers: "12. Nf3" is one word. */
static void listing_add_moves(Listing *l, Word line) {
    Word word;

    while ((word = text_word(&line)).length) {
        if (word.at[word.length - 1] == '.') {
            const Word move = text_word(&line);
            word.length = (size_t)(move.at + move.length - word.at);
        }
        listing_add(l, word);
    }
}

/* Reads a square; refuses anything else and returns false. */
static bool read_square(Frontend *f, const char *command, Word w, Square *out) {
    const bool good = notation_read_square(out, w);

    if (!good)
        console_refuse(f, "%s needs a square, as in: %s e4", command, command);
    return good;
}

/* --- the board ------------------------------------------------------------------------------- */

void console_show(Frontend *f, Word arguments) {
    console_show_board(f);
}

void console_flip(Frontend *f, Word arguments) {
    console_state(f)->look.flipped = !console_state(f)->look.flipped;
    console_show(f, arguments);
}

void console_fen(Frontend *f, Word arguments) {
    frontend_say_whole(f, FEN_OF(frontend_now(f)));
}

/* Shows the EPD: the first four fields of the FEN, and the counters as operations. */
void console_epd(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Text epd = TEXT_OF(FEN_SIZE + 64);

    fen_write_fields(&epd, p);
    text_addf(&epd, " hmvc %d; fmvn %d;", p->halfmove_clock, p->fullmove_number);
    frontend_say_whole(f, epd.at);
}

void console_key(Frontend *f, Word arguments) {
    show_key(f);
    frontend_say(f, "Key in opening books: %016" PRIx64, book_key_now(&f->game.line));
}

void console_eval(Frontend *f, Word arguments) {
    show_eval(f);
}

/* Swaps the colors of a position. */
static void mirror(Position *out, const Position *p) {
    position_clear(out);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (position_on(p, s) != NO_PIECE)
            position_put(out, bb_has(p->board.color[WHITE], s) ? BLACK : WHITE, position_on(p, s),
                         square_flip(s));
    for (Bitboard rooks = p->board.castling; rooks;)
        out->board.castling |= bb_of(square_flip(pop_lsb(&rooks)));
    out->board.turn = (uint8_t)color_other(position_turn(p));
    if (p->board.ep_square != NO_SQUARE)
        out->board.ep_square = (uint8_t)square_flip((Square)p->board.ep_square);
    out->halfmove_clock = p->halfmove_clock;
    out->fullmove_number = p->fullmove_number;
    position_derive(out);
}

void console_mirror(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Position mirrored;
    int before, after;

    mirror(&mirrored, p);
    if (!show_static_eval(f, p, &before) || !show_static_eval(f, &mirrored, &after)) {
        console_refuse_memory(f);
        return;
    }
    frontend_say(f, "For the side to move %d centipawns before and %d after: %s.", before, after,
                 before == after ? "the same, as it must be" : "that must not be");
    console_state(f)->failed |= before != after;
    console_set_up(f, &mirrored, f->game.chess960);
}

/* --- moves ----------------------------------------------------------------------------------- */

void console_moves(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    Square from = NO_SQUARE;
    int shown = 0;
    Word rest = arguments;
    Listing l = LISTING_OF(f);

    if (word_is_any_case(text_word(&rest), "at")) {
        console_moves_at(f, rest);
        return;
    }
    if (arguments.length && !read_square(f, "moves", arguments, &from))
        return;
    if (from != NO_SQUARE && position_on(p, from) == NO_PIECE) {
        console_refuse(f, "Nothing stands on that square.");
        return;
    }
    for (int quiet = 0; quiet < 2; quiet++) { /* captures and promotions first */
        for (size_t i = 0; i < count; i++) {
            if (position_is_noisy(p, list[i]) == quiet ||
                (from != NO_SQUARE && move_from(list[i]) != from))
                continue;
            listing_add(&l, word_of(SAN_OF(p, list[i])));
            shown++;
        }
        listing_end(&l);
    }
    frontend_say(f, "%d legal move%s", shown, shown == 1 ? "" : "s");
}

/* Shows the moves of the whole game in SAN, with numbers, and marks the viewed position. */
void console_game(Frontend *f, Word arguments) {
    const GameLine *g = &f->game.line;
    const bool stepping = console_state(f)->ahead > 0;
    const size_t ply = console_whole_game(f);
    const char *ending;
    PgnResult result;
    Listing l = LISTING_OF(f);

    for (size_t i = 0; i < g->length; i++) {
        const Position *p = &g->position[i];
        Text text = TEXT_OF(32);

        if (stepping && i == ply)
            listing_add(&l, word_of("[here]"));
        if (position_turn(p) == WHITE || !i)
            notation_write_number(&text, p);
        notation_write_san(&text, p, g->move[i]);
        listing_add(&l, word_of(text.at));
    }
    result = console_result(f, &ending);
    if (result != PGN_OPEN_END)
        listing_add(&l, word_of(pgn_result_text(result)));
    listing_end(&l);
    if (!g->length)
        frontend_say_text(f, "No move has been made yet.");
    if (ending)
        frontend_say(f, "%s.", ending);
    console_back_to(f, ply);
}

static void say_lines(void *context, const char *at, size_t length) {
    Listing *l = context;

    for (size_t i = 0; i < length; i++) {
        if (at[i] == '\n' || l->text.full) {
            frontend_say_text(l->f, l->text.at);
            text_clear(&l->text);
        }
        if (at[i] != '\n')
            text_add_char(&l->text, at[i]);
    }
}

void console_pgn(Frontend *f, Word arguments) {
    const size_t ply = console_whole_game(f);
    Listing l = LISTING_OF(f);

    console_write_pgn(f, say_lines, &l, SAVED_PLAIN);
    console_back_to(f, ply);
}

/* Returns the exact SEE value, by bisection of the threshold. */
static int exact_see(const Position *p, Move m) {
    int low = -4000, high = 4000;

    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (see_ge(p, m, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

void console_see(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Move m;

    if (notation_parse(&m, p, arguments)) {
        console_refuse(f, "see needs a legal move, as in: see exd5");
        return;
    }
    frontend_say(f, "%s: %+d", SAN_OF(p, m), exact_see(p, m));
}

typedef struct {
    Move move;
    int see, victim, attacker; /* victim and attacker: for equal SEE values */
} Capture;

static int compare_captures(const void *a, const void *b) {
    const Capture *x = a, *y = b;

    if (x->see != y->see)
        return x->see < y->see ? 1 : -1;
    if (x->victim != y->victim)
        return x->victim < y->victim ? 1 : -1;
    return x->attacker - y->attacker;
}

void console_qsearch(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Move list[MAX_MOVES];
    Capture captures[MAX_MOVES];
    const size_t count = movegen_noisy(&p->board, list);

    for (size_t i = 0; i < count; i++) {
        const Piece victim = captured_piece(p, list[i]);
        captures[i] =
            (Capture){list[i], exact_see(p, list[i]), victim == NO_PIECE ? -1 : (int)victim,
                      (int)position_on(p, move_from(list[i]))};
    }
    qsort(captures, count, sizeof *captures, compare_captures);
    for (size_t i = 0; i < count; i++)
        frontend_say(f, "  %-8s %+5d", SAN_OF(p, captures[i].move), captures[i].see);
    frontend_say(f, count == 1 ? "%d capture or promotion" : "%d captures and promotions",
                 (int)count);
}

/* --- sets of squares ------------------------------------------------------------------------- */

/* Finds a set of squares by its name, such as blackKnights. Returns false for other names. */
static bool named_set(const Position *p, Word name, Bitboard *set) {
    static const char *const colors[] = {"white", "black"};
    const Board *b = &p->board;
    const struct {
        const char *name;
        Bitboard set;
    } rows[] = {{"pieces", board_occupied(b)},
                {"pawns", b->piece[PAWN]},
                {"knights", b->piece[KNIGHT]},
                {"bishops", b->piece[BISHOP]},
                {"rooks", b->piece[ROOK]},
                {"queens", b->piece[QUEEN]},
                {"kings", b->piece[KING]},
                {"king", b->piece[KING]},
                {"occupied", board_occupied(b)},
                {"checkers", p->checkers},
                {"pinned", p->pinned},
                {"castling", b->castling},
                {"attacked", movegen_attacked(b, color_other(position_turn(p)))}};
    Square square;

    if (name.length == 2 && notation_read_square(&square, name)) {
        *set = bb_of(square);
        return true;
    }
    *set = ~UINT64_C(0);
    for (int color = WHITE; color <= BLACK; color++)
        if (name.length >= 5 && word_is_any_case((Word){name.at, 5}, colors[color])) {
            *set = b->color[color];
            name = (Word){name.at + 5, name.length - 5};
            if (!name.length)
                return true;
            break;
        }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (word_is_any_case(name, rows[i].name)) {
            *set &= rows[i].set;
            return true;
        }
    return false;
}

/* Reads sets joined from left to right by | & ^ -, each with an optional ~ for its complement. */
static bool read_sets(const Position *p, Word line, Bitboard *result) {
    char operation = '|';

    *result = 0;
    for (;;) {
        Bitboard set;
        bool inverted = false;
        size_t n = 0;

        for (line = text_rest(line); line.length && *line.at == '~'; line = text_rest(line)) {
            inverted = !inverted;
            line = (Word){line.at + 1, line.length - 1};
        }
        while (n < line.length && !strchr(" \t|&^-~", line.at[n]))
            n++;
        if (!named_set(p, (Word){line.at, n}, &set))
            return false;
        set = inverted ? ~set : set;
        *result = operation == '|'   ? *result | set
                  : operation == '&' ? *result & set
                  : operation == '^' ? *result ^ set
                                     : *result & ~set;
        line = text_rest((Word){line.at + n, line.length - n});
        if (!line.length)
            return true;
        operation = *line.at;
        if (!operation || !strchr("|&^-", operation))
            return false;
        line = (Word){line.at + 1, line.length - 1};
    }
}

void console_bitmap(Frontend *f, Word arguments) {
    const Square turned = console_state(f)->look.flipped ? H8 : A1;
    Bitboard set;

    if (!read_sets(frontend_now(f), arguments, &set)) {
        console_refuse(f,
                       "bitmap needs names of sets, as in: bitmap blackKnights | whitePawns (type "
                       "\"help bitmap\" for all names)");
        return;
    }
    for (int rank = 7; rank >= 0; rank--) {
        Text text = TEXT_OF(24);

        text_add_char(&text, ' ');
        for (int file = 0; file < 8; file++)
            text_addf(&text, " %c", bb_has(set, square_make(file, rank) ^ turned) ? 'X' : '-');
        frontend_say_text(f, text.at);
    }
    frontend_say(f, "  %016" PRIx64 ", %d square%s", set, bb_count(set),
                 bb_count(set) == 1 ? "" : "s");
}

/* Lists the pieces of a set, or writes `none` for an empty set. */
static void say_pieces(Frontend *f, const char *what, Bitboard set, const char *none) {
    const Position *p = frontend_now(f);
    Text text = TEXT_OF(160);

    text_add(&text, set ? what : none);
    while (set) {
        const Square s = pop_lsb(&set);
        text_addf(&text, " %c%s", fen_letter(p, s), SQUARE_OF(s));
    }
    frontend_say_text(f, text.at);
}

void console_attacks(Frontend *f, Word arguments) {
    const Board *b = &frontend_now(f)->board;
    Bitboard attackers;
    Square s;

    if (!read_square(f, "attacks", arguments, &s))
        return;
    attackers = board_attackers(b, s, board_occupied(b));
    say_pieces(f, "White attackers:", attackers & b->color[WHITE], "No white attackers");
    say_pieces(f, "Black attackers:", attackers & b->color[BLACK], "No black attackers");
}

void console_pins(Frontend *f, Word arguments) {
    const Board *b = &frontend_now(f)->board;

    say_pieces(f, "Pinned white pieces:", board_blockers(b, WHITE) & b->color[WHITE],
               "No white piece is pinned");
    say_pieces(f, "Pinned black pieces:", board_blockers(b, BLACK) & b->color[BLACK],
               "No black piece is pinned");
}

/* --- checks ----------------------------------------------------------------------------------- */

static bool say_check(Frontend *f, const char *what, bool good) {
    frontend_say(f, "  %-56s %s", what, good ? "yes" : "NO");
    return good;
}

/* Returns true if incremental accumulator updates equal refreshes, for two plies from here. */
static bool carries_well(const NnueNet *net, const Position *p) {
    NnueCache *cache = nnue_cache_new(net, 3);
    Move list[MAX_MOVES], replies[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    bool good = cache != NULL;

    for (size_t i = 0; good && i < count; i++) {
        Position next, after;
        size_t answers;

        position_play(&next, p, list[i]);
        good = nnue_evaluate(cache, p, 0) == nnue_evaluate_full(net, p) &&
               nnue_evaluate(cache, &next, 1) == nnue_evaluate_full(net, &next);
        answers = movegen_all(&next.board, replies);
        for (size_t j = 0; good && j < answers; j++) {
            position_play(&after, &next, replies[j]);
            good = nnue_evaluate(cache, &after, 2) == nnue_evaluate_full(net, &after);
        }
    }
    nnue_cache_free(cache);
    return good;
}

void console_check(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    Position again = *p, mirrored;
    int value, other;
    bool good;

    position_derive(&again);
    mirror(&mirrored, p);
    good = say_check(f, "The position is legal:", !position_error(p));
    good &= say_check(f, "Its key is the one computed from scratch:", p->key == position_key(p));
    good &= say_check(f, "The same for checkers and pinned pieces:",
                      again.key == p->key && again.checkers == p->checkers &&
                          again.pinned == p->pinned);
    good &= say_check(f, "Its value is the same with colors swapped:",
                      show_static_eval(f, p, &value) && show_static_eval(f, &mirrored, &other) &&
                          value == other);
    good &=
        say_check(f, "Incremental and full evaluation agree:", carries_well(eval_net(f->net), p));
    good &= say_check(f, "Perft 3 is the same with and without bulk counting:",
                      perft_count(&p->board, 3) == perft_visit(p, 3));
    frontend_say_text(f, good ? "All checks passed." : "Something is wrong: please report it.");
    console_state(f)->failed |= !good;
}

/* --- about us -------------------------------------------------------------------------------- */

void console_info(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    const Board *b = &p->board;
    Text text = TEXT_OF(160);

    console_fen(f, arguments);
    console_key(f, arguments);
    for (Color c = WHITE; c <= BLACK; c++) {
        text_clear(&text);
        text_addf(&text, "%s: %d piece%s:", color_name(c), bb_count(b->color[c]),
                  more_than_one(b->color[c]) ? "s" : "");
        for (Piece piece = PAWN; piece < PIECE_COUNT; piece++) {
            const Bitboard set = board_pieces(b, c, piece);
            if (set)
                text_addf(&text, " %d %s%s%s", bb_count(set), piece_name(piece),
                          more_than_one(set) ? "s" : "", piece == KING ? "" : ",");
        }
        frontend_say_text(f, text.at);
    }
    frontend_say(f, "Plies without capture or pawn move: %d; the position occurs for the %s time",
                 p->halfmove_clock,
                 gameline_repetitions(&f->game.line) == 1   ? "first"
                 : gameline_repetitions(&f->game.line) == 2 ? "second"
                                                            : "third or later");
    frontend_say(f, "%s, plies played: %d; legal moves: %d",
                 f->game.chess960 ? "Chess960" : "Chess", (int)f->game.line.length,
                 (int)movegen_count(b));
    console_clock(f, arguments);
    frontend_say(
        f,
        "Memory: %d MB for everything, %d of it for the hash table; threads: %d; pondering: "
        "%s",
        (int)f->memory_megabytes, (int)(engine_hash_bytes(f->engine) >> 20),
        engine_threads(f->engine), f->ponder ? "on" : "off");
    console_say_level(f);
    show_network(f);
    frontend_say(f, "Sizes in bytes: board %d, position %d, move %d, hash entry %d",
                 (int)sizeof(Board), (int)sizeof(Position), (int)sizeof(Move), (int)TT_ENTRY_SIZE);
}

void console_stats(Frontend *f, Word arguments) {
    const SearchInfo *t = &f->search.info;
    const int64_t ms = max64(t->time_ms, 1);

    if (!t->pv_length || !t->nodes) {
        console_refuse(f, "I have not searched anything yet.");
        return;
    }
    frontend_say(f,
                 "Depth %d, deepest line %d plies; %" PRIu64 " nodes in %" PRId64 " ms, %" PRIu64
                 " per second; %d.%d%% of the hash table used",
                 t->depth, t->seldepth, t->nodes, t->time_ms, t->nodes * 1000 / (uint64_t)ms,
                 t->hashfull / 10, t->hashfull % 10);
    frontend_say(f, "%d.%d%% of the beta cutoffs came with the first move", t->first_cutoffs / 10,
                 t->first_cutoffs % 10);
}

/* Shows the PV, which starts here, or one move earlier if its first move has been played. */
void console_pv(Frontend *f, Word arguments) {
    const SearchInfo *t = &f->search.info;
    const size_t n = f->game.line.length;
    const bool before = n && t->pv_length && f->game.line.move[n - 1] == t->pv[0];
    const Position *start = &f->game.line.position[n - before]; /* verified by its key below */
    Text line = TEXT_OF(MAX_PLY * (NOTATION_SIZE + 8));
    Listing l = LISTING_OF(f);

    if (f->search.info_limited) {
        console_refuse(f, "I keep my thoughts to myself at this level: type \"hint\" for advice.");
        return;
    }
    if (!t->pv_length || !t->depth || start->key != f->search.info_key ||
        !move_is_legal(start, t->pv[0])) {
        console_refuse(f, "I have not searched from here.");
        return;
    }
    notation_write_line(&line, start, t->pv, t->pv_length, true, notation_write_san);
    listing_add_moves(&l, word_of(line.at));
    listing_end(&l);
    frontend_say(f, "%s for %s at depth %d", CONSOLE_SCORE_OF(t->score),
                 color_name(position_turn(start)), t->depth);
}

void console_version(Frontend *f, Word arguments) {
    frontend_say_text(f, "Alula " ALULA_VERSION ", free software under the GNU General Public "
                         "License, version 3 or later;");
    frontend_say_text(f, "it comes without any warranty. The file COPYING has the license.");
}
