/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State shared by all protocols: the game, the side we play, the time control, and the running
 * search. Only one thread changes this state, handling one message at a time (input.h), so no lock
 * is needed.
 */
#ifndef ALULA_FRONTEND_H
#define ALULA_FRONTEND_H

#include <stdio.h>

#include "chess/book.h"
#include "chess/notation.h"
#include "chess/pgn.h"
#include "limits.h"
#include "mailbox.h"
#include "options.h"
#include "output.h"
#include "protocol.h"

/* The maximum number of protocols in one program. */
enum { PROTOCOLS_MAX = 4 };

/* What the engine is doing. */
typedef enum {
    IDLE,
    THINKING,  /* about a move that is due */
    PONDERING, /* about the position after the move that we expect */
    ANALYZING, /* until it is stopped */
    HINTING,   /* about a move to suggest */
    JOB,       /* for a protocol's own work, which takes the result and may search on */
} Busy;

/* Returns true for a search that ends by itself and reports its result to on_move(). */
static inline bool busy_reports(Busy busy) {
    return busy == THINKING || busy == HINTING || busy == JOB;
}

/* Moves of a position. */
typedef struct {
    Move move[MAX_MOVES];
    size_t count;
} MoveSet;

struct Frontend {
    /*
     * Owned: frontend_init() creates engine, mailbox and states, and frontend_destroy() frees
     * them. Only frontend.c starts searches; any thread may send to the mailbox.
     */
    Engine *engine;
    Mailbox *box;
    const Protocol *const *protocols; /* all protocols, NULL-terminated */
    void *state[PROTOCOLS_MAX];       /* the private states; see frontend_state() */

    /* Changed by frontend_speak(), and by a mode of a protocol, which switches back at its end. */
    const Protocol *protocol; /* the protocol in use */

    /* The functions of output.h write to it; program/main.c describes the terminal. */
    Output out;

    /* Set by any file, never cleared: the program ends after the current command. */
    bool leaving;

    /*
     * Set by options_apply.c, which also opens the files of options, and frees the old ones.
     * Commands change only values directly that need no such work, such as MultiPV.
     */
    Options options;
    NnueNet *net;            /* of EvalFile; NULL: the embedded network */
    Syzygy *syzygy;          /* of SyzygyPath; NULL: none */
    char option_error[128];  /* the error message of options_apply() */
    size_t memory_megabytes; /* for everything; changed by options_resize() */

    /* Switches of the user, set by the commands of protocols. */
    bool post;          /* show thinking output */
    bool ponder;        /* think on the opponent's time */
    bool without_table; /* the console's `tt off` */

    /* Waiting lines, and the running one. Only input.c changes this; protocols set wake_ms. */
    struct {
        MailQueue waiting; /* lines that wait until the move is made */
        size_t waiting_bytes;
        bool reading;         /* the lines of a file, up to a MAIL_NONE, are among them */
        bool awaiting_memory; /* the lines wait for ENGINE_READY: see NEEDS_MEMORY */
        uint64_t heard;       /* arrival number of the last line that was run */
        int64_t wake_ms;      /* when the protocol wants on_idle() even without input; 0: never */
        void (*on_halt)(Frontend *f); /* called by the first frontend_halt(); NULL: none */
    } queue;

    /* The game and its clock. Commands change it, after frontend_halt() if the search must end. */
    struct {
        GameLine line;
        MoveSet excluded; /* moves excluded from the search */
        bool chess960;
        bool force;       /* force mode: we play neither side */
        Color ours;       /* the side we play unless `force` is set */
        bool over;        /* the result has been announced */
        unsigned played;  /* sides for which we moved, a bit each: 1 << WHITE, 1 << BLACK */
        bool drill;       /* an exercise: we defend at full strength, whatever the level */
        bool unrated;     /* does not count for level Auto: loaded, or we moved at another level */
        bool rated;       /* the result has changed level Auto */
        AutoLevel before; /* level Auto before that change */
        TimeControl time;
        uint64_t noise;      /* seed for variety; 0: none */
        uint64_t level_seed; /* for the errors of a weaker level, constant during a game */
    } game;

