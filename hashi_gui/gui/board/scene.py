"""The scene: decides how every item looks, from the board, its faults and the highlights."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRectF, QVariantAnimation
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsScene

from hashi_gui.core.board import Board, Move
from hashi_gui.core.board_status import Faults
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.board.items import DifferenceItem, EdgeItem, IslandItem, WaterItem
from hashi_gui.rendering.geometry import board_rect
from hashi_gui.rendering.looks import BridgeLook, Highlight, IslandLook
from hashi_gui.rendering.theme import Theme

REVEAL_MS = 900
"""Duration of the animation in which a solution appears."""

GLOW_MS = 1100
"""Duration of the wave of light over a solved puzzle."""


class BoardScene(QGraphicsScene):
    """One puzzle on screen. Every setter repaints only the items whose look has changed.

    The scene is empty until :meth:`set_puzzle` is called, which must happen first.
    """

    puzzle: Puzzle

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.board = Board(b"")
        self.tried: frozenset[int] = frozenset()
        self.faults = Faults()
        self.highlight = Highlight()
        self.group = Highlight()
        self.preview: tuple[int, int] | None = None
        self.focus: int | None = None
        self._water: WaterItem | None = None
        self.island_items: list[IslandItem] = []
        self.edge_items: list[EdgeItem] = []
        self.difference_items: list[DifferenceItem] = []
        self._isolated: frozenset[int] = frozenset()
        self._hidden: frozenset[int] = frozenset()
        self._glow: dict[int, float] = {}
        self._reveal = QVariantAnimation(self)
        self._reveal.finished.connect(self._end_reveal)
        self._reveal.valueChanged.connect(self._show_revealed)
        self._reveal_order: list[int] = []
        self._distances: list[int] = []
        self._pulse = QVariantAnimation(self)
        self._pulse.valueChanged.connect(self._show_glow)

    def set_puzzle(self, puzzle: Puzzle, board: Board) -> None:
        """Show another puzzle, without highlights."""
        self.stop_animations()
        self.clear()
        self.puzzle, self.board, self.tried = puzzle, board, frozenset()
        self.faults, self._isolated = Faults(), frozenset()
        self.highlight = self.group = Highlight()
        self.preview = self.focus = None
        self.difference_items = []
        rect = board_rect(puzzle)
        self.setSceneRect(rect)
        self._water = WaterItem(puzzle, rect, self.theme)
        self.edge_items = [EdgeItem(puzzle, edge, self.theme) for edge in puzzle.edges]
        self.island_items = [IslandItem(island, self.theme) for island in puzzle.islands]
        for item in self._items():
            self.addItem(item)
        self._refresh_all()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.setBackgroundBrush(QColor(theme.water))
        for item in self._items():
            item.theme = theme
        self.update()

    def show_board(self, board: Board, tried: frozenset[int] = frozenset()) -> None:
        """Show any board of the puzzle; ``tried`` are the edges to dash, those of a trial."""
        self.show_move(self.board.move_to(board), board, tried)

    def show_move(self, move: Move, board: Board, tried: frozenset[int] = frozenset()) -> None:
        """Show the board that a move has led to."""
        edges = {edge for edge, _ in move.edges}
        dashed_or_not = self.tried ^ tried
        self.board, self.tried = board, tried
        self._refresh_edges(edges | dashed_or_not)
        self._refresh_islands(self._ends(edges) | {island for island, _ in move.locks})

    def set_faults(self, faults: Faults) -> None:
        """Mark faults on the board."""
        before, self.faults = self.faults, faults
        isolated_before = self._isolated
        self._isolated = frozenset(island for group in faults.isolated for island in group)
        self._refresh_islands(
            before.overfull
            | before.unsatisfiable
            | isolated_before
            | faults.overfull
            | faults.unsatisfiable
            | self._isolated
        )
        self._refresh_edges(before.crossed ^ faults.crossed)

    def set_preview(self, preview: tuple[int, int] | None) -> None:
        """Show what a click would do: an edge and its new state; None for nothing."""
        if preview != self.preview:
            before, self.preview = self.preview, preview
            self._refresh_edges({shown[0] for shown in (before, preview) if shown is not None})

    def set_focus(self, island: int | None) -> None:
        """Mark the island that the keyboard acts on."""
        before, self.focus = self.focus, island
        self._refresh_islands({i for i in (before, island) if i is not None})

    def set_highlight(self, highlight: Highlight) -> None:
        """Highlight the answer to a question."""
        before, self.highlight = self.highlight, highlight
        self._refresh_highlighted(before, highlight)
        for item in self.difference_items:
            self.removeItem(item)
        edges = self.puzzle.edges
        self.difference_items = [
            DifferenceItem(self.puzzle, edges[edge], choices, self.theme)
            for edge, choices in highlight.differences.items()
        ]
        for item in self.difference_items:
            self.addItem(item)

    def highlighted_rect(self) -> QRectF:
        """The area of the highlight; empty if there is none."""
        rect = QRectF()
        for island in self.highlight.islands:
            rect |= self.island_items[island].sceneBoundingRect()
        for edge in self.highlight.edges:
            rect |= self.edge_items[edge].sceneBoundingRect()
        return rect

    def set_group(self, group: Highlight) -> None:
        """Highlight a group of connected islands; the answer to a question is drawn over it."""
        if group != self.group:
            before, self.group = self.group, group
            self._refresh_highlighted(before, group)

    def reveal(self, edges: Iterable[int]) -> None:
        """Let the bridges on some edges appear one after the other, starting in a corner."""
        self._reveal_order = sorted(edges, key=self._distance_from_corner)
        self._reveal.setStartValue(0)
        self._reveal.setEndValue(len(self._reveal_order))
        self._reveal.setDuration(REVEAL_MS)
        self._show_revealed(0)
        self._reveal.start()

    @property
    def revealing(self) -> bool:
        return self._reveal.state() == QVariantAnimation.State.Running

    def skip_reveal(self) -> None:
        """Show the rest of the animation at once."""
        if self.revealing:
            self._reveal.stop()
            self._end_reveal()

    def celebrate(self, start: int) -> None:
        """Let a wave of light run over the islands, from the one played last."""
        here = self.puzzle.islands[start]
        self._distances = [
            abs(there.row - here.row) + abs(there.col - here.col) for there in self.puzzle.islands
        ]
        self._pulse.setStartValue(0.0)
        self._pulse.setEndValue(1.0)
        self._pulse.setDuration(GLOW_MS)
        self._pulse.start()

    def stop_animations(self) -> None:
        self.skip_reveal()
        self._pulse.stop()
        self._glow = {}

    def _items(self) -> list[WaterItem | EdgeItem | IslandItem | DifferenceItem]:
        water = [] if self._water is None else [self._water]
        return [*water, *self.edge_items, *self.island_items, *self.difference_items]

    def _show_revealed(self, shown: int) -> None:
        before, self._hidden = self._hidden, frozenset(self._reveal_order[shown:])
        changed = before ^ self._hidden
        self._refresh_edges(changed)
        self._refresh_islands(self._ends(changed))

    def _end_reveal(self) -> None:
        self._show_revealed(len(self._reveal_order))

    def _show_glow(self, progress: float) -> None:
        reach = max(self._distances) + 1
        front = progress * (reach + 6)
        self._glow = {
            island: 1 - abs(front - 3 - distance) / 3
            for island, distance in enumerate(self._distances)
            if abs(front - 3 - distance) < 3
        }
        self._refresh_islands(range(len(self.island_items)))

    def _refresh_highlighted(self, before: Highlight, after: Highlight) -> None:
        self._refresh_islands(before.islands.keys() | after.islands.keys())
        self._refresh_edges(before.edges.keys() | after.edges.keys())

    def _refresh_all(self) -> None:
        self._refresh_edges(range(len(self.edge_items)))
        self._refresh_islands(range(len(self.island_items)))

    def _refresh_islands(self, islands: Iterable[int]) -> None:
        for island in islands:
            item, look = self.island_items[island], self._island_look(island)
            if item.look != look:
                item.look = look
                item.update()

    def _refresh_edges(self, edges: Iterable[int]) -> None:
        for edge in edges:
            item, look = self.edge_items[edge], self._bridge_look(edge)
            if item.look != look:
                item.look = look
                item.update()

    def _island_look(self, island: int) -> IslandLook:
        clue = self.puzzle.islands[island].clue
        return IslandLook(
            clue,
            satisfied=self._satisfied(island),
            locked=island in self.board.locks,
            overfull=island in self.faults.overfull,
            unsatisfiable=island in self.faults.unsatisfiable,
            isolated=island in self._isolated,
            focused=island == self.focus,
            role=self.highlight.islands.get(island) or self.group.islands.get(island),
            glow=self._glow.get(island, 0.0),
        )

    def _bridge_look(self, edge: int) -> BridgeLook:
        return BridgeLook(
            0 if edge in self._hidden else self.board.counts[edge],
            marked=edge in self.board.marks,
            tried=edge in self.tried,
            crossed=edge in self.faults.crossed,
            preview=self.preview[1] if self.preview and self.preview[0] == edge else None,
            role=self.highlight.edges.get(edge) or self.group.edges.get(edge),
        )

    def _distance_from_corner(self, edge: int) -> int:
        a, _ = self.puzzle.ends(edge)
        return a.row + a.col

    def _satisfied(self, island: int) -> bool:
        incident = self.puzzle.incident[island]
        shown = sum(self.board.counts[e] for e in incident if e not in self._hidden)
        return shown == self.puzzle.islands[island].clue

    def _ends(self, edges: Iterable[int]) -> set[int]:
        return {i for e in edges for i in (self.puzzle.edges[e].a, self.puzzle.edges[e].b)}
