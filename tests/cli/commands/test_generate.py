import os
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.arguments import FORMATS
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import read, read_path
from hashi_gui.formats.sources import find_puzzles
from hashi_gui.generating import GeneratorOptions, generate, generator
from hashi_gui.generating.generator import Recipe
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Solver, VerdictKind
from tests.processes import wait_until

ROOT = Path(__file__).resolve().parents[3]


def lines(capsys):
    return capsys.readouterr().out.split()


def test_one_url_per_line(capsys):
    assert main(["generate", "--size", "6x5", "--count", "3", "--seed", "8"]) == 0
    puzzles = [read(line).puzzle for line in lines(capsys)]
    assert len(puzzles) == 3
    for puzzle in puzzles:
        assert (puzzle.rows, puzzle.cols) == (5, 6)
        with Solver(puzzle) as solver:
            assert solver.verdict().kind == VerdictKind.UNIQUE


def test_a_random_seed_is_printed_and_makes_the_same_puzzle_again(capsys):
    main(["generate", "--size", "6x6"])
    output = capsys.readouterr()
    word, seed = output.err.split()
    assert word == "Seed"
    main(["generate", "--size", "6x6", "--seed", seed])
    assert capsys.readouterr() == (output.out, "")


def test_the_link_says_the_rules(capsys):
    main(["generate", "--size", "6x6", "--rules", "no-loops", "--seed", "5"])
    link = capsys.readouterr().out
    assert "/bridges.html#6x6m2L:" in link
    assert not read(link).puzzle.rules.loops


def test_every_option_affects_the_puzzle(capsys):
    flags = "--islands 14 --difficulty easy --symmetry rotate --max-bridges 1 --no-loops"
    assert main(f"generate --size 8x8 --seed 5 --to text {flags}".split()) == 0
    puzzle = read(capsys.readouterr().out).puzzle
    options = GeneratorOptions(
        8, 8, 14, max_bridges=1, loops=False, symmetry=Symmetry.HALF_TURN, level=Level.EASY
    )
    assert [i.cell for i in puzzle.islands] == [i.cell for i in generate(options, 5).puzzle.islands]


def test_density_sets_the_number_of_islands(capsys):
    main(["generate", "--size", "10x10", "--density", "0.18", "--seed", "1"])
    assert len(read(capsys.readouterr().out).puzzle.islands) == 18


def test_a_folder_gets_one_file_per_puzzle(tmp_path, capsys):
    folder = tmp_path / "new"
    options = ["--size", "5x5", "--seed", "3", "--count", "2"]
    arguments = ["generate", *options, "-o", f"{folder}{os.sep}"]
    assert main(arguments) == 0
    files = sorted(folder.iterdir(), key=lambda file: file.stem[-1])
    documents = [read_path(file) for file in files]
    assert [Recipe.from_document(document).seed for document in documents] == [3, 4]
    assert [file.name for file in files] == [
        f"5x5-{document.info.level}-{seed}.hashi" for document, seed in zip(documents, (3, 4))
    ]
    before = files[0].read_text()
    assert main(arguments) == 2
    assert "already exists" in capsys.readouterr().err
    assert files[0].read_text() == before


def test_a_very_large_puzzle_has_no_level(monkeypatch, tmp_path):
    monkeypatch.setattr(generator, "MAX_GRADED_ISLANDS", 1)
    arguments = ["generate", "--size", "5x5", "--seed", "3", "-o", f"{tmp_path}{os.sep}"]
    assert main(arguments) == 0
    info = read_path(tmp_path / "5x5-3.hashi").info
    assert (info.title, info.level, info.expected_seconds) == ("5 × 5", "", None)
    assert main([*arguments, "--difficulty", "easy"]) == 0
    assert read_path(tmp_path / "5x5-easy-3.hashi").info.level == "easy"


def test_a_file_gets_one_line_per_puzzle(tmp_path):
    file = tmp_path / "many.txt"
    main(["generate", "--size", "5x5", "--count", "4", "--seed", "1", "-o", str(file)])
    assert len({read(line).puzzle.islands for line in file.read_text().split()}) == 4


def test_an_unreachable_scheduler_is_one_sentence():
    output, errors = generating("--scheduler", "nowhere").communicate()
    assert output == ""
    assert errors.splitlines()[-1].startswith("hashi: There is no Dask scheduler at nowhere (")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_cluster_makes_the_same_puzzles_until_its_scheduler_is_lost(cluster, tmp_path, capsys):
    file = tmp_path / "many.txt"
    main(["generate", "--seed", "1", "--size", "7x7", "--count", "40"])
    with cluster(workers=2) as (process, address):
        options = ["--size", "7x7", "--count", "1000000", "-o", str(file)]
        command = generating(*options, "--scheduler", address)
        wait_until(lambda: written(file) > 40)
        process.kill()
        _, errors = command.communicate()
    assert command.returncode == 5
    *progress, error = errors.splitlines()
    assert error == f"hashi: The Dask scheduler at {address} was lost."
    assert all(" of 1000000, " in line for line in progress)  # It is told every few seconds.
    *whole, rest = file.read_text().split("\n")
    assert rest == ""
    assert whole[:40] == capsys.readouterr().out.splitlines()
    assert {read(line).puzzle.rows for line in whole} == {7}


def written(file):
    """The number of puzzles in a file."""
    return file.read_text().count("\n") if file.exists() else 0


def generating(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "hashi_gui", "generate", "--seed", "1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_several_processes_make_the_same_puzzles_as_one(capsys):
    options = ["--size", "7x7", "--count", "40"]
    main(["generate", "--seed", "1", *options])
    output, errors = generating(*options, "--jobs", "3").communicate()
    assert output == capsys.readouterr().out
    assert errors == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to consoles only")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_the_finished_puzzles(jobs, tmp_path):
    file = tmp_path / "many.txt"
    process = generating("--size", "7x7", "--count", "1000000", "--jobs", jobs, "-o", str(file))
    wait_until(lambda: written(file) > 20)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    *whole, rest = file.read_text().split("\n")
    assert rest == ""
    assert [read(line).puzzle.rows for line in whole] == [7] * len(whole)


@pytest.mark.parametrize("notation", FORMATS)
def test_several_puzzles_are_read_back_or_refused(notation, tmp_path, capsys, monkeypatch):
    size = "6x6" if notation == "puzzle-bridges" else "6x5"  # Tasks rather are square.
    options = ["generate", "--size", size, "--count", "2", "--seed", "8", "--to", notation]
    refused = main(options)
    printed = capsys.readouterr()
    archive = str(tmp_path / "two.zip")
    assert main([*options, "-o", archive]) == 0
    made = {each.read().puzzle.islands for each in find_puzzles([archive])[1]}
    assert len(made) == 2
    if refused:
        assert f"the format {notation} need a folder or a .zip file" in printed.err
        assert printed.out == ""
    else:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(printed.out.encode())))
        assert {each.read().puzzle.islands for each in find_puzzles(["-"])[1]} == made
