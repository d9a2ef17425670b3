/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "epd_report.h"

#include <inttypes.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "search/result.h"
#include "tools/common/tool.h"

enum { ID_ROOM = 48, EXPECTED_ROOM = 120, LINE_ROOM = 4096 };

void epd_totals_add(EpdTotals *t, const EpdResult *r) {
    const Verdict *v = &r->verdict;

    t->positions++;
    t->counted += epd_problem_has_goal(v->problem);
    t->solved += v->solved;
    t->errors += *r->error != '\0';
    t->shown += v->claim == CLAIM_SHOWN;
    t->unfinished += v->claim == CLAIM_UNFINISHED;
    t->wrong_claims += v->wrong_claim;
    t->too_short += v->too_short && !v->wrong_claim;
    t->points += epd_points(v->problem, v->move);
    t->most += v->problem->points.most;
    t->us += r->us;
    t->nodes += r->nodes;
}

/* Writes the goal in the form of the suite: "bm Qg6 Qf5 am Nd4", "dm 3". */
static void write_expected(Text *t, const EpdProblem *p) {
    if (p->best.count) {
        text_add(t, " bm ");
        text_add_quoted(t, p->best.text, EXPECTED_ROOM / 3);
    }
    if (p->avoid.count) {
        text_add(t, " am ");
        text_add_quoted(t, p->avoid.text, EXPECTED_ROOM / 3);
    }
    if (p->mate)
        text_addf(t, " dm %d", p->mate);
}

static void write_remark(Text *t, const EpdResult *r) {
    const Verdict *v = &r->verdict;

    if (*r->error)
        text_addf(t, "  no answer: %s", r->error);
    if (v->wrong_claim)
        text_addf(t, "  wrong claim: mate in %d, which its PV does not show", v->claimed_mate);
    else if (v->too_short)
        text_addf(t, "  doubtful claim: mate in %d, shorter than dm", v->claimed_mate);
    else if (v->claim == CLAIM_UNFINISHED)
        text_addf(t, "  mate in %d, line cut short", v->last.mate);
    if (v->problem->points.count)
        text_addf(t, "  %d of %d points", epd_points(v->problem, v->move), v->problem->points.most);
    if (!v->last.mate && score_is_of_tables(v->last.score))
        text_addf(t, "  tablebase %s", v->last.score > 0 ? "win" : "loss");
}

void epd_report_position(FILE *out, int number, const EpdResult *r) {
    const Verdict *v = &r->verdict;
    const EpdProblem *p = v->problem;
    Text i = TEXT_OF(ID_ROOM + 8), m = TEXT_OF(NOTATION_SIZE), e = TEXT_OF(EXPECTED_ROOM),
         k = TEXT_OF(300);
    const int64_t ms = ((v->solved ? v->found.us : r->us) + 500) / 1000;

    text_add_quoted(&i, p->id, ID_ROOM);
    if (!i.length)
        text_addf(&i, "line %d", p->line);
    if (v->move != NO_MOVE)
        notation_write_san(&m, &p->position, v->move);
    else
        text_add_char(&m, '-');
    write_expected(&e, p);
    write_remark(&k, r);
    fprintf(out,
            "%4d  %-16s  %-6s  %-7s %-12s  %4" PRId64 ".%03d s  depth %2d  %9" PRIu64 " nodes%s\n",
            number, i.at,
            !epd_problem_has_goal(p) ? "-"
            : v->solved              ? "solved"
                                     : "failed",
            m.at, e.at, ms / 1000, (int)(ms % 1000), v->solved ? v->found.depth : v->last.depth,
            v->solved ? v->found.nodes : r->nodes, k.at);
}

/* --- JSON ------------------------------------------------------------------------------------ */

/* Adds centipawns, or moves to mate; null if unknown. */
static void add_score(Json *j, const SolverInfo *last) {
    const bool exact = last->bound == BOUND_EXACT;

    if (exact && !last->mate)
        json_whole(j, "cp", last->score);
    else
        json_null(j, "cp");
    if (exact && last->mate)
        json_whole(j, "mate", last->mate);
    else
        json_null(j, "mate");
}

