from __future__ import annotations

from random import Random

import pytest

from hashi_gui.solving import CancelToken
from hashi_gui.solving.linear import DualRay, HighsEngine, Model, Sense, is_contradiction


def model_of(*rows: tuple[list[int], Sense, int], columns: int = 2) -> Model:
    model = Model()
    for number in range(columns):
        model.add_variable(f"x{number}")
    for coefficients, sense, right_side in rows:
        model.add_row("", enumerate(coefficients), sense, right_side)
    return model


UNIT = [(0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("rows", "multipliers"),
    [
        ([([1, 1], ">=", 3)], [1.0]),  # at most 2 within the bounds
        ([([1, 1], ">=", 3)], [-0.5]),
        ([([1, -1], "==", 2)], [1.0]),
        ([([1, 1], "<=", 0), ([1, 0], ">=", 1)], [1.0, -1.0]),
        ([([1, 1], "<=", 0), ([1, 0], ">=", 1)], [-1e-9, 1e-9]),
    ],
)
def test_a_contradiction_is_recognised(
    rows: list[tuple[list[int], Sense, int]], multipliers: list[float]
) -> None:
    assert is_contradiction(model_of(*rows), UNIT, multipliers)


@pytest.mark.parametrize("multipliers", [[], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
def test_multipliers_that_prove_nothing_are_rejected(multipliers: list[float]) -> None:
    model = model_of(([1, 1], "<=", 0), ([1, 0], ">=", 1))
    assert not is_contradiction(model, UNIT, multipliers)


def test_no_multipliers_contradict_a_model_with_a_solution() -> None:
    random = Random(1)
    for _ in range(500):
        columns, solution = random.randint(1, 5), []
        model, bounds = Model(), []
        for number in range(columns):
            model.add_variable(f"x{number}")
            solution.append(random.randint(0, 2))
            bounds.append((random.randint(0, solution[-1]), random.randint(solution[-1], 3)))
        for _ in range(random.randint(1, 5)):
            coefficients = [random.randint(-2, 2) for _ in range(columns)]
            value = sum(map(int.__mul__, coefficients, solution))
            sense: Sense = random.choice(["<=", "==", ">="])
            slack = {"<=": 1, "==": 0, ">=": -1}[sense] * random.randint(0, 2)
            model.add_row("", enumerate(coefficients), sense, value + slack)
        multipliers = [random.uniform(-1, 1) for _ in model.row_names]
        assert not is_contradiction(model, bounds, multipliers)


def test_bounds_belong_to_the_proof() -> None:
    model = model_of(([1, 1], ">=", 2))
    assert not is_contradiction(model, UNIT, [1.0])
    assert is_contradiction(model, [(0, 1), (0, 0)], [1.0])


def test_the_dual_rays_of_highs_are_contradictions() -> None:
    model = model_of(([1, 1, 0], ">=", 1), ([1, 0, 1], "==", 0), ([0, 1, 1], "<=", 0), columns=3)
    answer = HighsEngine(model).solve_relaxation(CancelToken())
    assert isinstance(answer, DualRay)
    assert is_contradiction(model, [(0, 1)] * 3, answer.multipliers)
