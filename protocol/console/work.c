/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "work.h"

#include "console_state.h"

void work_start(Frontend *f, const Work *kind, void *data) {
    ConsoleState *c = console_state(f);

    work_stop(f);
    c->work.kind = kind;
    c->work.data = data;
    atomic_store(&c->work.saves, kind->saves);
}

void *work_data(const Frontend *f, const Work *kind) {
    const ConsoleState *c = console_state(f);

    return c->work.kind == kind ? c->work.data : NULL;
}

void work_end(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->work.kind = NULL;
    c->work.data = NULL;
    atomic_store(&c->work.saves, false);
}

void work_on_result(Frontend *f, const SearchInfo *t) {
    f->search.busy = IDLE;
    console_state(f)->work.kind->on_result(f, t);
}

void work_stop(Frontend *f) {
    const Work *kind = console_state(f)->work.kind;

    if (kind)
        kind->stop(f);
}

bool work_answer(Frontend *f) {
    if (f->search.busy != JOB || !console_state(f)->work.kind->answers)
        return false;
    engine_stop(f->engine);
    return true;
}

bool work_tick(Frontend *f) {
    const Work *kind = console_state(f)->work.kind;

    if (!kind || !kind->tick)
        return false;
    kind->tick(f);
    return true;
}

void work_leave(Frontend *f) {
    const Work *kind = console_state(f)->work.kind;

    if (kind && kind->saves)
        kind->stop(f);
}
