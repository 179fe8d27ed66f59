from __future__ import annotations

from functools import partial
from itertools import product
from threading import Event

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    PartialPuzzle,
    complete,
    completion,
)
from hashi_gui.generating.completion import (
    Requirement,
    Requirements,
    grow_around,
    meet_clues,
    ways_out,
)
from hashi_gui.generating.repair import Kept
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from tests.processes import TIMEOUT

CLUES = {(0, 0): 2, (0, 4): 3, (3, 3): None, (5, 6): 4, (7, 1): 1, (8, 8): None}


def completed(given, options, seed=1):
    """A completed puzzle, which contains what is given and has exactly one solution."""
    generated = complete(given, options, seed)
    puzzle = generated.puzzle
    clues = puzzle.clues
    assert 0 <= len(clues) - options.islands <= len(options.symmetry.transforms)
    for cell, clue in given.clues.items():
        assert cell in clues
        assert clue is None or clues[cell] == clue
    for (a, b), count in given.bridges.items():
        edge = puzzle.edge_between(puzzle.island_at(*a).id, puzzle.island_at(*b).id)
        assert generated.solution[edge.id] >= count
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert (verdict.kind, verdict.solution) == (VerdictKind.UNIQUE, generated.solution)
    assert options.loops or sum(map(bool, generated.solution)) == options.islands - 1
    return generated


SOME = PartialPuzzle(CLUES, {((0, 0), (0, 4)): 1})
RING_OF_FOUR = PartialPuzzle(dict.fromkeys([(1, 1), (1, 7), (7, 1), (7, 7)], 3))
"""Islands on the border see others only if bridges of the ring give way."""


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (SOME, GeneratorOptions(9, 9, 20)),
        (SOME, GeneratorOptions(9, 9, 27)),
        (SOME, GeneratorOptions(9, 9, 32)),
        (SOME, GeneratorOptions(9, 9, 24, loops=False)),
        (RING_OF_FOUR, GeneratorOptions(9, 9, 24, symmetry=Symmetry.QUARTER_TURNS)),
        (PartialPuzzle({(4, 4): None, (4, 5): None}), GeneratorOptions(9, 9, 20)),
        (PartialPuzzle({}), GeneratorOptions(9, 9, 20)),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_rest_is_generated_around_what_is_given(given, options, seed):
    completed(given, options, seed)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_the_islands_get_the_symmetry(symmetry):
    given = PartialPuzzle({(0, 0): 2, (2, 3): None, (6, 3): 3}, {((2, 3), (6, 3)): 1})
    puzzle = completed(given, GeneratorOptions(9, 9, 24, symmetry=symmetry)).puzzle
    cells = {island.cell for island in puzzle.islands}
    assert symmetry.with_images(cells, 9, 9) == cells


def test_the_level_is_exactly_the_requested_one():
    for level in (Level.EASY, Level.HARD):
        generated = completed(PartialPuzzle(CLUES), GeneratorOptions(9, 9, 22, level=level))
        assert grade(generated.puzzle).level == level


def test_given_clues_are_never_hidden_and_others_are():
    options = GeneratorOptions(9, 9, 24, max_bridges=3, unknown=0.2)
    puzzle = completed(PartialPuzzle(CLUES), options).puzzle
    assert sum(island.clue is None for island in puzzle.islands) == 5


def test_the_same_seed_gives_the_same_puzzle():
    options = GeneratorOptions(9, 9, 24)
    assert complete(PartialPuzzle(CLUES), options, 5) == complete(PartialPuzzle(CLUES), options, 5)
    assert complete(PartialPuzzle(CLUES), options, 5) != complete(PartialPuzzle(CLUES), options, 6)


