"""Every action of the editor, declared once, like those of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.core.symmetry import (
    Symmetry,
    Transform,
    flip,
    half_turn,
    mirror,
    turn_left,
    turn_right,
)
from hashi_gui.core.wording import quantity
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.gestures import Tool
from hashi_gui.gui.stage.action_spec import ActionSpec, ActionTarget
from hashi_gui.gui.stage.activity import ActionKind
from hashi_gui.gui.window.actions import arrow_actions

Run = Callable[[EditorController], object]

edit_action = partial(ActionSpec, kind=ActionKind.EDIT)


def _on_draft(run: Run) -> Callable[[ActionTarget], object]:
    """What an action does that only changes the draft."""
    return lambda window: run(window.editor.controller)


EDIT_PUZZLE = ActionSpec(
    "Edit this pu&zzle",
    "Change this puzzle in the editor; your game stays as it is",
    lambda window: window.editor.edit_game(),
    ("F2",),
    "edit",
    kind=ActionKind.GAME,
)
NEW_EMPTY = ActionSpec(
    "New e&mpty puzzle…",
    "Set a puzzle of your own in the editor",
    lambda window: window.editor.ask_for_new(),
    ("Ctrl+Shift+N",),
)
PLAY_DRAFT = edit_action(
    "Pla&y this puzzle",
    "Play what you have set; the same key brings you back",
    lambda window: window.editor.play(),
    ("F2",),
    "play",
)
SHOW_GAME = edit_action(
    "Sho&w the game",
    "Leave the editor without playing the draft; it stays under Puzzle > Drafts",
    lambda window: window.editor.leave(),
    ("Ctrl+W",),
)
UNDO = edit_action(
    "&Undo",
    "Undo the last edit",
    _on_draft(EditorController.undo),
    ("Ctrl+Z",),
    "undo",
    enabled=lambda window: window.editor.controller.history.can_undo,
)
REDO = edit_action(
    "&Redo",
    "Redo the edit that was undone last",
    _on_draft(EditorController.redo),
    ("Ctrl+Shift+Z", "Ctrl+Y"),
    "redo",
    enabled=lambda window: window.editor.controller.history.can_redo,
)


def _has_selection(window: ActionTarget) -> bool:
    return bool(window.editor.controller.selection)


CUT = edit_action(
    "Cu&t",
    "Move the selected islands to the clipboard",
    _on_draft(EditorController.cut),
    ("Ctrl+X",),
    enabled=_has_selection,
)
COPY = edit_action(
    "&Copy",
    "Copy the selected islands and the bridges between them",
    _on_draft(EditorController.copy),
    ("Ctrl+C",),
    board_only=True,
    enabled=_has_selection,
)
PASTE = edit_action(
    "&Paste",
    "Place what was copied, a grid or a link, with its first cell on the cursor",
    _on_draft(EditorController.paste),
    ("Ctrl+V",),
    board_only=True,
)
DELETE = edit_action(
    "&Delete",
    "Remove the selected islands with their bridges",
    _on_draft(EditorController.remove_selected),
    ("Del", "Backspace"),
    board_only=True,
    enabled=_has_selection,
)
SELECT_ALL = edit_action(
    "Select &all",
    "Select all islands",
    _on_draft(EditorController.select_all),
    ("Ctrl+A",),
    board_only=True,
)
SELECT_NONE = edit_action(
    "Select &nothing",
    "End what is shown on the board, or clear the selection",
    lambda window: window.stage.current.stop(),
    ("Esc",),
    board_only=True,
)
ISLANDS_TOOL = edit_action(
    "&Islands",
    "Clues first: click to place an island, drag to move it or to select several",
    lambda window: window.editor.set_solution_first(False),
    ("I",),
    "islands",
    checked=lambda window: window.editor.controller.tool is Tool.ISLANDS,
    board_only=True,
)
BRIDGES_TOOL = edit_action(
    "&Bridges",
    "Solution first: drag to build bridges; islands appear at their ends, and clues count along",
    lambda window: window.editor.set_solution_first(True),
    ("B",),
    "bridges",
    checked=lambda window: window.editor.controller.tool is Tool.BRIDGES,
    board_only=True,
)
CLEAR_BRIDGES = edit_action(
    "&Clear the bridges",
    "Remove all bridges; the clues stay",
    _on_draft(EditorController.clear_bridges),
    enabled=lambda window: bool(window.editor.controller.draft.bridges),
)
CLUES = (
    edit_action(
        "One &more",
        "Add 1 to the clues of the selected islands",
        lambda window: window.editor.controller.step_clue(1),
        ("+", "="),
        board_only=True,
    ),
    edit_action(
        "One &less",
        "Take 1 from the clues of the selected islands",
        lambda window: window.editor.controller.step_clue(-1),
        ("-",),
        board_only=True,
    ),
    edit_action(
        "&Unknown",
        "Show “?” in place of the clues of the selected islands",
        lambda window: window.editor.controller.set_clue(None),
        ("?", "Shift+?", "/"),
        board_only=True,
    ),
    edit_action(
        "&Number",
        "Set the clue of the selected islands, or place an island on the cursor",
        lambda window: window.editor.page.view.setFocus(),
        shown_key="0 to 9",
    ),
    edit_action(
        "Place or &remove",
        "Place an island on the cursor, or remove it",
        _on_draft(EditorController.toggle_island),
        shown_key="Space",
    ),
)


def _set_symmetry(symmetry: Symmetry, window: ActionTarget) -> None:
    window.editor.set_symmetry(symmetry)


def _has_symmetry(symmetry: Symmetry, window: ActionTarget) -> bool:
    return symmetry is window.editor.controller.symmetry


SYMMETRIES = {
    symmetry: edit_action(
        f"&{symmetry.label.capitalize()}",
        "Do every edit at the turned or mirrored places, too",
        partial(_set_symmetry, symmetry),
        checked=partial(_has_symmetry, symmetry),
    )
    for symmetry in Symmetry
}


def _turning(text: str, tip: str, transform: Transform, *keys: str) -> ActionSpec:
    return edit_action(
        text, tip, lambda window: window.editor.controller.turn(transform), keys, board_only=True
    )


TURNS = (
    _turning("Turn &right", "Turn by a quarter to the right", turn_right, "Ctrl+R"),
    _turning("Turn &left", "Turn by a quarter to the left", turn_left, "Ctrl+Shift+R"),
    _turning("&Half turn", "Turn upside down", half_turn),
    _turning("&Mirror", "Exchange left and right", mirror, "Ctrl+M"),
    _turning("&Flip", "Exchange top and bottom", flip, "Ctrl+Shift+M"),
)


def _set_limit(limit: int, window: ActionTarget) -> None:
    window.editor.controller.set_limit(limit)


def _has_limit(limit: int, window: ActionTarget) -> bool:
    return limit == window.editor.controller.draft.rules.max_bridges


LIMITS = tuple(
    edit_action(
        f"&{limit}",
        f"Allow {quantity(limit, 'bridge')} between two islands",
        partial(_set_limit, limit),
        checked=partial(_has_limit, limit),
    )
    for limit in range(1, MAX_BRIDGES_LIMIT + 1)
)

COPY_LINK = edit_action(
    "Copy &link",
    "Copy the puzz.link address of what you have set",
    lambda window: window.clipboard.copy_link(),
)
ADD_TO_PACK = edit_action(
    "Add to a &pack…",
    "Put what you have set into a pack of the library",
    lambda window: window.editor.add_to_pack(),
)
SIZE = edit_action(
    "Size o&f the grid…",
    "Set width and height; you can drag the border, too",
    lambda window: window.editor.ask_for_size(),
)
MAKE_UNIQUE = edit_action(
    "Make it &unique",
    "Suggest small changes that leave exactly one solution",
    lambda window: window.editor.page.assistant.make_unique(),
    ("U",),
    board_only=True,
)
COMPLETE = edit_action(
    "&Complete…",
    "Suggest the rest of the board around what you have set",
    lambda window: window.editor.ask_and_complete(),
    ("Ctrl+G",),
)
TAKE = edit_action(
    "&Take the suggestion",
    "Go on with the suggestion that is shown; the arrow keys show the others",
    lambda window: window.editor.page.assistant.take(),
    ("Return", "Enter"),
    board_only=True,
    enabled=lambda window: window.editor.page.assistant.suggestion is not None,
)
STORY = edit_action(
    "&Require a technique…",
    "Suggest a puzzle whose solving path opens, needs or ends as you want",
    lambda window: window.editor.ask_for_story(),
)
EASIER = edit_action(
    "Make it &easier",
    "Suggest small changes that make the puzzle one level easier",
    lambda window: window.editor.page.assistant.change_level(-1),
)
HARDER = edit_action(
    "Make it &harder",
    "Suggest small changes that make the puzzle one level harder",
    lambda window: window.editor.page.assistant.change_level(1),
)
FEWEST = edit_action(
    "&Fewest clues",
    "Hide as many numbers as possible, so that the solution stays the only one",
    lambda window: window.editor.page.assistant.find_fewest_clues(),
)


def _shows_step(window: ActionTarget) -> bool:
    return window.editor.page.verdicts.step is not None


SHOW_PATH = edit_action(
    "&Show it",
    "Walk through the solving path on the board, step by step",
    lambda window: window.editor.page.navigation.toggle_path(),
    ("E",),
    board_only=True,
)
STEPS = (
    edit_action(
        "&Next step",
        "Show the next step of the solving path",
        lambda window: window.editor.page.navigation.walk_path(0, 1),
        shown_key="Right",
        enabled=_shows_step,
    ),
    edit_action(
        "&Previous step",
        "Show the step before",
        lambda window: window.editor.page.navigation.walk_path(0, -1),
        shown_key="Left",
        enabled=_shows_step,
    ),
    edit_action(
        "&First step",
        "Show the first step",
        lambda window: window.editor.page.verdicts.show_step(0),
        ("Home",),
        board_only=True,
        enabled=_shows_step,
    ),
    edit_action(
        "&Last step",
        "Show the last step",
        lambda window: window.editor.page.navigation.show_last_step(),
        ("End",),
        board_only=True,
        enabled=_shows_step,
    ),
)
PROPERTIES = edit_action(
    "Title and aut&hor…",
    "Set title, author and notes",
    lambda window: window.editor.ask_for_properties(),
    ("Ctrl+T",),
    board_only=True,
)
GO = arrow_actions(
    "Go {}",
    "",
    "Move the cursor {}",
    lambda window, *step: window.stage.current.walk(*step),
    ActionKind.EDIT,
)
EXTEND = arrow_actions(
    "Extend {}",
    "Ctrl+",
    "Add the next cell {} to the selection",
    lambda window, *step: window.editor.controller.move_cursor(*step, extends=True),
    ActionKind.EDIT,
)
MOVE = arrow_actions(
    "Move {}",
    "Alt+",
    "Move the selected islands {}",
    lambda window, *step: window.editor.controller.move_selected(*step),
    ActionKind.EDIT,
)
BUILD = arrow_actions(
    "Build {}",
    "Shift+",
    "Build a bridge {}: one, two, none",
    lambda window, *step: window.editor.controller.bridge_towards(*step),
    ActionKind.EDIT,
)
