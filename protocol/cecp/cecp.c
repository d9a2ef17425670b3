/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cecp.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/util.h"
#include "base/version.h"
#include "cecp_state.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "protocol/common.h"
#include "protocol/offers.h"
#include "protocol/options_apply.h"
#include "protocol/tuning.h"

const PrivateState cecp_private = {sizeof(CecpState)};

/* Refuses a command with a line like "Error (bad parameter): level 40". */
static void refuse(Frontend *f, const char *reason, const char *command, Word arguments) {
    frontend_say(f, "Error (%s): %s%s%s", reason, command, arguments.length ? " " : "",
                 QUOTED_OF(arguments, 200));
}

/* Reads a single integer and clamps it to [low, high]; refuses anything else and returns false. */
static bool read_number(Frontend *f, const char *command, Word arguments, int64_t low, int64_t high,
                        int64_t *n) {
    const bool good = word_whole(arguments, low, high, n);

    if (!good)
        refuse(f, "bad parameter", command, arguments);
    return good;
}

/* Writes a move in coordinates; in Chess960 castling is O-O or O-O-O, as in XBoard. */
static void write_move(Text *text, const Frontend *f, const Position *p, Move m) {
    if (f->game.chess960 && position_is_castling(p, m))
        text_add(text, move_to(m) > move_from(m) ? "O-O" : "O-O-O");
    else
        notation_write(text, p, m);
}

/* --- analyze mode ----------------------------------------------------------------------------- */

/* The time to wait for further lines of a GUI (ms). */
enum { MOMENT_MS = 200 };

/* Returns true if there are legal moves and all are excluded. */
static bool all_are_excluded(const Frontend *f) {
    Move list[MAX_MOVES];

    return f->game.excluded.count && !frontend_root_moves(f, list) &&
           movegen_count(&frontend_now(f)->board);
}

/*
 * Schedules a message if all moves are excluded, in which case all are searched. `exclude all` may
 * be followed by moves to include, so the message is delayed a moment.
 */
static void note_excluded(Frontend *f) {
    if (f->search.busy != ANALYZING || !all_are_excluded(f))
        return;
    cecp_state(f)->excluded_due = true;
    f->queue.wake_ms = clock_ms() + MOMENT_MS;
}

/* Restarts the analysis in analyze mode, after a change of the position or a halted search. */
static void analyze_again(Frontend *f) {
    if (!cecp_state(f)->analyze || cecp_state(f)->illegal_position)
        return;
    frontend_analyze(f, ANALYZING);
    note_excluded(f);
}

static void say_all_are_excluded(Frontend *f) {
    frontend_say_text(f, "telluser All moves are excluded, so all are searched");
}

static void do_analyze(Frontend *f, Word arguments) {
    if (cecp_state(f)->illegal_position) {
        refuse(f, "command not legal now", "analyze", (Word){"", 0});
        return;
    }
    frontend_halt(f);
    f->game.force = true;
    cecp_state(f)->analyze = true;
    analyze_again(f);
}

/* Leaves analyze mode and includes all moves again, which python-chess forgets to request. */
static void do_exit(Frontend *f, Word arguments) {
    if (cecp_state(f)->analyze) {
        frontend_halt(f);
        f->game.excluded.count = 0;
    }
    cecp_state(f)->analyze = false;
}

static void do_dot(Frontend *f, Word arguments) {
    Text text = TEXT_OF(128);
    const Position *p = frontend_now(f);
    Move list[MAX_MOVES];
    Progress now;
    int all, left;

    if (!cecp_state(f)->analyze || cecp_state(f)->illegal_position)
        return;
    engine_progress(f->engine, &now);
    all =
        all_are_excluded(f) ? (int)movegen_all(&p->board, list) : (int)frontend_root_moves(f, list);
    left = f->search.done ? 0 : max(all - now.number, 0);
    text_addf(&text, "stat01: %" PRId64 " %" PRIu64 " %d %d %d", frontend_elapsed_ms(f) / 10,
              now.nodes, now.depth, left, all);
    if (now.move != NO_MOVE && move_is_legal(p, now.move)) {
        text_add_char(&text, ' ');
        write_move(&text, f, p, now.move);
    }
    frontend_say_text(f, text.at);
}

/* --- output of the engine --------------------------------------------------------------------- */

/* Converts a score to centipawns, a mate in n to 100000 + n. */
static int shown_score(int score) {
    if (!score_is_mate(score))
        return score;
    return (score > 0 ? 100000 : -100000) + score_mate_moves(score);
}

/*
 * Shows a line of thinking output, with moves from `root`. Selective depth, speed and tablebase
 * hits were added late to the protocol, with the features `exclude` and `highlight`. Programs that
 * reject these features (Scid, PyChess, Cute Chess) take the extra numbers for moves; python-chess,
 * which understands the numbers, accepts both features.
 */
static void say_info(Frontend *f, const Position *root, const SearchInfo *t) {
    char buffer[480];
    Text text = text_in(buffer, sizeof buffer - 3);
    const int64_t ms = max64(t->time_ms, 1);

    text_addf(&text, "%d %d %" PRId64 " %" PRIu64, t->depth, shown_score(t->score), t->time_ms / 10,
              t->nodes);
    if (!cecp_state(f)->short_thinking_output)
        text_addf(&text, " %d %" PRIu64 " %" PRIu64, t->seldepth, t->nodes * 1000 / (uint64_t)ms,
                  t->tb_hits);
    text_add_char(&text, '\t');
    notation_write_line(&text, root, t->pv, t->pv_length, false, notation_write_san);
    text.capacity += 3;
    if (t->bound == BOUND_LOWER || t->bound == BOUND_UPPER) /* the bound is a separate word */
        text_add(&text, t->bound == BOUND_LOWER ? " !" : " ?");
    frontend_say_text(f, buffer);
}

