/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * people look GAMES VIEWS: search positions of people's games as described in person.h; continues
 * an interrupted run. people fit VIEWS: fit the model to three of every four games, and print
 * engine/search/person.inc. people openings GAMES: print engine/chess/opening_people.inc.
 * people judge VIEWS [LEVEL...]: compare the moves of people and levels in the remaining games.
 *
 * GAMES: a PGN of lichess (WhiteElo, BlackElo, TimeControl, [%clk]), or lines of white rating,
 * black rating, time control, result, termination and moves with seconds left ("e4/60 c5/59"),
 * separated by tabs. Uses games of 3 minutes or more between players within 300 points, and from
 * these at most 44 positions per game, after three moves of each side and with more than 30 seconds
 * left. VIEWS is valid only on the kind of machine that wrote it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/util.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/pgn.h"
#include "engine.h"
#include "report/clocks.h"
#include "startup.h"

enum {
    BATCH = 64,
    EPOCHS = 16,
    HIDDEN = 8,
    SCALE = 256,
    LEAST = 800,
    MOST = 2200,
    PER_GAME = 44,
    MOST_PLIES = 1000
};

static void fail(const char *what) {
    fprintf(stderr, "people: %s\n", what);
    exit(1);
}

static void *claim(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);

    if (!memory)
        fail("there is not enough memory");
    return memory;
}

/* Starts a game at the start position. */
static void start_line(GameLine *line) {
    Position start;

    fen_parse(&start, word_of(FEN_START), false);
    if (gameline_init(line, &start))
        fail("there is not enough memory");
}

/* --- games ------------------------------------------------------------------------------------ */

typedef struct {
    int rating[COLOR_COUNT];
    int64_t time; /* base time and 40 increments, in seconds; 0 if unknown */
    GameLine line;
    int seconds[MOST_PLIES]; /* seconds left after each move, for its mover */
} Game;

static void set_time_control(Game *g, Word time_control) {
    Word increment = time_control;
    const Word base = text_until(&increment, '+');
    int64_t seconds, more = 0;

    g->time = word_number(base, 0, 100000, &seconds) &&
                      (!increment.length || word_number(increment, 0, 1000, &more))
                  ? seconds + 40 * more
                  : 0;
}

/* Returns true if the game has clock times. */
static bool is_timed(const Game *g) {
    for (size_t i = 0; i < g->line.length; i++)
        if (g->seconds[i])
            return true;
    return false;
}

/* Returns true if the game is suitable for learning. */
static bool is_taken(const Game *g) {
    return g->time >= 180 && abs(g->rating[WHITE] - g->rating[BLACK]) <= 300 && g->line.length > 6;
}

static bool read_rating(Word word, int *out) {
    int64_t n;

    if (!word_number(word, 100, 4000, &n))
        return false;
    *out = (int)n;
    return true;
}

/* Reads a line of a table. Returns false if a rating is missing. */
static bool read_row(Game *g, Word row) {
    Word field[6], moves, token;
    Move m;

    for (int i = 0; i < 6; i++)
        field[i] = text_until(&row, '\t');
    while (gameline_undo(&g->line))
        ;
    if (!read_rating(field[0], &g->rating[WHITE]) || !read_rating(field[1], &g->rating[BLACK]))
        return false;
    moves = field[5];
    while ((token = text_word(&moves)).length && g->line.length < MOST_PLIES) {
        const Word move = text_until(&token, '/');
        int64_t seconds = 0;

        if (notation_parse(&m, gameline_now(&g->line), move) != MOVE_FINE)
            break;
        word_number(token, 0, 1000000, &seconds);
        g->seconds[g->line.length] = (int)seconds;
        if (gameline_play(&g->line, m))
            fail("there is not enough memory");
    }
    set_time_control(g, field[2]);
    return true;
}

