"""Our own ``.hashi`` files: JSON that says all there is, and that a person can read.

``format`` is "hashi", ``version`` 1. ``puzzle`` lists the rows of the grid: ``.`` is water, ``0``
to ``9`` and ``A`` to ``G`` (10 to 16) are clues, ``?`` any number; ``max_bridges`` is 2 where it
is not given. Cells are a row and a column from 0: ``bridges`` lists [row, column, row, column,
number], ``marks`` [row, column, row, column], ``locks`` [row, column]. A saved game also has
``start`` (the move from an empty board to the one it began on), ``history`` (the moves made, see
:meth:`Move.to_text`), ``position``, ``trials``, ``seconds``, ``hints`` and ``finished``. The
metadata of a puzzle are the keys of :class:`PuzzleInfo`; unknown keys are written back unchanged.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from hashi_gui.core.board import Board, Move, MoveError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document, PuzzleInfo, SavedGame
from hashi_gui.formats.errors import FormatError, quantity, quote, unexpected_input
from hashi_gui.formats.reading import check_size

NAME = "hashi"
TITLE = ".hashi file"
RANK = 0
MAX_LENGTH = 32 * 2**20
SUFFIX = ".hashi"
ONE_LINE = False
VERSION = 1

_WATER = "."
_GAME_KEYS = ("start", "history", "position", "trials", "seconds", "hints", "finished")
_INFO_TYPES = {
    "title": str,
    "author": str,
    "lesson": str,
    "source": str,
    "seed": int,
    "options": dict,
    "level": str,
    "daily": str,
}
_DRAWN = {"bridges": "{},{}-{},{}={}", "marks": "{},{}-{},{}=x", "locks": "{},{}=lock"}
_KNOWN_KEYS = {
    "format",
    "version",
    "puzzle",
    "max_bridges",
    *_DRAWN,
    *_GAME_KEYS,
    *_INFO_TYPES,
}
_TYPES = {
    bool: "true or false",
    dict: "an object",
    float: "a number",
    int: "a whole number",
    list: "a list",
    str: "text",
    type(None): "null",
}

_MOST = {
    "[": (1_000_000, "lists"),
    "{": (10_000, "objects"),
    ":": (100_000, "keys"),
    ",": (4_000_000, "values"),
}
"""How many of a character there may be: more would take too much memory."""

# Made once: this is called every second while somebody plays.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def recognises(text: str) -> bool:
    """Whether it is a JSON object."""
    return text.lstrip().startswith("{")


def read(text: str) -> Document:
    data = _parsed(text)
    if data.get("format") != NAME:
        raise unexpected_input(f'JSON without "format": "{NAME}"', f"a {TITLE}")
    version = _value(data, "version", int)
    if version > VERSION:
        raise FormatError(
            f"It is in version {version} of the .hashi format, newer than this program, "
            f"which knows up to version {VERSION}."
        )
    puzzle = _puzzle(data)
    board = _board(puzzle, data)
    game = _game(puzzle, board, data) if any(key in data for key in _GAME_KEYS) else None
    return Document(puzzle, board, NAME, game, _info(data))


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    grid = clues.matrix(puzzle, _WATER, clues.character)
    entries: dict[str, object] = {
        "format": NAME,
        "version": VERSION,
        **document.info.known(),
        **document.info.extra,
        "max_bridges": puzzle.max_bridges,
        "puzzle": ["".join(row) for row in grid],
        "bridges": [
            [*_ends(puzzle, edge), count] for edge, count in enumerate(board.counts) if count
        ],
        "marks": [_ends(puzzle, edge) for edge in sorted(board.marks)],
        "locks": [puzzle.islands[island].cell for island in sorted(board.locks)],
    }
    game = document.game
    if game:
        entries |= {key: getattr(game, key) for key in _GAME_KEYS}
        entries["start"] = Board.empty(puzzle).move_to(game.start).to_text(puzzle)
        entries["history"] = [move.to_text(puzzle) for move in game.history]
    lines = [f"  {_encode(key)}: {_laid_out(value)}" for key, value in entries.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _ends(puzzle: Puzzle, edge: int) -> tuple[int, ...]:
    a, b = puzzle.ends(edge)
    return a.row, a.col, b.row, b.col


def _laid_out(value: object) -> str:
    """A list with each item on a line of its own, anything else on one line."""
    if not value or not isinstance(value, list | tuple):
        return _encode(value)
    return "[\n    " + ",\n    ".join(map(_encode, value)) + "\n  ]"


def _parsed(text: str) -> dict[str, Any]:
    for character, (most, what) in _MOST.items():
        if text.count(character) > most:
            raise FormatError(f"It holds more than {most} {what}, the most that is read.")
    try:
        data: dict[str, Any] = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        problem = error.msg[0].lower() + error.msg[1:]
        raise FormatError(f"broken JSON, {problem}.", (error.lineno, error.colno)) from error
    except RecursionError as error:
        raise FormatError("Its JSON is nested too deeply.") from error
    except ValueError as error:
        raise FormatError("It has a number with too many digits.") from error
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise unexpected_input(name, "JSON, which has no such number")


def _value(data: Mapping[str, Any], key: str, *types: type) -> Any:
    """The value of a key; the last of the types it may have names it in a complaint."""
    expected = _TYPES[types[-1]]
    if key not in data:
        raise unexpected_input(f"no {key!r}", expected)
    value = data[key]
    if type(value) not in types:
        raise unexpected_input(f"{_TYPES[type(value)]} as {key!r}", expected)
    return value


def _items(data: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    """A list of which every item has one type."""
    items: list[Any] = _value(data, key, list)
    for index, item in enumerate(items):
        if type(item) is not kind:
            raise unexpected_input(f"{_TYPES[type(item)]} as item {index} of {key!r}", _TYPES[kind])
    return items


def _puzzle(data: Mapping[str, Any]) -> Puzzle:
    rows = _items(data, "puzzle", str)
    width = len(rows[0]) if rows else 0
    check_size(len(rows), width)
    islands = clues.Islands()
    for r, row in enumerate(rows):
        if len(row) != width:
            raise unexpected_input(
                f"{quantity(len(row), 'cell')} in row {r} of 'puzzle'", str(width)
            )
        for c, character in enumerate(row):
            if character in clues.CHARACTERS:
                islands[r, c] = clues.CHARACTERS[character]
            elif character != _WATER:
                raise unexpected_input(
                    f"{quote(character)} in row {r}, column {c} of 'puzzle'", "a clue or '.'"
                )
    limit = _value(data, "max_bridges", int) if "max_bridges" in data else 2
    return Puzzle.from_clues(len(rows), width, islands, limit)


def _board(puzzle: Puzzle, data: Mapping[str, Any]) -> Board:
    board = Board.empty(puzzle)
    for key, template in _DRAWN.items():
        if key in data:
            board = board.apply(_move(puzzle, ";".join(_words(data, key, template)), key))
    return board


def _words(data: Mapping[str, Any], key: str, template: str) -> Iterator[str]:
    """The items of a list on the board, each written as a move."""
    length = template.count("{}")
    for index, item in enumerate(_items(data, key, list)):
        if len(item) != length or any(type(number) is not int for number in item):
            raise unexpected_input(f"item {index} of {key!r}", f"a list of {length} whole numbers")
        yield template.format(*item)


def _move(puzzle: Puzzle, text: str, key: str) -> Move:
    try:
        return Move.from_text(puzzle, text)
    except MoveError as error:
        raise FormatError(f"In {key!r}: {error}") from error


def _game(puzzle: Puzzle, board: Board, data: Mapping[str, Any]) -> SavedGame:
    record = SavedGame(
        start=Board.empty(puzzle).apply(_move(puzzle, _value(data, "start", str), "start")),
        history=tuple(_move(puzzle, text, "history") for text in _items(data, "history", str)),
        position=_value(data, "position", int),
        trials=tuple(_items(data, "trials", int)),
        seconds=_value(data, "seconds", int, float),
        hints=_value(data, "hints", int),
        finished=_value(data, "finished", bool),
    )
    if not (math.isfinite(record.seconds) and record.seconds >= 0):
        raise unexpected_input(f"{record.seconds} as 'seconds'", "a length of time")
    if record.hints < 0:
        raise unexpected_input(f"{record.hints} as 'hints'", "0 or more")
    moves = len(record.history)
    for key, position in [("position", record.position), *(("trials", t) for t in record.trials)]:
        if not 0 <= position <= moves:
            raise unexpected_input(f"{position} in {key!r}", f"0 to {moves}, a place in 'history'")
    if _replay(record) != board:
        raise FormatError("Its 'history' does not lead from 'start' to the board.")
    return record


def _replay(record: SavedGame) -> Board:
    """Return the board after the moves that were not undone."""
    states: dict[int, int] = {}
    locks: dict[int, bool] = {}
    for move in record.history[: record.position]:
        states.update(move.edges)
        locks.update(move.locks)
    return record.start.apply(Move(tuple(states.items()), tuple(locks.items())))


def _info(data: Mapping[str, Any]) -> PuzzleInfo:
    """Return the metadata, after checking that it can be written again."""
    known = {key: _value(data, key, kind) for key, kind in _INFO_TYPES.items() if key in data}
    extra = {key: value for key, value in data.items() if key not in _KNOWN_KEYS}
    try:
        _encode({**known, **extra}).encode()
    except (ValueError, RecursionError) as error:
        raise FormatError("It holds a number or a character that no file can hold.") from error
    return PuzzleInfo(**known, extra=extra)
