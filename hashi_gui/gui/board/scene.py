"""The scene: decides what islands and edges look like, from the board, faults and highlights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsScene

from hashi_gui.core.board import Board, Move
from hashi_gui.core.board_status import Faults
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.renumbering import Renumbering
from hashi_gui.core.rules import degrees
from hashi_gui.gui.board.animations import Reveal, Wave
from hashi_gui.gui.board.group_colours import GroupColours
from hashi_gui.gui.board.possible_bridges import edges_around, possible_edges
from hashi_gui.gui.settings.preferences import Animation, Preferences, allowed_animation
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import CellArea, board_rect
from hashi_gui.rendering.looks import (
    BridgeLook,
    Highlight,
    IslandLook,
    Overlay,
    bridge_look,
    island_look,
)
from hashi_gui.rendering.theme import Theme

MAX_AREAS = 16
"""How many areas are repainted one by one."""

NOT_TRIED: Mapping[int, int] = {}

_NOTHING = BridgeLook()


class BoardScene(QGraphicsScene):
    """One puzzle on screen. Every setter repaints only what looks different afterwards.

    The scene is empty until :meth:`set_puzzle` is called. It has no items: the view draws it with
    :meth:`draw`.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.puzzle = Puzzle.unchecked(1, 1, {})
        self.board = Board(b"")
        self.tried: Mapping[int, int] = {}
        self.faults = Faults()
        self.highlight = Highlight()
        self.group = Highlight()
        self.overlay = Overlay()
        self.preview: tuple[tuple[int, int], ...] = ()
        self.focus: int | None = None
        self.animation = Animation.FULL
        self._preferences = Preferences()
        self._group_colours: GroupColours | None = None
        self._solved = False
        self._isolated: frozenset[int] = frozenset()
        self._glow: Mapping[int, float] = {}
        self._painter = BoardPainter(self.puzzle, theme)
        self._reveal = Reveal(self)
        self._reveal.appeared.connect(self._show_revealed)
        self._wave = Wave(self)
        self._wave.moved.connect(self._show_glow)

    def set_puzzle(self, puzzle: Puzzle, board: Board, dotted: CellArea | None = None) -> None:
        """Show another puzzle, without highlights.

        ``dotted`` are the cells with dots, by default all.
        """
        self.stop_animations()
        self.puzzle, self.board, self.tried = puzzle, board, {}
        self.faults, self._isolated = Faults(), frozenset()
        self.highlight = self.group = Highlight()
        self.overlay = Overlay()
        self.preview, self.focus = (), None
        self._group_colours = None
        self.setSceneRect(board_rect(puzzle))
        self._painter = BoardPainter(puzzle, self.theme, dotted, self._painter)
        self._solved = False
        self._dim_satisfied()
        empty = {island.id for island in puzzle.islands if island.clue == 0}
        edges = {edge for edge, count in enumerate(board.counts) if count}
        drawn = edges | board.marks
        self._refresh_edges(self._all_edges if self._preferences.show_possible else drawn)
        self._refresh_islands(self._ends(edges) | board.locks | empty)
        self.update()

    def change_puzzle(self, puzzle: Puzzle, board: Board) -> None:
        """Show a puzzle of the same size that differs in some islands, without highlights.

        The overlay stays where it still fits.
        """
        self.set_highlight(Highlight())
        self.set_faults(Faults())
        self.set_lit(())
        renumbering = Renumbering.between(self.puzzle, puzzle)
        islands_before = renumbering.of_islands(_totals(self.puzzle, self.board))
        edges_before = renumbering.of_edges(self.board.counts)
        changed = self._painter.change_puzzle(puzzle, renumbering)
        self.puzzle, self.board = puzzle, board
        self.overlay = self.overlay.renumbered(renumbering)
        self._update_areas(changed)
        totals, counts = _totals(puzzle, board), board.counts
        self._refresh_islands([i for i in self._all_islands if totals[i] != islands_before.get(i)])
        self._refresh_edges([e for e in self._all_edges if counts[e] != edges_before.get(e, 0)])

    @property
    def island_looks(self) -> Sequence[IslandLook]:
        """What each island looks like."""
        return self._painter.island_looks

    @property
    def bridge_looks(self) -> Sequence[BridgeLook]:
        """What each edge looks like."""
        return self._painter.bridge_looks

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what is in a rectangle of the scene."""
        painter.fillRect(exposed, QColor(self.theme.water))
        self._painter.draw(painter, exposed)

    def set_theme(self, theme: Theme) -> None:
        self.theme = self._painter.theme = theme
        self.update()

    def set_preferences(self, preferences: Preferences) -> None:
        """Show of the board what the player wants to see, and move as much as is allowed."""
        self.animation = allowed_animation(preferences.animation)
        before, self._preferences = self._preferences, preferences
        self._dim_satisfied()
        if before.show_remaining is not preferences.show_remaining:
            self._refresh_islands(self._all_islands)
        if before.show_possible is not preferences.show_possible:
            self._refresh_edges(self._all_edges)

    def set_group_colours(self, colours: GroupColours | None) -> None:
        """Draw islands and bridges in the colours of their groups; None for one colour."""
        if colours is not self._group_colours:
            self._group_colours = colours
            self._refresh_edges(self._all_edges)
            self._refresh_islands(self._all_islands)

    def refresh_group_colours(self, islands: Collection[int]) -> None:
        """Draw some islands, and their bridges, in the colours that they have now."""
        self._refresh_islands(islands)
        self._refresh_edges({e for island in islands for e in self.puzzle.incident[island]})

    def show_board(self, board: Board, tried: Mapping[int, int] = NOT_TRIED) -> None:
        """Show any board of the puzzle; ``tried`` has the edges of trials, see :class:`Game`."""
        self.show_move(self.board.move_to(board), board, tried)

    def show_move(
        self,
        move: Move,
        board: Board,
        tried: Mapping[int, int] = NOT_TRIED,
        *,
        animated: bool = False,
    ) -> None:
        """Show the board that a move has led to.

        If it is ``animated``, its bridges appear one after the other, starting in a corner.
        """
        edges = {edge for edge, _ in move.edges}
        dashed_otherwise = {edge for edge, _ in self.tried.items() ^ tried.items()}
        self.board, self.tried = board, tried
        if animated and self.animation is Animation.FULL:
            self._reveal.start(sorted(edges, key=self._distance_from_corner))
            edges = {edge for edge in edges if self.bridge_looks[edge] != _NOTHING}
        around = edges_around(self.puzzle, move) if self._preferences.show_possible else set()
        self._refresh_edges(edges | dashed_otherwise | around)
        self._refresh_islands(self._ends(edges) | {island for island, _ in move.locks})

    def set_solved(self, solved: bool) -> None:
        """Show all islands in full colour, and with their clues, while the puzzle is solved."""
        if solved != self._solved:
            self._solved = solved
            self._dim_satisfied()
            if self._preferences.show_remaining:
                self._refresh_islands(self._all_islands)

    def _dim_satisfied(self) -> None:
        dims = self._preferences.grey_finished and not self._solved
        if dims != self._painter.dims_satisfied:
            self._painter.dims_satisfied = dims
            self.update()

    def set_faults(self, faults: Faults) -> None:
        """Mark faults on the board."""
        before, self.faults = self.faults, faults
        isolated_before = self._isolated
        self._isolated = frozenset(island for group in faults.isolated for island in group)
        self._refresh_islands(
            (before.overfull ^ faults.overfull)
            | (before.unsatisfiable ^ faults.unsatisfiable)
            | (isolated_before ^ self._isolated)
        )
        self._refresh_edges(before.edges ^ faults.edges)

    def set_preview(self, preview: tuple[tuple[int, int], ...]) -> None:
        """Show what a click would do: edges and their new states."""
        if preview != self.preview:
            before, self.preview = self.preview, preview
            self._refresh_edges({edge for edge, _ in (*before, *preview)})

    def set_focus(self, island: int | None) -> None:
        """Mark the island that the keyboard acts on."""
        before, self.focus = self.focus, island
        self._refresh_islands({i for i in (before, island) if i is not None})

    def set_highlight(self, highlight: Highlight) -> None:
        """Highlight the answer to a question."""
        before, self.highlight = self.highlight, highlight
        self._refresh_highlighted(before, highlight)
        covered = self._painter.label_rects()
        self._painter.set_labels(highlight)
        self._update_areas(covered + self._painter.label_rects())

    def highlighted_rect(self) -> QRectF:
        """The area of the highlight; empty if there is none."""
        rect = self.area_of(self.highlight.islands)
        for edge in self.highlight.edges:
            rect |= self._painter.edge_rect(edge)
        return rect

    def island_rect(self, island: int) -> QRectF:
        """The area of an island."""
        return self._painter.island_rect(island)

    def area_of(self, islands: Iterable[int]) -> QRectF:
        """The area of some islands and all between them; empty if there are none."""
        rect = QRectF()
        for island in islands:
            rect |= self.island_rect(island)
        return rect

    def set_lit(self, islands: Iterable[int]) -> None:
        """Light some islands, and no others."""
        self._show_glow(dict.fromkeys(islands, 1.0))

    def set_group(self, group: Highlight) -> None:
        """Highlight a group of connected islands; the answer to a question is drawn over it."""
        if group != self.group:
            before, self.group = self.group, group
            self._refresh_highlighted(before, group)

    def set_overlay(self, overlay: Overlay) -> None:
        """Show what is known of all solutions."""
        before, self.overlay = self.overlay, overlay
        self._refresh_edges({e for e, _ in before.shared.items() ^ overlay.shared.items()})
        self._refresh_edges({e for e, _ in before.haze.items() ^ overlay.haze.items()})
        self._refresh_edges(before.impossible ^ overlay.impossible)

    @property
    def revealing(self) -> bool:
        return self._reveal.running

    def skip_reveal(self) -> None:
        """Show the rest of the animation at once."""
        self._reveal.skip()

    def celebrate(self, start: int) -> None:
        """Let a wave of light run over the islands, from the one played last.

        With reduced animation, all islands light up and fade together.
        """
        if self.animation is Animation.NONE:
            return
        here = self.puzzle.islands[start]
        rings = defaultdict(list)
        for there in self.puzzle.islands:
            distance = abs(there.row - here.row) + abs(there.col - here.col)
            rings[distance if self.animation is Animation.FULL else 0].append(there.id)
        self._wave.start(rings)

    @property
    def celebrating(self) -> bool:
        return self._wave.running

    def stop_animations(self) -> None:
        self.skip_reveal()
        self._wave.stop()
        self._glow = {}

    def _show_revealed(self, edges: Collection[int]) -> None:
        self._refresh_edges(edges)
        self._refresh_islands(self._ends(edges))

    def _show_glow(self, glow: Mapping[int, float]) -> None:
        before, self._glow = self._glow, glow
        self._refresh_islands(before.keys() | glow)

    @property
    def _all_edges(self) -> range:
        return range(len(self.puzzle.edges))

    @property
    def _all_islands(self) -> range:
        return range(len(self.puzzle.islands))

    def _refresh_highlighted(self, before: Highlight, after: Highlight) -> None:
        self._refresh_islands({i for i, _ in before.islands.items() ^ after.islands.items()})
        self._refresh_edges({e for e, _ in before.edges.items() ^ after.edges.items()})
        self._refresh_edges({e for e, _ in before.ghosts.items() ^ after.ghosts.items()})

    def _refresh_islands(self, islands: Iterable[int]) -> None:
        shown = self.island_looks
        changed = [(i, look) for i, look in self._new_island_looks(islands) if look != shown[i]]
        for island, look in changed:
            self._painter.set_island(island, look)
        self._update(self._painter.island_rect, [island for island, _ in changed])

    def _refresh_edges(self, edges: Collection[int]) -> None:
        shown = self.bridge_looks
        changed = [(e, look) for e, look in self._new_bridge_looks(edges) if look != shown[e]]
        for edge, look in changed:
            self._painter.set_bridge(edge, look)
        self._update(self._painter.edge_rect, [edge for edge, _ in changed])

    def _update(self, area: Callable[[int], QRectF], numbers: Collection[int]) -> None:
        """Repaint the areas of some islands or edges; everything if they are many."""
        if len(numbers) > MAX_AREAS:
            self.update()
        else:
            self._update_areas([area(number) for number in numbers])

    def _update_areas(self, areas: Sequence[QRectF]) -> None:
        if len(areas) > MAX_AREAS:
            self.update()
            return
        for area in areas:
            self.update(area)

    def _new_island_looks(self, islands: Iterable[int]) -> Iterator[tuple[int, IslandLook]]:
        all_islands, incident = self.puzzle.islands, self.puzzle.incident
        counts, locks, hidden = self.board.counts, self.board.locks, self._reveal.hidden
        overfull, unsatisfiable = self.faults.overfull, self.faults.unsatisfiable
        isolated, focus, glow = self._isolated, self.focus, self._glow
        role, group_role = self.highlight.islands.get, self.group.islands.get
        colour = self._group_colours.of if self._group_colours else _no_colour
        counting_down = self._preferences.show_remaining and not self._solved
        for island in islands:
            clue = all_islands[island].clue
            degree = sum([counts[e] for e in incident[island] if e not in hidden])
            yield (
                island,
                island_look(
                    clue - degree if counting_down and clue is not None else clue,
                    degree == clue,
                    island in locks,
                    island in overfull,
                    island in unsatisfiable,
                    island in isolated,
                    island == focus,
                    role(island) or group_role(island),
                    glow.get(island, 0.0),
                    colour(island),
                ),
            )

    def _new_bridge_looks(self, edges: Collection[int]) -> Iterator[tuple[int, BridgeLook]]:
        counts, marks, hidden = self.board.counts, self.board.marks, self._reveal.hidden
        faulty, trial = self.faults.edges | self.overlay.impossible, self.tried.get
        shared, haze = self.overlay.shared.get, self.overlay.haze.get
        previews = dict(self.preview)
        role, group_role = self.highlight.edges.get, self.group.edges.get
        ghost = self.highlight.ghosts.get
        colour = self._group_colours.of if self._group_colours else _no_colour
        all_edges = self.puzzle.edges
        shows_possible = self._preferences.show_possible
        possible = possible_edges(self.puzzle, self.board, edges) if shows_possible else ()
        for edge in edges:
            yield (
                edge,
                bridge_look(
                    0 if edge in hidden else counts[edge],
                    edge in marks,
                    edge in faulty,
                    trial(edge, 0),
                    previews.get(edge),
                    role(edge) or group_role(edge),
                    ghost(edge),
                    edge in possible,
                    colour(all_edges[edge].a) if counts[edge] else None,
                    shared(edge, 0),
                    haze(edge, 0),
                ),
            )

    def _distance_from_corner(self, edge: int) -> int:
        a, _ = self.puzzle.ends(edge)
        return a.row + a.col

    def _ends(self, edges: Iterable[int]) -> set[int]:
        return {i for e in edges for i in (self.puzzle.edges[e].a, self.puzzle.edges[e].b)}


def _totals(puzzle: Puzzle, board: Board) -> list[tuple[int | None, int]]:
    """The clue and the number of bridges of each island."""
    clues = (island.clue for island in puzzle.islands)
    return list(zip(clues, degrees(puzzle, board.counts)))


def _no_colour(_island: int) -> None:
    """The colour of the group of an island, if groups have no colours."""
