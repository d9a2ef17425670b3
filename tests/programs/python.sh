#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/python.sh [POSITIONS]: the Python module as `make install-library` installs it, the programs of
# library/ in C, C++ and Python, and the rules against python-chess in random positions (2000), where it is installed.
# Its last line tells how long both take for the legal moves; no test depends on it.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
positions=${1:-2000}
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || {
    echo "skipped: no python3 of version 3.9 or newer"
    exit 77
}

patience=300
says "it is installed" 0 "^installed: " make -s PREFIX="$work/usr" pythondir="$work/usr/lib/python" install-library
export PYTHONPATH="$work/usr/lib/python${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1
unset ALULA_LIBRARY
examples=$work/usr/share/doc/alula/library
holds "its examples" python3 -m doctest "$work/usr/lib/python/alula.py"

mkdir "$work/alone"
cp contrib/python/alula.py "$work/alone"
says "another library" 1 'ImportError: libalula cannot be loaded: .*nowhere' \
    env PYTHONPATH="$work/alone" ALULA_LIBRARY="$work/nowhere" python3 -c 'import alula'
says "a library by name" 0 '^1\.' \
    env PYTHONPATH="$work/alone" ALULA_LIBRARY="$work/usr/lib/libalula.so" python3 -c 'import alula; print(alula.version())'
says "no library" 1 'ImportError: libalula is not installed' env PYTHONPATH="$work/alone" python3 -c '
import ctypes.util
ctypes.util.find_library = lambda name: None
import alula'
libc=$(python3 -c 'import ctypes.util; print(ctypes.util.find_library("c") or "")')
[ -z "$libc" ] || says "a strange library" 1 'ImportError: .* is older than this module: it has no alula_version' \
    env ALULA_LIBRARY="$libc" python3 -c 'import alula'

# Bad input: the sentence, and nothing has changed.
cat >"$work/bad.py" <<'END'
import alula
from alula import *

board, engine, over = Board(), Engine(hash=1), Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
for call, kind, words in (
    (lambda: board.set_fen("x"), ValueError, "an unknown letter"),
    (lambda: board.push_san("e5"), IllegalMoveError, "not legal"),
    (lambda: board.push_san("e4\0"), ValueError, "NUL"),
    (lambda: board.push("e7e5"), IllegalMoveError, "not your turn"),
    (lambda: board.push(None), TypeError, "a move is expected"),
    (lambda: board.pop(), IndexError, "no move to take back"),
    (lambda: board.piece_at(64), ValueError, "no square 64"),
    (lambda: parse_square("i9"), ValueError, "no square"),
    (lambda: board.perft(2**32 + 3), ValueError, "not a number from 0"),
    (lambda: parse_games(3), TypeError, "bytes"),
    (lambda: board and Game().add_variation("e9e4"), ValueError, "not a move"),
    (lambda: str(Game().add_variation("e2e5").parent), IllegalMoveError, "not legal"),
    (lambda: str(Game(board, {"A B": "x"})), ValueError, "the name of a tag"),
    (lambda: next(read_games("/nonexistent")), FileNotFoundError, "No such file"),
    (lambda: engine.play(board, Limit(time=float("nan"))), ValueError, "out of range"),
    (lambda: engine.play(3, Limit(depth=1)), TypeError, "a board is expected"),
    (lambda: engine.play(board, Limit(depth=1), root_moves=["e2e5"]), IllegalMoveError, "not legal"),
    (lambda: engine.configure(hash=2, x=1), ValueError, "no option"),
    (lambda: engine.configure(network="/nonexistent"), OSError, "no such file"),
    (lambda: Engine(hash=0), ValueError, "above 0"),
):
    try:
        print("no error:", words, call())
    except Exception as error:
        if not isinstance(error, kind) or words not in str(error):
            print(f"{type(error).__name__}: {error} instead of {words}")
assert board == Board() and not board.move_stack
assert engine.play(over, Limit(depth=1)).move is None
engine.close()
engine.close()
try:
    engine.play(board, Limit(depth=1))
except EngineError as error:
    print(error)
