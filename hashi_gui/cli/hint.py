"""``hashi hint``: give the next step, and explain it."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress
from functools import partial

from hashi_gui.cli.answers import Answer, answer_all, run_with_time_limit
from hashi_gui.cli.arguments import (
    MANY_PUZZLES_HELP,
    SEVERAL_HELP,
    add_format,
    add_json,
    add_puzzles,
    add_time_limit,
)
from hashi_gui.cli.command import EXIT_CODES_HELP, Commands, add_command
from hashi_gui.cli.output import board_text
from hashi_gui.cli.step_json import STEP_HELP, hint_json
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError
from hashi_gui.logic import Hint, HintKind, next_hint
from hashi_gui.logic.wording import bridges_text, edge_name, with_places
from hashi_gui.solving import Cancelled, CancelToken, Solver

HELP = f"""\
examples:
  hashi hint puzzle.has
  hashi hint half-done.hashi
  hashi hint urls.txt             one line per puzzle

{MANY_PUZZLES_HELP}

--json prints one object. Rows and columns count from 0 at the top left, but from 1 in sentences:
{STEP_HELP}
The kind may also be "mistake", "choice", "finished" or "none".

{SEVERAL_HELP}

{EXIT_CODES_HELP}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "hint", run, HELP)
    add_puzzles(command)
    add_json(command)
    add_format(command, "the board after the hint")
    add_time_limit(command)


def run(args: Namespace) -> int:
    return answer_all(args, partial(_answer, args.time_limit, args.to))


def _answer(time_limit: float | None, notation: str, document: Document) -> Answer:
    puzzle, board = document.puzzle, document.board
    code = ExitCode.ANSWERED
    try:
        hint = run_with_time_limit(time_limit, partial(_find_hint, puzzle, board))
    except Cancelled as stop:
        code, hint = ExitCode.STOPPED, Hint(HintKind.NONE, "", (str(stop),))
    return Answer(
        code,
        hint_json(puzzle, hint),
        partial(_text, document, hint, notation),
        _sentence(puzzle, hint),
    )


def _find_hint(puzzle: Puzzle, board: Board, token: CancelToken) -> Hint:
    with Solver(puzzle) as solver:
        return next_hint(puzzle, board, solver, token)


def _sentence(puzzle: Puzzle, hint: Hint) -> str:
    reason = with_places(puzzle, hint.reason)
    return f"{hint.technique}: {reason}" if hint.technique else reason


def _text(document: Document, hint: Hint, notation: str) -> str:
    """The hint, and the board after it."""
    puzzle, board = document.puzzle, document.board
    lines = [_sentence(puzzle, hint)]
    steps = (with_places(puzzle, step.text) for step in hint.refutation[1:-1])
    lines += [f"  {number}. {step}" for number, step in enumerate(steps, 1)]
    for edge, state in hint.moves.edges:
        count = bridges_text(state) if state > 0 else "no bridge"
        lines.append(f"- {count} {with_places(puzzle, edge_name(puzzle, edge))}")
    with suppress(FormatError):  # Not every notation can express every board.
        lines += ["", board_text(puzzle, board.apply(hint.moves), notation)]
    return "\n".join(lines)
