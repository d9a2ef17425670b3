/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_answer.h"

#include <string.h>

#include "chess/movegen.h"
#include "chess/notation.h"

void perft_move_text(char out[PERFT_MOVE_SIZE], const Position *p, Move m, bool chess960) {
    Text text = text_in(out, PERFT_MOVE_SIZE);

    (chess960 ? notation_write_chess960 : notation_write)(&text, p, m);
}

void perft_add_line(Text *out, const Position *root, const Move *move, size_t moves,
                    bool chess960) {
    Position now = *root;

    for (size_t i = 0; i < moves; i++) {
        char text[PERFT_MOVE_SIZE];

        perft_move_text(text, &now, move[i], chess960);
        text_addf(out, " %s", text);
        position_advance(&now, move[i]);
    }
}

/* --- numbers --------------------------------------------------------------------------------- */

static bool digit_at(Word w, size_t i) {
    return i < w.length && text_is_digit(w.at[i]);
}

static bool letter_at(Word w, size_t i) {
    return i < w.length && text_lower(w.at[i]) >= 'a' && text_lower(w.at[i]) <= 'z';
}

static size_t digits_from(Word w, size_t i) {
    size_t n = 0;

    while (digit_at(w, i + n))
        n++;
    return n;
}

/*
 * Returns the length of the number at the start; of its first digits only if the groups are
 * irregular.
 */
static size_t number_length(Word w) {
    const size_t first = digits_from(w, 0);
    size_t end = first;

    while (first && end < w.length && text_is_among(w.at[end], ",'_") && digit_at(w, end + 1)) {
        if (first > 3 || w.at[end] != w.at[first] || digits_from(w, end + 1) != 3)
            return first;
        end += 4;
    }
    return end;
}

/*
 * Splits off the number at the start of a text: digits, optionally grouped by threes with one of ,
 * ' _ as 119'060'324. Returns false, with nothing split off, if there is no digit. Sets *large if
 * the number exceeds 64 bits; *n is invalid then.
 */
static bool read_number(Word *w, uint64_t *n, bool *large) {
    const size_t length = number_length(*w);

    *n = 0;
    *large = false;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(w->at[i] - '0');

        if (!digit_at(*w, i))
            continue;
        *large |= *n > (UINT64_MAX - digit) / 10;
        *n = *n * 10 + digit;
    }
    w->at += length;
    w->length -= length;
    return length > 0;
}

/*
 * Returns true for a part of another word, such as "d4" or "3.5". start - 1 may wrap around, to an
 * invalid index.
 */
static bool is_part(Word line, size_t start, size_t end) {
    return letter_at(line, start - 1) || letter_at(line, end) ||
           (start >= 2 && line.at[start - 1] == '.' && digit_at(line, start - 2)) ||
           (end < line.length && line.at[end] == '.' && digit_at(line, end + 1));
}

bool perft_answer_has(Word line, uint64_t number, bool beyond) {
    for (size_t start = 0; start < line.length; start++) {
        Word rest = {line.at + start, line.length - start};
        const size_t begin = start;
        uint64_t n;
        bool large;

        if (!read_number(&rest, &n, &large))
            continue;
        start = (size_t)(rest.at - line.at);
        if (large == beyond && (large || n == number) && !is_part(line, begin, start))
            return true;
    }
    return false;
}

/* --- moves ----------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static void drop_one(Word *w) {
    w->at++;
    w->length--;
}

/* Skips blanks and these characters. Returns false if there are none. */
static bool skip_among(Word *w, const char *set) {
    const size_t before = w->length;

    while (w->length && (is_blank(*w->at) || text_is_among(*w->at, set)))
        drop_one(w);
    return w->length < before;
}

/* Skips the separators between a move and its count; returns false before a negative number. */
static bool skip_separators(Word *w) {
    bool blank = false;

    while (w->length && (is_blank(*w->at) || text_is_among(*w->at, ":=-.)>|"))) {
        if (*w->at == '-' && blank && w->length > 1 && text_is_digit(w->at[1]))
            return false;
        blank = *w->at != '-';
        drop_one(w);
    }
    return true;
}

