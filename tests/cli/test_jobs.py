"""Several processes that share the puzzles of a command."""

import contextlib
import io
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from hashi_gui.cli import main
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import FormatError
from hashi_gui.rendering.book import Book
from hashi_gui.solving import Cancelled
from hashi_gui.system import parallel
from hashi_gui.system.processes import WorkerPool

HASHI = [sys.executable, "-m", "hashi_gui"]
URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
LINES = [
    URL,
    "# a comment",
    "5x5m2:4a2c3b23e3a1a3a4a3",
    "p?hashi/2/1/12",  # It has no solution.
    "nonsense?2",
    "p?hashi/3/3/2g3j1g2",  # It has several solutions.
    "",
    "https://puzz.link/p?hashi/7/7/3h4h3g1n2g1h3j3k2h2g1h13j3g",
    "p?hashi/3/3/11g1h1g",  # SGT's game IDs cannot express it.
    "https://puzz.link/p?hashi/7/7/3g3i3o3g4g34p1g2h2h1g2i1g2",
    "p?hashi/99/1/1zzzzi1",  # It is too large for a page.
]

COMMANDS = (
    "solve LIST --json --method deduction",
    "solve LIST --to csv -o OUT/",
    "check LIST",
    "count LIST --json --edges",
    "hint LIST",
    "grade LIST --json",
    "reduce LIST --json",
    "grade FOLDER LIST missing",
    "convert LIST --to sgt -o OUT.txt",
    "convert FOLDER LIST --to hashi -o OUT/",
    "pack LIST -o OUT.pdf --solutions",
    "check LIST EMPTY",
)

pytestmark = pytest.mark.usefixtures("qapp")  # Qt needs an application object to draw.


@pytest.fixture
def words(tmp_path: Path):
    """Makes the words of a command; OUT is in a folder that is empty each time."""
    (tmp_path / "list.txt").write_text("\n".join(LINES * 3))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "grid.txt").write_text("1.1\n")
    (tmp_path / "folder" / "drawn.txt").write_text("1───2\n\n. . .\n\n. . 1")
    (tmp_path / "empty").mkdir()
    names = {"LIST": "list.txt", "FOLDER": "folder", "EMPTY": "empty"}

    def words(command: str, out: Path) -> list[str]:
        out.mkdir()
        values = {name: str(tmp_path / file) for name, file in names.items()}
        return [values.get(word, word.replace("OUT", str(out / "new"))) for word in command.split()]

    return words


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pdf"
    }


@pytest.fixture
def run(words, capsys):
    """Runs a command; returns its exit code, and what it prints and writes, without times."""

    def run(command: str, out: Path, *options: str):
        code = main([*words(command, out), *options])
        printed = [
            re.sub(r'"(seconds|share)": [0-9.e-]+', r'"\1": 0', text).replace(str(out), "OUT")
            for text in capsys.readouterr()
        ]
        return code, printed, files_in(out)

    return run


@pytest.fixture(scope="module")
def two_workers() -> Iterator[WorkerPool]:
    """The same workers for all commands, because starting them takes most of the time."""
    with WorkerPool(2) as pool:
        list(pool.map(abs, range(2)))
        yield pool


