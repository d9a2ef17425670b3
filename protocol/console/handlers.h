/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands.c needs from the files beside it: the functions of commands.inc, and some more. */
#ifndef ALULA_HANDLERS_H
#define ALULA_HANDLERS_H

#include "protocol/frontend.h"

typedef void ConsoleHandler(Frontend *f, Word arguments);

#define COMMAND(name, run, ...) ConsoleHandler run;
#define ALIAS(name, of)
#define HIDDEN(name, run, ...) ConsoleHandler run;
#include "commands.inc"
#undef COMMAND
#undef ALIAS
#undef HIDDEN

/* settings.c */

/* Describe an option, its value, and how to set it; false if there is none of that name. */
bool console_about_option(Frontend *f, Word name);

/* Set an option and report what has changed. False if it was refused. */
bool console_set_option(Frontend *f, OptionId id, Word value);
/*
 * The value that a person means: without quotes around it; "none" and "<empty>" are an empty text,
 * unless there is a file of that name.
 */
Word console_meant_value(OptionId id, Word value);

/* If a line begins with the name of an option, refuse it with how to set the option; else false. */
bool console_refuse_option(Frontend *f, Word line);

/* The mode of setup.c; it shares the state of the console. */
extern const Protocol console_setup_protocol;

#endif
