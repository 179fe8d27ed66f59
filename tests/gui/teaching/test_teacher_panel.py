from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QBitmap, QColor, QImage, QRegion
from PySide6.QtWidgets import QFrame, QLabel

from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.gui.board.placement import PANEL
from hashi_gui.gui.settings.help import HelpDialog
from hashi_gui.gui.teaching import teacher_panel
from hashi_gui.gui.teaching.teacher_panel import Picture
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.rendering.theme import DARK, ThemeSetting
from tests.menus import action

LEFT = Qt.MouseButton.LeftButton
H = Qt.Key.Key_H


@pytest.fixture
def explained(player):
    """A game in which a hint with its reason is shown."""
    for _ in range(2):
        player.ask(H)
    return player


def links(player) -> list[QLabel]:
    return [label for label in player.panel.findChildren(QLabel) if "<a " in label.text()]


def test_the_panel_stays_when_the_hint_ends(explained):
    explained.click(2, 2, Qt.MouseButton.RightButton)
    assert explained.panel.isVisible()
    assert explained.panel.text.startswith("Teacher\nPress H for a hint,")
    assert not explained.scene.picture.highlight.letters


def test_the_panel_opens_with_an_answer_and_closing_it_ends_the_hint(player):
    shown = action(player.window, "Teacher's panel")
    assert not player.panel.isVisible()
    player.ask(H)
    assert player.panel.isVisible()
    assert shown.isChecked()
    player.panel.closed.emit()
    assert not player.panel.isVisible()
    assert not player.scene.picture.highlight.islands
    assert not shown.isChecked()


def test_a_key_opens_and_closes_the_panel_which_speaks_of_the_review_of_a_solved_game(player):
    player.finish()
    for is_open in (True, False):
        player.key(Qt.Key.Key_F9)
        assert player.panel.isVisible() == is_open
    assert player.panel.text == "Teacher\nPress R to review your game."


def test_letters_on_the_board_are_those_of_the_text(explained):
    explanation = explained.panel.explanation
    letters = explained.scene.picture.highlight.letters
    assert letters == explanation.letters()
    assert "A" in letters.values()
    assert "A needs" in explained.panel.text


def test_no_letter_of_what_was_explained_stays(explained):
    """A replay highlights moves though nothing is explained, even on another board."""
    teacher = explained.window.teaching.teacher
    teacher.clear()
    teacher.highlight(Highlight(edges={0: Role.HINT}))
    assert not explained.scene.picture.highlight.letters


def test_the_texts_of_steps_stand_below_each_other(explained):
    numbers = ("?", "0:19", "12:04")
    steps = [Explanation(number, ["So far."]) for number in numbers]
    explained.panel.show_explanation(Explanation("Steps", steps=steps))

    def begins():
        rows = [explained.panel.step_row(n) for n in range(len(steps))]
        return {row.findChildren(QLabel)[1].x() for row in rows}

    explained.wait(lambda: min(begins()) > 20)
    assert len(begins()) == 1


def test_of_many_steps_those_in_sight_have_rows_and_those_before_the_selected_one(explained):
    panel, steps = explained.panel, [Explanation(str(n), ["So far."]) for n in range(200)]
    panel.show_explanation(Explanation("Steps", steps=steps))
    rows = lambda: panel.findChildren(QFrame, "step")  # noqa: E731
    explained.wait(lambda: rows() and rows()[-1].visibleRegion().isEmpty())
    assert len(rows()) < 100
    panel.select_step(150)
    explained.wait(lambda: 150 < len(rows()) < 200 and panel.step_row(150).property("selected"))


def test_an_island_is_lit_while_the_pointer_is_on_its_letter(explained):
    label = links(explained)[0]
    island = next(iter(explained.panel.explanation.letters()))
    label.linkHovered.emit(f"islands:{island}")
    assert explained.scene.island_looks[island].pointed_at
    label.linkHovered.emit("")
    assert explained.scene.island_looks[island].pointed_at is False
    label.linkHovered.emit(f"islands:{island}")
    explained.key(Qt.Key.Key_Escape)
    assert explained.scene.island_looks[island].pointed_at is False


