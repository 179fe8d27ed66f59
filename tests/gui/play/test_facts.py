from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize

from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game import GameStore
from hashi_gui.gui.play.game_page import BY_IMPORTANCE, Fact, FactsLine

# The offscreen platform has no size hints to give windows.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

TEXTS = {
    Fact.LEVEL: "Hard",
    Fact.EXPECTED_TIME: "about 6 min",
    Fact.LIMIT: "up to 3 bridges per pair",
    Fact.VERDICT: "one solution",
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


def test_all_facts_are_shown_in_order(line):
    line.set_room(1000)
    assert line.texts == list(TEXTS.values())


def test_the_least_important_facts_go_first(line):
    seen = []
    for width in range(700, 0, -5):
        line.set_room(width)
        assert width < 100 or line.sizeHint().width() <= width
        if line.texts not in seen:
            seen.append(line.texts)
    assert seen == [
        ["Hard", "about 6 min", "up to 3 bridges per pair", "one solution", "12 / 24", "1:25"],
        ["Hard", "about 6 min", "one solution", "12 / 24", "1:25"],
        ["Hard", "about 6 min", "12 / 24", "1:25"],
        ["Hard", "12 / 24", "1:25"],
        ["12 / 24", "1:25"],
        ["1:25"],
    ]
    assert BY_IMPORTANCE[0] is Fact.TIME


def test_the_window_says_level_limit_solutions_islands_and_time(play_on):
    document = read("1.2.1")
    player = play_on(
        type(document)(document.puzzle, document.board, "text", info=PuzzleInfo(level="hard"))
    )
    player.window.resize(QSize(1000, 500))
    player.wait_for_solver()
    limit = "up to 2 bridges per pair"
    assert player.window.play.facts.line.texts == ["Hard", limit, "one solution", "0 / 3", "0:00"]


def test_the_rule_no_loops_stays_where_there_is_no_room_for_the_level(line):
    line.show_fact(Fact.RULES, "no loops")
    line.set_room(200)
    assert line.texts == ["no loops", "12 / 24", "1:25"]


TIMED = replace(read("1.2.1"), info=PuzzleInfo(level="easy", expected_seconds=360))


def tip(player):
    return player.window.play.facts.line._labels[Fact.EXPECTED_TIME].toolTip()


def test_the_window_says_how_long_practised_players_take(play_on):
    player = play_on(TIMED)
    player.window.resize(QSize(1000, 500))
    player.wait(lambda: "about 6 min" in player.window.play.facts.line.texts)
    assert "for practised players" in tip(player)


def test_after_twenty_games_the_window_says_how_long_the_player_takes(play_on, slow_player):
    player = play_on(TIMED)
    player.window.resize(QSize(1000, 500))
    player.wait(lambda: "about 10 min" in player.window.play.facts.line.texts)
    assert "for you" in tip(player)


def test_the_time_becomes_that_of_the_player_once_the_results_are_read(play_on, slow_player, store):
    store.results = GameStore(store.folder).results
    assert not store.results.loaded
    player = play_on(TIMED)
    player.window.resize(QSize(1000, 500))
    player.wait(lambda: "about 10 min" in player.window.play.facts.line.texts)


def test_buttons_of_a_message_take_room_from_the_facts(player):
    player.window.resize(QSize(683, 384))
    player.bar.show_message("")
    player.wait(lambda: len(player.window.play.facts.line.texts) == 4)
    player.bar.show_message("", *((f"A long button {n}", lambda: None) for n in range(3)))
    player.wait(lambda: len(player.window.play.facts.line.texts) < 4)
    player.bar.show_message("")
    player.wait(lambda: len(player.window.play.facts.line.texts) == 4)
