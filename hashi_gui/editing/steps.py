"""The small changes of a puzzle that a search tries, and that proposals consist of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product

from hashi_gui.core.puzzle import Cell, Island, Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.editing.proposal import Clue, Restrictions, SearchStep

MAX_MOVE = 3
"""How many cells an island is moved at most, those left or right and up or down together."""

_WAYS = sorted(
    (
        way
        for way in product(range(-MAX_MOVE, MAX_MOVE + 1), repeat=2)
        if 0 < sum(map(abs, way)) <= MAX_MOVE
    ),
    key=lambda way: sum(map(abs, way)),
)

_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class SearchSteps:
    """The steps from a puzzle that the restrictions allow, each done at all images of its cells.

    ``solution`` is the solution that is wanted, or close to it.
    """

    def __init__(self, puzzle: Puzzle, restrictions: Restrictions, solution: bytes) -> None:
        self._puzzle = puzzle
        self._restrictions = restrictions
        self._solution = solution
        self._degrees = degrees(puzzle, solution)
        self._occupied = frozenset(island.cell for island in puzzle.islands)
        self._may_touch = any(_beside(cell) & self._occupied for cell in self._occupied)

    def shown(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Numbers instead of "?", those of the solution."""
        for island in islands:
            if self._puzzle.islands[island].clue is None:
                images = self._islands_at_images(island)
                yield from self._clue_step(
                    {there.id: self._degrees[there.id] for there in images if there.clue is None}
                )

    def hidden(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """A "?" instead of a number."""
        for island in islands:
            if self._puzzle.islands[island].clue:
                images = self._islands_at_images(island)
                yield from self._clue_step({there.id: None for there in images if there.clue})

    def clues(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Another number for one island."""
        for island in islands:
            here = self._puzzle.islands[island].clue
            for clue in range(1, self._most_bridges(island) + 1):
                if here not in (None, clue):
                    images = self._islands_at_images(island)
                    yield from self._clue_step(
                        {there.id: clue for there in images if there.clue == here}
                    )

    def bridges(self, changes: Iterable[tuple[int, int]]) -> Iterator[SearchStep]:
        """Another number of bridges on an edge, for (edge, number): other clues at its ends."""
        for edge, count in changes:
            more = count - self._solution[edge]
            clues: dict[int, Clue] = {}
            for end in self._puzzle.ends(edge):
                if end.clue is not None:
                    images = self._islands_at_images(end.id)
                    clues |= {
                        there.id: end.clue + more for there in images if there.clue == end.clue
                    }
            yield from self._clue_step(clues)

    def moved(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Islands on cells nearby, the nearest first."""
        islands = list(islands)
        for (down, right), island in product(_WAYS, islands):
            row, col = self._puzzle.islands[island].cell
            yield from self._move((row, col), (row + down, col + right))

    def added(self, edges: Iterable[int]) -> Iterator[SearchStep]:
        """Islands on the bridges of the solution, with clues that leave the bridges as they are."""
        clues = {
            cell: 2 * count
            for edge, count in enumerate(self._solution)
            if count
            for cell in self._puzzle.water(edge)
        }
        for cell in dict.fromkeys(cell for edge in edges for cell in self._puzzle.water(edge)):
            cells = [image for (image,) in self._restrictions.images(self._puzzle, cell)]
            if all(there in clues for there in cells) and self._has_room(cells):
                yield SearchStep(added={there: clues[there] for there in cells})

    def placed(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Islands with a "?" that some islands see."""
        for cell in dict.fromkeys(cell for island in islands for cell in self._seen_from(island)):
            cells = [image for (image,) in self._restrictions.images(self._puzzle, cell)]
            if self._has_room(cells):
                yield SearchStep(added=dict.fromkeys(cells))

    def removed(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """No island where one is now, while all others stay as they are."""
        for island in islands:
            images = self._islands_at_images(island)
            cells = {each.cell for each in images}
            if self._restrictions.kept.isdisjoint(cells) and self._is_even_without(images):
                yield SearchStep(removed=frozenset(each.id for each in images))

    def _is_even_without(self, islands: Iterable[Island]) -> bool:
        """Whether the others can have a solution: the sum of their clues is even, or one is "?"."""
        left = [each.clue for each in self._puzzle.islands if each not in islands]
        return len(left) > 1 and (None in left or sum(filter(None, left)) % 2 == 0)

    def _seen_from(self, island: int) -> Iterator[Cell]:
        """The cells of water around an island up to the next ones, or up to the border."""
        start = self._puzzle.islands[island].cell
        for down, right in _DIRECTIONS:
            row, col = start[0] + down, start[1] + right
            while self._is_inside((row, col)) and (row, col) not in self._occupied:
                yield row, col
                row, col = row + down, col + right

    def _most_bridges(self, island: int) -> int:
        return self._puzzle.rules.max_bridges * len(self._puzzle.incident[island])

    def _islands_at_images(self, island: int) -> list[Island]:
        images = self._restrictions.images(self._puzzle, self._puzzle.islands[island].cell)
        there = [self._puzzle.island_at(*cell) for (cell,) in images]
        return [each for each in there if each is not None]

    def _clue_step(self, clues: Mapping[int, Clue]) -> Iterator[SearchStep]:
        cells = {self._puzzle.islands[island].cell for island in clues}
        if clues and self._restrictions.kept.isdisjoint(cells):
            yield SearchStep(clues=clues)

    def _move(self, start: Cell, end: Cell) -> Iterator[SearchStep]:
        images = self._restrictions.images(self._puzzle, start, end)
        cells = {a: b for a, b in images if a in self._occupied}
        if (
            len(cells) == len(images)
            and self._restrictions.kept.isdisjoint(cells)
            and self._has_room(list(cells.values()), leaving=cells)
        ):
            islands = [island for island in self._puzzle.islands if island.cell in cells]
            yield SearchStep(cells={island.id: cells[island.cell] for island in islands})

    def _has_room(self, cells: Collection[Cell], leaving: Collection[Cell] = ()) -> bool:
        """Whether cells can have islands when those on some other cells have left them."""
        others = self._occupied.difference(leaving).union(cells)
        return (
            len(set(cells)) == len(cells)
            and self._restrictions.kept.isdisjoint(cells)
            and (self._occupied - set(leaving)).isdisjoint(cells)
            and all(self._is_inside(cell) for cell in cells)
            and (self._may_touch or not any(_beside(cell) & others for cell in cells))
        )

    def _is_inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self._puzzle.rows and 0 <= cell[1] < self._puzzle.cols


def _beside(cell: Cell) -> frozenset[Cell]:
    row, col = cell
    return frozenset((row + down, col + right) for down, right in _DIRECTIONS)
