"""The search for a puzzle with a story: a puzzle is changed as long as that brings it closer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import ceil, floor

from hashi_gui.core.i18n import _, translated
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating.attempts import GeneratedPuzzle, best_layout, draft, hide_clues
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout_grid import LayoutGrid, place_islands
from hashi_gui.generating.options import DEFAULT_DOUBLES, GeneratorOptions
from hashi_gui.generating.repair import exact_oracle, fits, make_unique
from hashi_gui.generating.required_path import (
    PLACES,
    SIMPLEST,
    TECHNIQUES,
    Need,
    RequiredPath,
    distance,
    easiest_level,
    opening_distance,
    satisfies,
    trouble,
)
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import Reasoning, reason_within
from hashi_gui.logic.rating.solving_path import PathOutline, first_steps, outline_of, path_outline
from hashi_gui.solving import Backbone, CancelToken

_FEWEST_ISLANDS = {
    "only-one-way-out": 2,
    "full-house": 3,
    "one-in-every-direction": 4,
    "ones-apart-twos-apart": 4,
    "what-the-rest-cannot-take": 4,
    "group-needs-a-way-out": 4,
}
"""With how many islands a puzzle can need a technique. All others need _MORE: so has shown trying
all puzzles with fewer."""

_MORE = 5

_WITH_DOUBLES = TECHNIQUES["one-in-every-direction"] | TECHNIQUES["what-the-rest-cannot-take"]
"""If no pair takes two bridges, "Full house", which is easier, gives all that these give."""

_BEFORE_HARDER = "ones-apart-twos-apart"
"""It depends on clues alone, so that all its steps come before the first one that is not easy."""


def refuse_impossible(story: RequiredPath, options: GeneratorOptions) -> None:
    """Raise GenerationError if it is known that no puzzle with these options has the story."""
    for reasons in (_missing, _same_steps, _wrong_order):
        for reason in reasons(story, options):
            raise GenerationError(reason)


def _missing(story: RequiredPath, options: GeneratorOptions) -> Iterator[str]:
    """What the story wants, but no such puzzle has."""
    level, most_islands = options.level, _most_islands(options)
    for what in story.techniques:
        easiest = easiest_level(what)
        if level is not None and level.rank < easiest.rank:
            yield _("No {level} puzzle needs {technique}; choose {easiest} or higher.").format(
                level=translated(level), technique=what, easiest=translated(easiest)
            )
        if options.max_bridges == 1 and TECHNIQUES[what] <= _WITH_DOUBLES:
            yield _("Only puzzles with double bridges need {technique}.").format(technique=what)
        fewest = _fewest_islands(what)
        if most_islands < fewest:
            yield _("Only puzzles with at least {n} islands need {technique}.").format(
                n=fewest, technique=what
            )
    if options.max_bridges == 1 and level is Level.MEDIUM:
        yield _("Only puzzles with double bridges can be medium.")
    rows, cols = (range(3) if side > 1 else (1,) for side in (options.rows, options.cols))
    if story.opens and PLACES[story.opens].isdisjoint(product(rows, cols)):
        yield _("A grid of {cols} x {rows} cells is too narrow to open at {place}.").format(
            cols=options.cols, rows=options.rows, place=story.opens
        )


def _same_steps(story: RequiredPath, options: GeneratorOptions) -> Iterator[str]:
    """Why no solving path has enough steps in the parts that the story wants."""
    # An island has at most two edges to the right and down, and each step tightens one.
    lengths = range(1, 2 * _most_islands(options) * options.max_bridges)
    for need in story.needs:
        if not any(_steps_in(need, length) for length in lengths):
            yield _("No solving path has a step from {first} to {last} of it.").format(
                first=need.first, last=need.last
            )
    same_step = _("The story wants {one} and {two} in the same step.")
    for one, two in combinations(story.needs, 2):
        if TECHNIQUES[one.what].isdisjoint(TECHNIQUES[two.what]) and not any(
            _have_two_steps(_steps_in(one, length), _steps_in(two, length)) for length in lengths
        ):
            yield same_step.format(one=one.what, two=two.what)
    for need in story.needs if story.ends else ():
        others = TECHNIQUES[story.ends] | TECHNIQUES[SIMPLEST]
        if need.first == 1 and TECHNIQUES[need.what].isdisjoint(others):
            yield same_step.format(one=need.what, two=story.ends)


def _wrong_order(story: RequiredPath, options: GeneratorOptions) -> Iterator[str]:
    """Why steps cannot come in the order that the story wants."""
    lasts = [need.first for need in story.needs if need.what == _BEFORE_HARDER]
    if story.ends == _BEFORE_HARDER:
        lasts.append(1.0)
    for need in story.needs:
        if easiest_level(need.what) is not Level.EASY and any(need.last <= last for last in lasts):
            yield _("All steps with {early} come before those with {late}.").format(
                early=_BEFORE_HARDER, late=need.what
            )
    if story.ends == _BEFORE_HARDER and options.level not in (None, Level.EASY):
        yield _("Only easy puzzles end with {technique}.").format(technique=story.ends)


def _most_islands(options: GeneratorOptions) -> int:
    return options.islands + len(options.symmetry.transforms)


def _fewest_islands(what: str) -> int:
    singles = [word for word, names in TECHNIQUES.items() if len(names) == 1]
    members = [word for word in singles if TECHNIQUES[word] <= TECHNIQUES[what]]
    return min(_FEWEST_ISLANDS.get(word, _MORE) for word in members)


def _steps_in(need: Need, length: int) -> range:
    """The numbers of the steps in the part of a path whose last step has the number ``length``."""
    first, last = (round(place * length, 6) for place in (need.first, need.last))
    return range(ceil(first), floor(last) + 1)


def _have_two_steps(one: range, two: range) -> bool:
    return bool(one) and bool(two) and not (len(one) == 1 and one == two)


_MAX_ATTEMPTS, _MAX_CELLS = 20_000, 2_500_000
"""The most puzzles tried, and the most grid cells of all of them together."""

_MAX_REPEATS = 1_000
"""After so many attempts without a new puzzle, there are taken to be no others."""

_STARTS = 6
"""Of so many new puzzles, the search starts with the one that is closest to the story."""

_PATIENCE = 6
"""After how many changes in vain for each island the search starts again with another puzzle."""

_MEMORY = 10
"""A change is accepted if it is better than so many changes ago, even if it is worse than now."""

_MAX_PROPOSALS = 10
"""How many changes are looked at in search of one after which the path may still open as wanted."""

_MOVE_SHARE = 0.4
"""The share of the changes that move an island; the others change the bridges on an edge."""

_TROUBLE_SHARE, _BESIDE_SHARE = 0.6, 0.3
"""The share of the changes that are made where the solving path is not as wanted, and the share of
these that are made at a neighbour."""


def generate_with_path(
    options: GeneratorOptions,
    seed: int,
    cancel: CancelToken | None = None,
    on_attempt: Callable[[int], None] | None = None,
) -> GeneratedPuzzle:
    """Generate a puzzle whose solving path is as the story of the options wants it.

    The other arguments and the errors are those of :func:`generate`.
    """
    story = RequiredPath.parse(options.story)
    refuse_impossible(story, options)
    search = _Search(options, story, Rng(seed), cancel or CancelToken())
    attempts = min(_MAX_ATTEMPTS, 1 + _MAX_CELLS // (options.rows * options.cols))
    for failed in range(attempts):
        if on_attempt:
            on_attempt(failed)
        found = search.attempt()
        if found:
            return found
        if search.repeats > _MAX_REPEATS:
            raise GenerationError(
                _("Found only {n} different puzzles, and none with the story {story}.").format(
                    n=len(search.known), story=story
                )
            )
    text = (
        _("No {level} puzzle with the story {story} was found in {n} attempts.")
        if options.level
        else _("No puzzle with the story {story} was found in {n} attempts.")
    )
    level = translated(options.level or "")
    raise GenerationError(text.format(level=level, story=story, n=attempts))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A puzzle with one solution, its path, and how far that is from the story."""

    generated: GeneratedPuzzle
    path: PathOutline
    distance: float


