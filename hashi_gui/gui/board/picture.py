"""What the board shows, as one value, and the colours of groups; differences are repainted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import compress, count
from operator import attrgetter, ne

from hashi_gui.core.board import Board, Tags, differing_keys, differing_places
from hashi_gui.core.board_status import BoardStatus, Faults
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import IdChanges, IdMap, Puzzle
from hashi_gui.core.rules import is_blocked
from hashi_gui.rendering.geometry import CellArea
from hashi_gui.rendering.looks import GROUP_COLOURS, Overlay

_NO_TAGS = Tags()

Layer = Mapping[int, object] | frozenset[int]
"""What some islands or edges show, by their ids; or only which ones."""


def possible_edges(puzzle: Puzzle, board: Board, edges: Iterable[int]) -> set[int]:
    """Those of some edges that have no bridge, but can get one without breaking a rule at once."""
    counts, marks, ends = board.counts, board.marks, puzzle.edges
    candidates = [
        edge
        for edge in edges
        if not (counts[edge] or edge in marks or is_blocked(puzzle, counts, edge))
    ]
    with_room = _with_room(puzzle, board, puzzle.ends_of(candidates))
    return {edge for edge in candidates if ends[edge].a in with_room and ends[edge].b in with_room}


def edges_around(puzzle: Puzzle, changed: Set[int], locked: Set[int]) -> set[int]:
    """The edges on which a bridge may have become possible or impossible.

    ``changed`` are edges in another state, ``locked`` islands that were locked or unlocked.
    """
    islands = locked | puzzle.ends_of(changed)
    around = {edge for island in islands for edge in puzzle.incident[island]}
    return around.union(*(puzzle.crossings[edge] for edge in changed))


def _with_room(puzzle: Puzzle, board: Board, islands: set[int]) -> set[int]:
    """Those of some islands that can get another bridge."""
    counts, incident, all_islands = board.counts, puzzle.incident, puzzle.islands
    with_room = set()
    for island in islands - board.locks:
        clue = all_islands[island].clue
        if clue is None or sum([counts[edge] for edge in incident[island]]) < clue:
            with_room.add(island)
    return with_room


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What the board shows. Immutable; the mappings in it are never changed.

    ``tried`` has the edges of trials, see :class:`~hashi_gui.game.game.Game`. ``highlight``, the
    answer to a question, is drawn over ``group``, a group of connected islands, and over both
    ``pointed_out``, what a remark on the last move is about. ``preview`` is what a click would do:
    edges and their new states. ``focus`` is the selected island. ``group_colours`` has the number
    of the colour of each island's group, from 1, or 0 for none; it is empty if groups have no
    colours. ``solved``: all islands are lanterns. ``dims_finished``: islands with all their bridges
    are pale. ``counts_down``: islands show how many bridges they still need. ``shows_possible``:
    edges show that a first bridge can be built. ``dotted`` are the cells with dots, None for all.
    """

    puzzle: Puzzle
    board: Board
    tried: Mapping[int, int] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    highlight: Highlight = field(default_factory=Highlight)
    group: Highlight = field(default_factory=Highlight)
    pointed_out: Highlight = field(default_factory=Highlight)
    overlay: Overlay = field(default_factory=Overlay)
    preview: tuple[tuple[int, int], ...] = ()
    focus: int | None = None
    lit: frozenset[int] = frozenset()
    group_colours: bytes = b""
    solved: bool = False
    dims_finished: bool = False
    counts_down: bool = False
    shows_possible: bool = False
    dotted: CellArea | None = None

    @property
    def tags(self) -> Tags:
        """The tags that are shown: none on a solved board."""
        return _NO_TAGS if self.solved else self.board.tags

    def has_size_of(self, other: BoardPicture) -> bool:
        """Whether both have the same cells, and dots on the same ones."""
        one, two = self.puzzle, other.puzzle
        return (one.rows, one.cols, self.dotted) == (two.rows, two.cols, other.dotted)

    def group_colour(self, island: int) -> int | None:
        """The colour of the group of an island, None for none."""
        number = self.group_colours[island] if self.group_colours else 0
        return number - 1 if number else None

    def changes_since(
        self, before: BoardPicture, id_map: IdMap | None = None
    ) -> tuple[Collection[int], Collection[int]]:
        """The islands and edges that may look otherwise.

        ``id_map`` has the ids that islands and edges of the picture before have in this one, if
        they are others.
        """
        puzzle, puzzle_before = self.puzzle, before.puzzle
        all_islands, all_edges = range(len(puzzle.islands)), range(len(puzzle.edges))
        colours, colours_before = self.group_colours, before.group_colours
        if puzzle.rules != puzzle_before.rules or len(colours) != len(colours_before):
            return all_islands, all_edges
        if id_map is not None:
            shows_possible = self.shows_possible or before.shows_possible
            if colours or shows_possible or not self._all_islands_as(before):
                return all_islands, all_edges
            return self._changes_since_others(before, id_map)
        board, board_before = self.board, before.board
        edges = set(differing_places(board.counts, board_before.counts))
        recoloured = differing_places(colours, colours_before)
        islands = puzzle.ends_of(edges).union(recoloured)
        islands.update(*map(_differing, self._at_islands, before._at_islands))
        if puzzle is not puzzle_before:
            pairs = zip(puzzle.islands, puzzle_before.islands)
            islands |= {island.id for island, was in pairs if island is not was}
        if self.faults is not before.faults:
            islands |= self.faults.cut_off ^ before.faults.cut_off
        if self.shows_possible:
            edges |= _differing(board.marks, board_before.marks)
            edges |= edges_around(puzzle, edges, _differing(board.locks, board_before.locks))
        edges.update(*map(_differing, self._at_edges, before._at_edges))
        edges.update(edge for island in recoloured for edge in puzzle.incident[island])
        return (
            islands if self._all_islands_as(before) else all_islands,
            edges if self.shows_possible is before.shows_possible else all_edges,
        )

    def _changes_since_others(
        self, before: BoardPicture, id_map: IdMap
    ) -> tuple[Collection[int], Collection[int]]:
        """The same as :meth:`changes_since`, if islands and edges had other ids."""
        puzzle, ids = self.puzzle, id_map.islands
        counts = id_map.edges.of_list(before.board.counts, 0)
        edges = set(differing_places(self.board.counts, bytes(counts)))
        islands = puzzle.ends_of(edges).union(ids.new)
        gone = [edge for edge in id_map.edges.gone if before.board.counts[edge]]
        islands |= ids.of_ids(frozenset(before.puzzle.ends_of(gone)))
        clues = map(_clue_of, puzzle.islands)
        clues_before = ids.of_list(list(map(_clue_of, before.puzzle.islands)), None)
        islands.update(compress(count(), map(ne, clues, clues_before)))
        for one, other in zip(self._at_islands, before._at_islands):
            islands |= _differing(one, _with_new_ids(other, ids))
        islands |= _differing(self.faults.cut_off, _with_new_ids(before.faults.cut_off, ids))
        for one, other in zip(self._at_edges, before._at_edges):
            edges |= _differing(one, _with_new_ids(other, id_map.edges))
        return islands, edges

    @property
    def special_islands(self) -> frozenset[int]:
        """The islands that show more than their numbers and how much light there is."""
        if self.group_colours:
            return frozenset(range(len(self.puzzle.islands)))
        return frozenset().union(*self._at_islands, self.faults.cut_off)

    @property
    def special_edges(self) -> frozenset[int]:
        """The edges that show more than how many bridges there are, or that one is possible."""
        if self.group_colours:
            return frozenset(range(len(self.puzzle.edges)))
        return frozenset().union(*self._at_edges)

    def _all_islands_as(self, before: BoardPicture) -> bool:
        return (self.counts_down, self.solved) == (before.counts_down, before.solved)

    @property
    def _at_islands(self) -> tuple[Layer, ...]:
        return (
            self.board.locks,
            self.tags.islands,
            self.faults.overfull,
            self.faults.unsatisfiable,
            self.pointed_out.islands,
            self.highlight.islands,
            self.group.islands,
            self.lit,
            frozenset() if self.focus is None else frozenset({self.focus}),
        )

    @property
    def _at_edges(self) -> tuple[Layer, ...]:
        return (
            self.board.marks,
            self.tags.edges,
            self.tried,
            self.faults.crossed,
            self.faults.looped,
            self.pointed_out.edges,
            self.highlight.edges,
            self.highlight.ghosts,
            self.group.edges,
            self.overlay.shared,
            self.overlay.shading,
            self.overlay.impossible,
            dict(self.preview),
        )


