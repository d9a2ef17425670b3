/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-tune: tune the parameters of the search by games. */
#include "common/tool.h"
#include "startup.h"
#include "tune/tune_run.h"

static const char usage[] =
    "usage: alula-tune --games N --out FILE [OPTION...]\n"
    "\n"
    "Tune the search parameters by SPSA (Spall 1992) from pairs of self-play games, and write\n"
    "them to FILE, which is engine/params.inc for the next build. All parameters are perturbed at\n"
    "once, each up or down at random; the two sides play a pair of games from one opening, and\n"
    "all parameters move a little towards the side that won. They start from the values of this\n"
    "program; a parameter with step 0 stays as it is.\n"
    "\n"
    "  --games N         number of games; odd numbers are rounded up to pairs\n"
    "  --nodes N         exact nodes of each search (8000)\n"
    "  --openings FILE   EPD or PGN (openings/unbalanced.epd)\n"
    "  --params A,B,C    tune only these (all that have a step)\n"
    "  --state FILE      resume from FILE if it exists; it is written after every batch, so a\n"
    "                    killed run loses only its current batch. Only one run at a time may\n"
    "                    use it\n"
    "  --batch N         pairs played with the same values before the values move (8)\n"
    "  --c X             distance of the sides from the values at the end, in steps (1)\n"
    "  --a PERCENT       how far a point moves a parameter at the end, in percent of that\n"
    "                    distance (35 divided by the square root of the number of pairs: by\n"
    "                    chance alone a parameter then moves about half a step)\n"
    "  --threads N       games played at once (1)\n"
    "  --hash MB         hash table of each side, cleared between games (2)\n"
    "  --seed N          random seed (1)\n"
    "\n"
    "At pair k of n the distance is c (n / k)^0.101, and a point is worth\n"
    "a (1.1 n / (0.1 n + k))^0.602 (k / n)^0.101 of c. The same options give the same parameters,\n"
    "whatever the number of threads and however often the run was interrupted. Ctrl-C writes the\n"
    "parameters reached so far.\n";

int main(int argc, char **argv) {
    const Tool tool = {"alula-tune", usage, "", NULL, {{NULL, tune_run}}};

    startup_init_tables();
    return tool_main(&tool, argc, argv);
}
