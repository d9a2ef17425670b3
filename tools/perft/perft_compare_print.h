/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of --compare, as tables or JSON; also if interrupted. */
#ifndef ALULA_PERFT_PERFT_COMPARE_PRINT_H
#define ALULA_PERFT_PERFT_COMPARE_PRINT_H

#include "perft_compare.h"

void compare_print(const Comparison *c);
void compare_print_json(const Comparison *c);

#endif
