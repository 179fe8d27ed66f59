"""Packs in the window: importing, changing and exporting them, and playing through one."""

from zipfile import ZipFile

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QWidget

from hashi_gui.gui.library import packs as packs_module
from hashi_gui.gui.library.library_dialog import LibraryDialog
from hashi_gui.gui.library.packs import BookDialog, ExportForm, ImportReport
from hashi_gui.gui.widgets import dialogs
from hashi_gui.packs import PackStore, PuzzleState
from hashi_gui.packs.exchange import read_pack
from hashi_gui.rendering.book import Book
from hashi_gui.rendering.pages import Paper
from tests.mouse import data_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "Rainy days"
    folder.mkdir()
    for number, text in enumerate(["1..1", "1...1", "1....1"], 1):
        (folder / f"{number}.txt").write_text(text)
    return folder


@pytest.fixture
def packs(store):
    return PackStore.beside(store)


@pytest.fixture
def add_pack(packs, folder):
    """Adds a pack to the library, from the folder or other sources."""

    def add_pack(title="Rainy days", *sources):
        return packs.add(title, read_pack([str(each) for each in sources or (folder,)]).puzzles)

    return add_pack


@pytest.fixture
def in_library(play_on, qtbot, monkeypatch):
    """Opens the library on a puzzle, runs steps there, each once the last one is done."""

    def in_library(*steps, player=None, show=None):
        player = player or play_on("2....2")
        errors = []

        def run(dialog):
            dialog.show()
            try:
                player.wait(lambda: is_idle(player))
                for step in steps:
                    step(dialog)
                    player.wait(lambda: is_idle(player))
            except BaseException as error:
                errors.append(error)
                raise
            return dialog.result()

        monkeypatch.setattr(LibraryDialog, "exec", run)
        (show or player.window.library.show_library)()
        assert not errors
        with qtbot.waitActive(player.window):
            player.window.activateWindow()
        return player

    return in_library


def is_idle(player):
    return player.window.library.packs._runner.current is None


def tabs(dialog):
    return [dialog.tabs.tabText(index) for index in range(dialog.tabs.count())]


def captions(dialog):
    return [dialog.list.item(row).text().splitlines() for row in range(dialog.list.count())]


def titles(packs):
    return [pack.title for pack in PackStore(packs.folder).load()]


def show_last(dialog):
    dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)


@pytest.fixture
def choose_file(monkeypatch):
    """Lets the player choose this path in every dialog for files."""

    def choose_file(path):
        for name in ("folder_to_open", "file_to_save"):
            monkeypatch.setattr(dialogs, name, lambda *_: path)
        monkeypatch.setattr(dialogs, "files_to_open", lambda *_: [path] if path else [])

    return choose_file


def import_entry(dialog, number):
    dialog.import_button.setFocus()
    dialog.import_button.menu().actions()[number].trigger()


def test_a_folder_is_imported_as_a_pack_with_a_tab(in_library, folder, packs, choose_file, qtbot):
    choose_file(folder)
    seen = []

    def look(dialog):
        qtbot.waitUntil(lambda: len(captions(dialog)) == 3)
        seen.append((dialog.category, tabs(dialog)[-1], dialog.pack_bar.progress.text()))
        assert dialog.message.text() == "“Rainy days”: 3 puzzles imported."
        assert dialog.focusWidget() is dialog.list
        assert captions(dialog)[1][:2] == ["No. 2", "5 × 1, 2 islands"]

    def import_what_is_empty(dialog):
        (folder.parent / "empty").mkdir()
        choose_file(folder.parent / "empty")
        import_entry(dialog, 1)

    def look_again(dialog):
        assert dialog.message.text() == f"The folder {folder.parent / 'empty'} contains no files."

    in_library(lambda dialog: import_entry(dialog, 1), look, import_what_is_empty, look_again)
    assert seen == [("Rainy days", "Rainy days", "0 of 3 solved")]
    assert titles(packs) == ["Rainy days"]


