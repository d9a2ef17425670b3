/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the library. */
#ifndef ALULA_LIBRARY_GAME_H
#define ALULA_LIBRARY_GAME_H

#include "alula.h"
#include "chess/gameline.h"

struct AlulaGame {
    GameLine line;
    bool chess960;
};

#endif