/* Reads a game of a PGN. Returns false if a rating is missing. */
static bool read_pgn(Game *g, const PgnGame *pgn) {
    size_t ply = 0;

    if (!read_rating(pgn_tag(pgn, "WhiteElo"), &g->rating[WHITE]) ||
        !read_rating(pgn_tag(pgn, "BlackElo"), &g->rating[BLACK]) || pgn->chess960 ||
        pgn->line.length >= MOST_PLIES || gameline_copy(&g->line, &pgn->line))
        return false;
    for (size_t i = 0; i < pgn->items; i++) {
        int64_t used = -1, left = -1;

        if (pgn->item[i].kind == PGN_MOVE)
            g->seconds[ply++] = 0;
        else if (pgn->item[i].kind == PGN_COMMENT && ply) {
            clocks_read_comment(pgn->item[i].text, &used, &left);
            g->seconds[ply - 1] = left > 0 ? (int)(left / 1000) : 0;
        }
    }
    set_time_control(g, pgn_tag(pgn, "TimeControl"));
    return true;
}

typedef struct {
    FILE *file;
    PgnReader *pgn; /* NULL: a table */
    bool all;       /* read unsuitable games, too */
    int read, unrated, untimed, taken;
    char line[1 << 16];
} Games;

static void open_games(Games *games, const char *path) {
    static const PgnOptions options = {.comments = true};
    int first;

    if (!(games->file = fopen(path, "rb")))
        fail("the games cannot be read");
    first = fgetc(games->file);
    rewind(games->file);
    games->pgn = first == '[' ? pgn_open(pgn_from_file, games->file, &options) : NULL;
}

/*
 * Reads the next game of the file, suitable or not; *rated is false without ratings. Returns false
 * at the end.
 */
static bool read_game(Games *games, Game *g, bool *rated) {
    const PgnGame *pgn;

    if (games->pgn) {
        if (!(pgn = pgn_next(games->pgn)))
            return false;
        *rated = read_pgn(g, pgn);
        return true;
    }
    do
        if (!fgets(games->line, sizeof games->line, games->file))
            return false;
    while (*games->line == '#');
    *rated = read_row(g, word_of(games->line));
    return true;
}

/* Reads the next suitable game. Returns false at the end. */
static bool next_game(Games *games, Game *g) {
    bool rated;

    while (read_game(games, g, &rated)) {
        const bool timed = rated && is_timed(g);

        games->read++;
        games->unrated += !rated;
        games->untimed += rated && !timed;
        if (rated && (games->all || (timed && is_taken(g)))) {
            games->taken++;
            return true;
        }
    }
    fprintf(stderr, "people: %d games read, %d taken; %d without ratings, %d without clocks\n",
            games->read, games->taken, games->unrated, games->untimed);
    if (!games->taken)
        fail("there is no game to learn from");
    return false;
}

/* --- views ------------------------------------------------------------------------------------ */

/*
 * A position of VIEWS: a header, the earlier moves of the game and the move played, then the moves
 * searched.
 */
typedef struct {
    int32_t game, rating, plies, count;
} Header;

static void ignore(void *context, const EngineEvent *event) {
    (void)context, (void)event;
}

static void look_at(const Engine *e, const Game *g, int game, size_t plies, FILE *out) {
    static PersonView v;
    GameLine line = {.position = NULL};
    Header h = {game, 0, (int32_t)plies, 0};

    if (gameline_copy(&line, &g->line))
        fail("there is not enough memory");
    while (line.length > plies)
        gameline_undo(&line);
    if (!engine_look(e, &line, &v))
        fail("there is not enough memory");
    h.rating = g->rating[position_turn(gameline_now(&line))];
    h.count = (int32_t)v.count;
    fwrite(&h, sizeof h, 1, out);
    fwrite(g->line.move, sizeof(Move), plies + 1, out);
    fwrite(v.move, sizeof *v.move, v.count, out);
    gameline_destroy(&line);
}

/* Reads a header, and the moves. Returns false at the end, or if the last position is truncated. */
static bool read_view(FILE *in, Header *h, Move *played, PersonMove *moves) {
    return fread(h, sizeof *h, 1, in) == 1 && h->plies < MOST_PLIES && h->count <= MAX_MOVES &&
           fread(played, sizeof(Move), (size_t)h->plies + 1, in) == (size_t)h->plies + 1 &&
           fread(moves, sizeof *moves, (size_t)h->count, in) == (size_t)h->count;
}

