/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of a search: node limit, hard limit of the clock, stop and pause. */
#include "base/clock.h"
#include "search.h"

enum { NODES_PER_CLOCK_CHECK = 512, PAUSE_POLL_MS = 5 };

int64_t search_elapsed_ms(Worker *w) {
    const uint64_t rate = w->control->nodes_per_second;
    const int64_t since = w->control->start_ms;

    if (rate)
        return (int64_t)(search_node_count(w) * 1000 / rate);
    if (!w->control->cpu_time)
        return clock_ms() - since;
    if (since != w->cpu_since_ms) { /* a new search, or a ponder hit */
        w->cpu_since_ms = since;
        w->cpu_start_ms = clock_thread_ms();
    }
    return clock_thread_ms() - w->cpu_start_ms;
}

int64_t search_shown_ms(Worker *w) {
    const SearchControl *c = w->control;

    return c->nodes_per_second || c->cpu_time ? search_elapsed_ms(w) : clock_ms() - c->began_ms;
}

/* Waits while the search is paused. Pauses are rare, so polling is good enough. */
static bool stop_is_signalled(SearchControl *control) {
    int signal = atomic_load_explicit(&control->signal, memory_order_relaxed);

    while (signal == SIGNAL_PAUSE) {
        clock_sleep_ms(PAUSE_POLL_MS);
        signal = control->signal;
    }
    return signal == SIGNAL_STOP;
}

/* Polls and checks the clock every NODES_PER_CLOCK_CHECK nodes. Returns true if the time is up. */
static bool is_late(Worker *w, uint64_t nodes) {
    if (!w->is_main || !nodes || nodes % NODES_PER_CLOCK_CHECK)
        return false;
    control_poll(w->control);
    return !w->control->nodes_per_second && search_elapsed_ms(w) >= w->control->hard_ms;
}

/* Lets depth 1 finish even after an immediate stop. Atomics that every node reads are relaxed. */
bool search_must_stop(Worker *w) {
    const uint64_t nodes = search_node_count(w);
    const bool has_begun = w->root_depth > 1 || nodes >= NODES_PER_CLOCK_CHECK;

    if ((has_begun && stop_is_signalled(w->control)) || is_late(w, nodes) ||
        (nodes >= atomic_load_explicit(&w->control->nodes, memory_order_relaxed) &&
         (!w->looks_at_all || w->root_depth > 1 || nodes >= w->control->most_nodes))) {
        w->stopped = true;
        return true;
    }
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    return false;
}
