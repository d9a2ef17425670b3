/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "version.h"

#include "build.h" /* BUILD_REVISION: the Makefile writes it */

const char alula_revision[] = BUILD_REVISION;
