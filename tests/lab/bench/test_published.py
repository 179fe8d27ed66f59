from __future__ import annotations

from itertools import product

from hashi_gui.lab.bench.published import CHENG_YANG, HARDEST, ISLANDS, VERSIONS
from hashi_gui.lab.bench.runs import CllvClass


def test_table_3_has_every_class_and_version():
    classes = [CllvClass(*each) for each in product(ISLANDS, (25, 50, 75), (0, 5, 10, 15))]
    assert list(CHENG_YANG) == classes
    for row in CHENG_YANG.values():
        assert len(row.correct) == len(row.seconds) == len(VERSIONS)
        assert row.correct[3:] == ("100", "100")
        assert all(0 <= int(rate) <= 100 for rate in row.correct)
        assert all(float(seconds) > 0 for seconds in (*row.seconds, row.coelho))


def test_figures_of_the_hardest_class():
    assert CHENG_YANG[HARDEST].seconds[3:] == ("273.68", "66.04")
    assert CHENG_YANG[HARDEST].coelho == "76.65"
