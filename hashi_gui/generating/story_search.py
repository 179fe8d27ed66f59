"""The search for a puzzle with a story: a puzzle is changed as long as that brings it closer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating.attempts import (
    GeneratedPuzzle,
    best_layout,
    draft,
    hide_clues,
    oracle_for,
)
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout_grid import FRAME, LayoutGrid, with_islands
from hashi_gui.generating.options import DEFAULT_DOUBLES, GeneratorOptions
from hashi_gui.generating.repair import fits, make_unique
from hashi_gui.generating.rng import Rng
from hashi_gui.generating.story import Story, distance, easiest_level, satisfies, trouble
from hashi_gui.logic.levels import Level
from hashi_gui.logic.solving_path import PathOutline, path_outline
from hashi_gui.solving import CancelToken

_MAX_ATTEMPTS, _MAX_CELLS = 20_000, 2_500_000
"""The most puzzles tried, and the most grid cells of all of them together."""

_PATIENCE = 40
"""After how many changes in vain the search starts again with another puzzle."""

_MOVE_SHARE = 0.4
"""The share of the changes that move an island; the others change the bridges on an edge."""

_TROUBLE_SHARE = 0.6
"""The share of the changes that are made where the solving path is not as wanted."""


def generate_story(
    options: GeneratorOptions,
    seed: int,
    cancel: CancelToken | None = None,
    on_attempt: Callable[[int], None] | None = None,
) -> GeneratedPuzzle:
    """Generate a puzzle whose solving path is as the story of the options wants it.

    The other arguments and the errors are those of :func:`generate`.
    """
    story = Story.parse(options.story)
    _check_level(story, options.level)
    search = _Search(options, story, Rng(seed), cancel or CancelToken())
    attempts = min(_MAX_ATTEMPTS, 1 + _MAX_CELLS // (options.rows * options.cols))
    for failed in range(attempts):
        if on_attempt:
            on_attempt(failed)
        found = search.attempt()
        if found:
            return found
    kind = f"{options.level} puzzle" if options.level else "puzzle"
    raise GenerationError(f"No {kind} with the story {story} was found in {attempts} attempts.")


def _check_level(story: Story, level: Level | None) -> None:
    """Raise GenerationError if no puzzle of a level needs what the story wants."""
    for what in story.techniques:
        if level is not None and level.rank < easiest_level(what).rank:
            raise GenerationError(
                f"No {level} puzzle needs {what}; choose {easiest_level(what)} or higher."
            )


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A puzzle with one solution, its path, and how far that is from the story."""

    generated: GeneratedPuzzle
    path: PathOutline
    distance: float


class _Search:
    """Hill climbing, with new starts."""

    def __init__(
        self, options: GeneratorOptions, story: Story, rng: Rng, cancel: CancelToken
    ) -> None:
        self._options, self._story, self._rng, self._cancel = options, story, rng, cancel
        self._oracle = oracle_for(options.level or _hardest_level(story), cancel)
        self._current: _Candidate | None = None
        self._in_vain = 0

    def attempt(self) -> GeneratedPuzzle | None:
        """The puzzle with the story, if the next change or new start gives it. Raises Cancelled."""
        self._cancel.raise_if_cancelled()
        if self._current is None or self._in_vain > _PATIENCE:
            self._current, self._in_vain = self._start(), 0
            return self._found(self._current)
        changed = self._changed(self._current)
        if changed is None or changed.distance >= self._current.distance:
            self._in_vain += 1
        else:
            self._in_vain = 0
        if changed is not None and changed.distance <= self._current.distance:
            self._current = changed
        return self._found(changed)

    def _found(self, candidate: _Candidate | None) -> GeneratedPuzzle | None:
        if candidate is None or candidate.distance:
            return None
        assert satisfies(self._story, candidate.path)
        return candidate.generated

    def _start(self) -> _Candidate | None:
        """A new puzzle. With few doubles, puzzles need more techniques."""
        share = self._options.doubles
        doubles = (DEFAULT_DOUBLES if share is None else share) * self._rng.pick([1.0, 0.5, 0.0])
        options = replace(self._options, doubles=doubles)
        puzzle, counts = draft(best_layout(options, self._rng, self._cancel), options, self._rng)
        unique = make_unique(
            puzzle, counts, frozenset(), self._oracle, self._rng, loops=options.loops
        )
        if unique is None:
            return None
        hidden = hide_clues(*unique, options, self._oracle, self._rng)
        return self._candidate(GeneratedPuzzle(*hidden))

    def _changed(self, current: _Candidate) -> _Candidate | None:
        """A puzzle that differs in little from the current one; None if it cannot be repaired."""
        islands = trouble(self._story, current.path)
        near = self._rng.pick(islands) if islands and self._rng.chance(_TROUBLE_SHARE) else None
        may_move = self._options.symmetry == Symmetry.NONE
        if may_move and self._rng.chance(_MOVE_SHARE):
            changed = _move_island(current.generated, near, self._rng)
        else:
            changed = self._change_bridges(current.generated, near)
        if changed is None:
            return None
        puzzle = changed.puzzle
        unknown = frozenset(island.id for island in puzzle.islands if island.clue is None)
        unique = make_unique(
            puzzle, changed.solution, unknown, self._oracle, self._rng, loops=self._options.loops
        )
        return self._candidate(GeneratedPuzzle(*unique)) if unique else None

    def _change_bridges(
        self, generated: GeneratedPuzzle, near: int | None
    ) -> GeneratedPuzzle | None:
        """Another number of bridges on one edge; without loops, none is added or removed."""
        puzzle, counts = generated.puzzle, bytearray(generated.solution)
        edge = self._rng.pick(range(len(counts)) if near is None else puzzle.incident[near])
        least = 0 if self._options.loops else 1
        others = [n for n in range(least, puzzle.rules.max_bridges + 1) if n != counts[edge]]
        if not (others and (self._options.loops or counts[edge])):
            return None
        change = {edge: self._rng.pick(others)}
        if not fits(puzzle, counts, change):
            return None
        counts[edge] = change[edge]
        return GeneratedPuzzle(puzzle, bytes(counts))

    def _candidate(self, generated: GeneratedPuzzle) -> _Candidate:
        path = path_outline(generated.puzzle, generated.solution, self._cancel)
        too_easy = self._options.level not in (None, path.level)
        return _Candidate(generated, path, distance(self._story, path) + too_easy)


