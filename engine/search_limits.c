/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of a search: node limit, hard limit of the clock, stop and pause. */
#include "clock.h"
#include "search.h"

enum { NODES_PER_CLOCK_CHECK = 512, PAUSE_POLL_MS = 5 };

int64_t search_elapsed_ms(Worker *w) {
    const uint64_t rate = atomic_load_explicit(&w->control->nodes_per_second, memory_order_relaxed);
    const int64_t since = atomic_load_explicit(&w->control->start_ms, memory_order_relaxed);

    if (rate)
        return (int64_t)(search_node_count(w) * 1000 / rate);
    if (!atomic_load_explicit(&w->control->cpu_time, memory_order_relaxed))
        return clock_ms() - since;
    if (since != w->cpu_since_ms) { /* a new search, or a ponder hit */
        w->cpu_since_ms = since;
        w->cpu_start_ms = clock_thread_ms();
    }
    return clock_thread_ms() - w->cpu_start_ms;
}

int64_t search_shown_ms(Worker *w) {
    const SearchControl *c = w->control;

    if (atomic_load_explicit(&c->nodes_per_second, memory_order_relaxed) ||
        atomic_load_explicit(&c->cpu_time, memory_order_relaxed))
        return search_elapsed_ms(w);
    return clock_ms() - atomic_load_explicit(&c->began_ms, memory_order_relaxed);
}

/* Wait here while the search is paused. Pauses are rare, so polling is good enough. */
static bool stop_is_signalled(SearchControl *control) {
    int signal = atomic_load_explicit(&control->signal, memory_order_relaxed);

    while (signal == SIGNAL_PAUSE) {
        clock_sleep_ms(PAUSE_POLL_MS);
        signal = atomic_load_explicit(&control->signal, memory_order_acquire);
    }
    return signal == SIGNAL_STOP;
}

bool search_must_stop(Worker *w) {
    const uint64_t nodes = search_node_count(w);

    if (w->has_move) {
        if (stop_is_signalled(w->control) ||
            nodes >= atomic_load_explicit(&w->control->nodes, memory_order_relaxed))
            w->stopped = true;
        else if (w->is_main && nodes % NODES_PER_CLOCK_CHECK == 0 &&
                 !w->control->nodes_per_second &&
                 search_elapsed_ms(w) >=
                     atomic_load_explicit(&w->control->hard_ms, memory_order_relaxed))
            w->stopped = true;
        if (w->stopped)
            return true;
    }
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    return false;
}
