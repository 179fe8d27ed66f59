"""The lessons in the window."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt

from hashi_gui.game.library import Mood, Remark, first_puzzle, lessons
from hashi_gui.gui.play.lessons import with_keys

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def student(play_on):
    """A player at the first lesson."""
    player = play_on(lessons()[0])
    player.card = player.window.play.lessons.card
    player.wait_for_solver()
    return player


def place(widget):
    """Where a widget is in its window."""
    return QRect(widget.mapTo(widget.window(), QPoint()), widget.size())


def press(student, qtbot, button):
    qtbot.mouseClick(button, LEFT)
    student.wait_for_solver()


def test_all_lessons_are_played_one_after_the_other(student, qtbot):
    for number, document in enumerate(lessons()):
        assert f"Lesson {number + 1} of 12" in student.card.text
        assert with_keys(document.info.lesson) in student.card.text
        assert "{" not in student.card.text
        student.finish()
        assert "Done!" in student.card.text
        press(student, qtbot, student.card.next)
    assert student.puzzle == first_puzzle().puzzle
    assert not student.card.isVisible()


def test_the_text_stays_while_the_player_works(student):
    text = with_keys(lessons()[0].info.lesson)
    student.click(0, 0.5)
    student.click(0, 0.5)
    assert text in student.card.text
    assert "Too many bridges" in student.card.text


def test_back_next_and_enter_turn_the_pages_and_skip_leads_to_the_first_puzzle(student, qtbot):
    card = student.card
    assert not card.back.isEnabled()
    student.key(Qt.Key.Key_Return)  # The lesson is not done.
    assert "Lesson 1 of 12" in card.text
    press(student, qtbot, card.next)
    assert "Lesson 2 of 12" in card.text
    press(student, qtbot, card.back)
    assert "Lesson 1 of 12" in card.text
    student.finish()
    student.key(Qt.Key.Key_Return)
    student.wait(lambda: "Lesson 2 of 12" in card.text)
    press(student, qtbot, card.skip)
    assert student.puzzle == first_puzzle().puzzle
    assert not card.isVisible()


def test_a_lesson_has_no_clock_and_no_facts(student, qtbot):
    assert not student.window.play.facts.line.isVisible()
    student.finish()
    assert student.bar.text == ""
    press(student, qtbot, student.card.skip)
    assert student.window.play.facts.line.isVisible()


def test_a_wrong_bridge_is_highlighted_until_the_next_move(play_on):
    student = play_on(lessons()[4])
    student.wait_for_solver()
    student.click(4, 0.6)
    student.click(4, 0.6)
    wrong = student.edge((4, 0), (4, 2))
    assert list(student.scene.picture.highlight.edges) == [wrong]
    student.click(4, 0.6)
    assert not student.scene.picture.highlight.edges


def test_the_card_is_at_the_left_where_the_window_is_low(student):
    card, view = student.card, student.view
    student.window.resize(QSize(683, 384))
    student.wait(lambda: place(card).right() < place(view).left())
    student.window.resize(QSize(760, 720))
    student.wait(lambda: place(card).bottom() < place(view).top())
    student.wait(lambda: 0 < view.mapFromScene(view.board_rect.topLeft()).y() < 30)


def test_the_panel_takes_the_place_of_the_card_at_the_left_of_the_board(student):
    student.window.resize(QSize(683, 384))
    student.wait(lambda: place(student.card).right() < place(student.view).left())
    card, board = place(student.card), place(student.view)
    student.key(Qt.Key.Key_H)
    student.wait(student.panel.isVisible)
    student.wait(lambda: place(student.panel) == card and place(student.view) == board)
    student.finish()
    student.wait(lambda: student.card.width() >= 300)
    assert not student.panel.isVisible()


def test_a_puzzle_after_the_lessons_leaves_room_for_the_panel(student, qtbot):
    student.window.resize(QSize(640, 480))
    student.wait(lambda: place(student.card).right() < place(student.view).left())
    press(student, qtbot, student.card.skip)
    student.wait(lambda: student.view.width() > 600)
    begin = student.view.mapFromScene(student.view.board_rect.topLeft())
    student.key(Qt.Key.Key_F9)
    student.wait(student.panel.isVisible)
    assert student.view.mapFromScene(student.view.board_rect.topLeft()) == begin


def test_the_panel_makes_neither_the_card_higher_nor_the_board_lower(student):
    student.open(lessons()[8])
    for _ in range(2):  # The text of the lesson before was higher; the card follows it.
        QCoreApplication.processEvents()
    heights = student.card.height(), student.view.height()
    student.key(Qt.Key.Key_H)
    student.wait(student.panel.isVisible)
    student.wait(lambda: student.view.width() < student.card.width())
    assert (student.card.height(), student.view.height()) == heights


def test_the_card_alone_says_that_a_rule_is_broken(student):
    student.open(lessons()[1])
    for _ in range(2):
        student.click(1, 2)
    assert "✗  Too many bridges: the 1 has 2." in student.card.text
    assert not student.controller.bubble.isVisible()


@pytest.mark.parametrize("size", [QSize(640, 360), QSize(480, 300)])
def test_a_long_remark_is_whole_in_a_small_window(student, size):
    student.window.resize(size)
    student.wait(lambda: place(student.card).right() < place(student.view).left())
    text = "The rest cannot be finished like this, as these words try to say. " * 2
    student.card.show_remark(Remark(Mood.WRONG, text))
    label = student.card._remark
    student.wait(lambda: label.height() >= label.heightForWidth(label.width()))
    assert label.geometry().bottom() < student.card.next.geometry().top()


def test_the_text_of_a_lesson_comes_back_when_the_remark_is_gone(student):
    student.window.resize(QSize(480, 300))
    student.wait(lambda: place(student.card).right() < place(student.view).left())
    student.card.show_remark(Remark(Mood.WRONG, "Too many bridges. " * 20))
    assert not student.card._text.isVisible()
    student.card.show_remark(Remark(Mood.NONE))
    assert student.card._text.isVisible()


@pytest.mark.parametrize("size", [QSize(790, 720), QSize(500, 720), QSize(683, 384)])
def test_back_is_left_of_next_and_no_button_moves_between_lessons(student, qtbot, size):
    card = student.card
    student.window.resize(size)
    places = []
    for number in range(len(lessons())):
        if number:
            press(student, qtbot, card.next)
        student.wait(lambda: place(card.back).left() > 0)
        QCoreApplication.processEvents()
        places.append([place(button) for button in (card.skip, card.back, card.next)])
    assert places == [places[0]] * len(places)
    skip, back, next_one = places[0]
    assert skip.right() < back.left() < back.right() < next_one.left()
