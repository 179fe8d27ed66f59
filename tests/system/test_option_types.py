"""Values that are accepted; those that are rejected are in ``tests/cli/test_option_errors.py``."""

from pathlib import Path

from hashi_gui.system import option_types


def test_numbers():
    assert option_types.positive_number("007") == 7
    assert option_types.whole_number_between(1, 4)("4") == 4
    assert option_types.number_between(0, 1)("1e-3") == 0.001
    assert option_types.seconds("0") == 0


def test_names():
    assert option_types.one_of(["a", "b"])("b") == "b"
    assert option_types.Choice({"a": 1, "b": 2})("b") == 2


def test_files_and_folders(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parse = option_types.new_file(".png", ".svg")
    assert parse("board.PNG") == Path("board.PNG")
    Path("old.svg").touch()
    assert parse("old.svg") == Path("old.svg")
    assert option_types.folder("new") == Path("new")
    assert option_types.folder(".") == Path()
