from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.exact import SAT
from hashi_gui.lab.methods.sat import METHODS as SAT_VARIANTS
from hashi_gui.solving import CancelToken
from tests.samples import sample


@pytest.fixture(params=SAT_VARIANTS, ids=lambda method: method.name)
def method(request: pytest.FixtureRequest) -> Method:
    if request.param.name == "sat-pb":
        pytest.importorskip("pindakaas")
    variant: Method = request.param
    return variant


def test_the_variants_add_connectivity_cuts(method: Method) -> None:
    twos = dict.fromkeys([(row, col) for row in range(4) for col in range(4)], 2)
    result = method.solve(Puzzle.from_clues(4, 4, twos), CancelToken())
    assert result.stats["cuts"] > 0
    assert result.stats["rounds"] > 1


def test_stats_contain_the_size_of_the_formula(method: Method) -> None:
    puzzle = sample(3)
    direct, order = (each.solve(puzzle, CancelToken()).stats for each in (method, SAT))
    assert list(direct) == list(order)
    assert direct["variables"] > 2 * order["variables"]
    assert direct["clauses"] > order["clauses"]