/*
 * Reads coordinates with or without a piece letter, '-', 'x' and '=': e2e4, Ng1-f3 or e7xd8=Q.
 * They are not read as SAN, which could turn an illegal move into a different, legal move.
 */
static bool read_coordinates(char out[PERFT_MOVE_SIZE], Word w) {
    char squares[4], promotion = '\0';
    Square square;
    size_t at = w.length && text_is_among(*w.at, "KQRBNP") ? 1 : 0, n = 0;

    while (at + 1 < w.length && n < 4) {
        if (n == 2 && (w.at[at] == '-' || w.at[at] == 'x')) {
            at++;
            continue;
        }
        if (!notation_read_square(&square, (Word){w.at + at, 2}))
            return false;
        memcpy(squares + n, w.at + at, 2);
        n += 2;
        at += 2;
    }
    if (n < 4)
        return false;
    if (at < w.length && text_is_among(w.at[at], "=(/"))
        at++;
    if (at < w.length && text_is_among(text_lower(w.at[at]), "qrbnkp"))
        promotion = text_lower(w.at[at++]);
    while (at < w.length && text_is_among(w.at[at], ")+#!?"))
        at++;
    if (at < w.length)
        return false;
    memcpy(out, squares, 4);
    out[4] = promotion;
    out[5] = '\0';
    return true;
}

/* Finds the only piece of the side to move that SAN can mean for an illegal move. */
static bool read_illegal(char out[PERFT_MOVE_SIZE], const Position *p, const ParsedMove *parsed,
                         bool chess960) {
    const Color us = position_turn(p);
    Bitboard from;
    Text text = text_in(out, PERFT_MOVE_SIZE);
    Square to = parsed->to;

    if (parsed->castling) {
        const bool east = parsed->castling == 1;

        from = board_pieces(&p->board, us, KING);
        to = square_make(chess960 ? (east ? 7 : 0) : (east ? 6 : 2), square_rank(bb_first(from)));
    } else {
        if (parsed->piece > KING || to >= NO_SQUARE)
            return false;
        from = board_pieces(&p->board, us, parsed->piece);
        if (parsed->file >= 0)
            from &= bb_file(parsed->file);
        if (parsed->rank >= 0)
            from &= bb_rank(parsed->rank);
    }
    if (!from || more_than_one(from))
        return false;
    notation_write_square(&text, bb_first(from));
    notation_write_square(&text, to);
    if (!parsed->castling && parsed->promotion < KING)
        text_add_char(&text, "pnbrq"[parsed->promotion]);
    return true;
}

static bool read_move(char out[PERFT_MOVE_SIZE], Word w, const Position *p, bool chess960) {
    ParsedMove parsed;
    MoveError error;
    Move m;

    if (w.length < 2 || w.length >= PERFT_MOVE_SIZE)
        return false;
    if (read_coordinates(out, w)) {
        /* king takes rook, as some engines always write castling */
        if (notation_parse(&m, p, word_of(out)) == MOVE_FINE && position_is_castling(p, m) &&
            out[0] == 'a' + square_file(move_from(m)) && out[1] == '1' + square_rank(move_from(m)))
            perft_move_text(out, p, m, chess960);
        return true;
    }
    if ((error = notation_parse_as(&m, &parsed, p, w)) == MOVE_FINE) {
        perft_move_text(out, p, m, chess960);
        return true;
    }
    if (error == MOVE_UNREADABLE)
        return false;
    if (!read_illegal(out, p, &parsed, chess960)) {
        Text text = text_in(out, PERFT_MOVE_SIZE);

        text_add_quoted(&text, w, PERFT_MOVE_SIZE - 1);
    }
    return true;
}

/* Returns the first word of a line as a move, up to a blank, ':', or a '=' without a piece. */
static Word split_move(Word *line) {
    size_t i = 0;
    Word word;

    while (i < line->length && !is_blank(line->at[i]) && line->at[i] != ':' &&
           (line->at[i] != '=' ||
            (i + 1 < line->length && text_is_among(line->at[i + 1], "QRBNKPqrbnkp"))))
        i++;
    word = (Word){line->at, i};
    *line = (Word){line->at + i, line->length - i};
    return word;
}

