"""Completing a puzzle: the rest of the board around what is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from math import ceil

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import degrees, is_blocked
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import cell_name
from hashi_gui.generating.attempts import (
    DENSE,
    MAX_COMPACTNESS,
    MORE_COMPACT,
    GeneratedPuzzle,
    draft,
    finish,
    has_level,
    max_attempts,
    oracle_for,
)
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout import GrowingLayout, Layout, Site
from hashi_gui.generating.layout_grid import ISLAND, WATER, add_islands, connect
from hashi_gui.generating.options import GeneratorOptions, max_island_count
from hashi_gui.generating.repair import Kept, fits
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.rating.grading import reason_within
from hashi_gui.logic.teaching.walkthrough import count_steps
from hashi_gui.solving import Cancelled, CancelToken

_LINK_FACTOR = 100
"""How much better a site is if an island there joins groups, or is needed for a clue."""

_MAX_ADDITIONS = 5
"""How often it is tried to place the islands that are missing wherever there is room."""


@dataclass(frozen=True, slots=True)
class PartialPuzzle:
    """What a puzzle must contain.

    ``clues`` has the clue of the island on each cell; None leaves it open. ``bridges`` has the
    least number of bridges between pairs of islands, the one further left or further up first. The
    ``kept`` cells stay as they are: empty, or with a clue that is left open as "?".
    """

    clues: Mapping[Cell, int | None]
    bridges: Mapping[tuple[Cell, Cell], int] = field(default_factory=dict)
    kept: frozenset[Cell] = frozenset()


def grow_around(
    given: PartialPuzzle, options: GeneratorOptions, rng: Rng, compactness: float = 0.0
) -> Layout | None:
    """Grow a layout that contains what is given, as :func:`grow` does; None if it falls apart.

    Given islands may touch. Raises GenerationError if they cannot have the symmetry.
    """
    growth = _LayoutAroundGiven(given, options, rng, compactness)
    layout = growth.run()
    return layout if growth.is_connected else None


class _LayoutAroundGiven(GrowingLayout):
    """Several groups of islands, which are joined wherever they come into sight of each other."""

    def __init__(
        self, given: PartialPuzzle, options: GeneratorOptions, rng: Rng, compactness: float
    ) -> None:
        super().__init__(options, rng, compactness)
        self._given = given

        self._least_joined: dict[int, int] = {}
        """With how many others a given island must be joined at least."""
        self._groups: dict[int, int] = {}
        """The number of the group of each island."""
        self._room: dict[int, float] = {}
        """How many more bridges each group can take, by its number."""

    @property
    def is_connected(self) -> bool:
        return len(self._room) == 1

    def _start(self) -> None:
        if not (self._given.clues or self._given.kept):
            super()._start()
            self._find_groups()
            return
        grid = self.grid
        for cell in self._given.kept - self._given.clues.keys():
            grid.has_room[grid.index(cell)] = False
        given = self._given.clues or {self._first_cell(): None}
        for cell, clue in sorted(given.items()):
            self._place_island(grid.index(cell))
            if clue is not None:
                grid.most_joined[grid.index(cell)] = clue
                self._least_joined[grid.index(cell)] = ceil(clue / self._options.max_bridges)
        for cells in sorted(self._given.bridges):
            a, b = map(grid.index, cells)
            for covered in grid.join(a, b):
                grid.has_room[covered] = False
            grid.fixed.add((a, b))
            for island in {a, b} & grid.most_joined.keys():
                grid.most_joined[island] -= self._given.bridges[cells] - 1
        for cell in sorted(given):
            self._place_images(cell)
        self._find_groups()
        self._join_groups(self._rng.shuffled(grid.islands))

    def _first_cell(self) -> Cell:
        """A random cell that can have an island, and its images, too."""
        grid = self.grid
        cells = [
            cell
            for cell in grid.cells()
            for index in [grid.index(cell)]
            if grid.has_room[index] and self._can_split_with_images(index)
        ]
        if not cells:
            raise GenerationError(_("There is no room for an island."))
        return self._rng.pick(cells)

    def _place_images(self, cell: Cell) -> None:
        grid = self.grid
        for image in self._with_images(grid.index(cell)):
            if image in grid.islands:
                continue
            if not grid.has_room[image]:
                raise GenerationError(
                    _("The symmetry does not fit: an island has no room for its image.")
                )
            self._place_island(image)

    def _spread(self) -> None:
        super()._spread()
        if not self.is_connected:
            self.grid = connect(self.grid, self._rng) or self.grid
            self._find_groups()

    def _fill(self) -> None:
        if not self.is_connected:
            return
        super()._fill()
        wanted = self._options.islands
        for _attempt in range(_MAX_ADDITIONS):
            if len(self.grid.islands) < wanted:
                more = add_islands(self.grid, wanted, self._with_images, self._rng)
                self.grid = more or self.grid

    def _build(self, site: Site) -> None:
        """Place an island on a site, and others on its images, joined with any that they see."""
        grid = self.grid
        before = len(grid.islands)
        self._build_one(site.cell, site.origin)
        for image in self._with_images(site.cell):
            if grid.state[image] != ISLAND:
                self._place_island(image)
        new = grid.islands[before:]
        if len(new) > 1 or not self.is_connected:
            self._find_groups()
            self._join_groups(new)

    def _join_groups(self, islands: Iterable[int]) -> None:
        """Join islands with those in sight that are in other groups, if more can be joined then."""
        grid, groups, room = self.grid, self._groups, self._room
        for island in islands:
            for step in self._rng.shuffled(grid.steps):
                there = grid.water_ahead(island, step).stop
                if not (grid.can_join(island) and grid.can_join(there)):
                    continue
                here = {groups[island], groups[there]}
                if len(here) == 2 and (sum(room[group] for group in here) > 2 or len(room) == 2):
                    self._join(island, there)
                    self._find_groups()
                    groups, room = self._groups, self._room

    def _find_groups(self) -> None:
        grid = self.grid
        self._groups, self._room = {}, {}
        for island in grid.islands:
            if island not in self._groups:
                group = grid.group(island)
                self._groups.update(dict.fromkeys(group, island))
                self._room[island] = sum(map(grid.most_more, group))

    def _is_compatible_with_images(self, index: int, *_origin_and_step: int) -> bool:
        """The bridges around given islands need not be symmetric."""
        return self._can_split_with_images(index)

    def _can_split_with_images(self, index: int) -> bool:
        return all(
            image == index or (self._has_room_beside(index, image) and self._sees_any(image))
            for image in self._with_images(index)
        )

    def _sees_any(self, index: int) -> bool:
        """Whether an island on a cell can be joined with another one."""
        grid = self.grid
        return grid.state[index] != WATER or any(
            grid.can_join(grid.water_ahead(index, step).stop) for step in grid.steps
        )

    def _score(self, index: int) -> float:
        """Better by far if an island there joins groups."""
        score = super()._score(index)
        if self.is_connected:
            return score
        grid = self.grid
        ends = [grid.water_ahead(index, step).stop for step in grid.steps]
        groups = {self._groups[end] for end in ends if grid.can_join(end)}
        if grid.state[index] != WATER:
            groups.add(self._groups[grid.bridge_ends(index)[0]])
        return score * _LINK_FACTOR if len(groups) > 1 else score

    def _site_on_line(self, island: int) -> Site | None:
        """Better by far if a given island needs more neighbours for its clue."""
        if not self.grid.can_join(island):
            return None
        site = super()._site_on_line(island)
        if site is None or self.grid.joined(island) >= self._least_joined.get(island, 0):
            return site
        return site._replace(score=site.score * _LINK_FACTOR)


_MIN_ATTEMPTS = 400
"""Given clues and bridges make many attempts fail, most of them early."""

_STEPS_PER_CLUE = 20
"""The most changes of bridges for each given clue until a layout is given up."""

_SECONDS_PER_REQUIREMENT = 4.0
"""How long a puzzle is looked for without a requirement: the setter has waited already."""


class Requirement(Enum):
    """One of the requirements for a completed puzzle that can be given up."""

    STEPS = auto()
    LEVEL = auto()
    LOOPS = auto()
    ISLANDS = auto()
    SYMMETRY = auto()


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a completed puzzle is to be like, with at least so many steps of its level."""

    options: GeneratorOptions
    hard_steps: int = 1

    def are_met_by(self, made: GeneratedPuzzle, cancel: CancelToken) -> bool:
        """Whether a puzzle with these options has enough hard steps. Raises Cancelled."""
        level = self.options.level
        if level is None or self.hard_steps == 1:
            return True
        found = reason_within(made.puzzle, level, cancel).conclusions
        return count_steps(made.puzzle, found, level, cancel) >= self.hard_steps

    def without_one(
        self, given: PartialPuzzle
    ) -> Iterator[tuple[Requirement, Sequence[Requirements]]]:
        """What to try if one requirement is given up, for each requirement."""
        options = self.options
        if options.level is not None:
            if self.hard_steps > 1:
                yield Requirement.STEPS, [replace(self, hard_steps=1)]
            yield Requirement.LEVEL, [replace(self, options=replace(options, level=None))]
        if not options.loops and not options.forbid_loops:
            yield Requirement.LOOPS, [replace(self, options=replace(options, loops=True))]
        least, most = _least_islands(given, options), max_island_count(options.rows, options.cols)
        # Ever larger steps: there is time for a few numbers only, and those nearby come first.
        gaps = [2**n for n in range(most.bit_length())]
        numbers = [options.islands + more for gap in gaps for more in (-gap, gap)]
        possible = [n for n in numbers if max(2, least) <= n <= most]
        others = [replace(self, options=replace(options, islands=n)) for n in possible]
        yield Requirement.ISLANDS, others
        if options.symmetry is not Symmetry.NONE:
            free = replace(options, symmetry=Symmetry.NONE)
            yield Requirement.SYMMETRY, [replace(self, options=free)]


