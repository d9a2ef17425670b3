/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EPD: a line is accepted with legal moves only, and its words lie within it. Written again from
 * what was read, it says the same.
 */
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "fuzz.h"
#include "tools/common/epdsuite.h"

static void check_moves(const EpdProblem *p, const EpdMoves *moves) {
    for (int i = 0; i < moves->count; i++) {
        Move list[MAX_MOVES];
        const size_t count = movegen_all(&p->position.board, list);
        size_t at = 0;

        while (at < count && list[at] != moves->move[i])
            at++;
        PROMISE(at < count);
    }
}

static void check_within(Word part, Word line) {
    PROMISE(!part.length || (part.at >= line.at && part.at + part.length <= line.at + line.length));
}

static void add_moves(Text *out, const EpdProblem *p, const char *opcode, const EpdMoves *moves) {
    if (!moves->count)
        return;
    text_addf(out, " %s", opcode);
    for (int i = 0; i < moves->count; i++) {
        text_add_char(out, ' ');
        notation_write_san(out, &p->position, moves->move[i]);
    }
    text_add_char(out, ';');
}

/* A FEN has no place for dm, bm and am but after its counters. */
static void check_again(const EpdProblem *p, bool chess960) {
    static EpdProblem second;
    char buffer[FEN_SIZE + 2 * MAX_MOVES * NOTATION_SIZE], sentence[400];
    Text out = text_in(buffer, sizeof buffer), error = text_in(sentence, sizeof sentence);

    fen_write(&out, &p->position);
    add_moves(&out, p, "bm", &p->best);
    add_moves(&out, p, "am", &p->avoid);
    if (p->mate)
        text_addf(&out, " dm %d;", p->mate);
    PROMISE(!out.full);
    PROMISE(epd_read_line(&second, word_of(buffer), chess960, EPD_STRICT, &error));
    PROMISE(second.position.key == p->position.key && second.mate == p->mate);
    PROMISE(second.best.count == p->best.count && second.avoid.count == p->avoid.count);
    for (int i = 0; i < p->best.count; i++)
        PROMISE(second.best.move[i] == p->best.move[i]);
}

static void check_line(Word line) {
    for (int chess960 = 0; chess960 < 2; chess960++) {
        static EpdProblem problem;
        char sentence[400];
        Text error = text_in(sentence, sizeof sentence);

        if (!epd_read_line(&problem, line, chess960, EPD_STRICT, &error)) {
            PROMISE(error.length);
            continue;
        }
        PROMISE(!position_error(&problem.position));
        check_moves(&problem, &problem.best);
        check_moves(&problem, &problem.avoid);
        check_within(problem.fields, line);
        check_within(problem.operations, line);
        check_within(problem.id, line);
        check_within(problem.best.text, line);
        check_again(&problem, chess960);
    }
}

static size_t complaints;

static void count_complaint(const char *file, int line, const char *message) {
    PROMISE(file && line > 0 && *message);
    complaints++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Word text = {(const char *)data, size};
    EpdSuite suite = {0};

    fuzz_init();
    complaints = 0;
    epdsuite_add(&suite, fuzz_file("epd", data, size), false, count_complaint);
    PROMISE((size_t)suite.bad == complaints);
    epdsuite_free(&suite);
    while (text.length) {
        Word line = text_rest(text_until(&text, '\n'));

        if (line.length && *line.at != '#')
            check_line(line);
    }
    return 0;
}
