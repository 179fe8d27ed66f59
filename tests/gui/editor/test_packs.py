"""Putting what was set into a pack of the library."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog

PUZZLE = "1.1"


def test_a_puzzle_is_put_into_a_pack(edit, monkeypatch):
    offered = []

    def answer(_parent, _title, _label, titles):
        offered.append(titles)
        return "Rain", True

    monkeypatch.setattr(QInputDialog, "getItem", answer)
    setter = edit(PUZZLE)
    for _ in range(2):
        setter.bar.show_message("")
        setter.editor.add_to_pack()
        setter.wait(lambda: setter.message == "“Rain” has 1 puzzle now.")
    assert offered == [["My puzzles"], ["Rain"]]
    [pack] = setter.window.library.packs._packs.load()
    assert (pack.puzzles[0].cols, pack.puzzles[0].islands) == (3, 2)


def test_what_is_no_puzzle_is_put_into_no_pack(setter):
    setter.editor.add_to_pack()
    assert setter.message.startswith("This cannot be put into a pack yet.")
