import pytest

from hashi_gui.core.symmetry import Symmetry


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [
        (Symmetry.NONE, set()),
        (Symmetry.HALF_TURN, {(4, 5)}),
        (Symmetry.LEFT_RIGHT, {(0, 5)}),
        (Symmetry.TOP_BOTTOM, {(4, 1)}),
        (Symmetry.BOTH_MIRRORS, {(4, 5), (0, 5), (4, 1)}),
    ],
)
def test_a_cell_has_images(symmetry, images):
    assert symmetry.fits(5, 7)
    assert symmetry.with_images([(0, 1)], 5, 7) == {(0, 1), *images}


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [(Symmetry.QUARTER_TURNS, {(1, 4), (4, 3), (3, 0)}), (Symmetry.DIAGONAL, {(1, 0)})],
)
def test_some_symmetries_need_a_square(symmetry, images):
    assert symmetry.with_images([(0, 1)], 5, 5) == {(0, 1), *images}
    assert not symmetry.fits(5, 7)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_cells_have_the_symmetry_of_their_images(symmetry):
    assert (
        Symmetry.of(symmetry.with_images([(0, 1), (1, 0), (3, 1), (2, 5)], 7, 7), 7, 7) is symmetry
    )


def test_a_few_cells_or_cells_on_an_axis_are_symmetric_by_chance():
    for cells in ([], [(1, 1)], [(0, 0), (0, 2), (2, 0), (2, 2)]):
        assert Symmetry.of(cells, 3, 3) is Symmetry.NONE
    assert Symmetry.of([(0, col) for col in (0, 2, 4, 6, 8, 11, 13)], 1, 14) is Symmetry.NONE


@pytest.mark.parametrize("symmetry", Symmetry)
def test_images_of_images_are_images(symmetry):
    cells = symmetry.with_images([(0, 1), (2, 0), (2, 2)], 5, 5)
    assert symmetry.with_images(cells, 5, 5) == cells
