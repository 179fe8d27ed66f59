"""The scene of the board: the looks of islands and edges, repainting, and what moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import hypot
from operator import attrgetter

from PySide6.QtCore import QEasingCurve, QMarginsF, QObject, QRectF, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsScene

from hashi_gui.core.board import NO_TAG, Board, differing_places
from hashi_gui.core.puzzle import IdMap, Puzzle
from hashi_gui.gui.board.picture import BoardPicture, possible_edges
from hashi_gui.gui.settings.preferences import AnimationSetting
from hashi_gui.rendering.board_painter import MAX_AREAS, BoardPainter, Transition
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import (
    LIGHT_LEVELS,
    BridgeLook,
    IslandLook,
    bridge_look,
    island_look,
    with_light,
)
from hashi_gui.rendering.painting import draw_sheet
from hashi_gui.rendering.theme import Theme

REVEAL_MS = 900
"""Duration of the animation in which a solution appears."""

WAVE_MS = 1100
"""The longest duration of the wave of light over a solved puzzle."""

FRONT_MS, LANTERN_MS, ALL_LANTERNS_MS = 70, 220, 300
"""How long the wave takes to the next cell, one lantern to light, and all of them together."""

CHANGE_MS = 160
"""How long a change of the board fades in."""


class Reveal(QObject):
    """Lets the bridges on some edges appear one after the other; until then they are ``hidden``."""

    appeared = Signal(object)
    """The edges, as a list, that have just ceased to be hidden."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hidden: set[int] = set()
        self._order: Sequence[int] = ()
        self._shown = 0
        self._animation = QVariantAnimation(self, duration=REVEAL_MS)
        self._animation.valueChanged.connect(self._show)
        self._animation.finished.connect(self._show_all)

    @property
    def running(self) -> bool:
        return self._animation.state() == QVariantAnimation.State.Running

    def start(self, order: Sequence[int]) -> None:
        """Hide edges, and let them appear in this order."""
        self._order, self._shown, self.hidden = order, 0, set(order)
        self._animation.setStartValue(0)
        self._animation.setEndValue(len(order))
        self._animation.start()

    def skip(self) -> None:
        """Show the rest at once."""
        if self.running:
            self._animation.stop()
            self._show_all()

    def _show(self, number: int) -> None:
        appearing = self._order[self._shown : number]
        self._shown = number
        self.hidden.difference_update(appearing)
        self.appeared.emit(appearing)

    def _show_all(self) -> None:
        self._show(len(self._order))


EASING = QEasingCurve(QEasingCurve.Type.OutCubic)


class Wave(QObject):
    """Light that runs over islands, ring by ring, and stays."""

    moved = Signal(object)
    """The islands of which the light has changed, with its new level."""
    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rings: Mapping[int, Sequence[int]] = {}
        self._levels: dict[int, int] = {}
        self._animation = QVariantAnimation(self, startValue=0.0)
        self._animation.valueChanged.connect(self._move)
        self._animation.finished.connect(self.ended)

    @property
    def rest_ms(self) -> int:
        """How long it still takes; 0 if there is none."""
        running = self._animation.state() == QVariantAnimation.State.Running
        return self._animation.duration() - self._animation.currentTime() if running else 0

    def start(self, rings: Mapping[int, Sequence[int]]) -> None:
        """Begin; ``rings`` has the islands by their distance from the last bridge, in cells."""
        furthest = max(rings)
        self._rings, self._levels = rings, {}
        self._lantern_ms = LANTERN_MS if furthest else ALL_LANTERNS_MS
        self._front_ms = min(FRONT_MS, (WAVE_MS - LANTERN_MS) / max(furthest, 1))
        duration = self._front_ms * furthest + self._lantern_ms
        self._animation.setDuration(round(duration))
        self._animation.setEndValue(float(duration))
        self._animation.start()

    def stop(self) -> None:
        self._animation.stop()

    def _move(self, milliseconds: float) -> None:
        moved = {}
        for distance, islands in self._rings.items():
            share = (milliseconds - distance * self._front_ms) / self._lantern_ms
            level = round(LIGHT_LEVELS * EASING.valueForProgress(min(max(share, 0.0), 1.0)))
            if level != self._levels.get(distance, 0):
                self._levels[distance] = level
                moved.update(dict.fromkeys(islands, level))
        self.moved.emit(moved)


MAX_FADING = 64
"""How many islands and edges may fade in together, in a change of the board."""

_CORNERS = QMarginsF(2 * UNIT, 2 * UNIT, 2 * UNIT, 2 * UNIT)
"""The corners of the sheet of water are not farther from its sides, also in the smallest cells."""