/* Reads a move and its count, "[12.] e2e4: 20"; returns false for another form. */
static bool read_pair(PerftAnswer *a, Word *line, const Position *p, bool chess960) {
    char move[PERFT_MOVE_SIZE];
    Word rest = *line, ahead;
    uint64_t n;
    bool large;

    /* a number before the move */
    ahead = rest;
    if (read_number(&ahead, &n, &large) && skip_among(&ahead, ".):"))
        rest = ahead;
    if (!read_move(move, split_move(&rest), p, chess960) || !skip_separators(&rest) ||
        !read_number(&rest, &n, &large) ||
        (rest.length && !is_blank(*rest.at) && !text_is_among(*rest.at, ",;()[]|")))
        return false;
    a->too_large |= large;
    if (a->moves == PERFT_ANSWER_MOVES) {
        a->too_many = true;
    } else {
        memcpy(a->move[a->moves].move, move, sizeof move);
        a->move[a->moves++].nodes = n;
    }
    skip_among(&rest, ",;|");
    *line = rest;
    return true;
}

/* --- totals ---------------------------------------------------------------------------------- */

/* Returns the next run of letters, or a number with its fraction; other bytes are skipped. */
static Word next_token(Word *line) {
    const char *start;
    uint64_t n;
    bool large;

    while (line->length && !digit_at(*line, 0) && !letter_at(*line, 0))
        drop_one(line);
    start = line->at;
    if (read_number(line, &n, &large)) {
        if (digit_at(*line, 1) && *line->at == '.')
            do
                drop_one(line);
            while (digit_at(*line, 0));
    } else {
        while (letter_at(*line, 0))
            drop_one(line);
    }
    return (Word){start, (size_t)(line->at - start)};
}

/* Returns true for a number without a fraction. */
static bool is_count(Word w) {
    return w.length && text_is_digit(*w.at) && !memchr(w.at, '.', w.length);
}

static bool word_among(Word w, const char *const *set) {
    for (; *set; set++)
        if (word_is_any_case(w, *set))
            return true;
    return false;
}

/* Returns true if a number follows after '=' or ':'. */
static bool assigns(Word line) {
    line = text_rest(line);
    return line.length && (*line.at == '=' || *line.at == ':');
}

/* Returns true for "per second" or "/s" after "nodes". */
static bool is_rate(Word line) {
    line = text_rest(line);
    return (line.length && *line.at == '/') || word_is_any_case(next_token(&line), "per");
}

/*
 * Reads a total by a key word and the number before it or, for some, after it: "Nodes searched:
 * 20", "Total: 20", "Raw nodes for depth 2: 400", "20 nodes, 3 ms", "perft(3) = 8902".
 */
