"""How the parts of the window are connected: what one tells, and which others react."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
    from hashi_gui.gui.window.main_window import MainWindow


def connect_parts(window: MainWindow) -> None:
    """Connect the parts of a window once all are there.

    Of the connections of a signal, those that are made first act first.
    """
    _connect_theme(window)
    _connect_board(window)
    _connect_choosing(window)
    _connect_finish(window)
    _connect_what_is_opened(window)
    _connect_guests(window)
    _connect_editor(window)
    _connect_panel(window)
    _connect_facts(window)


def _connect_theme(window: MainWindow) -> None:
    themed = (
        window.scene,
        window.bar.trial_controls,
        window.replay_bar,
        window.practice.bar,
        window.panel,
        window.finish_card,
        window.editor.page,
        window.help,
        window.statistics,
        window.window_actions,
    )
    for part in themed:
        window.theme.changed.connect(part.set_theme)


def _connect_board(window: MainWindow) -> None:
    controller, trial = window.controller, window.bar.trial_controls
    controller.changed.connect(window.stage.end_pause)
    controller.changed.connect(window.show_state)
    controller.refused.connect(window.bar.show_message)
    controller.group_shown_changed.connect(window.window_actions.update)
    trial.accepted.connect(controller.accept_trial)
    trial.discarded.connect(controller.discard_trial)
    window.stage.changed.connect(window.show_stage)
    window.pause_cover.resumed.connect(window.stage.end_pause)


def _connect_choosing(window: MainWindow) -> None:
    """Another puzzle is chosen or made, and opened."""
    files, maker = window.files, window.maker
    window.drops.dropped.connect(
        lambda data: window.arrivals.add(partial(files.open_dropped, data))
    )
    window.closed.connect(window.arrivals.forget)
    files.recipe_opened.connect(maker.make)
    files.opened.connect(maker.discard)
    files.pack_opened.connect(window.chooser.import_pack)
    for source in (window.chooser, window.lessons):
        source.chosen.connect(files.open_chosen)
    maker.made.connect(files.open_chosen)


def _connect_finish(window: MainWindow) -> None:
    card = window.finish_card
    window.controller.solved.connect(window.show_solved)
    window.finish.card_shown.connect(window.hide_panel)
    card.next_pressed.connect(window.chooser.open_next_of_kind)
    card.review_pressed.connect(window.presenter.review)
    card.again_pressed.connect(window.files.play_again)
    card.closed.connect(window.show_solved)


def _connect_what_is_opened(window: MainWindow) -> None:
    window.files.opened.connect(window.open_game)
    window.files.renamed.connect(window.show_name)
    boards = (window.playing, window.lesson, window.practice.presenter, window.past_games)
    for activity in boards:
        activity.board_opened.connect(window.show_opened)


def _connect_guests(window: MainWindow) -> None:
    """What may ask for an exercise or a past game in place of the game in play."""
    practice, past_games = window.practice, window.past_games
    for offer in (window.statistics, window.help, *_panels(window)):
        offer.practice_requested.connect(practice.begin)
    for games in (window.chooser, window.statistics):
        games.review_requested.connect(past_games.review)
    window.statistics.replay_requested.connect(past_games.replay)
    window.statistics.puzzle_requested.connect(past_games.open_puzzle)
    window.controller.game_requested.connect(past_games.show_game)


def _connect_editor(window: MainWindow) -> None:
    editor = window.editor
    editor.changed.connect(window.show_name)
    editor.changed.connect(window.show_state)
    editor.pack_wanted.connect(window.packs.ask_and_add)
    editor.page.view.menu_requested.connect(window.show_editor_menu)


def _connect_panel(window: MainWindow) -> None:
    window.presenter.teacher.shown.connect(window.show_panel)
    window.presenter.teacher.closed.connect(window.hide_panel)
    for panel in _panels(window):
        panel.technique_requested.connect(window.help.show_technique)
    window.help.example_requested.connect(window.show_example)


def _panels(window: MainWindow) -> tuple[TeacherPanel, TeacherPanel]:
    """The teacher's panels beside the board of the game and beside that of the editor."""
    return window.panel, window.editor.page.panel.teacher_panel


def _connect_facts(window: MainWindow) -> None:
    facts = window.facts
    window.files.records_loaded.connect(window.finish.results_loaded)
    window.files.records_loaded.connect(facts.show_expected_time)
    window.presenter.verdicts.changed.connect(facts.show_verdict)
    window.move_checker.found.connect(facts.show_check)
