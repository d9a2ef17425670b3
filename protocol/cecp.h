/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What XBoard and WinBoard say, and how we answer: the Chess Engine Communication Protocol,
 * version 2. Source: T. Mann and H.G. Muller, "Chess Engine Communication Protocol"
 * (engine-intf.html of the xboard package).
 */
#ifndef ALULA_CECP_H
#define ALULA_CECP_H

#include "frontend.h"

extern const Protocol cecp_protocol;

#endif
