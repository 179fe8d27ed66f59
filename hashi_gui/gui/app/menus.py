"""The menus of the window and its toolbar, declared once: which action is where."""

from __future__ import annotations

from hashi_gui.gui.app import actions
from hashi_gui.gui.app.action_spec import ActionSpec, MenuSpec

SEPARATOR = None

SHARE = MenuSpec(
    "S&hare",
    (actions.COPY_LINK, actions.COPY_IMAGE, actions.COPY_COMMAND, actions.COPY_RESULT),
    "share",
    "Copy the puzzle, a picture or the result",
)

PUZZLE = MenuSpec(
    "&Puzzle",
    (
        actions.NEW,
        actions.DAILY,
        actions.LIBRARY,
        actions.NEXT,
        actions.NEXT_OF_KIND,
        actions.OPEN,
        lambda window: window.files.recent_menu,
        actions.PASTE,
        SHARE,
        SEPARATOR,
        actions.SAVE,
        actions.SAVE_AS,
        SEPARATOR,
        actions.PRINT,
        actions.PREVIEW,
        actions.EXPORT,
        actions.EXPORT_REPLAY,
        SEPARATOR,
        actions.QUIT,
    ),
)
PLAY = MenuSpec(
    "P&lay",
    (
        actions.UNDO,
        actions.REDO,
        actions.UNDO_TO_LAST_CORRECT,
        actions.RESTART,
        actions.PAUSE,
        SEPARATOR,
        actions.BEGIN_TRIAL,
        actions.ACCEPT_TRIAL,
        actions.DISCARD_TRIAL,
        SEPARATOR,
        actions.LOCK,
        SEPARATOR,
        actions.PRACTICE,
        SEPARATOR,
        MenuSpec("&Go", tuple(actions.GO.values())),
        MenuSpec("B&uild", tuple(actions.BUILD.values())),
        MenuSpec("&Mark", tuple(actions.MARK.values())),
    ),
)
SOLVER = MenuSpec(
    "&Solver",
    (
        actions.HINT,
        actions.EXPLAIN,
        actions.REVIEW,
        actions.CHECK,
        actions.VERDICT,
        actions.DIFFERENCE,
        SEPARATOR,
        actions.SOLVE,
        lambda window: window.methods_menu(),
        actions.STOP,
    ),
)
VIEW = MenuSpec(
    "&View",
    (
        actions.ZOOM_IN,
        actions.ZOOM_OUT,
        actions.FIT,
        SEPARATOR,
        actions.PANEL,
        actions.GROUP,
        actions.FULL_SCREEN,
        SEPARATOR,
        lambda window: window.preferences.menu("&Theme", "theme"),
        lambda window: window.preferences.menu("Show &errors", "error_display"),
        SEPARATOR,
        actions.STATISTICS,
        actions.PREFERENCES,
    ),
)
HELP = MenuSpec("&Help", (actions.HELP, actions.ABOUT))

MENUS = (PUZZLE, PLAY, SOLVER, VIEW, HELP)

TOOLBAR = (
    (actions.NEW, actions.DAILY, actions.LIBRARY, actions.OPEN),
    (actions.UNDO, actions.REDO, actions.RESTART),
    (actions.HINT, actions.CHECK, actions.VERDICT, actions.SOLVE),
    (actions.GROUP, actions.FIT),
    (SHARE,),
)
"""The actions and menus of the toolbar, in groups."""

WITH_TEXT = (
    actions.NEW,
    actions.DAILY,
    actions.LIBRARY,
    actions.HINT,
    actions.CHECK,
    actions.SOLVE,
)
"""Those of them that show their text beside the icon."""


def all_actions() -> list[ActionSpec]:
    """Every action, in the order of the menus."""
    return [action for menu in MENUS for action in menu.actions()]


def board_actions() -> set[ActionSpec]:
    """The actions that need to be thought about with the board in sight."""
    return {*PLAY.actions(), *SOLVER.actions()} - {actions.PAUSE, actions.PRACTICE}


def withheld_actions() -> set[ActionSpec]:
    """The actions that are not for an exercise: they help, start over or go on."""
    others = {actions.UNDO_TO_LAST_CORRECT, actions.RESTART, actions.NEXT_OF_KIND}
    return {*SOLVER.actions(), *others} - {actions.STOP}


def past_game_actions() -> set[ActionSpec]:
    """Of the actions on a game, those that are also for a past one."""
    return {actions.REVIEW, actions.STOP, actions.PRACTICE, *actions.GO.values()}


def play_actions() -> set[ActionSpec]:
    """The actions that change a game, ask about it, save it or go on from it."""
    others = {actions.SAVE, actions.SAVE_AS, actions.NEXT_OF_KIND}
    return {*PLAY.actions(), *SOLVER.actions(), *others}


def keys_by_menu() -> list[tuple[str, list[tuple[str, str]]]]:
    """The keys of all actions under the names of their menus, each with what it does."""
    return [
        (
            menu.title.replace("&", ""),
            [(action.keys_text, action.tip) for action in menu.actions() if action.keys_text],
        )
        for menu in MENUS
    ]
