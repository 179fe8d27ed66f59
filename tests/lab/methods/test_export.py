import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import highspy
import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153, Glucose4

from hashi_gui import solving
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_solution
from hashi_gui.lab.methods.export import COMMENT_PREFIXES, ENCODINGS, export_model, to_dimacs
from hashi_gui.lab.methods.ilp import FORMULATIONS
from hashi_gui.lab.methods.ilp import METHODS as ILP_METHODS
from hashi_gui.solving import CancelToken, Solver
from hashi_gui.solving.linear import HighsEngine
from tests.measure.count import grid_of_twos
from tests.processes import TIMEOUT
from tests.samples import sample, small_puzzle

UNIQUE = Puzzle.from_clues(
    5,
    5,
    {(0, 0): 2, (0, 2): 4, (0, 4): 2, (2, 2): None, (3, 0): 1, (3, 4): 1, (4, 2): 1},
)
"""One solution, also without the rule of connectivity."""

ODD_RING = Puzzle.from_clues(
    3, 5, dict.fromkeys([(0, 0), (0, 2), (0, 4), (2, 0), (2, 4)], 1), rules=Rules(3)
)
"""No solution in whole numbers, but one with half a bridge on each edge."""

APART = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 1))
"""No solution, but two that are not connected."""

RING = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 2))
"""One solution, a loop."""

GRID = Puzzle.from_clues(4, 4, {(r, c): 2 for r in range(4) for c in range(4)}, rules=Rules(3))
"""Many solutions with different numbers of drawn edges."""

CUT_OFF = Puzzle.from_clues(3, 4, {(0, 0): 2, (0, 2): 2, (2, 3): 1})
"""An island without edges, whose row has no variables."""

ALONE = Puzzle.from_clues(1, 1, {(0, 0): 0})
ALONE_WITH_CLUE = Puzzle.from_clues(1, 1, {(0, 0): 1})
"""No edges, so no variables."""

Values = dict[str, int]


def solve_with_highs(path: Path) -> Values | None:
    highs = highspy.Highs()
    highs.silent()
    # As in HighsEngine: all instances in a process share the threads.
    highs.setOptionValue("threads", 1)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    values = highs.getSolution().col_value
    return {highs.getColName(column)[1]: whole(value) for column, value in enumerate(values)}


def solve_with_glpk(path: Path) -> Values | None:
    report = path.with_suffix(".report")
    option = "--freemps" if path.suffix == ".mps" else "--lp"
    output = run("glpsol", option, str(path), "-o", str(report))
    if re.search("PROBLEM HAS NO (PRIMAL |INTEGER )?FEASIBLE SOLUTION", output):
        return None
    assert "INTEGER OPTIMAL SOLUTION FOUND" in output
    columns = re.findall(r"^ +\d+ (\S+)\s+\*\s+(\S+)", report.read_text(), re.MULTILINE)
    return {name: whole(value) for name, value in columns}


def solve_with_cbc(path: Path) -> Values | None:
    report = path.with_suffix(".report")
    options = ("-solve", "-printingOptions", "all", "-solution", str(report))
    output = run("cbc", str(path), *options)
    assert " 0 errors" in output or " errors" not in output
    status, *columns = report.read_text().splitlines()
    if "nfeasible" in status:
        return None
    assert status.startswith("Optimal")
    return {name: whole(value) for _, name, value, _ in map(str.split, columns)}


def run(*command: str) -> str:
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=TIMEOUT
    ).stdout


def whole(value: float | str) -> int:
    """Return a whole number; a solver that took the variables for continuous gives others."""
    assert float(value) == pytest.approx(round(float(value)), abs=1e-6)
    return round(float(value))


PROGRAMS: dict[str, Callable[[Path], Values | None]] = {
    "highspy": solve_with_highs,
    "glpsol": solve_with_glpk,
    "cbc": solve_with_cbc,
}

Solve = Callable[[Puzzle, str, str], Values | None]


@pytest.fixture(params=PROGRAMS)
def solve(request: pytest.FixtureRequest, tmp_path: Path) -> Solve:
    """Export a model and solve it with an external program: the values of the variables by name."""
    program: str = request.param
    if program != "highspy" and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")

    def solve(puzzle: Puzzle, method: str, notation: str) -> Values | None:
        path = tmp_path / f"model.{notation}"
        path.write_text(export_model(puzzle, method, notation), encoding="ascii")
        return PROGRAMS[program](path)

    return solve


