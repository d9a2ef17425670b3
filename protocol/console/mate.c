/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command mate: searches for a mate in a number of moves. */

#include "chess/movegen.h"
#include "console_state.h"
#include "handlers.h"
#include "play.h"

enum { MATE_MS = 10000, MATE_MAX = 60 };

/* The moves that the brute-force proof may try, in about a second; then the engine searches. */
enum { PROOF_PLAYS = 10000000 };

typedef enum { NO_MATE, MATE, TOO_MUCH } ProofResult;

typedef struct {
    int plays;                     /* moves left to try */
    Move refutation[MATE_MAX + 1]; /* by moves left: the last refutation, tried first */
} Proof;

static ProofResult try_moves(Proof *proof, const Position *p, const Move *list, size_t count, int n,
                             Move *key);

/* Returns MATE if every reply is mated within n moves. */
static ProofResult try_replies(Proof *proof, const Position *p, int n) {
    Move list[MAX_MOVES], moves[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    if (!count)
        return position_in_check(p) ? MATE : NO_MATE;
    if (!n)
        return NO_MATE;
    for (size_t i = 1; i < count; i++)
        if (list[i] == proof->refutation[n]) {
            list[i] = list[0];
            list[0] = proof->refutation[n];
        }
    for (size_t i = 0; i < count; i++) {
        Position next;
        ProofResult verdict;
        Move key;

        position_play(&next, p, list[i]);
        verdict = try_moves(proof, &next, moves, movegen_all(&next.board, moves), n, &key);
        if (verdict != MATE) {
            proof->refutation[n] = list[i];
            return verdict;
        }
    }
    return MATE;
}

/* Returns MATE if one of these moves mates in n, counting the move; sets *key to that move. */
static ProofResult try_moves(Proof *proof, const Position *p, const Move *list, size_t count, int n,
                             Move *key) {
    for (size_t i = 0; n && i < count; i++) {
        Position next;
        ProofResult verdict;

        if (!proof->plays)
            return TOO_MUCH;
        proof->plays--;
        position_play(&next, p, *key = list[i]);
        if (n == 1 && !position_in_check(&next))
            continue;
        verdict = try_replies(proof, &next, n - 1);
        if (verdict != NO_MATE)
            return verdict;
    }
    return NO_MATE;
}

/* Plays a move and adds it to the line. */
static void extend(Move *line, size_t *length, Position *now, Move m) {
    line[(*length)++] = m;
    position_advance(now, m);
}

static void say_line(Frontend *f, const char *what, int n, const Move *line, size_t length) {
    Text text = TEXT_OF(2 * MATE_MAX * NOTATION_SIZE + 64);

    text_addf(&text, "%s in %d: ", what, n);
    notation_write_line(&text, frontend_now(f), line, length, true, notation_write_san);
    frontend_say_text(f, text.at);
}

/*
 * Shows the mate in n after this move, against the longest defense. The line ends early if a reply
 * takes too long to find.
 */
static void say_mate(Frontend *f, int n, Move key) {
    const int most = n;
    Position now = *frontend_now(f), next;
    Proof proof = {.plays = PROOF_PLAYS};
    Move line[2 * MATE_MAX], list[MAX_MOVES], moves[MAX_MOVES], other;
    size_t length = 0, count;

    extend(line, &length, &now, key);
    while (--n && (count = movegen_all(&now.board, list))) {
        size_t i = 0;

        for (; i < count - 1; i++) {
            position_play(&next, &now, list[i]);
            if (try_moves(&proof, &next, moves, movegen_all(&next.board, moves), n - 1, &other) !=
                MATE)
                break;
        }
        extend(line, &length, &now, list[i]);
        if (try_moves(&proof, &now, moves, movegen_all(&now.board, moves), n, &other) != MATE)
            break;
        extend(line, &length, &now, other);
    }
    say_line(f, "Mate", most, line, length);
}

/* Answers by brute force. Returns false if too slow, or if the fifty-move rule may apply. */
static bool prove(Frontend *f, const Move *list, size_t count, int most) {
    const Position *p = frontend_now(f);
    Proof proof = {.plays = PROOF_PLAYS};

    if (p->halfmove_clock + 2 * most > 100)
        return false;
    for (int n = 1; n <= most; n++) {
        Move key = NO_MOVE;
        const ProofResult verdict = try_moves(&proof, p, list, count, n, &key);

        if (verdict == TOO_MUCH)
            return false;
        if (verdict == MATE) {
            say_mate(f, n, key);
            return true;
        }
    }
    frontend_say(f, "There is no mate in %d.", most);
    return true;
}

static void on_result(Frontend *f, const SearchInfo *t) {
    const int moves = score_mate_moves(t->score), most = f->search.task.mate;

    work_end(f);
    if (!t->pv_length || !score_is_mate(t->score) || moves <= 0)
        frontend_say(f, "I have found no mate in %d, to depth %d.", most, t->depth);
    else
        say_line(f, moves <= most ? "Mate" : "No faster mate; mate", moves, t->pv, t->pv_length);
    console_analyze_on(f);
}

static const Work mate_work = {.on_result = on_result, .stop = work_end, .answers = true};

void console_mate(Frontend *f, Word arguments) {
    const Word moves = text_word(&arguments), seconds = text_rest(arguments);
    Limits limits = {.move_ms = MATE_MS};
    Move list[MAX_MOVES];
    size_t count;
    int64_t n;

    if (!word_number(moves, 1, MATE_MAX, &n) ||
        (seconds.length &&
         (!word_thousandths(seconds, TIMECONTROL_MS_MAX, &limits.move_ms) || !limits.move_ms))) {
        console_refuse(f,
                       "mate needs a number of moves from 1 to %d and optional seconds, as in: "
                       "mate 3 60",
                       (int)MATE_MAX);
        return;
    }
    if (!(count = frontend_root_moves(f, list))) {
        console_refuse(f, "There is no legal move.");
        return;
    }
    if (console_state(f)->analyzing && !f->out.terminal) /* in a script, the analysis has ended */
        console_end_analysis(f);
    frontend_halt(f);
    if (prove(f, list, count, (int)n)) {
        console_analyze_on(f);
        return;
    }
    f->search.task = (Task){.lines = 1, .mate = (int)n};
    if (f->game.excluded.count)
        f->search.task.only_count = frontend_root_moves(f, f->search.task.only);
    frontend_search(f, JOB, &limits);
    work_start(f, &mate_work, NULL);
}
