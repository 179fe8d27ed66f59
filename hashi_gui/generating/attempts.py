"""Steps to a puzzle: a layout, bridges on it, repairs until it is unique, some clues hidden."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import inf

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout import Layout, grow
from hashi_gui.generating.layout_grid import DisjointSets
from hashi_gui.generating.options import (
    DEFAULT_DOUBLES,
    LARGE,
    USUAL_GOALS,
    GeneratorOptions,
    Goals,
    Style,
)
from hashi_gui.generating.repair import (
    NOTHING_KEPT,
    Change,
    Kept,
    Oracle,
    exact_oracle,
    fits,
    human_oracle,
    make_unique,
)
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import is_solvable_within, reason_within
from hashi_gui.logic.rating.solving_path import narrow_share, path_shape
from hashi_gui.solving import CancelToken

_PER_CELL = 0.8
"""How much each cell more makes a bridge less welcome, if short ones are preferred."""

_PER_CROSSING = 0.5
"""How much each edge that a bridge would block makes it less welcome."""

_ALONG_BORDER, _TO_BORDER = 1.6, 0.6
"""The same for a bridge along the border, and for one that leads there."""

_MORE_LOOPS = 1.15
"""How many more loops a draft has, because repairs remove some."""

_TOO_MANY = 1.3
"""Repairs remove bridges on loops only if there are so many times as many as the style wants."""

_END_ON_BORDER = 0.1
"""How much more welcome a double is at an end on the border: few of these have a 1."""

_CANDIDATES = 4
"""The number of random bridges that compete to be doubled."""

_KEEP_LOOPS, _ADD_LOOPS, _LONG, _DOUBLES = 3.0, 1.0, 0.6, 1.5
"""How much a repair is put off, or hurried, if it removes a bridge, adds one, adds a long one, for
each cell, or doubles one."""

_FEWER_DOUBLES = 10
"""One of so many doubles can be lost, and another one."""


class BridgePlacer:
    """Finds bridges for islands, and says which repairs change their style the least."""

    def __init__(self, puzzle: Puzzle, style: Style, rng: Rng, *, loops: bool) -> None:
        self._puzzle, self._style, self._rng = puzzle, style, rng
        self._loops = loops
        self._wanted_loops = round(style.loops * len(puzzle.islands)) if loops else 0
        self._along = [self._is_along_border(edge) for edge in range(len(puzzle.edges))]
        self._water = [len(puzzle.water(edge)) for edge in range(len(puzzle.edges))]
        """How many cells of water each edge passes."""

    def place(self, joined: Collection[int]) -> tuple[bytes, int]:
        """One bridge or several on edges, all connected, and how many loops are missing.

        ``joined`` are edges that connect all islands.
        """
        puzzle = self._puzzle
        counts = bytearray(len(puzzle.edges))
        for edge in joined:
            counts[edge] = 1
        costs = [self._cost(edge) for edge in range(len(counts))]
        order = sorted(range(len(counts)), key=costs.__getitem__)
        loops = len(joined) - len(puzzle.islands) + 1
        wanted = round(_MORE_LOOPS * self._wanted_loops)
        for edge in order:
            if loops >= wanted:
                break
            across = [other for other in puzzle.crossings[edge] if counts[other]]
            if counts[edge] or len(across) > 1 or any(costs[o] < costs[edge] for o in across):
                continue
            if fits(puzzle, counts, {**dict.fromkeys(across, 0), edge: 1}):
                counts[edge] = 1
                for other in across:
                    counts[other] = 0
                loops += 1 - len(across)
        groups: DisjointSets[int] = DisjointSets()
        ends = puzzle.edges
        closing = [e for e in order if counts[e] and not groups.unite(ends[e].a, ends[e].b)]
        for edge in closing[wanted:]:
            counts[edge] = 0
        self._double(counts)
        return bytes(counts), max(0, wanted - loops)

    def order(self, draft: bytes, changes: Sequence[Change]) -> list[Change]:
        """Changes of a draft in the order in which they should be tried."""
        used = sum(map(bool, draft))
        loops = used - len(self._puzzle.islands) + 1
        more_loops = 1 if loops <= _TOO_MANY * self._wanted_loops else -1
        fewer_doubles = 1 if sum(count > 1 for count in draft) > self._style.doubles * used else -1

        def delay(change: Change) -> float:
            edge, count = change
            before = draft[edge]
            total = self._rng.fraction()
            if before and not count:
                total += _KEEP_LOOPS * more_loops
            elif count and not before:
                total -= _ADD_LOOPS * more_loops
                total += _LONG * self._style.short * min(self._water[edge] - 1, 4)
            doubling = (count > 1) - (before > 1)
            border = _PER_CELL * max(0.0, 1 - self._style.border) if self._along[edge] else 0.0
            return total + doubling * (_DOUBLES * fewer_doubles + border)

        delays = [(delay(change), change) for change in changes]
        return [change for _, change in sorted(delays)]

    def like(self, solution: bytes) -> Callable[[bytes], bool]:
        """Which solutions have about as many loops and doubles as this one, and no more doubles
        along the border or elsewhere; without loops if there are to be none.
        """
        used, *doubles = self._counted(solution)
        more_or_fewer = 1 if self._loops else 0

        def is_like(counts: bytes) -> bool:
            now_used, *now_doubles = self._counted(counts)
            return abs(now_used - used) <= more_or_fewer and all(
                most - most // _FEWER_DOUBLES - 1 <= now <= most
                for now, most in zip(now_doubles, doubles)
            )

        return is_like

    def _counted(self, counts: bytes) -> tuple[int, int, int]:
        """How many edges have bridges, and how many have several along the border and elsewhere."""
        several = [self._along[edge] for edge, count in enumerate(counts) if count > 1]
        along = sum(several)
        return sum(map(bool, counts)), along, len(several) - along

    def _cost(self, edge: int) -> float:
        """How welcome a bridge is; the least is best."""
        style, puzzle = self._style, self._puzzle
        a, b = puzzle.ends(edge)
        cost = self._rng.fraction() + style.short * (
            _PER_CELL * min(self._water[edge] - 1, 8) + _PER_CROSSING * len(puzzle.crossings[edge])
        )
        if style.crossroads:
            if self._along[edge]:
                cost += _ALONG_BORDER
            elif self._is_on_border(a.cell) or self._is_on_border(b.cell):
                cost += _TO_BORDER
        crossroads = sum(len(puzzle.incident[end.id]) == 4 for end in (a, b))
        return cost - style.crossroads * crossroads

    def _double(self, counts: bytearray) -> None:
        """Add bridges to random ones."""
        puzzle, style, rng = self._puzzle, self._style, self._rng
        if puzzle.rules.max_bridges == 1:
            return
        single = [edge for edge, count in enumerate(counts) if count]
        along = sum(self._along[edge] for edge in single)
        doubles = [0] * len(puzzle.islands)
        joined = [sum(counts[edge] for edge in edges) for edges in puzzle.incident]
        on_border = [self._is_on_border(island.cell) for island in puzzle.islands]

        def cost(edge: int) -> float:
            a, b = puzzle.edges[edge].a, puzzle.edges[edge].b
            is_end = joined[a] == 1 or joined[b] == 1
            border = max(0.0, 1 - style.border) if self._along[edge] else 0.0
            if style.sought and any(joined[end] == 1 and on_border[end] for end in (a, b)):
                border -= _END_ON_BORDER
            return rng.fraction() + style.mixed * (doubles[a] + doubles[b] - is_end) + border

        for _double in range(round(style.doubles * (len(single) - along + style.border * along))):
            if not single:
                return
            edge = min((rng.pick(single) for _ in range(_CANDIDATES)), key=cost)
            single.remove(edge)
            counts[edge] = 2 + rng.index(puzzle.rules.max_bridges - 1)
            doubles[puzzle.edges[edge].a] += 1
            doubles[puzzle.edges[edge].b] += 1

    def _is_along_border(self, edge: int) -> bool:
        a, b = self._puzzle.ends(edge)
        ends = (a.row, b.row), (a.col, b.col)
        lasts = self._puzzle.rows - 1, self._puzzle.cols - 1
        return any(one == two and one in (0, last) for (one, two), last in zip(ends, lasts))

    def _is_on_border(self, cell: tuple[int, int]) -> bool:
        return cell[0] in (0, self._puzzle.rows - 1) or cell[1] in (0, self._puzzle.cols - 1)


_TRIES = {Level.MEDIUM: 40_000, Level.HARD: 40_000, Level.EXPERT: 5_000}
"""The most changes tried for each level, divided by the number of islands; four in five are bad at
first sight. On small boards, which cannot meet all goals, they are no more than the square of that
number. Other levels are not refined."""

_LEAST_EXPERT, _EXPERT_ISLANDS = 9, 54
"""How many expert steps a puzzle with so many islands should need at least, in proportion to the
islands of others."""

_PER_TECHNIQUE = 0.1
"""How much it is missed that these steps are of two techniques at least, in hard puzzles; the other
levels have no more than two."""

_TOO_EASY = 2.0
"""How much the goals are missed if no step needs the level; more than in any other way."""


def refine(
    puzzle: Puzzle,
    solution: bytes,
    level: Level,
    suits: Callable[[bytes], bool],
    rng: Rng,
    cancel: CancelToken,
    goals: Goals = USUAL_GOALS,
) -> tuple[Puzzle, bytes] | None:
    """A puzzle like this one, with its only solution, whose path misses fewer goals.

    ``suits`` says which solutions are enough like the first one. None if the result is easier or
    harder than the level. Raises Cancelled.
    """
    missed = missed_goals(puzzle, level, cancel, goals=goals)
    size = len(puzzle.islands)
    for _try in range(min(_TRIES[level] // size, size * size)):
        if not missed:
            break
        counts = _changed(puzzle, solution, rng)
        if counts == solution or not suits(counts):
            continue
        clues = degrees(puzzle, counts)
        changed = puzzle.with_other_clues(
            {island.id: clues[island.id] for island in puzzle.islands if island.clue is not None}
        )
        now_missed = missed_goals(changed, level, cancel, missed, goals)
        if now_missed <= missed:
            puzzle, solution, missed = changed, counts, now_missed
    return (puzzle, solution) if missed < _TOO_EASY else None


def missed_goals(
    puzzle: Puzzle,
    level: Level,
    cancel: CancelToken,
    most: float = inf,
    goals: Goals = USUAL_GOALS,
) -> float:
    """How much the path of a puzzle is not as it should be for a level; 0 if all goals are met.

    It is infinite if the level is not enough to solve the puzzle, and not all of it if it is above
    ``most``. Raises Cancelled.
    """
    if level.rank >= Level.EXPERT.rank and exact_oracle(cancel)(puzzle):
        return inf  # Assumptions would take long to find nothing.
    reasoning = reason_within(puzzle, level, cancel)
    if not reasoning.solves:
        return inf
    missed = _TOO_EASY
    if reasoning.level is level:
        shape = path_shape(reasoning)
        least = goals.hardest
        if level.rank >= Level.EXPERT.rank:
            least = max(least, _LEAST_EXPERT * len(puzzle.islands) / _EXPERT_ISLANDS)
        missed = (
            max(0.0, 1 - shape.hardest / least)
            + max(0.0, shape.first - goals.first)
            + _PER_TECHNIQUE * (level is Level.HARD and goals.mixed and shape.techniques < 2)
        )
    if missed > most:
        return missed
    return missed + max(0.0, goals.narrow - narrow_share(reasoning, cancel))


def _changed(puzzle: Puzzle, solution: bytes, rng: Rng) -> bytes:
    """The solution with another number of bridges on an edge, and perhaps on one beside it."""
    counts = bytearray(solution)
    edge = rng.index(len(counts))
    for _half in range(2):
        count = rng.index(puzzle.rules.max_bridges + 1)
        crossed = [across for across in puzzle.crossings[edge] if count and counts[across]]
        changes = {**dict.fromkeys(crossed, 0), edge: count}
        if fits(puzzle, counts, changes):
            for changed_edge, new_count in changes.items():
                counts[changed_edge] = new_count
        edge = rng.pick(puzzle.incident[rng.pick(puzzle.ends(edge)).id])
    return bytes(counts)


_PORTION = 0.1
"""The share of the islands whose clues are hidden at a time. If many clues were hidden at once, the
puzzle would have too many different solutions for a quick repair.
"""


def hide_clues(
    puzzle: Puzzle,
    solution: bytes,
    options: GeneratorOptions,
    oracle: Oracle,
    rng: Rng,
    kept: Kept = NOTHING_KEPT,
) -> tuple[Puzzle, bytes]:
    """Hide as many clues as requested, or as possible; returns the puzzle and its only solution.

    Both may have been changed by repairs. The oracle can decide the puzzle if it could before.
    No clue that is ``kept`` is hidden.
    """
    wanted = round(options.unknown * len(puzzle.islands))
    candidates = [i for i in _independent_islands(puzzle, rng) if i not in kept.islands]
    portion = 1 + int(_PORTION * len(puzzle.islands))
    unknown: set[int] = set()
    while candidates and len(unknown) < wanted:
        more_unknown = unknown.union(candidates[: min(portion, wanted - len(unknown))])
        del candidates[: len(more_unknown) - len(unknown)]
        unique = make_unique(
            puzzle, solution, more_unknown, oracle, rng, loops=options.loops, kept=kept
        )
        if unique:
            puzzle, solution = unique
            unknown = {island.id for island in puzzle.islands if island.clue is None}
    return puzzle, solution


def _independent_islands(puzzle: Puzzle, rng: Rng) -> list[int]:
    """Random islands of which no two are neighbours: between two neighbours without clues, the
    bridges could change without any clue to notice.
    """
    independent: list[int] = []
    excluded: set[int] = set()
    for island in rng.shuffled(range(len(puzzle.islands))):
        if island not in excluded:
            independent.append(island)
            excluded.update(there.id for _, there in puzzle.neighbours(island))
    return independent


_MAX_LAYOUTS = 20
"""The most layouts grown in search of one that has all islands and no empty part; as many compact
ones, if none of these has all islands."""

_MAX_ROUNDS = 5
"""How often these compact layouts are grown, until one has all islands; with a symmetry, few do. If
there is a style, they are grown once: without it, more fit."""

DENSE = 0.3
"""Above this density, few layouts whose islands are far from each other have all islands."""

_DENSE_WITH_STYLE = 0.28
"""Above this density, no large layout with a style has all islands unless it is compact."""

MORE_COMPACT, MAX_COMPACTNESS = 0.1, 0.6
"""How compact the first compact layout is, and how much more the next one, up to a limit. Even more
compact layouts leave large parts of the grid empty."""

_MORE_COMPACT_WITH_STYLE = 0.03
"""The same if there is a style: less compact layouts look less like a lattice."""

_MAX_DRAFTS = 2
"""The most drafts in search of one that has as many loops as the style wants; one large one, as
another has about as many."""

_MAX_MISSING = 0.05
"""The share of the requested islands that may be missing."""

_MAX_ATTEMPTS = 20
"""The most attempts if no level is requested; the first nearly always succeeds."""

_MAX_ATTEMPTS_FOR_LEVEL = 5000
"""The most attempts if a level is requested."""

_MAX_CELLS_FOR_LEVEL = 2_000_000
"""The most grid cells of all these attempts together, which bounds the time they take."""


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle and its only solution: the number of bridges on each edge."""

    puzzle: Puzzle
    solution: bytes


