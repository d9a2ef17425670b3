/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler that builds this program, as text. */
#ifndef ALULA_COMMON_COMPILER_H
#define ALULA_COMMON_COMPILER_H

#if defined __clang__
#define COMPILER __VERSION__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

#endif
