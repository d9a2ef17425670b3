/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options saved in a file: the options SettingsFile and SaveSettings. */
#ifndef ALULA_SETTINGS_H
#define ALULA_SETTINGS_H

#include "options.h"

/*
 * Read a settings file, if it exists. NULL, or an error message with nothing changed. Lines that
 * set options of earlier versions are ignored; then *note says why, else it is NULL.
 */
const char *settings_read(Options *o, const char *path, const char **note);

/*
 * Write all settings as lines NAME=VALUE. An existing file is replaced only if it is a settings
 * file. NULL, or an error message.
 */
const char *settings_write(const Options *o, const char *path);

#endif