def max_attempts(options: GeneratorOptions) -> int:
    """After how many attempts the search for a puzzle is given up."""
    if options.level is None:
        return _MAX_ATTEMPTS
    affordable = _MAX_CELLS_FOR_LEVEL // (options.rows * options.cols)
    return max(_MAX_ATTEMPTS, min(_MAX_ATTEMPTS_FOR_LEVEL, affordable))


def finish(
    puzzle: Puzzle,
    draft: bytes,
    options: GeneratorOptions,
    rng: Rng,
    cancel: CancelToken,
    kept: Kept = NOTHING_KEPT,
) -> GeneratedPuzzle | None:
    """Repair a draft and hide clues; None if that gives no puzzle of the level. Raises Cancelled.

    If a level up to "hard" is requested, the repair makes the puzzle no harder.
    """
    oracle = oracle_for(options.level, cancel)
    unique = make_unique(puzzle, draft, frozenset(), oracle, rng, loops=options.loops, kept=kept)
    if unique is None:
        return None
    generated = GeneratedPuzzle(*hide_clues(*unique, options, oracle, rng, kept))
    return generated if has_level(generated.puzzle, options.level, cancel) else None


def oracle_for(level: Level | None, cancel: CancelToken) -> Oracle:
    """The oracle for puzzles no harder than a level up to "hard", or for any. Raises Cancelled."""
    if level in (None, Level.EXPERT, Level.EXTREME):
        return exact_oracle(cancel)
    return human_oracle(level, cancel)


