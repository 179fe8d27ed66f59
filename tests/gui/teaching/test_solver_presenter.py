from dataclasses import replace
from functools import partial
from queue import Queue
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from hashi_gui.core.board import Board
from hashi_gui.core.board_status import Faults
from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.highlight import Role
from hashi_gui.formats import Document, read
from hashi_gui.gui.settings.preferences import ErrorDisplay, Preferences
from hashi_gui.logic.teaching import hints, mistakes
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.mistakes import find_objection
from hashi_gui.logic.teaching.walkthrough import build_walkthrough
from hashi_gui.solving import Cancelled, Count, Solver, VerdictKind, solve
from tests.menus import action
from tests.processes import TIMEOUT

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
H, C, S, V, D, ESC = (
    Qt.Key.Key_H,
    Qt.Key.Key_C,
    Qt.Key.Key_S,
    Qt.Key.Key_V,
    Qt.Key.Key_D,
    Qt.Key.Key_Escape,
)

NEEDS_AN_ASSUMPTION = "https://puzz.link/p?hashi/7/7/2g3g4g2o2g2h3k2g1g4g2n3h3h1"


def draw_wrong(player):
    """Draw a bridge that is not in the solution; returns its edge."""
    wrong = next(edge for edge, count in enumerate(solve(player.puzzle).counts) if not count)
    player.controller.click_edges((wrong,), marking=False)
    return wrong


def asked(player):
    """The label of the question that is being answered, None if there is none."""
    current = player.window.play.runner.current
    return None if current is None else current.label


@pytest.fixture
def busy(play_on, hard):
    """A game on a puzzle whose solutions take long to count in the background."""
    player = play_on(hard)
    player.wait_for_progress()
    return player


# Verdict


def test_a_good_puzzle_needs_no_message_until_something_is_asked(player):
    assert player.bar.text == "5 × 5, 10 islands."
    player.ask(D)
    assert player.bar.text == "This puzzle has exactly one solution."
    assert not player.scene.picture.highlight.differences
    player.ask(C)
    assert player.bar.text == "No mistake so far: the board can be finished as it is."
    assert not player.scene.picture.highlight.edges
    player.finish()
    player.ask(C)
    assert player.bar.text == "Everything is right: the puzzle is solved."


def test_a_message_about_several_solutions_offers_the_difference(play_on, several, garden):
    player = play_on(several)
    player.wait_for_solver()
    assert "several solutions" in player.facts
    assert player.bar.text == "This puzzle has several solutions."
    player.accept("Show the difference")
    highlight = player.scene.picture.highlight
    assert set(highlight.edges) == set(highlight.differences) == {0, 1, 2, 3}
    for edge, (one, two) in highlight.differences.items():
        assert {one, two} == {1, 2}
        assert highlight.edges[edge] is (Role.FIRST if one > two else Role.SECOND)
    assert player.panel.text.startswith("Two solutions differ at 4 pairs of islands")
    for button, shown in (("Next ›", 0), ("Next ›", 1), ("‹ Back", 0)):
        player.accept(button)
        assert player.panel.step_row(shown).property("selected")
    player.open(Document.from_puzzle(garden, "text"))
    assert "several solutions" not in player.facts


def test_a_message_says_that_there_is_no_solution(play_on, unsolvable):
    player = play_on(unsolvable)
    player.wait_for_solver()
    assert "no solution" in player.facts
    assert player.bar.text == "This puzzle has no solution."
    assert player.offers("Why?")
    for key in (D, H, C, Qt.Key.Key_V, Qt.Key.Key_E):
        player.key(ESC)
        assert "This puzzle has no solution." not in player.panel.text
        player.ask(key)
        player.wait_for_solver()
        assert "This puzzle has no solution." in player.panel.text
        assert not player.scene.picture.highlight.differences
    player.ask(S)
    assert player.bar.text == VerdictKind.NONE.sentence
    assert not player.game.can_undo
    player.click(0, 1)
    undo_to_last_correct(player)
    assert player.game.can_undo
    assert player.bar.text == VerdictKind.NONE.sentence


def test_the_background_verdict_does_not_replace_an_answer(play_on, several, counting):
    player = play_on(several)
    player.controller.open(player.game)
    assert asked(player) == "Counting solutions"
    player.key(H)
    player.wait(lambda: "several solutions" in player.facts)
    assert player.bar.text == ""
    assert player.scene.picture.highlight.islands
    assert player.offers("Why?")