static int look(const char *games_path, const char *views_path) {
    static Games games;
    static Game g;
    static Move played[MOST_PLIES + 1];
    static PersonMove moves[MAX_MOVES];
    Engine *e = engine_new(1 << 20, ignore, NULL);
    FILE *out = fopen(views_path, "r+b");
    uint64_t random = 1;
    long end = 0;
    int last = 0;
    Header h;

    if (!e || (!out && !(out = fopen(views_path, "w+b"))))
        fail("VIEWS cannot be written");
    while (read_view(out, &h, played, moves)) { /* the last game may lack positions: redo it */
        if (h.game != last)
            end = ftell(out) - (long)(sizeof h + ((size_t)h.plies + 1) * sizeof(Move) +
                                      (size_t)h.count * sizeof *moves);
        last = h.game;
    }
    fseek(out, end, SEEK_SET);
    open_games(&games, games_path);
    start_line(&g.line);
    for (int number = 1; next_game(&games, &g); number++) {
        const int odds =
            (int)g.line.length > PER_GAME ? (int)(1000 * PER_GAME / g.line.length) : 1000;

        for (size_t ply = 6; ply < g.line.length && ply < 80; ply++)
            if (random_below(&random, 1000) < (unsigned)odds && g.seconds[ply] > 30 &&
                number >= last) {
                Move list[MAX_MOVES];

                if (movegen_all(&g.line.position[ply].board, list) > 1)
                    look_at(e, &g, number, ply, out);
            }
        fflush(out);
    }
    engine_free(e);
    return ferror(out) || fclose(out) ? 1 : 0;
}

/* --- openings --------------------------------------------------------------------------------- */

enum { OPENING_PLIES = 14, FEW = 3 };

/* The first moves of a game, with NO_MOVE after its end, and the column of each player. */
typedef struct {
    Move move[OPENING_PLIES];
    int band[COLOR_COUNT];
} Opened;

static int compare_opened(const void *a, const void *b) {
    return memcmp(((const Opened *)a)->move, ((const Opened *)b)->move, sizeof((Opened *)0)->move);
}

/* Prints the moves of games that are equal up to this ply, which leads to p. */
static void print_openings(const Opened *game, size_t count, int ply, const Position *p) {
    for (size_t first = 0, next; first < count && ply < OPENING_PLIES; first = next) {
        const Move m = game[first].move[ply];
        Text san = TEXT_OF(16);
        int games[3] = {0};
        Position after;

        for (next = first; next < count && game[next].move[ply] == m; next++)
            games[game[next].band[position_turn(p)]]++;
        if (next - first < FEW || m == NO_MOVE)
            continue;
        notation_write_san(&san, p, m);
        printf("\"%d %s %d %d %d\",\n", ply, san.at, games[0], games[1], games[2]);
        position_play(&after, p, m);
        print_openings(game + first, next - first, ply + 1, &after);
    }
}

static int openings(const char *path) {
    static Games games;
    static Game g;
    Opened *list = NULL;
    size_t count = 0;

    games.all = true;
    open_games(&games, path);
    start_line(&g.line);
    while (next_game(&games, &g)) {
        Opened *more = realloc(list, (count + 1) * sizeof *list), *o;

        if (!more)
            fail("there is not enough memory");
        list = more;
        o = &list[count++];
        memset(o, 0, sizeof *o);
        memcpy(o->move, g.line.move, min_size(g.line.length, OPENING_PLIES) * sizeof(Move));
        for (Color c = WHITE; c <= BLACK; c++)
            o->band[c] = g.rating[c] < 1300 ? 0 : g.rating[c] < 1700 ? 1 : 2;
    }
    if (!list) /* next_game() fails without any */
        return 1;
    qsort(list, count, sizeof *list, compare_opened);
    printf(
        "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
        "/* Made by tools/dev/people openings: moves of at least %d of %zu games. Ply, move, and "
        "games in which its\n   player was rated below 1300, below 1700, and higher; moves after "
        "it follow it. */\n",
        FEW, count);
    print_openings(list, count, 0, &g.line.position[0]);
    free(list);
    return 0;
}

/* --- samples ---------------------------------------------------------------------------------- */

/* Positions in memory, for the fit. */
typedef struct {
    int rating, count, played; /* count: moves; played: index of the move played */
    bool late;                 /* from move 10 on, where errors are counted */
    size_t first;              /* index of its first move below */
} Sample;

typedef struct {
    Sample *sample; /* [count] */
    size_t count, moves, room;
    int16_t (*feature)[PERSON_FEATURES]; /* [moves] */
    uint16_t *from, *to;                 /* [moves]: piece and square, from the mover's side */
    int *loss;                           /* [moves], centipawns */
} Samples;

