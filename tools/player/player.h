/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An engine that plays games: a child process that speaks CECP ("Chess Engine Communication
 * Protocol", T. Mann and H. G. Muller) or UCI (S. Meyer-Kahlen and R. Huber). Callers need not know
 * which.
 *
 * A function that can fail returns an error message, or NULL.
 */
#ifndef ALULA_PLAYER_PLAYER_H
#define ALULA_PLAYER_PLAYER_H

#include "chess/gameline.h"
#include "chessclock.h"
#include "movetext.h"
#include "process.h"

typedef enum { PROTOCOL_ANY, PROTOCOL_CECP, PROTOCOL_UCI } EngineProtocol;

/* A value for one of the engine's own options; NULL presses a button. */
typedef struct {
    char *name, *value;
} EngineOption;

/* An engine as the user describes it. */
typedef struct {
    char *command;
    char *name; /* NULL: the engine's own name */
    EngineProtocol protocol;
    EngineOption *option;
    int options;
    EngineLimits limits;
    int64_t hash_megabytes, threads; /* 0: the engine's default */
    int ponder; /* 1: it thinks in the opponent's time; -1: it does not; 0: not said, so it does not
                 */
    int restart; /* 1: it is started anew for each game; -1 and 0 as above */
} EngineSpec;

/* The engine's last output about its search. */
typedef struct {
    bool has_score;
    int score; /* centipawns, from the engine's view */
    int mate;  /* moves to mate, negative if the engine is mated; 0: no mate found */
    int depth;
    int64_t nodes; /* 0: unknown */
    int64_t time_us;
} EngineInfo;

/* The score in centipawns for comparisons: a mate in n counts as 100000 - n. */
int engine_info_score(const EngineInfo *n);

typedef enum {
    ANSWER_MOVE,        /* in `text`; with all words of the line but "ponder ..." of UCI */
    ANSWER_RESIGN,      /* it resigns, or says that it lost */
    ANSWER_FALSE_CLAIM, /* it claims a result that is not true, in `text` */
    ANSWER_REFUSAL,     /* it calls a legal move or position illegal, in `text` */
    ANSWER_LATE,        /* out of time, but it moved when asked to move now */
    ANSWER_STALL,       /* out of time, and no move even then; its last words are in `text` */
    ANSWER_CRASH,       /* the process ended, as `text` says; see process_describe_end() */
    ANSWER_STOPPED,     /* PlayerSettings.stop was set */
} AnswerKind;

enum { ANSWER_TEXT = 240 };

typedef struct {
    AnswerKind kind;
    char text[ANSWER_TEXT];
    bool draw; /* it offers a draw, or accepts one */
    EngineInfo info;
} Answer;

typedef struct Player Player;

/* One move to be made. */
typedef struct {
    const GameLine *line;
    const ChessClock *clock[COLOR_COUNT];
    Player *ponders;    /* the opponent; its output is read meanwhile if it ponders. NULL: none */
    bool draw_offered;  /* by the opponent, with its last move */
    int64_t timeout_us; /* INT64_MAX: no time limit */
    /*
     * Called for every depth that the engine completes, with its PV as the engine wrote it. Returns
     * true to make it move now. May be NULL.
     */
    bool (*on_info)(void *context, const EngineInfo *info, Word pv);
    void *context;
} Turn;

/* Settings that are the same for all players of a match. */
typedef struct {
    const Guard *guard;
    const atomic_bool *stop; /* becomes true: all waiting ends */
    bool chess960;
    int64_t patience_ms; /* timeout for everything but searches with a time limit */
    const int *cpu;      /* the only CPU of its processes; NULL: any */
    FILE *log;           /* of the dialogues, see process_log(); NULL: none */
} PlayerSettings;

/* Create a player; its engine is not started yet. Both arguments must outlive it. */
Player *player_new(const EngineSpec *spec, const PlayerSettings *settings);
void player_free(Player *p); /* ends the engine; NULL is allowed */

/* Start the engine and read its options. Does nothing if it is running. */
const char *player_start(Player *p);

/* Send quit, and kill the engine if it does not end. */
void player_stop(Player *p);

/* The engine's own name, or "". Valid until it is started again. */
const char *player_own_name(const Player *p);

/* The protocol of a started engine. */
EngineProtocol player_protocol(const Player *p);

/* Return an error message if the running engine does not support its specification, else NULL. */
const char *player_unsupported(Player *p);

/*
 * Prepare for a game that starts with the position and the moves of `line`, and starts the engine
 * if necessary. After an error, the engine may have ended.
 */
const char *player_new_game(Player *p, const GameLine *line, Color color, const char *opponent);

/*
 * Why player_start() or player_new_game() failed: ANSWER_CRASH, ANSWER_STALL, or ANSWER_REFUSAL if
 * the engine could not be started or does not support what it should do.
 */
AnswerKind player_failure(const Player *p);

/* How its process ended when it crashed last, see process_describe_end(); or "". */
const char *player_end(const Player *p);

/* Send the moves since the last call, let the engine think, and wait for its answer. */
void player_think(Player *p, const Turn *turn, Answer *answer);

/*
 * After its move, the last one of turn->line, and before the opponent's: let it think about the
 * answer that it expects, if it is to ponder. player_think() goes on with that after this answer,
 * by the clocks of this turn, and ends it after another one.
 */
void player_ponder(Player *p, const Turn *turn);

/* Read its move of Answer.text, in the notation of its protocol; see movetext_read(). */
MoveTextForm player_read_move(const Player *p, const Position *now, const Answer *a, Move *out);

/* Send the result of the game, such as "1-0", and its reason. */
void player_end_game(Player *p, const char *result, const char *reason);

#endif
