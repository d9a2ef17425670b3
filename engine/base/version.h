/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The version of all programs. */
#ifndef ALULA_VERSION_H
#define ALULA_VERSION_H

/* The Makefile and the packages read the version from this line; library/alula.h repeats it. */
#define ALULA_VERSION "1.1-dev"

/* The commit that was built, as printed by git describe: "4424f930-dirty", or "unknown". */
extern const char alula_revision[];

#endif
