from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic import deduction
from hashi_gui.logic.deduction import DEDUCTION
from hashi_gui.logic.techniques.catalogue import all_techniques
from hashi_gui.solving import CancelToken, Result, SatSolver, Status

NAMES = [technique.name for technique in all_techniques()]
DECEPTIVE = "max-bridges 3\n57?.\n5993\n.44."
"""Several solutions, and choices that lead to none of them."""


def deduced(puzzle: Puzzle) -> Result:
    return DEDUCTION.solve(puzzle, CancelToken())


def spoilt(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with another clue on some island."""
    clues = {island.cell: island.clue for island in puzzle.islands}
    clues[random.choice(list(clues))] = random.randint(1, 2 * puzzle.max_bridges)
    return Puzzle.from_clues(puzzle.rows, puzzle.cols, clues, puzzle.max_bridges)


@pytest.mark.parametrize("seed", range(150))
def test_the_answer_is_that_of_the_exact_solver(seed, grown):
    random = Random(seed)
    puzzle, _ = grown(random)
    for each in (puzzle, spoilt(puzzle, random)):
        result = deduced(each)
        with SatSolver(each) as solver:
            assert (result.status == Status.SOLVED) == (solver.solution() is not None)
        if result.status == Status.SOLVED:
            assert is_solution(each, result.counts)
        else:
            assert (result.status, result.counts) == (Status.NONE, None)


@pytest.mark.parametrize("seed", range(20))
def test_a_single_solution_is_proved_and_not_chosen(seed):
    made = generate(GeneratorOptions(15, 15, 50), seed)
    result = deduced(made.puzzle)
    assert result.counts == made.solution
    given = result.stats["techniques"]
    assert list(given) == [*NAMES, "Choice"]
    assert given["Choice"] == {"conclusions": 0, "seconds": 0, "share": 0}
    assert sum(each["share"] for each in given.values()) == pytest.approx(1, abs=1e-4)
    assert 0 < sum(each["seconds"] for each in given.values()) <= result.seconds
    for each in given.values():
        assert bool(each["conclusions"]) == bool(each["share"])


def test_where_reasoning_stalls_values_are_chosen():
    result = deduced(read("2.3\n...\n1.2").puzzle)
    assert result.status == Status.SOLVED
    given = result.stats["techniques"]
    assert given["Choice"]["conclusions"] > 0
    assert sum(each["share"] for each in given.values()) == pytest.approx(1, abs=1e-4)


def test_a_choice_that_leads_nowhere_is_refuted():
    result = deduced(read(DECEPTIVE).puzzle)
    assert result.status == Status.SOLVED
    given = result.stats["techniques"]
    assert given["Choice"]["conclusions"] > 0
    assert given["What if, deeper"]["conclusions"] > 0
    assert given["What if, deeper"]["seconds"] > 0


@pytest.mark.parametrize(
    ("grid", "status"),
    [
        ("3.?2\n...1\n3.42\n..?2", Status.SOLVED),
        ("max-bridges 3\n42....\n3.....\n653...\n7783..\n65683.\n4..61.", Status.NONE),
    ],
)
def test_starting_anew_loses_no_answer(grid, status, monkeypatch):
    monkeypatch.setattr(deduction, "PATIENCE", 1)
    times = []
    start_anew = deduction._Search._start_anew
    monkeypatch.setattr(
        deduction._Search, "_start_anew", lambda search: times.append(start_anew(search))
    )
    assert deduced(read(grid).puzzle).status == status
    assert times


def test_the_stats_of_a_stopped_search_tell_how_far_it_came():
    class Impatient(CancelToken):
        """Cancelled when it is looked at often enough."""

        looks = 0

        def raise_if_cancelled(self):
            self.looks += 1
            if self.looks > 200:
                self.cancel()
            super().raise_if_cancelled()

    result = DEDUCTION.solve(generate(GeneratorOptions(15, 15, 50), 0).puzzle, Impatient())
    assert (result.status, result.counts) == (Status.STOPPED, None)
    assert 0 < sum(each["share"] for each in result.stats["techniques"].values()) < 1
