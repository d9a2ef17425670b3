/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SIGINT, SIGTERM and SIGHUP: the first asks to stop, a second one ends the process at once. */
#ifndef ALULA_COMMON_INTERRUPT_H
#define ALULA_COMMON_INTERRUPT_H

#include <stdbool.h>

/* Catch them; those that are ignored stay ignored (nohup, background jobs of scripts). */
void interrupt_catch(void);

/* True after the first of them. */
bool interrupt_pending(void);

#endif
