"""The address of a puzzle at puzz.link and every other site that runs pzpr.

It is ``https://puzz.link/p?hashi/COLS/ROWS/BODY`` and holds a puzzle without a board. BODY goes
through the cells in reading order: ``0`` to ``9`` and ``a`` to ``f`` are clues, ``-hh`` and
``+hhh`` larger ones in hexadecimal, ``.`` is "?", ``g`` to ``z`` stand for 1 to 20 cells of water.
As at the sites themselves, other characters are skipped, cells that are missing are water, and
what follows after the last cell does not count.
"""

from __future__ import annotations

import re

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import Word, filled_lines, side
from hashi_gui.formats.refusals import refuse_board, refuse_other_limits

NAME = "puzzlink"
TITLE = "puzz.link URL"
RANK = 0
MAX_LENGTH = 16 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

KINDS = ("hashi", "hashikake", "bridges")
"""The names that this puzzle has in pzpr."""

_ADDRESS = re.compile(
    r"\s*+(?P<site>[^\s?]*+\?)?+(?:type=[^\s&]*+&)?+(?P<kind>[a-z][a-z0-9]*+)(?:_edit|_play)?+"
    r"/(?P<cols>[^\s/]*+)/?+(?P<rows>[^\s/]*+)/?+(?P<body>\S*+)\s*+"
)
_TOKEN = re.compile(r"[0-9a-f.]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[g-z]+")
_RUNS = "ghijklmnopqrstuvwxyz"
_LENGTHS = {letter: length for length, letter in enumerate(_RUNS, start=1)}


def recognises(text: str) -> bool:
    """Whether it is the address of a pzpr page, or one of our kinds and a body without a site."""
    address = _ADDRESS.fullmatch(text)
    return address is not None and (address["site"] is not None or address["kind"] in KINDS)


def read(text: str) -> Document:
    line = next(filled_lines(text))
    address = _ADDRESS.fullmatch(line.text)
    assert address is not None
    kind, width, height = (
        Word(address[part], line.place(address.start(part))) for part in ("kind", "cols", "rows")
    )
    if kind.text not in KINDS:
        raise unexpected_input(f"a puzzle of the kind {quote(kind.text)}", "'hashi'", kind.at)
    cols, cells = side(width, "columns"), side(width, "columns") * side(height, "rows")
    islands = clues.Islands()
    cell = 0
    for token in _TOKEN.finditer(line.text, address.start("body")):
        if cell >= cells:
            break
        if token[0] >= "g":
            cell += sum(map(_LENGTHS.__getitem__, token[0]))
        else:
            clue = None if token[0] == "." else int(token[0].lstrip("-+"), 16)
            islands[divmod(cell, cols)] = clues.check(clue, line.place(token.start()))
            cell += 1
    return Document.from_puzzle(Puzzle.from_clues(cells // cols, cols, islands), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_other_limits(puzzle, TITLE)
    body = clues.in_one_line(puzzle, lambda clue: "." if clue is None else str(clue), _RUNS)
    return f"https://puzz.link/p?hashi/{puzzle.cols}/{puzzle.rows}/{body}"
