/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What CECP remembers from one command to the next, and what its files share; for cecp*.c only. */
#ifndef ALULA_CECP_STATE_H
#define ALULA_CECP_STATE_H

#include "protocol/frontend.h"

typedef struct {
    bool debug;                 /* the interface accepts lines that begin with `#` */
    bool short_thinking_output; /* four numbers only in thinking output: see say_info() */
    bool analyze;               /* analyze mode, whether a search runs or not */
    bool illegal_position;      /* the last set-up was refused */
    bool draw_offer_pending;    /* an offer made in force mode, until `go` has been answered */
    bool declined;              /* an offer was declined in this game */

    bool excluded_due; /* it was not yet said that all moves are excluded */

    /* pondering output that is held back, see defer_ponder_output() */
    bool holding, hint_due, info_due;
    uint64_t heard;  /* f->queue.heard when it began */
    uint32_t search; /* which search it is of */
    SearchInfo info; /* the newest, of the best line */

    Position edited;  /* in edit mode: the position so far, */
    Color edit_color; /* and the color of the pieces that are put on it */
} CecpState;

extern const PrivateState cecp_private;

static inline CecpState *cecp_state(const Frontend *f) {
    return frontend_state(f, &cecp_private);
}

extern const Protocol cecp_edit_protocol;

/*
 * Set up a position; NULL: it is illegal. The interface shows it all the same, so moves are refused
 * until another one is set up; but while a move of ours is due, nothing changes.
 */
void cecp_set_up(Frontend *f, const Position *p);

/* What the edit mode shares with the protocol. */
void cecp_ping(Frontend *f, Word arguments);
void cecp_on_info(Frontend *f, const SearchInfo *t);
void cecp_on_move(Frontend *f, const SearchInfo *t);

#endif
