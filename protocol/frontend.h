/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all protocols share: the game, the side we play, the time control, and the search that runs.
 * One thread changes it, with the mail it takes one piece at a time (input.h), so it needs no lock.
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

/* Protocols that one program may speak. */
enum { PROTOCOLS_MAX = 4 };

/* What the engine is doing. */
typedef enum {
    IDLE,
    THINKING,  /* about a move that is due */
    PONDERING, /* about the position after the move that we expect */
    ANALYZING, /* until it is stopped */
    HINTING,   /* about a move to suggest */
    JOB,       /* for work of the protocol that takes the result, and may search on */
} Busy;

/* Returns true for a search that ends by itself and gives its result to on_move(). */
static inline bool busy_reports(Busy busy) {
    return busy == THINKING || busy == HINTING || busy == JOB;
}

/* Moves of a position. */
typedef struct {
    Move move[MAX_MOVES];
    size_t count;
} MoveSet;

struct Frontend {
    Engine *engine;
    NnueNet *net;   /* of EvalFile; NULL: the embedded one */
    Syzygy *syzygy; /* of SyzygyPath; NULL: none */
    Mailbox *box;
    const Protocol *const *protocols; /* all there are, up to NULL */
    const Protocol *protocol;         /* the one spoken now */
    void *state[PROTOCOLS_MAX];       /* the private state of each of `protocols` */
    Output out;
    bool leaving; /* the program ends as soon as the current command is done */
    Options options;
    char option_error[128]; /* the sentence of options_apply() */
    size_t memory_megabytes;

    bool post, ponder;  /* show what a search finds; think while the other side does */
    bool without_table; /* the console's `tt off` */

    /* Lines that wait, and the one that runs. Only input.c changes it; protocols set wake_ms. */
    struct {
        MailQueue waiting; /* lines that wait until the move is made */
        size_t waiting_bytes;
        bool reading;         /* lines of a file are among them; a MAIL_NONE marks their end */
        bool awaiting_memory; /* the lines wait for an ENGINE_READY: see NEEDS_MEMORY */
        uint64_t heard;       /* the line that has run last, by its number of arrival */
        int64_t wake_ms; /* the protocol wants on_idle() at this time even without input; 0: no */
        void (*on_halt)(Frontend *f); /* the first frontend_halt() calls it; NULL: nothing to do */
    } queue;

    /* The game and its clock. Commands change it, after frontend_halt() if the search must end. */
    struct {
        GameLine line;
        MoveSet excluded; /* moves that the search leaves out */
        bool chess960;
        bool force; /* we play neither side */
        Color ours; /* the side we play unless `force` is set */
        bool over;  /* the result has been announced */
        bool rated; /* the result has changed level Auto */
        TimeControl time;
        uint64_t noise;      /* seed for variety; 0: none */
        uint64_t level_seed; /* for the errors of a weaker level, the same through a game */
    } game;

    /*
     * The search that runs, or the last one. frontend.c starts and ends it; protocols read it, and
     * set only `task` before it, `suggestion` after it, and `busy` when they take its result.
     */
    struct {
        Busy busy;
        uint32_t number;    /* the search whose events count, as engine_go() numbers it */
        Limits limits;      /* its limits */
        int64_t started_ms; /* when it started, or when a ponder hit made it one for a move */
        SearchInfo info;    /* its newest result */
        uint64_t info_key;  /* the key of its position */
        bool info_limited;  /* it was the search of a limited level */
        bool done;          /* it has ended although we are PONDERING or ANALYZING */
        bool paused;
        int64_t paused_ms; /* since when */
        Task task;         /* what to search for, now or next */
        Move expected;     /* the move pondered on; it is not on the board */
        Move suggestion;   /* a good reply to our last move; NO_MOVE if unknown */
    } search;

    /* Draw offers and resigning. Protocols say what came in; offers.c decides what we do. */
    struct {
        bool draw_offered;     /* by the other side while we think */
        bool draw_on_offer;    /* by us, with our last move */
        size_t last_offer;     /* the ply of our last offer; 0: none */
        int rating_gap;        /* the opponent's rating minus ours, as CECP tells it; 0: unknown */
        bool against_computer; /* as CECP tells it */
        int bad_moves;         /* moves in a row at which we might have resigned */
        int last_score;        /* of our last move, in centipawns for us; SCORE_NONE before */
    } offers;

    struct {
        Book file;       /* BookFile, open */
        uint64_t random; /* state of the random numbers that choose among its moves */
        bool moved;      /* our last move came from it, from OpeningMoves, or ... */
        bool common;     /* ... is a common opening move of a limited level */
    } book;
};

/*
 * Start with the first of these protocols; others may follow. Engine and mailbox are made with it.
 * NULL, or why it failed.
 */
const char *frontend_init(Frontend *f, const Protocol *const *protocols, size_t memory_megabytes,
                          OutputWriter *write, void *context);
void frontend_destroy(Frontend *f);

/* Speak this protocol from here on; whatever the engine does is halted. */
void frontend_speak(Frontend *f, const Protocol *protocol);

/* Call on_leave() of each protocol before the program ends, for work that has to be saved. */
void frontend_leave(Frontend *f);

/*
 * The state of this kind, all zero at first; NULL if no protocol that frontend_init() was given has
 * it. Any thread may ask.
 */
