"""Compare the techniques with the exact solver.

Run `python -m hashi_gui.bench.techniques`. On --count puzzles of all kinds, every conclusion of
every technique at every position on the way to the solution is checked, and the puzzles that the
techniques solve are counted.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random

from hashi_gui.bench.samples import MAX_SIDE, sample
from hashi_gui.core.board import Board
from hashi_gui.formats import draw
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.assumptions import NestedWhatIf, WhatIf, refute
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES, all_techniques
from hashi_gui.logic.techniques.technique import Conclusion
from hashi_gui.logic.wording import bound_text, edge_name, with_places
from hashi_gui.option_types import positive_number, whole_number
from hashi_gui.solving import Bounds, SatSolver
from hashi_gui.system.progress import progress_bar

ASSUMPTION_SHARE = 0.03
"""The share of positions at which true assumptions are checked, which is slow."""

MAX_ASSUMPTIONS = 20
"""The most assumptions that are checked at one position."""

MAX_NESTED = 40
"""The most true assumptions for which nested ones are checked too, which is slower still."""

FINISHED_BY = ("direct techniques", "one assumption", "nested assumptions", "no technique")


@dataclass(slots=True)
class TechniquesReport:
    """The result of a comparison.

    ``conclusions``, by technique, and ``assumptions`` count what was compared with the exact
    solver, at ``positions`` positions; ``wrong`` describes each disagreement. ``finished`` counts
    the puzzles with one solution, by the hardest technique needed to finish them.
    """

    puzzles: int = 0
    positions: int = 0
    assumptions: int = 0
    conclusions: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: TechniquesReport) -> None:
        self.puzzles += other.puzzles
        self.positions += other.positions
        self.assumptions += other.assumptions
        self.conclusions += other.conclusions
        self.finished += other.finished
        self.wrong += other.wrong

    def __str__(self) -> str:
        unique = self.finished.total()
        return "\n".join(
            [
                f"{self.puzzles} puzzles, {self.positions} positions, {len(self.wrong)} wrong:",
                *(
                    f"{self.conclusions[technique.name]:10}  {technique.name}"
                    for technique in all_techniques()
                ),
                f"{self.assumptions:10}  true assumptions, which must not be refuted",
                f"{unique} puzzles with one solution, finished by",
                *(
                    f"{self.finished[by]:10}  {self.finished[by] / max(unique, 1):8.3%}  {by}"
                    for by in FINISHED_BY
                ),
                *self.wrong,
            ]
        )


def compare(seed: int, max_side: int = MAX_SIDE) -> TechniquesReport:
    """Compare on the puzzle of a seed, from the empty board and from a partly solved one."""
    random = Random(seed)
    puzzle = sample(seed, max_side)
    report = TechniquesReport(puzzles=1)
    with SatSolver(puzzle) as solver:
        forced = solver.solution_bounds(Board.empty(puzzle))
        position = Position(puzzle)
        used = _Walk(position, forced, random, report).run()
        if forced.low == forced.high:
            report.finished[_finished_by(used, position)] += 1
        solution = solver.solution()
        assert solution is not None
        board = _partial_board(solution, random)
        _Walk(
            Position.from_board(puzzle, board), solver.solution_bounds(board), random, report
        ).run()
    report.wrong = [f"Seed {seed}: {wrong}" for wrong in report.wrong]
    return report


def _finished_by(used: set[str], position: Position) -> str:
    if not position.solved:
        return FINISHED_BY[3]
    return FINISHED_BY[2 if NestedWhatIf.name in used else 1 if WhatIf.name in used else 0]


def _partial_board(solution: bytes, random: Random) -> Board:
    """A board with some bridges of a solution, and marks on some edges without bridges."""
    done = random.random()
    counts = bytes(random.randint(0, n) if random.random() < done else 0 for n in solution)
    free = [edge for edge, count in enumerate(solution) if not count]
    return Board(counts, frozenset(edge for edge in free if random.random() < done / 2))


class _Walk:
    """Reasons from a position to the end and compares all conclusions possible on the way.

    True conclusions do not change the set of solutions, so the bounds ``forced``, which are exact
    for the first position, are exact for all.
    """

    def __init__(
        self, position: Position, forced: Bounds, random: Random, report: TechniquesReport
    ) -> None:
        self._position = position
        self._forced = forced
        self._random = random
        self._report = report
        self._compared = 0

    def run(self) -> set[str]:
        """Reason to the end; returns the names of the techniques used."""
        used = set()
        self._compare_position()
        for conclusion in Reasoner(self._position, all_techniques(self._forced)).run():
            used.add(conclusion.technique.name)
            self._compare(conclusion)
            if self._report.wrong:
                break
            self._compare_position()
        return used

    def _compare_position(self) -> None:
        """Compare the conclusions that have become possible since the last position."""
        position = self._position
        self._report.positions += 1
        touched = position.touched[self._compared :]
        self._compared = len(position.touched)
        for technique in DIRECT_TECHNIQUES:
            for subject in technique.affected(position, touched):
                for conclusion in technique.find(position, subject):
                    self._compare(conclusion)
        if self._random.random() < ASSUMPTION_SHARE:
            self._compare_assumptions()

    def _compare(self, conclusion: Conclusion) -> None:
        self._report.conclusions[conclusion.technique.name] += 1
        edge, bound = conclusion.edge, conclusion.bound
        low, high = self._forced.low[edge], self._forced.high[edge]
        if bound > low if conclusion.is_minimum else bound < high:
            self._add_wrong(conclusion, conclusion.technique.name)

    def _compare_assumptions(self) -> None:
        """Check that no assumption that holds in a solution is refuted."""
        true = list(self._true_assumptions())
        levels = [("one step", DIRECT_TECHNIQUES)]
        if len(true) <= MAX_NESTED:
            levels.append(
                ("deeper", (*DIRECT_TECHNIQUES, WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))))
            )
        for assumption in self._random.sample(true, min(MAX_ASSUMPTIONS, len(true))):
            for name, techniques in levels:
                self._report.assumptions += 1
                if refute(self._position, assumption, techniques) is not None:
                    self._add_wrong(assumption, f"What if, {name}, refutes a true assumption")

    def _true_assumptions(self) -> Iterator[Conclusion]:
        position, forced = self._position, self._forced
        technique = WhatIf(())
        for edge, ends in enumerate(position.ends):
            low, high = position.low[edge], position.high[edge]
            if low < high and low == forced.low[edge]:
                yield Conclusion(technique, edge, False, low, ends)
            if low < high and high == forced.high[edge]:
                yield Conclusion(technique, edge, True, high, ends)

    def _add_wrong(self, conclusion: Conclusion, problem: str) -> None:
        puzzle, empty = self._position.puzzle, Board.empty(self._position.puzzle)
        known = empty.move_to(Board(bytes(self._position.low))).to_text(puzzle)
        bound = bound_text(conclusion.bound, is_minimum=conclusion.is_minimum)
        self._report.wrong.append(
            f"{problem}, {bound} {with_places(puzzle, edge_name(puzzle, conclusion.edge))}, "
            f"with {known or 'no bridges'} on\n{draw(puzzle, empty)}"
        )


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.techniques", description=__doc__)
    parser.add_argument(
        "--count",
        metavar="N",
        type=positive_number,
        default=1000,
        help="number of puzzles (default: 1000)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number,
        default=0,
        help="seed of the first puzzle (default: 0)",
    )
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=positive_number,
        default=1,
        help="number of processes (default: 1)",
    )
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.count)
    with ProcessPoolExecutor(args.jobs) as pool:
        report = TechniquesReport()
        for found in progress_bar(pool.map(compare, seeds), len(seeds)):
            report.add(found)
    print(report)
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
