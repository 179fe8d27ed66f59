"""Challenging a friend, who opens the link or the file and races."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.board import Board, LogEntry, LogKind
from hashi_gui.formats import Document, read, write
from hashi_gui.formats.notations import puzzlink
from hashi_gui.formats.race import Race
from hashi_gui.game import Game
from hashi_gui.game.share import result_text
from hashi_gui.gui.documents import documents, sharing
from hashi_gui.gui.widgets import dialogs
from hashi_gui.solving import solve
from tests.menus import action

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def challenge(garden) -> Document:
    """Ann has solved the puzzle in one move, after 98.5 seconds."""
    move = Board.empty(garden).move_to(Board(solve(garden).counts))
    race = Race((LogEntry(98.5, LogKind.MOVE, move),), "Ann")
    return replace(Document.from_puzzle(garden, "hashi"), race=race)


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


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """What players were asked before a race; they always race."""
    asked = []

    def agrees(_parent, question, *_, can_be_undone):
        asked.append(question)
        return True

    monkeypatch.setattr(documents, "agrees", agrees)
    return asked


def challenge_friend(player):
    """Wait until it is said what came of it."""
    player.wait(lambda: not player.bar.text)
    action(player.window, "Challenge a friend…").trigger()
    assert not player.bar.text  # It is worked out in another thread.
    player.wait(lambda: player.bar.text)


def test_a_solved_game_is_sent_as_a_link(player, answer):
    assert not action(player.window, "Challenge a friend…").isEnabled()
    player.finish()
    answer(" Ann ")
    challenge_friend(player)
    assert player.bar.text == "Link copied. Send it to your friend."
    found = read(QGuiApplication.clipboard().text())
    assert (found.puzzle, found.race.name, found.race.hints) == (player.puzzle, "Ann", 0)
    assert len(found.race.log) == len(player.game.to_document().game.log)


def test_no_name_is_sent_unless_one_was_typed(player, answer):
    player.finish()
    answer("")
    challenge_friend(player)
    assert read(QGuiApplication.clipboard().text()).race.name == ""


def test_a_game_that_is_too_long_for_a_link_is_saved_as_a_file(
    player, answer, monkeypatch, tmp_path
):
    file = tmp_path / "race.hashi"
    monkeypatch.setattr(puzzlink, "MAX_LINK", 60)
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


def test_a_race_with_a_rule_that_no_link_says_can_be_saved_as_a_file(play_on, answer):
    player = play_on(read("no-loops\n1.2.1").puzzle)
    player.finish()
    answer("Ann")
    challenge_friend(player)
    assert player.bar.text.endswith("cannot represent the rule “no loops” of this puzzle.")
    assert player.offers("Save as a file…")


def test_a_file_is_saved_at_once_if_that_is_wanted(player, answer, monkeypatch, tmp_path):
    file = tmp_path / "race.hashi"
    monkeypatch.setattr(dialogs, "file_to_save", lambda *_: file)
    player.finish()
    answer("Ann", as_file=True)
    challenge_friend(player)
    player.wait(file.exists)


def test_who_has_seen_the_solution_challenges_nobody(player, monkeypatch):
    monkeypatch.setattr(sharing, "accepts", lambda _: pytest.fail("asks"))
    player.game.note_solution_shown()
    player.finish()
    challenge_friend(player)
    assert player.bar.text.startswith("You can challenge a friend with a game that")


@pytest.mark.parametrize(("seconds", "outcome"), [
    (40.0, "faster than Ann."), (300.0, "behind Ann.")
])  # fmt: skip
def test_a_friend_races_to_the_end(play_on, challenge, asked, seconds, outcome):
    player = play_on("1.1")
    assert not player.window.play.facts.track.isVisible()
    player.paste(write(challenge, "puzzlink"))
    assert asked == ["Race Ann's 1:38?"]
    assert player.game.puzzle == challenge.puzzle
    assert player.game.board == Board.empty(player.puzzle)
    assert player.bar.text == "The race is on: Ann took 1:38."
    assert "Ann: 0 / 10" in player.facts
    track = player.window.play.facts.track
    assert track.isVisible()
    player.window.resize(1000, 700)
    player.wait(lambda: track.middle == 500)
    player.game.clock._elapsed = seconds
    player.finish()
    done = 10 if seconds > 98.5 else 0
    assert f"Ann: {done} / 10" in player.facts
    assert track.shares == (done / 10, 1)
    player.wait(lambda: track.middle < 500)  # The card has moved the board.
    sentence = rf"You were \d:\d\d {outcome}"
    assert any(re.fullmatch(sentence, text) for text in player.finish_card.texts)
    player.finish_card.closed.emit()
    assert re.fullmatch(rf"Solved in \d:\d\d\. {sentence}", player.bar.text)


def test_no_race_changes_nothing(player, challenge, monkeypatch):
    monkeypatch.setattr(documents, "agrees", lambda *_, **__: False)
    game = player.game
    player.paste(write(challenge, "puzzlink"))
    assert player.game is game


def test_a_file_is_opened_as_a_race(player, challenge, asked, tmp_path):
    file = tmp_path / "race.hashi"
    file.write_text(write(challenge, "hashi"), encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    player.drop(data)
    assert asked == ["Race Ann's 1:38?"]


def test_a_dropped_link_is_a_race(player, challenge, asked):
    data = QMimeData()
    data.setUrls([QUrl(write(challenge, "puzzlink"))])
    player.drop(data)
    assert asked == ["Race Ann's 1:38?"]


def test_the_link_is_found_in_a_message(play_on, challenge, asked):
    player = play_on("1.1")
    player.paste(result_text(Game(challenge.puzzle).to_document()))
    assert player.puzzle == challenge.puzzle
    assert player.game.race is None
    player.paste(f"Beat me!\n{write(challenge, 'puzzlink')}\nAnn")
    assert asked == ["Race Ann's 1:38?"]


def test_a_damaged_link_changes_nothing(player, challenge):
    game = player.game
    player.paste(write(challenge, "puzzlink")[:-7])
    assert player.bar.text == "That link is damaged. Copy it again as a whole."
    assert player.game is game


def test_playing_again_is_another_race(play_on, challenge):
    player = play_on(challenge)
    player.finish()
    player.window.play.in_play.play_again()
    assert player.game.race == challenge.race
