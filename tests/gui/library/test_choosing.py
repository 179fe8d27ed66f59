from datetime import date
from threading import Event
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt, QTimer

from hashi_gui.formats import PuzzleInfo, read, read_path
from hashi_gui.game import Game
from hashi_gui.game.library import lessons, library_documents
from hashi_gui.generating import GeneratorOptions, Recipe
from hashi_gui.generating.daily import DailyKind, daily_puzzles
from hashi_gui.gui.library.daily import DailyDialog
from hashi_gui.gui.library.library_dialog import LibraryDialog
from hashi_gui.gui.library.new_puzzle import NewPuzzleDialog
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade

LEFT = Qt.MouseButton.LeftButton
PUZZLES = ("1.1", "A"), ("1..1", "B"), ("1...1", "C"), ("1....1", "D")


@pytest.fixture
def play_next(play_on, library, store):
    """Presses N on a puzzle and returns the title of the one that opens, or else the message.

    The library has four puzzles, of which those with the titles ``solved`` are solved.
    """
    files = library(*PUZZLES)

    def play_next(current, solved=""):
        for document in map(read_path, files):
            if document.info.title in solved:
                store.save(finish(document))
        player = play_on(current)
        opened = []
        player.window.play.in_play.opened.connect(lambda: opened.append(player.game.info.title))
        player.key(Qt.Key.Key_N)
        return opened[0] if opened else player.bar.text

    return play_next


def finish(document):
    """The document with the solution of its puzzle drawn, which has only one edge."""
    game = Game.from_document(document)
    while not game.finished:
        game.play(game.cycle_bridges(0))
    return game.to_document()


@pytest.mark.parametrize(
    ("current", "solved", "opened"),
    [
        ("1.1", "", "B"),
        ("1....1", "", "A"),
        ("1.1", "B", "C"),
        ("1..1", "AC", "D"),
        ("1..1", "CD", "A"),
        ("1...1", "AD", "B"),
        ("1....1", "AD", "B"),
        ("1..1", "ACD", "B"),
        ("1.1", "ABCD", "You have solved every puzzle in the library."),
    ],
)
def test_next_opens_the_next_unsolved_puzzle(play_next, current, solved, opened):
    assert play_next(current, solved) == opened


def test_the_options_of_the_last_generated_puzzle_are_stored(player, qtbot, settings_file):
    """Even if the dialog is cancelled."""
    shown = []

    def choose_hard_and_cancel():
        dialog = player.window.findChild(NewPuzzleDialog)
        shown.append(dialog.page.options().level)
        with qtbot.waitSignal(dialog.generated):
            qtbot.mouseClick(dialog.quick.levels.button(Level.HARD), Qt.MouseButton.LeftButton)
        dialog.reject()

    for _ in range(2):
        QTimer.singleShot(0, choose_hard_and_cancel)
        player.window.library.show_new_puzzle()
    assert shown == [Level.EASY, Level.HARD]
    assert Settings(settings_file).last_options.level is Level.HARD


# The next puzzle of the same kind


def solve_and_go_on(player):
    player.wait_for_solver()
    player.finish()
    player.key(Qt.Key.Key_Return)


def test_a_generated_puzzle_is_followed_by_another_one_with_the_same_options(play_on):
    recipe = Recipe(GeneratorOptions(5, 5, 6), 7)
    player = play_on(recipe.make())
    solve_and_go_on(player)
    player.wait(lambda: not player.game.finished)
    info = player.game.info
    assert GeneratorOptions.from_dict(info.options) == recipe.options
    assert info.seed != 7


@pytest.fixture
def quick_recipes(monkeypatch):
    """Recipes that make the same tiny puzzle."""
    monkeypatch.setattr(Recipe, "make", lambda *_: read("1.....1"))


def test_a_daily_puzzle_is_followed_by_the_next_one_of_its_day(play_on, quick_recipes):
    easy = daily_puzzles(date(2026, 11, 21))[DailyKind.EASY]
    player = play_on(easy.with_metadata(read("1......1")))
    assert player.game.info.daily == "2026-11-21/easy"
    solve_and_go_on(player)
    player.wait(lambda: player.game.info.daily == "2026-11-21/hard")


def test_after_all_daily_puzzles_of_a_day_comes_the_calendar(play_on, store, quick_recipes, qtbot):
    dailies = daily_puzzles(date(2026, 11, 21))
    for kind in (DailyKind.EASY, DailyKind.HARD, DailyKind.LARGE):
        store.save(finish(dailies[kind].with_metadata(read("1.......1"))))
    player = play_on(dailies[DailyKind.NO_LOOPS].with_metadata(read("1.........1")))
    seen = []

    def look():
        dialog = player.window.findChild(DailyDialog)
        seen.append(dialog)
        dialog.reject()

    player.finish()
    QTimer.singleShot(0, look)
    player.key(Qt.Key.Key_Return)
    assert seen


# A puzzle that is generated in the background


@pytest.fixture
def slow_recipes(monkeypatch):
    """Recipes that make a puzzle once the event is set."""
    gate = Event()

    def make(recipe, token, _on_attempt):
        while not gate.wait(0.01):
            token.raise_if_cancelled()
        return read("1.....1")

    monkeypatch.setattr(Recipe, "make", make)
    return gate


COMMAND = "hashi generate --size 5x5 --islands 6 --seed 7"


