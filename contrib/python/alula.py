# SPDX-License-Identifier: GPL-3.0-or-later
"""
Chess for Python 3.9 and newer: the rules, PGN and the engine Alula, through its C library.

>>> import alula
>>> board = alula.Board()
>>> board.push_san("e4")
Move('e2e4')
>>> len(board.legal_moves)
20
>>> with alula.Engine() as engine:
...     result = engine.play(alula.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), alula.Limit(time=0.1))
>>> result.move
Move('d1d8')

Names and conventions follow python-chess, whose boards and limits are accepted as well. Bad input raises ValueError
with a sentence. A board, a game or an engine may be used by one thread at a time; only Engine.stop() and
Analysis.stop() may be called by any thread.

libalula is searched for at the path in the environment variable ALULA_LIBRARY, in folders next to and above this file,
and in the library folders of the system.
"""

import asyncio
import ctypes
import ctypes.util
import enum
import functools
import operator
import os
import queue
import re
import sys
import threading
import weakref
from concurrent.futures import Future
from ctypes import c_bool, c_char, c_int, c_int64, c_size_t, c_uint16, c_uint64
from ctypes import c_void_p as pointer
from typing import NamedTuple, Optional

__all__ = [
    "Analysis", "Board", "Engine", "EngineError", "Game", "GameNode", "IllegalMoveError", "Limit", "Move", "Outcome",
    "Piece", "PlayResult", "Score", "Termination", "parse_games", "parse_square", "read_games",
    "square_name", "version", "WHITE", "BLACK", "STARTING_FEN",
]  # fmt: skip

WHITE, BLACK = True, False
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SQUARE_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


class EngineError(RuntimeError):
    """The engine cannot do this now: it is searching, is closed, or belongs to another process."""


class IllegalMoveError(ValueError):
    """A move is not legal in the position."""


# --- the library ---------------------------------------------------------------------------------

_NAME = "libalula.so.2"  # the structs below are for this version


def _library():
    """Returns the path of the library, or raises ImportError."""
    if os.environ.get("ALULA_LIBRARY"):
        return os.environ["ALULA_LIBRARY"]
    here = os.path.dirname(os.path.abspath(__file__))
    up = [os.path.join(here, *[os.pardir] * n) for n in range(4)]
    for folder in [*up, os.path.join(up[2], "build", "library")]:
        for name in (_NAME, "libalula.so", "libalula.dylib", "alula.dll"):
            if os.path.exists(os.path.join(folder, name)):
                return os.path.join(folder, name)
    try:
        return ctypes.CDLL(_NAME) and _NAME
    except OSError:
        found = ctypes.util.find_library("alula")
    if not found:
        raise ImportError("libalula is not installed: 'make install-library' does it, or set ALULA_LIBRARY to its path")
    return found


# Short calls keep the interpreter lock; calls of the engine release it.
try:
    _path = _library()
    _short, _long = ctypes.PyDLL(_path), ctypes.CDLL(_path)
except OSError as error:
    raise ImportError(f"libalula cannot be loaded: {error}") from None


