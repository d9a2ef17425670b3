/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Explains in words what a line achieves for the side that begins it, and what is wrong with a bad
 * move. Each explanation is verified on the board: the line must mate, or win material and keep it
 * to its end. If no cause is certain, there is no explanation.
 */
#ifndef ALULA_TACTICS_H
#define ALULA_TACTICS_H

#include "base/text.h"
#include "chess/position.h"

/* The ways to win material, or the king. */
typedef enum {
    NO_TACTIC,
    TACTIC_MATE,
    TACTIC_BACK_RANK,       /* mate on the king's first rank, behind its own men */
    TACTIC_HANGING,         /* a piece can be taken at once */
    TACTIC_FORK,            /* one piece attacks two, and takes one of them */
    TACTIC_PIN,             /* a piece is pinned, or attacked while pinned, and taken */
    TACTIC_PINNED_DEFENDER, /* a piece whose defenders are pinned is taken */
    TACTIC_SKEWER,          /* a piece leaves a line, and one behind it is taken */
    TACTIC_DISCOVERED,      /* a piece uncovers an attack or check by another one */
    TACTIC_TRAPPED,         /* a piece is attacked and has no safe square */
    TACTIC_DEFENDER,        /* the defender of a piece is taken */
    TACTIC_DEFLECTION,      /* the defender of a piece has to leave it */
    TACTIC_PROMOTION,       /* a pawn promotes */
    TACTIC_MATERIAL,        /* material is won in another way */
    TACTIC_COUNT
} TacticKind;

/* A piece, and where it stands. */
typedef struct {
    Piece piece;
    Square square;
} TacticMan;

typedef struct {
    TacticKind kind;
    size_t ply;       /* the move of the line that does it, from 0 */
    int moves;        /* to mate */
    int won;          /* centipawns won by the line; 0 for mates */
    int exchange;     /* centipawns won by the capture of the target alone; 0 for mates */
    TacticMan target; /* the man taken in the end; the promoting pawn, before its move */
    /*
     * the other target of a fork, the man behind a pinned one, the man that a skewer drives away,
     * or the defender; otherwise NO_PIECE
     */
    TacticMan other;
} Tactic;

/* A line from a position. */
typedef struct {
    const Position *before; /* the position one move earlier, for exchanges under way; or NULL */
    const Position *from;
    const Move *move; /* legal moves from there; only the first TACTIC_PLIES are examined */
    size_t length;
    int score; /* for the side to move, centipawns; see SCORE_MATE; SCORE_NONE: unknown */
} TacticLine;

enum { TACTIC_PLIES = 24 };

/* Returns the material of one side minus that of the other, in centipawns of see_value. */
int tactics_balance(const Position *p, Color side);

/* Returns the tactic of a line for the side that begins it. */
Tactic tactics_find(const TacticLine *line);

/*
 * Adds what the line does, as a part of a sentence about its first move: "forks the king and the
 * rook on a8". Returns false, with nothing added, if nothing is certain.
 */
bool tactics_add_purpose(Text *out, const TacticLine *line);

/* A move that was played, and what could have been played. */
typedef struct {
    const Position *before, *from; /* as in TacticLine; the move was played at `from` */
    Move played;
    const Move *reply; /* the best line after the move, which may be empty */
    size_t replies;
    const Move *better; /* the best line instead of the move, which may be empty */
    size_t betters;
    int had, has; /* scores of the better line and after the move, both for the mover */
    bool secret;  /* the better line is not mentioned */
} TacticMove;

/*
 * Adds what the move does wrong: "Allows 24. Nc7+, which forks the king and the rook on a8.", and
 * what the better move would have done: "24. Nxd6 would have won the bishop on d6.". Returns false,
 * with nothing added, if nothing is certain. Unless `kind` is NULL, sets *kind to the tactic that
 * the first sentence describes.
 */
bool tactics_add_reason(Text *out, const TacticMove *move, TacticKind *kind);

/* Returns true if a text has the form of a reason by tactics_add_reason(), and nothing else. */
bool tactics_is_reason(Word text);

/* Buffer size for a reason by tactics_add_reason(). */
enum { TACTIC_SIZE = 400 };

#endif
