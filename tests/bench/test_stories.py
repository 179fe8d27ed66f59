from __future__ import annotations

import pytest

from hashi_gui.bench.stories import STORIES, Outcome, search, summary
from hashi_gui.generating import Story


@pytest.mark.parametrize("story", STORIES)
def test_every_story_can_be_parsed(story):
    assert str(Story.parse(story)) == story


def test_there_are_at_least_40_different_stories():
    assert len(set(STORIES)) == len(STORIES) >= 40


def test_a_puzzle_with_a_story_is_found():
    outcome = search("opens=corner", 8, 8, 1)
    assert outcome.found
    assert outcome.attempts > 0


def test_the_summary_counts_what_was_found():
    outcomes = [Outcome("", True, 1.0, 1), Outcome("", False, 3.0, 9), Outcome("", True, 2.0, 1)]
    assert summary(outcomes) == (
        "2 of 3 found; seconds: median 2.00, nine of ten within 3.0, longest 3.0"
    )
