/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that run commands, by the file that has them; commands.c has the table. */
#ifndef ALULA_HANDLERS_H
#define ALULA_HANDLERS_H

#include "protocol/frontend.h"

typedef void ConsoleHandler(Frontend *f, Word arguments);

/* play.c, game.c */
ConsoleHandler console_move, console_go, console_force, console_undo, console_redo, console_remove,
    console_new, console_play, console_white, console_black, console_both, console_swap,
    console_hint, console_draw, console_resign, console_activate, console_pause, console_move_now,
    console_quit;

/* analyze.c */
ConsoleHandler console_analyze, console_exit, console_dot, console_stop, console_interrupt;

/* analyze.c, mate.c */
ConsoleHandler console_exclude, console_include, console_search, console_mate;

/* settings.c */
ConsoleHandler console_set, console_option, console_options, console_level, console_time,
    console_st, console_sd, console_sn, console_clock, console_skill, console_elo, console_ponder,
    console_threads, console_memory, console_book, console_multipv, console_board;

/* info.c */
ConsoleHandler console_moves, console_game, console_pgn, console_fen, console_key, console_eval,
    console_info, console_stats, console_bitmap, console_attacks, console_pins, console_see,
    console_qsearch, console_version, console_show, console_flip, console_mirror, console_epd,
    console_pv;

/* autosave.c, console_file.c */
ConsoleHandler console_save, console_autosave, console_load, console_resume, console_readfen,
    console_source, console_ini, console_positions, console_savepos;

/* setup.c: the mode shares the state of the console */
ConsoleHandler console_setup, console_setboard;
extern const Protocol console_setup_protocol;

/* measure.c, console_suite.c, annotate.c */
ConsoleHandler console_perft, console_divide, console_bench, console_perf, console_check,
    console_test, console_annotate;

/* console_state.c */
ConsoleHandler console_log, console_echo;

#endif
