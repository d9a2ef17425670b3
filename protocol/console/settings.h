/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as a person reads and sets them. */
#ifndef ALULA_CONSOLE_SETTINGS_H
#define ALULA_CONSOLE_SETTINGS_H

#include "protocol/frontend.h"

/* Describe an option, its value, and how to set it; false if there is none of that name. */
bool console_about_option(Frontend *f, Word name);

/* If a line begins with the name of an option, refuse it with how to set the option; else false. */
bool console_refuse_option(Frontend *f, Word line);

/*
 * The value that a person means: without quotes around it; "none" and "<empty>" are an empty text,
 * unless there is a file of that name.
 */
Word console_option_value(OptionId id, Word value);

#endif