def test_the_difference_can_be_requested_before_the_verdict_and_a_question_replaces_it(
    play_on, several
):
    player = play_on(several)
    player.controller.open(player.game)
    player.ask(D)
    assert set(player.scene.picture.highlight.differences) == {0, 1, 2, 3}
    player.controller.open(player.game)
    player.key(D)
    player.key(H)
    player.wait(lambda: "several solutions" in player.facts)
    assert not player.scene.picture.highlight.differences


# The number of solutions


@pytest.fixture
def counting(monkeypatch):
    """Replaces the counting process; returns the answers, of which it waits for the first."""
    answers = Queue()

    def count_in_process(puzzle, seconds, memory, token):
        with token.on_cancel(partial(answers.put, Cancelled())):
            answer = answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("hashi_gui.solving.counting.count_in_process", count_in_process)
    return answers


def wait_for_count(player):
    player.wait(lambda: player.window.play.verdicts.counter.current is None)


def test_the_number_of_solutions_replaces_several(play_on, several):
    player = play_on(several)
    player.wait(lambda: "2 solutions" in player.facts)
    assert player.bar.text == "This puzzle has 2 solutions."
    player.accept("Show the difference")
    assert set(player.scene.picture.highlight.differences) == {0, 1, 2, 3}
    player.ask(V)
    assert player.bar.text == "This puzzle has 2 solutions."


def test_the_number_does_not_replace_another_message(play_on, several, counting):
    player = play_on(several)
    player.wait_for_solver()
    player.ask(H)
    message = player.panel.text
    counting.put(Count(2, exact=True))
    wait_for_count(player)
    assert "2 solutions" in player.facts
    assert player.panel.text == message
    assert player.bar.text == ""
    assert player.offers("Why?")


@pytest.mark.parametrize(
    ("count", "fact", "sentence"),
    [
        (Count(1234, False), "at least 1,234 solutions", "at least 1,234 solutions"),
        (Count(2, False), "several solutions", "several solutions"),
        (Count(467 * 10**21, True), "4.67 × 10²³ solutions", "4.67 × 10²³ solutions"),
        (WorkerLostError("killed"), "several solutions", "several solutions"),
    ],
)
def test_what_is_known_of_the_number_is_said(play_on, several, counting, count, fact, sentence):
    counting.put(count)
    player = play_on(several)
    player.wait_for_solver()
    wait_for_count(player)
    assert fact in player.facts
    assert player.bar.text == f"This puzzle has {sentence}."


def test_another_puzzle_ends_counting(play_on, several, garden, counting):
    player = play_on(several)
    player.wait_for_solver()
    counting_task = player.window.play.verdicts.counter.current
    player.open(Document.from_puzzle(garden, "text"))
    player.wait_for_solver()
    assert counting_task.token.cancelled
    player.ask(V)
    assert player.bar.text == "This puzzle has exactly one solution."


def test_moves_and_questions_do_not_end_counting(play_on, several, counting):
    player = play_on(several)
    player.wait_for_solver()
    counting_task = player.window.play.verdicts.counter.current
    player.controller.click_edges((0,), marking=False)
    player.ask(C)
    player.ask(H)
    assert player.window.play.verdicts.counter.current is counting_task
    assert not counting_task.token.cancelled
    counting.put(Count(2, exact=True))
    wait_for_count(player)
    assert "2 solutions" in player.facts


def test_closing_the_window_ends_counting(play_on, several, counting):
    player = play_on(several)
    player.wait_for_solver()
    task = player.window.play.verdicts.counter.current
    player.window.close()
    assert task.token.cancelled


# Hint


def test_a_hint_shows_where_then_why_then_draws_it(player):
    player.ask(H)
    assert set(player.scene.picture.highlight.islands.values()) == {Role.HINT}
    assert not player.scene.picture.highlight.edges
    assert player.panel.text.startswith("An easy step\n")
    player.accept("Why?")
    highlight = player.scene.picture.highlight.edges
    assert highlight
    player.accept("Draw it")
    assert all(player.game.board.counts[edge] for edge in highlight)
    assert player.bar.text == ""
    assert player.panel.text == "Drawn.\nPress H for the next step."
    assert (player.game.hints, player.game.hints_explained, player.game.hints_drawn) == (1, 1, 1)
    player.key(Qt.Key.Key_Z, CTRL)
    assert player.game.board == Board.empty(player.puzzle)


