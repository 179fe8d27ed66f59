import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import highspy
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_solution
from hashi_gui.formats import read_path
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.ilp import (
    FORMULATIONS,
    Formulation,
    binary_formulation,
    cut_every_component,
    cut_random_component,
    edge_maximising_formulation,
    integer_formulation,
    no_cuts,
    polynomial_formulation,
    solve_in_one_tree,
    weakly_connected_formulation,
)
from hashi_gui.lab.methods.ilp import METHODS as ILP_METHODS
from hashi_gui.solving import Cancelled, CancelToken, Solver, Status, UnsupportedPuzzleError, linear
from tests.measure.count import grid_of_twos
from tests.measure.makers import uniform
from tests.processes import TIMEOUT
from tests.samples import small_puzzle

CROSS = Puzzle.from_clues(3, 3, {(0, 1): 2, (1, 0): 1, (1, 2): 1, (2, 1): None})
"""Two edges that cross."""

ACROSS, DOWN = "r1_c0_r1_c2", "r0_c1_r2_c1"

THREE = Puzzle.from_clues(1, 5, {(0, 0): 0, (0, 2): 3, (0, 4): 3}, rules=Rules(3))
"""Two edges in a row, with up to three bridges, and a clue 0."""


def rows(formulation: Formulation) -> dict[str, str]:
    """The rows as text, by name."""
    model = formulation.model
    texts = {}
    for row, name in enumerate(model.row_names):
        slots = range(model.row_starts[row], model.row_starts[row + 1])
        terms = [f"{model.coefficients[s]:+} {model.names[model.columns[s]]}" for s in slots]
        texts[name] = " ".join([*terms, model.senses[row], str(model.right_sides[row])])
    return texts


def test_the_binary_formulation_is_the_base_model_of_phoenixsmaug() -> None:
    formulation = binary_formulation(CROSS)
    assert set(formulation.model.upper_bounds) == {1}
    assert not any(formulation.model.objective)
    assert rows(formulation) == {
        f"level2_{ACROSS}": f"+1 x2_{ACROSS} -1 x1_{ACROSS} <= 0",
        f"level2_{DOWN}": f"+1 x2_{DOWN} -1 x1_{DOWN} <= 0",
        "clue_r0_c1": f"+1 x1_{DOWN} +1 x2_{DOWN} == 2",
        "clue_r1_c0": f"+1 x1_{ACROSS} +1 x2_{ACROSS} == 1",
        "clue_r1_c2": f"+1 x1_{ACROSS} +1 x2_{ACROSS} == 1",
        "clue_r2_c1": f"+1 x1_{DOWN} +1 x2_{DOWN} >= 1",
        f"cross_{ACROSS}_{DOWN}": f"+1 x1_{ACROSS} +1 x1_{DOWN} <= 1",
    }


def test_the_integer_formulation_is_the_model_of_coelho_et_al() -> None:
    formulation = integer_formulation(CROSS)
    model = formulation.model
    assert dict(zip(model.names, model.upper_bounds)) == {
        f"x_{ACROSS}": 2,
        f"y_{ACROSS}": 1,
        f"x_{DOWN}": 2,
        f"y_{DOWN}": 1,
    }
    assert not any(model.objective)
    assert rows(formulation) == {
        f"least_{ACROSS}": f"+1 y_{ACROSS} -1 x_{ACROSS} <= 0",
        f"most_{ACROSS}": f"+1 x_{ACROSS} -2 y_{ACROSS} <= 0",
        f"least_{DOWN}": f"+1 y_{DOWN} -1 x_{DOWN} <= 0",
        f"most_{DOWN}": f"+1 x_{DOWN} -2 y_{DOWN} <= 0",
        "clue_r0_c1": f"+1 x_{DOWN} == 2",
        "clue_r1_c0": f"+1 x_{ACROSS} == 1",
        "clue_r1_c2": f"+1 x_{ACROSS} == 1",
        "clue_r2_c1": f"+1 x_{DOWN} >= 1",
        f"cross_{ACROSS}_{DOWN}": f"+1 y_{ACROSS} +1 y_{DOWN} <= 1",
    }


def test_weak_connectivity_is_one_additional_row() -> None:
    additional = (
        rows(weakly_connected_formulation(CROSS)).items() - rows(integer_formulation(CROSS)).items()
    )
    assert not any(weakly_connected_formulation(CROSS).model.objective)
    assert additional == {("weak", f"+1 y_{ACROSS} +1 y_{DOWN} >= 3")}


