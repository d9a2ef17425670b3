#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
python_chess.py [--trace DIR] [--games N] [--only WORD] [--protocol xboard|uci] ENGINE

Drives ENGINE through python-chess in both of its protocols and fails, a line for each fault, on
any exception, on any warning of python-chess but the expected ones, and on any information that
is not about the move it came with.

Needs python-chess (set PYTHONPATH if it is not installed). With --trace the conversation of each
check is written to DIR: the time in seconds, > to the engine, < from it.
"""

import argparse
import contextlib
import logging
import os
import random
import re
import sys
import tempfile
import threading
import time

import chess
import chess.engine
import chess.polyglot
from chess.engine import INFO_ALL, Cp, EngineError, EngineTerminatedError, Limit, Mate

PROTOCOLS = ("xboard", "uci")

# What python-chess warns of although the protocol wants it.
EXPECTED = (
    r"Rejecting feature sigterm=0$",  # python-chess ends programs by SIGTERM
    r"Unexpected engine output: 'stat01: [0-9 a-hqrbn]+'$",  # the answer to "."
    r"Future exception was never retrieved.*EngineTerminatedError",  # quit() while a move is due
    r"during asyncio.run\(\) shutdown.*EngineTerminatedError",  # close() while a move is due
)

# Positions.
MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
MIDDLE = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"
LOST = "6k1/5ppp/8/8/8/8/1QR2PPP/6K1 b - - 0 1"
WON = "6k1/5ppp/8/8/8/8/1QR2PPP/6K1 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
BARE_KINGS = "8/8/4k3/8/8/4K3/8/8 w - - 0 1"
EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"
TWO_KINGS = "k7/8/8/8/8/8/8/KK6 w - - 0 1"
IN_CHECK = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"


class Watch(logging.Handler):
    """Collects what python-chess logs: warnings as faults, lines as the conversation."""

    LINE = re.compile(r"<\w+ \(pid=.*?\)>: (<<|>>) (.*)$", re.S)

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.begin()

    def begin(self, allowed=()):
        self.start = time.monotonic()
        self.allowed = EXPECTED + tuple(allowed)
        self.warnings = []
        self.talk = []
        self.sent = 0

    def emit(self, record):
        text = record.getMessage()
        line = self.LINE.match(text)
        if record.levelno == logging.DEBUG:
            if line:
                to_engine = line.group(1) == "<<"
                self.sent += to_engine
                self.talk.append(
                    f"{time.monotonic() - self.start:9.4f} {'>' if to_engine else '<'} {line.group(2)}"
                )
            return
        if record.levelno < logging.WARNING:
            return
        if record.exc_info and record.exc_info[1]:
            text += f": {record.exc_info[1]}"
        text = re.sub(r"<\w+ \(pid=.*?\)>: ", "", text)
        if not any(re.search(pattern, text, re.S) for pattern in self.allowed):
            self.warnings.append(text)


watch = Watch()


class Lines:
    """Sees every line of thinking that python-chess parses, and says which ones are not about its board."""

    def __init__(self):
        self.last = ""
        self.wrong = []
        self.parse = chess.engine._parse_xboard_post
        chess.engine._parse_xboard_post = self.check

    def check(self, line, board, selector=INFO_ALL):
        result = self.parse(line, board, selector)
        moves = line.partition("\t")[2].split()
        self.last = line
        # python-chess drops a last move that carries a mark of a bound
        marked = bool(moves) and moves[-1][-1] in "!?"
        if selector & chess.engine.INFO_PV and len(result.get("pv", [])) < len(moves) - marked:
            self.wrong.append(line)
        return result


lines = Lines()


class Fault(Exception):
    """An answer that is not what it should be."""


class Session:
    """One engine in one protocol, watched: it is killed when a check lasts too long."""

    def __init__(self, program, protocol):
        self.program, self.protocol = program, protocol
        self.engine = None
        self.late = False
        self.faults = []
        self.count = 0

    def open(self):
        start = chess.engine.SimpleEngine
        start = start.popen_uci if self.protocol == "uci" else start.popen_xboard
        self.engine = start(self.program)
        self.pid = self.engine.transport.get_pid()
        return self.engine

    def __enter__(self):
        self.open()
        return self

    def __exit__(self, *_):
        self.engine.close()

    @contextlib.contextmanager
    def within(self, seconds, what):
        """Kill the engine if the block is not left in time."""
        fired = threading.Event()

        def kill():
            fired.set()
            self.engine.close()

        timer = threading.Timer(seconds, kill)
        timer.start()
        try:
            yield
        except BaseException as error:
            if fired.is_set():
                raise Fault(f"{what}: no answer within {seconds} s") from error
            raise
        finally:
            timer.cancel()

    def fault(self, text):
        self.faults.append(text)


def check_info(session, board, info, what, move=None, root_moves=None):
    """The line is legal, begins with the move, and its score is the mover's."""
    pv = info.get("pv")
    if not info or not pv:
        last = lines.last if session.protocol == "xboard" else ""
        session.fault(f"{what}: no line came with it: {last or short(info)}")
        return
    test = board.copy(stack=False)
    for step in pv:
        if step not in test.legal_moves:
            session.fault(f"{what}: illegal line {' '.join(m.uci() for m in pv)}, board {board.fen()}")
            return
        test.push(step)
    if move is not None and pv[0] != move:
        session.fault(f"{what}: the line begins with {pv[0]}, the move is {move}")
    if root_moves is not None and pv[0] not in root_moves:
        session.fault(f"{what}: the line begins with {pv[0]}, which was excluded")
    score = info.get("score")
    if score is None:
        session.fault(f"{what}: no score")
    elif score.turn != board.turn:
        session.fault(f"{what}: the score is the other side's")


