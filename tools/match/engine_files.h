/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checksums of an engine's program and of the files in its options. A match is not resumed if one
 * of them has changed.
 */
#ifndef ALULA_MATCH_ENGINE_FILES_H
#define ALULA_MATCH_ENGINE_FILES_H

#include "base/file.h"
#include "tools/player/player.h"

/*
 * Returns marks of the program and of each option's value, to be taken before the engine can write
 * to them. The caller frees the array.
 */
FileMark *engine_files_mark(const EngineSpec *spec);

/*
 * Writes checksums of the program and of every option value that is a file: "program 5d41402a,
 * EvalFile 7d793037". Omits files that changed since `before`, as the engine writes them (a log),
 * and files that do not fit into `out`.
 */
void engine_files_write(Text *out, const EngineSpec *spec, const FileMark *before);

/*
 * Writes the path of the first file whose checksums differ in two such texts, or without an engine
 * (NULL) its name, "program" or "EvalFile". Files in only one of the texts do not count, as they
 * may be logs. Returns false, and writes nothing, if none differs.
 */
bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other);

#endif
