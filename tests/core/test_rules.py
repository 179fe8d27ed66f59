from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core import rules
from hashi_gui.core.board import Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from tests.strategies import ANY_PUZZLE, boards, solved


def degree(puzzle: Puzzle, counts: bytes, island: int) -> int:
    return sum(counts[e.id] for e in puzzle.edges if island in (e.a, e.b))


def connected_groups(puzzle: Puzzle, counts: bytes) -> set[frozenset[int]]:
    """The groups of islands that bridges connect, found by merging."""
    groups = {frozenset({island.id}) for island in puzzle.islands}
    for edge in puzzle.edges:
        if counts[edge.id]:
            touched = {group for group in groups if edge.a in group or edge.b in group}
            groups = groups - touched | {frozenset().union(*touched)}
    return groups


def capacity_of(puzzle: Puzzle, board: Board, edge: int) -> int:
    """How many bridges can be added to an edge, one at a time, without an obvious mistake."""
    if edge in board.marks or any(board.counts[across] for across in puzzle.crossings[edge]):
        return 0
    built = 0
    while True:
        counts = bytearray(board.counts)
        counts[edge] += built + 1
        if counts[edge] > puzzle.rules.max_bridges or any(
            end.clue is not None and degree(puzzle, counts, end.id) > end.clue
            for end in puzzle.ends(edge)
        ):
            return built
        built += 1


def edges_on_loops(puzzle: Puzzle, counts: bytes) -> set[int]:
    """The edges without which their islands would still be connected."""
    groups = connected_groups(puzzle, counts)
    return {
        edge
        for edge in range(len(counts))
        if counts[edge]
        and connected_groups(puzzle, bytes([*counts[:edge], 0, *counts[edge + 1 :]])) == groups
    }


def follows_every_rule(puzzle: Puzzle, counts: bytes) -> bool:
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
        and len(connected_groups(puzzle, counts)) == 1
        and (puzzle.rules.loops or not edges_on_loops(puzzle, counts))
    )


@given(data=st.data())
def test_degrees_remaining_bridges_and_components(data):
    puzzle = data.draw(ANY_PUZZLE)
    counts = data.draw(boards(puzzle)).counts
    sums = [degree(puzzle, counts, island.id) for island in puzzle.islands]
    assert rules.degrees(puzzle, counts) == sums
    assert BoardStatus(puzzle, Board(counts)).remaining == [
        None if island.clue is None else island.clue - have
        for island, have in zip(puzzle.islands, sums, strict=True)
    ]
    groups = rules.components(puzzle, counts)
    assert {frozenset(group) for group in groups} == connected_groups(puzzle, counts)
    assert groups == sorted(sorted(group) for group in groups)


@given(data=st.data())
def test_capacities_are_the_bridges_that_can_be_added(data):
    puzzle = data.draw(ANY_PUZZLE)
    board = data.draw(boards(puzzle))
    assert BoardStatus(puzzle, board).capacities == [
        capacity_of(puzzle, board, edge.id) for edge in puzzle.edges
    ]


@given(data=st.data())
def test_faults_match_their_definitions(data):
    puzzle = data.draw(ANY_PUZZLE)
    board = data.draw(boards(puzzle))
    found = BoardStatus(puzzle, board).faults
    capacity = {edge.id: capacity_of(puzzle, board, edge.id) for edge in puzzle.edges}

    overfull, unsatisfiable = set(), set()
    for island in puzzle.islands:
        have = degree(puzzle, board.counts, island.id)
        reach = have + sum(capacity[e] for e in puzzle.incident[island.id])
        if island.clue is not None and have > island.clue:
            overfull.add(island.id)
        elif reach < (1 if island.clue is None else island.clue):
            unsatisfiable.add(island.id)
    assert found.overfull == overfull
    assert found.unsatisfiable == unsatisfiable

    groups = connected_groups(puzzle, board.counts)
    isolated = {
        group
        for group in groups
        if len(groups) > 1
        and len(group) > 1
        and not any(capacity[e.id] for e in puzzle.edges if (e.a in group) != (e.b in group))
    }
    assert {frozenset(group) for group in found.isolated} == isolated

    drawn = [e.id for e in puzzle.edges if board.counts[e.id]]
    across = [
        pair
        for pair in combinations(drawn, 2)
        if set(puzzle.water(pair[0])) & set(puzzle.water(pair[1]))
    ]
    assert found.crossed == {edge for pair in across for edge in pair}

    looped = set() if puzzle.rules.loops else edges_on_loops(puzzle, board.counts)
    assert found.looped == looped
    assert bool(found) == bool(overfull or unsatisfiable or isolated or across or looped)


@given(data=st.data())
def test_a_solution_follows_every_rule(data):
    puzzle = data.draw(ANY_PUZZLE)
    counts = data.draw(boards(puzzle)).counts
    assert rules.is_solution(puzzle, counts) == follows_every_rule(puzzle, counts)


@given(data=st.data())
def test_a_solved_board_is_a_solution_without_faults(data):
    puzzle, counts = data.draw(solved())
    assert follows_every_rule(puzzle, counts)
    assert rules.solution_fault(puzzle, counts) is None
    assert not BoardStatus(puzzle, Board(counts)).faults


@given(solved())
def test_a_solution_with_one_edge_changed_is_not_a_solution(pair):
    puzzle, counts = pair
    for edge, drawn in enumerate(counts):
        for other in {*range(puzzle.rules.max_bridges + 1)} - {drawn}:
            changed = Board(counts).apply(Move(((edge, other),)))
            assert not rules.is_solution(puzzle, changed.counts)


# 2 2
# 2 2   four islands, connected as a ring or as two pairs
RING = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})


def ring(top: int, left: int, right: int, bottom: int) -> bytes:
    counts = {(0, 1): top, (0, 2): left, (1, 3): right, (2, 3): bottom}
    return bytes(counts[edge.a, edge.b] for edge in RING.edges)


@pytest.mark.parametrize(
    ("counts", "fault"),
    [
        (ring(1, 1, 1, 1), None),
        (ring(2, 0, 0, 2), "The islands form 2 separate groups."),
        (ring(1, 1, 1, 0), "The island at row 3, column 1 has 1 bridge and needs 2."),
        (
            ring(3, 1, 1, 1),
            f"Edge {RING.edge_between(0, 1).id} has 3 bridges; at most 2 are allowed.",
        ),
    ],
)
def test_the_fault_of_a_solution_is_one_sentence(counts, fault):
    assert rules.solution_fault(RING, counts) == fault


def test_a_loop_is_a_fault_only_where_the_rules_forbid_it():
    tree = RING._replace(rules=Rules(loops=False))
    assert rules.solution_fault(tree, ring(1, 1, 1, 1)) == "The bridges form a loop of 4 islands."


@pytest.mark.parametrize(("clue", "needed"), [(0, None), (1, "1"), (None, "at least 1")])
def test_a_single_island_is_solved_only_if_its_clue_is_0(clue, needed):
    puzzle = Puzzle.from_clues(1, 1, {(0, 0): clue})
    sentence = f"The island at row 1, column 1 has 0 bridges and needs {needed}."
    assert rules.solution_fault(puzzle, b"") == (sentence if needed else None)


def test_crossing_bridges_are_not_a_solution():
    cross = Puzzle.from_clues(3, 3, {(0, 1): 1, (1, 0): 1, (1, 2): 1, (2, 1): 1})
    assert rules.solution_fault(cross, bytes([1, 1])) == "Edge 0 is crossed by another bridge."
    assert BoardStatus(cross, Board(bytes([1, 1]))).faults.crossed == {0, 1}
