/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recorded input of XBoard 4.9.1, cutechess-cli and python-chess, line by line, and the complete
 * expected answers. The engine chooses its moves; they are checked to be legal, as all output is
 * (see cecp_talk.h). The opponent's moves are legal whatever the engine has played.
 */
#define _POSIX_C_SOURCE 200809L
#include "cecp_talk.h"
#include "protocol/console/console.h"

static const Protocol *const protocols[] = {&console_protocol, &cecp_protocol, NULL};

/* --- notation of the conversations ------------------------------------------------------------ */

/* Thinking output may come at any moment, and is not part of an answer. */
typedef enum {
    QUIET,   /* no line may come */
    MAY,     /* lines may come: pondering, analyzing, or just stopped */
    THINKS,  /* at least one line comes */
    AT_WORK, /* as MAY; the next line is sent at once, while a move is due */
} Lines;

typedef struct {
    /*
     * The input of the program, perhaps several lines at once; or a direction in parentheses:
     * (features) NAME... answer each feature before done=1: rejected for these, else accepted
     * (info) some time later
     * (hit), (miss)       usermove with the expected move; with another one
     */
    const char *send;
    const char *answer; /* a regular expression for the whole answer; NULL: nothing */
    Lines lines;
} Line;

#define SQUARE "[a-h][1-8]"
#define BARE   SQUARE SQUARE "[qrbn]?"
#define MOVE   "move " BARE "\n"
#define HINT   "Hint: " BARE "\n"
#define CASTLE "(O-O|O-O-O|" BARE ")"
#define STAT01 "stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+( " BARE ")?\n"
#define MATES  "move a1a8\n1-0 \\{White mates\\}\n"

#define FEATURES                                                                                   \
    "feature done=0\n"                                                                             \
    "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 "     \
    "reuse=1 analyze=1 colors=0 ics=1 name=1\n"                                                    \
    "feature pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1 setscore=1 highlight=1\n"              \
    "feature myname=\"Alula [^\"']+\" variants=\"normal,fischerandom,nocastle\" egt=\"syzygy\"\n"  \
    "(feature option=\"[A-Za-z0-9]+ -[^\"]+\"\n)+"                                                 \
    "feature done=1\n"

#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
#define ROOKS     "8/8/4k3/8/8/4K3/8/R6r b - - 12 1"

/* --- XBoard 4.9.1 ---------------------------------------------------------------------------- */

#define XBOARD_GREETS                                                                              \
    {"xboard", "\n", QUIET}, {"protover 2", FEATURES, QUIET}, {                                    \
        "(features) setscore", NULL, QUIET                                                         \
    }

/* XBoard sends everything before the first game twice. `clock` is a line like `level 0 1 1`. */
#define XBOARD_BEGINS(clock, ponder, number)                                                       \
    {"memory 68", NULL, QUIET}, {"cores 2", NULL, QUIET}, {"new\nrandom", NULL, QUIET},            \
        {"ics -", NULL, QUIET}, {clock, NULL, QUIET}, {"post", NULL, QUIET},                       \
        {ponder, NULL, QUIET}, {                                                                   \
        "ping " number, "pong " number "\n", QUIET                                                 \
    }

