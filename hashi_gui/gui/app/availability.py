"""Which actions are not for what the window shows at present."""

from __future__ import annotations

from hashi_gui.gui.app import actions, editor_actions
from hashi_gui.gui.app.action_spec import ActionSpec, ActionTarget
from hashi_gui.gui.app.menus import PLAY, SOLVER, all_actions

_ON_THE_BOARD = frozenset((*PLAY.actions(), *SOLVER.actions()))

EDITING = frozenset(action for action in all_actions() if action.editing)
"""The actions that are for the editor only."""

PLAYING = _ON_THE_BOARD | {actions.SAVE, actions.SAVE_AS, actions.NEXT_OF_KIND}
"""The actions that change a game, ask about it, save it or go on from it."""

FOR_PAST_GAMES = frozenset(
    (actions.REVIEW, actions.STOP, actions.PRACTICE, *actions.GO.values()),
)
"""Those of them that are also for a past game."""

HIDDEN_BY_PAUSES = _ON_THE_BOARD - {actions.PAUSE, actions.PRACTICE}
"""The actions that need to be thought about with the board in sight."""

NOT_FOR_EXERCISES = frozenset(SOLVER.actions()) - {actions.STOP} | {
    actions.UNDO_TO_LAST_CORRECT,
    actions.RESTART,
    actions.NEXT_OF_KIND,
}
"""The actions that help with an exercise, start it over or go on from it."""

NOT_FOR_DRAFTS = _ON_THE_BOARD - {actions.PRACTICE} | {
    actions.PASTE,
    actions.COPY_LINK,
    actions.COPY_COMMAND,
    actions.COPY_RESULT,
    actions.EXPORT_REPLAY,
    actions.NEXT_OF_KIND,
    actions.PANEL,
    actions.GROUP,
    editor_actions.EDIT_PUZZLE,
}
"""The actions that are for the game on the board, and not for a puzzle that is edited."""


def unavailable_actions(window: ActionTarget) -> frozenset[ActionSpec]:
    """The actions that are not for what the window shows."""
    if window.editor.running:
        return NOT_FOR_DRAFTS
    if window.pause.paused:
        return EDITING | HIDDEN_BY_PAUSES
    if window.past_games.running:
        return EDITING | (PLAYING - FOR_PAST_GAMES)
    return EDITING | NOT_FOR_EXERCISES if window.practice.running else EDITING
