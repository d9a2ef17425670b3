/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game that was played: its moves and thoughts, how it ended, and how that is written as PGN. */
#ifndef ALULA_MATCH_RECORD_H
#define ALULA_MATCH_RECORD_H

#include "../player/player.h"

/* What ended a game. Those from END_TIME on are faults of the side that loses by it. */
typedef enum {
    END_NONE, /* it was broken off and does not count */
    END_MATE,
    END_STALEMATE,
    END_INSUFFICIENT,
    END_THREEFOLD,
    END_FIFTY,
    END_AGREED,
    END_RESIGNED,
    END_ADJUDICATED_WIN,
    END_ADJUDICATED_DRAW,
    END_FIRST_FAULT,
    END_TIME = END_FIRST_FAULT,
    END_STALL,
    END_CRASH,
    END_ILLEGAL,
    END_FALSE_CLAIM,
    END_COUNT,
} End;

enum { FAULT_COUNT = END_COUNT - END_FIRST_FAULT };

/* A word for a fault, as a head of a column: "on time", "silent" ... */
const char *end_fault_name(End end);

typedef struct {
    GameLine line;
    EngineInfo *info; /* one for each move of the line */
    size_t room;
    size_t book; /* moves of the opening */
    End end;
    Color loser;     /* if somebody lost */
    char detail[80]; /* of a fault: the illegal move, the claim */
    Overdraft overdraft[COLOR_COUNT];
} GameRecord;

/* Begin a game from a line, which is the opening. */
void record_start(GameRecord *r, const GameLine *opening);
void record_destroy(GameRecord *r);

/* Add a legal move. */
void record_play(GameRecord *r, Move m, const EngineInfo *info);

/* Half points of White: 2, 1, 0. Only for a game that ended. */
int record_white_points(const GameRecord *r);

/* "1-0", "0-1", "1/2-1/2" for half points of White; "*" below zero. */
const char *record_result(int white);

/* "White mates", "Black loses on time", "White makes an illegal move: e2e5". */
void record_reason(Text *out, const GameRecord *r);

/* Room for what tells a match from others, in the tag AlulaMatch. */
enum { MATCH_TAG_SIZE = 128 };

/* Room for the checksums of an engine's files, in the tags WhiteFiles and BlackFiles. */
enum { ENGINE_FILES_TAG_SIZE = 256 };

/* What stands in the head of a game. */
typedef struct {
    const char *name[COLOR_COUNT];
    const EngineLimits *limits[COLOR_COUNT];
    int round; /* number of the game in the match, from 1 */
    int year, month, day;
    bool chess960;
    const char *match; /* value of the tag AlulaMatch */
    const char
        *files[COLOR_COUNT]; /* what engine_files_write() says of them; NULL: nothing is told */
} GameTags;

/* The whole game as PGN, with an empty line behind it; free() it. */
char *record_pgn(const GameRecord *r, const GameTags *h, size_t *length);

/* One game of a file that record_pgn() wrote. */
typedef struct {
    char name[COLOR_COUNT][80], match[MATCH_TAG_SIZE]; /* empty if it does not tell its match */
    char files[COLOR_COUNT][ENGINE_FILES_TAG_SIZE];    /* empty as well in older games */
    int round, white;                                  /* half points of White */
    End end;
    Color loser;
    Overdraft overdraft[COLOR_COUNT];
} StoredGame;

/*
 * Read the next game of a PGN text that we wrote. *at moves behind it. False at the end, or at a
 * game that was cut off: *at then stays in front of it.
 */
bool record_read(StoredGame *out, const char *text, size_t length, size_t *at);

#endif
