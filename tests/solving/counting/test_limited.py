from __future__ import annotations

from multiprocessing import active_children
from threading import Timer

import pytest

from hashi_gui.solving import Cancelled, CancelToken, Count
from hashi_gui.solving.counting import count_in_process
from tests.measure.count import grid_of_twos

MEMORY = 10**8


def test_another_process_counts():
    result = count_in_process(grid_of_twos(6), 60, MEMORY, CancelToken())
    assert result == Count(1072, exact=True)
    assert not active_children()


def test_it_stops_after_some_seconds():
    result = count_in_process(grid_of_twos(40), 0, MEMORY, CancelToken())
    assert result == Count(0, exact=False)


def test_it_can_be_cancelled():
    token = CancelToken()
    timer = Timer(0.5, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        count_in_process(grid_of_twos(40), 600, MEMORY, token)
    timer.join()
    assert not active_children()
