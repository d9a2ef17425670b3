/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all protocols share: the game, who plays, the clocks, and the rule that one thread decides.
 * It takes mail one piece at a time, so nothing here needs a lock.
 */
#ifndef ALULA_FRONTEND_H
#define ALULA_FRONTEND_H

#include <stdio.h>

#include "book.h"
#include "engine.h"
#include "mailbox.h"
#include "notation.h"
#include "options.h"

typedef struct Frontend Frontend;

/* What a command does to a search whose move the other side is waiting for. */
typedef enum {
    WHILE_THINKING,    /* leaves it alone; in a script, where answers have an order, it waits */
    IN_TURN,           /* leaves it alone, but never overtakes a line that waits */
    INSTEAD_OF_MOVING, /* ends it; its move is thrown away */
    AFTER_THE_MOVE,    /* lets it finish first, and waits its turn */
    AT_ONCE,           /* is about the search itself: never waits */
} When;

typedef struct {
    const char *name;
    void (*run)(Frontend *f, Word arguments);
    When when;
    const char *help; /* for the person who types it; NULL hides it */
} Command;

/* Private state that the frontend holds for a protocol; the address of this says whose it is. */
typedef struct {
    size_t size;
} PrivateState;

/* A protocol: its commands, its private state, and what it does when something happens. */
typedef struct {
    const char *name;
    const Command *commands; /* the last row's name is NULL */
    /* the row for a line that no command claims, perhaps a move; it is run with the whole line.
       NULL: the line is ignored */
    const Command *(*otherwise)(Frontend *f, Word line);
    const PrivateState *state; /* NULL: none; see frontend_state() */

    void (*on_thought)(Frontend *f, const Thought *thought);
    void (*on_move)(Frontend *f, const Thought *thought); /* the search for a move is over */
    void (*refuse)(Frontend *f, const char *sentence);    /* say why a line was not understood */
    /* these may be NULL */
    void (*on_set_up)(Frontend *f); /* a game begins, from whatever position */
    void (*on_leave)(Frontend *f);  /* the program ends; called whichever protocol is spoken */
    void (*prompt)(Frontend *f);    /* all input is read */

    const char *message_prefix; /* of a line that is meant for the person */
    bool finishes;              /* a move that is due when the input ends is still made */
    bool scripts;               /* its lines may be a script, unless it is a terminal */
    bool sets_hash;             /* the table has the size it is given, not its share of memory */
} Protocol;

/* Protocols that one program may speak. */
enum { PROTOCOLS_MOST = 4 };

typedef enum {
    IDLE,
    THINKING,  /* for a move that is due */
    PONDERING, /* on the move that the other side is expected to make */
    ANALYZING, /* until told to stop */
    HINTING,   /* for a move to suggest, or the answer to a position of a test */
} Busy;

/* Time as the user set it; the clocks are milliseconds. */
typedef struct {
    int64_t move_ms; /* `st`: this long for each move; -1: a clock instead */
    bool chosen;     /* move_ms was set by somebody, and is not what the console begins with */
    int moves;       /* per control; 0: the whole game */
    int64_t base_ms, increment_ms;
    size_t start; /* ply at which the first control began */
    int depth;    /* `sd`; 0: no limit */
    uint64_t nodes_per_second;
    bool cpu_time;            /* the processor's time counts, not the clock's */
    uint64_t nodes;           /* `sn`; 0: no limit */
    int64_t own_ms, other_ms; /* what is left; own_known says whether anybody told us */
    bool own_known;
} TimeControl;

/* What it is given until somebody says otherwise: a table of 64, and what the program takes. */
enum { FRONTEND_MEGABYTES = 70 };

/* Takes whole lines of output, each with its line feed; returns false when nobody listens. */
typedef bool Output(void *context, const char *text, size_t length);

struct Frontend {
    Engine *engine;
    NnueNet *net; /* of EvalFile; NULL: the embedded one judges */
    Mailbox *box;
    const Protocol *const *protocols; /* all there are, up to NULL */
    const Protocol *protocol;         /* the one spoken now */
    void *state[PROTOCOLS_MOST];      /* the private state of each of `protocols` */
    Output *output;
    void *output_context;
    FILE *log; /* of all lines that are heard and said; NULL: none */
    bool leaving;
    bool terminal;           /* a person sits there */
    size_t (*columns)(void); /* of their terminal; NULL: 80 */
    bool prompted; /* they have been asked for a line, and nothing was said or heard since */
    bool reading;  /* lines of a file stand among those that wait, a MAIL_NONE behind them */
    Options options;
    char defect[128]; /* of an option that a file sets */
    size_t memory_megabytes;

    GameLine line;
    Move excluded[MAX_MOVES]; /* moves of the position that are not to be thought about */
    size_t excluded_count;
    bool chess960; /* castling as in Chess960 */
    bool force;    /* we play neither side */
    Color ours;    /* the side we play unless force is set */
    bool over;     /* the result has been told */
    TimeControl time;
    bool post, ponder;
    uint64_t noise;      /* 0, or a seed for variety */
    uint64_t level_seed; /* what a weaker level misjudges, the same through a game */

    Busy busy;
    uint32_t search;      /* ticket of the search that is listened to */
    Limits limits;        /* that were set for it */
    int64_t started_ms;   /* when it started, or when a ponder hit made it one for a move */
    Thought thought;      /* the newest one of it */
    uint64_t thought_key; /* of the position that it is about */
    bool done;            /* it has ended (while pondering or analysing) */
    bool paused;          /* it rests */
    int64_t paused_ms;    /* since when */
    Task task;            /* what it is to look for; for the next one */
    Move expected;        /* the move pondered on; it is not on the board */
    Move suggestion;      /* a good reply to our last move; NO_MOVE if unknown */
    Mail *waiting;        /* lines put off until the move is made, the oldest first */
    Mail *last_waiting;   /* the newest of them, if there are any */
    size_t waiting_bytes;
    bool draw_offered; /* while we think */
    int bad_moves;     /* running moves at which we might have resigned */
    int last_score;    /* of our last move, in centipawns for us; SCORE_NONE before */

