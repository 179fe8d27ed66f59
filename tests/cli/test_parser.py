from __future__ import annotations

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


@pytest.mark.parametrize(("command", "run"), [("check", check.run), ("hint", hint.run)])
def test_check_and_hint(command: str, run: object) -> None:
    plain = parse([command, "a.has"])
    assert (plain.run, plain.puzzles, plain.json, plain.time_limit) == (run, ["a.has"], False, None)
    full = parse([command, "--json", "-", "--time-limit", "2.5"])
    assert (full.run, full.puzzles, full.json, full.time_limit) == (run, ["-"], True, 2.5)


def test_solve_takes_many_puzzles() -> None:
    args = parse(["solve", "a.has", "-", "--json", "--time-limit", "2.5"])
    assert (args.run, args.puzzles, args.json, args.time_limit) == (
        solve.run, ["a.has", "-"], True, 2.5,
    )  # fmt: skip


@pytest.mark.parametrize("command", ["solve", "check", "hint"])
def test_boards_are_drawn_by_default(command: str) -> None:
    assert parse([command, "a.has"]).to == "text"
    assert parse([command, "a.has", "--to", "pzpr"]).to == "pzpr"


def test_solve_takes_a_method() -> None:
    assert parse(["solve", "a.has"]).method == "auto"
    assert parse(["solve", "a.has", "--method", "deduction"]).method == "deduction"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse([command, "--help"])
    assert caught.value.code == 0
    assert f"examples:\n  hashi {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"hashi {__version__}\n"
