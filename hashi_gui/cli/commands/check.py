"""``hashi check``: find out whether puzzles have one solution, several or none."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from hashi_gui.cli.answers import Answer, answer_all
from hashi_gui.cli.arguments import add_proof, add_question, add_threads, many_puzzles_help
from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.output import board_text, certificate_note, check_proof_folder, solution_json
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.core.wording import listed, sentences, stated
from hashi_gui.formats import Document
from hashi_gui.solving import Cancelled, CancelToken, Solver, Verdict, VerdictKind
from hashi_gui.solving.cancel import run_with_time_limit
from hashi_gui.system.machine import available_cores

if TYPE_CHECKING:
    from pathlib import Path

    from hashi_gui.logic.teaching.explanation import Explanation

_JSON = """\
  {"verdict": "unique" | "several" | "none" | "stopped", "seconds": 0.006,
   "solution": [[row, col, row, col, count], ...] | null,
   "second": [[row, col, row, col, count], ...] | null,
   "finishable": true | false | null, "solved": true | false}"""


def _help() -> list[str]:
    return [
        _("""\
examples:
  hashi check 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check half-done.hashi     can this board still be completed?
  hashi check puzzles/            list what does not have exactly one solution
  hashi check urls.txt --all      one line per puzzle
  hashi check puzzle.has --proof certificate/      prove the answer, for `hashi verify`"""),
        many_puzzles_help(),
        _("--json prints one object. Rows and columns count from 0 at the top left:"),
        _JSON,
        _(
            '"second" is a second, different solution. "finishable" tells whether the bridges '
            "and marks in the input can be completed to a solution, "
            '"solved" whether its bridges are a solution.'
        ),
        _(
            "Of several puzzles, those are listed that do not have exactly one solution, or with "
            "--all each of them; a summary follows. With --json, an object is printed for each, "
            'with its name as "puzzle". A puzzle that cannot be read is reported on standard '
            "error, and the others are still answered. The time limit applies to each puzzle. "
            "With --jobs, several processes share the puzzles; the answers are the same, and in "
            "the same order."
        ),
        _(
            "With --proof, which takes a single puzzle, a folder gets a certificate of the "
            "verdict: two solutions, or a proof that there is no other one, or none at all. "
            "`hashi verify` checks it without the solver; docs/certificates.md describes the "
            "files."
        ),
        _(
            "exit codes: 0 all puzzles have exactly one solution; 1 a puzzle has several "
            "solutions or none; 2 invalid input or usage; 3 time limit reached; 5 a worker "
            "process was lost, or memory ran out; 70 an error in the program; 130 interrupted."
        ),
    ]


EXIT_CODES = {
    VerdictKind.UNIQUE: ExitCode.ANSWERED,
    VerdictKind.SEVERAL: ExitCode.NO_SOLUTION,
    VerdictKind.NONE: ExitCode.NO_SOLUTION,
    VerdictKind.STOPPED: ExitCode.STOPPED,
}
"""The exit code says whether the solution is the only one."""


def add(commands: Commands) -> None:
    command = add_command(commands, "check", run, _help(), check_proof_folder)
    add_question(command, _("the format of the solutions: {formats} (default: text)"))
    command.add_argument(
        "--all",
        action="store_true",
        help=_("of several puzzles, list those with exactly one solution, too"),
    )
    add_threads(command)
    summary = _("write a certificate of the verdict to this folder, for `hashi verify`")
    add_proof(command, summary)


def run(args: Namespace) -> int:
    answer = partial(_answer, args.time_limit, args.to, args.all)
    alone = partial(answer, args.threads or available_cores())
    return answer_all(
        args,
        partial(answer, args.threads or 1),
        answer_alone=partial(alone, proof=args.proof),
        summarise=_summary,
    )


def _summary(codes: Sequence[ExitCode]) -> str:
    """How many of several puzzles have exactly one solution, in a sentence."""
    counts = Counter(codes)
    if counts[ExitCode.ANSWERED] == len(codes):
        return _("All {n} puzzles have exactly one solution.").format(n=len(codes))
    others = {
        _("{n} several or none"): counts[ExitCode.NO_SOLUTION],
        _("{n} stopped"): counts[ExitCode.STOPPED],
        _("{n} not readable"): counts[ExitCode.BAD_INPUT],
    }
    details = listed(text.format(n=count) for text, count in others.items() if count)
    unique = counts[ExitCode.ANSWERED]
    return ngettext(
        "{n} of {total} puzzles has exactly one solution ({details}).",
        "{n} of {total} puzzles have exactly one solution ({details}).",
        unique,
    ).format(n=unique, total=len(codes), details=details)


def _answer(
    time_limit: float | None,
    notation: str,
    list_all: bool,
    threads: int,
    document: Document,
    proof: Path | None = None,
) -> Answer:
    puzzle, board = document.puzzle, document.board
    start = perf_counter()
    check = partial(_check, puzzle, board, threads, proof)
    try:
        verdict, mistake = run_with_time_limit(time_limit, check)
    except Cancelled:
        verdict, mistake = Verdict(VerdictKind.STOPPED), None
    seconds = perf_counter() - start
    is_known = verdict.kind is not VerdictKind.STOPPED
    finishable = mistake is None and verdict.solution is not None if is_known else None
    state = _board_state(document, finishable, mistake)
    notes, kind = [state] if state else [], translated(verdict.kind)
    if proof and is_known:
        notes.append(certificate_note(proof))
    return Answer(
        EXIT_CODES[verdict.kind],
        {
            "verdict": verdict.kind,
            "seconds": round(seconds, 6),
            "solution": solution_json(puzzle, verdict.solution),
            "second": solution_json(puzzle, verdict.second),
            "finishable": finishable,
            "solved": is_solution(puzzle, board.counts),
        },
        partial(_text, puzzle, verdict, notes, notation),
        sentences(stated(kind), state) if state else kind,
        listed=list_all or verdict.kind is not VerdictKind.UNIQUE,
    )


def _check(
    puzzle: Puzzle, board: Board, threads: int, proof: Path | None, token: CancelToken
) -> tuple[Verdict, Explanation | None]:
    """The verdict, and what prevents the board from being finished; the proof is written."""
    with Solver(puzzle, threads=threads) as solver:
        verdict = solver.verdict(token)
        if proof:
            # Only here, because most checks need none.
            from hashi_gui.certifying import certify, write_certificate

            write_certificate(proof, certify(puzzle, verdict, token))
        if verdict.kind is VerdictKind.NONE or solver.is_solvable(board, token):
            return verdict, None
        from hashi_gui.logic.teaching.mistakes import explain_mistake

        return verdict, explain_mistake(puzzle, board, solver, token, hurry=True)


def _board_state(document: Document, finishable: bool | None, mistake: Explanation | None) -> str:
    """Sentences about the board in the input; empty if nothing is drawn or nothing is known."""
    puzzle, board = document.puzzle, document.board
    if is_solution(puzzle, board.counts):
        return _("The board in the input is a solution.")
    if board == Board.empty(puzzle) or finishable is None:
        return ""
    if finishable:
        return _("The board in the input can be completed.")
    verdict = _("The board in the input cannot be completed.")
    if mistake is None:
        return verdict
    why = mistake.why
    is_said = why and why.is_final and not why.steps
    said = why.paragraphs if why and is_said else [_("`hashi hint` shows why.")]
    from hashi_gui.logic.wording import with_places

    reasons = sentences(*mistake.reasons, *said)
    return sentences(verdict, with_places(puzzle, reasons))


def _text(puzzle: Puzzle, verdict: Verdict, notes: Sequence[str], notation: str) -> str:
    solutions = [counts for counts in (verdict.solution, verdict.second) if counts is not None]
    heading = verdict.kind.sentence
    if len(solutions) > 1:
        heading = sentences(heading, _("Two of them:"))
    boards = [board_text(puzzle, Board(counts), notation) for counts in solutions]
    return "\n\n".join([heading, *boards, *notes])