/* A position of VIEWS, replayed. */
typedef struct {
    FILE *file;
    Header h;
    Move move[MOST_PLIES + 1];
    GameLine line;
    PersonView view;
    int played; /* number of the move in the view */
    int best;   /* score of the best move */
} Reader;

static bool next_view(Reader *r) {
    if (!read_view(r->file, &r->h, r->move, r->view.move))
        return false;
    while (gameline_undo(&r->line))
        ;
    for (int i = 0; i < r->h.plies; i++)
        if (gameline_play(&r->line, r->move[i]))
            fail("there is not enough memory");
    r->view.line = &r->line;
    r->view.count = (size_t)r->h.count;
    r->played = -1;
    r->best = -SCORE_INFINITE;
    for (int i = 0; i < r->h.count; i++) {
        r->played = r->view.move[i].move == r->move[r->h.plies] ? i : r->played;
        r->best = max(r->best, r->view.move[i].score[PERSON_DEPTHS - 1]);
    }
    return true;
}

/*
 * Returns the centipawns that a move loses against the best move, at most 1000; scores beyond 25
 * pawns count as 25 pawns.
 */
static int loss_of(const Reader *r, int i) {
    enum { DECIDED = 2500 };

    return clamp(min(r->best, DECIDED) -
                     min(max(r->view.move[i].score[PERSON_DEPTHS - 1], -DECIDED), DECIDED),
                 0, 1000);
}

static bool is_held_out(const Reader *r) {
    return r->h.game % 4 == 0;
}

static void open_views(Reader *r, const char *path) {
    if (!(r->file = fopen(path, "rb")))
        fail("VIEWS cannot be read");
    start_line(&r->line);
}

static void add_sample(Samples *s, Reader *r) {
    const Position *now = gameline_now(&r->line);
    const unsigned turn = position_turn(now) == WHITE ? 0 : 56;

    if (s->moves + MAX_MOVES > s->room) {
        s->room = 2 * s->room + 65536;
        s->feature = realloc(s->feature, s->room * sizeof *s->feature);
        s->from = realloc(s->from, s->room * sizeof *s->from);
        s->to = realloc(s->to, s->room * sizeof *s->to);
        s->loss = realloc(s->loss, s->room * sizeof *s->loss);
        if (!s->feature || !s->from || !s->to || !s->loss)
            fail("there is not enough memory");
    }
    if (s->count % 4096 == 0 &&
        !(s->sample = realloc(s->sample, (s->count + 4096) * sizeof *s->sample)))
        fail("there is not enough memory");
    s->sample[s->count++] =
        (Sample){r->h.rating, r->h.count, r->played, r->h.plies >= 18, s->moves};
    person_features(&r->view, s->feature + s->moves);
    for (int i = 0; i < r->h.count; i++, s->moves++) {
        const Move m = r->view.move[i].move;
        const unsigned piece = position_on(now, move_from(m)) * SQUARE_COUNT;

        s->from[s->moves] = (uint16_t)(piece + (move_from(m) ^ turn));
        s->to[s->moves] = (uint16_t)(piece + (move_to(m) ^ turn));
        s->loss[s->moves] = loss_of(r, i);
    }
}

/* --- the fit ---------------------------------------------------------------------------------- */

/* Weights of features normalized to mean 0 and deviation 1. */
typedef struct {
    float linear[PERSON_FEATURES], by_rating[PERSON_FEATURES];
    float hidden[HIDDEN][PERSON_FEATURES + 1], bias[HIDDEN], out[HIDDEN];
    float from[PIECE_COUNT * SQUARE_COUNT], to[PIECE_COUNT * SQUARE_COUNT];
} Model;

enum { WEIGHTS = sizeof(Model) / sizeof(float) };

typedef struct {
    Model model, gradient, mean, square; /* mean, square: moments of Adam */
    float average[PERSON_FEATURES], deviation[PERSON_FEATURES];
    float in[MAX_MOVES][PERSON_FEATURES], pre[MAX_MOVES][HIDDEN], likely[MAX_MOVES];
    int64_t steps;
} Fit;

static float rating_of(const Sample *s) {
    return (float)(clamp(s->rating, LEAST, MOST) - 1500) / 500;
}

