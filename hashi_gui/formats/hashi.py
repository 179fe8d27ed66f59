"""The ``.hashi`` files of this program: readable JSON that holds everything.

``format`` is "hashi", ``version`` is 1. ``puzzle`` lists the rows of the grid: ``.`` is water,
``0`` to ``9`` and ``A`` to ``G`` (10 to 16) are clues, ``?`` is any number. The rules have the
names of the fields of :class:`Rules`; one that is missing is standard. Rows and columns count from
0: ``bridges`` lists [row, column, row, column, number], ``marks`` [row, column, row, column],
``locks`` [row, column]. A saved game also has ``start`` (the
move from an empty board to the one the game began with), ``history`` (the moves, see
:meth:`Move.to_text`), ``log`` (see :meth:`LogEntry.to_text`), and the other fields of
:class:`SavedGame`. The metadata have the names of the fields of :class:`PuzzleInfo`; unknown keys
are written back unchanged.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, NoReturn

from hashi_gui.core.board import Board, Move, MoveError
from hashi_gui.core.move_log import LogEntry
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.wording import cell_name, quantity
from hashi_gui.formats import clues
from hashi_gui.formats.document import DEFAULT_COUNTS, Document, PuzzleInfo, SavedGame
from hashi_gui.formats.errors import FormatError, quote, unexpected_input
from hashi_gui.formats.reading import check_size

NAME = "hashi"
TITLE = ".hashi file"
RANK = 0
MAX_LENGTH = 32 * 2**20
SUFFIX = ".hashi"
ONE_LINE = False
VERSION = 1

MAX_EXPECTED_SECONDS = 10**9

_WATER = "."
_GAME_KEYS = ("start", "history", "position", "trials", "seconds", *DEFAULT_COUNTS, "log")
_INFO_TYPES = {
    "title": str,
    "author": str,
    "notes": str,
    "lesson": str,
    "source": str,
    "seed": int,
    "options": dict,
    "level": str,
    "expected_seconds": int,
    "daily": str,
    "pack": str,
}
_RULE_TYPES = {field.name: type(field.default) for field in fields(Rules)}
_MOVE_TEMPLATES = {"bridges": "{},{}-{},{}={}", "marks": "{},{}-{},{}=x", "locks": "{},{}=lock"}
_KNOWN_KEYS = {
    "format",
    "version",
    "puzzle",
    *_RULE_TYPES,
    *_MOVE_TEMPLATES,
    *_GAME_KEYS,
    *_INFO_TYPES,
}
_TYPE_NAMES = {
    bool: "true or false",
    dict: "an object",
    float: "a number",
    int: "a whole number",
    list: "a list",
    str: "text",
    type(None): "null",
}

_CHARACTER_LIMITS = {
    "[": (1_000_000, "lists"),
    "{": (10_000, "objects"),
    ":": (100_000, "keys"),
    ",": (4_000_000, "values"),
}
"""The maximum count of some characters, to limit the memory that parsing takes."""

# Created once, because a game in progress is saved every second.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def recognises(text: str) -> bool:
    """Whether the text looks like a JSON object."""
    return text.lstrip().startswith("{")


def read(text: str) -> Document:
    data = _parse_json(text)
    if data.get("format") != NAME:
        raise unexpected_input(f'JSON without "format": "{NAME}"', f"a {TITLE}")
    version = _get_value(data, "version", int)
    if version > VERSION:
        raise FormatError(
            f"This file has version {version} of the .hashi format, but this version of Hashi "
            f"can only read versions up to {VERSION}."
        )
    puzzle = _parse_puzzle(data)
    board = _parse_board(puzzle, data)
    game = _parse_game(puzzle, board, data) if any(key in data for key in _GAME_KEYS) else None
    return Document(puzzle, board, NAME, game, parse_info(data))


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    grid = clues.to_matrix(puzzle, _WATER, clues.to_character)
    entries: dict[str, object] = {
        "format": NAME,
        "version": VERSION,
        **info_to_data(document.info),
        **rules_to_data(puzzle.rules),
        "puzzle": ["".join(row) for row in grid],
        "bridges": [
            [*_end_cells(puzzle, edge), count] for edge, count in enumerate(board.counts) if count
        ],
        "marks": [_end_cells(puzzle, edge) for edge in sorted(board.marks)],
        "locks": [puzzle.islands[island].cell for island in sorted(board.locks)],
    }
    game = document.game
    if game:
        entries |= {key: getattr(game, key) for key in _GAME_KEYS}
        entries["start"] = Board.empty(puzzle).move_to(game.start).to_text(puzzle)
        entries["history"] = [move.to_text(puzzle) for move in game.history]
        entries["log"] = [entry.to_text(puzzle) for entry in game.log]
    lines = [f"  {_encode(key)}: {_format_value(value)}" for key, value in entries.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _end_cells(puzzle: Puzzle, edge: int) -> tuple[int, ...]:
    a, b = puzzle.ends(edge)
    return a.row, a.col, b.row, b.col


def _format_value(value: object) -> str:
    """Return a list as JSON with each item on a separate line, any other value on one line."""
    if not value or not isinstance(value, list | tuple):
        return _encode(value)
    return "[\n    " + ",\n    ".join(map(_encode, value)) + "\n  ]"


def _parse_json(text: str) -> dict[str, Any]:
    for character, (limit, noun) in _CHARACTER_LIMITS.items():
        if text.count(character) > limit:
            raise FormatError(f"The JSON has more than {limit} {noun}, the maximum.")
    try:
        data: dict[str, Any] = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        problem = error.msg[0].lower() + error.msg[1:]
        raise FormatError(f"invalid JSON, {problem}.", (error.lineno, error.colno)) from error
    except RecursionError as error:
        raise FormatError("The JSON is nested too deeply.") from error
    except ValueError as error:
        raise FormatError("The JSON has a number with too many digits.") from error
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise unexpected_input(name, "a number that JSON allows")


def _get_value(data: Mapping[str, Any], key: str, *types: type) -> Any:
    """Return the value of a key, which must have one of the types.

    Raises FormatError that names the last of the types.
    """
    expected = _TYPE_NAMES[types[-1]]
    if key not in data:
        raise unexpected_input(f"no {key!r}", expected)
    value = data[key]
    if type(value) not in types:
        raise unexpected_input(f"{_TYPE_NAMES[type(value)]} as {key!r}", expected)
    return value


def _get_items(data: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    """Return the list of a key, whose items must have one type. Raises FormatError."""
    items: list[Any] = _get_value(data, key, list)
    for index, item in enumerate(items):
        if type(item) is not kind:
            raise unexpected_input(
                f"{_TYPE_NAMES[type(item)]} as item {index} of {key!r}", _TYPE_NAMES[kind]
            )
    return items


def _parse_puzzle(data: Mapping[str, Any]) -> Puzzle:
    rows = _get_items(data, "puzzle", str)
    width = len(rows[0]) if rows else 0
    check_size(len(rows), width)
    islands = clues.ClueMap()
    for r, row in enumerate(rows):
        if len(row) != width:
            raise unexpected_input(
                f"{quantity(len(row), 'cell')} in row {r + 1} of 'puzzle'", str(width)
            )
        for c, character in enumerate(row):
            if character in clues.CHARACTERS:
                islands[r, c] = clues.CHARACTERS[character]
            elif character != _WATER:
                raise unexpected_input(
                    f"{quote(character)} in {cell_name(r, c)} of 'puzzle'", "a clue or '.'"
                )
    return Puzzle.from_clues(len(rows), width, islands, parse_rules(data))


def _parse_board(puzzle: Puzzle, data: Mapping[str, Any]) -> Board:
    board = Board.empty(puzzle)
    for key, template in _MOVE_TEMPLATES.items():
        if key in data:
            board = board.apply(
                _parse_move(puzzle, ";".join(_format_changes(data, key, template)), key)
            )
    return board


def _format_changes(data: Mapping[str, Any], key: str, template: str) -> Iterator[str]:
    """Return the items of a list as the text of moves, see :meth:`Move.to_text`."""
    length = template.count("{}")
    for index, item in enumerate(_get_items(data, key, list)):
        if len(item) != length or any(type(number) is not int for number in item):
            raise unexpected_input(f"item {index} of {key!r}", f"a list of {length} whole numbers")
        yield template.format(*item)


def _parse_move(puzzle: Puzzle, text: str, key: str) -> Move:
    try:
        return Move.from_text(puzzle, text)
    except MoveError as error:
        raise FormatError(f"In {key!r}: {error}") from error


def _parse_game(puzzle: Puzzle, board: Board, data: Mapping[str, Any]) -> SavedGame:
    game = SavedGame(
        start=Board.empty(puzzle).apply(
            _parse_move(puzzle, _get_value(data, "start", str), "start")
        ),
        history=tuple(
            _parse_move(puzzle, text, "history") for text in _get_items(data, "history", str)
        ),
        position=_get_value(data, "position", int),
        trials=tuple(_get_items(data, "trials", int)),
        seconds=_get_value(data, "seconds", int, float),
        log=tuple(_parse_log(puzzle, {"log": [], **data})),
        **_parse_counts(data),
    )
    if not (math.isfinite(game.seconds) and game.seconds >= 0):
        raise unexpected_input(f"{game.seconds} as 'seconds'", "a finite number, 0 or more")
    moves = len(game.history)
    for key, position in [("position", game.position), *(("trials", t) for t in game.trials)]:
        if not 0 <= position <= moves:
            raise unexpected_input(f"{position} in {key!r}", f"a number of moves from 0 to {moves}")
    if _replay(game) != board:
        raise FormatError("The moves in 'history' do not lead from 'start' to the board.")
    return game


def _parse_log(puzzle: Puzzle, data: Mapping[str, Any]) -> Iterator[LogEntry]:
    for text in _get_items(data, "log", str):
        try:
            yield LogEntry.from_text(puzzle, text)
        except MoveError as error:
            raise FormatError(f"In 'log': {error}") from error


def _parse_counts(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields of GameCounts; earlier versions did not have all of them."""
    counts = {
        key: _get_value({key: default, **data}, key, type(default))
        for key, default in DEFAULT_COUNTS.items()
    }
    for key, value in counts.items():
        if isinstance(value, int) and value < 0:
            raise unexpected_input(f"{value} as {key!r}", "0 or more")
        if isinstance(value, str) and value and not _is_time(value):
            raise unexpected_input(f"{quote(value)} as {key!r}", "a time in UTC, or no text")
    return counts


