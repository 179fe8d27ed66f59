"""``hashi count``: count the solutions of a puzzle."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial
from time import perf_counter

from hashi_gui.cli.answers import Answer, answer_all
from hashi_gui.cli.arguments import add_question, many_puzzles_help, several_help
from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.terminal import ExitCode, columns, padded
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import cell_name, long_number
from hashi_gui.formats import Document
from hashi_gui.solving import CancelToken, Count, Solver
from hashi_gui.solving.cancel import run_with_time_limit
from hashi_gui.solving.counting import count_solutions
from hashi_gui.solving.counting.counter import MAX_MEMORY
from hashi_gui.system.progress import progress_text

_JSON = """\
  {"solutions": 1072, "exact": true | false, "seconds": 0.04,
   "edges": [[row, col, row, col, [0, 268, 804]], ...] | null}"""


def _help() -> list[str]:
    return [
        _(
            "The number is exact, whatever its size. If the time limit is reached, or counting "
            "would need more than 2 GB of memory, the answer is a lower bound: there are proved "
            "to be at least as many solutions."
        ),
        _("""\
examples:
  hashi count puzzle.has
  hashi count puzzle.has --edges          how often each bridge is part of a solution
  hashi count puzzle.has --time-limit 10
  hashi count urls.txt --jobs 4           one line per puzzle, by four processes"""),
        many_puzzles_help(),
        _("--json prints one object. Rows and columns count from 0 at the top left:"),
        _JSON,
        _(
            'If "exact" is false, there are at least as many solutions. "edges" has, with '
            "--edges, the number of solutions with 0, 1, 2... bridges on each edge; null "
            "without --edges, or if it is not known. All these numbers can have thousands of "
            "digits."
        ),
        several_help(),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "count", run, _help())
    add_question(command)
    command.add_argument(
        "--edges",
        action="store_true",
        help=_(
            "also show which share of the solutions has 0, 1, 2... bridges on each edge; for "
            "several puzzles only with --json"
        ),
    )


def run(args: Namespace) -> int:
    return answer_all(args, partial(_answer, args.time_limit, args.edges, args.jobs))


def _answer(time_limit: float | None, edges: bool, jobs: int, document: Document) -> Answer:
    puzzle = document.puzzle
    start = perf_counter()
    count, out_of_time = run_with_time_limit(time_limit, partial(_count, puzzle, edges, jobs))
    seconds = perf_counter() - start
    sys.set_int_max_str_digits(0)  # Otherwise Python refuses to print more than 4300 digits.
    complete = count.exact and (count.edges is not None or not edges)
    return Answer(
        ExitCode.ANSWERED if complete else ExitCode.STOPPED,
        {
            "solutions": count.solutions,
            "exact": count.exact,
            "seconds": round(seconds, 6),
            "edges": count.edges
            and [[*puzzle.coordinates(edge), each] for edge, each in enumerate(count.edges)],
        },
        lambda: "\n".join(
            [
                count.sentence(long_number),
                *_reason(complete, out_of_time),
                *_shares(puzzle, count),
            ]
        ),
        str(count.solutions) if count.exact else _("at least {n}").format(n=count.solutions),
    )


def _count(puzzle: Puzzle, edges: bool, jobs: int, token: CancelToken) -> tuple[Count, bool]:
    """The number of solutions, and whether the token was cancelled before all was known."""
    with Solver(puzzle) as solver, progress_text() as show:
        count = count_solutions(
            solver,
            token,
            edges=edges,
            memory=MAX_MEMORY // jobs,
            progress=lambda edge, last, states: show(
                _("Counting: edge {edge} of {last}, {states} states").format(
                    edge=edge, last=last, states=long_number(states)
                )
            ),
        )
    return count, token.cancelled


def _reason(complete: bool, out_of_time: bool) -> list[str]:
    """Why something is not known."""
    if complete:
        return []
    if out_of_time:
        return [_("Counting was stopped by the time limit.")]
    return [_("Counting all of them would need more than 2 GB of memory, divided by --jobs.")]


def _shares(puzzle: Puzzle, count: Count) -> list[str]:
    """A table of the share of the solutions that has 0, 1, 2... bridges on each edge."""
    if not count.edges or not count.solutions:
        return []
    rows = [
        (
            f"{cell_name(*a.cell)} - {cell_name(*b.cell)}",
            *(_percent(number, count.solutions) for number in numbers),
        )
        for (a, b), numbers in zip(map(puzzle.ends, range(len(puzzle.edges))), count.edges)
    ]
    heading = (
        _("Share of the solutions with bridges:"),
        *map(str, range(puzzle.rules.max_bridges + 1)),
    )
    width = max(columns(row[0]) for row in (heading, *rows))
    return [
        padded(name, width) + "".join(f"{share:>10}" for share in shares)
        for name, *shares in (heading, *rows)
    ]


def _percent(number: int, total: int) -> str:
    """A share; 0 % and 100 % are exact."""
    if number in (0, total):
        return f"{100 * number // total} %"
    percent = 100 * number / total
    if percent < 0.01:
        return "<0.01 %"
    return f"{min(percent, 99.99):.2f} %"
