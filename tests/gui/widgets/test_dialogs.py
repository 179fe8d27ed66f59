"""Windows and dialogs on screens of all sizes."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QScroller,
    QStyle,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.formats import PuzzleInfo
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.controls import NumberField
from hashi_gui.gui.widgets.dialogs import (
    FILE_DIALOG_ICONS,
    FittingDialog,
    ScrollingContents,
    bring_onto_screen,
    file_stem,
    room_for,
)
from hashi_gui.rendering.resources import interface_font
from hashi_gui.rendering.theme import DARK, LIGHT, qt_palette, style_sheet
from tests.gui.conftest import DIALOGS
from tests.mouse import lift, touch

SCREENS = {
    "1024x600": QSize(1024, 600),
    "1366x768 at 200%": QSize(683, 384),
    "1920x1080 at 300%": QSize(640, 360),
    "8K": QSize(7680, 4320),
}


@pytest.fixture
def on_screen(monkeypatch):
    """Sets the part of the screen that windows may use."""

    def on_screen(size):
        monkeypatch.setattr(dialogs, "screen_rect", lambda window: QRect(QPoint(), size))

    return on_screen


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", DIALOGS)
def test_every_dialog_fits_every_screen(qtbot, fonts, store, tasks, on_screen, name, screen):
    size = SCREENS[screen]
    on_screen(size)
    dialog = DIALOGS[name](store, tasks)
    qtbot.addWidget(dialog)
    dialog.show()
    room = size.shrunkBy(dialogs.FRAME)
    assert dialog.size().boundedTo(room) == dialog.size()
    for contents in dialog.findChildren(ScrollingContents):
        assert contents.horizontalScrollBar().maximum() == 0
    dialog.reject()


def test_a_dialog_and_what_is_no_text_in_it_grow_with_the_texts(qtbot, qapp, fonts, on_screen):
    on_screen(SCREENS["8K"])

    def sizes(growth):
        font = interface_font()
        font.setPointSizeF(growth * font.pointSizeF())
        qapp.setFont(font)
        dialog = FittingDialog("Test", None, QSize(500, 400))
        qtbot.addWidget(dialog)
        tools, box, field = QToolBar(dialog), QCheckBox("", dialog), NumberField(1, 9, 1)
        field.setParent(dialog)
        dialog.setStyleSheet(style_sheet(LIGHT))
        dialog.show()
        tick = box.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, box)
        return [dialog.width(), tools.iconSize().width(), tick, field.minimumHeight()]

    before = qapp.font()
    usual, doubled = sizes(1), sizes(2)
    qapp.setFont(before)
    assert doubled == pytest.approx([2 * size for size in usual], rel=0.1)


def test_contents_scroll_only_where_they_do_not_fit(qtbot, on_screen):
    def scroll_range(screen):
        on_screen(screen)
        contents = QVBoxLayout()
        picture = QWidget()
        picture.setFixedSize(QSize(500, 400))
        contents.addWidget(picture)
        dialog = FittingDialog("Test", None)
        qtbot.addWidget(dialog)
        QVBoxLayout(dialog).addWidget(ScrollingContents(contents))
        dialog.show()
        qtbot.waitExposed(dialog)
        bars = dialog.findChild(ScrollingContents)
        return bars.verticalScrollBar().maximum(), bars.horizontalScrollBar().maximum()

    assert scroll_range(QSize(800, 700)) == (0, 0)
    down, right = scroll_range(QSize(800, 400))
    assert down > 0
    assert right == 0


def test_a_finger_scrolls_what_is_shown_at_once_or_later_and_chooses_from_a_list(qtbot):
    dialog, names = FittingDialog("Names", None), QListWidget()
    qtbot.addWidget(dialog)
    names.addItems([str(number) for number in range(200)])
    QVBoxLayout(dialog).addWidget(names)
    dialog.show()
    qtbot.waitExposed(dialog)
    later = ScrollingContents(QLabel("Name\n" * 200))
    for area in (later, names):
        dialog.layout().addWidget(later)
        later.setHidden(area is names)
        names.setHidden(area is later)
        qtbot.waitUntil(lambda area=area: area.isVisible() and area.height() > 150)
        way = [QPoint(9, y) for y in range(150, 0, -10)]
        touch(area.viewport(), way, lifts=False)
        qtbot.waitUntil(lambda area=area: area.verticalScrollBar().value() > 50)
        lift(area.viewport(), way[-1])
        QScroller.scroller(area).stop()
    touch(names.viewport(), [QPoint(9, 9)])
    assert names.currentItem() is names.itemAt(QPoint(9, 9))


@pytest.mark.parametrize(
    "place", [QRect(0, 0, 3000, 2000), QRect(2000, 1500, 400, 300), QRect(-900, -700, 400, 300)]
)
def test_a_window_is_brought_onto_the_screen(qtbot, on_screen, place):
    screen = QSize(1024, 600)
    on_screen(screen)
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(place)
    bring_onto_screen(window)
    assert QRect(QPoint(), screen).marginsRemoved(dialogs.FRAME).contains(window.geometry())
    assert window.size() == place.size().boundedTo(screen.shrunkBy(dialogs.FRAME))


def test_a_window_saved_on_a_larger_screen_is_brought_back(player, play_on, garden, settings_file):
    player.window.setGeometry(QRect(1500, 900, 2400, 1300))
    player.window.close()
    assert Settings(settings_file).geometry is not None
    window = play_on(garden).window
    assert window.screen().availableGeometry().contains(window.geometry())


def test_the_window_can_be_as_small_as_the_smallest_screen(player):
    """Even while a message has many buttons."""
    player.window.resize(QSize(320, 240))
    player.bar.show_message("Which?", *((f"The {n}th button", lambda: None) for n in range(5)))
    assert player.window.size() == QSize(320, 240)


CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("10 × 10, easy", "10x10 easy"),
        ("Daily 2026-11-21, hard", "Daily 2026-11-21 hard"),
        ("a/b: c?", "a b c"),
        ("Île × 2", "Îlex2"),
        ("…", "puzzle"),
    ],
)
def test_a_title_becomes_the_name_of_a_file(name, stem):
    assert file_stem(name) == stem


@pytest.fixture
def dialog_of(player):
    """Presses Ctrl and a key, and calls a function with the file dialog that opens."""

    def dialog_of(key, look):
        def run():
            dialog = QApplication.activeModalWidget()
            try:
                seen.append(look(dialog))
            finally:
                dialog.reject()

        seen = []
        QTimer.singleShot(50, run)
        player.key(key, CTRL)
        return seen[0]

    return dialog_of


@pytest.mark.parametrize("key", [Qt.Key.Key_O, Qt.Key.Key_S])
def test_the_dialog_fits_the_screen_and_proposes_the_name_of_the_puzzle(player, dialog_of, key):
    def look(dialog):
        assert isinstance(dialog, QFileDialog)
        assert dialog.size() == dialog.size().boundedTo(room_for(dialog).size())
        return dialog.findChild(QLineEdit, "fileNameEdit").text()

    player.game.info = PuzzleInfo(title="3 × 1, easy")
    expected = "" if key == Qt.Key.Key_O else "3x1 easy"
    assert dialog_of(key, look).removesuffix(".hashi") == expected


def test_the_icons_can_be_read_in_the_dark(player, dialog_of):
    QApplication.setPalette(qt_palette(DARK))

    def brightest(dialog):
        buttons = [dialog.findChild(QToolButton, name) for name in FILE_DIALOG_ICONS]
        images = [button.icon().pixmap(20).toImage() for button in buttons]
        return [
            max(
                image.pixelColor(x, y).lightness()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() > 200
            )
            for image in images
        ]

    assert min(dialog_of(Qt.Key.Key_O, brightest)) > 150
