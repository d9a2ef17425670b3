/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of UCI: those of option_table by their UCI names, and a few that only UCI has. */
#ifndef ALULA_UCI_OPTION_H
#define ALULA_UCI_OPTION_H

#include "protocol/frontend.h"

/* Announce all options. */
void uci_option_list(Frontend *f);

/* Set an option. NULL, or an error message with nothing changed, valid until the next call. */
const char *uci_option_set(Frontend *f, Word name, Word value);

/* True if it cannot be set while a search runs, or if the search depends on it. */
bool uci_option_concerns_search(Word name);

#endif
