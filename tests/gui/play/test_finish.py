"""The card beside a solved board."""

from dataclasses import replace
from datetime import date, timedelta
from threading import Event

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QFrame

from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game import Game, GameStore
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.game.result import GameResult
from hashi_gui.game.results import Results
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.play.finish import praise, summarise
from hashi_gui.gui.settings.preferences import AnimationSetting, ErrorDisplay, Preferences

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
ROW = "1.2.1"


@pytest.fixture
def solved(player):
    """A solved game."""
    player.finish()
    assert player.finish_card.isVisible()
    return player


def place(player, widget):
    """Where a widget is in the window."""
    return QRect(widget.mapTo(player.window, widget.rect().topLeft()), widget.size())


def test_the_card_appears_in_the_room_of_the_panel_when_the_puzzle_is_solved(player):
    player.key(Qt.Key.Key_F9)
    assert player.panel.isVisible()
    assert not player.finish_card.isVisible()
    player.finish()
    assert player.finish_card.isVisible()
    assert not player.panel.isVisible()
    title, _time, praise, kind, *figures = player.finish_card.texts
    assert (title, praise) == ("Solved!", "Your first 5 × 5 without help.")
    assert kind == "5 × 5"
    assert not figures
    assert player.finish_card._row.isHidden()
    assert player.bar.text == ""


def test_a_game_is_compared_with_those_before(play_on):
    player = play_on(ROW)
    for seconds, words in ((90, "first"), (70, "best time")):
        player.game.clock._elapsed = seconds
        player.finish()
        player.qtbot.waitUntil(lambda said=words: said in player.finish_card.texts[2])
        player.flushed_games()
        player.qtbot.mouseClick(player.finish_card.again_button, LEFT)


def test_after_a_win_starting_over_begins_a_new_game(solved):
    won = solved.game
    solved.key(Qt.Key.Key_R, CTRL)
    assert solved.game is not won
    assert not solved.finish_card.isVisible()
    assert not any(solved.game.board.counts)
    assert solved.game.clock.seconds < won.clock.seconds + 1


def test_a_full_board_that_is_not_connected_says_so(play_on):
    player = play_on("2.2\n...\n2.2")
    player.window.context.preferences.set(Preferences(error_display=ErrorDisplay.NEVER))
    for row, clicks in ((0, 2), (2, 2)):
        for _ in range(clicks):
            player.click(row, 0.46)
    assert player.bar.text == "All islands have their bridges, but not all are connected."


@pytest.mark.parametrize("key", [Qt.Key.Key_S, Qt.Key.Key_E])
def test_a_game_in_which_the_solution_was_shown_is_marked(player, key):
    player.ask(key)
    assert not player.finish_card.isVisible()
    player.key(Qt.Key.Key_Escape)
    player.key(Qt.Key.Key_Z, CTRL)
    player.finish()
    assert player.finish_card.texts[0] == "Solved after seeing the solution."
    assert player.game.to_document().game.solution_shown


def test_questions_do_not_take_the_card_away_or_its_room(solved):
    for key in (Qt.Key.Key_H, Qt.Key.Key_C, Qt.Key.Key_V):
        solved.ask(key)
        assert solved.finish_card.isVisible()
        assert solved.finish_card.texts[0] == "Solved!"
        assert not solved.panel.isVisible()


def test_a_card_comes_back_when_the_board_is_solved_again_but_not_before_if_closed(solved):
    for is_closed in (False, True):
        if is_closed:
            solved.qtbot.mouseClick(solved.finish_card.close_button, LEFT)
            assert not solved.finish_card.isVisible()
            assert solved.offers("Play again")
            solved.ask(Qt.Key.Key_C)
            assert not solved.finish_card.isVisible()
        solved.key(Qt.Key.Key_Z, CTRL)
        assert not solved.finish_card.isVisible()
        solved.key(Qt.Key.Key_Y, CTRL)
        assert solved.finish_card.isVisible()
    solved.open(read("1.1"))
    assert not solved.finish_card.isVisible()


def test_there_are_no_facts_beside_the_card(solved):
    line = solved.window.play.facts.line
    solved.wait(lambda: not line.isVisible())
    solved.qtbot.mouseClick(solved.finish_card.close_button, LEFT)
    assert line.isVisible()
    solved.key(Qt.Key.Key_Z, CTRL)
    solved.key(Qt.Key.Key_Y, CTRL)
    solved.wait(lambda: not line.isVisible())
    solved.key(Qt.Key.Key_R)
    solved.wait(lambda: line.isVisible())
    solved.key(Qt.Key.Key_Escape)
    solved.wait(lambda: not line.isVisible())


def test_review_hides_the_card_until_it_ends(solved):
    solved.qtbot.mouseClick(solved.finish_card.review_button, LEFT)
    solved.wait_for_solver()
    assert solved.window.teaching.presenter.reviews.bar.isVisible()
    assert solved.panel.isVisible()
    assert not solved.finish_card.isVisible()
    solved.key(Qt.Key.Key_Escape)
    assert solved.finish_card.isVisible()
    assert not solved.panel.isVisible()
    assert not solved.game.solution_shown