@pytest.mark.parametrize(
    ("clues", "options", "message"),
    [
        (CLUES, GeneratorOptions(9, 9, 9, story="opens=top"), "cannot be completed with a story"),
        (CLUES, GeneratorOptions(9, 9, 5), "There are 6 islands already, more than 5."),
        (
            {(0, 0): 1, (1, 2): None},
            GeneratorOptions(9, 9, 7, symmetry=Symmetry.QUARTER_TURNS),
            "There are 8 islands already, their images included, more than 7.",
        ),
        ({(9, 0): 1}, GeneratorOptions(9, 9, 9), "outside the grid"),
        (
            {(0, 0): 5},
            GeneratorOptions(9, 9, 20),
            "Found no bridges for these clues with 20 islands.",
        ),
        (
            dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)]),
            GeneratorOptions(3, 3, 5),
            "Found no way to connect more islands to these.",
        ),
        ({(0, 0): None}, GeneratorOptions(4, 4, 8), r"Only \d of 8 islands fit around these."),
        (
            {(0, 3): None, (0, 5): None},
            GeneratorOptions(9, 10, 20, symmetry=Symmetry.LEFT_RIGHT),
            "The symmetry does not fit: an island has no room for its image.",
        ),
    ],
)
def test_what_cannot_be_completed_is_an_error(clues, options, message):
    with pytest.raises(GenerationError, match=message):
        complete(PartialPuzzle(clues), options, 1)


@pytest.mark.parametrize(
    ("bridges", "message"),
    [
        ({((0, 0), (3, 3)): 1}, "There cannot be 1 bridge between row 1, column 1 and row 4"),
        ({((0, 0), (0, 1)): 1}, "There cannot be 1 bridge between"),
        ({((0, 0), (0, 4)): 3}, "There cannot be 3 bridges between"),
        ({((0, 0), (0, 4)): 2, ((0, 4), (0, 8)): 2}, "row 1, column 5 has 4 bridges, more than 3."),
        ({((0, 4), (6, 4)): 1, ((2, 0), (2, 8)): 1}, "There cannot be 1 bridge between"),
    ],
)
def test_bridges_that_cannot_be_are_an_error(bridges, message):
    clues = CLUES | dict.fromkeys([(0, 8), (2, 0), (2, 8), (6, 4)])
    with pytest.raises(GenerationError, match=message):
        complete(PartialPuzzle(clues, bridges), GeneratorOptions(9, 9, 20), 1)


@pytest.mark.parametrize("seed", range(10))
def test_two_neighbours_that_lack_a_bridge_get_it_and_others_keep_theirs(seed):
    puzzle = Puzzle.from_clues(5, 5, dict.fromkeys(product(range(0, 5, 2), repeat=2)))
    edge = puzzle.edge_between(1, 4).id
    wanted = bytes(1 + (number == edge) for number in range(len(puzzle.edges)))
    clues = dict(enumerate(degrees(puzzle, wanted)))
    kept = Kept(clues.keys())
    start = bytearray([1] * len(wanted))
    assert meet_clues(puzzle, start, clues, kept, Rng(seed), loops=True) == wanted


TEN_THREES = dict.fromkeys(
    [(1, 0), (4, 2), (5, 0), (7, 0), (7, 2), (1, 9), (4, 7), (5, 9), (7, 9), (7, 7)], 3
)
RING = dict.fromkeys(product((0, 2), repeat=2), 2)
MIRROR = Symmetry.LEFT_RIGHT