def test_a_pasted_command_makes_its_puzzle_and_a_mistake_or_an_error_is_reported(
    player, monkeypatch
):
    before = player.game
    player.paste("hashi generate --size 5")
    assert player.bar.text == "--size must be columns x rows, such as 15x15, not '5'."
    with monkeypatch.context() as patch:
        patch.setattr(Recipe, "make", Mock(side_effect=MemoryError("out of memory")))
        player.paste(COMMAND)
        player.wait(lambda: "No puzzle could be generated. (MemoryError" in player.bar.text)
    assert player.game is before
    copied = Recipe(GeneratorOptions(5, 5, 6), 7).make()
    player.paste(COMMAND)
    player.wait(lambda: player.puzzle == copied.puzzle)
    assert player.game.info.seed == 7


def test_generating_takes_place_in_the_background_and_can_be_stopped(player, slow_recipes):
    before = player.game
    player.paste(COMMAND)
    player.wait(lambda: player.bar.text == "Generating a puzzle…")
    player.click(0, 1)
    player.key(Qt.Key.Key_Escape)
    assert player.bar.text == "Stopped."
    slow_recipes.set()
    player.paste(COMMAND)
    player.wait(lambda: player.game is not before)


def test_a_puzzle_that_is_made_in_advance_is_not_begun_again(player, slow_recipes):
    maker, recipe = player.window.library.maker, Recipe(GeneratorOptions(5, 5, 6), 7)
    before = player.game
    maker.prepare(recipe)
    assert not maker.stop()
    player.qtbot.wait(400)
    assert player.bar.text != "Generating a puzzle…"
    maker.make(recipe)
    assert player.bar.text == "Generating a puzzle…"
    slow_recipes.set()
    player.wait(lambda: player.game is not before)


def test_another_of_the_kind_in_play_is_made_in_advance(play_on):
    player = play_on(Recipe(GeneratorOptions(5, 5, 6), 7).make())
    library = player.window.library
    library._ahead.start(0)
    player.wait(lambda: library.maker._made is not None)
    made = library.maker._made.puzzle
    label, lead_on = library.next_of_kind()
    assert label == "New puzzle"
    lead_on()
    assert player.puzzle == made


def test_another_like_a_puzzle_from_elsewhere_has_its_size_rules_and_level(finds_levels, play_on):
    options = GeneratorOptions(7, 7, 14, 1, level=Level.EASY, forbid_loops=True)
    player = play_on(Recipe(options, 3).make().puzzle)
    player.wait(lambda: player.game.info.level)
    assert player.game.info.expected_seconds
    before = player.game
    player.key(Qt.Key.Key_N)
    player.wait(lambda: player.game is not before)
    assert (player.puzzle.size_text, player.puzzle.rules) == ("7 × 7", before.puzzle.rules)
    assert len(player.puzzle.islands) == 14
    assert player.game.info.level == Level.EASY


def test_no_lesson_comes_next_but_after_a_lesson(play_on):
    player = play_on(library_documents()[len(lessons())])
    for number, document in enumerate((library_documents()[-1], lessons()[1])):
        player.window.play.in_play.open_document(document)
        player.key(Qt.Key.Key_N)
        assert bool(player.game.info.lesson) is bool(number)


def test_a_puzzle_can_be_made_that_needs_a_technique(player):
    before = player.game
    player.window.library.make_with("Three closed off")
    player.wait(lambda: player.game is not before)
    assert "Three closed off" in grade(player.puzzle).techniques


def test_a_puzzle_that_needs_a_technique_keeps_the_story(play_on):
    recipe = Recipe(GeneratorOptions(7, 7, 14, story="ends=full-house"), 1)
    player = play_on(recipe.make())
    for _again in range(2):
        before = player.game
        player.window.library.make_with("Group closed off")
        player.wait(lambda before=before: player.game is not before)
        options = Recipe.from_document(player.game.to_document()).options
        assert options.story == "needs=group-closed-off,ends=full-house"
        assert options.level == Level.HARD


def test_opening_another_puzzle_or_closing_the_window_stops_generating(player, slow_recipes):
    player.paste(COMMAND)
    player.paste("1.2.1")
    game = player.game
    slow_recipes.set()
    player.wait_for_solver()
    assert not player.window.library.maker.stop()
    assert player.game is game
    slow_recipes.clear()
    player.paste(COMMAND)
    assert player.window.close()


def test_a_game_is_reviewed_from_the_library_and_from_the_calendar(play_on, library, store, qtbot):
    (file,) = library(PUZZLES[0])
    day = date.today()
    daily = daily_puzzles(day)[DailyKind.EASY].name
    shipped = read_path(file)
    other = read("2.2")
    as_daily = other._replace(info=PuzzleInfo(title="Of the day", daily=daily))
    for document in (shipped, as_daily):
        store.save(finish(document))
    player = play_on("1.2.1")
    chooser, past = player.window.library, player.window.progress.past_games

    def from_library():
        dialog = player.window.findChild(LibraryDialog)
        player.wait(dialog.review_button.isVisible)
        qtbot.mouseClick(dialog.review_button, LEFT)

    def from_calendar():
        dialog = player.window.findChild(DailyDialog)
        qtbot.mouseClick(dialog.cards[DailyKind.EASY].review, LEFT)

    for show, press, title in (
        (chooser.show_library, from_library, "A"),
        (chooser.show_daily, from_calendar, "Of the day"),
    ):
        QTimer.singleShot(0, press)
        show()
        player.wait(lambda title=title: player.window.windowTitle() == f"{title} — Hashi")
        assert past.running
        player.wait_for_solver()
        assert player.panel.explanation.heading == "Your game"
