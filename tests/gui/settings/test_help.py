from itertools import pairwise
from urllib.parse import quote

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QDialogButtonBox

from hashi_gui.core.board import Board, Move
from hashi_gui.core.rules import RULES, is_solution
from hashi_gui.formats import read
from hashi_gui.gui.settings.help import KEYBOARD, LEGEND, MOUSE_GESTURES, RULE_PICTURES, HelpDialog
from hashi_gui.logic.teaching.examples import EXAMPLES
from hashi_gui.logic.teaching.hints import hint_from_technique
from hashi_gui.solving import Solver

IMAGE = QTextDocument.ResourceType.ImageResource


@pytest.fixture
def dialog(player):
    player.key(Qt.Key.Key_F1)
    dialog = player.window.findChild(HelpDialog)
    assert dialog.isVisible()
    return dialog


def test_every_action_rule_gesture_symbol_and_technique_is_explained(player, dialog):
    page, text = dialog.game, dialog.game.toPlainText()
    for action in player.window.menus:
        if action.keys_text:
            assert (action.keys_text, action.tip) in pairwise(text.splitlines())
    for words in (
        *RULES,
        *(word for row in MOUSE_GESTURES for word in row),
        *(meaning for _, meaning in LEGEND),
    ):
        assert words in text
    assert len(RULE_PICTURES) == len(RULES)
    for kind, things in (("symbol", LEGEND), ("rule", RULES)):
        images = [page.document().resource(IMAGE, f"{kind}:{n}") for n in range(len(things))]
        assert all(isinstance(image, QImage) and not image.isNull() for image in images)
        assert all(images[n] != images[m] for n in range(len(images)) for m in range(n))
    techniques = dialog.techniques.toPlainText()
    for number, example in enumerate(EXAMPLES):
        assert example.technique.name in techniques
        assert example.lesson in techniques
        url = QUrl(f"example:{number}")
        assert not dialog.techniques.document().resource(IMAGE, url).isNull()


def test_a_picture_of_a_rule_is_right_or_wrong_as_it_says():
    for picture in RULE_PICTURES:
        puzzle = read(picture.grid).puzzle
        board = Board.empty(puzzle).apply(Move.from_text(puzzle, picture.bridges))
        assert is_solution(puzzle, board.counts) is picture.right


def test_the_contents_lead_to_the_sections(dialog):
    places = []
    for name in ("rules", "mouse", KEYBOARD, "symbols"):
        assert f'href="#{name}"' in dialog.game.toHtml()
        dialog.game.scrollToAnchor(name)
        places.append(dialog.game.verticalScrollBar().value())
    assert places == sorted(set(places))
    dialog.parent().help.show_help().show_keys()
    assert dialog.game.verticalScrollBar().value() == places[2]


def test_the_game_can_be_played_while_help_is_open_until_it_is_closed(dialog, player, qtbot):
    assert not dialog.isModal()
    assert dialog.focusWidget() is dialog.game
    dialog.show_technique(EXAMPLES[0].technique.name)
    assert dialog.focusWidget() is dialog.techniques
    player.click(0, 1)
    assert player.state((0, 0), (0, 2)) == 1
    close = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close)
    with qtbot.waitSignal(dialog.destroyed):
        qtbot.mouseClick(close, Qt.MouseButton.LeftButton)


def test_a_technique_is_shown_on_the_board(player, qtbot):
    game, applied = player.game, 0
    for example in EXAMPLES:
        name = example.technique.name
        with Solver(game.puzzle) as solver:
            hint = hint_from_technique(name, game.puzzle, game.board, solver)
        dialog = player.window.help.show_help()
        with qtbot.waitSignal(player.window.play.runner.answered):
            dialog.techniques.anchorClicked.emit(QUrl(f"show:{quote(name)}"))
        if hint is None:
            assert player.bar.text == f"“{name}” does not apply to the board at present."
        else:
            assert player.panel.explanation.heading == hint.heading
            assert player.panel.explanation.paragraphs == hint.paragraphs
            applied += 1
        assert all(each.isHidden() for each in player.window.findChildren(HelpDialog))
    assert 0 < applied < len(EXAMPLES)
