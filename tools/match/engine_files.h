/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that make an engine what it is: its program, and those that its options name. A match
 * does not go on with others under the same names.
 */
#ifndef ALULA_MATCH_ENGINE_FILES_H
#define ALULA_MATCH_ENGINE_FILES_H

#include "../player/player.h"

/* The state of each file of an engine, before anything was started that could write it. */
typedef struct FileStamp FileStamp;

/* One for the program and one for each option; free() it. */
FileStamp *engine_files_stamp(const EngineSpec *spec);

/*
 * Write "program 5d41402a, EvalFile 7d793037": a checksum of the program, and of every option's
 * value that is a file. What has changed since it was stamped is left out: the engine writes it, as
 * a log. What does not fit is left out as well; ENGINE_FILES_TAG_SIZE holds more than anybody sets.
 */
void engine_files_write(Text *out, const EngineSpec *spec, const FileStamp *before);

/*
 * Name the first file that differs between two such texts; one that only one of them tells is no
 * difference, as a log may be there later. False, with nothing added, if none.
 */
bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other);

#endif
