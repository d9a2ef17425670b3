/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "notes.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "search/result.h"
#include "tactics.h"

/* Bytes of "[%eval -12.34,56]" and a few words, or the reason why the move is bad. */
enum { EVAL_SIZE = 64 + TACTIC_SIZE };

const char *const mark_text[NO_MARK] = {"??", "?", "?!"};

static const uint16_t nags[NO_MARK] = {4, 2, 6};

/* --- the marks -------------------------------------------------------------------------------- */

/* Returns the most material that the side to move wins by an immediate capture. */
static int best_capture(const Position *p) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    int best = 0;

    for (size_t i = 0; i < count; i++)
        while (captured_piece(p, list[i]) != NO_PIECE && see_ge(p, list[i], best + 100))
            best += 100;
    return best;
}

/* Returns the material balance for a side after a line and the best capture at its end. */
static int balance_after(const Position *p, const Move *line, size_t length, Color side) {
    Position now = *p;

    for (size_t i = 0; i < length; i++)
        position_advance(&now, line[i]);
    return tactics_balance(&now, side) +
           (position_turn(&now) == side ? 1 : -1) * best_capture(&now);
}

/*
 * Returns the material that a move loses against the better line. A missed gain does not count,
 * except for material that the better line regains after the opponent's last move took it.
 */
static int material_lost(const GameLine *line, const Note *note, size_t n) {
    const Position *p = &line->position[n];
    const Color side = position_turn(p);
    const int better = balance_after(p, note[n].line, note[n].length, side);
    int had = tactics_balance(p, side);

    if (n)
        had = max(had, balance_after(p - 1, NULL, 0, side));
    return min(had, better) - balance_after(p + 1, note[n + 1].line, note[n + 1].length, side);
}

Mark notes_mark(const PgnGame *game, const Note *note, size_t n) {
    const Note *before = &note[n], *after = &note[n + 1];
    const Move m = game->line.move[n];

    if (before->judged)
        return before->mark;
    if (!before->known || !after->known || !before->length || before->line[0] == m || m == NO_MOVE)
        return NO_MARK;
    return chances_mark(before->score, -after->score, material_lost(&game->line, note, n));
}

/* --- taking notes ----------------------------------------------------------------------------- */

bool notes_add_reason(Text *out, const PgnGame *game, const Note *note, size_t n) {
    const Position *p = &game->line.position[n];
    const TacticMove move = {.before = n ? p - 1 : NULL,
                             .from = p,
                             .played = game->line.move[n],
                             .reply = note[n + 1].line,
                             .replies = note[n + 1].length,
                             .better = note[n].line,
                             .betters = note[n].length,
                             .had = note[n].score,
                             .has = -note[n + 1].score};
    const size_t length = out->length;

    if (tactics_add_reason(out, &move, NULL) && !out->full)
        return true;
    out->length = length; /* drop a sentence that was cut off */
    out->at[length] = '\0';
    return false;
}

void notes_take(Note *note, const Position *p, int score, int depth, const Move *line,
                size_t length) {
    Position now = *p;

    *note = (Note){.known = length > 0, .score = score, .depth = depth};
    while (note->length < NOTE_PLIES && note->length < length &&
           move_is_legal(&now, line[note->length])) {
        note->line[note->length] = line[note->length];
        position_advance(&now, line[note->length++]);
    }
}

/* --- moves that are not made yet -------------------------------------------------------------- */

/*
 * A piece is lost if the score falls by PIECE_FALL centipawns and an exchange wins PIECE_WON; in
 * other bad moves, an exchange that wins PIECE_FOR_PAWNS is the reason.
 */
enum { PIECE_FALL = 300, PIECE_WON = 250, PIECE_FOR_PAWNS = 130 };

/* The fall of winning chances, from -1 to 1, that earns a `?`: see chances_mark(). */
static const double most_lost = 0.2;

/*
 * Returns true if the reply captures something, and the exchange wins at least `least` centipawns
 * more than the move has captured.
 */
static bool loses_material(const NotesTry *t, const Position *after, int least) {
    return t->replies && captured_piece(after, t->reply[0]) != NO_PIECE &&
           see_ge(after, t->reply[0], see_value[captured_piece(t->from, t->move)] + least);
}

static bool is_bad(const NotesTry *t, const Position *after) {
    return chances_of(t->best->score) - chances_of(t->score) >= most_lost ||
           (t->best->score - t->score >= PIECE_FALL && loses_material(t, after, PIECE_WON));
}

static int percent(int score) {
    return (int)(50 * (1 + chances_of(score)) + 0.5);
}

