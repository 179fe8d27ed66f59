from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
    techniques_for,
)
from hashi_gui.logic.techniques.island_clues import FullHouse
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import Cancelled, CancelToken, SatSolver

Walk = Callable[[Position, Sequence[Technique]], Iterator[list[Conclusion]]]

WISHES = [
    GeneratorOptions(6, 6, 10),
    GeneratorOptions(9, 9, 24, max_bridges=3),
    GeneratorOptions(12, 8, 26, unknown=0.2),
    GeneratorOptions(14, 14, 50, max_bridges=1),
    GeneratorOptions(13, 13, 36, max_bridges=4, doubles=0.8, unknown=0.1),
    GeneratorOptions(16, 16, 62),
]


class Checked(Technique):
    """A technique that speaks up only where no easier one has anything to say anywhere."""

    def __init__(self, technique: Technique, easier: Sequence[Technique], walk: Walk) -> None:
        self._technique = technique
        self._easier = easier
        self._walk = walk

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        news = (c for c in self._technique.find(position, subject) if c.is_new(position))
        for number, conclusion in enumerate(news):
            if number == 0:
                assert next(self._walk(position, self._easier), None) is None
            yield conclusion

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)


def change(position: Position, edge: int, random: Random) -> None:
    """Decide something about an edge that is open."""
    low, high = position.low[edge], position.high[edge]
    if low < high:
        if random.random() < 0.5:
            position.raise_low(edge, random.randint(low + 1, high))
        else:
            position.lower_high(edge, random.randint(low, high - 1))


def news(
    position: Position, technique: Technique, subjects: Iterable[int]
) -> set[tuple[int, bool, int]]:
    """What a technique says at some subjects that is new: edge, is_minimum, bound."""
    found = (c for subject in subjects for c in technique.find(position, subject))
    return {(c.edge, c.is_minimum, c.bound) for c in found if c.is_new(position)}


@pytest.fixture(params=range(80))
def some_position(request, grown, part_way) -> Position:
    random = Random(request.param)
    puzzle, solution = grown(random)
    return Position.from_board(
        puzzle, random.choice([Board.empty(puzzle), part_way(random, solution)])
    )


def test_every_conclusion_is_new_and_applied(some_position):
    low, high = some_position.low[:], some_position.high[:]
    for conclusion in Reasoner(some_position, all_techniques()).run():
        before = low if conclusion.is_minimum else high
        assert conclusion.bound != before[conclusion.edge]
        before[conclusion.edge] = conclusion.bound
        assert (some_position.low, some_position.high) == (low, high)


def test_the_easiest_technique_that_says_something_comes_first(some_position, walk):
    techniques = all_techniques()
    easiest = next((news[0].technique for news in walk(some_position, techniques)), None)
    first = next(Reasoner(some_position, techniques).run(), None)
    assert (first and first.technique) == easiest


@pytest.mark.parametrize("options", WISHES, ids=str)
@pytest.mark.parametrize("seed", range(40))
def test_no_technique_speaks_before_all_easier_ones_are_done(options, seed, walk):
    puzzle = generate(options, seed).puzzle
    with SatSolver(puzzle) as solver:
        techniques = techniques_for(solver)
    checked = [Checked(each, techniques[:n], walk) for n, each in enumerate(techniques)]
    position = Position(puzzle)
    deque(Reasoner(position, checked).run(), maxlen=0)
    assert position.solved


def test_nothing_is_missed(some_position, walk):
    deque(Reasoner(some_position, DIRECT_TECHNIQUES).run(), maxlen=0)
    assert not list(walk(some_position, DIRECT_TECHNIQUES))


@pytest.mark.parametrize("technique", DIRECT_TECHNIQUES, ids=lambda technique: technique.name)
@pytest.mark.parametrize("options", WISHES, ids=str)
def test_all_that_a_change_gives_a_technique_to_say_is_where_it_looks(options, technique):
    random = Random(1)
    for seed in range(4):
        position = Position(generate(options, seed).puzzle)
        way = Reasoner(position, DIRECT_TECHNIQUES).run()
        deque(islice(way, random.randrange(2 * len(position.ends))), maxlen=0)
        deque(Reasoner(position, OBVIOUS_TECHNIQUES).run(), maxlen=0)
        everyone, checkpoint, start = (
            range(len(position.group)),
            position.checkpoint(),
            len(position.touched),
        )
        before = news(position, technique, technique.subjects(position, everyone))
        for edge in range(len(position.ends)):
            change(position, edge, random)
            deque(Reasoner(position, OBVIOUS_TECHNIQUES, start).run(), maxlen=0)
            if position.conflict is None:
                touched = position.touched[start:]
                said = news(position, technique, technique.affected(position, touched))
                all_said = news(position, technique, technique.subjects(position, everyone))
                assert all_said - before <= said
            position.rollback(checkpoint)


def test_all_that_one_place_shows_is_said_together():
    position = Position(read("4.3\n...\n3.2").puzzle)
    names = [
        conclusion.technique.name for conclusion in Reasoner(position, DIRECT_TECHNIQUES).run()
    ]
    assert names == [*["Full house"] * 2, *["Too many already"] * 2, *["Only one way out"] * 2]
    assert position.solved


def test_what_is_old_news_is_not_looked_at():
    position = Position(read("4.3.3.4\n.......\n2.2.2.2").puzzle)
    start, techniques = len(position.touched), (FullHouse(),)
    assert not list(Reasoner(position, techniques, start).run())
    position.raise_low(0, 1)
    said = {conclusion.islands for conclusion in Reasoner(position, techniques, start).run()}
    assert said == {(0,)}


def test_a_conflict_ends_it():
    position = Position(read("4.2\n...\n2.?").puzzle)
    position.lower_high(0, 0)
    assert position.conflict is not None
    assert not list(Reasoner(position, DIRECT_TECHNIQUES).run())


def test_the_time_of_each_technique_is_kept(some_position, monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.reasoner.perf_counter", count().__next__)
    reasoner = Reasoner(some_position, DIRECT_TECHNIQUES)
    said = Counter(conclusion.technique for conclusion in reasoner.run())
    assert all(said[each] <= seconds for each, seconds in zip(DIRECT_TECHNIQUES, reasoner.seconds))
    assert min(reasoner.seconds) > 0


def test_it_can_be_stopped():
    token = CancelToken()
    conclusions = Reasoner(
        Position(read("4.3\n...\n3.2").puzzle), DIRECT_TECHNIQUES, cancel=token
    ).run()
    next(conclusions)
    token.cancel()
    with pytest.raises(Cancelled):
        list(conclusions)
