from __future__ import annotations

import pytest

from hashi_gui.bench.stories import STORIES, search
from hashi_gui.generating import Story


@pytest.mark.parametrize("story", STORIES)
def test_every_story_can_be_parsed(story):
    assert str(Story.parse(story)) == story


def test_there_are_at_least_40_different_stories():
    assert len(set(STORIES)) == len(STORIES) >= 40


def test_a_puzzle_with_a_story_is_found():
    found, tried = search("opens=corner", 8, 8, 1)
    assert found
    assert tried > 0
