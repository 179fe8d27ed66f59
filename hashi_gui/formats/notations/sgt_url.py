"""Links of the web version of Simon Tatham's Bridges: ``bridges.html#`` and a game ID."""

from __future__ import annotations

import re
from urllib.parse import unquote

from hashi_gui.core.i18n import N_
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import other_puzzle
from hashi_gui.formats.notations import sgt
from hashi_gui.formats.reading import Row, non_blank_lines

NAME = "sgt-url"
TITLE = N_("link of SGT's Bridges")
MAX_LENGTH = 2 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

_LINK = pattern(
    r"\s*+(?P<site>(?:[^\s#]*/)?(?P<game>[a-z]++)\.html#)(?P<id>[0-9]\S*+)\s*+", re.IGNORECASE
)


def recognises(text: str) -> bool:
    """Whether the text is a link with a game ID."""
    link = _LINK.fullmatch(text) if ".html#" in text else None
    return link is not None and ("bridges" in link["game"] or "~sgtatham" in link["site"])


def read(text: str) -> Document:
    line = next(non_blank_lines(text))
    link = _LINK.fullmatch(line.text)
    assert link is not None
    if "bridges" not in link["game"]:
        raise other_puzzle(link["game"], line.location(link.start("game")), in_link=True)
    game_id = Row(unquote(link["id"]), line.location(link.start("id")))
    return Document.from_puzzle(sgt.read_id(game_id), NAME)


def write(document: Document) -> str:
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html"
    return f"{page}#{sgt.write(document)}"