@pytest.mark.parametrize("command", COMMANDS)
def test_the_number_of_jobs_changes_nothing(
    command: str, run, two_workers: WorkerPool, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(parallel, "WorkerPool", lambda count: nullcontext(two_workers))
    entries = []
    monkeypatch.setattr(Book, "pdf", lambda book: (entries.append(book.entries), (b"", 1))[1])
    found, other = (run(command, tmp_path / jobs, "--jobs", jobs) for jobs in ("1", "2"))
    assert found == other
    code, (output, errors), files = found
    assert code == 2
    assert errors.count("\n") >= 1
    assert output or files
    assert not entries or entries[0] == entries[1]


def test_a_cluster_gives_the_same_answers(cluster, run, tmp_path) -> None:
    commands = [command for command in COMMANDS if not command.startswith("pack")]
    with cluster(2) as (_, address):
        for number, command in enumerate(commands):
            here = run(command, tmp_path / f"here-{number}")
            there = run(command, tmp_path / f"there-{number}", "--scheduler", address)
            assert here == there


def test_a_cluster_that_is_lost_is_one_sentence(cluster, tmp_path) -> None:
    answers = tmp_path / "answers.txt"
    with cluster(2) as (process, address), answers.open("w") as file:
        command = subprocess.Popen(
            [*HASHI, "solve", long_list(tmp_path), "--scheduler", address],
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
        )
        while answers.read_text().count("\n") < 20:
            assert command.poll() is None
        process.kill()
        _, errors = command.communicate()
    assert (command.returncode, errors) == (
        5,
        f"hashi: The Dask scheduler at {address} was lost.\n",
    )
    assert answers.read_text().endswith("\n")


def test_standard_input_is_shared(monkeypatch, capsys) -> None:
    stream = SimpleNamespace(buffer=io.BytesIO(f"{URL}\n".encode() * 30))
    monkeypatch.setattr(sys, "stdin", stream)
    assert main(["solve", "-", "--jobs", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"standard input, line {number}: solved" for number in range(1, 31)
    ]


def test_the_time_limit_of_a_book_holds_for_all_jobs_together(tmp_path: Path, capsys) -> None:
    # Some of the puzzles take longer than it takes to notice a time limit of 0.
    file, book = tmp_path / "slow.txt", tmp_path / "book.pdf"
    file.write_text("\n".join(["?." * 20, ".." * 20] * 30))
    limits = ["--time-limit", "0", "--jobs", "2"]
    assert main(["pack", *[str(file)] * 20, "-o", str(book), *limits]) == 3
    assert capsys.readouterr().out == f"{Cancelled()}\n"
    assert not book.exists()


def test_a_time_limit_holds_for_each_puzzle(tmp_path: Path, capsys) -> None:
    file = tmp_path / "small.txt"
    file.write_text("1.1")
    files = [str(file)] * 20
    assert main(["check", *files, "--time-limit", "0", "--jobs", "2"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[:-1] == [f"{file}: stopped"] * 20
    assert lines[-1] == "0 of 20 puzzles have exactly one solution (20 stopped)."


def kinds_of_errors(kind: type[HashiError]) -> Iterator[type[HashiError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from kinds_of_errors(each)


@pytest.mark.parametrize("kind", sorted(set(kinds_of_errors(HashiError)), key=str))
def test_every_error_can_be_sent_from_one_process_to_another(kind: type[HashiError]) -> None:
    if kind is Cancelled:
        error = Cancelled()
    elif kind is FormatError:
        error = FormatError("is wrong", (2, 3), "file")
    else:
        error = kind("It is wrong.")
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy)) == (type(error), str(error))


WITHOUT_DELAY = """\
import sys
from hashi_gui.cli import main
from hashi_gui.system import progress
if __name__ == "__main__":
    progress.INITIAL_DELAY = progress.TERMINAL_INTERVAL = 0.0
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def on_terminal(tmp_path: Path):
    """Runs a command with standard error, or all output, on a terminal; returns what that shows."""
    pty = pytest.importorskip("pty")
    script = tmp_path / "script.py"
    script.write_text(WITHOUT_DELAY)

    def on_terminal(*words: str, stdin: bytes = b"", everything: bool = False) -> tuple[str, str]:
        terminal, side = pty.openpty()
        with subprocess.Popen(
            [sys.executable, str(script), *words],
            stdin=subprocess.PIPE,
            stdout=side if everything else subprocess.PIPE,
            stderr=side,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        ) as process:
            os.close(side)
            process.stdin.write(stdin)
            process.stdin.close()
            output = b"" if everything else process.stdout.read()
            shown = b""
            with contextlib.suppress(OSError):  # Linux reports the end like this.
                while part := os.read(terminal, 4096):
                    shown += part
            os.close(terminal)
        return output.decode(), shown.decode()

    return on_terminal


def test_a_terminal_shows_a_progress_bar(words, tmp_path: Path, on_terminal) -> None:
    command = words("grade LIST FOLDER", tmp_path / "out")
    output, shown = on_terminal(*command, "--jobs", "2")
    assert "] 1 of 29, " in shown
    assert f"[{'#' * 24}] 29 of 29, 0:00:00 left" in shown
    assert "of 29" not in output
    assert shown.endswith(f"\r{' ' * 60}\r")


def test_the_bar_is_below_what_is_printed(on_terminal) -> None:
    _, shown = on_terminal("solve", URL, "nonsense", URL, everything=True)
    lines = [re.sub(r".*\r(?=[^\r])", "", line) for line in shown.split("\r\n")]
    assert lines[0] == f"{URL}: solved"
    assert lines[1].startswith("hashi: nonsense: There is no file")
    assert lines[2] == f"{URL}: solved"
    assert len(lines) == 4


def test_a_terminal_shows_how_many_puzzles_of_standard_input_are_done(on_terminal) -> None:
    output, shown = on_terminal("solve", "-", stdin=f"{URL}\n".encode() * 9)
    assert output.count("solved") == 9
    assert "9 done" in shown


def long_list(tmp_path: Path) -> str:
    """A list that takes longer to process than a test."""
    path = tmp_path / "long.txt"
    path.write_text(f"{LINES[7]}\n" * 300_000)
    return str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to consoles only")
def test_ctrl_c_leaves_whole_lines(tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    with answers.open("w") as file:
        process = subprocess.Popen(
            [*HASHI, "solve", long_list(tmp_path), "--jobs", "2"],
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    while answers.read_text().count("\n") < 20:
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (130, "")
    assert answers.read_text().endswith("\n")
