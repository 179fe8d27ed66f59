"""``hashi verify``: verify certificates, without the solver."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from hashi_gui.cli.arguments import add_json
from hashi_gui.cli.command import Commands, add_command, puzzle_help
from hashi_gui.cli.output import print_json
from hashi_gui.cli.terminal import ExitCode, print_text, report_error, worst
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.wording import islands_text, listed, sentences
from hashi_gui.formats import Document, FormatError, write_link
from hashi_gui.formats.sources import read_single
from hashi_gui.system import option_types
from hashi_gui.verify_certificate import FORMULA, PROOF, CertificateError, verify

_JSON = """\
  {"proved": "unique" | "several" | "none" | "step" | "mistake",
   "puzzle": {"rows": 5, "cols": 5, "islands": 12, "max_bridges": 2, "loops": true,
              "link": "https://..." | null}}"""


def _help() -> list[str]:
    return [
        _(
            "`hashi check PUZZLE --proof FOLDER` writes a certificate of the verdict, `hashi "
            "hint` one of a step or a mistake. What verifies them shares no code with the solver. "
            "If the program drat-trim is installed, it checks the proof, too."
        ),
        _("""\
examples:
  hashi verify certificate/
  hashi verify certificate/ --puzzle puzzle.has     refuse one of another puzzle
  hashi verify certificates/*"""),
        _("A certificate names its puzzle itself, so look at what is printed, or give --puzzle."),
        sentences(puzzle_help(), _("Its bridges and marks make no difference.")),
        _(
            "--json prints one object, for several certificates with the name of the folder as "
            '"certificate":'
        ),
        _JSON,
        _('"link" is null if no link can stand for the puzzle.'),
        _(
            "A certificate that proves nothing, or is of another puzzle, is reported on standard "
            "error."
        ),
        _(
            "exit codes: 0 all certificates are valid; 2 one is not, or invalid usage; 5 memory "
            "ran out; 70 an error in the program; 130 interrupted."
        ),
    ]


DRAT_TRIM_SECONDS = 300
"""After so long, drat-trim is stopped: the proof is verified without it."""


def add(commands: Commands) -> None:
    command = add_command(commands, "verify", run, _help())
    command.add_argument(
        "folders",
        metavar="FOLDER",
        type=option_types.folder,
        nargs="+",
        help=_("the certificates to verify"),
    )
    command.add_argument(
        "--puzzle",
        metavar="PUZZLE",
        type=option_types.not_empty,
        help=_("refuse certificates of any other puzzle"),
    )
    add_json(command)


def run(args: Namespace) -> int:
    expected = None if args.puzzle is None else read_single(args.puzzle).puzzle
    if len(args.folders) == 1:
        (folder,) = args.folders
        answer, lines = _verify(folder, expected)
        if args.json:
            print_json(**answer)
        else:
            print_text("\n".join(lines))
        return ExitCode.ANSWERED
    return worst([_verify_one_of_several(each, expected, args.json) for each in args.folders])


def _verify_one_of_several(folder: Path, expected: Puzzle | None, as_json: bool) -> ExitCode:
    try:
        answer, lines = _verify(folder, expected)
    except HashiError as error:
        report_error(str(folder), error)
        return ExitCode.BAD_INPUT
    if as_json:
        print_json(certificate=str(folder), **answer)
    else:
        print_text(f"{folder}: {sentences(*lines)}")
    return ExitCode.ANSWERED


def _verify(folder: Path, expected: Puzzle | None) -> tuple[dict[str, object], list[str]]:
    """What is proved of which puzzle, for JSON and in lines of text.

    Raises HashiError, also if it is not the ``expected`` puzzle.
    """
    try:
        claim, stated = verify(folder)
    except CertificateError as error:
        raise HashiError(str(error)) from error
    rules = Rules(stated.limit, stated.loops)
    puzzle = Puzzle.from_clues(len(stated.grid), len(stated.grid[0]), stated.clues, rules)
    link = None
    with suppress(FormatError):
        link = write_link(Document.from_puzzle(puzzle, "hashi"))
    count = len(puzzle.islands)
    facts = listed([puzzle.size_text, islands_text(count), *rules.facts, link or ""])
    if expected not in (None, puzzle):
        raise HashiError(_("The certificate is of another puzzle: {facts}").format(facts=facts))
    answer = {
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "islands": count,
        "max_bridges": rules.max_bridges,
        "loops": rules.loops,
        "link": link,
    }
    text = sentences(_sentence(claim), _ask_drat_trim(folder))
    lines = [text, _("The puzzle: {facts}").format(facts=facts)]
    return {"proved": claim, "puzzle": answer}, lines


def _sentence(claim: str) -> str:
    match claim:
        case "unique":
            return _("Proved: this puzzle has exactly one solution.")
        case "several":
            return _("Proved: this puzzle has several solutions.")
        case "none":
            return _("Proved: this puzzle has no solution.")
        case "step":
            return _(
                "Proved: each solution with the bridges and marks of puzzle.hashi has those of "
                "step.hashi, too."
            )
        case _mistake:
            return _("Proved: no solution has the bridges and marks of puzzle.hashi.")


def _ask_drat_trim(folder: Path) -> str:
    """A sentence on what drat-trim says of the proof, if both are there.

    Raises HashiError if it does not agree.
    """
    program = _find_drat_trim(folder)
    if program is None or not (folder / PROOF).exists():
        return ""
    files = [(folder / name).absolute() for name in (FORMULA, PROOF)]
    try:
        result = subprocess.run(
            [program, *files],
            cwd=program.parent,  # Windows looks for libraries there, so not in the certificate.
            capture_output=True,
            timeout=DRAT_TRIM_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _("drat-trim was stopped after {n} s.").format(n=DRAT_TRIM_SECONDS)
    except OSError as error:
        return _("drat-trim cannot be run ({reason}).").format(reason=error.strerror or error)
    if b"s VERIFIED" not in result.stdout:
        raise HashiError(_("drat-trim does not accept the proof."))
    return _("drat-trim agrees.")


def _find_drat_trim(certificate: Path) -> Path | None:
    """The program in an absolute folder of PATH, if no part of its path is in the certificate."""
    for name in os.environ.get("PATH", os.defpath).split(os.pathsep):
        program = Path(name, "drat-trim.exe" if sys.platform == "win32" else "drat-trim")
        if program.is_absolute() and shutil.which(program):
            places = (program.parent.resolve(), program.resolve())
            if not any(place.is_relative_to(certificate.resolve()) for place in places):
                return program
    return None