static void standardize(Fit *f, const Samples *s) {
    for (int i = 0; i < PERSON_FEATURES; i++) {
        double sum = 0, squares = 0;

        for (size_t m = 0; m < s->moves; m++) {
            const double x = (double)s->feature[m][i] / PERSON_UNIT;

            sum += x;
            squares += x * x;
        }
        sum /= (double)s->moves;
        f->average[i] = (float)sum;
        f->deviation[i] = (float)fmax(sqrt(fmax(squares / (double)s->moves - sum * sum, 0)), 0.05);
    }
}

/* Computes the probabilities of all moves of a position, into f->likely. */
static void evaluate(Fit *f, const Samples *s, const Sample *x) {
    const Model *m = &f->model;
    const float rating = rating_of(x);
    float most = -1e9f, sum = 0;

    for (int k = 0; k < x->count; k++) {
        const size_t move = x->first + (size_t)k;
        float u = m->from[s->from[move]] + m->to[s->to[move]];

        for (int i = 0; i < PERSON_FEATURES; i++) {
            f->in[k][i] =
                ((float)s->feature[move][i] / PERSON_UNIT - f->average[i]) / f->deviation[i];
            u += f->in[k][i] * (m->linear[i] + m->by_rating[i] * rating);
        }
        for (int h = 0; h < HIDDEN; h++) {
            float pre = m->bias[h] + m->hidden[h][PERSON_FEATURES] * rating;

            for (int i = 0; i < PERSON_FEATURES; i++)
                pre += f->in[k][i] * m->hidden[h][i];
            f->pre[k][h] = pre;
            u += fmaxf(pre, 0) * m->out[h];
        }
        f->likely[k] = u;
        most = fmaxf(most, u);
    }
    for (int k = 0; k < x->count; k++)
        sum += f->likely[k] = expf(f->likely[k] - most);
    for (int k = 0; k < x->count; k++)
        f->likely[k] /= sum;
}

/* Adds the gradient of the log-likelihood of the played move. */
static void learn(Fit *f, const Samples *s, const Sample *x) {
    const Model *m = &f->model;
    Model *g = &f->gradient;
    const float rating = rating_of(x);

    for (int k = 0; k < x->count; k++) {
        const size_t move = x->first + (size_t)k;
        const float d = (f->likely[k] - (float)(k == x->played)) / BATCH;

        g->from[s->from[move]] += d;
        g->to[s->to[move]] += d;
        for (int i = 0; i < PERSON_FEATURES; i++) {
            g->linear[i] += d * f->in[k][i];
            g->by_rating[i] += d * f->in[k][i] * rating;
        }
        for (int h = 0; h < HIDDEN; h++) {
            const float e = d * m->out[h];

            if (f->pre[k][h] <= 0)
                continue;
            g->out[h] += d * f->pre[k][h];
            g->bias[h] += e;
            g->hidden[h][PERSON_FEATURES] += e * rating;
            for (int i = 0; i < PERSON_FEATURES; i++)
                g->hidden[h][i] += e * f->in[k][i];
        }
    }
}

/* Takes a step of Adam (D. Kingma and J. Ba 2015) with weight decay. */
static void step(Fit *f, float rate) {
    float *w = (float *)&f->model, *g = (float *)&f->gradient, *mean = (float *)&f->mean,
          *square = (float *)&f->square;
    const float *hidden = (float *)f->model.hidden, *squares = f->model.from;
    const float first = 1 - powf(0.9f, (float)++f->steps),
                second = 1 - powf(0.999f, (float)f->steps);

    for (size_t i = 0; i < WEIGHTS; i++) {
        const float decay =
            (w + i >= hidden && w + i < f->model.bias) || w + i >= squares ? 0.03f : 0.003f;

        mean[i] += 0.1f * (g[i] - mean[i]);
        square[i] += 0.001f * (g[i] * g[i] - square[i]);
        w[i] -= rate * (mean[i] / first / (sqrtf(square[i] / second) + 1e-8f) + decay * w[i]);
    }
    f->gradient = (Model){.bias = {0}};
}

