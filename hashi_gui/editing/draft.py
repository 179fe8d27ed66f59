"""Drafts: puzzles that are being set, which may be impossible at any moment."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import repeat

from hashi_gui.core.board import Board, differing_keys
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import Document, PuzzleInfo

Pair = tuple[Cell, Cell]
"""The cells of two islands that bridges connect, the left or upper one first."""


class Fault(Enum):
    """Why a draft is not a puzzle."""

    EMPTY = auto()
    OUTSIDE = auto()
    TOO_LARGE = auto()


@dataclass(frozen=True, slots=True)
class Draft:
    """A grid with islands and bridges. Immutable; the mappings are never changed.

    ``clues`` has a clue for each cell with an island; the cell may be outside the grid, and the
    clue any number from 0, None for "?". ``bridges`` has the number of bridges, at least 1, between
    pairs of islands that see each other; bridges never cross. Edits keep the ``symmetry`` of the
    islands, which the grid can have; with ``ties_clues``, that of clues and bridges, too. The
    assistant leaves the ``kept`` cells as they are, with their islands or empty.
    """

    rows: int
    cols: int
    clues: Mapping[Cell, int | None] = field(default_factory=dict)
    bridges: Mapping[Pair, int] = field(default_factory=dict)
    rules: Rules = STANDARD
    info: PuzzleInfo = field(default_factory=PuzzleInfo)
    symmetry: Symmetry = Symmetry.NONE
    ties_clues: bool = False
    kept: frozenset[Cell] = frozenset()

    @classmethod
    def from_document(cls, document: Document) -> Draft:
        """The puzzle of a document with the bridges of its board, as a draft."""
        return cls.from_board(document.puzzle, document.board, document.info)

    @classmethod
    def from_board(cls, puzzle: Puzzle, board: Board, info: PuzzleInfo) -> Draft:
        """A puzzle with the bridges of a board, as a draft with the symmetry of its islands.

        Bridges that cross others are left out, and so are metadata that edits would make false,
        such as the level.
        """
        clues = puzzle.clues
        cells = list(clues)
        drawn: dict[int, int] = {}
        for edge, (count, crossing) in enumerate(zip(board.counts, puzzle.crossings)):
            if count and drawn.keys().isdisjoint(crossing):
                drawn[edge] = count
        ends = [(cells[puzzle.edges[edge].a], cells[puzzle.edges[edge].b]) for edge in drawn]
        bridges = dict(zip(ends, drawn.values()))
        symmetry = Symmetry.of(cells, puzzle.rows, puzzle.cols)
        return cls(puzzle.rows, puzzle.cols, clues, bridges, puzzle.rules, _lasting(info), symmetry)

    @property
    def size_text(self) -> str:
        """The width and the height: ``15 × 12``."""
        return f"{self.cols} × {self.rows}"

    def contains(self, cell: Cell) -> bool:
        """Whether a cell is in the grid."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def faults(self) -> dict[Cell | None, Fault]:
        """Why this is not a puzzle, by the cell of an island; None stands for the whole."""
        if not self.clues:
            return {None: Fault.EMPTY}
        rows, cols, most = self.rows, self.cols, self.rules.max_clue
        return {
            cell: Fault.TOO_LARGE if self.contains(cell) else Fault.OUTSIDE
            for cell, clue in self.clues.items()
            if not (0 <= cell[0] < rows and 0 <= cell[1] < cols and (clue is None or clue <= most))
        }

    def fault_text(self) -> str:
        """The first fault in one sentence, empty if there is none."""
        faults = self.faults()
        if not faults:
            return ""
        cell, fault = next(iter(faults.items()))
        if cell is None:
            return _("There are no islands yet.")
        if fault is Fault.OUTSIDE:
            outside = sum(one is Fault.OUTSIDE for one in faults.values())
            text = ngettext(
                "{n} island is outside the border.", "{n} islands are outside the border.", outside
            )
            return text.format(n=outside)
        return _("The {clue} is too high: {most} is the most here.").format(
            clue=self.clues[cell], most=self.rules.max_clue
        )

    def is_of(self, puzzle: Puzzle) -> bool:
        """Whether this is a draft of a puzzle: with its size, its rules, and its clues."""
        size = self.rows, self.cols, self.rules
        return size == (puzzle.rows, puzzle.cols, puzzle.rules) and self.clues == puzzle.clues

    def to_puzzle(self) -> Puzzle:
        """The puzzle. Raises PuzzleError if the draft has faults."""
        return Puzzle.from_clues(self.rows, self.cols, self.clues, self.rules)

    def to_document(self) -> Document:
        """The puzzle with the bridges on its board. Raises PuzzleError if the draft has faults."""
        puzzle = self.to_puzzle()
        return Document(puzzle, self.board_on(puzzle, (0, 0)), "hashi", info=self.info)

    def board_on(self, puzzle: Puzzle, origin: Cell) -> Board:
        """The bridges on a puzzle with the same islands, whose first cell is ``origin``."""
        top, left = origin
        cells = [(row + top, col + left) for _, row, col, _ in puzzle.islands]
        pairs = ((cells[a], cells[b]) for _, a, b, _ in puzzle.edges)
        return Board(bytes(map(self.bridges.get, pairs, repeat(0))))

    def degrees(self) -> dict[Cell, int]:
        """The number of bridges at each island."""
        degrees = dict.fromkeys(self.clues, 0)
        for pair, count in self.bridges.items():
            for cell in pair:
                degrees[cell] += count
        return degrees

    def with_bridges(self, bridges: Mapping[Pair, int], before: Draft | None = None) -> Draft:
        """A copy with those of the bridges that are possible; in doubt the first ones stay.

        Only those in rows and columns in which this draft differs from ``before`` are examined.
        """
        rows, cols = self._changed_lines(bridges, before or Draft(1, 1))
        covered: set[Cell] = set()
        possible: dict[Pair, int] = {}
        for pair, count in bridges.items():
            (row, col), (last_row, _) = pair
            if not count:
                continue
            if (row not in rows) if row == last_row else (col not in cols):
                possible[pair] = count
            elif self.sees(pair, covered):
                possible[pair] = count
                covered.update(cells_between(*pair))
        return replace(self, bridges=possible)

    def _changed_lines(
        self, bridges: Mapping[Pair, int], before: Draft
    ) -> tuple[set[int], set[int]]:
        """The rows and columns of islands and ``bridges`` that were not the same before."""
        rows: set[int] = set()
        cols: set[int] = set()
        cells = differing_keys(self.clues, before.clues)
        for one, two in [*zip(cells, cells), *differing_keys(bridges, before.bridges)]:
            left, right = sorted((one[1], two[1]))
            rows.update(range(one[0], two[0] + 1))
            cols.update(range(left, right + 1))
        return rows, cols

    def sees(self, pair: Pair, covered: Set[Cell] = frozenset()) -> bool:
        """Whether both cells of a pair have islands that see each other along a row or column.

        The ``covered`` cells are in the way, too.
        """
        (one, two), clues = pair, self.clues
        if one not in clues or two not in clues or one == two:
            return False
        if one[0] != two[0] and one[1] != two[1]:
            return False
        water = cells_between(one, two)
        return clues.keys().isdisjoint(water) and covered.isdisjoint(water)


def _lasting(info: PuzzleInfo) -> PuzzleInfo:
    """The metadata that stay true whatever is edited."""
    return PuzzleInfo(
        title=info.title,
        author=info.author,
        points=info.points,
        instructions=info.instructions,
        notes=info.notes,
        source=info.source,
        extra=info.extra,
    )


def pair_of(one: Cell, two: Cell) -> Pair:
    """The pair of two cells, in its order."""
    return (one, two) if one < two else (two, one)


def cells_between(one: Cell, two: Cell) -> list[Cell]:
    """The cells between two cells of the same row or column."""
    (row, col), (last_row, last_col) = (one, two) if one < two else (two, one)
    if row == last_row:
        return [(row, between) for between in range(col + 1, last_col)]
    return [(between, col) for between in range(row + 1, last_row)]
