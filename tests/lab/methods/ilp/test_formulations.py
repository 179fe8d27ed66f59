from __future__ import annotations

from collections.abc import Callable

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods.ilp.formulations import (
    Formulation,
    binary_formulation,
    edge_maximising_formulation,
    integer_formulation,
    polynomial_formulation,
    weakly_connected_formulation,
)
from hashi_gui.solving import UnsupportedPuzzleError

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
    grid = Puzzle.from_clues(4, 4, {(r, c): 2 for r in range(4) for c in range(4)})
    formulation = polynomial_formulation(grid)
    assert formulation.size()["variables"] == 24 * 24 + 2 * 24


def test_the_polynomial_formulation_rejects_large_puzzles_before_building_the_model() -> None:
    side = 100
    grid = Puzzle.from_clues(side, side, {(r, c): 2 for r in range(side) for c in range(side)})
    edges = 2 * side * (side - 1)
    with pytest.raises(
        UnsupportedPuzzleError, match=f"{edges * edges + 2 * edges:,} variables for {edges:,}"
    ):
        polynomial_formulation(grid)


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
