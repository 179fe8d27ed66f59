from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import highspy
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_solution
from hashi_gui.lab.methods.ilp import METHODS as ILP_METHODS
from hashi_gui.lab.methods.ilp.export import COMMENT_PREFIXES, export_model
from hashi_gui.lab.methods.ilp.formulations import FORMULATIONS
from hashi_gui.solving import CancelToken, Solver
from hashi_gui.solving.linear import HighsEngine
from tests.processes import TIMEOUT

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
    highs.setOptionValue(
        "threads", 1
    )  # as in HighsEngine: all instances in a process share the threads
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


def bridges(puzzle: Puzzle, values: Values) -> bytes:
    """The bridges on each edge, from the names of the variables alone."""
    counts = bytearray(len(puzzle.edges))
    for name, value in values.items():
        kind, *place = name.split("_")
        if kind.startswith("x"):
            a_row, a_col, b_row, b_col = (int(word[1:]) for word in place)
            a, b = puzzle.island_at(a_row, a_col), puzzle.island_at(b_row, b_col)
            assert a is not None
            assert b is not None
            edge = puzzle.edge_between(a.id, b.id)
            assert edge is not None
            counts[edge.id] += value
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
def test_the_polynomial_model_enforces_connectivity(solve: Solve, notation: str) -> None:
    values = solve(UNIQUE, "ilp-polynomial", notation)
    assert values is not None
    assert is_solution(UNIQUE, bridges(UNIQUE, values))
    assert solve(APART, "ilp-polynomial", notation) is None
    assert solve(APART, "ilp-lazy", notation) is not None


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
def test_the_polynomial_model_keeps_the_rule_no_loops(solve: Solve, notation: str) -> None:
    tree, ring = (replace(each, rules=Rules(loops=False)) for each in (UNIQUE, RING))
    values = solve(tree, "ilp-polynomial", notation)
    assert values is not None
    assert is_solution(tree, bridges(tree, values))
    assert solve(ring, "ilp-polynomial", notation) is None
    assert solve(RING, "ilp-polynomial", notation) is not None


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