END
says "bad input" 0 '^the engine is closed$' python3 "$work/bad.py"
says "bad input: nothing else" 0 '^1$' sh -c "python3 '$work/bad.py' | wc -l | tr -d ' '"

# Searches that wait, iterate, are stopped from elsewhere, and are left running.
cat >"$work/searches.py" <<'END'
import asyncio, copy, os, pickle, sys, threading
from alula import *

board = Board()
board.push_san("d4")
assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board
engine = Engine(hash=1)
lines = engine.analyse(board, Limit(depth=4), multipv=3)
assert [line["multipv"] for line in lines] == [1, 2, 3] and len({line["pv"][0] for line in lines}) == 3
assert sum(lines[0]["wdl"]) == 1000 and lines[0]["score"] >= lines[2]["score"]
for nodes in range(500, 30000, 2900):
    lines = engine.analyse(board, Limit(nodes=nodes), multipv=4)
    assert [line["multipv"] for line in lines] == [1, 2, 3, 4] and len({line["pv"][0] for line in lines}) == 4
assert engine.analyse(board, Limit(depth=3), root_moves=["a7a6"])["pv"][0] == "a7a6"
assert [info["depth"] for info in engine.analysis(board, Limit(depth=4))][-1] == 4
left = engine.analysis(board)
assert next(left)["pv"]
assert engine.play(board, Limit(nodes=500)).move in board.legal_moves  # stops the one before
assert left.wait()["pv"]
ended = threading.Event()


def stop_often():
    """Stops again and again: the first time may come before the search."""
    while not ended.wait(0.1):
        engine.stop()


stopper = threading.Thread(target=stop_often)
stopper.start()
assert engine.analyse(board, Limit())["pv"]
ended.set()
stopper.join()


async def main():
    assert (await engine.async_play(board, Limit(depth=3))).move in board.legal_moves
    assert len(await engine.async_analyse(board, Limit(depth=3), multipv=2)) == 2
    async with engine.analysis(board) as analysis:
        async for info in analysis:
            if info["depth"] > 3:
                break
    async for info in engine.analysis(board, Limit(depth=3)):
        pass
    assert info["depth"] == 3
    task = asyncio.create_task(engine.async_play(board, Limit()))
    await asyncio.sleep(0.05)
    try:
        await engine.async_play(board, Limit(depth=1))
    except EngineError as error:
        print(error)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("canceled")
    assert (await engine.async_play(board, Limit(depth=1))).move


asyncio.run(main())
sys.stdout.flush()
child = os.fork()
if not child:
    try:
        engine.play(board, Limit(depth=1))
    except EngineError as error:
        print(error)
    assert Engine(hash=1).play(board, Limit(depth=1)).move
    sys.exit()
assert os.waitpid(child, 0)[1] == 0
other = Engine(hash=1).analysis(board)
next(other)
print("left")
END
says "searches" 0 '^left$' python3 "$work/searches.py"
says "searches: busy" 0 'the engine is searching: stop it, and wait for the end' echo "$output"
says "searches: canceled" 0 '^canceled$' echo "$output"
says "searches: fork" 0 '^the engine was made before fork' echo "$output"

