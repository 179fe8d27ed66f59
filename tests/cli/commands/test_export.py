import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

from hashi_gui.cli import main
from hashi_gui.cli.terminal import ExitCode

PUZZLE = "2.3\n...\n1.2"
TREE = "3x3m2L:2a2c2a2"


def test_the_formula_can_be_solved_by_a_sat_solver(capsys) -> None:
    assert main(["export", PUZZLE, "--to", "cnf"]) == ExitCode.ANSWERED
    formula = capsys.readouterr().out
    assert "c edge 0 0 0 2 at least 1 = var " in formula
    with Cadical153(bootstrap_with=CNF(from_string=formula)) as solver:
        assert solver.solve()


@pytest.mark.parametrize(
    ("puzzle", "options", "parts"),
    [
        (PUZZLE, "cnf --method sat-dp", ["c edge 0 0 0 2 exactly 2 = var "]),
        (PUZZLE, "mps", ["the formulation of the method ilp-polynomial", "\nROWS\n"]),
        (PUZZLE, "lp", ["the formulation of the method ilp-polynomial", "\nSubject To\n"]),
        (TREE, "cnf", ["clauses keep the islands connected without loops."]),
        (TREE, "lp", ["Connectivity is included. Connected solutions have no loops."]),
        (TREE, "lp --method ilp-v5", ["may not be connected. Connected solutions have no loops."]),
    ],
)
def test_a_model_says_what_it_is(puzzle: str, options: str, parts: list[str], capsys) -> None:
    assert main(["export", puzzle, "--to", *options.split()]) == ExitCode.ANSWERED
    model = capsys.readouterr().out
    assert all(part in model for part in parts)
