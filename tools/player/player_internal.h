/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What player.c shares with its two protocols, cecp_player.c and uci_player.c. */
#ifndef ALULA_PLAYER_PLAYER_INTERNAL_H
#define ALULA_PLAYER_PLAYER_INTERNAL_H

#include "player.h"

/* Timeouts of the handshake (the long one after done=0 of CECP), and after "move now"; and for the
 * end of a process that has closed its output. */
enum { GREETING_MS = 2000, LONG_GREETING_MS = 60000, HURRY_US = 1000000, END_MS = 1000 };

/* How often the output of an engine that ponders is read, and how many lines of it at once; and how
 * many before it is asked for a move. */
enum { MEANWHILE_US = 100000, MEANWHILE_LINES = 1000, PENDING_LINES = 10000 };

/* One protocol. */
typedef struct {
    /* Start the protocol and read the engine's options. False if it does not speak it. */
    bool (*handshake)(Player *p);
    void (*set_option)(Player *p, const char *name, const char *value);
    /* Set hash, threads and pondering as its specification says. */
    void (*set_resources)(Player *p);
    /* NULL, or what the engine does not support: "does not play Chess960". */
    const char *(*unsupported)(const Player *p, const EngineLimits *c);
    /* Send all about a game but its moves. NULL, or an error message of the same form. */
    const char *(*new_game)(Player *p, const GameLine *line, const char *opponent);
    void (*go)(Player *p, const Turn *turn);
    /* Think about the expected answer, and think on when it was played. Both NULL: an engine that
     * is to ponder does so by itself. */
    void (*ponder)(Player *p, const Turn *turn, Move expected);
    void (*ponder_hit)(Player *p);
    /* Handle a line of the engine. True if it is an answer; *answer is filled in then. */
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
    char *option_names; /* in lower case, with a line end before and after each */
    size_t option_names_length;
    char error[600], start_failure[320]; /* error messages */
    char end[ANSWER_TEXT];               /* see player_end() */
    char refusal[120];                   /* the engine's message that it refuses a setting, or "" */
    AnswerKind failure;                  /* see player_failure() */

    /* one game */
    const GameLine *line;
    Color color;
    bool thinking;
    size_t moves_sent; /* moves of the line that the engine has */
    EngineInfo info;   /* of the current search */
    const Turn *turn;
    int64_t go_us;    /* when it was asked for a move */
    int64_t heard_us; /* when its last line came, or we stopped waiting for it */
    int64_t spent_us; /* of its time when `go` is sent: until its pondering ended */
    bool stop_wanted; /* by Turn.on_info */
    bool offers_draw;

    /* pondering, of an engine that is told to: UCI */
    char next[8];        /* the move that it expects after its own, or "" */
    char pv[2][8];       /* the first words of its last PV */
    Move expected;       /* while it ponders */
    size_t ponder_plies; /* of the line with that move */
    bool pondering;
    bool early;     /* it answered before it was asked */
    bool stopping;  /* it was stopped: the answer does not count */
    Answer pending; /* of an engine that resigned or claimed something in the opponent's time */
    bool has_pending;

    /* CECP */
    bool can_ping, can_setboard, can_usermove, can_time, can_draw, can_reuse, can_name, can_memory,
        can_smp, can_nodes, variant_fischer, greeted, short_st, st_refused, sd_refused, nps_refused;
    bool playing; /* not in force mode: it answers every move */
    int64_t pings;
};

/* Send a formatted line. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void player_send(Player *p, const char *format, ...);

/* Remember an option that the engine announces. */
void player_add_option(Player *p, Word name);
bool player_has_option(const Player *p, const char *name);

/* True if its specification sets something, and if words of the engine name one of these settings.
 */
bool player_has_settings(const Player *p);
bool player_mentions_setting(const Player *p, Word line);

/* Remember the engine's message that it refuses a setting. */
void player_set_refusal(Player *p, Word words);

/* The text after a prefix; false if the line does not start with it. */
bool player_skip_prefix(Word line, const char *prefix, Word *rest);

/* p->info is complete: call Turn.on_info with it and the PV. */
void player_report_info(Player *p, Word pv);

/* The engine is not ready in time: set the error and return an error message, "ends ..." */
const char *player_not_ready(Player *p);

/* Fill in an answer with text of the engine. */
void player_quote(Answer *answer, AnswerKind kind, Word text);

#endif