def test_levels_are_found_in_the_background_shown_and_saved(in_library, add_pack, packs, qtbot):
    add_pack()

    def stop(dialog):
        qtbot.waitUntil(dialog.task_bar.isVisible)
        assert dialog.task_bar.text.text() == "Finding levels: 0 of 3"
        qtbot.mouseClick(dialog.task_bar.stop_button, LEFT)
        qtbot.waitUntil(lambda: not dialog.task_bar.isVisible())

    player = in_library(stop)
    assert player.window.library.packs._examiner.current is None

    def look(dialog):
        show_last(dialog)
        expected = "easy, under a minute"
        qtbot.waitUntil(lambda: [lines[2:] for lines in captions(dialog)] == [[expected]] * 3)
        qtbot.waitUntil(lambda: not dialog.task_bar.isVisible())

    in_library(look, player=player)
    (pack,) = PackStore(packs.folder).load()
    assert {(puzzle.state, puzzle.level) for puzzle in pack.puzzles} == {
        (PuzzleState.UNIQUE, "easy")
    }


def test_what_is_not_imported_is_listed_and_can_be_copied(in_library, folder, choose_file, packs):
    (folder / "readme.txt").write_text("Hello")
    (folder / "same.txt").write_text("1..1")
    choose_file(folder)
    copied = []

    def copy():
        report = QApplication.activeModalWidget()
        assert isinstance(report, ImportReport)
        report.copy_button.click()
        copied.extend(QGuiApplication.clipboard().text().splitlines())
        report.reject()

    def import_folder(dialog):
        import_entry(dialog, 1)
        QTimer.singleShot(1000, copy)

    in_library(import_folder)
    assert copied[0].startswith("readme.txt: That text is not a puzzle")
    assert copied[1:] == ["same.txt: this is the same puzzle as 1.txt."]
    assert len(PackStore(packs.folder).load()[0].puzzles) == 3


def test_an_import_can_be_stopped_and_goes_on_when_the_library_is_closed(
    in_library, folder, choose_file, packs, monkeypatch, qtbot
):
    def read_for_ever(_sources, cancel, on_read):
        on_read(packs_module.REPORT_EVERY)
        while True:
            cancel.raise_if_cancelled()

    choose_file(folder)

    def stop(dialog):
        import_entry(dialog, 1)
        qtbot.waitUntil(lambda: dialog.task_bar.text.text() == "Importing a pack: 25 puzzles read")
        assert not dialog.import_button.isEnabled()
        qtbot.mouseClick(dialog.task_bar.stop_button, LEFT)
        qtbot.waitUntil(lambda: bool(dialog.message.text()))
        assert dialog.message.text() == "Stopped. Nothing has changed."
        assert dialog.import_button.isEnabled()

    with monkeypatch.context() as patch:
        patch.setattr(packs_module, "read_pack", read_for_ever)
        player = in_library(stop)
    assert titles(packs) == []
    player.window.library.packs._import([str(folder)])
    player.wait(lambda: is_idle(player))
    assert player.bar.text == "“Rainy days”: 3 puzzles imported."
    assert titles(packs) == ["Rainy days"]


def test_a_pack_is_renamed_and_removed_if_the_player_agrees(
    in_library, add_pack, packs, monkeypatch
):
    add_pack()
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, text: (f"{text} and nights", True))
    answers = iter([False, True])
    monkeypatch.setattr(packs_module, "agrees", lambda *_, **__: next(answers))
    seen = []

    def look(dialog):
        seen.append((tabs(dialog)[-1], dialog.category))

    def remove(dialog):
        dialog.pack_bar.remove_button.click()

    in_library(
        show_last,
        lambda dialog: dialog.pack_bar.rename_button.click(),
        look,
        remove,
        look,
        remove,
        look,
    )
    assert seen[:2] == [("Rainy days and nights", "Rainy days and nights")] * 2
    assert "Rainy days and nights" not in seen[2]
    assert titles(packs) == []


