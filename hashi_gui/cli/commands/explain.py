"""``hashi explain``: explain the whole solution step by step."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from hashi_gui.cli.arguments import add_puzzle, add_time_limit
from hashi_gui.cli.command import Commands, add_command, exit_codes_help, puzzle_help
from hashi_gui.cli.output import print_json
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats.sources import read_single
from hashi_gui.logic.teaching.step_json import step_help, walkthrough_json
from hashi_gui.logic.teaching.walkthrough import Walkthrough, build_walkthrough, format_walkthrough
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from hashi_gui.solving.cancel import run_with_time_limit


def _help() -> list[str]:
    return [
        _("""\
examples:
  hashi explain puzzle.has
  hashi explain --markdown puzzle.has > solution.md"""),
        puzzle_help(),
        _(
            '--json prints one object, {object}. "end" is a sentence about how the steps '
            "end. Rows and columns count from 0 at the top left, but from 1 in sentences. "
            "A step is:"
        ).format(object='{"steps": [...], "end": "..."}'),
        step_help(),
        _(
            "Unlike those of a hint, these premises are not only what the reason needs: "
            "for each pair of islands nearby, they have the last that an earlier step said "
            "of its most bridges, unless the board shows it. A pair is nearby if one of "
            "its islands, or a neighbour of one, is in the step or its refutation."
        ),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "explain", run, _help())
    add_puzzle(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help=_("print Markdown"))
    form.add_argument("--json", action="store_true", help=_("print one JSON object"))
    add_time_limit(command)


def run(args: Namespace) -> int:
    puzzle = read_single(args.puzzle).puzzle
    walkthrough = None
    try:
        walkthrough = run_with_time_limit(args.time_limit, partial(_walk_through, puzzle))
    except Cancelled as stop:
        code, end = ExitCode.STOPPED, str(stop)
    else:
        code = ExitCode.ANSWERED if walkthrough else ExitCode.NO_SOLUTION
        end = walkthrough.ending if walkthrough else VerdictKind.NONE.sentence
    if args.json:
        print_json(steps=list(walkthrough_json(walkthrough)) if walkthrough else [], end=end)
    elif walkthrough:
        print_text(format_walkthrough(walkthrough, markdown=args.markdown))
    else:
        print_text(end)
    return code


def _walk_through(puzzle: Puzzle, token: CancelToken) -> Walkthrough | None:
    """The walk-through of a puzzle; None if the puzzle has no solution."""
    with Solver(puzzle) as solver:
        solvable = solver.solution(token) is not None
        return build_walkthrough(puzzle, solver, token) if solvable else None
