from __future__ import annotations

import sys
from itertools import product

import pytest
from pysat.solvers import Minisat22

from hashi_gui.lab.methods.sat.direct_encoding import (
    SumEncoding,
    encode_by_dynamic_programming,
    encode_by_pbenc,
    encode_by_tseitin,
)
from hashi_gui.solving import UnsupportedPuzzleError


@pytest.fixture(params=[encode_by_pbenc, encode_by_tseitin, encode_by_dynamic_programming])
def encode(request: pytest.FixtureRequest) -> SumEncoding:
    if request.param is encode_by_pbenc:
        pytest.importorskip("pindakaas")
    encoding: SumEncoding = request.param
    return encoding


@pytest.mark.parametrize(("edges", "most"), [(0, 2), (1, 4), (2, 3), (3, 2), (4, 1), (4, 2)])
def test_the_clauses_allow_exactly_the_combinations_with_the_right_sum(
    encode: SumEncoding, edges: int, most: int
) -> None:
    for clue in range(edges * most + 2):
        with Minisat22(bootstrap_with=encode(edges, most, clue)) as solver:
            for bridges in product(range(most + 1), repeat=edges):
                assert solver.solve(exactly(bridges, most)) is (sum(bridges) == clue)


def exactly(bridges: tuple[int, ...], most: int) -> list[int]:
    """Numbers of bridges as literals."""
    chosen = [number == on for on in bridges for number in range(1, most + 1)]
    return [i if true else -i for i, true in enumerate(chosen, 1)]


def test_without_pindakaas_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pindakaas", None)
    encode_by_pbenc.cache_clear()
    with pytest.raises(UnsupportedPuzzleError, match="needs pindakaas, which is not installed"):
        encode_by_pbenc(2, 2, 2)
