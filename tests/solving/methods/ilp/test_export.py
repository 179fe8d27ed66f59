from __future__ import annotations

import sys
from pathlib import Path

import highspy
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving import SatSolver
from hashi_gui.solving.methods import UnsupportedPuzzleError
from hashi_gui.solving.methods.ilp import ILP_METHODS
from hashi_gui.solving.methods.ilp.export import COMMENT_PREFIXES, export_model
from hashi_gui.solving.methods.ilp.formulations import FORMULATIONS

UNIQUE = Puzzle.from_clues(
    5,
    5,
    {(0, 0): 2, (0, 2): 4, (0, 4): 2, (2, 2): None, (3, 0): 1, (3, 4): 1, (4, 2): 1},
)
"""One solution, also without the rule of connectivity."""


def solve_text(text: str, path: Path) -> dict[str, int] | None:
    """Solve a model with HiGHS from a file; returns the values of the variables by name."""
    path.write_text(text, encoding="ascii")
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
    return {highs.getColName(column)[1]: round(value) for column, value in enumerate(values)}


def bridges(puzzle: Puzzle, values: dict[str, int]) -> bytes:
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
def test_highs_reads_the_model_and_gives_the_same_answer(
    method: str, notation: str, tmp_path: Path
) -> None:
    with SatSolver(UNIQUE) as solver:
        solution = solver.solution()
    values = solve_text(export_model(UNIQUE, method, notation), tmp_path / f"model.{notation}")
    assert values is not None
    assert bridges(UNIQUE, values) == solution


@pytest.mark.parametrize("notation", COMMENT_PREFIXES)
def test_the_polynomial_model_enforces_connectivity(notation: str, tmp_path: Path) -> None:
    grid = Puzzle.from_clues(4, 4, {(r, c): 2 for r in range(4) for c in range(4)}, max_bridges=3)
    path = tmp_path / f"model.{notation}"
    values = solve_text(export_model(grid, "ilp-polynomial", notation), path)
    assert values is not None
    assert is_solution(grid, bridges(grid, values))
    apart = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 1))
    assert solve_text(export_model(apart, "ilp-polynomial", notation), path) is None
    assert solve_text(export_model(apart, "ilp-lazy", notation), path) is not None


def test_comments_name_the_variables_of_each_edge() -> None:
    pair = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
    edge = "row 0, column 0 and row 0, column 2: x1_r0_c0_r0_c2 + x2_r0_c0_r0_c2"
    complete = export_model(pair, "ilp-polynomial", "mps").splitlines()
    assert f"* {edge}" in complete
    assert not any("left out" in line for line in complete)
    base = export_model(pair, "ilp-lazy", "lp").splitlines()
    assert f"\\ {edge}" in base
    assert any("left out" in line for line in base)


def test_without_the_library_the_error_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(UnsupportedPuzzleError, match="pip install"):
        export_model(UNIQUE, "ilp-v1", "mps")
