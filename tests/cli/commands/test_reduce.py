import json
from unittest.mock import Mock

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.commands import reduce
from hashi_gui.formats import read
from hashi_gui.solving import Cancelled, Solver, VerdictKind

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
SEVERAL = "2.3\n...\n1.2"
NONE = "3.3\n...\n..1"


def test_the_puzzle_that_is_printed_has_as_few_numbers_as_it_says(capsys) -> None:
    assert main(["reduce", UNIQUE]) == 0
    sentence, _, text = capsys.readouterr().out.partition("\n\n")
    puzzle, before = read(text).puzzle, read(UNIQUE).puzzle
    left = sum(island.clue is not None for island in puzzle.islands)
    assert sentence == f"{left} numbers on 10 islands; no fewer will do."
    assert left < len(puzzle.islands)
    assert all(
        here.clue in (None, there.clue) for here, there in zip(puzzle.islands, before.islands)
    )
    with Solver(puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE
    assert main(["reduce", UNIQUE, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == "unique"
    assert answer["clues"] == answer["at_least"] == left
    assert answer["hidden"] == [[row, col] for _, row, col, clue in puzzle.islands if clue is None]


def test_the_puzzle_is_printed_in_any_notation(capsys) -> None:
    assert main(["reduce", UNIQUE, "--to", "puzzlink"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("https://puzz.link/p?hashi/5/5/")
    assert main(["reduce", UNIQUE, "--to", "sgt"]) == 2
    assert "cannot" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("puzzle", "code", "verdict"), [(SEVERAL, 0, "several"), (NONE, 1, "none")]
)
def test_a_puzzle_without_exactly_one_solution_has_no_answer(
    puzzle: str, code: int, verdict: str, capsys
) -> None:
    assert main(["reduce", puzzle, "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"clues": None, "at_least": None, "hidden": [], "verdict": verdict}
    assert main(["reduce", puzzle]) == code
    assert capsys.readouterr().out == f"{VerdictKind(verdict).sentence}\n"


def test_the_best_so_far_is_the_answer_at_the_time_limit(capsys, monkeypatch) -> None:
    def stopped_after_the_first(*args: object, **options: object) -> object:
        yield next(search(*args, **options))
        raise Cancelled

    search = reduce.fewest_clues

    monkeypatch.setattr(reduce, "fewest_clues", Mock(side_effect=Cancelled))
    assert main(["reduce", UNIQUE]) == 3
    assert capsys.readouterr().out == "Stopped before an answer was found.\n"
    monkeypatch.setattr(reduce, "fewest_clues", stopped_after_the_first)
    assert main(["reduce", UNIQUE]) == 3
    assert capsys.readouterr().out.splitlines()[0].endswith("at least 0 are needed.")