def short(info):
    return {k: (v if k != "pv" else " ".join(m.uci() for m in v)) for k, v in (info or {}).items()}


# --- the checks: each takes a Session; its name and limit in seconds are in the table below ---------


def one_game(session, number, chess960, random_):
    """A game with pondering against a player who follows the expected line or moves at random."""
    engine = session.engine
    if chess960:
        board = chess.Board.from_chess960_pos(random_.randrange(960))
    else:
        board = chess.Board()
    if number % 4 == 3:
        for _ in range(2 + random_.randrange(8)):
            board.push(random_.choice(list(board.legal_moves)))
    ours = board.turn if number % 2 == 0 else not board.turn
    base, increment = ((2.0, 0.05), (1.0, 0.1), (5.0, 0.1))[number % 3]
    clock = {chess.WHITE: base, chess.BLACK: base}
    game, expected, hits, moves = object(), None, 0, 0
    opponent = chess.engine.Opponent("Random", None, 1500, True) if number % 5 == 0 else None
    while not board.is_game_over(claim_draw=True) and moves < 40:
        if board.turn != ours:
            time.sleep(random_.choice((0, 0.01, 0.05)))
            move = expected if expected in board.legal_moves and random_.random() < 0.6 else None
            hits += move is not None
            board.push(move or random_.choice(list(board.legal_moves)))
            continue
        limit = Limit(white_clock=clock[True], black_clock=clock[False], white_inc=increment, black_inc=increment)
        start = time.monotonic()
        what = f"game {number}, move {board.fullmove_number}"
        with session.within(base + 5, what):
            result = engine.play(board, limit, game=game, info=INFO_ALL, ponder=True, opponent=opponent)
        clock[ours] -= time.monotonic() - start
        if clock[ours] < 0:
            session.fault(f"{what}: loss on time by {-clock[ours]:.3f} s")
            break
        clock[ours] += increment
        session.count += 1
        moves += 1
        if result.move is None:
            session.fault(f"{what}: no move")
            break
        check_info(session, board, result.info, f"{what} ({result.move})", result.move)
        board.push(result.move)
        expected = result.ponder
        if expected and expected not in board.legal_moves:
            session.fault(f"{what}: the expected reply {expected} is illegal")
    with session.within(5, f"game {number}, the end"):
        engine.send_game_result(board)
        engine.ping()
    return hits


def games(session, how_many, chess960):
    random_ = random.Random(32)
    hits = sum(one_game(session, n, chess960, random_) for n in range(how_many))
    if not hits and session.protocol == "uci":  # in CECP no hint is given after a ping
        session.fault("the expected reply was never known")