/* Returns the root position of the current search. */
static Position root_of_search(const Frontend *f) {
    Position root = *frontend_now(f);

    if (f->search.busy == PONDERING)
        position_advance(&root, f->search.expected);
    return root;
}

static void say_hint(Frontend *f, Move m) {
    Text text = TEXT_OF(32);

    text_add(&text, "Hint: ");
    write_move(&text, f, frontend_now(f), m);
    frontend_say_text(f, text.at);
}

/*
 * Defers the output of pondering, which has just begun: programs that ping after a move
 * (python-chess) could take it for the analysis of that move. The output is shown after the next
 * line is handled, or after a moment.
 */
static void defer_ponder_output(Frontend *f) {
    CecpState *s = cecp_state(f);

    s->holding = true;
    s->hint_due = !frontend_is_limited(f, PONDERING);
    s->info_due = false;
    s->heard = f->queue.heard;
    f->queue.wake_ms = clock_ms() + MOMENT_MS;
}

/* Shows the deferred output, unless it is outdated. */
static void flush_ponder_output(Frontend *f) {
    CecpState *s = cecp_state(f);
    const bool due = s->holding && f->search.busy == PONDERING;

    s->holding = false;
    f->queue.wake_ms = 0;
    if (due && s->hint_due)
        say_hint(f, f->search.expected);
    if (due && s->info_due && s->search == f->search.number && f->post) {
        const Position root = root_of_search(f);

        say_info(f, &root, &s->info);
    }
}

static void on_idle(Frontend *f) {
    CecpState *s = cecp_state(f);
    const bool late = clock_ms() >= f->queue.wake_ms;

    if (!f->queue.wake_ms || !(late || (s->holding && s->heard != f->queue.heard)))
        return;
    if (s->excluded_due && s->analyze && f->search.busy == ANALYZING && all_are_excluded(f))
        say_all_are_excluded(f);
    s->excluded_due = false;
    flush_ponder_output(f);
}

static void on_info(Frontend *f, const SearchInfo *t) {
    CecpState *s = cecp_state(f);

    if (!f->post || f->search.busy == HINTING || !t->pv_length)
        return;
    if (f->search.busy == PONDERING && s->holding) {
        if (t->line <= 1) {
            s->info = *t;
            s->search = f->search.number;
            s->info_due = true;
        }
    } else {
        const Position root = root_of_search(f);

        say_info(f, &root, t);
    }
}

/*
 * Announces the result if the game is over, and with `claims_too` also draws that must be claimed.
 */
static bool announce_result(Frontend *f, bool claims_too) {
    const Outcome outcome = gameline_outcome(&f->game.line);

    if (cecp_state(f)->analyze || outcome == OUTCOME_NONE ||
        (outcome > OUTCOME_STALEMATE && !claims_too))
        return false;
    frontend_say_text(f, outcome_text(outcome, position_turn(frontend_now(f))));
    f->game.over = true;
    return true;
}

/* Answers a draw offer. XBoard does not show a refusal, so the user is informed once a game. */
static void answer_draw(Frontend *f, int score) {
    if (offers_accepts(f, score))
        frontend_say_text(f, "offer draw");
    else if (!cecp_state(f)->declined && !f->offers.against_computer)
        frontend_say_text(f, "telluser Alula declines the draw.");
    cecp_state(f)->declined = true;
}

static void on_move(Frontend *f, const SearchInfo *t) {
    Text text = TEXT_OF(32);
    const char *error;
    Move m;

    if (f->search.busy == HINTING) {
        f->search.busy = IDLE;
        if (t->pv_length)
            say_hint(f, t->pv[0]);
        return;
    }
    if (!t->pv_length) {
        announce_result(f, true);
        return;
    }
    m = t->pv[0];
    timecontrol_charge(&f->game.time, f->game.line.length, frontend_spent_ms(f));
    frontend_note_score(f, position_turn(frontend_now(f)), t->score);
    if (f->offers.draw_offered || cecp_state(f)->draw_offer_pending)
        answer_draw(f, t->score);
    f->offers.draw_offered = cecp_state(f)->draw_offer_pending = false;
    if (offers_resigns(f, t->score)) {
        /* the document also has "resign", but XBoard 4.9.1 does not understand it */
        frontend_say_text(f, f->game.ours == WHITE ? "0-1 {White resigns}" : "1-0 {Black resigns}");
        f->game.over = true;
        return;
    }
    text_add(&text, "move ");
    write_move(&text, f, frontend_now(f), m);
    if ((error = gameline_play(&f->game.line, m))) {
        frontend_say(f, "telluser %s", error);
        return;
    }
    frontend_say_text(f, text.at);
    frontend_new_position(f);
    f->search.suggestion = t->pv_length > 1 ? t->pv[1] : NO_MOVE;
    if (announce_result(f, true))
        return;
    if (offers_makes(f, t->score))
        frontend_say_text(f, "offer draw");
    frontend_ponder(f);
    if (f->search.busy == PONDERING)
        defer_ponder_output(f);
}

/*
 * Sets up a position; NULL stands for an illegal one. The GUI shows an illegal position anyway, so
 * moves are refused until another position is set up; but while our move is due, nothing changes.
 */