def test_the_number_of_drawn_edges_is_maximised() -> None:
    model = edge_maximising_formulation(CROSS).model
    assert rows(edge_maximising_formulation(CROSS)) == rows(integer_formulation(CROSS))
    assert {name for name, coefficient in zip(model.names, model.objective) if coefficient} == {
        f"y_{ACROSS}",
        f"y_{DOWN}",
    }


def test_the_polynomial_formulation_reaches_each_bridge_from_a_source() -> None:
    left, right = "r0_c0_r0_c2", "r0_c2_r0_c4"
    additional = (
        rows(polynomial_formulation(THREE)).items() - rows(binary_formulation(THREE)).items()
    )
    assert dict(additional) == {
        "any_r0_c0": f"+1 x1_{left} >= 1",
        "source": f"+1 y1_{left} +1 y1_{right} == 1",
        f"stay_y2_{left}": f"+1 y1_{left} -1 y2_{left} <= 0",
        f"stay_y2_{right}": f"+1 y1_{right} -1 y2_{right} <= 0",
        f"reach_y2_{left}": f"+1 y2_{left} -1 y1_{left} -1 y1_{right} <= 0",
        f"reach_y2_{right}": f"+1 y2_{right} -1 y1_{right} -1 y1_{left} <= 0",
        f"all_{left}": f"+1 x1_{left} -1 y2_{left} == 0",
        f"all_{right}": f"+1 x1_{right} -1 y2_{right} == 0",
    }


def test_the_polynomial_formulation_has_a_variable_for_each_pair_of_edges() -> None:
    small, large = (uniform(rows=side, cols=side, clue=2) for side in (4, 100))
    assert polynomial_formulation(small).size()["variables"] == 24 * 24 + 2 * 24
    edges = len(large.edges)
    message = f"{edges * edges + 2 * edges:,} variables for {edges:,}"
    with pytest.raises(UnsupportedPuzzleError, match=message):
        polynomial_formulation(large)


@pytest.mark.parametrize(
    ("formulate", "values"),
    [
        (binary_formulation, [0.0, 0.0, 0.0, 0.9999999, 1.0, 1.0000001]),
        (integer_formulation, [0.0, 0.0, 2.9999999, 1.0]),
    ],
)
def test_values_become_bridges(
    formulate: Callable[[Puzzle], Formulation], values: list[float]
) -> None:
    assert formulate(THREE).counts(values) == bytes([0, 3])


ROW = Puzzle.from_clues(1, 9, {(0, col): 1 for col in (0, 2, 4, 6, 8)})
"""Five islands in a row: edge ``e`` joins island ``e`` with the next one."""

PAIRS = bytes([1, 0, 0, 1])
"""Two pairs, with the middle island isolated."""


def test_the_cut_of_a_component_has_the_edges_that_leave_it() -> None:
    connected = bytes([1, 2, 1, 1])
    assert cut_every_component(ROW, PAIRS) == [[1], [1, 2], [2]]
    assert cut_every_component(ROW, connected) == cut_random_component(ROW, connected) == []
    assert no_cuts(ROW, PAIRS) == []


def test_the_random_component_depends_on_the_answer_alone() -> None:
    cuts = cut_random_component(ROW, PAIRS)
    assert len(cuts) == 1
    assert cuts[0] in cut_every_component(ROW, PAIRS)
    assert cut_random_component(ROW, PAIRS) == cuts
    row = Puzzle.from_clues(1, 21, {(0, col): 1 for col in range(0, 21, 2)})
    answers = [bytes([0] * 9 + [double]) for double in range(1, 3)]
    assert len({tuple(cut_random_component(row, answer)[0]) for answer in answers}) == 2


METHODS = {method.name: method for method in ILP_METHODS}
INCOMPLETE = [method for method in ILP_METHODS if not method.complete]

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
TWO_PAIRS = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 1))
"""Without the rule of connectivity it has answers, all of two components."""

CLLV = Path(__file__).parents[4] / "shared" / "data" / "cllv"


def name(method: Method) -> str:
    return method.name


@pytest.mark.parametrize("method", INCOMPLETE, ids=name)
def test_incomplete_methods_find_an_answer_if_there_is_a_solution(method: Method) -> None:
    statuses = set()
    for puzzle in map(small_puzzle, range(60)):
        result = method.solve(puzzle, CancelToken())
        statuses.add(result.status)
        if result.counts is None:
            with Solver(puzzle) as solver:
                assert solver.solution() is None, puzzle
        else:
            solved = is_solution(puzzle, result.counts)
            assert result.status is (Status.SOLVED if solved else Status.WRONG)
    assert statuses == {Status.SOLVED, Status.NONE, Status.WRONG}