def has_level(puzzle: Puzzle, level: Level | None, cancel: CancelToken) -> bool:
    """Whether a puzzle is graded exactly at a level; True if the level is None."""
    if level is None:
        return True
    easier = list(Level)[: level.rank]
    if easier and is_solvable_within(puzzle, easier[-1], cancel):
        return False
    return is_solvable_within(puzzle, level, cancel)


def best_layout(
    options: GeneratorOptions, rng: Rng, cancel: CancelToken, style: Style | None = None
) -> Layout:
    """The first layout without flaws, or the best of several, no more compact than necessary."""
    is_dense = options.islands > DENSE * options.rows * options.cols
    spread = [0.0] * (1 if is_dense or style else _MAX_LAYOUTS)
    more = _MORE_COMPACT_WITH_STYLE if style else MORE_COMPACT
    compact = [min(more * n, MAX_COMPACTNESS) for n in range(1, _MAX_LAYOUTS + 1)]
    layouts: list[Layout] = []
    rounds = [spread, *repeat(compact, 1 if style else _MAX_ROUNDS)]
    if style and options.islands >= max(LARGE, _DENSE_WITH_STYLE * options.rows * options.cols):
        rounds.remove(spread)
    for compactnesses in rounds:
        layouts += _layouts(options, rng, compactnesses, cancel, style)
        has_all = any(len(layout.islands) >= options.islands for layout in layouts)
        is_first_with_style = style is not None and compactnesses is spread
        if not any(_flaws(layouts[-1], options)) or (has_all and not is_first_with_style):
            break
    best = min(layouts, key=lambda layout: _flaws(layout, options))
    is_unusable, *_ = _flaws(best, options)
    if is_unusable:
        counts = [len(layout.islands) for layout in layouts]
        raise GenerationError(_wrong_count_message(counts, options))
    return best


