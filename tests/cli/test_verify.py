"""Writing and verifying certificates from the command line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from hashi_gui.cli import main
from hashi_gui.formats import read, read_path
from tests.cli.test_commands import CHOICE, FINISHABLE, MISTAKEN, NONE, SEVERAL, UNIQUE


@pytest.fixture
def written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A certificate of a puzzle with exactly one solution."""
    folder = tmp_path / "certificate"
    assert main(["check", UNIQUE, "--proof", str(folder)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("This puzzle has exactly one solution.\n")
    assert out.endswith(f"The certificate is in {folder}; `hashi verify {folder}` checks it.\n")
    return folder


def test_what_is_written_is_verified(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(written)]) == 0
    assert capsys.readouterr().out == "Proved: this puzzle has exactly one solution.\n"
    assert main(["verify", str(written), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"proved": "unique"}
    for puzzle, sentence in (
        (SEVERAL, "Proved: this puzzle has several solutions."),
        (NONE, "Proved: this puzzle has no solution."),
    ):
        folder = tmp_path / sentence.split()[-2]
        assert main(["check", puzzle, "--proof", str(folder), "--json"]) == 1
        assert capsys.readouterr().out.count("\n") == 1
        assert main(["verify", str(folder), str(written)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == f"{folder}: {sentence}"
        assert len(lines) == 2


def test_a_step_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "step"
    assert main(["hint", CHOICE, "--proof", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("so there is no certificate.\n")
    assert not folder.exists()
    assert main(["hint", FINISHABLE, "--proof", str(folder), "--to", "hashi"]) == 0
    assert capsys.readouterr().out.endswith(f"`hashi verify {folder}` checks it.\n")
    before, after = (read_path(folder / name).board for name in ("puzzle.hashi", "step.hashi"))
    assert before == read(FINISHABLE).board
    assert after.extends(before)
    assert after != before
    assert main(["verify", str(folder)]) == 0
    assert capsys.readouterr().out == (
        "Proved: each solution with the bridges and marks of puzzle.hashi has those of "
        "step.hashi, too.\n"
    )


def test_a_mistake_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the board, only the wrong bridges are given."""
    folder = tmp_path / "mistake"
    assert main(["hint", MISTAKEN, "--proof", str(folder)]) == 0
    assert capsys.readouterr().out.endswith(f"`hashi verify {folder}` checks it.\n")
    board = read_path(folder / "puzzle.hashi").board
    assert sum(map(bool, board.counts)) == 1
    assert read(MISTAKEN).board.extends(board)
    assert main(["verify", str(folder)]) == 0
    assert capsys.readouterr().out == (
        "Proved: no solution has the bridges and marks of puzzle.hashi.\n"
    )


def test_a_certificate_that_was_changed(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = written / "puzzle.hashi"
    puzzle.write_text(puzzle.read_text().replace("4", "3", 1))
    assert main(["verify", str(written)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "hashi: The certificate has been changed since it was made.\n"
    assert main(["verify", str(written), str(tmp_path / "nothing"), "--json"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_certificate_is_not_overwritten_unless_asked_for(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", NONE, "--proof", str(written)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert main(["verify", str(written)]) == 0
    assert main(["check", NONE, "--proof", str(written), "--force"]) == 1
    assert main(["verify", str(written)]) == 0
    assert capsys.readouterr().out.endswith("Proved: this puzzle has no solution.\n")


def test_a_proof_is_of_one_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", UNIQUE, NONE, "--proof", str(tmp_path / "new")]) == 2
    assert capsys.readouterr().err == "hashi: --proof needs a single puzzle.\n"
    assert main(["check", UNIQUE, "--proof", str(tmp_path / "new"), "--time-limit", "0"]) == 3
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
def test_drat_trim_is_asked_if_it_is_installed(
    written: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = tmp_path / "drat-trim"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    program.write_text("#!/bin/sh\n[ -f $1 ] && [ -f $2 ] && echo s VERIFIED\n")
    program.chmod(0o755)
    assert main(["verify", str(written)]) == 0
    assert capsys.readouterr().out.endswith("drat-trim agrees.\n")
    program.write_text("#!/bin/sh\necho s NOT VERIFIED\n")
    assert main(["verify", str(written)]) == 2
    assert capsys.readouterr().err == "hashi: drat-trim does not accept the proof.\n"
