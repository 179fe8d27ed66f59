"""The solver, with each of its engines, and counting, compared with brute force on tiny puzzles.

The suite has a sample; ``HASHI_ENGINES=20000`` gives each test that many puzzles.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from random import Random
from threading import Event

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, degrees, find_loops, is_blocked
from hashi_gui.solving import Backbone, Cancelled, CancelToken, Count, Solver, VerdictKind
from hashi_gui.solving.counting import counter
from hashi_gui.solving.counting.counter import count_solutions
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines.asp import CONFIGURATIONS, AspEngine
from hashi_gui.solving.engines.auto import AutoEngine
from hashi_gui.solving.engines.engine import Engine, LimitedEngine
from hashi_gui.solving.engines.frontier import FrontierEngine
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.engines.linear import LinearEngine
from hashi_gui.solving.engines.neighbourhood import NeighbourhoodEngine
from hashi_gui.solving.engines.regional import RegionalEngine

CreateEngine = Callable[[OrderEncoding], Engine]


def auto_without_first_try(threads: int) -> Callable[[OrderEncoding], AutoEngine]:
    """The default engine, if the SAT solver alone gives up every question."""

    def create(encoding: OrderEncoding) -> AutoEngine:
        engine = AutoEngine(encoding, threads)
        engine._first_conflicts = 0
        return engine

    return create


def first(create_limited: Callable[[OrderEncoding], LimitedEngine]) -> CreateEngine:
    """An engine that may give up, and the SAT solver only for what it gives up."""

    def create(encoding: OrderEncoding) -> Engine:
        engine = auto_without_first_try(1)(encoding)
        engine._racers = [create_limited(encoding), engine._sat]
        return engine

    return create


every_engine = pytest.mark.parametrize(
    "create_engine",
    [
        pytest.param(AutoEngine, id="auto"),
        pytest.param(LazySatEngine, id="sat"),
        *(pytest.param(partial(AspEngine, configuration=c), id=c) for c in CONFIGURATIONS),
        pytest.param(LinearEngine, id="linear"),
        pytest.param(first(FrontierEngine), id="frontier"),
        pytest.param(first(NeighbourhoodEngine), id="neighbourhood"),
        pytest.param(first(RegionalEngine), id="regional"),
        pytest.param(auto_without_first_try(1), id="turns"),
        pytest.param(auto_without_first_try(2), id="race"),
    ],
)

on_puzzles = settings(max_examples=int(os.environ.get("HASHI_ENGINES", "20")))

MAX_ASSIGNMENTS = 5000
"""The most assignments that a test may try for one puzzle."""

MAX_FOUND = 8
"""The most solutions that an engine finds one after the other."""


def brute_force(puzzle: Puzzle) -> set[bytes]:
    """All solutions, found with the rules alone."""
    waters = [set(puzzle.water(edge.id)) for edge in puzzle.edges]
    crossing = [
        (e, f)
        for e, f in combinations(range(len(waters)), 2)
        if puzzle.edges[e].horizontal != puzzle.edges[f].horizontal and waters[e] & waters[f]
    ]
    return {
        bytes(counts)
        for counts in product(range(puzzle.rules.max_bridges + 1), repeat=len(puzzle.edges))
        if not any(counts[e] and counts[f] for e, f in crossing)
        and all_clues_met(puzzle, counts)
        and is_connected(puzzle, counts)
        and (puzzle.rules.loops or len(counts) - counts.count(0) == len(puzzle.islands) - 1)
    }


def all_clues_met(puzzle: Puzzle, counts: tuple[int, ...]) -> bool:
    degrees = [0] * len(puzzle.islands)
    for edge, count in zip(puzzle.edges, counts):
        degrees[edge.a] += count
        degrees[edge.b] += count
    return all(
        degree >= 1 if island.clue is None else degree == island.clue
        for island, degree in zip(puzzle.islands, degrees)
    )


def is_connected(puzzle: Puzzle, counts: tuple[int, ...]) -> bool:
    reached = {0}
    for _ in puzzle.islands:
        for edge, count in zip(puzzle.edges, counts):
            if count and {edge.a, edge.b} & reached:
                reached |= {edge.a, edge.b}
    return len(reached) == len(puzzle.islands)


def extends(solution: bytes, board: Board, edges: frozenset[int]) -> bool:
    """Whether a solution extends the board on these edges."""
    return all(
        solution[e] == 0 if e in board.marks else solution[e] >= board.counts[e] for e in edges
    )


def extending(solutions: set[bytes], board: Board) -> set[bytes]:
    edges = frozenset(range(len(board.counts)))
    return {solution for solution in solutions if extends(solution, board, edges)}


def tiny_puzzle(seed: int) -> Puzzle:
    """A random tiny puzzle. Half of them have clues from random bridges, so that more have
    solutions.
    """
    random = Random(seed)
    while True:
        rows, cols, most = (random.randint(1, 4) for _ in range(3))
        cells = list(product(range(rows), range(cols)))
        cells = random.sample(cells, min(random.randint(1, 12), len(cells)))
        rules = Rules(most, loops=random.random() < 0.5)
        layout = Puzzle.from_clues(rows, cols, dict.fromkeys(cells), rules)
        # Without the first condition, most would have only one edge or none.
        edges = len(layout.edges)
        if random.random() < (1 + edges) / 9 and (most + 1) ** edges <= MAX_ASSIGNMENTS:
            break
    clues = [random.randint(0, min(4, 4 * most)) for _ in cells]
    if random.random() < 0.5:
        clues = degrees(layout, random_bridges(layout, random))
    share = random.choice((0.0, 0.3, 0.7))
    hidden = [None if random.random() < share else clue for clue in clues]
    return layout.with_clues(dict(zip((i.cell for i in layout.islands), hidden)))


def random_bridges(layout: Puzzle, random: Random) -> list[int]:
    counts = [0] * len(layout.edges)
    for edge in random.sample(range(len(counts)), len(counts)):
        if not is_blocked(layout, counts, edge) and random.random() < 0.8:
            counts[edge] = random.randint(1, layout.rules.max_bridges)
            if not layout.rules.loops and find_loops(layout, counts):
                counts[edge] = 0
    return counts


tiny_puzzles = st.integers(0, 10**7).map(tiny_puzzle)


@st.composite
def boards(draw: DrawFn, puzzle: Puzzle) -> Board:
    states = [draw(st.integers(-1, puzzle.rules.max_bridges)) for _ in puzzle.edges]
    marks = frozenset(edge for edge, state in enumerate(states) if state < 0)
    return Board(bytes(max(0, state) for state in states), marks)


@every_engine
@on_puzzles
@given(puzzle=tiny_puzzles)
def test_the_solver_finds_exactly_the_solutions(
    create_engine: CreateEngine, puzzle: Puzzle
) -> None:
    solutions = brute_force(puzzle)
    with Solver(puzzle, create_engine=create_engine) as solver:
        for _ in range(min(len(solutions), MAX_FOUND)):
            solution = solver.solution()
            assert solution in solutions
            solutions.remove(solution)
            solver._engine.add(solver._encoding.outside(solution, solution))
        assert solutions or solver.solution() is None


@every_engine
@on_puzzles
@given(puzzle=tiny_puzzles)
def test_the_verdict_and_its_solutions_are_correct(
    create_engine: CreateEngine, puzzle: Puzzle
) -> None:
    solutions = brute_force(puzzle)
    kinds = [VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.SEVERAL]
    with Solver(puzzle, create_engine=create_engine) as solver:
        verdict = solver.verdict()
        assert solver.solution() in (solutions or [None])
    assert verdict.kind is kinds[min(len(solutions), 2)]
    found = {verdict.solution, verdict.second} - {None}
    assert found <= solutions
    assert len(found) == min(len(solutions), 2)


@every_engine
@on_puzzles
@given(data=st.data(), puzzle=tiny_puzzles)
def test_questions_about_boards_in_any_order(
    create_engine: CreateEngine, data: st.DataObject, puzzle: Puzzle
) -> None:
    """All questions go to one solver, so that what one leaves behind could affect the next."""
    solutions = brute_force(puzzle)
    with Solver(puzzle, create_engine=create_engine) as solver:
        for _ in range(4):
            board = data.draw(boards(puzzle))
            extensions = extending(solutions, board)
            question = data.draw(st.sampled_from(["solution", "verdict", "bounds", "conflict"]))
            if question == "solution":
                assert solver.solution(board=board) in (extensions or [None])
                assert solver.is_solvable(board) is bool(extensions)
            elif question == "verdict":
                assert (solver.verdict().kind is VerdictKind.NONE) is (not solutions)
            elif question == "bounds" and extensions:
                bounds = tight_bounds(extensions)
                assert solver.backbone(board) == bounds
                for edge, (low, high) in enumerate(zip(bounds.low, bounds.high)):
                    bound = data.draw(st.integers(1, 2))
                    assert solver.forces(board, edge, bound, is_minimum=True) is (low >= bound)
                    assert solver.forces(board, edge, bound, is_minimum=False) is (high <= bound)
            elif question == "bounds":
                with pytest.raises(ValueError, match="No solution"):
                    solver.backbone(board)
            else:
                check_conflict(solver.smallest_conflict(board), board, solutions)


@given(puzzle=tiny_puzzles)
def test_other_solutions_come_by_what_is_new_in_them_and_are_as_near_as_possible(
    puzzle: Puzzle,
) -> None:
    solutions = brute_force(puzzle)
    assume(solutions)
    base = min(solutions)
    with Solver(puzzle) as solver:
        others = list(solver.other_solutions(base))
    assert sorted(others) == sorted(solutions - {base})
    known: set[int] = set()
    places = set[int]().union(*(differing(base, other) for other in others))
    for other in others:
        if places <= known:
            break
        new = differing(base, other) - known
        assert new
        between = [
            each
            for each in solutions - {other}
            if all(min(b, o) <= e <= max(b, o) for b, o, e in zip(base, other, each))
        ]
        assert not any(differing(base, each) & new for each in between)
        known |= new


def differing(one: bytes, two: bytes) -> set[int]:
    return {edge for edge in range(len(one)) if one[edge] != two[edge]}


def tight_bounds(solutions: set[bytes]) -> Backbone:
    states = list(zip(*solutions))
    return Backbone(bytes(map(min, states)), bytes(map(max, states)))


def check_conflict(conflict: frozenset[int], board: Board, solutions: set[bytes]) -> None:
    """It is a conflict of edges used on the board, and no smaller set of them is one."""
    if not solutions or extending(solutions, board):
        assert not conflict
        return
    used = frozenset(e for e, count in enumerate(board.counts) if count) | board.marks
    assert conflict <= used
    assert not any(extends(solution, board, conflict) for solution in solutions)
    for smaller in combinations(used, len(conflict) - 1):
        assert any(extends(solution, board, frozenset(smaller)) for solution in solutions)


def wait_until_cancelled(_counter: object, token: CancelToken) -> None:
    cancelled = Event()
    with token.on_cancel(cancelled.set):
        cancelled.wait()
    raise Cancelled


@pytest.mark.parametrize("solver_is_slow", [False, True])
@on_puzzles
@given(puzzle=tiny_puzzles)
def test_all_solutions_are_counted_in_all_and_for_each_edge(
    solver_is_slow: bool, puzzle: Puzzle
) -> None:
    """Within exact bounds from the solver, or within those of single clues if it is slow."""
    solutions = brute_force(puzzle)
    with pytest.MonkeyPatch.context() as patch, Solver(puzzle) as solver:
        if solver_is_slow:
            patch.setattr(counter._Counter, "_ask_solver", wait_until_cancelled)
        result = count_solutions(solver, CancelToken(), edges=True)
    bridges = range(puzzle.rules.max_bridges + 1)
    states = [[solution[edge.id] for solution in solutions] for edge in puzzle.edges]
    edges = tuple(tuple(map(each.count, bridges)) for each in states)
    assert result == Count(len(solutions), True, edges)
