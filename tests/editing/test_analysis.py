"""The findings about puzzles, compared with brute force on tiny ones."""

from __future__ import annotations

from fractions import Fraction
from operator import ne

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import analysis
from hashi_gui.editing.analysis import Finding, Solutions, analyse
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.rating.grading import Grade, grade
from hashi_gui.logic.rating.solving_path import SolvingPath
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.solving import (
    Backbone,
    Cancelled,
    CancelToken,
    Count,
    Shares,
    Verdict,
    VerdictKind,
)
from hashi_gui.solving.counting import estimate
from tests.measure.count import grid_of_twos
from tests.samples import find_all, small_puzzle


def findings(puzzle: Puzzle) -> list[Finding]:
    return list(analyse(puzzle, CancelToken()))


@given(st.integers(0, 10**9))
def test_the_findings_are_those_of_brute_force(seed: int) -> None:
    puzzle = small_puzzle(seed)
    solutions = find_all(puzzle)
    assume(solutions is not None)
    verdict, *others = findings(puzzle)
    assert isinstance(verdict, Verdict)
    match solutions:
        case []:
            assert verdict == Verdict(VerdictKind.NONE)
            assert others
            assert all(isinstance(reason, Explanation) for reason in others)
        case [solution]:
            assert verdict == Verdict(VerdictKind.UNIQUE, solution)
            assert others[0] == Backbone(solution, solution)
            assert [type(other) for other in others[1:]] == [Grade, SolvingPath]
        case _:
            assert verdict.kind == VerdictKind.SEVERAL
            assert {verdict.solution, verdict.second} <= set(solutions)
            assert verdict.solution != verdict.second
            *others, listed = others
            assert others == [
                Backbone(bytes(map(min, *solutions)), bytes(map(max, *solutions))),
                Shares(shares_of(puzzle, solutions), exact=True),
                Count(len(solutions), exact=True),
            ]
            assert isinstance(listed, Solutions)
            assert listed.solutions[0] == verdict.solution
            assert set(listed.solutions) <= set(solutions)
            assert len(listed.solutions) == min(len(solutions), analysis.MOST_SOLUTIONS)
            assert listed.complete == (len(solutions) <= analysis.MOST_SOLUTIONS)


def shares_of(puzzle: Puzzle, solutions: list[bytes]) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(
            float(Fraction(sum(each[edge] == count for each in solutions), len(solutions)))
            for count in range(puzzle.rules.max_bridges + 1)
        )
        for edge in range(len(puzzle.edges))
    )


def test_the_grade_is_the_same_as_elsewhere() -> None:
    puzzle = generate(GeneratorOptions(9, 9, 20), 0).puzzle
    assert grade(puzzle) in findings(puzzle)


def test_the_reasons_are_about_the_islands_that_contradict_each_other() -> None:
    _, *reasons = findings(read("1.1.1.1").puzzle)
    assert isinstance(reasons[-1], Explanation)
    assert list(reasons[-1].highlight.islands) == [1]
    assert reasons[-1].is_final
    assert reasons[-1].steps


def test_the_solution_that_is_drawn_comes_first_and_then_those_that_differ_least() -> None:
    puzzle = read("2.2.2\n.....\n?.?.?\n.....\n2.2.2").puzzle
    for drawn in find_all(puzzle) or []:
        listed = list(analyse(puzzle, CancelToken(), drawn))[-1]
        assert isinstance(listed, Solutions)
        assert listed.solutions[0] == drawn
        differences = [sum(map(ne, drawn, other)) for other in listed.solutions]
        assert differences == sorted(differences)


def test_what_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MAX_SECONDS", 0.0)
    assert findings(read("1.1").puzzle) == [Verdict(VerdictKind.STOPPED)]


def test_without_time_for_the_path_the_grade_is_the_last_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_up(*_: object) -> None:
        raise Cancelled

    monkeypatch.setattr(analysis, "build_solving_path", give_up)
    assert [type(finding) for finding in findings(read("1.1").puzzle)] == [
        Verdict,
        Backbone,
        Grade,
    ]


def test_of_solutions_that_cannot_be_counted_the_shares_are_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "COUNT_MEMORY", 1000)
    monkeypatch.setattr(estimate, "ROUNDS", (1, 4))
    _, _, listed, *estimates, count = findings(grid_of_twos(6))
    assert isinstance(listed, Solutions)
    assert not listed.complete
    assert isinstance(estimates[-1], Shares)
    assert not estimates[-1].exact
    assert estimates[-1].edges[0] == (0.0, 1.0, 0.0)
    assert isinstance(count, Count)
    assert not count.exact
    assert 2 <= count.solutions <= 1072


@pytest.mark.parametrize("drawing", ["1.1", "1.1.1.1", "2.2.2\n.....\n?.?.?\n.....\n2.2.2"])
def test_it_can_be_cancelled_after_each_finding(drawing: str) -> None:
    puzzle = read(drawing).puzzle
    number = len(findings(puzzle))
    assert number >= 3
    for last in range(number - 1):
        token = CancelToken()
        found = analyse(puzzle, token)
        for _ in range(last + 1):
            next(found)
        token.cancel()
        with pytest.raises(Cancelled):
            next(found)


def test_a_cancelled_analysis_says_nothing() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        next(analyse(read("1.1").puzzle, token))