def self_play(session):
    """The engine plays both sides of a game."""
    board, game = chess.Board(), object()
    for _ in range(30):
        with session.within(5, "a move"):
            result = session.engine.play(board, Limit(time=0.05), game=game, info=INFO_ALL)
        check_info(session, board, result.info, f"move {board.fullmove_number}", result.move)
        board.push(result.move)
        session.count += 1


def multipv(session):
    """Several lines, of which each begins with another move."""
    for fen, n in ((chess.STARTING_FEN, 3), (MIDDLE, 8), (MATE_IN_1, 2), (MATE_IN_2, 250)):
        board = chess.Board(fen)
        if session.protocol == "xboard":
            with contextlib.suppress(EngineError):
                session.engine.analyse(board, Limit(time=0.1), multipv=n)
                session.fault("python-chess has no multipv for xboard, yet nothing was raised")
            continue
        with session.within(5, "multipv"):
            infos = session.engine.analyse(board, Limit(depth=8, time=2), multipv=n)
        if len(infos) != min(n, board.legal_moves.count()):
            session.fault(f"multipv {n} on {fen}: {len(infos)} lines")
        if len({i["pv"][0] for i in infos}) != len(infos):
            session.fault(f"multipv {n} on {fen}: lines begin alike")
        for rank, info in enumerate(infos):
            check_info(session, board, info, f"multipv line {rank + 1}")
            if rank and info["score"].relative > infos[rank - 1]["score"].relative:
                session.fault(f"multipv {n} on {fen}: line {rank + 1} is better than the one before")
            session.count += 1
    with session.within(5, "a move after multipv"):
        result = session.engine.play(chess.Board(), Limit(time=0.1), info=INFO_ALL)
    check_info(session, chess.Board(), result.info, "a move after multipv", result.move)


def root_moves(session):
    """Only these moves are analysed, and all moves again in the next search."""
    board = chess.Board(MATE_IN_1)
    some = [chess.Move.from_uci(m) for m in ("g1f2", "g1g2")]
    with session.within(5, "analyse(root_moves)"):
        info = session.engine.analyse(board, Limit(time=0.2), root_moves=some)
    check_info(session, board, info, "analyse(root_moves)", root_moves=some)
    with session.within(5, "play() after analyse(root_moves)"):
        result = session.engine.play(board, Limit(time=0.2), info=INFO_ALL)
    if result.move != chess.Move.from_uci("a1a8"):
        session.fault(f"play() after analyse(root_moves): {result.move} instead of a1a8 mate")
    session.count += 2
    if session.protocol == "uci":
        with session.within(5, "play(root_moves)"):
            result = session.engine.play(board, Limit(time=0.2), root_moves=some, info=INFO_ALL)
        if result.move not in some:
            session.fault(f"play(root_moves): {result.move} was excluded")
        session.count += 1


def root_moves_analyse_again(session):
    """An analysis after one with root_moves is of all moves."""
    board = chess.Board(MATE_IN_1)
    some = [chess.Move.from_uci("g1f2")]
    with session.within(5, "analyse(root_moves)"):
        session.engine.analyse(board, Limit(time=0.2), root_moves=some)
    with session.within(5, "analyse() after analyse(root_moves)"):
        info = session.engine.analyse(board, Limit(time=0.2))
    check_info(session, board, info, "analyse() after analyse(root_moves)", chess.Move.from_uci("a1a8"))
    session.count += 2


def root_moves_none(session):
    """No move at all may be analysed: all are, and the engine does not hang."""
    board = chess.Board(MATE_IN_1)
    for what, moves in (("analyse(root_moves=[])", []), ("the next analyse()", None)):
        with session.within(5, what):
            info = session.engine.analyse(board, Limit(time=0.3), root_moves=moves)
        check_info(session, board, info, what)
        session.count += 1


