"""Sharing the puzzle: copying it, its QR code, and races against a friend."""

from __future__ import annotations

import re
import sys

import pytest
from PySide6.QtCore import QMimeData, QRect, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from hashi_gui.core.board import Board, LogEntry, LogKind
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, read, write
from hashi_gui.formats.race import Race
from hashi_gui.game import Game
from hashi_gui.game.share import result_text
from hashi_gui.generating import GeneratorOptions, Recipe
from hashi_gui.gui.documents import documents, sharing
from hashi_gui.gui.documents.sharing import QrDialog
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.dialogs import ListDialog
from hashi_gui.rendering.pages import code_rows
from hashi_gui.solving import solve
from tests.menus import action
from tests.scanning import scanned

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def challenge(garden) -> Document:
    """Ann has solved the puzzle in one move, after 98.5 seconds."""
    move = Board.empty(garden).move_to(Board(solve(garden).counts))
    race = Race((LogEntry(98.5, LogKind.MOVE, move),), "Ann")
    return Document.from_puzzle(garden, "hashi")._replace(race=race)


@pytest.fixture
def answer(monkeypatch):
    """Fills in the dialog that asks how to challenge, and accepts it."""

    def answer(name, *, as_file=False):
        def accepts(dialog):
            dialog.name_field.setText(name)
            (dialog.file_button if as_file else dialog.link_button).click()
            dialog.deleteLater()
            return bool(dialog.result())

        monkeypatch.setattr(sharing, "accepts", accepts)

    return answer


def challenge_friend(player):
    """Wait until it is said what came of it."""
    player.wait(lambda: not player.bar.text)
    action(player.window, "Challenge a friend…").trigger()
    assert not player.bar.text  # It is worked out in another thread.
    player.wait(lambda: player.bar.text)


def test_a_solved_game_is_sent_as_a_link_with_the_name_that_is_typed(player, answer):
    assert not action(player.window, "Challenge a friend…").isEnabled()
    player.finish()
    for name in (" Ann ", ""):
        player.bar.show_message("")
        answer(name)
        challenge_friend(player)
        assert player.bar.text == "Link copied. Send it to your friend."
        found = read(QGuiApplication.clipboard().text())
        race = found.race
        assert (found.puzzle, race.name, race.hints) == (player.puzzle, name.strip(), 0)
        assert len(race.log) == len(player.game.to_document().game.log)


def test_a_game_that_is_too_long_for_a_link_is_saved_as_a_file(
    player, answer, monkeypatch, tmp_path
):
    file = tmp_path / "race.hashi"
    monkeypatch.setattr("hashi_gui.formats.race.MAX_LINK", 60)
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)
    player.finish()
    answer("Ann")
    challenge_friend(player)
    assert re.fullmatch(
        r"This game is too long for a link: it would have \d+ characters, not 60.",
        player.bar.text,
    )
    player.accept("Save as a file…")
    player.wait(lambda: player.bar.text == "Saved as race.hashi. Send it to your friend.")
    found = read(file.read_bytes())
    assert (found.race.name, found.game, found.board) == ("Ann", None, Board.empty(found.puzzle))
    file.unlink()
    player.bar.show_message("")
    answer("Ann", as_file=True)
    challenge_friend(player)
    player.wait(file.exists)


def test_a_race_with_a_rule_that_no_link_says_can_be_saved_as_a_file(play_on, answer):
    player = play_on(read("no-loops\n1.2.1").puzzle)
    player.finish()
    answer("Ann")
    challenge_friend(player)
    assert player.bar.text.endswith("cannot represent the rule “no loops” of this puzzle.")
    assert player.offers("Save as a file…")


def test_who_has_seen_the_solution_challenges_nobody(player, monkeypatch):
    monkeypatch.setattr(sharing, "accepts", lambda _: pytest.fail("asks"))
    player.game.note_solution_shown()
    player.finish()
    challenge_friend(player)
    assert player.bar.text.startswith("You can challenge a friend with a game that")


