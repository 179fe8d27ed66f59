import re
from gettext import NullTranslations
from types import ModuleType

import pytest

from hashi_gui import __version__
from hashi_gui.cli.command import COMMANDS
from hashi_gui.cli.commands import check, hint, play, solve
from hashi_gui.cli.parser import parse, run
from hashi_gui.cli.terminal import wrapped
from hashi_gui.core import i18n
from hashi_gui.system import languages

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"


@pytest.mark.parametrize(
    ("arguments", "puzzle"),
    [
        ([], None),
        (["play"], None),
        (["a.has"], "a.has"),
        (["-"], "-"),
        (["play", "a.has"], "a.has"),
        (["play", "solve"], "solve"),
    ],
)
def test_play_is_the_default_command(arguments: list[str], puzzle: str | None) -> None:
    args = parse(arguments)
    assert args.run is play.run
    assert args.puzzle == puzzle


@pytest.mark.parametrize("command", [solve, check, hint])
def test_solve_check_and_hint(command: ModuleType) -> None:
    name = command.__name__.rpartition(".")[2]
    plain = parse([name, "a.has"])
    assert (plain.run, plain.puzzles, plain.to) == (command.run, ["a.has"], "text")
    assert (plain.json, plain.time_limit) == (False, None)
    full = parse([name, "a.has", "-", "--json", "--time-limit", "2.5", "--to", "pzpr"])
    assert (full.run, full.puzzles, full.to) == (command.run, ["a.has", "-"], "pzpr")
    assert (full.json, full.time_limit) == (True, 2.5)
    if command is solve:
        assert plain.method == "auto"
        assert parse(["solve", "a.has", "--method", "deduction"]).method == "deduction"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str, capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        parse([command, "--help"])
    assert caught.value.code == 0
    assert f"examples:\n  hashi {command}" in capsys.readouterr().out


class Foreign(NullTranslations):
    """A language of the letter x."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(\{\w[^}]*\})|\w", lambda match: match[1] or "x", message)


@pytest.mark.parametrize("command", [*sorted(COMMANDS.keys() - {"bench"}), None])
def test_help_is_translated(command: str | None, monkeypatch, capsys) -> None:
    monkeypatch.setattr(i18n, "_translations", Foreign())
    with pytest.raises(SystemExit):
        parse([*([command] if command else []), "--help"])
    words = re.findall(
        r"(?<!-)\b(?:a|and|is|of|options|show|the|to|usage|with)\b", capsys.readouterr().out
    )
    assert words == []


def test_lines_are_wrapped_where_a_language_allows_it() -> None:
    assert wrapped("stop after this many seconds", 14) == ["stop after", "this many", "seconds"]
    lines = wrapped("数独は「島」をPUZZLEで、つなぐ。", 8)
    assert lines == ["数独は", "「島」を", "PUZZLE", "で、つな", "ぐ。"]


def test_version(capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"hashi {__version__}\n"


def test_what_programs_read_is_english_in_every_language(capsys, monkeypatch) -> None:
    monkeypatch.setattr(languages, "_by_option", False)
    outputs = []
    for options in ((), ("--json",)):
        for language in ("en", "de"):
            assert run(["hint", LINK, "--language", language, *options]) == 0
            outputs.append(capsys.readouterr().out)
    assert (outputs[0] == outputs[1], outputs[2] == outputs[3]) == (False, True)
    languages.speak("en")