def complete(
    given: PartialPuzzle,
    options: GeneratorOptions,
    seed: int,
    cancel: CancelToken | None = None,
    accepts: Callable[[GeneratedPuzzle], bool] = lambda _: True,
) -> GeneratedPuzzle:
    """Generate a puzzle that contains all given islands, with their clues, and bridges.

    It has all islands that the options ask for, the given ones included; with a symmetry, the
    images of each given island are among them. New islands touch no others. It is the first one
    found that ``accepts`` wants. The other arguments are those of :func:`generate`. Raises
    GenerationError if no puzzle was found, and Cancelled.
    """
    search = _Search(given, options, Rng(seed), cancel or CancelToken())
    attempts = max(_MIN_ATTEMPTS, max_attempts(options))
    unwanted = 0
    for _attempt in range(attempts):
        generated = search.attempt()
        if generated and accepts(generated):
            return generated
        unwanted += generated is not None
    if unwanted:
        raise GenerationError(
            _("None of {n} puzzles around these islands is as you want it.").format(n=unwanted)
        )
    raise GenerationError(search.failure(attempts))


def ways_out(
    given: PartialPuzzle, requirements: Requirements, seed: int, cancel: CancelToken | None = None
) -> dict[Requirement, Requirements]:
    """For each requirement that stands in the way of a puzzle, those without it that can be met.

    With the same seed, :func:`complete` finds a puzzle for these. A requirement is missing here if
    none was found without it in some seconds. Raises Cancelled.
    """
    token = cancel or CancelToken()
    ways = {}
    for requirement, alternatives in requirements.without_one(given):
        try:
            with token.limited(_SECONDS_PER_REQUIREMENT) as limited:
                way = _first_met(given, alternatives, seed, limited)
        except Cancelled:
            token.raise_if_cancelled()
        except GenerationError:
            pass
        else:
            if way is not None:
                ways[requirement] = way
    return ways


