/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options in a file that the user has named: the options SettingsFile and SaveSettings. */
#ifndef ALULA_SETTINGS_H
#define ALULA_SETTINGS_H

#include "options.h"

/*
 * Read the settings of a file, if it exists. NULL, or what is wrong; then nothing is changed. Lines
 * that set options of earlier versions are ignored; *note is why, or NULL if there are none.
 */
const char *settings_read(Options *o, const char *path, const char **note);

/*
 * Write all settings, a line NAME=VALUE each. A file that is there already is only replaced if it
 * is one of settings. NULL, or what is wrong.
 */
const char *settings_write(const Options *o, const char *path);

#endif