static void train(Fit *f, const Samples *s) {
    size_t *order = claim(s->count, sizeof *order);
    uint64_t random = 3;
    double sum = 0;

    for (int i = 0; i < HIDDEN; i++) {
        f->model.bias[i] = 0.3f;
        f->model.out[i] = ((float)random_below(&random, 2001) - 1000) / 20000;
        for (int k = 0; k <= PERSON_FEATURES; k++)
            f->model.hidden[i][k] =
                ((float)random_below(&random, 2001) - 1000) / 1000 * 1.7f / sqrtf(PERSON_FEATURES);
    }
    for (size_t i = 0; i < s->count; i++)
        order[i] = i;
    for (int epoch = 0; epoch < EPOCHS; epoch++, sum = 0) {
        for (size_t i = s->count; i-- > 1;) {
            const size_t other = random_below(&random, (unsigned)i + 1), kept = order[i];

            order[i] = order[other];
            order[other] = kept;
        }
        for (size_t i = 0; i < s->count; i++) {
            const Sample *x = &s->sample[order[i]];
            const float part = ((float)epoch + (float)i / (float)s->count) / EPOCHS;

            evaluate(f, s, x);
            sum -= log(fmax(f->likely[x->played], 1e-9));
            learn(f, s, x);
            if (i % BATCH == BATCH - 1)
                step(f, 1e-5f + 0.0015f * (1 + cosf(3.14159265f * part)));
        }
        fprintf(stderr, "epoch %d of %d: loss %.4f\n", epoch + 1, EPOCHS, sum / (double)s->count);
    }
    free(order);
}

/*
 * Returns the error rate, as in person_choose(), with which a level loses as many centipawns as
 * people of its band, less 7 %, since a longer search than this one finds more errors. In 65536ths;
 * 0 if there are too few positions.
 */
static int error_rate(Fit *f, const Samples *s, int rating) {
    enum { WIDTH = 100, ENOUGH = 500 };
    double people = 0, low = 0, high = 65536;
    int found = 0;

    while (high - low > 1) {
        const double rate = (low + high) / 2;
        double sum = 0;

        people = 0;
        found = 0;
        for (size_t i = 0; i < s->count; i++) {
            const Sample *x = &s->sample[i];
            double expected = 0, wrong = 0, wrong_loss = 0, chance;
            int best = 0;

            if (abs(x->rating - rating) > WIDTH || !x->late)
                continue;
            evaluate(f, s, x);
            for (int k = 0; k < x->count; k++)
                best = f->likely[k] > f->likely[best] ? k : best;
            for (int k = 0; k < x->count; k++) {
                const double loss = s->loss[x->first + (size_t)k];
                const double weight = loss > 15 ? pow(f->likely[k], 1.3) * sqrt(loss) : 0;

                expected += (double)f->likely[k] * loss;
                wrong += weight;
                wrong_loss += weight * loss;
            }
            chance = wrong > 0 ? fmin(expected * expected / 400 * rate / 65536, 1) : 0;
            sum += (1 - chance) * s->loss[x->first + (size_t)best] +
                   (wrong > 0 ? chance * wrong_loss / wrong : 0);
            people += s->loss[x->first + (size_t)x->played];
            found++;
        }
        if (sum < 0.93 * people)
            low = rate;
        else
            high = rate;
    }
    return found < ENOUGH ? 0 : (int)(low + 0.5);
}

static void print_row(const char *name, const char *of, const int *value, size_t count) {
    printf("static const int16_t %s%s = {", name, of);
    for (size_t i = 0; i < count; i++)
        printf("%s%d,", i % 16 ? " " : "\n    ", clamp(value[i], INT16_MIN, INT16_MAX));
    printf("\n};\n");
}

static int scaled(float x) {
    return (int)lroundf(x * SCALE);
}