/*
 * Adds a reason that is certain from the board: "allows 9. Nd5, which forks ...". Returns false if
 * there is none.
 */
static bool add_try_reason(Text *out, const NotesTry *t) {
    const TacticMove move = {.from = t->from,
                             .played = t->move,
                             .reply = t->reply,
                             .replies = t->replies,
                             .better = t->best->line,
                             .betters = t->best->length,
                             .had = t->best->score,
                             .has = t->score,
                             .secret = true};
    const size_t start = out->length;

    if (!tactics_add_reason(out, &move, NULL))
        return false;
    out->at[start] = text_lower(out->at[start]);
    out->at[--out->length] = '\0'; /* the full stop */
    return true;
}

bool notes_add_warning(Text *out, const NotesTry *t) {
    static const char *const drawn[] = {
        [OUTCOME_STALEMATE] = "is stalemate",
        [OUTCOME_INSUFFICIENT] = "leaves too little to mate with",
        [OUTCOME_THREEFOLD] = "draws by repetition",
        [OUTCOME_FIFTY] = "draws by the fifty-move rule",
    };
    const bool mated = score_is_mate(t->score) && t->score < 0;
    Position after;

    position_play(&after, t->from, t->move);
    if (!is_bad(t, &after))
        return false;
    text_add(out, "That ");
    if (t->outcome >= OUTCOME_STALEMATE) {
        text_add(out, drawn[t->outcome]);
    } else if (!mated && loses_material(t, &after, PIECE_FOR_PAWNS)) {
        text_addf(out, "leaves the %s to %s", piece_name(captured_piece(&after, t->reply[0])),
                  SAN_OF(&after, t->reply[0]));
    } else if (!add_try_reason(out, t)) {
        text_addf(out, "lowers your winning chances from %d %% to %d %%", percent(t->best->score),
                  percent(t->score));
    }
    text_add_char(out, '.');
    return true;
}

/* --- threats ---------------------------------------------------------------------------------- */

void notes_add_check(Text *out, const Position *p) {
    for (Bitboard b = p->checkers; b;) {
        const Square s = pop_lsb(&b);

        text_addf(out, "the %s on %s%s", piece_name(position_on(p, s)), SQUARE_OF(s),
                  b ? " and " : "");
    }
    text_addf(out, " attack%s the king.", more_than_one(p->checkers) ? "" : "s");
}

/* A free move that gains less, in centipawns, is not a threat. */
enum { THREAT_LEAST = 50 };

/* The opponent's gain by the free move, in centipawns. */
typedef struct {
    int all;  /* over the static evaluation of the position */
    int net;  /* less the value of the right to move */
    int sure; /* and less what the side to move loses anyway */
} Gain;

/*
 * Computes the gain from the score after passing. The static evaluation does not see what the side
 * to move could take, or will lose.
 */
static Gain gain_of(const NotesPass *t, const Position *passed) {
    enum { MOST_WORTH = 100 };
    const int value = eval_steps(t->from, t->net).value;
    const int right_to_move = eval_steps(passed, t->net).value + value;
    const int real = clamp(t->score, -EVAL_MAX, EVAL_MAX);
    const int all = clamp(t->score_passed, -EVAL_MAX, EVAL_MAX) + value;
    const int net = all - clamp(right_to_move, 0, MOST_WORTH);

    return (Gain){.all = all, .net = net, .sure = net + min(real - value, 0)};
}

/*
 * Returns true if the opponent's move captures nothing, and saves a piece from a winning capture.
 */
static bool is_rescue(const Position *p, const Position *passed, Move m) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    if (position_on(passed, move_to(m)) != NO_PIECE)
        return false;
    for (size_t i = 0; i < count; i++)
        if (move_to(list[i]) == move_from(m) && see_ge(p, list[i], 1))
            return true;
    return false;
}

bool notes_is_threat(const NotesPass *t, int *gained) {
    Position passed;
    Tactic tactic;
    Gain gain;

    position_null_move(&passed, t->from);
    gain = gain_of(t, &passed);
    *gained = gain.all;
    if (!t->length)
        return false;
    if (score_is_mate(t->score_passed) && t->score_passed > 0)
        return true;
    if (position_on(&passed, move_to(t->line[0])) != NO_PIECE && see_ge(&passed, t->line[0], 50))
        return gain.all >= THREAT_LEAST; /* the exchange wins something */
    if (gain.net < THREAT_LEAST)
        return false;
    tactic = tactics_find(&(TacticLine){
        .from = &passed, .move = t->line, .length = t->length, .score = t->score_passed});
    if (is_rescue(t->from, &passed, t->line[0]))
        return tactic.kind != NO_TACTIC && tactic.ply == 0;
    return gain.sure >= THREAT_LEAST || tactic.kind != NO_TACTIC;
}

