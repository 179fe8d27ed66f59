"""What is around the board of a game: facts, the cover in a pause, the bar for trials."""

import re
from threading import Event

import pytest
from PySide6.QtCore import QPoint, QSize, Qt

from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game import GameStore
from hashi_gui.game.results import Results
from hashi_gui.gui.play.game_page import BY_IMPORTANCE, Fact, FactsLine
from hashi_gui.gui.settings.preferences import Preferences
from hashi_gui.rendering.theme import THEMES
from tests.menus import action
from tests.processes import TIMEOUT

TEXTS = {
    Fact.LEVEL: "Hard",
    Fact.EXPECTED_TIME: "about 6 min",
    Fact.LIMIT: "up to 3 bridges per pair",
    Fact.VERDICT: "several solutions",
    Fact.ISLANDS: "12 / 24",
    Fact.TIME: "1:25",
}


@pytest.fixture
def line(qtbot, fonts):
    line = FactsLine()
    qtbot.addWidget(line)
    for fact, text in TEXTS.items():
        line.show_fact(fact, text)
    line.show()
    return line


def test_the_least_important_facts_go_first(line):
    seen = []
    for width in range(1000, 0, -5):
        line.set_room(width)
        assert width < 100 or line.sizeHint().width() <= width
        if line.texts not in seen:
            seen.append(line.texts)
    assert seen == [
        list(TEXTS.values()),
        ["Hard", "about 6 min", "several solutions", "12 / 24", "1:25"],
        ["Hard", "about 6 min", "12 / 24", "1:25"],
        ["Hard", "12 / 24", "1:25"],
        ["12 / 24", "1:25"],
        ["1:25"],
    ]
    assert BY_IMPORTANCE[0] is Fact.TIME
    line.show_fact(Fact.RULES, "no loops")
    line.set_room(200)
    assert line.texts == ["no loops", "12 / 24", "1:25"]


def test_the_window_says_level_limit_solutions_islands_and_time(play_on):
    player = play_on(read("1.2.1")._replace(info=PuzzleInfo(level="hard")))
    player.window.resize(QSize(1000, 500))
    player.wait_for_solver()
    facts = player.window.play.facts.line
    assert facts.texts == ["Hard", "0 / 3", "0:00"]
    player.window.context.preferences.set(Preferences(show_clock=False))
    assert facts.texts[-1] == "0 / 3"
    player.key(Qt.Key.Key_F)  # But it can be asked for.
    assert re.fullmatch(r"0:\d\d\. 0 of 3 islands have all their bridges\.", player.bar.text)
    player.window.context.preferences.set(Preferences())
    assert facts.texts[-1].startswith("0:")


TIMED = read("1.2.1")._replace(info=PuzzleInfo(level="easy", expected_seconds=360))


def test_the_expected_time_becomes_that_of_the_player_once_the_results_are_read(
    play_on, slow_player, store, monkeypatch
):
    released, load = Event(), Results.load
    monkeypatch.setattr(Results, "load", lambda each: (released.wait(TIMEOUT), load(each)))
    store.results = GameStore(store.folder).results
    player = play_on(TIMED)
    player.window.resize(QSize(1000, 500))
    line = player.window.play.facts.line
    for text, whose_time in (("about 6 min", "20 more games"), ("about 10 min", "for you")):
        player.wait(lambda text=text: text in line.texts)
        assert whose_time in line._labels[Fact.EXPECTED_TIME].toolTip()
        released.set()


def test_text_and_buttons_of_a_message_take_room_from_the_facts(finds_levels, player):
    player.window.resize(QSize(683, 384))
    player.bar.show_message("")
    player.wait(lambda: len(player.window.play.facts.line.texts) == 4)
    buttons = [(f"A long button {n}", lambda: None) for n in range(3)]
    for message in (("A long text. " * 12,), ("", *buttons)):
        player.bar.show_message(*message)
        player.wait(lambda: len(player.window.play.facts.line.texts) < 4)
        player.bar.show_message("")
        player.wait(lambda: len(player.window.play.facts.line.texts) == 4)


LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
T = Qt.Key.Key_T


@pytest.fixture
def paused(player):
    """A player who has made a move and paused."""
    player.click(0, 1)
    player.key(Qt.Key.Key_P)
    return player


def cover(player):
    return player.window.play.page.cover


