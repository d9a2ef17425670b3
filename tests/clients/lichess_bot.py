#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
lichess_bot.py [--checkout DIR] [--protocol xboard|uci] [--only WORD] [--option NAME=VALUE]... [--trace DIR] ENGINE

Lets the real lichess-bot play ENGINE against a small imitation of lichess.org's interface for bots,
which listens on the loopback address only. Games are played with pondering at 5+0.1 and 1+0.1 s,
draws are offered, lost games are to be resigned, and one game is of Chess960. Fails, a line for
each fault, if the engine is started more than once a game, on errors in lichess-bot's log, losses
on time, and results that are not the expected ones.

Needs lichess-bot's checkout (default: ./lichess-bot) and the packages that it wants: python-chess
(set PYTHONPATH if it is not installed), yaml, requests, backoff, rich.
"""

import argparse
import collections
import http.server
import json
import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import chess

BOT, OTHER, TOKEN = "AlulaBot", "Sparring", "none"

LOST = "6k1/5ppp/8/8/8/8/1QR2PPP/6K1 w - - 0 1"  # the bot is Black, its opponent shuffles
DRAWN = "8/5k2/4r3/8/8/3R4/5K2/8 w - - 0 1"

# name, seconds, increment, the bot is White, start, opponent, expected status, protocols
Case = collections.namedtuple("Case", "name base increment white fen opponent ends protocols")
ANY = ("mate", "stalemate", "draw")
BOTH = ("xboard", "uci")
CASES = (
    Case("5+0.1, White", 5, 0.1, True, None, "random", ANY, BOTH),
    Case("5+0.1, Black", 5, 0.1, False, None, "random", ANY, BOTH),
    Case("1+0.1, White", 1, 0.1, True, None, "random", ANY, BOTH),
    Case("1+0.1, Black", 1, 0.1, False, None, "random", ANY, BOTH),
    Case("1+0.1, engine", 1, 0.1, False, None, "engine", ANY, BOTH),
    Case("5+0.1, engine", 5, 0.1, True, None, "engine", ANY, BOTH),
    Case("Chess960, White", 5, 0.1, True, 518 - 3, "random", ANY, BOTH),
    Case("Chess960, engine", 1, 0.1, False, 17, "engine", ANY, BOTH),
    Case("resign by score", 5, 0.1, False, LOST, "shuffle", ("resign",), BOTH),
    Case("draw by score", 5, 0.1, False, DRAWN, "offers", ("agreed",), BOTH),
    Case("draw, lost", 5, 0.1, False, LOST, "offers", ("agreed",), ("xboard",)),
)


class Game:
    """A game on our server: the clock, the moves, and who listens."""

    def __init__(self, number, case, random_, engine):
        self.id = f"game{number:04d}"
        self.case = case
        self.random = random_
        self.engine = engine
        self.lock = threading.RLock()
        self.listeners = []
        self.variant = "standard"
        if isinstance(case.fen, int):
            self.variant = "chess960"
            self.board = chess.Board.from_chess960_pos(case.fen)
        elif case.fen:
            self.variant = "fromPosition"
            self.board = chess.Board(case.fen)
        else:
            self.board = chess.Board()
        self.start_fen = self.board.fen(shredder=self.variant == "chess960")
        self.clock = {chess.WHITE: case.base, chess.BLACK: case.base}
        self.bot = chess.WHITE if case.white else chess.BLACK
        self.since = time.monotonic()
        self.offered = None  # who has offered a draw
        self.status, self.winner = "started", None
        self.over = threading.Event()
        self.slowest, self.bot_moves, self.agreed = 0.0, 0, False

    def state(self):
        state = {
            "type": "gameState",
            "moves": " ".join(m.uci() for m in self.board.move_stack),
            "wtime": max(0, round(self.clock[True] * 1000)),
            "btime": max(0, round(self.clock[False] * 1000)),
            "winc": round(self.case.increment * 1000),
            "binc": round(self.case.increment * 1000),
            "status": self.status,
        }
        if self.winner is not None:
            state["winner"] = "white" if self.winner else "black"
        if self.offered is not None:
            state["wdraw" if self.offered else "bdraw"] = True
        return state

    def full(self):
        names = {"standard": "Standard", "chess960": "Chess960", "fromPosition": "From Position"}
        bot = {"id": BOT.lower(), "name": BOT, "title": "BOT", "rating": 2000}
        other = {"id": OTHER.lower(), "name": OTHER, "title": "BOT", "rating": 1500}
        return {
            "type": "gameFull",
            "id": self.id,
            "variant": {"key": self.variant, "name": names[self.variant], "short": "x"},
            "clock": {"initial": round(self.case.base * 1000), "increment": round(self.case.increment * 1000)},
            "speed": "bullet",
            "perf": {"name": "Bullet"},
            "rated": False,
            "createdAt": round(time.time() * 1000),
            "white": bot if self.bot else other,
            "black": other if self.bot else bot,
            "initialFen": "startpos" if self.variant == "standard" else self.start_fen,
            "state": self.state(),
        }

    def tell(self):
        for listener in self.listeners:
            listener.put(self.state())

    def listen(self):
        with self.lock:
            listener = queue.Queue()
            listener.put(self.full())
            self.listeners.append(listener)
            if len(self.listeners) == 1:
                self.since = time.monotonic()
                threading.Thread(target=self.watch, daemon=True).start()
                if self.board.turn != self.bot:
                    self.answer()
            return listener

    def finish(self, status, winner=None):
        if self.status == "started":
            self.status, self.winner = status, winner
            self.tell()
            self.over.set()

    def watch(self):
        """Flag the side whose time is over."""
        while not self.over.wait(0.02):
            with self.lock:
                if len(self.board.move_stack) >= 2 and self.used() > self.clock[self.board.turn]:
                    self.finish("outoftime", not self.board.turn)

    def used(self):
        return time.monotonic() - self.since

    def move(self, move):
        """Make a legal move of the side to move; False if it is not legal."""
        if move not in self.board.legal_moves or self.status != "started":
            return False
        if self.board.turn == self.bot:
            self.slowest = max(self.slowest, self.used())
            self.bot_moves += 1
        if len(self.board.move_stack) >= 2:  # the clocks start after the first two moves
            self.clock[self.board.turn] += self.case.increment - self.used()
        self.since = time.monotonic()
        self.board.push(move)
        outcome = self.board.outcome(claim_draw=True)
        if self.offered == self.board.turn:
            self.offered = None  # our offer was answered by a move
        if outcome:
            self.finish("mate" if outcome.winner is not None else "draw", outcome.winner)
        elif len(self.board.move_stack) > 240:
            self.finish("draw")
        else:
            self.tell()
        return True

    def bot_moved(self, text, offering):
        with self.lock:
            if self.board.turn != self.bot or self.status != "started":
                return False
            agreed = offering and self.offered == (not self.bot)
            if not self.move(chess.Move.from_uci(text)):
                return False
            if agreed and self.status == "started":
                self.agreed = True
                self.finish("draw")
            elif self.status == "started":
                self.answer()
            return True

    def answer(self):
        threading.Thread(target=self.reply, daemon=True).start()

    def reply(self):
        kind = self.case.opponent
        slow = kind != "engine" and len(self.board.move_stack) < 60
        pause = self.random.choice((0, 0.02, 0.1, 0.3) if slow else (0, 0.02))
        time.sleep(min(pause, self.clock[not self.bot] / 10))
        board = self.board.copy()
        legal = list(board.legal_moves)
        kings = [m for m in legal if board.piece_type_at(m.from_square) in (chess.KING, chess.ROOK)]
        if kind == "engine":
            move = self.engine.move(board)
        elif kind == "random":
            move = self.random.choice(legal)
        else:
            quiet = [m for m in kings if not board.is_capture(m) and not board.gives_check(m)]
            move = self.random.choice([m for m in quiet if safe(board, m)] or quiet or legal)
        with self.lock:
            if kind == "offers":
                self.offered = not self.bot
            self.move(move)


def safe(board, move):
    """The piece cannot be taken after the move, and nobody is mated or without a move."""
    test = board.copy(stack=False)
    test.push(move)
    return not test.is_attacked_by(test.turn, move.to_square) and any(test.legal_moves)


class Sparring:
    """The same engine by UCI, a few milliseconds a move."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")
        self.lock = threading.Lock()

    def ask(self, command, until):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line or line.startswith(until):
                return line.split()

    def move(self, board):
        with self.lock:
            mode = "true" if board.chess960 else "false"
            moves = " ".join(m.uci() for m in board.move_stack)
            command = f"position fen {board.root().fen()}" + (f" moves {moves}" if moves else "")
            self.ask(f"setoption name UCI_Chess960 value {mode}\nisready", "readyok")
            return chess.Move.from_uci(self.ask(f"{command}\ngo movetime 10", "bestmove")[1])

    def close(self):
        self.process.stdin.close()
        self.process.wait(5)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.events, self.games, self.refused = queue.Queue(), {}, []
        self.stopping = threading.Event()

    def handle_error(self, *_):
        pass  # lichess-bot went away

    def challenge(self, game):
        self.games[game.id] = game
        names = {"standard": "Standard", "chess960": "Chess960", "fromPosition": "From Position"}
        self.events.put(
            {
                "type": "challenge",
                "challenge": {
                    "id": game.id,
                    "status": "created",
                    "challenger": {"id": OTHER.lower(), "name": OTHER, "title": "BOT", "rating": 1500},
                    "destUser": {"id": BOT.lower(), "name": BOT, "title": "BOT", "rating": 2000},
                    "variant": {"key": game.variant, "name": names[game.variant], "short": "x"},
                    "initialFen": "startpos" if game.variant == "standard" else game.start_fen,
                    "rated": False,
                    "speed": "bullet",
                    "timeControl": {"type": "clock", "limit": game.case.base, "increment": 1},
                    "color": "black" if game.bot else "white",
                    "perf": {"name": "Bullet"},
                },
            }
        )


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, value, status=200):
        data = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, source, over=None):
        """One JSON value a line, an empty line now and then."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while not self.server.stopping.is_set():
            try:
                data = json.dumps(source.get(timeout=2)).encode() + b"\n"
            except queue.Empty:
                data = b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()
            if over and over.is_set() and source.empty():
                break
        self.wfile.write(b"0\r\n\r\n")

    def do_GET(self):
        path = urllib.parse.urlparse(self.path).path
        part = path.strip("/").split("/")
        if path == "/api/account":
            self.send({"id": BOT.lower(), "username": BOT, "title": "BOT", "perfs": {}})
        elif path == "/api/account/playing":
            games = [g for g in self.server.games.values() if g.listeners and g.status == "started"]
            self.send(
                {"nowPlaying": [{"gameId": g.id, "opponent": {"username": OTHER}, "speed": "bullet"} for g in games]}
            )
        elif path == "/api/stream/event":
            self.stream(self.server.events)
        elif path.startswith("/api/bot/game/stream/"):
            game = self.server.games[part[-1]]
            self.stream(game.listen(), game.over)
        elif path == "/api/users/status":
            self.send([{"id": BOT.lower(), "online": True}])
        elif path.startswith("/game/export/"):
            self.send("")
        else:
            self.server.refused.append(self.path)
            self.send({"error": "not found"}, 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = urllib.parse.urlparse(self.path)
        query = urllib.parse.parse_qs(url.query)
        part = url.path.strip("/").split("/")
        if url.path == "/api/token/test":
            self.send({body.decode(): {"scopes": "bot:play", "userId": BOT.lower()}})
        elif part[:2] == ["api", "challenge"] and part[-1] == "accept":
            self.server.events.put({"type": "gameStart", "game": {"id": part[2], "opponent": {"username": OTHER}}})
            self.send({"ok": True})
        elif part[:3] == ["api", "bot", "game"]:
            game = self.server.games[part[3]]
            ok = True
            if part[4] == "move":
                ok = game.bot_moved(part[5], query.get("offeringDraw") == ["true"])
            elif part[4] in ("resign", "abort"):
                with game.lock:
                    game.finish("resign" if part[4] == "resign" else "aborted", not game.bot)
            if not ok:
                self.server.refused.append(self.path)
            self.send({"ok": ok} if ok else {"error": "not your turn, or an illegal move"}, 200 if ok else 400)
        else:
            self.server.refused.append(self.path)
            self.send({"ok": True})


def write_config(file, url, program, protocol, further):
    """lichess-bot's settings. JSON is YAML."""
    options = {
        "xboard_options": {"memory": "64", "cores": "1", "MoveOverhead": 50},
        "uci_options": {"Move Overhead": 50, "Threads": 1, "Hash": 64, "UCI_ShowWDL": True},
    }
    options[f"{protocol}_options"].update(further)
    config = {
        "token": TOKEN,
        "url": url,
        "engine": {
            "dir": os.path.dirname(program),
            "name": os.path.basename(program),
            "protocol": protocol,
            "ponder": True,
            "debug": False,
            "silence_stderr": False,
            "draw_or_resign": {
                "resign_enabled": True,
                "resign_score": -600,
                "resign_moves": 3,
                "offer_draw_enabled": True,
                "offer_draw_score": 30,
                "offer_draw_moves": 3,
                "offer_draw_pieces": 10,
            },
            "polyglot": {"enabled": False, "book": {}},
            "online_moves": {},
            "lichess_bot_tbs": {},
            **{f"{protocol}_options": options[f"{protocol}_options"]},
        },
        "move_overhead": 50,
        "abort_time": 30,
        "correspondence": {},
        "challenge": {
            "concurrency": 1,
            "accept_bot": True,
            "variants": ["standard", "fromPosition", "chess960"],
            "time_controls": ["bullet"],
            "modes": ["casual"],
        },
        "greeting": {},
        "matchmaking": {"allow_matchmaking": False},
    }
    with open(file, "w", encoding="utf-8") as out:
        json.dump(config, out, indent=1)