/* --- the game --------------------------------------------------------------------------------- */

/* Returns the winner by tablebases: 1 White, -1 Black, 0 if neither wins for certain. */
static int tables_winner(const Position *p, const Note *note) {
    if (!note->known || !score_is_of_tables(note->score))
        return 0;
    return (note->score > 0) == (position_turn(p) == WHITE) ? 1 : -1;
}

/*
 * Writes an evaluation for White in the format of PGN viewers: "[%eval 0.35,14]", "[%eval #-3,14]".
 * `winner`: the side whose tablebase win is mentioned as well, or 0.
 */
static Word write_eval(char buffer[EVAL_SIZE], const Position *p, const Note *note, int winner) {
    const int score = position_turn(p) == WHITE ? note->score : -note->score;
    Text text = text_in(buffer, EVAL_SIZE);
    const char *pawns = PAWNS_OF(score);

    if (score_is_mate(score))
        text_addf(&text, "[%%eval #%s%d", score < 0 ? "-" : "", abs(score_mate_moves(score)));
    else
        text_addf(&text, "[%%eval %s", pawns + (*pawns == '+'));
    if (note->depth)
        text_addf(&text, ",%d", note->depth);
    text_add_char(&text, ']');
    if (winner)
        text_addf(&text, " %s wins by tablebases", winner > 0 ? "White" : "Black");
    return word_of(buffer);
}

/* The items of the game, merged with our notes. */
typedef struct {
    const PgnGame *game;
    const Note *note;
    PgnItem *item;
    size_t items;
    char (*eval)[EVAL_SIZE]; /* texts of comments: two for each move, one for the first position */
    size_t ply;              /* moves of the main line so far */
    bool eval_due, line_due; /* still to be written for the last of these moves */
    Mark mark;               /* of the last move */
    unsigned marks_due;      /* bits by NAG: marks of the last move by others, to become comments */
} Weaving;

/* Adds the reason why the last move is bad to the comment with its evaluation. */
static Word with_reason(const Weaving *w, Word eval, char buffer[EVAL_SIZE]) {
    Text text = {buffer, EVAL_SIZE, eval.length, false};

    text_add_char(&text, ' ');
    if (notes_add_reason(&text, w->game, w->note, w->ply - 1))
        eval.length = text.length;
    return eval;
}

static void put_eval(Weaving *w) {
    const Note *note = &w->note[w->ply];
    const Position *p = &w->game->line.position[w->ply];
    char *buffer = w->eval[2 * w->ply - 1];
    int winner = tables_winner(p, note);

    if (w->ply > 1 && tables_winner(p - 1, note - 1) == winner) /* already written */
        winner = 0;
    if (w->eval_due && note->known && note->score > -SCORE_MATE) {
        Word eval = write_eval(buffer, p, note, winner);

        if (w->mark != NO_MARK && !winner)
            eval = with_reason(w, eval, buffer);
        w->item[w->items++] = (PgnItem){.kind = PGN_COMMENT, .text = eval};
    }
    w->eval_due = false;
}

/* Writes a variation: a better line than the last move, and its evaluation. */
static void put_line(Weaving *w) {
    const size_t n = w->ply - 1;
    const Position *p = &w->game->line.position[n];
    const Note *note;

    if (w->line_due && notes_mark(w->game, w->note, n) != NO_MARK) {
        note = &w->note[n];
        w->item[w->items++] = (PgnItem){.kind = PGN_BEGIN};
        for (size_t i = 0; i < note->length; i++) {
            w->item[w->items++] = (PgnItem){.kind = PGN_MOVE, .move = note->line[i]};
            if (!i)
                w->item[w->items++] = (PgnItem){
                    .kind = PGN_COMMENT,
                    .text = write_eval(w->eval[2 * n], p, note, n ? 0 : tables_winner(p, note))};
        }
        w->item[w->items++] = (PgnItem){.kind = PGN_END};
    }
    w->line_due = false;
}

/* Writes marks by others as comments. */
static void put_marks(Weaving *w) {
    static const char *const words[] = {NULL,        "marked !",  "marked ?", "marked !!",
                                        "marked ??", "marked !?", "marked ?!"};

    for (unsigned nag = 1; nag <= 6; nag++)
        if (w->marks_due >> nag & 1)
            w->item[w->items++] = (PgnItem){.kind = PGN_COMMENT, .text = word_of(words[nag])};
    w->marks_due = 0;
}