void epd_report_json(Json *j, int number, const EpdResult *r) {
    const Verdict *v = &r->verdict;
    const EpdProblem *p = v->problem;
    Text fen = TEXT_OF(FEN_SIZE), goal = TEXT_OF(EXPECTED_ROOM), move = TEXT_OF(NOTATION_SIZE);

    fen_write(&fen, &p->position);
    write_expected(&goal, p);
    if (v->move != NO_MOVE)
        notation_write_san(&move, &p->position, v->move);
    json_open(j, NULL, '{');
    json_whole(j, "number", number);
    json_text(j, "file", p->file);
    json_whole(j, "line", p->line);
    json_slice(j, "id", p->id.length ? p->id : (Word){NULL, 0});
    json_text(j, "fen", fen.at);
    json_text(j, "goal", goal.length ? goal.at + 1 : NULL); /* without the blank before it */
    json_text(j, "move", move.length ? move.at : NULL);
    if (epd_problem_has_goal(p))
        json_flag(j, "solved", v->solved);
    else
        json_null(j, "solved");
    json_whole(j, "points", epd_points(p, v->move));
    add_score(j, &v->last);
    json_whole(j, "depth", v->solved ? v->found.depth : v->last.depth);
    json_whole(j, "ms", (v->solved ? v->found.us : r->us) / 1000);
    json_count(j, "nodes", v->solved ? v->found.nodes : r->nodes);
    json_flag(j, "wrong_claim", v->wrong_claim);
    json_text(j, "error", *r->error ? r->error : NULL);
    json_close(j, '}');
}

void epd_report_json_totals(Json *j, const EpdTotals *t) {
    json_whole(j, "searched", t->positions);
    json_whole(j, "counted", t->counted);
    json_whole(j, "solved", t->solved);
    json_whole(j, "errors", t->errors);
    json_whole(j, "points", t->points);
    json_whole(j, "most_points", t->most);
    json_whole(j, "mates_shown", t->shown);
    json_whole(j, "mates_cut_short", t->unfinished);
    json_whole(j, "mates_wrong", t->wrong_claims);
    json_whole(j, "mates_too_short", t->too_short);
    json_whole(j, "ms", t->us / 1000);
    json_count(j, "nodes", t->nodes);
}

/* --- EPD ------------------------------------------------------------------------------------- */

static bool is_ours(Word opcode) {
    static const char *const ours[] = {"acd", "acn", "acs", "ce", "pv"};

    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (word_is(opcode, ours[i]))
            return true;
    return false;
}

static void write_pv(Text *t, const Verdict *v) {
    Position now = v->problem->position;
    /* the final move is newer than the last PV: write it alone */
    const bool alone = v->move != NO_MOVE && (!v->last.pv_length || v->last.pv[0] != v->move);
    const Move *pv = alone ? &v->move : v->last.pv;
    const size_t length = alone ? 1 : v->last.pv_length;
    size_t i;

    for (i = 0; i < length && move_is_legal(&now, pv[i]); i++) {
        text_add(t, i ? " " : " pv ");
        notation_write_san(t, &now, pv[i]);
        position_advance(&now, pv[i]);
    }
    text_add(t, i ? ";" : "");
}

Text epd_report_epd(const EpdResult *r, size_t room) {
    const Verdict *v = &r->verdict;
    const EpdProblem *p = v->problem;
    const bool known = v->move != NO_MOVE || v->last.bound == BOUND_EXACT;
    /* each operation may grow by two blanks and a semicolon */
    const size_t size = p->text.length * 4 + LINE_ROOM + room;
    Word rest = p->operations, opcode, operands;
    Text t = text_in(memory_new(size, 1), size);

    text_add_word(&t, p->fields);
    while (epd_operation(&rest, &opcode, &operands)) {
        if (known && is_ours(opcode))
            continue;
        text_add_char(&t, ' ');
        text_add_word(&t, opcode);
        text_add(&t, operands.length ? " " : "");
        text_add_word(&t, operands);
        text_add_char(&t, ';');
    }
    if (p->has_counters)
        text_addf(&t, " hmvc %d; fmvn %d;", p->position.halfmove_clock,
                  p->position.fullmove_number);
    if (known) {
        text_addf(&t, " acd %d; acn %" PRIu64 "; acs %" PRId64 ";", v->last.depth, r->nodes,
                  (r->us + 500000) / 1000000);
        if (v->last.bound == BOUND_EXACT)
            text_addf(&t, " ce %d;", verdict_ce(&v->last));
        write_pv(&t, v);
    }
    return t;
}

/* --- totals ---------------------------------------------------------------------------------- */

void epd_report_totals(FILE *out, const EpdTotals *t) {
    if (t->shown || t->unfinished || t->wrong_claims || t->too_short)
        fprintf(
            out,
            "mates announced: %d shown to the end, %d cut short, %d wrong, %d shorter than dm\n",
            t->shown, t->unfinished, t->wrong_claims, t->too_short);
    if (t->errors)
        fprintf(out, "the engine gave no answer %d time%s\n", t->errors, t->errors == 1 ? "" : "s");
    if (t->most)
        fprintf(out, "%d of %d points, %.1f %%\n", t->points, t->most, 100.0 * t->points / t->most);
    fprintf(out, "%d of %d solved, %" PRId64 ".%03d s, %" PRIu64 " nodes\n", t->solved, t->counted,
            t->us / 1000000, (int)(t->us / 1000 % 1000), t->nodes);
}
