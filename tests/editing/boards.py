"""Puzzles for the tests of what the setter is offered, and solutions found by the rules alone."""

from collections.abc import Mapping
from itertools import combinations, product

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, degrees, is_solution
from hashi_gui.editing.proposal import Proposal
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Solver, Verdict, VerdictKind

MAX_ASSIGNMENTS = 3000
"""The most assignments that :func:`all_solutions` may try."""


def with_clues(puzzle: Puzzle, clues: Mapping[int, int | None]) -> Puzzle:
    """The puzzle with other clues for some islands."""
    cells = {island.cell: clues.get(island.id, island.clue) for island in puzzle.islands}
    return puzzle.with_clues(cells)


def without_clues(puzzle: Puzzle) -> Puzzle:
    return with_clues(puzzle, dict.fromkeys(range(len(puzzle.islands))))


def all_solutions(puzzle: Puzzle) -> list[bytes]:
    every = product(range(puzzle.rules.max_bridges + 1), repeat=len(puzzle.edges))
    return [bytes(counts) for counts in every if is_solution(puzzle, counts)]


def fewest_by_brute_force(puzzle: Puzzle, solution: bytes) -> int:
    """The size of a smallest set of clues that leaves only the solution, whose clues these are."""
    clues = [island.clue for island in puzzle.islands]
    fitting = [
        {i for i, degree in enumerate(degrees(puzzle, found)) if degree == clues[i]}
        for found in all_solutions(without_clues(puzzle))
        if found != solution
    ]
    return next(
        size
        for size in range(len(clues) + 1)
        for shown in combinations(range(len(clues)), size)
        if not any(fits.issuperset(shown) for fits in fitting)
    )


def verdict_of(puzzle: Puzzle) -> Verdict:
    with Solver(puzzle) as solver:
        return solver.verdict()


def is_only_solution(puzzle: Puzzle, solution: bytes) -> bool:
    verdict = verdict_of(puzzle)
    return verdict.kind == VerdictKind.UNIQUE and verdict.solution == solution


@st.composite
def tiny_puzzles(draw: DrawFn) -> Puzzle:
    """Puzzles with the clues of a solution; there may be others."""
    side = 5
    cells = st.tuples(st.integers(0, side - 1), st.integers(0, side - 1))
    islands = draw(st.sets(cells, min_size=2, max_size=7))
    bare = Puzzle.from_clues(side, side, dict.fromkeys(islands), Rules(draw(st.integers(1, 3))))
    solutions: list[bytes] = []
    if (bare.rules.max_bridges + 1) ** len(bare.edges) <= MAX_ASSIGNMENTS:
        solutions = all_solutions(bare)
    if not solutions:
        bare = Puzzle.from_clues(1, 3, {(0, 0): None, (0, 2): None}, Rules(2))
        solutions = all_solutions(bare)
    solution = draw(st.sampled_from(solutions))
    return with_clues(bare, dict(enumerate(degrees(bare, solution))))


def assert_does_what_it_says(proposal: Proposal, before: Puzzle) -> None:
    """The changes lead from a puzzle to the one proposed, which has exactly the solution given."""
    assert is_only_solution(proposal.puzzle, proposal.solution)
    clues = before.clues
    for change in proposal.changes:
        if change.before is not None:
            assert clues.pop(change.before.cell) == change.before.clue
    for change in proposal.changes:
        assert change.before != change.after
        if change.after is None:
            continue
        assert proposal.puzzle.islands[change.after.id] == change.after
        assert change.after.cell not in clues
        clues[change.after.cell] = change.after.clue
    assert clues == proposal.puzzle.clues
    assert proposal.puzzle.rules.max_bridges == before.rules.max_bridges
    assert 0 < proposal.cost == len(proposal.changes)
    assert with_places(proposal.puzzle, proposal.text).endswith(".")
