/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of UCI between commands; for uci*.c only. */
#ifndef ALULA_UCI_STATE_H
#define ALULA_UCI_STATE_H

#include "protocol/frontend.h"

typedef struct {
    Limits limits;        /* of the last `go` */
    bool infinite;        /* the last `go` has no limit, and ends at `stop` */
    bool illegal;         /* the last `position` was refused, so there is no position to search */
    bool owed;            /* a `go` without a position waits for its `stop` */
    uint64_t stopped;     /* arrival number of the last `stop`, as in f->queue.heard */
    SearchInfo before;    /* result of this `go` before an option restarted it; depth 0: none */
    bool before_is_dated; /* another network or other tablebases may change that result */
    uint32_t timed;       /* number of the search of time_ms */
    int64_t time_ms;      /* largest time reported for that search */
    uint32_t watched;     /* number of the search whose progress is shown at f->queue.wake_ms */
    bool show_wdl;        /* win, draw and loss chances with every score */
    char error[64];       /* error message for the last option value */
    char used[OPTION_NUMBER_SIZE]; /* replacement for a number out of range */
} UciState;

extern const PrivateState uci_private;

static inline UciState *uci_state(const Frontend *f) {
    return frontend_state(f, &uci_private);
}

#endif
