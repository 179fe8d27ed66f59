"""Certificates: folders that prove how many solutions a puzzle has, a step, or a mistake."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.verifying.puzzle import Board, Bounds, Edge, Puzzle, is_solution, read_puzzle
from hashi_gui.verifying.reasons import Clause, Formula

VERSION = "hashi certificate 1"
"""The first line of the manifest."""

MANIFEST = "certificate.txt"
PUZZLE = "puzzle.hashi"
SOLUTION = "solution.hashi"
SECOND = "second.hashi"
STEP = "step.hashi"
FORMULA = "formula.cnf"
REASONS = "reasons.txt"
PROOF = "proof.drat"

FILES = MappingProxyType(
    {
        "unique": (PUZZLE, SOLUTION, FORMULA, REASONS, PROOF),
        "several": (PUZZLE, SOLUTION, SECOND),
        "none": (PUZZLE, FORMULA, REASONS, PROOF),
        "step": (PUZZLE, STEP, FORMULA, REASONS, PROOF),
        "mistake": (PUZZLE, FORMULA, REASONS, PROOF),
    }
)
"""The files of a certificate, beside the manifest, by what it claims."""

MAX_FILE = 512 * 2**20
"""The most bytes of a file of a certificate."""

_EDGE = re.compile("c edge" + 4 * " ([0-9]{1,9})" + " at least ([1-4]) = var ([0-9]{1,9})")
_CLAUSE = re.compile("(?:-?[1-9][0-9]{0,8} )*0")


class CertificateError(HashiError):
    """A certificate proves nothing; the message says why."""


def manifest(claim: str, files: Mapping[str, bytes]) -> bytes:
    """The text that names all files of a certificate, each with its SHA-256."""
    sums = [f"{sha256(files[name]).hexdigest()}  {name}\n" for name in FILES[claim]]
    return "".join([f"{VERSION}\n{claim}\n", *sums]).encode()


class Proved(NamedTuple):
    """What a certificate proves of a puzzle.

    The ``claim`` is ``unique``, ``several`` or ``none``; or ``step``: each solution that extends
    the board beside the puzzle also extends the board of the step; or ``mistake``: no solution
    extends the board beside the puzzle.
    """

    claim: str
    puzzle: Puzzle


def verify(folder: Path) -> Proved:
    """Return what the certificate in a folder proves, once all of it is verified.

    Raises CertificateError.
    """
    return verify_files(partial(_read, folder))


def verify_files(read: Callable[[str], bytes]) -> Proved:
    """The same for files that ``read`` returns by their names."""
    found = read(MANIFEST)
    version, claim, *_sums = [*found.decode(errors="replace").split("\n"), "", ""]
    if version != VERSION:
        raise _not_in_format(MANIFEST, 1)
    if claim not in FILES:
        raise _not_in_format(MANIFEST, 2)
    files = {name: read(name) for name in FILES[claim]}
    if found != manifest(claim, files):
        raise CertificateError(_("The certificate has been changed since it was made."))
    texts = {name: _text(name, data) for name, data in files.items()}
    return Proved(claim, _verify_claim(claim, texts))


def _verify_claim(claim: str, texts: Mapping[str, str]) -> Puzzle:
    """Return the puzzle of which the claim is proved. Raises CertificateError."""
    puzzle, board = _read_board(PUZZLE, texts[PUZZLE])
    boards: dict[str, Board] = {}
    for name in [name for name in (SOLUTION, SECOND, STEP) if name in texts]:
        of, boards[name] = _read_board(name, texts[name])
        if of != puzzle:
            raise CertificateError(_("{file} is of another puzzle.").format(file=name))
        if name != STEP and not is_solution(puzzle, boards[name].counts):
            raise CertificateError(_("{file} is not a solution of the puzzle.").format(file=name))
    if claim == "several":
        if boards[SOLUTION].counts == boards[SECOND].counts:
            raise CertificateError(_("The two solutions are the same."))
        return puzzle
    given = board.extending(puzzle.limit) if claim in ("step", "mistake") else {}
    conclusion: Bounds | None = None
    if claim == "unique":
        counts = boards[SOLUTION].counts
        conclusion = {e: (counts.get(e, 0), counts.get(e, 0)) for e in puzzle.edges}
    elif claim == "step":
        conclusion = boards[STEP].extending(puzzle.limit)
    _check_proof(_read_formula(puzzle, texts, given, conclusion), texts[PROOF])
    return puzzle


def _read_formula(
    puzzle: Puzzle, texts: Mapping[str, str], given: Bounds, conclusion: Bounds | None
) -> Formula:
    """The formula, each of whose clauses is checked."""
    lines = texts[FORMULA].splitlines()
    meanings: dict[int, tuple[Edge, int]] = {}
    for number in range(1, puzzle.limit * len(puzzle.edges) + 1):
        match = _EDGE.fullmatch(lines[number - 1]) if number <= len(lines) else None
        if not match:
            raise _not_in_format(FORMULA, number)
        a, b, c, d, count, variable = map(int, match.groups())
        meanings[variable] = ((a, b), (c, d)), count
    counts = range(1, puzzle.limit + 1)
    if meanings.keys() != set(range(1, len(meanings) + 1)) or set(meanings.values()) != {
        (edge, count) for edge in puzzle.edges for count in counts
    }:
        raise CertificateError(
            _("The variables in {file} are not those of the puzzle.").format(file=FORMULA)
        )
    clauses = list(_read_clauses(FORMULA, lines, len(meanings) + 1, len(meanings)))
    reasons = texts[REASONS].splitlines()
    if lines[len(meanings) : len(meanings) + 1] != [f"p cnf {len(meanings)} {len(clauses)}"]:
        raise _not_in_format(FORMULA, len(meanings) + 1)
    if len(reasons) != len(clauses):
        raise CertificateError(_("Not every clause has a reason."))
    formula = Formula(puzzle, meanings, given, conclusion)
    for number, (clause, reason) in enumerate(zip(clauses, reasons), start=1):
        kind, *details = reason.split(" ")
        try:
            holds = formula.holds(clause, kind, details)
        except (ValueError, KeyError):
            raise _not_in_format(REASONS, number) from None
        if not holds:
            raise CertificateError(
                _("Clause {number} does not follow from its reason, “{kind}”.").format(
                    number=number, kind=kind
                )
            )
        formula.add(clause)
    return formula


def _check_proof(formula: Formula, proof: str) -> None:
    """Check that each clause of the proof follows from those before it, and the last is empty."""
    variables = len(formula.clauses.values) // 2
    clauses = list(_read_clauses(PROOF, proof.splitlines(), 0, variables))
    for number, clause in enumerate(clauses, start=1):
        if not formula.clauses.follows(clause):
            raise CertificateError(
                _("Line {number} of the proof does not follow.").format(number=number)
            )
        formula.clauses.add(clause)
    if not clauses or clauses[-1]:
        raise CertificateError(_("The proof does not come to an end."))


def _read_clauses(name: str, lines: list[str], skip: int, variables: int) -> Iterator[Clause]:
    for number, line in enumerate(lines[skip:], start=skip + 1):
        clause = [int(text) for text in line.split()[:-1]] if _CLAUSE.fullmatch(line) else None
        if clause is None or any(abs(literal) > variables for literal in clause):
            raise _not_in_format(name, number)
        yield clause


def _read_board(name: str, text: str) -> tuple[Puzzle, Board]:
    try:
        return read_puzzle(text)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise CertificateError(
            _("{file} is not a puzzle that can be verified.").format(file=name)
        ) from None


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    try:
        if path.is_file():
            with path.open("rb") as file:
                data = file.read(MAX_FILE + 1)
            if len(data) > MAX_FILE:
                problem = _("it is larger than {n} MB").format(n=MAX_FILE // 2**20)
                raise OSError(errno.EFBIG, problem)
            return data
    except OSError as error:
        raise CertificateError(
            _("{file} cannot be read ({reason}).").format(file=path, reason=error.strerror or error)
        ) from error
    raise CertificateError(
        _("{folder} is not a certificate: it has no {file}.").format(file=name, folder=folder)
    )


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        raise _not_in_format(name, data.count(b"\n", 0, error.start) + 1) from None


def _not_in_format(name: str, line: int) -> CertificateError:
    return CertificateError(
        _("Line {line} of {file} is not what a certificate has there.").format(line=line, file=name)
    )