def test_a_solved_game_that_is_opened_again_has_the_card(solved, play_on, store):
    solved.window.close()
    again = play_on(store.load_last())
    again.wait_for_solver()
    assert again.finish_card.isVisible()
    assert not again.game.clock.running


def test_a_solved_game_is_opened_before_the_results_are_read(play_on, store, monkeypatch):
    earlier = GameStore(store.folder)
    for seconds in (60.0, 90.0):
        game = Game.from_document(read(ROW))
        for edge in (0, 1):
            game.play(game.cycle_bridges(edge))
        saved = game.to_document()
        earlier.save(saved._replace(game=replace(saved.game, seconds=seconds)))
    released, original = Event(), Results.load
    monkeypatch.setattr(Results, "load", lambda results: (released.wait(), original(results)))
    player = play_on(store.load_last())
    assert "Best time" not in player.finish_card.texts
    released.set()
    player.wait(lambda: "Best time" in player.finish_card.texts)
    texts = player.finish_card.texts
    assert (texts[1], texts[texts.index("Best time") - 1]) == ("1:30", "1:00")


def test_a_lesson_has_no_card(play_on):
    player = play_on(read("1.1")._replace(info=PuzzleInfo(lesson="Build a bridge.")))
    player.finish()
    assert player.game.finished
    assert not player.finish_card.isVisible()


def test_enter_leads_to_the_next_puzzle(play_on):
    player = play_on(ROW)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        player.wait_for_solver()
        game = player.game
        player.key(key)
        assert player.game is game
        player.finish()
        player.key(key)
        assert player.game is not game


@pytest.mark.parametrize("size", [(1200, 700), (760, 600), (640, 480), (500, 420), (320, 240)])
@pytest.mark.parametrize("puzzle", [ROW, "1\n.\n2\n.\n1"])
def test_the_card_is_in_the_window_and_never_over_the_board(play_on, size, puzzle):
    player = play_on(puzzle)
    player.window.teaching.teacher.open()
    player.finish()
    player.window.resize(QSize(*size))
    player.wait(lambda: player.window.size() == QSize(*size))
    frame = player.finish_card.findChild(QFrame, "finishCard")
    player.wait(lambda: player.window.rect().contains(place(player, frame)))
    card = place(player, frame)
    assert not card.intersects(place(player, player.view))
    assert card.contains(place(player, player.finish_card.next_button))


def test_the_panel_takes_the_place_of_the_card_until_it_is_closed(player):
    player.finish()
    player.key(Qt.Key.Key_F9)
    assert not player.finish_card.isVisible()
    player.key(Qt.Key.Key_F9)
    assert player.finish_card.isVisible()


@pytest.mark.parametrize("animation", AnimationSetting)
def test_the_card_appears_after_the_light_unless_nothing_moves(player, animation):
    player.window.context.preferences.set(Preferences(animation=animation))
    player.scene.animation = animation  # Whatever the desktop allows.
    player.finish()
    card = player.finish_card.findChild(QFrame, "finishCard")
    effect, top, facts = card.graphicsEffect(), card.y(), player.window.play.facts.line
    assert facts.isVisible() == (animation is not AnimationSetting.NONE)
    assert effect.isEnabled() == (animation is not AnimationSetting.NONE)
    assert effect.opacity() == (animation is AnimationSetting.NONE)
    player.wait(lambda: effect.opacity() == 1 and not effect.isEnabled())
    assert top - card.y() == (8 if animation is AnimationSetting.FULL else 0)
    assert not facts.isVisible()


NO_INFO = PuzzleInfo()

PLAIN = ""
FASTER = "Faster than expected."
UNAIDED = "No hint and no check on a hard one."

RESULT = GameResult(
    puzzle="this",
    cols=15,
    rows=15,
    level="hard",
    seconds=100.0,
    finished=True,
    begun="2026-05-20T11:00:00.000Z",
    ended="2026-05-20T12:00:00.000Z",
)


def other(number=0, **fields):
    """The result of an earlier game, slower by default, and on a puzzle of the same kind."""
    return replace(RESULT, puzzle=str(number), **{"seconds": 150.0, **fields})


def solved_game(info=NO_INFO, hints=0, shown=False, seconds=83.0):
    """A solved game."""
    game = Game.from_document(read("1.2.1")._replace(info=info))
    for edge in (0, 1):
        game.play(game.cycle_bridges(edge))
    game.hints, game.checks, game.solution_shown = hints, 2, shown
    game.clock._elapsed = seconds
    return game


