"""Compare all complete methods with each other.

Run `python -m hashi_gui.bench.cross_check`. Each method solves --count small random puzzles: with
one solution, several or none, with "?" clues and with 1 to 4 bridges per pair. All methods must
agree on whether there is a solution, and each answer must satisfy the rules.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules, components, degrees, solution_fault
from hashi_gui.formats import Document, write
from hashi_gui.method_registry import METHODS, solve
from hashi_gui.option_types import positive_number, whole_number
from hashi_gui.solving import SatSolver, Status, UnsupportedPuzzleError

COMPLETE = [name for name, method in METHODS.items() if method.complete and name != "sat"]
"""The methods that are compared with ``sat``."""

MAX_SIDE = 6
MAX_ISLANDS = 14

MAX_EDGES = {"brute-force": (18, 12, 9, 8), "astar-published": (18, 11, 8, 6)}
"""The largest puzzles that a slow method is given, in edges, for 1 to 4 bridges per pair."""


@dataclass(slots=True)
class CrossCheckReport:
    """The result of a comparison.

    ``kinds`` counts the verdicts of the puzzles, and ``answers`` the statuses of each method, None
    for a puzzle that it does not support. ``seconds`` is the total time of each method, and
    ``wrong`` describes each disagreement.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[Status | None]] = field(default_factory=lambda: defaultdict(Counter))
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.kinds.total()} puzzles: "
            + ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items())),
            f"{'':18} puzzles   solved     none  refused  seconds",
        ]
        for name, answers in self.answers.items():
            lines.append(
                f"{name:18} {answers.total():7}  {answers[Status.SOLVED]:7}  "
                f"{answers[Status.NONE]:7}  {answers[None]:7}  {self.seconds[name]:7.2f}"
            )
        return "\n".join([*lines, f"Disagreements: {len(self.wrong)}", *self.wrong])


def small_puzzle(seed: int) -> Puzzle:
    """A random puzzle with few islands, whose clues are those of random bridges.

    Most have only islands that these bridges connect, and so have a solution. In some, a clue is
    changed or several are hidden.
    """
    random = Random(seed)
    rows, cols = random.randint(1, MAX_SIDE), random.randint(2, MAX_SIDE)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    islands = random.sample(cells, random.randint(2, min(MAX_ISLANDS, len(cells))))
    limit = random.randint(1, 4)
    layout = Puzzle.from_clues(rows, cols, dict.fromkeys(islands), Rules(limit))
    counts = _random_bridges(layout, random)
    totals = degrees(layout, counts)
    all_islands = range(len(totals))
    used = max(components(layout, counts), key=len) if random.random() < 0.8 else all_islands
    clues: dict[Cell, int | None] = {layout.islands[i].cell: totals[i] or 1 for i in used}
    if random.random() < 0.2:
        clues[random.choice(list(clues))] = random.randint(1, 2 * limit)
    if random.random() < 0.3:
        clues |= dict.fromkeys(random.sample(list(clues), random.randint(1, len(clues))))
    return Puzzle.from_clues(rows, cols, clues, layout.rules)


def _random_bridges(layout: Puzzle, random: Random) -> list[int]:
    counts = [0] * len(layout.edges)
    for edge in random.sample(range(len(counts)), len(counts)):
        if not any(counts[across] for across in layout.crossings[edge]):
            counts[edge] = random.randint(0, layout.rules.max_bridges)
    return counts


def compare(seed: int, methods: Sequence[str], report: CrossCheckReport) -> None:
    """Solve the puzzle of a seed by ``sat`` and by all ``methods`` that are fast enough for it."""
    puzzle = small_puzzle(seed)
    with SatSolver(puzzle) as solver:
        report.kinds[solver.verdict().kind] += 1
    expected = solve(puzzle, "sat").status
    for name in ("sat", *methods):
        max_edges = MAX_EDGES.get(name)
        if max_edges is not None and len(puzzle.edges) > max_edges[puzzle.rules.max_bridges - 1]:
            continue
        try:
            result = solve(puzzle, name)
        except UnsupportedPuzzleError:
            report.answers[name][None] += 1
            continue
        report.answers[name][result.status] += 1
        report.seconds[name] += result.seconds
        fault = result.counts and solution_fault(puzzle, result.counts)
        if fault or result.status is not expected:
            grid = write(Document.from_puzzle(puzzle, "text"), "text")
            report.wrong.append(
                f"Seed {seed}: {name} says {result.status}, sat {expected}. {fault or ''}\n{grid}"
            )


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.cross_check", description=__doc__)
    parser.add_argument(
        "--count",
        metavar="N",
        type=positive_number,
        default=2000,
        help="number of puzzles (default: 2000)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number,
        default=0,
        help="seed of the first puzzle (default: 0)",
    )
    args = parser.parse_args()
    report = CrossCheckReport()
    for number in range(args.count):
        compare(args.seed + number, COMPLETE, report)
        print(f"\r{number + 1} of {args.count}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(report)
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