def _first_met(
    given: PartialPuzzle, alternatives: Sequence[Requirements], seed: int, cancel: CancelToken
) -> Requirements | None:
    """Those of several requirements that can be met after the fewest attempts."""
    searches = [(each, _Search(given, each.options, Rng(seed), cancel)) for each in alternatives]
    for _attempt in range(_MIN_ATTEMPTS):
        for requirements, search in searches:
            made = search.attempt()
            if made and requirements.are_met_by(made, cancel):
                return requirements
    return None


def _least_islands(given: PartialPuzzle, options: GeneratorOptions) -> int:
    """The number of given islands and their images."""
    return len(options.symmetry.with_images(given.clues, options.rows, options.cols))


def _check(given: PartialPuzzle, options: GeneratorOptions) -> None:
    if options.story:
        raise GenerationError(_("A puzzle cannot be completed with a story."))
    least = _least_islands(given, options)
    if least > options.islands:
        text = (
            _("There are {n} islands already, their images included, more than {most}.")
            if least > len(given.clues)
            else _("There are {n} islands already, more than {most}.")
        )
        raise GenerationError(text.format(n=least, most=options.islands))
    if given.clues:
        try:
            puzzle = Puzzle.from_clues(options.rows, options.cols, given.clues, options.rules)
        except PuzzleError as error:
            raise GenerationError(str(error)) from error
        _check_bridges(given, puzzle)