static const Line xboard_white[] = {
    XBOARD_GREETS,
    /* -firstOptions: before the handshake is over */
    {"option MultiPV=3\naccepted option\nrejected option Rst -reset\naccepted done", NULL, QUIET},
    XBOARD_BEGINS("level 0 1 1\nsd 8", "hard", "1"),
    {"force", NULL, QUIET},
    {"ping 2", "pong 2\n", QUIET},
    XBOARD_BEGINS("level 0 1 1\nsd 8", "hard", "3"),
    {"force\ncomputer\nname Fake\ntime 6000\notim 6000", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"time 6095", HINT, MAY},
    {"otim 6090", NULL, MAY},
    {"usermove g8f6", MOVE, MAY}, /* we may have pondered on this move */
    {"time 6095", HINT, MAY},
    {"otim 6090", NULL, MAY},
    {"(hit)", MOVE, MAY},
    {"time 6095", HINT, MAY},
    {"otim 6090", NULL, MAY},
    {"(miss)", MOVE, THINKS},
    {"force", NULL, MAY},
    {"ping 4", "pong 4\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* We play Black: the first move comes in force mode; the opponent's last move ends the game. */
static const Line xboard_black[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("level 40 5 0\nsd 8", "easy", "1"),
    {"force\ncomputer\nname Fake\ntime 30000\notim 30000\nusermove g1f3", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"time 29900\notim 30000", NULL, QUIET},
    {"usermove f3g1", MOVE, THINKS},
    {"time 29800\notim 30000\nsd 60", NULL, QUIET},
    {"usermove g1f3\nresult 1/2-1/2 {XBoard adjudication: repetition draw}\nforce", NULL, QUIET},
    {"ping 2", "pong 2\n", QUIET},
    /* the next game in the same process, with the other color */
    XBOARD_BEGINS("level 40 5 0\nsd 8", "easy", "3"),
    {"force\ncomputer\nname Fake\ntime 30000\notim 30000", NULL, QUIET},
    {"go", MOVE, THINKS},
    /* stopped while a move is due */
    {"sd 60", NULL, QUIET},
    {"usermove g8f6", NULL, AT_WORK},
    {"force", NULL, MAY},
    {"result * {xboard exit}", NULL, QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* -st 1: by wall time */
static const Line xboard_st[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("st 1", "easy", "1"),
    {"force\ncomputer\nname Fake\ntime 100\notim 100", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

static const Line xboard_nps[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("level 0 1 1\nnps 20000", "easy", "1"),
    {"force\ntime 6000\notim 6000", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"time 5900\notim 6000", NULL, QUIET},
    {"usermove g8f6", MOVE, THINKS},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* -lpf: a file of positions. In the second one our move ends the game, and we claim it. */
static const Line xboard_positions[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("level 0 1 1\nsd 8", "hard", "1"),
    {"force", NULL, QUIET},
    {"setboard " ROOKS, NULL, QUIET},
    {"computer\nname Fake\ntime 6000\notim 6000", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"force", NULL, MAY},
    {"result 0-1 {White resigns}\nforce", NULL, QUIET},
    {"ping 2", "pong 2\n", QUIET},
    XBOARD_BEGINS("level 0 1 1\nsd 8", "hard", "3"),
    {"force", NULL, QUIET},
    {"setboard " MATE_IN_1, NULL, QUIET},
    {"computer\nname Fake\ntime 6000\notim 6000", NULL, QUIET},
    {"go", MATES, THINKS},
    {"force\nresult 1-0 {White mates}\nforce", NULL, QUIET},
    {"ping 4", "pong 4\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Analysis: stepping through a game, a position, a question every two seconds. */
static const Line xboard_analysis[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("level 40 5 0", "easy", "1"),
    {"force", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(info)", NULL, MAY},
    {".", STAT01, MAY},
    {"usermove e2e4", NULL, MAY},
    {"(info)", NULL, MAY},
    {".", STAT01, MAY},
    {"hint", HINT, MAY},
    {"bk", " [^\n]+\n\n", MAY},
    {"undo", NULL, MAY},
    {"exclude e2e4", NULL, MAY},
    {"include all", NULL, MAY},
    {"ping 2", "pong 2\n", MAY},
    /* the end of a loaded game */
    {"exit", NULL, MAY},
    {"force\nusermove f2f3\nusermove e7e5\nusermove g2g4", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"usermove d8h4", NULL, MAY},
    {".", STAT01, QUIET},
    {"exit\nforce", NULL, QUIET},
    {"setboard " ROOKS, NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(info)", NULL, MAY},
    {".", STAT01, MAY},
    {"exit", NULL, MAY},
    {"ping 3", "pong 3\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Features rejected by the user (-firstFeatures setboard=0): positions by edit. */
static const Line xboard_edit[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("level 40 5 0", "easy", "1"),
    {"force\nblack\nforce\nedit\n#\nKe3\nRa1\nc\nKe6\nRh1\n.", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(info)", NULL, MAY},
    {".", STAT01, MAY},
    {"usermove h1a1", NULL, MAY},
    {"exit", NULL, MAY},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Chess960, with rook files as castling rights; castling is O-O for either side. */
static const Line xboard_960[] = {
    XBOARD_GREETS,
    {"accepted done\nmemory 68\ncores 2\nnew\nrandom\nvariant fischerandom\nforce", NULL, QUIET},
    {"setboard rknrqnbb/pppppppp/8/8/8/8/PPPPPPPP/RKNRQNBB w DAda - 0 1\nics -", NULL, QUIET},
    {"st 5\nsd 8\npost\neasy", NULL, QUIET},
    {"ping 1", "pong 1\n", QUIET},
    {"force\ncomputer\nname Fake\ntime 500\notim 500", NULL, QUIET},
    {"go", "move " CASTLE "\n", THINKS},
    {"force\nsetboard 1rk4r/8/8/8/8/8/8/1RK1R3 w EBhb - 0 1\nusermove O-O\ntime 500", NULL, QUIET},
    {"otim 500", NULL, QUIET},
    {"go", "move " CASTLE "\n", THINKS},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* A person plays, and uses all menus. */
static const Line xboard_person[] = {
    XBOARD_GREETS,
    {"accepted done", NULL, QUIET},
    XBOARD_BEGINS("level 40 5 0\nsd 8", "hard", "1"),
    {"name root\ntime 30000\notim 30000", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"hint", HINT, MAY},
    {"bk", " [^\n]+\n\n", MAY},
    {"lift g8", "highlight 8/8/5y1y/8/8/8/8/8\n", MAY},
    {"put f6", NULL, MAY},
    {"easy", NULL, MAY},
    {"time 30000\notim 29000", NULL, QUIET},
    {"usermove g8f6", MOVE, THINKS},
    {"draw", "(offer draw|telluser Alula declines the draw\\.)\n", QUIET},
    {"usermove e8g8", "Illegal move: e8g8\n", QUIET},
    {"remove", NULL, QUIET},
    {"ping 2", "pong 2\n", QUIET},
    /* Move Now, with a pause before it; settings during a search */
    {"sd 60", NULL, QUIET},
    {"usermove b8c6", NULL, AT_WORK},
    {"hard", NULL, AT_WORK},
    {"easy", NULL, AT_WORK},
    {"nopost", NULL, AT_WORK},
    {"post", NULL, AT_WORK},
    {"(info)", NULL, AT_WORK},
    {"pause", NULL, AT_WORK},
    {"resume", NULL, AT_WORK},
    {"?", MOVE, MAY},
    {"?", NULL, QUIET},
    /* Retract, Edit Game, Machine Black */
    {"force\nundo\nundo\nundo", NULL, QUIET},
    {"undo", "Error \\(command not legal now\\): undo\n", QUIET},
    {"usermove e2e4\nsd 8\ntime 30000\notim 29000", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"playother\nresult 1-0 {Black resigns}\nforce", NULL, QUIET},
    {"ping 3", "pong 3\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* --- cutechess-cli --------------------------------------------------------------------------- */

#define CUTECHESS_REFUSES                                                                          \
    "(features) playother draw sigint sigterm analyze colors ics pause debug exclude setscore "    \
    "highlight"
#define CUTECHESS_GREETS                                                                           \
    {"xboard", "\n", QUIET}, {"protover 2", FEATURES, QUIET}, {CUTECHESS_REFUSES, NULL, QUIET},    \
        {"accepted done", NULL, QUIET}, {"option MultiPV=2", NULL, QUIET}, {                       \
        "memory 32", NULL, QUIET                                                                   \
    }

#define CUTECHESS_BEGINS(clock, ponder, number)                                                    \
    {clock, NULL, QUIET}, {"post", NULL, QUIET}, {ponder, NULL, QUIET}, {"computer", NULL, QUIET}, \
        {"name B", NULL, QUIET}, {                                                                 \
        "ping " number, "pong " number "\n", QUIET                                                 \
    }

static const Line cutechess_white[] = {
    CUTECHESS_GREETS,
    {"new\nforce", NULL, QUIET},
    CUTECHESS_BEGINS("level 0 0:05 0.1", "easy", "4"),
    {"time 510\notim 510", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 26", "pong 26\n", QUIET},
    {"time 515\notim 515", NULL, QUIET},
    {"usermove g8f6", MOVE, THINKS},
    /* adjudicated while it is the opponent's turn */
    {"force\nresult 1/2-1/2 {Draw by adjudication}", NULL, QUIET},
    {"ping 27", "pong 27\n", QUIET},
    /* the next game, adjudicated during our search */
    {"new\nforce", NULL, QUIET},
    CUTECHESS_BEGINS("level 0 60 0", "easy", "28"),
    {"time 360000\notim 360000", NULL, QUIET},
    {"go", NULL, AT_WORK},
    {"?\nforce\nresult 0-1 {White loses on time}\nping 29", "pong 29\n", MAY},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Pings while pondering; the first move comes in force mode. */
static const Line cutechess_black[] = {
    CUTECHESS_GREETS,
    {"new\nforce", NULL, QUIET},
    CUTECHESS_BEGINS("level 0 0:05 0.1\nsd 8", "hard", "4"),
    {"usermove g1f3", NULL, QUIET},
    {"ping 3", "pong 3\n", QUIET},
    {"time 510\notim 510", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 26", "pong 26\n", MAY},
    {"time 515", NULL, MAY},
    {"otim 515", NULL, MAY},
    {"(hit)", MOVE, MAY},
    {"ping 11", "pong 11\n", MAY},
    {"time 515", NULL, MAY},
    {"otim 515", NULL, MAY},
    {"(miss)", MOVE, THINKS},
    {"ping 12", "pong 12\n", MAY},
    {"force", NULL, MAY},
    {"result 1-0 {Black's connection stalls}", NULL, QUIET},
    {"ping 27", "pong 27\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* A position with Black to move: a null move first, without usermove, then the FEN. */
static const Line cutechess_position[] = {
    CUTECHESS_GREETS,
    {"new\nforce\nb2b3", NULL, QUIET},
    {"setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", NULL, QUIET},
    CUTECHESS_BEGINS("sd 5", "easy", "4"),
    {"time 8640000\notim 8640000", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 5", "pong 5\n", QUIET},
    {"time 8640000\notim 8640000", NULL, QUIET},
    {"usermove g1f3", MOVE, THINKS},
    /* our mate ends a game: claimed once, and no further moves */
    {"force\nresult * {Both engines are fine}", NULL, QUIET},
    {"ping 6", "pong 6\n", QUIET},
    {"new\nforce", NULL, QUIET},
    {"setboard " MATE_IN_1, NULL, QUIET},
    CUTECHESS_BEGINS("sd 5", "easy", "7"),
    {"time 8640000\notim 8640000", NULL, QUIET},
    {"go", MATES, THINKS},
    {"force\nresult 1-0 {White mates}", NULL, QUIET},
    {"ping 8", "pong 8\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Mated by the opponent: the result, and no move. */
static const Line cutechess_mated[] = {
    CUTECHESS_GREETS,
    {"new\nforce\nb2b3\nsetboard r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", NULL, QUIET},
    CUTECHESS_BEGINS("sd 5", "easy", "4"),
    {"usermove a8a1", "0-1 \\{Black mates\\}\n", QUIET},
    {"ping 5", "pong 5\n", QUIET},
    {"result 0-1 {Black mates}", NULL, QUIET},
    {"ping 6", "pong 6\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* st=0.5 arrives as `st 0`: the clock decides; then nodes=1000. */
static const Line cutechess_limits[] = {
    CUTECHESS_GREETS,
    {"new\nforce", NULL, QUIET},
    CUTECHESS_BEGINS("st 0", "easy", "4"),
    {"time 50\notim 50", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"force\nresult * {}", NULL, QUIET},
    {"ping 5", "pong 5\n", QUIET},
    {"new\nforce", NULL, QUIET},
    CUTECHESS_BEGINS("st 1\nnps 1000", "easy", "6"),
    {"time 100\notim 100", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"usermove g8f6", MOVE, THINKS},
    /* infinite */
    {"new\nforce", NULL, QUIET},
    CUTECHESS_BEGINS("st 86400", "easy", "7"),
    {"time 8640000\notim 8640000", NULL, QUIET},
    {"go", NULL, AT_WORK},
    {"?", MOVE, MAY},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Castling rights of the outermost rooks. */
static const Line cutechess_960[] = {
    CUTECHESS_GREETS,
    {"new\nvariant fischerandom\nforce\nb2b3", NULL, QUIET},
    {"setboard 1rk4r/8/8/8/8/8/8/1RK1R3 b KQkq - 0 1", NULL, QUIET},
    CUTECHESS_BEGINS("level 0 0:05 0.1\nsd 8", "easy", "4"),
    {"usermove O-O-O", NULL, QUIET},
    {"ping 5", "pong 5\n", QUIET},
    {"time 510\notim 510", NULL, QUIET},
    {"go", "move " CASTLE "\n", THINKS},
    {"force\nresult 1/2-1/2 {Draw by adjudication: SyzygyTB}", NULL, QUIET},
    {"ping 6", "pong 6\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* --- python-chess, as lichess-bot uses it ---------------------------------------------------- */

#define PYTHON_GREETS                                                                              \
    {"xboard", "\n", QUIET}, {"protover 2", FEATURES, QUIET}, {"rejected sigterm", NULL, QUIET},   \
        {"rejected usermove", NULL, QUIET}, {"accepted memory", NULL, QUIET}, {                    \
        "accepted smp", NULL, QUIET                                                                \
    }

/* python-chess repeats all settings before every move. */
#define PYTHON_LIMITS(first, second)                                                               \
    {first, NULL, QUIET}, {second, NULL, QUIET}, {"time 29700", NULL, QUIET},                      \
        {"otim 30000", NULL, QUIET}, {                                                             \
        "post", NULL, QUIET                                                                        \
    }

static const Line python_game[] = {
    PYTHON_GREETS,
    {"memory 16\ncores 1\noption MoveOverhead=100\nnew\nrandom\nname GM Foo Bar", NULL, QUIET},
    {"rating 2400 2500\ncomputer\nforce", NULL, QUIET},
    PYTHON_LIMITS("level 0 4:57 3.0", "sd 8"),
    {"easy", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 40001", "pong 40001\n", QUIET},
    {"force\ng8f6", NULL, QUIET},
    PYTHON_LIMITS("level 0 4:55 3.0", "sd 8"),
    {"draw\neasy", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 40002", "pong 40002\n", QUIET},
    /* half a second; then a node limit */
    {"force\nf6g8\nsd 0\nst 0.5\npost\neasy", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 40003", "pong 40003\n", QUIET},
    {"force\nremove\nundo\nnps 1\nst 5000\nnopost\neasy", NULL, QUIET},
    {"go", MOVE, QUIET},
    {"ping 40004", "pong 40004\n", QUIET},
    /* the server ends the game */
    {"force\nresult 1-0 {White mates}", NULL, QUIET},
    {"ping 40005", "pong 40005\n", QUIET},
    {"new\nforce", NULL, QUIET},
    {"setboard " ROOKS, NULL, QUIET},
    PYTHON_LIMITS("level 0 4:57 3.0", "sd 8"),
    {"easy", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 40006", "pong 40006\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/*
 * With pondering: thinking output may not come before the pong; pondering or a search is stopped.
 * In a position where a draw could be claimed, python-chess requests a move all the same.
 */
static const Line python_ponder[] = {
    PYTHON_GREETS,
    {"new\nforce", NULL, QUIET},
    PYTHON_LIMITS("level 0 4:57 3.0", "sd 8"),
    {"hard", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 1", "pong 1\n", MAY},
    {"easy", NULL, MAY},
    {"ping 2", "pong 2\n", QUIET},
    {"force\ng8f6", NULL, QUIET},
    PYTHON_LIMITS("level 0 4:57 3.0", "sd 60"),
    {"hard", NULL, QUIET},
    {"go", NULL, AT_WORK},
    {"?\neasy\nping 3", MOVE "pong 3\n", MAY},
    {"new\nforce\ng1f3\ng8f6\nf3g1\nf6g8\ng1f3\ng8f6\nf3g1\nf6g8", NULL, QUIET},
    PYTHON_LIMITS("level 0 4:57 3.0", "sd 8"),
    {"easy", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"ping 4", "pong 4\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* Analysis of two moves only, stopped by a question, `exit` and a ping. */
static const Line python_analysis[] = {
    PYTHON_GREETS,
    {"new\nforce\nexclude all\ninclude e2e4\ninclude d2d4\npost", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(info)", NULL, MAY},
    {".\nexit\nping 7", "stat01: [0-9]+ [0-9]+ [0-9]+ [0-2] 2( [ed]2[ed]4)?\npong 7\n", MAY},
    {"force\ne2e4\npost", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(info)", NULL, MAY},
    {".\nexit\nping 8", STAT01 "pong 8\n", MAY},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* lichess-bot offers draws before `go`; a new game ends an offer. */
static const Line python_draw[] = {
    PYTHON_GREETS,
    {"new\nforce\nsetboard 6k1/5ppp/8/8/8/8/1QR2PPP/6K1 b - - 0 1\nsd 8\ndraw", NULL, QUIET},
    {"post\neasy", NULL, QUIET},
    {"go", "offer draw\n" MOVE, THINKS},
    {"ping 8208", "pong 8208\n", QUIET},
    {"force\nf2f3", NULL, QUIET},
    {"go", MOVE, THINKS},
    {"force\ndraw\nnew\nforce\nsetboard 6k1/5ppp/8/8/8/8/1QR2PPP/6K1 b - - 0 1", NULL, QUIET},
    {"sd 8\ngo", MOVE, THINKS},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* analyse(root_moves=...), then play(): python-chess never includes the other moves again. */
static const Line python_root_moves[] = {
    PYTHON_GREETS,
    {"new\nforce", NULL, QUIET},
    {"setboard " MATE_IN_1, NULL, QUIET},
    {"exclude all\ninclude g1f1\npost", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(info)", NULL, MAY},
    {".\nexit\nping 57360", STAT01 "pong 57360\n", MAY},
    {"force\nsd 5\neasy", NULL, QUIET},
    {"go", MATES, THINKS},
    {"ping 2", "pong 2\n", QUIET},
    /* no move at all */
    {"new\nforce\nsd 0\nexclude all", NULL, QUIET},
    {"analyze", NULL, MAY},
    {"(speaks)", "telluser All moves are excluded, so all are searched\n", MAY},
    {"(info)", NULL, MAY},
    {"include e2e4", NULL, MAY},
    {"exclude e2e4\ninclude d2d4", NULL, MAY},
    {"(speaks)", NULL, MAY},
    {"exit\nping 3", "pong 3\n", MAY},
    {"analyze", NULL, MAY},
    {".\nexit\nping 4", "stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 20( " BARE ")?\npong 4\n", MAY},
    /* an illegal position */
    {"setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror Illegal position\n", QUIET},
    {"analyze", "Error \\(command not legal now\\): analyze\n", QUIET},
    {".\nexit\nping 5", "pong 5\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* DreamChess 0.3 speaks version 1. */
static const Line dreamchess[] = {
    {"xboard", "\n", QUIET},  {"new", NULL, QUIET}, {"random", NULL, QUIET}, {"sd 1", NULL, QUIET},
    {"depth 1", NULL, QUIET}, {"go", MOVE, QUIET},  {"quit", NULL, QUIET},   {NULL, NULL, QUIET},
};

static const Line python_960[] = {
    PYTHON_GREETS,
    {"new\nvariant fischerandom\nforce", NULL, QUIET},
    {"setboard rknrqnbb/pppppppp/8/8/8/8/PPPPPPPP/RKNRQNBB w DAda - 0 1", NULL, QUIET},
    PYTHON_LIMITS("level 0 4:57 3.0", "sd 8"),
    {"easy", NULL, QUIET},
    {"go", "move " CASTLE "\n", THINKS},
    {"ping 1", "pong 1\n", QUIET},
    {"quit", NULL, QUIET},
    {NULL, NULL, QUIET},
};

/* --- replaying ------------------------------------------------------------------------------- */

/* Accepts or rejects every feature, one per line, without an answer. */
static void answer_features(Talk *t, const char *rejected) {
    Word all = word_of(t->said), line, name;

    while ((line = tests_cut(&all, '\n')).length || all.length) {
        bool quoted = false;

        if (!word_is(text_word(&line), "feature"))
            continue;
        while ((name = tests_cut(&line, '=')).length) {
            Word list = word_of(rejected), word;
            char answer[64];
            bool good = true;

            name = text_rest(name);
            while ((word = text_word(&list)).length)
                good =
                    good && !(word.length == name.length && !memcmp(word.at, name.at, name.length));
            for (; line.length && (quoted || *line.at != ' '); line.at++, line.length--)
                quoted ^= *line.at == '"';
            snprintf(answer, sizeof answer, "%s %.*s", good ? "accepted" : "rejected",
                     (int)name.length, name.at);
            if (!all.length)
                return; /* done=1 */
            talk(t, answer);
        }
    }
    ck_abort_msg("no features");
}

/* Sends several lines at once: all are in the mailbox before the first one is handled. */
static void send(Talk *t, const char *lines) {
    Word rest = word_of(lines);

    while (rest.length) {
        const Word line = tests_cut(&rest, '\n');
        char buffer[256];

        ck_assert_uint_lt(line.length, sizeof buffer);
        snprintf(buffer, sizeof buffer, "%.*s", (int)line.length, line.at);
        t->hold = rest.length > 0;
        talk(t, buffer);
    }
}

/*
 * Splits the output from `from` on into answers and thinking output. Returns the lines of thinking
 * output.
 */
static int answer_from(const Talk *t, size_t from, char *out, size_t size) {
    Word said = {t->said + from, t->length - from};
    size_t n = 0;
    int thoughts = 0;

    while (said.length) {
        const Word line = tests_cut(&said, '\n');
        char buffer[1024];

        snprintf(buffer, sizeof buffer, "%.*s\n", (int)line.length, line.at);
        if (is_thinking(buffer)) {
            thoughts++;
        } else {
            ck_assert_uint_lt(n + line.length + 1, size);
            n += (size_t)snprintf(out + n, size - n, "%s", buffer);
        }
    }
    out[n] = '\0';
    return thoughts;
}

static void replay(const Line *line) {
    Talk t;

    talk_start(&t, protocols, check_line);
    for (; line->send; line++) {
        const size_t from = t.length;
        char answer[8192], pattern[2048];
        int thoughts;

        if (starts(line->send, "(features)"))
            answer_features(&t, line->send + strlen("(features)"));
        else
            send(&t, line->send);
        if (line->lines != AT_WORK)
            talk_wait(&t);
        thoughts = answer_from(&t, from, answer, sizeof answer);
        snprintf(pattern, sizeof pattern, "^%s$", line->answer ? line->answer : "");
        CLAIM(matches(answer, pattern), "\"%s\" is answered by\n\"%s\" instead of\n\"%s\" in:\n%s",
              line->send, answer, line->answer ? line->answer : "", t.said);
        CLAIM(line->lines != QUIET || !thoughts, "thinking at \"%s\":\n%s", line->send, t.said);
        CLAIM(line->lines != THINKS || thoughts, "no thinking at \"%s\":\n%s", line->send, t.said);
        if (strcmp(line->send, "quit"))
            CLAIM(!t.f.leaving, "it has left at \"%s\"", line->send);
    }
    ck_assert(t.f.leaving);
    finish(&t);
}

#define REPLAY(name)                                                                               \
    START_TEST(name##_replayed) {                                                                  \
        replay(name);                                                                              \
    }
REPLAY(xboard_white)
REPLAY(xboard_black)
REPLAY(xboard_st)
REPLAY(xboard_nps)
REPLAY(xboard_positions)
REPLAY(xboard_analysis)
REPLAY(xboard_edit)
REPLAY(xboard_960)
REPLAY(xboard_person)
REPLAY(cutechess_white)
REPLAY(cutechess_black)
REPLAY(cutechess_position)
REPLAY(cutechess_mated)
REPLAY(cutechess_limits)
REPLAY(cutechess_960)
REPLAY(python_game)
REPLAY(python_ponder)
REPLAY(python_analysis)
REPLAY(python_draw)
REPLAY(python_root_moves)
REPLAY(python_960)
REPLAY(dreamchess)

/* Scid 4.7 and PyChess 1.0 take any numbers after the first four for moves. */
START_ROWS(four_numbers, 2) {
    static const char *const rejected[] = {"rejected exclude", "rejected highlight"};
    Talk t;

    talk_start(&t, protocols, check_line);
    talk(&t, "xboard");
    talk(&t, "protover 2");
    talk(&t, rejected[_i]);
    talk(&t, "post");
    talk(&t, "sd 3");
    talk(&t, "go");
    talk_wait(&t);
    ck_assert(matches(t.said, "\n[0-9]+ -?[0-9]+ [0-9]+ [0-9]+\t"));
    ck_assert(!matches(t.said, "\n[0-9]+ -?[0-9]+ [0-9]+ [0-9]+ [0-9]"));
    talk_end(&t);
}

int main(void) {
    return tests_run("traces");
}