def test_a_pack_is_exported(in_library, add_pack, tmp_path, choose_file):
    pack = add_pack()

    def export(form):
        def trigger(dialog):
            menu = dialog.pack_bar.export_button.menu()
            next(action for action in menu.actions() if action.text() == form).trigger()

        return trigger

    player = None
    for form, target, made in (
        (ExportForm.ARCHIVE, "a.zip", "a.zip"),
        (ExportForm.LIST, "a.txt", "a.txt"),
        (ExportForm.FOLDER, "", "Rainy days-1"),
    ):
        choose_file(tmp_path / target)
        said = []
        player = in_library(
            show_last,
            export(form),
            lambda dialog, said=said: said.append(dialog.message.text()),
            player=player,
        )
        assert said == [f"Saved as {made}."]
        reading = read_pack([str(tmp_path / made)])
        assert [puzzle.key for puzzle in reading.puzzles] == [each.key for each in pack.puzzles]
        assert reading.title == "Rainy days"


@pytest.mark.parametrize("contest", [False, True])
def test_a_book_is_made_of_a_pack(
    in_library, add_pack, tmp_path, choose_file, monkeypatch, contest
):
    add_pack()
    made = []
    monkeypatch.setattr(Book, "pdf", lambda book: (made.append(book), (b"PDF", 1))[1])

    def choose(dialog):
        dialog.contest.value = "contest" if contest else ""
        dialog.per_page.value = "2"
        dialog.paper.value = "LETTER"
        dialog.hints.setChecked(contest)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(BookDialog, "exec", choose)
    choose_file(tmp_path / "book.pdf")
    said = []

    def export(dialog):
        *_, action = dialog.pack_bar.export_button.menu().actions()
        action.trigger()

    in_library(show_last, export, lambda dialog: said.append(dialog.message.text()))
    assert said == ["Saved as book.pdf."]
    assert (tmp_path / "book.pdf").read_bytes() == b"PDF"
    (book,) = made
    assert (book.title, book.per_page, book.paper) == ("Rainy days", 2, Paper.LETTER)
    assert book.contest is contest
    assert all(each.solution and (not contest or not each.info.level) for each in book.entries)
    assert all(bool(each.hint) is contest for each in book.entries)