static void set_up(Frontend *f, const Position *p) {
    if (p) {
        frontend_set_up(f, p);
        analyze_again(f);
        return;
    }
    frontend_say_text(f, "tellusererror Illegal position");
    if (f->search.busy == THINKING) /* the set-up is refused, and the move stays due */
        return;
    frontend_halt(f);
    cecp_state(f)->draw_offer_pending = false;
    cecp_state(f)->illegal_position = true;
}

static void on_set_up(Frontend *f) {
    CecpState *s = cecp_state(f);

    s->illegal_position = s->draw_offer_pending = s->declined = false;
}

/* --- playing ---------------------------------------------------------------------------------- */

static void do_force(Frontend *f, Word arguments) {
    frontend_halt(f);
    cecp_state(f)->analyze = false;
    f->game.force = true;
}

static void do_go(Frontend *f, Word arguments) {
    if (f->search.busy == THINKING)
        return;
    if (cecp_state(f)->illegal_position) {
        refuse(f, "command not legal now", "go", (Word){"", 0});
        return;
    }
    frontend_halt(f);
    cecp_state(f)->analyze = false;
    f->game.force = false;
    f->game.ours = position_turn(frontend_now(f));
    if (!movegen_count(&frontend_now(f)->board)) {
        announce_result(f, false);
        return;
    }
    if (all_are_excluded(f))
        say_all_are_excluded(f);
    frontend_think(f);
}

static void do_playother(Frontend *f, Word arguments) {
    if (f->search.busy == THINKING)
        return;
    frontend_halt(f);
    cecp_state(f)->analyze = false;
    f->game.force = false;
    f->game.ours = color_other(position_turn(frontend_now(f)));
    frontend_ponder(f);
}

/* Returns true if changing the side to move would leave a king in check. */
static bool cannot_set_turn(const Frontend *f, Color turn) {
    const Position *now = frontend_now(f);

    return position_turn(now) != turn && position_in_check(now);
}

/*
 * Sets the side to move (obsolete): makes or undoes a null move, so that the game's history stays.
 */
static void set_turn(Frontend *f, Color turn) {
    GameLine *g = &f->game.line;

    if (f->search.busy == THINKING && cannot_set_turn(f, turn)) {
        set_up(f, NULL);
        return;
    }
    frontend_halt(f);
    if (cannot_set_turn(f, turn)) /* waiting moves have changed the position */
        set_up(f, NULL);
    else if (position_turn(gameline_now(g)) != turn && g->length &&
             g->move[g->length - 1] == NO_MOVE)
        gameline_undo(g);
    else if (position_turn(gameline_now(g)) != turn)
        gameline_play(g, NO_MOVE);
    f->game.ours = color_other(turn);
    frontend_new_position(f);
    analyze_again(f);
}

static void do_white(Frontend *f, Word arguments) {
    set_turn(f, WHITE);
}

static void do_black(Frontend *f, Word arguments) {
    set_turn(f, BLACK);
}

/*
 * Plays a move of the opponent, or of either side in force or analyze mode. NO_MOVE is a null move.
 */
static void make_move(Frontend *f, Move m) {
    const bool hit = f->search.busy == PONDERING && m != NO_MOVE && m == f->search.expected;
    const char *error;

    if (hit) {
        cecp_state(f)->hint_due = false;
        flush_ponder_output(f); /* the output is about the move that is due now */
    } else {
        frontend_halt(f);
    }
    if ((error = gameline_play(&f->game.line, m))) {
        frontend_halt(f);
        frontend_say(f, "telluser %s", error);
        return;
    }
    f->game.over = false;
    frontend_new_position(f);
    if (cecp_state(f)->analyze) {
        analyze_again(f);
        return;
    }
    if (announce_result(f, frontend_is_our_turn(f)))
        frontend_halt(f);
    else if (hit)
        frontend_ponder_hit(f);
    else if (frontend_is_our_turn(f) && !cecp_state(f)->illegal_position)
        frontend_think(f);
}

static void refuse_move(Frontend *f, MoveError error, Word text) {
    common_refuse(f, "Illegal move", move_error_text(error), text);
}

static void do_usermove(Frontend *f, Word arguments) {
    const Position *now = frontend_now(f);
    MoveError error;
    Move m;

    if (cecp_state(f)->illegal_position) {
        common_refuse(f, "Illegal move", "illegal position", arguments);
        return;
    }
    if (word_is(arguments, "@@@@")) {
        if (!f->game.force || position_in_check(now))
            refuse_move(f, position_in_check(now) ? MOVE_IN_CHECK : MOVE_ILLEGAL, arguments);
        else
            make_move(f, NO_MOVE);
        return;
    }
    if ((error = notation_parse(&m, now, arguments)))
        refuse_move(f, error, arguments);
    else
        make_move(f, m);
}

static void do_unknown(Frontend *f, Word line) {
    common_refuse(f, "Error", "unknown command", line);
}

static void do_move_now(Frontend *f, Word arguments) {
    /* the line may have crossed our move; then it is not an answer to the move */
    cecp_state(f)->heard = f->queue.heard;
    if (f->search.busy == THINKING)
        engine_stop(f->engine);
}

static void take_back(Frontend *f, const char *command, size_t plies, Word arguments) {
    if (f->game.line.length < plies) {
        refuse(f, "command not legal now", command, arguments);
        return;
    }
    frontend_halt(f);
    while (plies--)
        gameline_undo(&f->game.line);
    f->game.over = cecp_state(f)->draw_offer_pending = false;
    f->offers.last_score = SCORE_NONE;
    frontend_new_position(f);
    analyze_again(f);
}

