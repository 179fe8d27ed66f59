"""Islands with the clue 0: whatever is done with them works, or says in one sentence why not."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read, read_path
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.editor.verdict_card import NO_STEPS
from hashi_gui.gui.widgets import dialogs

E, F2, S = Qt.Key.Key_E, Qt.Key.Key_F2, Qt.Key.Key_S
CTRL = Qt.KeyboardModifier.ControlModifier
REFUSED = "cannot represent the clue 0 of the island at row 3, column 4."


@pytest.fixture
def zero(setter):
    """Solution first: two islands with a bridge, and one that has none yet."""
    setter.key(Qt.Key.Key_B)
    setter.drag((0, 0), (0, 2))
    setter.click(2, 3)
    setter.wait_until_settled()
    assert setter.clues == {(0, 0): 1, (0, 2): 1, (2, 3): 0}
    return setter


def test_it_is_played_and_goes_on_where_it_was(zero, play_on):
    zero.key(F2)
    window = zero.window
    assert not zero.editor.running
    assert [island.clue for island in window.play.controller.game.puzzle.islands] == [1, 1, 0]
    window.play.controller.play(window.play.controller.game.cycle_bridges(0))
    window.close()
    again = play_on("1.1").window
    puzzle = window.play.controller.game.puzzle
    again.play.in_play.open_document(Document.from_puzzle(puzzle, "hashi"))
    assert sum(again.play.controller.game.board.counts) == 1


def test_an_island_alone_is_solved_from_the_beginning(setter):
    setter.click(1, 1)
    setter.type("0")
    setter.wait_until_settled()
    assert "One solution" in setter.card.text
    assert setter.card.path_note.text() == NO_STEPS
    setter.key(E)
    assert setter.message == NO_STEPS
    setter.key(F2)
    assert setter.game.solved
    assert setter.message.startswith("7 × 6, 1 island.")
    setter.window.teaching.presenter.hint()
    setter.wait(lambda: setter.window.play.runner.current is None)
    assert setter.window.teaching.panel.text.startswith("Finished")


def test_the_verdict_a_file_a_link_and_a_picture_have_it_or_the_setter_is_told(
    zero, monkeypatch, tmp_path
):
    assert zero.card.text == "✗ No solution"
    assert "can never be connected" in zero.panel.text
    for suffix in (".txt", ".has", ".csv", ".hashi"):
        file = tmp_path / f"zero{suffix}"
        monkeypatch.setattr(dialogs, "file_to_save", lambda *_, file=file: file)
        zero.key(S, CTRL)
        assert zero.message.endswith(REFUSED) is (suffix != ".hashi")
        assert file.exists() is (suffix == ".hashi")
    assert read_path(file).puzzle == zero.draft.to_puzzle()
    zero.window.documents.sharing.copy_link()
    assert read(QGuiApplication.clipboard().text()).puzzle == zero.draft.to_puzzle()
    zero.window.documents.exporter.copy_image()
    zero.wait(lambda: not QGuiApplication.clipboard().image().isNull())


def test_the_key_of_a_puzzle_tells_0_from_water():
    keys = {
        puzzle_key(Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 1, **more}))
        for more in ({}, {(0, 4): 0}, {(0, 4): None})
    }
    assert len(keys) == 3
