from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.puzzle import MAX_SIDE, Cell, IdChanges, IdMap, Island, Puzzle
from hashi_gui.core.rules import Rules
from tests.strategies import ANY_PUZZLE


def between(a: Island, b: Island) -> list[Cell]:
    """The cells strictly between two islands of one row or column."""
    if a.row == b.row:
        return [(a.row, col) for col in range(min(a.col, b.col) + 1, max(a.col, b.col))]
    return [(row, a.col) for row in range(min(a.row, b.row) + 1, max(a.row, b.row))]


def neighbouring_pairs(puzzle: Puzzle) -> set[frozenset[int]]:
    cells = {island.cell for island in puzzle.islands}
    return {
        frozenset({a.id, b.id})
        for a, b in combinations(puzzle.islands, 2)
        if (a.row == b.row or a.col == b.col) and cells.isdisjoint(between(a, b))
    }


@given(data=st.data())
def test_edges_connect_exactly_the_neighbouring_islands(data):
    puzzle = data.draw(ANY_PUZZLE)
    pairs = [frozenset({edge.a, edge.b}) for edge in puzzle.edges]
    assert set(pairs) == neighbouring_pairs(puzzle)
    assert len(pairs) == len(set(pairs))


@given(data=st.data())
def test_ids_are_indexes_and_ends_are_in_reading_order(data):
    puzzle = data.draw(ANY_PUZZLE)
    assert [island.id for island in puzzle.islands] == list(range(len(puzzle.islands)))
    assert [edge.id for edge in puzzle.edges] == list(range(len(puzzle.edges)))
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        assert a.cell < b.cell
        assert edge.horizontal == (a.row == b.row)
        assert edge.other(a.id) == b.id
        assert edge.other(b.id) == a.id
        assert puzzle.water(edge.id) == between(a, b)


@given(data=st.data())
def test_edges_cross_where_their_water_meets(data):
    puzzle = data.draw(ANY_PUZZLE)
    crossing = {
        (one.id, two.id)
        for one in puzzle.edges
        for two in puzzle.edges
        if one != two and set(puzzle.water(one.id)) & set(puzzle.water(two.id))
    }
    listed = [(e, across) for e, others in enumerate(puzzle.crossings) for across in others]
    assert set(listed) == crossing
    assert len(listed) == len(crossing)


def test_islands_that_move_together_keep_their_edges():
    here, right, down = (
        Puzzle.from_clues(5, 5, {(row, col): 1, (row + 2, col): 1})
        for row, col in ((0, 0), (0, 1), (2, 0))
    )
    assert here.edges is right.edges is down.edges


@given(data=st.data())
def test_lookups_agree_with_the_lists(data):
    puzzle = data.draw(ANY_PUZZLE)
    cells = {island.cell: island for island in puzzle.islands}
    for row in range(puzzle.rows):
        for col in range(puzzle.cols):
            assert puzzle.island_at(row, col) == cells.get((row, col))
    for island in puzzle.islands:
        touching = tuple(e.id for e in puzzle.edges if island.id in (e.a, e.b))
        assert puzzle.incident[island.id] == touching
        for edge, there in puzzle.neighbours(island.id):
            assert {edge.a, edge.b} == {island.id, there.id}
            assert puzzle.edge_between(island.id, there.id) == edge


@given(data=st.data())
def test_edge_towards_leads_in_the_direction_given(data):
    puzzle = data.draw(ANY_PUZZLE)
    for island in puzzle.islands:
        towards = [
            puzzle.edge_towards(island.id, drow, dcol)
            for drow, dcol in ((-1, 0), (1, 0), (0, -1), (0, 1))
        ]
        ends = [edge and puzzle.islands[edge.other(island.id)].cell for edge in towards]
        up, down, left, right = ends
        assert up is None or (up[0] < island.row and up[1] == island.col)
        assert down is None or (down[0] > island.row and down[1] == island.col)
        assert left is None or (left[0] == island.row and left[1] < island.col)
        assert right is None or (right[0] == island.row and right[1] > island.col)
        assert sum(end is not None for end in ends) == len(puzzle.incident[island.id])


@pytest.mark.parametrize("are_known", [False, True])
def test_a_puzzle_with_other_clues_is_like_a_new_one(are_known):
    clues = {(0, 0): 1, (0, 4): 2, (2, 2): 3, (4, 2): None, (4, 4): 1}
    puzzle = Puzzle.from_clues(5, 5, clues)
    if are_known:
        assert puzzle.crossings
    changed = puzzle.with_other_clues({1: None, 4: 3})
    new = Puzzle.from_clues(5, 5, {**clues, (0, 4): None, (4, 4): 3})
    assert changed == new
    assert (changed.edges, changed.incident) == (new.edges, new.incident)
    assert changed.crossings == new.crossings
    assert changed.island_at(4, 4) == new.islands[4]


