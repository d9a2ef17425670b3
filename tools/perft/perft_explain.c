/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_explain.h"

#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "tools/common/tool.h"

/* A move of the other program, and its side. */
typedef struct {
    const PerftFault *f;
    const Position *p;
    const Board *b;
    Color us, them;
    Square from, to;
    char promotion; /* as in UCI, or NUL */
    Piece piece;
    Square king;
    Text *why;
} Case;

static const char *square_text(Square s) {
    static char text[8][3];
    static int next;
    char *out = text[next++ & 7];

    out[0] = (char)('a' + square_file(s));
    out[1] = (char)('1' + square_rank(s));
    out[2] = '\0';
    return out;
}

/* Reads a move. Returns false if the text is not in coordinates. */
static bool read_case(Case *c, const PerftFault *f, const char *move, Text *why) {
    const Board *b = &f->here->board;

    if (strlen(move) < 4 || !notation_read_square(&c->from, (Word){move, 2}) ||
        !notation_read_square(&c->to, (Word){move + 2, 2}))
        return false;
    c->f = f;
    c->p = f->here;
    c->b = b;
    c->us = position_turn(f->here);
    c->them = color_other(c->us);
    c->promotion = move[4];
    c->piece = position_on(f->here, c->from);
    c->king = board_king(b, c->us);
    c->why = why;
    return true;
}

static const char *direction(Square a, Square b) {
    return square_file(a) == square_file(b)   ? "file"
           : square_rank(a) == square_rank(b) ? "rank"
                                              : "diagonal";
}

/* --- castling -------------------------------------------------------------------------------- */

/* Returns the rook with which a king's move would castle, or NO_SQUARE for other moves. */
static Square castling_corner(const Case *c) {
    const bool rook = bb_has(board_pieces(c->b, c->us, ROOK), c->to);
    const int file = square_file(c->from), step = square_file(c->to) - file;
    const bool home = relative_rank(c->us, square_rank(c->from)) == 0 &&
                      square_rank(c->from) == square_rank(c->to);
    const bool king = c->piece == KING && bb_has(c->b->color[c->us], c->from);

    if (!home)
        return NO_SQUARE;
    if (c->f->chess960)
        return king && rook ? c->to : NO_SQUARE;
    /* a king that has left e1 may still castle in a program that checks only the right */
    if ((king || c->piece == NO_PIECE) && file == 4 && abs(step) == 2)
        return square_make(step > 0 ? 7 : 0, square_rank(c->from));
    return king && rook && file == 4 ? c->to : NO_SQUARE;
}

/* Finds the move of the line that ended a castling right; returns false if the root had none. */
static bool explain_lost_right(const Case *c, Square corner) {
    Position now = *c->f->root, next;

    if (!bb_has(now.board.castling, corner))
        return false;
    for (size_t i = 0; i < c->f->plies; i++) {
        const Move m = c->f->line[i];
        char move[PERFT_MOVE_SIZE];

        position_play(&next, &now, m);
        if (!bb_has(next.board.castling, corner)) {
            perft_move_text(move, &now, m, c->f->chess960);
            text_add(c->why, position_is_castling(&now, m) ? "castling leaves a castling right"
                             : position_on(&now, move_from(m)) == KING
                                 ? "the castling rights are not lost when the king moves"
                             : move_from(m) == corner
                                 ? "the castling right is not lost when the rook moves"
                                 : "the castling right is not lost when the rook is captured");
            if (move_to(m) == corner && move_promotion(m) < KING)
                text_add(c->why, " by a promotion");
            text_addf(c->why, " (%s)", move);
            return true;
        }
        now = next;
    }
    return false;
}

static Bitboard attacked(const Case *c, Bitboard squares) {
    const Bitboard occupied = board_occupied(c->b) & ~bb_of(c->king);
    Bitboard out = 0;

    while (squares) {
        const Square s = pop_lsb(&squares);

        if (board_attackers(c->b, s, occupied) & c->b->color[c->them])
            out |= bb_of(s);
    }
    return out;
}

static void and_also(Text *why, const char *text) {
    text_add(why, why->length ? " and " : "castling ");
    text_add(why, text);
}

