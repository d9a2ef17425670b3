/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for time, strength, memory, book and output. */
#include <inttypes.h>

#include "console_option.h"
#include "console_state.h"
#include "game_clock.h"
#include "handlers.h"
#include "protocol/common.h"
#include "protocol/configure.h"
#include "protocol/level.h"
#include "protocol/memory_share.h"
#include "reply.h"
#include "result.h"

/* --- clocks ----------------------------------------------------------------------------------- */

/* Seconds without trailing zeros: 2, 0.5, 12.345. */
static void add_seconds(Text *text, int64_t ms) {
    int decimals = 3;
    int rest = (int)(ms % 1000);

    text_addf(text, "%" PRId64, ms / 1000);
    while (rest && rest % 10 == 0) {
        rest /= 10;
        decimals--;
    }
    if (rest)
        text_addf(text, ".%0*d", decimals, rest);
}

/* The time control: "2 seconds for each of my moves", "40 moves in 5:00". */
static void add_control(Text *text, const Frontend *f) {
    const TimeControl *t = &f->time;

    if (!console_has_clocks(f)) {
        add_seconds(text, t->move_ms);
        text_add(text, t->move_ms == 1000 ? " second" : " seconds");
        text_add(text, " for each of my moves");
    } else {
        if (t->moves)
            text_addf(text, "%d moves in ", t->moves);
        console_add_time(text, t->base_ms);
        if (!t->moves)
            text_add(text, " for the game");
        if (t->increment_ms) {
            text_add(text, ", and ");
            add_seconds(text, t->increment_ms);
            text_add(text, " seconds for each move");
        }
    }
}

void console_clock(Frontend *f, Word arguments) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    if (console_has_clocks(f))
        for (Color c = WHITE; c <= BLACK; c++) {
            text_addf(&text, "%s ", console_side(c));
            console_add_time(&text, console_clock_left(f, c));
            text_add(&text, c == WHITE ? ", " : "; ");
        }
    add_control(&text, f);
    if (f->time.depth)
        text_addf(&text, ", %d plies at most", f->time.depth);
    text_add_char(&text, '.');
    frontend_say_text(f, buffer);
}

static void set_clocks(Frontend *f, int64_t moves, int64_t base, int64_t increment) {
    f->time.move_ms = -1;
    f->time.moves = (int)moves;
    f->time.base_ms = base;
    f->time.increment_ms = increment;
    console_reset_clocks(f);
    console_clock(f, (Word){"", 0});
}

void console_level(Frontend *f, Word arguments) {
    int64_t moves, base, increment;

    if (!word_number(text_word(&arguments), 0, 1000, &moves) ||
        !common_minutes(text_word(&arguments), &base) || !base ||
        !word_thousandths(text_word(&arguments), COMMON_MS_MAX, &increment) ||
        text_rest(arguments).length) {
        console_refuse(f, "level needs moves, minutes and an increment in seconds, as in: level "
                          "40 5 0, or level 0 2:30 1.5");
        return;
    }
    set_clocks(f, moves, base, increment);
}

static bool set_move_time(Frontend *f, Word seconds) {
    int64_t ms;

    if (!word_thousandths(seconds, 86400000, &ms) || !ms)
        return false;
    f->time.move_ms = ms;
    f->time.chosen = true;
    f->time.own_known = false;
    console_state(f)->since_ms = 0;
    return true;
}

/* 5+3: minutes and increment; 40/5: moves and minutes; else seconds for each move. */
void console_time(Frontend *f, Word arguments) {
    int64_t moves = 0, base, increment = 0;
    size_t at = 0;
    Word left, right;
    bool good;

    while (at < arguments.length && arguments.at[at] != '+' && arguments.at[at] != '/')
        at++;
    if (at == arguments.length && set_move_time(f, arguments))
        return;
    if (at < arguments.length) {
        left = text_rest((Word){arguments.at, at});
        right = text_rest((Word){arguments.at + at + 1, arguments.length - at - 1});
        if (arguments.at[at] == '+')
            good = common_minutes(left, &base) && word_thousandths(right, 3600000, &increment);
        else
            good = word_number(left, 1, 1000, &moves) && common_minutes(right, &base);
        if (good && base) {
            set_clocks(f, moves, base, increment);
            return;
        }
    }
    console_refuse(f, "time needs seconds for each move, minutes and an increment, or moves and "
                      "their minutes, as in: time 2.5, time 5+3, time 40/5");
}

void console_st(Frontend *f, Word arguments) {
    if (!set_move_time(f, arguments))
        console_refuse(f,
                       "st needs seconds for each of my moves, from 0.001 to 86400, as in: st 2.5");
}

void console_sd(Frontend *f, Word arguments) {
    int64_t depth;

    if (!word_number(arguments, 0, MAX_DEPTH, &depth)) {
        console_refuse(f, "sd needs a number of plies from 0 (no limit) to %d, as in: sd 8",
                       (int)MAX_DEPTH);
        return;
    }
    f->time.depth = (int)depth;
}

void console_sn(Frontend *f, Word arguments) {
    int64_t nodes;

    if (word_number(arguments, 0, INT64_MAX, &nodes))
        f->time.nodes = (uint64_t)nodes;
    else
        console_refuse(f, "sn needs a number of positions, 0 for no limit, as in: sn 100000");
}

/* --- strength --------------------------------------------------------------------------------- */

static void set_elo(Frontend *f, int elo) {
    f->options.value[OPTION_LIMIT_STRENGTH] = elo > 0;
    if (elo) {
        f->options.value[OPTION_ELO] = elo;
        frontend_say(f, "I now play like a player rated %d.", elo);
    } else {
        frontend_say_text(f, "I now play at full strength.");
    }
}