def test_esc_takes_back_the_explanation_then_the_group_then_the_panel(explained):
    explained.key(Qt.Key.Key_Escape)
    assert not explained.presenter.teacher.explains
    assert not explained.scene.picture.highlight.islands
    assert explained.bar.text == ""
    explained.key(Qt.Key.Key_G)
    explained.key(Qt.Key.Key_Escape)
    assert explained.panel.isVisible()
    explained.key(Qt.Key.Key_Escape)
    assert not explained.panel.isVisible()


def test_a_click_on_a_letter_scrolls_to_the_island(explained):
    explained.window.play.view.zoom(20)
    island = explained.puzzle.islands[-1].id
    links(explained)[0].linkActivated.emit(f"islands:{island}")
    seen = explained.window.play.view.visible_area()
    assert seen.intersects(explained.scene.island_rect(island))


def test_links_take_the_colour_of_another_theme(explained):
    preferences = explained.window.context.preferences
    preferences.set(replace(preferences.current, theme=ThemeSetting.DARK))
    link = links(explained)[-1].grab().toImage()
    pixels = {link.pixel(x, y) for x in range(link.width()) for y in range(link.height())}
    assert QColor(DARK.accent).rgb() in pixels


def test_keys_lead_to_the_page_of_the_technique(explained, monkeypatch):
    said = []
    monkeypatch.setattr(teacher_panel, "say", lambda _label, text: said.append(text))
    link = next(label for label in links(explained) if "About" in label.text())
    explained.panel.close_button.setFocus()
    while explained.window.focusWidget() is not link:  # All of the panel before the rest.
        explained.key(Qt.Key.Key_Tab)
        assert explained.panel.isAncestorOf(explained.window.focusWidget())
    assert said[-1] == "About this technique"
    explained.key(Qt.Key.Key_Tab)
    assert said[-1] == "Practise it"
    explained.key(Qt.Key.Key_Backtab)
    explained.key(Qt.Key.Key_Return)
    help_dialog = explained.window.findChild(HelpDialog)
    assert help_dialog.isVisible()
    assert help_dialog.techniques.isVisible()
    help_dialog.close()


@pytest.mark.parametrize(("size", "beside"), [((900, 600), True), ((600, 760), False)])
def test_the_panel_is_beside_the_board_or_below_it(explained, size, beside):
    explained.window.resize(QSize(*size))
    explained.wait(lambda: explained.window.size() == QSize(*size))
    board, panel = explained.window.play.view, explained.panel
    explained.wait(lambda: (panel.geometry().left() > board.geometry().right()) == beside)
    explained.wait(lambda: (panel.geometry().top() > board.geometry().bottom()) != beside)
    heading, level = panel._heading.geometry(), panel._level.geometry()
    assert (level.top() > heading.bottom()) == beside
    assert (level.left() > heading.right()) != beside
    assert heading.height() < 2 * panel._heading.fontMetrics().height()
    assert panel.button("Draw it").width() <= PANEL.width()
    long = Explanation("Test", buttons=[("Go back to where all this began, or to before", print)])
    panel.show_explanation(long)
    button = panel.button("Go back to where all\nthis began, or to before")
    assert button.accessibleName() == long.buttons[0][0]
    explained.wait(lambda: button.width() >= button.sizeHint().width())


def test_a_picture_is_whole_in_a_narrow_panel(qtbot):
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    image.fill(DARK.accent)
    picture = Picture(image)
    qtbot.addWidget(picture)
    for width, drawn in ((150, QSize(150, 50)), (400, QSize(300, 100))):
        picture.resize(width, picture.heightForWidth(width))
        shown = QRegion(
            QBitmap.fromImage(
                picture.grab()
                .toImage()
                .createMaskFromColor(QColor(DARK.accent).rgb(), Qt.MaskMode.MaskOutColor)
            )
        )
        assert shown.boundingRect().size() == drawn