_clue_of = attrgetter("clue")


def _with_new_ids(layer: Layer, ids: IdChanges) -> Layer:
    """What a layer shows, by other ids, where there are any."""
    return ids.of_values(layer) if isinstance(layer, Mapping) else ids.of_ids(layer)


def _differing(one: Layer, other: Layer) -> Set[int]:
    """The ids for which two layers differ."""
    if one is other:
        return frozenset()
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return differing_keys(one, other)
    return frozenset(one) ^ frozenset(other)


class GroupColours:
    """The number of a colour for each group of two or more islands.

    The colours change as little as possible: of two groups that are joined, the larger one keeps
    its colour, and so does the larger part of a group that is split. A new group gets a colour
    that no neighbour has, if there is one: that of its islands before, or else a rare one.
    """

    def __init__(self, puzzle: Puzzle, status: BoardStatus) -> None:
        """``status`` is that of the game, which is followed by :meth:`update`."""
        self._puzzle = puzzle
        self._status = status
        self._keys = [-1] * len(puzzle.islands)  # What stands for the group of each island.
        self._numbers = bytearray(len(puzzle.islands))
        self._new_keys = count()
        self._colours: dict[int, int] = {}  # By the key of the group.
        self._former: dict[int, int] = {}  # The colour that an island had in the group it left.
        self.update(range(len(puzzle.islands)))

    @property
    def numbers(self) -> bytes:
        """The colour of each island, counted from 1; 0 if it has no bridge."""
        return bytes(self._numbers)

    def of(self, island: int) -> int | None:
        """The colour of an island, None if it has no bridge."""
        return self._colours.get(self._keys[island])

    def update(self, ends: Iterable[int]) -> None:
        """Follow a move; ``ends`` are the islands at the edges that it has changed."""
        groups = sorted(self._groups_of(ends), key=len, reverse=True)
        old = {self._keys[island] for group in groups for island in group}
        claimed: set[int] = set()
        moved: set[int] = set()
        for group in groups:
            key = self._claim(group, claimed)
            moved |= self._give(key, group)
            moved |= self._colour(key, group)
        for key in old - claimed:
            self._colours.pop(key, None)
        for island in moved:
            colour = self.of(island)
            self._numbers[island] = 0 if colour is None else colour + 1

    def _groups_of(self, islands: Iterable[int]) -> Iterator[Set[int]]:
        seen: set[int] = set()
        for island in islands:
            if island not in seen:
                group = self._status.group(island)
                seen |= group
                yield group

    def _claim(self, group: Set[int], claimed: set[int]) -> int:
        """The key that most islands of a group had, or a new one if a larger group has it."""
        votes = Counter(self._keys[island] for island in group)
        keys = (key for key, _ in votes.most_common() if key >= 0 and key not in claimed)
        key = next(keys, None)
        key = next(self._new_keys) if key is None else key
        claimed.add(key)
        return key

    def _give(self, key: int, group: Set[int]) -> set[int]:
        """Give a key to all islands of a group; returns those that had another one."""
        moved = {island for island in group if self._keys[island] != key}
        for island in moved:
            colour = self.of(island)
            if colour is not None:
                self._former[island] = colour
            self._keys[island] = key
        return moved

    def _colour(self, key: int, group: Set[int]) -> Set[int]:
        """Give a colour to a group that needs one; returns the islands for which it is new."""
        if (len(group) > 1) == (key in self._colours):
            return set()
        if len(group) > 1:
            self._colours[key] = self._new_colour(group)
        else:
            del self._colours[key]
        return group

    def _new_colour(self, group: Set[int]) -> int:
        edges, incident = self._puzzle.edges, self._puzzle.incident
        near = {self.of(edges[e].other(island)) for island in group for e in incident[island]}
        former = self._former.get(min(group))
        uses = Counter(self._colours.values())
        return min(range(GROUP_COLOURS), key=lambda c: (c in near, c != former, uses[c], c))
