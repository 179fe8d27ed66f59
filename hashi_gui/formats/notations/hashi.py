"""The ``.hashi`` files of this program: readable JSON that holds everything.

``format`` is "hashi", ``version`` is 1. ``puzzle`` lists the rows of the grid: ``.`` is water,
``0`` to ``9`` and ``A`` to ``G`` (10 to 16) are clues, ``?`` is any number. The rules have the
names of the fields of :class:`Rules`; one that is missing is standard. Rows and columns count from
0: ``bridges`` lists [row, column, row, column, number], ``marks`` [row, column, row, column],
``locks`` [row, column]. A saved game also has ``start`` (the move from an empty board to the one
the game began with), ``history`` (the moves, see :meth:`Move.to_text`), ``history_tags`` (number
and tags of each move with tags, see :meth:`Move.tags_to_text`), ``log`` (see
:meth:`LogEntry.to_text`), and the other fields of :class:`SavedGame`. ``race`` has the fields of
:class:`Race`. The metadata have the names of the fields of :class:`PuzzleInfo`; unknown keys are
written back unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from hashi_gui.core.board import MAX_SECONDS, Board, LogEntry, Move, MoveError
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.wording import cell_name
from hashi_gui.formats.document import Document, PuzzleInfo
from hashi_gui.formats.errors import FormatError, NoPuzzleError, quote, unexpected_input
from hashi_gui.formats.fields import (
    excess,
    parse_object,
    place_of,
    read_items,
    read_parts,
    read_record,
    read_value,
)
from hashi_gui.formats.race import parse_race
from hashi_gui.formats.reading import CLUE_CHARACTERS, ClueMap, check_size, to_character, to_matrix

if TYPE_CHECKING:
    from hashi_gui.formats.saved_game import SavedGame

NAME = "hashi"
TITLE = N_(".hashi file")
MAX_LENGTH = 32 * 2**20
SUFFIX = ".hashi"
ONE_LINE = False
VERSION = 1

TIME_FORMULA = 2
"""The version of the formula for expected times, to be raised with that in ``logic/rating``."""

FORMER_TIMES = {"easy": 0.8, "medium": 1.0, "hard": 1.1, "expert": 1.3, "extreme": 1.5}
"""How many times as long puzzles of a level take by this formula as by the first: the median."""

_FORMULA_KEY = "time_formula"

_WATER = "."
RULE_KEYS = Rules._fields
_MOVE_TEMPLATES = {"bridges": "{},{}-{},{}={}", "marks": "{},{}-{},{}=x", "locks": "{},{}=lock"}
_TAGS_KEY = "history_tags"
_OTHER_KEYS = {_TAGS_KEY, "format", "version", "puzzle", "race", _FORMULA_KEY}


@cache
def _game_keys() -> tuple[str, ...]:
    from hashi_gui.formats.saved_game import DEFAULT_COUNTS  # Only here: most puzzles are links.

    parts = "start", "history", "position", "trials", "trial_names", "seconds"
    return *parts, *DEFAULT_COUNTS, "log"


@cache
def _known_keys() -> set[str]:
    known = {*_OTHER_KEYS, *RULE_KEYS, *_MOVE_TEMPLATES, *_game_keys(), *PuzzleInfo._fields}
    return known - {"extra"}


@cache
def _encoder() -> Callable[[object], str]:
    """What makes JSON of a value; made once, because a game in progress is saved every second."""
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _encode(value: object) -> str:
    return _encoder()(value)


def recognises(text: str) -> bool:
    """Whether the text looks like a JSON object."""
    return text.lstrip().startswith("{")


def read(text: str) -> Document:
    data = parse_object(text)
    if data.get("format") != NAME:
        found = _("JSON without {key}").format(key=f'"format": "{NAME}"')
        problem = unexpected_input(found, _("a .hashi file")).problem
        raise NoPuzzleError(problem, words=_("That is not a puzzle."))
    version = read_value(data, "version", int)
    if version > VERSION:
        raise FormatError(
            _(
                "This file has version {n} of the .hashi format, but this version of Hashi can "
                "only read versions up to {last}."
            ).format(n=version, last=VERSION),
            words=_("That file is from a newer version of Hashi. Update Hashi to open it."),
        )
    puzzle = _parse_puzzle(data)
    board = _parse_board(puzzle, data)
    game = _parse_game(puzzle, board, data) if any(key in data for key in _game_keys()) else None
    race = parse_race(puzzle, read_value(data, "race", dict)) if "race" in data else None
    return Document(puzzle, game.board if game else board, NAME, game, parse_info(data), race)


def write(document: Document) -> str:
    """Return the file; if it would be too long to be read, without the log of the game."""
    text, game = _format_document(document), document.game
    if game and game.log and (len(text) > MAX_LENGTH or excess(text)):
        from dataclasses import replace

        return _format_document(document._replace(game=replace(game, log=())))
    return text


def _format_document(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    grid = to_matrix(puzzle, _WATER, to_character)
    entries: dict[str, object] = {
        "format": NAME,
        "version": VERSION,
        **info_to_data(document.info),
        **rules_to_data(puzzle.rules),
        "puzzle": ["".join(row) for row in grid],
        "bridges": [
            [*puzzle.coordinates(edge), count] for edge, count in enumerate(board.counts) if count
        ],
        "marks": [puzzle.coordinates(edge) for edge in sorted(board.marks)],
        "locks": [puzzle.islands[island].cell for island in sorted(board.locks)],
    }
    game = document.game
    if game:
        entries |= {key: getattr(game, key) for key in _game_keys()}
        if not game.trial_names:
            del entries["trial_names"]
        entries["start"] = Board.empty(puzzle).move_to(game.start).to_text(puzzle)
        entries["history"] = [move.to_text(puzzle) for move in game.history]
        entries["log"] = [entry.to_text(puzzle) for entry in game.log]
        if tagging := [(n, move) for n, move in enumerate(game.history) if move.tags]:
            entries[_TAGS_KEY] = [(n, move.tags_to_text(puzzle)) for n, move in tagging]
    if document.race:
        entries["race"] = document.race.to_data(puzzle)
    lines = [f"  {_encode(key)}: {_format_value(value)}" for key, value in entries.items()]
    return _escape_unseen("{\n" + ",\n".join(lines) + "\n}\n")


def _escape_unseen(text: str) -> str:
    """Return JSON with escapes for all that cannot be seen, or is a command to a terminal."""
    if text.replace("\n", "").isprintable():
        return text
    from json import dumps

    return "".join(c if c.isprintable() or c == "\n" else dumps(c)[1:-1] for c in text)


def _format_value(value: object) -> str:
    """Return a list as JSON with each item on a separate line, any other value on one line."""
    if not value or not isinstance(value, list | tuple):
        return _encode(value)
    return "[\n    " + ",\n    ".join(map(_encode, value)) + "\n  ]"


def _parse_puzzle(data: Mapping[str, Any]) -> Puzzle:
    rows = read_items(data, "puzzle", str)
    width = len(rows[0]) if rows else 0
    check_size(len(rows), width)
    islands = ClueMap()
    for r, row in enumerate(rows):
        if len(row) != width:
            found = ngettext(
                "{n} cell in row {row} of 'puzzle'", "{n} cells in row {row} of 'puzzle'", len(row)
            )
            raise unexpected_input(found.format(n=len(row), row=r + 1), str(width))
        for c, character in enumerate(row):
            if character in CLUE_CHARACTERS:
                islands[r, c] = CLUE_CHARACTERS[character]
            elif character != _WATER:
                found = _("{text} in {cell} of 'puzzle'")
                found = found.format(text=quote(character), cell=cell_name(r, c))
                raise unexpected_input(found, _("a clue or '.'"))
    return Puzzle.from_clues(len(rows), width, islands, parse_rules(data))


def _parse_board(puzzle: Puzzle, data: Mapping[str, Any]) -> Board:
    board = Board.empty(puzzle)
    for key, template in _MOVE_TEMPLATES.items():
        if key in data:
            with _errors_named(key):
                changes = ";".join(_format_changes(data, key, template))
                board = board.apply(Move.from_text(puzzle, changes))
    return board


def _format_changes(data: Mapping[str, Any], key: str, template: str) -> Iterator[str]:
    """Return the items of a list as the text of moves, see :meth:`Move.to_text`."""
    length = template.count("{}")
    for index, item in enumerate(read_items(data, key, list)):
        if len(item) != length or any(type(number) is not int for number in item):
            expected = _("a list of {n} whole numbers").format(n=length)
            raise unexpected_input(place_of(index, repr(key)), expected)
        yield template.format(*item)


@contextmanager
def _errors_named(key: str) -> Iterator[None]:
    """Say of a wrong move in which list it stands."""
    try:
        yield
    except MoveError as error:
        raise FormatError(_("In {key!r}: {problem}").format(key=key, problem=error)) from error


def _parse_game(puzzle: Puzzle, board: Board, data: Mapping[str, Any]) -> SavedGame:
    from hashi_gui.formats.saved_game import SavedGame

    with _errors_named("start"):
        move = Move.from_text(puzzle, read_value(data, "start", str))
    with _errors_named("history"):
        history = [Move.from_text(puzzle, text) for text in read_items(data, "history", str)]
    with _errors_named(_TAGS_KEY):
        for item in read_items({_TAGS_KEY: [], **data}, _TAGS_KEY, list):
            number, text = read_parts(item, repr(_TAGS_KEY), int, str)
            if 0 <= number < len(history):  # A version without tags may have shortened it.
                history[number] = history[number].with_tags(puzzle, text)
    with _errors_named("log"):
        entries = read_items({"log": [], **data}, "log", str)
        log = tuple(LogEntry.from_text(puzzle, text) for text in entries)
    start = Board.empty(puzzle).apply(move)
    parts = {"start": start, "history": tuple(history), "log": log}
    game = read_record(SavedGame, data, "position", "trials", "seconds", **parts)
    game.check()
    if game.board._replace(tags=board.tags) != board:
        raise FormatError(_("The moves in 'history' do not lead from 'start' to the board."))
    return game


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """Return the bridge limit, and the other rules that are not standard, as data for JSON."""
    values = {name: getattr(rules, name) for name in RULE_KEYS}
    changed = {name: value for name, value in values.items() if value != getattr(STANDARD, name)}
    return {"max_bridges": rules.max_bridges, **changed}


def parse_rules(data: Mapping[str, Any]) -> Rules:
    """Return the rules that are among the data of JSON. Raises FormatError and PuzzleError."""
    return read_record(Rules, data)


def info_to_data(info: PuzzleInfo) -> dict[str, Any]:
    """Return the metadata as data for JSON, which :func:`parse_info` reads."""
    formula = {} if info.expected_seconds is None else {_FORMULA_KEY: TIME_FORMULA}
    return {**info.known(), **formula, **info.extra}


def parse_info(data: Mapping[str, Any]) -> PuzzleInfo:
    """Return the metadata that are among the data of JSON. Raises FormatError."""
    known = _known_keys()
    extra = {key: value for key, value in data.items() if key not in known}
    info = read_record(PuzzleInfo, data, extra=extra)
    return info._replace(expected_seconds=present_seconds(data, info.level, info.expected_seconds))


def present_seconds(data: Mapping[str, Any], level: str, seconds: int | None) -> int | None:
    """The expected time among the data of JSON, or, if it is by the first formula, by today's.

    That is as near as the level tells: only who grades the puzzle again knows the time itself.
    """
    if seconds is None or _FORMULA_KEY in data:
        return seconds
    return min(round(seconds * FORMER_TIMES.get(level, 1)), MAX_SECONDS)
