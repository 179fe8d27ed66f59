"""The SAT variants and the searches compared with the default method on random puzzles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.exact import SAT
from hashi_gui.lab.methods.sat import METHODS as SAT_VARIANTS
from hashi_gui.lab.methods.search import ASTAR, ASTAR_PUBLISHED, BACKTRACKING
from hashi_gui.solving import CancelToken, Status
from tests.samples import sample

MAX_EDGES = {"astar-published": 12}
"""The most edges of the puzzles for a slow method; the others get all puzzles."""


def with_a_changed_clue(puzzle: Puzzle, random: Random) -> Puzzle:
    """Change one clue by 1, so that most puzzles have no solution."""
    islands = list(puzzle.islands)
    at = random.randrange(len(islands))
    if clue := islands[at].clue:
        islands[at] = islands[at]._replace(clue=clue + random.choice((-1, 1)))
    return replace(puzzle, islands=tuple(islands))


@pytest.mark.parametrize(
    "method",
    [*SAT_VARIANTS, ASTAR, ASTAR_PUBLISHED, BACKTRACKING],
    ids=lambda method: method.name,
)
def test_the_method_agrees_with_sat(method: Method) -> None:
    if method.name == "sat-pb":
        pytest.importorskip("pindakaas")
    random = Random(7)
    statuses: Counter[Status] = Counter()
    for seed in range(30):
        puzzle = sample(seed, max_side=8)
        if len(puzzle.edges) > MAX_EDGES.get(method.name, len(puzzle.edges)):
            continue
        for each in (puzzle, with_a_changed_clue(puzzle, random)):
            # solve() raises SolverError for an answer that breaks a rule.
            expected = SAT.solve(each, CancelToken()).status
            assert method.solve(each, CancelToken()).status is expected
            statuses[expected] += 1
    assert min(statuses[Status.SOLVED], statuses[Status.NONE]) >= 5