@pytest.mark.parametrize("key", [H, C])
def test_a_mistake_is_shown_then_explained_and_never_removed_by_a_key(player, key):
    marked = next(edge for edge, count in enumerate(solve(player.puzzle).counts) if count)
    player.controller.click_edges((marked,), marking=True)
    board = player.game.board
    ends = {end.id for end in player.puzzle.ends(marked)}
    player.ask(key)
    highlight = player.scene.picture.highlight
    assert highlight.edges == {marked: Role.CONFLICT}
    assert highlight.islands == dict.fromkeys(ends, Role.CONFLICT)
    named = player.panel.text
    assert named.startswith("Mistake\nThe mark at A–B is wrong: your last move.")
    for _ in range(3):
        player.ask(key)
    assert player.panel.text.startswith(named)
    assert player.game.board == board
    assert player.game.hints == 1
    player.accept("Put it right")
    assert player.game.board == Board.empty(player.puzzle)


def test_a_red_island_is_explained_at_once(play_on):
    player = play_on(read("1.3\n...\n..2"))
    for _ in range(2):
        player.controller.click_edges((0,), marking=False)
    player.ask(C)
    assert player.panel.text == (
        "Mistake\nOne bridge too many at A–B: your last move.\nA 1 takes only one bridge."
    )
    assert not player.offers("Why?")
    player.accept("Put it right")
    assert player.game.board.counts[0] == 1


@pytest.mark.parametrize("correction", ["Put it right", "Go back to before the mistake"])
def test_why_a_mistake_is_one_is_shown_without_the_other_mistakes(player, correction):
    player.controller.begin_trial()
    wrong = draw_wrong(player)
    marked = next(edge for edge, count in enumerate(solve(player.puzzle).counts) if count)
    player.controller.click_edges((marked,), marking=True)
    board = player.game.board
    for _ in range(2):
        player.ask(C)
    assert "What else is wrong is left out here." in player.panel.text
    shown = player.scene.picture.board
    assert shown.counts[wrong] == 1
    assert not shown.marks
    assert wrong in player.scene.picture.tried
    player.controller.click_edges((marked,), marking=True)
    assert player.scene.picture.board == player.game.board == board
    assert not player.scene.picture.highlight.islands
    for _ in range(2):
        player.ask(C)
    player.accept(correction)
    assert player.scene.picture.board == player.game.board != board


def test_the_player_can_go_back_to_before_a_mistake(player):
    player.click(1, 0)
    sound = player.game.board
    draw_wrong(player)
    player.click(4, 1)
    player.ask(H)
    assert "Move 2 made it impossible." in player.panel.text
    player.accept("Go back to before the mistake")
    assert player.game.board == sound
    assert player.scene.picture.board == sound
    player.key(Qt.Key.Key_Y, CTRL)
    assert player.game.board != sound


def test_a_move_ends_a_hint_and_its_buttons(player):
    for presses, offered in ((1, "Why?"), (2, "Draw it")):
        board = player.game.board
        for _ in range(presses):
            player.ask(H)
        assert player.offers(offered)
        assert player.game.board == board
        player.click(2, 2, RIGHT)
        assert not player.offers(offered)
        assert not player.scene.picture.highlight.islands


# Solve


def test_one_undo_brings_back_the_board_of_the_player(player):
    player.click(0, 1, RIGHT)
    player.click(4, 1)
    own = player.game.board
    player.ask(S)
    assert player.game.board.counts == solve(player.puzzle).counts
    assert player.bar.text.startswith("Solved by the program.")
    assert not player.game.clock.running
    player.key(Qt.Key.Key_Z, CTRL)
    assert player.game.board == own
    assert player.game.clock.running


def test_the_player_is_asked_once_before_the_solution_is_shown(player, agreements):
    for key in (S, Qt.Key.Key_E):
        player.ask(key)
        player.key(Qt.Key.Key_Z, CTRL)
    assert agreements == ["See the solution?"]


