import re
from threading import Event

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtPrintSupport import QPrintDialog, QPrintPreviewDialog, QPrintPreviewWidget
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMessageBox,
    QToolBar,
)

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.game import Game
from hashi_gui.gui.documents.export_and_print import PREVIEW_SIZE, CardDialog
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.dialogs import ListDialog
from hashi_gui.logic.rating.grading import reason_easily
from hashi_gui.rendering import book
from hashi_gui.rendering.picture import Postcard
from hashi_gui.rendering.theme import LIGHT, PRINT
from hashi_gui.solving import Solver
from tests.menus import action
from tests.processes import TIMEOUT

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def in_dialog(player):
    """Runs a function on the next dialog of a class; if it fails, the test fails."""
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
    assert not tasks, "the dialog did not open"


@pytest.fixture
def choose(player, in_dialog):
    """Opens the list of an entry of the menu, chooses there, and answers the next dialog."""

    def choose(entry, title, kind=None, answer=None):
        def pick(dialog):
            (item,) = dialog.list.findItems(title, Qt.MatchFlag.MatchExactly)
            dialog.list.setCurrentItem(item)
            if kind is not None:
                in_dialog(kind, answer)
            dialog.buttons.accept_button.click()

        in_dialog(ListDialog, pick)
        action(player.window, entry).trigger()

    return choose


def save_as(qtbot, file, file_type=""):
    """Choose a file type and a file name in the dialog, and press Save."""

    def save(dialog):
        if file_type:
            dialog.findChild(QComboBox, "fileTypeCombo").setCurrentText(file_type)
            dialog.filterSelected.emit(file_type)
        dialog.findChild(QLineEdit).setText(str(file))
        save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
        qtbot.mouseClick(save, Qt.MouseButton.LeftButton)

    return save


def copy_image(player):
    player.key(Qt.Key.Key_C, CTRL | SHIFT)
    player.wait(lambda: player.bar.text != "Drawing the image…")


def test_the_board_is_copied_as_an_image_with_its_bridges_or_without(player, monkeypatch):
    def has_bridge():
        image = QGuiApplication.clipboard().image()
        assert image.width() == round(6.5 * 59)
        between = [image.pixelColor(round((1.25 + 1) * 59), y).name() for y in range(50, 100)]
        return LIGHT.bridge in between

    gate = Event()
    draw = Postcard.image
    monkeypatch.setattr(Postcard, "image", lambda postcard: gate.wait(TIMEOUT) and draw(postcard))
    player.key(Qt.Key.Key_C, CTRL | SHIFT)
    assert player.bar.text == "Drawing the image…"
    gate.set()
    player.click(0, 1)  # The window does not wait for the image, which is of the board before.
    player.wait(lambda: player.bar.text == "Image copied to the clipboard.")
    assert not has_bridge()
    copy_image(player)
    assert has_bridge()
    png = QGuiApplication.clipboard().mimeData().data("image/png").data()
    assert png.startswith(b"\x89PNG")
    action(player.window, "Copy the empty board as image").trigger()
    player.wait(lambda: player.bar.text != "Drawing the image…")
    assert not has_bridge()
    monkeypatch.setattr("hashi_gui.rendering.picture.MAX_PIXELS", 1000)
    copy_image(player)
    assert player.bar.text.startswith("The image would be")


def test_the_copied_image_outlives_the_window(player):
    copy_image(player)
    width = QGuiApplication.clipboard().image().width()
    assert QGuiApplication.clipboard().mimeData().hasFormat("image/png")
    player.window.close()
    assert QGuiApplication.clipboard().image().width() == width
    assert player.window.documents.exporter._copied is not QGuiApplication.clipboard().mimeData()


def test_the_image_of_a_large_board_has_smaller_cells(play_on):
    player = play_on(Puzzle.from_clues(1, 300, {(0, 0): 1, (0, 299): 1}))
    copy_image(player)
    assert 5000 < QGuiApplication.clipboard().image().width() < 7000