def root_moves_illegal(session):
    """An illegal move among root_moves is left out, not the whole list."""
    board = chess.Board()
    some = [chess.Move.from_uci(m) for m in ("e2e5", "a2a3", "h2h3")]
    if session.protocol == "xboard":
        return  # python-chess waits for ever after "Illegal move"
    with session.within(5, "analyse(root_moves)"):
        info = session.engine.analyse(board, Limit(time=0.2), root_moves=some)
    check_info(session, board, info, "analyse() with an illegal root move", root_moves=some[1:])
    session.count += 1


def limits(session):
    """Each limit alone, for a move and for an analysis; a game of its own for each."""
    mate2, middle = chess.Board(MATE_IN_2), chess.Board(MIDDLE)
    cases = [
        ("time", middle, Limit(time=0.3)),
        ("depth 1", middle, Limit(depth=1)),
        ("depth 9", middle, Limit(depth=9)),
        ("nodes 1", middle, Limit(nodes=1)),
        ("nodes 5000", middle, Limit(nodes=5000)),
        ("mate 2", mate2, Limit(mate=2)),
        ("clock", middle, Limit(white_clock=3, black_clock=3, white_inc=0.1, black_inc=0.1)),
        ("moves to go", middle, Limit(white_clock=3, black_clock=3, remaining_moves=10)),
    ]
    for name, board, limit in cases:
        for verb in ("play", "analyse"):
            what = f"{verb}({name})"
            if session.protocol == "xboard":
                if verb == "play" and limit.mate:
                    continue  # python-chess sends no limit for it
                if verb == "analyse" and limit.white_clock:
                    continue  # python-chess refuses it
            start = time.monotonic()
            with session.within(8, what):
                if verb == "play":
                    result = session.engine.play(board, limit, game=object(), info=INFO_ALL)
                    info, move = result.info, result.move
                else:
                    info, move = session.engine.analyse(board, limit, game=object()), None
            used = time.monotonic() - start
            check_info(session, board, info, what, move)
            exact = session.protocol == "uci" or verb == "play"
            if limit.depth and info.get("depth", 0) != limit.depth and exact:
                session.fault(f"{what}: depth {info.get('depth')}")
            if limit.nodes and info.get("nodes", 0) > max(limit.nodes, 2) and exact:
                session.fault(f"{what}: {info['nodes']} nodes")
            if limit.time and not limit.time - 0.25 <= used <= limit.time + 0.3:
                session.fault(f"{what}: {used:.2f} s for {limit.time}")
            if limit.mate and info.get("score") and not info["score"].relative >= Mate(limit.mate):
                session.fault(f"{what}: score {info['score']}")
            session.count += 1


def stop_early(session):
    """An analysis without a limit is left after a few lines, in each of the ways there are."""
    board = chess.Board(MIDDLE)
    for way in ("with", "stop", "play", "at once"):
        with session.within(8, f"stop by {way}"):
            if way == "with":
                with session.engine.analysis(board) as analysis:
                    for info in analysis:
                        check_info(session, board, info, way)
                        if info.get("depth", 0) >= 5:
                            break
            elif way == "play":
                session.engine.analysis(board)
                time.sleep(0.2)
                result = session.engine.play(board, Limit(time=0.2), info=INFO_ALL)
                check_info(session, board, result.info, way, result.move)
            else:
                analysis = session.engine.analysis(board)
                if way == "stop":
                    time.sleep(0.3)
                analysis.stop()
                start = time.monotonic()
                best = analysis.wait()
                if time.monotonic() - start > 0.5:
                    session.fault(f"stop: took {time.monotonic() - start:.2f} s")
                if way == "stop" and best.move not in board.legal_moves:
                    session.fault(f"stop: best move {best.move}")
            session.engine.ping()
        session.count += 1


def interrupted(session):
    """A move is due when another command comes: python-chess gives the first one up."""
    board = chess.Board(MIDDLE)
    for ponder in (False, True):
        if session.protocol == "xboard" and not ponder:
            continue  # python-chess waits for ever after its own "?"
        thread = threading.Thread(target=play_long, args=(session.engine, board, ponder))
        thread.start()
        time.sleep(0.3)
        with session.within(5, "analyse() during play()"):
            info = session.engine.analyse(chess.Board(MATE_IN_1), Limit(time=0.2))
        check_info(session, chess.Board(MATE_IN_1), info, "analyse() during play()", chess.Move.from_uci("a1a8"))
        thread.join()
        session.count += 1


