"""Compare the techniques with the exact solver: ``python -m hashi_gui.bench.techniques``.

On ``--count`` puzzles of all kinds, every conclusion of every technique at every position on the
way is compared, and how far the techniques come by themselves is counted.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random

from hashi_gui.bench.samples import LARGEST, sample
from hashi_gui.core.board import Board
from hashi_gui.formats import draw
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.assumptions import NestedWhatIf, WhatIf, refute
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES, all_techniques
from hashi_gui.logic.techniques.technique import Conclusion
from hashi_gui.logic.wording import bound_text, edge_name
from hashi_gui.progress import progress_bar
from hashi_gui.solving import Bounds, SatSolver

ASSUMING = 0.03
"""The share of the positions at which true assumptions are made: they take long."""

ASSUMPTIONS = 20
"""How many at one position."""

FEW = 40
"""True assumptions up to which they are tried with what-ifs in turn: that takes longer still."""

FINISHED_BY = ("direct techniques", "one assumption", "nested assumptions", "no technique")


@dataclass(slots=True)
class TechniquesReport:
    """What came of some puzzles.

    ``conclusions``, by technique, and ``assumptions`` count what was compared with the exact
    solver at so many ``positions``; ``wrong`` tells what disagreed. ``finished`` counts the
    puzzles with one solution, by what it took to finish them.
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
                f"{self.assumptions:10}  true assumptions, none of them to be refuted",
                f"{unique} puzzles with one solution, finished by",
                *(
                    f"{self.finished[by]:10}  {self.finished[by] / max(unique, 1):8.3%}  {by}"
                    for by in FINISHED_BY
                ),
                *self.wrong,
            ]
        )


def compare(seed: int, largest: int = LARGEST) -> TechniquesReport:
    """All comparisons on the puzzle of a seed: from the empty board, and from one part way to a
    solution.
    """
    random = Random(seed)
    puzzle = sample(seed, largest)
    report = TechniquesReport(puzzles=1)
    with SatSolver(puzzle) as solver:
        forced = solver.solution_bounds(Board.empty(puzzle))
        position = Position(puzzle)
        used = _Walk(position, forced, random, report).run()
        if forced.low == forced.high:
            report.finished[_finished_by(used, position)] += 1
        solution = solver.solution()
        assert solution is not None
        board = _part_way(solution, random)
        _Walk(
            Position.from_board(puzzle, board), solver.solution_bounds(board), random, report
        ).run()
    report.wrong = [f"Seed {seed}: {wrong}" for wrong in report.wrong]
    return report


def _finished_by(used: set[str], position: Position) -> str:
    if not position.solved:
        return FINISHED_BY[3]
    return FINISHED_BY[2 if NestedWhatIf.name in used else 1 if WhatIf.name in used else 0]


def _part_way(solution: bytes, random: Random) -> Board:
    """Some of the bridges of a solution, and marks on some edges that it leaves free."""
    done = random.random()
    counts = bytes(random.randint(0, n) if random.random() < done else 0 for n in solution)
    free = [edge for edge, count in enumerate(solution) if not count]
    return Board(counts, frozenset(edge for edge in free if random.random() < done / 2))


class _Walk:
    """Deduction to the end, with all that could be concluded on the way compared.

    A position that true conclusions led to has the same solutions as the first one: ``forced``
    holds at all of them.
    """

    def __init__(
        self, position: Position, forced: Bounds, random: Random, report: TechniquesReport
    ) -> None:
        self._position = position
        self._forced = forced
        self._random = random
        self._report = report
        self._seen = 0

    def run(self) -> set[str]:
        """The names of the techniques that led on."""
        used = set()
        self._look_around()
        for conclusion in Reasoner(self._position, all_techniques(self._forced)).run():
            used.add(conclusion.technique.name)
            self._compare(conclusion)
            if self._report.wrong:
                break
            self._look_around()
        return used

    def _look_around(self) -> None:
        """Compare what each technique sees from here that it may not have seen before."""
        position = self._position
        self._report.positions += 1
        touched = position.touched[self._seen :]
        self._seen = len(position.touched)
        for technique in DIRECT_TECHNIQUES:
            for subject in technique.affected(position, touched):
                for conclusion in technique.find(position, subject):
                    self._compare(conclusion)
        if self._random.random() < ASSUMING:
            self._assume()

    def _compare(self, conclusion: Conclusion) -> None:
        self._report.conclusions[conclusion.technique.name] += 1
        edge, bound = conclusion.edge, conclusion.bound
        low, high = self._forced.low[edge], self._forced.high[edge]
        if bound > low if conclusion.is_minimum else bound < high:
            self._complain(conclusion, conclusion.technique.name)

    def _assume(self) -> None:
        """Nothing may go wrong where something is assumed that a solution has."""
        true = list(self._true_assumptions())
        below = [("one step", DIRECT_TECHNIQUES)]
        if len(true) <= FEW:
            below.append(
                ("deeper", (*DIRECT_TECHNIQUES, WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))))
            )
        for assumption in self._random.sample(true, min(ASSUMPTIONS, len(true))):
            for name, techniques in below:
                self._report.assumptions += 1
                if refute(self._position, assumption, techniques) is not None:
                    self._complain(assumption, f"What if, {name}, refutes what is true")

    def _true_assumptions(self) -> Iterator[Conclusion]:
        position, forced = self._position, self._forced
        technique = WhatIf(())
        for edge, ends in enumerate(position.ends):
            low, high = position.low[edge], position.high[edge]
            if low < high and low == forced.low[edge]:
                yield Conclusion(technique, edge, False, low, ends)
            if low < high and high == forced.high[edge]:
                yield Conclusion(technique, edge, True, high, ends)

    def _complain(self, conclusion: Conclusion, what: str) -> None:
        puzzle, empty = self._position.puzzle, Board.empty(self._position.puzzle)
        known = empty.move_to(Board(bytes(self._position.low))).to_text(puzzle)
        bound = bound_text(conclusion.bound, is_minimum=conclusion.is_minimum)
        self._report.wrong.append(
            f"{what}, {bound} {edge_name(puzzle, conclusion.edge)}, "
            f"with {known or 'no bridges'} on\n{draw(puzzle, empty)}"
        )


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.techniques", description=__doc__)
    parser.add_argument("--count", metavar="N", type=int, default=1000, help="how many puzzles")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="that of the first one")
    parser.add_argument("--jobs", metavar="J", type=int, default=1, help="processes at a time")
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
