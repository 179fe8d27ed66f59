"""The actions of the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from hashi_gui.core.i18n import _, ngettext
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
from hashi_gui.gui.editor.gestures import Tool
from hashi_gui.gui.widgets.actions import (
    KEYS_ONLY,
    Action,
    ActionKind,
    Entry,
    Menu,
    SubMenu,
    arrow_actions,
)

if TYPE_CHECKING:
    from hashi_gui.gui.editor.editor import Editor

edit_action = partial(Action, kind=ActionKind.EDIT)
edit_menu = partial(SubMenu, kind=ActionKind.EDIT)


def editor_actions(editor: Editor) -> Iterable[Entry]:
    board_action = partial(edit_action, on=editor.view)
    yield from _entering(editor)
    yield from _changes(editor, board_action)
    yield from _tools(editor, board_action)
    yield from _whole_board(editor, board_action)
    yield from _solving_path(editor, board_action)
    yield from _assistant(editor, board_action)
    yield edit_action(
        _("Add to a pack…"),
        _("Put what you have set into a pack of the library"),
        editor.add_to_pack,
        place=(Menu.DRAFT, 420),
        name="add-to-pack",
    )
    yield from _keyboard(editor)


def _entering(editor: Editor) -> Iterable[Entry]:
    yield Action(
        _("Ed&it this puzzle"),
        _("Change this puzzle in the editor; your game stays as it is"),
        editor.edit_game,
        ("F2",),
        place=(Menu.GAME, 150),
        kind=ActionKind.GAME,
    )
    yield Action(
        _("Set a pu&zzle…"),
        _("Begin with an empty grid, or open, rename, sort or delete what you have set"),
        editor.show_drafts,
        ("Ctrl+Shift+O",),
        place=(Menu.GAME, 160),
    )
    yield Action(
        _("New empty puzzle…"),
        _("Set a puzzle of your own in the editor"),
        editor.ask_for_new,
        ("Ctrl+Shift+N",),
        place=(Menu.GAME, KEYS_ONLY),
    )
    yield edit_action(
        _("Pla&y this puzzle"),
        _("Play what you have set; the same key brings you back"),
        editor.play,
        ("F2",),
        (Menu.DRAFT, 100),
        ("editor", 100, "play"),
    )
    yield edit_action(
        _("Sho&w the game"),
        _("Leave the editor without playing the draft; it stays under Game > Set a puzzle"),
        editor.leave,
        ("Ctrl+W",),
        place=(Menu.DRAFT, 110),
    )


def _changes(editor: Editor, board_action: Callable[..., Action]) -> Iterable[Entry]:
    controller = editor.controller
    yield edit_action(
        _("&Undo"),
        _("Undo the last edit"),
        controller.undo,
        ("Ctrl+Z",),
        (Menu.EDIT, 200),
        ("editor", 200, "undo"),
        enabled=lambda: controller.history.can_undo or controller.floats,
    )
    yield edit_action(
        _("&Redo"),
        _("Redo the edit you undid last"),
        controller.redo,
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        (Menu.EDIT, 210),
        ("editor", 210, "redo"),
        enabled=lambda: controller.history.can_redo,
    )
    cut = edit_action(
        _("Cu&t"),
        _("Move the selected islands to the clipboard"),
        controller.cut,
        ("Ctrl+X",),
        place=(Menu.EDIT, 300),
        enabled=lambda: bool(controller.selection),
    )
    copy = board_action(
        _("&Copy"),
        _("Copy the selected islands and the bridges between them"),
        controller.copy,
        ("Ctrl+C",),
        place=(Menu.EDIT, 310),
        enabled=lambda: bool(controller.selection),
    )
    paste = board_action(
        _("&Paste"),
        _("Let the islands or the link that you copied float over the board, to place them"),
        editor.paste,
        ("Ctrl+V",),
        place=(Menu.EDIT, 320),
    )
    delete = board_action(
        _("&Delete"),
        _("Remove the selected islands with their bridges"),
        controller.remove_selected,
        ("Del", "Backspace"),
        place=(Menu.EDIT, 330),
        enabled=lambda: bool(controller.selection),
    )
    select_all = board_action(
        _("Select &all"),
        _("Select all islands"),
        controller.select_all,
        ("Ctrl+A",),
        place=(Menu.EDIT, 340),
    )
    keep = board_action(
        _("Keep as it is"),
        _("Let the assistant leave the selected islands, or cells without any, as they are"),
        controller.toggle_kept,
        ("K",),
        place=(Menu.EDIT, 350),
        enabled=lambda: bool(controller.chosen),
        checked=lambda: bool(controller.chosen) and controller.chosen <= controller.draft.kept,
    )
    turn = edit_menu(
        _("Turn and mirr&or"),
        tuple(_turns(editor, board_action)),
        _("Turn or mirror the selected islands, or the whole puzzle"),
        place=(Menu.EDIT, 400),
    )
    yield from (cut, copy, paste, delete, select_all, keep, turn)
    yield board_action(
        _("Select nothing"),
        _("Take one thing back: what floats, a search, a proposal, a step, the selection"),
        editor.stop,
        ("Esc",),
        place=(Menu.EDIT, KEYS_ONLY),
    )
    yield edit_menu(
        _("Edit"),
        (cut, copy, paste, delete, None, select_all, keep, turn),
        requested=editor.view.menu_requested,
    )


def _turns(editor: Editor, board_action: Callable[..., Action]) -> Iterable[Action]:
    def turning(text: str, tip: str, transform: Transform, *keys: str, name: str = "") -> Action:
        return board_action(text, tip, lambda: editor.controller.turn(transform), keys, name=name)

    yield turning(
        _("Turn &right"), _("Turn by a quarter to the right"), turn_right, "Ctrl+Shift+Right"
    )
    yield turning(_("Turn &left"), _("Turn by a quarter to the left"), turn_left, "Ctrl+Shift+Left")
    yield turning(_("&Half turn"), _("Turn upside down"), half_turn, name="half-turn")
    yield turning(_("&Mirror"), _("Exchange left and right"), mirror, "Ctrl+M")
    yield turning(_("&Flip"), _("Exchange top and bottom"), flip, "Ctrl+Shift+M")


def _tools(editor: Editor, board_action: Callable[..., Action]) -> Iterable[Entry]:
    controller = editor.controller
    yield board_action(
        _("&Islands"),
        _("Clues first: click to place an island, drag to move it or to select several"),
        lambda: editor.set_solution_first(False),
        ("I",),
        (Menu.DRAFT, 200),
        ("editor", 300, "islands"),
        checked=lambda: controller.tool is Tool.ISLANDS,
    )
    yield board_action(
        _("&Bridges"),
        _(
            "Solution first: drag to build bridges; islands appear at their ends, and clues "
            "count along"
        ),
        lambda: editor.set_solution_first(True),
        ("B",),
        (Menu.DRAFT, 210),
        ("editor", 310, "bridges"),
        checked=lambda: controller.tool is Tool.BRIDGES,
    )
    yield edit_action(
        _("&Clear the bridges"),
        _("Remove all bridges; the clues stay"),
        controller.clear_bridges,
        place=(Menu.DRAFT, 220),
        enabled=lambda: bool(controller.draft.bridges),
        name="clear-bridges",
    )


def _whole_board(editor: Editor, board_action: Callable[..., Action]) -> Iterable[Entry]:
    controller = editor.controller
    yield edit_menu(
        _("Sy&mmetry"),
        (
            *(_symmetry(editor, symmetry) for symmetry in Symmetry),
            None,
            edit_action(
                _("Tie &clues and bridges, too"),
                _("Set clues and build bridges at the turned or mirrored places, too"),
                controller.toggle_tie,
                checked=lambda: controller.draft.ties_clues,
                enabled=lambda: controller.draft.symmetry is not Symmetry.NONE,
                name="tie-clues",
            ),
        ),
        _("What edits keep of the islands"),
        (Menu.DRAFT, 300),
        ("editor", 400, "symmetry"),
    )
    yield edit_menu(
        _("Brid&ges and loops"),
        (
            *(_limit(editor, limit) for limit in range(1, MAX_BRIDGES_LIMIT + 1)),
            None,
            edit_action(
                _("&No loops"),
                _("Make it a rule that bridges must not form a loop"),
                editor.controller.toggle_loops,
                checked=lambda: not editor.controller.draft.rules.loops,
                name="no-loops",
            ),
        ),
        _("How many bridges two islands can have, and whether they can form a loop"),
        place=(Menu.DRAFT, 310),
    )
    yield edit_action(
        _("Size o&f the grid…"),
        _("Set width and height; you can drag the border, too"),
        editor.ask_for_size,
        place=(Menu.DRAFT, 320),
        name="size",
    )
    yield board_action(
        _("Title and aut&hor…"),
        _("Set title, author and notes"),
        editor.ask_for_properties,
        place=(Menu.DRAFT, 330),
        name="title",
    )


def _symmetry(editor: Editor, symmetry: Symmetry) -> Action:
    return edit_action(
        symmetry.label,
        _("Place, move and remove islands at the turned or mirrored places, too"),
        lambda: editor.controller.set_symmetry(symmetry),
        checked=lambda: editor.controller.draft.symmetry is symmetry,
        name=f"symmetry-{symmetry.name.lower()}",
    )


def _limit(editor: Editor, limit: int) -> Action:
    return edit_action(
        f"&{limit}",
        ngettext(
            "Allow {n} bridge between two islands", "Allow {n} bridges between two islands", limit
        ).format(n=limit),
        lambda: editor.controller.set_limit(limit),
        checked=lambda: editor.controller.draft.rules.max_bridges == limit,
        name=f"bridges-{limit}",
    )


def _solving_path(editor: Editor, board_action: Callable[..., Action]) -> Iterable[Entry]:
    verdicts = editor.verdicts
    step_action = partial(
        board_action,
        place=(Menu.DRAFT, KEYS_ONLY),
        enabled=lambda: verdicts.step is not None,
    )
    yield board_action(
        _("&Explain the solution"),
        _(
            "Walk through the solving path on the board, step by step; through all "
            "solutions if there are several; to the contradiction if there is none"
        ),
        editor.toggle_path,
        ("E",),
        place=(Menu.DRAFT, 400),
    )
    yield board_action(
        _("Show the sol&ution"),
        _("Draw what all solutions share, and shade where they differ"),
        editor.toggle_solutions,
        ("S",),
        place=(Menu.DRAFT, 405),
        checked=lambda: verdicts.shows_solutions,
    )
    yield step_action(
        _("First step"), _("Show the first step"), lambda: verdicts.show_step(0), ("Home",)
    )
    yield step_action(
        _("Last step"),
        _("Show the last step"),
        lambda: verdicts.show_step(verdicts.step_count - 1),
        ("End",),
    )


def _assistant(editor: Editor, board_action: Callable[..., Action]) -> Iterable[Entry]:
    assistant = editor.assistant
    yield edit_menu(
        _("A&ssistant"),
        (
            board_action(
                _("Make it &unique"),
                _("Suggest small changes that leave exactly one solution"),
                assistant.make_unique,
                ("U",),
            ),
            edit_action(
                _("&Complete…"),
                _("Suggest the rest of the board around what you have set"),
                editor.ask_and_complete,
                ("Ctrl+G",),
            ),
            edit_action(
                _("Make it &easier…"),
                _("Suggest small changes that make the puzzle one level easier"),
                lambda: editor.ask_and_change_level(-1),
                name="easier",
            ),
            edit_action(
                _("Make it &harder…"),
                _("Suggest small changes that make the puzzle one level harder"),
                lambda: editor.ask_and_change_level(1),
                name="harder",
            ),
            edit_action(
                _("&Fewest clues"),
                _("Hide as many numbers as possible, so that the solution stays the only one"),
                assistant.find_fewest_clues,
                name="fewest-clues",
            ),
            edit_action(
                _("&Require a technique…"),
                _("Suggest a puzzle whose solving path opens, needs or ends as you want"),
                editor.ask_for_story,
                name="require",
            ),
        ),
        _("Let the program suggest changes, which you can apply or dismiss"),
        (Menu.DRAFT, 410),
        ("editor", 500, "assistant"),
    )
    yield board_action(
        _("Apply the proposal"),
        _(
            "Use the proposal that is shown (the arrow keys show others), or place what floats "
            "over the board"
        ),
        editor.accept,
        ("Return", "Enter"),
        shown_key=_("Enter"),
        place=(Menu.DRAFT, KEYS_ONLY),
        enabled=lambda: assistant.proposal is not None or editor.controller.floats,
    )


def _keyboard(editor: Editor) -> Iterable[Action]:
    """What has keys and no entry in a menu."""
    controller = editor.controller
    key_action = partial(Action, kind=ActionKind.EDIT, place=(Menu.EDIT, KEYS_ONLY))
    yield key_action(
        _("One more"),
        _("Add 1 to the clues of the selected islands"),
        lambda: controller.step_clue(1),
        ("+", "="),
        on=editor.view,
    )
    yield key_action(
        _("One less"),
        _("Take 1 from the clues of the selected islands"),
        lambda: controller.step_clue(-1),
        ("-",),
        on=editor.view,
    )
    yield key_action(
        _("Unknown"),
        _("Show “?” in place of the clues of the selected islands"),
        lambda: controller.set_clue(None),
        ("?", "Shift+?", "/"),
        on=editor.view,
    )
    yield key_action(
        _("Number"),
        _("Set the clue of the selected islands, or place an island on the cursor"),
        editor.view.setFocus,
        shown_key=_("0 to 9"),
    )
    yield key_action(
        _("Place or remove"),
        _("Place an island on the cursor, or remove it"),
        controller.toggle_island,
        shown_key=_("Space"),
    )
    arrows = partial(arrow_actions, on=editor.view, kind=ActionKind.EDIT, menu=Menu.EDIT)
    extend = partial(controller.move_cursor, extends=True)
    yield from arrows("", _("Move the cursor {direction}"), editor.walk)
    yield from arrows("Ctrl+", _("Add the next cell {direction} to the selection"), extend)
    yield from arrows("Alt+", _("Move the selected islands {direction}"), controller.move_selected)
    yield from arrows(
        "Shift+", _("Build a bridge {direction}: one, two, none"), controller.bridge_towards
    )
