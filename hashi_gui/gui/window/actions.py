"""Every action of the window, declared once: text, tip, keys, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from hashi_gui.gui.board.zoomable_view import ZOOM_STEP
from hashi_gui.gui.stage.action_spec import ActionSpec, ActionTarget
from hashi_gui.gui.stage.activity import ActionKind

DIRECTIONS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
"""The arrow keys as (row, column) steps."""


def arrow_actions(
    text: str,
    modifier: str,
    tip: str,
    run: Callable[[ActionTarget, int, int], object],
    kind: ActionKind,
) -> dict[str, ActionSpec]:
    """An action for each arrow key; ``{}`` in the texts stands for the direction."""
    return {
        key: ActionSpec(
            text.format(key.lower()),
            tip.format(key.lower()),
            lambda window, step=step: run(window, *step),  # type: ignore[misc]
            (modifier + key,),
            board_only=True,
            kind=kind,
        )
        for key, step in DIRECTIONS.items()
    }


def _stop(window: ActionTarget) -> None:
    if not window.maker.stop():
        window.stage.current.stop()


NEW = ActionSpec(
    "Ne&w…",
    "Make a new puzzle of any size and level",
    lambda window: window.chooser.show_new_puzzle(),
    ("Ctrl+N",),
    "new",
)
DAILY = ActionSpec(
    "&Daily…",
    "Three new puzzles every day",
    lambda window: window.chooser.show_daily(),
    ("Ctrl+D",),
    "daily",
)
LIBRARY = ActionSpec(
    "&Library…",
    "Choose a puzzle that comes with the program, or one of your packs",
    lambda window: window.chooser.show_library(),
    ("Ctrl+L",),
    "library",
)
NEXT = ActionSpec(
    "&Next puzzle",
    "Open the next unsolved puzzle of the library or of the pack",
    lambda window: window.chooser.open_next(),
    ("N",),
)
OPEN = ActionSpec(
    "&Open…",
    "Open a puzzle or a saved game",
    lambda window: window.files.ask_and_open(),
    ("Ctrl+O",),
    "open",
)
NEXT_OF_KIND = ActionSpec(
    "Next of this &kind",
    "When the puzzle is solved, go on with another one of the same kind",
    lambda window: window.stage.current.go_on(),
    ("Return", "Enter"),
    board_only=True,
    enabled=lambda window: window.game.solved,
    kind=ActionKind.ANSWER,
)
PASTE = ActionSpec(
    "&Paste puzzle",
    "Open the link, grid or generate command on the clipboard",
    lambda window: window.files.paste(),
    ("Ctrl+V",),
    kind=ActionKind.GAME,
)
COPY_LINK = ActionSpec(
    "Copy &link",
    "Copy the puzz.link address of this puzzle",
    lambda window: window.clipboard.copy_link(),
    ("Ctrl+C",),
    kind=ActionKind.GAME,
)
COPY_COMMAND = ActionSpec(
    "Copy &generate command",
    "Copy the command that generates this puzzle",
    lambda window: window.clipboard.copy_generate_command(),
    ("Ctrl+Alt+C",),
    kind=ActionKind.GAME,
)
COPY_RESULT = ActionSpec(
    "Copy &result as text",
    "Copy your time for this puzzle, without a hint at the solution",
    lambda window: window.clipboard.copy_result(window.stage.current.name),
    enabled=lambda window: window.game.finished,
    kind=ActionKind.GAME,
)
COPY_IMAGE = ActionSpec(
    "Copy as &image",
    "Copy a picture of the board",
    lambda window: window.exporter.copy_image(),
    ("Ctrl+Shift+C",),
)
SAVE = ActionSpec(
    "&Save",
    "Save the game with its whole history, or the puzzle that you edit",
    lambda window: window.stage.current.save(),
    ("Ctrl+S",),
    kind=ActionKind.SAVE,
)
SAVE_AS = ActionSpec(
    "Save &as…",
    "Save the game, or the puzzle that you edit, under another name",
    lambda window: window.stage.current.save_as(),
    ("Ctrl+Shift+S",),
    kind=ActionKind.SAVE,
)
PRINT = ActionSpec(
    "Prin&t…",
    "Print the board on one page",
    lambda window: window.exporter.print(),
    ("Ctrl+P",),
)
PREVIEW = ActionSpec(
    "Print pre&view…",
    "Preview the page before printing",
    lambda window: window.exporter.preview(),
)
EXPORT = ActionSpec(
    "&Export as image or PDF…",
    "Save the board as a PNG, SVG or PDF file",
    lambda window: window.exporter.export(),
    ("Ctrl+E",),
)
EXPORT_REPLAY = ActionSpec(
    "Export the repla&y…",
    "Save all that happened in this game as an animated picture",
    lambda window: window.exporter.export_replay(),
    kind=ActionKind.GAME,
)
QUIT = ActionSpec(
    "&Quit",
    "Close the window; the game is saved",
    lambda window: window.close(),
    ("Ctrl+Q",),
)

UNDO = ActionSpec(
    "&Undo",
    "Undo the last move",
    lambda window: window.controller.undo(),
    ("Ctrl+Z",),
    "undo",
    enabled=lambda window: window.game.can_undo,
    kind=ActionKind.MOVE,
)
REDO = ActionSpec(
    "&Redo",
    "Redo the move that was undone last",
    lambda window: window.controller.redo(),
    ("Ctrl+Shift+Z", "Ctrl+Y"),
    "redo",
    enabled=lambda window: window.game.can_redo,
    kind=ActionKind.MOVE,
)
UNDO_TO_LAST_CORRECT = ActionSpec(
    "Undo to the last &correct position",
    "Undo the moves since the puzzle could last be finished",
    lambda window: window.presenter.undo_to_last_correct(),
    enabled=lambda window: window.game.can_undo,
    kind=ActionKind.ANSWER,
)
RESTART = ActionSpec(
    "Res&tart",
    "Clear the board; you can undo this",
    lambda window: window.restart(),
    ("Ctrl+R",),
    "restart",
    kind=ActionKind.ANSWER,
)
PAUSE = ActionSpec(
    "&Pause",
    "Stop the clock and cover the board until you go on",
    lambda window: window.stage.toggle_pause(),
    ("P",),
    checked=lambda window: window.stage.paused,
    enabled=lambda window: not window.game.solved,
    kind=ActionKind.PAUSE,
)
BEGIN_TRIAL = ActionSpec(
    "&Begin a trial",
    "Try moves out: they are dashed until you accept or discard them together",
    lambda window: window.controller.begin_trial(),
    ("T",),
    kind=ActionKind.MOVE,
)
ACCEPT_TRIAL = ActionSpec(
    "&Accept the trial",
    "End the trial; its moves stay",
    lambda window: window.controller.accept_trial(),
    ("Ctrl+T",),
    enabled=lambda window: bool(window.game.trials),
    kind=ActionKind.MOVE,
)
DISCARD_TRIAL = ActionSpec(
    "&Discard the trial",
    "End the trial and go back to where it began",
    lambda window: window.controller.discard_trial(),
    ("Ctrl+Backspace",),
    enabled=lambda window: bool(window.game.trials),
    kind=ActionKind.MOVE,
)
PRACTICE = ActionSpec(
    "Practic&e…",
    "Train a technique on ten positions; your game waits",
    lambda window: window.practice.show_dialog(),
    ("Ctrl+K",),
)
LOCK = ActionSpec(
    "&Lock or unlock the island",
    "Protect the bridges of the focused island from changes",
    lambda window: window.controller.lock_focused(),
    shown_key="Space",
    kind=ActionKind.MOVE,
)
GO = arrow_actions(
    "Go {}",
    "",
    "Go to the next island {}",
    lambda window, *step: window.stage.current.walk(*step),
    ActionKind.LOOK,
)
BUILD = arrow_actions(
    "Build {}",
    "Shift+",
    "Build a bridge {}: one, two, none",
    lambda window, *step: window.controller.change_towards(*step, marking=False),
    ActionKind.MOVE,
)
MARK = arrow_actions(
    "Mark {}",
    "Ctrl+",
    "Mark “no bridge” {}",
    lambda window, *step: window.controller.change_towards(*step, marking=True),
    ActionKind.MOVE,
)

HINT = ActionSpec(
    "&Hint",
    "Show where the next step is; again: why; again: draw it",
    lambda window: window.presenter.hint(),
    ("H",),
    "hint",
    kind=ActionKind.ANSWER,
)
EXPLAIN = ActionSpec(
    "&Explain the solution",
    "Walk through the whole solution, step by step",
    lambda window: window.presenter.explain(),
    ("E",),
    kind=ActionKind.ANSWER,
)
REVIEW = ActionSpec(
    "&Review your game",
    "See guesses, mistakes and pauses of your game, and replay it",
    lambda window: window.presenter.review(),
    ("R",),
    kind=ActionKind.REVIEW,
)
CHECK = ActionSpec(
    "&Check",
    "Check whether the board can still be finished",
    lambda window: window.presenter.check(),
    ("C",),
    "check",
    kind=ActionKind.ANSWER,
)
VERDICT = ActionSpec(
    "How many s&olutions?",
    "Find out whether the puzzle has one solution, several or none",
    lambda window: window.presenter.verdict(),
    ("V",),
    "verdict",
    kind=ActionKind.ANSWER,
)
DIFFERENCE = ActionSpec(
    "Show the di&fference",
    "Highlight where two solutions differ",
    lambda window: window.presenter.difference(),
    ("D",),
    kind=ActionKind.ANSWER,
)
SOLVE = ActionSpec(
    "&Solve",
    "Draw the whole solution; one undo takes it back",
    lambda window: window.presenter.solve(),
    ("S",),
    "solve",
    kind=ActionKind.ANSWER,
)
STOP = ActionSpec(
    "S&top",
    "Stop the solver, skip the animation or clear the highlights",
    _stop,
    ("Esc",),
    kind=ActionKind.LOOK,
)

ZOOM_IN = ActionSpec(
    "Zoom &in",
    "Make the board larger",
    lambda window: window.stage.current.view.zoom(ZOOM_STEP),
    ("Ctrl++", "Ctrl+="),
)
ZOOM_OUT = ActionSpec(
    "Zoom &out",
    "Make the board smaller",
    lambda window: window.stage.current.view.zoom(1 / ZOOM_STEP),
    ("Ctrl+-",),
)
FIT = ActionSpec(
    "&Fit to window",
    "Show the whole board",
    lambda window: window.stage.current.view.fit(),
    ("Ctrl+0",),
    "fit",
)
GROUP = ActionSpec(
    "Highlight the &group",
    "Highlight all islands connected to the focused one or the one under the pointer",
    lambda window: window.controller.toggle_group(),
    ("G",),
    "group",
    checked=lambda window: window.controller.group_shown,
    kind=ActionKind.GAME,
)
PANEL = ActionSpec(
    "Teacher's &panel",
    "Show or hide the panel that explains hints and mistakes",
    lambda window: window.toggle_panel(),
    ("F9",),
    checked=lambda window: not window.panel.isHidden(),
    kind=ActionKind.GAME,
)
FULL_SCREEN = ActionSpec(
    "Full &screen",
    "Use the whole screen for the window",
    lambda window: window.toggle_full_screen(),
    ("F11",),
    checked=lambda window: window.isFullScreen(),
)
STATISTICS = ActionSpec(
    "Statisti&cs…",
    "Show your times, streaks and progress",
    lambda window: window.statistics.show_dialog(),
    ("Ctrl+I",),
)
PREFERENCES = ActionSpec(
    "P&references…",
    "Change how the game looks and plays",
    lambda window: window.preferences.show_dialog(),
    ("Ctrl+,",),
)

HELP = ActionSpec(
    "&How to play",
    "Show the rules, the keys and the techniques",
    lambda window: window.help.show_help(),
    ("F1",),
)
ABOUT = ActionSpec(
    "&About Hashi",
    "Show the version and the licence",
    lambda window: window.help.show_about(),
)
