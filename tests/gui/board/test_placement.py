"""Where a board is, and what room it leaves for panels."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSize, QSizeF

from hashi_gui.gui.board.placement import AROUND_BOARD, MIN_CELL, place_board
from hashi_gui.gui.widgets.controls import Side

side = st.integers(1, 60).map(lambda cells: cells + 0.7)


@given(
    st.builds(QSizeF, side, side),
    st.integers(500, 3000),
    st.integers(300, 2000),
    st.floats(1, 2),
)
def test_a_board_is_in_its_room_and_beside_the_card(size, width, height, growth):
    placement = place_board(size, QSize(width, height), growth)
    board = QRectF(0, 0, size.width() * placement.cell, size.height() * placement.cell)
    board.moveCenter(placement.middle)
    free = QRectF(0, 0, width, height).marginsRemoved(AROUND_BOARD.toMarginsF())
    if placement.cell == MIN_CELL:
        return
    if placement.leaves_room and placement.side is Side.RIGHT:
        free.setRight(width - max(placement.panel, placement.card))
    elif placement.leaves_room:
        free.setBottom(height - placement.card)
    assert free.adjusted(-1, -1, 1, 1).contains(board)
    assert placement.leaves_room or min(width, height) < 500


def test_a_board_stays_in_the_middle_of_a_room_that_is_broad_enough():
    placement, grown = (place_board(QSizeF(10, 10), QSize(1300, 600), each) for each in (1, 2))
    assert (placement.middle.x(), placement.middle.y()) == (650, 300)
    assert (grown.cell, grown.middle) == (placement.cell, placement.middle)
    assert grown.panel > placement.panel