    /*
     * The running search, or the last one. frontend.c starts and ends searches; protocols only read
     * this state, except that they set `task` before a search, `suggestion` after a search, and
     * `busy` when they take the result.
     */
    struct {
        Busy busy;
        uint32_t number;    /* number of the search, from engine_go(); other events are dropped */
        Limits limits;      /* limits of this search */
        int64_t started_ms; /* start time, or that of the ponder hit */
        SearchInfo info;    /* latest result */
        uint64_t info_key;  /* Zobrist key of the searched position */
        bool info_limited;  /* true if the search was limited to a level */
        bool done;          /* has ended although we are PONDERING or ANALYZING */
        bool paused;
        int64_t paused_ms; /* start of the pause */
        Task task;         /* moves and lines to search, now or in the next search */
        Move expected;     /* the ponder move, not made on the board */
        Move suggestion;   /* hint for the opponent's reply; NO_MOVE if unknown */
    } search;

    /*
     * Draw offers and resignation. Protocols record what they receive; offers.c makes the
     * decisions.
     */
    struct {
        bool draw_offered;     /* by the opponent, during our search */
        bool draw_on_offer;    /* by us, with our last move */
        size_t last_offer;     /* the ply of our last offer; 0: none */
        int rating_gap;        /* opponent's rating minus ours, from CECP `rating`; 0: unknown */
        bool against_computer; /* from CECP `computer` */
        int bad_moves;         /* consecutive moves at which we might have resigned */
        int last_score;        /* of our last move, in centipawns from our view, or SCORE_NONE */
    } offers;

    /* The opening book. options_apply.c opens the file; frontend.c changes the rest. */
    struct {
        Book file;       /* BookFile, while open */
        uint64_t random; /* state of the random generator that chooses book moves */
        bool moved;      /* our last move is from the book or OpeningMoves, or common */
        bool common;     /* our last move is a common opening move, at limited strength */
    } book;
};

/*
 * Initializes the state with the first of these protocols as the current one, and creates the
 * engine and the mailbox. Returns NULL, or an error message.
 */
const char *frontend_init(Frontend *f, const Protocol *const *protocols, size_t memory_megabytes,
                          OutputWriter *write, void *context);

/* Calls frontend_leave(), then frees the engine, the mailbox and all other state. */
void frontend_destroy(Frontend *f);

/* Switches to this protocol, after halting any search. */
void frontend_speak(Frontend *f, const Protocol *protocol);

/* Calls on_leave() of each protocol before the program ends, to save unfinished work. */
void frontend_leave(Frontend *f);

/*
 * Returns the protocol state of this kind, zero-initialized at first; NULL if no protocol passed to
 * frontend_init() has it. May be called from any thread.
 */
void *frontend_state(const Frontend *f, const PrivateState *kind);

/* Returns true if the protocol runs scripts and the output is not a terminal. */
bool frontend_is_script(const Frontend *f);

/* --- output ---------------------------------------------------------------------------------- */

/* Write one line, adding the line feed. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void frontend_say(Frontend *f, const char *format, ...);
void frontend_say_text(Frontend *f, const char *text);

/* Writes one line without wrapping, for text that people copy, like a FEN. */
void frontend_say_whole(Frontend *f, const char *text);

/* Shows a progress line in place of the last one, if the output is a terminal; "" removes it. */
void frontend_status(Frontend *f, const char *text);

/* Adds a line to the log, if there is one: output verbatim, input after a mark. */
void frontend_log_line(Frontend *f, const char *mark, const char *text, size_t length);

/* --- the search ------------------------------------------------------------------------------ */

/*
 * Stops any search and discards its result. A CANCELS command calls this function before it changes
 * anything, and only once the command can no longer be refused, as earlier lines run at that point.
 */
void frontend_halt(Frontend *f);

/*
 * Returns true if a search of this kind is limited to a level, whose errors then affect its scores.
 * Analysis and hints are at full strength.
 */
bool frontend_is_limited(const Frontend *f, Busy busy);

/* Searches the position with these limits and f->task. */
void frontend_search(Frontend *f, Busy busy, const Limits *limits);

/* Does the same for the last position of another game, which remains the caller's. */
void frontend_search_elsewhere(Frontend *f, Busy busy, const GameLine *line, const Limits *limits);

/* Finds a move for us; a book move is played at once. */
void frontend_think(Frontend *f);