BAD = re.compile(
    r"(ERROR|CRITICAL|Traceback|Backing off .* play_game|IllegalMoveError|EngineError|EngineTerminatedError"
    r"|Unexpected|Game ended due to error|did not|Restarting).*"
)
EXPECTED = re.compile(r"Rejecting feature sigterm=0|unable to retrieve the PGN")


def log_faults(text):
    """Lines of lichess-bot's log that tell of an error, each kind once, with its number."""
    counts = collections.Counter()
    for line in text.splitlines():
        if " DEBUG <" in line or EXPECTED.search(line):
            continue  # the engine's own lines
        found = BAD.search(line)
        if found:
            counts[re.sub(r"0x[0-9a-f]+|pid=\d+|[0-9.]+ seconds", "…", found.group(0))[:150]] += 1
    return [f"log, {n} times: {line}" for line, n in counts.items()]


def conversation(text):
    """The lines between lichess-bot and the engine, with times, a paragraph for each start."""
    pattern = re.compile(r"(\d+:\d+:\d+,\d+) chess.engine .* DEBUG <\w+ \(pid=(\d+)\)>: (<<|>>) ?(.*)")
    talks = {}
    for line in text.splitlines():
        found = pattern.match(line[11:])
        if found:
            arrow = ">" if found.group(3) == "<<" else "<"
            talks.setdefault(found.group(2), []).append(f"{found.group(1)} {arrow} {found.group(4)}")
    return list(talks.values())