def _layouts(
    options: GeneratorOptions,
    rng: Rng,
    compactnesses: Iterable[float],
    cancel: CancelToken,
    style: Style | None,
) -> Iterator[Layout]:
    """Layouts of these compactnesses, up to the first one without flaws. Raises Cancelled."""
    for compactness in compactnesses:
        cancel.raise_if_cancelled()
        layout = grow(options, rng, compactness, style)
        yield layout
        if not any(_flaws(layout, options)):
            return


def _flaws(layout: Layout, options: GeneratorOptions) -> tuple[bool, int, int]:
    """The worst first: far too few or too many islands, empty parts, missing islands."""
    missing = options.islands - len(layout.islands)
    most_more = len(options.symmetry.transforms)
    is_unusable = missing > _MAX_MISSING * options.islands or missing < -most_more
    return is_unusable, layout.empty_parts, max(0, missing)


def _wrong_count_message(counts: list[int], options: GeneratorOptions) -> str:
    if min(counts) > options.islands:
        text = _("This symmetry needs at least {n} islands.")
        return text.format(n=min(counts))
    if options.symmetry.transforms:
        text = _("Only {n} of {wanted} islands fit with this symmetry, since they must not touch.")
    else:
        text = _("Only {n} of {wanted} islands fit, since they must not touch.")
    return text.format(n=max(counts), wanted=options.islands)


