"""Opening puzzles that stand in something else, and those that come with their solution."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication, QDialog

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.gui.documents import documents
from hashi_gui.gui.documents.arrivals import Request, load_unopened, save_unopened
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.solving import Cancelled, CancelToken
from tests.mouse import data_of
from tests.processes import TIMEOUT

LINK = "https://puzz.link/p?hashi/3/3/2g2i2g2"
SOLVED = "[problem]\n2 - 2\n- - -\n2 - 2\n[solution]\n- 1 -\na - a\n- 1 -\n[end]\n"
PAGE = f"<!doctype html><title>My square</title><p>Play <a href='{LINK}'>here</a>"


def test_a_puzzle_with_its_solution_is_opened_empty(play_on):
    player = play_on("1.1")
    player.paste(SOLVED)
    assert player.puzzle == read(LINK).puzzle
    assert not any(player.game.board.counts)
    assert not player.game.solved


def test_links_behind_words_are_found_in_what_is_pasted(play_on):
    player = play_on("1.1")
    data = QMimeData()
    data.setText("Play here")
    data.setHtml(f"Play <a href='{LINK}'>here</a>")
    player.paste(data)
    assert player.puzzle == read(LINK).puzzle


def test_the_only_puzzle_of_a_web_page_is_opened(play_on, tmp_path):
    player = play_on("1.1")
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    player.drop(data_of(file))
    assert player.puzzle == read(LINK).puzzle
    assert player.game.info.title == "here"


@pytest.fixture
def square(tmp_path) -> Path:
    file = tmp_path / "square.txt"
    file.write_text(LINK)
    return file


@pytest.fixture
def slow_disk(monkeypatch) -> Event:
    """Files are read once this is set."""
    event, read_path = Event(), documents.read_path

    def read_later(file):
        assert event.wait(TIMEOUT)
        return read_path(file)

    monkeypatch.setattr(documents, "read_path", read_later)
    return event


def opened(player) -> list[Puzzle]:
    """Collects the puzzles that are opened."""
    puzzles = []
    player.window.play.in_play.opened.connect(lambda: puzzles.append(player.puzzle))
    return puzzles


def test_all_that_arrives_at_once_is_opened_one_after_the_other(play_on, square):
    player = play_on("1.1")
    puzzles = opened(player)
    player.window.documents.open(Request((square,)), Request(text="2.2"), Request((square,)))
    player.wait_for_disk()
    assert puzzles == [read(text).puzzle for text in (LINK, "2.2", LINK)]


def test_what_the_player_opens_while_a_file_is_read_counts(play_on, square, slow_disk):
    player = play_on("1.1")
    player.window.documents.open_file(square)
    player.open(read("2.2"))
    slow_disk.set()
    player.wait_for_disk()
    assert player.puzzle == read("2.2").puzzle


def test_reading_can_be_stopped(play_on, square, slow_disk):
    player = play_on("1.1")
    player.window.documents.open(Request((square,)), Request(text="2.2"))
    player.wait(lambda: player.bar.text == "Reading…")
    player.key(Qt.Key.Key_Escape)
    slow_disk.set()
    player.wait_for_disk()
    assert player.bar.text == ""
    assert player.puzzle == read("1.1").puzzle


def test_reading_of_a_file_ends_when_it_is_stopped(play_on, tmp_path):
    documents, token, file = play_on("1.1").window.documents, CancelToken(), tmp_path / "list.txt"
    file.write_text("3x1:1a1\n" * 2)
    game = documents._play.in_play.game
    token.cancel()
    with pytest.raises(Cancelled):
        documents._find(Request((file,)), (game, game.revision), token)


def test_what_was_read_waits_for_the_dialog_that_is_open(play_on, square):
    player = play_on("1.1")
    dialog = QDialog(player.window)
    dialog.open()
    player.window.documents.open_file(square)
    disk = []
    player.window.context.tasks.run(Lane.READING, lambda: None, disk.append)
    player.wait(lambda: disk)
    QApplication.processEvents()
    assert player.puzzle == read("1.1").puzzle
    dialog.reject()
    player.wait_for_disk()
    assert player.puzzle == read(LINK).puzzle


def test_a_move_while_a_file_is_read_is_kept(play_on, square):
    player = play_on(LINK)
    before = player.game
    player.window.documents.open_file(square)
    player.click(0, 1)
    player.wait(lambda: player.game is not before)
    assert sum(player.game.board.counts) == 1


def test_what_is_not_open_when_the_window_closes_is_offered_at_the_next_start(
    play_on, square, slow_disk, store
):
    player = play_on("1.1")
    player.click(0, 1)
    requests = [Request((square,)), Request(text="2.2", page="<p>2.2", source="a test")]
    player.window.documents.open(*requests)
    slow_disk.set()
    player.window.close()
    player = play_on(store.load_last())
    assert player.puzzle == read("1.1").puzzle
    assert player.game.board.counts == bytes([1])
    assert player.notices.text == "2 puzzles were not open yet when Hashi was closed."
    player.window.close()
    player = play_on(store.load_last())
    puzzles = opened(player)
    player.qtbot.mouseClick(player.notices.button("Open"), Qt.MouseButton.LeftButton)
    player.wait_for_disk()
    assert puzzles == [read(text).puzzle for text in (LINK, "2.2")]
    player.window.close()
    assert play_on("1.1").notices.text == ""


def test_what_is_offered_can_be_dismissed(play_on, store):
    save_unopened(store.folder / "unopened.json", [Request((Path("/a/b.hashi"),))])
    player = play_on("1.1")
    assert player.notices.text == "b.hashi was not open yet when Hashi was closed."
    player.qtbot.mouseClick(player.notices.button("Dismiss"), Qt.MouseButton.LeftButton)
    player.window.close()
    assert play_on("1.1").notices.text == ""


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"5", b"[5]", b"[" * 100_000, b'[{"files": ["relative"]}]']
)
def test_a_damaged_list_of_what_was_not_open_is_set_aside(content, tmp_path):
    file = tmp_path / "unopened.json"
    file.write_bytes(content)
    requests, aside = load_unopened(file)
    assert requests == []
    assert aside.read_bytes() == content
    assert not file.exists()


def test_of_a_damaged_list_what_can_be_read_is_offered(play_on, store):
    store.folder.mkdir()
    (store.folder / "unopened.json").write_text('[{"other": 5}, {"text": "2.2"}]')
    player = play_on("1.1")
    assert player.notices.text == "2.2 was not open yet when Hashi was closed."
    player.qtbot.mouseClick(player.notices.button("Dismiss"), Qt.MouseButton.LeftButton)
    assert player.notices.text.endswith("It is still there: unopened-damaged-1.json.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("good morning", "is not a puzzle. Paste a puzzle link."),
        ("https://puzz.link/p?hashi/5/1/!", "That link is damaged. Copy it again as a whole."),
        ("", "There is no puzzle on the clipboard. Copy a puzzle link first."),
        ("1", "That is a single island. Copy a whole puzzle."),
        ("https://puzz.link/p?hashi/5/1/1g2", "That puzzle cannot be solved. Perhaps a part is "),
        ("https://puzz.link/p?hashi/5/1/1g4g1", "That puzzle cannot be solved. Perhaps a part "),
        ("https://puzz.link/p?slither/5/5/abc", "That link is a Slitherlink, not a Hashi. Paste "),
        ("https://example.com/a.png", "That link is a picture, not a puzzle. Paste a puzzle link."),
        ("https://tinyurl.com/abcdefgh", "That is a short link. Open it in your browser, and "),
    ],
)
def test_pasting_what_is_no_puzzle_changes_nothing_and_is_named(player, text, words):
    before = player.game
    player.paste(text or QMimeData())
    assert player.game is before
    assert words in player.bar.text
    if "damaged" in words:
        player.accept("Details")
        assert "Found '!', expected a clue or a run of water." in player.bar.text
