"""PencilBox XML, as saved by pzpr: puzzle and bridges, with author and source, but no marks.

``<size row= col=>``; in ``<board>`` a ``<number r= c= n=>`` for each island, counted from 1, with 9
for "?"; in ``<answer>`` an ``<arow row=>`` for each row, with its cells as children: ``<z/>`` is 0,
``<n4/>`` and ``<n v="4"/>`` are 4, and ``n="5"`` repeats a cell. The numbers are those of PencilBox
text, see :mod:`kanpen`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.wording import cell_name, pattern, printable
from hashi_gui.formats.document import Document, PuzzleInfo
from hashi_gui.formats.errors import FormatError, other_puzzle, unexpected_input
from hashi_gui.formats.fields import MAX_NAME
from hashi_gui.formats.notations import kanpen
from hashi_gui.formats.reading import ClueMap, Word, draw, parse_columns, parse_number, parse_rows

NAME = "kanpen-xml"
TITLE = N_("PencilBox XML")
MAX_LENGTH = 32 * 2**20
SUFFIX = ".xml"
ONE_LINE = False

_START = pattern(r"\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--.*?-->\s*+)?<puzzle[\s/>]", re.DOTALL)
_CELLS = {"0": "<z/>", "10": '<n v="10"/>'} | {str(n): f"<n{n}/>" for n in range(1, 10)}
_CELL = pattern(r"n([0-9]{1,2})")


def recognises(text: str) -> bool:
    """Whether the text is XML with a puzzle."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    from xml.parsers.expat import ExpatError

    if "<!DOCTYPE" in text:
        raise FormatError(_("Found a document type, which may hide more than it shows."))
    xml = text.lstrip()
    above = text[: len(text) - len(xml)].count("\n")
    reader = _Reader(above)
    try:
        reader.parser.Parse(xml, True)
    except ExpatError as error:
        at = above + error.lineno, error.offset + 1
        problem = _("Invalid XML: {reason}.").format(reason=str(error).partition(":")[0])
        raise FormatError(problem, at) from error
    try:
        document = kanpen.read(reader.to_text())
    except FormatError as error:
        raise FormatError(error.problem, words=error.words) from error
    info = PuzzleInfo(author=reader.names["author"], source=reader.names["source"])
    return Document(document.puzzle, document.board, NAME, info=info)


class _Reader:
    """Turns the elements, as they come, into PencilBox text."""

    def __init__(self, above: int) -> None:
        """``above`` is the number of lines above the text, for error messages."""
        from xml.parsers.expat import ParserCreate

        self._above = above
        self.parser = ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.names = {"author": "", "source": ""}
        self._parents: list[str] = []
        self._size = 0, 0
        self._clues = ClueMap()
        self._states: dict[int, list[str]] = {}
        self._row: list[str] = []

    def to_text(self) -> str:
        rows, cols = self._size
        if not rows:
            found = _("no {place}").format(place="'size'")
            raise unexpected_input(found, _("the number of rows and columns"))
        grid = [["."] * cols for _ in range(rows)]
        for (r, c), clue in self._clues.items():
            if r >= rows or c >= cols:
                found = _("a number in {cell}").format(cell=cell_name(r, c))
                expected = _("a grid of {rows} x {cols} cells").format(rows=rows, cols=cols)
                raise unexpected_input(found, expected)
            grid[r][c] = str(clue)
        states = [self._states[r] for r in sorted(self._states)]
        return "\n".join([str(rows), str(cols), *map(" ".join, [*grid, *states])])

    def _start(self, name: str, values: Mapping[str, str]) -> None:
        parent = self._parents[-1] if self._parents else ""
        self._parents.append(name)
        if parent == "arow":
            self._add_cell(name, values)
        elif name == "number" and parent == "board":
            place = self._number(values, "r") - 1, self._number(values, "c") - 1
            self._clues[place] = self._number(values, "n")
        elif name == "arow":
            self._row = self._states[self._side(values, "row")] = []
        elif name == "size":
            self._size = self._side(values, "row"), self._side(values, "col")
        elif name in self.names and parent == "property":
            self.names[name] = values.get("value", "").strip()[:MAX_NAME]
        elif name == "puzzle" and values.get("type", "hashi") not in ("hashi", "hashikake"):
            raise other_puzzle(values["type"], self._at)

    def _end(self, _name: str) -> None:
        self._parents.pop()

    def _add_cell(self, name: str, values: Mapping[str, str]) -> None:
        match = _CELL.fullmatch(name)
        value = values.get("v") if name == "n" else "0" if name == "z" else match and match[1]
        if value is None:
            return
        repeats = self._number(values, "n") if "n" in values else 1
        if len(self._row) + repeats > MAX_SIDE:
            expected = _("at most {n} in a row").format(n=MAX_SIDE)
            raise unexpected_input(_("another cell"), expected, self._at)
        draw(cells=repeats)
        self._row.extend([value] * repeats)

    @property
    def _at(self) -> tuple[int, int]:
        return self._above + self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _number(self, values: Mapping[str, str], key: str) -> int:
        expected = _("a number from 1")
        number = parse_number(self._word(values, key), expected)
        if number == 0:
            raise unexpected_input("0", expected, self._at)
        return number

    def _side(self, values: Mapping[str, str], key: str) -> int:
        return {"row": parse_rows, "col": parse_columns}[key](self._word(values, key))

    def _word(self, values: Mapping[str, str], key: str) -> Word:
        return Word(values.get(key, ""), self._at)


def write(document: Document) -> str:
    from html import escape

    puzzle, info = document.puzzle, document.info
    rows = kanpen.state_texts(puzzle, document.board, TITLE)
    kanpen.clue_texts(puzzle, TITLE)
    author, source = (escape(printable(name)) for name in (info.author, info.source))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<puzzle type="hashi">',
        f'<size row="{puzzle.rows}" col="{puzzle.cols}"/>',
        f'<property><author value="{author}"/><source value="{source}"/>'
        '<difficulty value=""/></property>',
        "<board>",
    ]
    for island in puzzle.islands:
        clue = 9 if island.clue is None else island.clue
        lines.append(f'<number r="{island.row + 1}" c="{island.col + 1}" n="{clue}"/>')
    lines += ["</board>", "<answer>"]
    for number, row in enumerate(rows, 1):
        lines.append(f'<arow row="{number}">{"".join(map(_CELLS.__getitem__, row))}</arow>')
    return "\n".join([*lines, "</answer>", "</puzzle>"]) + "\n"
