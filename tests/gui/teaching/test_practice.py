from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from urllib.parse import quote

import pytest
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionButton

from hashi_gui.core.board import MARK
from hashi_gui.formats import Document, read_path
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import Attempt, Mastery
from hashi_gui.generating import generator
from hashi_gui.gui.settings.help import HelpDialog
from hashi_gui.gui.stage import ActionKind
from hashi_gui.gui.teaching.hint_presenter import KNOWN
from hashi_gui.gui.teaching.practice import (
    CHOOSE_FOR_ME,
    SET_LENGTH,
    STOCK,
    ExerciseStock,
    PracticeDialog,
)
from hashi_gui.logic.teaching.practice import PRACTICABLE, TOPICS
from tests.menus import action

LEFT, RIGHT_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
TECHNIQUE = "Only one way out"
MASTERED = Mastery((True,) * 10, 2, datetime(2026, 11, 21, tzinfo=UTC))


@pytest.fixture
def practice(player):
    return player.window.teaching.practice


@pytest.fixture
def bar(player):
    return player.window.teaching.practice.bar


@pytest.fixture(autouse=True)
def _same_exercises(monkeypatch):
    seeds = count(1)
    monkeypatch.setattr("hashi_gui.gui.teaching.practice.randbelow", lambda _limit: next(seeds))


@pytest.fixture
def practising(player, practice):
    """A game with one bridge, and the first exercise of a set."""
    player.click(0, 1)
    practice.begin(TECHNIQUE)
    player.wait(lambda: exercise(player) is not None)
    return player


def test_a_focused_button_has_as_much_room_for_its_text(bar):
    def room(state):
        option = QStyleOptionButton()
        bar.next_button.initStyleOption(option)
        option.features = QStyleOptionButton.ButtonFeature.DefaultButton
        option.state |= state
        element = QStyle.SubElement.SE_PushButtonContents
        return bar.next_button.style().subElementRect(element, option, bar.next_button)

    assert room(QStyle.StateFlag.State_HasFocus) == room(QStyle.StateFlag.State_None)


def exercise(player):
    return player.window.teaching.practice._exercise


def press(player, button):
    player.qtbot.mouseClick(button, LEFT)


def draw(player, edge: int, state: int) -> None:
    """Click the water of an edge until it has a state, near one end, where no other edge is."""
    a, b = player.puzzle.ends(edge)
    near = (a.row, a.col + 0.46) if a.row == b.row else (a.row + 0.46, a.col)
    if state == MARK:
        player.click(*near, RIGHT_BUTTON)
        return
    while player.scene.picture.board.counts[edge] < state and exercise(player):
        player.click(*near)


def answer(player) -> None:
    draw(player, *next(iter(exercise(player).answers)))


def answer_wrongly(player) -> None:
    """Draw a superfluous bridge."""
    now = exercise(player)
    used = {edge for edge, _ in now.answers}
    edge = next(
        edge
        for edge, count in enumerate(now.solution)
        if not count and edge not in used and not blocked(now, edge)
    )
    draw(player, edge, 1)


def blocked(now, edge: int) -> bool:
    return any(now.board.counts[other] for other in now.puzzle.crossings[edge])


def next_exercise(player, bar) -> None:
    press(player, bar.next_button)
    player.wait(lambda: exercise(player) is not None)


def test_the_bar_and_the_panel_say_what_to_do(practising, bar):
    assert bar.isVisible()
    assert bar.text.startswith(f"Practice: {TECHNIQUE}, 1 of 10\n")
    assert TECHNIQUE in practising.panel.text
    assert practising.window.windowTitle() == f"Practice: {TECHNIQUE} — Hashi"
    assert bar.show_button.isVisible()
    assert not bar.next_button.isVisible()
    practising.key(Qt.Key.Key_Escape)
    assert practising.panel.text == "Teacher\nDraw a bridge that is certain."
    answer(practising)
    practising.key(Qt.Key.Key_Escape)
    assert practising.panel.text == "Teacher\nPress Enter to go on."
    assert bar.score.isVisible()
    practising.window.resize(400, 400)
    practising.wait(lambda: not bar.score.isVisible())


def test_a_second_hint_gives_up(practising, bar, store):
    practising.key(Qt.Key.Key_H)
    assert "Press H again" in bar.text
    assert not store.practice.all()
    practising.key(Qt.Key.Key_H)
    assert [attempt.right for attempt in store.practice.all()] == [False]


def test_the_right_step_is_said_to_be_right_with_its_reason(practising, bar, store):
    hint = exercise(practising).hint
    answer(practising)
    assert "✓  Right." in bar.text
    assert practising.panel.explanation.paragraphs == hint.paragraphs
    drawn = enumerate(practising.scene.picture.board.counts)
    assert practising.panel.explanation.highlight.ghosts.items().isdisjoint(drawn)
    assert [attempt.right for attempt in store.practice.all()] == [True]
    shown = practising.scene.picture.board
    for edge in range(len(practising.puzzle.edges)):
        practising.controller.click_edges((edge,), False)
    assert practising.scene.picture.board == shown


