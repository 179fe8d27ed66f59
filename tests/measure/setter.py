"""A setter who edits a puzzle, at random: for tests and measurements of the editor."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from hashi_gui.core.puzzle import Cell, Edge, Puzzle
from hashi_gui.core.rules import components
from hashi_gui.editing.draft import Pair, cells_between, pair_of

MAX_UNKNOWN = 0.3
"""The largest share of "?" before the setter writes numbers again."""

MAX_DELAY = 4
"""The most edits after which a slip is noticed and corrected."""

MAX_UNDO = 40
"""The most edits that are taken back one after the other."""


class Setter:
    """Edits a puzzle with a solution in mind, which changes with the puzzle.

    A bridge more or less takes two edits, one for each clue, and between them there is usually no
    solution. Slips are corrected after some edits. Clues turn into "?" and back again, so that
    there are several solutions now and then. Sometimes many edits are undone, back to where there
    was one. All depends on the puzzle, its solution and the seed.
    """

    def __init__(self, puzzle: Puzzle, solution: bytes, seed: int) -> None:
        self._random = Random(seed)
        self._puzzle = puzzle
        self._clues = puzzle.clues
        self._islands = len(self._clues)
        self._bridges = {
            (a.cell, b.cell): count
            for (a, b), count in zip(map(puzzle.ends, range(len(puzzle.edges))), solution)
            if count
        }
        self._planned: list[tuple[int, Callable[[], None]]] = []
        self._past: list[tuple[dict[Cell, int | None], dict[Pair, int]]] = []
        self._undos = 0

    def edits(self, count: int) -> Iterator[Puzzle]:
        """The puzzle after each of so many edits."""
        for _ in range(count):
            self._edit()
            self._puzzle = self._puzzle.with_clues(self._clues)
            yield self._puzzle

    def _edit(self) -> None:
        if self._undos:
            self._undo()
            return
        self._past.append((dict(self._clues), dict(self._bridges)))
        self._planned = [(delay - 1, edit) for delay, edit in self._planned]
        due = next((plan for plan in self._planned if plan[0] <= 0), None)
        if due:
            self._planned.remove(due)
            due[1]()
            return
        kinds = {
            self._change_bridge: 30,
            self._slip: 15,
            self._hide: 15,
            self._show: 10,
            self._split_bridge: 8,
            self._add_leaf: 8,
            self._remove: 8 if len(self._clues) >= self._islands else 2,
            self._move: 10,
            self._start_undo: 5,
        }
        while not self._random.choices(list(kinds), list(kinds.values()))[0]():
            pass

    def _plan(self, edit: Callable[[], None], delay: int = 1) -> None:
        self._planned.append((delay, edit))

    def _correct(self, cell: Cell) -> None:
        """Write the number of bridges that an island has in the setter's mind."""
        if cell in self._clues:
            self._clues[cell] = self._degree(cell)

    def _degree(self, cell: Cell) -> int:
        return sum(count for pair, count in self._bridges.items() if cell in pair)

    def _change_bridge(self) -> bool:
        """Another number of bridges on an edge, first at one end, then at the other."""
        edge = self._random.choice(self._puzzle.edges)
        pair = self._pair(edge)
        before = self._bridges.get(pair, 0)
        after = before + self._random.choice((-1, 1))
        if not 0 <= after <= self._puzzle.rules.max_bridges or (
            not before and self._is_crossed(edge)
        ):
            return False
        if None in (self._clues[pair[0]], self._clues[pair[1]]):
            return False
        self._bridges[pair] = after
        if not after:
            del self._bridges[pair]
            if not self._is_connected():
                self._bridges[pair] = before
                return False
        self._correct(pair[0])
        self._plan(lambda: self._correct(pair[1]))
        return True

    def _slip(self) -> bool:
        """A wrong number, corrected some edits later."""
        cell = self._any_cell()
        clue = self._clues[cell]
        if clue is None:
            return False
        wrong = clue + self._random.choice((-1, 1))
        if not 1 <= wrong <= self._puzzle.rules.max_clue:
            return False
        self._clues[cell] = wrong
        self._plan(lambda: self._correct(cell), self._random.randint(1, MAX_DELAY))
        return True

    def _hide(self) -> bool:
        unknown = sum(clue is None for clue in self._clues.values())
        if unknown >= MAX_UNKNOWN * len(self._clues):
            return False
        self._clues[self._any_cell()] = None
        return True

    def _show(self) -> bool:
        unknown = [cell for cell, clue in self._clues.items() if clue is None]
        if not unknown:
            return False
        self._correct(self._random.choice(sorted(unknown)))
        return True

    def _split_bridge(self) -> bool:
        """An island on the water of a bridge."""
        pair = self._random.choice(sorted(self._bridges))
        water = [cell for cell in cells_between(*pair) if not self._touches(cell)]
        if not water:
            return False
        cell = self._random.choice(water)
        count = self._bridges.pop(pair)
        self._bridges |= {(pair[0], cell): count, (cell, pair[1]): count}
        self._correct_new(cell)
        return True

    def _add_leaf(self) -> bool:
        """An island with a bridge to one that is there, whose clue follows."""
        row, col = start = self._any_cell()
        drow, dcol = self._random.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        length = self._random.randint(2, 5)
        cell = row + length * drow, col + length * dcol
        rows, cols = self._puzzle.rows, self._puzzle.cols
        inside = 0 <= cell[0] < rows and 0 <= cell[1] < cols
        way = {*cells_between(start, cell), cell}
        if not inside or self._touches(cell) or way & {*self._clues, *self._covered()}:
            return False
        self._bridges[pair_of(start, cell)] = 1
        self._correct_new(cell)
        self._plan(lambda: self._correct(start))
        return True

    def _correct_new(self, cell: Cell) -> None:
        self._clues[cell] = self._degree(cell)

    def _remove(self) -> bool:
        """Remove an island with bridges to only one other, whose clue follows."""
        leaf = self._any_leaf()
        if leaf is None:
            return False
        cell, pair = leaf
        (other,) = set(pair) - {cell}
        del self._clues[cell], self._bridges[pair]
        self._plan(lambda: self._correct(other))
        return True

    def _move(self) -> bool:
        """Move an island with bridges to only one other along them."""
        leaf = self._any_leaf()
        if leaf is None:
            return False
        cell, pair = leaf
        (other,) = set(pair) - {cell}
        water = list(cells_between(*pair))
        if len(water) < 2:
            return False
        target = self._random.choice(water)
        clue = self._clues.pop(cell)
        if self._touches(target):
            self._clues[cell] = clue
            return False
        self._clues[target] = clue
        self._bridges[pair_of(other, target)] = self._bridges.pop(pair)
        return True

    def _start_undo(self) -> bool:
        """Undo some edits, one after the other."""
        if len(self._past) < 2:
            return False
        self._past.pop()
        self._planned.clear()
        self._undos = min(self._random.randint(1, MAX_UNDO), len(self._past))
        self._undo()
        return True

    def _undo(self) -> None:
        self._undos -= 1
        self._clues, self._bridges = self._past.pop()

    def _any_cell(self) -> Cell:
        return self._random.choice(sorted(self._clues))

    def _any_leaf(self) -> tuple[Cell, Pair] | None:
        ends = Counter(cell for pair in self._bridges for cell in pair)
        leaves = [(cell, p) for p in self._bridges for cell in p if ends[cell] == 1]
        return self._random.choice(sorted(leaves)) if leaves else None

    def _touches(self, cell: Cell) -> bool:
        row, col = cell
        around = {(row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col)}
        return not around.isdisjoint(self._clues)

    def _covered(self) -> set[Cell]:
        """The water below bridges."""
        return {cell for pair in self._bridges for cell in cells_between(*pair)}

    def _pair(self, edge: Edge) -> Pair:
        a, b = self._puzzle.ends(edge.id)
        return a.cell, b.cell

    def _is_crossed(self, edge: Edge) -> bool:
        crossings = self._puzzle.crossings[edge.id]
        return any(self._pair(self._puzzle.edges[other]) in self._bridges for other in crossings)

    def _is_connected(self) -> bool:
        counts = [self._bridges.get(self._pair(edge), 0) for edge in self._puzzle.edges]
        return len(components(self._puzzle, counts)) == 1
