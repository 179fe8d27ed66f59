"""Links of Penpa (penpa-edit): puzzle, bridges and marks, with title and author.

They end in ``#m=edit&p=DATA`` (``m=solve`` without a drawing; ``?`` in old links). DATA is base64
of raw deflate of a text, in which frequent words are replaced, see :data:`_SHORT`. Of its lines, 0
has the size and the title, 1 the margins of the grid, 2 the tools, 3 the puzzle, 4 the drawing of
the solver, 5 the cells that are shown, and 17 tags. Cells are counted row by row, with two more on
every side than the grid has. A number in the middle of a cell is an island, and so is a circle
without a number. A line between two cells is a bridge, or two; lines that do not lead from island
to island are left out, because anything can be drawn in Penpa. An x on a line is a mark. Penpa
shows the rules in line 0, which begin with :data:`NO_LOOPS` if there are no loops.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

from hashi_gui.core.board import MARK
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import STANDARD, ExtraRule
from hashi_gui.core.wording import cell_name, pattern, printable
from hashi_gui.formats.document import Document, PuzzleInfo, refuse_other_rules
from hashi_gui.formats.drawing import Spans
from hashi_gui.formats.errors import (
    FormatError,
    NoPuzzleError,
    other_kind,
    other_puzzle,
    quote,
    unexpected_input,
)
from hashi_gui.formats.fields import MAX_NAME, excess, parse_object, read_value
from hashi_gui.formats.reading import (
    ClueMap,
    TooMuchError,
    Word,
    draw,
    non_blank_lines,
    parse_columns,
    parse_rows,
)

NAME = "penpa"
TITLE = N_("Penpa link")
MAX_LENGTH = 4 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

MAX_UNPACKED = 4 * 2**20
"""The most bytes of the text in a link."""

NO_LOOPS = (
    "No loops: only one way leads from an island to another. Bridges side by side are one way."
)
"""What the rules of a puzzle begin with if it has that rule."""

_SITE = "https://swaroopg92.github.io/penpa-edit/"
_LINK = pattern(r"\s*+(?P<link>\S++)(?P<more>(?: [A-Za-z0-9+/=%]++)*+)\s*+")
_PENPA = pattern(r"/penpa-edit/|\bm=(?:edit|solve)\b")
_DATA = pattern(r"(?<![^?#&])p=(?!http)(?P<data>[^&]++)")
_CODES = (
    "qa=9 pu_q=Q pu_a=A grid=G edit_mode=M surface=S line=L lineE=E wall=W cage=C number=N "
    "symbol=Y special=P board=B command_redo=R command_undo=U command_replay=8 numberS=1 "
    "freeline=F freelineE=2 thermo=T arrows=3 direction=D squareframe=0 polygon=5 "
    "deletelineE=4 killercages=6 nobulbthermo=7 __a=_"
)
_SHORT = {"z": "zZ"}
_SHORT |= {f'"{code[:-2]}"': f"z{code[-1]}" for code in _CODES.split()}
_SHORT |= {"null": "zO"}
"""What Penpa writes for frequent words, in the order in which it replaces them."""

_SQUARE_GRIDS = ("square", "sudoku", "kakuro")
_OTHER_GRIDS = {
    "hex": N_("That link is a puzzle on a hexagonal grid, not a Hashi."),
    "tri": N_("That link is a puzzle on a triangular grid, not a Hashi."),
}
_MARGINS = pattern(r"\[([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4})\]")
_MAX_KIND = 40
_MIN_LINES = 5
_TAGS = 17
_CIRCLES = ("circle_L", "circle_M", "circle_S")
_PLACE = pattern(r"([0-9]{1,9})(?:,([0-9]{1,9}))?")
_CLUE = pattern("[0-8]")
_CIRCLE_STYLE = 6
_LINES = {1: 3, 2: 30}
_CROSS = 98
_TEXTS = {",": "%2C", "\n": "%2D", "&": "%2E", "=": "%2F"}
"""What stands in the first line for characters that mean something there."""

_TOOLS = (
    '{z9:zA,zG:["3","2","2"],zQ:{zM:zN,zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],'
    'zN:["1",6],zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],'
    '"combi":["battleship",""],"sudoku":["1",1]},zA:{zM:"combi",zS:["",1],zL:["1",3],'
    'zE:["4",3],zW:["",3],zC:["1",10],zN:["1",6],zY:["circle_L",1],zP:[zT,""],zB:["",""],'
    '"move":["1",""],"combi":["hashi",""],"sudoku":["1",9]}}'
)
"""The tools with which Penpa opens; the solver has the one for bridges."""

_LAYER = (
    "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:NUMBERS,z1:{},zY:{},zF:{},z2:{},zT:[],z3:[],"
    "zD:[],z0:[],z5:[],zL:LINES,zE:{},zW:{},zC:{},z4:{},z6:[],z7:[]}"
)
"""What is drawn by the author, or by the solver."""


class _Grid(NamedTuple):
    """The grid with its margins, and the part of it that is the puzzle."""

    height: int
    width: int
    top: int
    left: int
    rows: int
    cols: int

    @property
    def cells(self) -> int:
        """How many cells Penpa counts."""
        return (self.height + 4) * (self.width + 4)

    @property
    def steps(self) -> Mapping[int, int]:
        """How far the next cell is over its lower edge, which Penpa calls 2, or its right one."""
        return {2: self.width + 4, 3: 1}

    def at(self, row: int, col: int) -> int:
        return (row + 2 + self.top) * (self.width + 4) + col + 2 + self.left

    def cell(self, index: int) -> Cell | None:
        """The cell with this index; None if it is not in the puzzle."""
        row, col = divmod(index, self.width + 4)
        row, col = row - 2 - self.top, col - 2 - self.left
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None


def recognises(text: str) -> bool:
    """Whether the text is a link with data of Penpa."""
    return bool(_data(text))


def read(text: str) -> Document:
    line = next(non_blank_lines(text))
    data = _data(text)
    at = line.location(line.text.index("p=") + 2)
    try:
        try:
            lines = _unpack(data[0])
        except FormatError:
            lines = _unpack(" ".join(data))
        return _parse(lines)
    except TooMuchError:
        raise
    except FormatError as error:
        error.at = at
        raise


def _data(text: str) -> list[str]:
    """The data of a link, up to the first space and behind it; empty if it is no such link."""
    match = _LINK.fullmatch(text) if "p=" in text else None
    if match is None or not _PENPA.search(match["link"]):
        return []
    data = _DATA.search(match["link"])
    return [data["data"], *match["more"].split()] if data else []


def _unpack(data: str) -> list[str]:
    """The lines in the data, with all words in full. Raises FormatError."""
    from base64 import b64decode

    encoded = unquote(data).replace(" ", "+").rstrip("=")
    inflating = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        packed = b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
        content = inflating.decompress(packed, MAX_UNPACKED + 1)
        draw(unpacked=len(content))
        text = content.decode()
    except (ValueError, zlib.error) as error:
        raise FormatError(_("The link is damaged: it cannot be unpacked.")) from error
    if len(content) > MAX_UNPACKED:
        raise FormatError(
            _("The link unpacks to more than {n} MB.").format(n=MAX_UNPACKED // 2**20),
            words=_("That is too large to be a puzzle."),
        )
    if not inflating.eof:
        raise FormatError(_("The link is cut off: it cannot be unpacked to its end."))
    for word, short in reversed(_SHORT.items()):
        text = text.replace(short, word)
    return text.split("\n")


def _parse(lines: list[str]) -> Document:
    header = lines[0].split(",")
    _refuse_other_kinds(header[0], _tags(lines))
    if len(lines) < _MIN_LINES:
        n = len(lines)
        found = ngettext("{n} line in the link", "{n} lines in the link", n).format(n=n)
        raise unexpected_input(found, _("at least {n}").format(n=_MIN_LINES))
    grid = _parse_grid(header, lines[1])
    question = parse_object(lines[3])
    drawing = parse_object(lines[4]) if lines[4].strip() else {}
    is_hashi = '"hashi"' in lines[2] or "hashi" in _tags(lines)
    info = _parse_info(header)
    rules = STANDARD._replace(loops=not info.instructions.startswith(NO_LOOPS))
    info = info._replace(instructions=info.instructions.removeprefix(NO_LOOPS).strip())
    islands = _parse_islands(question, grid, is_hashi)
    puzzle = Puzzle.from_clues(grid.rows, grid.cols, islands, rules)
    spans = Spans.empty(puzzle, 0)
    for layer in (question, drawing):
        _draw_lines(spans, grid, _items(layer, "line"))
        _draw_lines(spans, grid, _items(layer, "freeline"))
    return Document(puzzle, spans.drawn_board(puzzle, 0), NAME, info=info)


def _refuse_other_kinds(kind: str, tags: str) -> None:
    if kind[:1].isdecimal():
        raise NoPuzzleError(
            _("This is a link of the first version of Penpa."),
            words=_("That link is of the first Penpa. Open it there, and copy a new link."),
        )
    if kind not in _SQUARE_GRIDS:
        words = _OTHER_GRIDS.get(kind, N_("That link is a puzzle on a {kind} grid, not a Hashi."))
        name = printable(kind.replace("_", " "), _MAX_KIND)
        raise NoPuzzleError(
            unexpected_input(
                _("a grid of type {kind}").format(kind=quote(kind)), "'square'"
            ).problem,
            words=translated(words).format(kind=name),
        )
    if tags and "hashi" not in tags:
        raise other_puzzle(tags.split(" (")[0].split('"')[0], in_link=True)


def _tags(lines: list[str]) -> str:
    """What Penpa says of the kind of the puzzle, such as "hashiwokakero (hashi/bridges)"."""
    return lines[_TAGS].strip('[]" ').lower() if len(lines) > _TAGS else ""


def _parse_grid(header: list[str], margins: str) -> _Grid:
    width, height = (
        parse(Word(text, (1, 1)))
        for text, parse in zip([*header[1:], "", ""], (parse_columns, parse_rows))
    )
    match = _MARGINS.fullmatch(margins)
    top, bottom, left, right = map(int, match.groups()) if match else (0, 0, 0, 0)
    rows, cols = height - top - bottom, width - left - right
    if match is None or rows < 1 or cols < 1:
        found = _("the margins {text}").format(text=quote(margins))
        expected = _("margins in {rows} x {cols}").format(rows=height, cols=width)
        raise unexpected_input(found, expected)
    return _Grid(height, width, top, left, rows, cols)


def _items(layer: Mapping[str, Any], key: str) -> Iterator[tuple[list[int], Any]]:
    """What a layer has of some things: the one or two indexes of each, and the thing."""
    things = read_value({key: {}, **layer}, key, dict)
    for place, thing in things.items():
        if match := _PLACE.fullmatch(place):
            yield [int(index) for index in match.groups() if index], thing


def _parse_islands(question: Mapping[str, Any], grid: _Grid, is_hashi: bool) -> ClueMap:
    islands = ClueMap()
    for place, number in _items(question, "number"):
        if len(place) == 1 and (cell := grid.cell(place[0])):
            islands[cell] = _parse_clue(number, cell, is_hashi)
    for place, symbol in _items(question, "symbol"):
        is_circle = type(symbol) is list and len(symbol) > 1 and symbol[1] in _CIRCLES
        if is_circle and (cell := grid.cell(place[0])) and cell not in islands:
            islands[cell] = None
    return islands


def _parse_clue(number: object, cell: Cell, is_hashi: bool) -> int | None:
    value = number[0] if type(number) is list and number else number
    text = value.strip() if type(value) is str else str(value)
    if text in ("", "?"):
        return None
    if _CLUE.fullmatch(text):
        return int(text)
    found = _("{text} in {cell}").format(text=quote(text), cell=cell_name(*cell))
    expected = _("a number from 0 to {most}, or '?'").format(most=STANDARD.max_clue)
    error = unexpected_input(found, expected)
    error.words = "" if is_hashi else other_kind("", in_link=True)
    raise error


def _draw_lines(spans: Spans, grid: _Grid, lines: Iterator[tuple[list[int], Any]]) -> None:
    for place, style in lines:
        state = 2 if style == _LINES[2] else 1
        if len(place) == 1:
            kind, index = divmod(place[0], grid.cells)
            place, state = [index, index + grid.steps.get(kind, 0)], MARK if style == _CROSS else 0
        one, other = map(grid.cell, sorted(place))
        if state and one and other:
            _draw_line(spans, one, other, state)


def _draw_line(spans: Spans, one: Cell, other: Cell, state: int) -> None:
    """Draw a line from a cell to another to the right of it or below it; a mark only on water."""
    (row, col), (last_row, last_col) = one, other
    if row == last_row:
        states, length = spans.across[row], last_col - col
        start = col
    elif col == last_col:
        states, length = spans.down[col], last_row - row
        start = row
    else:
        return
    if state != MARK or states[start] == 0:
        states[start : start + length] = [state] * length


def _parse_info(header: list[str]) -> PuzzleInfo:
    """Title, author, source and rules, which follow fifteen numbers."""
    texts = [_from_header(text).strip() for text in [*header[15:19], "", "", "", ""]]
    return PuzzleInfo(
        title=texts[0].removeprefix("Title:").strip()[:MAX_NAME],
        author=texts[1].removeprefix("Author:").strip()[:MAX_NAME],
        source=texts[2][:MAX_NAME],
        instructions=texts[3],
    )


def _from_header(text: str) -> str:
    for character, code in _TEXTS.items():
        text = text.replace(code, character)
    return text


def _to_header(text: str) -> str:
    for word, short in {**_TEXTS, **_SHORT}.items():
        text = text.replace(word, short)
    return text


def write(document: Document) -> str:
    from base64 import b64encode

    puzzle = document.puzzle
    refuse_other_rules(puzzle, TITLE, known={ExtraRule.NO_LOOPS})
    text = "\n".join(_lines(document))
    if len(text.encode()) > MAX_UNPACKED or excess(text):
        raise FormatError(_("The puzzle is too large for a Penpa link."))
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packing.compress(text.encode()) + packing.flush()
    return f"{_SITE}#m=edit&p={b64encode(packed).decode().rstrip('=')}"


def _lines(document: Document) -> Iterator[str]:
    """The lines that Penpa writes."""
    puzzle, info = document.puzzle, document.info
    rows, cols = puzzle.rows, puzzle.cols
    grid = _Grid(rows, cols, 0, 0, rows, cols)
    center = (rows + 4) * (cols + 4) // 2
    width, height = 38 * (cols + 1), 38 * (rows + 1)
    numbers = [cols, rows, 38, 0, 1, 1, width, height, center, center, 0, 0, 0, 0]
    rules = info.instructions if puzzle.rules.loops else f"{NO_LOOPS} {info.instructions}".strip()
    texts = [f"Title: {info.title}", f"Author: {info.author}", info.source, rules]
    yield ",".join(["square", *map(str, numbers), *map(_to_header, texts), "OFF", "false"])
    yield "[0,0,0,0]"
    yield _TOOLS
    clues_by_index = {
        grid.at(*island.cell): [" " if island.clue is None else island.clue, _CIRCLE_STYLE, "1"]
        for island in puzzle.islands
    }
    yield _layer(clues_by_index, {})
    yield _layer({}, dict(_drawn_lines(document, grid)))
    shown = [grid.at(row, col) for row in range(rows) for col in range(cols)]
    yield _json([shown[0], *(after - before for before, after in pairwise(shown))])
    yield from ('["Surface","Composite"]', "{}", '"x"', '"x"', "[3,1,4]", _TOOLS, '"x"', "0")


def _layer(numbers: Mapping[int, object], lines: Mapping[str, int]) -> str:
    return _LAYER.replace("NUMBERS", _json(numbers)).replace("LINES", _json(lines))


def _json(value: object) -> str:
    import json

    return json.dumps(value, separators=(",", ":"))


def _drawn_lines(document: Document, grid: _Grid) -> Iterator[tuple[str, int]]:
    """The lines between cells that make up the bridges, and an x in the middle of each mark."""
    puzzle, board = document.puzzle, document.board
    for edge in puzzle.edges:
        state = board.state(edge.id)
        kind = 3 if edge.horizontal else 2
        step = grid.steps[kind]
        start, end = (grid.at(*island.cell) for island in puzzle.ends(edge.id))
        if state == MARK:
            middle = start + (end - start) // step // 2 * step
            yield str(kind * grid.cells + middle), _CROSS
        elif state:
            yield from ((f"{i},{i + step}", _LINES[state]) for i in range(start, end, step))
