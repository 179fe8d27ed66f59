"""Commands with random arguments: valid ones, nearly valid ones and nonsense.

No command may raise an error, end with another exit code than the documented ones, or print an
error that is not one line without control characters.
"""

import contextlib
import io
import re
import shlex
from functools import cache
from pathlib import Path
from random import Random

import pytest

from hashi_gui.cli import main as hashi
from hashi_gui.cli.command import COMMANDS
from hashi_gui.cli.parser import parse
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.errors import HashiError
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
        *("text", "csv", "hashi", "has", "kanpen", "pzpr", "sgt", "puzzlink"),
        *("cnf", "mps", "lp"),
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
    "--theme": ("light", "dark", "sand", "dusk", "high-contrast", "print"),
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


@cache
def help_of(command: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
        parse([command, "--help"])
    return output.getvalue()


def run(words: list[str]) -> tuple[object, str]:
    """Run a command in the current folder: the exit code, and the errors it prints."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            if words[0] in COMMANDS and not SLOW & {*words}:
                return hashi(words), errors.getvalue()
            parse(words)
        except SystemExit as end:
            return end.code, errors.getvalue()
        except HashiError as error:
            return ExitCode.BAD_INPUT, f"hashi: {str(error)[:900]!r}"
    return ExitCode.ANSWERED, errors.getvalue()


def fill(folder: Path) -> None:
    """Write a few files that arguments name."""
    (folder / "urls.txt").write_text(f"{URL}\n# comment\n1x3:1a1\nnonsense?2\n")
    (folder / "old.txt").write_text("old")
    (folder / "folder").mkdir()
    (folder / "folder" / "one.txt").write_text("1.1\n")
    (folder / "folder" / "\x1b[2J\n.txt").write_text("nonsense")


@pytest.mark.abuse
@pytest.mark.usefixtures("qapp")
def test_random_arguments_are_obeyed_or_refused_in_one_sentence(abuse) -> None:
    def play_round(random: Random, folder: Path) -> str:
        words = arguments(random)
        shown = shlex.join(words)[:300]
        fill(folder)
        with contextlib.chdir(folder):
            try:
                code, errors = run(words)
            except Exception as error:
                raise AssertionError(f"{shown!a}: {error!r}") from error
        assert code in ALLOWED, (shown, errors)
        for line in errors.split("\n"):
            assert line == printable(line), (shown, line)
            assert len(line) <= 1100, (shown, line)
        assert code != ExitCode.BAD_INPUT or errors.startswith(("hashi: ", "Seed ")), (
            shown,
            errors,
        )
        return f"code {int(code)}"

    abuse("random arguments", play_round, sample=100)
