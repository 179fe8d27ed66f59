"""Measure the live verdict of the editor over sessions of a setter's edits.

In each session a setter makes --edits edits of a generated puzzle, see
:mod:`tests.measure.setter`, with a random pause of up to 0.3 s after each verdict; what is still
being analysed then is cancelled. All verdicts are compared with those of a fresh solver. Every
--full-th puzzle is also analysed to the end, in this process. At the end, the last edits are undone
and then redone, 20 steps a second, by a client that has seen none of them.

The table has the milliseconds that pass from an edit to the verdict, and from a step of that burst
to the next verdict, because a step cancels the question about the one before. All others are those
of the processor, which other work on the machine does not change much: those from an edit or a step
to the verdict, in which the analysis before is cancelled, too, and those of the complete analyses,
from their start to each finding.
"""

import os
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from random import Random
from time import perf_counter, process_time, sleep

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.analysis import AnalysisClient, Solutions, analyse
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.lab.bench.measuring import Table
from hashi_gui.logic.rating.grading import Grade
from hashi_gui.logic.rating.solving_path import SolvingPath
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.solving import (
    Backbone,
    Cancelled,
    CancelToken,
    Count,
    Shares,
    Solver,
    Verdict,
    VerdictKind,
)
from hashi_gui.system.option_types import positive_number
from hashi_gui.system.progress import progress_bar
from tests.measure.measuring import Times, add_numbers, check
from tests.measure.setter import Setter

SIZES = ((25, 150), (40, 400))
"""Rows and columns, and islands."""

MAX_PAUSE = 0.3
"""Seconds."""

STEP = 1 / 20
"""Seconds from one step of a burst to the next."""

BURST = 200
"""The most edits that are undone at the end of a session."""

_NAMES = {
    Verdict: "verdict",
    Backbone: "what all solutions share",
    Shares: "share of the solutions for each bridge",
    Count: "number of solutions",
    Solutions: "solutions one by one",
    Grade: "grade and expected time",
    SolvingPath: "solving path with open steps",
    Explanation: "a contradiction",
}


@dataclass(slots=True)
class Sessions:
    """The verdicts of sessions: how many of each kind there were, what was wrong, and the times."""

    kinds: Counter[VerdictKind] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    times: Times = field(default_factory=Times)

    def run(self, side: int, islands: int, seed: int, edits: int, full: int) -> None:
        """Add a session."""
        generated = generate(GeneratorOptions(side, side, islands), seed)
        setter = Setter(generated.puzzle, generated.solution, seed)
        random = Random(seed)
        puzzles = [generated.puzzle]
        with closing(_HurriedClient()) as client:
            client.verdict(generated.puzzle)  # So that no start of a process is measured.
            for number, puzzle in enumerate(progress_bar(setter.edits(edits), edits)):
                puzzles.append(puzzle)
                with (
                    self.times.measure("verdict after an edit, elapsed", perf_counter),
                    self.times.measure(
                        "verdict after an edit, both processes", client.processor_seconds
                    ),
                ):
                    verdict = client.verdict(puzzle)
                self.kinds[verdict.kind] += 1
                with self.times.measure("verdict of a fresh solver"), Solver(puzzle) as solver:
                    fresh = solver.verdict()
                if verdict.kind != fresh.kind:
                    self.wrong.append(f"{side}x{side}, seed {seed}, edit {number}: {verdict.kind}")
                if number % full == 0:
                    self._analyse(puzzle)
                sleep(random.uniform(0, MAX_PAUSE))
        self._undo_and_redo(puzzles[-BURST - 1 :])

    def _undo_and_redo(self, puzzles: list[Puzzle]) -> None:
        """Go back from the last of some puzzles to the first and forward again, fast."""
        with closing(_HurriedClient()) as client:
            client.verdict(puzzles[-1])
            steps = [*puzzles[-2::-1], *puzzles[1:]]
            elapsed = self.times["verdict after a step of a burst, elapsed"]
            waiting: list[float] = []
            start = perf_counter()
            for number, puzzle in enumerate(steps, start=1):
                due = start + number * STEP
                sleep(max(0.0, due - perf_counter()))
                waiting.append(due)
                last = number == len(steps)
                timeout = None if last else max(0.0, due + STEP - perf_counter())
                with (
                    self.times.measure(
                        "verdict after a step of a burst, both processes", client.processor_seconds
                    ),
                    suppress(Empty),
                ):
                    client.verdict(puzzle, timeout)
                    now = perf_counter()
                    elapsed += [now - asked for asked in waiting]
                    waiting.clear()

    def _analyse(self, puzzle: Puzzle) -> None:
        """Measure the time until the first finding of each kind."""
        firsts: dict[str, float] = {}
        start = process_time()
        for finding in analyse(puzzle, CancelToken()):
            seconds = process_time() - start
            firsts.setdefault(_NAMES[type(finding)], seconds)
            if isinstance(finding, Explanation) and finding.is_final:
                name = "the way to it" if finding.steps else "a smallest contradiction"
                firsts.setdefault(name, seconds)
        for name, seconds in firsts.items():
            self.times[name].append(seconds)


class _HurriedClient:
    """A client in a thread of its own, which turns to the next puzzle at once."""

    def __init__(self) -> None:
        self._client = AnalysisClient()
        self._thread = ThreadPoolExecutor(1)
        self._token = CancelToken()
        self._running: Future[None] | None = None

    def close(self) -> None:
        self._token.cancel()
        self._thread.shutdown()
        self._client.close()

    def verdict(self, puzzle: Puzzle, timeout: float | None = None) -> Verdict:
        """The verdict; the analysis goes on until it is asked again.

        Raises queue.Empty if there is none after ``timeout`` seconds.
        """
        self._token.cancel()
        before, self._token = self._running, CancelToken()
        verdicts: SimpleQueue[Verdict] = SimpleQueue()
        self._running = self._thread.submit(self._analyse, puzzle, self._token, verdicts)
        verdict = verdicts.get(timeout=timeout)
        if before:
            before.result()
        return verdict

    def processor_seconds(self) -> float:
        """The processor's seconds of both processes so far; on Linux only."""
        process = self._client.process_id
        # One that does not give up soon enough is replaced; between two, there is none.
        ended = os.times()
        seconds = process_time() + ended.children_user + ended.children_system
        if process is not None:
            with suppress(OSError):  # It has just ended.
                # This is what clock_getcpuclockid, which Python does not have, returns on Linux.
                seconds += time.clock_gettime(~process << 3 | 2)
        return seconds

    def _analyse(self, puzzle: Puzzle, token: CancelToken, verdicts: SimpleQueue[Verdict]) -> None:
        with suppress(Cancelled):
            for finding in self._client.analyse(puzzle, token):
                if isinstance(finding, Verdict):
                    verdicts.put(finding)


def add_options(parser: ArgumentParser) -> None:
    add_numbers(
        parser,
        ("sessions", 3, "sessions of each size"),
        ("edits", 500, "edits in a session"),
        ("full", 25, "edits from one complete analysis to the next"),
        kind=positive_number,
    )
    add_numbers(parser, ("seed", 0, "of the first session"), kind=int)


def run(args: Namespace) -> Iterator[Table]:
    wrong = []
    for side, islands in SIZES:
        sessions = Sessions()
        for seed in range(args.seed, args.seed + args.sessions):
            sessions.run(side, islands, seed, args.edits, args.full)
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(sessions.kinds.items()))
        yield sessions.times.table(
            f"{side}x{side}, {islands} islands", f"Milliseconds; verdicts: {kinds}.", 0.001
        )
        wrong += sessions.wrong
    check(wrong)
