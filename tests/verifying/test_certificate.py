"""Certificates that were changed, cut short or made up are refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from hashi_gui.certifying import certify, certify_mistake
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.solving import CancelToken, Solver
from hashi_gui.verifying import certificate as files
from hashi_gui.verifying.certificate import CertificateError, manifest, verify, verify_files

SQUARE = {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2}
PUZZLES = {
    "unique": Puzzle.from_clues(3, 3, SQUARE),
    "several": Puzzle.from_clues(3, 3, SQUARE | {(0, 0): 3, (2, 2): 3, (0, 2): 3, (2, 0): 3}),
    "none": Puzzle.from_clues(3, 3, SQUARE | {(1, 1): 1}),
}

Contents = dict[str, bytes]


def certificate_of(claim: str) -> Contents:
    puzzle = PUZZLES[claim]
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert verdict.kind == claim
    return certify(puzzle, verdict, CancelToken())


def refusal(claim: str, contents: Contents) -> str:
    """Why files are refused although the manifest fits."""
    contents[files.MANIFEST] = manifest(claim, contents)
    with pytest.raises(CertificateError) as caught:
        verify_files(contents.__getitem__)
    return str(caught.value)


def test_a_mistake_is_not_proved_by_what_is_not_on_the_board() -> None:
    """A double bridge would cut off two of four 2s; a single one would not."""
    puzzle = PUZZLES["unique"]
    contents = {**certify_mistake(puzzle, Board(bytes([2, 0, 0, 0])), CancelToken())}
    assert verify_files(contents.__getitem__).claim == "mistake"
    single = write(Document(puzzle, Board(bytes([1, 0, 0, 0])), "hashi"), "hashi")
    contents[files.PUZZLE] = single.encode()
    assert "“board”" in refusal("mistake", contents)


@pytest.mark.parametrize("claim", PUZZLES)
def test_a_certificate_with_any_byte_changed_is_refused(claim: str) -> None:
    contents = certificate_of(claim)
    assert set(contents) == {files.MANIFEST, *files.FILES[claim]}
    assert verify_files(contents.__getitem__).claim == claim
    for name, content in contents.items():
        changes = [b"", content[:-1], content + b"\n", content + content]
        for at, byte in enumerate(content):
            others = {byte ^ 1, byte ^ 32, byte ^ 128, ord(" "), ord("0")} - {byte}
            changes += [content[:at] + bytes([each]) + content[at + 1 :] for each in others]
        for changed in changes:
            with pytest.raises(CertificateError):
                verify_files({**contents, name: changed}.__getitem__)


def test_what_was_made_up_proves_nothing_even_with_a_manifest_that_fits() -> None:
    """Each change of one character either leaves the claim proved, or is refused in a sentence."""
    contents = certificate_of("unique")
    random = Random(1)
    refused = 0
    for name in files.FILES["unique"]:
        for _ in range(300):
            text = contents[name]
            at = random.randrange(len(text))
            character = random.choice(b"0123456789- \n,*.xA\xff").to_bytes(1, "big")
            changed = {**contents, name: text[:at] + character + text[at + 1 :]}
            changed[files.MANIFEST] = manifest("unique", changed)
            try:
                assert verify_files(changed.__getitem__).claim == "unique"
            except CertificateError:
                refused += 1
    assert refused > 750


def wrong_clause(number: int, kind: str) -> str:
    return f"Clause {number} does not follow from its reason, “{kind}”."


def wrong_line(number: int, name: str) -> str:
    return f"Line {number} of {name} is not what a certificate has there."


@pytest.mark.parametrize(
    ("claim", "name", "old", "new", "why"),
    [
        ("unique", files.FORMULA, "3 5 0", "3 0", wrong_clause(12, "cut")),
        ("unique", files.REASONS, "implied", "cut 0,0 2,0 0,2 2,2", wrong_clause(13, "cut")),
        ("unique", files.REASONS, "other", "loop", wrong_clause(11, "loop")),
        ("unique", files.REASONS, "other", "parity 0,0", wrong_clause(11, "parity")),
        ("unique", files.REASONS, "other", "sum 1*joined 1*clause:3", wrong_clause(11, "sum")),
        ("unique", files.REASONS, "other", "sum 1*clause:12", wrong_line(11, "reasons.txt")),
        ("unique", files.REASONS, "other", "sum joined", wrong_line(11, "reasons.txt")),
        ("unique", files.REASONS, "other", "belief", wrong_line(11, "reasons.txt")),
        ("unique", files.REASONS, "cut 0,0", "cut 1,1", wrong_line(12, "reasons.txt")),
        ("unique", files.REASONS, "cut 0,0", "cut 0,2", wrong_line(12, "reasons.txt")),
        ("unique", files.REASONS, "other\n", "", "Not every clause has a reason."),
        ("unique", files.FORMULA, "p cnf 8 15", "p cnf 8 14", wrong_line(9, "formula.cnf")),
        ("unique", files.FORMULA, "3 5 0", "3 9 0", wrong_line(21, "formula.cnf")),
        ("unique", files.FORMULA, "3 5 0", f"3 {'9' * 5000} 0", wrong_line(21, "formula.cnf")),
        ("unique", files.FORMULA, "edge 0", f"edge {'9' * 5000}", wrong_line(1, "formula.cnf")),
        ("unique", files.REASONS, "cut 0,0", f"cut {'9' * 5000},0", wrong_line(12, "reasons.txt")),
        (
            "unique",
            files.FORMULA,
            "var 8",
            "var 7",
            "The variables in formula.cnf are not those of the puzzle.",
        ),
        ("unique", files.PROOF, "0\n", "", "The proof does not come to an end."),
        ("unique", files.PROOF, "0", "1 0", "The proof does not come to an end."),
        ("unique", files.PROOF, "0", "٠", wrong_line(1, "proof.drat")),
        (
            "unique",
            files.SOLUTION,
            "0, 2, 1]",
            "0, 2, 2]",
            "solution.hashi is not a solution of the puzzle.",
        ),
        ("unique", files.PUZZLE, "2.2", "2.3", "solution.hashi is of another puzzle."),
        (
            "unique",
            files.PUZZLE,
            "[",
            "[" * 5000,
            "puzzle.hashi is not a puzzle that can be verified.",
        ),
        ("none", files.REASONS, "island 1,1", "other", wrong_clause(1, "other")),
    ],
)
def test_why_a_certificate_proves_nothing(
    claim: str, name: str, old: str, new: str, why: str
) -> None:
    contents = certificate_of(claim)
    text = contents[name].decode()
    assert old in text
    assert refusal(claim, {**contents, name: text.replace(old, new, 1).encode()}) == why


def test_a_proof_must_follow_from_the_formula() -> None:
    contents = certificate_of("unique")
    formula, reasons = (contents[name].decode() for name in (files.FORMULA, files.REASONS))
    assert formula.endswith("\n-4 0\n")
    contents[files.FORMULA] = formula.replace("\n-4 0", "").replace("8 15", "8 14").encode()
    contents[files.REASONS] = reasons.removesuffix("implied\n").encode()
    assert refusal("unique", contents) == "Line 1 of the proof does not follow."


def test_two_solutions_must_differ() -> None:
    contents = certificate_of("several")
    contents[files.SECOND] = contents[files.SOLUTION]
    assert refusal("several", contents) == "The two solutions are the same."


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(files, "MAX_FILE", 2**20)
    (tmp_path / files.MANIFEST).write_bytes(bytes(2**20 + 1))
    with pytest.raises(CertificateError, match=r"cannot be read \(it is larger than 1 MB\)"):
        verify(tmp_path)


def test_a_folder_that_is_no_certificate(tmp_path: Path) -> None:
    nothing = r"is not a certificate: it has no certificate\.txt\."
    with pytest.raises(CertificateError, match=nothing):
        verify(tmp_path)
    (tmp_path / files.MANIFEST).mkdir()
    with pytest.raises(CertificateError, match=nothing):
        verify(tmp_path)
    with pytest.raises(CertificateError, match=r"cannot be read"):
        verify(tmp_path / ("x" * 5000))


def test_the_verifier_loads_nothing_that_solves() -> None:
    code = (
        "import sys, hashi_gui.verifying.certificate;"
        "print(*sorted(name for name in sys.modules if name.startswith('hashi_gui.')))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    parts = {"certificate", "clauses", "puzzle", "reasons", "sums"}
    assert set(result.stdout.split()) == {
        "hashi_gui.core",
        "hashi_gui.core.errors",
        "hashi_gui.core.i18n",
        "hashi_gui.verifying",
        *(f"hashi_gui.verifying.{part}" for part in parts),
    }
