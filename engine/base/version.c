/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "version.h"

#include "build.h" /* BUILD_REVISION, written by the Makefile */

const char alula_revision[] = BUILD_REVISION;
