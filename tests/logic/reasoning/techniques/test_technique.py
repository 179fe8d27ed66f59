from __future__ import annotations

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.island_clues import FullHouse
from hashi_gui.logic.reasoning.techniques.technique import Conclusion


@pytest.mark.parametrize(
    ("is_minimum", "bound", "is_new"),
    [
        (True, 0, False),
        (True, 1, False),
        (True, 2, True),
        (False, 1, True),
        (False, 2, False),
        (False, 3, False),
    ],
)
def test_a_conclusion_is_new_if_its_bound_is_tighter(is_minimum, bound, is_new):
    document = read("2─3 1")
    position = Position.from_board(document.puzzle, document.board)
    assert (position.low[0], position.high[0]) == (1, 2)
    conclusion = Conclusion(FullHouse(), 0, is_minimum, bound, (0,))
    assert conclusion.is_new(position) == is_new
    before = position.low[:], position.high[:]
    conclusion.apply(position)
    assert (before != (position.low, position.high)) == is_new
    assert not conclusion.is_new(position)