static void print(Fit *f, const Samples *s) {
    const Model *m = &f->model;
    int value[PIECE_COUNT * SQUARE_COUNT];
    int rate[11];

    printf("/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
           "/* The weights of person.c, in 1/PERSON_SCALE, fitted to %zu positions by "
           "tools/dev/people.c. */\n"
           "enum { PERSON_HIDDEN = %d, PERSON_SCALE = %d, PERSON_LEAST = %d, PERSON_MOST = %d, "
           "PERSON_ERROR_ROWS = 11, PERSON_SQUARES = (int)PIECE_COUNT * (int)SQUARE_COUNT };\n",
           s->count, HIDDEN, SCALE, LEAST, MOST);
    for (int i = 0; i < PERSON_FEATURES; i++)
        value[i] = scaled(m->linear[i] / f->deviation[i]);
    print_row("person_linear", "[PERSON_FEATURES]", value, PERSON_FEATURES);
    for (int i = 0; i < PERSON_FEATURES; i++)
        value[i] = scaled(m->by_rating[i] / f->deviation[i]);
    print_row("person_by_rating", "[PERSON_FEATURES]", value, PERSON_FEATURES);
    printf("static const int16_t person_hidden[PERSON_HIDDEN][PERSON_FEATURES + 1] = {\n");
    for (int h = 0; h < HIDDEN; h++) {
        printf("    {");
        for (int i = 0; i <= PERSON_FEATURES; i++)
            printf(
                "%s%d,", i % 16 ? " " : "\n     ",
                scaled(i < PERSON_FEATURES ? m->hidden[h][i] / f->deviation[i] : m->hidden[h][i]));
        printf("\n    },\n");
    }
    printf("};\n");
    for (int h = 0; h < HIDDEN; h++) {
        float bias = m->bias[h];

        for (int i = 0; i < PERSON_FEATURES; i++)
            bias -= m->hidden[h][i] * f->average[i] / f->deviation[i];
        value[h] = scaled(bias);
    }
    print_row("person_bias", "[PERSON_HIDDEN]", value, HIDDEN);
    for (int h = 0; h < HIDDEN; h++)
        value[h] = scaled(m->out[h]);
    print_row("person_out", "[PERSON_HIDDEN]", value, HIDDEN);
    for (size_t i = 0; i < PIECE_COUNT * SQUARE_COUNT; i++)
        value[i] = scaled(m->from[i]);
    print_row("person_from", "[PERSON_SQUARES]", value, PIECE_COUNT * SQUARE_COUNT);
    for (size_t i = 0; i < PIECE_COUNT * SQUARE_COUNT; i++)
        value[i] = scaled(m->to[i]);
    print_row("person_to", "[PERSON_SQUARES]", value, PIECE_COUNT * SQUARE_COUNT);
    for (int row = 0; row < 11; row++)
        rate[row] = error_rate(f, s, 400 + 200 * row);
    /* bands without people: half as many again every 200 points further down */
    for (int row = 9; row >= 0; row--)
        rate[row] = rate[row] ? rate[row] : 3 * rate[row + 1] / 2;
    for (int row = 1; row < 11; row++) /* and two thirds 200 points further up */
        rate[row] = rate[row] ? rate[row] : 2 * rate[row - 1] / 3;
    printf("/* see error_rate(): for 400, 600, ... 2400 */\n");
    print_row("person_errors", "[PERSON_ERROR_ROWS]", rate, 11);
}

static int fit(const char *path) {
    static Reader r;
    static Samples s;
    Fit *f = claim(1, sizeof *f);

    open_views(&r, path);
    while (next_view(&r))
        if (!is_held_out(&r) && r.played >= 0)
            add_sample(&s, &r);
    if (!s.count)
        fail("there are no positions");
    standardize(f, &s);
    train(f, &s);
    print(f, &s);
    return 0;
}

/* --- the judge -------------------------------------------------------------------------------- */

/* Losses in the positions of a band. */
typedef struct {
    int positions, same; /* same: the person's move was chosen */
    double loss;
    int pawns, pieces;       /* more than 100 and 300 centipawns lost */
    int together, of_errors; /* positions with more than 100 lost by both; by the person */
} Tally;

static void count(Tally *t, int loss, int people, bool same) {
    t->positions++;
    t->same += same;
    t->loss += loss;
    t->pawns += loss > 100;
    t->pieces += loss > 300;
    t->of_errors += people > 100;
    t->together += people > 100 && loss > 100;
}

static void print_tally(const char *who, const Tally *t) {
    const double n = t->positions ? t->positions : 1;
    const double there = (double)t->together / (t->of_errors ? t->of_errors : 1);
    const double elsewhere = (t->pawns - t->together) / fmax(n - t->of_errors, 1);

    printf("| %s | %.0f | %.1f %% | %.1f %% | %.1f %% | %.1f |\n", who, t->loss / n,
           100 * t->pawns / n, 100 * t->pieces / n, 100 * t->same / n,
           elsewhere > 0 ? there / elsewhere : 0);
}