def test_the_solution_is_not_shown_to_a_player_who_does_not_agree(player, monkeypatch):
    monkeypatch.setattr("hashi_gui.gui.teaching.teaching.agrees", lambda *_, **__: False)
    for key in (S, Qt.Key.Key_E):
        player.ask(key)
    assert (player.game.can_undo, player.game.solution_shown) == (False, False)


def test_a_click_a_move_and_esc_skip_the_animation_of_a_solution(player):
    def shown():
        return [look.count for look in player.scene.bridge_looks]

    player.ask(S)
    assert player.scene.revealing
    player.key(Qt.Key.Key_Z, CTRL)
    assert not player.scene.revealing
    assert shown() == [0] * len(player.puzzle.edges)
    player.ask(S)
    assert player.scene.revealing
    player.click(2, 3.4)
    assert not player.scene.revealing
    assert shown() == list(player.game.board.counts)
    player.key(Qt.Key.Key_Z, CTRL)
    player.ask(S)
    player.key(ESC)
    assert not player.scene.revealing
    assert shown() == list(player.game.board.counts)


def test_a_puzzle_solved_by_the_program_does_not_count_as_solved_by_the_player(player, store):
    player.ask(S)
    for gesture in ((0, 0, LEFT), (2, 2.4, RIGHT)):  # a lock, and a mark where no bridge is
        player.click(*gesture)
        assert not player.game.finished
        assert "Well done" not in player.bar.text
    player.flushed_games()
    assert not store.was_solved(player.puzzle)


# Undo to the last correct position


def undo_to_last_correct(player):
    action(player.window, "Undo to the last correct position").trigger()
    player.wait_for_solver()


def test_the_moves_since_the_puzzle_could_last_be_finished_are_undone(player):
    counts = solve(player.puzzle).counts
    right = next(edge for edge, count in enumerate(counts) if count)
    player.controller.click_edges((right,), marking=False)
    draw_wrong(player)
    player.controller.lock(0)
    undo_to_last_correct(player)
    assert [edge for edge, count in enumerate(player.game.board.counts) if count] == [right]
    assert player.bar.text == "2 moves undone. Redo brings them back."
    undo_to_last_correct(player)
    assert player.bar.text == "No mistake so far: there is nothing to undo."


# Long questions


@pytest.mark.parametrize("key", [S, Qt.Key.Key_E])
def test_a_move_does_not_end_a_question_about_the_puzzle_alone(busy, key):
    busy.key(key)
    question = busy.window.play.runner.current
    edge = busy.edge((2, 2), (2, 3))
    busy.click(2, 2.5)
    assert busy.game.board.counts[edge] == 1
    assert busy.window.play.runner.current is question


@pytest.mark.parametrize(("key", "label"), [(H, "Looking for a hint"), (C, "Checking the board")])
def test_a_message_says_that_a_move_has_ended_a_question(busy, key, label):
    busy.key(key)
    busy.move(2, 2.5)
    busy.key(Qt.Key.Key_1)
    assert (bool(busy.game.board.tags), busy.bar.text) == (True, "")  # Nothing follows from it.
    busy.click(2, 2.5)
    assert busy.bar.text == f"{label} has stopped, because the board has changed."
    busy.click(2, 2.5)
    assert busy.bar.text == ""


def test_a_solution_that_comes_after_the_last_move_changes_nothing(player, monkeypatch):
    gate = Event()
    real = Solver.solution

    def solution(self, *args):
        if current_thread() is not main_thread():
            gate.wait(TIMEOUT)
        return real(self, *args)

    monkeypatch.setattr(Solver, "solution", solution)
    player.key(S)
    player.finish()
    gate.set()
    player.wait_for_solver()
    assert player.game.finished
    assert player.bar.text == "The puzzle is solved."


def test_progress_shows_the_question_and_stop_or_esc_ends_it(busy):
    busy.key(C)
    busy.wait(lambda: "Checking the board" in busy.texts)
    busy.qtbot.mouseClick(busy.bar.stop_button, LEFT)
    busy.wait(lambda: busy.bar.text == "Stopped.")
    assert asked(busy) != "Checking the board"
    busy.key(S)
    assert busy.bar.text == ""
    assert asked(busy) == "Solving"
    busy.key(ESC)
    busy.wait(lambda: busy.bar.text == "Stopped.")
    assert asked(busy) != "Solving"