static bool read_total(Word line, const char *const *keys, int depth, uint64_t *total,
                       bool *large) {
    static const char *const fillers[] = {"searched", "visited", "counted", "total", "leaf",
                                          "for",      "at",      "depth",   "count", "is",
                                          "of",       "result",  "nodes",   "node",  NULL};
    static const char *const units[] = {"nodes", "node", "leaves", "leafs", "positions", NULL};
    static const char *const before[] = {"total", "perft", "result", NULL};
    static const char *const others[] = {"nps", "knps", "mnps",   "us",      "ms", "msec",
                                         "s",   "sec",  "second", "seconds", NULL};
    Word last = {NULL, 0}, got = {NULL, 0}, w;
    bool key = false, deep = false;

    for (; (w = next_token(&line)).length; last = w) {
        uint64_t n;
        Word copy = w;

        if (!is_count(w)) {
            const bool rate = word_among(w, units) && is_rate(line);

            /* the number is a speed or a time */
            if ((rate || word_among(w, others)) && got.at && last.at == got.at)
                got.at = NULL;
            if (rate) {
                if (got.at)
                    break;
                key = false;
            } else if (word_among(w, keys)) {
                /* "20 nodes", but not "depth 3 nodes 8902" */
                if (!key && !deep && is_count(last) && !assigns(line) && !word_among(w, before))
                    return read_number(&last, total, large);
                key = true;
            } else if (!word_among(w, fillers)) {
                if (got.at)
                    break;
                key = false;
            }
            deep = word_is_any_case(w, "depth") || word_is_any_case(w, "perft");
            continue;
        }
        if (key && line.at[-(ptrdiff_t)w.length - 1] == '-')
            return false; /* negative */
        if (!key || got.at) {
            if (!got.at && word_is_any_case(last, "depth") && read_number(&copy, &n, large) &&
                n != (uint64_t)depth)
                return false; /* "depth= 1 nodes= 20" before depth 2 */
            deep &= !is_count(last);
            continue;
        }
        if (deep) {
            Word ahead = line;
            const Word next = next_token(&ahead);
            const bool of_depth = read_number(&copy, &n, large) && n == (uint64_t)depth;

            /* a lone "perft 3" is an echo of the command */
            if (next.length
                    ? of_depth
                    : word_is_any_case(last, "depth") ||
                          (of_depth && w.at == last.at + last.length + 1 && is_blank(w.at[-1]))) {
                deep = false;
                continue;
            }
            if (next.length && !word_among(next, units))
                return false; /* a total of a different depth */
        }
        got = w;
    }
    return got.at && read_number(&got, total, large);
}

/* Reads a lone number, perhaps after the depth, as in a table. */
static bool read_bare(Word line, int depth, uint64_t *total, bool *large) {
    uint64_t first;

    if (line.length && *line.at == '|')
        line = text_rest((Word){line.at + 1, line.length - 1});
    if (!read_number(&line, &first, large) ||
        (line.length && !is_blank(*line.at) && *line.at != ':'))
        return false;
    if (!text_rest(line).length) {
        *total = first;
        return true;
    }
    return first == (uint64_t)depth && skip_separators(&line) && read_number(&line, total, large) &&
           (!line.length || is_blank(*line.at));
}

static bool has_word(Word line, const char *const *set) {
    Word w;

    while ((w = next_token(&line)).length)
        if (word_among(w, set))
            return true;
    return false;
}

/* Returns how clearly the words identify a total; 0 if there is none. */
static int read_any_total(Word line, int depth, uint64_t *total, bool *large) {
    static const char *const leaves[] = {"leaf", "leaves", "leafs", "leafnodes", NULL};
    static const char *const any[] = {"nodes", "node",  "positions", "result",
                                      "total", "perft", "count",     NULL};
    static const char *const clear[] = {"searched", "total", NULL};

    if (read_bare(line, depth, total, large))
        return 1;
    /* leaves first, as some programs print inner nodes, too */
    if (read_total(line, leaves, depth, total, large))
        return 3;
    return read_total(line, any, depth, total, large) ? 1 + has_word(line, clear) : 0;
}

PerftAnswerKind perft_answer_line(PerftAnswer *a, Word line, const Position *p, int depth,
                                  bool chess960) {
    bool large = false, any = false;
    uint64_t total;
    int clarity;

    line = text_rest(line);
    if (text_skip(&line, "info string "))
        line = text_rest(line);
    for (Word rest = line; rest.length && read_pair(a, &rest, p, chess960);)
        any = true;
    if (any)
        return ANSWER_DIVIDE;
    if (!(clarity = read_any_total(line, depth, &total, &large)))
        return ANSWER_NOTHING;
    if (clarity <= a->clarity)
        return ANSWER_TOTAL;
    a->too_large |= large;
    a->total = total;
    a->clarity = clarity;
    a->has_total = true;
    return ANSWER_TOTAL;
}

bool perft_answer_lists(const PerftAnswer *a, const Position *p, bool chess960) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count && a->moves >= count; i++) {
        char move[PERFT_MOVE_SIZE];
        size_t k = 0;

        perft_move_text(move, p, list[i], chess960);
        while (k < a->moves && strcmp(a->move[k].move, move) != 0)
            k++;
        if (k == a->moves)
            return false;
    }
    return a->moves >= count;
}
