"""Measure the live verdict of the editor over sessions of a setter's edits.

Run `python -m hashi_gui.bench.verdicts`. In each session a setter makes --edits edits of a
generated puzzle, see :mod:`hashi_gui.bench.setter`, with a random pause of up to 0.3 s after each
verdict; what is still being analysed then is cancelled. The first table has the milliseconds from
an edit to the verdict. All verdicts are compared with those of a fresh solver.

Every --full-th puzzle is also analysed to the end, in this process. The second table has
milliseconds of the processor, which other work on the machine does not change much: those from an
edit to the verdict, in which the analysis before is cancelled, too, and those of the complete
analyses, from their start to each finding.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from random import Random
from statistics import median
from time import perf_counter, process_time, sleep

from hashi_gui.bench.machine import machine
from hashi_gui.bench.setter import Setter
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.analysis import Finding, analyse
from hashi_gui.editing.analyst import Analyst
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.grading import Grade
from hashi_gui.logic.no_solution import Reason
from hashi_gui.logic.solving_path import SolvingPath
from hashi_gui.option_types import positive_number, whole_number
from hashi_gui.solving import (
    Bounds,
    Cancelled,
    CancelToken,
    Count,
    SatSolver,
    Shares,
    Verdict,
    VerdictKind,
)
from hashi_gui.system.progress import progress_bar

SIZES = ((25, 150), (40, 400))
"""Rows and columns, and islands."""

MAX_PAUSE = 0.3
"""Seconds."""

_NAMES = {
    Verdict: "verdict",
    Bounds: "what all solutions share",
    Shares: "share of the solutions for each bridge",
    Count: "number of solutions",
    Grade: "grade and expected time",
    SolvingPath: "solving path with open steps",
    Reason: "a contradiction",
}
_VERDICT = "verdict after an edit, both processes"
_FRESH = "verdict of a fresh solver"
_SMALLEST = "a smallest contradiction"


@dataclass(slots=True)
class Sessions:
    """The verdicts of sessions: how many of each kind and how many wrong ones there were, and
    their seconds; and the processor's seconds for each finding, by its name.
    """

    kinds: Counter[VerdictKind] = field(default_factory=Counter)
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    stages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def run(self, side: int, islands: int, seed: int, edits: int, full: int) -> None:
        """Add a session."""
        generated = generate(GeneratorOptions(side, side, islands), seed)
        setter = Setter(generated.puzzle, generated.solution, seed)
        random = Random(seed)
        with _HurriedAnalyst() as analyst:
            analyst.verdict(generated.puzzle)  # So that no start of a process is measured.
            for number, puzzle in enumerate(progress_bar(setter.edits(edits), edits)):
                start, spent = perf_counter(), analyst.processor_seconds()
                verdict = analyst.verdict(puzzle)
                self.seconds.append(perf_counter() - start)
                self.stages[_VERDICT].append(analyst.processor_seconds() - spent)
                self.kinds[verdict.kind] += 1
                start = process_time()
                with SatSolver(puzzle) as solver:
                    fresh = solver.verdict()
                self.stages[_FRESH].append(process_time() - start)
                self.wrong += verdict.kind != fresh.kind
                if number % full == 0:
                    self._analyse(puzzle)
                sleep(random.uniform(0, MAX_PAUSE))

    def _analyse(self, puzzle: Puzzle) -> None:
        times = list(_timed(analyse(puzzle, CancelToken())))
        for name in {name for name, _ in times}:
            self.stages[name].append(next(seconds for each, seconds in times if each == name))


def _timed(findings: Iterator[Finding]) -> Iterator[tuple[str, float]]:
    """The name of each finding, and the seconds until it."""
    start = process_time()
    for finding in findings:
        seconds = process_time() - start
        yield _NAMES[type(finding)], seconds
        if isinstance(finding, Reason) and finding.final:
            yield _SMALLEST, seconds


class _HurriedAnalyst:
    """An analyst in a thread of its own, who turns to the next puzzle at once."""

    def __init__(self) -> None:
        self._analyst = Analyst()
        self._thread = ThreadPoolExecutor(1)
        self._token = CancelToken()
        self._running: Future[None] | None = None

    def __enter__(self) -> _HurriedAnalyst:
        return self

    def __exit__(self, *_: object) -> None:
        self._token.cancel()
        self._thread.shutdown()
        self._analyst.close()

    def verdict(self, puzzle: Puzzle) -> Verdict:
        """The verdict; the analysis goes on until it is asked again."""
        self._token.cancel()
        before, self._token = self._running, CancelToken()
        verdicts: SimpleQueue[Verdict] = SimpleQueue()
        self._running = self._thread.submit(self._analyse, puzzle, self._token, verdicts)
        verdict = verdicts.get()
        if before:
            before.result()
        return verdict

    def processor_seconds(self) -> float:
        """The processor's seconds of both processes so far; on Linux only."""
        process = self._analyst.process_id
        assert process is not None
        # This is what clock_getcpuclockid, which Python does not have, returns on Linux.
        return process_time() + time.clock_gettime(~process << 3 | 2)

    def _analyse(self, puzzle: Puzzle, token: CancelToken, verdicts: SimpleQueue[Verdict]) -> None:
        def report(finding: Finding) -> None:
            if isinstance(finding, Verdict):
                verdicts.put(finding)

        with suppress(Cancelled):
            self._analyst.analyse(puzzle, token, report)


def row(name: str, seconds: Iterable[float]) -> str:
    """A row of a table: how many, and the median, the 95th percentile and the longest in ms."""
    ordered = sorted(1000 * each for each in seconds)
    high = ordered[int(0.95 * len(ordered))]
    return f"| {name} | {len(ordered)} | {median(ordered):.1f} | {high:.1f} | {ordered[-1]:.1f} |"


def tables(columns: Sequence[tuple[str, Sessions]]) -> str:
    """Both tables, with the kinds of the verdicts."""
    header = "number | median | 95 % within | longest |\n|---|---:|---:|---:|---:|"
    lines = [f"| verdict after an edit, elapsed | {header}"]
    lines += [row(title, sessions.seconds) for title, sessions in columns]
    for title, sessions in columns:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(sessions.kinds.items()))
        lines += ["", f"{title}: {kinds}; {sessions.wrong} wrong", ""]
        lines.append(f"| {title}, processor time | {header}")
        names = [
            name
            for name in (_VERDICT, _FRESH, *_NAMES.values(), _SMALLEST)
            if name in sessions.stages
        ]
        lines += [row(name, sessions.stages[name]) for name in names]
    return "\n".join(lines)


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.verdicts", description=__doc__)
    for name, default, what in (
        ("sessions", 3, "sessions of each size"),
        ("edits", 500, "edits in a session"),
        ("full", 25, "edits from one complete analysis to the next"),
    ):
        parser.add_argument(
            f"--{name}",
            metavar="N",
            type=positive_number,
            default=default,
            help=f"number of {what} (default: {default})",
        )
    parser.add_argument("--seed", metavar="S", type=whole_number, default=0, help="of the first")
    args = parser.parse_args()
    columns = []
    for side, islands in SIZES:
        sessions = Sessions()
        for seed in range(args.seed, args.seed + args.sessions):
            sessions.run(side, islands, seed, args.edits, args.full)
        columns.append((f"{side}x{side}, {islands} islands", sessions))
    print(", ".join(machine().values()))
    print(tables(columns))
    return 1 if any(sessions.wrong for _, sessions in columns) else 0


if __name__ == "__main__":
    sys.exit(main())