def edge_at(puzzle: Puzzle, words: list[str]) -> int:
    """The edge between two cells, given as rows and columns."""
    one_row, one_col, other_row, other_col = map(int, words)
    one, other = puzzle.island_at(one_row, one_col), puzzle.island_at(other_row, other_col)
    return puzzle.edge_between(one.id, other.id).id


def bridges(puzzle: Puzzle, values: Values) -> bytes:
    """The bridges on each edge, from the names of the variables alone."""
    counts = bytearray(len(puzzle.edges))
    for name, value in values.items():
        kind, *place = name.split("_")
        if kind.startswith("x"):
            counts[edge_at(puzzle, [word[1:] for word in place])] += value
    return bytes(counts)


def test_every_ilp_method_has_a_formulation() -> None:
    assert list(FORMULATIONS) == [method.name for method in ILP_METHODS]


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
@pytest.mark.parametrize("method", FORMULATIONS)
def test_the_answer_of_other_programs_is_the_solution(
    solve: Solve, method: str, notation: str
) -> None:
    with Solver(UNIQUE) as solver:
        solution = solver.solution()
    values = solve(UNIQUE, method, notation)
    assert values is not None
    assert bridges(UNIQUE, values) == solution


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
@pytest.mark.parametrize("method", ["ilp-lazy", "ilp-v1", "ilp-v5"])
def test_the_variables_are_whole_numbers(solve: Solve, method: str, notation: str) -> None:
    assert solve(ODD_RING, method, notation) is None


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
def test_the_number_of_drawn_edges_is_maximised(solve: Solve, notation: str) -> None:
    formulation = FORMULATIONS["ilp-v3"](GRID)
    best = HighsEngine(formulation.model).solve(CancelToken())
    assert best is not None
    most = sum(round(best[column]) for column in formulation.drawn_columns)
    values = solve(GRID, "ilp-v3", notation)
    assert values is not None
    assert sum(value for name, value in values.items() if name.startswith("y_")) == most
    assert sum(count > 0 for count in bridges(GRID, values)) == most


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
def test_the_polynomial_model_enforces_connectivity_and_no_loops(
    solve: Solve, notation: str
) -> None:
    tree, ring = (each._replace(rules=Rules(loops=False)) for each in (UNIQUE, RING))
    for puzzle in (UNIQUE, tree):
        values = solve(puzzle, "ilp-polynomial", notation)
        assert values is not None
        assert is_solution(puzzle, bridges(puzzle, values))
    for puzzle, method, solvable in (
        (APART, "ilp-polynomial", False),
        (APART, "ilp-lazy", True),
        (ring, "ilp-polynomial", False),
        (RING, "ilp-polynomial", True),
    ):
        assert (solve(puzzle, method, notation) is not None) is solvable


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
@pytest.mark.parametrize("method", ["ilp-polynomial", "ilp-lazy", "ilp-v2", "ilp-v3"])
def test_islands_without_edges(solve: Solve, method: str, notation: str) -> None:
    assert solve(CUT_OFF, method, notation) is None
    assert solve(ALONE_WITH_CLUE, method, notation) is None
    values = solve(ALONE, method, notation)
    assert values is not None
    assert bridges(ALONE, values) == b""


@pytest.mark.parametrize("puzzle", [UNIQUE, ODD_RING, APART, GRID, CUT_OFF, ALONE])
@pytest.mark.parametrize("method", FORMULATIONS)
def test_no_section_is_empty(puzzle: Puzzle, method: str) -> None:
    sections = {
        "lp": r"Minimize|Maximize|Subject To|Bounds|General|Binary|End",
        "mps": r"ROWS|COLUMNS|RHS|BOUNDS|ENDATA",
    }
    for notation, names in sections.items():
        lines = export_model(puzzle, method, notation).splitlines()
        starts = [n for n, line in enumerate(lines) if re.fullmatch(names, line)]
        assert all(after - before > 1 for before, after in pairwise(starts))
        assert starts[-1] == len(lines) - 1


def test_long_expressions_are_continued_on_further_lines() -> None:
    row = Puzzle.from_clues(2, 400, {(r, c): 1 for r in (0, 1) for c in range(0, 400, 2)})
    for method in ("ilp-v2", "ilp-v3"):
        assert max(map(len, export_model(row, method, "lp").splitlines())) < 200


