/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SIGINT, SIGTERM and SIGHUP; on Windows Ctrl-C, Ctrl-Break and closing the console. The first one
 * requests a stop, a second one exits at once.
 */
#ifndef ALULA_COMMON_INTERRUPT_H
#define ALULA_COMMON_INTERRUPT_H

#include <stdbool.h>

/* Installs the handlers; ignored signals stay ignored (nohup, background jobs of scripts). */
void interrupt_catch(void);

/* Returns true after the first signal. */
bool interrupt_pending(void);

#endif