class _Search:
    """Late acceptance hill climbing (Burke and Bykov), with new starts."""

    def __init__(
        self, options: GeneratorOptions, story: RequiredPath, rng: Rng, cancel: CancelToken
    ) -> None:
        self._options, self._story, self._rng, self._cancel = options, story, rng, cancel
        # What is above hard takes long, so puzzles need it only if the story does.
        self._level = options.level or max(Level.HARD, story.level, key=lambda level: level.rank)
        self._exact_oracle = exact_oracle(cancel)
        self._reasoning: Reasoning | None = None
        """About the puzzle that the oracle was asked about last, without assumptions."""
        self._current: _Candidate | None = None
        self._memory: list[float] = []
        """How far the puzzles of late were from the story, the last one at the end."""
        self._best, self._in_vain = 0.0, 0
        self.known: set[int] = set()
        """Hashes of all puzzles found."""
        self.repeats = 0
        """The number of attempts since the last new one."""

    def attempt(self) -> GeneratedPuzzle | None:
        """The puzzle with the story, if the next change or new start gives it. Raises Cancelled."""
        self._cancel.raise_if_cancelled()
        self._in_vain += 1
        self.repeats += 1
        if self._current is None or self._in_vain > _PATIENCE * self._options.islands:
            starts = filter(None, (self._start() for _number in range(_STARTS)))
            candidate = min(starts, key=lambda start: start.distance, default=None)
            self._current = candidate
            if candidate is None:
                return None
            self._memory = _MEMORY * [candidate.distance]
            self._best, self._in_vain = candidate.distance, 0
        else:
            candidate = self._changed(self._current)
            if candidate is None:
                return None
            if candidate.distance <= max(self._current.distance, self._memory[0]):
                self._current = candidate
            self._memory = [*self._memory[1:], self._current.distance]
            if candidate.distance < self._best:
                self._best, self._in_vain = candidate.distance, 0
        key = hash(candidate.generated.puzzle.islands)
        if key not in self.known:
            self.known.add(key)
            self.repeats = 0
        if candidate.distance:
            return None
        assert satisfies(self._story, candidate.path)
        return candidate.generated

    def _oracle(self, puzzle: Puzzle) -> Backbone | None:
        """What can be decided up to the level, or exactly if assumptions are needed anyway."""
        easier = min(self._level, Level.HARD, key=lambda level: level.rank)
        self._reasoning = reason_within(puzzle, easier, self._cancel)
        position = self._reasoning.position
        if position.solved:
            return None
        if self._level.rank > Level.HARD.rank:
            return self._exact_oracle(puzzle)
        return Backbone(bytes(position.low), bytes(position.high))

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
        most = max(current.distance, self._memory[0])
        proposals = (self._proposal(current) for _number in range(_MAX_PROPOSALS))
        changed = next((each for each in proposals if each and self._may_open(each, most)), None)
        if changed is None:
            return None
        puzzle = changed.puzzle
        unknown = frozenset(island.id for island in puzzle.islands if island.clue is None)
        unique = make_unique(
            puzzle, changed.solution, unknown, self._oracle, self._rng, loops=self._options.loops
        )
        return self._candidate(GeneratedPuzzle(*unique)) if unique else None

    def _proposal(self, current: _Candidate) -> GeneratedPuzzle | None:
        """A small change, whose clues may have several solutions; None if it is not possible."""
        generated, near = current.generated, None
        islands = trouble(self._story, current.path)
        if islands and self._rng.chance(_TROUBLE_SHARE):
            near = self._rng.pick(islands)
            if self._rng.chance(_BESIDE_SHARE):
                _edge, there = self._rng.pick(list(generated.puzzle.neighbours(near)))
                near = there.id
        may_move = self._options.symmetry == Symmetry.NONE
        if may_move and self._rng.chance(_MOVE_SHARE):
            return _move_island(generated, near, self._rng)
        return self._change_bridges(generated, near)

    def _may_open(self, changed: GeneratedPuzzle, most: float) -> bool:
        """Whether a change need not be too far from the story for where its path opens."""
        place = self._story.opens
        if not place:
            return True
        found = degrees(changed.puzzle, changed.solution)
        clues = {island.id: found[island.id] for island in changed.puzzle.islands if island.clue}
        puzzle = changed.puzzle.with_other_clues(clues)
        return opening_distance(place, puzzle, first_steps(puzzle)) <= most

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
        reasoning = self._reasoning
        if reasoning and reasoning.solves and reasoning.position.puzzle is generated.puzzle:
            path = outline_of(generated.puzzle, reasoning.conclusions)
        else:
            path = path_outline(generated.puzzle, generated.solution, self._cancel)
        too_easy = self._options.level not in (None, path.level)
        return _Candidate(generated, path, distance(self._story, path) + too_easy)


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
    has_moved = place_islands(grid, {rng.pick(grid.cells_with_room())}, rng)
    return _from_grid(puzzle, grid, clues, bridges, rng) if has_moved else None


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
