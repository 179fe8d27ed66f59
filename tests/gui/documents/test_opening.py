"""Opening puzzles that stand in something else, and those that come with their solution."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication

from hashi_gui.formats import read

LINK = "https://puzz.link/p?hashi/3/3/2g2i2g2"
SOLVED = "[problem]\n2 - 2\n- - -\n2 - 2\n[solution]\n- 1 -\na - a\n- 1 -\n[end]\n"
PAGE = f"<!doctype html><title>My square</title><p>Play <a href='{LINK}'>here</a>"


def paste(player, data: QMimeData | str) -> None:
    if isinstance(data, str):
        QGuiApplication.clipboard().setText(data)
    else:
        QGuiApplication.clipboard().setMimeData(data)
    player.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def drop(player, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    player.drop(data)


def test_a_puzzle_with_its_solution_is_opened_empty(play_on):
    player = play_on("1.1")
    paste(player, SOLVED)
    assert player.puzzle == read(LINK).puzzle
    assert not any(player.game.board.counts)
    assert not player.game.solved


def test_the_only_puzzle_of_a_web_page_is_opened(play_on, tmp_path):
    player = play_on("1.1")
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    drop(player, file)
    assert player.puzzle == read(LINK).puzzle
    assert player.game.info.title == "here"


def test_what_the_player_opens_while_a_file_is_read_counts(play_on, tmp_path):
    player = play_on("1.1")
    (tmp_path / "square.txt").write_text(LINK)
    player.window.documents.open_file(tmp_path / "square.txt")
    paste(player, "2.2")
    player.wait_for_disk()
    assert player.puzzle == read("2.2").puzzle


def test_a_move_while_a_file_is_read_is_kept(play_on, tmp_path):
    player = play_on(LINK)
    (tmp_path / "square.txt").write_text(LINK)
    before = player.game
    player.window.documents.open_file(tmp_path / "square.txt")
    player.click(0, 1)
    player.wait(lambda: player.game is not before)
    assert sum(player.game.board.counts) == 1


def test_a_file_that_is_read_while_the_window_closes_is_opened(play_on, tmp_path):
    player = play_on("1.1")
    (tmp_path / "square.txt").write_text(LINK)
    player.window.documents.open_file(tmp_path / "square.txt")
    player.window.close()
    assert player.puzzle == read(LINK).puzzle


def test_links_behind_words_are_found_in_what_is_pasted(play_on):
    player = play_on("1.1")
    data = QMimeData()
    data.setText("Play here")
    data.setHtml(f"Play <a href='{LINK}'>here</a>")
    paste(player, data)
    assert player.puzzle == read(LINK).puzzle


def test_the_details_of_a_mistake_are_said_if_asked_for(player):
    paste(player, "https://puzz.link/p?hashi/5/5/!")
    assert player.bar.text == "That link is damaged. Copy it again as a whole."
    player.accept("Details")
    assert "found '!', expected a clue or a run of water." in player.bar.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "https://puzz.link/p?slither/5/5/abc",
            "That link is a Slitherlink, not a Hashi. Paste a ",
        ),
        ("https://example.com/a.png", "That link is a picture, not a puzzle. Paste a puzzle link."),
        (
            "https://tinyurl.com/abcdefgh",
            "That is a short link. Open it in your browser, and copy ",
        ),
    ],
)
def test_what_is_no_puzzle_is_named(player, text, words):
    paste(player, text)
    assert player.bar.text.startswith(words)