def test_a_wrong_step_is_taken_away_and_the_right_one_is_shown(practising, bar, store):
    asked = exercise(practising)
    answer_wrongly(practising)
    assert "✗" in bar.text
    assert practising.scene.picture.board == asked.board
    assert practising.panel.explanation.highlight.ghosts == dict(asked.answers)
    assert [attempt.right for attempt in store.practice.all()] == [False]


def test_a_true_step_of_another_kind_is_neither_right_nor_wrong(practising, bar, store):
    now = exercise(practising)
    used = {edge for edge, _ in now.answers}
    edge = next(e for e, n in enumerate(now.solution) if n > now.board.counts[e] and e not in used)
    draw(practising, edge, now.board.counts[edge] + 1)
    assert f"does not follow from “{TECHNIQUE}”" in bar.text
    assert exercise(practising) is now
    assert store.practice.all() == []
    answer(practising)
    assert "✓  Right." in bar.text


def test_enter_leads_to_another_exercise_from_the_board_too(practising, bar):
    first = exercise(practising)
    for number, click in ((2, False), (3, True)):
        answer(practising)
        if click:
            practising.click(0, 0)
            assert practising.view.hasFocus()
        practising.key(Qt.Key.Key_Return)
        practising.wait(lambda: exercise(practising) is not None)
        assert bar.text.startswith(f"Practice: {TECHNIQUE}, {number} of 10")
        now = exercise(practising)
        assert (now.puzzle, now.board) != (first.puzzle, first.board)
        assert practising.view.hasFocus()
        assert not action(practising.window, "Next of this kind").isEnabled()


def test_a_set_ends_with_a_score_and_a_time_and_another_one_can_follow(practising, bar, store):
    for number in range(SET_LENGTH):
        if number:
            next_exercise(practising, bar)
        if number == 3:
            press(practising, bar.show_button)
            assert "The answer is on the board." in bar.text
            assert [attempt.right for attempt in store.practice.all()] == [True] * 3 + [False]
        else:
            answer(practising)
    assert "9 of 10 right, in 0:" in bar.text
    assert bar.next_button.text() == "Another set"
    assert store.practice.has_mastered(TECHNIQUE)
    next_exercise(practising, bar)
    assert bar.text.startswith(f"Practice: {TECHNIQUE}, 1 of 10")


def test_the_game_comes_back_as_it_was(player, practice, bar):
    player.click(0, 1)
    player.controller.begin_trial()
    player.click(1, 2.5)
    before = player.game
    document = before.to_document()
    title = player.window.windowTitle()
    practice.begin(TECHNIQUE)
    player.wait(lambda: exercise(player) is not None)
    answer(player)
    press(player, bar.end_button)
    assert player.game is before
    assert player.game.trials == document.game.trials
    assert player.game.to_document().game.history == document.game.history
    assert player.scene.picture.board == document.board
    assert player.window.windowTitle() == title
    assert not bar.isVisible()
    assert player.panel.isHidden()
    player.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert player.game.board != document.board


def test_nothing_of_an_exercise_is_saved_but_the_attempt(practising, bar, store, tmp_path):
    game = practising.window.play.in_play.game
    session = practising.window.play.in_play.session
    saved = practising.flushed_games().load_last()
    answer(practising)
    assert practising.flushed_games().load_last().board == saved.board
    assert practising.window.play.in_play.name == "5 × 5"
    assert session._save_to(tmp_path / "game.hashi")
    session.save()
    assert read_path(tmp_path / "game.hashi").board == game.board
    practising.window.close()
    last = store.load_last()
    assert (last.puzzle, last.board) == (saved.puzzle, saved.board)
    assert len(GameStore(store.folder).practice.all()) == 1


def test_opening_another_puzzle_ends_practice(practising, practice, bar, several):
    practising.open(Document.from_puzzle(several, "text"))
    assert not practice.running
    assert not bar.isVisible()
    assert practising.game.puzzle == several


def test_what_would_help_is_withheld(practising, bar):
    actions = practising.window.menus
    answering = [each for each in actions if each.kind & ActionKind.ANSWER]
    assert answering
    assert not any(actions[spec].isEnabled() for spec in answering)
    press(practising, bar.end_button)
    assert any(actions[spec].isEnabled() for spec in answering)


def test_the_clock_of_the_game_stands_still(practising, bar):
    left = practising.window.play.in_play.game
    seconds = left.clock.seconds
    practising.qtbot.wait(120)
    answer(practising)
    assert left.clock.seconds == seconds
    press(practising, bar.end_button)
    practising.wait(lambda: left.clock.seconds > seconds)


def test_the_program_chooses_what_is_new_and_then_what_failed(player, practice, store):
    store.practice.add(Attempt(TECHNIQUE, "2026-01-01T00:00:00Z", right=False, seconds=1.0))
    practice.begin(None)
    player.wait(lambda: exercise(player) is not None)
    assert exercise(player).hint.technique == TECHNIQUE
    answer(player)
    practice.go_on()
    player.wait(lambda: exercise(player) is not None)
    assert exercise(player).hint.technique == list(PRACTICABLE)[1]


