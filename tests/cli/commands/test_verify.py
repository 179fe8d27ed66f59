"""Writing and verifying certificates from the command line."""

import json
import os
import sys
from pathlib import Path

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.commands import verify
from hashi_gui.formats import Document, read, read_path, write, write_link
from tests.cli.test_commands import CHOICE, FINISHABLE, MISTAKEN, NONE, SEVERAL, UNIQUE
from tests.processes import TIMEOUT


@pytest.fixture
def written(tmp_path: Path, capsys) -> Path:
    """A certificate of a puzzle with exactly one solution."""
    folder = tmp_path / "certificate"
    assert main(["check", UNIQUE, "--proof", str(folder)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("This puzzle has exactly one solution.\n")
    assert out.endswith(f"The certificate is in {folder}; `hashi verify {folder}` checks it.\n")
    return folder


def test_what_is_written_is_verified(written: Path, tmp_path: Path, capsys) -> None:
    assert main(["verify", str(written)]) == 0
    link = write_link(read(UNIQUE))
    assert capsys.readouterr().out == (
        "Proved: this puzzle has exactly one solution.\n"
        f"The puzzle: 5 × 5, 10 islands, up to 2 bridges per pair, {link}\n"
    )
    assert main(["verify", str(written), "--json"]) == 0
    size = {"rows": 5, "cols": 5, "islands": 10}
    puzzle = {**size, "max_bridges": 2, "loops": True, "link": link}
    assert json.loads(capsys.readouterr().out) == {"proved": "unique", "puzzle": puzzle}
    for puzzle, sentence in (
        (SEVERAL, "Proved: this puzzle has several solutions."),
        (NONE, "Proved: this puzzle has no solution."),
    ):
        folder = tmp_path / sentence.split()[-2]
        assert main(["check", puzzle, "--proof", str(folder), "--json"]) == 1
        assert capsys.readouterr().out.count("\n") == 1
        assert main(["verify", str(folder), str(written)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(f"{folder}: {sentence} The puzzle: ")
        assert len(lines) == 2


def test_a_step_is_proved(tmp_path: Path, capsys) -> None:
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
    assert capsys.readouterr().out.startswith(
        "Proved: each solution with the bridges and marks of puzzle.hashi has those of "
        "step.hashi, too.\n"
    )


def test_a_mistake_is_proved(tmp_path: Path, capsys) -> None:
    """Of the board, only the wrong bridges are given."""
    folder = tmp_path / "mistake"
    assert main(["hint", MISTAKEN, "--proof", str(folder)]) == 0
    assert capsys.readouterr().out.endswith(f"`hashi verify {folder}` checks it.\n")
    board = read_path(folder / "puzzle.hashi").board
    assert sum(map(bool, board.counts)) == 1
    assert read(MISTAKEN).board.extends(board)
    assert main(["verify", str(folder)]) == 0
    assert capsys.readouterr().out.startswith(
        "Proved: no solution has the bridges and marks of puzzle.hashi.\n"
    )


def test_a_certificate_that_was_changed(written: Path, tmp_path: Path, capsys) -> None:
    puzzle = written / "puzzle.hashi"
    puzzle.write_text(puzzle.read_text().replace("4", "3", 1))
    assert main(["verify", str(written)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "hashi: The certificate has been changed since it was made.\n"
    assert main(["verify", str(written), str(tmp_path / "nothing"), "--json"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_certificate_of_another_puzzle_is_refused(written: Path, tmp_path: Path, capsys) -> None:
    assert main(["verify", str(written), "--puzzle", UNIQUE]) == 0
    assert main(["verify", str(written), "--puzzle", str(written / "solution.hashi")]) == 0
    capsys.readouterr()
    puzzle = read(UNIQUE).puzzle
    no_loops = puzzle._replace(rules=puzzle.rules._replace(loops=False))
    other = tmp_path / "other.hashi"
    other.write_text(write(Document.from_puzzle(no_loops, "hashi"), "hashi"))
    for folders in ([str(written)], [str(written), str(written)]):
        for expected in (SEVERAL, str(other)):
            assert main(["verify", *folders, "--puzzle", expected, "--json"]) == 2
            out, err = capsys.readouterr()
            assert not out
            assert err.count("The certificate is of another puzzle: 5 × 5, 10 ") == len(folders)
    assert main(["verify", str(written), "--puzzle", "nothing"]) == 2
    assert capsys.readouterr().err.startswith("hashi: There is no file 'nothing'")


def test_a_certificate_is_not_overwritten_unless_asked_for(written: Path, capsys) -> None:
    assert main(["check", NONE, "--proof", str(written)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert main(["verify", str(written)]) == 0
    assert main(["check", NONE, "--proof", str(written), "--force"]) == 1
    assert main(["verify", str(written)]) == 0
    assert capsys.readouterr().out.count("Proved: this puzzle has no solution.\n") == 1


def test_a_proof_is_of_one_puzzle(tmp_path: Path, capsys) -> None:
    assert main(["check", UNIQUE, NONE, "--proof", str(tmp_path / "new")]) == 2
    assert capsys.readouterr().err == "hashi: --proof needs a single puzzle.\n"
    assert main(["check", UNIQUE, "--proof", str(tmp_path / "new"), "--time-limit", "0"]) == 3
    assert not (tmp_path / "new").exists()


needs_scripts = pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
AGREES = "#!/bin/sh\n[ -f $1 ] && [ -f $2 ] && echo s VERIFIED\n"


def install_drat_trim(folder: Path, script: str) -> None:
    program = folder / "drat-trim"
    program.write_text(script)
    program.chmod(0o755)


@needs_scripts
@pytest.mark.parametrize(
    ("script", "answer"),
    [
        (AGREES, "drat-trim agrees."),
        ("#!/bin/sh\nexec sleep 1000\n", "drat-trim was stopped after 1 s."),
        ("#!/nothing", "drat-trim cannot be run (No such file or directory)."),
        ("#!/bin/sh\necho s NOT VERIFIED\n", ""),
    ],
)
def test_drat_trim_is_asked_if_it_is_installed(
    written: Path,
    tmp_path: Path,
    monkeypatch,
    capsys,
    script: str,
    answer: str,
) -> None:
    install_drat_trim(tmp_path, script)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(verify, "DRAT_TRIM_SECONDS", 1 if "sleep" in script else TIMEOUT)
    assert main(["verify", str(written)]) == (0 if answer else 2)
    out, err = capsys.readouterr()
    first_line = f"Proved: this puzzle has exactly one solution. {answer}\n"
    assert out.startswith(first_line) if answer else not out
    assert err == ("" if answer else "hashi: drat-trim does not accept the proof.\n")


@needs_scripts
def test_nothing_in_the_folder_of_a_certificate_is_run(
    written: Path,
    tmp_path: Path,
    monkeypatch,
    capsys,
) -> None:
    install_drat_trim(written, AGREES)
    inside, outside, link = written / "bin", tmp_path / "bin", tmp_path / "link"
    for folder in (inside, outside):
        folder.mkdir()
    install_drat_trim(tmp_path, AGREES)
    (inside / "drat-trim").symlink_to(tmp_path / "drat-trim")
    (outside / "drat-trim").symlink_to(written / "drat-trim")
    link.symlink_to(written)
    monkeypatch.chdir(written)
    for path in ("", ".", "bin", str(written), str(inside), str(outside), str(link)):
        monkeypatch.setenv("PATH", path)
        assert main(["verify", "."]) == 0
        assert "drat-trim" not in capsys.readouterr().out
    monkeypatch.setenv("PATH", os.pathsep.join([".", str(link), str(tmp_path)]))
    assert main(["verify", str(written)]) == 0
    assert "drat-trim agrees." in capsys.readouterr().out