@pytest.mark.parametrize(
    ("changes", "others", "expected"),
    [
        ({}, [], "Your first 15 × 15 without help."),
        ({}, [other(hints=1)], "Your first 15 × 15 without help."),
        ({}, [other(cols=10)], "Your first 15 × 15 without help."),
        ({}, [other(level="easy")], "Your first hard puzzle without help."),
        ({}, [other()], "Your best time yet for 15 × 15, hard."),
        ({"level": ""}, [other(level="")], "Your best time yet for 15 × 15."),
        ({}, [other(seconds=100.0)], UNAIDED),
        (
            {},
            [other(3, seconds=50.0, ended="2026-04-20T12:00:00.000Z"), other(1), other(2)],
            "Your fastest this month for 15 × 15, hard.",
        ),
        ({}, [other(3, seconds=50.0, ended="2026-04-20T12:00:00.000Z"), other(1)], UNAIDED),
        ({}, [other(3, seconds=50.0), other(1), other(2)], UNAIDED),
        ({}, [other(1, ended=""), other(2, ended=""), other(3, seconds=50.0, ended="")], UNAIDED),
        ({}, None, UNAIDED),
        ({"checks": 1}, None, FASTER),
        ({"level": "easy"}, None, FASTER),
        ({"checks": 1, "seconds": 130.0}, None, PLAIN),
        ({"hints": 1}, [], PLAIN),
        ({"solution_shown": True}, [], PLAIN),
    ],
)
def test_the_praise_is_the_rarest_that_is_true(changes, others, expected):
    assert praise(replace(RESULT, **changes), others, 120.0) == expected


@pytest.mark.parametrize("others", [[], [other(level="easy")]])
def test_nothing_is_called_the_first_if_results_were_deleted(others):
    assert "first" not in praise(RESULT, others, None, complete=False)


@pytest.mark.parametrize(
    ("days", "daily", "sentence"),
    [
        ([18, 19], "2026-05-20/hard", "3 days in a row with a daily puzzle."),
        ([19], "2026-05-20/hard", UNAIDED),
        ([17, 18], "2026-05-20/hard", UNAIDED),
        ([18, 19], "2026-05-19/hard", UNAIDED),
        ([18, 19], "", UNAIDED),
    ],
)
def test_days_in_a_row_are_praised(days, daily, sentence):
    others = [other(day, seconds=50.0, daily=f"2026-05-{day}/hard") for day in days]
    assert praise(replace(RESULT, daily=daily), others, None) == sentence


def test_a_summary_has_the_time_the_kind_and_figures():
    summary = summarise(solved_game(PuzzleInfo(level="easy"), hints=1), [], UNCALIBRATED)
    assert (summary.title, summary.time, summary.kind) == (
        "Solved with 1 hint.",
        "1:23",
        "5 × 1, easy",
    )
    assert summary.figures == [("2", "Checks"), ("1", "Hint")]
    assert summarise(solved_game(hints=2), [], UNCALIBRATED).title == "Solved with 2 hints."
    assert summarise(solved_game(shown=True), [], UNCALIBRATED).title.endswith("the solution.")


def test_the_days_in_a_row_with_a_daily_puzzle_are_a_figure():
    game = solved_game(PuzzleInfo(daily=f"{date.today()}/hard"))
    yesterday = replace(RESULT, daily=f"{date.today() - timedelta(1)}/easy")
    assert summarise(game, [yesterday], UNCALIBRATED).figures[0] == ("2", "Days in a row")
    assert summarise(game, [], UNCALIBRATED).figures == [("2", "Checks")]


def test_the_best_time_is_that_without_help_for_puzzles_of_the_same_kind():
    game = solved_game()
    fields = {"puzzle": "another", "cols": 5, "rows": 1, "finished": True}
    results = [
        GameResult(**fields, seconds=70.0),
        GameResult(**fields, seconds=5.0, hints=1),
        GameResult(**{**fields, "rows": 2}, seconds=5.0),
    ]
    assert summarise(game, results, UNCALIBRATED).figures[0] == ("1:10", "Best time")
    results[0] = GameResult(**fields, seconds=90.0)
    assert summarise(game, results, UNCALIBRATED).figures[0] == ("1:30", "Second best")
    own = GameResult.of(game.to_document(), puzzle_key(game.puzzle))
    alone = summarise(game, [own], UNCALIBRATED)
    assert (len(alone.figures), alone.praise) == (1, "Your first 5 × 1 without help.")


def test_help_with_an_earlier_game_on_the_puzzle_counts():
    game = solved_game()
    earlier = GameResult.of(solved_game(hints=8).to_document(), puzzle_key(game.puzzle))
    summary = summarise(game, [replace(earlier, begun="", seconds=1.0)], UNCALIBRATED)
    assert summary.praise == PLAIN


@pytest.mark.parametrize(("seconds", "hints"), [(83.0, 0), (361.0, 0), (83.0, 1)])
def test_the_expected_time_is_told_if_it_was_beaten_without_help(seconds, hints):
    info = PuzzleInfo(level="easy", expected_seconds=360)
    summary = summarise(solved_game(info, hints, seconds=seconds), None, UNCALIBRATED)
    beaten = seconds < 360 and not hints
    assert summary.expected == ("Expected: about 6 min" if beaten else "")
    assert summary.whose_time == "20 more games, and these times are yours."
