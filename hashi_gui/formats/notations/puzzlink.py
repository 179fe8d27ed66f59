"""URLs of puzzles at puzz.link and all other sites that use pzpr.

They are ``https://puzz.link/p?hashi/COLS/ROWS/BODY`` and hold a puzzle without a board. BODY lists
the cells in reading order: ``0`` to ``9`` and ``a`` to ``f`` are clues, ``-hh`` and ``+hhh`` larger
clues in hexadecimal, ``.`` is "?", ``g`` to ``z`` are 1 to 20 cells of water. As at these sites,
missing cells are water, and so is what runs over the end of the grid. Flags are skipped: parameters
before the type, a part of letters before the size, and what follows the body after ``/``, ``?``,
``&`` or ``#``. Other characters are refused, although these sites ignore them. After ``#race=``,
there may be a race, see :mod:`hashi_gui.formats.race`. The same puzzles stand in
``http://www.kanpen.net/hashi.html?pzpr=COLS/ROWS/BODY``.
"""

from __future__ import annotations

import re

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import Document, refuse_board, refuse_other_rules
from hashi_gui.formats.errors import FormatError, other_puzzle, quote, unexpected_input
from hashi_gui.formats.reading import (
    ClueMap,
    Word,
    check_range,
    encode_runs,
    non_blank_lines,
    parse_columns,
    parse_rows,
)

NAME = "puzzlink"
TITLE = N_("puzz.link URL")
MAX_LENGTH = 16 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

KINDS = ("hashi", "hashikake", "bridges")
"""The names of this type of puzzle in pzpr."""

_URL = pattern(
    r"\s*+(?P<site>[^\s?]*+\?)?+(?:[a-z]++=[^\s&]*+&)*+"
    r"(?!pzprv)(?P<kind>[a-z][a-z0-9]*+)(?:_edit|_play)?+/(?:(?:[a-z]+:?|:)?/(?=[0-9]))?"
    r"(?P<cols>[^\s/]*+)/?+(?P<rows>[^\s/]*+)/?+(?P<body>\S*+)\s*+"
)
_KANPEN_URL = pattern(
    r"\s*+(?P<site>(?:[^\s?]*/)?(?P<kind>[a-z]++)\.html\?pzpr=)/?+"
    r"(?P<cols>[^\s/]*+)/?+(?P<rows>[^\s/]*+)/?+(?P<body>\S*+)\s*+"
)
_TOKEN = pattern(r"[0-9a-f.]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[g-z]+")
_END = pattern(r"/?(?:[?&#]\S*)?\s*")
_RACE = pattern(r"#race=(?P<token>\S*)")
_RUN_LETTERS = "ghijklmnopqrstuvwxyz"
_RUN_LENGTHS = {letter: length for length, letter in enumerate(_RUN_LETTERS, start=1)}


def recognises(text: str) -> bool:
    """Whether the text is the URL of a pzpr page, or the part of one that begins with our type."""
    url = _match(text)
    return url is not None and (url["site"] is not None or url["kind"] in KINDS)


def _match(text: str) -> re.Match[str] | None:
    return _KANPEN_URL.fullmatch(text) if ".html?pzpr=" in text else _URL.fullmatch(text)


def read(text: str) -> Document:
    line = next(non_blank_lines(text))
    url = _match(line.text)
    assert url is not None
    kind, width, height = (
        Word(url[part], line.location(url.start(part))) for part in ("kind", "cols", "rows")
    )
    if kind.text not in KINDS:
        raise other_puzzle(kind.text, kind.at, in_link=True)
    cols = parse_columns(width)
    cells = cols * parse_rows(height)
    islands = ClueMap()
    cell, end = 0, url.start("body")
    while token := _TOKEN.match(line.text, end):
        end = token.end()
        if token[0] >= "g":
            cell += sum(map(_RUN_LENGTHS.__getitem__, token[0]))
            continue
        at = line.location(token.start())
        if cell >= cells:
            found = _("another clue, {clue}").format(clue=quote(token[0]))
            expected = _("the end after {rows} x {cols} cells")
            expected = expected.format(rows=cells // cols, cols=cols)
            raise unexpected_input(found, expected, at)
        clue = None if token[0] == "." else int(token[0].lstrip("-+"), 16)
        islands[divmod(cell, cols)] = check_range(clue, at)
        cell += 1
    if not _END.fullmatch(line.text, end):
        expected = _("a clue or a run of water")
        raise unexpected_input(quote(line.text[end]), expected, line.location(end))
    puzzle = Puzzle.from_clues(cells // cols, cols, islands)
    document = Document.from_puzzle(puzzle, NAME)
    if fragment := _RACE.search(line.text, end):
        from hashi_gui.formats.race import read_token  # Only now: most links have none.

        document = document._replace(race=read_token(puzzle, fragment["token"]))
    return document


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_other_rules(puzzle, TITLE)
    body = encode_runs(puzzle, lambda clue: "." if clue is None else str(clue), _RUN_LETTERS)
    end = "/" if body.endswith(".") else ""  # A full stop at the end of a link gets lost.
    link = f"https://puzz.link/p?hashi/{puzzle.cols}/{puzzle.rows}/{body}{end}"
    if document.race is None:
        return link
    from hashi_gui.formats.race import MAX_LINK, write_token

    link += f"#race={write_token(puzzle, document.race)}"
    if len(link) > MAX_LINK:
        text = _("This game is too long for a link: it would have {n} characters, not {most}.")
        raise FormatError(text.format(n=len(link), most=MAX_LINK))
    return link