def _is_time(text: str) -> bool:
    """Whether a text is what :func:`utc_now` returns."""
    return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text, re.ASCII) is not None


def _replay(game: SavedGame) -> Board:
    """Return the board after the moves that were not undone."""
    states: dict[int, int] = {}
    locks: dict[int, bool] = {}
    for move in game.history[: game.position]:
        states.update(move.edges)
        locks.update(move.locks)
    return game.start.apply(Move(tuple(states.items()), tuple(locks.items())))


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """Return the bridge limit, and the other rules that are not standard, as data for JSON."""
    values = {name: getattr(rules, name) for name in _RULE_TYPES}
    changed = {name: value for name, value in values.items() if value != getattr(STANDARD, name)}
    return {"max_bridges": rules.max_bridges, **changed}


def parse_rules(data: Mapping[str, Any]) -> Rules:
    """The opposite of :func:`rules_to_data`. Raises FormatError and PuzzleError."""
    return Rules(
        **{name: _get_value(data, name, kind) for name, kind in _RULE_TYPES.items() if name in data}
    )


def info_to_data(info: PuzzleInfo) -> dict[str, Any]:
    """Return the metadata as data for JSON, which :func:`parse_info` reads."""
    return {**info.known(), **info.extra}


def parse_info(data: Mapping[str, Any]) -> PuzzleInfo:
    """Return the metadata, after checking that they can be written again.

    Raises FormatError for values of the wrong type.
    """
    known = {key: _get_value(data, key, kind) for key, kind in _INFO_TYPES.items() if key in data}
    extra = {key: value for key, value in data.items() if key not in _KNOWN_KEYS}
    if not 0 <= known.get("expected_seconds", 0) <= MAX_EXPECTED_SECONDS:
        raise unexpected_input(
            f"{known['expected_seconds']} as 'expected_seconds'",
            f"a number from 0 to {MAX_EXPECTED_SECONDS}",
        )
    try:
        _encode({**known, **extra}).encode()
    except (ValueError, RecursionError) as error:
        raise FormatError("The JSON has a number or a character that cannot be saved.") from error
    return PuzzleInfo(**known, extra=extra)
