/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-tune: tune the rules of the search by games that it plays. */
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "startup.h"
#include "tune/tune_run.h"

static const char usage[] =
    "usage: alula-tune --games N --out FILE [OPTION...]\n"
    "\n"
    "Tune the numbers of the search, the rules, by games, and write them to FILE, which is\n"
    "engine/rules.inc for the next build. All rules are moved a little to either side by lot, "
    "both\n"
    "sides play a pair of games from the same opening, and all rules go a little towards the side\n"
    "that won (J. Spall's SPSA). The rules start as this program was built; a rule with step 0\n"
    "stays as it is.\n"
    "\n"
    "  --games N         in all; they come in pairs, an odd number means one more\n"
    "  --nodes N         of each search, exactly (8000)\n"
    "  --openings FILE   EPD or PGN (openings/unbalanced.epd)\n"
    "  --rules A,B,C     tune these only (all that have a step)\n"
    "  --state FILE      go on from FILE if it is there, and write it after every batch: of a\n"
    "                    run that is killed only the batch at hand is lost. A second run with\n"
    "                    the same FILE is refused meanwhile\n"
    "  --batch N         pairs that are played by the same values; the values move when all of\n"
    "                    them are over (8)\n"
    "  --c X             how many steps the sides are from the values, at the end (1)\n"
    "  --a PERCENT       of that distance that a point moves a rule, at the end (35 divided by "
    "the\n"
    "                    root of the pairs: luck alone then moves a rule about half a step)\n"
    "  --threads N       (1)\n"
    "  --hash MB         of each side, cleared between games (2)\n"
    "  --seed N          of all lots (1)\n"
    "  --help, --version\n"
    "\n"
    "At pair k of n the distance is c (n / k)^0.101, and a point is worth\n"
    "a (1.1 n / (0.1 n + k))^0.602 (k / n)^0.101 of c. The same options give the same rules, with\n"
    "any number of threads and however often the run was interrupted: a batch always has the\n"
    "same games. Ctrl-C writes the rules as they are by then.\n"
    "\n"
    "Exit status: 0 all right; 2 wrong arguments, openings or state, or a file could not be\n"
    "written: then the old one stays as it is; 130 interrupted.\n";

/* The status, or 2 if what was printed has not arrived. */
static int finish_output(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fprintf(stderr, "alula-tune: the output could not be written\n");
    return 2;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            return finish_output(0);
        }
        if (!strcmp(argv[i], "--version")) {
            printf("alula-tune %s\n", ALULA_VERSION);
            return finish_output(0);
        }
    }
    startup_init_tables();
    return finish_output(tune_run(argc, argv));
}
