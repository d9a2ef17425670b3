/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options as users read and set them, with short commands for the most common options. */
#ifndef ALULA_SETTINGS_H
#define ALULA_SETTINGS_H

#include "protocol/frontend.h"

/* Describes an option, its value, and how to set it. Returns false for other names. */
bool console_about_option(Frontend *f, Word name);

/* Sets an option and reports what has changed. Returns false if it was refused. */
bool console_set_option(Frontend *f, OptionId id, Word value);

/*
 * Returns the value that the user means: unquoted, 1 and 0 for "on" and "off", empty for "<empty>"
 * and "none" unless a file is called none.
 */
Word console_meant_value(OptionId id, Word value);

/* Refuses a line that begins with the name of an option, with advice. Returns false for others. */
bool console_refuse_option(Frontend *f, Word line);

#endif
