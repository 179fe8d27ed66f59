"""Measure certificates: how long they take to write and to verify, and how large they are.

A row is for the puzzles of a file or folder, or for generated ones, that have the same verdict.
Times are CPU seconds; writing includes the verdict. What is not verified is reported as wrong.
"""

from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time

from hashi_gui.certifying import certify, write_certificate
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats.sources import find_puzzles
from hashi_gui.lab.bench.measuring import Table
from hashi_gui.solving import Cancelled, CancelToken, Solver
from hashi_gui.system.option_types import not_empty, seconds
from hashi_gui.system.progress import progress_bar
from hashi_gui.verify_certificate import CertificateError, verify
from tests.measure.makers import generated
from tests.measure.measuring import add_numbers, check, with_longest

SIDES = range(5, 26)
"""Sides of generated puzzles."""


def measure(
    name: str, puzzles: Iterable[tuple[str, Puzzle]], time_limit: float, wrong: list[str]
) -> Iterator[Sequence[str]]:
    """Certify puzzles with their names, and yield a row for each verdict."""
    kinds: defaultdict[str, list[tuple[float, float, float]]] = defaultdict(list)
    stopped = []
    for each, puzzle in puzzles:
        start = process_time()
        try:
            with CancelToken().limited(time_limit) as token, Solver(puzzle) as solver:
                verdict = solver.verdict(token)
                contents = certify(puzzle, verdict, token)
        except Cancelled:
            stopped.append(each)
            continue
        written = process_time()
        with TemporaryDirectory() as folder:
            write_certificate(Path(folder), contents)
            verified = process_time()
            try:
                claim, _puzzle = verify(Path(folder))
            except CertificateError as error:
                wrong.append(f"{each}: {error}")
                continue
        size = sum(map(len, contents.values())) / 1000
        kinds[claim].append((written - start, process_time() - verified, size))
    for claim, figures in sorted(kinds.items()):
        yield name, claim, str(len(figures)), *(with_longest(each, mean) for each in zip(*figures))
    if stopped:
        yield name, "stopped: " + ", ".join(stopped), str(len(stopped)), *[""] * 3


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("puzzles", metavar="PUZZLE", type=not_empty, nargs="*", help="what to read")
    add_numbers(parser, ("generated", 500, "generated puzzles"), kind=int)
    parser.add_argument(
        "--time-limit", type=seconds, default=60.0, help="seconds for each certificate"
    )


def run(args: Namespace) -> Iterator[Table]:
    wrong: list[str] = []
    rows: list[Sequence[str]] = []
    for source in args.puzzles:
        puzzles = [(each.name, each.read().puzzle) for each in find_puzzles([source])[1]]
        shown = progress_bar(puzzles, len(puzzles))
        rows += measure(source, shown, args.time_limit, wrong)
    if args.generated:
        made = (
            (f"seed {seed}", generated(SIDES[seed % len(SIDES)], seed).puzzle)
            for seed in progress_bar(range(args.generated), args.generated)
        )
        name = f"generated, {SIDES[0]}x{SIDES[0]} to {SIDES[-1]}x{SIDES[-1]}"
        rows += measure(name, made, args.time_limit, wrong)
    head = ["puzzles", "proved", "number", "write, s", "verify, s", "kB"]
    note = "Means, and the longest in brackets. All of them were verified."
    yield Table("Certificates", note, head, rows, names=2)
    check(wrong)
