import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.lab.methods import deduction
from hashi_gui.lab.methods.deduction import DEDUCTION
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.solving import CancelToken, MethodResult, Status

NAMES = [technique.name for technique in all_techniques()]
MISLEADING = "max-bridges 3\n??5\n.36\n.?2"
"""A puzzle with several solutions, where some decisions lead to none of them."""


def solve_by_deduction(puzzle: Puzzle) -> MethodResult:
    return DEDUCTION.solve(puzzle, CancelToken())


@pytest.mark.parametrize("seed", range(5))
def test_a_unique_solution_is_found_without_decisions(seed):
    generated = generate(GeneratorOptions(15, 15, 50), seed)
    result = solve_by_deduction(generated.puzzle)
    assert result.counts == generated.solution
    techniques = result.stats["techniques"]
    assert list(techniques) == [*NAMES, "Choice"]
    assert techniques["Choice"] == {"conclusions": 0, "seconds": 0, "share": 0}
    assert sum(each["share"] for each in techniques.values()) == pytest.approx(1, abs=1e-4)
    assert 0 < sum(each["seconds"] for each in techniques.values()) <= result.seconds
    for each in techniques.values():
        assert bool(each["conclusions"]) == bool(each["share"])


def test_values_are_decided_on_where_reasoning_stalls():
    result = solve_by_deduction(read("2.3\n...\n1.2").puzzle)
    assert result.status == Status.SOLVED
    techniques = result.stats["techniques"]
    assert techniques["Choice"]["conclusions"] > 0
    assert sum(each["share"] for each in techniques.values()) == pytest.approx(1, abs=1e-4)


def test_a_wrong_decision_is_refuted():
    result = solve_by_deduction(read(MISLEADING).puzzle)
    assert result.status == Status.SOLVED
    techniques = result.stats["techniques"]
    assert techniques["Choice"]["conclusions"] > 0
    assert techniques["What if, deeper"]["conclusions"] > 0
    assert techniques["What if, deeper"]["seconds"] > 0


@pytest.mark.parametrize(
    ("grid", "status"),
    [
        ("3.?2\n...1\n3.42\n..?2", Status.SOLVED),
        ("max-bridges 3\n42....\n3.....\n653...\n7783..\n65683.\n4..61.", Status.NONE),
    ],
)
def test_restarts_lose_no_answer(grid, status, monkeypatch):
    monkeypatch.setattr(deduction, "RESTART_INTERVAL", 1)
    restarts = []
    restart = deduction._Search._restart
    monkeypatch.setattr(
        deduction._Search, "_restart", lambda search: restarts.append(restart(search))
    )
    assert solve_by_deduction(read(grid).puzzle).status == status
    assert restarts


def test_the_stats_of_a_cancelled_search_show_how_far_it_came():
    class CancelledAfterChecks(CancelToken):
        """Cancels itself at the 201st check."""

        checks = 0

        def raise_if_cancelled(self):
            self.checks += 1
            if self.checks > 200:
                self.cancel()
            super().raise_if_cancelled()

    result = DEDUCTION.solve(
        generate(GeneratorOptions(15, 15, 50), 0).puzzle, CancelledAfterChecks()
    )
    assert (result.status, result.counts) == (Status.STOPPED, None)
    assert 0 < sum(each["share"] for each in result.stats["techniques"].values()) < 1
