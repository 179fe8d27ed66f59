"""``hashi bench``: measure the methods."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from hashi_gui.cli.arguments import Commands, UsageError, add_command, add_time_limit, positive
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_text
from hashi_gui.method_registry import METHODS, find_method

TIME_LIMIT = 60.0
"""Seconds for each run, unless told otherwise."""

HELP = f"""\
examples:
  hashi bench puzzles
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results --resume
  hashi bench cllv --methods sat,ilp-v4,ilp-v5 --limit 12

DIR is a folder; every puzzle in it and in the folders below is measured, whatever its notation.
Each run has a process of its own, and {TIME_LIMIT:g} seconds unless --time-limit says otherwise.
A wrong answer counts as wrong, never as time.

The folder of results holds
  results.csv    a row for each run, written as it ends; --resume goes on from here
  results.json   the same, with the machine, the versions, the date and the arguments
  report.md      the tables of the papers, published beside measured; also printed
  *.png, *.svg   plots; these need matplotlib: pip install 'hashi-gui[bench]'

exit codes: 0 measured; 2 bad input or usage; 130 interrupted, with all results kept."""


def add(commands: Commands) -> None:
    command = add_command(commands, "bench", run, "Measure methods on folders of puzzles.", HELP)
    command.add_argument("places", metavar="DIR", nargs="+", help="where the puzzles are")
    command.add_argument(
        "--methods",
        metavar="A,B,C",
        type=_methods,
        default=["sat"],
        help=f"all, or some of {', '.join(METHODS)} (default: sat)",
    )
    add_time_limit(command)
    command.set_defaults(time_limit=TIME_LIMIT)
    command.add_argument(
        "--jobs", metavar="J", type=positive, default=1, help="runs at a time (default: 1)"
    )
    command.add_argument(
        "--limit",
        metavar="N",
        type=positive,
        help="of each folder only N puzzles, spread evenly over it",
    )
    command.add_argument(
        "--output", metavar="FOLDER", type=Path, help="where the results go (default: a new one)"
    )
    command.add_argument(
        "--resume", action="store_true", help="go on with the results that are in --output"
    )


def run(args: Namespace) -> int:
    from hashi_gui.bench import benchmark

    if args.resume and not args.output:
        raise UsageError("--resume needs the --output to go on with; see `hashi bench --help`.")
    output = args.output or Path(f"hashi-bench-{datetime.now():%Y%m%d-%H%M%S}")
    plan = benchmark.BenchmarkPlan(
        args.places, args.methods, args.time_limit, args.jobs, args.limit
    )
    report = benchmark.run(plan, output, resume=args.resume)
    print_text(report.text)
    if report.runs_left:
        print(
            f"Interrupted with {report.runs_left} runs to go; the same command goes on with "
            f"--resume --output {shlex.quote(str(output))}",
            file=sys.stderr,
        )
        return ExitCode.INTERRUPTED
    print(f"All is in {output}.", file=sys.stderr)
    return ExitCode.ANSWERED


def _methods(text: str) -> list[str]:
    """The names in a list, each once. Raises UnknownMethodError."""
    names = list(METHODS) if text == "all" else text.split(",")
    return list(dict.fromkeys(find_method(name.strip()).name for name in names))