def test_comments_name_the_variables_of_each_edge() -> None:
    pair = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
    complete = export_model(pair, "ilp-polynomial", "mps").splitlines()
    assert complete[:7] == [
        "* A Hashiwokakero puzzle in the formulation of the method ilp-polynomial.",
        "* Connectivity is included.",
        "* An edge is named by the rows and columns of its two islands, from 0 at the top left.",
        "* edge 0 0 0 2 at least 1 = var x1_r0_c0_r0_c2",
        "* edge 0 0 0 2 at least 2 = var x2_r0_c0_r0_c2",
        "* All other variables are auxiliary; edges that are not listed have no bridges.",
        "NAME hashi",
    ]
    base = export_model(pair, "ilp-v1", "lp").splitlines()
    assert "\\ edge 0 0 0 2 number of bridges = var x_r0_c0_r0_c2" in base
    assert "\\ Connectivity is left out: the islands of a solution may not be connected." in base


def test_the_export_needs_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert "Subject To" in export_model(UNIQUE, "ilp-v1", "lp")


EDGE = re.compile(r"c edge (\d+) (\d+) (\d+) (\d+) (at least|exactly) (\d) = var (\d+)")


@pytest.fixture(params=ENCODINGS)
def encoding(request: pytest.FixtureRequest) -> str:
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
        edge = edge_at(puzzle, cells)
        if int(variable) in true:
            assert relation == "at least" or not counts[edge]
            counts[edge] = max(counts[edge], int(count))
    return bytes(counts)


@pytest.mark.parametrize("solver", [Cadical153, Glucose4])
def test_other_solvers_find_a_solution(encoding: str, solver: type[Cadical153 | Glucose4]) -> None:
    for seed in range(20):
        puzzle = sample(seed, max_side=10)
        counts = solve_text(puzzle, to_dimacs(puzzle, encoding), solver)
        assert counts is not None
        assert is_solution(puzzle, counts)


def test_a_formula_without_loops_has_the_solutions_without_loops(encoding: str) -> None:
    for seed in range(60):
        puzzle = small_puzzle(seed)
        puzzle = puzzle._replace(rules=puzzle.rules._replace(loops=False))
        counts = solve_text(puzzle, to_dimacs(puzzle, encoding), Glucose4)
        assert (counts is None) is (solving.solve(puzzle).counts is None)
        assert counts is None or is_solution(puzzle, counts)


def test_the_clauses_for_connectivity_come_last(encoding: str) -> None:
    ring = [(0, 0), (0, 2), (2, 0), (2, 2)]
    clues: dict[tuple[int, int], int | None] = dict.fromkeys(ring, 2)
    rings = Puzzle.from_clues(7, 7, clues | {(4 + row, 4 + col): 2 for row, col in ring})
    text = to_dimacs(rings, encoding)
    assert solve_text(rings, text, Glucose4) is None
    last = re.search(r"the last (\d+) clauses keep the islands connected", text)
    assert last is not None
    without = "\n".join(text.splitlines()[: -int(last[1])])
    assert solve_text(rings, without, Glucose4) is not None


def test_the_header_has_the_numbers_of_variables_and_clauses(encoding: str) -> None:
    comments, formula = to_dimacs(sample(1), encoding).split("\np cnf ")
    assert all(line.startswith("c ") for line in comments.splitlines())
    sizes, show, *clauses = formula.splitlines()
    assert show.startswith("c p show ")
    variables, number = map(int, sizes.split())
    assert number == len(clauses)
    assert all(clause.split()[-1] == "0" for clause in clauses)
    assert variables >= max(abs(int(word)) for clause in clauses for word in clause.split())


def test_a_model_counter_counts_the_solutions(encoding: str) -> None:
    pyganak = pytest.importorskip("pyganak")
    show, *clauses = to_dimacs(grid_of_twos(4), encoding).partition("\np cnf ")[2].splitlines()[1:]
    counter = pyganak.Counter()
    counter.add_clauses([[*map(int, clause.split()[:-1])] for clause in clauses])
    counter.set_sampling_set([*map(int, show.split()[3:-1])])
    assert counter.count() == 6


def test_puzzles_without_edges() -> None:
    alone = Puzzle.from_clues(1, 1, {(0, 0): 0})
    assert solve_text(alone, to_dimacs(alone, "sat"), Glucose4) == b""
    apart = Puzzle.from_clues(2, 2, {(0, 0): 0, (1, 1): 0})
    assert solve_text(apart, to_dimacs(apart, "sat"), Glucose4) is None
