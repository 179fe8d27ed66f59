"""Steps to a puzzle: a layout, bridges on it, repairs until it is unique, some clues hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from math import inf

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout import Layout, grow
from hashi_gui.generating.options import DEFAULT_DOUBLES, GeneratorOptions
from hashi_gui.generating.repair import (
    NOTHING_KEPT,
    Kept,
    Oracle,
    exact_oracle,
    fits,
    human_oracle,
    make_unique,
)
from hashi_gui.generating.rng import Rng
from hashi_gui.generating.style import Style
from hashi_gui.generating.weaving import Weaver
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import is_solvable_within, reason_within
from hashi_gui.logic.rating.solving_path import narrow_share, path_shape
from hashi_gui.solving import CancelToken

_TRIES = {Level.MEDIUM: 40_000, Level.HARD: 40_000, Level.EXPERT: 5_000}
"""The most changes tried for each level, divided by the number of islands; four in five are bad at
first sight. On small boards, which cannot meet all goals, they are no more than the square of that
number. Other levels are not refined."""

_LEAST_HARDEST, _LEAST_EXPERT, _EXPERT_ISLANDS = 4, 9, 54
"""How many steps of its level a puzzle should need at least, and of expert ones with so many
islands, in proportion to the islands of others."""

_LATEST_FIRST, _LEAST_NARROW = 0.6, 0.35
"""Where on the path the first of these steps should be at the latest, and how many of the steps
should be narrow."""

_PER_TECHNIQUE = 0.1
"""How much it is missed that these steps are of two techniques at least, in hard puzzles; the other
levels have no more than two."""

_TOO_EASY = 2.0
"""How much the goals are missed if no step needs the level; more than in any other way."""


def is_refined(level: Level | None) -> bool:
    """Whether puzzles of a level are refined."""
    return level in _TRIES


def refine(
    puzzle: Puzzle,
    solution: bytes,
    level: Level,
    suits: Callable[[bytes], bool],
    rng: Rng,
    cancel: CancelToken,
) -> tuple[Puzzle, bytes] | None:
    """A puzzle like this one, with its only solution, whose path misses fewer goals.

    ``suits`` says which solutions are enough like the first one. None if the result is easier or
    harder than the level. Raises Cancelled.
    """
    missed = missed_goals(puzzle, level, cancel)
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
        now_missed = missed_goals(changed, level, cancel, missed)
        if now_missed <= missed:
            puzzle, solution, missed = changed, counts, now_missed
    return (puzzle, solution) if missed < _TOO_EASY else None


def missed_goals(puzzle: Puzzle, level: Level, cancel: CancelToken, most: float = inf) -> float:
    """How much the path of a puzzle is not as it should be for a level; 0 if all goals are met.

    A puzzle should feel like its level early and often, a hard one with two techniques of it. It is
    infinite if the level is not enough to solve the puzzle, and not all of it if it is above
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
        least = float(_LEAST_HARDEST)
        if level.rank >= Level.EXPERT.rank:
            least = max(least, _LEAST_EXPERT * len(puzzle.islands) / _EXPERT_ISLANDS)
        missed = (
            max(0.0, 1 - shape.hardest / least)
            + max(0.0, shape.first - _LATEST_FIRST)
            + _PER_TECHNIQUE * (level is Level.HARD and shape.techniques < 2)
        )
    if missed > most:
        return missed
    return missed + max(0.0, _LEAST_NARROW - narrow_share(reasoning, cancel))


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

MORE_COMPACT, MAX_COMPACTNESS = 0.1, 0.6
"""How compact the first compact layout is, and how much more the next one, up to a limit. Even more
compact layouts leave large parts of the grid empty."""

_MORE_COMPACT_WITH_STYLE = 0.03
"""The same if there is a style: less compact layouts look less like a lattice."""

_MAX_DRAFTS = 2
"""The most drafts in search of one that has as many loops as the style wants."""

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


def kind_text(options: GeneratorOptions) -> str:
    """What is generated, in words."""
    return f"{options.level} puzzle" if options.level else "puzzle with exactly one solution"


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
    rounds = 1 if style else _MAX_ROUNDS
    for compactnesses in (spread, *repeat(compact, rounds)):
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
    best: tuple[int, Puzzle, bytes, Weaver] | None = None
    for _draft in range(_MAX_DRAFTS):
        try:
            layout = best_layout(options, rng, cancel, style)
        except GenerationError:  # On a small grid, the style may leave no room for all islands.
            layout = best_layout(options, rng, cancel)
        puzzle, joined = _joined(layout, options)
        weaver = Weaver(puzzle, style, rng, loops=options.loops)
        counts, missing = weaver.weave(joined)
        if best is None or missing < best[0]:
            best = missing, puzzle, counts, weaver
        if not missing:
            break
    assert best
    _missing, puzzle, counts, weaver = best
    return _finish_with_style(puzzle, counts, options, weaver, rng, cancel)


def _finish_with_style(
    puzzle: Puzzle,
    draft: bytes,
    options: GeneratorOptions,
    weaver: Weaver,
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
            *unique, frozenset(), oracle, rng, loops=options.loops, order=weaver.order
        )
    if unique is None:
        return None
    puzzle, solution = hide_clues(*unique, options, oracle, rng)
    if options.level is None or not is_refined(options.level):
        is_right = has_level(puzzle, options.level, cancel)
        return GeneratedPuzzle(puzzle, solution) if is_right else None
    refined = refine(puzzle, solution, options.level, weaver.like(solution), rng, cancel)
    return refined and GeneratedPuzzle(*refined)


def _joined(layout: Layout, options: GeneratorOptions) -> tuple[Puzzle, list[int]]:
    """The islands, still without clues, and the edges that are joined."""
    puzzle = Puzzle.from_clues(
        layout.rows, layout.cols, dict.fromkeys(layout.islands), options.rules
    )
    ends = map(puzzle.ends, range(len(puzzle.edges)))
    joined = [edge for edge, (a, b) in enumerate(ends) if (a.cell, b.cell) in layout.bridges]
    return puzzle, joined
