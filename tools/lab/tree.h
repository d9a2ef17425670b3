/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search in its plainest forms, to see what each technique is worth: minimax, alpha-beta and
 * principal variation search to a fixed depth, and on top of them, each by itself, what makes them
 * search less.
 *
 * What must not change the score does not change it, because the score of a position depends on
 * nothing but the position and the depth that is left: no draw by repetition or by the fifty-move
 * rule is seen (the clock stands still), and the table answers only for the very depth that is
 * asked. Only the null move guesses.
 */
#ifndef ALULA_LAB_TREE_H
#define ALULA_LAB_TREE_H

#include <stddef.h>

#include "position.h"
#include "text.h"

enum {
    LAB_MAX_PLY = 128,  /* where even quiescence and extensions end */
    LAB_MAX_DEPTH = 30, /* plies that may be asked for */
    LAB_MATE = 32000,   /* a mate in n plies scores LAB_MATE - n */
    LAB_INFINITE = 32001,
};

/* How the window of a child is chosen. They differ in nothing else. */
typedef enum {
    LAB_MINIMAX,   /* always open: every move is searched, to the end */
    LAB_ALPHABETA, /* what is left between alpha and beta */
    LAB_PVS,       /* the same for the first move; for others none, and open if one is better */
    LAB_METHODS
} LabMethod;

/* Mistakes that are easily made, to see that a comparison notices them. */
typedef enum {
    LAB_NO_FAULT,
    LAB_FAULT_BOUND,    /* the table takes every score for an exact one */
    LAB_FAULT_DEPTH,    /* the table answers whatever the depth */
    LAB_FAULT_RESEARCH, /* a move that is better in the null window is not searched again */
    LAB_FAULTS
} LabFault;

/* Techniques, each a bit of a set. */
typedef enum {
    LAB_MVVLVA = 1,  /* captures come first, the most valuable victim first, by the least piece */
    LAB_KILLERS = 2, /* then the two quiet moves that last cut off at this ply */
    LAB_HISTORY = 4, /* then quiet moves by how often they cut off */
    LAB_TABLE = 8,   /* keep positions, their scores and best moves */
    LAB_DEEPENING = 16,  /* search to depth 1, 2, 3 ... first */
    LAB_QUIESCENCE = 32, /* at depth 0, follow captures, promotions and answers to check */
    LAB_CHECKS = 64,     /* in check, search a ply deeper */
    LAB_NULL_MOVE = 128, /* good enough even after a pass? Then no move is tried; it may be wrong */
    LAB_ORDERED = LAB_MVVLVA | LAB_KILLERS | LAB_HISTORY,
} LabTechnique;

enum { LAB_TECHNIQUES = 8 };

/* "minimax", "mvvlva", "bound" and so on, by LabMethod, by the bit's number, and by LabFault. */
extern const char *const lab_method_name[LAB_METHODS];
extern const char *const lab_technique_name[LAB_TECHNIQUES];
extern const char *const lab_fault_name[LAB_FAULTS];

typedef struct {
    LabMethod method;
    unsigned techniques; /* LabTechnique */
    LabFault fault;
} LabRules;

/* "pvs mvvlva killers table": the method and what is switched on. */
void lab_rules_write(Text *out, const LabRules *rules);

typedef struct {
    int score;                 /* for the side to move, in centipawns */
    Move move;                 /* the first best one; NO_MOVE if there is no legal move */
    uint64_t nodes;            /* positions visited: the root, inner ones, leaves, quiescence */
    uint64_t quiet;            /* those of quiescence among them */
    uint64_t answers;          /* positions that the table answered */
    uint64_t cuts, first_cuts; /* cut-offs outside quiescence; those by the first move */
    size_t equals;             /* by minimax: how many moves are best; or 0 */
    Move equal[MAX_MOVES];     /* these */
    int64_t us;
    bool stopped; /* nothing of this means anything */
} LabResult;

/* What has become of a node, for those who watch. */
typedef enum {
    LAB_END_LEAF,  /* evaluated */
    LAB_END_OVER,  /* mate, stalemate, or nobody can mate */
    LAB_END_TABLE, /* answered by the table */
    LAB_END_NULL,  /* cut off by a null move */
    LAB_END_CUT,   /* cut off by a move */
    LAB_END_DONE,  /* all moves were searched */
} LabEnd;

typedef struct {
    int ply, depth;         /* plies from the root, plies left */
    const Position *before; /* [0 ... ply]: the positions on the way; and */
    const Move *line;       /* [0 ... ply-1]: the moves, NO_MOVE for a pass */
    int alpha, beta, score; /* for the side to move */
    LabEnd end;
    Move move; /* that cut off, or is best; may be NO_MOVE */
} LabEvent;

typedef void LabWatcher(void *context, const LabEvent *event);

/* Asked now and then: has the search to end? */
typedef bool LabStop(void);

typedef struct Lab Lab;

/* With a table of so many bytes; NULL when memory is refused. engine_init_tables() comes first. */
Lab *lab_new(size_t table_bytes, LabStop *stop);
void lab_free(Lab *lab);

/* Be told of every node outside quiescence, down to this ply, when it is left; NULL: of none. */
void lab_watch(Lab *lab, LabWatcher *watcher, void *context, int plies);

/*
 * Search a position, with everything forgotten from before. Depth is 1 to LAB_MAX_DEPTH. The
 * position's clock is not looked at. The calling thread needs a stack of 1 MB.
 */
LabResult lab_search(Lab *lab, const Position *root, const LabRules *rules, int depth);

/*
 * The order among captures, from "MVV/LVA" tables as in vice by R. Allbert: a hundred points for
 * each step of the victim's kind, less one for each of the attacker's. PxQ is 505, KxP is 100.
 */
int lab_mvvlva(Piece victim, Piece attacker);

/* The branching factor of a tree without transpositions: the depth-th root of its nodes. */
double lab_branching(double nodes, int depth);

#endif