@pytest.mark.parametrize(("seconds", "outcome"), [
    (40.0, "faster than Ann."), (300.0, "behind Ann.")
])  # fmt: skip
def test_a_friend_races_to_the_end(play_on, challenge, agreements, seconds, outcome):
    player = play_on("1.1")
    assert not player.window.play.facts.track.isVisible()
    player.paste(write(challenge, "puzzlink"))
    assert agreements == ["Race Ann's 1:38?"]
    assert player.game.puzzle == challenge.puzzle
    assert player.game.board == Board.empty(player.puzzle)
    assert player.bar.text == "The race is on: Ann took 1:38."
    assert "Ann: 0 / 10" in player.facts
    track = player.window.play.facts.track
    assert track.isVisible()
    player.window.resize(1000, 700)
    player.wait(lambda: 300 < track.middle < 500)  # The board leaves room for the card.
    middle = track.middle
    player.game.clock._elapsed = seconds
    player.finish()
    done = 10 if seconds > 98.5 else 0
    assert f"Ann: {done} / 10" in player.facts
    assert track.shares == (done / 10, 1)
    assert track.middle == middle
    sentence = rf"You were \d:\d\d {outcome}"
    assert any(re.fullmatch(sentence, text) for text in player.finish_card.texts)
    player.finish_card.closed.emit()
    assert re.fullmatch(rf"Solved in \d:\d\d\. {sentence}", player.bar.text)


def test_no_race_and_a_damaged_link_change_nothing(player, challenge, monkeypatch):
    monkeypatch.setattr(documents, "agrees", lambda *_, **__: False)
    game, link = player.game, write(challenge, "puzzlink")
    player.paste(link)
    assert player.game is game
    player.paste(link[:-7])
    assert player.bar.text == "That link is damaged. Copy it again as a whole."
    assert player.game is game


def test_a_race_is_dropped_or_stands_in_a_message(play_on, challenge, agreements, tmp_path):
    player, link, data = play_on("1.1"), write(challenge, "puzzlink"), QMimeData()
    player.paste(result_text(Game(challenge.puzzle).to_document()))
    assert player.puzzle == challenge.puzzle
    assert player.game.race is None
    player.paste(f"Beat me!\n{link}\nAnn")
    file = tmp_path / "race.hashi"
    file.write_text(write(challenge, "hashi"), encoding="utf-8")
    for url in (QUrl(link), QUrl.fromLocalFile(str(file))):
        data.setUrls([url])
        player.drop(data)
    assert agreements == ["Race Ann's 1:38?"] * 3


def test_playing_again_is_another_race(play_on, challenge):
    player = play_on(challenge)
    player.finish()
    player.window.play.in_play.play_again()
    assert player.game.race == challenge.race


ALT = Qt.KeyboardModifier.AltModifier


def clipboard():
    return QGuiApplication.clipboard().text()


@pytest.fixture
def copied_as(monkeypatch):
    """Copies in a notation if that is possible; the text, or the reason, that the dialog shows."""

    def copied_as(player, title):
        shown = []

        def accept(dialog):
            (item,) = dialog.list.findItems(title, Qt.MatchFlag.MatchExactly)
            dialog.list.setCurrentItem(item)
            shown.append(dialog.text.toPlainText())
            assert "Close" in [button.text() for button in dialog.buttons.buttons()]
            dialog.deleteLater()
            return ListDialog.DialogCode(dialog.buttons.accept_button.isEnabled())

        monkeypatch.setattr(ListDialog, "exec", accept)
        player.key(Qt.Key.Key_C, CTRL | ALT)
        return shown[0]

    return copied_as


@pytest.fixture
def generated(play_on):
    """A window with a generated puzzle of up to three bridges per pair, with "?"."""
    player = play_on(Recipe(GeneratorOptions(5, 5, 6, max_bridges=3, unknown=0.5), 7).make())
    player.wait_for_solver()
    return player


