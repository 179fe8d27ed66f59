"""What the board of the editor shows, as one value."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QRectF

from hashi_gui.core.board import Board, differing_keys
from hashi_gui.core.board_status import Faults
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Cell, IdMap, Puzzle
from hashi_gui.editing import Draft
from hashi_gui.editing.operations import box_of
from hashi_gui.gui.board.picture import BoardPicture
from hashi_gui.rendering.geometry import CellArea
from hashi_gui.rendering.looks import Overlay

ROOM = 3
"""How many cells there are around the grid, where islands can be moved."""


@dataclass(frozen=True, slots=True)
class DraftPicture:
    """What the editor shows. Immutable; the mappings in it are never changed.

    Cells are those of the draft. ``board`` has all its islands and some room around the grid; the
    first cell there is ``origin``. ``drawn`` are the bridges of the draft. The islands on the cells
    of the ``selection`` are highlighted over what the board highlights. ``cursor`` is the cell that
    the keyboard acts on, ``removed`` has the clues of islands that were there before, and ``band``
    is a rubber band, in cells; a null rectangle for none.
    """

    draft: Draft
    origin: Cell
    drawn: Board
    board: BoardPicture
    selection: frozenset[Cell] = frozenset()
    cursor: Cell | None = None
    removed: Mapping[Cell, int | None] = field(default_factory=dict)
    band: QRectF = field(default_factory=QRectF)

    @classmethod
    def of(cls, draft: Draft, before: DraftPicture | None = None) -> DraftPicture:
        """Only a draft, which may resemble the one that was shown before."""
        corner = draft.rows - 1 + ROOM, draft.cols - 1 + ROOM
        top, left, rows, cols = box_of([(-ROOM, -ROOM), corner, *draft.clues])
        clues = {(row - top, col - left): clue for (row, col), clue in draft.clues.items()}
        puzzle = Puzzle.unchecked(rows, cols, clues, draft.rules)
        if before is not None:
            puzzle.take_edges_of(before.board.puzzle)
        drawn = before and before._drawn_after(draft, puzzle, (top, left))
        drawn = drawn or draft.board_on(puzzle, (top, left))
        return cls._on(puzzle, draft, (top, left), drawn)

    def _drawn_after(self, draft: Draft, puzzle: Puzzle, origin: Cell) -> Board | None:
        """The bridges of another draft on its puzzle; None if many are not those drawn here."""
        changed = differing_keys(self.draft.bridges, draft.bridges)
        if origin != self.origin or 4 * len(changed) > len(draft.bridges):
            return None
        top, left = origin
        counts = IdMap.between(self.board.puzzle, puzzle).edges.of_list(self.drawn.counts, 0)
        for pair in changed:
            one, two = [puzzle.island_at(row - top, col - left) for row, col in pair]
            edge = one and two and puzzle.edge_between(one.id, two.id)
            if edge:
                counts[edge.id] = draft.bridges.get(pair, 0)
        return Board(bytes(counts))

    @classmethod
    def _on(cls, puzzle: Puzzle, draft: Draft, origin: Cell, drawn: Board) -> DraftPicture:
        """Only a draft, on the puzzle with its islands."""
        top, left = origin
        cells = (cell for cell in draft.faults() if cell is not None)
        islands = (puzzle.island_at(row - top, col - left) for row, col in cells)
        board = BoardPicture(
            puzzle,
            drawn,
            faults=Faults(overfull=frozenset(island.id for island in islands if island)),
            dotted=CellArea(-top, -left, draft.rows - 1 - top, draft.cols - 1 - left),
        )
        return cls(draft, origin, drawn, board)

    def _with_other_clues(self, draft: Draft) -> DraftPicture | None:
        """Only another draft that differs in clues and bridges; None if more differs."""
        before = self.draft
        if (draft.rows, draft.cols, draft.rules) != (before.rows, before.cols, before.rules):
            return None
        clues: dict[int, int | None] = {}
        for cell in differing_keys(before.clues, draft.clues):
            island = self.island_on(cell)
            if island is None or cell not in draft.clues:
                return None
            clues[island] = draft.clues[cell]
        puzzle = self.board.puzzle.with_other_clues(clues)
        is_same = draft.bridges == before.bridges
        drawn = self.drawn if is_same else draft.board_on(puzzle, self.origin)
        return self._on(puzzle, draft, self.origin, drawn)

    def with_draft(self, draft: Draft) -> DraftPicture:
        """The same of another draft, without what was found out about this one.

        The overlay stays where it still fits, unless the size of the board is another one.
        """
        new = self._with_other_clues(draft) or DraftPicture.of(draft, self)
        board, overlay = new.board, self.board.overlay
        if overlay != Overlay() and board.has_size_of(self.board):
            if not board.puzzle.has_places_of(self.board.puzzle):
                overlay = overlay.with_new_ids(IdMap.between(self.board.puzzle, board.puzzle))
            board = replace(board, overlay=overlay)
        return replace(
            self, draft=draft, origin=new.origin, drawn=new.drawn, board=board, removed={}
        )

    @property
    def images(self) -> Set[Cell]:
        """The cells where the symmetry repeats edits of the selected islands, or on the cursor."""
        draft, cells = self.draft, set(self.selection)
        if not draft.symmetry.transforms:
            return set()
        if self.cursor is not None:
            cells.add(self.cursor)
        return draft.symmetry.with_images(cells, draft.rows, draft.cols) - cells

    def island_on(self, cell: Cell) -> int | None:
        """The id of the island on a cell, on the board."""
        island = self.board.puzzle.island_at(cell[0] - self.origin[0], cell[1] - self.origin[1])
        return None if island is None else island.id

    def board_with_selection(self) -> BoardPicture:
        """The board with the selection highlighted."""
        highlight = self.board.highlight
        islands = dict(highlight.islands)
        for cell in self.selection:
            island = self.island_on(cell)
            # The cursor shows that its island is selected, also if that is highlighted.
            if island is not None and not (cell == self.cursor and island in islands):
                islands[island] = Role.SELECTED
        return replace(self.board, highlight=replace(highlight, islands=islands))