static bool explain_castling(const Case *c, Square corner) {
    const Square king_to = castling_king_to(c->from, corner);
    const Square rook_to = castling_rook_to(c->from, corner);
    const Bitboard own = bb_of(c->from) | bb_of(corner);
    const Bitboard king_way = attacks_between(c->from, king_to) | bb_of(king_to);
    const Bitboard rook_way =
        attacks_between(corner, rook_to) | bb_of(rook_to) | attacks_between(c->from, corner);
    const Bitboard occupied = board_occupied(c->b) & ~own;
    const Bitboard through = attacked(c, king_way & ~bb_of(king_to));

    if (!bb_has(c->b->castling, corner)) {
        if (explain_lost_right(c, corner))
            return true;
        text_add(c->why, bb_has(board_pieces(c->b, c->us, ROOK), corner)
                             ? "castling without the right to it"
                             : "castling without a rook");
        return true;
    }
    if (position_in_check(c->p))
        and_also(c->why, "out of check");
    if (through) {
        and_also(c->why, "through check (");
        text_addf(c->why, "%s is attacked)", square_text(bb_first(through)));
    }
    if (attacked(c, bb_of(king_to)))
        and_also(c->why, "into check");
    if (king_way & occupied)
        and_also(c->why, "through a piece");
    else if (rook_way & occupied) {
        and_also(c->why, "with a piece in the way of the rook (");
        text_addf(c->why, "%s)", square_text(bb_first(rook_way & occupied)));
    }
    return c->why->length > 0;
}

static bool explain_no_castling(const Case *c, Square corner) {
    const Square rook_to = castling_rook_to(c->from, corner);
    const Square king_to = castling_king_to(c->from, corner);
    const Bitboard king_way = attacks_between(c->from, king_to) | bb_of(king_to) | bb_of(c->from);
    const Bitboard beside = (attacks_between(corner, rook_to) | bb_of(rook_to)) & ~king_way;

    if (attacked(c, bb_of(corner)))
        text_add(c->why, "castling is not generated when the rook is attacked, which is legal");
    else if (attacked(c, beside))
        text_addf(
            c->why,
            "castling is not generated when %s is attacked, where only the rook passes: legal",
            square_text(bb_first(attacked(c, beside))));
    else if (c->f->made)
        text_add(c->why, "a castling right is lost too early");
    else
        text_add(c->why, "castling is not generated");
    return true;
}

/* --- moves no piece can make ----------------------------------------------------------------- */

/* Returns true if the step between square numbers crosses the edge of the board. */
static bool wraps(const Case *c) {
    const int number = (int)c->to - (int)c->from;
    const int files = abs(square_file(c->to) - square_file(c->from));
    static const int knight[] = {6, 10, 15, 17};

    if (c->piece == KNIGHT) {
        for (size_t i = 0; i < 4; i++)
            if (abs(number) == knight[i])
                return files > 2;
        return false;
    }
    return files == 7 &&
           (abs(number) == 7 || abs(number) == 9 || (abs(number) == 1 && c->piece == KING));
}

/* Returns true if an enemy pawn passed this square earlier than by the last move. */
static bool passed_before(const Case *c) {
    Position now = *c->f->root;
    bool passed = c->f->root_jumped == c->to;

    for (size_t i = 0; i + 1 < c->f->plies; i++) {
        const Square from = move_from(c->f->line[i]), to = move_to(c->f->line[i]);

        passed |= position_on(&now, from) == PAWN && (from ^ to) == 16 && (from + to) / 2 == c->to;
        position_advance(&now, c->f->line[i]);
    }
    return passed && c->f->plies;
}

/* Explains a diagonal pawn move to an empty square. */
static void explain_empty_diagonal(const Case *c) {
    const Bitboard beside = bb_back(bb_of(c->to), c->us) & board_pieces(c->b, c->them, PAWN);

    text_add(c->why, passed_before(c) ? "the en-passant square is not cleared by the next move"
                     : beside && relative_rank(c->us, square_rank(c->to)) == 5
                         ? "en passant, although the pawn has not just made a double step"
                         : "a pawn goes diagonally to an empty square");
}

static bool explain_pawn_push(const Case *c, int ahead) {
    const Square over = (Square)((c->from + c->to) / 2);
    const bool occupied = bb_has(board_occupied(c->b), c->to);

    if (ahead == 2 && relative_rank(c->us, square_rank(c->from)) != 1)
        text_add(c->why, "a double step from a rank that is not the pawn's first");
    else if (ahead == 2 && bb_has(board_occupied(c->b), over))
        text_add(c->why, "a double step jumps over a piece");
    else if (ahead == 2 && occupied)
        text_add(c->why, "a double step captures straight ahead");
    else if (ahead == 1 && occupied)
        text_add(c->why, "a pawn captures straight ahead");
    else if (ahead < 1 || ahead > 2)
        text_add(c->why, ahead < 1 ? "a pawn moves backwards" : "a pawn moves too far");
    else
        return false;
    return true;
}

