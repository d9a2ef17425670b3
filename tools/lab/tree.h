/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A teaching search: minimax, alpha-beta and PVS to a fixed depth. Move ordering, transposition
 * table, quiescence search and so on can be switched on one by one.
 *
 * Exact techniques never change the score, because it depends only on the position and the
 * remaining depth: repetitions and the fifty-move rule are ignored (the halfmove clock stays 0),
 * and a TT entry is used only at exactly the same depth. Only null move pruning may change it.
 */
#ifndef ALULA_LAB_TREE_H
#define ALULA_LAB_TREE_H

#include <stddef.h>

#include "base/text.h"
#include "chess/position.h"

enum {
    LAB_MAX_PLY = 128,  /* limit of the tree, with quiescence and check extensions */
    LAB_MAX_DEPTH = 30, /* limit of the nominal depth */
    LAB_MATE = 32000,   /* mate in n plies scores LAB_MATE - n */
    LAB_INFINITE = 32001,
};

/* The methods differ only in the window of the child nodes. */
typedef enum {
    LAB_MINIMAX,   /* always the full window: every move is searched */
    LAB_ALPHABETA, /* (alpha, beta) */
    LAB_PVS,       /* the same for the first move; null windows for the others, with re-search */
    LAB_METHODS
} LabMethod;

/* Common bugs that can be planted, to prove that a comparison notices them. */
typedef enum {
    LAB_NO_FAULT,
    LAB_FAULT_BOUND,    /* TT bounds are used as exact scores */
    LAB_FAULT_DEPTH,    /* the depth of a TT entry is ignored */
    LAB_FAULT_RESEARCH, /* PVS: no re-search after a null window fails high */
    LAB_FAULTS
} LabFault;

/* A set of techniques, one bit each. */
typedef enum {
    LAB_MVVLVA = 1,      /* captures first, most valuable victim, then least valuable attacker */
    LAB_KILLERS = 2,     /* then the last two quiet moves that failed high at this ply */
    LAB_HISTORY = 4,     /* then quiet moves by history score */
    LAB_TT = 8,          /* transposition table: cutoffs and the TT move */
    LAB_DEEPENING = 16,  /* iterative deepening */
    LAB_QUIESCENCE = 32, /* quiescence search: captures, promotions and check evasions */
    LAB_CHECKS = 64,     /* check extension */
    LAB_NULL_MOVE = 128, /* null move pruning: not exact */
    LAB_ORDERED = LAB_MVVLVA | LAB_KILLERS | LAB_HISTORY,
} LabTechnique;

/* Names such as "minimax" and "bound". */
extern const char *const lab_method_name[LAB_METHODS];
extern const char *const lab_fault_name[LAB_FAULTS];

typedef struct {
    LabMethod method;
    unsigned techniques; /* LabTechnique */
    LabFault fault;
} LabConfig;

/* Writes the method and the techniques: "pvs mvvlva killers table". */
void lab_config_write(Text *out, const LabConfig *config);

typedef struct {
    int score;                   /* for the side to move, in centipawns */
    Move move;                   /* the first best move, or NO_MOVE if there is no legal move */
    uint64_t nodes;              /* all nodes, including quiescence */
    uint64_t evaluations;        /* static evaluations */
    uint64_t tt_cutoffs;         /* nodes cut off by the transposition table */
    uint64_t beta_cutoffs;       /* nodes cut off by a move, without quiescence */
    uint64_t first_move_cutoffs; /* those cut off by the first move */
    size_t best_count;           /* minimax only, else 0: number of equally good best moves */
    Move best_moves[MAX_MOVES];
    int64_t us;
    bool stopped; /* then the other fields are invalid */
} LabResult;

/* How a node was left. */
typedef enum {
    LAB_LEAF,         /* static evaluation or quiescence */
    LAB_GAME_OVER,    /* checkmate, stalemate or insufficient material */
    LAB_TT_CUTOFF,    /* transposition table */
    LAB_NULL_CUTOFF,  /* null move pruning */
    LAB_BETA_CUTOFF,  /* a move failed high */
    LAB_ALL_SEARCHED, /* no move failed high */
} LabOutcome;

/* A node that has just been searched. */
typedef struct {
    int ply, depth;            /* plies from the root, remaining depth */
    const Position *positions; /* [0 ... ply]: from the root to this node */
    const Move *moves;         /* [0 ... ply - 1]: the moves between, NO_MOVE for a null move */
    int alpha, beta, score;    /* for the side to move */
    LabOutcome outcome;
    Move move; /* the best or cutoff move, or NO_MOVE */
} LabNode;

typedef void LabWatcher(void *context, const LabNode *node);

/* Polled by the search; returns true to stop it. */
typedef bool LabStop(void);

typedef struct Lab Lab;

/*
 * Creates a laboratory with a TT of this size; NULL if out of memory. `stop` may be NULL. Call
 * engine_init_tables() first.
 */
Lab *lab_new(size_t tt_bytes, LabStop *stop);

/* Frees a laboratory. */
void lab_free(Lab *lab);

/* Returns the bytes that a search needs, without or with the table. */
size_t lab_bytes(const Lab *lab, bool table);

/* Calls `watcher` on leaving each node down to this ply, but not in quiescence. NULL: never. */
void lab_watch(Lab *lab, LabWatcher *watcher, void *context, int plies);

/*
 * Searches to a depth of 1 to LAB_MAX_DEPTH. TT, killers and history are cleared first. The
 * halfmove clock of the root is ignored. The calling thread needs a stack of 1 MB.
 */
LabResult lab_search(Lab *lab, const Position *root, const LabConfig *config, int depth);

/*
 * Returns the MVV/LVA score of a capture, as in R. Allbert's engine vice: a hundred points for each
 * step of the victim's kind, less one for each of the attacker's. PxQ is 505, KxP is 100.
 */
int lab_mvvlva(Piece victim, Piece attacker);

/* Returns the effective branching factor: the depth-th root of the nodes. */
double lab_branching(double nodes, int depth);

#endif