@pytest.mark.parametrize("way", ["button", "key"])
def test_the_background_verdict_can_be_stopped_too(busy, way):
    request = busy.window.play.runner.current
    if way == "button":
        busy.qtbot.mouseClick(busy.bar.stop_button, LEFT)
    else:
        busy.key(ESC)
    assert request.token.cancelled
    busy.wait(lambda: asked(busy) is None)
    assert QApplication.focusWidget() is busy.view
    busy.key(Qt.Key.Key_Right)
    assert busy.scene.picture.focus == 0
    busy.click(2, 2.5)
    assert asked(busy) is None  # and does not begin again with the next move


def test_the_background_verdict_continues_after_a_question(busy):
    busy.key(H)
    assert asked(busy) == "Looking for a hint"
    busy.click(2, 2.5)
    assert asked(busy) == "Counting solutions"


def test_the_background_verdict_ends_after_a_time_without_a_message(busy):
    said = busy.bar.text
    busy.window.play.verdicts._limit.timeout.emit()
    busy.wait(lambda: asked(busy) is None)
    assert busy.bar.text == said
    assert not busy.bar.stop_button.isVisible()


def test_the_window_can_be_closed_while_the_solver_works(busy):
    busy.key(S)
    busy.wait_for_progress()
    assert busy.window.close()
    assert asked(busy) is None


def test_an_easier_hint_replaces_one_that_is_not_explained_yet(player, monkeypatch):
    def hurried(*arguments, hurry, **options):
        hint = next_hint(*arguments, hurry=hurry, **options)
        return replace(hint, place=(), is_final=False) if hurry else hint

    monkeypatch.setattr(hints, "next_hint", hurried)
    player.key(H)
    player.qtbot.waitUntil(lambda: bool(player.scene.picture.highlight.islands))
    assert asked(player) is None
    player.key(H)
    player.key(H)
    assert sum(player.game.board.counts) > 0


def test_a_hint_that_is_looked_for_is_not_begun_anew(player, monkeypatch):
    searches, may_end = [], Event()

    def slow(*arguments, **options):
        searches.append(arguments)
        may_end.wait()
        return next_hint(*arguments, **options)

    monkeypatch.setattr(hints, "next_hint", slow)
    player.window.teaching.teacher.open()
    player.key(H)
    player.wait_for_progress()
    assert player.panel.text == "Looking for a hint…"
    player.key(H)
    may_end.set()
    player.wait(lambda: bool(player.scene.picture.highlight.islands))
    assert len(searches) == 1
    assert "Looking" not in player.panel.text


@pytest.mark.parametrize("before", [0, 1])
def test_the_reason_of_a_mistake_may_follow(player, monkeypatch, before):
    """Also while the player, who has asked for it ``before``, reads that it is looked for."""
    may_follow = Event()

    def hurried(*arguments, hurry, **options):
        if not hurry:
            may_follow.wait()
        found = find_objection(*arguments, hurry=hurry, **options)
        return replace(found, reasons=["Not yet."], is_final=False) if hurry else found

    monkeypatch.setattr(mistakes, "find_objection", hurried)
    draw_wrong(player)
    player.key(C)
    player.wait(lambda: player.panel.text.startswith("Mistake"))
    for _ in range(before):
        player.key(C)
    assert ("Not yet." in player.panel.text) == bool(before)
    may_follow.set()
    player.wait(lambda: asked(player) is None)
    for _ in range(1 - before):
        player.key(C)
    assert player.panel.text.count("\n") == 2
    assert "Not yet." not in player.panel.text


# Errors


