/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting up positions. */
#ifndef ALULA_SETUP_H
#define ALULA_SETUP_H

#include "protocol/frontend.h"

/* The mode in which a position is changed piece by piece; it shares the console's state. */
extern const Protocol console_setup_protocol;

#endif
