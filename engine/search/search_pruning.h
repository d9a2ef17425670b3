/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When the search prunes, reduces and extends: the conditions and amounts of each technique. They
 * read the node and its context and change nothing but what is said here. Depths are in plies,
 * scores and margins in centipawns, LMR terms in 1024ths of a ply.
 */
#ifndef ALULA_SEARCH_PRUNING_H
#define ALULA_SEARCH_PRUNING_H

#include "movepick.h"
#include "search.h"

/*
 * What the search knows of a node once the TT was probed and the position evaluated. Node types
 * are those of D. Knuth and R. Moore 1975, as named by T. Marsland and F. Popowich 1985.
 */
typedef struct {
    int alpha, beta;
    int depth;
    bool pv_node;    /* PV node, open window: part of the principal variation */
    bool cut_node;   /* cut node, null window: a beta cutoff (fail high) is expected */
    bool full_node;  /* every legal move may be searched: none excluded, no root filter */
    bool improving;  /* static eval is better than at our last move */
    bool tt_capture; /* the TT move is a capture or promotion */
    TTEntry tt;
    int eval;       /* static eval, or the TT score where that is a better bound */
    int extension;  /* of the TT move, in plies */
    Move best_move; /* result of the move loop: best move, or NO_MOVE */
    int move_count; /* moves searched or pruned */
} NodeContext;

/* A move of the move loop. */
typedef struct {
    Move move;
    bool quiet;       /* neither a capture nor a promotion */
    bool gives_check; /* the moved piece gives check */
    int number;       /* 1 for the first move */
    int history;      /* history score of a quiet move, or capture history */
} Candidate;

/* Improving (Stockfish): static eval rose since our last move, or the one before that. */
bool is_improving(const Node *n);

/*
 * Hindsight reductions and extensions (Stockfish): the depth to search the node to instead of
 * `depth`, one more, one less or the same, as its static eval confirms the reduction of the move
 * that led here or not.
 */
int hindsight_depth(const SearchParams *sp, const Node *n, int depth);

/*
 * Reverse futility pruning (RFP; chessprogramming.org, "Reverse Futility Pruning", also called
 * static null move pruning): eval minus a margin still fails high.
 */
bool can_rfp_prune(const SearchParams *sp, const Node *n, const NodeContext *c);

/* Razoring (J. Birmingham and P. Kent 1977): far below alpha, only quiescence can help. */
bool can_razor(const SearchParams *sp, const NodeContext *c);

/*
 * Null move pruning (C. Donninger 1993): likely to fail high even after passing. Only in cut nodes
 * (Stockfish), with a static eval above beta by a margin that shrinks with the depth. Never twice
 * in a row. Zugzwang guard: nor with pawns only, where zugzwang is common.
 */
bool can_null_move(const Worker *w, const Node *n, const NodeContext *c);

/*
 * Null move verification (O. David-Tabibi and N. Netanyahu 2002; this form is Stockfish's): at high
 * depth, where a wrong cutoff is expensive, and with only one piece, where zugzwang is likely.
 */
bool needs_verification(const SearchParams *sp, const Node *n, int depth);

/* The depth of the search after a null move; 0 or less is quiescence. */
int nmp_reduced_depth(const SearchParams *sp, const NodeContext *c);

/* The score that a capture must reach in ProbCut. */
int probcut_beta(const SearchParams *sp, const NodeContext *c);

/*
 * Small ProbCut (Stockfish): a TT score far above beta, of a search a little less deep, is enough.
 */
bool small_probcut(const SearchParams *sp, const NodeContext *c);

/* ProbCut may succeed: the TT does not put the score below probcut_beta(). */
bool can_probcut(const SearchParams *sp, const Node *n, const NodeContext *c);

/*
 * Shallow pruning of a move, once some move has shown that the node is not mated: late move
 * pruning, futility pruning, history pruning, SEE pruning. True to skip the move. Late move pruning
 * tells `pick` to skip the quiet moves that follow.
 */
bool can_prune_move(const Worker *w, const Node *n, const NodeContext *c, const Candidate *m,
                    MovePick *pick);

/*
 * Late move reductions (LMR, T. Romstad 2005): plies to search a late move less deep at first; -1
 * to search it a ply deeper. The move was made already: n[1] is the position after it.
 */
int late_move_reduction(const Worker *w, const Node *n, const NodeContext *c, const Candidate *m);

/* The TT move may be tested for a singular extension. */
bool can_be_singular(const SearchParams *sp, const Node *n, const NodeContext *c);

/*
 * Pruning of a capture or promotion in quiescence, the `number`-th from 1; true to skip it. Raises
 * *best to what the move could have reached, at most alpha.
 */
bool is_capture_pruned(const SearchParams *sp, const Node *n, Move m, int number, int stand_pat,
                       int alpha, int *best);

#endif
