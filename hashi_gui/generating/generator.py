"""A puzzle to order: a layout, bridges on it, clues made unique, some of them hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating.hide_clues import hide_clues
from hashi_gui.generating.layout import Layout, grow
from hashi_gui.generating.options import GenerationError, GeneratorOptions
from hashi_gui.generating.repair import exact_oracle, human_oracle, make_unique
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.grading import is_solvable_within
from hashi_gui.logic.levels import Level
from hashi_gui.solving import CancelToken

_LAYOUTS = 20
"""How many layouts are grown at most for one that has all islands and no empty part."""

_MAY_MISS = 0.05
"""The share of the islands asked for that may be missing."""

_REPAIRS = 20
"""How many layouts are repaired at most; nearly always the first can be."""

_CELLS = 2_000_000
"""How many cells the layouts tried for a level may have in all, which bounds the time it takes."""

_TRIES = 5000
"""How many layouts are tried at most for a level."""


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle and its only solution, the number of bridges on each edge."""

    puzzle: Puzzle
    solution: bytes


def generate(
    options: GeneratorOptions,
    seed: int,
    cancel: CancelToken | None = None,
    on_attempt: Callable[[int], None] | None = None,
) -> GeneratedPuzzle:
    """A puzzle with exactly one solution, and no two islands that touch orthogonally.

    The same options and seed give the same puzzle on every machine with this version of the
    program. ``tried`` is told how many layouts have been tried in vain. Raises GenerationError
    where the islands find no place or no layout gives what was asked for, and Stopped.
    """
    rng = Rng(seed)
    cancel = cancel or CancelToken()
    tries = _tries(options)
    for layouts in range(tries):
        if on_attempt:
            on_attempt(layouts)
        made = _made(options, rng, cancel)
        if made and _is_level(made.puzzle, options.level, cancel):
            return made
    what = f"{options.level} puzzle" if options.level else "puzzle with exactly one solution"
    raise GenerationError(f"No {what} like that was found in {tries} tries.")


def _tries(options: GeneratorOptions) -> int:
    if options.level is None:
        return _REPAIRS
    return max(_REPAIRS, min(_TRIES, _CELLS // (options.rows * options.cols)))


def _made(options: GeneratorOptions, rng: Rng, cancel: CancelToken) -> GeneratedPuzzle | None:
    """A puzzle with one solution, no harder than asked for unless that is what-if."""
    layout = _layout(options, rng, cancel)
    puzzle, draft = _draft(layout, options, rng)
    if options.level in (None, Level.EXPERT, Level.EXTREME):
        oracle = exact_oracle(cancel)
    else:
        oracle = human_oracle(options.level, cancel)
    made = make_unique(puzzle, draft, frozenset(), oracle, rng, loops=options.loops)
    return GeneratedPuzzle(*hide_clues(*made, options, oracle, rng)) if made else None


def _is_level(puzzle: Puzzle, level: Level | None, cancel: CancelToken) -> bool:
    """Whether the grade of a puzzle is exactly that; True where none is asked for."""
    if level is None:
        return True
    easier = list(Level)[: level.rank]
    if easier and is_solvable_within(puzzle, easier[-1], cancel):
        return False
    return is_solvable_within(puzzle, level, cancel)


def _layout(options: GeneratorOptions, rng: Rng, cancel: CancelToken) -> Layout:
    """The first layout without flaws, or of several the one with the fewest."""
    layouts = []
    for _ in range(_LAYOUTS):
        cancel.raise_if_cancelled()
        layout = grow(options, rng)
        if not any(_flaws(layout, options)):
            return layout
        layouts.append(layout)
    best = min(layouts, key=lambda layout: _flaws(layout, options))
    unmet, *_ = _flaws(best, options)
    if unmet:
        raise GenerationError(_unmet([len(layout.islands) for layout in layouts], options))
    return best


def _flaws(layout: Layout, options: GeneratorOptions) -> tuple[bool, int, int]:
    """The gravest first: too few or too many islands, empty parts, islands missing."""
    missing = options.islands - len(layout.islands)
    unmet = missing > _MAY_MISS * options.islands or missing < -1
    return unmet, layout.empty_parts, max(0, missing)


def _unmet(found: list[int], options: GeneratorOptions) -> str:
    if min(found) > options.islands:
        return f"With that symmetry there are at least {min(found)} islands, not {options.islands}."
    return (
        f"Of {options.islands} islands that must not touch, at most {max(found)} found a place on "
        f"{options.rows} x {options.cols} cells."
    )


def _draft(layout: Layout, options: GeneratorOptions, rng: Rng) -> tuple[Puzzle, bytes]:
    """The islands, still without clues, and a random number of bridges for each joined pair."""
    puzzle = Puzzle.from_clues(
        layout.rows, layout.cols, dict.fromkeys(layout.islands), options.max_bridges
    )
    counts = bytearray(len(puzzle.edges))
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        if (a.cell, b.cell) in layout.bridges:
            several = options.max_bridges > 1 and rng.chance(options.doubles)
            counts[edge.id] = 2 + rng.index(options.max_bridges - 1) if several else 1
    return puzzle, bytes(counts)
