"""Bridges, from Simon Tatham's Portable Puzzle Collection: game IDs, and reading of save files.

A game ID is ``PARAMS:DESC`` and holds a puzzle. PARAMS is the size, ``W`` or ``WxH``, optionally
followed by ``i`` and ``e`` (for the generator), ``mB`` (at most B bridges per pair, 2 by default),
``L`` (no loops) and ``d`` (difficulty). DESC lists the cells in reading order: ``1`` to ``9`` and
``A`` to ``G`` (10 to 16) are clues, ``a`` to ``z`` are 1 to 26 cells of water. Islands are never
adjacent. Links have such an ID (see :mod:`sgt_url`), and save files the moves, too (see
:mod:`sgt_save`).
"""

from __future__ import annotations

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.wording import pattern, quantity
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import FormatError, quote, unexpected_input
from hashi_gui.formats.notations import sgt_save
from hashi_gui.formats.reading import Row, Word, non_blank_lines, parse_bridge_limit, parse_side
from hashi_gui.formats.refusals import refuse_adjacent_islands, refuse_board, refuse_clue

NAME = "sgt"
TITLE = "game ID of SGT's Bridges"
RANK = 0
MAX_LENGTH = 2 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

_MIN_SIDE = 3
_MIN_ISLANDS = 2
_PARAMS_TEXT = (
    r"\s*+(?P<cols>[0-9]++)(?:x(?P<rows>[0-9]++))?+(?:i[0-9]++)?+(?:e[0-9]++)?+"
    r"(?:m(?P<limit>[0-9]++))?+(?P<loops>L)?+(?:d[0-9]++)?+[ \t]*+"
)
_PARAMS = pattern(_PARAMS_TEXT)
_ID = pattern(_PARAMS_TEXT + r"(?P<kind>[:#])[ \t]*+(?P<desc>\S*+)\s*+")


def recognises(text: str) -> bool:
    """Whether the text is a game ID, also one with a random seed, or a save file."""
    return sgt_save.recognises(text) or _ID.fullmatch(text) is not None


def read(text: str) -> Document:
    if sgt_save.recognises(text):
        save = sgt_save.SaveFile(text)
        puzzle = _parse_puzzle(save.params, save.desc)
        return Document(puzzle, save.board(puzzle), NAME)
    return Document.from_puzzle(read_id(next(non_blank_lines(text))), NAME)


def read_id(line: Row) -> Puzzle:
    """Return the puzzle of a game ID. Raises FormatError."""
    match = _ID.fullmatch(line.text)
    if match is None:
        raise unexpected_input(quote(line.text), "a game ID such as '7x7m2:3a5...'", line.at)
    if match["kind"] == "#":
        raise FormatError(
            "a random seed follows the #, which only Simon Tatham's own program can use; "
            "copy the game ID that has a colon instead.",
            line.location(match.start("kind")),
            words=_("Only Simon Tatham's program knows that puzzle. Copy the ID with a colon."),
        )
    kind, desc = match.span("kind"), match.span("desc")
    return _parse_puzzle(
        Row(line.text[: kind[0]], line.at), Row(line.text[slice(*desc)], line.location(desc[0]))
    )


def _parse_puzzle(params: Row, desc: Row) -> Puzzle:
    match = _PARAMS.fullmatch(params.text)
    if match is None:
        raise unexpected_input(quote(params.text), "parameters such as '10x10m2'", params.at)
    width = Word(match["cols"], params.location(match.start("cols")))
    height = Word(match["rows"], params.location(match.start("rows"))) if match["rows"] else width
    cols, rows = parse_side(width, "columns"), parse_side(height, "rows")
    limit = 2
    if match["limit"]:
        limit = parse_bridge_limit(Word(match["limit"], params.location(match.start("limit"))))
    rules = Rules(limit, loops=not match["loops"])
    return Puzzle.from_clues(rows, cols, _parse_clues(rows, cols, rules, desc), rules)


def _parse_clues(rows: int, cols: int, rules: Rules, desc: Row) -> clues.ClueMap:
    islands = clues.ClueMap()
    cell = 0
    for index, character in enumerate(desc.text):
        if cell >= rows * cols:
            raise unexpected_input(
                f"more than {rows * cols} cells", f"{rows} x {cols}", desc.location(index)
            )
        if "a" <= character <= "z":
            cell += ord(character) - ord("a") + 1
            continue
        clue = clues.CHARACTERS.get(character)
        if not clue:
            raise unexpected_input(
                quote(character), "a clue or a letter for water", desc.location(index)
            )
        row, col = divmod(cell, cols)
        if (row - 1, col) in islands or (col and (row, col - 1) in islands):
            raise unexpected_input("adjacent islands", "water between them", desc.location(index))
        islands[row, col] = clues.check_range(clue, desc.location(index), rules)
        cell += 1
    if cell != rows * cols:
        raise unexpected_input(quantity(cell, "cell"), f"{rows} x {cols} = {rows * cols}", desc.end)
    if len(islands) < _MIN_ISLANDS:
        raise unexpected_input(quantity(len(islands), "island"), "at least 2", desc.at)
    return islands


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_clue(puzzle, None, TITLE)
    refuse_clue(puzzle, 0, TITLE)
    refuse_adjacent_islands(puzzle, TITLE)
    if min(puzzle.rows, puzzle.cols) < _MIN_SIDE:
        raise FormatError(
            f"A {TITLE} needs at least {_MIN_SIDE} rows and columns; "
            f"this puzzle has {puzzle.rows} x {puzzle.cols} cells."
        )
    if len(puzzle.islands) < _MIN_ISLANDS:
        raise FormatError(f"A {TITLE} needs at least {_MIN_ISLANDS} islands.")
    desc = clues.encode_runs(puzzle, clues.to_character, clues.LETTERS)
    loops = "" if puzzle.rules.loops else "L"
    return f"{puzzle.cols}x{puzzle.rows}m{puzzle.rules.max_bridges}{loops}:{desc}"
