/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of a game: moves, engine output and result, and its form in PGN. */
#ifndef ALULA_MATCH_RECORD_H
#define ALULA_MATCH_RECORD_H

#include "chess/fen.h"
#include "tools/player/player.h"

/* How a game ended. From END_FIRST_ERROR on, a side lost because of an error. */
typedef enum {
    END_NONE, /* unfinished; not counted */
    END_MATE,
    END_STALEMATE,
    END_INSUFFICIENT,
    END_THREEFOLD,
    END_FIFTY,
    END_AGREED,
    END_RESIGNED,
    END_ADJUDICATED_WIN,
    END_ADJUDICATED_DRAW,
    END_TABLE_WIN, /* adjudicated by tablebases */
    END_TABLE_DRAW,
    END_FIRST_ERROR,
    END_TIME = END_FIRST_ERROR,
    END_STALL,
    END_CRASH,
    END_ILLEGAL,
    END_FALSE_CLAIM,
    END_COUNT,
} End;

enum { ERROR_COUNT = END_COUNT - END_FIRST_ERROR };

/* Texts for one way to end a game. */
typedef struct {
    const char *words;       /* follow "White" or "Black", the winner or the loser: " crashes" */
    const char *name;        /* in JSON, "crash"; NULL for END_NONE */
    const char *termination; /* PGN tag */
    enum { NO_SIDE, WINNER, LOSER } side;
    const char *column; /* title of the column of an error, "crashes"; or NULL */
} EndText;

extern const EndText end_text[END_COUNT];

/* Moves of a side in loose notation, see movetext_read(). */
typedef struct {
    int64_t moves;
    char first[48]; /* the first such move */
} LooseMoves;

typedef struct {
    GameLine line;
    EngineInfo *info; /* for each move of the line */
    size_t room;
    size_t opening_plies;
    End end;
    Color loser;              /* unless drawn */
    char detail[ANSWER_TEXT]; /* details of an error, such as the illegal move */
    Overdraft overdraft[COLOR_COUNT];
    LooseMoves loose[COLOR_COUNT];
} GameRecord;

/* Starts a record with the moves of an opening. */
void record_start(GameRecord *r, const GameLine *opening);

/* Frees the lists of a record. */
void record_destroy(GameRecord *r);

/* Adds a legal move. */
void record_play(GameRecord *r, Move m, const EngineInfo *info);

/* Returns White's half points, 0 to 2, of a finished game. */
int record_half_points(const GameRecord *r);

/* Returns "1-0", "1/2-1/2" or "0-1" for White's half points; "*" if negative. */
const char *record_result(int white);

/* The counted properties of a finished game. */
typedef struct {
    int white; /* White's half points */
    End end;
    Color loser;              /* unless drawn */
    char detail[ANSWER_TEXT]; /* details of an error, such as the illegal move */
    char fen[FEN_SIZE];       /* position of an error, or "" */
    Overdraft overdraft[COLOR_COUNT];
    LooseMoves loose[COLOR_COUNT];
    uint64_t digest; /* hash of the opening and all moves; 0 if no engine moved */
} FinishedGame;

/* Returns the counted properties of a finished game. */
FinishedGame record_finished(const GameRecord *r);

/* Writes how the game ended: "White mates", "White makes an illegal move: e2e5". */
void record_reason(Text *out, const GameRecord *r);

/* Size of the tag AlulaMatch, the fingerprint of the match. */
enum { MATCH_TAG_SIZE = 128 };

/* Size of the tags WhiteFiles and BlackFiles, checksums of the engines' files. */
enum { ENGINE_FILES_TAG_SIZE = 256 };

/* Sizes of the tags AlulaSchedule, WhiteEngine and BlackEngine, see match_tags.h. */
enum { SCHEDULE_TAG_SIZE = 128, ENGINE_TAG_SIZE = 192 };

/* Data for the PGN tags of a game that are not in the record. */
typedef struct {
    const char *name[COLOR_COUNT];
    const EngineLimits *limits[COLOR_COUNT];
    int round; /* number of the game, from 1 */
    int year, month, day;
    bool chess960;
    const char *match;                          /* value of the tag AlulaMatch */
    const char *files[COLOR_COUNT];             /* see engine_files_write(); may be NULL */
    const char *schedule, *engine[COLOR_COUNT]; /* see match_tags.h; may be NULL */
} GameTags;

/* Returns the game as PGN with an empty line after it. The caller frees it. */
char *record_pgn(const GameRecord *r, const GameTags *h, size_t *length);

/*
 * Returns true if the text is empty, or begins like a game by record_pgn(); the text may end within
 * the first line.
 */
bool record_may_begin(Word text);

/* A game read from the PGN of record_pgn(); texts are "" if unknown. */
typedef struct {
    char name[COLOR_COUNT][80], match[MATCH_TAG_SIZE];
    char files[COLOR_COUNT][ENGINE_FILES_TAG_SIZE];
    char schedule[SCHEDULE_TAG_SIZE], engine[COLOR_COUNT][ENGINE_TAG_SIZE];
    int round;
    FinishedGame game;
} StoredGame;

/*
 * Reads the next game of a PGN text from record_pgn(), and advances *at. Returns false, with *at
 * unchanged, at the end or at an incomplete game.
 */
bool record_read(StoredGame *out, const char *text, size_t length, size_t *at);

/* Receives a game; returns false with an error message to stop reading. */
typedef bool RecordTake(void *context, const StoredGame *game, Text *error);

/*
 * Reads a file of games. Sets *half if the file ends with an incomplete game, which is skipped.
 * Returns false, with an error message, if the file cannot be read, or contains anything but games
 * of alula-match before its end.
 */
bool record_read_file(const char *path, RecordTake *take, void *context, bool *half, Text *error);

#endif