def test_codes_beside_solutions_need_solutions(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    dialog = BookDialog(window)
    dialog.qr.value = "solutions"
    dialog.solutions.setChecked(False)
    assert dialog.chosen.qr == ""
    dialog.qr.value = "solutions"
    assert dialog.chosen.solutions


def test_puzzles_of_a_pack_are_played_one_after_the_other(in_library, add_pack, store, qtbot):
    add_pack()

    def open_the_second(dialog):
        show_last(dialog)
        qtbot.waitUntil(lambda: dialog.list.count() == 3)
        dialog.list.setCurrentRow(1)
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
        assert dialog.result() == QDialog.DialogCode.Accepted

    player = in_library(open_the_second)
    assert player.window.windowTitle() == "Rainy days 2 — Hashi"
    opened = []
    for _ in range(3):
        opened.append(player.puzzle.cols)
        player.wait_for_solver()
        player.finish()
        assert player.game.finished
        before = player.game
        player.key(Qt.Key.Key_Return)
        player.wait(lambda before=before: player.game is not before or "every" in player.bar.text)
    assert opened == [5, 6, 4]
    assert player.bar.text == "You have solved every puzzle of “Rainy days”."
    assert {result.origin for result in store.results.all()} == {"library"}


def test_the_pack_in_play_is_shown_and_followed_though_it_is_renamed_but_not_if_removed(
    in_library, add_pack, packs, qtbot
):
    pack = add_pack()
    player = in_library()
    player.window.library.packs.open_next("Rainy days", player.puzzle)
    player.wait(lambda: player.puzzle.cols == 4)
    packs.rename(pack.name, "Sunny days")
    player.key(Qt.Key.Key_N)
    player.wait(lambda: player.puzzle.cols == 5)
    seen = []

    def look(dialog):
        qtbot.waitUntil(lambda: dialog.list.count() == 3)
        seen.append((dialog.category, dialog.list.currentRow()))

    in_library(look, player=player)
    assert seen == [("Sunny days", 1)]
    packs.remove(pack.name)
    player.window.library.open_next()
    player.wait(lambda: "not in the library" in player.bar.text)


def test_what_holds_several_puzzles_is_imported_when_it_is_dropped(
    in_library, play_on, folder, tmp_path, packs
):
    archive = tmp_path / "Rainy days.zip"
    with ZipFile(archive, "w") as file:
        for path in folder.iterdir():
            file.write(path, path.name)
    player = play_on("2.....2")
    for dropped in ([folder], [archive], list(folder.iterdir())):
        shown = []
        in_library(
            lambda dialog, shown=shown: shown.append(dialog.category),
            player=player,
            show=lambda dropped=dropped: player.drop(data_of(*dropped)),
        )
        assert shown == titles(packs) == ["Rainy days"]
        packs.remove(packs.load()[0].name)


TWO_LINKS = "https://puzz.link/p?hashi/3/1/1g1\nhttps://puzz.link/p?hashi/5/1/1i1\n"


@pytest.mark.parametrize(
    ("text", "said", "title"),
    [
        ("", "urls.txt holds several puzzles.", "urls"),
        (f"Two for you:\n\nTide: {TWO_LINKS}", "That text holds 2 puzzles.", "Pack"),
    ],
)
def test_several_puzzles_in_a_list_or_a_message_are_offered_as_a_pack(
    in_library, play_on, tmp_path, packs, text, said, title
):
    (tmp_path / "urls.txt").write_text(TWO_LINKS)
    player = play_on("2.....2")
    if text:
        player.paste(text)
    else:
        player.drop(data_of(tmp_path / "urls.txt"))
    player.wait(lambda: player.bar.text == said)
    in_library(player=player, show=lambda: player.accept("Import as a pack"))
    (pack,) = packs.load()
    assert pack.title == title
    assert [puzzle.title for puzzle in pack.puzzles] == ["Tide" if text else "", ""]


def test_a_message_with_one_puzzle_and_a_damaged_link_offers_the_puzzle(play_on):
    player = play_on("2.....2")
    player.paste("https://puzz.link/p?hashi/3/1/1g1\nand https://puzz.link/p?hashi/5/1/1i1i1i too")
    player.wait(lambda: player.bar.text == "Puzzles found: 1. Not readable: 1.")
    player.accept("Open it")
    player.wait(lambda: player.game.puzzle.size_text == "3 × 1")


def test_a_long_title_is_shortened_in_its_tab_and_a_damaged_pack_is_said(
    in_library, add_pack, packs
):
    title = "Rain & wind & " + "snow " * 10
    damaged = add_pack()
    add_pack(title)
    (packs.folder / f"{damaged.name}.pack").write_text("nonsense")
    seen = []

    def look(dialog):
        show_last(dialog)
        last = dialog.tabs.count() - 1
        seen.extend([dialog.tabs.tabText(last), dialog.tabs.tabToolTip(last), dialog.category])

    player = in_library(look)
    assert seen == ["Rain && wind... snow snow", title.strip(), title.strip()]
    assert player.notices.text.startswith("A pack is damaged")


def test_ten_thousand_puzzles_are_shown_a_few_at_a_time(in_library, packs, folder, qtbot):
    puzzle = read_pack([str(folder)]).puzzles[0]
    numbered = (f"{number:020x}" for number in range(10_000))
    known = puzzle.examined(PuzzleState.SEVERAL, None)
    packs.add("Many", [packs_module.replace(known, key=key) for key in numbered])

    def look(dialog):
        show_last(dialog)
        qtbot.waitUntil(lambda: dialog.list.count() == 10_000)
        qtbot.waitUntil(lambda: not dialog.list._drawer.isActive())
        assert 0 < len(dialog.list._drawn) < 30
        dialog.list.scrollToBottom()
        qtbot.waitUntil(lambda: f"{9_999:020x}" in dialog.list._drawn)
        assert len(dialog.list._drawn) < 60

    in_library(look)
