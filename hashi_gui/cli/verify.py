"""``hashi verify``: verify certificates, without the solver."""

from __future__ import annotations

import shutil
import subprocess
from argparse import Namespace
from pathlib import Path

from hashi_gui import option_types
from hashi_gui.cli.arguments import add_json
from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.output import print_json
from hashi_gui.cli.terminal import ExitCode, print_text, report_error, worst
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.verifying.certificate import FORMULA, PROOF, CertificateError, verify

HELP = """\
`hashi check PUZZLE --proof FOLDER` writes a certificate of the verdict, `hashi hint` one of a step
or a mistake. What verifies them shares no code with the solver. If the program drat-trim is
installed, it checks the proof, too.

examples:
  hashi verify certificate/
  hashi verify certificates/*

--json prints one object, for several certificates with the name of the folder as "certificate":
  {"proved": "unique" | "several" | "none" | "step" | "mistake"}

A certificate that proves nothing is reported on standard error.

exit codes: 0 all certificates are valid; 2 one is not, or invalid usage; 5 memory ran out; 70 an
error in the program; 130 interrupted."""


def add(commands: Commands) -> None:
    command = add_command(commands, "verify", run, HELP)
    command.add_argument(
        "folders",
        metavar="FOLDER",
        type=option_types.folder,
        nargs="+",
        help="the certificates to verify",
    )
    add_json(command)


def run(args: Namespace) -> int:
    if len(args.folders) == 1:
        (folder,) = args.folders
        claim, text = _verify(folder)
        if args.json:
            print_json(proved=claim)
        else:
            print_text(text)
        return ExitCode.ANSWERED
    return worst([_verify_one_of_several(folder, args.json) for folder in args.folders])


def _verify_one_of_several(folder: Path, as_json: bool) -> ExitCode:
    try:
        claim, text = _verify(folder)
    except HashiError as error:
        report_error(str(folder), error)
        return ExitCode.BAD_INPUT
    if as_json:
        print_json(certificate=str(folder), proved=claim)
    else:
        print_text(f"{folder}: {text}")
    return ExitCode.ANSWERED


def _verify(folder: Path) -> tuple[str, str]:
    """What is proved, as a word and in a sentence. Raises CertificateError."""
    claim = verify(folder)
    text = f"{_sentence(claim)} {_ask_drat_trim(folder)}"
    return claim, text.rstrip()


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

    Raises CertificateError if it does not agree.
    """
    program = shutil.which("drat-trim")
    if program is None or not (folder / PROOF).exists():
        return ""
    result = subprocess.run(
        [program, FORMULA, PROOF], cwd=folder, capture_output=True, text=True, check=False
    )
    if "s VERIFIED" not in result.stdout:
        raise CertificateError(_("drat-trim does not accept the proof."))
    return _("drat-trim agrees.")
