/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SIGINT, SIGTERM and SIGHUP; on Windows Ctrl-C, Ctrl-Break and the end of the console. The first
 * one asks to stop, a second one exits at once.
 */
#ifndef ALULA_COMMON_INTERRUPT_H
#define ALULA_COMMON_INTERRUPT_H

#include <stdbool.h>

/* Install the handlers; ignored signals stay ignored (nohup, background jobs of scripts). */
void interrupt_catch(void);

/* True after the first signal. */
bool interrupt_pending(void);

#endif
