/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What player.c shares with the two protocols, cecp_player.c and uci_player.c. */
#ifndef ALULA_PLAYER_PLAYER_INTERNAL_H
#define ALULA_PLAYER_PLAYER_INTERNAL_H

#include "player.h"

/* How long an engine may take to introduce itself, and to react when it is told to hurry. */
enum { GREETING_MS = 2000, LONG_GREETING_MS = 60000, HURRY_US = 1000000 };

/* A protocol: how to say things, and how to understand them. */
typedef struct {
    /* Introduce ourselves, wait for what the engine can do. False if this is not its protocol. */
    bool (*greet)(Player *p);
    void (*set_option)(Player *p, const char *name, const char *value);
    void (*set_hash)(Player *p, int64_t megabytes);
    void (*set_threads)(Player *p, int64_t threads);
    const char *(*lacks)(const Player *p, const TimeControl *c);
    /* Tell everything about a game but its moves. NULL, or what it cannot do. */
    const char *(*new_game)(Player *p, const GameLine *line, const char *opponent);
    void (*ask)(Player *p, const Turn *turn);
    /* A line came. True if it answers, and *answer is filled in. */
    bool (*hear)(Player *p, Word line, Answer *answer);
    void (*hurry)(Player *p);
    void (*end_game)(Player *p, const char *result, const char *reason);
    /* Ask for a sign of life, and know it when it comes. */
    void (*ping)(Player *p);
    bool (*is_pong)(Player *p, Word line);
} Speech;

extern const Speech cecp_speech, uci_speech;

struct Player {
    const EngineSpec *spec;
    const Manners *manners;
    const Speech *speech;
    Process process;
    char own_name[80];
    char *known_options; /* names in lower case, each between two line ends */
    size_t known_length;
    char defect[256], blame[120];
    char refusal[120]; /* of a setting, in the engine's words; may be empty */
    AnswerKind fault;  /* what player_fault() tells */

    /* one game */
    const GameLine *line;
    Color color;
    bool thinking;
    size_t told;     /* moves of the line that it knows */
    EngineNote note; /* of its present thoughts */
    const Turn *turn;
    int64_t asked_us;
    bool enough; /* whoever listens has heard what it wanted to hear */
    bool offers_draw;

    /* CECP */
    bool can_ping, can_setboard, can_usermove, can_time, can_draw, can_reuse, can_name, can_memory,
        can_smp, can_nodes, variant_fischer, greeted, short_st, st_refused, sd_refused, nps_refused;
    bool playing; /* it has been told to go, and moves when we do */
    int64_t pings;
};

/* Send a line, as printf. Nothing of it is kept. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void player_say(Player *p, const char *format, ...);

/* The engine has such an option. */
void player_note_option(Player *p, Word name);
bool player_knows_option(const Player *p, const char *name);

/* Capital letters make no difference between names of options. */
bool player_same_name(Word name, const char *other);

/* Is one of the settings that are sent to it named behind a colon, as in "no such file: Book=x"? */
bool player_names_setting(const Player *p, Word line);

/* It refuses a setting with these words. */
void player_note_refusal(Player *p, Word words);

/* Words behind a prefix; false if the line does not begin with it. */
bool player_after(Word line, const char *prefix, Word *rest);

/* The note is complete: tell whoever listens, with the line of moves. */
void player_tell(Player *p, Word moves);

/* It does not get ready: note whether it died or is silent, and say it: "ends ..." */
const char *player_blame(Player *p);

/* Put some of the engine's words in an answer. */
void player_quote(Answer *answer, AnswerKind kind, Word text);

#endif
