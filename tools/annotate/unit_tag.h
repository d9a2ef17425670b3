/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In a part, an annotated game tells of itself what it is, in a last tag that the merged file does
 * not have: settings of the searches, its number in the input, and a checksum of its other text.
 *     [AlulaUnit "alula=1.0 ... nodes=1000 ... tb=0 ;unit 17 ;game 0123456789abcdef ;check ..."]
 */
#ifndef ALULA_ANNOTATE_UNIT_TAG_H
#define ALULA_ANNOTATE_UNIT_TAG_H

#include "report/notes.h"
#include "tools/common/units.h"

#define UNIT_TAG_NAME NOTES_UNIT_TAG

enum { UNIT_TAG_SIZE = 520 }; /* of a tag with settings of at most SOLVER_JOB_SIZE bytes */

/* Write the tag with its line end. The game is as pgn_write() wrote it, without the empty line. */
void unit_tag_write(Text *out, const char *job, int64_t number, Word game);

/* Where it belongs: before the empty line behind the tags. */
size_t unit_tag_place(Word game);

typedef struct {
    Word job;           /* in the game */
    int64_t number;     /* from 1 */
    size_t from, to;    /* its line in the game */
    uint64_t game_hash; /* of the other text */
} UnitTag;

typedef enum { UNIT_TAG_NONE, UNIT_TAG_GOOD, UNIT_TAG_WRONG } UnitTagStatus;

/* Find and check it in a text of any kind. Wrong: the game or the tag was changed. */
UnitTagStatus unit_tag_read(UnitTag *out, Word game);

/* The checksum of a game without the bytes from ... to. */
uint64_t unit_tag_hash(Word game, size_t from, size_t to);

#endif