    struct {
        Book file;       /* BookFile, open */
        uint64_t random; /* state of the numbers that choose among its moves */
        bool moved;      /* our last move came from it or OpeningMoves, not from a search */
    } book;
};

/*
 * Start a frontend that speaks the first of these protocols and may switch to the others; the
 * engine and the mailbox are made with it. NULL, or why not.
 */
const char *frontend_init(Frontend *f, const Protocol *const *protocols, size_t memory_megabytes,
                          Output *output, void *context);
void frontend_destroy(Frontend *f);

/*
 * The state of this kind, all zero at first; NULL if no protocol that frontend_init() was given has
 * it. Any thread may ask.
 */
void *frontend_state(const Frontend *f, const PrivateState *kind);

/*
 * Put the lines of a text in front of all that still wait to be heard; f->reading until the last of
 * them has been. False when memory is refused: then none is.
 */
bool frontend_read(Frontend *f, Word text);

/* Deal with the next mail, waiting for it as mailbox_take() does. False if none came. */
bool frontend_step(Frontend *f, int timeout_ms);

/*
 * The input has ended: leave. A move that is due is made first where depth, nodes or time for a
 * move measure it, and by protocols that finish what is due in any case, if on a clock: then at
 * once.
 */
void frontend_finish(Frontend *f);

/*
 * Does the person want an end of what goes on? For those who are at work so long that nobody takes
 * their mail: who asks has to end.
 */
bool frontend_interrupted(Frontend *f);

/* Until the input ends, somebody quits or nobody listens any more. */
void frontend_run(Frontend *f);

/* Write one line; the line feed is added. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void frontend_say(Frontend *f, const char *format, ...);
void frontend_say_text(Frontend *f, const char *text);

/* The same for a line that somebody may copy, like a FEN: a terminal does not see it wrapped. */
void frontend_say_whole(Frontend *f, const char *text);

/* From here on all lines that are heard and said go to this file too, which is closed at the end;
   NULL: to none. */
void frontend_log(Frontend *f, FILE *log);

/* End what the engine does, whatever it is, and throw it away. */
void frontend_halt(Frontend *f);

/* Let it search the position within these limits, for this purpose, and for f->task. */
void frontend_search(Frontend *f, Busy busy, const Limits *limits);

/* The same for the end of another game, which stays the caller's. */
void frontend_search_elsewhere(Frontend *f, Busy busy, const GameLine *line, const Limits *limits);

/* Let the book or the engine find a move, for us to make; that of a book is made at once. */
void frontend_think(Frontend *f);

/*
 * Make a move of OpeningMoves, or of the book, if OwnBook is set and the position is in it: the
 * protocol hears it as if a search had found it. False: search. A book knows nothing of
 * repetitions, so a position that stands again is left to the search. The engine must be idle.
 */
bool frontend_play_book(Frontend *f);

/* Let it look at the position after the move that we expect, if pondering is on. */
void frontend_ponder(Frontend *f);

/* The expected move was made: what was pondered on becomes the search for our reply. */
void frontend_ponder_hit(Frontend *f);

/*
 * Let it look at the position without end, or (HINTING) for a moment. In a script analysis ends by
 * itself, as depth and time for a move are set, and what comes behind it waits for that.
 */
void frontend_study(Frontend *f, Busy busy);

/*
 * Something that the search has to know has changed: halt it, call `change`, and start it again
 * for what is left of its time.
 */
void frontend_interrupt(Frontend *f, void (*change)(Frontend *f, const void *context),
                        const void *context);

/* Let the search rest, and its clock; go on. Halting or starting one ends the rest as well. */
void frontend_pause(Frontend *f);
void frontend_resume(Frontend *f);

/* The moves of the position that may be thought about. Returns how many: 0 if all are excluded. */
size_t frontend_wanted_moves(const Frontend *f, Move list[MAX_MOVES]);

/* The position is another one now: nothing is excluded, nothing suggested. */
void frontend_new_position(Frontend *f);

/* Our move took so long: called before it is made on the board. For where nobody sends `time`. */
void frontend_charge(Frontend *f, int64_t spent_ms);

/* New limits for the search that runs, whose clock starts again. */
void frontend_change_limits(Frontend *f, const Limits *limits);

/* From now on a weaker level misjudges other things. */
void frontend_new_opponent(Frontend *f);

/* The limits for our next move. */
Limits frontend_limits(const Frontend *f);

/* Start a game from a position; the search is halted first. */
void frontend_set_up(Frontend *f, const Position *p);

/* Start a new game of chess, everything forgotten, we play Black. */
void frontend_new_game(Frontend *f);

/* Is it our turn to move, and are we to play at all? */
bool frontend_is_our_turn(const Frontend *f);

/*
 * Set an option as options_set() does; a book is opened or closed, a network read, a file of
 * settings read or written. NULL with *id set, or what is wrong, good until the next call, with the
 * name of the option in front if a file of settings sets it; nothing is changed then.
 */
const char *frontend_set_option(Frontend *f, Word name, Word value, OptionId *id);

/*
 * Share the memory among table and threads; fewer threads are made if there is no room for all.
 * NULL, or why not; everything stays as it was then. The engine must be idle.
 */
const char *frontend_resize(Frontend *f, size_t megabytes, int threads);

#endif