@pytest.mark.parametrize(
    ("file_type", "extension", "signature"),
    [
        ("", ".png", b"\x89PNG"),
        ("SVG drawing (*.svg)", ".svg", b"<?xml"),
        ("PDF page (*.pdf)", ".pdf", b"%PDF"),
    ],
)
def test_the_board_is_exported(player, choose, tmp_path, file_type, extension, signature):
    file = tmp_path / f"board{extension}"
    save = save_as(player.qtbot, tmp_path / "board", file_type)
    choose("Export…", "The board", QFileDialog, save)
    player.wait(lambda: player.bar.text == f"Exported as board{extension}.")
    assert file.read_bytes().startswith(signature)


@pytest.mark.parametrize(("name", "theme"), [("board.png", LIGHT), ("board.pdf", PRINT)])
def test_an_image_has_the_theme_of_the_window_and_a_pdf_that_of_paper(
    player, choose, tmp_path, monkeypatch, name, theme
):
    written = []
    monkeypatch.setattr(
        "hashi_gui.rendering.picture.save_picture",
        lambda file, picture: written.append(picture),
    )
    player.click(0, 1)
    choose("Export…", "The board", QFileDialog, save_as(player.qtbot, tmp_path / name))
    player.wait(lambda: player.bar.text == f"Exported as {name}.")
    assert [(picture.board, picture.theme) for picture in written] == [(player.game.board, theme)]


def test_a_file_is_overwritten_only_if_the_player_agrees(player, choose, in_dialog, tmp_path):
    (tmp_path / "board.png").write_text("old")

    def try_to_save(dialog):
        in_dialog(QMessageBox, lambda box: box.button(QMessageBox.StandardButton.No).click())
        save_as(player.qtbot, tmp_path / "board")(dialog)

    before = player.bar.text
    choose("Export…", "The board", QFileDialog, try_to_save)
    assert player.bar.text == before
    assert (tmp_path / "board.png").read_text() == "old"


def test_what_goes_wrong_with_an_export_is_said(player, choose, tmp_path, monkeypatch):
    def fail(file, picture):
        raise RuntimeError("out of memory")

    def export(name, message):
        choose("Export…", "The board", QFileDialog, save_as(player.qtbot, tmp_path / name))
        player.wait(lambda: message in player.bar.text)

    export("board.gif", "board.gif: expected a file name ending in one of .png, .svg, .pdf.")
    monkeypatch.setattr("hashi_gui.rendering.picture.save_picture", fail)
    export("board.png", "RuntimeError: out of memory")


def test_closing_the_window_finishes_the_export(player, choose, tmp_path):
    save = save_as(player.qtbot, tmp_path / "board.png")
    choose("Export…", "The board", QFileDialog, save)
    player.window.close()
    assert not QImage(str(tmp_path / "board.png")).isNull()