/* Positions of all games with a mate in one or two moves, and how often that mate was played. */
enum { BANDS = 8, LEVELS = 24, MATES = 2 };
typedef struct {
    int positions, people, model[LEVELS];
} Mates;

static bool mates_by(const Reader *r, int i) {
    return r->view.move[i].score[PERSON_DEPTHS - 1] == r->best;
}

static int chosen_by(const Reader *r, int64_t level) {
    const Move m = person_choose(&r->view, (int)level, 1 + (uint64_t)r->h.game);
    int at = 0;

    while (r->view.move[at].move != m)
        at++;
    return at;
}

static void count_mate(Mates *m, const Reader *r, const int64_t *level, int levels) {
    m->positions++;
    m->people += mates_by(r, r->played);
    for (int i = 0; i < levels; i++)
        m->model[i] += mates_by(r, chosen_by(r, level[i]));
}

static void print_mates(const Mates *mates, int in, char **levels, int count) {
    printf("\nMates in %d that were given, all games:\n\n| rating | positions | people |", in);
    for (int i = 0; i < count; i++)
        printf(" %s |", levels[i]);
    printf("\n|---|---:|---:|");
    for (int i = 0; i < count; i++)
        printf("---:|");
    for (int band = 0; band < BANDS; band++) {
        const Mates *m = &mates[band];

        if (!m->positions)
            continue;
        printf("\n| %d to %d | %d | %d |", 700 + 200 * band, 899 + 200 * band, m->positions,
               m->people);
        for (int i = 0; i < count; i++)
            printf(" %d |", m->model[i]);
    }
    printf("\n");
}

static int judge(const char *path, char **levels, int count_of_levels) {
    static Reader r;
    static Tally people[BANDS], model[BANDS][LEVELS];
    static Mates mates[MATES][BANDS];
    const int most = min(count_of_levels, LEVELS);
    int64_t level[LEVELS] = {0};

    for (int i = 0; i < most; i++)
        if (!word_number(word_of(levels[i]), 400, 2400, &level[i]))
            fail("LEVEL is a number from 400 to 2400");

    open_views(&r, path);
    while (next_view(&r)) {
        const int band = (r.h.rating - 700) / 200;

        for (int in = 0; in < MATES; in++)
            if (r.best == SCORE_MATE - 1 - 2 * in && r.played >= 0 && r.h.rating >= 700 &&
                band < BANDS)
                count_mate(&mates[in][band], &r, level, most);
        if (!is_held_out(&r) || r.played < 0 || r.h.plies < 18 || r.h.rating < 700 || band >= BANDS)
            continue;
        count(&people[band], loss_of(&r, r.played), loss_of(&r, r.played), true);
        for (int i = 0; i < most; i++) {
            const int at = chosen_by(&r, level[i]);

            count(&model[band][i], loss_of(&r, at), loss_of(&r, r.played), at == r.played);
        }
    }
    for (int band = 0; band < BANDS; band++) {
        if (!people[band].positions)
            continue;
        printf("\n%d to %d, %d positions:\n\n| who | loss | > 100 | > 300 | the person's move | "
               "errors where people err |\n"
               "|---|---:|---:|---:|---:|---:|\n",
               700 + 200 * band, 899 + 200 * band, people[band].positions);
        print_tally("people", &people[band]);
        for (int i = 0; i < most; i++)
            print_tally(levels[i], &model[band][i]);
    }
    for (int in = 0; in < MATES; in++)
        print_mates(mates[in], in + 1, levels, most);
    return 0;
}

int main(int argc, char **argv) {
    startup_init_tables();
    if (argc == 4 && !strcmp(argv[1], "look"))
        return look(argv[2], argv[3]);
    if (argc == 3 && !strcmp(argv[1], "openings"))
        return openings(argv[2]);
    if (argc == 3 && !strcmp(argv[1], "fit"))
        return fit(argv[2]);
    if (argc >= 3 && !strcmp(argv[1], "judge"))
        return judge(argv[2], argv + 3, argc - 3);
    fprintf(stderr,
            "usage: people look GAMES VIEWS | people fit VIEWS > person.inc |\n"
            "       people openings GAMES > opening_people.inc | people judge VIEWS [LEVEL...]\n");
    return 2;
}