@pytest.mark.parametrize(
    ("clues", "requirements", "in_the_way"),
    [
        (
            TEN_THREES,
            Requirements(GeneratorOptions(10, 10, 30, symmetry=MIRROR)),
            {Requirement.ISLANDS, Requirement.SYMMETRY},
        ),
        (
            {(0, 3): None, (0, 5): None},
            Requirements(GeneratorOptions(9, 10, 20, symmetry=MIRROR)),
            {Requirement.SYMMETRY},
        ),
        ({(0, 0): None}, Requirements(GeneratorOptions(4, 4, 8)), {Requirement.ISLANDS}),
        ({(0, 0): 5}, Requirements(GeneratorOptions(9, 9, 20)), set()),
        (RING, Requirements(GeneratorOptions(3, 3, 4, 1, loops=False)), {Requirement.LOOPS}),
        (
            RING,
            Requirements(GeneratorOptions(3, 3, 4, 1, level=Level.EXTREME)),
            {Requirement.LEVEL},
        ),
        (
            {(0, 0): 2},
            Requirements(GeneratorOptions(5, 5, 6, level=Level.EASY), hard_steps=99),
            {Requirement.STEPS, Requirement.LEVEL},
        ),
    ],
)
def test_what_stands_in_the_way_is_found_by_leaving_one_requirement_out(
    clues, requirements, in_the_way, monkeypatch
):
    monkeypatch.setattr(completion, "_MIN_ATTEMPTS", 40)
    monkeypatch.setattr(completion, "_SECONDS_PER_REQUIREMENT", TIMEOUT)
    ways = ways_out(PartialPuzzle(clues), requirements, 1)
    assert ways.keys() == in_the_way
    for way in ways.values():
        made = completed(PartialPuzzle(clues), way.options)
        assert way.are_met_by(made, CancelToken())


def test_a_requirement_takes_no_more_than_its_time(monkeypatch):
    def attempt(search):
        ended = Event()
        with search._cancel.on_cancel(ended.set):
            assert ended.wait(TIMEOUT)
        raise Cancelled

    monkeypatch.setattr(completion, "_SECONDS_PER_REQUIREMENT", 0.01)
    monkeypatch.setattr(completion._Search, "attempt", attempt)
    requirements = Requirements(GeneratorOptions(9, 9, 20, symmetry=MIRROR))
    assert ways_out(PartialPuzzle(CLUES), requirements, 1) == {}


@pytest.mark.parametrize(
    "search",
    [
        partial(complete, PartialPuzzle(CLUES), GeneratorOptions(9, 9, 20), 1),
        partial(ways_out, PartialPuzzle(CLUES), Requirements(GeneratorOptions(9, 9, 20)), 1),
    ],
)
def test_completing_can_be_cancelled(search, cancelled):
    with pytest.raises(Cancelled):
        search(cancelled)


@pytest.mark.parametrize("clues", [{}, {(0, 0): 2, (3, 3): None, (7, 1): None}])
@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.LEFT_RIGHT])
def test_kept_cells_stay_empty_or_a_question_mark(clues, symmetry):
    empty = {(row, col) for row in range(3, 6) for col in range(9)} - {(3, 3), (3, 5), (4, 4)}
    given = PartialPuzzle(clues, kept=frozenset({*empty, (3, 3)}))
    puzzle = completed(given, GeneratorOptions(9, 9, 14, symmetry=symmetry)).puzzle
    found = puzzle.clues
    assert empty.isdisjoint(found)
    assert (3, 3) not in clues or found[3, 3] is None


def test_no_room_at_all_is_told():
    every = frozenset((row, col) for row in range(4) for col in range(4))
    with pytest.raises(GenerationError, match="no room for an island"):
        complete(PartialPuzzle({}, kept=every), GeneratorOptions(4, 4, 4), 1)


def test_only_what_is_accepted_is_returned():
    options = GeneratorOptions(7, 7, 14)
    first = complete(PartialPuzzle({}), options, 1)
    other = complete(PartialPuzzle({}), options, 1, accepts=lambda made: made != first)
    assert other != first
    with pytest.raises(GenerationError, match=r"None of \d+ puzzles"):
        complete(PartialPuzzle({}), GeneratorOptions(3, 3, 4), 1, accepts=lambda _: False)


@pytest.mark.parametrize("seed", range(20))
def test_a_given_island_gets_the_neighbours_that_its_clue_needs(seed):
    layout = grow_around(PartialPuzzle({(4, 4): 7}), GeneratorOptions(9, 9, 8), Rng(seed))
    assert sum((4, 4) in pair for pair in layout.bridges) == 4
