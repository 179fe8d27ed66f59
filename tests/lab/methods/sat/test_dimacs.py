from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153, Glucose4

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.lab.methods import solve
from hashi_gui.lab.methods.sat.dimacs import ENCODINGS, to_dimacs
from hashi_gui.solving import Status
from tests.measure.count import grid_of_twos
from tests.samples import sample, small_puzzle

EDGE = re.compile(r"c edge (\d+) (\d+) (\d+) (\d+) (at least|exactly) (\d) = var (\d+)")


@pytest.fixture(params=ENCODINGS)
def method(request: pytest.FixtureRequest) -> str:
    if request.param == "sat-pb":
        pytest.importorskip("pindakaas")
    name: str = request.param
    return name


def solve_text(puzzle: Puzzle, text: str, solver: type[Cadical153 | Glucose4]) -> bytes | None:
    """Solve a formula with another solver; reads the bridges from its comments alone."""
    with solver(bootstrap_with=CNF(from_string=text)) as engine:
        if not engine.solve():
            return None
        true = {literal for literal in engine.get_model() if literal > 0}
    counts = bytearray(len(puzzle.edges))
    for *cells, relation, count, variable in EDGE.findall(text):
        a, b = (puzzle.island_at(*map(int, cell)) for cell in (cells[:2], cells[2:]))
        assert a is not None
        assert b is not None
        edge = puzzle.edge_between(a.id, b.id)
        assert edge is not None
        if int(variable) in true:
            assert relation == "at least" or not counts[edge.id]
            counts[edge.id] = max(counts[edge.id], int(count))
    return bytes(counts)


@pytest.mark.parametrize("solver", [Cadical153, Glucose4])
def test_other_solvers_find_a_solution(method: str, solver: type[Cadical153 | Glucose4]) -> None:
    for seed in range(20):
        puzzle = sample(seed, max_side=10)
        counts = solve_text(puzzle, to_dimacs(puzzle, method), solver)
        assert counts is not None
        assert is_solution(puzzle, counts)


def test_a_formula_without_loops_has_the_solutions_without_loops(method: str) -> None:
    for seed in range(60):
        puzzle = small_puzzle(seed)
        puzzle = replace(puzzle, rules=replace(puzzle.rules, loops=False))
        counts = solve_text(puzzle, to_dimacs(puzzle, method), Glucose4)
        assert (counts is not None) == (solve(puzzle).status is Status.SOLVED)
        assert counts is None or is_solution(puzzle, counts)


def test_the_clauses_for_connectivity_come_last(method: str) -> None:
    ring = [(0, 0), (0, 2), (2, 0), (2, 2)]
    clues: dict[tuple[int, int], int | None] = dict.fromkeys(ring, 2)
    rings = Puzzle.from_clues(7, 7, clues | {(4 + row, 4 + col): 2 for row, col in ring})
    text = to_dimacs(rings, method)
    assert solve_text(rings, text, Glucose4) is None
    last = re.search(r"the last (\d+) clauses keep the islands connected", text)
    assert last is not None
    without = "\n".join(text.splitlines()[: -int(last[1])])
    assert solve_text(rings, without, Glucose4) is not None


def test_the_header_has_the_numbers_of_variables_and_clauses(method: str) -> None:
    comments, formula = to_dimacs(sample(1), method).split("\np cnf ")
    assert all(line.startswith("c ") for line in comments.splitlines())
    sizes, show, *clauses = formula.splitlines()
    assert show.startswith("c p show ")
    variables, number = map(int, sizes.split())
    assert number == len(clauses)
    assert all(clause.split()[-1] == "0" for clause in clauses)
    assert variables >= max(abs(int(word)) for clause in clauses for word in clause.split())


def test_a_model_counter_counts_the_solutions(method: str) -> None:
    pyganak = pytest.importorskip("pyganak")
    show, *clauses = to_dimacs(grid_of_twos(4), method).partition("\np cnf ")[2].splitlines()[1:]
    counter = pyganak.Counter()
    counter.add_clauses([[*map(int, clause.split()[:-1])] for clause in clauses])
    counter.set_sampling_set([*map(int, show.split()[3:-1])])
    assert counter.count() == 6


def test_puzzles_without_edges() -> None:
    alone = Puzzle.from_clues(1, 1, {(0, 0): 0})
    assert solve_text(alone, to_dimacs(alone, "sat"), Glucose4) == b""
    apart = Puzzle.from_clues(2, 2, {(0, 0): 0, (1, 1): 0})
    assert solve_text(apart, to_dimacs(apart, "sat"), Glucose4) is None
