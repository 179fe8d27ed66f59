"""The way to the solution: its outline for stories, and with texts and open steps for setters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import Reasoning
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    all_techniques,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.teaching.walkthrough import explain_conclusions, group_by_reason
from hashi_gui.logic.wording import mention, with_places
from hashi_gui.solving import Backbone, CancelToken


@dataclass(frozen=True, slots=True)
class OutlineStep:
    """What one technique concludes at one place; ``islands`` are those that its reason mentions."""

    technique: Technique
    islands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PathOutline:
    """The easiest way to the only solution of a puzzle, without obvious steps.

    ``openings`` are all steps on the empty board, also those that only exclude bridges, with
    techniques up to the easiest level that gives a bridge: a player can begin with each of them.
    There are none if all techniques that assume nothing give no bridge.
    """

    puzzle: Puzzle
    openings: tuple[OutlineStep, ...]
    steps: tuple[OutlineStep, ...]

    @property
    def level(self) -> Level:
        """The level of the hardest step, which is that of the puzzle."""
        levels = (step.technique.level for step in self.steps)
        return max(levels, key=lambda level: level.rank, default=Level.EASY)


def path_outline(puzzle: Puzzle, solution: bytes, cancel: CancelToken | None = None) -> PathOutline:
    """The outline for a puzzle with only this solution. Raises Cancelled."""
    techniques = all_techniques(Backbone(solution, solution), cancel)
    return outline_of(puzzle, Reasoner(Position(puzzle), techniques, cancel=cancel).run())


def outline_of(puzzle: Puzzle, conclusions: Iterable[Conclusion]) -> PathOutline:
    """The outline of the easiest way to the solution, given by its conclusions."""
    return PathOutline(puzzle, first_steps(puzzle), _steps(conclusions))


def first_steps(puzzle: Puzzle) -> tuple[OutlineStep, ...]:
    """The openings of a path, see :class:`PathOutline`."""
    position = Position(puzzle)
    draw_obvious(position)
    everywhere = range(len(puzzle.islands))
    found: list[Conclusion] = []
    for _level, techniques in groupby(DIRECT_TECHNIQUES, key=lambda technique: technique.level):
        for technique in techniques:
            found += technique.find_new(position, everywhere)
        if any(each.is_minimum for each in found):
            return _steps(found)
    return ()


def _steps(conclusions: Iterable[Conclusion]) -> tuple[OutlineStep, ...]:
    """Successive conclusions of one technique at the same islands are one step."""
    explained = [each for each in conclusions if not each.technique.obvious]
    groups = groupby(explained, key=lambda each: (each.technique.name, each.islands))
    firsts = [next(group) for _key, group in groups]
    return tuple(OutlineStep(first.technique, first.islands) for first in firsts)


@dataclass(frozen=True, slots=True)
class SolvingPath:
    """The easiest way to the solution, step by step.

    ``open`` has the number of places at which a step no harder than that one was open before it,
    its own included. It is None where nested assumptions are needed, since to find them all would
    take too long.
    """

    steps: tuple[Explanation, ...]
    open: tuple[int | None, ...]

    @property
    def key(self) -> int | None:
        """The index of the step that opens the puzzle; None if no step is harder than the others.

        It is the first of the hardest steps: easier ones lead up to it, and no further.
        """
        ranks = [step.level.rank for step in self.steps if step.level]
        return ranks.index(max(ranks)) if len(set(ranks)) > 1 else None

    @property
    def narrowest(self) -> tuple[int, ...]:
        """The indexes of the steps before which the fewest were open."""
        fewest = min((count for count in self.open if count is not None), default=None)
        return tuple(index for index, count in enumerate(self.open) if count == fewest)


NARROW = 2
"""The most places at which a step can be made where the path is narrow."""


@dataclass(frozen=True, slots=True)
class PathShape:
    """What the easiest way to the solution is like.

    It has so many ``steps``, and ``hardest`` of the level of the puzzle, the first of them at
    ``first``, from 0 to 1, with so many different ``techniques``.
    """

    steps: int
    hardest: int
    first: float
    techniques: int


def path_shape(reasoning: Reasoning) -> PathShape:
    """The shape of a way that has been found."""
    steps = [group[0].technique for group in group_by_reason(reasoning.conclusions)]
    level = reasoning.level
    hardest = [n for n, technique in enumerate(steps) if technique.level is level]
    return PathShape(
        len(steps),
        len(hardest),
        hardest[0] / max(1, len(steps) - 1) if hardest else 0.0,
        len({steps[n].name for n in hardest}),
    )


def narrow_share(reasoning: Reasoning, cancel: CancelToken | None = None) -> float:
    """The share of the steps before which no more than NARROW could be made.

    Those that need nested assumptions do not count. Raises Cancelled.
    """
    puzzle, conclusions = reasoning.position.puzzle, reasoning.conclusions
    counts = open_counts(puzzle, conclusions, reasoning.techniques, cancel, NARROW)
    known = [count for count in counts if count is not None]
    return sum(count <= NARROW for count in known) / max(1, len(known))


def build_solving_path(reasoning: Reasoning, cancel: CancelToken | None = None) -> SolvingPath:
    """The steps of a reasoning, and how many were open before each of them. Raises Cancelled."""
    puzzle, conclusions = reasoning.position.puzzle, reasoning.conclusions
    walkthrough = explain_conclusions(puzzle, conclusions, cancel)
    counts = open_counts(puzzle, conclusions, reasoning.techniques, cancel)
    return SolvingPath(walkthrough.steps, tuple(counts))


def written_hint(reasoning: Reasoning) -> str:
    """Where the only solution of a puzzle begins, and the step that opens it, for paper.

    It is empty if the way leads to no solution, or all of it is obvious.
    """
    puzzle, steps = reasoning.position.puzzle, _steps(reasoning.conclusions)
    if not steps or not reasoning.solves:
        return ""
    first, key = steps[0], max(steps, key=lambda step: step.technique.level.rank)
    text = _("Begin at {place}: {technique}.")
    if key.technique.level is not first.technique.level:
        text = _(
            "Begin at {place}: {technique}. The step that opens the puzzle is at {key}: {harder}."
        )
    places = {"place": mention(first.islands[:1]), "key": mention(key.islands[:1])}
    techniques = {"technique": first.technique.label, "harder": key.technique.label}
    return with_places(puzzle, text.format(**places, **techniques))


def open_counts(
    puzzle: Puzzle,
    conclusions: Sequence[Conclusion],
    techniques: Sequence[Technique],
    cancel: CancelToken | None = None,
    most: int | None = None,
) -> Iterator[int | None]:
    """How many steps are open before each step of these conclusions.

    If ``most`` is given, no more than one above it are counted, which is faster.
    """
    token = cancel or CancelToken()
    firsts = {id(group[0]) for group in group_by_reason(conclusions)}
    position = Position(puzzle)
    steps = _OpenSteps(position, techniques)
    for conclusion in conclusions:
        token.raise_if_cancelled()
        if id(conclusion) in firsts:
            yield steps.count(conclusion.technique, most)
        conclusion.apply(position)


class _OpenSteps:
    """The places of a position at which techniques conclude something."""

    def __init__(self, position: Position, techniques: Sequence[Technique]) -> None:
        self._position = position
        self._techniques = [technique for technique in techniques if not technique.obvious]
        self._subjects: list[dict[int, None]] = [{} for _ in self._techniques]
        self._seen = [0] * len(self._techniques)

    def count(self, needed: Technique, most: int | None = None) -> int | None:
        """The number of places for techniques whose level is not above that of the one needed.

        Stops at one more than ``most``.
        """
        if isinstance(needed, NestedWhatIf):
            return None
        places: set[tuple[int, ...]] = set()
        for number, technique in enumerate(self._techniques):
            if technique.level.rank <= needed.level.rank:
                for place in self._places(number):
                    places.add(place)
                    if most is not None and len(places) > most:
                        return len(places)
        return len(places)

    def _places(self, number: int) -> Iterator[tuple[int, ...]]:
        technique, subjects = self._techniques[number], self._subjects[number]
        if isinstance(technique, WhatIf):
            yield from (conclusion.islands for conclusion in technique.find_all(self._position))
            return
        touched = self._position.touched[self._seen[number] :]
        self._seen[number] += len(touched)
        subjects.update(dict.fromkeys(technique.affected(self._position, touched)))
        for subject in list(subjects):
            if technique.at_open_islands and not self._position.island_capacity[subject]:
                del subjects[subject]
                continue
            found = technique.find(self._position, subject)
            places = [each.islands for each in found if each.is_new(self._position)]
            if places:
                yield from places
            else:
                del subjects[subject]