void *frontend_state(const Frontend *f, const PrivateState *kind);

/* True if the input is a file or a pipe whose writer reads the answers afterwards. */
bool frontend_is_script(const Frontend *f);

/* --- output ---------------------------------------------------------------------------------- */

/* Write one line; the line feed is added. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void frontend_say(Frontend *f, const char *format, ...);
void frontend_say_text(Frontend *f, const char *text);

/* The same without wrapping, for lines that people copy, like a FEN. */
void frontend_say_whole(Frontend *f, const char *text);

/* Show a line of progress in place of the last one, if the output is a terminal; "": none. */
void frontend_status(Frontend *f, const char *text);

/* Add a line to the log, if there is one: output as it is, input after a mark. */
void frontend_log_line(Frontend *f, const char *mark, const char *text, size_t length);

/* --- the search ------------------------------------------------------------------------------ */

/*
 * Stop the search, whatever it is for, and discard its result. A command that CANCELS does so
 * before it changes anything, and only once it is sure that it will not be refused: lines that came
 * before it run then.
 */
void frontend_halt(Frontend *f);

/*
 * Is a search of this kind limited to a level? Analysis and hints are at full strength. Its scores
 * have the errors of its level.
 */
bool frontend_is_limited(const Frontend *f, Busy busy);

/* Search the position with these limits and f->task. */
void frontend_search(Frontend *f, Busy busy, const Limits *limits);

/* The same for the last position of another game, which stays the caller's. */
void frontend_search_elsewhere(Frontend *f, Busy busy, const GameLine *line, const Limits *limits);

/* Find a move for us; a book move is made at once. */
void frontend_think(Frontend *f);

/*
 * Make a move of OpeningMoves, or of the book if OwnBook is set: the protocol gets it as if a
 * search had found it. False if there is none; then search. A book knows nothing of repetitions, so
 * a repeated position is left to the search. The engine must be idle. `limits` count for HumanTime
 * only.
 */
bool frontend_play_book(Frontend *f, const Limits *limits);

/*
 * NULL if these are legal moves from the start position, in coordinates or SAN, with or without
 * move numbers ("1. e4 e5 2.Nf3"), for OpeningMoves; or an error message.
 */
const char *frontend_opening_error(Word moves);

/* If pondering is on, search the position after the move that we expect. */
void frontend_ponder(Frontend *f);

/* The expected move was made: the search goes on as the one for our reply. */
void frontend_ponder_hit(Frontend *f);

/*
 * Search the position until stopped (ANALYZING), or for a moment (HINTING). In a script analysis
 * ends by itself, as depth and time for a move are set, and the next line waits for its end.
 */
void frontend_analyze(Frontend *f, Busy busy);

/* Halt the search, call `change`, and start the search again with what is left of its time. */
void frontend_restart(Frontend *f, void (*change)(Frontend *f, const void *context),
                      const void *context);

/* Pause or resume the search and its clock. Stopping or starting a search ends the pause too. */
void frontend_pause(Frontend *f);
void frontend_resume(Frontend *f);

/* How long the search has run (ms), without pauses. */
int64_t frontend_elapsed_ms(const Frontend *f);

/* What the search has cost on our clock (ms): with `nps`, nodes or processor time. */
int64_t frontend_spent_ms(const Frontend *f);

/* Change the limits of the running search; its clock starts again. */
void frontend_change_limits(Frontend *f, const Limits *limits);

/* The limits for our next move. */
Limits frontend_limits(const Frontend *f);

/* Exclude just these moves, a MoveSet; for frontend_restart(). */
void frontend_set_excluded(Frontend *f, const void *moves);

/* The legal moves that are not excluded. Returns how many; 0 if all are excluded. */
size_t frontend_root_moves(const Frontend *f, Move list[MAX_MOVES]);

/*
 * Must a line that needs the memory of the hash table wait for an ENGINE_READY? If so, the memory
 * is being prepared. A running search is no reason to wait.
 */
bool frontend_await_memory(Frontend *f);

/* Tell of tablebases that turned out to be of no use; false if there are none. */
bool frontend_tell_complaints(Frontend *f);

/* An event of a search. Returns true if it ends the search; then lines that wait may run. */
bool frontend_on_event(Frontend *f, const EngineEvent *e);

/* --- the game -------------------------------------------------------------------------------- */

/* The position has changed: nothing is excluded, nothing suggested. */
void frontend_new_position(Frontend *f);

/* From here on, a weaker level makes other errors. */
void frontend_new_opponent(Frontend *f);

/* Start a game from a position; the search is halted first. */
void frontend_set_up(Frontend *f, const Position *p);

/* Start a new game of chess in which we play Black; hash table and limits are reset. */
void frontend_new_game(Frontend *f);

/* Returns the position on the board, until the game changes. */
static inline const Position *frontend_now(const Frontend *f) {
    return gameline_now(&f->game.line);
}

/*
 * The game against a person has ended like this, with us on the side `us`: level Auto follows the
 * result, once a game. Games that we did not play in, and of less than four moves, do not count.
 */
void frontend_count_result(Frontend *f, Color us, PgnResult result);

/* True if it is our turn, and we play at all. */
bool frontend_is_our_turn(const Frontend *f);

#endif
