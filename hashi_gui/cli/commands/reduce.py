"""``hashi reduce``: turn as many numbers as possible into "?"."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from hashi_gui.cli.answers import Answer, answer_all
from hashi_gui.cli.arguments import FORMATS, add_question, many_puzzles_help, several_help
from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.output import board_text
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.proposed_draft import FewestClues, fewest_clues
from hashi_gui.formats import Document
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from hashi_gui.solving.cancel import run_with_time_limit

_JSON = """\
  {"clues": 19 | null, "at_least": 19 | null, "hidden": [[row, col], ...],
   "verdict": "unique" | "several" | "none" | "stopped"}"""


def _help() -> list[str]:
    return [
        _(
            'Turns numbers into "?" as long as the solution stays the only one, and proves that '
            "no fewer numbers would do. If the time limit is reached first, the answer is the "
            "best so far, with a lower bound."
        ),
        _("""\
examples:
  hashi reduce puzzle.has
  hashi reduce puzzle.has --to puzzlink
  hashi reduce urls.txt                   one line per puzzle"""),
        many_puzzles_help(),
        _("--json prints one object. Rows and columns count from 0 at the top left:"),
        _JSON,
        _(
            '"clues" is how many numbers are left; "at_least" are proved to be needed. '
            '"hidden" are the islands whose number becomes "?". Both numbers are null if the '
            "puzzle does not have exactly one solution."
        ),
        several_help(),
        exit_codes_help(),
    ]


EXIT_CODES = {VerdictKind.NONE: ExitCode.NO_SOLUTION, VerdictKind.STOPPED: ExitCode.STOPPED}


def add(commands: Commands) -> None:
    command = add_command(commands, "reduce", run, _help())
    add_question(command, _("the format of the puzzle: {formats} (default: text)"), FORMATS)


def run(args: Namespace) -> int:
    return answer_all(args, partial(_answer, args.time_limit, args.to))


def _answer(time_limit: float | None, notation: str, document: Document) -> Answer:
    kind, found = run_with_time_limit(time_limit, partial(_find, document.puzzle))
    if found is None:
        values: dict[str, object] = {"clues": None, "at_least": None, "hidden": [], "verdict": kind}
        code = EXIT_CODES.get(kind, ExitCode.ANSWERED)
        return Answer(code, values, lambda: kind.sentence, kind.sentence)
    made = found.proposal.puzzle
    return Answer(
        ExitCode.ANSWERED if found.is_proved else ExitCode.STOPPED,
        {
            "clues": found.clues,
            "at_least": found.at_least,
            "hidden": [change.cell for change in found.proposal.changes],
            "verdict": kind,
        },
        lambda: f"{_sentence(found)}\n\n{board_text(made, Board.empty(made), notation)}",
        _sentence(found),
    )


def _find(puzzle: Puzzle, token: CancelToken) -> tuple[VerdictKind, FewestClues | None]:
    """The verdict, and the best answer for a puzzle with exactly one solution."""
    found: FewestClues | None = None
    try:
        with Solver(puzzle) as solver:
            kind = solver.verdict(token).kind
        if kind is VerdictKind.UNIQUE:
            for better in fewest_clues(puzzle, cancel=token):
                found = better
    except Cancelled:
        return (VerdictKind.UNIQUE if found else VerdictKind.STOPPED), found
    return kind, found


def _sentence(found: FewestClues) -> str:
    islands = len(found.proposal.puzzle.islands)
    if found.is_proved:
        text = ngettext(
            "{n} number on {islands} islands; no fewer will do.",
            "{n} numbers on {islands} islands; no fewer will do.",
            found.clues,
        )
    else:
        text = ngettext(
            "{n} number on {islands} islands; at least {least} are needed.",
            "{n} numbers on {islands} islands; at least {least} are needed.",
            found.clues,
        )
    return text.format(n=found.clues, islands=islands, least=found.at_least)
