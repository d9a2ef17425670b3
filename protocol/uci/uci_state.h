/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What UCI remembers from one command to the next; for uci*.c only. */
#ifndef ALULA_UCI_STATE_H
#define ALULA_UCI_STATE_H

#include "protocol/frontend.h"

typedef struct {
    Limits limits;        /* of the last `go` */
    bool infinite;        /* the last `go` has no limit: it ends at `stop` */
    bool illegal;         /* the last `position` was refused: there is none to search */
    bool owed;            /* a `go` in that state waits for its `stop` */
    uint64_t stopped;     /* the last `stop`, by f->queue.heard */
    SearchInfo before;    /* what this `go` had found when an option restarted it; depth 0: none */
    bool before_is_dated; /* another network or other tables may change it */
    uint32_t watched;     /* the search whose progress is shown at f->queue.wake_ms */
    bool show_wdl;        /* win, draw and loss chances with every score */
    char error[64];       /* what was wrong with the last value of an option */
    char used[OPTION_NUMBER_SIZE]; /* in place of a number out of range */
} UciState;

extern const PrivateState uci_private;

static inline UciState *uci_state(const Frontend *f) {
    return frontend_state(f, &uci_private);
}

#endif
