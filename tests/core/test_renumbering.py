from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import IdMap, Puzzle

SIDE = 5
cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
puzzles = st.dictionaries(cells, st.none() | st.integers(0, 8), max_size=14).map(
    lambda clues: Puzzle.unchecked(SIDE, SIDE, clues)
)


def ends(puzzle):
    """The cells of the ends of each edge."""
    return [tuple(end.cell for end in puzzle.ends(edge.id)) for edge in puzzle.edges]


@given(puzzles, puzzles)
def test_what_both_puzzles_have_is_found_and_nothing_else(one, other):
    found = IdMap.between(one, other)
    before, after = [i.cell for i in one.islands], [i.cell for i in other.islands]
    assert {before[a]: after[b] for a, b in found.islands.items()} == {
        cell: cell for cell in {*before} & {*after}
    }
    assert {ends(one)[a]: ends(other)[b] for a, b in found.edges.items()} == {
        pair: pair for pair in {*ends(one)} & {*ends(other)}
    }


@given(puzzles, st.lists(st.tuples(st.integers(0, 13), cells), min_size=1, max_size=3))
def test_the_edges_of_a_puzzle_follow_from_those_before_islands_were_moved(puzzle, moves):
    clues = {island.cell: island.clue for island in puzzle.islands}
    for number, there in moves:
        if number < len(puzzle.islands) and there not in clues:
            clue = clues.pop(puzzle.islands[number].cell, None)
            clues[there] = clue
    moved, anew = (Puzzle.unchecked(SIDE, SIDE, clues) for _ in range(2))
    moved.take_edges_of(puzzle)
    assert (moved.edges, moved.incident) == (anew.edges, anew.incident)
    assert IdMap.between(puzzle, moved) == IdMap.between(puzzle, anew)


@given(puzzles, st.data())
def test_other_clues_change_no_ids(puzzle, data):
    clues = {island.cell: data.draw(st.integers(0, 8)) for island in puzzle.islands}
    found = IdMap.between(puzzle, Puzzle.unchecked(SIDE, SIDE, clues))
    assert found.islands == {i: i for i in range(len(puzzle.islands))}
    assert found.edges == {e: e for e in range(len(puzzle.edges))}


def test_values_go_along_with_edges():
    # 1.1      1.1.1
    # ...  to  .....
    # 1.1      ..1
    one = Puzzle.unchecked(3, 5, {(0, 0): 1, (0, 2): 1, (2, 0): 1, (2, 2): 1})
    other = Puzzle.unchecked(3, 5, {(0, 0): 1, (0, 2): 1, (0, 4): 1, (2, 2): 1})
    found = IdMap.between(one, other)
    names = ["-".join(f"{row}{col}" for row, col in pair) for pair in ends(one)]
    expected = {
        edge: name
        for edge, pair in enumerate(ends(other))
        if (name := "-".join(f"{row}{col}" for row, col in pair)) in ("00-02", "02-22")
    }
    assert found.of_some_edges(dict(enumerate(names))) == expected
    assert found.of_some_edges({}) == {}
