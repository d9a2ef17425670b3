/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Universal Chess Interface (S. Meyer-Kahlen and R. Huber, 2000): the GUI keeps the game and
 * the clocks, and requests one move at a time.
 */
#ifndef ALULA_UCI_H
#define ALULA_UCI_H

#include "protocol/frontend.h"

extern const Protocol uci_protocol;

#endif
