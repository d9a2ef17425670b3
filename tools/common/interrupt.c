/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that stop a tool. */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <signal.h>
#endif

#include "base/clock.h"
#include "tool.h"

enum { TWICE_MS = 300 };

/* Read by other threads, for which sig_atomic_t does not suffice. */
static atomic_int interrupted; /* boolean; not all processors have lock-free atomic bytes */
static _Atomic int64_t interrupted_ms;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LLONG_LOCK_FREE == 2,
               "a signal handler may use lock-free atomics only");

/* Counts a signal once, even if a program sends it to the process and to its group. */
static void interrupt(void) {
    if (!interrupted)
        interrupted_ms = clock_ms();
    else if (clock_ms() - interrupted_ms > TWICE_MS)
        _exit(TOOL_INTERRUPTED);
    interrupted = true;
}

#ifdef _WIN32
/*
 * Handles a console event, in its own thread. Windows allows a few seconds when the window is
 * closed or the user logs off.
 */
static BOOL WINAPI handle(DWORD event) {
    interrupt();
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(INFINITE); /* the system ends the process when this returns */
    return TRUE;
}

void interrupt_catch(void) {
    SetConsoleCtrlHandler(handle, TRUE);
}
#else
static void handle(int signal_number) {
    (void)signal_number;
    interrupt();
}

void interrupt_catch(void) {
    const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handle}, before;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        if (sigaction(caught[i], NULL, &before) || before.sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
}
#endif

bool interrupt_pending(void) {
    return interrupted;
}
