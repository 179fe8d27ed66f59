"""F2 from a past game, a replay and an exercise: what waits below the editor is not lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import Draft
from hashi_gui.formats import Document, PuzzleInfo

LEFT = Qt.MouseButton.LeftButton
F2, H, R, W = Qt.Key.Key_F2, Qt.Key.Key_H, Qt.Key.Key_R, Qt.Key.Key_W
CTRL = Qt.KeyboardModifier.ControlModifier
IN_PLAY = Puzzle.from_clues(3, 3, {(0, 0): 1, (0, 2): 2, (2, 2): 1})
TECHNIQUE = "Only one way out"


def titled(puzzle, title):
    return Document.from_puzzle(puzzle, "hashi")._replace(info=PuzzleInfo(title=title))


@pytest.fixture
def playing(player, garden):
    """A game with one bridge, after another one that was solved."""
    player.open(titled(garden, "Garden"))
    player.finish()
    player.open(titled(IN_PLAY, "Corner"))
    player.click(0, 1)
    player.wait_for_solver()
    player.flushed_games()
    return player


@pytest.fixture
def reviewing(playing, store):
    """The past game is reviewed while the other one waits."""
    (result,) = store.results.all()
    playing.window.progress.past_games.review(result)
    playing.wait(playing.window.teaching.presenter.reviews.bar.isVisible)
    playing.wait_for_solver()
    return playing


@pytest.fixture
def practising(playing):
    """The first exercise of a practice set, while the game waits."""
    playing.window.teaching.practice.begin(TECHNIQUE)
    playing.wait(lambda: exercise(playing) is not None)
    return playing


def exercise(player):
    return player.window.teaching.practice._exercise


def edit(player) -> None:
    player.key(F2)
    assert player.window.editor.running
    player.view = player.window.editor.page.view


def with_first_clue(player, clue) -> Draft:
    """The draft after its first island has got another clue."""
    controller = player.window.editor.controller
    cell = next(iter(controller.draft.clues))
    controller.select({cell}, cell)
    controller.set_clue(clue)
    return controller.draft


def check_that_the_game_waits(player) -> None:
    game = player.window.play.in_play.game
    assert game.puzzle == IN_PLAY
    assert sum(game.board.counts) == 1
    assert not game.clock.running


def check_editor_alone(player, name: str) -> None:
    """Nothing of what the editor covers is in sight."""
    window = player.window
    assert window.windowTitle() == f"{name} — Hashi"
    for part in (
        window.teaching.presenter.reviews.bar,
        window.teaching.practice.bar,
        window.teaching.panel,
        window.play.facts.line,
    ):
        assert not part.isVisible()


def test_the_puzzle_of_a_past_game_is_edited_and_f2_leads_back_to_its_review(reviewing, garden):
    window = reviewing.window
    place = window.teaching.presenter.reviews.bar.slider.value()
    edit(reviewing)
    assert window.editor.controller.draft.to_puzzle() == garden
    check_editor_alone(reviewing, "Garden")
    check_that_the_game_waits(reviewing)
    reviewing.key(F2)
    assert window.progress.past_games.running
    assert reviewing.puzzle == garden
    assert reviewing.panel.isVisible()
    assert reviewing.panel.explanation.heading == "Your game"
    assert window.teaching.presenter.reviews.bar.isVisible()
    assert window.teaching.presenter.reviews.bar.slider.value() == place
    assert reviewing.bar.text.startswith("Your game of ")
    reviewing.accept("Close the replay")
    assert window.play.controller.game is window.play.in_play.game
    check_that_the_game_waits_no_longer(reviewing)


def check_that_the_game_waits_no_longer(player) -> None:
    assert player.puzzle == IN_PLAY
    assert player.game.clock.running
    assert sum(player.scene.picture.board.counts) == 1


def test_a_replay_stands_still_while_its_puzzle_is_edited(playing, store):
    window = playing.window
    (result,) = store.results.all()
    window.progress.past_games.replay(result)
    playing.wait(window.teaching.presenter.reviews.bar.isVisible)
    window.teaching.presenter.reviews.bar.slider.setValue(2)
    window.teaching.presenter.reviews.toggle_playing()
    edit(playing)
    place = window.teaching.presenter.reviews.bar.slider.value()
    assert not window.teaching.presenter.reviews._timer.isActive()
    playing.key(F2)
    assert window.teaching.presenter.reviews.bar.slider.value() == place
    assert window.teaching.presenter.reviews.bar.play_button.toolTip() == "Play"
    assert playing.scene.picture.board != playing.game.board


def test_the_changed_puzzle_of_a_past_game_is_played_in_place_of_it(reviewing):
    window = reviewing.window
    edit(reviewing)
    draft = with_first_clue(reviewing, None)
    reviewing.key(F2)
    assert not window.progress.past_games.running
    assert not window.teaching.presenter.reviews.bar.isVisible()
    assert window.play.controller.game is window.play.in_play.game
    assert window.play.controller.game.puzzle == draft.to_puzzle()
    window.play.in_play.open_document(titled(IN_PLAY, "Corner"))
    assert sum(window.play.controller.game.board.counts) == 1  # It goes on where it was.


def test_an_exercise_is_edited_and_another_one_is_asked_afterwards(practising):
    window, asked = practising.window, exercise(practising)
    edit(practising)
    draft = window.editor.controller.draft
    assert draft.to_puzzle() == asked.puzzle
    assert draft.info == PuzzleInfo()
    check_editor_alone(practising, draft.size_text)
    check_that_the_game_waits(practising)
    practising.key(F2)
    practising.wait(lambda: exercise(practising) not in (None, asked))
    assert window.teaching.practice.bar.isVisible()
    assert window.teaching.practice.bar.text.startswith(f"Practice: {TECHNIQUE}, 1 of 10")
    assert practising.panel.isVisible()
    assert not window.teaching.practice._attempts
    window.teaching.practice.end()
    check_that_the_game_waits_no_longer(practising)


def test_an_exercise_that_is_answered_is_shown_again_as_it_was(practising):
    window = practising.window
    practising.qtbot.mouseClick(window.teaching.practice.bar.show_button, LEFT)
    heading, board = practising.panel.explanation, practising.scene.picture.board
    edit(practising)
    practising.key(F2)
    assert practising.panel.explanation is heading
    assert practising.scene.picture.board == board
    assert window.teaching.practice.bar.next_button.isVisible()
    assert len(window.teaching.practice._attempts) == 1


def test_the_edited_puzzle_of_an_exercise_is_played_and_ends_practice(practising):
    window = practising.window
    edit(practising)
    draft = with_first_clue(practising, None)
    practising.key(F2)
    assert not window.teaching.practice.running
    assert not window.teaching.practice.bar.isVisible()
    assert window.play.controller.game.puzzle == draft.to_puzzle()


def test_a_hint_that_is_shown_is_there_again(playing):
    playing.key(H)
    playing.wait_for_solver()
    shown = playing.panel.explanation
    edit(playing)
    check_editor_alone(playing, "Corner")
    playing.key(F2)
    assert playing.panel.isVisible()
    assert playing.panel.explanation is shown
    check_that_the_game_waits_no_longer(playing)


@pytest.mark.parametrize("way", ["key", "button"])
def test_an_impossible_draft_can_be_left_for_the_game(playing, way):
    edit(playing)
    window = playing.window
    window.editor.controller.set_limit(1)
    with_first_clue(playing, 9)
    playing.key(F2)
    assert playing.bar.text.startswith("This cannot be played yet.")
    if way == "key":
        playing.key(W, CTRL)
    else:
        playing.accept("Show the game")
    assert not window.editor.running
    check_that_the_game_waits_no_longer(playing)
    assert playing.bar.text == ""


def test_the_controls_of_a_trial_are_out_of_sight_meanwhile(player):
    player.controller.begin_trial()
    trials, editor = player.window.play.trials, player.window.editor
    editor.edit_game()
    assert not trials.isVisible()
    editor.leave()
    assert trials.isVisible()
