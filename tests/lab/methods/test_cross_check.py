"""All complete methods agree on 1000 random small puzzles.

Each puzzle is solved by the SAT solver and by one of the other methods in turn, or with
``HASHI_CROSS_CHECK=1`` by all of them.
"""

import os
from collections import Counter
from collections.abc import Sequence

import pytest

from hashi_gui.core.rules import solution_fault
from hashi_gui.formats import Document, write
from hashi_gui.lab import methods
from hashi_gui.lab.methods import METHODS, Method, solve
from hashi_gui.solving import Solver
from tests.samples import sample, small_puzzle

PUZZLES = 1000

LARGER = 9
"""Every so many seeds, a puzzle is a larger one."""

COMPLETE = [name for name, method in METHODS.items() if method.complete and name != "sat"]
"""The methods that are compared with ``sat``."""

MAX_EDGES = {"brute-force": (18, 12, 9, 8), "astar-published": (18, 11, 8, 6)}
"""The largest puzzles that a slow method is given, in edges, for 1 to 4 bridges per pair."""


def compare(
    seed: int, methods: Sequence[str], solved: Counter[str], *, loops: bool = True
) -> list[str]:
    """Solve the puzzle of a seed by ``sat`` and by all ``methods`` that are fast enough for it.

    Counts the puzzles that each method has solved; returns what is wrong.
    """
    puzzle = small_puzzle(seed) if seed % LARGER else sample(seed, max_side=8)
    puzzle = puzzle._replace(rules=puzzle.rules._replace(loops=loops))
    expected = solve(puzzle, "sat").status
    wrong = []
    for name in ("sat", *methods):
        max_edges = MAX_EDGES.get(name)
        if max_edges is not None and len(puzzle.edges) > max_edges[puzzle.rules.max_bridges - 1]:
            continue
        result = solve(puzzle, name)
        solved[name] += 1
        fault = result.counts and solution_fault(puzzle, result.counts)
        if fault or result.status is not expected:
            grid = write(Document.from_puzzle(puzzle, "text"), "text")
            wrong.append(
                f"Seed {seed}: {name} says {result.status}, sat {expected}. {fault or ''}\n{grid}"
            )
    return wrong


def test_all_complete_methods_agree() -> None:
    solved: Counter[str] = Counter()
    for seed in range(PUZZLES):
        turn = [COMPLETE[seed % len(COMPLETE)]]
        methods = COMPLETE if "HASHI_CROSS_CHECK" in os.environ else turn
        assert compare(seed, methods, solved) == []
    assert solved["sat"] == PUZZLES
    assert min(solved[name] for name in COMPLETE) > PUZZLES // len(COMPLETE) // 2


def test_all_methods_that_know_it_agree_on_the_rule_no_loops() -> None:
    known = [name for name in COMPLETE if METHODS[name].rules]
    for seed in range(300):
        assert compare(seed, [known[seed % len(known)]], Counter(), loops=False) == []


def test_puzzles_are_of_all_kinds() -> None:
    puzzles = [small_puzzle(seed) for seed in range(300)]
    assert {puzzle.rules.max_bridges for puzzle in puzzles} == {1, 2, 3, 4}
    assert any(island.clue is None for puzzle in puzzles for island in puzzle.islands)
    kinds: Counter[str] = Counter()
    for puzzle in puzzles:
        with Solver(puzzle) as solver:
            kinds[solver.verdict().kind] += 1
    assert set(kinds) == {"unique", "several", "none"}
    assert min(kinds.values()) > 30


def test_a_method_that_disagrees_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    skeptic = Method("skeptic", "", "", lambda puzzle, cancel, stats: None)
    monkeypatch.setattr(methods, "METHODS", {"sat": METHODS["sat"], "skeptic": skeptic})
    solvable = next(seed for seed in range(99) if solve(small_puzzle(seed), "sat").counts)
    (wrong,) = compare(solvable, ["skeptic"], Counter())
    assert wrong.startswith(f"Seed {solvable}: skeptic says none, sat solved.")
