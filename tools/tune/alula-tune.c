/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-tune: tune the search parameters with SPSA. */
#include "startup.h"
#include "tools/common/tool.h"
#include "tune_run.h"

static const char usage[] =
    "usage: alula-tune --games N --out FILE [OPTION...]\n"
    "\n"
    "Tune the search parameters by SPSA from pairs of self-play games, and write\n"
    "a new params.inc to FILE; copy it over engine/search/params.inc and rebuild.\n"
    "All parameters are perturbed at once, each up or down at random; the two sides\n"
    "play a pair of games from one opening, and all parameters move a little towards\n"
    "the side that won. They start from the values of this program; a parameter with\n"
    "step 0 stays as it is.\n"
    "\n"
    "  --games N         number of games; odd numbers are rounded up to pairs\n"
    "  --nodes N         exact nodes of each search (8000)\n"
    "  --openings FILE   EPD or PGN (openings/unbalanced.epd)\n"
    "  --params A,B,C    tune only these (all that have a step)\n"
    "  --state FILE      resume from FILE if it exists; it is written after every\n"
    "                    batch, so a killed run loses only its current batch. Only\n"
    "                    one run at a time may use it\n"
    "  --batch N         pairs played with the same values before the values move\n"
    "                    (8)\n"
    "  --c X             c, the perturbation c_k at the last pair, in steps (1)\n"
    "  --a PERCENT       a, how far a point moves a parameter at the last pair, in\n"
    "                    percent of c (35 divided by the square root of the number\n"
    "                    of pairs: by chance alone a parameter then moves about half\n"
    "                    a step)\n"
    "  --threads N       games played at once (1)\n"
    "  --hash MB         hash table of each side, cleared between games (2)\n"
    "  --seed N          random seed (1)\n"
    "\n"
    "With alpha = 0.602, gamma = 0.101 and A = n / 10, at pair k of n:\n"
    "  c_k = c (n / k)^gamma                     perturbation, in steps\n"
    "  a_k = a c^2 ((A + n) / (A + k))^alpha     gain: a point moves a\n"
    "                                            parameter a_k / c_k steps\n"
    "The same options give the same parameters, with any number of threads and\n"
    "interruptions. Ctrl-C writes the parameters reached so far.\n";

int main(int argc, char **argv) {
    const Tool tool = {"alula-tune", usage, "", NULL, {{NULL, tune_run}}};

    startup_init_tables();
    return tool_main(&tool, argc, argv);
}