/* Explains a pawn move; the text is NULL if the move is possible except for check. */
static bool explain_pawn(const Case *c) {
    const int ahead =
        relative_rank(c->us, square_rank(c->to)) - relative_rank(c->us, square_rank(c->from));
    const int files = abs(square_file(c->to) - square_file(c->from));
    const bool last = relative_rank(c->us, square_rank(c->to)) == 7;

    if (files == 0 && explain_pawn_push(c, ahead))
        return true;
    if (files && c->to == c->f->jumped && (files != 1 || ahead != 1))
        text_addf(c->why, "en passant by a pawn that does not stand beside the other%s",
                  files == 7 ? ": it wraps round the edge of the board" : "");
    else if (files && wraps(c))
        text_add(c->why, "a pawn captures round the edge of the board");
    else if (files > 1 || (files == 1 && ahead != 1))
        text_add(c->why, "a pawn moves as no pawn does");
    else if (files == 1 && !bb_has(board_occupied(c->b), c->to) && c->to != c->f->jumped)
        explain_empty_diagonal(c);
    else if (last && !c->promotion)
        text_add(c->why, "a pawn reaches the last rank without promotion");
    else if (last && (c->promotion == 'k' || c->promotion == 'p'))
        text_addf(c->why, "promotion to a %s", c->promotion == 'k' ? "king" : "pawn");
    else if (!last && c->promotion)
        text_add(c->why, "promotion before the last rank");
    return c->why->length > 0;
}

static bool explain_slider(const Case *c) {
    const Bitboard line = attacks_between(c->from, c->to) & board_occupied(c->b);
    const char *name = piece_name(c->piece);
    const bool on_line = bb_has(attacks_of(c->piece, c->from, 0), c->to);

    if (!on_line) {
        const int files = square_file(c->to) - square_file(c->from);
        const int ranks = square_rank(c->to) - square_rank(c->from);
        const bool queen_line = !files || !ranks || abs(files) == abs(ranks);

        text_addf(c->why,
                  queen_line ? "a %s moves like another piece"
                             : "a %s moves round the edge of the board, or as no %s does",
                  name, name);
        return true;
    }
    if (line)
        text_addf(c->why, "a %s jumps over a piece", name);
    return line != 0;
}

static bool explain_shape(const Case *c) {
    const Bitboard target = bb_of(c->to);

    if (c->piece == NO_PIECE || !bb_has(c->b->color[c->us], c->from)) {
        text_addf(c->why,
                  c->piece == NO_PIECE ? "no piece stands on %s"
                                       : "the piece on %s is not of the side to move",
                  square_text(c->from));
        return true;
    }
    if (c->b->color[c->us] & target) {
        text_addf(c->why, "a %s captures a piece of its own side", piece_name(c->piece));
        return true;
    }
    if (c->piece == PAWN)
        return explain_pawn(c);
    if (c->piece == KNIGHT || c->piece == KING) {
        if (bb_has(attacks_of(c->piece, c->from, 0), c->to))
            return false;
        text_addf(c->why,
                  wraps(c) ? "a %s moves round the edge of the board" : "a %s moves as no %s does",
                  piece_name(c->piece), piece_name(c->piece));
        return true;
    }
    return explain_slider(c);
}

/* --- moves that leave the king in check ------------------------------------------------------ */

static const char *attacker_name(const Case *c, Bitboard attackers) {
    return piece_name(position_on(c->p, bb_first(attackers)));
}

static bool explain_king(const Case *c) {
    const Bitboard occupied = board_occupied(c->b) & ~bb_of(c->from);
    const Bitboard enemies = c->b->color[c->them] & ~bb_of(c->to);
    const Bitboard attackers = board_attackers(c->b, c->to, occupied) & enemies;
    const Bitboard seen = board_attackers(c->b, c->to, board_occupied(c->b)) & enemies;

    if (!attackers)
        return false;
    if (!seen)
        text_addf(c->why, "the king steps back along the line of the checking %s",
                  attacker_name(c, attackers));
    else if (attackers & c->b->piece[KING] && !more_than_one(attackers))
        text_add(c->why, "the king steps beside the other king");
    else if (bb_has(c->b->color[c->them], c->to))
        text_addf(c->why, "the king captures a piece that is protected by a %s",
                  attacker_name(c, attackers));
    else
        text_addf(c->why, "the king moves into check by a %s", attacker_name(c, attackers));
    return true;
}

