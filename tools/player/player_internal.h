/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What player.c shares with the protocols, cecp_player.c and uci_player.c. */
#ifndef ALULA_PLAYER_PLAYER_INTERNAL_H
#define ALULA_PLAYER_PLAYER_INTERNAL_H

#include "player.h"

/*
 * Timeouts of the handshake (the long one after CECP's done=0), after "move now", and for the end
 * of a process that has closed its output.
 */
enum { GREETING_MS = 2000, LONG_GREETING_MS = 60000, HURRY_US = 1000000, END_MS = 1000 };

/*
 * How often a pondering engine's output is read; the maximum number of lines at a time; and the
 * maximum number just before the engine is asked for a move.
 */
enum { MEANWHILE_US = 100000, MEANWHILE_LINES = 1000, PENDING_LINES = 10000 };

/* A protocol. */
typedef struct {
    /*
     * Starts the protocol and reads the engine's options. Returns false if the engine does not
     * speak it.
     */
    bool (*handshake)(Player *p);
    void (*set_option)(Player *p, const char *name, const char *value);
    /* Sets hash, threads and pondering as specified. */
    void (*set_resources)(Player *p);
    /* Returns NULL, or what the engine does not support: "does not play Chess960". */
    const char *(*unsupported)(const Player *p, const EngineLimits *c);
    /*
     * Sends everything about a game except its moves. Returns NULL, or an error message in the same
     * form.
     */
    const char *(*new_game)(Player *p, const GameLine *line, const char *opponent);
    void (*go)(Player *p, const Turn *turn);
    /*
     * Starts pondering on the expected reply, and continues the search after that reply was played.
     * Both are NULL if the engine ponders by itself.
     */
    void (*ponder)(Player *p, const Turn *turn, Move expected);
    void (*ponder_hit)(Player *p);
    /* Handles a line of the engine. Returns true if it is an answer, with *answer filled in. */
    bool (*handle_line)(Player *p, Word line, Answer *answer);
    void (*move_now)(Player *p);
    void (*end_game)(Player *p, const char *result, const char *reason);
    void (*ping)(Player *p);
    bool (*is_pong)(Player *p, Word line);
} ProtocolDriver;

extern const ProtocolDriver cecp_driver, uci_driver;

struct Player {
    const EngineSpec *spec;
    const PlayerSettings *settings;
    const ProtocolDriver *driver;
    Process process;
    char own_name[80];
    char *option_names; /* in lower case, between line ends */
    size_t option_names_length;
    char error[600], start_failure[320]; /* error messages */
    char end[ANSWER_TEXT];               /* see player_end() */
    char refusal[120];                   /* the engine's message that refuses a setting, or "" */
    AnswerKind failure;                  /* see player_failure() */

    /* one game */
    const GameLine *line;
    Color color;
    bool thinking;
    size_t moves_sent; /* number of moves of the line sent so far */
    EngineInfo info;   /* from the current search */
    const Turn *turn;
    int64_t go_us;    /* when the engine was asked for a move */
    int64_t heard_us; /* time of the last line, or of the end of waiting */
    int64_t spent_us; /* thinking time before `go` is sent: the end of pondering */
    bool stop_wanted; /* requested by Turn.on_info */
    bool offers_draw;

    /* pondering on command: UCI */
    char next[8];        /* the expected reply to its move, or "" */
    char pv[2][8];       /* the first words of its last PV */
    Move expected;       /* the ponder move */
    size_t ponder_plies; /* plies of the line with the ponder move */
    bool pondering;
    bool early;     /* answered before it was told to move */
    bool stopping;  /* was stopped; its answer will be dropped */
    Answer pending; /* resignation or claim on the opponent's time */
    bool has_pending;

    /* CECP */
    bool can_ping, can_setboard, can_usermove, can_time, can_draw, can_reuse, can_name, can_memory,
        can_smp, can_nodes, variant_fischer, greeted, short_st, st_refused, sd_refused, nps_refused;
    bool playing; /* not in force mode, so the engine answers every move */
    int64_t pings;
};

/* Sends a formatted line. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void player_send(Player *p, const char *format, ...);

/* Records an option that the engine announces. */
void player_add_option(Player *p, Word name);

/* Returns true if the engine has announced an option of this name. */
bool player_has_option(const Player *p, const char *name);

/* Returns true if the specification sets options, hash or threads. */
bool player_has_settings(const Player *p);

/* Returns true if a line of the engine names one of these settings. */
bool player_mentions_setting(const Player *p, Word line);

/* Records the engine's message that refuses a setting. */
void player_set_refusal(Player *p, Word words);

/* Stores the text after a prefix; returns false if the line does not start with it. */
bool player_skip_prefix(Word line, const char *prefix, Word *rest);

/* Passes the completed p->info and the PV to Turn.on_info. */
void player_report_info(Player *p, Word pv);

/* Waits for a process that has closed its output to exit, and describes its end in p->end. */
void player_note_end(Player *p);

/*
 * Records that the engine was not ready in time; returns an error message, "ends ..." or "is not
 * ...".
 */
const char *player_not_ready(Player *p);

/* Fills in an answer with the engine's text. */
void player_quote(Answer *answer, AnswerKind kind, Word text);

#endif