def play_long(engine, board, ponder=False, seconds=30):
    with contextlib.suppress(BaseException):  # the future is cancelled, or the engine gone
        engine.play(board, Limit(time=seconds), info=INFO_ALL, ponder=ponder)


def option_values(option):
    """Values to try, the default last."""
    if option.type == "check":
        values = [True, False, bool(option.default)]
    elif option.type in ("spin", "slider"):
        largest = {"hash": 64, "memory": 128, "threads": 2, "cores": 2}.get(option.name.lower(), option.max)
        values = [option.min or 0, largest if largest is not None else 2000, option.default]
    elif option.type == "combo":
        values = [*option.var, option.default]
    elif option.type in ("button", "reset", "save"):
        values = [None]
    else:
        values = [option.default or ""]
    return values


def options_set(session):
    """Every option gets its limits, all its choices, and its default again; a move after each."""
    board = chess.Board()
    for option in list(session.engine.options.values()):
        if option.is_managed() or option.name == "SaveSettings":  # for that see options_read_back()
            continue
        for value in option_values(option):
            what = f"option {option.name} = {value!r}"
            if session.protocol == "xboard" and option.type == "slider":
                with contextlib.suppress(EngineError):  # python-chess does not know sliders
                    session.engine.configure({option.name: 1})
                continue
            with session.within(10, what):
                session.engine.configure({option.name: value})
                session.engine.ping()
            session.count += 1
        with session.within(10, f"a move after option {option.name}"):
            result = session.engine.play(board, Limit(time=0.05), info=INFO_ALL)
        check_info(session, board, result.info, f"a move after option {option.name}", result.move)


def read_settings(path):
    """A settings file as a dictionary with lower-case names without blanks."""
    settings = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, found, value = line.strip().partition("=")
            if found and not line.startswith("#"):
                settings[name.replace(" ", "").lower()] = value.strip()
    return settings


def options_read_back(session):
    """What python-chess set is what the engine saves, and what another start of it loads and saves."""
    names = {
        "xboard": "MoveOverhead MultiPV LimitStrength Elo OwnBook",
        "uci": "Move|Overhead UCI_LimitStrength UCI_Elo OwnBook",
    }
    values = {"moveoverhead": 77, "limitstrength": True, "elo": 1234, "ownbook": True}
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("first set", "second set")]
        for name in names[session.protocol].split():
            name = name.replace("|", " ")
            key = name.replace(" ", "").replace("UCI_", "").lower()
            if key in values:
                session.engine.configure({name: values[key]})
        session.engine.configure({"SettingsFile": files[0], "SaveSettings": None})
        session.engine.ping()
        with Session(session.program, session.protocol) as other:
            other.engine.configure({"SettingsFile": files[0]})
            other.engine.ping()
            other.engine.configure({"SettingsFile": files[1], "SaveSettings": None})
            other.engine.ping()
            other.engine.quit()
        for file in files:
            if not os.path.exists(file):
                session.fault(f"{os.path.basename(file)}: not saved")
                continue
            settings = read_settings(file)
            for key, value in values.items():
                saved = settings.get(key) or settings.get("uci_" + key)
                wanted = {True: ("1", "on", "true"), False: ("0", "off", "false")}.get(value, (str(value),))
                if str(saved).lower() not in wanted:
                    session.fault(f"{os.path.basename(file)}: {key} is {saved!r}, not {value!r}")
                session.count += 1


def book(session):
    """A book's move comes, without lines; so does a move of OpeningMoves."""
    board, rare = chess.Board(), chess.Move.from_uci("a2a3")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a book.bin")
        with open(path, "wb") as file:
            key = chess.polyglot.zobrist_hash(board)
            file.write(key.to_bytes(8, "big") + (16 | 8 << 6).to_bytes(2, "big") + b"\0\1\0\0\0\0")
        for options in ({"BookFile": path, "OwnBook": True}, {"OpeningMoves": "1. a3 e5"}):
            with session.within(5, "a book move"):
                session.engine.configure(options)
                move = session.engine.play(board, Limit(time=0.2), game=object(), info=INFO_ALL, ponder=True).move
                if move != rare:
                    session.fault(f"{next(iter(options))}: {move} instead of {rare}")
                session.engine.configure({"OwnBook": False})
                session.engine.ping()
            session.count += 1