void console_skill(Frontend *f, Word arguments) {
    int64_t skill;

    if (!word_number(arguments, 0, SKILL_MOST, &skill))
        console_refuse(f, "skill needs a number from 0 to %d, as in: skill 5", (int)SKILL_MOST);
    else
        set_elo(f, skill == SKILL_MOST ? 0 : level_elo_of_skill((int)skill));
}

void console_elo(Frontend *f, Word arguments) {
    int64_t elo;

    if (word_is_any_case(arguments, "off"))
        set_elo(f, 0);
    else if (!word_number(arguments, LEVEL_LEAST, LEVEL_MOST, &elo))
        console_refuse(f, "elo needs a rating from %d to %d, or off, as in: elo 1500",
                       (int)LEVEL_LEAST, (int)LEVEL_MOST);
    else
        set_elo(f, (int)elo);
}

void console_ponder(Frontend *f, Word arguments) {
    bool on;

    if (!console_switch_word(f, "ponder", arguments, &on))
        return;
    f->ponder = on;
    if (!on && f->busy == PONDERING)
        frontend_halt(f);
}

/* The engine must be idle for this; an analysis is started again. */
static void resize(Frontend *f, size_t megabytes, int threads) {
    const char *defect;

    frontend_halt(f);
    if ((defect = configure_memory(f, megabytes, threads)))
        console_refuse(f, "That is not possible: %s; nothing was changed.", defect);
    else if (engine_threads(f->engine) < threads)
        frontend_say(f, "There is enough memory for %d thread%s only.", engine_threads(f->engine),
                     engine_threads(f->engine) == 1 ? "" : "s");
    if (console_state(f)->analyzing)
        frontend_analyze(f, ANALYZING);
}

void console_threads(Frontend *f, Word arguments) {
    const int most = configure_most_threads();
    int64_t n;

    if (!word_number(arguments, 1, ENGINE_MAX_THREADS, &n)) {
        console_refuse(f, "threads needs a number from 1 to %d, as in: threads 2",
                       (int)ENGINE_MAX_THREADS);
        return;
    }
    if (n > most)
        frontend_say(f, "With more than %d threads I would answer late on this machine; I use %d.",
                     most, most);
    resize(f, f->memory_megabytes, (int)min64(n, most));
}

void console_memory(Frontend *f, Word arguments) {
    const int most = 1 << 24;
    int64_t n;

    if (!word_number(arguments, MEMORY_SHARE_LEAST, most, &n))
        console_refuse(f, "memory needs megabytes, from %d to %d, as in: memory 256",
                       (int)MEMORY_SHARE_LEAST, most);
    else
        resize(f, (size_t)n, engine_threads(f->engine));
}

/* --- the book --------------------------------------------------------------------------------- */

static void set_book(Frontend *f, const char *own, Word file) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);
    const char *defect;
    OptionId id;

    if ((defect = configure_option(f, word_of("BookFile"), file, &id))) {
        text_add_quoted(&text, file, 60);
        console_refuse(f, "I cannot play from \"%s\": %s.", buffer, defect);
        return;
    }
    configure_option(f, word_of("OwnBook"), word_of(own), &id);
    frontend_say_text(f, file.length ? "I now play from this book." : "I now play without a book.");
}

void console_book(Frontend *f, Word arguments) {
    const bool best = word_is(arguments, "best"), random = word_is(arguments, "random");

    if (!arguments.length) {
        common_show_book(f);
    } else if (word_is(arguments, "off")) {
        set_book(f, "0", (Word){"", 0});
    } else if (word_is(arguments, "on") || best || random) {
        if (!f->book.file.file) {
            console_refuse(f, "I have no book: name its file first, as in: book openings.bin");
            return;
        }
        f->options.value[OPTION_OWN_BOOK] = 1;
        if (best || random)
            f->options.value[OPTION_BOOK_VARIETY] = best ? 0 : 100;
        frontend_say_text(f,
                          best ? "I now play the book's best moves." : "I now play from my book.");
    } else {
        const Word file = console_option_value(OPTION_BOOK_FILE, arguments);
        set_book(f, file.length ? "1" : "0", file);
    }
}

/* --- output ----------------------------------------------------------------------------------- */

void console_multipv(Frontend *f, Word arguments) {
    int64_t n;

    if (!word_number(arguments, 1, MULTIPV_MAX, &n)) {
        console_refuse(f, "multipv needs a number from 1 to %d, as in: multipv 3",
                       (int)MULTIPV_MAX);
        return;
    }
    f->options.value[OPTION_MULTIPV] = n;
    if (f->busy == ANALYZING)
        frontend_analyze(f, ANALYZING);
}

/* --- the board -------------------------------------------------------------------------------- */

void console_board(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    static const char *const names[] = {
        [BOARD_ASCII] = "ascii", [BOARD_UTF8] = "utf8", [BOARD_COLOR] = "color"};
    int style = BOARD_ASCII;

    while (style <= BOARD_COLOR && !word_is_any_case(arguments, names[style]))
        style++;
    if (word_is_any_case(arguments, "big"))
        c->look.big = !c->look.big;
    else if (word_is_any_case(arguments, "coords"))
        c->look.bare = !c->look.bare;
    else if (style == BOARD_COLOR && !f->out.terminal) {
        console_refuse(f, "There are colors on a terminal only.");
        return;
    } else if (style <= BOARD_COLOR)
        c->look.style = (BoardStyle)style;
    else if (arguments.length) {
        console_refuse(f, "board needs ascii, utf8, color, big or coords, as in: board utf8");
        return;
    }
    console_show_board(f);
}