static void do_undo(Frontend *f, Word arguments) {
    take_back(f, "undo", 1, arguments);
}

static void do_remove(Frontend *f, Word arguments) {
    take_back(f, "remove", 2, arguments);
}

static void do_draw(Frontend *f, Word arguments) {
    if (f->game.over || !movegen_count(&frontend_now(f)->board))
        return;
    if (f->game.force)
        cecp_state(f)->draw_offer_pending |=
            !cecp_state(f)->analyze; /* python-chess offers before `go` */
    else if (f->search.busy == THINKING)
        f->offers.draw_offered = true; /* the answer comes with our move */
    else
        answer_draw(f, f->offers.last_score);
}

/* Sets the rating difference; 0 is the rating of an unrated player. */
static void do_rating(Frontend *f, Word arguments) {
    int64_t ours, theirs;

    f->offers.rating_gap = 0;
    if (word_number(text_word(&arguments), 1, 9999, &ours) &&
        word_number(text_word(&arguments), 1, 9999, &theirs))
        f->offers.rating_gap = (int)(theirs - ours);
}

static void do_computer(Frontend *f, Word arguments) {
    f->offers.against_computer = true;
}

static void do_result(Frontend *f, Word arguments) {
    const Word result = text_word(&arguments);

    if (cecp_state(f)->analyze)
        return;
    frontend_halt(f);
    cecp_state(f)->draw_offer_pending = false;
    f->game.force = true;
    f->game.over = true;
    for (PgnResult r = PGN_WHITE_WINS; r <= PGN_DRAW; r++)
        if (word_is(result, pgn_result_text(r)))
            frontend_count_result(f, f->game.ours, r);
}

static void do_hint(Frontend *f, Word arguments) {
    if (cecp_state(f)->illegal_position)
        return;
    if (frontend_is_limited(f, f->search.busy) && f->search.busy == PONDERING)
        frontend_halt(f); /* at limited strength, the expected move is not a good hint */
    if (f->search.busy == PONDERING) {
        cecp_state(f)->hint_due = false;
        say_hint(f, f->search.expected);
    } else if (frontend_is_limited(f, f->search.busy)) {
        return; /* the search has the errors of a level */
    } else if ((f->search.busy == THINKING || f->search.busy == ANALYZING) &&
               f->search.info.pv_length) {
        say_hint(f, f->search.info.pv[0]);
    } else if (f->search.busy == IDLE && movegen_count(&frontend_now(f)->board)) {
        frontend_analyze(f, HINTING);
    }
}

/*
 * Lists the book moves, each after a blank, and an empty line at the end, as the protocol requires.
 */
static void do_bk(Frontend *f, Word arguments) {
    if (cecp_state(f)->illegal_position)
        frontend_say_text(f, " The position is illegal.");
    else
        common_show_book(f);
    frontend_say_text(f, "");
}

static void do_ping(Frontend *f, Word arguments) {
    frontend_say(f, "pong%s%s", arguments.length ? " " : "", QUOTED_OF(arguments, 1000));
    cecp_state(f)->hint_due = false; /* python-chess expects no hint after this line */
}

static void do_hard(Frontend *f, Word arguments) {
    f->ponder = true;
}

static void do_easy(Frontend *f, Word arguments) {
    f->ponder = false;
    if (f->search.busy == PONDERING)
        frontend_halt(f);
}

static void do_random(Frontend *f, Word arguments) {
    f->game.noise = f->game.noise ? 0 : (uint64_t)clock_us() | 1;
}

/* --- positions -------------------------------------------------------------------------------- */

static void do_new(Frontend *f, Word arguments) {
    const bool analyze = cecp_state(f)->analyze;

    frontend_new_game(f);
    f->game.force = analyze;
    analyze_again(f);
}

static void do_setboard(Frontend *f, Word arguments) {
    Text left_out = TEXT_OF(100);
    Position p;
    const bool good = !fen_parse_playable(&p, arguments, f->game.chess960, &left_out);

    if (good && left_out.length && cecp_state(f)->debug)
        frontend_say(f, "# left out, as the board does not allow it: %s", left_out.at);
    set_up(f, good ? &p : NULL);
}

/* Sets up the start position of a variant; follows `new`. */
static void do_variant(Frontend *f, Word arguments) {
    const bool no_castling = word_is(arguments, "nocastle");
    Position p;

    if (!no_castling && !word_is(arguments, "fischerandom") && !word_is(arguments, "normal")) {
        common_refuse(f, "Error", "unsupported variant", arguments);
        return;
    }
    frontend_halt(f);
    f->game.chess960 = word_is(arguments, "fischerandom");
    cecp_state(f)->draw_offer_pending = false;
    if (!no_castling)
        analyze_again(f);
    else if (!fen_parse(&p, word_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
                        false))
        set_up(f, &p);
}

/* --- edit mode -------------------------------------------------------------------------------- */

/*
 * Completes the position, including castling rights, which are assumed if king and rook are on
 * their home squares, as the protocol document requires. Returns NULL, or why the position is
 * illegal.
 */
static const char *complete(Position *p, bool chess960) {
    Board *b = &p->board;
    const char *error;

    b->ep_square = NO_SQUARE;
    b->castling = 0;
    for (const char *letter = "KQkq"; *letter; letter++)
        b->castling |= fen_castling_rook(b, *letter, chess960);
    p->halfmove_clock = 0;
    p->fullmove_number = 1;
    if (!(error = position_error(p)))
        position_derive(p);
    return error;
}