def test_link_and_notations_are_copied_but_no_command_unless_it_was_generated(player, copied_as):
    player.key(Qt.Key.Key_C, CTRL)
    link = clipboard()
    assert link.startswith("https://puzz.link/p?hashi/5/5/")
    assert read(link).puzzle == player.puzzle
    assert player.bar.text == "Link copied to the clipboard."
    assert copied_as(player, "Generate command") == (
        "This puzzle was not generated by Hashi: there is no command for it."
    )
    assert clipboard() == link
    text = copied_as(player, "Game ID of SGT's Bridges")
    assert clipboard() == text
    assert read(text).puzzle == player.puzzle
    assert player.bar.text == "Copied to the clipboard."


def test_the_link_of_a_puzzle_without_loops_says_so(play_on):
    player = play_on(Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 1, (2, 0): 1}, Rules(loops=False)))
    player.key(Qt.Key.Key_C, CTRL)
    assert "/bridges.html#3x3m2L:" in clipboard()
    assert read(clipboard()).puzzle == player.puzzle


def test_a_generated_puzzle_without_a_link_offers_its_generate_command(generated, copied_as):
    QGuiApplication.clipboard().clear()
    generated.key(Qt.Key.Key_C, CTRL)
    assert "limited to 2 bridges per pair" in generated.bar.text
    assert clipboard() == ""
    generated.accept("Copy generate command")
    command = "hashi generate --size 5x5 --islands 6 --max-bridges 3 --unknown 0.5 --seed 7"
    assert clipboard() == command
    assert generated.bar.text == "Copied to the clipboard."
    QGuiApplication.clipboard().clear()
    assert copied_as(generated, "Generate command") == clipboard() == command
    assert copied_as(generated, "Puzz.link URL").startswith(
        "The notation “puzz.link URL” is limited"
    )
    assert clipboard() == command


def test_a_puzzle_without_a_link_offers_its_grid(play_on):
    player = play_on(Puzzle.from_clues(1, 3, {(0, 0): 3, (0, 2): 3}, Rules(3)))
    player.key(Qt.Key.Key_C, CTRL)
    assert not player.offers("Copy generate command")
    player.accept("Copy grid")
    assert read(clipboard()).puzzle == player.puzzle


def test_the_result_is_copied_once_the_puzzle_is_solved(player):
    copying = action(player.window, "Copy result as text")
    assert not copying.isEnabled()
    player.finish()
    copying.trigger()
    player.wait(lambda: player.bar.text == "Result copied to the clipboard.")
    first, second, link = clipboard().splitlines()
    assert first.startswith("Hashi 🏮 5×5 · 0:0")
    assert second == 10 * "🏮" + " no hints"
    assert read(link).puzzle == player.puzzle


LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"


def test_the_window_shows_the_code_of_the_puzzle_or_why_there_is_none(play_on, monkeypatch):
    pytest.importorskip("segno")
    player = play_on(LINK)
    shown = []

    def accept(dialog):
        shown.append(dialog.image)
        return QrDialog.DialogCode.Accepted

    monkeypatch.setattr(QrDialog, "exec", accept)
    action(player.window, "QR code…").trigger()
    assert scanned(shown[0]) == LINK
    assert player.bar.text == "QR code copied to the clipboard."
    monkeypatch.setitem(sys.modules, "segno", None)
    code_rows.cache_clear()
    action(player.window, "QR code…").trigger()
    assert player.bar.text.startswith("This needs segno, which is not installed")


def test_a_small_screen_has_room_for_the_code_and_the_buttons(qtbot, monkeypatch):
    pytest.importorskip("segno")
    monkeypatch.setattr(sharing, "room_for", lambda _: QRect(0, 0, 680, 340))
    window = QWidget()
    qtbot.addWidget(window)
    dialog = QrDialog(window, LINK)
    assert [button.text() for button in dialog.buttons.buttons()] == ["Copy image", "Close"]
    assert dialog.sizeHint().height() <= 340
    assert scanned(dialog.code.pixmap().toImage()) == LINK