def _text(data):
    """Decodes bytes as UTF-8, or as Latin-1 if that fails, as in old PGN files."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _bytes(text):
    """Encodes text for the library. Raises ValueError for a NUL, which would end the text."""
    if not isinstance(text, str):
        raise TypeError(f"a text is expected instead of {text!r}")
    if "\0" in text:
        raise ValueError("the text contains a NUL")
    return text.encode(errors="replace")


def _failure():
    """Returns the last error of the library as an exception."""
    kinds = {2: MemoryError, 4: IllegalMoveError, 5: OSError, 6: EngineError, 7: EngineError, 8: EngineError}
    return kinds.get(_error_kind(), ValueError)(_text(_error_text()))


def _no_error(sentence, *_):
    if sentence is not None:
        raise _failure()


def _not_null(result, *_):
    if not result:
        raise _failure()
    return result


def _function(name, result, *arguments, dll=_short):
    """Returns a function of the library; `result` may be _no_error() or _not_null()."""
    try:
        function = dll["alula_" + name]
    except AttributeError:
        raise ImportError(f"{_path} is older than this module: it has no alula_{name}()") from None
    if result is _no_error:
        function.restype, function.errcheck = ctypes.c_char_p, _no_error
    elif result is _not_null:
        function.restype, function.errcheck = pointer, _not_null
    else:
        function.restype = result
    function.argtypes = arguments
    return function


class _Info(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("line", c_int), ("depth", c_int), ("seldepth", c_int), ("score", c_int),
        ("mate", c_int), ("bound", c_int), ("win", c_int), ("draw", c_int), ("loss", c_int),
        ("nodes", c_uint64), ("tb_hits", c_uint64), ("hashfull", c_int), ("time_ms", c_int64),
        ("length", c_size_t), ("moves", c_uint16 * 256),
    ]  # fmt: skip


class _Limits(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("depth", c_int), ("nodes", c_uint64), ("move_ms", c_int64),
        ("clock_ms", c_int64 * 2), ("increment_ms", c_int64 * 2), ("moves_to_go", c_int), ("lines", c_int),
        ("elo", c_int), ("mate", c_int), ("overhead_ms", c_int64), ("moves", pointer),
        ("move_count", c_size_t), ("ponder", c_bool), ("no_openings", c_bool),
    ]  # fmt: skip


class _Picture(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("pixels", c_int), ("flipped", c_bool), ("arrows", pointer),
        ("arrow_count", c_size_t), ("circles", c_uint64),
    ]  # fmt: skip


class _Tag(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


_Sink = ctypes.CFUNCTYPE(None, pointer, ctypes.POINTER(c_char), c_size_t)
_Listener = ctypes.CFUNCTYPE(None, pointer, ctypes.POINTER(_Info))

_version = _function("version", ctypes.c_char_p)
_error_kind = _function("error", c_int)
_error_text = _function("error_text", ctypes.c_char_p)
_move_from = _function("move_from", c_int, c_uint16)
_move_to = _function("move_to", c_int, c_uint16)
_move_promotion = _function("move_promotion", c_char, c_uint16)
_game_new = _function("game_new", _not_null)
_game_copy = _function("game_copy", _not_null, pointer)
_game_free = _function("game_free", None, pointer)
_game_set_fen = _function("game_set_fen", _no_error, pointer, ctypes.c_char_p, c_bool)
_game_fen = _function("game_fen", None, pointer, pointer)
_game_turn = _function("game_turn", c_int, pointer)
_game_in_check = _function("game_in_check", c_bool, pointer)
_game_piece = _function("game_piece", c_char, pointer, c_int)
_game_castling = _function("game_castling", c_uint64, pointer)
_game_ep_square = _function("game_ep_square", c_int, pointer)
_game_halfmove_clock = _function("game_halfmove_clock", c_int, pointer)
_game_fullmove_number = _function("game_fullmove_number", c_int, pointer)
_game_king = _function("game_king", c_int, pointer, c_int)
_game_attackers = _function("game_attackers", c_uint64, pointer, c_int, c_int)
_game_key = _function("game_key", c_uint64, pointer)
_game_plies = _function("game_plies", c_size_t, pointer)
_game_ply = _function("game_ply", c_uint16, pointer, c_size_t)
_game_moves = _function("game_moves", c_size_t, pointer, pointer)
_game_play = _function("game_play", _no_error, pointer, c_uint16)
_game_play_null = _function("game_play_null", _no_error, pointer)
_game_gives_check = _function("game_gives_check", c_bool, pointer, c_uint16)
_game_undo = _function("game_undo", c_bool, pointer)
_game_read = _function("game_read", c_uint16, pointer, ctypes.c_char_p)
_game_san = _function("game_san", c_bool, pointer, c_uint16, pointer)
_game_uci = _function("game_uci", c_bool, pointer, c_uint16, pointer)
_game_outcome = _function("game_outcome", c_int, pointer)
_game_perft = _function("game_perft", c_uint64, pointer, c_int, dll=_long)
_game_svg = _function("game_svg", _no_error, pointer, pointer, _Sink, pointer)


def version():
    """Returns the version of the library."""
    return _text(_version())


def _within(number, low, high):
    # C would truncate a number that is too large
    if not isinstance(number, int) or not low <= number <= high:
        raise ValueError(f"{number!r} is not a number from {low} to {high}")
    return number


def square_name(square):
    """Returns the name of a square: "a1" for 0, "h8" for 63."""
    return SQUARE_NAMES[_within(square, 0, 63)]


def parse_square(name):
    """Returns the number of a square, or raises ValueError."""
    if name not in SQUARE_NAMES:
        raise ValueError(f"there is no square {name!r}")
    return SQUARE_NAMES.index(name)


# --- moves and boards ----------------------------------------------------------------------------


class Move(str):
    """
    A move: a str in UCI notation.

    >>> move = Move.from_uci("e7e8q")
    >>> move == "e7e8q", square_name(move.to_square), move.promotion == QUEEN
    (True, 'e8', True)
    >>> Move.from_uci("e7")
    Traceback (most recent call last):
    ValueError: 'e7' is not a move in UCI notation
    """

    __slots__ = ()
    _pattern = re.compile("([a-h][1-8])(?!\\1)[a-h][1-8][nbrq]?|0000")

    @classmethod
    def from_uci(cls, text):
        """Returns the move for a text like "e2e4" or "0000", or raises ValueError."""
        if not cls._pattern.fullmatch(text):
            raise ValueError(f"{text!r} is not a move in UCI notation")
        return cls(text)

    @classmethod
    def null(cls):
        """Returns the null move, which is false as a bool."""
        return cls("0000")

    def uci(self):
        """Returns the text of the move."""
        return str(self)

    @property
    def from_square(self):
        """The origin of the move."""
        return SQUARE_NAMES.index(self[:2]) if self else 0

    @property
    def to_square(self):
        """The destination of the move."""
        return SQUARE_NAMES.index(self[2:4]) if self else 0

    @property
    def promotion(self):
        """The piece that a pawn promotes to, KNIGHT to QUEEN, or None."""
        return " pnbrq".index(self[4]) if len(self) > 4 else None

    def __bool__(self):
        return self != "0000"

    def __str__(self):
        return str.__str__(self)

    def __repr__(self):
        return f"Move({str.__repr__(self)})"


class _Moves(dict):
    """Moves by their numbers in the library, where castling is a king move to the rook's square."""

    def __missing__(self, number):
        text = SQUARE_NAMES[_move_from(number)] + SQUARE_NAMES[_move_to(number)]
        self[number] = Move(text + _move_promotion(number).strip(b"\0").decode())
        return self[number]


_moves = _Moves()
# Castling in standard chess: bit of the rook, whether Black castles, move in the library, move in UCI.
_castling = [
    (1 << parse_square(text[2:]), text[1] == "1", text, Move(text[:2] + target))
    for text, target in (("e1h1", "g1"), ("e1a1", "c1"), ("e8h8", "g8"), ("e8a8", "c8"))
]


@functools.lru_cache(None)
def _arrows():
    """Returns the numbers of the moves by their texts, except promotions."""
    return {_moves[number]: number for number in range(4096)}


class LegalMoves(list):
    """The legal moves of a position, as a list of Move."""

    def __contains__(self, move):
        return list.__contains__(self, _uci(move))

    def count(self, *move):
        """Returns the number of moves, or of moves equal to `move`."""
        return list.count(self, *move) if move else len(self)


class Piece(str):
    """A piece: a str of one letter, upper case for White."""

    __slots__ = ()

    def symbol(self):
        """Returns the letter."""
        return str(self)

    @property
    def color(self):
        """WHITE or BLACK."""
        return self.isupper()

    @property
    def piece_type(self):
        """PAWN to KING."""
        return " pnbrqk".index(self.lower())


class Termination(enum.Enum):
    """How a game ends. From THREEFOLD_REPETITION on, a player has to claim the draw."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    THREEFOLD_REPETITION = 6
    FIFTY_MOVES = 7


class Outcome(NamedTuple):
    """How a game ended, and who won: WHITE, BLACK or None."""

    termination: Termination
    winner: Optional[bool]

    def result(self):
        """Returns "1-0", "0-1" or "1/2-1/2"."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


