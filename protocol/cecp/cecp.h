/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard. Source: T. Mann and
 * H.G. Muller, "Chess Engine Communication Protocol" (engine-intf.html of the xboard package).
 */
#ifndef ALULA_CECP_H
#define ALULA_CECP_H

#include "protocol/frontend.h"

extern const Protocol cecp_protocol;

#endif
