"""``hashi bench``: measure the solving methods."""

from __future__ import annotations

import shlex
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from hashi_gui import option_types
from hashi_gui.cli.arguments import Commands, add_command, add_time_limit
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_text
from hashi_gui.method_registry import METHODS
from hashi_gui.system.progress import print_note

DEFAULT_TIME_LIMIT = 60.0
"""In seconds, for each run."""

HELP = """\
examples:
  hashi bench puzzles
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results --resume
  hashi bench cllv --methods sat,ilp-v4,ilp-v5 --limit 12

DIR is a folder. Every puzzle in it and in its subfolders is measured, in any supported format. A
run is one method on one puzzle, in its own process; --time-limit applies to each run. A wrong
answer counts as wrong, and its time is ignored.

The results folder contains
  results.csv    one row per run, written as soon as the run ends; --resume continues from here
  results.json   the same, with the machine, the versions, the date and the arguments
  report.md      the tables of the papers, published figures beside measured ones; also printed
  *.png, *.svg   plots; these need matplotlib: pip install 'hashi-gui[bench]'

exit codes: 0 success; 2 invalid input or usage; 130 interrupted, all results so far are saved."""


def add(commands: Commands) -> None:
    command = add_command(
        commands, "bench", run, "Measure solving methods on folders of puzzles.", HELP, _check
    )
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
        default=["sat"],
        help=f"all, or some of {', '.join(METHODS)} (default: sat)",
    )
    add_time_limit(command, DEFAULT_TIME_LIMIT)
    command.add_argument(
        "--jobs",
        metavar="J",
        type=option_types.process_count,
        default=1,
        help="the number of runs at a time (default: 1)",
    )
    command.add_argument(
        "--limit",
        metavar="N",
        type=option_types.positive_number,
        help="use only N puzzles of each folder, spread evenly over it",
    )
    command.add_argument(
        "--output",
        metavar="FOLDER",
        type=option_types.folder,
        help="the results folder (default: a new one)",
    )
    command.add_argument(
        "--resume", action="store_true", help="continue with the results in --output"
    )


def _check(args: Namespace) -> None:
    if args.resume and not args.output:
        args.parser.error("--resume needs --output")


def run(args: Namespace) -> int:
    from hashi_gui.bench import benchmark

    output = args.output or Path(f"hashi-bench-{datetime.now():%Y%m%d-%H%M%S}")
    plan = benchmark.BenchmarkPlan(
        args.places, args.methods, args.time_limit, args.jobs, args.limit
    )
    report = benchmark.run(plan, output, resume=args.resume)
    print_text(report.text)
    if report.runs_left:
        print_note(
            f"Interrupted with {report.runs_left} runs left; to continue, repeat the command with "
            f"--resume --output {shlex.quote(str(output))}"
        )
        return ExitCode.INTERRUPTED
    print_note(f"Results are in {output}.")
    return ExitCode.ANSWERED


def _methods(text: str) -> list[str]:
    """The method names in a list separated by commas, each once."""
    if text == "all":
        return list(METHODS)
    parse = option_types.one_of(METHODS)
    return list(dict.fromkeys(parse(name.strip()) for name in text.split(",")))
