"""The card over a solved board."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QLabel

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game import Game, GameStore
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.game.results import Results
from hashi_gui.gui.board.gestures import ISLAND_REACH
from hashi_gui.gui.play.finish import summarise
from hashi_gui.gui.play.placement import place_over
from hashi_gui.rendering.geometry import UNIT

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
ROW = "1.2.1"


@pytest.fixture
def solved(player):
    """A solved game."""
    player.finish()
    assert player.finish_card.isVisible()
    return player


def ask(player, key):
    player.key(key)
    player.wait_for_solver()


def test_the_card_appears_when_the_puzzle_is_solved(player):
    assert not player.finish_card.isVisible()
    player.finish()
    assert player.finish_card.isVisible()
    assert "Solved!" in player.finish_card.texts


def test_the_card_tells_level_time_hints_and_checks(play_on):
    player = play_on(replace(read(ROW), info=PuzzleInfo(title="Row", level="easy")))
    player.wait_for_solver()
    ask(player, Qt.Key.Key_C)
    ask(player, Qt.Key.Key_C)
    ask(player, Qt.Key.Key_H)
    player.game.clock._elapsed = 83
    player.finish()
    title, puzzle, *figures = player.finish_card.texts
    assert (title, puzzle) == ("Solved with 1 hint", "Row, 5 × 1, easy")
    assert figures == ["1:23", "Time", "–", "Best time", "1", "Hints", "2", "Checks"]


@pytest.mark.parametrize(
    ("games", "time", "whose"), [(0, "6 min", "for practised players"), (20, "10 min", "for you")]
)
def test_the_card_tells_how_long_the_puzzle_was_expected_to_take(
    play_on, request, games, time, whose
):
    if games:
        request.getfixturevalue("slow_player")
    info = PuzzleInfo(title="Row", level="easy", expected_seconds=360)
    player = play_on(replace(read(ROW), info=info))
    player.finish()
    labels = {label.text(): label for label in player.finish_card.findChildren(QLabel)}
    assert whose in labels[f"Expected: about {time}"].toolTip()


def test_the_best_time_is_that_without_help_for_puzzles_of_the_same_kind(play_on):
    player = play_on("1.2.1")
    for seconds, best, title in ((90, "1:30", "Solved!"), (70, "1:10", "a new best time")):
        player.game.clock._elapsed = seconds
        player.finish()
        assert best in player.finish_card.texts[4]
        assert title in player.finish_card.texts[0]
        player.flushed_games()
        player.qtbot.mouseClick(player.finish_card.again_button, LEFT)
    player.wait_for_solver()
    ask(player, Qt.Key.Key_H)
    player.game.clock._elapsed = 5
    player.finish()
    assert player.finish_card.texts[4] == "1:10"


@pytest.mark.parametrize("key", [Qt.Key.Key_S, Qt.Key.Key_E])
def test_a_game_in_which_the_solution_was_shown_is_marked(player, key):
    ask(player, key)
    assert not player.finish_card.isVisible()
    player.key(Qt.Key.Key_Escape)
    player.key(Qt.Key.Key_Z, CTRL)
    player.finish()
    assert player.finish_card.texts[0] == "Solved after seeing the solution"
    assert player.game.to_document().game.solution_shown


@pytest.mark.parametrize("key", [Qt.Key.Key_H, Qt.Key.Key_C, Qt.Key.Key_V])
def test_questions_do_not_take_the_card_away_or_its_room(solved, key):
    ask(solved, key)
    assert solved.finish_card.isVisible()
    assert solved.finish_card.texts[0] == "Solved!"
    assert not solved.panel.isVisible()


def test_the_card_comes_back_when_the_board_is_solved_again(solved):
    solved.key(Qt.Key.Key_Z, CTRL)
    assert not solved.finish_card.isVisible()
    solved.key(Qt.Key.Key_Y, CTRL)
    assert solved.finish_card.isVisible()


def test_a_closed_card_comes_back_only_when_the_board_is_solved_again(solved):
    solved.qtbot.mouseClick(solved.finish_card.close_button, LEFT)
    assert not solved.finish_card.isVisible()
    assert solved.offers("Play again")
    ask(solved, Qt.Key.Key_C)
    assert not solved.finish_card.isVisible()
    solved.key(Qt.Key.Key_Z, CTRL)
    solved.key(Qt.Key.Key_Y, CTRL)
    assert solved.finish_card.isVisible()


def test_review_hides_the_card_until_it_ends(solved):
    solved.qtbot.mouseClick(solved.finish_card.review_button, LEFT)
    solved.wait_for_solver()
    assert solved.window.teaching.replay_bar.isVisible()
    assert not solved.finish_card.isVisible()
    solved.key(Qt.Key.Key_Escape)
    assert solved.finish_card.isVisible()
    assert not solved.game.solution_shown


def test_a_solved_game_that_is_opened_again_has_the_card(solved, play_on, store):
    solved.window.close()
    again = play_on(store.load_last())
    again.wait_for_solver()
    assert again.finish_card.isVisible()
    assert again.view.viewport().rect().contains(again.finish_card.geometry())


def test_a_solved_game_is_opened_before_the_results_are_read(play_on, store, monkeypatch):
    earlier = GameStore(store.folder)
    for seconds in (60.0, 90.0):
        game = Game.from_document(read(ROW))
        for edge in (0, 1):
            game.play(game.cycle_bridges(edge))
        saved = game.to_document()
        earlier.save(replace(saved, game=replace(saved.game, seconds=seconds)))
    released, original = Event(), Results.load
    monkeypatch.setattr(Results, "load", lambda results: (released.wait(), original(results)))
    player = play_on(store.load_last())
    assert player.finish_card.texts[2:5] == ["1:30", "Time", "1:30"]
    released.set()
    player.wait(lambda: player.finish_card.texts[4] == "1:00")


def test_another_puzzle_has_no_card(solved):
    solved.open(read("1.1"))
    assert not solved.finish_card.isVisible()


def test_a_lesson_has_no_card(play_on):
    player = play_on(replace(read("1.1"), info=PuzzleInfo(lesson="Build a bridge.")))
    player.finish()
    assert player.game.finished
    assert not player.finish_card.isVisible()


def test_enter_leads_to_the_next_puzzle(play_on):
    player = play_on(ROW)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        player.wait_for_solver()
        game = player.game
        player.key(key)
        assert player.game is game
        player.finish()
        player.key(key)
        assert player.game is not game


def test_the_player_can_move_the_card_but_not_out_of_the_view(solved):
    card = solved.finish_card
    before = card.pos()
    solved.qtbot.mousePress(card, LEFT, pos=QPoint(5, 5))
    solved.qtbot.mouseMove(card, QPoint(5 - 30, 5 - 20))
    assert card.pos() == before - QPoint(30, 20)
    solved.qtbot.mouseMove(card, QPoint(-3000, -3000))
    solved.qtbot.mouseRelease(card, LEFT)
    assert card.pos() == QPoint(0, 0)


def test_the_card_stays_in_the_view_when_the_window_is_made_smaller(solved):
    solved.window.resize(500, 420)
    solved.wait(lambda: solved.view.width() < 520)
    assert solved.view.viewport().rect().contains(solved.finish_card.geometry())


def covered(player, rect):
    """The number of islands that a rectangle of the view covers, counted one by one."""
    reach = ISLAND_REACH * UNIT
    area = player.view.mapToScene(rect).boundingRect()
    area.adjust(-reach, -reach, reach, reach)
    return sum(
        area.contains(island.col * UNIT, island.row * UNIT) for island in player.puzzle.islands
    )


@pytest.mark.parametrize("free", [(0, 0), (0, 6), (6, 0), (6, 6), (3, 3)])
def test_the_card_is_placed_where_it_covers_the_fewest_islands(play_on, free):
    row, col = free
    size = 12
    cells = {
        (r, c): 1
        for r in range(size)
        for c in range(size)
        if not (row <= r < row + 6 and col <= c < col + 6)
    }
    player = play_on(Puzzle.from_clues(size, size, cells))
    place = place_over(player.view, list(cells), QSize(180, 160))
    assert place.islands == covered(player, place.rect) == 0


def test_the_card_is_beside_the_board_if_there_is_room(play_on):
    player = play_on("1\n.\n1\n.\n2\n.\n1\n.\n1")
    cells = [island.cell for island in player.puzzle.islands]
    size = QSize(300, 150)
    place = place_over(player.view, cells, size)
    board = player.view.mapFromScene(player.view.board_rect).boundingRect()
    assert not place.rect.intersects(board)
    assert player.view.viewport().rect().contains(place.rect)


def test_the_card_is_narrow_where_it_then_covers_less(play_on):
    cells = {(row, col): 1 for row in range(0, 10, 2) for col in (0, 2)}
    puzzle = Puzzle.from_clues(9, 3, {**cells, (0, 0): 2, (0, 2): 2})
    player = play_on(puzzle)
    player.window.resize(760, 620)
    card = player.finish_card
    card.show_summary(summarise(player.game, "A", [], UNCALIBRATED), player.game, "Next puzzle")
    assert card.height() > card.width()
    player.window.resize(760, 340)
    player.wait(lambda: card.width() > card.height())


def test_the_panel_makes_room_for_the_card(player):
    ask(player, Qt.Key.Key_H)
    assert player.panel.isVisible()
    player.finish()
    assert not player.panel.isVisible()
    assert player.finish_card.isVisible()


def test_the_panel_makes_room_for_the_card_after_a_review(solved):
    ask(solved, Qt.Key.Key_R)
    assert solved.panel.isVisible()
    solved.key(Qt.Key.Key_Escape)
    assert solved.finish_card.isVisible()
    assert not solved.panel.isVisible()


def test_a_tall_card_is_as_narrow_as_its_longest_word_and_button(solved):
    card = solved.finish_card
    card._title.setText("Solved with forty hints and a number of checks")
    card._arrange(True)
    tall = card._size_for(True)
    assert tall.width() < card.sizeHint().width() or tall.width() == card.minimumWidth()
    card.resize(tall)
    card._layout.activate()
    assert card._title.height() >= card._title.heightForWidth(card._title.width())
