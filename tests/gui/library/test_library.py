import pytest
from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read, read_path, write
from hashi_gui.game import Game
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.gui.library.library_cards import MIN_CELL, PackCard, ShippedCard, thumbnail
from hashi_gui.gui.library.library_dialog import NONE_OF_THIS_SIZE, SIZES, LibraryDialog
from hashi_gui.packs.pack import Pack, PackedPuzzle, PackProgress
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.solving import solve

LEFT = Qt.MouseButton.LeftButton
PUZZLES = ("1.2.1", "Row"), ("2.2\n...\n2.2", "Square"), ("1.1", "Pair")


def captions(dialog):
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def save_finished(store, game):
    for edge, count in enumerate(solve(game.puzzle).counts):
        for _ in range(count):
            game.play(game.cycle_bridges(edge))
    store.save(game.to_document())


def move_into(folder, file):
    """Move a file into a folder beside it, and return its path there."""
    (file.parent / folder).mkdir()
    return file.rename(file.parent / folder / file.name)


@pytest.fixture
def open_dialog(qtbot, fonts, store, library):
    """Opens the library with these puzzles and waits until every card is there."""

    def open_dialog():
        library(*PUZZLES)
        dialog = LibraryDialog(LIGHT, store)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.list.count() == len(PUZZLES))
        return dialog

    return open_dialog


def colours(dialog, row):
    """The colours of the thumbnail of a card."""
    picture = dialog.list.item(row).icon().pixmap(dialog.list.iconSize()).toImage()
    return {
        picture.pixelColor(x, y).name()
        for x in range(0, picture.width(), 2)
        for y in range(0, picture.height(), 2)
    }


def test_every_puzzle_has_a_card_with_its_title_size_and_thumbnail(open_dialog, qtbot):
    dialog = open_dialog()
    assert captions(dialog) == [
        "Row\n5 × 1, 3 islands",
        "Square\n3 × 3, 4 islands",
        "Pair\n3 × 1, 2 islands",
    ]
    qtbot.waitUntil(
        lambda: all({LIGHT.island, LIGHT.water} <= colours(dialog, n) for n in range(3))
    )


def test_cards_say_that_there_are_no_loops(store):
    document = read("no-loops\n1.2.1")
    packed = PackedPuzzle.from_line(PackedPuzzle.of(document).to_line())
    progress = PackProgress.of(Pack("Two", (packed,)), store)
    for card in (ShippedCard(document, store), PackCard(progress, 0, store)):
        assert card.caption(UNCALIBRATED).endswith("no loops")


def test_the_latest_game_on_a_solved_puzzle_is_reviewed(open_dialog, qtbot, store, library):
    row, *_ = map(read_path, library(*PUZZLES))
    save_finished(store, Game.from_document(row))
    dialog = open_dialog()
    asked = []
    dialog.review_requested.connect(asked.append)
    dialog.list.setCurrentRow(1)
    assert not dialog.review_button.isVisible()
    dialog.list.setCurrentRow(0)
    qtbot.mouseClick(dialog.review_button, LEFT)
    assert asked == store.results.all()
    assert asked[0].title == "Row"


def test_a_card_has_a_menu(open_dialog):
    dialog = open_dialog()
    texts = []

    def choose():
        menu = QApplication.activePopupWidget()
        texts.extend(action.text() for action in menu.actions())
        menu.actions()[0].trigger()
        menu.close()

    QTimer.singleShot(0, choose)
    place = dialog.list.visualItemRect(dialog.list.item(2)).center()
    dialog.list.customContextMenuRequested.emit(place)
    assert texts == ["Open"]
    assert dialog.chosen.info.title == "Pair"


def test_cards_show_how_long_a_puzzle_may_take(qtbot, fonts, store, library):
    for file, seconds in zip(library(*PUZZLES), (40, 380)):
        document = read_path(file)
        info = document.info._replace(expected_seconds=seconds)
        file.write_text(write(document._replace(info=info), "hashi"), encoding="utf-8")
    dialog = LibraryDialog(LIGHT, store)
    qtbot.addWidget(dialog)
    qtbot.waitSignal(dialog.list.filled).wait()
    times = [caption.splitlines()[2:] for caption in captions(dialog)]
    assert times == [["under a minute"], ["about 6 min"], []]
    assert "these times are yours" in dialog.note.text()


@pytest.mark.parametrize(("hints", "solved"), [(0, "✓ solved in 0:00"), (1, "✓ solved")])
def test_cards_show_which_puzzles_are_solved_or_in_progress(
    open_dialog, store, library, hints, solved
):
    row, square, pair = map(read_path, library(*PUZZLES))
    game = Game.from_document(row)
    game.hints = hints
    save_finished(store, game)
    again = Game.from_document(row)
    again.play(again.cycle_bridges(0))
    store.save(again.to_document())
    begun = Game.from_document(square)
    begun.play(begun.cycle_bridges(0))
    store.save(begun.to_document())
    store.save(Game.from_document(pair).to_document())
    lines = [caption.splitlines() for caption in captions(open_dialog())]
    assert [line[2:] for line in lines] == [[f"{solved}   … begun"], ["… begun"], []]


def test_the_puzzle_in_play_is_selected(qtbot, fonts, store, library):
    files = library(*PUZZLES)
    moved = move_into("1-easy", files[1])
    dialog = LibraryDialog(LIGHT, store, "Puzzles", moved)
    qtbot.addWidget(dialog)
    assert dialog.category == "Easy"
    dialog = LibraryDialog(LIGHT, store, "Easy", files[2])
    qtbot.addWidget(dialog)
    assert dialog.category == "Puzzles"
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    assert dialog.list.currentItem().text().startswith("Pair")


