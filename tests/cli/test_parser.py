from __future__ import annotations

import pytest

from hashi_gui import __version__
from hashi_gui.cli import check, hint, play, solve
from hashi_gui.cli.arguments import UsageError
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
def test_play_is_what_hashi_does_by_itself(arguments: list[str], puzzle: str | None) -> None:
    args = parse(arguments)
    assert args.run is play.run
    assert args.puzzle == puzzle


@pytest.mark.parametrize(("command", "run"), [("check", check.run), ("hint", hint.run)])
def test_questions(command: str, run: object) -> None:
    plain = parse([command, "a.has"])
    assert (plain.run, plain.puzzle, plain.json, plain.time_limit) == (run, "a.has", False, None)
    full = parse([command, "--json", "-", "--time-limit", "2.5"])
    assert (full.run, full.puzzle, full.json, full.time_limit) == (run, "-", True, 2.5)


def test_solve_takes_many_puzzles() -> None:
    args = parse(["solve", "a.has", "-", "--json", "--time-limit", "2.5"])
    assert (args.run, args.puzzles, args.json, args.time_limit) == (
        solve.run, ["a.has", "-"], True, 2.5,
    )  # fmt: skip


@pytest.mark.parametrize("command", ["solve", "check", "hint"])
def test_boards_are_drawn_unless_asked_otherwise(command: str) -> None:
    assert parse([command, "a.has"]).to == "text"
    assert parse([command, "a.has", "--to", "pzpr"]).to == "pzpr"


def test_solve_takes_a_method() -> None:
    assert parse(["solve", "a.has"]).method == "sat"
    assert parse(["solve", "a.has", "--method", "other"]).method == "other"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve"], "the following arguments are required: PUZZLE; see `hashi solve --help`."),
        (["a.has", "b.has"], "'a.has'"),
        (["--loud"], "see `hashi --help`."),
        (["solve", "a.has", "--loud"], "unrecognized arguments: --loud"),
        (["solve", "a.has", "--time-limit", "soon"], "'soon' is no number of seconds, 0 or more"),
        (["solve", "a.has", "--time-limit", "nan"], "'nan' is no number of seconds"),
        (["solve", "a.has", "--time-limit=-1"], "'-1' is no number of seconds"),
    ],
)
def test_complaint_is_one_sentence(arguments: list[str], complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(arguments)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("command", ["play", "solve", "check", "hint", "render", "pack"])
def test_help_teaches_by_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse([command, "--help"])
    assert caught.value.code == 0
    assert f"examples:\n  hashi {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"hashi {__version__}\n"
