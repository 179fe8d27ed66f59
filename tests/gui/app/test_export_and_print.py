from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtPrintSupport import QPrintDialog, QPrintPreviewDialog, QPrintPreviewWidget
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
)

from hashi_gui.gui.app.actions import PREVIEW
from hashi_gui.rendering.theme import LIGHT, PRINT

# The offscreen platform lacks some of what dialogs and their pop-ups ask for.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def in_dialog(player):
    """Runs something inside the next dialog of a class; its error is the test's."""
    tasks = []

    def in_dialog(kind, task):
        def run():
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, kind):
                return
            tasks.remove(timer)
            timer.stop()
            try:
                task(dialog)
            finally:
                if dialog.isVisible():
                    dialog.reject()

        timer = QTimer(player.window, interval=10)
        timer.timeout.connect(run)
        timer.start()
        tasks.append(timer)

    yield in_dialog
    assert not tasks, "the dialog did not come"


def save_as(qtbot, file, kind=""):
    """Enter a name in the file dialog and press Save, a kind of file chosen before."""

    def save(dialog):
        if kind:
            dialog.findChild(QComboBox, "fileTypeCombo").setCurrentText(kind)
            dialog.filterSelected.emit(kind)
        dialog.findChild(QLineEdit).setText(str(file))
        save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
        qtbot.mouseClick(save, Qt.MouseButton.LeftButton)

    return save


def test_the_board_as_it_stands_is_copied_as_an_image(player):
    player.click(0, 1)
    player.key(Qt.Key.Key_C, CTRL | SHIFT)
    image = QGuiApplication.clipboard().image()
    assert image.width() == round(5.7 * 59)
    assert player.bar.text == "A picture of the board is on the clipboard."
    between = [image.pixelColor(round((0.85 + 1) * 59), y).name() for y in range(30, 70)]
    assert LIGHT.ink in between


def test_too_large_an_image_is_not_copied(player, monkeypatch):
    monkeypatch.setattr("hashi_gui.rendering.picture.MAX_PIXELS", 1000)
    player.key(Qt.Key.Key_C, CTRL | SHIFT)
    assert player.bar.text.startswith("The image would have")


@pytest.mark.parametrize(
    ("kind", "ending", "beginning"),
    [
        ("", ".png", b"\x89PNG"),
        ("SVG drawing (*.svg)", ".svg", b"<?xml"),
        ("PDF page (*.pdf)", ".pdf", b"%PDF"),
    ],
)
def test_the_board_is_exported(player, in_dialog, tmp_path, kind, ending, beginning):
    file = tmp_path / f"board{ending}"
    in_dialog(QFileDialog, save_as(player.qtbot, tmp_path / "board", kind))
    player.key(Qt.Key.Key_E, CTRL)
    player.wait(lambda: player.bar.text == f"Exported as board{ending}.")
    assert file.read_bytes().startswith(beginning)


@pytest.mark.parametrize(("name", "theme"), [("board.png", LIGHT), ("board.pdf", PRINT)])
def test_an_image_looks_as_the_window_and_a_pdf_is_for_paper(
    player, in_dialog, tmp_path, monkeypatch, name, theme
):
    written = []
    monkeypatch.setattr(
        "hashi_gui.gui.app.export_and_print.save_picture",
        lambda file, picture: written.append(picture),
    )
    player.click(0, 1)
    in_dialog(QFileDialog, save_as(player.qtbot, tmp_path / name))
    player.key(Qt.Key.Key_E, CTRL)
    player.wait(lambda: player.bar.text == f"Exported as {name}.")
    assert [(picture.board, picture.theme) for picture in written] == [(player.game.board, theme)]


def test_a_file_is_replaced_only_if_the_player_says_so(player, in_dialog, tmp_path):
    (tmp_path / "board.png").write_text("mine")

    def try_to_save(dialog):
        in_dialog(QMessageBox, lambda box: box.button(QMessageBox.StandardButton.No).click())
        save_as(player.qtbot, tmp_path / "board")(dialog)

    in_dialog(QFileDialog, try_to_save)
    player.key(Qt.Key.Key_E, CTRL)
    assert (tmp_path / "board.png").read_text() == "mine"


def test_an_export_that_cannot_be_is_told(player, in_dialog, tmp_path):
    in_dialog(QFileDialog, save_as(player.qtbot, tmp_path / "board.gif"))
    player.key(Qt.Key.Key_E, CTRL)
    player.wait(lambda: "board.gif: a picture is a file in .png, .svg, .pdf." in player.bar.text)


def test_an_error_while_a_picture_is_made_is_told(player, in_dialog, tmp_path, monkeypatch):
    def fail(file, picture):
        raise RuntimeError("out of ink")

    monkeypatch.setattr("hashi_gui.gui.app.export_and_print.save_picture", fail)
    in_dialog(QFileDialog, save_as(player.qtbot, tmp_path / "board.png"))
    player.key(Qt.Key.Key_E, CTRL)
    player.wait(lambda: "RuntimeError: out of ink" in player.bar.text)


def test_closing_the_window_finishes_the_export(player, in_dialog, tmp_path):
    in_dialog(QFileDialog, save_as(player.qtbot, tmp_path / "board.png"))
    player.key(Qt.Key.Key_E, CTRL)
    player.window.close()
    assert not QImage(str(tmp_path / "board.png")).isNull()


def test_no_file_chosen_exports_nothing(player, in_dialog):
    before = player.bar.text
    in_dialog(QFileDialog, lambda dialog: dialog.reject())
    player.key(Qt.Key.Key_E, CTRL)
    assert player.bar.text == before


def pages_in(file):
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


@pytest.fixture
def print_to(monkeypatch):
    """Lets the print dialog choose a file in the place of a printer, and be accepted."""

    def print_to(file, accepted=True):
        def choose(dialog):
            dialog.printer().setOutputFileName(str(file))
            return accepted

        monkeypatch.setattr(QPrintDialog, "exec", choose)

    return print_to


def test_the_board_is_printed_on_one_page(player, print_to, tmp_path):
    print_to(tmp_path / "page.pdf")
    player.key(Qt.Key.Key_P, CTRL)
    assert pages_in(tmp_path / "page.pdf") == 1
    assert b"Inter" in (tmp_path / "page.pdf").read_bytes()


def test_nothing_is_printed_where_the_dialog_is_left(player, print_to, tmp_path):
    print_to(tmp_path / "page.pdf", accepted=False)
    player.key(Qt.Key.Key_P, CTRL)
    assert not (tmp_path / "page.pdf").exists()


@pytest.mark.qt_log_ignore("QPainter::begin", "QPdf")
def test_a_printer_that_does_not_begin_is_told(player, print_to, tmp_path):
    print_to(tmp_path / "no" / "folder" / "page.pdf")
    player.key(Qt.Key.Key_P, CTRL)
    assert player.bar.text == "The printer, or the file to print to, cannot be used."


def test_the_preview_shows_one_page(player, in_dialog):
    seen = []

    def look(dialog):
        seen.append(dialog.findChild(QPrintPreviewWidget).pageCount())

    in_dialog(QPrintPreviewDialog, look)
    player.window.window_actions[PREVIEW].trigger()
    assert seen == [1]
