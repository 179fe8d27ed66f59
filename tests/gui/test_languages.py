"""All texts of the window: in a made-up language none is English, and none is cut off in any."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTranslator
from PySide6.QtGui import QPainter, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QMessageBox,
    QSpinBox,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)

from hashi_gui.core import i18n
from hashi_gui.core.board import Board, LogEntry, LogKind
from hashi_gui.editing.analysis import AnalysisClient, analyse
from hashi_gui.formats import Document, read
from hashi_gui.formats.race import Race
from hashi_gui.game import GameStore
from hashi_gui.game.library import lessons
from hashi_gui.lab.methods import METHODS
from hashi_gui.packs import PackStore
from hashi_gui.packs.exchange import read_pack
from hashi_gui.rendering.resources import interface_font, lacks_letters_of
from hashi_gui.rendering.theme import APPLICATION_STYLE_SHEET
from hashi_gui.solving import solve
from hashi_gui.system import languages
from tests.gui.conftest import Player
from tests.gui.fitting import SCREEN, cut_off, is_cut_off
from tests.played_games import played_games
from tests.samples import GARDEN

ACCENTS = str.maketrans("aceginorsuyzACEGINORSUYZ", "áçéğíñóŕšúýžÁÇÉĞÍÑÓŔŠÚÝŽ")

KEPT = re.compile(r"(\{[^{}]*\}|\(\*[^)]*\)|⟦[^⟧]*⟧)")
"""What a translation has like the text itself: fields, types of files, mentions of islands."""

WORD = re.compile(r"(?<![\w.*])[A-Za-z]{3,}(?!\w)")
"""A word without accents; all words of our texts that are so long have a letter for one."""

DATA = re.compile(r"https?://\S+|(?<!\S)/\S+|\d+ ?× ?\d+,? [a-z]+")
"""Links, files, and the titles of puzzles that the generator has made."""

LIBRARIES = {"Python", "Qt", "PySAT", "clingo", "HiGHS"}
NAMES = {"Hashi", "English", "XML", *LIBRARIES, *METHODS}
"""The program, languages in themselves, formats, libraries, and methods as on the command line."""


def pseudo(text: str) -> str:
    """A text with accents and in brackets, longer by two fifths."""
    parts = KEPT.split(text)
    parts[::2] = [part.translate(ACCENTS) for part in parts[::2]]
    if "(*" in text:  # Qt reads the types of files from it.
        return "".join(parts)
    return f"[{''.join(parts)}{' ~~~~' * (2 * sum(map(len, parts[::2])) // 25)}~]"


class Pseudo(NullTranslations):
    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "date" else pseudo(message)


class PseudoQt(QTranslator):
    """For the texts that Qt has made."""

    def translate(self, _context: str, text: str, *_: object) -> str:
        return pseudo(text)

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def pseudo_language(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Texts are in a made-up language, right to left; dates and numbers in Japanese."""
    monkeypatch.setattr(i18n, "_translations", Pseudo())
    translator, usual = PseudoQt(), QLocale()
    qapp.installTranslator(translator)
    QLocale.setDefault(QLocale(QLocale.Language.Japanese))
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    QLocale.setDefault(usual)
    qapp.removeTranslator(translator)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """The texts that widgets have painted, and which of them were cut off."""
    texts: dict[str, bool] = {}
    paint = QPainter.drawText

    def note(painter: QPainter, place: Any, *arguments: Any) -> Any:
        *flags, text = arguments
        in_rect = len(flags) == 1 and not isinstance(place, int)
        texts[text] = in_rect and is_cut_off(painter, place, *flags, text)
        return paint(painter, place, *arguments)

    monkeypatch.setattr(QPainter, "drawText", note)
    return texts


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drafts are analysed here, where texts are in the made-up language."""
    monkeypatch.setattr(AnalysisClient, "start", lambda _self: None)
    monkeypatch.setattr(AnalysisClient, "_ask", lambda _self, *request: analyse(*request))


def _of_menu(menu: QMenu) -> Iterator[str]:
    yield menu.title()
    for action in menu.actions():
        yield from (action.text(), action.iconText(), action.toolTip())


def _of_view(view: QAbstractItemView) -> Iterator[str]:
    if isinstance(view.window(), QFileDialog):
        return
    model = view.model()
    columns = range(1 if isinstance(view, QListView) else model.columnCount())
    if isinstance(view, QTableView):
        yield from (str(model.headerData(each, Qt.Orientation.Horizontal)) for each in columns)
    for row in range(model.rowCount()):
        yield from (str(model.index(row, column).data() or "") for column in columns)


TEXTS: tuple[tuple[type[QWidget], Callable[[Any], Iterable[str]]], ...] = (
    (QLabel, lambda label: [label.text()]),
    (QAbstractButton, lambda button: [button.text()]),
    (QLineEdit, lambda field: [field.placeholderText()]),
    (QSpinBox, lambda field: [field.prefix(), field.suffix()]),
    (QComboBox, lambda field: map(field.itemText, range(field.count()))),
    (QTabBar, lambda bar: map(bar.tabText, range(bar.count()))),
    (QTextEdit, lambda page: page.toPlainText().splitlines()),
    (QMenu, _of_menu),
    (QAbstractItemView, _of_view),
)
"""What widgets of each type say."""


def shown_texts() -> Iterator[str]:
    """The texts of the windows that are open, their menus, and what screen readers say of them."""
    for window in filter(QWidget.isVisible, QApplication.topLevelWidgets()):
        yield window.windowTitle()
        for widget in window.findChildren(QWidget):
            if widget.isVisible() or isinstance(widget, QMenu):
                yield from (widget.toolTip(), widget.accessibleName())
                yield widget.accessibleDescription()
                for kind, texts in TEXTS:
                    if isinstance(widget, kind):
                        yield from texts(widget)


LEFT_OUT = {("Ctrl+Q",), ("F11",), ("N",)}
"""The keys of what closes the window, hides its menus, or makes a puzzle, which takes a while."""


class Walk:
    """Brings a window into one state after another; ``look`` gets the name of each."""

    def __init__(
        self, player: Player, monkeypatch: pytest.MonkeyPatch, look: Callable[[str], object]
    ) -> None:
        self.player, self.window, self._look = player, player.window, look
        monkeypatch.setattr(QDialog, "exec", lambda dialog: self._look_at_dialog(dialog))
        for kind in (QMessageBox, "about"), (QInputDialog, "getItem"), (QInputDialog, "getDouble"):
            monkeypatch.setattr(*kind, lambda *texts, **_: self._look_at_box(*texts[:3]))

    def all_states(self) -> None:
        self.use_all("game")
        self.open(read(GARDEN), "game")
        self.player.controller.click_edges((0, 1, 2), False)
        self.player.presenter.check()
        self.look("mistake")
        self.player.finish()
        self.look("solved")
        puzzle = read(GARDEN).puzzle
        move = Board.empty(puzzle).move_to(Board(solve(puzzle).counts or ()))
        race = Race((LogEntry(98.5, LogKind.MOVE, move),), "Ō")
        self.open(Document.from_puzzle(puzzle, "hashi")._replace(race=race), "race")
        for number in (0, 1):
            self.open(lessons()[number], f"lesson {number}")
        self.player.finish()
        self.look("solved lesson")
        self.window.teaching.practice.begin("Full house")
        self.player.wait(lambda: self.window.teaching.practice.asks)
        self.look("practice")
        self.window.context.stage.leave(self.window.teaching.practice)
        for text in (GARDEN, "3.3\n...\n3.3", "1.2.2"):
            self.player.open(read(text))
            self.window.editor.edit_game()
            self.player.wait(lambda: self.window.editor.verdicts.settled)
            self.look(f"draft of {text}")
            if self.window.editor.verdicts.step_count:
                self.window.editor.verdicts.show_step(0)
                self.look(f"path of {text}")
        self.use_all("editor")
        self.window.report_error("")
        self.look("error")

    def look(self, name: str) -> None:
        self.player.wait_for_disk()
        self.player.wait_for_solver()
        QCoreApplication.processEvents()
        self._look(name)

    def open(self, document: Document, name: str) -> None:
        self.player.open(document)
        self.look(name)

    def use_all(self, name: str) -> None:
        """Use all entries of the menus but ``LEFT_OUT``."""
        self.look(name)
        stage = self.window.context.stage
        activity = stage.current
        for action in list(self.window.menus):
            if self.window.menus[action].isEnabled() and action.keys not in LEFT_OUT:
                self.window.menus[action].trigger()
                self.look(f"{name}: {action.text}")
                if stage.current is not activity:
                    stage.enter(activity)

    def _look_at_dialog(self, dialog: QDialog) -> int:
        """Show all pages of a dialog, and cancel it."""
        dialog.show()
        self.look(type(dialog).__name__)
        for bar in dialog.findChildren(QTabBar):
            for number in range(1, bar.count()):
                bar.setCurrentIndex(number)
                self.look(f"{type(dialog).__name__} {number}")
        dialog.hide()
        return 0

    def _look_at_box(self, parent: QWidget, title: str, text: str) -> tuple[str, bool]:
        self._look_at_dialog(QMessageBox(QMessageBox.Icon.NoIcon, title, text, parent=parent))
        return "", False


@pytest.fixture
def as_usual(qapp: QApplication) -> Iterator[None]:
    """Texts have the font and the sizes that they have in the program, or some times these."""
    before, font = qapp.font(), interface_font()
    font.setPointSizeF(font.pointSizeF() * float(os.environ.get("HASHI_TEXT_SIZE", "1")))
    qapp.setFont(font)
    qapp.setStyleSheet(APPLICATION_STYLE_SHEET)
    yield
    qapp.setStyleSheet("")
    qapp.setFont(before)


@pytest.fixture
def language(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, as_usual: None
) -> None:
    """The window speaks the made-up language, or one whose letters this machine has."""
    if request.param == "pseudo":
        request.getfixturevalue("pseudo_language")
        return
    if lacks_letters_of(languages.LANGUAGES[request.param]):
        pytest.skip("no font of this machine has its letters")
    monkeypatch.setattr(i18n, "_translations", i18n._translations)
    monkeypatch.setenv("LANGUAGE", request.param)
    languages.speak(request.param)


OTHERS = os.environ.get("HASHI_LANGUAGES", "").split()
"""Codes of languages besides the made-up one; their texts are shorter."""


@pytest.mark.usefixtures("in_this_process", "language")
@pytest.mark.parametrize("language", ["pseudo", *OTHERS], indirect=True)
def test_texts_are_translated_and_not_cut_off(
    play_on: Callable[..., Player],
    store: GameStore,
    library: Callable[..., object],
    painted: dict[str, bool],
    agreements: list[str],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library(("2.2", "Ō"), ("1.1", "Ū"))
    PackStore.beside(store).add("Ā", read_pack(["1..1", "1...1"]).puzzles)
    for result in played_games(60, 1, datetime.now(UTC)):
        store.results.add(replace(result, title="Ō"))
    cut: dict[str, str] = {}
    escaped: dict[str, str] = {}
    is_made_up = "pseudo_language" in request.fixturenames

    def look(state: str) -> None:
        for text in (*cut_off(), *(text for text, is_cut in painted.items() if is_cut)):
            cut.setdefault(text, state)
        if not is_made_up:
            return
        for text in {*shown_texts(), *painted, *agreements}:
            plain = QTextDocumentFragment.fromHtml(text).toPlainText() if "<" in text else text
            if set(WORD.findall(DATA.sub("", plain))) - NAMES:
                escaped.setdefault(plain, state)

    player = play_on(GARDEN)
    player.window.resize(SCREEN)
    player.wait_for_solver()
    Walk(player, monkeypatch, look).all_states()
    assert not escaped
    assert not cut


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["de"], indirect=True)
def test_a_lesson_is_whole_in_a_small_window(play_on: Callable[..., Player]) -> None:
    player = play_on(lessons()[0])
    player.window.resize(640, 480)
    for document in lessons():
        player.open(document)
        QCoreApplication.processEvents()
        assert not list(cut_off())
