"""``hashi bench``: measure the solving methods."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentTypeError, Namespace
from dataclasses import fields
from datetime import datetime
from pathlib import Path

from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.core.errors import WorkerLostError
from hashi_gui.lab.methods import METHODS, Task
from hashi_gui.solving import DEFAULT_METHOD
from hashi_gui.system import option_types
from hashi_gui.system.progress import print_note

DEFAULT_TIME_LIMIT = 60.0
"""In seconds, for each run."""

MAX_SEED = 10**9
"""All solvers accept this one, and those of the repeats after it."""

HELP = """\
examples:
  hashi bench puzzles
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results
  hashi bench cllv hcmus --methods all --time-limit 10 --jobs 4 --output results --resume
  hashi bench cllv --methods sat,ilp-v4,ilp-v5 --limit 12
  hashi bench cllv --methods all --scheduler tcp://host:8786 --output results
  hashi bench hard --methods auto,sat,asp --repeats 5 --seed 1
  hashi bench cllv --task check --methods all

DIR is a folder. Every puzzle in it and in its subfolders is measured, in any supported format. A
run is one method on one puzzle, in its own process; --time-limit applies to each run. A wrong
answer counts as wrong, and its time is ignored. A method that does not stop at the time limit is
killed ten seconds later, and the others go on.

--task check asks whether there is no solution, one or several: of auto, sat or asp. --task count
asks for the number of solutions: of auto, which is `hashi count`, or of the model counter ganak.

With --seed, the solvers make random choices: the first repeat those of this seed, each other one
those of the next. What is written in Python makes none.

With --scheduler, the runs are made on a Dask cluster, as many at a time as its workers have
threads. The workers need this program, but not the puzzles.

The results folder contains
  results.csv    one row per run, written as soon as the run ends; --resume continues from here
  results.json   the same, with the machine, the versions, the date and the arguments
  report.md      the tables of the papers, published figures beside measured ones; also printed
  *.png, *.svg   plots; these need matplotlib

exit codes: 0 success; 2 invalid input or usage; 5 the cluster was lost; 130 interrupted. All
results so far are saved in every case."""


def add(commands: Commands) -> None:
    command = add_command(commands, "bench", run, [HELP], _check)
    command.add_argument(
        "places",
        metavar="DIR",
        type=option_types.not_empty,
        nargs="+",
        help="the folders of the puzzles",
    )
    command.add_argument(
        "--task",
        metavar="T",
        type=option_types.Choice({str(task): task for task in Task}),
        default=Task.SOLVE,
        help="solve (the default), check or count",
    )
    command.add_argument(
        "--methods",
        metavar="A,B,C",
        default=DEFAULT_METHOD,
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
        "--repeats",
        metavar="R",
        type=option_types.positive_number,
        default=1,
        help="make each run so many times (default: 1)",
    )
    command.add_argument(
        "--seed",
        metavar="N",
        type=option_types.whole_number_between(0, MAX_SEED),
        help="the seed of the solvers in the first repeat (default: they make no random choices)",
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
    known = args.task.methods
    parse = option_types.one_of(known)
    try:
        given = known if args.methods == "all" else map(parse, re.split(r"\s*,\s*", args.methods))
        args.methods = list(dict.fromkeys(given))
    except ArgumentTypeError as error:
        condition = "" if args.task is Task.SOLVE else f"with --task {args.task}, "
        args.parser.error(str(error).replace("{option}", f"{condition}--methods"))


def run(args: Namespace) -> int:
    from hashi_gui.lab.bench import benchmark  # Only now, because it takes a while to import.

    output = args.output or Path(f"hashi-bench-{datetime.now():%Y%m%d-%H%M%S}")
    options = (field.name for field in fields(benchmark.BenchmarkPlan))
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
