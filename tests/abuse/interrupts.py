"""Press Ctrl-C at random moments of all commands, and check how they end.

Run `python tests/abuse/interrupts.py --count 500`. Each trial starts a command in a session of its
own and sends SIGINT to all of its processes, as a terminal does. The command must end soon, with
exit code 130 or because it had finished, without a traceback, with whole lines and files, and
without a process left behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]

URLS = [
    "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",
    "https://puzz.link/p?hashi/7/7/3h4h3g1n2g1h3j3k2h2g1h13j3g",
    "https://puzz.link/p?hashi/7/7/3g3i3o3g4g34p1g2h2h1g2i1g2",
]

COMMANDS = (
    "--help",
    "methods",
    "solve URLS",
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
    "grade URLS --jobs 2",
    "explain URL",
    "generate --size 9x9 --count 40 --seed 1",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2 -o OUT.txt",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2 -o OUT/",
    "convert URLS --to sgt -o OUT.txt",
    "convert URLS --to sgt -o OUT.txt --jobs 2",
    "convert URLS --to hashi -o OUT/",
    "export URL --to cnf",
    "render URL -o OUT.png --solution",
    "render URL -o OUT.pdf",
    "pack URLS -o OUT.pdf --solutions",
    "pack URLS -o OUT.pdf --solutions --jobs 2",
    "bench FOLDER --methods sat,deduction --output OUT",
    "play URL",
)
"""URLS is a file of puzzles, FOLDER one of files, URL a puzzle, and OUT is in an empty folder."""

HANG_SECONDS = 60.0
ORPHAN_SECONDS = 2.0

ENDINGS = {".pdf": b"%%EOF", ".png": b"IEND\xaeB`\x82", ".hashi": b"}", ".csv": b"", ".txt": b"\n"}
"""How complete files end."""


@dataclass(frozen=True)
class Trial:
    """A command, the moment of Ctrl-C in seconds, how it ended and what was wrong."""

    command: str
    moment: float
    outcome: str
    faults: tuple[str, ...] = ()
    errors: str = ""


def try_command(command: str, moment: float) -> Trial:
    """Run a command, and send SIGINT after ``moment`` seconds."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        process = _start(command, folder)
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=HANG_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return Trial(command, moment, "hung", ("hung",), process.communicate()[1])
        if _is_before_start(errors):
            return Trial(command, moment, "before start", errors=errors)
        faults = [
            *_code_faults(command, process.returncode),
            *(f"{word!r} in the errors" for word in BAD_WORDS if word in errors),
            *(["incomplete line"] if output and not output.endswith("\n") else []),
            *_file_faults(folder / "out"),
            *(["process left behind"] if _is_left_behind(process.pid) else []),
        ]
        interrupted = process.returncode in (130, -signal.SIGINT)
        outcome = "failed" if faults else "interrupted" if interrupted else "finished"
        return Trial(command, moment, outcome, tuple(faults), errors)


BAD_WORDS = ("Traceback", "Exception ignored", "Fatal Python error", "QPaint", "Error:", "leaked")


def _start(command: str, folder: Path) -> subprocess.Popen[str]:
    out = folder / "out"
    out.mkdir()
    urls = folder / "urls.txt"
    urls.write_text("\n".join(URLS * 20))
    puzzles = folder / "puzzles"
    puzzles.mkdir()
    for number, url in enumerate(URLS * 4):
        (puzzles / f"{number}.txt").write_text(url)
    values = {"URLS": str(urls), "FOLDER": str(puzzles), "URL": URLS[1]}
    words = [values.get(word, word.replace("OUT", str(out / "new"))) for word in command.split()]
    home = {name: str(folder) for name in ("HOME", "TMPDIR", "XDG_RUNTIME_DIR")}
    return subprocess.Popen(
        [sys.executable, "-m", "hashi_gui", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | home | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        start_new_session=True,
        preexec_fn=_restore_ctrl_c,
    )


def _restore_ctrl_c() -> None:
    """Undo that a shell makes background processes, and their children, ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _is_before_start(errors: str) -> bool:
    """Whether Python was interrupted before it ran a line of the program."""
    own = ("hashi_gui/system", "hashi_gui/cli", "hashi_gui/core")
    return "KeyboardInterrupt" in errors and not any(path in errors for path in own)


def _code_faults(command: str, code: int) -> list[str]:
    allowed = (0, 130, -signal.SIGINT)
    return [] if code in allowed else [f"exit code {code}"]


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


def duration(command: str) -> float:
    """How long a command takes if it is not interrupted, in seconds, but at most 8."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        start = time.monotonic()
        process = _start(command, Path(name))
        try:
            process.communicate(timeout=8)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        return time.monotonic() - start


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="number of trials (default: 500)")
    parser.add_argument("--seed", type=int, default=0, help="of the random moments (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="trials at a time (default: 2)")
    parser.add_argument("--only", default="", help="only the commands that contain this text")
    args = parser.parse_args()
    random = Random(args.seed)
    commands = [command for command in COMMANDS if args.only in command]
    longest = {command: duration(command) for command in commands}
    trials = []
    for number in range(args.count):
        command = commands[number % len(commands)]
        trials.append((command, random.uniform(0, 1.1 * longest[command])))
    outcomes: Counter[str] = Counter()
    with ThreadPoolExecutor(args.jobs) as pool:
        for trial in pool.map(lambda each: try_command(*each), trials):
            outcomes[trial.outcome] += 1
            if trial.faults:
                print(f"{trial.command} after {trial.moment:.3f} s: {', '.join(trial.faults)}")
                print(trial.errors, flush=True)
    print(f"tried {outcomes.total()}: ", end="")
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())))
    return 1 if outcomes["failed"] or outcomes["hung"] else 0


if __name__ == "__main__":
    sys.exit(main())