def _uci(move):
    """Returns the text of a move of this module or of python-chess."""
    if not isinstance(move, str) and not hasattr(move, "uci"):
        raise TypeError(f"a move is expected instead of {move!r}")
    return move if isinstance(move, str) else move.uci()


def _square(square):
    """Returns the number of a valid square, or raises ValueError."""
    if not 0 <= square < 64:
        raise ValueError(f"there is no square {square}")
    return square


def _squares(bits):
    return [square for square in range(64) if bits >> square & 1]


def _sunk(write, *arguments):
    """Returns the text that a function of the library writes to a sink."""
    parts = []
    write(*arguments, _Sink(lambda _, text, length: parts.append(ctypes.string_at(text, length))), None)
    return _text(b"".join(parts))


class Board:
    """
    A position and the moves that led to it, in chess or in Chess960.

    >>> board = Board()
    >>> for san in "f3 e5 g4 Qh4#".split():
    ...     _ = board.push_san(san)
    >>> board.is_checkmate(), board.outcome().result()
    (True, '0-1')
    >>> board.pop()
    Move('d8h4')
    >>> board.san("d8h4")
    'Qh4#'
    >>> board.push_san("Qh5")
    Traceback (most recent call last):
    alula.IllegalMoveError: the move is not legal
    >>> Board("x")
    Traceback (most recent call last):
    ValueError: an unknown letter stands on the board
    """

    def __init__(self, fen=STARTING_FEN, *, chess960=False):
        """Makes a board from a FEN, or from a board of python-chess with its moves."""
        self._own(_game_new(), bool(chess960))
        if isinstance(fen, str) or not hasattr(fen, "move_stack"):
            self.set_fen(fen)
            return
        if getattr(fen, "uci_variant", "chess") not in ("chess", None):
            raise ValueError(f"the rules of {fen.uci_variant} are not known")
        self.chess960 = self.chess960 or fen.chess960
        self.set_fen(fen.root().fen())
        for move in fen.move_stack:
            self.push(move)

    def _own(self, game, chess960):
        self._game, self.chess960, self._stack = game, chess960, []
        self._numbers, self._letters = (c_uint16 * 256)(), ctypes.create_string_buffer(128)
        return self

    def __del__(self, free=_game_free):
        free(self.__dict__.pop("_game", None))

    @classmethod
    def _of(cls, game, chess960):
        """Returns a board that owns a game of the library, with the moves of that game."""
        board = cls.__new__(cls)._own(game, chess960)
        board._stack = None
        return board

    def copy(self, *, stack=True):
        """Returns a copy, without the moves if `stack` is false."""
        if not stack:
            return type(self)(self.fen(), chess960=self.chess960)
        return self._of(_game_copy(self._game), self.chess960)

    __copy__ = copy

    def __deepcopy__(self, _):
        return self.copy()

    def __reduce__(self):
        return _rebuilt, (self.root().fen(), self.chess960, self.move_stack)

    def root(self):
        """Returns a board at the start position."""
        board = self.copy()
        while _game_undo(board._game):
            pass
        board._stack = []
        return board

    # --- the position ---

    def fen(self):
        """Returns the position as FEN."""
        _game_fen(self._game, self._letters)
        return self._letters.value.decode()

    def set_fen(self, fen):
        """Removes all moves and sets the position, or raises ValueError."""
        _game_set_fen(self._game, _bytes(fen), self.chess960)
        self._stack = []

    def reset(self):
        """Sets the start position of chess."""
        self.set_fen(STARTING_FEN)

    @property
    def turn(self):
        """The side to move, WHITE or BLACK."""
        return _game_turn(self._game) == 0

    @property
    def castling_rights(self):
        """The squares of the rooks that may still castle, as a bitboard."""
        return _game_castling(self._game)

    @property
    def ep_square(self):
        """The square of a legal capture en passant, or None."""
        square = _game_ep_square(self._game)
        return None if square < 0 else square

    @property
    def halfmove_clock(self):
        """The plies since the last capture or pawn move."""
        return _game_halfmove_clock(self._game)

    @property
    def fullmove_number(self):
        """The fullmove number, as in FEN."""
        return _game_fullmove_number(self._game)

    def ply(self):
        """Returns the plies since the start of the game, computed from the fullmove number."""
        return 2 * self.fullmove_number - 1 - self.turn

    def key(self):
        """Returns a 64-bit key, the same for equal positions."""
        return _game_key(self._game)

    def piece_at(self, square):
        """Returns the Piece on a square, or None."""
        letter = _game_piece(self._game, _square(square)).decode()
        return None if letter == "." else Piece(letter)

    def piece_map(self):
        """Returns a dict of all pieces by square."""
        return {square: piece for square in range(64) for piece in [self.piece_at(square)] if piece}

    def king(self, color):
        """Returns the square of a king."""
        return _game_king(self._game, not color)

    def attackers(self, color, square):
        """Returns a list of the squares of the pieces of a side that attack or protect a square."""
        return _squares(_game_attackers(self._game, _square(square), not color))

    # --- moves ---

    @property
    def legal_moves(self):
        """A list of the legal moves, in no particular order."""
        game, numbers = self._game, self._numbers
        found = numbers[: _game_moves(game, numbers)]
        moves = [_moves[number] for number in found]
        if not self.chess960 and _game_castling(game):
            rights, turn = _game_castling(game), self.turn
            for rook, color, text, move in _castling:
                if rights & rook and color == turn and text in moves:
                    moves[moves.index(text)] = move
        return LegalMoves(moves)

    @property
    def move_stack(self):
        """A list of the moves played."""
        if self._stack is None:
            numbers = [_game_ply(self._game, n) for n in range(_game_plies(self._game))]
            self._stack = self.root()._line(numbers)
        return list(self._stack)

    def _line(self, numbers):
        """Plays moves given by their numbers, and returns them."""
        return [self._push(number) for number in numbers]

    def _push(self, number):
        if number:
            move = self._move(number)
            _game_play(self._game, number)
        else:
            move = Move.null()
            _game_play_null(self._game)
        if self._stack is not None:
            self._stack.append(move)
        return move

    def _move(self, number):
        """Returns a legal move by its number."""
        if not _game_uci(self._game, number, self._letters):
            raise _failure()
        return Move(self._letters.value.decode())

    def _number(self, text):
        """Returns the number of a legal move, or raises ValueError."""
        number = _game_read(self._game, _bytes(text))
        if not number:
            raise _failure()
        return number

    def push(self, move):
        """Plays a legal move: a Move, a move of python-chess, or a text in UCI notation."""
        self.push_uci(_uci(move))

    def push_uci(self, text):
        """Plays a move in UCI notation and returns it, or raises ValueError."""
        return self._push(self._number(text) if Move.from_uci(text) else 0)

    def push_san(self, text):
        """Plays a move in SAN and returns it, or raises ValueError. "--" passes."""
        return self._push(0 if text == "--" else self._number(text))

    def pop(self):
        """Takes the last move back and returns it, or raises IndexError."""
        stack = self.move_stack
        if not _game_undo(self._game):
            raise IndexError("there is no move to take back")
        self._stack.pop()
        return stack[-1]

    def peek(self):
        """Returns the last move, or raises IndexError."""
        return self.move_stack[-1]

    def parse_san(self, text):
        """Returns the legal move for a text in SAN, or raises ValueError."""
        return self._move(self._number(text))

    def parse_uci(self, text):
        """Returns the legal move for a text in UCI notation, or raises ValueError."""
        return self._move(self._number(Move.from_uci(text)))

    def san(self, move):
        """Returns a legal move in SAN, or raises ValueError."""
        if not _game_san(self._game, self._number(_uci(move)), self._letters):
            raise _failure()
        return self._letters.value.decode()

    def uci(self, move):
        """Returns the text of a move in UCI notation."""
        return str(_uci(move))

    def variation_san(self, moves):
        """
        Returns a line of moves from this position in SAN, with move numbers.

        >>> Board().variation_san(["e2e4", "e7e5", "g1f3"])
        '1. e4 e5 2. Nf3'
        """
        board, words = self.copy(), []
        for move in moves:
            number = f"{board.fullmove_number}." if board.turn else "" if words else f"{board.fullmove_number}..."
            words += [number, board.san(move)] if number else [board.san(move)]
            board.push(move)
        return " ".join(words)

    def is_legal(self, move):
        """Returns whether a move is legal."""
        return move in self.legal_moves

    def is_capture(self, move):
        """Returns whether a legal move captures."""
        return "x" in self.san(move)

    def gives_check(self, move):
        """Returns whether a legal move gives check."""
        return _game_gives_check(self._game, self._number(_uci(move)))

    # --- the end of the game ---

    def outcome(self, *, claim_draw=False):
        """
        Returns the Outcome, or None if the game goes on. With `claim_draw`, a threefold repetition or fifty moves
        without progress in the position on the board also count as a draw.
        """
        kind = _game_outcome(self._game)
        if not kind or (kind >= Termination.THREEFOLD_REPETITION.value and not claim_draw):
            return None
        termination = Termination(kind)
        return Outcome(termination, not self.turn if termination is Termination.CHECKMATE else None)

    def is_game_over(self, *, claim_draw=False):
        """Returns whether the game is over."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw=False):
        """Returns "1-0", "0-1", "1/2-1/2", or "*" if the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def is_check(self):
        """Returns whether the side to move is in check."""
        return _game_in_check(self._game)

    def is_checkmate(self):
        """Returns whether the side to move is mated."""
        return _game_outcome(self._game) == Termination.CHECKMATE.value

    def is_stalemate(self):
        """Returns whether the side to move has no move and is not in check."""
        return _game_outcome(self._game) == Termination.STALEMATE.value

    def perft(self, plies):
        """Returns the perft count: the number of legal move sequences of `plies` plies."""
        return _game_perft(self._game, _within(plies, 0, 2**31 - 1))

    # --- conversions ---

    def svg(self, *, size=400, flipped=False, arrows=(), circles=()):
        """Returns a picture as SVG, with arrows (moves) and circles (squares)."""
        numbers = [_arrows()[Move.from_uci(_uci(move)[:4])] for move in arrows]
        array = (c_uint16 * len(numbers))(*numbers)
        bits = sum(1 << _square(square) for square in set(circles))
        picture = _Picture(ctypes.sizeof(_Picture), _within(size, 0, 2**31 - 1), flipped, ctypes.addressof(array), len(numbers), bits)
        return _sunk(_game_svg, self._game, ctypes.byref(picture))

    def _repr_svg_(self):
        return self.svg()

    def to_chess(self):
        """Returns this board, with its moves, as a board of python-chess, which must be installed."""
        import chess

        board = chess.Board(self.root().fen(), chess960=self.chess960)
        for move in self.move_stack:
            board.push_uci(move)
        return board

    def __eq__(self, other):
        if not isinstance(other, Board):
            return NotImplemented
        return self.fen() == other.fen() and self.chess960 == other.chess960

    __hash__ = None

    def __str__(self):
        rows = self.fen().split()[0].split("/")
        return "\n".join(" ".join("".join("." * int(c) if c.isdigit() else c for c in row)) for row in rows)

    def __repr__(self):
        return f"Board({self.fen()!r}{', chess960=True' if self.chess960 else ''})"


