from itertools import product

import pytest
from pysat.solvers import Minisat22

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.exact import SAT
from hashi_gui.lab.methods.sat import METHODS as SAT_VARIANTS
from hashi_gui.lab.methods.sat import (
    DirectEncoding,
    SumEncoding,
    encode_by_dynamic_programming,
    encode_by_pbenc,
    encode_by_tseitin,
)
from hashi_gui.solving import CancelToken
from tests.samples import sample


def cross(middle: int | None, *around: int | None) -> DirectEncoding:
    """An island with a neighbour for each clue, in the order above, left, right, below."""
    cells = [(0, 2), (2, 0), (2, 4), (4, 2)]
    clues = {(2, 2): middle, **dict(zip(cells, around))}
    return DirectEncoding(Puzzle.from_clues(5, 5, clues), encode_by_tseitin)


def rules(encoding: DirectEncoding) -> set[tuple[int, ...]]:
    return {tuple(sorted(clause)) for clause in encoding.clauses()}


def test_an_edge_has_a_variable_for_each_number_of_bridges() -> None:
    encoding = cross(None, None, None)
    assert [list(variables) for variables in encoding.edge_variables] == [[1, 2], [3, 4]]
    assert encoding.counts([-1, 2, 3, -4]) == b"\2\1"
    assert encoding.any_drawn([1]) == [3, 4]
    assert encoding.variables == 4
    # They exclude each other, and "?" is at least one bridge.
    assert {(-2, -1), (1, 2, 3, 4), (1, 2), (3, 4)} <= rules(encoding)


def test_crossing_edges_exclude_each_other_for_all_numbers_of_bridges() -> None:
    clues = dict.fromkeys([(0, 1), (1, 0), (1, 2), (2, 1)], 2)
    encoding = DirectEncoding(Puzzle.from_clues(3, 3, clues), encode_by_tseitin)
    assert {(-3, -1), (-3, -2), (-4, -1), (-4, -2)} <= rules(encoding)


def test_two_equal_clues_cannot_isolate_a_pair() -> None:
    clues: dict[tuple[int, int], int | None] = {(0, 0): 1, (0, 2): 1, (2, 0): 2, (2, 2): 2}
    puzzle = Puzzle.from_clues(3, 3, clues)
    single = rules(DirectEncoding(puzzle, encode_by_tseitin))
    of_ones, of_twos = (
        next(e.id for e in puzzle.edges if {puzzle.islands[i].clue for i in (e.a, e.b)} == {clue})
        for clue in (1, 2)
    )
    assert {(-2 * of_ones - 1,), (-2 * of_ones - 2,), (-2 * of_twos - 2,)} <= single


def test_the_special_cases_of_the_report() -> None:
    twos = {(2,), (4,), (6,), (8,)}
    assert twos <= rules(cross(8, 3, 3, 3, 3))
    assert {(1, 2), (3, 4), (5, 6), (7, 8)} <= rules(cross(7, 3, 3, 3, 3))
    assert {(2,), (4,), (6,)} <= rules(cross(6, 3, 3, 3))
    assert {(3, 4), (5, 6), (7, 8)} <= rules(cross(6, 1, 3, 3, 3))
    assert (1, 2) in rules(cross(1, 3))


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
