"""The options of `hashi bench`, which all commands share that measure methods."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING

from hashi_gui import option_types
from hashi_gui.core.errors import HashiError
from hashi_gui.method_registry import METHODS
from hashi_gui.system.progress import print_note

if TYPE_CHECKING:
    from hashi_gui.bench.benchmark import BenchmarkReport

DEFAULT_TIME_LIMIT = 60.0
"""In seconds, for each run."""


def add_options(
    parser: ArgumentParser, methods: Sequence[str], time_limit: float = DEFAULT_TIME_LIMIT
) -> None:
    """Add the options, with these defaults."""
    parser.add_argument(
        "--methods",
        metavar="A,B,C",
        type=_methods,
        default=list(methods),
        help=f"all, or some of {', '.join(METHODS)} (default: {','.join(methods)})",
    )
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=option_types.seconds,
        default=time_limit,
        help=f"stop each run after this many seconds (default: {time_limit:g})",
    )
    option_types.add_workers(parser, "the number of runs at a time (default: 1)")
    parser.add_argument(
        "--threads",
        metavar="T",
        type=option_types.process_count,
        default=1,
        help="the most threads of each run (default: 1)",
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=option_types.positive_number,
        help="use only N puzzles of each folder, spread evenly over it",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue with the results that are there"
    )


def measure(places: Sequence[str], args: Namespace, output: Path) -> BenchmarkReport:
    """Measure the puzzles in some folders as the options say, with the results in ``output``.

    Raises HashiError if a folder has no puzzles or the results cannot be written, and
    WorkerLostError if a cluster is lost.
    """
    from hashi_gui.bench import benchmark  # Only now, because it takes a while to import.

    options = ("methods", "time_limit", "jobs", "limit", "scheduler", "threads")
    plan = benchmark.BenchmarkPlan(places, **{name: getattr(args, name) for name in options})
    return benchmark.run(plan, output, resume=args.resume)


def run_in_folder(parser: ArgumentParser, args: Namespace, places: Iterable[Path]) -> int:
    """Measure with the results in ``args.folder``, print the tables, and return the exit code."""
    try:
        report = measure(list(map(str, places)), args, args.folder / "results")
    except HashiError as error:
        parser.error(str(error))
    print(report.text)
    if report.runs_left:
        print_note(f"Interrupted with {report.runs_left} runs left; --resume continues.")
        return 128 + SIGINT
    return 0


def _methods(text: str) -> list[str]:
    """The method names in a list separated by commas, each once."""
    if text == "all":
        return list(METHODS)
    parse = option_types.one_of(METHODS)
    return list(dict.fromkeys(parse(name.strip()) for name in text.split(",")))