def play(server, case, number, random_, engine, log):
    """One game: a table row and its faults."""
    with open(log, encoding="utf-8", errors="replace") as file:
        before = file.read()
    game = Game(number, case, random_, engine)
    server.challenge(game)
    if not game.over.wait(150):
        with game.lock:
            game.finish("aborted")
    time.sleep(2.5)  # lichess-bot ends its game and its log
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()[len(before) :]
    faults = log_faults(text)
    starts = len(conversation(text))
    if starts != 1:
        faults.insert(0, f"the engine was started {starts} times")
    status = "agreed" if game.agreed else game.status
    if status == "outoftime" and game.winner != game.bot:
        faults.insert(0, "loss on time")
    if status not in case.ends and (case.opponent != "engine" or status not in ("resign", "agreed")):
        faults.append(f"ended by {status}, expected {' or '.join(case.ends)}")
    result = "1/2" if game.winner is None else "won" if game.winner == game.bot else "lost"
    row = (case.name, game.bot_moves, status, result, f"{game.slowest:.2f}", starts, len(faults))
    return row, faults, text


def run(arguments, protocol, program):
    """All games of one protocol."""
    random_, failed = random.Random(32), 0
    checkout = os.path.abspath(arguments.checkout)
    with tempfile.TemporaryDirectory() as folder:
        server = Server()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        config, log = os.path.join(folder, "config.yml"), os.path.join(folder, "log")
        write_config(config, url, program, protocol, dict(o.split("=", 1) for o in arguments.option))
        bot = subprocess.Popen(
            [sys.executable, os.path.join(checkout, "lichess-bot.py"), "--config", config, "-v", "-l", log]
            + ["--disable_auto_logging"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        engine = Sparring(program)
        try:
            deadline = time.monotonic() + 60
            while not os.path.exists(log) or "awaiting challenges" not in open(log, encoding="utf-8").read():
                if bot.poll() is not None or time.monotonic() > deadline:
                    print("lichess-bot does not start:")
                    print(open(log, encoding="utf-8").read()[-3000:] if os.path.exists(log) else "no log")
                    return 1
                time.sleep(0.2)
            time.sleep(1)
            for number, case in enumerate(CASES):
                if protocol not in case.protocols or arguments.only not in case.name:
                    continue
                row, faults, text = play(server, case, number, random_, engine, log)
                print(f"{protocol:8} {row[0]:18} {row[1]:5} {row[2]:10} {row[3]:6} {row[4]:>7} {row[5]:6} {row[6]:6}")
                for fault in faults[:6]:
                    print(f"    {fault}", flush=True)
                failed += len(faults)
                if arguments.trace:
                    os.makedirs(arguments.trace, exist_ok=True)
                    name = re.sub(r"[^a-z0-9]+", "-", f"lichess-bot {protocol} {case.name}".lower())
                    with open(os.path.join(arguments.trace, name + ".log"), "w", encoding="utf-8") as out:
                        out.write(f"# lichess-bot, {protocol}: {case.name}\n")
                        for talk in conversation(text):
                            out.write("# the engine is started\n" + "\n".join(talk) + "\n")
                        out.write("".join(f"# fault: {fault}\n" for fault in faults))
            if server.refused:
                print(f"    requests that were refused: {collections.Counter(server.refused).most_common(5)}")
                failed += len(server.refused)
        finally:
            server.stopping.set()
            if bot.poll() is None:
                os.killpg(bot.pid, 2)
            try:
                bot.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(bot.pid, 9)
                bot.wait()
            engine.close()
            server.shutdown()
            if arguments.log:
                os.replace(log, f"{arguments.log}.{protocol}")
    return failed


def main():
    parser = argparse.ArgumentParser(description="lichess-bot against an engine, without lichess.org")
    parser.add_argument("engine")
    parser.add_argument("--checkout", default="lichess-bot", metavar="DIR", help="lichess-bot's folder")
    parser.add_argument("--protocol", choices=BOTH)
    parser.add_argument("--only", default="", help="only games with WORD in their names")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    parser.add_argument("--trace", metavar="DIR", help="write the conversations to DIR")
    parser.add_argument("--log", metavar="FILE", help="keep lichess-bot's log as FILE.PROTOCOL")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.engine)
    if not os.access(program, os.X_OK):
        parser.error(f"{program} is not a program")
    if not os.path.exists(os.path.join(arguments.checkout, "lichess-bot.py")):
        parser.error(f"{arguments.checkout} is not a checkout of lichess-bot")
    with open(os.path.join(arguments.checkout, "lib", "versioning.yml"), encoding="utf-8") as file:
        print(f"lichess-bot: {file.readline().split()[-1]}, python-chess {chess.__version__}")
    print(
        f"{'protocol':8} {'game':18} {'moves':>5} {'status':10} {'result':6}"
        f" {'slowest':>7} {'starts':>6} {'faults':>6}"
    )
    protocols = [arguments.protocol] if arguments.protocol else BOTH
    failed = sum(run(arguments, p, program) for p in protocols)
    print(f"{failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