/* Returns the pieces that attack the king after the move. */
static Bitboard attackers_after(const Case *c, bool en_passant) {
    const Bitboard taken = en_passant ? bb_back(bb_of(c->to), c->us) : bb_of(c->to);
    const Bitboard occupied = (board_occupied(c->b) & ~bb_of(c->from) & ~taken) | bb_of(c->to);

    return board_attackers(c->b, c->king, occupied) & c->b->color[c->them] & ~taken;
}

static void explain_en_passant(const Case *c, Bitboard attackers) {
    const Bitboard taken = bb_back(bb_of(c->to), c->us);
    const Bitboard sliders = attackers & ~c->p->checkers;
    const Square by = bb_first(attackers);

    if (!sliders) {
        text_add(c->why, "en passant does not answer the check");
        return;
    }
    if (square_rank(c->king) == square_rank(c->from) && square_rank(by) == square_rank(c->king))
        text_add(c->why, "en passant opens the rank: both pawns leave it (en-passant pin)");
    else if (attacks_between(c->king, by) & bb_of(c->from))
        text_addf(c->why, "en passant by a pawn that is pinned on a %s", direction(c->king, by));
    else if (attacks_between(c->king, by) & taken)
        text_addf(c->why,
                  "en passant opens the %s on which the captured pawn stood (en-passant pin)",
                  direction(c->king, by));
    else
        text_add(c->why, "en passant leaves the king in check");
}

static bool explain_exposed(const Case *c) {
    const bool en_passant =
        c->piece == PAWN && c->to == c->f->jumped && square_file(c->from) != square_file(c->to);
    const Bitboard attackers = attackers_after(c, en_passant);
    Square by;

    if (!attackers)
        return false;
    by = bb_first(attackers);
    if (en_passant) {
        explain_en_passant(c, attackers);
    } else if (more_than_one(c->p->checkers)) {
        text_add(c->why, "in double check a piece other than the king moves");
    } else if (attackers & c->p->checkers) {
        text_addf(c->why, "the check of the %s is not answered",
                  attacker_name(c, attackers & c->p->checkers));
    } else {
        text_addf(c->why, "a pinned %s leaves the %s (pinned by the %s)", piece_name(c->piece),
                  direction(c->king, by), attacker_name(c, attackers));
    }
    return true;
}

/* --- extra and missing moves ----------------------------------------------------------------- */

static bool explain_extra(const Case *c) {
    const Square corner = castling_corner(c);

    if (corner != NO_SQUARE)
        return explain_castling(c, corner);
    if (bb_has(board_pieces(c->b, c->them, KING), c->to)) {
        text_add(c->why, "the king is captured");
        return true;
    }
    if (explain_shape(c))
        return true;
    if (c->piece == KING ? explain_king(c) : explain_exposed(c))
        return true;
    /* legal, but generated twice */
    text_add(c->why, "a move is listed twice");
    return true;
}

/* Returns the number of missing promotions with these squares. */
static int missing_promotions(const Case *c) {
    int n = 0;

    for (size_t i = 0; i < c->f->missing_count; i++) {
        Case other;

        n += read_case(&other, c->f, c->f->missing[i].move, c->why) && other.from == c->from &&
             other.to == c->to;
    }
    return n;
}

static void explain_no_promotion(const Case *c) {
    static const char letters[] = "nbrq";
    const char *letter = strchr(letters, c->promotion);
    const int missing = missing_promotions(c);

    if (missing == 4)
        text_add(c->why, square_file(c->from) == square_file(c->to)
                             ? "promotion by a push is not generated"
                             : "promotion by a capture is not generated");
    else if (missing == 3 && c->promotion != 'q')
        text_add(c->why, "under-promotion is not generated: only a queen");
    else
        text_addf(c->why, "promotion to a %s is not generated",
                  letter ? piece_name((Piece)(KNIGHT + (letter - letters))) : "piece");
}

static void explain_no_en_passant(const Case *c) {
    if (position_in_check(c->p))
        text_add(c->why, "en passant is not generated as an answer to check");
    else if (c->f->made)
        text_addf(c->why, "a double step does not allow en passant to the pawn on its %s",
                  square_file(c->from) < square_file(c->to) ? "west" : "east");
    else
        text_add(c->why, "en passant is not generated");
}