def test_a_hint_says_that_a_mastered_technique_is_known(player, store):
    player.ask(Qt.Key.Key_H)
    player.key(Qt.Key.Key_H)
    name = player.panel.explanation.heading
    assert KNOWN not in player.panel.text
    for _ in range(10):
        store.practice.add(Attempt(name, "2026-01-01T00:00:00Z", right=True, seconds=1.0))
    player.key(Qt.Key.Key_Escape)
    player.ask(Qt.Key.Key_H)
    assert KNOWN in player.panel.text
    player.key(Qt.Key.Key_H)
    assert player.panel.explanation.heading == name
    assert KNOWN in player.panel.text


def test_practice_begins_from_a_hint_and_offers_itself_no_more(player, practice):
    player.ask(Qt.Key.Key_H)
    player.key(Qt.Key.Key_H)
    name, game = player.panel.explanation.heading, player.game
    labels = player.panel.findChildren(QLabel)
    link = next(label for label in labels if "Practise it" in label.text())
    link.linkActivated.emit(f"practice:{name}")
    player.wait(lambda: exercise(player) is not None)
    assert exercise(player).hint.technique == name
    assert player.panel.explanation.practised
    answer(player)
    assert player.panel.explanation.practised
    practice.end()
    assert player.game is game


def test_practice_begins_from_the_help(player):
    dialog = player.window.help.show_help()
    dialog.show_technique(TECHNIQUE)
    assert "Practise it" in dialog.techniques.toPlainText()
    dialog.techniques.anchorClicked.emit(QUrl(f"practise:{quote(TECHNIQUE)}"))
    player.wait(lambda: exercise(player) is not None)
    assert exercise(player).hint.technique == TECHNIQUE
    assert player.window.findChild(HelpDialog) is None


# The stock of exercises


@pytest.fixture
def source(qtbot, tasks):
    return ExerciseStock(tasks, tasks)


def sizes(source) -> dict[str, int]:
    return {name: len(stock) for name, stock in source._stock.items()}


def test_a_stock_is_found_ahead(qtbot, source):
    assert source.take("Full house") is None
    source.prepare(["Full house", "Only one way out"])
    wanted = {"Full house": STOCK, "Only one way out": STOCK}
    qtbot.waitUntil(lambda: sizes(source) == wanted)
    assert source.take("Full house").hint.technique == "Full house"


def test_no_exercise_comes_twice(qtbot, source, monkeypatch):
    seeds = iter([1, 1, 1, 1, 5])
    monkeypatch.setattr("hashi_gui.gui.teaching.practice.randbelow", lambda _: next(seeds))
    seen = set()
    source.prepare(["Full house"])
    for _ in range(3):
        qtbot.waitUntil(lambda: bool(source._stock.get("Full house")))
        exercise = source.take("Full house")
        seen.add((exercise.puzzle.islands, exercise.board))
        source.prepare(["Full house"])
    assert len(seen) == 3


def test_an_error_is_reported(qtbot, source, monkeypatch):
    monkeypatch.setattr(generator, "generate_exercises", lambda *_: iter(()))
    with qtbot.waitSignal(source.failed):
        source.prepare(["Full house"])


# The dialog


@pytest.fixture
def dialog(qtbot, fonts):
    dialog = PracticeDialog({"Full house": MASTERED})
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def rows(dialog) -> list[str]:
    return [dialog.row_text(row) for row in range(dialog.list.count())]


def test_techniques_are_listed_with_level_and_mastery(dialog):
    assert rows(dialog)[0].startswith(CHOOSE_FOR_ME)
    assert "Full house, easy, ✓ mastered: 10 of the last 10 right" in rows(dialog)
    assert "What the rest can't take, medium, not practised yet" in rows(dialog)


def test_what_is_too_rare_says_so_and_cannot_be_chosen(dialog):
    for row, topic in enumerate(TOPICS, 1):
        assert ("too rare" in dialog.row_text(row)) == bool(topic.too_rare)
        enabled = dialog.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled
        assert bool(enabled) != bool(topic.too_rare)


def test_the_program_chooses_unless_the_player_does(dialog, qtbot):
    qtbot.mouseClick(dialog.start, LEFT)
    assert dialog.chosen is None
    assert dialog.result()


def test_a_technique_is_chosen_with_the_keyboard(dialog, qtbot):
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.chosen == "Only one way out"


def test_the_menu_opens_it_and_starts_a_set(player):
    def start() -> None:
        dialog = QApplication.activeModalWidget()
        dialog.list.setCurrentRow(2)
        dialog.accept()

    QTimer.singleShot(0, start)
    player.key(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    bar = player.window.teaching.practice.bar
    player.wait(lambda: bar.show_button.isVisible())
    assert "Full house, 1 of 10" in bar.text