/* Returns true if another annotator's mark of the last move contradicts ours. */
static bool gives_way(const Weaving *w, unsigned nag) {
    return nag >= 1 && nag <= 6 && (w->mark != NO_MARK || nag == 2 || nag == 4 || nag == 6);
}

/* Writes the evaluation of a non-standard start position, which no move precedes. */
static void put_first_eval(Weaving *w) {
    const Position *p = w->game->line.position;
    const size_t spare = 2 * w->game->line.length;

    if (w->note->known)
        w->item[w->items++] =
            (PgnItem){.kind = PGN_COMMENT, .text = write_eval(w->eval[spare], p, w->note, 0)};
}

static void weave(Weaving *w) {
    const PgnGame *game = w->game;
    const bool elsewhere = game->line.length && notes_begin_elsewhere(game);
    int depth = 0;

    if (elsewhere)
        put_first_eval(w);
    for (size_t i = 0; i < game->items; i++) {
        const PgnItem item = game->item[i];

        if (!depth && w->ply && item.kind == PGN_NAG && gives_way(w, item.nag)) {
            w->marks_due |= 1u << item.nag;
            continue;
        }
        if (!depth && w->ply && item.kind != PGN_NAG)
            put_eval(w);
        if (!depth && w->ply &&
            (item.kind == PGN_MOVE || item.kind == PGN_BEGIN || item.kind == PGN_RAW)) {
            put_marks(w);
            put_line(w);
        }
        depth += (item.kind == PGN_BEGIN) - (item.kind == PGN_END);
        w->item[w->items++] = item;
        if (!depth && item.kind == PGN_MOVE) {
            w->mark = notes_mark(game, w->note, w->ply++);
            w->eval_due = w->line_due = true;
            if (w->mark != NO_MARK)
                w->item[w->items++] = (PgnItem){.kind = PGN_NAG, .nag = nags[w->mark]};
        }
    }
    if (w->ply) {
        put_eval(w);
        put_marks(w);
        put_line(w);
    }
}

/* Writes the tags: the judge after the other annotators, and the key. Returns their number. */
static size_t sign(const PgnGame *game, const char *judge, const char *key, PgnTag *tag,
                   PgnText *names) {
    size_t count = 0;

    for (size_t i = 0; i < game->tags; i++) {
        const PgnTag *now = &game->tag[i];
        Word rest = now->value;

        if (word_is(now->name, NOTES_KEY_TAG) || word_is(now->name, NOTES_UNIT_TAG))
            continue;
        if (!word_is(now->name, "Annotator")) {
            tag[count++] = *now;
            continue;
        }
        while (rest.length) {
            const Word name = text_rest(text_until(&rest, ';'));

            if (!name.length || notes_is_our_name(name))
                continue;
            pgn_text_add(names, name.at, name.length);
            pgn_text_add(names, "; ", 2);
        }
    }
    pgn_text_add(names, judge, strlen(judge));
    tag[count++] = (PgnTag){word_of("Annotator"), {names->at, names->length}};
    tag[count++] = (PgnTag){word_of(NOTES_KEY_TAG), word_of(key)};
    return count;
}

bool notes_write(const PgnGame *game, const Note *note, const char *judge, PgnSink *sink,
                 void *context) {
    const char *const name = judge ? judge : NOTES_JUDGE;
    const size_t plies = game->line.length;
    const size_t room = game->items + plies * (NOTE_PLIES + 5) + 2;
    PgnWriter *writer = pgn_writer_new(sink, context);
    PgnItem *item = malloc(room * sizeof *item), *own = malloc((game->items + 1) * sizeof *own);
    PgnTag *tag = malloc((game->tags + 2) * sizeof *tag);
    char *rest = malloc(notes_comment_bytes(game)), key[NOTES_KEY_SIZE];
    PgnText names = {.at = NULL};
    PgnGame out = *game, bare = *game;
    Weaving w = {.game = &bare,
                 .note = note,
                 .item = item,
                 .eval = malloc((2 * plies + 1) * EVAL_SIZE),
                 .mark = NO_MARK};
    bool good = writer && item && own && tag && w.eval && rest;

    if (good) {
        bare.item = own;
        bare.items = notes_strip(game, own, rest);
        weave(&w);
        notes_key_write(key, notes_key(game));
        out.item = item;
        out.items = w.items;
        out.tags = sign(game, name, key, tag, &names);
        out.tag = tag;
        good = !names.refused && !pgn_write(writer, &out);
    }
    pgn_writer_free(writer);
    free(w.eval);
    free(names.at);
    free(rest);
    free(tag);
    free(own);
    free(item);
    return good;
}
