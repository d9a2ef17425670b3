/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "thread.h"

enum { STACK = 16 << 20 };

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    pthread_attr_t attributes;
    bool started;

    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, STACK);
    started = !pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return started;
}
