/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hint.h"

#include "base/util.h"
#include "chess/movegen.h"
#include "confess.h"
#include "console_state.h"
#include "drill_verdict.h"
#include "handlers.h"
#include "play.h"
#include "report/notes.h"
#include "report/tactics.h"

/* --- hint ------------------------------------------------------------------------------------- */

/* The level of detail of a hint. */
enum { HINT_NOTHING, HINT_PIECE, HINT_MOVE, HINT_ALL };

/* Adds the purpose of the first move, if certain: ", which forks the king and the rook on a8". */
static void add_purpose(Text *text, const Frontend *f, const SearchInfo *t) {
    const Position *p = frontend_now(f);
    Text purpose = TEXT_OF(TACTIC_SIZE);
    const TacticLine line = {.before = f->game.line.length ? p - 1 : NULL,
                             .from = p,
                             .move = t->pv,
                             .length = t->pv_length,
                             .score = t->score};

    if (!score_is_mate(t->score) && tactics_add_purpose(&purpose, &line))
        text_addf(text, ", which %s", purpose.at);
}

/* Adds the score, and as much of the line as fits. */
static void add_search(Text *text, const Frontend *f, const SearchInfo *t) {
    text_addf(text, " (%s for you at depth %d: ", CONSOLE_SCORE_OF(t->score), t->depth);
    text->capacity--; /* for the parenthesis */
    notation_write_line(text, frontend_now(f), t->pv, t->pv_length, true, notation_write_san);
    text->capacity++;
    text->full = false;
    text_add_char(text, ')');
}

/* Shows a suggestion at this level of detail, and remembers the level. */
static void say_hint(Frontend *f, const SearchInfo *t, int level) {
    ConsoleState *c = console_state(f);
    const Position *p = frontend_now(f);
    Text text = TEXT_OF(300); /* truncates a long line */

    if (level == HINT_PIECE) {
        text_addf(&text, "Look at the %s on %s.", piece_name(position_on(p, move_from(t->pv[0]))),
                  SQUARE_OF(move_from(t->pv[0])));
    } else {
        text_addf(&text, "I would play %s", MOVE_OF(p, t->pv[0]));
        if (level == HINT_ALL)
            add_purpose(&text, f, t);
        text_add_char(&text, '.');
        if (level == HINT_ALL) {
            add_search(&text, f, t);
            console_add_drill(&text, f);
        }
    }
    frontend_say_text(f, text.at);
    c->hint.found = *t;
    c->hint.key = p->key;
    c->hint.told = level;
}

void console_say_hint(Frontend *f, const SearchInfo *t) {
    if (t->pv_length)
        say_hint(f, t, console_state(f)->hint.asked);
    else
        console_refuse(f, "There is no legal move.");
}

void console_hint(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    const Position *p = frontend_now(f);
    const bool bits = word_is_any_case(arguments, "piece");
    const bool again =
        bits && c->hint.told && c->hint.key == p->key && move_is_legal(p, c->hint.found.pv[0]) &&
        !move_is_among(c->hint.found.pv[0], f->game.excluded.move, f->game.excluded.count);

    if (arguments.length && !bits) {
        console_refuse(f, "hint takes only piece, as in: hint piece");
        return;
    }
    c->hint.asked = !bits ? HINT_ALL : again ? min(c->hint.told + 1, HINT_ALL) : HINT_PIECE;
    if (!movegen_count(&p->board)) {
        console_refuse(f, "There is no legal move.");
    } else if (again) {
        say_hint(f, &c->hint.found, c->hint.asked);
    } else if (c->analyzing && f->search.info.pv_length) {
        console_say_hint(f, &f->search.info);
    } else if (!c->analyzing) {
        frontend_halt(f);
        frontend_analyze(f, HINTING);
    } else {
        console_refuse(f, "I have not found anything yet.");
    }
}

/* --- why -------------------------------------------------------------------------------------- */

/* Returns the last one or two moves as a separate game, which shares the memory of the line. */
static PgnGame last_moves(const Frontend *f) {
    const GameLine *all = &f->game.line;
    const size_t plies = min_size(all->length, 2), first = all->length - plies;

    return (PgnGame){.line = {.position = all->position + first,
                              .move = all->move + first,
                              .length = plies,
                              .capacity = plies}};
}

/* Adds "14. Qc5 +0.26": the better move and its score for the mover. */
static void add_better(Text *text, const Position *p, const Note *note) {
    text_addf(text, "%s %s", MOVE_OF(p, note->line[0]), CONSOLE_SCORE_OF(note->score));
}

