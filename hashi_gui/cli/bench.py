"""``hashi bench``: measure the solving methods."""

from __future__ import annotations

import shlex
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from hashi_gui import option_types
from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.core.errors import WorkerLostError
from hashi_gui.lab.methods import METHODS
from hashi_gui.solving import DEFAULT_METHOD
from hashi_gui.system.progress import print_note

DEFAULT_TIME_LIMIT = 60.0
"""In seconds, for each run."""

HELP = """\
examples:
  hashi bench puzzles
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results --resume
  hashi bench cllv --methods sat,ilp-v4,ilp-v5 --limit 12
  hashi bench cllv --methods all --scheduler tcp://host:8786 --output results

DIR is a folder. Every puzzle in it and in its subfolders is measured, in any supported format. A
run is one method on one puzzle, in its own process; --time-limit applies to each run. A wrong
answer counts as wrong, and its time is ignored.

With --scheduler, the runs are made on a Dask cluster (pip install 'hashi-gui[dask]'), as many at a
time as its workers have threads. The workers need this program, but not the puzzles.

The results folder contains
  results.csv    one row per run, written as soon as the run ends; --resume continues from here
  results.json   the same, with the machine, the versions, the date and the arguments
  report.md      the tables of the papers, published figures beside measured ones; also printed
  *.png, *.svg   plots; these need matplotlib: pip install 'hashi-gui[bench]'

exit codes: 0 success; 2 invalid input or usage; 5 the cluster was lost; 130 interrupted. All
results so far are saved in every case."""


def add(commands: Commands) -> None:
    command = add_command(commands, "bench", run, HELP, _check)
    command.add_argument(
        "places",
        metavar="DIR",
        type=option_types.not_empty,
        nargs="+",
        help="the folders of the puzzles",
    )
    command.add_argument(
        "--methods",
        metavar="A,B,C",
        type=_methods,
        default=[DEFAULT_METHOD],
        help=f"all, or some of {', '.join(METHODS)} (default: {DEFAULT_METHOD})",
    )
    command.add_argument(
        "--time-limit",
        metavar="S",
        type=option_types.seconds,
        default=DEFAULT_TIME_LIMIT,
        help=f"stop each run after this many seconds (default: {DEFAULT_TIME_LIMIT:g})",
    )
    option_types.add_workers(command, "the number of runs at a time (default: 1)")
    command.add_argument(
        "--threads",
        metavar="T",
        type=option_types.process_count,
        default=1,
        help="the most threads of each run (default: 1)",
    )
    command.add_argument(
        "--limit",
        metavar="N",
        type=option_types.positive_number,
        help="use only N puzzles of each folder, spread evenly over it",
    )
    command.add_argument(
        "--resume", action="store_true", help="continue with the results that are there"
    )
    command.add_argument(
        "--output",
        metavar="FOLDER",
        type=option_types.folder,
        help="the results folder (default: a new one)",
    )


def _check(args: Namespace) -> None:
    if args.resume and not args.output:
        args.parser.error("--resume needs --output")


def run(args: Namespace) -> int:
    from hashi_gui.lab.bench import benchmark  # Only now, because it takes a while to import.

    output = args.output or Path(f"hashi-bench-{datetime.now():%Y%m%d-%H%M%S}")
    options = ("places", "methods", "time_limit", "jobs", "limit", "scheduler", "threads")
    plan = benchmark.BenchmarkPlan(**{name: getattr(args, name) for name in options})
    to_continue = (
        f"to continue, repeat the command with --resume --output {shlex.quote(str(output))}"
    )
    try:
        report = benchmark.run(plan, output, resume=args.resume)
    except WorkerLostError as error:
        raise WorkerLostError(f"{error} The finished runs are saved; {to_continue}") from error
    print_text(report.text)
    if report.runs_left:
        print_note(f"Interrupted with {report.runs_left} runs left; {to_continue}")
        return ExitCode.INTERRUPTED
    print_note(f"Results are in {output}.")
    return ExitCode.ANSWERED


def _methods(text: str) -> list[str]:
    """The method names in a list separated by commas, each once."""
    if text == "all":
        return list(METHODS)
    parse = option_types.one_of(METHODS)
    return list(dict.fromkeys(parse(name.strip()) for name in text.split(",")))
