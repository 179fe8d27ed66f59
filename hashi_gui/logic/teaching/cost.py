"""What it costs a person to follow a reason, by the one measure that chooses what is shown."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.blocking import Intersection, UnsatisfiableNeighbour
from hashi_gui.logic.reasoning.techniques.connectivity import OddAndEven
from hashi_gui.logic.reasoning.techniques.island_clues import (
    FullHouse,
    OneInEveryDirection,
    RestCannotTake,
)
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, GroupTechnique

SENTENCE, ASSUMPTION = 2, 3

COUNTING = (FullHouse, OneInEveryDirection, RestCannotTake, UnsatisfiableNeighbour, Intersection)

MOST_ADDED = 3
"""To add up more islands costs as much for each further one as an assumption."""


def cost_of(conclusion: Conclusion) -> int:
    """What the reason of a conclusion costs, with the steps to a contradiction.

    Each sentence costs two, to read it and to keep it in mind; and one more for each case, each
    tinted group, and each island to be added up, as one is whose ways are counted. A loop is seen
    at once.
    """
    technique = conclusion.technique
    if technique.obvious:
        return 0
    cost = SENTENCE + len(conclusion.cases())
    if isinstance(conclusion.facts, Refutation):
        return cost + ASSUMPTION + cost_of_refutation(conclusion.facts)
    if isinstance(technique, OddAndEven):
        number = len(conclusion.islands)
        return cost + number + (ASSUMPTION - 1) * max(0, number - MOST_ADDED)
    if isinstance(technique, COUNTING):
        return cost + 1
    return cost + max(len(conclusion.parts()), isinstance(technique, GroupTechnique))


def cost_of_refutation(refutation: Refutation) -> int:
    """What the steps from an assumption cost, and the contradiction: a count, a group or a loop."""
    is_loop = len(refutation.conflict) > 2 and not refutation.isolated
    return sum(map(cost_of_step, refutation.steps())) + (not is_loop)


def cost_of_step(step: Sequence[Conclusion]) -> int:
    """What a step costs: conclusions that share a reason, after others that are obvious."""
    explained = [part for part in step if not part.technique.obvious]
    last = explained[-1]
    return cost_of(last) * (1 if last.technique.says_all(last) else len(explained))