def levels(session):
    """Weak levels play, with lines about the move that is played."""
    uci, random_ = session.protocol == "uci", random.Random(8)
    names = ("Novice", "Club", "Master") if uci else ("Novice (400)", "Club (1600)", "Master (2400)")
    weak = [{"Level": name} for name in names]
    weak.append({"UCI_LimitStrength": True, "UCI_Elo": 400} if uci else {"LimitStrength": True, "Elo": 400})
    if uci:
        weak.append({"Skill Level": 3})
    for options in weak:
        board, game = chess.Board(), object()
        for _ in range(6):
            what = f"{options}, move {board.fullmove_number}"
            with session.within(5, what):
                result = session.engine.play(
                    board, Limit(white_clock=1, black_clock=1), game=game, info=INFO_ALL, ponder=True, options=options
                )
            check_info(session, board, result.info, what, result.move)
            session.count += 1
            board.push(result.move)
            if board.is_game_over():
                break
            board.push(random_.choice(list(board.legal_moves)))


def draw_offers(session):
    """A lost engine accepts, a winning one does not, and an offer does not outlive its game."""
    if session.protocol == "uci":
        return  # UCI has no draw offers
    board = chess.Board(LOST)
    for fen, accepted, offer in ((LOST, True, True), (WON, False, True), (LOST, False, False), (LOST, True, True)):
        board = chess.Board(fen)
        for limit in (Limit(time=0.2), Limit(white_clock=5, black_clock=5)):
            with session.within(8, "draw"):
                result = session.engine.play(board, limit, game=object(), info=INFO_ALL, draw_offered=offer)
            if result.draw_offered != accepted:
                session.fault(
                    f"draw {'offered' if offer else 'not offered'} at {result.info.get('score')}: "
                    f"draw_offered is {result.draw_offered}"
                )
            check_info(session, board, result.info, "draw", result.move)
            session.count += 1


def resign(session):
    """With its option set the engine resigns a lost game."""
    if session.protocol == "uci":
        return  # UCI cannot resign
    session.engine.configure({"Resign": True, "ResignScore": 300})
    board, game = chess.Board(LOST), object()
    for turn in range(8):
        with session.within(5, "resign"):
            result = session.engine.play(board, Limit(time=0.1), game=game, info=INFO_ALL, ponder=True)
        session.count += 1
        if result.resigned:
            if turn < 2:
                session.fault(f"resigned at its move {turn + 1}")
            with session.within(5, "a new game after resigning"):
                session.engine.send_game_result(board, chess.WHITE, "Black resigns")
                result = session.engine.play(chess.Board(), Limit(time=0.1), game=object(), info=INFO_ALL)
            check_info(session, chess.Board(), result.info, "a new game after resigning", result.move)
            return
        board.push(result.move)
        quiet = [m for m in board.legal_moves if board.piece_type_at(m.from_square) == chess.KING]
        board.push(quiet[0])
    session.fault(f"not resigned at {result.info.get('score')}")


def finish(session):
    """quit() and close() in every state: the engine is gone soon, after quit() with status 0."""
    for state in ("idle", "thinking", "pondering", "analysing"):
        for way in ("quit", "close"):
            what = f"{way}() while {state}"
            engine = session.open()
            board, thread, pid = chess.Board(MIDDLE), None, session.pid
            if state == "thinking":
                thread = threading.Thread(target=play_long, args=(engine, board))
                thread.start()
            elif state == "pondering":
                engine.play(board, Limit(white_clock=9, black_clock=9), info=INFO_ALL, ponder=True)
            elif state == "analysing":
                engine.analysis(board)
            time.sleep(0.2)
            start = time.monotonic()
            with session.within(5, what):
                if way == "quit":
                    engine.quit()
                    if engine.returncode.result(2) != 0:
                        session.fault(f"{what}: exit status {engine.returncode.result()}")
            engine.close()
            if thread:
                thread.join()
            while os.path.exists(f"/proc/{pid}") and time.monotonic() - start < 2:
                time.sleep(0.01)
            if time.monotonic() - start > 1:
                session.fault(f"{what}: took {time.monotonic() - start:.2f} s")
            session.count += 1