def _rebuilt(fen, chess960, moves):
    board = Board(fen, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board


# --- games ---------------------------------------------------------------------------------------


class GameNode:
    """A move of a game, with the moves that follow: the main line and variations."""

    def __init__(self, parent, move, *, comment="", starting_comment="", nags=()):
        #: The previous node, and the move from there; None for a game.
        self.parent, self.move = parent, move
        #: The next nodes, the main line first; the list may be changed.
        self.variations = []
        #: The comment after the move, the comment before a move that starts a variation, and a set
        #: of NAGs. Each line of a text is a separate comment.
        self.comment, self.starting_comment, self.nags = comment, starting_comment, set(nags)

    def next(self):
        """Returns the next node of the main line, or None."""
        return self.variations[0] if self.variations else None

    def end(self):
        """Returns the last node of the main line from this node."""
        return [self, *self.mainline()][-1]

    def mainline(self):
        """Returns an iterator over the nodes of the main line after this one."""
        node = self.next()
        while node:
            yield node
            node = node.next()

    def mainline_moves(self):
        """Returns a list of the moves of the main line after this node."""
        return [node.move for node in self.mainline()]

    def add_variation(self, move, *, comment="", starting_comment="", nags=()):
        """Adds a legal move after this node and returns its node; an illegal move is an error."""
        move = Move.from_uci(_uci(move))
        if move and move not in self.board().legal_moves:
            raise IllegalMoveError(f"{move} is not legal here")
        return self._append(move, comment=comment, starting_comment=starting_comment, nags=nags)

    def _append(self, move, **notes):
        self.variations.append(GameNode(self, move, **notes))
        return self.variations[-1]

    def board(self):
        """Returns a board with the moves up to this node."""
        moves, node = [], self
        while node.parent:
            moves.append(node.move)
            node = node.parent
        board = node._board.root()
        for move in reversed(moves):
            board.push(move)
        return board

    def san(self):
        """Returns the move in SAN."""
        return self.parent.board().san(self.move)

    def __repr__(self):
        return f"<{type(self).__name__} {self.move or ''}>"


class Game(GameNode):
    """
    A game with its headers, to read and to write as PGN: the node before the first move.

    >>> game = next(parse_games('[White "Ann"]\\n\\n1. e4 {Best} e5 (1... c5! 2. Nf3) 2. Nf3 *'))
    >>> game.headers["White"], game.result, game.mainline_moves()
    ('Ann', '*', [Move('e2e4'), Move('e7e5'), Move('g1f3')])
    >>> e4 = game.next()
    >>> e4.comment, [(node.san(), node.nags) for node in e4.variations]
    ('Best', [('e5', set()), ('c5', {1})])
    >>> node = e4.next().add_variation("f1c4", comment="Bishop")
    >>> print(str(game).rstrip().splitlines()[-1])
    1. e4 {Best} 1... e5 (1... c5 $1 2. Nf3) 2. Nf3 (2. Bc4 {Bishop}) *
    >>> print(str(Game(node.board(), {"Black": "Bea"})).rstrip().splitlines()[-1])
    1. e4 e5 2. Bc4 *
    """

    def __init__(self, board=None, headers=None, result=None):
        """Makes a game from a board with its moves; a `result` of None means the result by the rules."""
        self._of(Board() if board is None else _board(board)[0].copy(), dict(headers or {}), result)

    def _of(self, board, headers, result, error=None, error_line=0):
        GameNode.__init__(self, None, None)
        del self.variations  # created on first use
        self._board, self.headers, self.result = board, headers, result
        #: The first error in the text of the game, and its line; None and 0 if there is no error.
        self.error, self.error_line = error, error_line
        return self

    @functools.cached_property
    def variations(self):
        node = first = GameNode(None, None)
        for move in self._board.move_stack:
            node = node._append(move)
        for node in first.variations:
            node.parent = self
        return first.variations

    def last_board(self):
        """Returns a board at the end of the main line, with its moves."""
        return self.end().board() if "variations" in self.__dict__ else self._board.copy()

    def __str__(self):
        tags = (_Tag * len(self.headers))()
        for tag, (name, value) in zip(tags, self.headers.items()):
            tag.name, tag.value = _bytes(name), _bytes(value)
        result = _bytes(self.last_board().result(claim_draw=True) if self.result is None else self.result)
        writer, length = _writer_new(self._board._game, tags, len(tags), result, None, None), c_size_t()
        try:
            self._write(writer)
            return _text(ctypes.string_at(_writer_text(writer, ctypes.byref(length)), length.value))
        finally:
            _writer_free(writer)

    def _write(self, writer):
        def comment(text):
            for line in text.splitlines():
                data = line.encode(errors="replace")
                _writer_comment(writer, data, len(data))

        def node(node, board):
            comment(node.starting_comment)
            if node.parent:
                _writer_move(writer, board._number(node.move) if node.move else 0)
            for nag in sorted(node.nags):
                _writer_nag(writer, nag)
            comment(node.comment)

        node(self, None)
        todo = [(self, self.board(), False)]  # a stack, as variations may be nested deeply
        while todo:
            last, board, begins = todo.pop()
            if begins is None:
                _writer_end(writer)
                continue
            if begins:
                _writer_begin(writer)
                node(last, board)
                board = board.copy()
                board.push(last.move)
            if last.variations:
                main, *others = last.variations
                node(main, board)
                before = board.copy() if others else None
                board.push(main.move)
                todo.append((main, board, False))
                for other in reversed(others):
                    todo += [(None, None, None), (other, before, True)]
        _writer_finish(writer)

    def write(self, path):
        """Appends the game to a PGN file."""
        text = str(self)
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            file.write(text)

    def __reduce__(self):
        return _reread, (str(self), self.headers, self.result, self.error, self.error_line)


def _reread(text, *others):
    game = next(parse_games(text))
    game.headers, game.result, game.error, game.error_line = others
    return game


class _Visitor(ctypes.Structure):
    _Text = ctypes.CFUNCTYPE(None, pointer, ctypes.POINTER(c_char), c_size_t)
    _Move = ctypes.CFUNCTYPE(None, pointer, pointer, c_uint16)
    _Nag = ctypes.CFUNCTYPE(None, pointer, c_int)
    _Mark = ctypes.CFUNCTYPE(None, pointer)
    _fields_ = [
        ("size", c_size_t), ("tag", pointer), ("move", _Move), ("comment", _Text), ("nag", _Nag),
        ("begin", _Mark), ("end", _Mark), ("result", pointer), ("unknown", pointer),
    ]  # fmt: skip

    @classmethod
    def of(cls, game):
        """Returns a visitor that adds moves, comments, NAGs and variations to an empty game."""
        letters, around, game.variations = ctypes.create_string_buffer(12), [], []
        last = game

        def move(_, before, number):
            nonlocal last
            if not begins():
                last = GameNode(last, None)
            last.parent.variations.append(last)
            last.move = Move(letters.value.decode() if number and _game_uci(before, number, letters) else "0000")

        def begins():
            return last.parent and last.move is None

        def add(node, name, text):
            setattr(node, name, "\n".join(filter(None, (getattr(node, name), text))))

        def comment(_, text, length):
            add(last, "starting_comment" if begins() else "comment", _text(ctypes.string_at(text, length)))

        def nag(_, number):
            last.nags.add(number)

        def begin(_):
            nonlocal last
            around.append(last)
            last = GameNode(last.parent, None)

        def end(_):
            nonlocal last
            if begins():  # a comment without a move
                add(around[-1], "comment", last.starting_comment)
            last = around.pop()

        functions = cls._Move(move), cls._Text(comment), cls._Nag(nag), cls._Mark(begin), cls._Mark(end)
        return cls(ctypes.sizeof(cls), None, *functions)


_writer_new = _function(
    "writer_new", _not_null, pointer, pointer, c_size_t, ctypes.c_char_p, pointer, pointer
)  # fmt: skip
_writer_free = _function("writer_free", None, pointer)
_writer_move = _function("writer_move", _no_error, pointer, c_uint16)
_writer_comment = _function("writer_comment", _no_error, pointer, ctypes.c_char_p, c_size_t)
_writer_nag = _function("writer_nag", _no_error, pointer, c_int)
_writer_begin = _function("writer_begin", _no_error, pointer)
_writer_end = _function("writer_end", _no_error, pointer)
_writer_finish = _function("writer_finish", _no_error, pointer)
_writer_text = _function("writer_text", _not_null, pointer, pointer)
_pgn_memory = _function("pgn_memory", _not_null, ctypes.c_char_p, c_size_t)
_pgn_keep_all = _function("pgn_keep_all", _no_error, pointer)
_pgn_close = _function("pgn_close", None, pointer)
_pgn_next = _function("pgn_next", c_bool, pointer, dll=_long)
_pgn_game = _function("pgn_game", _not_null, pointer)
_pgn_result = _function("pgn_result", ctypes.c_char_p, pointer)
_pgn_error = _function("pgn_error", ctypes.c_char_p, pointer, pointer)
_pgn_tags = _function("pgn_tags", _no_error, pointer, pointer, pointer)
_pgn_visit = _function("pgn_visit", _no_error, pointer, pointer, pointer)
_pgn_open = _function("pgn_open", pointer, ctypes.c_char_p, dll=_long)


def read_games(source, *, comments=True):
    """
    Returns an iterator over the games of a PGN file, given as a path or an open file. Reading is faster if `comments`
    is False.
    """
    if hasattr(source, "read"):
        return parse_games(source.read(), comments=comments)
    reader = _pgn_open(os.fsencode(source))
    if not reader:
        open(source, "rb").close()  # raises the reason
        raise _failure()
    return _games(reader, comments, None)


def parse_games(text, *, comments=True):
    """Returns an iterator over the games of a text in PGN (str or bytes)."""
    data = text.encode(errors="replace") if isinstance(text, str) else bytes(memoryview(text))
    return _games(_pgn_memory(data, len(data)), comments, data)


def _games(reader, comments, data):  # `data` must live as long as the reader
    tags, count, line = ctypes.POINTER(_Tag)(), c_size_t(), c_size_t()
    try:
        if comments:
            _pgn_keep_all(reader)
        while _pgn_next(reader):
            _pgn_tags(reader, ctypes.byref(tags), ctypes.byref(count))
            headers = {_text(tag.name): _text(tag.value) for tag in tags[: count.value]}
            chess960 = bool(re.fullmatch("(chess|fischer).*(960|random)", headers.get("Variant", ""), re.I))
            error = _pgn_error(reader, ctypes.byref(line))
            board = Board._of(_game_copy(_pgn_game(reader)), chess960)
            game = Game.__new__(Game)._of(board, headers, _text(_pgn_result(reader)), error and _text(error), line.value)
            if comments:
                visitor = _Visitor.of(game)
                _pgn_visit(reader, ctypes.byref(visitor), None)
            yield game
    finally:
        _pgn_close(reader)


# --- the engine ----------------------------------------------------------------------------------


class Limit(NamedTuple):
    """
    Limits of a search, which ends at the first one reached. Times are in seconds. Without limits the search ends at a
    certain mate, at depth 120, or when another thread stops it.
    """

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None


@functools.total_ordering
class Score:
    """
    A score in centipawns or a mate, from the point of view of `turn`.

    >>> score = Score(0, -3, WHITE)
    >>> score.black(), score.black().mate(), score.score(), score < Score(-900, 0, WHITE)
    (#+3, 3, None, True)
    """

    def __init__(self, centipawns, mate, turn):
        self._centipawns, self._mate, self.turn = centipawns, mate, turn

    def score(self, *, mate_score=None):
        """Returns centipawns. For a mate, returns None, or `mate_score` less the moves to mate."""
        if not self._mate:
            return self._centipawns
        if mate_score is None:
            return None
        return mate_score - self._mate if self._mate > 0 else -mate_score - self._mate

    def mate(self):
        """Returns the moves to mate, below 0 if the side is mated, or None."""
        return self._mate or None

    def is_mate(self):
        """Returns whether a mate was found."""
        return bool(self._mate)

    def pov(self, color):
        """Returns the score from the point of view of a color."""
        return self if color == self.turn else Score(-self._centipawns, -self._mate, color)

    def white(self):
        """Returns the score from White's point of view."""
        return self.pov(WHITE)

    def black(self):
        """Returns the score from Black's point of view."""
        return self.pov(BLACK)

    def __eq__(self, other):
        return isinstance(other, Score) and self.score(mate_score=1 << 20) == other.score(mate_score=1 << 20)

    def __lt__(self, other):
        if not isinstance(other, Score):
            return NotImplemented
        return self.score(mate_score=1 << 20) < other.score(mate_score=1 << 20)

    def __hash__(self):
        return hash((self._centipawns, self._mate))

    def __repr__(self):
        return f"#{self._mate:+d}" if self._mate else f"{self._centipawns / 100:+.2f}"


class PlayResult(NamedTuple):
    """The best move (None: the game is over), the expected reply, and the last result of the search."""

    move: Optional[Move]
    ponder: Optional[Move]
    info: dict


_engine_new = _function("engine_new", _not_null, c_size_t, c_int, dll=_long)
_engine_free = _function("engine_free", None, pointer, dll=_long)
_engine_listen = _function("engine_listen", _no_error, pointer, _Listener, pointer, dll=_long)
_engine_listen_end = _function("engine_listen_end", _no_error, pointer, _Listener, pointer, dll=_long)
_engine_resize = _function("engine_resize", _no_error, pointer, c_size_t, c_int, dll=_long)
_engine_network = _function("engine_network", _no_error, pointer, ctypes.c_char_p, dll=_long)
_engine_tablebases = _function("engine_tablebases", _no_error, pointer, ctypes.c_char_p, dll=_long)
_engine_evaluate = _function("engine_evaluate", _no_error, pointer, pointer, pointer, dll=_long)
_engine_forget = _function("engine_forget", _no_error, pointer, dll=_long)
_engine_start = _function("engine_start", _no_error, pointer, pointer, pointer, dll=_long)
_engine_stop = _function("engine_stop", None, pointer, dll=_long)
_engine_wait = _function("engine_wait", _no_error, pointer, pointer, dll=_long)


def _board(board):
    """Returns a Board, and a function that converts texts to moves of the caller's kind."""
    if isinstance(board, Board):
        return board, Move
    if not hasattr(board, "move_stack"):
        raise TypeError(f"a board is expected instead of {board!r}")
    return Board(board), sys.modules["chess"].Move.from_uci


def _milliseconds(seconds, least):
    if seconds is None:
        return 0
    if not 0 <= seconds <= 1e9:
        raise ValueError(f"{seconds} seconds are out of range")
    return max(least, round(seconds * 1000))


def _count(number, most=2**31 - 1):
    if number is None:
        return 0
    if number < 1:
        raise ValueError(f"{number} is not a limit: it must be above 0")
    return min(operator.index(number), most)


class Analysis:
    """
    A running search, as Engine.analysis() returns it: an iterator over dicts, also for `async for`. The search is
    stopped at the end of its block (`with`, `async with`).
    """

    def __init__(self, engine, board, limit, multipv=None, root_moves=None, preempts=False, openings=False):
        self._engine, self._turn = engine, None
        board, self._kind = _board(board)
        self._board = board.copy()
        self._items, self._done, self._last = queue.SimpleQueue(), Future(), None
        self._lines = {}, []  # lines of this iteration by number; lines of earlier ones in order
        self._many, self._event, self._preempts = multipv is not None, None, preempts
        self._done.set_running_or_notify_cancel()  # asyncio cannot cancel it
        self._limits = _Limits(
            ctypes.sizeof(_Limits), _count(limit.depth), _count(limit.nodes, 2**63), _milliseconds(limit.time, 1),
            (_milliseconds(limit.white_clock, 1), _milliseconds(limit.black_clock, 1)),
            (_milliseconds(limit.white_inc, 0), _milliseconds(limit.black_inc, 0)),
            _count(limit.remaining_moves), _count(multipv), engine.elo or 0, _count(limit.mate),
            no_openings=not openings,
        )  # fmt: skip
        if root_moves is not None:
            numbers = [self._board._number(_uci(move)) for move in root_moves]
            if not numbers:
                raise ValueError("there is no root move")
            self._roots = (c_uint16 * len(numbers))(*numbers)
            self._limits.moves, self._limits.move_count = ctypes.addressof(self._roots), len(numbers)

    # Methods called by threads of the engine.

    def _hear(self, info):
        copy = _Info()
        ctypes.memmove(ctypes.byref(copy), info, min(info.contents.size, ctypes.sizeof(copy)))
        if not copy.bound:
            first = self._lines[0].get(1)
            if copy.line == 1 and first and copy.depth > first.depth:
                self._lines = {1: copy}, self._ranked()
            self._lines[0][copy.line] = copy
        self._put(copy)

    def _ranked(self):
        """Returns the lines of the last iteration, completed by lines of the previous one."""
        newest, older = self._lines
        lines = [newest[line] for line in sorted(newest)]
        seen = {info.moves[0] for info in lines}
        lines += [info for info in older if info.moves[0] not in seen]
        return lines[: max(len(newest), len(older))]

    def _hear_end(self):
        self._done.set_result(None)
        self._put(None)

    def _put(self, item):
        self._items.put(item)
        event = self._event
        if event:
            try:
                event[0].call_soon_threadsafe(event[1].set)
            except RuntimeError:
                pass  # the loop is closed

    # Methods called by the thread of the analysis.

    def _info(self, found):
        info = {"depth": found.depth, "seldepth": found.seldepth, "multipv": found.line}
        info["nodes"], info["time"] = found.nodes, found.time_ms / 1000
        info["nps"] = found.nodes * 1000 // max(found.time_ms, 1)
        info["hashfull"], info["tbhits"] = found.hashfull, found.tb_hits
        info["pv"] = [self._kind(move) for move in self._board.copy()._line(found.moves[: found.length])]
        if found.length:
            info["score"] = Score(found.score, found.mate, self._board.turn)
            info["wdl"] = (found.win, found.draw, found.loss)
        if found.bound:
            info["lowerbound" if found.bound == 1 else "upperbound"] = True
        return info

    @property
    def multipv(self):
        """The latest results, one dict for each line."""
        infos = [self._info(info) for info in self._ranked()]
        return [{**info, "multipv": line} for line, info in enumerate(infos, 1)]

    @property
    def info(self):
        """The latest result of the best line, {} at first."""
        return next(iter(self.multipv), {})

    def stop(self):
        """Stops the search soon; its last results can still be read. Any thread may call this."""
        self._engine._stop(self)

    def wait(self):
        """Waits for the end and returns the result: a dict, or a list of dicts with `multipv`."""
        try:
            if os.getpid() == self._engine._process:
                self._done.result()
        except BaseException:
            self.stop()
            raise
        return self._result()

    async def async_wait(self):
        """Does the same for asyncio. Canceling it stops the search."""
        try:
            await asyncio.wrap_future(self._done)
        except BaseException:
            self.stop()
            raise
        return self._result()

    def _result(self):
        best = self._engine._finish(self)
        if self._many:
            return self.multipv or [self._info(best)]
        return self._info(best)

    def _item(self, item):
        if item is None:
            self._items.put(None)
            self._engine._finish(self)
            return None
        return self._info(item)

    def __iter__(self):
        return self

    def __next__(self):
        info = self._item(self._items.get())
        if info is None:
            raise StopIteration
        return info

    def __aiter__(self):
        self._event = asyncio.get_running_loop(), asyncio.Event()
        return self

    async def __anext__(self):
        while True:
            self._event[1].clear()
            try:
                info = self._item(self._items.get_nowait())
            except queue.Empty:
                await self._event[1].wait()
                continue
            if info is None:
                raise StopAsyncIteration
            return info

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.wait()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.stop()
        await self.async_wait()


class Engine:
    """
    An engine in this process. `hash` is the size of the hash table in megabytes, `threads` the number of threads; with
    `elo`, 400 to 2800, it plays like people of that rating on lichess, with their openings.

    >>> with Engine(hash=16) as engine:
    ...     board = Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    ...     best, *_ = engine.analyse(board, Limit(depth=5), multipv=3)
    >>> best["score"], best["pv"]
    (#+1, [Move('d1d8')])
    """

    def __init__(self, *, hash=64, threads=1, elo=None, network=None, tablebases=None):
        self._hash, self._threads, self.elo = hash, threads, None
        self._running, self._lock, self._process = [None], threading.RLock(), os.getpid()
        self._engine = _engine_new(_count(hash), _count(threads))
        running = self._running  # not the engine itself, which would never be freed
        self._listener = _Listener(lambda _, info: running[0]._hear(info))
        self._end = _Listener(lambda *_: running[0]._hear_end())
        self._free = weakref.finalize(self, _freed, self._engine, self._listener, self._end)
        _engine_listen_end(self._engine, self._end, None)
        self.configure(elo=elo, network=network, tablebases=tablebases)

    def configure(self, **options):
        """Changes some options of Engine(). None restores the default of `elo` and the paths."""
        for name in options.keys() - {"hash", "threads", "elo", "network", "tablebases"}:
            raise ValueError(f"there is no option {name!r}")
        elo = options.get("elo", self.elo)
        if elo is not None and not 400 <= elo <= 2800:
            raise ValueError("a rating must be 400 to 2800")
        hash, threads = options.get("hash", self._hash), options.get("threads", self._threads)
        if (hash, threads) != (self._hash, self._threads):
            _engine_resize(self._handle(), _count(hash), _count(threads))
            self._hash, self._threads = hash, threads
        if "network" in options:
            _engine_network(self._handle(), options["network"] and os.fsencode(options["network"]))
        if "tablebases" in options:
            _engine_tablebases(self._handle(), options["tablebases"] and os.fsencode(options["tablebases"]))
        self.elo = elo

    def _handle(self):
        if not self._free.alive:
            raise EngineError("the engine is closed")
        return self._engine

    def _start(self, *arguments, listen=True, **options):
        search = Analysis(self, *arguments, **options)
        with self._lock:
            running = self._running[0]
            if running and (running._preempts or running._done.done()):
                running.stop()
                running.wait()
            _engine_listen(self._handle(), self._listener if listen else _Listener(), None)
            self._running[0] = search
            try:
                _engine_start(self._engine, search._board._game, ctypes.byref(search._limits))
            except BaseException:
                self._running[0] = None
                raise
        return search

    def _stop(self, search):
        with self._lock:
            if search and self._running[0] is search and not search._done.done():
                search._preempts = True
                _engine_stop(self._engine)

    def _finish(self, search):
        """Returns the best result of a search that has ended."""
        with self._lock:
            if search._last is None:
                search._last = _Info(ctypes.sizeof(_Info))
                _engine_wait(self._handle(), ctypes.byref(search._last))
                self._running[0] = None
        return search._last

    def stop(self):
        """Stops the search soon; the results so far are still returned. Any thread may call this."""
        self._stop(self._running[0])

    def forget(self):
        """Clears the hash table, for a new game."""
        _engine_forget(self._handle())

    def evaluate(self, board):
        """Returns the static evaluation of a position by the network, as Score."""
        board, centipawns = _board(board)[0], c_int()
        _engine_evaluate(self._handle(), board._game, ctypes.byref(centipawns))
        return Score(centipawns.value, 0, board.turn)

    def play(self, board, limit, *, root_moves=None):
        """Searches for a move and returns a PlayResult. The move is not played on the board."""
        return _play_result(self._start(board, limit, None, root_moves, listen=False, openings=True).wait())

    async def async_play(self, board, limit, *, root_moves=None):
        """Does the same for asyncio. Canceling it stops the search."""
        search = self._start(board, limit, None, root_moves, listen=False, openings=True)
        return _play_result(await search.async_wait())

    def analyse(self, board, limit, *, multipv=None, root_moves=None):
        """
        Searches a position. Returns a dict with "score" (Score), "pv" (a list of moves), "depth", "nodes", "time",
        "wdl" (per mille, for the side to move) and more; with `multipv` a list of dicts, the best line first.
        """
        return self._start(board, limit, multipv, root_moves, listen=multipv is not None).wait()

    async def async_analyse(self, board, limit, *, multipv=None, root_moves=None):
        """Does the same for asyncio. Canceling it stops the search."""
        search = self._start(board, limit, multipv, root_moves, listen=multipv is not None)
        return await search.async_wait()

    def analysis(self, board, limit=Limit(), *, multipv=None, root_moves=None):
        """Starts a search and returns an Analysis, which another search of this engine stops."""
        return self._start(board, limit, multipv, root_moves, preempts=True)

    def close(self):
        """Stops the search and frees the engine. Further calls do nothing."""
        search = self._running[0]
        if search and self._free.alive and os.getpid() == self._process:
            search.stop()
            search.wait()
        self._free()

    quit = close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _freed(engine, *_callbacks):
    _engine_free(engine)


def _play_result(info):
    line = info["pv"]
    return PlayResult(line[0] if line else None, line[1] if len(line) > 1 else None, info)
