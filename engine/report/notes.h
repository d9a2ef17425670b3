/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A PGN game with notes: evaluations, marks for bad moves, and better lines. */
#ifndef ALULA_NOTES_H
#define ALULA_NOTES_H

#include "base/version.h"
#include "chances.h"
#include "chess/pgn.h"
#include "eval/eval.h"

enum { NOTE_PLIES = 10 }; /* maximum length of a variation */

/* Result of the search of a position. */
typedef struct {
    bool known;       /* false: no note */
    bool judged;      /* the mark of the move played here is known, from notes_read() */
    int score, depth; /* for the side to move; see SCORE_MATE; depth 0: no search was needed */
    size_t length;    /* of the best line */
    Move line[NOTE_PLIES];
    Mark mark; /* if judged */
} Note;

/* "??", "?" or "?!". */
extern const char *const mark_text[NO_MARK];

/*
 * Adds the reason why the nth move, which must have a mark, is bad; see tactics.h. Returns false,
 * with nothing added, if no reason is certain.
 */
bool notes_add_reason(Text *out, const PgnGame *game, const Note *note, size_t n);

/* A move that is not made yet, with searches of the position before and after it. */
typedef struct {
    const Position *from; /* before the move */
    Move move;
    const Note *best;  /* of this position */
    const Move *reply; /* the best line after the move, which may be empty */
    size_t replies;
    int score;       /* after the move, for the side that makes it */
    Outcome outcome; /* of the game after the move */
} NotesTry;

/*
 * Adds what a bad move gives away: "That leaves the knight to 5... hxg5.". Returns false, with
 * nothing added, unless the move loses 0.2 of the winning chances (from -1 to 1) or a piece.
 */
bool notes_add_warning(Text *out, const NotesTry *move);

/* Adds which pieces give check: "the rook on e1 and the knight on d2 attack the king.". */
void notes_add_check(Text *out, const Position *p);

/* The opponent's best line if the side to move passed. */
typedef struct {
    const Position *from; /* not in check */
    const NnueNet *net;   /* NULL: the embedded one */
    int score;            /* of a search of this position */
    const Move *line;     /* the best line after passing, which may be empty */
    size_t length;
    int score_passed; /* of that line, for the opponent */
} NotesPass;

/*
 * Returns true if that line is a threat: it mates, its first capture wins an exchange, or it gains
 * more than the right to move is worth, by a tactic (see tactics.h) or beyond what the side to move
 * loses anyway; if it begins by saving a piece, only by a tactic of that move. Sets *gain to the
 * gain in centipawns over the static evaluation of the position.
 */
bool notes_is_threat(const NotesPass *pass, int *gain);

/*
 * Makes the note of a position that needs no search: mate, stalemate, insufficient material, and in
 * the `last` position of the game draws that may be claimed. Returns false, with an unknown note,
 * for other positions.
 */
bool notes_plain(const GameLine *line, bool last, Note *note);

/* Stores a search of this position: score, depth, and the legal part of its line. */
void notes_take(Note *note, const Position *p, int score, int depth, const Move *line,
                size_t length);

/*
 * Returns how bad the nth move of the game is; note[0 ... plies] is about the positions of the
 * game.
 */
Mark notes_mark(const PgnGame *game, const Note *note, size_t n);

/*
 * Writes the game with its notes. Each move gets an evaluation ([%eval], for White), as does a
 * non-standard start position; a bad move gets a mark, a variation, and the reason where it is
 * certain. `judge`, a text that begins with NOTES_JUDGE and gives the engine and its limits, or
 * NULL, is added to the annotators. Comments and variations of the game are kept, except our
 * earlier notes and evaluations by other programs. As only one annotator may judge a move, ?!, ?
 * and ?? by others, and any mark by others next to ours, become comments like "marked ?". The tag
 * NOTES_KEY_TAG has the key of the game. Returns false if there is not enough memory.
 */
#define NOTES_JUDGE "Alula " ALULA_VERSION
bool notes_write(const PgnGame *game, const Note *note, const char *judge, PgnSink *sink,
                 void *context);

/*
 * Returns Alula's name among the annotators of the game, with the text after it; an empty word if
 * it is not among them.
 */
Word notes_judge(const PgnGame *game);

/* Returns true if this name of an annotator is Alula's. */
bool notes_is_our_name(Word name);

/* Returns true if the game does not begin at the standard start position. */
bool notes_begin_elsewhere(const PgnGame *game);

/* Returns true if Alula is one of the annotators of the game. */
bool notes_are_ours(const PgnGame *game);

/* Options for reading games that have notes or will get them: everything is kept. */
extern const PgnOptions notes_options;

/*
 * Writes the items of the game without our notes and evaluations into out[game->items], and returns
 * their number. `rest` must have notes_comment_bytes() bytes.
 */
size_t notes_strip(const PgnGame *game, PgnItem *out, char *rest);
size_t notes_comment_bytes(const PgnGame *game);

/*
 * Returns a checksum of a game that was read with notes_options. The upper half covers what is
 * judged: the start position and the moves; the lower half covers all the rest. A game with notes
 * has the checksum, computed before the notes were added, in a tag. The tag NOTES_UNIT_TAG of a
 * part (see unit_tag.h) does not belong to the game.
 */
#define NOTES_KEY_TAG  "AlulaNotes"
#define NOTES_UNIT_TAG "AlulaUnit"
enum { NOTES_KEY_SIZE = 17 };
uint64_t notes_key(const PgnGame *game);
static inline uint32_t notes_moves_key(const PgnGame *game) {
    return (uint32_t)(notes_key(game) >> 32);
}
void notes_key_write(char text[NOTES_KEY_SIZE], uint64_t key);

/*
 * Returns true if the game has our notes for its present moves. Notes of Alula 1.0, without a key,
 * count as such.
 */
bool notes_are_current(const PgnGame *game);

/*
 * Reads our notes from a game that was read with comments and variations, into note[0 ... plies]:
 * evaluations, and our better lines at bad moves, with marks computed from the evaluations; ignores
 * marks and variations by others. The PGN has no best lines of other moves, which are left empty,
 * and no evaluation of the standard start position, which is taken to be 0.15, as in lichess.
 */
void notes_read(const PgnGame *game, Note *note);

/* Returns true if a comment has words besides commands such as [%clk 1:00:00]. */
bool notes_has_words(Word comment);

/* Adds the words of a comment, without commands, at most `limit` bytes of them. */
void notes_add_words(Text *out, Word comment, size_t limit);

#endif
