"""What goes wrong outside the program: closed streams, full disks, killed processes."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from hashi_gui.cli import files, main
from hashi_gui.cli.commands import solve as solve_command
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.formats import read
from tests.processes import TIMEOUT, wait_until

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
HASHI = [sys.executable, "-m", "hashi_gui"]
ENDLESS = ["generate", "--seed", "1", "--size", "7x7", "--count", "1000000"]

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and shells")
full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

pytestmark = pytest.mark.usefixtures("qapp")  # Qt needs an application object to draw.


def shell(command: str) -> tuple[int, str, str]:
    """Run a command of a shell, where ``hashi`` is this program."""
    result = subprocess.run(
        ["bash", "-c", f'hashi() {{ "$HASHI_PYTHON" -m hashi_gui "$@"; }}\n{command}'],
        env=os.environ | {"HASHI_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout, result.stderr


@full_device
@pytest.mark.parametrize(
    "command",
    [
        f"solve --json '{UNIQUE}' '{UNIQUE}'",
        "generate --seed 1 --count 3 --size 5x5",
        "--help",
    ],
)
def test_standard_output_on_a_full_disk_is_one_sentence(command: str) -> None:
    code, _, errors = shell(f"hashi {command} > /dev/full")
    assert (code, errors) == (
        2, "hashi: Standard output cannot be written (No space left on device).\n",
    )  # fmt: skip


@full_device
@pytest.mark.parametrize("lost", ["2> /dev/full", "2>&-", "2> >(true)"])
def test_errors_that_cannot_be_shown_do_not_change_the_exit_code(lost: str) -> None:
    assert shell(f"hashi solve nosuch {lost}") == (2, "", "")
    assert shell(f"hashi --version > /dev/full {lost}") == (2, "", "")
    code, output, _ = shell(f"hashi generate --size 5x5 --count 2 {lost}")
    assert (code, output.count("\n")) == (0, 2)


@posix
def test_closed_streams_are_one_sentence() -> None:
    assert shell(f"hashi solve '{UNIQUE}' >&-") == (2, "", "hashi: Standard output is closed.\n")
    for command in ("solve", "convert --to has"):
        assert shell(f"hashi {command} - <&-") == (2, "", "hashi: Standard input is closed.\n")


class FullDisk:
    """A file that has room for some bytes."""

    def __init__(self, file, room: int) -> None:
        self._file, self._room = file, room

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def write(self, data) -> int:
        written = self._file.write(data[: self._room])
        self._room -= written
        if not written:
            raise OSError(28, "No space left on device")
        return written


@pytest.mark.parametrize("whole_lines", [0, 2])
def test_a_full_disk_leaves_whole_lines_or_no_file(
    whole_lines: int, tmp_path: Path, monkeypatch, capsys
) -> None:
    file = tmp_path / "many.txt"
    append = files._append
    lines = []

    def append_to_full_disk(stream, data: bytes, path: Path) -> None:
        room = len(data) if len(lines) < whole_lines else len(data) // 2
        append(FullDisk(stream, room), data, path)
        lines.append(data)

    monkeypatch.setattr(files, "_append", append_to_full_disk)
    command = ["generate", "--seed", "1", "--size", "5x5", "--count", "9", "-o", str(file)]
    assert main(command) == 2
    assert capsys.readouterr().err == (
        f"hashi: {file} cannot be written (No space left on device).\n"
    )
    assert file.exists() == bool(whole_lines)
    if whole_lines:
        assert file.read_bytes() == b"".join(lines)


@posix
@pytest.mark.parametrize(
    "command",
    [
        "render URL -o new.png --cell 20",
        "render URL -o new.pdf",
        "pack URL -o new.pdf",
        "convert URL --to text -o new.txt",
        "convert URL URL --to hashi -o new/",
        "solve URL --to pzpr -o new.txt",
        "generate --size 25x25 --seed 1 -o new.txt",
        "bench 1.txt --output new",
    ],
)
@pytest.mark.parametrize("room", [0, 20])
def test_real_files_on_a_full_disk_are_not_left_incomplete(
    command: str, room: int, tmp_path: Path, monkeypatch, capsys
) -> None:
    import resource

    (tmp_path / "1.txt").write_text("1.1\n")
    monkeypatch.chdir(tmp_path)
    # Python would leave its compiled modules incomplete as well, and not run them again.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # As a full disk, except for the reason in the sentence.
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        assert main(command.replace("URL", UNIQUE).split()) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    errors = capsys.readouterr().err
    assert "(File too large).\n" in errors
    assert all(line.startswith("hashi: ") for line in errors.splitlines())
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "1.txt"]
    assert left == []


@full_device
def test_a_device_is_written_but_not_replaced(tmp_path: Path, capsys) -> None:
    link = tmp_path / "picture.svg"
    link.symlink_to("/dev/full")
    assert main(["render", UNIQUE, "-o", str(link), "--force"]) == 2
    assert main(["convert", UNIQUE, "--to", "has", "-o", "/dev/full", "--force"]) == 2
    assert capsys.readouterr().err.count("No space left on device") == 2
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", UNIQUE, "-o", "TARGET.txt"],
        ["convert", UNIQUE, "--to", "has", "-o", "TARGET.has"],
        ["convert", UNIQUE, "--to", "hashi", "-o", "TARGET.zip"],
        ["generate", "--size", "5x5", "--seed", "1", "-o", "TARGET.txt"],
        ["render", UNIQUE, "-o", "TARGET.svg"],
        ["pack", UNIQUE, "-o", "TARGET.pdf"],
    ],
)
def test_no_command_overwrites_a_file_without_force(
    arguments: list[str], tmp_path: Path, capsys
) -> None:
    *rest, name = arguments
    target = tmp_path / name.replace("TARGET", "target")
    target.write_text("precious")
    assert main([*rest, str(target)]) == 2
    error = capsys.readouterr().err
    assert f"{target} already exists; choose another name, or add --force" in error
    assert target.read_text() == "precious"
    assert main([*rest, str(target), "--force"]) == 0
    assert b"precious" not in target.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_an_error_in_the_program_is_reported_in_a_file(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(
        solve_command, "solve", Mock(side_effect=ZeroDivisionError("a fault in the program"))
    )
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["solve", UNIQUE]) == ExitCode.INTERNAL_ERROR == 70
    (report,) = tmp_path.iterdir()
    assert capsys.readouterr() == (
        "",
        "hashi: This is an error in Hashi, not in the input: ZeroDivisionError. "
        f"Please report it with the file {report}.\n",
    )
    text = report.read_text()
    assert "a fault in the program" in text
    assert "Traceback" in text
    assert UNIQUE in text

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert main(["solve", UNIQUE]) == 70
    assert capsys.readouterr().err.endswith(" No report could be written.\n")


def test_too_little_memory_is_one_sentence(monkeypatch, capsys) -> None:
    monkeypatch.setattr(solve_command, "solve", Mock(side_effect=MemoryError))
    assert main(["solve", UNIQUE]) == ExitCode.ABORTED == 5
    assert capsys.readouterr().err == "hashi: There is not enough memory.\n"


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            (parent,) = re.findall(r"^PPid:\t(\d+)$", status.read_text(), re.MULTILINE)
            parents[int(status.parent.name)] = int(parent)
    children = [child for child, parent in parents.items() if parent == process]
    return children + [other for child in children for other in descendants(child)]


def is_worker(process: int) -> bool:
    return "hashi_gui.system.worker" in Path(f"/proc/{process}/cmdline").read_text()


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def start(command: str, tmp_path: Path) -> tuple[subprocess.Popen[str], Path, list[int]]:
    """Start to write puzzles in two processes; returns once both work and puzzles are written."""
    file = tmp_path / "many.txt"
    arguments = ENDLESS
    if command == "convert":
        puzzles = tmp_path / "puzzles.txt"
        puzzles.write_text("p?hashi/7/7/3h4h3g1n2g1h3j3k2h2g1h13j3g\n" * 1_000_000)
        arguments = ["convert", str(puzzles), "--to", "sgt"]
    process = subprocess.Popen(
        [*HASHI, *arguments, "--jobs", "2", "-o", str(file)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: file.exists() and file.read_text().count("\n") > 20)
    workers = [each for each in descendants(process.pid) if is_worker(each)]
    assert len(workers) == 2
    return process, file, workers


@linux
@pytest.mark.parametrize("command", ["generate", "convert"])
def test_a_killed_worker_is_one_sentence_and_the_finished_puzzles_stay(
    command: str, tmp_path: Path
) -> None:
    process, file, workers = start(command, tmp_path)
    os.kill(workers[0], signal.SIGKILL)
    _, errors = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, errors) == (
        5,
        "hashi: A worker process was ended by SIGKILL, perhaps because memory ran out.\n",
    )
    *whole, rest = file.read_text().split("\n")
    assert rest == ""
    assert {read(line).puzzle.rows for line in whole} == {7}
    wait_until(lambda: not any(map(is_running, workers)))


@linux
@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("generate", signal.SIGTERM),
        ("convert", signal.SIGHUP),
        ("convert", signal.SIGKILL),
    ],
)
def test_workers_end_with_the_program(command: str, number: signal.Signals, tmp_path: Path) -> None:
    process, file, workers = start(command, tmp_path)
    process.send_signal(number)
    _, errors = process.communicate(timeout=TIMEOUT)
    assert errors == ""
    assert process.returncode == (-9 if number == signal.SIGKILL else 128 + number)
    assert file.read_text().endswith("\n")
    wait_until(lambda: not any(map(is_running, workers)))


@linux
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_runs_of_a_benchmark_end_with_the_program(number: signal.Signals, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("\n.....\n".join(["2.3.2", "3.4.3", "3.4.3", "2.3.3"]))
    process = subprocess.Popen(
        [*HASHI, "bench", str(puzzle), "--methods", "brute-force", "--time-limit", "500",
         "--output", str(tmp_path / "results")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip

    wait_until(lambda: descendants(process.pid))
    started = descendants(process.pid)
    process.send_signal(number)
    process.wait(timeout=TIMEOUT)
    wait_until(lambda: not any(map(is_running, started)))


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_the_imports_is_quiet(number: int, tmp_path: Path) -> None:
    """A module that the commands import ends the program by a signal."""
    (tmp_path / "argparse.py").write_text(f"import signal\nsignal.raise_signal({int(number)})\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    for command in (HASHI, [sys.executable, "-c", "from hashi_gui.cli import main; main()"]):
        result = subprocess.run(
            command, capture_output=True, check=False, env=os.environ | {"PYTHONPATH": path}
        )
        assert (result.returncode, result.stdout, result.stderr) == (128 + number, b"", b"")
