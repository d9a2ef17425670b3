/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What CECP remembers from one command to the next; for cecp*.c only. */
#ifndef ALULA_CECP_STATE_H
#define ALULA_CECP_STATE_H

#include "frontend.h"

typedef struct {
    bool debug;            /* the interface accepts lines that begin with `#` */
    bool analyze;          /* analyze mode, whether a search runs or not */
    bool illegal_position; /* the last set-up was refused */
    Position edited;       /* in edit mode: the position so far, */
    Color edit_color;      /* and the color of the pieces that are put on it */
} CecpState;

extern const PrivateState cecp_private;

static inline CecpState *cecp_state(const Frontend *f) {
    return frontend_state(f, &cecp_private);
}

#endif
