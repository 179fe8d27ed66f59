"""Ctrl-C at random moments of all commands.

A command runs in a session of its own, and all of its processes get SIGINT, as from a terminal. It
must end soon, with exit code 130 or because it had finished, without a traceback, with whole lines
and files, and without a process left behind.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.abuse.programs import HASHI, environment

URLS = [
    "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",
    "https://puzz.link/p?hashi/7/7/3h4h3g1n2g1h3j3k2h2g1h13j3g",
    "https://puzz.link/p?hashi/7/7/3g3i3o3g4g34p1g2h2h1g2i1g2",
]

COMMANDS = (
    "solve URLS",
    "grade URLS --jobs 2",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2 -o OUT.txt",
    "pack URLS -o OUT.pdf --solutions",
    "bench FOLDER --methods sat,deduction --output OUT",
    "--help",
    "methods",
    "solve URLS --to csv -o OUT/",
    "solve URLS --jobs 2",
    "solve URLS --to csv -o OUT/ --jobs 2",
    "solve URL --method deduction --json",
    "check URLS --json",
    "reduce URLS --json",
    "check URLS --json --jobs 2",
    "count URLS --json --edges",
    "count URLS --edges --jobs 2",
    "hint URL",
    "grade URLS",
    "explain URL",
    "generate --size 9x9 --count 40 --seed 1",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2 -o OUT/",
    "convert URLS --to sgt -o OUT.txt",
    "convert URLS --to sgt -o OUT.txt --jobs 2",
    "convert URLS --to hashi -o OUT/",
    "export URL --to cnf",
    "render URL -o OUT.png --solution",
    "render URL -o OUT.pdf",
    "pack URLS -o OUT.pdf --solutions --jobs 2",
    "play URL",
)
"""URLS is a file of puzzles, FOLDER one of files, URL a puzzle, and OUT is in an empty folder. The
suite tries the first SAMPLE of them.
"""

SAMPLE = 5
LONGEST = (1.5, 1.5, 8.0)
"""Some commands take longer than most: the moment is at most one of these, in seconds."""

INTERRUPTED = (130, -signal.SIGINT)
HANG_SECONDS = 60.0
ORPHAN_SECONDS = 2.0

ENDINGS = {".pdf": b"%%EOF", ".png": b"IEND\xaeB`\x82", ".hashi": b"}", ".csv": b"", ".txt": b"\n"}
"""How complete files end."""

BAD_WORDS = ("Traceback", "Exception ignored", "Fatal Python error", "QPaint", "Error:", "leaked")


def start(command: str, folder: Path) -> subprocess.Popen[str]:
    (folder / "out").mkdir()
    (folder / "puzzles").mkdir()
    (folder / "urls.txt").write_text("\n".join(URLS * 20))
    for number, url in enumerate(URLS * 4):
        (folder / "puzzles" / f"{number}.txt").write_text(url)
    values = {"URLS": folder / "urls.txt", "FOLDER": folder / "puzzles", "URL": URLS[1]}
    words = [values.get(word, word.replace("OUT", f"{folder}/out/new")) for word in command.split()]
    temporary = dict.fromkeys(("TMPDIR", "XDG_RUNTIME_DIR"), str(folder))
    return subprocess.Popen(
        [*HASHI, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(folder) | temporary,
        start_new_session=True,
    )


def _is_before_start(errors: str) -> bool:
    """Whether Python was interrupted before it ran a line of the program."""
    own = ("hashi_gui/system", "hashi_gui/cli", "hashi_gui/core")
    return "KeyboardInterrupt" in errors and not any(path in errors for path in own)


def _file_faults(folder: Path) -> list[str]:
    """What is wrong with the files that a command wrote."""
    faults = []
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in ENDINGS and "results" not in path.name:
            data = path.read_bytes()
            if not data or not data.rstrip(b"\n" if path.suffix != ".txt" else b"").endswith(
                ENDINGS[path.suffix]
            ):
                faults.append(f"incomplete file {path.name}")
        if path.suffix in (".part", ".new"):
            faults.append(f"temporary file {path.name}")
    return faults


def _is_left_behind(session: int) -> bool:
    """Whether a process of a session is still there after a moment."""
    deadline = time.monotonic() + ORPHAN_SECONDS
    while any(_session_of(path) == session for path in Path("/proc").glob("[0-9]*/stat")):
        if time.monotonic() > deadline:
            return True
        time.sleep(0.05)
    return False


def _session_of(stat: Path) -> int | None:
    """The session of a process that has not ended."""
    try:
        state, _, _, session, *_ = stat.read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    return None if state == "Z" else int(session)


@pytest.mark.abuse
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_at_any_moment_ends_a_command_quietly(abuse) -> None:
    def play_round(rng: Random, folder: Path) -> str:
        # The folder has the name of the seed, so that a failure can be repeated.
        command = COMMANDS[int(folder.name) % len(COMMANDS)]
        moment = rng.uniform(0, rng.choice(LONGEST))
        process = start(command, folder)
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=HANG_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            errors = process.communicate()[1]
            raise AssertionError(f"{command} after {moment:.3f} s hangs: {errors}") from None
        if _is_before_start(errors):
            return "before start"
        code = process.returncode
        faults = [
            *([] if code in (0, *INTERRUPTED) else [f"exit code {code}"]),
            *(f"{word!r} in the errors" for word in BAD_WORDS if word in errors),
            *(["incomplete line"] if output and not output.endswith("\n") else []),
            *_file_faults(folder / "out"),
            *(["process left behind"] if _is_left_behind(process.pid) else []),
        ]
        assert not faults, f"{command} after {moment:.3f} s: {faults}\n{errors}"
        return "interrupted" if code in INTERRUPTED else "finished"

    abuse("Ctrl-C", play_round, SAMPLE)
