"""The page of the editor: the board, and the panel with what the solver says."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.gui.editor.assistant import Assistant
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.scene import EditorScene
from hashi_gui.gui.editor.verdict_card import VerdictCard
from hashi_gui.gui.editor.verdict_presenter import VerdictPresenter
from hashi_gui.gui.editor.view import EditorView
from hashi_gui.gui.settings.preferences import Preferences, allowed_animation
from hashi_gui.gui.stage import Context
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.widgets.controls import BoardArea, Side, place_panel
from hashi_gui.rendering.theme import Theme

MAX_SIZE = QSize(320, 260)
"""The width of the panel beside the board and its height below it, in pixels."""


LEAST_FOR_CAPTIONS = 400
"""The height beside the board from which on the charts have captions, in pixels."""


class SetterPanel(QWidget):
    """The card with the verdict, and the teacher's panel for what can be explained."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.card = VerdictCard(theme)
        self.teacher_panel = TeacherPanel()
        self.teacher_panel.close_button.setToolTip(_("Close (Esc)"))
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.card, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(self.teacher_panel, 1)
        self._layout.addStretch(0)

    def set_theme(self, theme: Theme) -> None:
        self.card.set_theme(theme)
        self.teacher_panel.set_theme(theme)

    def place_in(self, area: QSize) -> Side:
        """Arrange both for a side of the board, and return that."""
        side = place_panel(self, area, MAX_SIZE)
        self.card.set_captions_shown(side is Side.RIGHT and area.height() >= LEAST_FOR_CAPTIONS)
        directions = QBoxLayout.Direction
        self._layout.setDirection(
            directions.TopToBottom if side is Side.RIGHT else directions.LeftToRight
        )
        return side


class EditorPage(QWidget):
    """The board of the editor, and the panel with what the solver says of it."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        theme, bar, tasks = context.theme.current, context.messages.bar, context.tasks
        self.scene = EditorScene(theme, self)
        self.view = EditorView(self.scene)
        self.controller = EditorController(self.scene, self.view)
        self.panel = SetterPanel(theme)
        self.teacher = Teacher(self.panel.teacher_panel, self.controller)
        self.verdicts = VerdictPresenter(self.controller, self.panel.card, self.teacher, tasks)
        self.assistant = Assistant(self.controller, self.verdicts, self.teacher, bar, tasks)
        self.panel.card.path.closed.connect(self.verdicts.clear_explanation)
        self.panel.card.path.closed.connect(self.view.setFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(BoardArea(self.view, self.panel, self.panel.place_in))
        self.setFocusProxy(self.view)
        context.theme.changed.connect(self._set_theme)
        context.preferences.changed.connect(self._apply_preferences)
        self._apply_preferences(context.preferences.current)
        self._set_theme(theme)

    @Slot(object)
    def _apply_preferences(self, preferences: Preferences) -> None:
        self.scene.animation = allowed_animation(preferences.animation)

    @Slot(object)
    def _set_theme(self, theme: Theme) -> None:
        self.scene.set_theme(theme)
        self.panel.set_theme(theme)
