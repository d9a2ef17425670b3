/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An engine that plays games: a process that speaks CECP ("Chess Engine Communication Protocol",
 * T. Mann and H. G. Muller) or UCI (S. Meyer-Kahlen and R. Huber), behind one face.
 */
#ifndef ALULA_PLAYER_PLAYER_H
#define ALULA_PLAYER_PLAYER_H

#include "chessclock.h"
#include "gameline.h"
#include "process.h"

typedef enum { PROTOCOL_ANY, PROTOCOL_CECP, PROTOCOL_UCI } EngineProtocol;

/* An option of the engine's own. */
typedef struct {
    char *name, *value;
} EngineOption;

/* What the user says of an engine. */
typedef struct {
    char *command;
    char *name; /* NULL: what it calls itself */
    EngineProtocol protocol;
    EngineOption *option;
    int options;
    TimeControl control;
    int64_t hash_megabytes, threads; /* 0: left as they are */
} EngineSpec;

/* What an engine thought of the move it made. */
typedef struct {
    bool known; /* it gave a score */
    int score;  /* centipawns, from its own side */
    int mate;   /* moves to mate, below zero when it is mated; 0: no mate seen */
    int depth;
    int64_t nodes; /* 0 if it does not say */
    int64_t used_us;
} EngineNote;

/* A score that can be compared; mates count as very large. */
int engine_note_score(const EngineNote *n);

typedef enum {
    ANSWER_MOVE,    /* in `text` */
    ANSWER_RESIGNS, /* or says that it lost */
    ANSWER_CLAIM,   /* a result that is not so, in `text` */
    ANSWER_REFUSAL, /* it calls a legal move or position illegal, in `text` */
    ANSWER_LATE,    /* nothing in time; it answered when told to hurry */
    ANSWER_SILENCE, /* nothing, even then */
    ANSWER_DEATH,   /* it ended */
    ANSWER_STOPPED, /* everything is to stop */
} AnswerKind;

typedef struct {
    AnswerKind kind;
    char text[80];
    bool draw; /* it offers a draw, or takes the one that was offered */
    EngineNote note;
} Answer;

/* What a player has to know when it is its turn. */
typedef struct {
    const GameLine *line;
    const ChessClock *clock[COLOR_COUNT];
    bool draw_offered; /* by the other side, with its last move */
    int64_t patience_us;
    /*
     * Told every thought that is the engine's last word on a depth, with its line of moves as the
     * engine wrote it; it may move now when this returns true. May be NULL.
     */
    bool (*hear)(void *context, const EngineNote *note, Word moves);
    void *context;
} Turn;

/* How all players are treated. */
typedef struct {
    const Guard *guard;
    const atomic_bool *stop;
    bool chess960;
    int64_t patience_ms; /* for answers that need no thought, and for thinking without a clock */
} Manners;

typedef struct Player Player;

/* A player that is not running yet. Both arguments must stay. */
Player *player_new(const EngineSpec *spec, const Manners *manners);
void player_free(Player *p); /* ends the engine; NULL is fine */

/* Start the engine and learn what it can do; nothing if it runs. NULL, or a sentence. */
const char *player_start(Player *p);

/* Ask it to leave, and kill it if it does not. */
void player_stop(Player *p);
bool player_runs(const Player *p);

/* What the engine calls itself, or "" if it does not say. Good until it is started again. */
const char *player_own_name(const Player *p);

/* What it speaks, once started. */
EngineProtocol player_protocol(const Player *p);

/* Can it be asked to do what its specification says? NULL, or a sentence. Needs it running. */
const char *player_lacks(Player *p);

/*
 * Get ready for a game from the start of this line, with the moves already on it. NULL, or a
 * sentence; the engine may have to be started again then.
 */
const char *player_new_game(Player *p, const GameLine *line, Color color, const char *opponent);

/*
 * Why player_start() or player_new_game() just failed: ANSWER_DEATH, ANSWER_SILENCE, or
 * ANSWER_REFUSAL if it could not be started at all or cannot do what is asked of it.
 */
AnswerKind player_fault(const Player *p);

/* It is its turn: tell it what was played, let it think, and wait for the answer. */
void player_think(Player *p, const Turn *turn, Answer *answer);

/* The game is over: "1-0", and the reason. */
void player_end_game(Player *p, const char *result, const char *reason);

#endif