def draft(layout: Layout, options: GeneratorOptions, rng: Rng) -> tuple[Puzzle, bytes]:
    """The islands, still without clues, and a random number of bridges on each joined pair."""
    puzzle, joined = _joined(layout, options)
    doubles = DEFAULT_DOUBLES if options.doubles is None else options.doubles
    counts = bytearray(len(puzzle.edges))
    for edge in joined:
        several = options.max_bridges > 1 and rng.chance(doubles)
        counts[edge] = 2 + rng.index(options.max_bridges - 1) if several else 1
    return puzzle, bytes(counts)


def generate_once(
    options: GeneratorOptions, style: Style | None, rng: Rng, cancel: CancelToken
) -> GeneratedPuzzle | None:
    """A puzzle, unless the level is missed. Raises GenerationError and Cancelled."""
    if style is None:
        layout = best_layout(options, rng, cancel)
        return finish(*draft(layout, options, rng), options, rng, cancel)
    best: tuple[int, Puzzle, bytes, BridgePlacer] | None = None
    for _draft in range(1 if options.islands >= LARGE else _MAX_DRAFTS):
        try:
            layout = best_layout(options, rng, cancel, style)
        except GenerationError:  # On a small grid, the style may leave no room for all islands.
            layout = best_layout(options, rng, cancel)
        puzzle, joined = _joined(layout, options)
        placer = BridgePlacer(puzzle, style, rng, loops=options.loops)
        counts, missing = placer.place(joined)
        if best is None or missing < best[0]:
            best = missing, puzzle, counts, placer
        if not missing:
            break
    assert best
    _missing, puzzle, counts, placer = best
    return _finish_with_style(puzzle, counts, options, style.goals, placer, rng, cancel)