def finished_games(session):
    """A finished game has no move; its analysis ends, with a score."""
    for fen, name, score in (
        (MATED, "mated", Mate(0)),
        (STALEMATE, "stalemate", Cp(0)),
        (BARE_KINGS, "bare kings", Cp(0)),
    ):
        board = chess.Board(fen)
        for limit in (Limit(time=0.2), Limit(depth=5, time=1)):
            with session.within(5, f"analyse({name})"):
                info = session.engine.analyse(board, limit)
            relative = info["score"].relative if info.get("score") else None
            near = fen == BARE_KINGS and relative in (Cp(-1), Cp(1))  # draws by material are within a centipawn
            if session.protocol == "uci" and relative != score and not near:
                session.fault(f"analyse({name}): {short(info)}, expected the score {score}")
            session.count += 1
        if board.is_checkmate() or board.is_stalemate():
            with session.within(5, f"play({name})"):
                result = session.engine.play(board, Limit(time=0.2), info=INFO_ALL, ponder=True)
            if result.move:  # 0000 is a null move, which is false
                session.fault(f"play({name}): {result.move}")
            session.count += 1
        with session.within(5, f"a move after {name}"):
            result = session.engine.play(chess.Board(MATE_IN_1), Limit(time=0.1), info=INFO_ALL)
        if result.move != chess.Move.from_uci("a1a8"):
            session.fault(f"a move after {name}: {result.move}")


def ponder_to_the_end(session):
    """The expected reply comes after the ponder search has ended by itself: lines come with the move."""
    board, game = chess.Board(MATE_IN_2), object()
    for _ in range(2):
        with session.within(8, "a move"):
            result = session.engine.play(
                board, Limit(white_clock=60, black_clock=60), game=game, info=INFO_ALL, ponder=True
            )
        check_info(session, board, result.info, f"{result.move} after a finished ponder search", result.move)
        board.push(result.move)
        session.count += 1
        if board.is_game_over():
            break
        time.sleep(1)
        board.push(result.ponder or next(iter(board.legal_moves)))


def illegal(session):
    """An illegal position is never played or analysed, whatever was on the board before."""
    session.engine.play(chess.Board(), Limit(time=0.1))
    for fen, name in ((EMPTY, "empty board"), (TWO_KINGS, "two kings"), (IN_CHECK, "king can be taken")):
        board = chess.Board(fen)
        for verb in ("play", "analyse"):
            what, game = f"{verb}({name})", object()
            session.count += 1
            if session.protocol == "xboard" and verb == "analyse":
                # python-chess would wait for ever after the error
                watch.talk.clear()
                with session.within(5, what):
                    session.engine.analysis(board, game=game)
                    time.sleep(0.3)
                    session.engine.ping()
                if not any("< Error" in line and "analyze" in line for line in watch.talk):
                    session.fault(f"{what}: no error")
                continue
            with session.within(3, what):
                try:
                    if verb == "play":
                        answer = session.engine.play(board, Limit(time=0.2), game=game, info=INFO_ALL).move
                    else:
                        answer = session.engine.analyse(board, Limit(time=0.2), game=game).get("pv")
                    if answer:
                        session.fault(f"{what}: {answer}")
                except EngineTerminatedError:
                    raise
                except EngineError as error:
                    # "Error (...)" of CECP is right; a move that python-chess finds illegal is not
                    if session.protocol == "uci" or "Error" not in str(error):
                        session.fault(f"{what}: {error}")
        with session.within(5, f"a move after {name}"):
            result = session.engine.play(chess.Board(), Limit(time=0.1), game=object(), info=INFO_ALL)
        check_info(session, chess.Board(), result.info, f"a move after {name}", result.move)


ILLEGAL = (
    r"Unexpected engine output: 'tellusererror Illegal position",
    r"XBoardAnalysisCommand failed after returning preliminary result.*Error \(command not legal now\)",
)
TOLD = (r"Unexpected engine output: 'telluser ",)
NEW_FILE = (r"Unexpected engine output: 'telluser There is no file ",)