/*
 * Plays a move of OpeningMoves, or of the book if OwnBook is set, passing the move to the protocol
 * like the result of a search. Returns false if there is no such move; the caller should then
 * search. Books ignore repetitions, so repeated positions are left to the search. The engine must
 * be idle. `limits` matter for HumanTime only.
 */
bool frontend_play_book(Frontend *f, const Limits *limits);

/*
 * Returns NULL if the text is a list of legal moves from the start position for OpeningMoves, in
 * coordinates or SAN, with or without move numbers ("1. e4 e5 2.Nf3"); or an error message.
 */
const char *frontend_opening_error(Word moves);

/* Searches the position after the expected move, if pondering is on. */
void frontend_ponder(Frontend *f);

/* Turns the ponder search into the search for our reply: the expected move was played. */
void frontend_ponder_hit(Frontend *f);

/* Returns the limits of a short search that suggests or explains a move. */
Limits frontend_hint_limits(const Frontend *f);

/*
 * Searches until stopped (ANALYZING), or for a moment (HINTING). In a script, analysis ends by
 * itself at the current limits of depth and time per move, and the next line waits for the end.
 */
void frontend_analyze(Frontend *f, Busy busy);

/* Halts the search, calls `change`, and restarts the search with its remaining time. */
void frontend_restart(Frontend *f, void (*change)(Frontend *f, const void *context),
                      const void *context);

/* Pause and resume the search and its clock. Stopping or starting a search also ends a pause. */
void frontend_pause(Frontend *f);
void frontend_resume(Frontend *f);

/* Returns the running time of the search (ms), without pauses. */
int64_t frontend_elapsed_ms(const Frontend *f);

/*
 * Returns the part of our clock that the search has used (ms): with `nps`, counted in nodes or
 * processor time.
 */
int64_t frontend_spent_ms(const Frontend *f);

/* Changes the limits of the running search; its clock starts again. */
void frontend_change_limits(Frontend *f, const Limits *limits);

/* Returns the limits for our next move. */
Limits frontend_limits(const Frontend *f);

/* Excludes exactly these moves, a MoveSet; a callback for frontend_restart(). */
void frontend_set_excluded(Frontend *f, const void *moves);

/* Lists the legal moves that are not excluded. Returns their number, 0 if all are excluded. */
size_t frontend_root_moves(const Frontend *f, Move list[MAX_MOVES]);

/*
 * Returns true and starts to prepare the memory of the hash table, if a line that needs that memory
 * has to wait for ENGINE_READY. No line waits for the memory while a search runs.
 */
bool frontend_await_memory(Frontend *f);

/* Reports unusable tablebase files; returns false if there are none. */
bool frontend_tell_complaints(Frontend *f);

/* Handles a search event. Returns true if the event ends the search; waiting lines may run then. */
bool frontend_on_event(Frontend *f, const EngineEvent *e);

/* --- the game -------------------------------------------------------------------------------- */

/* Clears excluded moves, the hint and our draw offer, as the position has changed. */
void frontend_new_position(Frontend *f);

/*
 * Resets what is known about the opponent, and draws a new seed for the errors of a weaker level.
 */
void frontend_new_opponent(Frontend *f);

/* Starts a game from this position, after halting the search. */
void frontend_set_up(Frontend *f, const Position *p);

/* Starts a new standard game in which we play Black; clears hash table and limits. */
void frontend_new_game(Frontend *f);

/* Returns the position on the board, until the game changes. */
static inline const Position *frontend_now(const Frontend *f) {
    return gameline_now(&f->game.line);
}

/*
 * Notes the score of our move, in centipawns for us, and that we have moved. Each protocol calls it
 * with the move.
 */
void frontend_note_score(Frontend *f, Color us, int score);

/*
 * Counts the result of a game against a person, with us on the side `us`, for level Auto; a later
 * result of the same game replaces the earlier one. A game counts only if it began with 32 pieces,
 * each side made at least two moves, and we made all our moves for one side and at level Auto.
 */
void frontend_count_result(Frontend *f, Color us, PgnResult result);

/* Reports that autolevel_keep() has failed, with the reason in errno. */
void frontend_say_unkept_level(Frontend *f);

/* Returns true if it is our turn, and we play at all. */
bool frontend_is_our_turn(const Frontend *f);

#endif
