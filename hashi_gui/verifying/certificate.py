"""Certificates: folders that prove how many solutions a puzzle has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.verifying.puzzle import Edge, Puzzle, is_solution, read_puzzle
from hashi_gui.verifying.reasons import Clause, Formula

MANIFEST = "certificate.txt"
PUZZLE = "puzzle.hashi"
SOLUTION = "solution.hashi"
SECOND = "second.hashi"
FORMULA = "formula.cnf"
REASONS = "reasons.txt"
PROOF = "proof.drat"

FILES = MappingProxyType(
    {
        "unique": (PUZZLE, SOLUTION, FORMULA, REASONS, PROOF),
        "several": (PUZZLE, SOLUTION, SECOND),
        "none": (PUZZLE, FORMULA, REASONS, PROOF),
    }
)
"""The files of a certificate, beside the manifest, by what it claims."""

_EDGE = re.compile(r"c edge (\d+) (\d+) (\d+) (\d+) at least (\d) = var (\d+)", re.ASCII)
_CLAUSE = re.compile(r"(?:-?[1-9]\d* )*0", re.ASCII)


class CertificateError(HashiError):
    """A certificate proves nothing; the message says why."""


def manifest(claim: str, files: Mapping[str, bytes]) -> bytes:
    """The text that names all files of a certificate, each with its SHA-256."""
    sums = [f"{sha256(files[name]).hexdigest()}  {name}\n" for name in FILES[claim]]
    return "".join(["hashi certificate 1\n", f"{claim}\n", *sums]).encode()


def verify(folder: Path) -> str:
    """Return what the certificate in a folder claims, once all of it is verified.

    This is ``unique``, ``several`` or ``none``. Raises CertificateError.
    """
    found = _read(folder, MANIFEST)
    claim = found.decode(errors="replace").partition("\n")[2].partition("\n")[0]
    if claim not in FILES:
        raise _not_in_format(MANIFEST, 2)
    files = {name: _read(folder, name) for name in FILES[claim]}
    if found != manifest(claim, files):
        raise CertificateError(_("The certificate has been changed since it was made."))
    _verify_claim({name: _text(name, data) for name, data in files.items()})
    return claim


def _verify_claim(texts: Mapping[str, str]) -> None:
    puzzle, _counts = _read_puzzle(PUZZLE, texts[PUZZLE])
    solutions = []
    for name in (SOLUTION, SECOND):
        if name in texts:
            of, counts = _read_puzzle(name, texts[name])
            if of != puzzle or not is_solution(puzzle, counts):
                raise CertificateError(
                    _("{file} is not a solution of the puzzle.").format(file=name)
                )
            solutions.append(counts)
    if SECOND in texts:
        if solutions[0] == solutions[1]:
            raise CertificateError(_("The two solutions are the same."))
        return
    formula = _read_formula(puzzle, texts, *solutions)
    _check_proof(formula, texts[PROOF])


def _read_formula(
    puzzle: Puzzle, texts: Mapping[str, str], solution: Mapping[Edge, int] | None = None
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
    formula = Formula(puzzle, meanings, solution)
    for number, (clause, reason) in enumerate(zip(clauses, reasons), start=1):
        kind, *details = reason.split(" ")
        try:
            holds = formula.add(clause, kind, details)
        except (ValueError, KeyError):
            raise _not_in_format(REASONS, number) from None
        if not holds:
            raise CertificateError(
                _("Clause {number} does not follow from its reason, “{kind}”.").format(
                    number=number, kind=kind
                )
            )
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


def _read_puzzle(name: str, text: str) -> tuple[Puzzle, Mapping[Edge, int]]:
    try:
        return read_puzzle(text)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise CertificateError(
            _("{file} is not a puzzle that can be verified.").format(file=name)
        ) from None


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        raise CertificateError(
            _("{folder} is not a certificate: it has no {file}.").format(file=name, folder=folder)
        ) from None
    except OSError as error:
        raise CertificateError(
            _("{file} cannot be read ({reason}).").format(
                file=folder / name, reason=error.strerror or error
            )
        ) from error


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        raise _not_in_format(name, data.count(b"\n", 0, error.start) + 1) from None


def _not_in_format(name: str, line: int) -> CertificateError:
    return CertificateError(
        _("Line {line} of {file} is not what a certificate has there.").format(line=line, file=name)
    )
