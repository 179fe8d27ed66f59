"""``hashi hint``: give the next step, and explain it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from hashi_gui.cli.answers import Answer, answer_all
from hashi_gui.cli.arguments import add_proof, add_question, many_puzzles_help, several_help
from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.output import board_text, certificate_note, check_proof_folder
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.board import Board, Move
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.formats import Document, FormatError
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.step_json import hint_json, step_help
from hashi_gui.logic.wording import pair, with_legend
from hashi_gui.solving import Cancelled, CancelToken, Solver
from hashi_gui.solving.cancel import run_with_time_limit


def _help() -> list[str]:
    return [
        _("""\
examples:
  hashi hint puzzle.has
  hashi hint half-done.hashi
  hashi hint urls.txt             one line per puzzle
  hashi hint puzzle.has --proof certificate/      prove it, for `hashi verify`"""),
        many_puzzles_help(),
        _(
            "--json prints one object. Rows and columns count from 0 at the top left, but "
            "from 1 in sentences:"
        ),
        step_help(),
        _('The kind may also be "mistake", "choice", "finished" or "none".'),
        _(
            "With --proof, which takes a single puzzle, a folder gets a certificate of a step, "
            "that each solution with the bridges and marks of the input has those of the step, "
            "too; or of a mistake, that no solution has the bridges and marks that the hint names."
        ),
        several_help(),
        exit_codes_help(),
    ]


_PROVED = (ExplanationKind.STEP, ExplanationKind.MISTAKE)
"""What can have a certificate."""


def add(commands: Commands) -> None:
    command = add_command(commands, "hint", run, _help(), check_proof_folder)
    add_question(command, _("the format of the board after the hint: {formats} (default: text)"))
    summary = _("write a certificate of the step or mistake to this folder, for `hashi verify`")
    add_proof(command, summary)


def run(args: Namespace) -> int:
    answer = partial(_answer, args.time_limit, args.to)
    return answer_all(args, answer, answer_alone=partial(answer, proof=args.proof))


def _answer(
    time_limit: float | None, notation: str, document: Document, proof: Path | None = None
) -> Answer:
    puzzle, board = document.puzzle, document.board
    code = ExitCode.ANSWERED
    try:
        hint = run_with_time_limit(time_limit, partial(_find_hint, puzzle, board, proof))
    except Cancelled as stop:
        code, hint = ExitCode.STOPPED, Explanation(reasons=[str(stop)], kind=ExplanationKind.NONE)
    return Answer(
        code,
        hint_json(puzzle, board, hint),
        partial(_text, document, hint, notation, proof),
        sentences(*_lines(puzzle, hint, [hint.text])),
    )


def _find_hint(puzzle: Puzzle, board: Board, proof: Path | None, token: CancelToken) -> Explanation:
    with Solver(puzzle) as solver:
        hint = next_hint(puzzle, board, solver, token)
    if proof and hint.kind in _PROVED:
        # Only here, because most hints need none.
        from hashi_gui.certifying import certify_mistake, certify_step, write_certificate

        if hint.kind is ExplanationKind.STEP:
            contents = certify_step(puzzle, board, board.apply(hint.move), token)
        else:
            named = Move(tuple((edge, board.state(edge)) for edge in hint.highlight.edges))
            contents = certify_mistake(puzzle, Board.empty(puzzle).apply(named), token)
        write_certificate(proof, contents)
    return hint


def _lines(puzzle: Puzzle, hint: Explanation, texts: Sequence[str]) -> list[str]:
    """The texts of a hint, the first one after its heading, and where the islands are."""
    (first, *others), legend = with_legend(puzzle, texts)
    if hint.heading:
        first = _("{heading}: {text}").format(heading=hint.heading, text=first)
    return [first, *others, legend]


def _text(document: Document, hint: Explanation, notation: str, proof: Path | None) -> str:
    """The hint, the board after it, and whether it was proved."""
    puzzle, board = document.puzzle, document.board
    steps = [step for step in (hint.why or hint).steps if step.heading not in "?!"]
    texts = [hint.text, *(f"  {step.heading}. {step.text}" for step in steps)]
    for edge, state in hint.move.edges:
        text = (
            ngettext("{pair}: {n} bridge", "{pair}: {n} bridges", state)
            if state > 0
            else _("{pair}: no bridge")
        )
        texts.append("- " + text.format(pair=pair(puzzle, edge), n=state))
    lines = _lines(puzzle, hint, texts)
    with suppress(FormatError):  # Not every notation can express every board.
        lines += ["", board_text(puzzle, board.apply(hint.move), notation)]
    if proof:
        nothing = _("This is no step or mistake to prove, so there is no certificate.")
        lines += ["", certificate_note(proof) if hint.kind in _PROVED else nothing]
    return "\n".join(lines)
