from __future__ import annotations

from types import ModuleType

import pytest

from hashi_gui import __version__
from hashi_gui.cli import check, hint, play, solve
from hashi_gui.cli.command import COMMANDS
from hashi_gui.cli.parser import parse


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


def test_version(capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"hashi {__version__}\n"
