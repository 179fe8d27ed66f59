"""URLs of puzzles at kanpen.net: PencilBox text in one line, without bridges.

They are ``http://www.kanpen.net/hashi.html?problem=ROWS/COLS/ROW/ROW/...`` with ``_`` for spaces.
"""

from __future__ import annotations

from hashi_gui.core.i18n import N_
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import Document, refuse_board
from hashi_gui.formats.errors import other_puzzle
from hashi_gui.formats.notations import kanpen
from hashi_gui.formats.reading import Row, Rows, non_blank_lines

NAME = "kanpen-url"
TITLE = N_("PencilBox URL")
MAX_LENGTH = 16 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

_URL = pattern(r"\s*+(?:[^\s?]*/)?(?P<kind>[a-z]++)\.html\?problem=(?P<problem>[^\s&]*+)\S*+\s*+")
_LINE = pattern(r"[^/\n][^/]*+")


def recognises(text: str) -> bool:
    """Whether the text is the URL of a page with a ``problem``."""
    return ".html?problem=" in text and _URL.fullmatch(text) is not None


def read(text: str) -> Document:
    line = next(non_blank_lines(text))
    url = _URL.fullmatch(line.text)
    assert url is not None
    if url["kind"] != "hashi":
        raise other_puzzle(url["kind"], line.location(url.start("kind")), in_link=True)
    with_spaces = line.text.replace("_", " ")
    parts = _LINE.finditer(with_spaces, *url.span("problem"))
    lines = Rows(Row(part[0], line.location(part.start())) for part in parts)
    return Document.from_puzzle(kanpen.read_puzzle(lines), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    grid = kanpen.clue_texts(puzzle, TITLE)
    rows = "".join(f"{'_'.join(row)}_/" for row in grid)
    return f"http://www.kanpen.net/hashi.html?problem={puzzle.rows}/{puzzle.cols}/{rows}"