static void edit_clear(Frontend *f, Word arguments) {
    Position *p = &cecp_state(f)->edited;
    const uint8_t turn = p->board.turn;

    position_clear(p);
    p->board.turn = turn; /* keep the side to move */
}

static void edit_change_color(Frontend *f, Word arguments) {
    cecp_state(f)->edit_color = color_other(cecp_state(f)->edit_color);
}

/* Places a piece of the current color: "Pa4"; "xa4" clears a4. */
static void edit_put(Frontend *f, Word w) {
    Position *p = &cecp_state(f)->edited;
    Color c;
    Piece piece;
    Square s;

    if (!fen_read_placed(w, &c, &piece, &s) || c != WHITE) {
        common_refuse(f, "Error", "unknown command", w);
        return;
    }
    position_empty(p, s);
    if (piece != NO_PIECE)
        position_put(p, cecp_state(f)->edit_color, piece, s);
}

static void edit_leave(Frontend *f, Word arguments) {
    Position p = cecp_state(f)->edited;

    frontend_speak(f, &cecp_protocol);
    set_up(f, complete(&p, f->game.chess960) ? NULL : &p);
}

/* The commands of edit mode, which have no meaning outside of it. */
static const Command edit_commands[] = {
    {"#", edit_clear, NOW, 0, "clear the board"},
    {"c", edit_change_color, NOW, 0, "change the color of the next pieces"},
    {".", edit_leave, NOW, 0, "done"},
    {"castle", common_ignore, NOW, 0, NULL}, /* this and the previous one are sent by ChessBase */
    {"ep", common_ignore, NOW, 0, NULL},
    {"quit", common_quit, NOW, URGENT, "leave the program"},
    {"ping", do_ping, NOW, 0, NULL},
    {NULL, NULL, NOW, 0, NULL},
};

static const Command *edit_otherwise(Frontend *f, Word *line) {
    static const Command put = {"", edit_put, NOW, 0, NULL};

    return line->length ? &put : NULL;
}

static const Protocol edit_protocol = {
    .name = "edit",
    .commands = edit_commands,
    .otherwise = edit_otherwise,
    .on_info = on_info,
    .on_move = on_move,
    .refuse = frontend_say_text,
    .message_prefix = "telluser ",
};

static void do_edit(Frontend *f, Word arguments) {
    frontend_halt(f);
    cecp_state(f)->edited = *frontend_now(f);
    cecp_state(f)->edit_color = WHITE;
    frontend_speak(f, &edit_protocol);
}

/* --- excluded moves and setscore -------------------------------------------------------------- */

static void exclude(Frontend *f, const char *command, Word arguments, bool out) {
    const Position *now = frontend_now(f);
    MoveError error;
    MoveSet e = f->game.excluded;
    size_t at = 0;
    Move m;

    if (cecp_state(f)->illegal_position) {
        refuse(f, "command not legal now", command, arguments);
        return;
    }
    if (word_is(arguments, "all")) {
        e.count = out ? movegen_all(&now->board, e.move) : 0;
    } else if ((error = notation_parse(&m, now, arguments))) {
        refuse_move(f, error, arguments);
        return;
    } else {
        while (at < e.count && e.move[at] != m)
            at++;
        if (out == (at < e.count))
            return; /* nothing changes */
        if (out)
            e.move[e.count++] = m;
        else
            e.move[at] = e.move[--e.count];
    }
    frontend_restart(f, frontend_set_excluded, &e);
    note_excluded(f);
}

static void do_exclude(Frontend *f, Word arguments) {
    exclude(f, "exclude", arguments, true);
}

static void do_include(Frontend *f, Word arguments) {
    exclude(f, "include", arguments, false);
}

typedef struct {
    int score, depth;
} GivenScore;

static void pin_score(Frontend *f, const void *context) {
    const GivenScore *given = context;

    engine_override_score(f->engine, frontend_now(f), given->score, given->depth);
}

/* Sets a score in centipawns; 100000 + n is mate in n, as in our thinking output. */
static void do_setscore(Frontend *f, Word arguments) {
    enum { MAX_CENTIPAWNS = 20000, MATE = 100000, MAX_MATE_MOVES = MAX_PLY / 2 };
    Word rest = arguments;
    int64_t score, depth;
    bool good =
        word_number(text_word(&rest), -MATE - MAX_MATE_MOVES, MATE + MAX_MATE_MOVES, &score) &&
        word_number(text_word(&rest), 0, 100000, &depth);
    GivenScore given;

    if (good && score > MATE)
        score = SCORE_MATE - 2 * (score - MATE) + 1;
    else if (good && score < -MATE)
        score = -SCORE_MATE + 2 * (-score - MATE);
    else
        good = good && score <= MAX_CENTIPAWNS && score >= -MAX_CENTIPAWNS;
    if (!good || text_rest(rest).length || cecp_state(f)->illegal_position) {
        refuse(f,
               good && cecp_state(f)->illegal_position ? "command not legal now" : "bad parameter",
               "setscore", arguments);
        return;
    }
    given = (GivenScore){(int)score, (int)min64(depth, MAX_DEPTH)};
    frontend_restart(f, pin_score, &given);
}

static void do_pause(Frontend *f, Word arguments) {
    frontend_pause(f);
}