def test_a_pause_covers_the_board_and_stops_the_clock_until_the_player_goes_on(paused):
    paused.key(Qt.Key.Key_P)
    paused.view.zoom(2.0)
    size, at = paused.view.cell_size, paused.at(2, 2)
    keys = (Qt.Key.Key_P, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    for go_on in (
        *(lambda key=key: paused.key(key) for key in keys),
        lambda: paused.qtbot.mouseClick(cover(paused).button, LEFT),
        lambda: paused.qtbot.mouseClick(cover(paused), LEFT, pos=QPoint(20, 20)),
    ):
        paused.key(Qt.Key.Key_P)
        assert not paused.view.isVisible()
        assert cover(paused).isVisible()
        assert not paused.game.clock.running
        assert action(paused.window, "Pause").isChecked()
        paused.window.show()
        paused.window.activateWindow()
        paused.window.context.stage.run_clock()
        assert not paused.game.clock.running  # Also if the window has been away meanwhile.
        go_on()
        assert paused.view.isVisible()
        assert paused.view.hasFocus()
        assert not cover(paused).isVisible()
        assert paused.game.clock.running
        assert not action(paused.window, "Pause").isChecked()
        assert (paused.view.cell_size, paused.at(2, 2)) == (size, at)


def test_nothing_can_be_played_or_asked_meanwhile(paused):
    def enabled():
        texts = ("Undo", "Start over", "Hint", "Solve", "Check")
        return {action(paused.window, text).isEnabled() for text in texts}

    assert enabled() == {False}
    paused.key(Qt.Key.Key_Z, CTRL)
    paused.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert paused.state(*TOP) == 1
    paused.key(Qt.Key.Key_P)
    assert enabled() == {True}
    assert not action(paused.window, "Redo").isEnabled()


def test_another_puzzle_and_what_changes_the_board_anyway_end_the_pause(paused):
    paused.open(read("1.2.1"))
    assert paused.view.isVisible()
    assert paused.game.clock.running
    paused.key(Qt.Key.Key_P)
    paused.presenter.solve()
    paused.wait_for_solver()
    assert paused.game.solved
    assert paused.view.isVisible()
    paused.key(Qt.Key.Key_P)  # A solved puzzle cannot be paused.
    assert paused.view.isVisible()


TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)


@pytest.fixture
def nested(player):
    """A trial with a bridge, and in it another trial with a bridge."""
    player.key(T)
    player.click(0, 1)
    player.key(T)
    player.click(1, 0)
    return player


def controls(player):
    return player.window.play.trials


def test_trials_are_accepted_and_discarded_with_the_mouse_while_one_is_open(nested):
    nested.qtbot.mouseClick(controls(nested).accept_button, LEFT)
    assert nested.game.trials == (0,)
    assert (nested.state(*TOP), nested.state(*SIDE)) == (1, 1)
    assert controls(nested).isVisible()
    nested.qtbot.mouseClick(controls(nested).discard_button, LEFT)
    assert not nested.game.can_undo
    assert not controls(nested).isVisible()
    nested.key(T)
    assert controls(nested).isVisible()
    nested.key(T, CTRL)
    assert not controls(nested).isVisible()


def test_trials_have_names_which_keys_and_clicks_change_and_files_keep(nested):
    bar = controls(nested)
    assert bar.name_button.text() == "Trial 1 › Trial 2"
    nested.qtbot.mouseClick(bar.name_button, LEFT)
    nested.qtbot.keyClicks(bar.name_field, "t & h")  # And no trial, and no hint.
    nested.qtbot.keyClick(bar.name_field, Qt.Key.Key_Return)
    assert (bar.name_button.text(), bar.name_field.isVisible()) == ("Trial 1 › t && h", False)
    assert nested.game.trial_names == ("", "t & h")
    assert nested.view.hasFocus()
    bar.begin_naming()
    nested.qtbot.keyClicks(bar.name_field, "other")
    nested.qtbot.keyClick(bar.name_field, Qt.Key.Key_Escape)
    assert nested.game.trial_names == ("", "t & h")
    bar.begin_naming()
    nested.key(T, CTRL)
    assert (bar.name_button.text(), bar.name_field.isVisible()) == ("Trial", False)


def test_bridges_of_nested_trials_look_different(nested):
    looks = nested.scene.bridge_looks
    assert looks[nested.edge(*TOP)].trial == 1
    assert looks[nested.edge(*SIDE)].trial == 2
    nested.key(T, CTRL)
    assert looks[nested.edge(*SIDE)].trial == 1


def test_the_sample_shows_the_colour_of_the_innermost_trial(nested):
    theme = THEMES["dark"]
    controls(nested).set_theme(theme)
    image = controls(nested).grab().toImage()
    colours = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    assert theme.trials[1] in colours
    assert theme.trials[0] not in colours