/* Adds what a move does, judging by the line that follows. Returns false if nothing is certain. */
static bool add_deed(Text *text, const PgnGame *game, size_t n, const Note *after) {
    const Position *p = &game->line.position[n];
    Move moves[NOTE_PLIES + 1] = {game->line.move[n]};
    const TacticLine line = {.before = n ? p - 1 : NULL,
                             .from = p,
                             .move = moves,
                             .length = after->length + 1,
                             .score = -after->score};

    for (size_t i = 0; i < after->length; i++)
        moves[i + 1] = after->line[i];
    return tactics_add_purpose(text, &line);
}

/* Returns the mover's score before a move from the score after it; a mate is a ply farther away. */
static int score_before(int after) {
    return !score_is_mate(after) ? -after : after < 0 ? -after - 1 : -after + 1;
}

/* Says what the last move does, or what is wrong with it. */
static void say_why(Frontend *f) {
    const PgnGame game = last_moves(f);
    const size_t n = game.line.length - 1;
    const Position *p = &game.line.position[n];
    const Note *note = console_state(f)->why.note, *before = &note[n], *after = before + 1;
    const Mark mark = notes_mark(&game, note, n);
    const int score = score_before(after->score);
    Text text = TEXT_OF(2 * TACTIC_SIZE), reason = TEXT_OF(TACTIC_SIZE);

    if (!before->known || !after->known) {
        console_refuse(f, "The search failed.");
        return;
    }
    text_addf(&text, "%s%s", MOVE_OF(p, game.line.move[n]), mark == NO_MARK ? "" : mark_text[mark]);
    if (after->score > -SCORE_MATE)
        text_addf(&text, " %s", CONSOLE_SCORE_OF(score));
    if (mark != NO_MARK) {
        text_add(&text, "; better ");
        add_better(&text, p, before);
        text_add(&text, ". ");
        text_add(&text, notes_add_reason(&reason, &game, note, n)
                            ? reason.at
                            : "I cannot name a single cause.");
    } else if (add_deed(&reason, &game, n, after)) {
        text_addf(&text, ". It %s.", reason.at);
    } else if (before->length && before->line[0] != game.line.move[n]) {
        const bool better = before->score > score;

        text_add(&text, better ? ". I find nothing wrong with this move; I would play "
                               : ". I find nothing wrong with this move.");
        if (better) {
            add_better(&text, p, before);
            text_add_char(&text, '.');
        }
    } else {
        text_add(&text, ". I would play this move, too.");
    }
    frontend_say_text(f, text.at);
    text_clear(&reason);
    if ((mark != NO_MARK ||
         before->score == SCORE_MATE - 1) && /* else the confession could contradict */
        console_is_own_move(f, f->game.line.length - 1) &&
        console_confesses(f, f->game.line.length - 1, &reason))
        frontend_say_text(f, reason.at);
}

/* Searches the next position, or answers if no position is left. */
static void why_goes_on(Frontend *f) {
    ConsoleState *c = console_state(f);
    const Limits limits = frontend_hint_limits(f);
    const size_t last = last_moves(f).line.length;

    while (c->why.next >= last) {
        GameLine line = f->game.line; /* shares its memory with the game */
        Note *note = &c->why.note[--c->why.next];

        line.length -= last - c->why.next;
        if (c->why.next == last && notes_plain(&line, true, note))
            continue;
        frontend_search_elsewhere(f, JOB, &line, &limits);
        if (f->search.busy == JOB)
            return;
    }
    c->why.known = true;
    say_why(f);
    work_end(f);
    console_analyze_on(f);
}

static void why_on_result(Frontend *f, const SearchInfo *t) {
    ConsoleState *c = console_state(f);

    notes_take(&c->why.note[c->why.next], &last_moves(f).line.position[c->why.next], t->score,
               t->depth, t->pv, t->pv_length);
    why_goes_on(f);
}

static const Work why_work = {.on_result = why_on_result, .stop = work_end, .answers = true};

void console_why(Frontend *f, Word arguments) {
    const PgnGame game = last_moves(f);
    ConsoleState *c = console_state(f);

    if (!game.line.length || game.line.move[game.line.length - 1] == NO_MOVE) {
        console_refuse(f, "There is no move yet.");
        return;
    }
    if (c->analyzing && !f->out.terminal) /* in a script, the analysis has ended */
        console_end_analysis(f);
    if (c->why.known) {
        say_why(f); /* a new search, with a filled hash table, might judge differently */
        return;
    }
    frontend_halt(f);
    c->why.known = false;
    for (size_t i = 0; i < sizeof c->why.note / sizeof *c->why.note; i++)
        c->why.note[i] = (Note){.known = false};
    c->why.next = game.line.length + 1;
    work_start(f, &why_work, NULL);
    why_goes_on(f);
}
