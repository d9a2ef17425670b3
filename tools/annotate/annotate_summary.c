/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate_summary.h"

#include "report/report.h"

enum { NAME_ROOM = 40 };

static void write_player(Text *out, Word name) {
    text_add_quoted(out, name.length ? name : word_of("?"), NAME_ROOM);
}

void summary_write_players(Text *out, int number, const PgnGame *game) {
    text_addf(out, "game %d: ", number);
    write_player(out, pgn_tag(game, "White"));
    text_add(out, " - ");
    write_player(out, pgn_tag(game, "Black"));
    text_addf(out, ", %s", pgn_result_text(game->result));
}

static void write_side(Text *out, const char *name, const ReportSide *side) {
    text_addf(out, "; %s", name);
    if (side->accuracy >= 0)
        text_addf(out, " %d %%,", (int)(side->accuracy + 0.5));
    for (int mark = 0; mark < NO_MARK; mark++)
        text_addf(out, "%s %d %s", mark ? "," : "", side->marks[mark], mark_text[mark]);
}

bool summary_write(Text *out, int number, const PgnGame *game, const Note *note) {
    const size_t moves = (game->line.length + 1) / 2;
    Report report;

    if (!report_make(&report, game, note, NULL))
        return false;
    summary_write_players(out, number, game);
    text_addf(out, ", %zu move%s", moves, moves == 1 ? "" : "s");
    write_side(out, "White", &report.side[WHITE]);
    write_side(out, "Black", &report.side[BLACK]);
    report_free(&report);
    return true;
}
