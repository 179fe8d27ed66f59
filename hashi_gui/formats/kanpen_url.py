"""The address of a puzzle at kanpen.net: PencilBox text without bridges, in one line.

It is ``http://www.kanpen.net/hashi.html?problem=ROWS/COLS/ROW/ROW/...``, with ``_`` for a space.
"""

from __future__ import annotations

import re

from hashi_gui.formats import kanpen
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.reading import Row, Rows, filled_lines
from hashi_gui.formats.refusals import refuse_board

NAME = "kanpen-url"
TITLE = "PencilBox URL"
RANK = 0
MAX_LENGTH = 16 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

_ADDRESS = re.compile(
    r"\s*+(?:[^\s?]*/)?(?P<kind>[a-z]++)\.html\?problem=(?P<problem>[^\s&]*+)\S*+\s*+"
)
_LINE = re.compile(r"[^/\n][^/]*+")


def recognises(text: str) -> bool:
    """Whether it is the address of a page with a ``problem``."""
    return ".html?problem=" in text and _ADDRESS.fullmatch(text) is not None


def read(text: str) -> Document:
    line = next(filled_lines(text))
    address = _ADDRESS.fullmatch(line.text)
    assert address is not None
    if address["kind"] != "hashi":
        found = f"a puzzle of the kind {quote(address['kind'])}"
        raise unexpected_input(found, "'hashi'", line.place(address.start("kind")))
    spaced = line.text.replace("_", " ")
    parts = _LINE.finditer(spaced, *address.span("problem"))
    lines = Rows(Row(part[0], line.place(part.start())) for part in parts)
    return Document.from_puzzle(kanpen.read_puzzle(lines), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    grid = kanpen.spelled_clues(puzzle, TITLE)
    rows = "".join(f"{'_'.join(row)}_/" for row in grid)
    return f"http://www.kanpen.net/hashi.html?problem={puzzle.rows}/{puzzle.cols}/{rows}"