static void do_resume(Frontend *f, Word arguments) {
    frontend_resume(f);
}

/* --- the board on the screen ------------------------------------------------------------------ */

/* Highlights the moves of a lifted piece in yellow, captures in red, promotions in magenta. */
static void do_lift(Frontend *f, Word arguments) {
    const Position *p = frontend_now(f);
    char color[SQUARE_COUNT] = {0};
    Text text = TEXT_OF(128);
    Move list[MAX_MOVES];
    size_t count;
    Square from;

    if (!notation_read_square(&from, arguments)) {
        refuse(f, "bad parameter", "lift", arguments);
        return;
    }
    if (f->search.busy == THINKING || cecp_state(f)->illegal_position)
        return; /* it is not the user's turn */
    count = movegen_all(&p->board, list);
    for (size_t i = 0; i < count; i++) {
        const Move m = list[i];
        const Square to = move_to(m);

        if (move_from(m) != from)
            continue;
        if (position_is_castling(p, m)) {
            color[castling_king_to(from, to)] = 'y';
            if (f->game.chess960)
                color[to] = 'y';
        } else {
            color[to] = move_promotion(m) != NO_PIECE      ? 'm'
                        : captured_piece(p, m) != NO_PIECE ? 'r'
                                                           : 'y';
        }
    }
    text_add(&text, "highlight ");
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;

        for (int file = 0; file < 8; file++) {
            const char c = color[square_make(file, rank)];
            if (c && empty)
                text_addf(&text, "%d", empty);
            empty = c ? 0 : empty + 1;
            if (c)
                text_add_char(&text, c);
        }
        if (empty)
            text_addf(&text, "%d", empty);
        if (rank)
            text_add_char(&text, '/');
    }
    frontend_say_text(f, text.at);
}

/* --- time ------------------------------------------------------------------------------------- */

/* Reads minutes or minutes:seconds; the rest of a word like "25+5" or "2:30:00" is ignored. */
static bool read_base(Word w, int64_t *ms) {
    size_t end = 0;
    int colons = 0;

    while (end < w.length && (text_is_digit(w.at[end]) || (w.at[end] == ':' && !colons++)))
        end++;
    return timecontrol_minutes((Word){w.at, end}, ms);
}

static void do_level(Frontend *f, Word arguments) {
    Word rest = arguments;
    int64_t moves, base, increment;

    if (!word_number(text_word(&rest), 0, 100000, &moves) || !read_base(text_word(&rest), &base) ||
        !word_thousandths(text_word(&rest), TIMECONTROL_MS_MAX, &increment)) {
        refuse(f, "bad parameter", "level", arguments);
        return;
    }
    f->game.time.move_ms = -1;
    f->game.time.moves = (int)moves;
    /* chess servers use "0 0 1": assume ten seconds for the first moves */
    f->game.time.base_ms = base ? base : 10000;
    f->game.time.increment_ms = increment;
    f->game.time.start = f->game.line.length;
    f->game.time.own_ms = f->game.time.other_ms = f->game.time.base_ms;
    f->game.time.own_known = false;
}

static void do_st(Frontend *f, Word arguments) {
    int64_t ms;

    /* with `nps 1` a second is a node, so the number may be huge */
    if (!word_thousandths(arguments, INT64_MAX / 4, &ms)) {
        refuse(f, "bad parameter", "st", arguments);
        return;
    }
    f->game.time.move_ms = ms;
    f->game.time.chosen = true;
    f->game.time.increment_ms = 0;
    f->game.time.own_known = false;
}

static void set_depth(Frontend *f, const char *command, Word arguments) {
    int64_t depth;

    if (read_number(f, command, arguments, 0, 100000, &depth))
        f->game.time.depth = (int)depth;
}

static void do_sd(Frontend *f, Word arguments) {
    set_depth(f, "sd", arguments);
}

/* Limits the depth; DreamChess sends it, too. */
static void do_depth(Frontend *f, Word arguments) {
    set_depth(f, "depth", arguments);
}

static void do_nps(Frontend *f, Word arguments) {
    int64_t rate;

    if (!read_number(f, "nps", arguments, 0, INT64_MAX / 1000000, &rate))
        return;
    f->game.time.nodes_per_second = (uint64_t)rate;
    f->game.time.cpu_time = !f->game.time.nodes_per_second;
}

static bool read_centiseconds(Frontend *f, const char *command, Word arguments, int64_t *ms) {
    int64_t n;

    if (!read_number(f, command, arguments, INT64_MIN / 10, INT64_MAX / 10, &n))
        return false;
    *ms = 10 * clamp64(n, 0, TIMECONTROL_MS_MAX / 10);
    return true;
}

static void do_time(Frontend *f, Word arguments) {
    if (read_centiseconds(f, "time", arguments, &f->game.time.own_ms))
        f->game.time.own_known = true;
}

static void do_otim(Frontend *f, Word arguments) {
    read_centiseconds(f, "otim", arguments, &f->game.time.other_ms);
}

/* --- settings --------------------------------------------------------------------------------- */

typedef struct {
    size_t megabytes;
    int threads;
} Size;

static void change_size(Frontend *f, const void *context) {
    const Size *new = context;
    const char *error = options_resize(f, new->megabytes, new->threads);

    if (error)
        frontend_say(f, "telluser %s; nothing was changed", error);
    else if (cecp_state(f)->debug && engine_threads(f->engine) < new->threads)
        frontend_say(f, "# there is enough memory for only %d thread%s", engine_threads(f->engine),
                     engine_threads(f->engine) == 1 ? "" : "s");
}