def test_an_error_in_the_worker_reaches_the_window(player, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("the engine is gone")

    with monkeypatch.context() as patch:
        patch.setattr(hints, "next_hint", broken)
        player.ask(H)
    assert player.bar.text == (
        "The solver gave no answer; your board is unchanged. (RuntimeError: the engine is gone)"
    )
    player.ask(H)
    assert player.scene.picture.highlight.islands


def test_the_steps_of_an_assumption_can_be_played(play_on):
    puzzle = read(NEEDS_AN_ASSUMPTION).puzzle
    player = play_on(puzzle)
    player.ask(Qt.Key.Key_E)
    with Solver(puzzle) as solver:
        steps = build_walkthrough(puzzle, solver).steps
    first = next(number for number, step in enumerate(steps) if step.steps)
    for _ in range(first):
        player.key(Qt.Key.Key_Right)
    listed = player.panel.explanation.steps
    assert [step.text for step in listed] == [part.text for part in steps[first].steps]
    assert [step.heading for step in listed] == ["?", "1", "!"]
    player.key(Qt.Key.Key_Down)
    for part in steps[first].steps:
        highlight = player.scene.picture.highlight
        assert highlight.ghosts == part.highlight.ghosts
        assert set(highlight.islands) == set(part.highlight.islands)
        player.key(Qt.Key.Key_Down)
    assert set(player.scene.picture.highlight.islands.values()) == {Role.CONFLICT}
    player.qtbot.mouseClick(player.panel.play_button, LEFT)
    assert player.scene.picture.highlight.ghosts == steps[first].steps[0].highlight.ghosts
    player.key(Qt.Key.Key_Escape)
    assert player.panel.play_button.text() == "Play the steps"
    player.qtbot.mouseClick(player.panel.step_row(0), LEFT)
    assert player.scene.picture.highlight.ghosts == steps[first].steps[0].highlight.ghosts
    assert player.presenter.explains_solution


# Walkthrough

TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)

WAYS_TO_CHANGE_THE_GAME = (
    "Undo",
    "Start over",
    "Begin a trial",
    "Accept the trial",
    "Discard the trial",
    "Lock or unlock the island",
    "Build a bridge right: one, two, none",
    "Mark “no bridge” down",
)


@pytest.fixture
def walkthrough(player):
    """A game with an open trial and the keyboard focus on an island; a walkthrough is shown."""
    player.click(0, 1)
    player.key(Qt.Key.Key_T)
    player.click(1, 0)
    action(player.window, "Go to the next island up").trigger()
    player.ask(Qt.Key.Key_E)
    assert player.presenter.explains_solution
    return player


def test_a_change_during_a_walkthrough_only_brings_the_game_back(walkthrough):
    game = walkthrough.game
    before = game.board, game.trials, game.revision
    for text in WAYS_TO_CHANGE_THE_GAME:
        if not walkthrough.presenter.explains_solution:
            walkthrough.ask(Qt.Key.Key_E)
        action(walkthrough.window, text).trigger()
        assert (game.board, game.trials, game.revision) == before, text
        assert not walkthrough.presenter.explains_solution
        assert walkthrough.scene.picture.board == game.board
        assert walkthrough.scene.picture.tried == {walkthrough.edge(*SIDE): 1}
    walkthrough.ask(Qt.Key.Key_E)
    walkthrough.click(0, 1)
    assert not walkthrough.presenter.explains_solution
    assert game.revision == before[-1]
    walkthrough.click(0, 1)
    assert walkthrough.state(*TOP) == 2


def test_faults_of_the_game_are_not_shown_on_the_board_of_a_walkthrough(player):
    player.click(0, 1, Qt.MouseButton.RightButton)
    player.click(1, 0, Qt.MouseButton.RightButton)
    assert player.scene.picture.faults.unsatisfiable
    player.ask(Qt.Key.Key_E)
    player.controller.set_preferences(Preferences(error_display=ErrorDisplay.AT_ONCE))
    assert player.scene.picture.faults == Faults()
    player.key(Qt.Key.Key_Escape)
    assert player.scene.picture.faults.unsatisfiable


def test_keys_turn_the_pages_to_the_solution_in_full_colours(walkthrough):
    def colour_of_an_island():
        return walkthrough.view.grab().toImage().pixelColor(walkthrough.at(0.26, 2)).name()

    panel = walkthrough.panel
    first = panel.explanation
    walkthrough.key(Qt.Key.Key_Right)
    assert panel.explanation.position.startswith("Step 2 of ")
    walkthrough.key(Qt.Key.Key_Left)
    assert panel.explanation.position == first.position
    walkthrough.key(Qt.Key.Key_End)
    assert walkthrough.scene.island_looks[walkthrough.island((0, 2))].satisfied
    assert colour_of_an_island() == walkthrough.scene.theme.island
    walkthrough.key(Qt.Key.Key_Escape)
    assert not walkthrough.scene.island_looks[walkthrough.island((0, 2))].satisfied