@pytest.mark.parametrize("method", ILP_METHODS, ids=name)
def test_only_weak_connectivity_and_cuts_notice_two_components(method: Method) -> None:
    unaware = method.name in {"ilp-v1", "ilp-v3"}
    status = method.solve(TWO_PAIRS, CancelToken()).status
    assert status is (Status.WRONG if unaware else Status.NONE)


def test_stats_contain_the_size_of_the_model_and_the_work() -> None:
    stats = METHODS["ilp-v5"].solve(grid_of_twos(8), CancelToken()).stats
    edges = 2 * 8 * 7
    assert stats["variables"] == 2 * edges
    assert stats["rows"] == 2 * edges + 64
    assert str(stats["engine"]).startswith("HiGHS 1.")
    assert stats["cuts"] > stats["rounds"] > 1
    assert isinstance(stats["nodes"], int)


def test_version_4_adds_one_cut_per_round() -> None:
    stats = METHODS["ilp-v4"].solve(grid_of_twos(8), CancelToken()).stats
    assert stats["cuts"] == stats["rounds"] - 1 > 0


@pytest.mark.parametrize("method", ILP_METHODS, ids=name)
def test_another_thread_cancels_a_run_of_highs(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gurobipy", None)
    monkeypatch.setattr(linear, "STOP_TIMEOUT", TIMEOUT)
    token, started, cancelled = CancelToken(), threading.Event(), threading.Event()
    run = highspy.Highs.run

    def run_after_cancelling(engine: highspy.Highs) -> object:
        started.set()
        assert cancelled.wait(TIMEOUT)
        return run(engine)

    def cancel() -> None:
        assert started.wait(TIMEOUT)
        token.cancel()
        cancelled.set()

    monkeypatch.setattr(highspy.Highs, "run", run_after_cancelling)
    cancelling = threading.Thread(target=cancel)
    cancelling.start()
    result = method.solve(grid_of_twos(6), token)
    cancelling.join()
    assert (result.status, result.counts) == (Status.STOPPED, None)
    assert result.stats["rounds"] == 1


def test_gurobi_is_cancelled_at_its_next_callback() -> None:
    pytest.importorskip("gurobipy")
    token = CancelToken()
    stats: dict[str, Any] = {}

    def cancel_and_find_cuts(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
        token.cancel()
        return cut_every_component(puzzle, counts)

    formulation = FORMULATIONS["ilp-lazy"](grid_of_twos(20))
    with pytest.raises(Cancelled):
        solve_in_one_tree(formulation, cancel_and_find_cuts, token, stats)
    assert stats["rounds"] == 1


def test_lazy_uses_highs_if_gurobi_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gurobipy", None)
    result = METHODS["ilp-lazy"].solve(grid_of_twos(4), CancelToken())
    assert result.status is Status.SOLVED
    assert result.stats["engine"].startswith("HiGHS")


def test_lazy_uses_gurobi_up_to_the_size_limit_of_its_licence() -> None:
    pytest.importorskip("gurobipy")
    small = METHODS["ilp-lazy"].solve(grid_of_twos(4), CancelToken())
    assert small.status is Status.SOLVED
    assert small.stats["engine"].startswith("Gurobi")
    row = Puzzle.from_clues(1, 1501, {(0, c): 2 if 0 < c < 1500 else 1 for c in range(1501)})
    large = METHODS["ilp-lazy"].solve(row, CancelToken())
    assert large.status is Status.SOLVED
    assert large.stats["engine"].startswith(("HiGHS", "Gurobi"))


def test_other_methods_do_not_import_the_engines() -> None:
    program = (
        "import sys; from hashi_gui.core.puzzle import Puzzle;"
        "from hashi_gui.lab.methods import solve;"
        "solve(Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2}));"
        "print({'highspy', 'gurobipy', 'numpy'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"


@pytest.mark.skipif(not CLLV.is_dir(), reason="the benchmark puzzles are not part of the project")
@pytest.mark.parametrize("method", ["ilp-lazy", "ilp-lazy-highs", "ilp-v4", "ilp-v5"])
def test_published_puzzles(method: str) -> None:
    paths = sorted((CLLV / "100").glob("*.has"))[::60]
    if method == "ilp-v5":  # With presolve, HiGHS reports this one as infeasible.
        paths.append(CLLV / "300" / "Hs_29_300_25_15_018.has")
    for path in paths:
        puzzle = read_path(path).puzzle
        assert METHODS[method].solve(puzzle, CancelToken()).status is Status.SOLVED, path.name