/* Changes the hash size and the number of threads; the engine must be idle. */
static void resize(Frontend *f, size_t megabytes, int threads) {
    if (megabytes != f->memory_megabytes || threads != engine_threads(f->engine))
        frontend_restart(f, change_size, &(Size){megabytes, threads});
}

static void do_memory(Frontend *f, Word arguments) {
    int64_t megabytes;

    if (read_number(f, "memory", arguments, MEMORY_SHARE_MIN, MEMORY_SHARE_MAX, &megabytes))
        resize(f, (size_t)megabytes, engine_threads(f->engine));
}

static void do_cores(Frontend *f, Word arguments) {
    int64_t n;

    const int most = options_most_threads();

    if (!read_number(f, "cores", arguments, 1, MAX_THREADS, &n))
        return;
    if (n > most && cecp_state(f)->debug)
        frontend_say(f, "# more than %d threads would answer late on this machine", most);
    resize(f, f->memory_megabytes, (int)min64(n, most));
}

static void tell_tables(Frontend *f) {
    if (cecp_state(f)->debug && f->syzygy)
        frontend_say(f, "# Syzygy: %d WDL, %d DTZ (up to %d men)", syzygy_wdl_tables(f->syzygy),
                     syzygy_dtz_tables(f->syzygy), syzygy_men(f->syzygy));
}

/* Sets a search parameter. Returns NULL, or an error message. */
static const char *set_parameter(Frontend *f, const OptionRow *row, Word value) {
    int64_t n;
    const char *error = option_read(row, value, &n);

    if (!error)
        tuning_set(f, row, n);
    return error;
}

static void do_option(Frontend *f, Word arguments) {
    const char *error;
    char used[OPTION_NUMBER_SIZE];
    Word value = arguments;
    const Word name = text_rest(text_until(&value, '='));
    OptionId id = OPTION_COUNT;
    OptionRow row;

    value = text_rest(value);
    if (TUNING && tuning_find(name, &row)) {
        error = set_parameter(f, &row, value);
    } else {
        id = options_find(name);
        if (id < OPTION_COUNT && option_clamp(&option_table[id], &value, used))
            frontend_say(f, "telluser %s takes %" PRId64 " to %" PRId64 "; using %s",
                         option_table[id].name, option_table[id].min, option_table[id].max, used);
        error = options_apply(f, name, value, &id);
    }
    if (error && options_find(name) == OPTION_SAVE_SETTINGS) { /* XBoard hides "Error" */
        frontend_say(f, "telluser The settings were not saved: %s", error);
    } else if (error) {
        common_refuse(f, "Error", error, arguments);
    } else if (id == OPTION_CLEAR_HASH) {
        frontend_halt(f);
        engine_clear(f->engine);
        analyze_again(f);
    } else if (id == OPTION_MULTIPV || id == OPTION_SETTINGS_FILE) {
        analyze_again(f);
    } else if (id == OPTION_SYZYGY_PATH) {
        if (f->syzygy && !syzygy_men(f->syzygy))
            frontend_say(f, "telluser There are no Syzygy tablebases (.rtbw) in SyzygyPath.");
        tell_tables(f);
    }
}

/*
 * Returns true for a folder without tables, sent by XBoard unasked (Debian's default), while others
 * are in use.
 */
static bool takes_tables_away(const Frontend *f, Word path) {
    return f->syzygy && syzygy_men(f->syzygy) && path.length && !options_names_tables(path);
}

/* Sets the path of the announced tablebase type: "TYPE PATH". */
static void do_egtpath(Frontend *f, Word arguments) {
    Word path = arguments;
    const Word type = text_word(&path);
    const char *error;
    OptionId id;

    if (!word_is_any_case(type, "syzygy")) {
        refuse(f, "Alula uses Syzygy tablebases only", "egtpath", arguments);
        return;
    }
    if (word_is(text_rest(path), f->options.text[OPTION_SYZYGY_PATH]) ||
        takes_tables_away(f, text_rest(path)))
        return;
    if ((error = options_apply(f, word_of("SyzygyPath"), text_rest(path), &id)))
        refuse(f, error, "egtpath", arguments);
    else
        tell_tables(f);
}

static void do_accepted(Frontend *f, Word arguments) {
    if (word_is(arguments, "debug"))
        cecp_state(f)->debug = true;
}

static void do_rejected(Frontend *f, Word arguments) {
    if (word_is(arguments, "exclude") || word_is(arguments, "highlight"))
        cecp_state(f)->short_thinking_output = true;
}

static void say_option(Frontend *f, const OptionRow *row) {
    Text text = TEXT_OF(256);

    text_add(&text, "feature option=\"");
    options_write_cecp(&text, row);
    text_add_char(&text, '"');
    frontend_say_text(f, text.at);
}

static void do_protover(Frontend *f, Word arguments) {
    OptionRow row;
    int64_t version;

    if (!word_number(arguments, 1, INT64_MAX, &version) || version < 2)
        return; /* protocol version 1 has no features */
    frontend_say_text(f, "feature done=0");
    frontend_say_text(f, "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 "
                         "sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=1 name=1");
    frontend_say_text(f, "feature pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1 setscore=1 "
                         "highlight=1");
    frontend_say_text(f, "feature myname=\"Alula " ALULA_VERSION
                         "\" variants=\"normal,fischerandom,nocastle\" egt=\"syzygy\"");
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (id != OPTION_WARN)
            say_option(f, &option_table[id]);
    for (size_t i = 0; TUNING && tuning_row(i, &row); i++)
        say_option(f, &row);
    frontend_say_text(f, "feature done=1");
}

