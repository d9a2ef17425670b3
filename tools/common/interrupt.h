/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SIGINT, SIGTERM and SIGHUP: the first one asks to come to an end, a later one ends us at once. */
#ifndef ALULA_COMMON_INTERRUPT_H
#define ALULA_COMMON_INTERRUPT_H

#include <stdbool.h>

/* The exit status of a program that was interrupted. */
enum { INTERRUPT_STATUS = 130 };

/* Begin to notice them; those that were ignored stay ignored. */
void interrupt_catch(void);

bool interrupt_came(void);

#endif
