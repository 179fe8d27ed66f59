from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hashi_gui.bench.samples import sample
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving import CancelToken
from hashi_gui.solving.methods import SAT, Method
from hashi_gui.solving.methods.sat import SAT_VARIANTS


@pytest.fixture(params=SAT_VARIANTS, ids=lambda method: method.name)
def method(request: pytest.FixtureRequest) -> Method:
    if request.param.name == "sat-pb":
        pytest.importorskip("pindakaas")
    chosen: Method = request.param
    return chosen


def changed(puzzle: Puzzle, random: Random) -> Puzzle:
    """One clue is off by one, so that most have no solution."""
    islands = list(puzzle.islands)
    at = random.randrange(len(islands))
    if clue := islands[at].clue:
        islands[at] = replace(islands[at], clue=clue + random.choice((-1, 1)))
    return replace(puzzle, islands=tuple(islands))


def test_agrees_with_sat(method: Method) -> None:
    random = Random(7)
    statuses = set()
    for seed in range(60):
        for puzzle in (sample(seed, max_side=8), changed(sample(seed, max_side=8), random)):
            expected = SAT.solve(puzzle, CancelToken())
            assert method.solve(puzzle, CancelToken()).status is expected.status
            statuses.add(expected.status)
    assert len(statuses) == 2


def test_cuts_off_what_is_not_connected(method: Method) -> None:
    rings = dict.fromkeys([(row, col) for row in range(4) for col in range(4)], 2)
    result = method.solve(Puzzle.from_clues(4, 4, rings), CancelToken())
    assert result.stats["cuts"] > 0
    assert result.stats["rounds"] > 1


def test_counts_the_size_of_its_formula(method: Method) -> None:
    puzzle = sample(3)
    ours, lean = (each.solve(puzzle, CancelToken()).stats for each in (method, SAT))
    assert list(ours) == list(lean)
    assert ours["variables"] > 2 * lean["variables"]
    assert ours["clauses"] > lean["clauses"]
