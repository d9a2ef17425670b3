/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drill_verdict.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "console_state.h"
#include "eval/bare_king.h"
#include "eval/endings_solver.h"
#include "eval/kpk.h"
#include "protocol/input.h"

static DrillVerdict judge_bare_king(const Position *p, Color strong) {
    const int moves = bare_king_distance(&p->board);
    const int plies = 2 * moves - (position_turn(p) == strong);

    if (moves == BARE_KING_DRAW || plies + p->halfmove_clock > 100 ||
        !more_than_one(p->board.color[strong]))
        return (DrillVerdict){.result = 0};
    return (DrillVerdict){.result = 1, .moves = moves};
}

/* Judges a position by a solved ending. The longest mate takes 86 plies, less than fifty moves. */
static DrillVerdict judge_solved(const Position *p, Color strong, EndingValue v) {
    const bool turn = position_turn(p) == strong;
    const bool bare = !more_than_one(p->board.color[color_other(strong)]);
    const int plies = v < 0 ? -1 - v : v;

    if (!v || (bare && plies + p->halfmove_clock > 100 && !p->board.piece[PAWN]))
        return (DrillVerdict){.result = 0};
    if ((v > 0) != turn)
        return (DrillVerdict){.result = -1};
    return (DrillVerdict){.result = 1, .moves = (plies + 1) / 2};
}

bool verdict_find(Frontend *f, const Position *p, Color strong, DrillVerdict *out) {
    const Board *b = &p->board;
    const EndingSet *solved = console_state(f)->endings;
    EndingValue value;
    Wdl wdl;

    *out = (DrillVerdict){.result = 0};
    if (!movegen_count(b)) {
        if (position_in_check(p))
            out->result = position_turn(p) == strong ? -1 : 1;
        return true;
    }
    if (position_insufficient_material(p))
        return true;
    if (bare_king_is_it(b) && bare_king_fill(b, input_goes_on, f)) {
        *out = judge_bare_king(p, strong);
        return true;
    }
    if (solved && solver_look(solved, b, &value)) {
        *out = judge_solved(p, strong, value);
        return true;
    }
    if (bb_count(board_occupied(b)) == 3 && b->piece[PAWN]) {
        kpk_init();
        if (kpk_is_won(b))
            out->result = b->piece[PAWN] & b->color[strong] ? 1 : -1;
        return true;
    }
    if (!f->syzygy || !syzygy_wdl(f->syzygy, p, &wdl))
        return false;
    if (abs((int)wdl) == WDL_WIN) /* not a win that the fifty-move rule spoils */
        out->result = (wdl == WDL_WIN) == (position_turn(p) == strong) ? 1 : -1;
    return true;
}

/* --- moves ------------------------------------------------------------------------------------ */

static void say_won(Frontend *f, const Position *start, Color strong) {
    const int moves = (int)(f->game.line.length + 1) / 2;
    const char *s = moves == 1 ? "" : "s";
    DrillVerdict v;

    if (!verdict_find(f, start, strong, &v) || !v.moves)
        frontend_say(f, "You have won in %d move%s.", moves, s);
    else if (v.moves == moves)
        frontend_say(f, "You have won in %d move%s, the shortest win.", moves, s);
    else
        frontend_say(f, "You have won in %d move%s; the shortest win takes %d.", moves, s, v.moves);
}

void console_judge_drill(Frontend *f) {
    const GameLine *g = &f->game.line;
    const Position *now = gameline_now(g), *before = now - 1;
    const Color strong = position_turn(&g->position[0]);
    const Outcome outcome = console_outcome(f);
    DrillVerdict old, new;

    if (!f->game.drill || !g->length || position_turn(before) != strong)
        return;
    if (outcome == OUTCOME_MATE) {
        say_won(f, &g->position[0], strong);
        return;
    }
    if (!verdict_find(f, before, strong, &old) || old.result <= 0 ||
        !verdict_find(f, now, strong, &new))
        return;
    if (outcome != OUTCOME_NONE)
        new = (DrillVerdict){.result = 0};
    if (new.result <= 0 && old.moves)
        frontend_say(f, "That lets the win slip: it was mate in %d, and is %s now.", old.moves,
                     new.result ? "lost" : "a draw");
    else if (new.result <= 0)
        frontend_say(f, "That lets the win slip: it is %s now.", new.result ? "lost" : "a draw");
    else if (old.moves && new.moves == old.moves)
        frontend_say(f, "That makes no progress: still mate in %d.", new.moves);
    else if (old.moves && new.moves > old.moves)
        frontend_say(f, "That takes longer: mate in %d before, in %d now.", old.moves, new.moves);
}

void console_add_drill(Text *text, Frontend *f) {
    const Position *p = frontend_now(f);
    const Color strong = position_turn(&f->game.line.position[0]);
    DrillVerdict v;

    if (f->game.drill && position_turn(p) == strong && verdict_find(f, p, strong, &v) && v.moves)
        text_addf(text, " The table has mate in %d.", v.moves);
}

void console_free_endings(Frontend *f) {
    ConsoleState *c = console_state(f);

    if (c->endings)
        endings_free(c->endings);
    free(c->endings);
    c->endings = NULL;
}
