"""Run commands with random arguments: valid ones, nearly valid ones and nonsense.

Run `python tests/abuse/arguments.py --count 5000`. No command may raise an error, end with another
exit code than the documented ones, or print an error that is not one line without control
characters.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from hashi_gui.cli import main as hashi
from hashi_gui.cli.command import COMMANDS
from hashi_gui.cli.parser import parse
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.wording import printable

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"

NONSENSE = (
    "", " ", "-", "--", "-1", "0", "1", "2", "nan", "inf", "-inf", "1e400", "0x10", "1_0", "٣", "½",
    "9" * 25, "9" * 5000, "x" * 3000, "\x1b]0;title\x07", "a\nb", "\u202e", "\udc80", "None", "*",
    "/dev/null", "/dev/full", "missing", "1.1", "1.1\n...\n1.1", URL,
    "folder", "urls.txt", "new.txt", "new/", "no/such/place", "--force", "--json", "--to", "-o",
    "https://puzz.link/p?hashi/2000/2000/1", "5x5:", "{}", "[", "max-bridges 4\n1.1", "sat",
)  # fmt: skip

VALUES = {
    "--to": (
        "text",
        "csv",
        "hashi",
        "has",
        "kanpen",
        "pzpr",
        "sgt",
        "puzzlink",
        "cnf",
        "mps",
        "lp",
    ),
    "--method": ("sat", "sat-dp", "deduction", "astar", "ilp-v1", "ilp-polynomial"),
    "--size": ("5x5", "1x9", "2x2", "7x4", "1x1", "2000x2000"),
    "--islands": ("2", "5", "9"),
    "--density": ("0.2", "1", "0", "1e-9"),
    "--difficulty": ("easy", "medium"),
    "--symmetry": ("none", "rotate", "quarter-turns", "both-mirrors"),
    "--max-bridges": ("1", "2", "3", "4"),
    "--doubles": ("0", "0.5", "1"),
    "--style": ("woven", "branching,corners=2", "plain", "loops=9"),
    "--unknown": ("0", "0.2", "1"),
    "--seed": ("0", "7", "-5", "9" * 30),
    "--count": ("1", "2", "3"),
    "--jobs": ("1", "2"),
    "--time-limit": ("0", "0.5", "2"),
    "--theme": ("light", "dark", "high-contrast", "print"),
    "--cell": ("0.5", "8"),
    "--paper": ("a4", "letter"),
    "--proof": ("new/", "folder", "old.txt"),
    "--per-page": ("1", "2", "4", "6"),
    "--output": ("new.txt", "new/", "new.pdf", "new.png", "new.svg", "-", "old.txt"),
    "--title": ("A title", "\x1b[2J", ""),
}

SLOW = {"play", "bench"}
"""Commands whose arguments are only parsed: one opens a window, the other measures for a minute."""

PUZZLES = (URL, URL, "1.1", "5x5m2:4a2c3b23e3a1a3a4a3", "urls.txt", "folder", "missing")

ALLOWED = {code.value for code in ExitCode} - {ExitCode.INTERNAL_ERROR.value}


def arguments(random: Random) -> list[str]:
    """A random command line."""
    command = random.choice(list(COMMANDS))
    help_text = help_of(command)
    options = sorted(set(re.findall(r"(?<!\w)--[a-z][a-z-]+", help_text)) & {*VALUES, "--json"})
    words = [command]
    words += (
        random.choice(PUZZLES if random.random() < 0.8 else NONSENSE)
        for _ in range(random.choice((0, 1, 1, 2)))
    )
    for option in random.sample(options, random.randint(0, min(4, len(options)))):
        values = VALUES.get(option)
        words.append(option)
        if values:
            words.append(random.choice(values if random.random() < 0.85 else NONSENSE))
    while random.random() < 0.15:
        words.insert(random.randrange(len(words) + 1), random.choice(NONSENSE))
    if command == "generate":
        words += ["--size", random.choice(("4x4", "5x5", "6x3"))]
    return words


HELP: dict[str, str] = {}


def help_of(command: str) -> str:
    if command not in HELP:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
            parse([command, "--help"])
        HELP[command] = output.getvalue()
    return HELP[command]


def faults_of(words: list[str]) -> tuple[object, list[str]]:
    """Run a command in a folder of its own: the exit code, and what is wrong."""
    output, errors = io.StringIO(), io.StringIO()
    with in_folder(), contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code: object
        try:
            code = run(words)
        except SystemExit as end:
            code = end.code
        except BaseException as error:
            return None, [f"{type(error).__name__}: {error}"]
    lines = errors.getvalue().split("\n")
    faults = []
    if code not in ALLOWED:
        faults.append(f"exit code {code}: {errors.getvalue()}")
    if any(line != printable(line) or len(line) > 1100 for line in lines):
        faults.append("control characters or a long line")
    if code == ExitCode.BAD_INPUT and not errors.getvalue().startswith(("hashi: ", "Seed ")):
        faults.append(f"no sentence: {errors.getvalue()}")
    return code, faults


def run(words: list[str]) -> int:
    if any(word in SLOW for word in words) or not any(word in NAMES for word in words[:1]):
        from hashi_gui.core.errors import HashiError

        try:
            parse(words)
        except HashiError as error:
            print(f"hashi: {str(error)[:900]!r}", file=sys.stderr)
            return ExitCode.BAD_INPUT
        return ExitCode.ANSWERED
    return hashi(words)


NAMES = set(COMMANDS)


@contextlib.contextmanager
def in_folder() -> Iterator[None]:
    """A folder with a few files as the current one."""
    with tempfile.TemporaryDirectory() as name:
        Path(name, "urls.txt").write_text(f"{URL}\n# comment\n1x3:1a1\nnonsense?2\n")
        Path(name, "old.txt").write_text("old")
        Path(name, "folder").mkdir()
        Path(name, "folder", "one.txt").write_text("1.1\n")
        Path(name, "folder", "\x1b[2J\n.txt").write_text("nonsense")
        with contextlib.chdir(name):
            yield


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="number of trials (default: 5000)")
    parser.add_argument("--seed", type=int, default=0, help="of the arguments (default: 0)")
    args = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    random = Random(args.seed)
    codes: Counter[str] = Counter()
    failed = 0
    for _ in range(args.count):
        words = arguments(random)
        code, faults = faults_of(words)
        codes[str(code)] += 1
        failed += bool(faults)
        for fault in faults:
            print(f"hashi {shlex.join(words)[:300]!a}\n  {fault[:500]!a}", flush=True)
    print(f"tried {args.count}, failed {failed}; exit codes: {dict(codes.most_common())}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
