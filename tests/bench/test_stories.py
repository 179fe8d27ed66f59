from __future__ import annotations

import pytest

from hashi_gui.bench.stories import WISHES, Outcome, grant, summary
from hashi_gui.generating import Story


@pytest.mark.parametrize("wish", WISHES)
def test_every_wish_is_a_story(wish):
    assert str(Story.parse(wish)) == wish


def test_there_are_at_least_40_different_wishes():
    assert len(set(WISHES)) == len(WISHES) >= 40


def test_a_wish_is_granted():
    outcome = grant("opens=corner", 8, 8, 1)
    assert outcome.found
    assert outcome.attempts > 0


def test_the_summary_counts_what_was_found():
    outcomes = [Outcome("", True, 1.0, 1), Outcome("", False, 3.0, 9), Outcome("", True, 2.0, 1)]
    assert summary(outcomes) == (
        "2 of 3 found; seconds: median 2.00, nine of ten within 3.0, longest 3.0"
    )
