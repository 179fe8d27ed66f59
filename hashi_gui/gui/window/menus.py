"""The menus of the window and its toolbar, declared once: which action is where."""

from __future__ import annotations

from hashi_gui.gui.editor import editor_actions
from hashi_gui.gui.stage.action_spec import ActionSpec, MenuSpec, ToolBarSpec
from hashi_gui.gui.window import actions

SEPARATOR = None

SHARE = MenuSpec(
    "S&hare",
    (
        actions.COPY_LINK,
        actions.COPY_IMAGE,
        lambda window: window.notations_menu(),
        actions.COPY_COMMAND,
        actions.COPY_RESULT,
    ),
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
        editor_actions.EDIT_PUZZLE,
        editor_actions.NEW_EMPTY,
        lambda window: window.editor.drafts_menu,
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
        MenuSpec("Bu&ild", tuple(actions.BUILD.values())),
        MenuSpec("&Mark", tuple(actions.MARK.values())),
    ),
)
SHARE_DRAFT = MenuSpec(
    "Shar&e",
    (
        editor_actions.COPY_LINK,
        actions.COPY_IMAGE,
        lambda window: window.notations_menu(),
        SEPARATOR,
        editor_actions.ADD_TO_PACK,
    ),
    "share",
    "Copy a link to what you have set, or a picture",
)
SYMMETRY = MenuSpec(
    "Sy&mmetry",
    tuple(editor_actions.SYMMETRIES.values()),
    "symmetry",
    "What every edit keeps",
)
TURN = MenuSpec(
    "Turn and mirr&or",
    tuple(editor_actions.TURNS),
    "turn",
    "Turn or mirror the selected islands, or the whole puzzle",
)
LIMIT = MenuSpec(
    "Brid&ges per pair",
    tuple(editor_actions.LIMITS),
    "limit",
    "How many bridges two islands can have",
)
ASSISTANT = MenuSpec(
    "A&ssistant",
    (
        editor_actions.MAKE_UNIQUE,
        editor_actions.COMPLETE,
        editor_actions.EASIER,
        editor_actions.HARDER,
        editor_actions.FEWEST,
        editor_actions.STORY,
        SEPARATOR,
        editor_actions.TAKE,
    ),
    "assistant",
    "Let the program suggest changes, which you can take or refuse",
)
SOLVING_PATH = MenuSpec(
    "Sol&ving path", (editor_actions.SHOW_PATH, SEPARATOR, *editor_actions.STEPS)
)
EDIT = MenuSpec(
    "&Edit",
    (
        editor_actions.PLAY_DRAFT,
        editor_actions.SHOW_GAME,
        SEPARATOR,
        editor_actions.UNDO,
        editor_actions.REDO,
        SEPARATOR,
        editor_actions.CUT,
        editor_actions.COPY,
        editor_actions.PASTE,
        editor_actions.DELETE,
        editor_actions.SELECT_ALL,
        editor_actions.SELECT_NONE,
        SEPARATOR,
        editor_actions.ISLANDS_TOOL,
        editor_actions.BRIDGES_TOOL,
        MenuSpec(
            "C&lues and bridges", (*editor_actions.CLUES, SEPARATOR, editor_actions.CLEAR_BRIDGES)
        ),
        SEPARATOR,
        SYMMETRY,
        TURN,
        LIMIT,
        editor_actions.SIZE,
        editor_actions.PROPERTIES,
        SEPARATOR,
        SOLVING_PATH,
        ASSISTANT,
        SHARE_DRAFT,
        SEPARATOR,
        MenuSpec(
            "&Keyboard",
            (
                MenuSpec("&Go", tuple(editor_actions.GO.values())),
                MenuSpec("E&xtend the selection", tuple(editor_actions.EXTEND.values())),
                MenuSpec("&Move", tuple(editor_actions.MOVE.values())),
                MenuSpec("&Build", tuple(editor_actions.BUILD.values())),
            ),
        ),
    ),
)
EDITOR_CONTEXT = MenuSpec(
    "Edit",
    (
        editor_actions.CUT,
        editor_actions.COPY,
        editor_actions.PASTE,
        editor_actions.DELETE,
        SEPARATOR,
        editor_actions.SELECT_ALL,
        TURN,
    ),
)
"""The menu on the board of the editor."""

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

MENUS = (PUZZLE, PLAY, EDIT, SOLVER, VIEW, HELP)

TOOLBAR = ToolBarSpec(
    (
        (actions.NEW, actions.DAILY, actions.LIBRARY, actions.OPEN),
        (actions.UNDO, actions.REDO, actions.RESTART),
        (actions.HINT, actions.CHECK, actions.VERDICT, actions.SOLVE),
        (actions.GROUP, actions.FIT),
        (SHARE,),
    ),
    (
        actions.NEW,
        actions.DAILY,
        actions.LIBRARY,
        actions.HINT,
        actions.CHECK,
        actions.SOLVE,
    ),
)
EDITOR_TOOLBAR = ToolBarSpec(
    (
        (editor_actions.PLAY_DRAFT,),
        (editor_actions.UNDO, editor_actions.REDO),
        (editor_actions.ISLANDS_TOOL, editor_actions.BRIDGES_TOOL),
        (SYMMETRY, TURN, LIMIT),
        (ASSISTANT,),
        (actions.FIT,),
        (SHARE_DRAFT,),
    ),
    (
        editor_actions.PLAY_DRAFT,
        editor_actions.ISLANDS_TOOL,
        editor_actions.BRIDGES_TOOL,
        ASSISTANT,
    ),
)


def all_actions() -> list[ActionSpec]:
    """Every action once, in the order of the menus."""
    return list(dict.fromkeys(action for menu in MENUS for action in menu.actions()))


def keys_by_menu() -> list[tuple[str, list[tuple[str, str]]]]:
    """The keys of all actions under the names of their menus, each with what it does."""
    return [
        (
            menu.title.replace("&", ""),
            [(action.keys_text, action.tip) for action in menu.actions() if action.keys_text],
        )
        for menu in MENUS
    ]
