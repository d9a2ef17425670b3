/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checksums of an engine's program and of the files in its options. A match is not resumed after
 * one of them has changed.
 */
#ifndef ALULA_MATCH_ENGINE_FILES_H
#define ALULA_MATCH_ENGINE_FILES_H

#include "base/file.h"
#include "tools/player/player.h"

/*
 * Marks of the program and of each option's value, to be taken before the engine can write them.
 * The caller frees the array.
 */
FileMark *engine_files_mark(const EngineSpec *spec);

/*
 * Write checksums of the program and of every option value that is a file: "program 5d41402a,
 * EvalFile 7d793037". Files that changed since `before` are left out: the engine writes them, as a
 * log. Files that do not fit into `out` are left out, too.
 */
void engine_files_write(Text *out, const EngineSpec *spec, const FileMark *before);

/*
 * Write the path of the first file whose checksums differ in two such texts, or without an engine
 * (NULL) its name, "program" or "EvalFile". A file that is in only one of them does not count: it
 * may be a log. Returns false, and writes nothing, if none differs.
 */
bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other);

#endif
