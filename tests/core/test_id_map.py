from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import IdChanges, IdMap, Puzzle

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