def test_the_largest_grid_is_accepted():
    puzzle = Puzzle.from_clues(MAX_SIDE, MAX_SIDE, {(MAX_SIDE - 1, MAX_SIDE - 1): 0})
    assert (puzzle.rows, puzzle.cols) == (MAX_SIDE, MAX_SIDE)


def test_there_may_be_as_many_islands_as_the_limit(monkeypatch):
    monkeypatch.setattr("hashi_gui.core.puzzle.MAX_ISLANDS", 2)
    clues = {(0, 0): 1, (0, 2): 1}
    assert len(Puzzle.from_clues(1, 5, clues).islands) == 2
    with pytest.raises(PuzzleError) as error:
        Puzzle.from_clues(1, 5, clues | {(0, 4): 1})
    assert str(error.value) == "The puzzle has 3 islands; at most 2 are allowed."


@pytest.mark.parametrize(
    ("rows", "cols", "clues", "limit", "sentence"),
    [
        (
            0,
            3,
            {(0, 0): 1},
            2,
            "The grid has 0 x 3 cells; it must have 1 to 2000 rows and columns.",
        ),
        (
            3,
            2001,
            {(0, 0): 1},
            2,
            "The grid has 3 x 2001 cells; it must have 1 to 2000 rows and columns.",
        ),
        (3, 3, {(0, 0): 1}, 5, "The bridge limit is 5; it must be from 1 to 4."),
        (3, 3, {}, 2, "The grid has no islands; a puzzle needs at least one."),
        (3, 3, {(3, 0): 1}, 2, "The island at row 4, column 1 is outside the grid of 3 x 3 cells."),
        (3, 3, {(0, 3): 1}, 2, "The island at row 1, column 4 is outside the grid of 3 x 3 cells."),
        (
            *(3, 3, {(1, 2): 9}, 2),
            "The clue at row 2, column 3 is 9; with 2 bridges per pair it must be from 0 to 8.",
        ),
    ],
)
def test_an_invalid_puzzle_is_refused(rows, cols, clues, limit, sentence):
    with pytest.raises(PuzzleError) as error:
        Puzzle.from_clues(rows, cols, clues, Rules(limit))
    assert str(error.value) == sentence


SIDE = 5
cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
puzzles = st.dictionaries(cells, st.none() | st.integers(0, 8), max_size=14).map(
    lambda clues: Puzzle.unchecked(SIDE, SIDE, clues)
)


def ends(puzzle):
    """The cells of the ends of each edge."""
    return [tuple(end.cell for end in puzzle.ends(edge.id)) for edge in puzzle.edges]


def pairs(changes, number):
    """The ids of all of some things, with those that they have in the other puzzle."""
    before = changes.of_list(range(number), None)
    found = {b: a for a, b in enumerate(before) if b is not None}
    assert [a for a, b in enumerate(before) if b is None] == changes.new
    assert changes.gone == sorted({*range(number)} - found.keys())
    assert changes.of_values({b: b for b in range(number)}) == {a: b for b, a in found.items()}
    assert changes.of_ids(frozenset(range(0, number, 2))) == {
        a for b, a in found.items() if not b % 2
    }
    return found


@given(puzzles, puzzles)
def test_what_both_puzzles_have_is_found_and_nothing_else(one, other):
    found = IdMap.between(one, other)
    before, after = [i.cell for i in one.islands], [i.cell for i in other.islands]
    assert {before[a]: after[b] for a, b in pairs(found.islands, len(before)).items()} == {
        cell: cell for cell in {*before} & {*after}
    }
    edges = pairs(found.edges, len(one.edges))
    assert {ends(one)[a]: ends(other)[b] for a, b in edges.items()} == {
        pair: pair for pair in {*ends(one)} & {*ends(other)}
    }


@given(puzzles, st.sets(cells, max_size=3))
def test_the_edges_of_a_puzzle_follow_from_those_of_a_similar_one(puzzle, changed):
    clues = dict.fromkeys(puzzle.clues.keys() ^ changed)
    similar, anew = (Puzzle.unchecked(SIDE, SIDE, clues) for _ in range(2))
    similar.take_edges_of(puzzle)
    assert (similar.edges, similar.incident) == (anew.edges, anew.incident)
    assert IdMap.between(puzzle, similar) == IdMap.between(puzzle, anew)


@given(puzzles, st.data())
def test_other_clues_change_no_ids(puzzle, data):
    clues = {island.cell: data.draw(st.integers(0, 8)) for island in puzzle.islands}
    found = IdMap.between(puzzle, Puzzle.unchecked(SIDE, SIDE, clues))
    assert found.islands == IdChanges({}, len(puzzle.islands), 0, [])
    assert found.edges == IdChanges({}, len(puzzle.edges), 0, [])
