"""Handing a puzzle on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, Recipe

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def clipboard():
    return QGuiApplication.clipboard().text()


@pytest.fixture
def made(play_on):
    """A window on a puzzle of this program with up to three bridges a pair."""
    player = play_on(Recipe(GeneratorOptions(5, 5, 6, max_bridges=3), 7).make())
    player.wait_for_solver()
    return player


@pytest.fixture
def three():
    return Puzzle.from_clues(1, 3, {(0, 0): 3, (0, 2): 3}, 3)


def test_the_link_of_a_puzzle_is_copied(player):
    player.key(Qt.Key.Key_C, CTRL)
    assert clipboard().startswith("https://puzz.link/p?hashi/5/5/")
    assert read(clipboard()).puzzle == player.puzzle
    assert player.bar.text == "The puzzle's link is on the clipboard."


def test_the_seed_line_of_a_puzzle_made_here_is_copied(made):
    made.key(Qt.Key.Key_C, CTRL | ALT)
    line = "hashi generate --size 5x5 --islands 6 --max-bridges 3 --seed 7"
    assert clipboard() == line
    assert made.bar.text == f"On the clipboard: {line}"


def test_another_puzzle_has_no_seed_line(player):
    QGuiApplication.clipboard().setText("what was there")
    player.key(Qt.Key.Key_C, CTRL | ALT)
    assert clipboard() == "what was there"
    assert player.bar.text == (
        "Only a puzzle that was made here has a seed line; this one was not."
    )


def test_where_a_link_cannot_say_it_the_seed_line_is_offered(made):
    QGuiApplication.clipboard().clear()
    made.key(Qt.Key.Key_C, CTRL)
    assert "at most 2 bridges a pair" in made.bar.text
    assert clipboard() == ""
    made.accept("Copy the seed line")
    assert clipboard().endswith("--seed 7")


def test_the_grid_is_offered_too_and_says_all(play_on, three):
    player = play_on(three)
    player.key(Qt.Key.Key_C, CTRL)
    assert not player.offers("Copy the seed line")
    player.accept("Copy the grid")
    assert read(clipboard()).puzzle == three