# name, function, further arguments, warnings that are expected here
CHECKS = (
    ("games, pondering", games, (0, False), ()),
    ("games, pondering, Chess960", games, (0, True), ()),
    ("plays both sides", self_play, (), ()),
    ("multipv", multipv, (), ()),
    ("root_moves, then play", root_moves, (), ()),
    ("root_moves, then analyse", root_moves_analyse_again, (), ()),
    ("root_moves: none", root_moves_none, (), TOLD),
    ("root_moves: an illegal one", root_moves_illegal, (), ()),
    ("limits", limits, (), ()),
    ("early stop", stop_early, (), ()),
    ("interrupted", interrupted, (), ()),
    ("options", options_set, (), ()),
    ("options, read back", options_read_back, (), NEW_FILE),
    ("book and opening", book, (), ()),
    ("levels", levels, (), ()),
    ("draw offers", draw_offers, (), ()),
    ("resign", resign, (), ()),
    ("quit and close", finish, (), ()),
    ("finished games", finished_games, (), ()),
    ("pondering to the end", ponder_to_the_end, (), ()),
    ("illegal positions", illegal, (), ILLEGAL),
)


def run(program, protocol, check, how_many, trace):
    """Run one check: the number of things done and its faults."""
    name, function, arguments, allowed = check
    if function is games:
        arguments = (how_many, arguments[1])
    watch.begin(allowed)
    lines.wrong.clear()
    session = Session(program, protocol)
    try:
        if function is finish:
            function(session)
        else:
            with session:
                function(session, *arguments)
                with session.within(5, "quit()"):
                    session.engine.quit()
    except Fault as fault:
        session.fault(str(fault))
    except Exception as error:  # pylint: disable=broad-except
        session.fault(f"{type(error).__name__}: {error}")
    for line in lines.wrong:
        session.fault(f"thinking that is not about the board: {line}")
    session.faults += watch.warnings
    if trace:
        file = f"{protocol}-{re.sub(r'[^a-z0-9]+', '-', name.lower())}.log"
        with open(os.path.join(trace, file), "w", encoding="utf-8") as out:
            out.write(f"# python-chess {chess.__version__}, {protocol}: {name}\n")
            out.write("".join(line + "\n" for line in watch.talk))
            out.write("".join(f"# fault: {fault}\n" for fault in session.faults))
    return session.count, session.faults


def main():
    parser = argparse.ArgumentParser(description="python-chess against an engine")
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=10, help="games of each kind and protocol (default 10)")
    parser.add_argument("--only", default="", help="only checks with WORD in their names")
    parser.add_argument("--protocol", choices=PROTOCOLS)
    parser.add_argument("--trace", metavar="DIR", help="write the conversations to DIR")
    parser.add_argument("--show", type=int, default=3, help="faults of a check that are printed (default 3)")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.engine)
    if not os.access(program, os.X_OK):
        parser.error(f"{program} is not a program")
    if arguments.trace:
        os.makedirs(arguments.trace, exist_ok=True)
    for name in ("chess.engine", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.DEBUG if name == "chess.engine" else logging.WARNING)
        logger.propagate = False
        logger.addHandler(watch)
    print(f"python-chess {chess.__version__}, Python {sys.version.split()[0]}")
    print(f"{'protocol':8} {'check':28} {'done':>5} {'faults':>6} {'seconds':>7}")
    failed = 0
    for protocol in [arguments.protocol] if arguments.protocol else PROTOCOLS:
        for check in CHECKS:
            if arguments.only not in check[0]:
                continue
            start = time.monotonic()
            done, faults = run(program, protocol, check, arguments.games, arguments.trace)
            print(f"{protocol:8} {check[0]:28} {done:5} {len(faults):6} {time.monotonic() - start:7.1f}")
            for fault in faults[: arguments.show]:
                print(f"    {fault}")
            if len(faults) > arguments.show:
                print(f"    and {len(faults) - arguments.show} more", flush=True)
            failed += len(faults)
    print(f"{failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
