from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hashi_gui.cli import main
from hashi_gui.formats import read, read_path
from hashi_gui.generating import GeneratorOptions, Symmetry, generate
from hashi_gui.generating.recipe import Recipe
from hashi_gui.logic.levels import Level
from hashi_gui.solving import SatSolver, VerdictKind

ROOT = Path(__file__).resolve().parents[2]


def lines(capsys):
    return capsys.readouterr().out.split()


def test_a_link_a_line(capsys):
    assert main(["generate", "--size", "6x5", "--count", "3", "--seed", "8"]) == 0
    puzzles = [read(line).puzzle for line in lines(capsys)]
    assert len(puzzles) == 3
    for puzzle in puzzles:
        assert (puzzle.rows, puzzle.cols) == (5, 6)
        with SatSolver(puzzle) as solver:
            assert solver.verdict().kind == VerdictKind.UNIQUE


def test_a_seed_gives_the_same_again_and_is_told_where_it_was_drawn_by_lot(capsys):
    main(["generate", "--size", "6x6"])
    output = capsys.readouterr()
    word, seed = output.err.split()
    assert word == "Seed"
    main(["generate", "--size", "6x6", "--seed", seed])
    assert capsys.readouterr() == (output.out, "")


def test_every_wish_is_heard(capsys):
    wishes = "--islands 14 --difficulty easy --symmetry rotate --max-bridges 1 --no-loops"
    assert (
        main(["generate", *["--size", "8x8", "--seed", "5", "--to", "text"], *wishes.split()]) == 0
    )
    puzzle = read(capsys.readouterr().out).puzzle
    options = GeneratorOptions(
        8, 8, 14, max_bridges=1, loops=False, symmetry=Symmetry.ROTATE, level=Level.EASY
    )
    assert [i.cell for i in puzzle.islands] == [i.cell for i in generate(options, 5).puzzle.islands]


def test_density_is_a_number_of_islands(capsys):
    main(["generate", "--size", "10x10", "--density", "0.18", "--seed", "1"])
    assert len(read(capsys.readouterr().out).puzzle.islands) == 18


def test_a_folder_gets_a_file_each(tmp_path, capsys):
    folder = tmp_path / "new"
    arguments = [
        "generate",
        "--size",
        "5x5",
        "--seed",
        "3",
        "--count",
        "2",
        "-o",
        f"{folder}{os.sep}",
    ]
    assert main(arguments) == 0
    files = sorted(folder.iterdir(), key=lambda file: file.stem[-1])
    documents = [read_path(file) for file in files]
    assert [Recipe.from_document(document).seed for document in documents] == [3, 4]
    assert [file.name for file in files] == [
        f"5x5-{document.info.level}-{seed}.hashi" for document, seed in zip(documents, (3, 4))
    ]
    before = files[0].read_text()
    assert main(arguments) == 2
    assert "is there already" in capsys.readouterr().err
    assert files[0].read_text() == before


def test_a_file_gets_a_line_each(tmp_path):
    file = tmp_path / "many.txt"
    main(["generate", "--size", "5x5", "--count", "4", "--seed", "1", "-o", str(file)])
    assert len({read(line).puzzle.islands for line in file.read_text().split()}) == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--size", "15"], "'15' is no size; expected columns x rows, as in 15x15"),
        (["--size", "25x25", "--islands", "400"], "room for 2 to 313 islands that do not touch"),
        (["--size", "3x3000"], "rows must be 1 to 2000, not 3000."),
        (["--islands", "9", "--density", "0.1"], "not allowed with"),
        (["--difficulty", "tricky"], "invalid choice: 'tricky'"),
        (["--count", "0"], "'0' is no whole number from 1"),
        (["--max-bridges", "3"], "this puzzle's limit of 3 cannot be written"),
        (["--to", "morse"], "There is no notation 'morse'"),
        (["-o", "no/such/folder.txt"], "folder.txt cannot be written (No such file or directory)."),
        (["--to", "text", "--count", "2", "-o", "TMP/two.txt"], "can hold only one puzzle"),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments, complaint, tmp_path, capsys):
    arguments = [argument.replace("TMP", str(tmp_path)) for argument in arguments]
    assert main(["generate", "--seed", "1", *arguments]) == 2
    *_, sentence = capsys.readouterr().err.splitlines()
    assert complaint in sentence


def test_no_dask_is_one_sentence(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["generate", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install 'hashi-gui[dask]'" in capsys.readouterr().err


def test_no_scheduler_is_one_sentence():
    output, errors = generating("--scheduler", "nowhere").communicate()
    assert output == ""
    assert errors.splitlines()[-1].startswith("hashi: There is no Dask scheduler at nowhere (")


CLUSTER = """\
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_a_cluster_makes_what_one_process_does(tmp_path, capsys):
    last_options = ["--size", "7x7", "--count", "40"]
    main(["generate", "--seed", "1", *last_options])
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, script], text=True, env=env, **pipes) as cluster:
        address = cluster.stdout.readline().strip()
        output, errors = generating(*last_options, "--scheduler", address).communicate()
        cluster.communicate("")
    assert output == capsys.readouterr().out, errors


def hear_ctrl_c():
    """A program that a shell started in the background hears it not, nor do those it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def generating(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "hashi_gui", "generate", "--seed", "1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=None if sys.platform == "win32" else hear_ctrl_c,
    )


def test_several_processes_make_what_one_does(capsys):
    last_options = ["--size", "7x7", "--count", "40"]
    main(["generate", "--seed", "1", *last_options])
    output, errors = generating(*last_options, "--jobs", "3").communicate()
    assert output == capsys.readouterr().out
    assert errors == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to consoles only")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(jobs, tmp_path):
    file = tmp_path / "many.txt"
    process = generating("--size", "7x7", "--count", "1000000", "--jobs", jobs, "-o", str(file))
    while not (file.exists() and file.read_text().count("\n") > 20):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    *whole, rest = file.read_text().split("\n")
    assert rest == ""
    assert [read(line).puzzle.rows for line in whole] == [7] * len(whole)
