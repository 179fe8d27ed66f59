"""The puzzles of certificates, beside those of the program."""

from __future__ import annotations

import json
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.rules import is_solution as is_solution_of_program
from hashi_gui.formats import Document, write
from hashi_gui.verifying.puzzle import is_solution, read_puzzle

SQUARE = {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2}


def text_of(puzzle: Puzzle, counts: bytes) -> str:
    return write(Document(puzzle, Board(counts), "hashi"), "hashi")


def test_solutions_are_those_of_the_program() -> None:
    random = Random(1)
    answers = []
    for number in range(3000):
        cells = random.sample([(row, col) for row in range(4) for col in range(4)], 6)
        clues = {cell: random.choice((None, 1, 2, 2, 3)) for cell in cells}
        rules = Rules(random.choice((1, 2, 3)), loops=bool(number % 2))
        shape = Puzzle.from_clues(4, 4, clues, rules)
        counts = bytes(random.choice((0, 1, rules.max_bridges)) for _ in shape.edges)
        degrees = {island.cell: 0 for island in shape.islands}
        for edge, count in zip(shape.edges, counts):
            for end in shape.ends(edge.id):
                degrees[end.cell] += count
        fitting = {
            cell: clue if number % 7 == 0 else clue and degrees[cell]
            for cell, clue in clues.items()
        }
        puzzle = shape.with_clues(fitting)
        of, board = read_puzzle(text_of(puzzle, counts))
        assert len(of.edges) == len(puzzle.edges)
        answers.append(is_solution(of, board.counts))
        assert answers[-1] == is_solution_of_program(puzzle, counts)
    assert answers.count(True) > 50


@pytest.mark.parametrize(
    "change",
    [
        {"a_rule": True},
        {"version": 2},
        {"format": "has"},
        {"max_bridges": 5},
        {"max_bridges": True},
        {"loops": 0},
        {"puzzle": []},
        {"puzzle": ["2.H"]},
        {"puzzle": 3},
        {"puzzle": {"2.2": 1}},
        {"puzzle": ["2.2", "2."]},
        {"puzzle": ["2.2", 5]},
        {"bridges": [[0, 0, 0, 2, 3]]},
        {"bridges": [[0, 0, 0, 2, 0]]},
        {"bridges": [[0, 0, 2, 2, 1]]},
        {"bridges": [[0, 0, 0, 2, 1], [0, 0, 0, 2, 1]]},
        {"bridges": [[[], 0, 0, 2, 1]]},
        {"bridges": None},
        {"marks": [[0, 0, 2, 2]]},
        {"marks": [[0, 0, 0, 2]], "bridges": [[0, 0, 0, 2, 1]]},
        {"locks": [[0, 0]]},
    ],
    ids=str,
)
def test_what_is_not_known_is_refused(change: dict[str, object]) -> None:
    data = json.loads(text_of(Puzzle.from_clues(3, 3, SQUARE), bytes(4)))
    read_puzzle(json.dumps(data))
    with pytest.raises((ValueError, TypeError, KeyError)):
        read_puzzle(json.dumps({**data, **change}))


def test_a_key_that_is_there_twice_is_refused() -> None:
    text = text_of(Puzzle.from_clues(3, 3, SQUARE), bytes(4))
    with pytest.raises(ValueError):  # noqa: PT011 - it has no message
        read_puzzle(text.replace('"version": 1', '"version": 1, "version": 1'))
