/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of CECP between commands; for cecp.c only. */
#ifndef ALULA_CECP_STATE_H
#define ALULA_CECP_STATE_H

#include "protocol/frontend.h"

typedef struct {
    bool debug;                 /* the GUI accepts lines that begin with `#` */
    bool short_thinking_output; /* only the four basic numbers in thinking output: see say_info() */
    bool analyze;               /* analyze mode, whether a search runs or not */
    bool illegal_position;      /* the last set-up was refused */
    bool draw_offer_pending;    /* an offer made in force mode, until `go` has been answered */
    bool declined;              /* an offer was declined in this game */

    bool excluded_due; /* a message that all moves are excluded is due */

    /* pondering output that is deferred: see defer_ponder_output() */
    bool holding, hint_due, info_due;
    uint64_t heard;  /* f->queue.heard when pondering began */
    uint32_t search; /* number of the search */
    SearchInfo info; /* latest result for the best line */

    Position edited;  /* the position being edited, */
    Color edit_color; /* and the color of the pieces to place */
} CecpState;

extern const PrivateState cecp_private;

static inline CecpState *cecp_state(const Frontend *f) {
    return frontend_state(f, &cecp_private);
}

#endif