def _hardest_level(story: Story) -> Level | None:
    """The level up to which puzzles for a story are repaired: to assume something takes long, so
    puzzles do not need it unless the story does.
    """
    levels = [easiest_level(what) for what in story.techniques]
    return None if any(level.rank > Level.HARD.rank for level in levels) else Level.HARD


def _move_island(generated: GeneratedPuzzle, near: int | None, rng: Rng) -> GeneratedPuzzle | None:
    """Remove an island that is joined with only one other, and add one anywhere."""
    puzzle, solution = generated.puzzle, generated.solution
    joined = [sum(solution[e] > 0 for e in incident) for incident in puzzle.incident]
    ends = [island for island, others in enumerate(joined) if others == 1]
    if len(puzzle.islands) < 3 or not ends:
        return None
    removed = near if near in ends else rng.pick(ends)
    bridges = {
        (a.cell, b.cell): count
        for edge, count in enumerate(solution)
        if count
        for a, b in [puzzle.ends(edge)]
        if removed not in (a.id, b.id)
    }
    clues = {island.cell: island.clue for island in puzzle.islands if island.id != removed}
    grid = _grid(puzzle, clues, bridges)
    cells = [
        cell for cell, state in enumerate(grid.state) if state != FRAME and grid.has_room[cell]
    ]
    changed = with_islands(grid, {rng.pick(cells)}, rng)
    return _from_grid(puzzle, changed, clues, bridges, rng) if changed else None


def _grid(
    puzzle: Puzzle, cells: Mapping[Cell, int | None], bridges: Mapping[tuple[Cell, Cell], int]
) -> LayoutGrid:
    grid = LayoutGrid(puzzle.rows, puzzle.cols, margin=1)
    for cell in cells:
        grid.place_island(grid.index(cell))
    for a, b in bridges:
        grid.join(grid.index(a), grid.index(b))
    return grid


def _from_grid(
    puzzle: Puzzle,
    grid: LayoutGrid,
    clues: Mapping[Cell, int | None],
    bridges: Mapping[tuple[Cell, Cell], int],
    rng: Rng,
) -> GeneratedPuzzle:
    """The islands of a grid as a puzzle, with random numbers of bridges where they are new."""
    new_clues = {cell: clues.get(cell, 1) for cell in map(grid.cell, grid.islands)}
    changed = puzzle.with_clues(new_clues)
    counts = bytearray(len(changed.edges))
    pairs = {(grid.cell(a), grid.cell(b)) for a, b in grid.bridges}
    for edge in changed.edges:
        a, b = changed.ends(edge.id)
        if (a.cell, b.cell) in pairs:
            several = 1 + rng.index(puzzle.rules.max_bridges)
            counts[edge.id] = bridges.get((a.cell, b.cell), several)
    return GeneratedPuzzle(changed, bytes(counts))
