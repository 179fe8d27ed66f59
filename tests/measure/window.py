"""Measure the window on boards with 134 to 10,000 islands: how fast it is, how long it stalls.

Run it on a desktop or under `xvfb-run`. Each board gets a process of its own, which opens a real
window and plays in it with the mouse, the wheel and the solver. Then it edits the puzzle as setters
do, and lets the solver find out about it after each edit. Clicks and undo, pan and zoom, edits and
drags include the painting of the board; while it is panned and zoomed, the board is solved. A stall
is a time in which the window answers no event. Processor time is that of the window's thread, which
other work on the machine does not change much.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from hashi_gui.core.puzzle import MAX_ISLANDS
from hashi_gui.formats import Document, write
from hashi_gui.lab.bench.measuring import Table
from hashi_gui.option_types import positive_number, whole_number, whole_number_between
from hashi_gui.rendering.display_check import check_display
from hashi_gui.system.processes import WorkerPool
from hashi_gui.system.progress import progress_bar
from tests.measure.makers import large_puzzle
from tests.measure.measuring import Duration, add_numbers, with_longest

SIZES = (134, 864, 2_000, 10_000)


Durations = Mapping[str, Sequence[Duration]]
"""The durations of everything that is measured, by its name."""


def measure(islands: int, count: int, seed: int) -> Durations:
    """Play on a board in a new process. Raises WorkerLostError if that crashes."""
    from tests.measure.window_session import play  # Not before the display is known to be there.

    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("first.hashi", "second.hashi")]
        for number, file in enumerate(files):
            document = Document.from_puzzle(large_puzzle(islands, seed + number), "hashi")
            file.write_text(write(document, "hashi"), encoding="utf-8")
        with WorkerPool(1) as process:
            return process.submit(play, files, count, seed, time.time()).result()


def table(
    title: str, columns: Mapping[int, Durations], seconds: Callable[[Duration], float]
) -> Table:
    """A table with a column for each number of islands."""
    rows = [
        [
            name,
            *(
                with_longest([1000 * seconds(each) for each in column[name]])
                for column in columns.values()
            ),
        ]
        for name in next(iter(columns.values()))
    ]
    head = ["islands", *(f"{islands:,}" for islands in columns)]
    return Table(title, "Milliseconds: the median, and the longest in brackets.", head, rows)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "islands",
        metavar="ISLANDS",
        nargs="*",
        type=whole_number_between(2, MAX_ISLANDS),
        default=SIZES,
        help=f"sizes of the boards (default: {' '.join(map(str, SIZES))})",
    )
    add_numbers(parser, ("count", 200, "clicks"), kind=positive_number)
    add_numbers(parser, ("seed", 0, "of puzzles and clicks"), kind=whole_number)


def run(args: Namespace) -> Iterator[Table]:
    check_display()
    columns = {
        islands: measure(islands, args.count, args.seed)
        for islands in progress_bar(args.islands, len(args.islands))
    }
    yield table("Elapsed", columns, attrgetter("elapsed"))
    yield table("Processor", columns, attrgetter("processor"))