@pytest.mark.parametrize("suffix", ["pdf", "svg"])
def test_the_puzzle_is_exported_for_a_magazine(player, choose, tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(QInputDialog, "getDouble", lambda *_: (90.0, True))
    file = tmp_path / f"column.{suffix}"
    choose("Export…", "A column of a magazine", QFileDialog, save_as(player.qtbot, file))
    player.wait(lambda: player.bar.text == f"Exported as {file.name}.")
    assert (b"/MediaBox [0 0" if suffix == "pdf" else b'width="90mm"') in file.read_bytes()


def test_a_card_has_the_words_that_are_typed_and_the_solution(player, choose, in_dialog, tmp_path):
    file = tmp_path / "card.pdf"

    def type_words(dialog):
        dialog.words.setText("Für Ottilie")
        in_dialog(QFileDialog, save_as(player.qtbot, file))
        dialog.accept()

    choose("Export…", "A card", CardDialog, type_words)
    player.wait(lambda: player.bar.text.startswith(f"Saved as {file.name}. Fold"))
    assert "Für Ottilie".encode("utf-16-be") in file.read_bytes()
    assert count_pages_in(file) == 1


def count_pages_in(file):
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


@pytest.fixture
def print_to(monkeypatch):
    """Makes the print dialog print to a file, or be cancelled."""

    def print_to(file, accepted=True):
        def choose(dialog):
            print_to.proposed = dialog.printer().docName()
            dialog.printer().setOutputFileName(str(file))
            return accepted

        monkeypatch.setattr(QPrintDialog, "exec", choose)

    return print_to


@pytest.mark.qt_log_ignore("QPainter::begin", "QPdf")
def test_the_board_is_printed_on_one_page_unless_the_player_or_the_printer_does_not(
    player, choose, print_to, tmp_path, monkeypatch
):
    file = tmp_path / "page.pdf"
    print_to(file, accepted=False)
    choose("Print…", "The board")
    assert not file.exists()
    assert print_to.proposed == "5x5"
    print_to(file)
    printed = []
    draw = book.draw_single
    monkeypatch.setattr(book, "draw_single", lambda *page: printed.append(page[-1]) or draw(*page))
    player.click(0, 1)
    for title in ("The board", "The empty puzzle"):
        choose("Print…", title)
        assert count_pages_in(file) == 1
    assert printed == [player.game.board, Board.empty(player.puzzle)]
    assert b"Inter" in file.read_bytes()
    print_to(tmp_path / "no" / "folder" / "page.pdf")
    choose("Print…", "The board")
    assert player.bar.text.startswith("Nothing is printed")


def test_the_preview_shows_one_page_and_has_room_for_its_buttons(player, in_dialog):
    page_counts, widths = [], []

    def look(dialog):
        page_counts.append(dialog.findChild(QPrintPreviewWidget).pageCount())
        widths.append(dialog.findChild(QToolBar).sizeHint().width())

    def preview(dialog):
        in_dialog(QPrintPreviewDialog, look)
        (button,) = (each for each in dialog.buttons.buttons() if each.text() == "Preview…")
        button.click()

    in_dialog(ListDialog, preview)
    player.key(Qt.Key.Key_P, CTRL)
    assert page_counts == [1]
    assert widths[0] <= PREVIEW_SIZE.width()


def refusal(in_dialog, player, title):
    """Why nothing can be exported under a title."""
    found = []

    def look(dialog):
        (item,) = dialog.list.findItems(title, Qt.MatchFlag.MatchExactly)
        dialog.list.setCurrentItem(item)
        assert not dialog.buttons.accept_button.isEnabled()
        found.append(dialog.text.toPlainText())

    in_dialog(ListDialog, look)
    action(player.window, "Export…").trigger()
    return found[0]


def test_the_replay_is_exported(player, choose, in_dialog, monkeypatch, tmp_path):
    pytest.importorskip("PIL")
    file = tmp_path / "replay.gif"
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)
    assert refusal(in_dialog, player, "The replay").startswith("There is nothing to replay")
    player.click(0, 1)
    choose("Export…", "The replay")
    player.wait(lambda: player.bar.text == "Exported as replay.gif.")
    assert file.read_bytes().startswith(b"GIF8")


@pytest.fixture
def solved_by_reasoning():
    """A game in which each move followed from the board, of a puzzle that is not easy."""
    puzzle = read("2.3.4.2\n.......\n..2.2..\n3.....2\n.1.4.2.\n.......\n3..3..1").puzzle
    with Solver(puzzle) as solver:
        found = [each for each in reason_easily(solver).conclusions if each.is_minimum]
    game = Game(puzzle)
    for conclusion in found:
        game.play(Move(((conclusion.edge, conclusion.bound),)))
    return game.to_document()


def test_the_key_move_is_exported_and_stands_in_the_review(
    play_on, solved_by_reasoning, monkeypatch, tmp_path
):
    pytest.importorskip("PIL")
    player, file = play_on(solved_by_reasoning), tmp_path / "key.gif"
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)
    player.window.documents._export_key_move(player.window.documents.exporter.snapshot())
    player.wait(lambda: player.bar.text == "Exported as key.gif.")
    assert file.read_bytes().startswith(b"GIF8")
    player.key(Qt.Key.Key_R)
    player.wait(lambda: player.panel.explanation.heading == "Your game")
    (step,) = (s for s in player.panel.explanation.steps if s.text.startswith("Your key move: "))
    assert step.highlight.ghosts
    assert not any(step.board.counts[edge] >= n for edge, n in step.highlight.ghosts.items())


def test_a_game_without_a_key_move_says_so(player, choose, in_dialog, monkeypatch):
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: pytest.fail("asks for a file"))
    assert refusal(in_dialog, player, "The key move") == "Solve the puzzle first."
    player.finish()
    choose("Export…", "The key move")
    player.wait(lambda: player.bar.text == "No single move of yours opened this board.")
