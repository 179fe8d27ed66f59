from __future__ import annotations

from hashi_gui.bench.densities import Order, fill_order, row
from hashi_gui.generating import GeneratorOptions
from hashi_gui.logic.levels import Level


def test_an_order_is_filled_if_all_islands_are_placed():
    assert fill_order(GeneratorOptions(7, 7, 14), 1).filled
    assert not fill_order(GeneratorOptions(7, 7, 25), 1).filled


def test_a_row_has_the_share_and_the_mean_time_for_each_density():
    orders = [[Order(True, 0.01), Order(False, 0.03)], [Order(True, 0.5)]]
    assert row(Level.HARD, orders) == "| hard | 1 of 2, 20 ms | 1 of 1, 500 ms |"
    assert row(None, orders[1:]) == "| any | 1 of 1, 500 ms |"