# The programs.
printf '%s\n\n' '1. f3 e5 2. g4 Qh4# 0-1' '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0' >"$work/games.pgn"
says "analyse.py" 0 '^ *#\+1 \([0-9/]*\)  1\. Rd8#' python3 "$examples/analyse.py" '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1'
says "analyse.py: a bad FEN" 1 '^analyse.py: an unknown letter' python3 "$examples/analyse.py" x
cc=${CC:-cc} cxx=${CXX:-c++}
case $cc:$(command -v "$cxx") in gcc:* | cc:*) ;; *) cxx=clang++ ;; esac
# shellcheck disable=SC2086 # lists of words
for program in "$cc -std=c11 $examples/blunders.c" "$cxx -std=c++17 $examples/bot.cc"; do
    if command -v ${program%% *} >/dev/null; then
        name=${program##*/}
        holds "$name" $program -Wall -Wextra -Wpedantic -Werror -I"$work/usr/include" "$work/usr/lib/libalula.a" -pthread -lm -o "$work/${name%.*}"
    else
        skip "no ${program%% *}"
    fi
done
if [ -x "$work/blunders" ]; then
    says "blunders.c" 0 '^game 1: 2\. g4 loses [0-9.]+, better is ' "$work/blunders" "$work/games.pgn"
    says "blunders.c: no file" 1 '^usage: ' "$work/blunders" "$work/none.pgn"
fi
if [ -x "$work/bot" ]; then
    printf '%s\n' e4 e9 quit >"$work/moves"
    input=$work/moves
    says "bot.cc" 0 '^that is not a move$' "$work/bot"
    input=/dev/null
fi

# python-chess: what both say of positions of random games, a fourth of them of Chess960.
cat >"$work/compare.py" <<'END'
import io, pickle, random, sys, time
import alula, chess, chess.engine, chess.pgn

wanted, rng, seen, faults, kept, ends = int(sys.argv[1]), random.Random(7), 0, 0, [], {}


def differ(what, ours, theirs, board):
    global faults
    if ours != theirs:
        faults += 1
        print(f"{what}: {ours} instead of {theirs}: {board.fen()} after {[move.uci() for move in board.move_stack]}")


def compare(ours, theirs):
    legal = list(theirs.legal_moves)
    differ("legal moves", sorted(ours.legal_moves), sorted(move.uci() for move in legal), theirs)
    differ("FEN", ours.fen(), theirs.fen(), theirs)
    differ("SAN", [ours.san(move) for move in legal], [theirs.san(move) for move in legal], theirs)
    differ("check", ours.is_check(), theirs.is_check(), theirs)
    differ("checks", [ours.gives_check(move) for move in legal], [theirs.gives_check(move) for move in legal], theirs)
    differ("captures", [ours.is_capture(move) for move in legal], [theirs.is_capture(move) for move in legal], theirs)
    differ("castling", ours.castling_rights, theirs.clean_castling_rights(), theirs)
    differ("text", str(ours), str(theirs), theirs)
    differ("ply", ours.ply(), theirs.ply(), theirs)
    square = rng.randrange(64)
    differ("piece", ours.piece_at(square) or "None", str(theirs.piece_at(square)), theirs)
    differ("attackers", ours.attackers(True, square), list(theirs.attackers(True, square)), theirs)
    a, b = ours.outcome(), theirs.outcome()
    if a and b and a.termination is alula.Termination.STALEMATE and theirs.is_insufficient_material():
        b.termination = chess.Termination.STALEMATE  # both apply
    differ("outcome", a and (a.termination.name, a.winner), b and (b.termination.name, b.winner), theirs)
    differ("result", ours.result(), theirs.result(), theirs)
    if not b:
        claimed = ours.outcome(claim_draw=True)
        claims = theirs.is_repetition(3) or theirs.is_fifty_moves()
        differ("claims", bool(claimed), claims, theirs)
        a = a or claimed
    ends[a and a.termination.name] = ends.get(a and a.termination.name, 0) + 1
    return b or ours.is_game_over()


for fen in (  # mates, stalemates, captures en passant that are pinned, or answer a check
    "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/8/1K6/8/5B2/8/8/8 b - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
):
    compare(alula.Board(fen), chess.Board(fen))
games = 0
while seen < wanted:
    games += 1
    theirs = chess.Board.from_chess960_pos(rng.randrange(960)) if games % 4 == 0 else chess.Board()
    theirs.chess960 = games % 4 == 0
    if games % 5 == 1:  # an ending
        theirs = chess.Board(rng.choice(["8/8/4k3/8/8/3QK3/8/8 w", "8/P6k/8/8/8/8/K6p/8 b", "4k3/8/8/8/8/8/8/RN2K2R w"]) + " - - 0 1")
        theirs.halfmove_clock = rng.choice([0, 90, 140])
    ours = alula.Board(theirs, chess960=theirs.chess960)
    back = games % 3 == 0  # often there and back again
    while seen < wanted:
        seen += 1
        if compare(ours, theirs) or len(theirs.move_stack) > 150:
            break
        if seen % 10 == 0:
            kept.append((ours.copy(), theirs.copy()))
        moves = list(theirs.legal_moves)
        move = rng.choice(moves)
        if back and len(theirs.move_stack) > 1 and rng.random() < 0.8:
            last = theirs.move_stack[-2]
            move = next((m for m in moves if m.from_square == last.to_square and m.to_square == last.from_square), move)
        ours.push(move) if seen % 2 else ours.push_san(theirs.san(move))
        theirs.push(move)
    there = ours.to_chess()
    differ("to_chess()", (there, there.move_stack), (theirs, theirs.move_stack), theirs)
    differ("Board()", alula.Board(theirs), ours, theirs)
    if games % 10 < 2:
        game = chess.pgn.read_game(io.StringIO(str(alula.Game(ours, {"White": "A"}))))
        differ("PGN", (game.end().board().fen(), game.headers["White"]), (theirs.fen(), "A"), theirs)
        text = str(chess.pgn.Game.from_board(theirs))
        differ("PGN read", next(alula.parse_games(text)).mainline_moves(), ours.move_stack, theirs)
        while ours.move_stack:
            differ("pop()", ours.pop(), theirs.pop().uci(), theirs)
        differ("the first position", ours.fen(), theirs.fen(), theirs)

def grow(node, depth):
    """Adds random variations, comments and marks to a node of either module."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        moves = [move.uci() for move in node.board().legal_moves if not any(move == n.move for n in node.variations)]
        if depth and moves:
            child = node.add_variation(chess.Move.from_uci(rng.choice(sorted(moves))))
            child.comment, child.nags = rng.choice(["", "a " * rng.randrange(60)]).strip(), set(rng.sample(range(1, 256), rng.randrange(3)))
            child.starting_comment = rng.choice(["", "so"]) if node.variations[0] is not child else ""
            grow(child, depth - 1)


def tree(node):
    return [(str(n.move), " ".join(n.comment.split()), n.starting_comment, sorted(n.nags), tree(n)) for n in node.variations]


for _ in range(wanted // 100):
    theirs = chess.pgn.Game()
    theirs.comment = rng.choice(["", "first"])
    grow(theirs, 5)
    ours = next(alula.parse_games(str(theirs)))
    differ("a tree read", (ours.comment, tree(ours)), (theirs.comment, tree(theirs)), theirs.board())
    differ("a tree written", tree(chess.pgn.read_game(io.StringIO(str(ours)))), tree(theirs), theirs.board())
    ours = alula.Game()
    grow(ours, 3)
    differ("a tree made", tree(next(alula.parse_games(str(ours)))), tree(ours), theirs.board())
    differ("a tree made, theirs", tree(chess.pgn.read_game(io.StringIO(str(ours)))), tree(ours), theirs.board())
    differ("a copy", str(pickle.loads(pickle.dumps(ours))), str(ours), theirs.board())

with alula.Engine(hash=1) as engine:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    result = engine.play(board, chess.engine.Limit(depth=3), root_moves=[chess.Move.from_uci("e1g1")])
    board.push(result.move)
    differ("a move of the engine", board.peek(), chess.Move.from_uci("e1g1"), board)


def microseconds(list_of):
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        for board in list_of:
            list(board.legal_moves)
        best = min(best, time.perf_counter() - start)
    return best / len(list_of) * 1e6


print(sorted(ends.items(), key=str))
a, b = microseconds([a for a, _ in kept]), microseconds([b for _, b in kept])
print(f"{faults} differences in {seen} positions; list(board.legal_moves): {a:.2f} us, python-chess {b:.2f} us, {b / a:.1f} times")
END
if python3 -c 'import chess.engine, chess.pgn' 2>/dev/null; then
    says "python-chess" 0 "^0 differences in $positions positions" python3 "$work/compare.py" "$positions"
    printf '%s\n' "$output" | tail -n 1
else
    skip "no python-chess"
fi

make -s PREFIX="$work/usr" pythondir="$work/usr/lib/python" uninstall-library
holds "nothing is left" [ -z "$(find "$work/usr" -type f -o -type l)" ]
finish
