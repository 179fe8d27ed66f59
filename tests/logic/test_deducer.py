from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import read
from hashi_gui.logic.counting import FullHouse
from hashi_gui.logic.deducer import Deducer
from hashi_gui.logic.groups import ThreeClosedOff
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques import DIRECT, all_techniques
from hashi_gui.solving import CancelToken, Stopped

LOCAL = DIRECT[: 1 + [type(technique) for technique in DIRECT].index(ThreeClosedOff)]
"""Techniques that look at one island and its edges alone."""


@pytest.fixture(params=range(80))
def some_position(request, grown, part_way) -> Position:
    random = Random(request.param)
    puzzle, solution = grown(random)
    return Position.on(puzzle, random.choice([Board.empty(puzzle), part_way(random, solution)]))


def test_every_conclusion_is_new_and_applied(some_position):
    low, high = some_position.low[:], some_position.high[:]
    for conclusion in Deducer(some_position, all_techniques()).run():
        before = low if conclusion.rises else high
        assert conclusion.bound != before[conclusion.edge]
        before[conclusion.edge] = conclusion.bound
        assert (some_position.low, some_position.high) == (low, high)


def test_the_easiest_technique_that_says_something_comes_first(some_position, walk):
    techniques = all_techniques()
    easiest = next((news[0].technique for news in walk(some_position, techniques)), None)
    first = next(Deducer(some_position, techniques).run(), None)
    assert (first and first.technique) == easiest


def test_nothing_that_one_island_shows_is_missed(some_position, walk):
    for _ in Deducer(some_position, LOCAL).run():
        pass
    assert not list(walk(some_position, LOCAL))


def test_all_that_one_place_shows_is_said_together():
    position = Position(read("4.3\n...\n3.2").puzzle)
    names = [conclusion.technique.name for conclusion in Deducer(position, DIRECT).run()]
    assert names == [*["Full house"] * 2, *["Too many already"] * 2, *["Only one way out"] * 2]
    assert position.solved


def test_what_is_old_news_is_not_looked_at():
    position = Position(read("4.3.3.4\n.......\n2.2.2.2").puzzle)
    start, techniques = len(position.touched), (FullHouse(),)
    assert not list(Deducer(position, techniques, start).run())
    position.raise_(0, 1)
    said = {conclusion.islands for conclusion in Deducer(position, techniques, start).run()}
    assert said == {(0,)}


def test_a_conflict_ends_it():
    position = Position(read("4.2\n...\n2.?").puzzle)
    position.lower(0, 0)
    assert position.conflict is not None
    assert not list(Deducer(position, DIRECT).run())


def test_the_time_of_each_technique_is_kept(some_position, monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.deducer.perf_counter", count().__next__)
    deducer = Deducer(some_position, DIRECT)
    said = Counter(conclusion.technique for conclusion in deducer.run())
    assert all(said[each] <= seconds for each, seconds in zip(DIRECT, deducer.seconds))
    assert min(deducer.seconds) > 0


def test_it_can_be_stopped():
    token = CancelToken()
    conclusions = Deducer(Position(read("4.3\n...\n3.2").puzzle), DIRECT, cancel=token).run()
    next(conclusions)
    token.cancel()
    with pytest.raises(Stopped):
        list(conclusions)
