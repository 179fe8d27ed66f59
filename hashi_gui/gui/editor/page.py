"""The page of the editor: its board, the panel, the path, and what connects them."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hashi_gui.gui.editor.assistant import Assistant
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.navigation import EditorNavigation
from hashi_gui.gui.editor.scene import EditorScene
from hashi_gui.gui.editor.setter_panel import SetterPanel
from hashi_gui.gui.editor.verdict_presenter import VerdictPresenter
from hashi_gui.gui.editor.view import EditorView
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.board_area import BoardArea
from hashi_gui.rendering.theme import Theme


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
        self.navigation = EditorNavigation(
            self.controller, self.verdicts, self.assistant, self.teacher, bar
        )
        self._connect_path()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(BoardArea(self.view, self.panel, self.panel.place_in))
        self.setFocusProxy(self.view)
        context.theme.changed.connect(self._set_theme)

    @Slot(object)
    def _set_theme(self, theme: Theme) -> None:
        self.scene.set_theme(theme)
        self.panel.set_theme(theme)

    def _connect_path(self) -> None:
        path = self.panel.card.path
        path.walked.connect(self.navigation.walk_path)
        path.closed.connect(self.verdicts.clear_explanation)
        path.closed.connect(self.view.setFocus)
