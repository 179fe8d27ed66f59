from __future__ import annotations

import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

from hashi_gui.cli import main
from hashi_gui.cli.terminal import ExitCode

PUZZLE = "2.3\n...\n1.2"


def test_the_formula_can_be_solved_by_a_sat_solver(capsys) -> None:
    assert main(["export", PUZZLE, "--to", "cnf"]) == ExitCode.ANSWERED
    formula = capsys.readouterr().out
    assert "c edge 0 0 0 2 at least 1 = var " in formula
    with Cadical153(bootstrap_with=CNF(from_string=formula)) as solver:
        assert solver.solve()


def test_the_encoding_is_that_of_the_method(capsys) -> None:
    assert main(["export", PUZZLE, "--to", "cnf", "--method", "sat-dp"]) == ExitCode.ANSWERED
    assert "c edge 0 0 0 2 exactly 2 = var " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("cnf", "clauses keep the islands connected without loops."),
        ("lp", "Connectivity is included. Connected solutions have no loops."),
        ("lp --method ilp-v5", "may not be connected. Connected solutions have no loops."),
    ],
)
def test_a_model_says_how_it_keeps_the_rule_no_loops(options: str, sentence: str, capsys) -> None:
    assert main(["export", "3x3m2L:2a2c2a2", "--to", *options.split()]) == ExitCode.ANSWERED
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(("notation", "heading"), [("mps", "\nROWS\n"), ("lp", "\nSubject To\n")])
def test_an_integer_linear_program_is_printed(notation: str, heading: str, capsys) -> None:
    assert main(["export", PUZZLE, "--to", notation]) == ExitCode.ANSWERED
    model = capsys.readouterr().out
    assert "the formulation of the method ilp-polynomial" in model
    assert heading in model