_slow_parts = attrgetter("satisfied", "overfull", "unsatisfiable", "isolated", "role")
"""What changes slowly in the look of an island."""


class BoardScene(QGraphicsScene):
    """A board on screen, as its ``picture`` says: :meth:`show` draws again only what differs.

    How much it moves depends on ``animation``. It has no items: the view draws it with
    :meth:`draw`.
    """

    shown = Signal()
    """There is another picture."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.picture = BoardPicture(Puzzle.unchecked(1, 1, {}), Board(b""))
        self.animation = AnimationSetting.FULL
        self._light: dict[int, int] | None = None
        """The light of each island while it spreads."""
        self._painter = BoardPainter(self.picture.puzzle, theme)
        self._reveal = Reveal(self)
        self._reveal.appeared.connect(self._show_revealed)
        self._wave = Wave(self)
        self._wave.moved.connect(self._spread_light)
        self._wave.ended.connect(self._end_wave)
        self._change = QVariantAnimation(
            self, startValue=0.0, endValue=1.0, duration=CHANGE_MS, easingCurve=EASING
        )
        self._change.valueChanged.connect(self._fade)
        self._change.finished.connect(self._end_change)

    def show(
        self, picture: BoardPicture, *, animated: bool = False, grows_from: int | None = None
    ) -> None:
        """Show another picture.

        If it is ``animated``, bridges that differ appear one after the other, from a corner on.
        Otherwise they grow, from the ends nearer to the island that they grow from, if there is
        one. If the puzzle is solved now, light spreads from there.
        """
        before, id_map = self.picture, None
        is_same_puzzle = picture.puzzle is before.puzzle and picture.dotted == before.dotted
        if not is_same_puzzle:
            self.stop_animations()
            before, id_map = self._change_puzzle(picture)
        if not picture.solved:
            self._wave.stop()
            self._light = None
        is_animated = self.animation is not AnimationSetting.NONE
        light_spreads = is_same_puzzle and is_animated and picture.solved and not before.solved
        if light_spreads:
            self._light = {}
        self.picture = picture
        if animated and self.animation is AnimationSetting.FULL:
            built = differing_places(before.board.counts, picture.board.counts)
            self._reveal.start(self._from_corner(built))
        if picture.dims_finished is not self._painter.dims_satisfied:
            self._painter.dims_satisfied = picture.dims_finished
            self.update()
        islands, edges = picture.changes_since(before, id_map)
        if self.revealing and light_spreads:
            islands = ()  # Each when one of its bridges or the light comes.
        edges_before = self._refresh_edges(edges)
        islands_before = self._refresh_islands(islands)
        if is_same_puzzle and not animated:
            self._begin_change(islands_before, edges_before, before, grows_from)
        if light_spreads:
            self._wave.start(self._rings(edges_before))
        if not is_same_puzzle or picture.highlight is not before.highlight:
            self._update_areas(self._painter.set_labels(picture.highlight))
        self.shown.emit()

    def _change_puzzle(self, picture: BoardPicture) -> tuple[BoardPicture, IdMap | None]:
        """Draw another puzzle; of one that resembles it only what differs.

        Returns what is drawn then, and the ids that it has now if they are others than before.
        """
        before, puzzle = self.picture, picture.puzzle
        if picture.has_size_of(before) and puzzle.resembles(before.puzzle):
            same_places = puzzle.has_places_of(before.puzzle)
            id_map = None if same_places else IdMap.between(before.puzzle, puzzle)
            self._update_areas(self._painter.change_puzzle(puzzle, id_map))
            return before, id_map
        self._painter = BoardPainter(puzzle, self.theme, picture.dotted, self._painter)
        self.setSceneRect(board_rect(puzzle))
        self.update()
        return BoardPicture(puzzle, Board.empty(puzzle)), None

    @property
    def island_looks(self) -> Sequence[IslandLook]:
        return self._painter.island_looks

    @property
    def bridge_looks(self) -> Sequence[BridgeLook]:
        return self._painter.bridge_looks

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what is in a rectangle of the scene."""
        self._draw_water(painter, exposed)
        self._painter.draw(painter, exposed)

    def _draw_water(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the sheet of water, and what is around it."""
        sheet = self.sceneRect()
        if sheet.marginsRemoved(_CORNERS).contains(exposed):
            painter.fillRect(exposed, QColor(self.theme.water))
        else:
            painter.fillRect(exposed, QColor(self.theme.window))
            draw_sheet(painter, sheet, self.theme)

    def set_theme(self, theme: Theme) -> None:
        self.theme = self._painter.theme = theme
        self.update()

    def highlighted_rect(self) -> QRectF:
        """The area of the highlight, without the groups around islands with letters; empty if there
        is none.
        """
        about = self.picture.highlight
        rect = self.area_of(about.islands.keys() & about.letters.keys() or about.islands)
        for edge in about.edges:
            rect |= self.edge_rect(edge)
        return rect

    def island_rect(self, island: int) -> QRectF:
        """The area of an island."""
        return self._painter.island_rect(island)

    def edge_rect(self, edge: int) -> QRectF:
        """The area of an edge."""
        return self._painter.edge_rect(edge)

    def area_of(self, islands: Iterable[int]) -> QRectF:
        """The area of some islands and all between them; empty if there are none."""
        rect = QRectF()
        for island in islands:
            rect |= self.island_rect(island)
        return rect

    @property
    def revealing(self) -> bool:
        return self._reveal.running

    def skip_reveal(self) -> None:
        """Show the rest of the animation at once."""
        self._reveal.skip()

    def _rings(self, edges: Iterable[int]) -> dict[int, list[int]]:
        """The islands by their distance from the first of some edges, or from the first island.

        With reduced animation, they are all in one ring.
        """
        puzzle, first = self.picture.puzzle, next(iter(edges), None)
        ends = puzzle.ends(first) if first is not None else puzzle.islands[:1] * 2
        if self.animation is not AnimationSetting.FULL:
            return {0: list(range(len(puzzle.islands)))}
        rows, cols = ends[0].row + ends[1].row, ends[0].col + ends[1].col
        rings = defaultdict(list)
        for island, row, col, _ in puzzle.islands:
            rings[(abs(2 * row - rows) + abs(2 * col - cols)) // 2].append(island)
        return rings

    @property
    def spreading_ms(self) -> int:
        """How long the light still spreads; 0 if it does not."""
        return self._wave.rest_ms

    def stop_animations(self) -> None:
        self.skip_reveal()
        self._end_wave()
        self._change.stop()
        self._end_change()

    def _spread_light(self, moved: Mapping[int, int]) -> None:
        assert self._light is not None
        self._light.update(moved)
        shown = self.island_looks
        relit: dict[tuple[int, int], IslandLook] = {}
        lit: dict[int, IslandLook] = {}
        for island, level in moved.items():
            look = shown[island]
            if look.light:  # Nothing but this has changed.
                new = relit.get((id(look), level))
                if new is None:
                    new = relit[id(look), level] = with_light(look, level)
                lit[island] = new
        self._painter.set_islands(lit)
        self._update(self._painter.painted_rect, lit)
        self._refresh_islands(moved.keys() - lit.keys())

    def _end_wave(self) -> None:
        """Let all islands be lanterns, or none."""
        self._wave.stop()
        if self._light is not None:
            light, self._light = self._light, None
            islands = range(len(self.picture.puzzle.islands))
            self._refresh_islands([i for i in islands if light.get(i) != LIGHT_LEVELS])

    def _begin_change(
        self,
        islands: Mapping[int, IslandLook],
        edges: Mapping[int, BridgeLook],
        before: BoardPicture,
        grows_from: int | None,
    ) -> None:
        """Let a change fade in, and new bridges grow; ``islands`` and ``edges`` have their looks
        before it.
        """
        is_new_highlight = self.picture.highlight is not before.highlight
        looks, bridges = self.island_looks, self.bridge_looks
        fades = (e for e in islands.items() if _slow_parts(e[1]) != _slow_parts(looks[e[0]]))
        grows = (e for e in edges.items() if e[1].count < bridges[e[0]].count)
        fading, growing = dict(islice(fades, MAX_FADING + 1)), dict(islice(grows, MAX_FADING + 1))
        number = len(fading) + len(growing)
        is_full = self.animation is AnimationSetting.FULL
        if self.animation is AnimationSetting.NONE or not 0 < number <= MAX_FADING:
            return
        self._change.stop()
        self._end_change()
        self._painter.transition = Transition(
            fading,
            growing if is_full else {},
            frozenset(e for e in growing if self._grows_from_b(e, grows_from)),
            is_new_highlight,
            0.0,
        )
        self._change.start()

    def _grows_from_b(self, edge: int, grows_from: int | None) -> bool:
        if grows_from is None:
            return False
        here, (a, b) = self.picture.puzzle.islands[grows_from], self.picture.puzzle.ends(edge)
        return hypot(b.row - here.row, b.col - here.col) < hypot(a.row - here.row, a.col - here.col)

    def _fade(self, share: float) -> None:
        transition = self._painter.transition
        transition.share = share
        self._update(self._painter.painted_rect, transition.islands)
        edges = set(transition.edges)
        if transition.new_highlight:
            edges |= self.picture.highlight.edges.keys() | self.picture.highlight.ghosts.keys()
        self._update(self._painter.edge_rect, edges)

    def _end_change(self) -> None:
        self._fade(1.0)
        self._painter.transition = Transition()

    def _show_revealed(self, edges: Collection[int]) -> None:
        self._refresh_edges(edges)
        self._refresh_islands(self.picture.puzzle.ends_of(edges))

    def _refresh_islands(self, islands: Iterable[int]) -> dict[int, IslandLook]:
        """Repaint those of some islands that look otherwise now; returns how they looked before."""
        shown, looks = self.island_looks, self._new_island_looks(islands)
        new = {island: look for island, look in looks if look is not shown[island]}
        before = {island: shown[island] for island in new}
        self._painter.set_islands(new)
        self._update(self._painter.painted_rect, before)
        return before

    def _refresh_edges(self, edges: Collection[int]) -> dict[int, BridgeLook]:
        """Repaint those of some edges that look otherwise now; returns how they looked before."""
        shown, looks = self.bridge_looks, self._new_bridge_looks(edges)
        new = {edge: look for edge, look in looks if look is not shown[edge]}
        before = {edge: shown[edge] for edge in new}
        self._painter.set_bridges(new)
        self._update(self._painter.edge_rect, before)
        return before

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
        picture = self.picture
        all_islands, incident = picture.puzzle.islands, picture.puzzle.incident
        shown_counts, locks = bytearray(picture.board.counts), picture.board.locks
        for edge in self._reveal.hidden:
            shown_counts[edge] = 0
        count_of = shown_counts.__getitem__
        overfull, unsatisfiable = picture.faults.overfull, picture.faults.unsatisfiable
        cut_off, focus, lit = picture.faults.cut_off, picture.focus, picture.lit
        light, full_light = self._light, LIGHT_LEVELS if picture.solved else 0
        role, group_role = picture.highlight.islands.get, picture.group.islands.get
        pointed_out = picture.pointed_out.islands.get
        counts_down, colour = picture.counts_down, picture.group_colour
        special, tag = picture.special_islands, picture.tags.islands.get
        plain: dict[tuple[int | None, bool, int], IslandLook] = {}
        for island in islands:
            clue = all_islands[island].clue
            degree = sum(map(count_of, incident[island]))
            number = clue - degree if counts_down and clue is not None else clue
            level = light.get(island, 0) if light is not None else full_light
            look = None if island in special else plain.get((number, degree == clue, level))
            if look is None:
                look = island_look(
                    number,
                    degree == clue,
                    island in locks,
                    island in overfull,
                    island in unsatisfiable,
                    island in cut_off,
                    island == focus,
                    pointed_out(island) or role(island) or group_role(island),
                    level,
                    island in lit,
                    colour(island),
                    tag(island, NO_TAG),
                )
                if island not in special:
                    plain[number, degree == clue, level] = look
            yield island, look

    def _new_bridge_looks(self, edges: Collection[int]) -> Iterator[tuple[int, BridgeLook]]:
        picture = self.picture
        counts, marks, hidden = picture.board.counts, picture.board.marks, self._reveal.hidden
        faulty = picture.faults.edges | picture.overlay.impossible
        trial, previews = picture.tried.get, dict(picture.preview)
        shared, shading = picture.overlay.shared.get, picture.overlay.shading.get
        role, group_role = picture.highlight.edges.get, picture.group.edges.get
        pointed_out = picture.pointed_out.edges.get
        ghost, colour = picture.highlight.ghosts.get, picture.group_colour
        puzzle, shows_possible = picture.puzzle, picture.shows_possible
        possible = possible_edges(puzzle, picture.board, edges) if shows_possible else ()
        special, tag = picture.special_edges.union(possible), picture.tags.edges.get
        plain: dict[int, BridgeLook] = {}
        for edge in edges:
            count = 0 if edge in hidden else counts[edge]
            look = None if edge in special else plain.get(count)
            if look is None:
                look = bridge_look(
                    count,
                    edge in marks,
                    edge in faulty,
                    trial(edge, 0),
                    previews.get(edge),
                    pointed_out(edge) or role(edge) or group_role(edge),
                    ghost(edge),
                    edge in possible,
                    colour(puzzle.edges[edge].a) if counts[edge] else None,
                    shared(edge, 0),
                    shading(edge, 0),
                    tag(edge, NO_TAG),
                )
                if edge not in special:
                    plain[count] = look
            yield edge, look

    def _from_corner(self, edges: Iterable[int]) -> list[int]:
        """Some edges by their distance from a corner."""
        puzzle = self.picture.puzzle
        distances, all_edges = [row + col for _, row, col, _ in puzzle.islands], puzzle.edges
        return sorted(edges, key=lambda edge: distances[all_edges[edge].a])