def _finish_with_style(
    puzzle: Puzzle,
    draft: bytes,
    options: GeneratorOptions,
    goals: Goals,
    placer: BridgePlacer,
    rng: Rng,
    cancel: CancelToken,
) -> GeneratedPuzzle | None:
    """Like :func:`finish`; the puzzle keeps its style, and the path becomes better.

    It is made unique first, and only then no harder than the level: that changes less than both at
    once, and leaves fewer puzzles too easy.
    """
    unique: tuple[Puzzle, bytes] | None = (puzzle, draft)
    for level in dict.fromkeys((None, options.level)):
        oracle = oracle_for(level, cancel)
        unique = unique and make_unique(
            *unique, frozenset(), oracle, rng, loops=options.loops, order=placer.order
        )
    if unique is None:
        return None
    puzzle, solution = hide_clues(*unique, options, oracle, rng)
    if options.level is None or options.level not in _TRIES:
        is_right = has_level(puzzle, options.level, cancel)
        return GeneratedPuzzle(puzzle, solution) if is_right else None
    suits = placer.like(solution)
    refined = refine(puzzle, solution, options.level, suits, rng, cancel, goals)
    return refined and GeneratedPuzzle(*refined)


def _joined(layout: Layout, options: GeneratorOptions) -> tuple[Puzzle, list[int]]:
    """The islands, still without clues, and the edges that are joined."""
    puzzle = Puzzle.from_clues(
        layout.rows, layout.cols, dict.fromkeys(layout.islands), options.rules
    )
    ends = map(puzzle.ends, range(len(puzzle.edges)))
    joined = [edge for edge, (a, b) in enumerate(ends) if (a.cell, b.cell) in layout.bridges]
    return puzzle, joined
