from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core import rules
from hashi_gui.core.board import Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle


def degree(puzzle: Puzzle, counts: bytes, island: int) -> int:
    return sum(counts[e.id] for e in puzzle.edges if island in (e.a, e.b))


def joined(puzzle: Puzzle, counts: bytes) -> set[frozenset[int]]:
    """The groups of islands that bridges join, by merging until nothing merges."""
    groups = {frozenset({island.id}) for island in puzzle.islands}
    for edge in puzzle.edges:
        if counts[edge.id]:
            touched = {group for group in groups if edge.a in group or edge.b in group}
            groups = groups - touched | {frozenset().union(*touched)}
    return groups


def buildable(puzzle: Puzzle, board: Board, edge: int) -> int:
    """How many bridges can follow on an edge, one at a time, with no rule of sight broken."""
    if edge in board.marks or any(board.counts[across] for across in puzzle.crossings[edge]):
        return 0
    built = 0
    while True:
        counts = bytearray(board.counts)
        counts[edge] += built + 1
        if counts[edge] > puzzle.max_bridges or any(
            end.clue is not None and degree(puzzle, counts, end.id) > end.clue
            for end in puzzle.ends(edge)
        ):
            return built
        built += 1


def keeps_every_rule(puzzle: Puzzle, counts: bytes) -> bool:
    drawn = [e for e in range(len(puzzle.edges)) if counts[e]]
    return (
        all(
            degree(puzzle, counts, i.id) == i.clue
            if i.clue is not None
            else degree(puzzle, counts, i.id) > 0
            for i in puzzle.islands
        )
        and not any(
            set(puzzle.water(one)) & set(puzzle.water(two)) for one, two in combinations(drawn, 2)
        )
        and len(joined(puzzle, counts)) == 1
    )


@given(data=st.data())
def test_degrees_needs_and_components(puzzles, boards, data):
    puzzle = data.draw(puzzles)
    counts = data.draw(boards(puzzle)).counts
    sums = [degree(puzzle, counts, island.id) for island in puzzle.islands]
    assert rules.degrees(puzzle, counts) == sums
    assert BoardStatus(puzzle, Board(counts)).remaining == [
        None if island.clue is None else island.clue - have
        for island, have in zip(puzzle.islands, sums, strict=True)
    ]
    groups = rules.components(puzzle, counts)
    assert {frozenset(group) for group in groups} == joined(puzzle, counts)
    assert groups == sorted(sorted(group) for group in groups)


@given(data=st.data())
def test_room_is_what_can_still_be_built(puzzles, boards, data):
    puzzle = data.draw(puzzles)
    board = data.draw(boards(puzzle))
    assert BoardStatus(puzzle, board).capacities == [
        buildable(puzzle, board, edge.id) for edge in puzzle.edges
    ]


@given(data=st.data())
def test_faults_are_what_their_names_say(puzzles, boards, data):
    puzzle = data.draw(puzzles)
    board = data.draw(boards(puzzle))
    found = BoardStatus(puzzle, board).faults
    room = {edge.id: buildable(puzzle, board, edge.id) for edge in puzzle.edges}

    overfull, unsatisfiable = set(), set()
    for island in puzzle.islands:
        have = degree(puzzle, board.counts, island.id)
        reach = have + sum(room[e] for e in puzzle.incident[island.id])
        if island.clue is not None and have > island.clue:
            overfull.add(island.id)
        elif reach < (1 if island.clue is None else island.clue):
            unsatisfiable.add(island.id)
    assert found.overfull == overfull
    assert found.unsatisfiable == unsatisfiable

    groups = joined(puzzle, board.counts)
    shut = {
        group
        for group in groups
        if len(groups) > 1
        and len(group) > 1
        and not any(room[e.id] for e in puzzle.edges if (e.a in group) != (e.b in group))
    }
    assert {frozenset(group) for group in found.isolated} == shut

    drawn = [e.id for e in puzzle.edges if board.counts[e.id]]
    across = [
        pair
        for pair in combinations(drawn, 2)
        if set(puzzle.water(pair[0])) & set(puzzle.water(pair[1]))
    ]
    assert found.crossed == {edge for pair in across for edge in pair}
    assert bool(found) == bool(overfull or unsatisfiable or shut or across)


@given(data=st.data())
def test_a_solution_keeps_every_rule(puzzles, boards, data):
    puzzle = data.draw(puzzles)
    counts = data.draw(boards(puzzle)).counts
    assert rules.is_solution(puzzle, counts) == keeps_every_rule(puzzle, counts)


@given(data=st.data())
def test_a_solved_board_is_a_solution_without_faults(solved, data):
    puzzle, counts = data.draw(solved)
    assert keeps_every_rule(puzzle, counts)
    assert rules.solution_fault(puzzle, counts) is None
    assert not BoardStatus(puzzle, Board(counts)).faults


@given(data=st.data())
def test_one_bridge_less_or_more_is_no_solution(solved, data):
    puzzle, counts = data.draw(solved.filter(lambda pair: pair[0].edges))
    edge = data.draw(st.sampled_from(puzzle.edges)).id
    other = data.draw(
        st.integers(0, puzzle.max_bridges).filter(lambda count: count != counts[edge])
    )
    changed = Board(counts).apply(Move(((edge, other),)))
    assert not rules.is_solution(puzzle, changed.counts)


# 2 2
# 2 2   four islands in a ring, and two pairs in the same place
RING = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})


def ring(top: int, left: int, right: int, bottom: int) -> bytes:
    counts = {(0, 1): top, (0, 2): left, (1, 3): right, (2, 3): bottom}
    return bytes(counts[edge.a, edge.b] for edge in RING.edges)


@pytest.mark.parametrize(
    ("counts", "fault"),
    [
        (ring(1, 1, 1, 1), None),
        (ring(2, 0, 0, 2), "The islands form 2 separate groups."),
        (ring(1, 1, 1, 0), "The island at row 2, column 0 has 1 bridges and needs 2."),
        (
            ring(3, 1, 1, 1),
            f"Edge {RING.edge_between(0, 1).id} has 3 bridges; at most 2 are allowed.",
        ),
    ],
)
def test_the_fault_is_told_in_one_sentence(counts, fault):
    assert rules.solution_fault(RING, counts) == fault


def test_a_lone_island_is_done_with_clue_0_alone():
    for clue, done in ((0, True), (1, False), (None, False)):
        puzzle = Puzzle.from_clues(1, 1, {(0, 0): clue})
        assert rules.is_solution(puzzle, b"") == done


def test_bridges_across_each_other_are_no_solution():
    cross = Puzzle.from_clues(3, 3, {(0, 1): 1, (1, 0): 1, (1, 2): 1, (2, 1): 1})
    assert rules.solution_fault(cross, bytes([1, 1])) == "Edge 0 is crossed by another bridge."
    assert BoardStatus(cross, Board(bytes([1, 1]))).faults.crossed == {0, 1}