def test_a_category_with_nothing_left_to_solve_leads_to_the_next(qtbot, fonts, store, library):
    file = library(*PUZZLES)[0]
    moved = move_into("1-easy", file)
    save_finished(store, Game.from_document(read_path(moved)))
    for in_play in (moved, None):
        dialog = LibraryDialog(LIGHT, store, "Easy", in_play)
        qtbot.addWidget(dialog)
        dialog.show_packs([])
        assert dialog.category == "Puzzles"


def test_puzzles_are_filtered_by_size(open_dialog, qtbot):
    dialog = open_dialog()
    assert set().union(*list(SIZES.values())[1:]) == set(SIZES["All sizes"])
    dialog.sizes.setCurrentText("8 × 8 to 10 × 10")
    qtbot.waitUntil(lambda: dialog.note.text() == NONE_OF_THIS_SIZE)
    assert captions(dialog) == []
    dialog.sizes.setCurrentText("Up to 7 × 7")
    qtbot.waitUntil(lambda: dialog.list.count() == 3)
    assert dialog.note.text() == ""


def test_the_clues_of_a_large_puzzle_can_be_read(fonts):
    """Its corner is shown, in cells of at least the smallest size, and fades at the far sides."""
    puzzle = Puzzle.from_clues(60, 60, {(0, 0): 3, (0, 59): 1, (59, 0): 1, (0, 2): 1})
    image = thumbnail(puzzle, Board.empty(puzzle), QSize(172, 172), 1, LIGHT).pixmap(172).toImage()
    ink = [
        x
        for x in range(172)
        for colour in (image.pixelColor(x, y) for y in range(round(1.7 * MIN_CELL)))
        if colour.alpha() > 128 and colour.lightness() < 128
    ]
    assert min(ink) < 0.85 * MIN_CELL < 2.5 * MIN_CELL < max(ink) < 4 * MIN_CELL
    dots = [image.pixelColor(x, y).alpha() for x in range(160, 172) for y in range(172)]
    assert max(dots) < 128


def double_click_the_second(qtbot, dialog):
    at = dialog.list.visualItemRect(dialog.list.item(1)).center()
    qtbot.mouseClick(dialog.list.viewport(), LEFT, pos=at)
    qtbot.mouseDClick(dialog.list.viewport(), LEFT, pos=at)


def press_enter_at_first(qtbot, dialog):
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)


def cancel(qtbot, dialog):
    buttons = dialog.findChild(QDialogButtonBox)
    qtbot.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Cancel), LEFT)


@pytest.mark.parametrize(
    ("act", "chosen"),
    [(double_click_the_second, "Square"), (press_enter_at_first, "Row"), (cancel, "")],
)
def test_a_puzzle_is_chosen_or_none(open_dialog, qtbot, act, chosen):
    dialog = open_dialog()
    act(qtbot, dialog)
    assert dialog.result() == bool(chosen)
    assert (dialog.chosen.info.title if dialog.chosen else "") == chosen


def test_the_window_opens_the_library_where_it_was_and_the_chosen_puzzle(
    player, library, monkeypatch
):
    files = library(*PUZZLES, ("1...1", "Long"))
    move_into("9-long", files[3])
    seen = []

    def look(dialog):
        dialog.show()
        player.wait(lambda: dialog.list.count() == (3 if dialog.category == "Puzzles" else 1))
        seen.append((dialog.category, dialog.list.currentRow()))
        if len(seen) == 1:
            buttons = dialog.findChild(QDialogButtonBox)
            buttons.button(QDialogButtonBox.StandardButton.Open).click()
        else:
            dialog.tabs.setCurrentIndex(2)
            dialog.reject()
        return dialog.result()

    monkeypatch.setattr(LibraryDialog, "exec", look)
    player.open_file(files[1])
    player.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert player.window.windowTitle() == "Square — Hashi"
    player.open_text("1......1")
    for _ in range(2):
        player.window.library.show_library()
    assert seen == [("Puzzles", 1), ("Puzzles", 0), ("Long", 0)]
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert player.window.findChildren(LibraryDialog) == []


def test_each_folder_is_a_category(qtbot, fonts, store, library):
    files = library(*PUZZLES)
    for folder, file in zip(("1-easy", "2-hard"), files):
        damaged = move_into(folder, file).with_name("z.hashi")
        damaged.write_text("not a puzzle", encoding="utf-8")
    dialog = LibraryDialog(LIGHT, store, "Hard")
    qtbot.addWidget(dialog)
    names = [dialog.tabs.tabText(index) for index in range(dialog.tabs.count())]
    assert names == ["My games", "Easy", "Hard", "Puzzles"]
    qtbot.waitUntil(lambda: captions(dialog) == ["Square\n3 × 3, 4 islands"])
    dialog.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: captions(dialog) == ["Row\n5 × 1, 3 islands"])
    assert dialog.category == "Easy"
    dialog.show()
    dialog.resize(300, 400)
    tabs = dialog.shelves.list
    qtbot.waitUntil(lambda: tabs.isVisible() and dialog.tabs.isHidden())
    assert [tabs.itemText(index) for index in range(tabs.count())] == names
    qtbot.keyClick(tabs, Qt.Key.Key_Down)
    assert (tabs.currentText(), dialog.category) == ("Hard", "Hard")
