"""Hold every technique against the exact solver, on puzzles of every kind.

Run as ``python -m hashi_gui.bench.techniques --count 10000``. Then also prints what Table VI of
Yen et al., "Hashi Solver", says of their thousand puzzles of 25x25, for as many of ours.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from time import perf_counter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.generating import GenerationError, Options, generate
from hashi_gui.logic.deducer import Deducer
from hashi_gui.logic.position import Position
from hashi_gui.logic.technique import Conclusion
from hashi_gui.logic.techniques import DIRECT, all_techniques
from hashi_gui.solving import Bounds, SatSolver, VerdictKind

STAGES = ("14", "15", "16")
"""How many techniques were enough."""


@dataclass(slots=True)
class Report:
    """What came of some puzzles. ``unique`` counts those with one solution, ``solved`` those of
    them that techniques 1 to 14, 1 to 15 and all finish; ``wrong`` holds sentences.
    """

    puzzles: int = 0
    unique: int = 0
    solved: Counter[str] = field(default_factory=Counter)
    conclusions: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.puzzles += other.puzzles
        self.unique += other.unique
        self.solved += other.solved
        self.conclusions += other.conclusions
        self.wrong += other.wrong


def verify(seed: int) -> Report:
    """Check every conclusion on one random puzzle, from the start and from a board on the way."""
    random = Random(seed)
    puzzle = _some_puzzle(random, seed)
    report = Report(puzzles=1)
    with SatSolver(puzzle) as solver:
        verdict = solver.verdict()
        if verdict.solution is None:
            return report
        report.unique = int(verdict.kind is VerdictKind.UNIQUE)
        part = Board(bytes(random.randint(0, count) for count in verdict.solution))
        for board in (Board.empty(puzzle), part):
            _verify_on(puzzle, board, solver.forced(board), report)
    if report.unique:
        report.solved[_stage(puzzle, Bounds(verdict.solution, verdict.solution))] += 1
    return report


def _some_puzzle(random: Random, seed: int) -> Puzzle:
    """A puzzle of 5x5 to 25x25: sparse or dense, 1 to 4 bridges, "?" clues, unique or not."""
    side = random.randint(5, 25)
    share = random.uniform(0.08, 0.3)
    limit = random.choice([1, 2, 2, 2, 3, 4])
    doubles = random.uniform(0, 0.7)
    options = Options(side, side, max(4, int(side * side * share)), limit, doubles)
    try:
        puzzle = generate(options, seed).puzzle
    except GenerationError:
        return _some_puzzle(random, seed + 1)
    hidden = random.choice([0.0, 0.0, 0.1, 0.3])
    clues = {
        island.cell: None if random.random() < hidden else island.clue for island in puzzle.islands
    }
    return Puzzle.from_clues(side, side, clues, limit)


def _verify_on(puzzle: Puzzle, board: Board, forced: Bounds, report: Report) -> None:
    techniques = all_techniques(forced)[:-1]
    for conclusion in Deducer(Position.on(puzzle, board), techniques).run():
        report.conclusions[conclusion.technique.name] += 1
        if not _true(conclusion, forced):
            grid = write(Document(puzzle, board, "text"), "text")
            report.wrong.append(f"{conclusion.technique.name}: {conclusion.reason(puzzle)}\n{grid}")
            return


def _true(conclusion: Conclusion, forced: Bounds) -> bool:
    if conclusion.rises:
        return conclusion.bound <= forced.low[conclusion.edge]
    return conclusion.bound >= forced.high[conclusion.edge]


def _stage(puzzle: Puzzle, forced: Bounds) -> str:
    techniques = all_techniques(forced)
    for stage in STAGES:
        position = Position(puzzle)
        for _ in Deducer(position, techniques[: int(stage)]).run():
            pass
        if position.solved:
            return stage
    return "none"


@dataclass(frozen=True, slots=True)
class Sample:
    """One puzzle of the table: seconds and conclusions of techniques 1 to 14, and of the others."""

    direct_seconds: float
    assumed_seconds: float
    direct: int
    assumed: int


def sample(seed: int) -> Sample:
    """Deduce a puzzle of 25x25 with about 150 islands to its end, without help of the solver."""
    puzzle = generate(Options(25, 25, 150), seed).puzzle
    techniques = all_techniques()[:-1]
    begin = perf_counter()
    deducer = Deducer(Position(puzzle), techniques)
    direct = assumed = 0
    for conclusion in deducer.run():
        if conclusion.technique in DIRECT:
            direct += 1
        else:
            assumed += 1
    seconds = perf_counter() - begin
    assumed_seconds = sum(deducer.seconds[len(DIRECT) :])
    return Sample(seconds - assumed_seconds, assumed_seconds, direct, assumed)


def _print_report(report: Report) -> None:
    print(f"{report.puzzles} puzzles, {report.unique} unique, {len(report.wrong)} wrong")
    done = 0
    for stage in STAGES:
        done += report.solved[stage]
        print(f"  techniques 1 to {stage} finish {100 * done / max(report.unique, 1):.2f} %")
    for name, count in report.conclusions.most_common():
        print(f"  {name:26} {count:10}")
    for sentence in report.wrong:
        print(sentence)


def _print_table(samples: list[Sample]) -> None:
    total = [s.direct + s.assumed for s in samples]
    shares = [100 * s.direct / n for s, n in zip(samples, total)]
    share, rest = mean(shares), 100 - mean(shares)
    direct, assumed = (
        mean(getattr(s, f"{part}_seconds") for s in samples) for part in ("direct", "assumed")
    )
    alone = 100 * sum(not s.assumed for s in samples) / len(samples)
    print(f"{len(samples)} puzzles of 25x25, {direct + assumed:.4f} s each; published: 0.0342 s")
    print(f"without elimination search: {alone:.1f} %; published: 76.6 %")
    print("method              | information | seconds | seconds for 1 %")
    print(f"techniques 1 to 14  | {share:10.2f}% | {direct:.4f}  | {direct / share:.3e}")
    print("  published         |       98.9% | 0.0327  | 3.306e-04")
    print(f"elimination search  | {rest:10.2f}% | {assumed:.4f}  | {assumed / max(rest, 1e-9):.3e}")
    print("  published         |        1.1% | 0.0015  | 1.364e-03")


def _spread(work: Callable[[int], Report], seeds: Iterable[int], jobs: int) -> Iterator[Report]:
    if jobs == 1:
        yield from map(work, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, seeds, chunksize=16)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="puzzles to verify on")
    parser.add_argument("--table", type=int, default=1000, help="puzzles of 25x25 to time")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use for verifying")
    args = parser.parse_args()
    report = Report()
    for n, part in enumerate(
        _spread(verify, range(args.seed, args.seed + args.count), args.jobs), 1
    ):
        report.add(part)
        if n % 500 == 0:
            print(f"{n} of {args.count}, {len(report.wrong)} wrong", file=sys.stderr)
    _print_report(report)
    if args.table:
        _print_table([sample(seed) for seed in range(args.seed, args.seed + args.table)])
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