def _check_bridges(given: PartialPuzzle, puzzle: Puzzle) -> None:
    counts = bytearray(len(puzzle.edges))
    for (a, b), count in given.bridges.items():
        one, two = puzzle.island_at(*a), puzzle.island_at(*b)
        edge = puzzle.edge_between(one.id, two.id) if one and two else None
        if edge is None or count > puzzle.rules.max_bridges or is_blocked(puzzle, counts, edge.id):
            text = ngettext(
                "There cannot be {n} bridge between {one} and {two}.",
                "There cannot be {n} bridges between {one} and {two}.",
                count,
            )
            raise GenerationError(text.format(n=count, one=cell_name(*a), two=cell_name(*b)))
        counts[edge.id] = count
    for island, degree in zip(puzzle.islands, degrees(puzzle, counts)):
        if island.clue is not None and degree > island.clue:
            text = ngettext(
                "The island at {cell} has {n} bridge, more than {clue}.",
                "The island at {cell} has {n} bridges, more than {clue}.",
                degree,
            )
            cell = cell_name(*island.cell)
            raise GenerationError(text.format(cell=cell, n=degree, clue=island.clue))


class _Search:
    """Attempts to complete a puzzle, and why they have failed so far."""

    def __init__(
        self, given: PartialPuzzle, options: GeneratorOptions, rng: Rng, cancel: CancelToken
    ) -> None:
        """Raises GenerationError if the options do not fit with what is given."""
        _check(given, options)
        self._given, self._options, self._rng, self._cancel = given, options, rng, cancel
        is_dense = options.islands > DENSE * options.rows * options.cols
        self._unknown = [cell for cell in given.kept if given.clues.get(cell, 0) is None]
        self._compactness = MORE_COMPACT if is_dense else 0.0
        self._most_islands = 0
        """In a connected layout."""
        self._has_draft = False

    def attempt(self) -> GeneratedPuzzle | None:
        """A puzzle; None if a random layout does not give one. Raises Cancelled."""
        self._cancel.raise_if_cancelled()
        layout = grow_around(self._given, self._options, self._rng, self._compactness)
        if layout is None:
            return None
        self._most_islands = max(self._most_islands, len(layout.islands))
        if len(layout.islands) < self._options.islands:
            self._compactness = min(self._compactness + MORE_COMPACT, MAX_COMPACTNESS)
            return None
        puzzle, solution, kept = self._draft(layout)
        if solution is None:
            return None
        self._has_draft = True
        made = finish(puzzle, solution, self._options, self._rng, self._cancel, kept)
        return self._with_kept_unknown(made) if made and self._unknown else made

    def _with_kept_unknown(self, made: GeneratedPuzzle) -> GeneratedPuzzle | None:
        """The puzzle with each "?" that is kept; None if it is not as asked for then."""
        unknown = {each.id: None for each in made.puzzle.islands if each.cell in self._unknown}
        puzzle = made.puzzle.with_other_clues(unknown)
        is_unique = oracle_for(None, self._cancel)(puzzle) is None
        if is_unique and has_level(puzzle, self._options.level, self._cancel):
            return GeneratedPuzzle(puzzle, made.solution)
        return None

    def failure(self, attempts: int) -> str:
        """Why no attempt has succeeded, as a sentence."""
        wanted = self._options.islands
        if not self._most_islands:
            return _("Found no way to connect these islands.")
        if self._most_islands == len(self._given.clues):
            return _("Found no way to connect more islands to these.")
        if self._most_islands < wanted:
            return _("Only {n} of {wanted} islands fit around these.").format(
                n=self._most_islands, wanted=wanted
            )
        if not self._has_draft:
            return _("Found no bridges for these clues with {n} islands.").format(n=wanted)
        level = self._options.level
        text = (
            _("Found no {level} puzzle around these islands in {n} tries.")
            if level
            else _("Found no puzzle with exactly one solution around these islands in {n} tries.")
        )
        return text.format(level=translated(level or ""), n=attempts)

    def _draft(self, layout: Layout) -> tuple[Puzzle, bytes | None, Kept]:
        """A layout as a puzzle, bridges that fit it if there are any, and what to keep of them."""
        puzzle, random = draft(layout, self._options, self._rng)
        cells = {island.cell: island.id for island in puzzle.islands}
        least = {
            edge.id: count
            for (a, b), count in self._given.bridges.items()
            for edge in [puzzle.edge_between(cells[a], cells[b])]
            if edge is not None
        }
        clues = {cells[cell]: c for cell, c in sorted(self._given.clues.items()) if c is not None}
        kept = Kept(clues.keys(), least)
        counts = bytearray(max(n, least.get(edge, 0)) for edge, n in enumerate(random))
        solution = meet_clues(puzzle, counts, clues, kept, self._rng, loops=self._options.loops)
        return puzzle, solution, kept