/* --- the table -------------------------------------------------------------------------------- */

static const Command commands[] = {
    {"xboard", common_xboard, CANCELS, 0, NULL},
    {"protover", do_protover, NOW, 0, NULL},
    {"accepted", do_accepted, NOW, 0, NULL},
    {"rejected", do_rejected, NOW, 0, NULL},
    {"new", do_new, CANCELS, 0, "a new game; the engine plays Black"},
    {"quit", common_quit, NOW, URGENT, "leave"},
    {"random", do_random, NOW, 0, "switch a little randomness on or off"},
    {"force", do_force, CANCELS, 0, "play neither side"},
    {"go", do_go, NOW, 0, "play the side to move"},
    {"playother", do_playother, NOW, 0, "play the side not on move"},
    {"white", do_white, CANCELS, 0, "set White to move, and play Black"},
    {"black", do_black, CANCELS, 0, "set Black to move, and play White"},
    {"level", do_level, NOW, 0, "MOVES BASE INCREMENT: time control"},
    {"st", do_st, NOW, 0, "SECONDS: time per move"},
    {"sd", do_sd, NOW, 0, "PLIES: depth limit"},
    {"depth", do_depth, NOW, 0, NULL},
    {"nps", do_nps, NOW, 0, "RATE: count nodes as time"},
    {"time", do_time, NOW, 0, "CENTISECONDS on the engine's clock"},
    {"otim", do_otim, NOW, 0, "CENTISECONDS on the other clock"},
    {"usermove", do_usermove, IN_TURN, 0, "MOVE: play the opponent's move"},
    {"?", do_move_now, NOW, 0, "move at once"},
    {"ping", do_ping, IN_TURN, NEEDS_MEMORY, "N: answer pong N once earlier commands are done"},
    {"draw", do_draw, NOW, 0, "the other side offers a draw"},
    {"result", do_result, CANCELS, 0, "the game is over"},
    {"setboard", do_setboard, CANCELS, 0, "FEN: set up a position"},
    {"edit", do_edit, CANCELS, 0, "set up a position piece by piece"},
    {"hint", do_hint, NOW, 0, "suggest a move"},
    {"bk", do_bk, NOW, 0, "show the opening book"},
    {"undo", do_undo, CANCELS, 0, "undo the last move"},
    {"remove", do_remove, CANCELS, 0, "undo the last move of each side"},
    {"hard", do_hard, NOW, 0, "ponder"},
    {"easy", do_easy, NOW, 0, "do not ponder"},
    {"post", common_post, NOW, 0, "show thinking output"},
    {"nopost", common_nopost, NOW, 0, "show no thinking output"},
    {"analyze", do_analyze, CANCELS, 0, "analyze the position until exit"},
    {"exit", do_exit, NOW, 0, "leave analyze mode"},
    {".", do_dot, NOW, 0, "show the progress of the analysis"},
    {"rating", do_rating, NOW, 0, "OURS THEIRS: ratings, for draws and resigning"},
    {"computer", do_computer, NOW, 0, "the opponent is a program: offer no draws"},
    {"pause", do_pause, NOW, 0, "pause the search and its clock"},
    {"resume", do_resume, NOW, 0, "resume them"},
    {"exclude", do_exclude, NOW, 0, "MOVE or all: exclude from the search"},
    {"include", do_include, NOW, 0, "MOVE or all: search again"},
    {"setscore", do_setscore, NOW, 0, "SCORE DEPTH: the score of this position"},
    {"egtpath", do_egtpath, NOW, 0, NULL},
    {"lift", do_lift, NOW, 0, "SQUARE: highlight the moves of the piece there"},
    {"memory", do_memory, IN_TURN, 0, "MEGABYTES: limit the total memory"},
    {"cores", do_cores, IN_TURN, 0, "N: number of search threads"},
    {"option", do_option, IN_TURN, 0, "NAME=VALUE"},
    {"variant", do_variant, CANCELS, 0, "normal, fischerandom or nocastle"},
    {"uci", common_uci, CANCELS, 0, NULL}, /* Arena tries both protocols */
    {NULL, NULL, NOW, 0, NULL},
};

/*
 * Ignored commands: those that do not concern the engine, those of bughouse, which Alula does not
 * play, and those of ChessBase and of old drafts of the protocol.
 */
static const char ignored[] = "name,ics,put,hover,partner,ptell,holding,fritz,reset,ponder,castle,"
                              "ep,gui";

/* Treats a line that is not a command as a move, as some programs ignore usermove=1. */
static const Command *otherwise(Frontend *f, Word *line) {
    static const Command move = {"", do_usermove, IN_TURN, 0, NULL};
    static const Command unknown = {"", do_unknown, NOW, 0, NULL};
    Word rest = *line;

    if (!line->length || word_is_among(text_word(&rest), ignored))
        return NULL;
    return word_is(*line, "@@@@") || common_is_move(f, *line) ? &move : &unknown;
}

const Protocol cecp_protocol = {
    .name = "cecp",
    .commands = commands,
    .otherwise = otherwise,
    .state = &cecp_private,
    .on_info = on_info,
    .on_move = on_move,
    .on_set_up = on_set_up,
    .on_idle = on_idle,
    .refuse = frontend_say_text,
    .message_prefix = "telluser ",
};
