from __future__ import annotations

from itertools import combinations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, is_blocked
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.layout import Layout, grow
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.rng import Rng

SIZES = [(1, 9, 3), (2, 2, 2), (5, 5, 7), (7, 7, 15), (9, 4, 10), (20, 20, 20), (25, 25, 150)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}-{}".format(*size))
@pytest.mark.parametrize("seed", range(5))
def test_a_layout_is_the_solution_of_some_puzzle(size, seed):
    rows, cols, islands = size
    layout = grow(GeneratorOptions(rows, cols, islands), Rng(seed))
    assert len(layout.islands) <= islands
    assert_sound(layout)


def assert_sound(layout):
    puzzle = Puzzle.from_clues(layout.rows, layout.cols, dict.fromkeys(layout.islands))
    assert [island.cell for island in puzzle.islands] == list(layout.islands)
    ends = [tuple(end.cell for end in puzzle.ends(edge.id)) for edge in puzzle.edges]
    assert layout.bridges <= set(ends)
    counts = bytes(pair in layout.bridges for pair in ends)
    assert len(components(puzzle, counts)) == 1
    assert not any(is_blocked(puzzle, counts, edge) for edge, count in enumerate(counts) if count)
    for (row, col), (other_row, other_col) in combinations(layout.islands, 2):
        assert abs(row - other_row) + abs(col - other_col) > 1


@pytest.mark.parametrize(("rows", "cols", "islands"), [(15, 15, 45), (25, 25, 150), (50, 50, 600)])
def test_a_large_grid_has_all_islands_and_no_empty_part(rows, cols, islands):
    for seed in range(3):
        layout = grow(GeneratorOptions(rows, cols, islands), Rng(seed))
        assert len(layout.islands) == islands
        assert layout.empty_parts == 0


def test_a_full_grid_takes_no_more_islands():
    layout = grow(GeneratorOptions(5, 5, 13), Rng(0))
    assert 5 < len(layout.islands) < 13


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("loops", [True, False])
def test_compact_layouts_are_dense_and_connected(symmetry, loops):
    options = GeneratorOptions(13, 13, 84, symmetry=symmetry, loops=loops)
    layouts = [grow(options, Rng(seed), (0.3, 0.5, 1.0)[seed % 3]) for seed in range(10)]
    assert max(len(layout.islands) for layout in layouts) > 0.4 * 13 * 13
    for layout in layouts:
        assert_sound(layout)
        assert loops or len(layout.bridges) == len(layout.islands) - 1
        assert symmetry.with_images(layout.islands, 13, 13) == set(layout.islands)


def test_a_seed_always_gives_the_same_layout():
    assert grow(GeneratorOptions(10, 10, 25), Rng(3)) == grow(GeneratorOptions(10, 10, 25), Rng(3))
    assert grow(GeneratorOptions(10, 10, 25), Rng(3)) != grow(GeneratorOptions(10, 10, 25), Rng(4))


@pytest.mark.parametrize(
    ("islands", "empty"),
    [
        ([(0, 0), (0, 4), (4, 0), (4, 4)], 0),
        ([(0, 2), (2, 0), (2, 4), (4, 2)], 0),
        ([(2, 2)], 4),
        ([(1, 1)], 7),
        ([(0, 0), (0, 4)], 3),
        ([(0, 0), (4, 4)], 2),
    ],
)
def test_empty_borders_and_quarters_are_counted(islands, empty):
    assert Layout(5, 5, tuple(islands), frozenset()).empty_parts == empty


SYMMETRIES_AND_SIZES = [
    (symmetry, size)
    for symmetry in Symmetry
    for size in [(7, 7, 13), (8, 8, 15), (6, 9, 14), (9, 6, 14), (20, 20, 80)]
    if symmetry.fits(*size[:2])
]


@pytest.mark.parametrize(("symmetry", "size"), SYMMETRIES_AND_SIZES)
@pytest.mark.parametrize("loops", [True, False])
def test_islands_have_the_requested_symmetry(symmetry, loops, size):
    rows, cols, islands = size
    for seed in range(10):
        options = GeneratorOptions(*size, symmetry=symmetry, loops=loops)
        layout = grow(options, Rng(seed))
        assert symmetry.with_images(layout.islands, rows, cols) == set(layout.islands)
        assert len(layout.islands) <= islands + len(symmetry.transforms)
        assert_sound(layout)
        assert loops or len(layout.bridges) == len(layout.islands) - 1


@pytest.mark.parametrize("symmetry", [*Symmetry][1:-1])
def test_a_grid_can_be_too_small_for_a_symmetry(symmetry):
    with pytest.raises(GenerationError, match="2 x 2 cells is too small for a symmetry"):
        grow(GeneratorOptions(2, 2, 2, symmetry=symmetry), Rng(0))
