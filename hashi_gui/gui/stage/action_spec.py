"""What an action and a menu of the window are, before Qt knows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from hashi_gui.gui.stage.activity import ActionKind
from hashi_gui.gui.stage.stage import Stage

if TYPE_CHECKING:
    from hashi_gui.game import Game
    from hashi_gui.gui.board.view import BoardView
    from hashi_gui.gui.documents.clipboard import PuzzleClipboard
    from hashi_gui.gui.documents.export_and_print import Exporter
    from hashi_gui.gui.documents.game_files import GameFiles
    from hashi_gui.gui.editor.editor_control import EditorControl
    from hashi_gui.gui.library.puzzle_chooser import PuzzleChooser
    from hashi_gui.gui.library.puzzle_maker import PuzzleMaker
    from hashi_gui.gui.play.controller import BoardController
    from hashi_gui.gui.progress.past_games import PastGames
    from hashi_gui.gui.progress.statistics_control import StatisticsControl
    from hashi_gui.gui.settings.help_windows import HelpWindows
    from hashi_gui.gui.settings.preference_control import PreferenceControl
    from hashi_gui.gui.teaching.practice_control import PracticeControl
    from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
    from hashi_gui.gui.teaching.teacher_panel import TeacherPanel


class ActionTarget(Protocol):
    """What the actions act on: the main window and its parts."""

    view: BoardView
    editor: EditorControl
    controller: BoardController
    presenter: SolverPresenter
    files: GameFiles
    clipboard: PuzzleClipboard
    chooser: PuzzleChooser
    exporter: Exporter
    help: HelpWindows
    maker: PuzzleMaker
    panel: TeacherPanel
    past_games: PastGames
    stage: Stage
    practice: PracticeControl
    preferences: PreferenceControl
    statistics: StatisticsControl

    @property
    def game(self) -> Game: ...
    def isFullScreen(self) -> bool: ...
    def close(self) -> bool: ...
    def toggle_panel(self) -> None: ...
    def toggle_full_screen(self) -> None: ...
    def methods_menu(self) -> QMenu: ...
    def notations_menu(self) -> QMenu: ...
    def restart(self) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class ActionSpec:
    """One action: ``run`` does it, ``enabled`` says whether it is possible, None for always.

    ``checked`` says whether it has a check mark at present; None for an action without one.
    ``keys`` are in Qt's portable form, the first one is shown in menus; ``icon`` names a file of
    ``resources/icons``. The keys of a ``board_only`` action work while the board has the keyboard
    focus. ``shown_key`` is displayed for a key that the board handles by itself. ``kind``
    decides what activities allow it.
    """

    text: str
    tip: str
    run: Callable[[ActionTarget], object]
    keys: tuple[str, ...] = ()
    icon: str = ""
    board_only: bool = False
    shown_key: str = ""
    kind: ActionKind = ActionKind.ANY
    enabled: Callable[[ActionTarget], bool] | None = None
    checked: Callable[[ActionTarget], bool] | None = None

    @property
    def keys_text(self) -> str:
        """The keys as this system writes them; empty if there are none."""
        native = QKeySequence.SequenceFormat.NativeText
        keys = [QKeySequence(key).toString(native) for key in self.keys]
        return self.shown_key or " or ".join(keys)


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """A menu or submenu; None is a separator, a function builds a submenu for a window.

    ``icon`` and ``tip`` are for its button in the toolbar.
    """

    title: str
    entries: tuple[MenuEntry, ...]
    icon: str = ""
    tip: str = ""

    def actions(self) -> Iterator[ActionSpec]:
        """All actions of the menu and its submenus, in order."""
        for entry in self.entries:
            if isinstance(entry, ActionSpec):
                yield entry
            elif isinstance(entry, MenuSpec):
                yield from entry.actions()


MenuEntry: TypeAlias = "ActionSpec | MenuSpec | Callable[[ActionTarget], QMenu] | None"


@dataclass(frozen=True, slots=True)
class ToolBarSpec:
    """A toolbar: actions and menus in groups, and those that show their text beside the icon."""

    groups: tuple[tuple[ActionSpec | MenuSpec, ...], ...]
    with_text: tuple[ActionSpec | MenuSpec, ...]