/*
 * Returns true if another piece of the side to move stands between the king and a slider, so that
 * there is no pin.
 */
static bool has_second_shield(const Case *c) {
    Bitboard line = attacks_line(c->king, c->from);
    Bitboard sliders = (c->b->piece[QUEEN] | c->b->piece[BISHOP] | c->b->piece[ROOK]) &
                       c->b->color[c->them] & line;

    while (line && sliders) {
        const Square by = pop_lsb(&sliders);
        const Bitboard between = attacks_between(c->king, by);

        if (bb_has(between, c->from) && bb_count(between & board_occupied(c->b)) == 2)
            return true;
    }
    return false;
}

static bool explain_no_evasion(const Case *c) {
    const char *name = piece_name(position_on(c->p, bb_first(c->p->checkers)));

    if (bb_has(c->p->checkers, c->to))
        text_addf(c->why, "capture of the checking %s is not generated", name);
    else if (c->piece == KING)
        text_addf(c->why, "a move of the king out of check by a %s is not generated", name);
    else
        text_addf(c->why, "a block of the check of a %s is not generated", name);
    return true;
}

/* Returns true if the program has moves along the same line, so that the slider stops short. */
static bool stops_short(const Case *c) {
    const Bitboard line = attacks_line(c->from, c->to);
    const Bitboard beyond = line & ~attacks_between(c->from, c->to) & ~bb_of(c->from);
    int nearer = bb_count(attacks_between(c->from, c->to));

    for (size_t i = 0; i < c->f->missing_count; i++) {
        Case other;

        if (read_case(&other, c->f, c->f->missing[i].move, c->why) && other.from == c->from)
            nearer -= bb_has(attacks_between(c->from, c->to), other.to);
    }
    return nearer > 0 && beyond;
}

static bool explain_missing(const Case *c) {
    const Square corner = castling_corner(c);
    const int files = abs(square_file(c->to) - square_file(c->from));
    const int ranks = abs(square_rank(c->to) - square_rank(c->from));
    const bool capture = bb_has(c->b->color[c->them], c->to);

    if (corner != NO_SQUARE && bb_has(c->b->castling, corner) && (files > 1 || c->f->chess960))
        return explain_no_castling(c, corner);
    if (c->piece == NO_PIECE)
        return false;
    if (c->piece == PAWN && c->to == c->b->ep_square)
        explain_no_en_passant(c);
    else if (c->promotion)
        explain_no_promotion(c);
    else if (position_in_check(c->p))
        return explain_no_evasion(c);
    else if (bb_has(c->p->pinned, c->from))
        text_addf(c->why,
                  capture ? "a pinned %s may capture its pinner: not generated"
                          : "a pinned %s may move along the pin: not generated",
                  piece_name(c->piece));
    else if (has_second_shield(c))
        text_addf(c->why, "a %s is treated as pinned, though another piece shields the king, too",
                  piece_name(c->piece));
    else if (c->piece == PAWN && ranks == 2)
        text_add(c->why, "a double step is not generated");
    else if (c->piece == PAWN && files == 1)
        text_add(c->why, "a capture by a pawn is not generated");
    else if (c->piece >= BISHOP && c->piece <= QUEEN && stops_short(c))
        text_addf(c->why, "a %s stops short", piece_name(c->piece));
    else
        return false;
    return true;
}

/* --- all of them ----------------------------------------------------------------------------- */

enum { MAX_CAUSES = 12, CAUSE_SIZE = 200, SHOWN_MOVES = 6 };

typedef struct {
    char why[CAUSE_SIZE], moves[SHOWN_MOVES * PERFT_MOVE_SIZE];
    Text list;
    int count;
} Cause;

/* Adds a move to those of the same cause, if there is room for the cause. */
static void note(Cause *cause, size_t room, size_t *causes, const char *why, const char *move) {
    size_t i = 0;

    while (i < *causes && strcmp(cause[i].why, why) != 0)
        i++;
    if (i == room)
        return;
    if (i == *causes) {
        Text text = text_in(cause[i].why, CAUSE_SIZE);

        text_add(&text, why);
        cause[i].list = text_in(cause[i].moves, sizeof cause[i].moves);
        cause[i].count = 0;
        ++*causes;
    }
    if (cause[i].count++ < SHOWN_MOVES)
        text_addf(&cause[i].list, " %s", move);
}

static const char unknown[] = "differs here, cause unknown";

