from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count, islice
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
    techniques_for,
)
from hashi_gui.logic.reasoning.techniques.connectivity import LoopTechnique
from hashi_gui.logic.reasoning.techniques.island_clues import FullHouse
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.solving import Cancelled, CancelToken, Solver

ReasonSimply = Callable[[Position, Sequence[Technique]], Iterator[list[Conclusion]]]

OPTIONS = [
    GeneratorOptions(6, 6, 10),
    GeneratorOptions(9, 9, 24, max_bridges=3),
    GeneratorOptions(12, 8, 26, unknown=0.2),
    GeneratorOptions(14, 14, 50, max_bridges=1),
    GeneratorOptions(13, 13, 36, max_bridges=4, doubles=0.8, unknown=0.1),
    GeneratorOptions(16, 16, 62),
]


@cache
def generated(options: GeneratorOptions, seed: int) -> Puzzle:
    return generate(options, seed).puzzle


class Checked(Technique):
    """A technique that fails the test if an easier one has a conclusion when it has one."""

    def __init__(
        self, technique: Technique, easier: Sequence[Technique], reason_simply: ReasonSimply
    ) -> None:
        self._technique = technique
        self._easier = easier
        self._reason_simply = reason_simply

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        new = (c for c in self._technique.find(position, subject) if c.is_new(position))
        for number, conclusion in enumerate(new):
            if number == 0:
                assert next(self._reason_simply(position, self._easier), None) is None
            yield conclusion

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)


def change(position: Position, edge: int, random: Random) -> None:
    """Tighten a random bound of an edge if it is open."""
    low, high = position.low[edge], position.high[edge]
    if low < high:
        if random.random() < 0.5:
            position.raise_low(edge, random.randint(low + 1, high))
        else:
            position.lower_high(edge, random.randint(low, high - 1))


def new_conclusions(
    position: Position, technique: Technique, subjects: Iterable[int]
) -> set[tuple[int, bool, int]]:
    """The new conclusions at some subjects, as edge, is_minimum, and bound."""
    found = (c for subject in subjects for c in technique.find(position, subject))
    return {(c.edge, c.is_minimum, c.bound) for c in found if c.is_new(position)}


@pytest.fixture(params=range(25))
def some_position(request, random_puzzle, partial_board) -> Position:
    random = Random(request.param)
    puzzle, solution = random_puzzle(random)
    return Position.from_board(
        puzzle, random.choice([Board.empty(puzzle), partial_board(random, solution)])
    )


def test_every_conclusion_is_new_and_applied(some_position):
    low, high = some_position.low[:], some_position.high[:]
    for conclusion in Reasoner(some_position, all_techniques()).run():
        before = low if conclusion.is_minimum else high
        assert conclusion.bound != before[conclusion.edge]
        before[conclusion.edge] = conclusion.bound
        assert (some_position.low, some_position.high) == (low, high)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_no_technique_has_its_turn_before_all_easier_ones_are_done(options, seed, reason_simply):
    puzzle = generated(options, seed)
    with Solver(puzzle) as solver:
        techniques = techniques_for(solver)
    checked = [Checked(each, techniques[:n], reason_simply) for n, each in enumerate(techniques)]
    position = Position(puzzle)
    deque(Reasoner(position, checked).run(), maxlen=0)
    assert position.solved


def test_no_conclusion_is_missed(some_position, reason_simply):
    deque(Reasoner(some_position, DIRECT_TECHNIQUES).run(), maxlen=0)
    assert not list(reason_simply(some_position, DIRECT_TECHNIQUES))


@pytest.mark.parametrize("technique", DIRECT_TECHNIQUES, ids=lambda technique: technique.name)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_new_conclusion_after_a_change_is_at_an_affected_subject(options, technique):
    random = Random(1)
    for seed in range(2):
        position = Position(generated(options, seed))
        conclusions = Reasoner(position, DIRECT_TECHNIQUES).run()
        deque(islice(conclusions, random.randrange(2 * len(position.ends))), maxlen=0)
        deque(Reasoner(position, OBVIOUS_TECHNIQUES).run(), maxlen=0)
        everyone, start = range(len(position.group)), len(position.touched)
        checkpoint = position.checkpoint()
        before = new_conclusions(position, technique, technique.subjects(position, everyone))
        for edge in range(len(position.ends)):
            change(position, edge, random)
            deque(Reasoner(position, OBVIOUS_TECHNIQUES, start).run(), maxlen=0)
            if position.conflict is None:
                touched = position.touched[start:]
                found = new_conclusions(position, technique, technique.affected(position, touched))
                everything = new_conclusions(
                    position, technique, technique.subjects(position, everyone)
                )
                assert everything - before <= found
            position.rollback(checkpoint)


def test_all_conclusions_at_one_subject_come_together():
    position = Position(read("4.3\n...\n3.2").puzzle)
    names = [
        conclusion.technique.name for conclusion in Reasoner(position, DIRECT_TECHNIQUES).run()
    ]
    assert names == [*["Full house"] * 2, *["Too many already"] * 2, *["Only one way out"] * 2]
    assert position.solved


def test_islands_touched_before_the_start_are_ignored():
    position = Position(read("4.3.3.4\n.......\n2.2.2.2").puzzle)
    start, techniques = len(position.touched), (FullHouse(),)
    assert not list(Reasoner(position, techniques, start).run())
    position.raise_low(0, 1)
    islands = {conclusion.islands for conclusion in Reasoner(position, techniques, start).run()}
    assert islands == {(0,)}


def test_a_conflict_ends_the_reasoning():
    position = Position(read("4.2\n...\n2.?").puzzle)
    position.lower_high(0, 0)
    assert position.conflict is not None
    assert not list(Reasoner(position, DIRECT_TECHNIQUES).run())


def test_the_time_of_each_technique_is_measured(some_position, monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.reasoning.reasoner.perf_counter", count().__next__)
    reasoner = Reasoner(some_position, DIRECT_TECHNIQUES)
    assert reasoner.seconds == [0] * len(DIRECT_TECHNIQUES)
    conclusions = Counter(conclusion.technique for conclusion in reasoner.run())
    assert all(
        conclusions[each] <= seconds for each, seconds in zip(DIRECT_TECHNIQUES, reasoner.seconds)
    )
    assert [each for each, n in zip(DIRECT_TECHNIQUES, reasoner.seconds) if not n] == [
        each for each in DIRECT_TECHNIQUES if isinstance(each, LoopTechnique)
    ]


def test_reasoning_can_be_cancelled():
    token = CancelToken()
    conclusions = Reasoner(
        Position(read("4.3\n...\n3.2").puzzle), DIRECT_TECHNIQUES, cancel=token
    ).run()
    next(conclusions)
    token.cancel()
    with pytest.raises(Cancelled):
        list(conclusions)
