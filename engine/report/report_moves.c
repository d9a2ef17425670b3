/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board of a report page and the list of moves next to it. */
#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/svgboard.h"
#include "report_page.h"

enum { COMMENT_LIMIT = 1000 };

/*
 * Adds a move in the form that the script reads: the origin and the destination of a piece, those
 * of the rook in castling, and the piece that a pawn becomes, or x if the pawn captures en passant:
 * "e1g1h1f1", "e7e8q".
 */
static void add_played(Text *out, const Position *p, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const bool castles = position_is_castling(p, m);

    notation_write_square(out, from);
    notation_write_square(out, castles ? castling_king_to(from, to) : to);
    if (castles) {
        notation_write_square(out, to);
        notation_write_square(out, castling_rook_to(from, to));
    } else if (move_promotion(m) != NO_PIECE) {
        text_add_char(out, "pnbrqk"[move_promotion(m)]);
    } else if (position_is_ep(p, m)) {
        text_add_char(out, 'x');
    }
}

/* Writes the best line of a position for the script: "12. Nf3:g1f3;Nc6:b8c6". */
static void write_line_data(FILE *out, const Position *p, const Note *note) {
    Text text = TEXT_OF(2 * LINE_SIZE);
    Position now = *p;

    for (size_t i = 0; i < note->length; i++) {
        if (i)
            text_add_char(&text, ';');
        if (!i || position_turn(&now) == WHITE)
            notation_write_number(&text, &now);
        notation_write_san(&text, &now, note->line[i]);
        text_add_char(&text, ':');
        add_played(&text, &now, note->line[i]);
        position_advance(&now, note->line[i]);
    }
    if (text.length)
        fprintf(out, " data-l=\"%s\"", text.at);
}

/* Writes the data with which the script draws the position after `n` half-moves. */
static void write_data(FILE *out, const Report *r, size_t n) {
    const Position *p = &r->game->line.position[n];
    const Move played = n ? r->game->line.move[n - 1] : NO_MOVE;
    Word rest = word_of(FEN_OF(p));
    const Word pieces = text_word(&rest);
    Text text = TEXT_OF(16);

    fprintf(out, " data-f=\"%.*s %c\"", (int)pieces.length, pieces.at,
            position_turn(p) == WHITE ? 'w' : 'b');
    if (r->ply[n].known)
        fprintf(out, " data-w=\"%d\"", report_expected(&r->ply[n]));
    if (position_in_check(p))
        fprintf(out, " data-k=\"%s\"", SQUARE_OF(board_king(&p->board, position_turn(p))));
    write_line_data(out, p, &r->note[n]);
    if (!n)
        return;
    notation_write_number(&text, p - 1);
    while (text.length && text.at[text.length - 1] == ' ')
        text.at[--text.length] = '\0';
    fprintf(out, " data-n=\"%s\"", text.at);
    if (played != NO_MOVE)
        fprintf(out, " data-h=\"%s%s\"", SQUARE_OF(move_from(played)),
                SQUARE_OF(svgboard_to(p - 1, played)));
    if (r->ply[n - 1].mark != NO_MARK) {
        const Move better = r->note[n - 1].line[0];

        fprintf(out, " data-x=\"%d\" data-b=\"%s%s\"", (int)r->ply[n - 1].mark,
                SQUARE_OF(move_from(better)), SQUARE_OF(svgboard_to(p - 1, better)));
    }
}

/* Writes a move for the reader, as in the list: "Nf3?? +0.35". */
static void write_words(FILE *out, const Report *r, size_t n) {
    const GameLine *line = &r->game->line;
    const char *score = r->ply[n].known ? SCORE_OF(r->ply[n].score) : "";

    if (n) {
        fprintf(out, "<span>%s", SAN_OF(&line->position[n - 1], line->move[n - 1]));
        page_mark(out, r->ply[n - 1].mark);
        fputs("</span>", out);
    } else {
        fputs("<span>Start</span>", out);
    }
    if (*score && score[1]) /* a lone "#" is already in the move */
        fprintf(out, " <small>%s</small>", score);
}

static void write_link(FILE *out, const Report *r, size_t n, size_t number) {
    fprintf(out, "<a id=\"g%zum%zu\" href=\"#g%zum%zu\"", number, n, number, n);
    write_data(out, r, n);
    fputc('>', out);
    write_words(out, r, n);
    fputs("</a>", out);
}

/* Writes the remarks about a move below it. Returns true if there are any. */
static bool write_remarks(FILE *out, const Report *r, size_t n, size_t number) {
    const ReportPly *ply = &r->ply[n];
    Text text = TEXT_OF(COMMENT_LIMIT + LINE_SIZE);

    if (ply->mark != NO_MARK) {
        report_add_line(&text, &r->game->line.position[n], r->note[n].line, r->note[n].length);
        fprintf(out, "<p class=\"better\">%s. <b>Better:</b> ", report_mark_name[ply->mark]);
        page_variation(out, &text, number, n, 1);
        fprintf(out, " %s</p>", SCORE_OF(ply->score));
    }
    if (ply->comment.length) {
        text_clear(&text);
        notes_add_words(&text, ply->comment, COMMENT_LIMIT);
        fputs("<p><bdi>", out);
        xml_word(out, word_of(text.at));
        fputs("</bdi></p>", out);
    }
    return ply->mark != NO_MARK || ply->comment.length;
}

/* Writes a move of each side per line, unless there are remarks on the first one. */
static void write_list(FILE *out, const Report *r, size_t number) {
    fputs("<ol class=\"moves\">\n<li class=\"start\">", out);
    write_link(out, r, 0, number);
    fputs("</li>\n", out);
    for (size_t n = 0; n < r->plies; n++) {
        const bool black = report_mover(r, n) == BLACK;
        bool remarks;

        fprintf(out, "<li><span class=\"nr\">%d.</span>",
                r->game->line.position[n].fullmove_number);
        if (black)
            fputs("<span class=\"nr\">\u2026</span>", out);
        write_link(out, r, n + 1, number);
        remarks = write_remarks(out, r, n, number);
        if (!black && !remarks && n + 1 < r->plies && report_mover(r, n + 1) == BLACK) {
            write_link(out, r, ++n + 1, number);
            write_remarks(out, r, n, number);
        }
        fputs("</li>\n", out);
    }
    fputs("</ol>\n", out);
}

void page_moves(FILE *out, const Report *r, size_t number) {
    const GameLine *line = &r->game->line;
    const size_t last = r->plies;
    const SvgBoard board = {
        .position = &line->position[last],
        .caption = "The last position",
        .highlighted =
            last ? svgboard_squares(&line->position[last - 1], line->move[last - 1]) : 0};
    const ReportPly *ply = &r->ply[last];
    Text text = TEXT_OF(32);

    fprintf(out,
            "<section class=\"card play\" id=\"g%zup\">\n<h3>Game</h3>\n<div class=\"board\">\n",
            number);
    fputs("<div class=\"pair\">", out);
    if (ply->known)
        fprintf(out,
                "<div class=\"bar\" aria-hidden=\"true\"><i style=\"height:%s%%\"></i></div>\n",
                NUMBER_OF(report_expected(ply) / 10.0, 1));
    svgboard_element(out, &board);
    fputs("</div>\n<p class=\"now\" aria-live=\"polite\">", out);
    if (last) {
        notation_write_number(&text, &line->position[last - 1]);
        fputs(text.at, out);
    }
    write_words(out, r, last);
    fputs("</p>\n<p class=\"best\"></p>\n</div>\n", out);
    write_list(out, r, number);
    fputs("</section>\n", out);
}