def meet_clues(
    puzzle: Puzzle,
    counts: bytearray,
    clues: Mapping[int, int],
    kept: Kept,
    rng: Rng,
    *,
    loops: bool,
) -> bytes | None:
    """Change connected bridges until islands have as many as their clues say; None if it fails.

    ``clues`` are by island. A random walk: each step changes the bridges on one edge of an island
    that has too few or too many.
    """
    for _attempt in range(_STEPS_PER_CLUE * len(clues) + 1):
        found = degrees(puzzle, counts)
        wrong = {island: clue - found[island] for island, clue in clues.items()}
        wrong = {island: missing for island, missing in wrong.items() if missing}
        if not wrong:
            return bytes(counts)
        island = rng.pick(list(wrong))
        step = 1 if wrong[island] > 0 else -1
        changes = [
            (there.id, edge.id)
            for edge, there in puzzle.neighbours(island)
            if (loops or counts[edge.id]) and kept.allows(puzzle, edge.id, counts[edge.id] + step)
            if fits(puzzle, counts, {edge.id: counts[edge.id] + step})
        ]
        harmless = [
            (there, edge)
            for there, edge in changes
            if there not in clues or wrong.get(there, 0) * step > 0
        ]
        if changes:
            _, edge_id = rng.pick(harmless or changes)
            counts[edge_id] += step
    return None
