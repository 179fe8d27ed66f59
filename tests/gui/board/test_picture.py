from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.gui.board.picture import GroupColours
from hashi_gui.rendering.looks import GROUP_COLOURS

# 4.4.4.4.4.4, six islands in a row and below them the same again
ROWS = Puzzle.from_clues(3, 11, {(row, col): 4 for row in (0, 2) for col in range(0, 11, 2)})


class Colouring:
    """A board whose groups have colours."""

    def __init__(self, puzzle=ROWS):
        self.puzzle = puzzle
        self.board = Board.empty(puzzle)
        self.status = BoardStatus(puzzle, self.board)
        self.colours = GroupColours(puzzle, self.status)

    def edge(self, one, other):
        ends = (self.puzzle.island_at(*cell).id for cell in (one, other))
        return self.puzzle.edge_between(*ends).id

    def play(self, *states):
        """Change edges, given by their ids."""
        move = Move(states)
        self.board = self.board.apply(move)
        self.status.update(move)
        self.colours.update(self.puzzle.ends_of(edge for edge, _ in states))

    def join(self, *cells):
        """Join islands, one after the other."""
        for one, other in pairwise(cells):
            self.play((self.edge(one, other), 1))

    def of(self, *cells):
        return [self.colours.of(self.puzzle.island_at(*cell).id) for cell in cells]

    @property
    def all(self):
        return [self.colours.of(island.id) for island in self.puzzle.islands]


def row(number, first=0, last=5):
    return [(number, 2 * col) for col in range(first, last + 1)]


@pytest.fixture
def colouring():
    return Colouring()


def test_an_island_without_bridges_has_no_colour(colouring):
    assert set(colouring.all) == {None}
    colouring.join(*row(0, 0, 1))
    assert [colour is None for colour in colouring.of(*row(0, 0, 2))] == [False, False, True]
    colouring.play((colouring.edge(*row(0, 0, 1)), 0))
    assert set(colouring.all) == {None}


def test_groups_that_can_be_joined_have_different_colours(colouring):
    for start in (0, 2, 4):
        for number in (0, 2):
            colouring.join(*row(number, start, start + 1))
    colours = [colouring.of((number, 4 * n))[0] for number in (0, 2) for n in range(3)]
    assert len(set(colours)) == 6 == GROUP_COLOURS


def test_the_larger_group_keeps_its_colour(colouring):
    colouring.join(*row(0, 0, 1))
    colouring.join(*row(0, 2, 5))
    small, large = colouring.of((0, 0), (0, 10))
    assert small != large
    colouring.join(*row(0, 1, 2))
    assert set(colouring.of(*row(0))) == {large}


def test_the_larger_part_keeps_its_colour_and_undo_brings_the_other_one_back(colouring):
    colouring.join(*row(0, 0, 1))
    colouring.join(*row(0, 2, 5))
    before = colouring.all
    colouring.join(*row(0, 1, 2))
    colouring.play((colouring.edge(*row(0, 1, 2)), 0))
    assert colouring.all == before


def test_a_second_bridge_changes_no_colour(colouring):
    colouring.join(*row(0, 0, 3))
    before = colouring.all
    colouring.play((colouring.edge(*row(0, 0, 1)), 2))
    assert colouring.all == before


@given(st.data())
def test_each_group_has_one_colour_after_any_moves(data):
    colouring = Colouring()
    edges = st.integers(0, len(ROWS.edges) - 1)
    moves = st.lists(st.tuples(edges, st.integers(0, 2)), min_size=1, max_size=9)
    for _ in range(data.draw(st.integers(1, 4))):
        move = tuple(dict(data.draw(moves)).items())
        colouring.play(*move)
        after = colouring.all
        assert list(colouring.colours.numbers) == [0 if c is None else c + 1 for c in after]
        for group in components(ROWS, colouring.board.counts):
            colours = {after[island] for island in group}
            assert len(colours) == 1
            assert (None in colours) == (len(group) == 1)