bool perft_explain(Text *out, const PerftFault *f) {
    Cause cause[MAX_CAUSES];
    size_t causes = 0;
    bool known = false;

    if (f->made && perft_explain_state(out, f))
        return true;
    for (size_t i = 0; i < f->missing_count + f->extra_count; i++) {
        const bool extra = i < f->extra_count;
        const PerftAnswerMove *m = extra ? &f->extra[i] : &f->missing[i - f->extra_count];
        Text text = TEXT_OF(CAUSE_SIZE);
        Case c;

        if (!read_case(&c, f, m->move, &text) || !(extra ? explain_extra(&c) : explain_missing(&c)))
            text_add(&text, unknown);
        note(cause, MAX_CAUSES, &causes, text.at, m->move);
    }
    /* known causes come first */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < causes; i++)
            if ((strcmp(cause[i].why, unknown) != 0) == !pass) {
                text_addf(out, "%s:%s%s\n", cause[i].why, cause[i].moves,
                          cause[i].count > SHOWN_MOVES ? " ..." : "");
                known |= !pass;
            }
    if (!causes)
        text_addf(out, "%s\n", unknown);
    return known;
}

/* --- guesses, for engines that do not list their moves --------------------------------------- */

typedef struct {
    const PerftFault *f;
    bool extra; /* the engine has too many moves, rather than too few */
    Cause cause[PERFT_ANSWER_MOVES];
    size_t causes;
} Guess;

/* Explains a move, or a castling, that is legal except for check. */
static bool explain_pseudo_legal(const Case *c, bool castling) {
    const Square corner = castling_corner(c);

    if (!castling)
        return corner == NO_SQUARE && !explain_shape(c) &&
               (c->piece == KING ? explain_king(c) : explain_exposed(c));
    return corner != NO_SQUARE && (c->f->chess960 || c->to != corner) &&
           bb_has(c->b->castling, corner) &&
           !(attacks_between(c->from, corner) & board_occupied(c->b)) &&
           explain_castling(c, corner);
}

/* Notes the cause of a move, as if it were the only wrong one. */
static void guess_move(Guess *g, const PerftAnswerMove *m, bool castling) {
    PerftFault one = *g->f;
    Text why = TEXT_OF(CAUSE_SIZE);
    Case c;

    one.made = false;
    one.missing = m;
    one.missing_count = !g->extra;
    if (read_case(&c, &one, m->move, &why) &&
        (g->extra ? explain_pseudo_legal(&c, castling) : explain_missing(&c)))
        note(g->cause, PERFT_ANSWER_MOVES, &g->causes, why.at, m->move);
}

static void guess_moves_from(Guess *g, Square from, bool castling) {
    const Position *p = g->f->here;

    for (Square to = A1; to < SQUARE_COUNT; to++) {
        const bool last = relative_rank(position_turn(p), square_rank(to)) == 7;
        const char *promotion = last && position_on(p, from) == PAWN ? "qrbn" : "-";

        for (; *promotion; promotion++) {
            PerftAnswerMove m;
            Text text = text_in(m.move, sizeof m.move);

            notation_write_square(&text, from);
            notation_write_square(&text, to);
            if (*promotion != '-')
                text_add_char(&text, *promotion);
            guess_move(g, &m, castling);
        }
    }
}

bool perft_guess(Text *out, const PerftFault *f, int64_t difference) {
    Guess *g = memory_new(1, sizeof *g);
    Move list[MAX_MOVES];
    const size_t count = difference < 0 ? movegen_all(&f->here->board, list) : 0;
    bool found = false;

    *g = (Guess){.f = f, .extra = difference > 0};
    for (size_t i = 0; i < count; i++) {
        PerftAnswerMove m;

        perft_move_text(m.move, f->here, list[i], f->chess960);
        guess_move(g, &m, false);
    }
    for (Bitboard own = f->here->board.color[position_turn(f->here)]; own && g->extra;) {
        const Square from = pop_lsb(&own);

        guess_moves_from(g, from, false);
        guess_moves_from(g, from, true);
    }
    for (size_t i = 0; i < g->causes; i++)
        if (g->cause[i].count == llabs(difference)) {
            Word moves = word_of(g->cause[i].moves);
            const Word first = text_word(&moves);

            text_addf(out, "perhaps %s: %.*s%s\n", g->cause[i].why, (int)first.length, first.at,
                      moves.length ? " ..." : "");
            found = true;
        }
    free(g);
    return found;
}
