/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An engine that plays games: a child process that speaks CECP ("Chess Engine Communication
 * Protocol", T. Mann and H. G. Muller) or UCI (S. Meyer-Kahlen and R. Huber). Callers need not know
 * which.
 *
 * Functions that can fail return an error message, or NULL.
 */
#ifndef ALULA_PLAYER_PLAYER_H
#define ALULA_PLAYER_PLAYER_H

#include "chess/gameline.h"
#include "chessclock.h"
#include "process.h"

typedef enum { PROTOCOL_ANY, PROTOCOL_CECP, PROTOCOL_UCI } EngineProtocol;

/* A value for an engine option. */
typedef struct {
    char *name;
    char *value; /* NULL: press the button */
} EngineOption;

/* An engine as described by the user. spec_free() frees all strings and `option`. */
typedef struct {
    char *command;
    char *name; /* NULL: the engine's own name */
    EngineProtocol protocol;
    EngineOption *option; /* [options] */
    int options;
    EngineLimits limits;
    int64_t hash_megabytes, threads; /* 0: the engine's default */
    int ponder;                      /* 1: ponder; -1: do not; 0: not specified, so do not */
    int restart;                     /* 1: restart the engine for each game; -1 and 0 as above */
} EngineSpec;

/* The engine's latest search output. */
typedef struct {
    bool has_score;
    int score; /* centipawns, from the engine's view */
    int mate;  /* moves to mate, negative if the engine is mated; 0: no mate found */
    int depth;
    int64_t nodes; /* 0: unknown */
    int64_t time_us;
} EngineInfo;

/* Returns the score in centipawns for comparisons: a mate in n counts as 100000 - n. */
int engine_info_score(const EngineInfo *n);

typedef enum {
    ANSWER_MOVE,        /* a move, in `text`: all words of the line except UCI's "ponder ..." */
    ANSWER_RESIGN,      /* the engine resigns, or reports that it has lost */
    ANSWER_FALSE_CLAIM, /* the engine claims a wrong result, in `text` */
    ANSWER_REFUSAL,     /* the engine rejects a legal move or position, in `text` */
    ANSWER_LATE,        /* out of time, but answered "move now" */
    ANSWER_STALL,       /* out of time, and no answer even then; stderr in `text` */
    ANSWER_CRASH,       /* the process ended; `text` is from process_describe_end() */
    ANSWER_STOPPED,     /* PlayerSettings.stop was set */
} AnswerKind;

enum { ANSWER_TEXT = 240 };

typedef struct {
    AnswerKind kind;
    char text[ANSWER_TEXT];
    bool draw; /* the engine offers or accepts a draw */
    EngineInfo info;
} Answer;

typedef struct Player Player;

/* A move that a player has to make. */
typedef struct {
    const GameLine *line; /* the game so far */
    const ChessClock *clock[COLOR_COUNT];
    Player *ponders;    /* the opponent, whose output is read meanwhile if it ponders; or NULL */
    bool draw_offered;  /* by the opponent, with its last move */
    int64_t timeout_us; /* INT64_MAX: no time limit */
    /*
     * Called for every completed depth, with the PV as the engine wrote it. Returns true to make
     * the engine move now. May be NULL.
     */
    bool (*on_info)(void *context, const EngineInfo *info, Word pv);
    void *context; /* passed to on_info() */
} Turn;

/* Settings for all players of a match. */
typedef struct {
    const Reaper *reaper;
    const atomic_bool *stop; /* ends all waiting when it becomes true */
    bool chess960;
    int64_t patience_ms; /* timeout for everything except searches with a time limit */
    const int *cpu;      /* the only CPU for its processes; NULL: any */
    FILE *log;           /* log of the dialogues, see process_log(); NULL: none */
} PlayerSettings;

/* Creates a player; the engine is not started yet. Both arguments must outlive the player. */
Player *player_new(const EngineSpec *spec, const PlayerSettings *settings);
void player_free(Player *p); /* ends the engine; NULL is allowed */

/* Starts the engine and reads its options. Does nothing if the engine is running. */
const char *player_start(Player *p);

/* Sends quit, and kills the engine if it does not end. */
void player_stop(Player *p);

/* Returns the engine's own name, or ""; valid until the engine is started again. */
const char *player_own_name(const Player *p);

/* Returns the protocol of a started engine. */
EngineProtocol player_protocol(const Player *p);

/* Returns an error message if the running engine does not support its specification, else NULL. */
const char *player_unsupported(Player *p);

/*
 * Prepares for a game that starts with the position and the moves of `line`, and starts the engine
 * if necessary. After an error, the engine may have ended.
 */
const char *player_new_game(Player *p, const GameLine *line, Color color, const char *opponent);

/*
 * Returns the reason why player_start() or player_new_game() failed: ANSWER_CRASH, ANSWER_STALL, or
 * ANSWER_REFUSAL if the engine could not be started or lacks support for its settings.
 */
AnswerKind player_failure(const Player *p);

/* Returns how the process ended at the last crash, see process_describe_end(); or "". */
const char *player_end(const Player *p);

/* Sends the moves since the last call, lets the engine think, and waits for its answer. */
void player_think(Player *p, const Turn *turn, Answer *answer);

/*
 * Lets the engine ponder on the reply that it expects, if its settings enable pondering. Call this
 * after the engine's move, the last move of turn->line, and before the opponent's. If the opponent
 * plays the expected reply, player_think() continues the search with the clocks of this turn;
 * otherwise it ends the search.
 */
void player_ponder(Player *p, const Turn *turn);

/* Moves of engines must be in the notation of the protocol; some deviations are accepted. */
typedef enum {
    MOVETEXT_RIGHT, /* as the protocol requires */
    MOVETEXT_LOOSE, /* not correct, but accepted; other programs accept it, too */
    MOVETEXT_WRONG, /* another notation, or illegal */
} MoveTextForm;

/*
 * Reads a legal move; *out is unchanged for MOVETEXT_WRONG.
 *
 * UCI: e2e4, e7e8q, e1g1; in Chess960 castling is e1h1. Loose: a promotion in upper case, the other
 * form of castling, and words after the move. Wrong: SAN, and a promotion without a piece.
 *
 * CECP: e2e4, e7e8q, e1g1, or SAN as in PGN, + and # optional; O-O in Chess960. Loose: anything
 * else that notation_parse() can read: e7e8Q, e8Q, 0-0, e2-e4, Ng1f3, e1h1.
 */
MoveTextForm movetext_read(Move *out, const Position *p, Word text, bool uci, bool chess960);

/* Reads the move in Answer.text, in the notation of the engine's protocol; see movetext_read(). */
MoveTextForm player_read_move(const Player *p, const Position *now, const Answer *a, Move *out);

/* Sends the result of the game, such as "1-0", and its reason. */
void player_end_game(Player *p, const char *result, const char *reason);

/* --- descriptions: "cmd=./alula,proto=cecp,option.Name=value" -------------------------------- */

/*
 * Gets the next "key=value" of a list separated by commas outside quotes; returns false at its end.
 */
bool spec_next_item(Word *list, Word *key, Word *value);

/*
 * Reads a limit: tc, st, nodes or depth. Returns false for other keys. *error is an error message
 * for a bad value, or NULL.
 */
bool spec_read_limit(EngineLimits *c, Word key, Word value, const char **error);

/*
 * Reads an engine description. "cmd=" is optional if the command comes first. Returns false with an
 * error message if the text is invalid; call spec_free() in any case.
 */
bool spec_read(EngineSpec *out, const char *text, Text *error);

/* Frees the contents of a description. */
void spec_free(EngineSpec *spec);

/* Frees a list from malloc() with its descriptions; NULL is allowed. */
void spec_free_all(EngineSpec *list, int count);

#endif
